// simulate.h - laws and plants over time: inputs as formulas or from a log, events located, sensors, rows as a table.   [host]
//
//     br_simulation *s;
//     br_simulation_options o;
//     br_diag why;
//     br_simulation_defaults(&o, sizeof o);
//     o.input = "v = sin(2*pi*t) mm/s";
//     o.until = 2;
//     if (br_simulation_open(&s, law, &o, &why) != BR_OK || br_simulation_run(s, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     const double *t = br_simulation_values(s, 0), *F = br_simulation_values(s, br_simulation_index(s, "F"));
//     for (size_t k = 0; k < br_simulation_rows(s); k++)
//         printf("%g s: %g N\n", t[k], F[k]);
//     br_simulation_close(s);
//
// Adaptive methods meet an error bound, and locate in time where modes change, rates have kinks and inputs jump. Methods of
// fixed steps hold the inputs, as a controller and an observer do; their steps are checked by smaller ones (br_simulation_warnings). The same
// options give the same bits on every machine. docs/simulation.md says which method suits which model, and has the shapes
// that formulas may use. A simulation serves one thread at a time. NULL in place of one is BR_BAD_USAGE, or answered by 0 or NULL.
#ifndef BRISTLE_SIMULATE_H
#define BRISTLE_SIMULATE_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_simulation br_simulation;

typedef struct br_simulation_options {
    size_t size; // of this structure, by br_simulation_defaults
    const char
        *input;    // formulas of the time: "v = 1e-3*sin(2*pi*t) m/s"; "x = sin(2*pi*t) mm" drives a velocity by its
                   // position (default: inputs as the law has them)
    br_table *log; // recorded inputs: a table whose columns are t and names of inputs, or that `signals` names; it is
                   // read to its end at once, and may be closed then (default: none)
    const char
        *signals; // columns of the log: "t = time, v = 1e-3*speed m/s" (default: t and all that are named as inputs)
    int linear;   // 1: straight lines between rows of the log; 0: every row is held (default)
    double until; // s, the end (default 0: that of the log)
    double step;  // s, between rows, and of methods of fixed steps (default 0: a thousandth of the time)
    const char
        *method; // adaptive: stiff, dopri, bosh; of fixed steps: as in flow.h; update: z+ of the law (default stiff)
    double tolerance; // of adaptive methods: relative error of a step, 1e-13 to 0.1 (default 1e-7)
    const char *mode; // at the start (default: the first one)
    // How columns are measured: "x = quantise(10) nm, F = noise(0.05) | delay(1e-3) N" (default: as they are)
    const char *sensors;
    unsigned long long seed; // of the noise of sensors (default 1)
} br_simulation_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_simulation_defaults(br_simulation_options *o, size_t size);

// Reads the law again; states start as the law has them (br_law_set). Makes room for all rows: 8 bytes a number, on disk where it
// is large. BR_BAD_LAW: parameters are missing, or a list is wrong. BR_BAD_USAGE: an option is wrong, or does not suit the law.
// BR_BAD_DATA: the log. why (may be NULL) says more; on failure *s is untouched. Close what you opened.
BR_PUBLIC br_status br_simulation_open(br_simulation **s, const br_law *law, const br_simulation_options *o,
                                       br_diag *why) BR_CHECKED;
BR_PUBLIC void br_simulation_close(br_simulation *s); // NULL is fine

// A synthetic rig, "rig/axis" (docs/rigs.md): its log, complete, as it would be measured, and the truth beside it in columns that end in _true
// (the position is q, so "t = t, x = q, u = u" are the signals of identify.h and response.h, without the truth);
// the same bits on every machine. mass: of the rig, kg, 0 where it has none (NULL: not wanted). Runs it: a second. BR_BAD_USAGE: there
// is no such rig.
BR_PUBLIC br_status br_simulation_open_rig(br_simulation **s, const char *rig, unsigned long long seed, double *mass,
                                           br_diag *why) BR_CHECKED;
