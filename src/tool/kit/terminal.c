// terminal.c - who sits before the tool: whether standard error is shown, and Ctrl-C.              [host]
#include "num/base/fp.h"

#include "tool/kit/terminal.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

bool terminal_shows(void)
{
    return isatty(STDERR_FILENO) != 0;
}

enum { ENDS = 3 };
static const int ends[ENDS] = {SIGINT, SIGTERM, SIGUSR1};
static atomic_bool stopped; // any thread may get the signal

static int depth; // of watch_open

static void stop(int signal)
{
    static const char words[] = "\ninterrupted: it ends soon; at once if interrupted again\n";
    (void)signal;
    atomic_store(&stopped, true);
    if (isatty(STDERR_FILENO) && write(STDERR_FILENO, words, sizeof words - 1) < 0)
        return; // nobody reads it
}

void watch_open(void)
{
    if (depth++ > 0)
        return;
    struct sigaction now = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND}, before;
    atomic_store(&stopped, false);
    sigemptyset(&now.sa_mask);
    for (int i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ends[i], &now, NULL);
}

bool watch_stopped(void)
{
    return atomic_load(&stopped);
}

void watch_close(void)
{
    if (--depth > 0)
        return;
    struct sigaction usual = {.sa_handler = SIG_DFL}, before;
    for (int i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler == stop)
            sigaction(ends[i], &usual, NULL);
}
