// paving.h - which parameters a log allows: all others are proved to disagree with it.         [host]
//
// The log is cut where it says that the plant stands still: a slide runs from the first row of one standstill to that of
// the next. Over a slide a box of parameters is predicted by corner trajectories from rest, and what disagrees with the
// measured positions is taken away (predictor and corrector, Rauh et al. 2017, section 4); a box of which nothing is left is
// deleted. Boxes are cut in halves along the parameter that moves the rate most, those first that hold the hull of all open.
// Parameters that renew at a standstill, as breakaway does (13), are searched anew from their range in each slide; the others
// carry over from slide to slide. Further passes filter the same rows again from narrower boxes: no new evidence.
//
// What is taken as given: the shape of the law, the rows' errors, rest in row 0 and in rows that say so, the input held from
// row to row, and rows h apart.
#ifndef BR_BOUND_PAVING_H
#define BR_BOUND_PAVING_H

#include "bound/tube.h"

typedef struct br_evidence {
    int rows;                 // at least 2
    double h;                 // s between rows
    const br_interval *u, *q; // the input held from each row on, and the position; br_interval_entire(): not measured
    const bool *stands;       // rows at which the plant is known to rest; NULL: row 0 only
} br_evidence;

typedef struct br_paving_options {
    br_interval range[BR_STICK_PARAMS]; // what is searched
    bool renews[BR_STICK_PARAMS];       // at each standstill
    int passes;
    long boxes;  // to be tried in a slide, at most
    double fine; // the boxes at the ends of the hull are cut down to this share of it
    bool (*go_on)(void *context, double share, const br_interval *p); // after each slide; NULL: always
    void *context;
} br_paving_options;

br_paving_options br_paving_defaults(void); // without ranges

typedef enum br_verdict {
    BR_CONSISTENT,   // boxes are left, and those that hold the hull are as fine as asked for
    BR_INCONSISTENT, // none is left: no parameters of the ranges explain the log
    BR_UNCERTAIN,    // the boxes were used up, or go_on said no; what is told holds nevertheless
} br_verdict;

typedef struct br_slide_result {
    int first, last;                // rows
    br_interval p[BR_STICK_PARAMS]; // the hull of what its rows allow
    bool moves;                     // some box that is left moves
} br_slide_result;

typedef struct br_paving {
    br_verdict verdict;
    br_interval p[BR_STICK_PARAMS]; // of those that renew: over the slides that move
    br_slide_result *slide;
    int slides;
    int row;       // inconsistent: the row at which the last box died
    int passes;    // done
    long boxes;    // tried
    double *width; // of every parameter after each pass: width[pass*np + i]
} br_paving;

// BR_NEGATIVE: the ranges reach beyond what br_stick_at allows; BR_BAD_MACHINE: see num/probe.h. An outcome of the search is no
// failure. The paving is freed by the caller if the call answers BR_OK.
br_status br_paving_make(br_paving *v, const br_stick *s, const br_evidence *e, const br_paving_options *o) BR_CHECKED;
void br_paving_free(br_paving *v);

#endif
