// response.h - frequency responses of logs, with variances and nonlinear distortions; mass, damping and presliding stiffness from them.   [host]
//
//     br_table *log;
//     br_response *r;
//     br_response_options o;
//     br_diag why;
//     br_response_defaults(&o, sizeof o);
//     o.signals = "t = time s, x = position mm, u = force N";
//     if (br_table_open(&log, "multisine.csv", NULL, &why) != BR_OK || br_response_open(&r, &log, 1, &o, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 3;
//     puts(br_response_answer(r, 0));
//     for (int k = 0; br_response_line_at(r, 0, k); k++)
//         printf("%g Hz: coherence %g\n", br_response_line_at(r, 0, k)->f, br_response_line_at(r, 0, k)->coherence);
//     br_response_close(r);
//     br_table_close(log);
//
// It is what `bristle response` reports, with its numbers to the bit; docs/response.md says how to measure, which rules hold and how
// accurate the result is. The response is position over force, G = x/u, at the frequencies that the force excites: the best linear approximation at this level
// of force. All numbers are in SI units; of an angle and a torque, in rad and N*m. Logs of one multisine with other phases (the same period and frequencies,
// levels within 10 %) are realisations of one response; logs of other levels give others. Responses, lines and logs count from 0.
// What a handle answers belongs to it and stays until it is closed; structures may get more members at their end, so use them by
// the pointers you get. The calls behind br_response_open only read: they take constant time and no memory, and are safe in
// several threads. None is for a control loop. NULL in place of a handle, or a number that is none, is answered by 0 or NULL.
#ifndef BRISTLE_RESPONSE_H
#define BRISTLE_RESPONSE_H

#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_response br_response;

typedef enum br_response_method {
    BR_RESPONSE_DETECT,    // by the force (default)
    BR_RESPONSE_MULTISINE, // periodic: means and variances over periods
    BR_RESPONSE_STEPPED,   // a sine of constant frequency, then of another one
    BR_RESPONSE_WELCH      // any other force: Welch's method, Hann windows, H1
} br_response_method;

typedef enum br_response_regime {
    BR_RESPONSE_ANY_REGIME, // sliding where the stiffness is 0 within its interval (default)
    BR_RESPONSE_SLIDING,    // u/x = -m w^2 + j w d
    BR_RESPONSE_PRESLIDING  // u/x = k - m w^2 + j w d
} br_response_regime;

typedef struct br_response_options {
    size_t size; // of this structure, by br_response_defaults
    // Columns of every log: "t = time s, x = position mm, u = force N"; NULL: those that br_table_set_signals made,
    // else columns named t, x and u that have units (default)
    const char *signals;
    double from, until; // s: only rows of these times; NaN: all (default)
    int held; // 1: u is a command that is held from sample to sample (zero-order hold): the response is that of the force
              // behind it (default 0)
    br_response_method method;
    double period; // s, of a multisine; 0: found (default)
    double window; // s, of Welch's method, rounded down to a power of two of rows; 0: about 1/8 of the log (default)
    br_response_regime regime; // of the model
    double delay;              // s, of the position behind the force; NaN: estimated, 0 within half a sample (default)
} br_response_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_response_defaults(br_response_options *o, size_t size);

enum { BR_RESPONSE_LOGS = 64 };

// Reads 1 to 64 logs to their ends, makes their responses and fits a model to each. Time is near n*log(n) of the n rows of a log, at most
// 4e6, and memory some 100 bytes a row of the longest one, which is free again afterwards. The tables are not needed afterwards, and
// can be closed. o: NULL for the defaults. BR_BAD_USAGE: an option is wrong, or a table has no time, position or force;
// BR_BAD_LAW: `signals` is no list; BR_BAD_DATA: numbers or units are missing, samples are uneven, spikes outweigh all else, or
// there is no response in a log. That no parameter is identifiable is no failure: br_response_failure. On failure *r is untouched, rows that
// were read are gone, and why (may be NULL) says what is wrong and where. Close what you opened.
BR_PUBLIC br_status br_response_open(br_response **r, br_table *const *log, int logs, const br_response_options *o,
                                     br_diag *why) BR_CHECKED;
BR_PUBLIC void br_response_close(br_response *r); // NULL is fine

// ------- Responses

BR_PUBLIC int br_response_count(const br_response *r);

// The log with this place in a response, as its place in the array of br_response_open; -1: there is none, behind the last.
BR_PUBLIC int br_response_log(const br_response *r, int response, int place);

// The rows of a log: read = outside + used + transient + rest.
typedef struct br_response_rows {
    long long read;      // of the table
    long long outside;   // not within `from` and `until`
    long long used;      // in the response
    long long transient; // left out while the axis settles
    long long rest;      // behind the last period or window, or between segments of constant frequency
} br_response_rows;

BR_PUBLIC const br_response_rows *br_response_rows_of(const br_response *r, int log); // NULL: there is none

