// frf_model.h - mass, damping and stiffness of an axis from its frequency response, thesis 4.2.1.        [host]
//
//     u/x = (k - m w^2 + j w d) exp(j w T),   presliding: k = sigma0, d = sigma1 + sigma2, (4.4);   sliding: k = 0, d = sigma2, (4.2)
//
// In sliding d is the local slope of friction dF/dv at the mean velocity, which is sigma2 only far above the Stribeck velocity.
//
// T is the delay of the position behind the force, such as half a sample of a held command; where nothing else is known it is 0
// within half a sample (a prior; the standard deviation). Weighted least squares of G by the sd of its lines; where the residual is more than they
// explain (an F test), the model is mismatched and standard deviations are widened by it.
#ifndef BR_FIT_FREQUENCY_FRF_MODEL_H
#define BR_FIT_FREQUENCY_FRF_MODEL_H

#include "fit/frequency/frf.h"

typedef enum br_frf_parameter {
    BR_FRF_MASS,
    BR_FRF_DAMPING,
    BR_FRF_STIFFNESS,
    BR_FRF_DELAY,
    BR_FRF_PARAMETERS
} br_frf_parameter;

typedef enum br_frf_regime { BR_FRF_ANY_REGIME, BR_FRF_SLIDING, BR_FRF_PRESLIDING } br_frf_regime;

typedef enum br_frf_verdict {
    BR_FRF_IDENTIFIABLE,
    BR_FRF_NOT_REACHED, // its term is below 5 % of u/x at every line
    BR_FRF_UNCERTAIN,   // the 95 % interval is wider than +-50 %
    BR_FRF_NEGATIVE,    // below 0: no linear axis
    BR_FRF_LOCAL, // damping, stiffness: of this level of force only; nonlinear is above 0.0025, 5 % of the amplitude of x
    BR_FRF_REVERSES, // damping in sliding: the motion reverses, so that it has a part of the Coulomb friction
    BR_FRF_ABSENT,   // stiffness in sliding: 0
    BR_FRF_GIVEN     // a delay that is known
} br_frf_verdict;

typedef struct br_frf_value {
    double value, sd;
    double
        systematic; // by nonlinear distortions: how far the best linear approximation may be from the limit of small (presliding) or
    // large (sliding) motions; their amplitude as a share of that of x, over the share below. Of damping in presliding at least
    // what friction that reverses adds, and in sliding slope_varies
    double low, high; // 95 % interval, and the systematic part on both sides
    double share, at; // largest share of |u/x| that its term has, and at which line, Hz; not of the delay
    br_frf_verdict verdict;
} br_frf_value;

typedef struct br_frf_fit_options {
    br_frf_regime regime;
    double delay; // s, used where it is given
    bool given_delay;
} br_frf_fit_options;

typedef struct br_frf_model {
    br_frf_value of[BR_FRF_PARAMETERS];
    bool sliding;        // fitted with k = 0
    double chi2, dof;    // sum of squares of residuals over their sd; lines counted twice less the parameters
    double p;            // of that sum or a larger one, if the model holds
    bool mismatch;       // p below 1 %: sds are larger by the factor
    double factor;       // sqrt(chi2/dof), at least 1
    double residual;     // RMS of |G - model|/|G|
    double nonlinear;    // share of the power of x: distortions or, if it is more, what the model does not explain
    double slope_varies; // in sliding: how far dF/dv differs from d over the speeds of the log; 0: not beyond noise
    double corner, corner_sd;       // Hz, d/m/(2 pi), (4.5)
    double resonance, resonance_sd; // Hz, sqrt(k/m)/(2 pi), (4.6); NaN in sliding
    double limit;                   // of the stiffness in sliding: 95 % are below
} br_frf_model;

// BR_NEGATIVE: too few lines.
br_status br_frf_fit(br_frf_model *to, const br_frf *f, const br_frf_fit_options *o) BR_CHECKED;

void br_frf_model_response(const br_frf_model *m, double f, double *re, double *im); // x/u of the model

#endif
