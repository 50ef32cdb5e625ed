// inspect.h - a run of `bristle inspect`, and how it is shown.                   [host]
#ifndef BR_TOOL_INSPECT_INSPECT_H
#define BR_TOOL_INSPECT_INSPECT_H

#include "num/text/buffer.h"
#include "num/text/unit.h"

#include <bristle/inspect.h>
#include <stdbool.h>

enum { INSPECT_UNIT = BR_UNIT_SIZE, INSPECT_VERDICTS = 16 };

typedef struct inspecting {
    const char *log;
    br_inspect *check;
    bool interrupted; // before its last row
    int count;        // columns
    bool guessed;     // without --signals: columns as they are, and time by its name
    const br_inspect_rows *rows;
    const br_inspect_time *time;
    const br_inspect_motion *motion;
    const br_inspect_verdict *verdict[INSPECT_VERDICTS];
    int verdicts;
    br_buffer left_out; // columns that are not used, and why, one a line
    br_buffer warnings; // one a line
} inspecting;

void inspect_text(br_buffer *out, const inspecting *w);
void inspect_write_rows(br_buffer *out, const inspecting *w);     // how many, and how many were read
void inspect_write_time(br_buffer *out, const inspecting *w);     // how long, how fast, and how even
void inspect_column_cells(br_buffer *cells, const inspecting *w); // of tables (tool/kit/fields.h)
void inspect_verdict_cells(br_buffer *cells, const inspecting *w);
void inspect_json(br_buffer *out, const inspecting *all, int count);
br_status inspect_report(br_buffer *out, const inspecting *all, int count) BR_CHECKED;

const char *inspect_unit(const inspecting *w, br_inspect_role role); // "-": none
const char *inspect_signal(const char *excite);                      // that excitation signal in a few words

// The command that makes it, within the ranges of the log. In inspect_help.c.
void inspect_command(br_buffer *out, const inspecting *w, const char *excite);
bool inspect_first(const inspecting *w, int can); // the first verdict that this excitation signal would help

#endif
