// control.h - friction compensation: a position controller sample by sample, and the comparison of all compensators.   [host]
//
//     br_compensator *c;
//     br_axis_options axis;
//     br_diag why;
//     br_axis_defaults(&axis, sizeof axis);
//     axis.mass = 1;                                    // kg
//     axis.rate = 5e3;                                  // samples a second
//     if (br_compensator_open(&c, law, "lugre", &axis, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     while (next(reference, &position)) {              // position, velocity and acceleration; as measured
//         (void)br_compensator_step(c, reference, &position);
//         drive(br_compensator_command(c));             // N; no allocation, bounded time
//     }
//     br_compensator_close(c);
//
// Feedback is the same for all compensators, Kp = m w^2 and Kd = 2 m w with one bandwidth w; the integral gain and one gain of the
// compensator's own are tuned on a simulated axis, by 8 runs each on a shorter and slower reference. A tuned compensator is a start, not your machine:
// br_compensator_setting changes what was tuned, and trust in the friction force fades where it is not to be believed. These are the calls of
// an emitted package (`bristle emit --compensator`), with the same bits. The law is a friction law, with input v and output F; rotary
// ones (N*m) take rad in place of m, and N*m in place of N. docs/control.md explains compensators and columns. A handle serves one
// thread at a time. NULL in place of one is BR_BAD_USAGE, or answered by 0, NULL or NaN.
#ifndef BRISTLE_CONTROL_H
#define BRISTLE_CONTROL_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// An axis, what it is to do, and how its controller is tuned.
typedef struct br_axis_options {
    size_t size;        // of this structure, by br_axis_defaults
    double mass;        // kg, or kg*m^2: to be given
    double rate;        // samples of the controller a second (default 5000)
    const char *course; // reference: "sine", or "moves" from point to point with rests (default sine)
    double stroke;      // of the reference, end to end, m (default 0.5e-3)
    double period;      // of the reference, there and back, s (default 1)
    double bandwidth;   // of the feedback, rad/s (default 0: 0.02 per sample)
    double share;       // of the friction force that is compensated (default 1)
    double most, slew;  // limits of the command, N, and of its rate, N/s (default 0: none)
    double dead_band;   // speed below which the velocity counts as 0, m/s (default 0)
    double fade_in;     // s, in which the compensation rises to its share (default -1: 10 samples)
    const char
        *velocity;      // that friction is computed from: "reference" or "measured" (default: as suits the compensator)
    double wrong;       // relative error of the friction parameters in the compensators, above -1 (default 0)
    double encoder;     // resolution of the measured position, m (default 0: exact)
    double noise;       // standard deviation of the measured position, m (default 0)
    int delay;          // samples from a command to its force, 0 to 50 (default 0)
    const br_law *real; // friction of the axis as it is (default: as it is known)
    double force_noise; // of the drive, N, in every sample (default 0)
    double cogging, pitch;   // a force that is a sine over the position: N, and m (default 0: none)
    unsigned long long seed; // of the noise (default 1)
    // While it is tuned and compared: called now and then with the share that is done; answers 0 to stop, which is BR_NEGATIVE.
    int (*progress)(void *context, double share);
    void *context;
    double step; // s, of a sample, in place of the rate (default 0: by the rate)
    // Before messages, at most 31 characters: "axis-tool: ". They and all notes name options as a command line has them then, "--wrong",
    // for programs that have one (default: they name members, and br_diag_member does)
    const char *who;
} br_axis_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_axis_defaults(br_axis_options *o, size_t size);

// A synthetic rig as axis, "rig/axis" or "rig/exact" (docs/rigs.md): its mass and sensors, into options that are filled. *friction is its friction as
// it is known. *real is that of rig/axis as it is, which the options name as `real`; NULL: as it is known. Close both when all is opened that
// has these options. Milliseconds; allocates. BR_BAD_USAGE: there is no such rig, or it has no mass. On failure nothing is written.
BR_PUBLIC br_status br_axis_of_rig(br_axis_options *o, const char *rig, br_law **friction, br_law **real,
                                   br_diag *why) BR_CHECKED;

// Compensators by name, "lugre", and in words; NULL behind the last one.
BR_PUBLIC const char *br_compensator_name(int i);
BR_PUBLIC const char *br_compensator_meaning(int i);

// ------- A compensator in a loop

typedef struct br_compensator br_compensator;

