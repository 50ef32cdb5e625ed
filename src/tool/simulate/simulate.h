// simulate.h - a run of `bristle simulate`, and how it is shown.                 [host]
#ifndef BR_TOOL_SIMULATE_SIMULATE_H
#define BR_TOOL_SIMULATE_SIMULATE_H

#include "tool/kit/law.h"
#include "tool/kit/options.h"
#include "tool/kit/rows.h"

#include <bristle/simulate.h>

typedef struct simulation {
    br_law *law;
    br_table *log; // of --signals
    br_simulation *is;
    tool_rows rows;
    br_buffer warnings;
    bool interrupted; // before its end
} simulation;

// MODEL and FILE: the model is the value of --model or the first operand; a file (NULL: none) goes with --signals.
br_status simulation_operands(const tool_args *a, const char **model, const char **file, br_diag *why) BR_CHECKED;
// --until and --step; 0: not given.
br_status simulation_times(const tool_args *a, bool has_log, double *until, double *step, br_diag *why) BR_CHECKED;
// The message of a call of simulate.h, in the words of the command.
br_status simulation_said(br_status status, br_diag *why) BR_CHECKED;

// All but the run itself: law, log and options.
br_status simulation_open(simulation *s, const tool_args *a, unsigned long long seed, br_diag *why) BR_CHECKED;
void simulation_close(simulation *s);
// Rows and warnings, behind the run.
br_status simulation_finish(simulation *s) BR_CHECKED;

// simulate_verified.c
br_status verified_simulate(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

void simulation_text(br_buffer *out, const simulation *s);
void simulation_json(br_buffer *out, const simulation *s);
br_status simulation_report(br_buffer *out, const simulation *s) BR_CHECKED;

#endif
