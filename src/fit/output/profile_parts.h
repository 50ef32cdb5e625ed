// profile_parts.h - what the sources of profile likelihood share.                 [host]
#ifndef BR_FIT_OUTPUT_PROFILE_PARTS_H
#define BR_FIT_OUTPUT_PROFILE_PARTS_H

#include "fit/output/profile.h"

// The profile of one parameter. Its value is a distance u from that of the fit: an offset, or of a positive parameter the
// logarithm of a factor.
typedef struct br_profile_work {
    const br_output_fit *f;
    br_output_problem q;
    const br_fit_parameters *n;
    br_output_options o;
    int i, fits;
    bool by_factor;
    double *mean, *sd, *p;
    br_term *term;               // those of the problem, from where the last fit led
    double target;               // root of what the likelihood ratio may be
    double least;                // rms of the fit with the parameter held where it is; 0: not known yet
    double last;                 // where the last fit held it; 0: p and term are those of the fit
    double confidence, quantile; // of chi-square with one degree of freedom
    double worth;                // root of how many samples are as good as one independent one
    double held;                 // sd of the prior that holds it
    double size;                 // of the parameter, as a distance: its value, or what would make the measured force
} br_profile_work;

// In profile_work.c: the parameter's value at a distance u, and the distance of a value.
double br_profile_value_at(const br_profile_work *w, double u);
double br_profile_distance_of(const br_profile_work *w, double value);
double br_profile_limit(const br_profile_work *w, double side); // of the distance, by the parameter's bound
// Root of the likelihood ratio of a fit with this RMS: of its sum of squares above the least one, in units of that over the
// samples; about the distance over the sd.
double br_profile_root(const br_profile_work *w, double rms);
// The same as chi-square, with samples as many as are independent; and the root of a chi-square.
double br_profile_chi_square(const br_profile_work *w, double rms);
double br_profile_root_of(const br_profile_work *w, double chi_square);
// Parameters and terms start where f has them; distances are from its value.
void br_profile_restart_from(br_profile_work *w, const br_output_fit *f);
void br_profile_hold(br_profile_work *w, double u); // the parameter starts at u, and is held there where w->sd is small

enum { BR_PROFILE_MINIMA = BR_PROFILE_PARTS, BR_PROFILE_DEEP = 12 };

// In profile_basins.c: minima beside that of the fit, each once, that are deeper or higher by at most BR_PROFILE_DEEP (as
// chi-square); w->least becomes the least.
br_status br_profile_find_minima(br_profile_work *w, br_output_fit other[BR_PROFILE_MINIMA], int *count) BR_CHECKED;

#endif
