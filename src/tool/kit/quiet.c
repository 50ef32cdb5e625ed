// quiet.c - terminal.h for the library: no terminal, and signals are the program's.          [host]
#include "num/base/fp.h"

#include "tool/kit/terminal.h"

bool terminal_shows(void)
{
    return false;
}

void watch_open(void)
{
}

bool watch_stopped(void)
{
    return false;
}

void watch_close(void)
{
}
