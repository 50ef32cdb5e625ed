// inspect.h - a run of `bristle inspect`, and how it is shown.                   [host]
#ifndef BR_TOOL_INSPECT_INSPECT_H
#define BR_TOOL_INSPECT_INSPECT_H

#include "fit/inspect/inspect.h"
#include "sim/source/columns.h"
#include "tool/kit/number.h"

enum { INSPECT_UNIT = BR_UNIT_SIZE };

typedef struct inspecting {
    const char *log;
    bool interrupted; // before its last row
    int count;
    char name[BR_INSPECT_COLUMNS][BR_NAME_SIZE]; // as shown: of signals, or of columns
    char unit[BR_INSPECT_COLUMNS][INSPECT_UNIT]; // SI
    br_role role[BR_INSPECT_COLUMNS];
    bool guessed;       // without --signals: columns as they are, and time by its name
    br_buffer left_out; // columns that are not used, and why, one a line
    br_buffer notes;    // what the file says of columns, one a line
    tool_span span;     // --from and --until
    long long read;     // rows of the log, until one is behind --until
    long long used;     // those between --from and --until
    long long before;   // those before --from
    bool begun, ended;  // one of them was read; one behind them
    double last_time;   // s, that was read; NaN: none
    br_inspect *work;
    br_inspection found;
    br_buffer warnings; // one a line
} inspecting;

void inspect_add_warnings(inspecting *w);
void inspect_warn_velocity(br_buffer *out, const br_motion_found *m); // where x and v contradict each other
void inspect_text(br_buffer *out, const inspecting *w);
void inspect_write_rows(br_buffer *out, const inspecting *w);     // how many, and how many were read
void inspect_write_time(br_buffer *out, const inspecting *w);     // how long, how fast, and how even
void inspect_column_cells(br_buffer *cells, const inspecting *w); // of tables (tool/kit/fields.h)
void inspect_verdict_cells(br_buffer *cells, const inspecting *w);
void inspect_json(br_buffer *out, const inspecting *all, int count);
br_status inspect_report(br_buffer *out, const inspecting *all, int count) BR_CHECKED;

const char *inspect_unit(const inspecting *w, br_role role); // "-": none
const char *inspect_signal(const char *excite);              // that excitation signal in a few words

// The command that makes it, within the ranges of the log. In inspect_help.c.
void inspect_command(br_buffer *out, const inspecting *w, const char *excite);
bool inspect_first(const inspecting *w, int can); // the first verdict that this excitation signal would help

#endif
