// horizon.h - moving-horizon estimation of friction states, parameters and inputs, with bounds.   [host]
//
//     br_horizon *h;
//     br_horizon_options with;
//     br_diag why;
//     br_horizon_defaults(&with, sizeof with);
//     with.rate = 500;
//     with.estimate = "kappa[3] = 0, kappa[4] = 0";
//     with.bounds = "kappa[3] = 0..500 N/mm, kappa[4] = 0..500 N/mm";
//     if (br_horizon_open(&h, law, &with, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     while (next(&v, &F)) {
//         (void)br_horizon_step(h, &v, &F);          // a sample has come: the estimate, at once
//         printf("%g +- %g N/m\n", br_horizon_value(h, 4), br_horizon_sd(h, 4));
//         (void)br_horizon_prepare(h);               // and the work for the next one, before it comes
//     }
//     br_horizon_close(h);
//
// Over the last N intervals the states, and what is estimated beside them, are those that explain the measurements best, with what
// was known before as arrival cost (docs/horizon.md has the problem, thesis 2.5). The calls are those of an emitted
// package (`bristle emit --observer mhe`), with the same weights and the same bits. Whatever comes in, what a horizon answers is
// finite. A horizon serves one thread at a time. NULL in place of one is BR_BAD_USAGE, or answered by 0, NULL or NaN.
#ifndef BRISTLE_HORIZON_H
#define BRISTLE_HORIZON_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_horizon br_horizon;

typedef enum br_horizon_arrival { // what is known of the first node when the horizon moves on
    BR_HORIZON_KUEHL,             // one step of a Kalman filter, linearised where the last iteration was (default)
    BR_HORIZON_SMOOTHED,          // the same, linearised about the nodes as they are now
    BR_HORIZON_HESSIAN,           // covariance from the last solution
    BR_HORIZON_CONSTANT           // always the prior, about the node as it is now
} br_horizon_arrival;

typedef struct br_horizon_options {
    size_t size;          // of this structure, by br_horizon_defaults
    double rate;          // samples a second, one interval each (default 1000)
    const char *measured; // as in observer.h, and the next four
    const char *estimate; // inputs, too: "kappa[3] = 0, v"
    const char *noise;    // sensor noise of an estimated input, too: "v = 10 um/s"
    const char *prior;
    const char *most;
    int intervals;      // of the horizon (default 20)
    int iterations;     // Gauss-Newton steps of a sample (default 1)
    const char *bounds; // at every node: "kappa[3] = 0..500 N/mm, z = -10..10 N" (default: those of the law). A start
                        // outside is brought to the nearest one
    br_horizon_arrival arrival;
    int shared;         // 1: an estimated parameter is one number over the horizon; 0: it walks (default)
    double levenberg;   // damping of the steps, thesis (A.49), such as 1e-10 (default 0)
    double huber;       // residuals beyond so many standard deviations have linear weight (default 0: quadratic)
    double gate;        // measurements beyond so many standard deviations are rejected (default 6; 0: only absurd ones)
    const char *method; // of a step, as in flow.h (default: chosen by the law)
    int substeps;       // of every step (default 0: as the method chooses)
    // 1: process noise makes the arrival cost less certain whenever the horizon moves on, and the law is exact over its intervals, thesis
    // (2.28), (5.1); parameters are shared then. 0: every interval has its own (default)
    int noise_in_arrival;
    // Samples from one correction, and one interval, to the next (default 1). Of those between only the inputs are taken, all of which count,
    // and estimates stay as they are. With an estimated input 1
    int every;
} br_horizon_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_horizon_defaults(br_horizon_options *o, size_t size);

// Reads the law again, and finds weights that are not given: milliseconds to a second, allocates. options NULL: defaults. BR_BAD_LAW:
// parameters are missing, or break what the law requires. BR_BAD_USAGE: a list or an option is wrong. why (may be NULL) says
// more; on failure *h is untouched. The lists are not needed afterwards. Close what you opened.
BR_PUBLIC br_status br_horizon_open(br_horizon **h, const br_law *law, const br_horizon_options *options,
                                    br_diag *why) BR_CHECKED;
BR_PUBLIC void br_horizon_close(br_horizon *h); // NULL is fine; not of one in lent memory

// Another horizon like this one, as this one was opened, in lent memory of so many bytes, aligned as malloc aligns; allocates
// nothing. `like` stays open as long, and serves the same thread.
BR_PUBLIC size_t br_horizon_bytes(const br_horizon *like);
BR_PUBLIC br_status br_horizon_init(br_horizon **h, const br_horizon *like, void *memory, size_t bytes) BR_CHECKED;

// ------- What is where

typedef enum br_horizon_part {
    BR_HORIZON_INPUTS,    // of a sample
    BR_HORIZON_MEASURED,  // of a sample
    BR_HORIZON_NUMBERS,   // that are estimated: states, then parameters and inputs
    BR_HORIZON_OUTPUTS,   // of the law
    BR_HORIZON_PARAMETERS // of the law
} br_horizon_part;

