// enclosure.h - verified simulation: tubes that contain every solution for parameters, starts and inputs of given ranges.   [host]
//
//     br_enclosure *e;
//     br_enclosure_options o;
//     br_diag why;
//     br_enclosure_defaults(&o, sizeof o);
//     o.range = "FC = 0.9..1.1 N";                          // any value of it, constant over time
//     o.input = "v = sin(2*pi*t) mm/s";
//     o.error = "v = 10 um/s";                              // off by so much at any time, in any way
//     o.until = 1;
//     if (br_enclosure_open(&e, law, &o, &why) != BR_OK || br_enclosure_run(e, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 1;
//     int F = br_enclosure_index(e, "F");
//     size_t last = br_enclosure_rows(e) - 1;
//     printf("F from %g to %g N\n", br_enclosure_lower(e, F)[last], br_enclosure_upper(e, F)[last]);
//     br_enclosure_close(e);
//
// simulate.h computes one solution, with errors of steps and of rounding; this computes sets, in interval arithmetic that rounds
// outward. At every row, every solution for any values of the ranges lies within the lower and the upper bound of each state and
// output, provided that the law is right. Between rows nothing is claimed. Plants that stick and slip, such as the built-in
// "drive-train", go by corner trajectories and have states alone, all other laws by Taylor models and zonotopes, with
// outputs; docs/bound.md explains both. Wide ranges give wide tubes, and where no bounded set is found the tube ends: rows
// before hold. The bits are those of `bristle simulate --verified`, on every machine. No call is for a control loop. A handle serves
// one thread at a time. NULL in place of it is BR_BAD_USAGE, or answered by 0, -1, NULL or NaN.
#ifndef BRISTLE_ENCLOSURE_H
#define BRISTLE_ENCLOSURE_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_enclosure br_enclosure;

typedef struct br_enclosure_options {
    size_t size; // of this structure, by br_enclosure_defaults
    // Of parameters and start values, the same for all time, and of inputs without a formula, which may be anything in it at any time:
    // "sigma0 = 9e4..1.1e5 N/m, v = -1..1 mm/s" (default: as the law has them)
    const char *range;
    // Formulas of the time: "v = 1e-3*sin(2*pi*t) m/s", as in simulate.h (default: inputs as the law has them)
    const char *input;
    // Recorded inputs: a table whose columns are t and names of inputs, or that `signals` names; it is read to its end at once, and
    // may be closed then (default: none)
    br_table *log;
    const char *signals; // its columns: "t = time, v = 1e-3*speed m/s" (default: t and all that are named as inputs)
    int linear;          // 1: straight lines between its rows; 0: every row is held (default)
    const char *error;   // how far inputs may be off at any time: "v = 1e-5 m/s" (default: 0)
    double until;        // s, the end (default 0: that of the log)
    double step;         // s, between rows (default 0: a thousandth of the time)
    const char *mode;    // at the start (default: the first one)
} br_enclosure_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_enclosure_defaults(br_enclosure_options *o, size_t size);

// Reads the law again, which may be changed or closed then. Makes room for all rows, ten million at most: 16 bytes for a state or output, on
// disk where it is large. BR_BAD_LAW: parameters are missing, a list is wrong, or there is no tube of such a law. BR_BAD_USAGE: an option is wrong, or does not
// suit the law. BR_BAD_DATA: the log. why (may be NULL) says more; on failure *e is untouched. Close what you opened.
BR_PUBLIC br_status br_enclosure_open(br_enclosure **e, const br_law *law, const br_enclosure_options *o,
                                      br_diag *why) BR_CHECKED;
BR_PUBLIC void br_enclosure_close(br_enclosure *e); // NULL is fine

// To the end, once. BR_NEGATIVE: no bounded set was found beyond br_enclosure_reached, or progress (may be NULL), which is called now and
// then with the share that is done, answered 0; rows so far hold, and nothing is claimed beyond them. Its time is not bounded: steps
// get short where a rate may jump. BR_BAD_USAGE: it has run.
BR_PUBLIC br_status br_enclosure_run(br_enclosure *e, int (*progress)(void *context, double share), void *context,
                                     br_diag *why) BR_CHECKED;

// ------- What is proved
// States, then outputs, if the tube has them. Texts and numbers that an enclosure answers are its own, and stay until it is closed.

BR_PUBLIC int br_enclosure_quantities(const br_enclosure *e);
BR_PUBLIC const char *br_enclosure_name(const br_enclosure *e, int i);     // "fr.z[3]"; NULL: there is none
BR_PUBLIC const char *br_enclosure_unit(const br_enclosure *e, int i);     // in SI, "N/m"; - for none
BR_PUBLIC int br_enclosure_index(const br_enclosure *e, const char *name); // -1: there is none

BR_PUBLIC size_t br_enclosure_rows(const br_enclosure *e);                // so far
BR_PUBLIC const double *br_enclosure_times(const br_enclosure *e);        // of the rows, s
BR_PUBLIC const double *br_enclosure_lower(const br_enclosure *e, int i); // bounds of quantity i in each row
BR_PUBLIC const double *br_enclosure_upper(const br_enclosure *e, int i);

// All rows so far as a table (table.h): t, then NAME.lo and NAME.hi of each quantity. Numbers are borrowed: close it before the enclosure.
BR_PUBLIC br_status br_enclosure_table(const br_enclosure *e, br_table **table, br_diag *why) BR_CHECKED;

typedef enum br_enclosure_outcome {
    BR_ENCLOSURE_NONE,     // not run yet
    BR_ENCLOSURE_COMPLETE, // to the end
    BR_ENCLOSURE_LOST,     // no bounded set was found after br_enclosure_reached
    BR_ENCLOSURE_STOPPED,  // progress answered 0
} br_enclosure_outcome;

BR_PUBLIC br_enclosure_outcome br_enclosure_outcome_of(const br_enclosure *e);
BR_PUBLIC double br_enclosure_begin(const br_enclosure *e);   // s: 0, or the first time of the log
BR_PUBLIC double br_enclosure_reached(const br_enclosure *e); // s: the time of the last row; NaN: there is none

typedef enum br_enclosure_count_of {
    BR_ENCLOSURE_STEPS,      // of the method, so far
    BR_ENCLOSURE_UNDECIDED,  // of those: short and crude, since a rate may jump; 0 of corner trajectories
    BR_ENCLOSURE_STEPS_A_ROW // of corner trajectories; 0 of other methods, which choose
} br_enclosure_count_of;

BR_PUBLIC long long br_enclosure_count(const br_enclosure *e, br_enclosure_count_of what);

#ifdef __cplusplus
}
#endif
#endif
