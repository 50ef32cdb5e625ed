// progress.h - a bar on standard error while long work goes on, where that is a terminal; and who ends it.   [host]
#ifndef BR_TOOL_KIT_PROGRESS_H
#define BR_TOOL_KIT_PROGRESS_H

#include "tool/kit/options.h"

#include <stdbool.h>
#include <time.h>

typedef struct progress {
    const char *what;
    bool terminal, shown;
    time_t started;
    int percent;              // as shown
    time_t updated;           // when
    const volatile int *stop; // of the program that calls; NULL: none
    const char *command;
    double share;
    bool interrupted; // by a signal (tool/kit/terminal.h), which is noted until progress_close
} progress;

progress progress_open(const char *what, const tool_args *a);
// share: 0 to 1; the first second shows nothing. Answers whether to go on: false where the program that calls wants no more, or
// somebody pressed Ctrl-C.
// bar is a progress *: the library calls this as a function of a context.
bool progress_show(void *bar, double share);
// The same with a text after the bar, updated every second.
bool progress_show_text(progress *p, double share, const char *words);
void progress_close(progress *p); // clears the line
// The message of work that was interrupted, and that leaves nothing of use: how far it was. Others pass as they are.
br_status progress_result(const progress *p, br_status status, br_diag *why) BR_CHECKED;
// The same where what was done has been reported.
br_status progress_partial(const tool_args *a, bool interrupted, br_status status, br_diag *why) BR_CHECKED;
double progress_clock(void); // s, from some time on

#endif
