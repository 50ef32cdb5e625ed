// observer.h - friction states and parameters, estimated sample by sample: Kalman filters, elasto-plastic estimator.   [host]
//
//     br_observer *o;
//     br_observer_options with;
//     br_diag why;
//     double v, F, sd;
//     br_observer_defaults(&with, sizeof with);
//     with.rate = 1e3;                               // samples a second
//     with.estimate = "sigma0, FC = 2 N";            // beside the states
//     if (br_observer_open(&o, law, &with, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     while (next(&v, &F)) {                         // what comes in, and what is measured
//         (void)br_observer_step(o, &v, &F);         // no allocation, bounded time
//         double force = br_observer_output(o, 0, &sd);
//         printf("%g +- %g N\n", force, sd);
//     }
//     br_observer_close(o);
//
// An observer of a friction law takes the velocity and measures the friction force; one of a plant with friction in it (law
// "mass" with a law as its `friction`, law.h) takes the drive force and measures the position. Inputs are held from sample to sample, as
// a controller holds them: where they are not, as in a log of a continuous motion, parameters may be off by what half a
// sample changes (simulate.h with a method of fixed steps holds them, too). Everything is in SI units. These are the calls of an emitted
// package (`bristle emit --observer`), with the same weights and the same bits: a program moves from one to the other by
// exchanging names. Whatever comes in, what an observer answers is finite. docs/observers.md explains kinds, noise and gates.
// An observer serves one thread at a time. NULL in place of one is BR_BAD_USAGE, or answered by 0, NULL or NaN.
#ifndef BRISTLE_OBSERVER_H
#define BRISTLE_OBSERVER_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_observer br_observer;

typedef enum br_observer_kind {
    BR_OBSERVER_EKF,            // extended Kalman filter: the default
    BR_OBSERVER_UKF,            // unscented Kalman filter: no derivatives, for laws that switch
    BR_OBSERVER_STATIONARY,     // constant gain, found at the start: the cheapest sample
    BR_OBSERVER_ELASTO_PLASTIC, // deflection from positions alone, law "elasto-plastic": for microcontrollers and haptics
    BR_OBSERVER_PARTICLE        // particle filter: a cloud of points with modes of their own, for laws that switch
} br_observer_kind;

typedef struct br_observer_options {
    size_t size; // of this structure, by br_observer_defaults
    br_observer_kind kind;
    double rate; // samples a second (default 1000)
    const char
        *measured; // "F": names of outputs, then of states, in the order of the law, which is that of y in a sample
                   // (default: F of a friction law; else x, x1, the first output)
    const char *estimate; // "kappa[3] = 0, FC, log(vs)": parameters beside the states, with a start (default: none)
    // Standard deviations are in units, "z = 1 nm", and of estimates also shares of the value that the law has: "FC = 5 %" or "FC =
    // 0.05". Those of results are only as good as these: give them all, and look at br_observer_nis.
    // Sensor noise: of outputs, "F = 0.5 N"; of measured states, "measured.x = 1 um"; process noise: of states and
    // estimates for a sample, "z = 1 nm, FC = 5 %", or as a density, "z = 30 nm/s^(1/2)" (default: found along a run
    // of the law itself: br_observer_guessed)
    const char *noise;
    // At the start: "FC = 30 %, z = 1 um" (default: 10 % of a state along that run; 5 % of an estimate; where its
    // start is given, three times what that is off the law's value)
    const char *prior;
    const char
        *most;   // and at any time: "z = 2 um" (default: of an estimate its prior; of a state its size along that run)
    int every;   // samples from one correction to the next (default 1)
    double gate; // measurements beyond so many standard deviations are rejected (default 6; 0: only absurd ones)
    const char *method; // of a step, as in flow.h (default: chosen by the law)
    int substeps;       // of every step (default 0: as the method chooses)
    long particles;     // of a particle filter, 16 to 65536: its time and memory grow with them (default 0: 256)
} br_observer_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_observer_defaults(br_observer_options *o, size_t size);

// Reads the law again, and finds weights that are not given: milliseconds to a second, allocates. options NULL: defaults. BR_BAD_LAW:
// parameters are missing, or break what the law requires. BR_BAD_USAGE: a list or an option is wrong. BR_NEGATIVE: there is no
// stationary gain, since something that grows is not seen. why (may be NULL) says more; on failure *o is untouched. The lists are
// not needed afterwards. Close what you opened.
BR_PUBLIC br_status br_observer_open(br_observer **o, const br_law *law, const br_observer_options *options,
                                     br_diag *why) BR_CHECKED;
BR_PUBLIC void br_observer_close(br_observer *o); // NULL is fine; not of one in lent memory

// Another observer like this one, as this one was opened, in lent memory of so many bytes, aligned as malloc aligns; allocates
// nothing, takes microseconds. `like` stays open as long, and serves the same thread.
BR_PUBLIC size_t br_observer_bytes(const br_observer *like);
BR_PUBLIC br_status br_observer_init(br_observer **o, const br_observer *like, void *memory, size_t bytes) BR_CHECKED;

// ------- What is where

