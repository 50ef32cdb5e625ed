// simulate.h - a run of `bristle simulate`, and how it is shown.                 [host]
#ifndef BR_TOOL_SIMULATE_SIMULATE_H
#define BR_TOOL_SIMULATE_SIMULATE_H

#include "api/simulate/simulation.h"
#include "tool/kit/load.h"
#include "tool/kit/options.h"

typedef struct simulation {
    br_loaded_model model;
    br_rows table; // of --signals
    br_simulation sim;
    bool interrupted; // before its end
} simulation;

// MODEL and FILE: the model is the value of --model or the first operand; a file (NULL: none) goes with --signals.
br_status simulation_operands(const tool_args *a, const char **model, const char **file, br_diag *why) BR_CHECKED;
// --until and --step; 0: not given.
br_status simulation_times(const tool_args *a, bool has_log, double *until, double *step, br_diag *why) BR_CHECKED;

// All but the run itself: model, signals, times and source.
br_status simulation_prepare(simulation *s, const tool_args *a, br_diag *why) BR_CHECKED;
void simulation_close(simulation *s);
void simulation_model(br_buffer *out, const br_parsed_law *law); // "stick-slip (friction = lugre)"

// simulate_verified.c
br_status verified_simulate(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

void simulation_text(br_buffer *out, const simulation *s);
void simulation_json(br_buffer *out, const simulation *s);
br_status simulation_report(br_buffer *out, const simulation *s) BR_CHECKED;

#endif
