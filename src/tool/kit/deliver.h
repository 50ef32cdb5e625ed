// deliver.h - where results of a command go: files, or standard output.          [host]
#ifndef BR_TOOL_KIT_DELIVER_H
#define BR_TOOL_KIT_DELIVER_H

#include "tool/kit/options.h"
#include "tool/kit/rows.h"

// Before the work: at most one of --csv, --mat, --json, --report, --svg and -o goes to standard output, no two of them are one file, none
// is one of the inputs (NULL: none), and all can be written.
br_status tool_outputs(const char *command, const tool_args *a, const char *const *inputs, int count,
                       br_diag *why) BR_CHECKED;

// The text goes to a file, or for "-" to standard output.
br_status tool_deliver(const char *path, const br_buffer *text, bool replace, br_buffer *out, br_diag *why) BR_CHECKED;

// Says "WHAT written to FILE", at the end of what a command prints; nothing for "-" or NULL.
void tool_written(br_buffer *out, const char *what, const char *path);

bool tool_wants_text(const tool_args *a); // nothing else goes to standard output
bool tool_makes_text(
    const tool_args *a); // it does, or a table, beside which the warnings of the text go to standard error

// The report of a command, finished but for its first line, which says what made it: command, version and date
// (of SOURCE_DATE_EPOCH where the environment has it, so that a build can repeat a report to the byte).
br_status tool_deliver_report(br_buffer *report, const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

// A result as text, JSON and report, as far as they are asked for.
enum { TOOL_BEFORE = 2 };
typedef struct tool_views {
    br_buffer text, json, report;
    const char *before[TOOL_BEFORE]; // paths of files that the command has written already; NULL: none
    bool json_rows;                  // the table is a member of JSON, "data", but not for a call, which gets it apart
} tool_views;

// Delivers them and the table of --csv and --mat (NULL: there is none) if `status`, of making them, is BR_OK; frees them in any case.
// Each file is whole or not there; where one fails, the message names those that were written before it.
br_status tool_deliver_views(tool_views *v, const tool_rows *table, br_status status, const tool_args *a,
                             br_buffer *out, br_diag *why) BR_CHECKED;

#endif
