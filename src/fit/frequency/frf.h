// frf.h - frequency response functions (FRF) of an axis from its log, with variances and nonlinear distortions. [host]
//
//     br_frf_record r = {.dt = 1e-3, .n = rows, .u = force, .x = position};
//     br_frf f;
//     br_status status = br_frf_find(&f, &r, &options, &why);   what the signal is, and G = x/u at its frequencies
//     br_frf_combine(&all, f, 4, &why);                         several realisations of one multisine
//     br_frf_fit(&model, &all, &fit);                           mass, damping, stiffness: fit/frequency/frf_model.h
//     br_frf_free(&f);
//
// Three kinds of signals: a periodic multisine (sample mean and variance over periods; distortions from the lines that are
// not excited, and from the spread between realisations: the robust method of Pintelon and Schoukens, System Identification,
// 2nd ed., ch. 4), a stepped sine (segments of constant frequency; harmonics), and any other (Welch's method, H1).
// G is the best linear approximation at this level of excitation; a friction joint has another one at every level.
#ifndef BR_FIT_FREQUENCY_FRF_H
#define BR_FIT_FREQUENCY_FRF_H

#include <bristle/status.h>
#include <stdbool.h>

typedef enum br_frf_kind { BR_FRF_DETECT, BR_FRF_MULTISINE, BR_FRF_STEPPED, BR_FRF_BROADBAND } br_frf_kind;

typedef struct br_frf_record {
    double dt;           // s, even
    long long n;         // at least 16
    const double *u, *x; // force, position; finite
} br_frf_record;

typedef struct br_frf_options {
    br_frf_kind kind;
    double period; // s, of a multisine; 0: found
    double window; // s, of Welch's method; 0: so that about 16 are averaged
    bool
        held; // u is a command that is held from sample to sample: the force at the axis is that through a zero-order hold
} br_frf_options;

typedef struct br_frf_line {
    double f;          // Hz
    double re, im;     // G = x/u, SI
    double noise;      // sd of re, and of im, by noise
    double distortion; // RMS of nonlinear distortions in re, and in im, of one realisation; NaN: not known
    double sd;         // of re, and of im, for the model: noise, and distortions where they are random
    double dof;        // degrees of freedom of sd
    double coherence;  // magnitude squared: 1 without noise
    double u_re, u_im; // the force at this line, N: amplitude and phase from the first sample used
} br_frf_line;

typedef struct br_frf {
    br_frf_kind kind;
    br_frf_line *line; // by rising frequency
    int lines;
    double dt, rms_u, mean_u; // of the rows
    double rms_x;             // about its drift
    double drift, rms_v;      // mean velocity, and the RMS of the velocity about it, at the lines
    long long period;         // samples of a period, or of a window
    long long rows_used,
        rows_transient;   // of one log; the others are behind the last period or window, or between segments
    int periods, skipped; // used, and left out as transient; segments of constant frequency; windows averaged
    int realisations;     // 1: one log
    bool repeated;        // several logs of one realisation
    // Share of the power of x by nonlinear distortions, between the lowest and the highest line; NaN: not known. Even and odd
    // apart where all lines are odd multiples of the lowest frequency possible, and for harmonics.
    double distortion, even, odd;
    // d^2F/dv^2 of friction about the mean velocity and its sd, N s^2/m^2, where the axis slides; NaN: not known
    double slope_change, slope_change_sd;
    double reversing,
        reversing_sd; // damping that Coulomb friction adds, N s/m, where the motion reverses; NaN: not known
} br_frf;

// BR_BAD_USAGE: options that do not suit the log; BR_BAD_DATA: no frequency response is in it. why: which, one sentence.
// After a failure *to is all zero.
br_status br_frf_find(br_frf *to, const br_frf_record *r, const br_frf_options *o, br_diag *why) BR_CHECKED;
void br_frf_free(br_frf *f);

// Whether two are realisations of one multisine: the same period and lines, the same level within 10 %.
bool br_frf_alike(const br_frf *a, const br_frf *b);

// The mean of several that are alike. The variance of a line is the spread between realisations, its distortion what exceeds
// the noise. Where the phases are the same too it is one realisation, repeated: distortions then do not differ.
br_status br_frf_combine(br_frf *to, const br_frf *all, int count) BR_CHECKED;

#endif
