// progress.h - a bar on standard error while long work goes on, where that is a terminal.   [host]
#ifndef BR_TOOL_PROGRESS_H
#define BR_TOOL_PROGRESS_H

#include <stdbool.h>
#include <time.h>

typedef struct progress {
    const char *what;
    bool terminal, shown;
    time_t started;
    int percent; // as shown
    time_t told; // when
} progress;

progress progress_open(const char *what);
void progress_show(progress *p, double share); // 0 to 1; the first second shows nothing
// The same with words behind the bar, shown anew every second.
void progress_tell(progress *p, double share, const char *words);
void progress_close(progress *p); // clears the line

#endif
