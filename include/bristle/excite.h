// excite.h - excitation signals for the identification of friction: standard and optimal ones, within the limits of a machine.   [host]
//
//     br_excitation *x;
//     br_excitation_options o;
//     br_diag why;
//     br_excitation_defaults(&o, sizeof o, "ladder");
//     o.limit_x = 0.05, o.limit_a = 2;                       // m either way from the start, m/s^2
//     if (br_excitation_open(&x, law, &o, &why) != BR_OK || br_excitation_run(x, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     const double *position = br_excitation_values(x);      // br_excitation_rows(x) numbers, o.step apart
//     printf("%s", br_excitation_notes(x));
//     br_excitation_close(x);
//
// staircase   force in steps with rests: the presliding curve
// ramps       force at several rates: break-away
// loops       positions to and fro: hysteresis
// ladder      constant speeds in both directions: friction over speed
// multisine   force with many frequencies: frequency responses
// optimal     positions that tell most about the parameters of a law: its Fisher information, from exact sensitivities, is maximised
// interval    input of a plant that sticks and slips, such as "drive-train", for guaranteed bounds (bound.h): D-optimal, and within
//             its limit for all parameters of the ranges; or by the criterion of Rauh et al. 2017: paper; or to follow a move: tracking
//
// Every sample and its first and second differences are checked against the limits. The motion under a force, and without a mass the
// force of a motion, are not known in advance: supervise them. docs/excite.md says which kind identifies what. The numbers are those of
// `bristle excite` to the bit, and do not depend on threads. With a law whose FC is in N*m the axis turns: read rad for m, N*m for
// N and kg*m^2 for kg. A handle serves one thread at a time. No call is for a control loop. NULL
// in place of a handle is BR_BAD_USAGE, or answered by 0, NULL or NaN.
#ifndef BRISTLE_EXCITE_H
#define BRISTLE_EXCITE_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_excitation br_excitation;

typedef struct br_excitation_options {
    size_t size;      // of this structure, by br_excitation_defaults
    const char *kind; // as above
    double step;      // s between rows (default 1e-3)
    // Limits of the machine. Forces need F; positions need x and a. 0: none (default)
    double limit_x, limit_v, limit_a; // m either way from the start, m/s, m/s^2
    double limit_F, limit_rate;       // N; N/s, of staircases and ramps
    // Standard kinds. 0 (default): from the law, where it has parameters for it
    double from,
        to; // smallest and largest rate in N/s, amplitude in m, speed in m/s, frequency in Hz; staircase: to, in N
    double level; // N, top of ramps, RMS of a multisine
    int steps;    // levels, rates, amplitudes, speeds or lines (default 10, 5, 6, 10, 30)
    int repeats;  // of the whole, of each amplitude, periods (default 1; loops and multisine 4)
    double rest;  // s at each level, between ramps, at each end of a move (default 0.5)
    double stay;  // s at each speed, of the smallest stroke, of a period (default ladder 2, loops 0.2, multisine 10)
    int odd;      // 1: lines of a multisine at odd multiples of 1/stay only (default 0)
    // Optimal motions, which need a law
    int worst;               // 0: least mean standard deviation (D-optimal, default), 1: least worst one (E-optimal)
    const char *wanted;      // parameters of interest, "FC, vs, kappa"; the others count as known (default: all)
    int bernstein;           // 0: moves from rest to rest, there and back (default), 1: one polynomial
    int pieces;              // moves one way, or free coefficients, 1 to 32 (default 0: 8 moves, 16 coefficients)
    double duration;         // s (default 10)
    double noise;            // N, standard deviation of the measured force (default 0: 1 % of FC)
    double mass;             // kg, that moves (default 0: forces are friction alone)
    int budget;              // motions that are evaluated (default 4000)
    int threads;             // at most; 0: one a core (default)
    unsigned long long seed; // of phases and of random starts, 1 to 2^46 (default 1)
    // Inputs for bounds, which need a law with its expected values; limit_F (of the input) and limit_x (of the position) in its SI
    // units, N*m and rad of a plant that turns; wanted: the parameter that paper sharpens (default: the first range); bernstein
    // (default 1); pieces: 1 to 16 (default 0: 6); duration (default 8); step (default 0.01); and
    const char *range; // ranges of the parameters, as for bound.h: "alpha = 3..6 1/s, TF = 0..0.3 N*m" (required)
    double error;      // largest error of the measured position (default 0: 1/1000 of limit_x)
    // Limits and sizes of an axis that turns (1), or slides (0), which the law has to suit (default -1: as the law does; without one it slides)
    int turns;
    // Before messages, at most 31 characters: "axis-tool: ". They and notes name options as a command line has them then, "--noise"
    // (default: they name members, and br_diag_member does)
    const char *who;
    const volatile int
        *stop; // of the program: where it is not 0 any more a search ends, which is BR_NEGATIVE (default: none)
} br_excitation_options;

