// terminal.h - who sits before the tool. terminal.c is linked to the tool, quiet.c to the library.  [host]
#ifndef BR_TOOL_KIT_TERMINAL_H
#define BR_TOOL_KIT_TERMINAL_H

#include <stdbool.h>

bool terminal_shows(void); // standard error is a terminal

// Ctrl-C, SIGTERM, which schedulers send, and SIGUSR1, which mpirun passes on, are noted from watch_open to watch_close; a second
// one ends the process.
void watch_open(void);
bool watch_stopped(void);
void watch_close(void);

#endif
