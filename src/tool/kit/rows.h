// rows.h - the table of a command's result: columns of numbers that somebody else holds.                [host]
#ifndef BR_TOOL_KIT_ROWS_H
#define BR_TOOL_KIT_ROWS_H

#include <stdbool.h>

typedef enum tool_role {
    TOOL_TIME,
    TOOL_INPUT_COLUMN,
    TOOL_STATE,
    TOOL_OUTPUT_COLUMN,
    TOOL_MODE,
    TOOL_TRUTH // of a rig: not measured
} tool_role;

typedef struct tool_column {
    const char *name, *unit; // "fr.z[3]"; SI, - for none
    tool_role role;
    const double *v;
} tool_column;

typedef struct tool_rows {
    const void *of; // who holds them
    int columns;
    long long rows;
    tool_column (*column)(const void *of, int c);
    void (*release)(const void *of); // takes them out of memory until they are read again; NULL: they stay
} tool_rows;

static inline tool_column rows_column(const tool_rows *r, int c)
{
    return r->column(r->of, c);
}

static inline void rows_release(const tool_rows *r)
{
    if (r->release)
        r->release(r->of);
}

const char *rows_role_name(tool_role role); // "time"

#endif
