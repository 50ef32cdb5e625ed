// start_parts.h - what the sources of br_start_search share.                     [host]
#ifndef BR_FIT_OUTPUT_START_PARTS_H
#define BR_FIT_OUTPUT_START_PARTS_H

#include "fit/output/start.h"

#define BR_SPREAD 4.0 // the usual factor between the lengths of neighbouring elements

// Initial values of the parameters in p; an array whose elements differ by length starts spread over a factor of `spread` each;
// what has no dimension keeps the value that it has in p, or 1/2, or 1 over the number of shares.
void br_start_initial(const br_model *m, const br_fit_parameters *n, const br_scales *s, double spread, double *p);
// The range of every parameter of the fit in which starts are looked for: lengths from a tenth of the shortest to three strokes,
// speeds from a thousandth of the largest to three times that. Beyond these the log shows nothing, and steps of a flow are too long.
void br_start_range(const br_model *m, const br_fit_parameters *n, const br_start_options *s, double (*range)[2]);

// A variable of the search that is moved from e, by a share from 0 to 1: factors from 1/20 to 20, shares and ratios likewise.
double br_start_moved(const br_fit_parameter *w, double e, double share);

static inline void br_start_advance(const br_start_options *s, double share)
{
    if (s->advance)
        s->advance(s->self, share);
}

// Takes a start: its scales, and all parameters of the model.
typedef void (*br_start_place)(void *self, const br_scales *s, const double *p);
// A Latin hypercube of starts over lengths, speeds and all variables of the search. n: its scales are set.
br_status br_start_design(const br_output_problem *q, br_fit_parameters *n, const br_start_options *s, int count,
                          br_start_place place, void *self) BR_CHECKED;

#endif
