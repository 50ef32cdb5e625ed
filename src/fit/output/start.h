// start.h - the best of many starts: initial values of a search for any law, and the search. [host]
//
// Three scales describe friction in a log: a force, a speed and a length. A parameter in N*s/m starts at force
// over speed, one in N/m at force over length, whatever it is called: a user's own law starts as a built-in one does. The force
// can be read off a log; the length over which friction builds up, and the speed of a Stribeck curve, are tried. Elements of a law,
// as of maxwell-slip, differ in length by a factor of 4, or are spread over all lengths of the log, so that one may be a soft spring.
//
// On a thinned log hundreds of starts are simulated side by side, with all that is linear eliminated (fit/output/lanes.h). The best
// that differ get short searches there, the best of these goes on to the whole log. The optima of simpler laws that the law contains
// are starts, too: a richer law does not fit worse. Nothing is random: the same log gives the same fit.
#ifndef BR_FIT_OUTPUT_START_H
#define BR_FIT_OUTPUT_START_H

#include "fit/output/output.h"

typedef struct br_scales {
    double force, speed, length; // N, m/s, m; or N*m, rad/s, rad
} br_scales;

// A start that is known: the optimum of a simpler law, in the parameters of this one.
typedef struct br_start_known {
    const double *p;    // all parameters of the model
    const double *term; // of every term of the problem
    double cost;        // of the simpler law's fit to the same rows (br_start_cost)
} br_start_known;

typedef struct br_start_options {
    br_scales most;      // the largest force, speed and stroke of the log
    double least;        // the shortest length worth a thought: some steps of the encoder
    int lengths, speeds; // how many of each are tried; 0: none, and no design
    int design;          // starts of a Latin hypercube, at most
    bool given;          // the values that the model was given are tried, too
    const br_start_known *known;
    int knowns;
    void (*advance)(void *self, double share); // called while the search goes on; may be NULL
    void *self;
    bool every_known; // of a simulation: all of them are searched from, not only those that cost less than the fit
} br_start_options;

// A second optimum, elsewhere, that explains the log as well: the likelihood ratio, with as many independent samples as
// the residuals are worth, does not reject it at 95 %.
typedef struct br_explanation {
    double *value; // parameters, then terms, as in the fit; NULL: there is none
    double *sd;    // corrected for autocorrelation
    double error;
} br_explanation;

void br_explanation_free(br_explanation *e);

// What a search makes least: RMS of the weighted residuals, those at the start of a log included, and what priors say against it.
double br_start_cost(const br_output_fit *f);

// Values of all parameters of a model that are as good as infinite in such a log, and as good as 0: those of scales far beyond it
// (law/model/contained.h). far, near: np numbers each.
void br_start_limits(const br_model *m, const br_scales *most, double least, double *far, double *near);
// Initial values of the parameters of a fit, from scales in the middle of the log; p: all parameters of the model.
void br_start_middle(const br_model *m, const br_fit_parameters *n, const br_start_options *s, double *p);

// Prior sd of the states at the start of a stretch, as in br_output_options, from the scales of the log.
void br_start_state_sds(const br_output_problem *p, const br_scales *s, double *sd);

// Starts of a fit of simulated motion, by differential evolution of simulations along short pieces of its log: over a whole log
// motions that slip once too often or too late are all about as wrong, and a search ends next to where it begins. Members are the
// known ones of s, whose terms are those of q, and a design around them. *found: at most `most` that differ, the best first, each
// after a short search; *block holds them, for free(). pieces: a problem with `simulation`.
br_status br_start_motion(const br_output_problem *pieces, br_fit_parameters *n, const br_output_options *o,
                          const br_start_options *s, int most, br_start_known *found, int *count,
                          double **block) BR_CHECKED;

// The best fit from all of these starts. The options of the fit as in br_output_run, but for state_sd, which follows from the
// scales. n: its scales are set. A simulation takes the starts `given` and `known`. other (NULL: not wanted): a second
// explanation. BR_NEGATIVE: no start converged.
br_status br_start_search(br_output_fit *f, br_explanation *other, br_output_problem *q, br_fit_parameters *n,
                          const br_output_options *o, const br_start_options *s, br_diag *why) BR_CHECKED;

#endif
