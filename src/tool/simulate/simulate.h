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
    br_interval *off; // with --verified: how far each input may be off
} simulation;

// All but the run itself: model, signals, times and source. Ranges of values, and of inputs, only with --verified: inputs then
// stand at their middles, and s->off says how far they may be off.
br_status simulation_prepare(simulation *s, const tool_args *a, br_diag *why) BR_CHECKED;
void simulation_close(simulation *s);
void simulation_model(br_buffer *out, const br_parsed_law *law); // "stick-slip (friction = lugre)"

// simulate_verified.c
br_status verified_simulate(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

void simulation_text(br_buffer *out, const simulation *s);
void simulation_json(br_buffer *out, const simulation *s);
br_status simulation_report(br_buffer *out, const simulation *s) BR_CHECKED;

#endif
