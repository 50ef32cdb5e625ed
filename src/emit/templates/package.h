// package.h - the header of a package.   [template]

// PREFIX.h - SUBJECT at RATE Hz. Emitted by bristle.
//
//     static PREFIX o;
//     if (PREFIX_init(&o) != 0)
//         return 1;
//     for (;;) { // at every sample
#if HAS_INPUTS
//         PREFIX_real u[CAPITAL_INPUTS] = {0};   // CAPITAL_U_... say what stands where
#endif
//         PREFIX_real y[CAPITAL_MEASURED] = {0}; // CAPITAL_Y_...
#if HAS_INPUTS
//         PREFIX_step(&o, u, y);
#else
//         PREFIX_step(&o, y, y);
#endif
#if IS_COMPENSATOR
//         PREFIX_real F = PREFIX_command(&o); // for the drive, until the next sample
#endif
#if IS_ELASTO
//         PREFIX_real F = PREFIX_force(&o); // friction
#endif
#if IS_OBSERVER
//         PREFIX_real z = PREFIX_value(&o, 0); // what is estimated: CAPITAL_X_...
#if IS_HORIZON
//         for (int i = 0; i < CAPITAL_SLICES && !PREFIX_slice(&o); i++) {
//             // the work for the next sample, as time allows; or all at once: PREFIX_prepare(&o)
//         }
#endif
#endif
//     }
//
// No heap, no files, no globals, no calls through pointers. One object belongs to one thread, and stays where it was begun:
// a copy of one that has begun is none, and answers so.
#ifndef CAPITAL_H
#define CAPITAL_H

