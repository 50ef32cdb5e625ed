// boxes.h - subpaving of one slide: boxes of parameters, bisection, contraction by its rows. [host]
#ifndef BR_BOUND_SEARCH_BOXES_H
#define BR_BOUND_SEARCH_BOXES_H

#include "bound/search/horizon.h"

// A box and what its trial found; plain bytes, so that processes can exchange it.
typedef struct br_trial {
    br_interval p[BR_STICK_PARAMS];
    double by[BR_STICK_PARAMS];    // how far each parameter alone moves the rate where the plant is fastest
    int box;                       // its number in the slide
    bool alive, moves, contracted; // over the horizon, it or what it was cut from
    int row;                       // at which it died
    br_status status;
} br_trial;

typedef struct br_boxes {
    const br_stick *s;
    const br_paving_options *o;
    const br_forms *forms;    // NULL: no contraction over the horizon
    const br_evidence *e;     // of the slide's log
    int first, last;          // rows of the slide
    struct br_trials *trials; // under way
    br_trial *list;           // those that are left, but for what is under way
    int count, room;
    int face;         // end of the hull at which a box is cut next
    long tried, most; // by the end of the slide
    int made;         // boxes of the slide, by number
    int row;          // the last at which a box died
} br_boxes;

// Starts from one box with the rows first to last of e.
br_status br_boxes_begin(br_boxes *f, const br_evidence *e, int first, int last, const br_interval *p) BR_CHECKED;

// Bisects boxes at the ends of the hull as long as there is room for trials under way, and takes in the one that was begun first.
// *ended: nothing is under way, and either nothing is worth a cut, *fine, or the boxes are used up. What is cut does not depend on
// how fast trials are: the result is the same for any crew.
br_status br_boxes_bisect(br_boxes *f, bool *ended, bool *fine) BR_CHECKED;

br_status br_boxes_finish_trials(br_boxes *f) BR_CHECKED; // takes in all trials under way; whoever began must end so

int br_boxes_left(const br_boxes *f);                  // with those under way
void br_boxes_hull(const br_boxes *f, br_interval *p); // of them, trials under way as they began
void br_boxes_free(br_boxes *f);

#endif
