// simulate.h - a run of `bristle simulate`, and how it is shown.                 [host]
#ifndef BR_TOOL_SIMULATE_H
#define BR_TOOL_SIMULATE_H

#include "sim/driver.h"
#include "sim/record.h"
#include "sim/samples.h"
#include "tool/load.h"
#include "tool/options.h"

typedef struct simulation {
    tool_model model;
    br_rows table; // of --signals
    br_signals signals;
    br_samples samples;
    bool has_signals, has_samples;
    br_source source;
    br_driver driver;
    br_run run;
    br_record record;
    double start, until, step; // start: of the record that drives it, else 0
    uint64_t seed;
    const br_run_method *method;
    br_buffer warnings; // one a line
} simulation;

void simulation_text(br_buffer *out, const simulation *s);
void simulation_json(br_buffer *out, const simulation *s, bool rows);
br_status simulation_page(br_buffer *out, const simulation *s) BR_CHECKED;

#endif
