// start.h - initial values of a search for any law, from the scales of a log and the units. [host]
//
// Three scales describe friction in a log: a force, a speed and a length. A parameter in N*s/m starts at force
// over speed, one in N/m at force over length, whatever it is called: a user's own law starts as a built-in one does. The force
// can be read off a log; the length over which friction builds up, and the speed of a Stribeck curve, are tried: a few short
// searches on a thinned log, of which the best goes on.
#ifndef BR_FIT_OUTPUT_START_H
#define BR_FIT_OUTPUT_START_H

#include "fit/output/output.h"

typedef struct br_scales {
    double force, speed, length; // N, m/s, m; or N*m, rad/s, rad
} br_scales;

typedef struct br_start_options {
    br_scales most;      // the largest force, speed and stroke of the log
    double least;        // the shortest length worth a thought: some steps of the encoder
    int lengths, speeds; // how many of each are tried
    bool given;          // the values that the model was given are tried, too
} br_start_options;

// Values of all parameters of a model that are as good as infinite in such a log, and as good as 0: those of scales far beyond it
// (law/model/contained.h). far, near: np numbers each.
void br_start_limits(const br_model *m, const br_scales *most, double least, double *far, double *near);

// The best fit from all of these starts. The options of the fit as in br_output_run, but for state_sd, which follows from the
// scales. n: its scales are set. A simulation takes one start, `given`. BR_NEGATIVE: no start
// converged.
br_status br_start_search(br_output_fit *f, br_output_problem *q, br_fit_parameters *n, const br_output_options *o,
                          const br_start_options *s, br_diag *why) BR_CHECKED;

#endif
