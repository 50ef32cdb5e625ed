// terminal.c - tool/kit/terminal.h where a page sits before the tool: it shows the progress and can end the work.   [host]
#include "num/base/fp.h"

#include "tool/kit/terminal.h"

// Whether the page wants no more. Only pages that share memory with their worker can say so during a call.
__attribute__((import_module("page"), import_name("stopped"))) extern int page_stopped(void);

bool terminal_shows(void)
{
    return true;
}

void watch_open(void)
{
}

bool watch_stopped(void)
{
    return page_stopped() != 0;
}

void watch_close(void)
{
}