// The standard kinds; NULL behind the last.
BR_PUBLIC const char *br_excitation_kind(int i);
// Whether a standard kind takes an option: "from", "to", "level", "rest", "stay", "seed" or "odd"; of the first three also what that
// is, "speed", and its unit in SI on an axis that slides or turns (both may be NULL).
BR_PUBLIC int br_excitation_takes(const char *kind, const char *option, int turns, const char **what,
                                  const char **unit);
// The limits: "x", "v", "a", "F" and "rate", NULL behind the last; and their units in SI. NULL: there is none.
BR_PUBLIC const char *br_excitation_limit(int i);
BR_PUBLIC const char *br_excitation_limit_unit(const char *limit, int turns);

// Fills the options of a kind; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known, or no such kind.
BR_PUBLIC br_status br_excitation_defaults(br_excitation_options *o, size_t size, const char *kind);

// law: NULL, where all sizes are given; it is read again, and may be closed then. BR_BAD_USAGE: an option is wrong, or a limit is
// missing. BR_BAD_LAW: parameters of the law are missing. why (may be NULL) says more; on failure *x is untouched. Close what you opened.
BR_PUBLIC br_status br_excitation_open(br_excitation **x, const br_law *law, const br_excitation_options *o,
                                       br_diag *why) BR_CHECKED;
BR_PUBLIC void br_excitation_close(br_excitation *x); // NULL is fine

// Makes the signal; once. Standard kinds take milliseconds, an optimal one the time of its budget. BR_NEGATIVE: the limits leave no room
// for it. progress (may be NULL) is called now and then by a search, in this thread, with the share that is done, and answers 0 to
// stop it: the best motion until then is kept; of inputs for bounds, which are three designs to compare, BR_NEGATIVE.
BR_PUBLIC br_status br_excitation_run(br_excitation *x, int (*progress)(void *context, double share), void *context,
                                      br_diag *why) BR_CHECKED;

// ------- The signal; 0, NULL or "" before the run. Texts and numbers are the handle's own, and stay until it is closed.

BR_PUBLIC size_t br_excitation_rows(const br_excitation *x);
BR_PUBLIC const double *br_excitation_values(const br_excitation *x); // m, or N; row k is at k*step
BR_PUBLIC int br_excitation_is_force(const br_excitation *x);
// t and x or u as a table (table.h), to be written; numbers are borrowed: close it before the excitation.
BR_PUBLIC br_status br_excitation_table(const br_excitation *x, br_table **table, br_diag *why) BR_CHECKED;
BR_PUBLIC const char *br_excitation_notes(const br_excitation *x); // to be read before the machine moves, a line each
BR_PUBLIC int br_excitation_turns(const br_excitation *x);         // 1: values are in rad or N*m
BR_PUBLIC int br_excitation_was_stopped(const br_excitation *x);   // 1: by progress; it is the best motion until then

// A standard kind as it was made: sizes that were not given are from the law. Of an optimal motion only what the law has.
typedef struct br_excitation_sizes {
    size_t size;            // of this structure: set it before the call
    const char *steps_of;   // what there are steps of: "speeds"
    const char *identifies; // what its log is for
    const char *unit;       // of from and to
    double from, to, level; // NaN: without effect on this kind
    int steps, repeats;
    double rest, stay;         // s; NaN: without effect
    double FC, FS, vs, length; // of the law: forces, speed, and the way over which friction builds up; NaN: none
} br_excitation_sizes;