// What force and motion are. A part that is not known is NaN.
typedef struct br_response_signal {
    const char *name;             // of its logs: "axis.csv", "axis.csv and 3 more"
    const char *x_unit, *u_unit;  // of position and force: "m", "N"
    const char *unit;             // of the response: "m/N"
    br_response_method method;    // never BR_RESPONSE_DETECT
    int logs, lines;              // how many
    double step;                  // s, between samples
    double period;                // s, of a period or window
    int periods, skipped;         // used, and left out as transient; of a stepped sine segments; windows averaged
    int realisations;             // of a multisine; 1: one log
    int repeated;                 // whether several logs are one realisation, measured again
    double force_rms, force_mean; // of the rows
    double position_rms;          // about its drift
    double drift, velocity_rms;   // mean velocity, and the RMS of the velocity about it at the lines
    double distortion, even, odd; // shares of the power of x by nonlinear distortions: all, even and odd ones
    double slope_change;          // d^2F/dv^2 of friction about the mean velocity, N*s^2/m^2, where the axis slides
    double slope_change_sd;       // its standard deviation
} br_response_signal;

BR_PUBLIC const br_response_signal *br_response_signal_of(const br_response *r, int response);

typedef struct br_response_line {
    double f;          // Hz
    double re, im;     // G = x/u
    double noise;      // standard deviation of re, and of im, by noise
    double distortion; // RMS of nonlinear distortions in re, and in im, of one realisation; NaN: not known
    double sd;         // standard deviation of re, and of im: noise, and distortions where they are random
    double dof;        // degrees of freedom of sd
    double coherence;  // magnitude squared: share of the power of x that repeats, 1 without noise
    double u_re, u_im; // the force: amplitude and phase from the first sample used
} br_response_line;

BR_PUBLIC const br_response_line *br_response_line_at(const br_response *r, int response,
                                                      int line); // by rising frequency; NULL behind the last

// ------- The model: u/x = (k - m w^2 + j w d) exp(j w T), thesis (4.2) and (4.4)

typedef enum br_response_quantity {
    BR_RESPONSE_MASS,      // m
    BR_RESPONSE_DAMPING,   // d: in presliding sigma1 + sigma2; in sliding the local slope of friction dF/dv
    BR_RESPONSE_STIFFNESS, // k: in presliding sigma0; in sliding 0
    BR_RESPONSE_DELAY,     // T
    BR_RESPONSE_QUANTITIES
} br_response_quantity;

typedef enum br_response_verdict {
    BR_RESPONSE_IDENTIFIABLE,
    BR_RESPONSE_NOT_REACHED, // its term is below 5 % of u/x at every line
    BR_RESPONSE_UNCERTAIN,   // the 95 % interval is wider than +-50 %
    BR_RESPONSE_NEGATIVE,    // below 0: no linear axis
    BR_RESPONSE_LOCAL, // damping, stiffness: of this level of force only, more than 5 % of the amplitude of x is nonlinear
    BR_RESPONSE_REVERSES, // damping in sliding: the motion reverses, so that it has a part of the Coulomb friction
    BR_RESPONSE_ABSENT,   // stiffness in sliding: 0
    BR_RESPONSE_GIVEN     // a delay that is known
} br_response_verdict;

typedef struct br_response_parameter {
    const char *key;  // "m", "d", "k", "delay"
    const char *name; // "mass m", "damping sigma1 + sigma2"
    const char *unit; // "kg", "N*m*s/rad"
    br_response_verdict verdict;
    const char *why;  // it is not identifiable; "": it is
    double value, sd; // NaN: not reached, uncertain or negative
    // By nonlinear distortions: how far the value may be from the limit of small (presliding) or large (sliding)
    // motions
    double systematic;
    double low, high; // 95 % interval, and the systematic part on both sides
    double share,
        at; // the largest share of |u/x| that its term has, and the frequency of that line, Hz; not of the delay
} br_response_parameter;

typedef struct br_response_model {
    int sliding;            // fitted with k = 0
    const char *damping_is; // what d is, in words
    double chi2, dof;       // sum of squares of residuals over their sd; its degrees of freedom
    double p;               // probability of that sum or a larger one, if the model holds
    int mismatch;           // p is below 1 %: standard deviations are larger by
    double factor;          // sqrt(chi2/dof), at least 1
    double residual;        // RMS of |G - model|/|G|
    double nonlinear;       // share of the power of x: distortions or, if it is more, what the model does not explain
    double slope_varies;    // in sliding: how far dF/dv differs from d over the speeds of the log; 0: not beyond noise
    double corner, corner_sd;       // Hz, d/m/(2 pi), thesis (4.5)
    double resonance, resonance_sd; // Hz, sqrt(k/m)/(2 pi), thesis (4.6); NaN in sliding
} br_response_model;

// NULL: there is no model, for want of lines.
BR_PUBLIC const br_response_model *br_response_model_of(const br_response *r, int response);
BR_PUBLIC const br_response_parameter *br_response_parameter_of(const br_response *r, int response,
                                                                br_response_quantity quantity);

// x/u of the model at f Hz. 0: there is no model, or f is not above 0; then both are NaN. re, im may be NULL.
BR_PUBLIC int br_response_model_at(const br_response *r, int response, double f, double *re, double *im);

// ------- In words

BR_PUBLIC const char *br_response_answer(const br_response *r, int response); // one sentence

// What makes the numbers doubtful, as sentences; options in them are members of br_response_options. NULL behind the last.
BR_PUBLIC const char *br_response_warning(const br_response *r, int response, int i);

// Why nothing is known of the axis: no parameter is identifiable (`bristle response` ends with 1). NULL behind the last.
BR_PUBLIC const char *br_response_failure(const br_response *r, int response, int i);

#ifdef __cplusplus
}
#endif
#endif
