// open.h - the playground, served to a browser of this machine. serve.c is linked to the tool, serve_none.c to the library.  [host]
#ifndef BR_TOOL_OPEN_OPEN_H
#define BR_TOOL_OPEN_OPEN_H

#include <bristle/status.h>

#include <stdbool.h>

typedef struct open_site {
    const char *folder; // files.txt in it lists what may be asked for
    const char *log;    // may be asked for, too; NULL: none
    const char *name;   // of the log, as the page sees it
    bool browser;       // start one
    double seconds;     // 0: until it is interrupted
} open_site;

// Serves until Ctrl-C, and prints the address first.
br_status open_serve(const open_site *site, br_diag *why) BR_CHECKED;

#endif