#ifdef __cplusplus
extern "C" {
#endif

typedef REAL PREFIX_real;

// INSERT PLACES

// One object; its contents are private. It may not be copied or moved: it points into itself.
typedef struct PREFIX {
    union {
        PREFIX_real number;
        void *place;
        unsigned long count;
        unsigned char byte[BYTES];
    } room;
} PREFIX;

#if IS_COMPENSATOR
// As emitted: settings, parameters, weights and start values. Answers 0; anything else is a mistake of this package.
// Until then every other call does nothing, and answers 2, NULL or 0.
int PREFIX_init(PREFIX *o);

// Restarts, waiting for the first position; settings, parameters and weights stay as they are.
void PREFIX_reset(PREFIX *o);

// A sample: reference motion and measured position. Answers 0: there is a command whatever comes in; 2: u or y is NULL, and
// nothing has happened.
int PREFIX_step(PREFIX *o, const PREFIX_real *u, const PREFIX_real *y);

// The force of the drive from now on, always finite and within its limits; its part from the feedback; the friction force
// that is expected; and how far that is trusted, 0 to 1: command = feedback + share*trust*friction, before limits.
PREFIX_real PREFIX_command(const PREFIX *o);
PREFIX_real PREFIX_feedback(const PREFIX *o);
PREFIX_real PREFIX_friction(const PREFIX *o);
PREFIX_real PREFIX_trust(const PREFIX *o);

// 0: the compensation fades out, and feedback alone remains; 1: it fades in again.
void PREFIX_compensate(PREFIX *o, int on);

// Setting i, which may be changed between samples (for an i that is none: a number that nothing reads), and count i since
// the start.
PREFIX_real *PREFIX_setting(PREFIX *o, int i);
unsigned long PREFIX_count(const PREFIX *o, int i);

#if HAS_PARAMETERS
// Parameters of the law; may be changed between samples. Where they break its bounds or requirements, the last valid ones
// are restored at the next sample, and that is counted (CAPITAL_C_refused).
PREFIX_real *PREFIX_parameters(PREFIX *o);

#endif
#if HAS_WEIGHTS
// Estimate of state i; NaN: there is no such state.
PREFIX_real PREFIX_value(const PREFIX *o, int i);

// May be changed between samples, too: variances per second of the process noise, of all states; variance of measurement i,
// above 0; and upper limits of the standard deviations of all states. They are finite and not negative: a list that is not
// is replaced by its last valid values at the next sample, and CAPITAL_C_refused counts that. NULL: there is no such
// measurement, or the object has not begun.
#if IS_HORIZON
// Process noise that is 0 stays 0. A part of the work for the next sample has been done with the values before; from the
// sample after that on, only the new ones count.
#endif
PREFIX_real *PREFIX_process_noise(PREFIX *o);
PREFIX_real *PREFIX_sensor_noise(PREFIX *o, int i);
PREFIX_real *PREFIX_largest_sd(PREFIX *o);

#endif
#endif
#if IS_ELASTO
// As emitted. Answers 0; anything else is a mistake of this package. Until then every other call answers 2, or NaN.
int PREFIX_init(PREFIX *o);

// Restarts without deflection; parameters stay as they are.
void PREFIX_reset(PREFIX *o);

// A sample: the velocity u[0] (NaN: displacement over time is taken) and the position y[0] (NaN or infinite: missing).
// 0: done; what it answers is finite whatever comes in; 2: u or y is NULL.
int PREFIX_step(PREFIX *o, const PREFIX_real *u, const PREFIX_real *y);

// The friction force, and the elastic deflection.
PREFIX_real PREFIX_force(const PREFIX *o);
PREFIX_real PREFIX_deflection(const PREFIX *o);

// Other parameters from now on, in the order of CAPITAL_P_...; 0: done; else they are wrong, and nothing changes.
int PREFIX_parameters(PREFIX *o, const PREFIX_real *p);

#endif
#if IS_OBSERVER
// As emitted: parameters, weights and start values. Answers 0; anything else is a mistake of this package.
// Until then every other call answers 2, or NaN.
int PREFIX_init(PREFIX *o);

// Restarts from CAPITAL_NUMBERS values, as PREFIX_value gives them, those out of their range brought back to it;
// parameters and weights stay as they are. 0: done; 2: one is not finite, and nothing has changed.
int PREFIX_reset(PREFIX *o, const PREFIX_real *x);

// A sample: inputs, held from now on (one that is NaN or beyond 1e9 in its SI unit is left out, which CAPITAL_C_refused
// counts: the last one is held), and measurements (NaN or infinite: missing; beyond the gate: rejected, CAPITAL_C_rejected;
// after 20 of these in a row its states are uncertain again, CAPITAL_C_resets, and if that does not help, it restarts from its
// first values, CAPITAL_C_restarts). What it answers is finite whatever comes in. 0: done; 5: the result is not finite, and the sample was rejected; 4: a parameter or weight is not
// valid (below), and the sample was taken with the last valid ones; 2: u or y is NULL.
int PREFIX_step(PREFIX *o, const PREFIX_real *u, const PREFIX_real *y);

#if IS_HORIZON
// With several samples from one correction to the next (README.md) only the first of them is corrected; of the others the inputs are taken, and
// estimates stay as they are.

// The work for the next sample, so that PREFIX_step answers at once; else PREFIX_step does it first. 0: done; 4: as of
// PREFIX_step.
int PREFIX_prepare(PREFIX *o);

// A part of that work. 1: all is done that can be; 0: there is more. All is done after CAPITAL_SLICES calls, mostly fewer.
int PREFIX_slice(PREFIX *o);

#endif
// Estimate i, and its standard deviation; NaN: there is no such estimate.
PREFIX_real PREFIX_value(const PREFIX *o, int i);
PREFIX_real PREFIX_sd(PREFIX *o, int i);

#if HAS_OUTPUTS
// Output i as it is expected now, and its standard deviation (sd NULL: not wanted); NaN: there is none.
PREFIX_real PREFIX_output(PREFIX *o, int i, PREFIX_real *sd);

#endif
// 1: do not trust it: innovations are too large for its noise over the last 100 measurements, it has restarted and not yet proved itself by
// 60 measurements that fit, or inputs have been missing or stuck for longer than 20 samples.
int PREFIX_doubtful(const PREFIX *o);

#if IS_HORIZON
// Innovation of measurement i of the newest sample, measured less expected, and its standard deviation (sd NULL: not wanted); NaN: missing.
PREFIX_real PREFIX_innovation(const PREFIX *o, int i, PREFIX_real *sd);

// Of the last problem that was solved: its least cost, and how far the nodes were from it (KKT residual), in units of the cost.
PREFIX_real PREFIX_objective(const PREFIX *o);
PREFIX_real PREFIX_kkt(const PREFIX *o);

// How many nodes the horizon has by now, and estimate i at node k, of which 0 is the oldest; NaN: there is none.
int PREFIX_nodes(const PREFIX *o);
PREFIX_real PREFIX_node(const PREFIX *o, int k, int i);

#else
// Innovation of the last measurement, measured less expected, and its standard deviation (sd NULL: not wanted); NaN: missing. And the mean
// square of normalised innovations over the last 100: 1 where model and noise are right.
PREFIX_real PREFIX_innovation(const PREFIX *o, PREFIX_real *sd);
PREFIX_real PREFIX_nis(const PREFIX *o);

#endif
// May be changed between samples: parameters; variances per second of the process noise, of all estimates (those of
// parameters and inputs as shares of their scale, squared); and the variance of measurement i, above 0.
PREFIX_real *PREFIX_parameters(PREFIX *o);
PREFIX_real *PREFIX_process_noise(PREFIX *o);
PREFIX_real *PREFIX_sensor_noise(PREFIX *o, int i);

// And upper limits of the standard deviations of all estimates (those of parameters and inputs as shares of their scale).
PREFIX_real *PREFIX_largest_sd(PREFIX *o);

// What of these has changed is checked by the next call that uses it. Parameters are within the bounds of the law and meet
// its requirements (but for one that is estimated); all else is finite and not negative. A list that is not is replaced by
// its last valid values, CAPITAL_C_refused counts that, and the call answers 4. NULL: there is no such measurement, or the
// object has not begun.
#if IS_HORIZON
// Process noise that is 0 stays 0.
#endif

unsigned long PREFIX_count(const PREFIX *o, int i); // of CAPITAL_C_...

#endif
// The whole state as CAPITAL_SAVED bytes, and back into an object that has begun, here or in another program with this package: it goes
// on with the same bits. 0: done; 2: NULL, or no room; 3: these bytes are no state of this very package, were cut or changed, and nothing has
// happened.
int PREFIX_save(PREFIX *o, unsigned char *to, unsigned long size);
int PREFIX_restore(PREFIX *o, const unsigned char *from, unsigned long size);

#ifdef __cplusplus
}
#endif
#endif
