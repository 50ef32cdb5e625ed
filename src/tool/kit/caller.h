// caller.h - what a call from a program lends to a command, and what it keeps.     [host]
#ifndef BR_TOOL_KIT_CALLER_H
#define BR_TOOL_KIT_CALLER_H

#include "tool/kit/rows.h"

#include <bristle/call.h>

typedef struct tool_call {
    const br_call_table *table;
    int tables;
    br_answer *answer;        // its columns are kept by tool_call_keep
    const volatile int *stop; // not 0: the caller wants no more; NULL: it always does
} tool_call;

// The table of that name, or NULL.
const br_call_table *tool_call_find(const tool_call *c, const char *name);

// Of the calling program; NULL on the command line.
const volatile int *tool_call_stop(const tool_call *c);

// Copies a table into the answer.
br_status tool_call_keep(const tool_call *c, const tool_rows *r) BR_CHECKED;

#endif
