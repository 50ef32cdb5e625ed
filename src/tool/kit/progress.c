// progress.c - a bar on standard error.                                         [host]
#include "num/base/fp.h"

#include "tool/kit/caller.h"
#include "tool/kit/progress.h"
#include "tool/kit/terminal.h"

#include <stdio.h>

enum { WIDTH = 30 };

progress progress_open(const char *what, const tool_args *a)
{
    return (progress){.what = what,
                      .terminal = terminal_shows(),
                      .started = time(NULL),
                      .percent = -1,
                      .stop = tool_call_stop(a->call)};
}

bool progress_show(void *bar, double share)
{
    return progress_show_text(bar, share, "");
}

bool progress_show_text(progress *p, double share, const char *words)
{
    int percent = (int)(100 * share);
    time_t now = p->terminal ? time(NULL) : 0;
    if (!p->terminal || (percent == p->percent && (!*words || now == p->updated)) || now - p->started < 1)
        return !p->stop || *p->stop == 0;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < WIDTH * percent / 100 ? '#' : '.';
    bar[WIDTH] = 0;
    fprintf(stderr, "\r%s [%s] %3d %%%s%s%s", p->what, bar, percent, *words ? " " : "", words, *words ? "\033[K" : "");
    fflush(stderr);
    p->percent = percent;
    p->updated = now;
    p->shown = true;
    return !p->stop || *p->stop == 0;
}

void progress_close(progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}

double progress_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
