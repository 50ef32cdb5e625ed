// terminal.c - who sits before the tool: whether standard error is shown, and Ctrl-C.              [host]
#include "num/fp.h"

#include "tool/terminal.h"

#include <signal.h>
#include <unistd.h>

bool terminal_shows(void)
{
    return isatty(STDERR_FILENO) != 0;
}

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

void watch_open(void)
{
    struct sigaction now = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND}, before;
    stopped = 0;
    sigemptyset(&now.sa_mask);
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &now, NULL);
}

bool watch_stopped(void)
{
    return stopped;
}

void watch_close(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL}, before;
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler == stop)
        sigaction(SIGINT, &usual, NULL);
}
