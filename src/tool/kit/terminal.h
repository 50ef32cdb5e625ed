// terminal.h - who sits before the tool. terminal.c is linked to the tool, quiet.c to the library.  [host]
#ifndef BR_TOOL_KIT_TERMINAL_H
#define BR_TOOL_KIT_TERMINAL_H

#include <stdbool.h>

bool terminal_shows(void); // standard error is a terminal

// From watch_begin on, outside of what is watched, each of the signals below ends the process in a line, with the exit code of
// what is interrupted. Only of terminal.c.
void watch_begin(void);

// Ctrl-C, SIGTERM, which schedulers send, and SIGUSR1, which mpirun passes on, are noted from watch_open to watch_close, the
// outermost of which count; a second one ends the process. watch_stopped stays true until the next watch_open.
void watch_open(void);
bool watch_stopped(void);
void watch_close(void);

#endif