// Tunes it: a tenth of a second to a minute, allocates. Reads the law again. BR_BAD_LAW: parameters are missing, or break what the law
// requires. BR_BAD_USAGE: there is no such compensator, or an option is wrong. why (may be NULL) says more; on failure *c is
// untouched. Options are not needed afterwards. Close what you opened.
BR_PUBLIC br_status br_compensator_open(br_compensator **c, const br_law *friction, const char *name,
                                        const br_axis_options *axis, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_compensator_close(br_compensator *c); // NULL is fine; not of one in lent memory

// Another one like this, as this one was opened, in lent memory of so many bytes, aligned as malloc aligns; allocates nothing. `like`
// stays open as long, and serves the same thread.
BR_PUBLIC size_t br_compensator_bytes(const br_compensator *like);
BR_PUBLIC br_status br_compensator_init(br_compensator **c, const br_compensator *like, void *memory,
                                        size_t bytes) BR_CHECKED;

// What its user should know, a line each: "" for none.
BR_PUBLIC const char *br_compensator_notes(const br_compensator *c);

// A sample: u is the reference, its position, velocity and acceleration (one that is not finite or beyond 1e9 holds the last one, at
// rest); y the measured position (NaN, infinite or beyond 1e9: missing). Safe in a loop: no allocation, bounded work. BR_BAD_LAW: a
// parameter or weight that was changed is not valid; the sample was taken with the last valid ones. BR_BAD_USAGE: u or y is NULL.
BR_PUBLIC br_status br_compensator_step(br_compensator *c, const double *u, const double *y);

// After a sample, all of them finite: the command from now on, N; its feedback with the acceleration of the mass; the friction force
// that is expected, before share and trust; and trust in it, 0 to 1.
BR_PUBLIC double br_compensator_command(const br_compensator *c);
BR_PUBLIC double br_compensator_feedback(const br_compensator *c);
BR_PUBLIC double br_compensator_friction(const br_compensator *c);
BR_PUBLIC double br_compensator_trust(const br_compensator *c);

BR_PUBLIC void br_compensator_reset(br_compensator *c); // as after it was opened, but for counts and what was changed
BR_PUBLIC void br_compensator_compensate(br_compensator *c, int on); // 0: friction fades out, and stays so

// Settings, by index or name: "Kp", "Ki", "share", "most", "fastest" ... They may be changed between samples; invalid ones are refused and counted, and the
// last valid one stays. Safe in a loop, too. NULL, -1 and BR_BAD_USAGE: there is none. Of a number `value` is that of its tuning.
BR_PUBLIC int br_compensator_settings(const br_compensator *c);
BR_PUBLIC br_status br_compensator_setting_at(const br_compensator *c, int i, br_law_number *number) BR_CHECKED;
BR_PUBLIC int br_compensator_setting_index(const br_compensator *c, const char *name);
BR_PUBLIC double *br_compensator_setting(br_compensator *c, int i);

// Parameters of the law that it stands on, if it does, and of an EKF or MHE its states and weights, as in observer.h. May be changed
// between samples; what is not valid is restored, and counted. NULL and NaN: there is none.
BR_PUBLIC double *br_compensator_parameters(br_compensator *c);
BR_PUBLIC double br_compensator_value(const br_compensator *c, int i);
BR_PUBLIC double *br_compensator_process_noise(br_compensator *c);
BR_PUBLIC double *br_compensator_largest_sd(br_compensator *c);
BR_PUBLIC double *br_compensator_sensor_noise(br_compensator *c, int i);

typedef enum br_compensator_part {
    BR_COMPENSATOR_PARAMETERS, // of that law
    BR_COMPENSATOR_STATES      // that an EKF or MHE estimates
} br_compensator_part;

BR_PUBLIC int br_compensator_size(const br_compensator *c, br_compensator_part part);
BR_PUBLIC br_status br_compensator_number_at(const br_compensator *c, br_compensator_part part, int i,
                                             br_law_number *number) BR_CHECKED;

// What happened since it was opened.
typedef enum br_compensator_count_of {
    BR_COMPENSATOR_MISSING, // positions that were missing, or too far off
    BR_COMPENSATOR_DOUBTED, // of those, too far off
    BR_COMPENSATOR_REFUSED, // references, settings, parameters and weights that are not valid
    BR_COMPENSATOR_UNKNOWN, // friction forces that were not to be believed
    BR_COMPENSATOR_FADED,   // times that trust began to fade
    BR_COMPENSATOR_LIMITED  // commands brought within their limits
} br_compensator_count_of;

BR_PUBLIC unsigned long br_compensator_count(const br_compensator *c, br_compensator_count_of what);

// ------- All compensators on one simulated axis, tuned alike and run alike

typedef struct br_comparison br_comparison;

// compensators: "coulomb, lugre", beside none, pid and disturbance, which are always compared; NULL: all but mhe and mhe-lugre, which take
// long. robustness: 1 for the cases below, too. Seconds to minutes; allocates. Errors as of br_compensator_open. Close what you made.
BR_PUBLIC br_status br_comparison_make(br_comparison **c, const br_law *friction, const char *compensators,
                                       int robustness, const br_axis_options *axis, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_comparison_close(br_comparison *c); // NULL is fine

typedef struct br_comparison_row {
    size_t size;           // of this structure
    const char *name;      // "lugre"
    const char *gain_name; // of its own gain; "" where it has none
    double Kp, Kd, Ki, gain;
    int at_end;       // 1: a gain is the least or the largest of those that were tried
    int unstable;     // 1: the axis left its course; errors are infinite
    double rms, peak; // of the tracking error, m
    double reversal;  // the largest after a reversal, m
    double settling;  // longest time after a move, s; infinite: never
    double cycle;     // limit cycle at rest, peak to peak, m; 0: none
    double chatter;   // RMS of what a sample changes the command by, N
    double effort;    // RMS of the command, N
    double energy;    // of the drive, int |u v| dt, J
    int below_pid;    // with robustness: cases in which its RMS error is below that of the pid
} br_comparison_row;

BR_PUBLIC int br_comparison_rows(const br_comparison *c);
BR_PUBLIC int br_comparison_index(const br_comparison *c, const char *name); // -1: it was not compared
// BR_BAD_USAGE: there is no row i, or no structure of a size that is known. Texts stay until the comparison is closed.
BR_PUBLIC br_status br_comparison_at(const br_comparison *c, int i, br_comparison_row *row) BR_CHECKED;

// Robustness: parameters and mass wrong by +-20 % and +-50 %, encoder, noise, rates, delay; RMS errors in m, infinite if unstable.
BR_PUBLIC int br_comparison_cases(const br_comparison *c);                     // 0: not asked for
BR_PUBLIC const char *br_comparison_case(const br_comparison *c, int j);       // "parameters +20 %"
BR_PUBLIC double br_comparison_case_rms(const br_comparison *c, int i, int j); // of row i; NaN: there is none

typedef enum br_comparison_figure {
    BR_COMPARISON_PERIODS,   // of the reference
    BR_COMPARISON_BANDWIDTH, // of the feedback, rad/s
    BR_COMPARISON_BAND,      // within which the axis has settled, m
    BR_COMPARISON_TRIALS     // runs by which each compensator was tuned, at most
} br_comparison_figure;

BR_PUBLIC double br_comparison_result(const br_comparison *c, br_comparison_figure figure); // NaN: there is none

// A signal of row i, a number for each of *rows samples; fewer than those of others where it was unstable. NULL: there is none. Stays until
// the comparison is closed.
typedef enum br_comparison_signal {
    BR_COMPARISON_TIME,
    BR_COMPARISON_REFERENCE,
    BR_COMPARISON_ERROR,
    BR_COMPARISON_COMMAND,
    BR_COMPARISON_FRICTION, // as it is
    BR_COMPARISON_ESTIMATE  // as the compensator expects it, 0 where it does not
} br_comparison_signal;

BR_PUBLIC const double *br_comparison_signal_of(const br_comparison *c, int i, br_comparison_signal signal,
                                                size_t *rows);

// The friction as compensators know it, in a few numbers: from its steady force at speeds of the course, and the way over which it builds up.
typedef struct br_axis_friction {
    size_t size;           // of this structure: set it before the call
    double FC, FS;         // N
    double vs, viscous;    // m/s, N*s/m
    double sigma0, sigma1; // of the LuGre model nearest to it, N/m and N*s/m
    double length;         // over which half of FC builds up, m
    int own;               // 1: sigma0 and sigma1 are slopes of the law; 0: sigma1 is assumed
} br_axis_friction;

// BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_comparison_friction(const br_comparison *c, br_axis_friction *friction) BR_CHECKED;

// Time and reference, then error e_NAME and command u_NAME of each; NaN behind the end of an unstable run. Close it before the comparison.
BR_PUBLIC br_status br_comparison_table(const br_comparison *c, br_table **table, br_diag *why) BR_CHECKED;

// What to bear in mind, a line each: who knows the exact friction, theorems that are violated; "" for none.
BR_PUBLIC const char *br_comparison_notes(const br_comparison *c);

// ------- Is a LuGre friction observer stable with this feedback? (Canudas de Wit et al. 1995)

typedef struct br_passivity {
    size_t size;   // of this structure
    int known;     // 0: no verdict, since the law has no sigma1
    int strict;    // 1: G(s) is strictly positive real, and friction is compensated with a proof
    double margin; // G(s - margin) is so, too, 1/s
    double worst;  // where that fails first, or else where the phase is worst, rad/s
    double sigma0, sigma1;
    char words[400];
    int unstable;              // poles of G(s) that are not in the left half plane
    double phase;              // of G at `worst`, rad
    double from, to;           // the first frequencies at which Re G is not above 0, rad/s; NaN: there are none
    double over[17];           // numerator and
    double under[17];          // denominator of G(s), constant first; all 0 of a comparison
    br_axis_friction friction; // of which it is
} br_passivity;

// Re G at a frequency, rad/s; NaN: there is no G. Safe in a loop.
BR_PUBLIC double br_passivity_real(const br_passivity *p, double frequency);

// With the feedback of a comparison, if a LuGre observer took part. BR_BAD_USAGE: none did, or sigma1 is not known.
BR_PUBLIC br_status br_comparison_passivity(const br_comparison *c, br_passivity *to) BR_CHECKED;

// feedback: coefficients of H(s), constant first: "3, 6" is 3 + 6 s, "4, 3, 6 / 0, 1" is 4/s + 3 + 6 s. velocity: 0 for a position loop
// (Theorem 1), 1 for a velocity loop (Theorem 2). Takes milliseconds.
BR_PUBLIC br_status br_passivity_of(const br_law *friction, const char *feedback, int velocity,
                                    const br_axis_options *axis, br_passivity *to, br_diag *why) BR_CHECKED;

#ifdef __cplusplus
}
#endif
#endif
