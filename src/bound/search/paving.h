// paving.h - interval identification: an outer paving of all parameters that agree with the logs. [host]
//
// A log is divided at standstills: a slide runs from the first row of one standstill to that of the next. Over a slide the
// states of a box of parameters are predicted by corner trajectories from rest and contracted by the measurements (predictor
// and corrector, Rauh et al. 2017, section 4; evidence.h); a box whose set of states becomes empty is deleted. Boxes are bisected
// along the parameter that moves the rate most, those at the ends of the hull first.
// Parameters that renew at a standstill, as breakaway does (13), restart from their range in each slide; the others
// carry over from slide to slide, and from log to log. Further passes filter the same rows again from narrower boxes: no new
// evidence.
//
// What is taken as given: the shape of the law, the rows' errors, rest in row 0 and in rows marked so, the input held from
// row to row, and rows h apart.
#ifndef BR_BOUND_SEARCH_PAVING_H
#define BR_BOUND_SEARCH_PAVING_H

#include "bound/search/crew.h"
#include "bound/stick/evidence.h"

// How far a search has come, for who watches it.
typedef struct br_paving_state {
    double share; // of the slides of all passes, 0 to 1
    long boxes;   // tried
    int list;     // boxes of the present slide that are open
    int np;
    const br_interval *p; // known by now; sound at any time
} br_paving_state;

typedef struct br_paving_options {
    br_interval range[BR_STICK_PARAMS]; // what is searched
    bool renews[BR_STICK_PARAMS];       // at each standstill
    int passes;
    long boxes;   // to be tried in a slide, at most
    double fine;  // the boxes at the ends of the hull are cut down to this share of it
    bool horizon; // boxes are contracted by all rows of a slide at once (horizon.h), where the plant allows it
    struct br_certificate_draft *certificate;                // the steps of the search are added to it; may be NULL
    br_crew crew;                                            // the result is the same, bit for bit, for any
    bool (*go_on)(void *context, const br_paving_state *at); // false: stop, and keep what is known; NULL: always
    void *context;
} br_paving_options;

br_paving_options br_paving_defaults(void); // without ranges

typedef enum br_verdict {
    BR_CONSISTENT,   // boxes are left, and those that hold the hull are as fine as asked for
    BR_INCONSISTENT, // none is left: no parameters of the ranges explain the logs
    BR_UNCERTAIN,    // the boxes were used up, or go_on said no; the intervals hold nevertheless
} br_verdict;

typedef struct br_slide_result {
    int first, last;                // rows
    br_interval p[BR_STICK_PARAMS]; // the hull of what its rows allow
    bool searched;                  // else p is the range: the search was stopped before
    bool moves;                     // some box that is left moves
    int log;
} br_slide_result;

// What was known after a slide.
typedef struct br_paving_moment {
    int pass, slide; // from 0
    long boxes;      // tried by then
    br_interval p[BR_STICK_PARAMS];
} br_paving_moment;

typedef struct br_paving {
    br_verdict verdict;
    br_interval p[BR_STICK_PARAMS]; // of those that renew: over the slides that move, or may
    br_slide_result *slide;         // of all logs, in the order they were given
    int slides;
    int log, row;  // inconsistent: where the last box died
    int passes;    // done
    long boxes;    // tried
    double *width; // of every parameter after each pass: width[pass*np + i]
    br_paving_moment *moment;
    int moments;
    br_interval *left; // the boxes that are left of the last slide that moves: np intervals each
    int lefts;
    bool stopped; // go_on said no
} br_paving;

// Several logs of one plant: the result does not depend on their order. BR_NEGATIVE: the ranges reach beyond what br_stick_at
// allows; BR_BAD_MACHINE: see num/base/probe.h. An outcome of the search is no failure. The paving is freed by the caller if the
// call answers BR_OK.
br_status br_paving_of(br_paving *v, const br_stick *s, const br_evidence *e, int logs,
                       const br_paving_options *o) BR_CHECKED;
br_status br_paving_make(br_paving *v, const br_stick *s, const br_evidence *e,
                         const br_paving_options *o) BR_CHECKED; // one log
void br_paving_free(br_paving *v);

#endif
