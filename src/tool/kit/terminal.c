// terminal.c - who sits before the tool: whether standard error is shown, and Ctrl-C.              [host]
#include "num/base/fp.h"

#include "tool/kit/terminal.h"

#include <bristle/status.h>

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

// Nobody looks at `stopped` yet, or any more.
static void leave(int signal)
{
    static const char words[] = "bristle: interrupted; nothing is written\n";
    (void)signal;
    int code = br_status_exit_code(BR_NEGATIVE);
    _exit(write(STDERR_FILENO, words, sizeof words - 1) < 0 ? code : code);
}

static void handle_by(void (*handler)(int))
{
    struct sigaction now = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&now.sa_mask);
    for (int i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ends[i], &now, NULL);
}

void watch_begin(void)
{
    handle_by(leave);
}

void watch_open(void)
{
    if (depth++ > 0)
        return;
    atomic_store(&stopped, false);
    handle_by(stop);
}

bool watch_stopped(void)
{
    return atomic_load(&stopped);
}

void watch_close(void)
{
    if (--depth > 0)
        return;
    struct sigaction usual = {.sa_handler = leave, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&usual.sa_mask);
    for (int i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler == stop)
            sigaction(ends[i], &usual, NULL);
}