typedef enum br_observer_part {
    BR_OBSERVER_INPUTS,    // of a sample
    BR_OBSERVER_MEASURED,  // of a sample
    BR_OBSERVER_NUMBERS,   // that are estimated: states, then parameters and inputs
    BR_OBSERVER_OUTPUTS,   // of the law
    BR_OBSERVER_PARAMETERS // of the law
} br_observer_part;

BR_PUBLIC int br_observer_size(const br_observer *o, br_observer_part part);
BR_PUBLIC int br_observer_index(const br_observer *o, br_observer_part part,
                                const char *name); // "FC"; -1: there is none

// Name, unit, meaning, range and first value of a number, as in law.h. BR_BAD_USAGE if there is none.
BR_PUBLIC br_status br_observer_number_at(const br_observer *o, br_observer_part part, int i,
                                          br_law_number *number) BR_CHECKED;

BR_PUBLIC int br_observer_guessed(const br_observer *o); // 1: some noise was not given, and comes from a run of the law

// ------- At every sample: safe in a loop, no allocation, bounded work

// A sample: inputs u, held from now on (one that is NaN or beyond 1e9 is left out: the last one is held), and measurements y (NaN
// or infinite: missing; beyond the gate: rejected; after 20 of these in a row its states are uncertain again, and if that does
// not help it starts again). BR_NOT_FINITE: the result is not, and the sample was rejected. BR_BAD_LAW: a parameter or
// weight that was changed is not valid; the sample was taken with the last valid ones. BR_BAD_USAGE: u or y is NULL.
BR_PUBLIC br_status br_observer_step(br_observer *o, const double *u, const double *y);

// The same where samples are not even: dt after the last one, which of the first is any number above 0, without effect. BR_BAD_USAGE: dt is
// not finite, or not above 0; nothing has happened.
BR_PUBLIC br_status br_observer_step_after(br_observer *o, const double *u, const double *y, double dt);

// Estimate i, and its standard deviation; NaN: there is none. The elasto-plastic estimator has no standard deviations.
BR_PUBLIC double br_observer_value(const br_observer *o, int i);
BR_PUBLIC double br_observer_sd(br_observer *o, int i);

// Output i as it is expected now, with its standard deviation (NULL: not wanted); NaN: there is none.
BR_PUBLIC double br_observer_output(br_observer *o, int i, double *sd);

// Innovation of the last measurement of the sample, measured less expected, and its standard deviation (NULL: not wanted); NaN: none has come.
BR_PUBLIC double br_observer_innovation(const br_observer *o, double *sd);

// Mean square of the normalised innovations of late: 1 where model and noise are right; NaN: not known. Of noise that was guessed
// (br_observer_guessed) it says more than of the model.
BR_PUBLIC double br_observer_nis(const br_observer *o);

// 1: do not trust it: the mean square above is out of its band, it has restarted and not yet proved itself by 60 measurements that fit, or
// inputs have been missing or stuck for longer than 20 samples. 0 of the elasto-plastic estimator, which does not judge itself, and of NULL.
BR_PUBLIC int br_observer_doubtful(const br_observer *o);

// Starts again from br_observer_size(o, BR_OBSERVER_NUMBERS) values as br_observer_value gives them, those out of their range
// brought back to it; NULL: from the first ones. Parameters and weights stay. BR_BAD_USAGE: one is not finite.
BR_PUBLIC br_status br_observer_reset(br_observer *o, const double *x);

// May be changed between samples, through these: parameters (what is estimated is not read); variances per second of the process
// noise, of all numbers (of estimated ones as shares of their scale, squared); upper limits of the standard deviations of
// all numbers; the variance of measurement i, above 0. What is not valid is restored at the next sample, which answers
// BR_BAD_LAW. They stay until the observer is closed. NULL: there is none; the elasto-plastic estimator has parameters only.
BR_PUBLIC double *br_observer_parameters(br_observer *o);
BR_PUBLIC double *br_observer_process_noise(br_observer *o);
BR_PUBLIC double *br_observer_largest_sd(br_observer *o);
BR_PUBLIC double *br_observer_sensor_noise(br_observer *o, int i);

// Stationary gain: computed again at the present estimate, with these inputs. Not for a loop. BR_NEGATIVE: there is none. Others:
// BR_BAD_USAGE. On failure gains stay.
BR_PUBLIC br_status br_observer_freeze(br_observer *o, const double *u) BR_CHECKED;

// What happened since it was opened.
typedef enum br_observer_count_of {
    BR_OBSERVER_MISSING,  // measurements that were NaN or infinite
    BR_OBSERVER_REJECTED, // beyond the gate, or that cannot be
    BR_OBSERVER_STUCK,    // the same, of a sensor that does not move while the model does
    BR_OBSERVER_RESETS,   // times that it became uncertain again, after too many of those
    BR_OBSERVER_LIMITED,  // standard deviations brought down to the largest allowed
    BR_OBSERVER_BOUNDED,  // estimates brought back into their range
    BR_OBSERVER_REFUSED, // samples from which nothing finite followed, or with parameters or weights that were restored
    BR_OBSERVER_ALARMS,  // times that innovations became too large for the noise
    BR_OBSERVER_RESTARTS // of the resets: everything starts from the prior
} br_observer_count_of;

BR_PUBLIC unsigned long br_observer_count(const br_observer *o, br_observer_count_of what);

#ifdef __cplusplus
}
#endif
#endif