BR_PUBLIC int br_horizon_size(const br_horizon *h, br_horizon_part part);
BR_PUBLIC int br_horizon_index(const br_horizon *h, br_horizon_part part, const char *name); // "FC"; -1: there is none

// Name, unit, meaning, first value, and the range that the law allows, of a number, as in law.h. BR_BAD_USAGE if there is none.
BR_PUBLIC br_status br_horizon_number_at(const br_horizon *h, br_horizon_part part, int i,
                                         br_law_number *number) BR_CHECKED;

BR_PUBLIC int br_horizon_guessed(const br_horizon *h); // 1: some noise was not given, and comes from a run of the law

// ------- At every sample: safe in a loop, no allocation, bounded work

// A sample: inputs u, held from now on, and measurements y, with the answers of br_observer_step (observer.h). y belongs to the
// start of u: it was measured before u could move anything. Measurements from the end of the interval, given with the input that
// was held in it, are one sample late, and the estimates wrong without a word. The work of a sample does not grow with the
// horizon, if the preparation is done; else that is done first, and counted (BR_HORIZON_LATE).
BR_PUBLIC br_status br_horizon_step(br_horizon *h, const double *u, const double *y);

// All the work for the next sample; or a part of it, where a loop has to share its time: 1: all is done; 0: there is more. All is
// done after br_horizon_slices calls, mostly fewer; of NULL all is done. BR_BAD_LAW: as of br_horizon_step.
BR_PUBLIC br_status br_horizon_prepare(br_horizon *h);
BR_PUBLIC int br_horizon_slice(br_horizon *h);
BR_PUBLIC int br_horizon_slices(const br_horizon *h);

// Estimate i at the newest sample, and its standard deviation; NaN: there is none.
BR_PUBLIC double br_horizon_value(const br_horizon *h, int i);
BR_PUBLIC double br_horizon_sd(const br_horizon *h, int i);

// Output i as it is expected at the newest sample, with its standard deviation (NULL: not wanted); NaN: there is none.
BR_PUBLIC double br_horizon_output(br_horizon *h, int i, double *sd);

// The horizon itself: how many nodes it has by now, from 1 on to intervals + 1; and estimate i at node k, the oldest of which is
// 0. NaN: there is none. After the preparation these are the nodes that the next problem is linearised about.
BR_PUBLIC int br_horizon_nodes(const br_horizon *h);
BR_PUBLIC double br_horizon_node(const br_horizon *h, int k, int i);

// Innovation of measurement i of the newest sample, measured less expected, and its standard deviation (NULL: not wanted); NaN: missing.
BR_PUBLIC double br_horizon_innovation(const br_horizon *h, int i, double *sd);

// Of the last problem that was solved: its least cost; and how far the nodes were from that, in units of the cost: small where one
// iteration is enough (thesis 5.4.1).
BR_PUBLIC double br_horizon_objective(const br_horizon *h);
BR_PUBLIC double br_horizon_kkt(const br_horizon *h);

// 1: do not trust it: over the last 100 measurements innovations are too large for its noise, it has restarted and not yet proved itself by 60
// measurements that fit, or inputs have been missing or stuck for longer than 20 samples. 0 of NULL.
BR_PUBLIC int br_horizon_doubtful(const br_horizon *h);

// Starts again from br_horizon_size(h, BR_HORIZON_NUMBERS) values as br_horizon_value gives them, those out of their range brought
// back to it; NULL: from the first ones. Parameters and weights stay. BR_BAD_USAGE: one is not finite.
BR_PUBLIC br_status br_horizon_reset(br_horizon *h, const double *x);

// May be changed between samples, as in observer.h; process noise that is 0 stays 0.
BR_PUBLIC double *br_horizon_parameters(br_horizon *h);
BR_PUBLIC double *br_horizon_process_noise(br_horizon *h);
BR_PUBLIC double *br_horizon_largest_sd(br_horizon *h);
BR_PUBLIC double *br_horizon_sensor_noise(br_horizon *h, int i);

// What happened since it was opened.
typedef enum br_horizon_count_of {
    BR_HORIZON_MISSING,    // measurements that were NaN or infinite
    BR_HORIZON_REJECTED,   // beyond the gate, or that cannot be
    BR_HORIZON_RESETS,     // times that it became uncertain again, after too many of those
    BR_HORIZON_LIMITED,    // standard deviations brought down to the largest allowed
    BR_HORIZON_BOUNDED,    // numbers of nodes held at a bound, of all samples
    BR_HORIZON_UNFINISHED, // samples whose bounds were not settled
    BR_HORIZON_LATE,       // samples that came before their preparation was done
    BR_HORIZON_REFUSED,    // samples with inputs left out, or with parameters or weights that were restored
    BR_HORIZON_RESTARTS,   // of the resets: everything starts from the prior
    BR_HORIZON_STUCK       // measurements rejected, of a sensor that does not move while the model does
} br_horizon_count_of;

BR_PUBLIC unsigned long br_horizon_count(const br_horizon *h, br_horizon_count_of what);

#ifdef __cplusplus
}
#endif
#endif
