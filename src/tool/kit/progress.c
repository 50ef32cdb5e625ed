// progress.c - a bar on standard error.                                         [host]
#include "num/base/fp.h"

#include "tool/kit/caller.h"
#include "tool/kit/progress.h"
#include "tool/kit/terminal.h"

#include <stdio.h>

enum { WIDTH = 30 };

progress progress_open(const char *what, const tool_args *a)
{
    watch_open();
    return (progress){.what = what,
                      .command = a->command ? a->command->name : "",
                      .terminal = terminal_shows(),
                      .started = time(NULL),
                      .percent = -1,
                      .stop = tool_call_stop(a->call)};
}

// ", 1:05 left", once some of the work is done.
static void time_left(char *to, size_t size, double share, double elapsed)
{
    to[0] = 0;
    if (!(share > 0.02) || elapsed < 3)
        return;
    int left = (int)(elapsed * (1 - share) / share + 0.5);
    snprintf(to, size, ", %d:%02d left", left / 60, left % 60);
}

bool progress_show(void *bar, double share)
{
    return progress_show_text(bar, share, "");
}

static bool is_wanted(progress *p, double share)
{
    p->share = p->interrupted ? p->share : share;
    p->interrupted = p->interrupted || watch_stopped();
    return !p->interrupted && (!p->stop || *p->stop == 0);
}

bool progress_show_text(progress *p, double share, const char *words)
{
    bool wanted = is_wanted(p, share);
    int percent = (int)(100 * share);
    time_t now = p->terminal ? time(NULL) : 0;
    if (!p->terminal || (percent == p->percent && now == p->updated) || now - p->started < 1)
        return wanted;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < WIDTH * percent / 100 ? '#' : '.';
    bar[WIDTH] = 0;
    char left[40];
    time_left(left, sizeof left, share, (double)(now - p->started));
    fprintf(stderr, "\r%s [%s] %3d %%%s%s%s\033[K", p->what, bar, percent, left, *words ? " " : "", words);
    fflush(stderr);
    p->percent = percent;
    p->updated = now;
    p->shown = true;
    return wanted;
}

void progress_close(progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
    watch_close();
}

br_status progress_result(const progress *p, br_status status, br_diag *why)
{
    if (!p->interrupted || status != BR_NEGATIVE)
        return status;
    return tool_complain(why, BR_NEGATIVE, "bristle %s: interrupted at %.0f %% of %s; nothing is written", p->command,
                         100 * p->share, p->what);
}

br_status progress_partial(const tool_args *a, bool interrupted, br_status status, br_diag *why)
{
    if (!interrupted || (status != BR_OK && status != BR_NEGATIVE))
        return status;
    return tool_complain(why, BR_NEGATIVE, "bristle %s: interrupted; the result is that of what was done until then",
                         a->command ? a->command->name : "");
}

double progress_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
