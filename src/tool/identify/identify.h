// identify.h - how `bristle identify` reads its options, and how a run is shown.                 [host]
#ifndef BR_TOOL_IDENTIFY_IDENTIFY_H
#define BR_TOOL_IDENTIFY_IDENTIFY_H

#include "file/json/json.h"
#include "file/page/plot.h"
#include "tool/kit/options.h"

#include <bristle/identify.h>
#include <stdint.h>

enum { IDENTIFY_LOGS = TOOL_OPERANDS + 1 };

// A run: what it was asked, and what there is once it has ended.
typedef struct identifying {
    const tool_args *a;
    br_identification_options options;
    br_law *law;                     // NULL: laws are compared
    const char *name[IDENTIFY_LOGS]; // of the logs, the test log last
    bool is_rig[IDENTIFY_LOGS];
    uint64_t seed[IDENTIFY_LOGS]; // of rigs
    int logs;
    br_identification *is;
    br_identification_setup setup;
    br_identification_log log; // the first one
    int laws, best;            // best: the rank of the best one; -1: none could be fitted
    br_identification_candidate best_law;
    br_identification_result result; // of the best one
    br_buffer notes, warnings, failures;
} identifying;

// In identify_read.c: options; the law; logs, and the options that need them.
br_status identify_open(identifying *o, const tool_args *a, br_diag *why) BR_CHECKED;
br_status identify_reopen(void *of, int log, br_table **table, br_diag *why); // a log once more

// In identify_name.c: a log without its folder.
const char *identify_log_name(const identifying *o, int log);

// In identify_map.c: measured friction over speed and displacement.
void identify_map_csv(br_buffer *out, const identifying *o);
void identify_map_text(br_buffer *out, const identifying *o);
void identify_map_json(br_json *j, const identifying *o);
void identify_map_draw(br_plots *all, const identifying *o);

void identify_delay_json(br_json *j, const br_identification_result *r); // in identify_delay.c

void identify_heading(br_buffer *out, const identifying *o); // the logs and the regression

// In identify_count.c: how many rows of every log were read and used, and why the others were not.
void identify_count_cells(br_buffer *cells, const identifying *o);
void identify_count_text(br_buffer *out, const identifying *o);
void identify_count_json(br_json *j, const identifying *o);

// Cells of two tables (tool/kit/fields.h): the laws, with notes on their columns, and the parameters of the best one.
void identify_law_cells(br_buffer *cells, const identifying *o);
void identify_law_notes(br_buffer *out, const identifying *o);
void identify_parameter_cells(br_buffer *cells, const identifying *o);
bool identify_has_log_errors(const identifying *o); // several logs, or hold-out rows
const char *identify_error_unit(const identifying *o);
void identify_log_cells(br_buffer *cells, const identifying *o);

void identify_text(br_buffer *out, const identifying *o);
void identify_json(br_buffer *out, const identifying *o);
br_status identify_report(br_buffer *out, const identifying *o) BR_CHECKED;

#endif