// BR_BAD_USAGE: it is not made, or is an input for bounds, or no structure of a size that is known.
BR_PUBLIC br_status br_excitation_sizes_of(const br_excitation *x, br_excitation_sizes *sizes) BR_CHECKED;

// What it reaches of a limit, "x", "v", "a", "F" or "rate"; NaN: not known. *most (may be NULL): the limit, infinite: none.
BR_PUBLIC double br_excitation_reached(const br_excitation *x, const char *limit, double *most);

// ------- What an optimal motion is expected to tell, beside standard ones of the same duration; or an input for bounds, beside the
// other two: motions are "tracking", "paper" and "interval" then

BR_PUBLIC int br_excitation_parameters(const br_excitation *x);               // of interest; 0 of standard kinds
BR_PUBLIC const char *br_excitation_parameter(const br_excitation *x, int i); // "FC", "kappa[2]"
BR_PUBLIC int br_excitation_motions(const br_excitation *x); // compared: 0 is the one that was searched, of optimal
BR_PUBLIC const char *br_excitation_motion(const br_excitation *x, int motion); // "optimal", "ladder"
BR_PUBLIC int br_excitation_best(const br_excitation *x); // the motion that the rows are; -1: none
// Standard deviation of parameter i, in SI, from a log of a motion with that noise; NaN: the motion cannot be made.
BR_PUBLIC double br_excitation_sd(const br_excitation *x, int motion, int i);
// All of them in one number, relative to the parameters: mean (worst 0) or worst (1).
BR_PUBLIC double br_excitation_size(const br_excitation *x, int motion, int worst);
// Whether a motion stays within the limits: 1; 0: it does not; -1: it cannot be made. Only those that do can be best.
BR_PUBLIC int br_excitation_fits(const br_excitation *x, int motion);
BR_PUBLIC double br_excitation_force(const br_excitation *x, int motion); // the largest of friction and inertia, N; NaN

// Of an optimal motion. A standard deviation counts relative to `relative_to`: the value, or where that is 0 what would change the force
// by its RMS.
typedef struct br_excitation_parameter_number {
    size_t size; // of this structure: set it before the call
    const char *name, *unit;
    double value, relative_to;
} br_excitation_parameter_number;

BR_PUBLIC br_status br_excitation_parameter_at(const br_excitation *x, int i,
                                               br_excitation_parameter_number *number) BR_CHECKED;
BR_PUBLIC int br_excitation_pieces(const br_excitation *x); // moves one way, or free coefficients; 0 of other kinds
BR_PUBLIC int br_excitation_evaluations(const br_excitation *x); // motions that were tried
BR_PUBLIC int br_excitation_starts(const br_excitation *x);      // from so many starts
BR_PUBLIC double br_excitation_noise(const br_excitation *x);    // N, as used; NaN of other kinds
// Inputs for bounds: expected width of what br_bound_run leaves of parameter i, from a rehearsed log; NaN of other kinds.
BR_PUBLIC double br_excitation_width(const br_excitation *x, int motion, int i);
// What the plant is called there: its input "F", position "x" and velocity "v", "u", "x1" and "x2", with their units in SI (may be
// NULL); from the moment it is open. "" of other kinds.
BR_PUBLIC const char *br_excitation_quantity(const br_excitation *x, const char *limit, const char **unit);
// What it does along each input, as a table: t; u.tracking, x1.tracking, x2.tracking and the same of the other two; and of the
// best one, for all parameters of the ranges, x1.middle, x1.half, x2.middle, x2.half. Numbers are borrowed: close it before the excitation.
BR_PUBLIC br_status br_excitation_rehearsal(const br_excitation *x, br_table **table, br_diag *why) BR_CHECKED;
// And the coefficients of the input: their number, at most 16; c (may be NULL) gets them. 0 of other kinds.
BR_PUBLIC int br_excitation_coefficients(const br_excitation *x, double *c);

#ifdef __cplusplus
}
#endif
#endif