BR_PUBLIC const char *br_rig_name(int i);  // NULL behind the last
BR_PUBLIC const char *br_rig_title(int i); // in words

// Goes on by one row, the first of which is at the start. BR_NEGATIVE: there is no further one, or the method finds none. BR_NOT_FINITE:
// a number is not finite. why says when. Its time is not bounded where a method is adaptive.
BR_PUBLIC br_status br_simulation_next(br_simulation *s, br_diag *why) BR_CHECKED;

// Goes on to the end. progress (may be NULL) is called now and then with the share that is done, and answers 0 to stop there, which
// is BR_NEGATIVE: rows so far stay.
BR_PUBLIC br_status br_simulation_run(br_simulation *s, int (*progress)(void *context, double share), void *context,
                                      br_diag *why) BR_CHECKED;

// ------- Rows
// Columns: the time t in s, then inputs, states, outputs and modes. Texts and numbers that a simulation answers are its own, and
// stay until it is closed. Sensors measure what br_simulation_run has completed.

BR_PUBLIC int br_simulation_columns(const br_simulation *s);
BR_PUBLIC const char *br_simulation_name(const br_simulation *s, int column); // "fr.z[3]"
BR_PUBLIC const char *br_simulation_unit(const br_simulation *s, int column); // in SI, "N/m"; - for none
BR_PUBLIC int br_simulation_index(const br_simulation *s, const char *name);  // -1: there is none
BR_PUBLIC size_t br_simulation_rows(const br_simulation *s);                  // so far
BR_PUBLIC const double *br_simulation_values(const br_simulation *s, int column);

typedef enum br_simulation_role {
    BR_SIMULATION_TIME,
    BR_SIMULATION_INPUT,
    BR_SIMULATION_STATE,
    BR_SIMULATION_OUTPUT,
    BR_SIMULATION_MODE, // numbered from 0, in the order of the law
    BR_SIMULATION_TRUTH // of a rig: what is, beside what is measured
} br_simulation_role;

BR_PUBLIC br_simulation_role br_simulation_role_of(const br_simulation *s, int column);

// Rows of a large simulation are on disk, and come into memory where they are read: takes them out again. Call it now and then in a loop over
// millions of rows. Values stay valid.
BR_PUBLIC void br_simulation_unload(const br_simulation *s);

// All rows so far as a table (table.h), to be written or fitted; numbers are borrowed: close it before the simulation.
BR_PUBLIC br_status br_simulation_table(const br_simulation *s, br_table **table, br_diag *why) BR_CHECKED;

// ------- What happened

typedef enum br_simulation_count_of {
    BR_SIMULATION_STEPS,       // of the method
    BR_SIMULATION_REJECTED,    // of adaptive methods: steps that were tried again
    BR_SIMULATION_TRANSITIONS, // changes of mode, located in time
    BR_SIMULATION_KINKS        // of the rates, located in time
} br_simulation_count_of;

BR_PUBLIC unsigned long long br_simulation_count(const br_simulation *s, br_simulation_count_of what);

typedef enum br_simulation_time_of {
    BR_SIMULATION_START, // of the first row: 0, or where the log begins
    BR_SIMULATION_UNTIL, // the end
    BR_SIMULATION_STEP   // between rows
} br_simulation_time_of;

BR_PUBLIC double br_simulation_time(const br_simulation *s, br_simulation_time_of what); // s

BR_PUBLIC const char *br_simulation_method(const br_simulation *s); // "stiff"; "" of a rig
BR_PUBLIC int br_simulation_is_adaptive(const br_simulation *s);    // 1: by its error; 0: in fixed steps
BR_PUBLIC const char *br_simulation_method_name(int i);             // of all methods; NULL behind the last

// Reasons not to trust the rows, a line each; "" for none. Complete at the end of the run: unusual parameters, steps that are not
// accurate or not stable.
BR_PUBLIC const char *br_simulation_warnings(const br_simulation *s);

#ifdef __cplusplus
}
#endif
#endif
