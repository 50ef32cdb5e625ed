// paper.h - identification by the rules of Rauh et al. 2017, section 4, for comparison. [host]
//
// A list of boxes of states and parameters (6) goes from row to row. Before each step M boxes are cut, always the one of the
// largest pseudo volume (9): breakaway where the input lies within it (10), else a velocity about 0 in three (footnote 6), else the
// velocity (11), else beta (12), else alpha. Before that, velocities wider than v_bar are cut into M_v parts (footnote 5). Steps are
// those of section 3 (br_picard_step, order 1); what disagrees with the row is deleted (8); where a standstill begins, what renews
// gets its range again (13). After each row boxes that stand next to each other in the list, sorted by modes, alpha, beta,
// breakaway and velocity, and are in the same modes, are merged: where their hull is hardly more than they are; and those that add least
// until there are L of them, or at rest M, so that breakaway is cut in all of them while the input grows.
//
// As the paper is read (its errors are corrected): volumes are those of the components that have a width; breakaway is cut only
// where T_lo < |u| < T_hi, and down to 4 epsilon; the velocity of a slide backward is driven by u + T; the range again is one box, not three.
// Not given there, and chosen here: v_bar, epsilon, L, and how merging goes.
#ifndef BR_BOUND_SEARCH_PAPER_H
#define BR_BOUND_SEARCH_PAPER_H

#include "bound/search/paving.h"

typedef struct br_paper_options {
    int M, M_v, L;  // at least 1
    double v_bar;   // rad/s, or m/s
    double epsilon; // of (10)
    double small;   // share of a hull that merging may add
} br_paper_options;

br_paper_options br_paper_defaults(void);

typedef struct br_paper {
    br_verdict verdict;             // never BR_CONSISTENT without boxes; BR_UNCERTAIN: go_on said no
    br_interval p[BR_STICK_PARAMS]; // at the end; of those that renew as in the last slide
    int log, row;                   // inconsistent: where the last box died
    int passes;                     // done
    long boxes;                     // steps of boxes
    br_interval *trace;             // of every row of every log and pass: np intervals each
    long traced;                    // rows in it
} br_paper;

// Ranges, what renews, passes and go_on are those of o. BR_NEGATIVE: as br_paving_of, or alpha, beta and breakaway are not one
// parameter each (form.h). The paper is freed by the caller if the call answers BR_OK.
br_status br_paper_make(br_paper *v, const br_stick *s, const br_evidence *e, int logs, const br_paving_options *o,
                        const br_paper_options *rules) BR_CHECKED;
void br_paper_free(br_paper *v);

#endif
