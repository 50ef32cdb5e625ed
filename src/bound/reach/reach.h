// reach.h - reachable sets: a guaranteed enclosure (tube) of all states of a law, by verified integration. [host]
//
// A tube encloses every state and output for any start, parameters and inputs of their intervals. A step takes
//
//     a bounding box that no solution leaves (Picard operator), by shorter steps where none is found;
//     the solution from the centre: Taylor model, coefficients of the graph with the remainder over a box of its own;
//     what lies around the centre, by the mean value form: x(t + h) - c(t + h) = V (x - c) + S (p - pc), V' = A V, with the
//     Jacobian A over the box, and the iterated integrals of V and S with an enclosed tail. The set is a zonotope
//     (zonotope.h), so rotations cause no wrapping, and the dependence of states on parameters is kept.
//
// Where the states are a cascade, each depending on itself and on earlier ones, steps may be longer than one over the slope:
// what is off the centre is then enclosed by the exponential of its slope. Where states are decoupled and the input is a range,
// each end is moved to a barrier that no state passes with any input of it.
//
// Slopes at a kink that may lie in the box are all those from side to side, so laws with kinks are enclosed as smooth ones are.
// Where the rate may jump, or has no bounded slope, the step is x + h f(box), short and crude: it counts as undecided.
//
// Hybrid laws whose elements have modes, each with one decoupled state, as Maxwell-slip: the set is an interval for each element
// and mode that it may be in. Modes with no guard that may hold in a step are enclosed as above; where one may, the step is
// short, and what jumps is enclosed by all it can reach by then.
//
// The input is a series at every time between two breaks; besides, it may be off by a bounded error at any time.
#ifndef BR_BOUND_REACH_REACH_H
#define BR_BOUND_REACH_REACH_H

#include "bound/reach/zonotope.h"
#include "law/model/model.h"
#include "law/eval/taylor.h"

enum { BR_REACH_ORDER = 6 }; // of the series; one more term is its remainder

// What drives a law, enclosed.
typedef struct br_course {
    // Taylor coefficients 0 to BR_REACH_ORDER of all inputs at any time of t, which holds no break inside: that of input j
    // and order k at u[j*(BR_REACH_ORDER + 1) + k]. Those that do not exist are unbounded.
    br_status (*series)(void *self, br_interval t, br_interval *u);
    double (*next)(void *self, double t); // the first time after t at which an input or its slope jumps, or infinity
    void *self;
} br_course;

typedef struct br_reach {
    // To be read by all: where it is. Intervals in the order of the model.
    double t;
    br_interval *x, *y;    // states and outputs
    long steps, undecided; // taken so far
    // To be set by who wants to stop on the way to a time; asked now and then, NULL: nobody. False: br_reach_to is BR_NEGATIVE where it is.
    bool (*go_on)(void *context);
    void *context;
    // Of each parameter on the outputs, summed up over all times; only ratios are meaningful.
    double *influence;
    // Inside.
    br_model *model;
    br_course course;
    br_jet jet;
    br_tape rates, all; // of the rates alone; with outputs and all slopes
    br_taylor taylor;
    bool has_jet, has_rates, has_all;
    bool apart;             // states are decoupled
    bool cascade;           // each depends on those alone that come before it in `order`
    int *order;             // all states
    bool is_long;           // the present step is longer than one over the slope
    const int *m;           // the modes that rates are read in
    struct br_modes *modes; // NULL: the law has none
    int n, ns, columns;     // states; parameters that are intervals; both, and one column for the errors of inputs
    int *spread;            // of each number of the parameters: its column among those that are intervals, or -1
    br_zonotope set;
    double h;                  // the step that is tried next
    br_interval *p, *off, *pc; // parameters, errors of the inputs; parameters at their middles
    // Of a step: its centre and its start, bounding boxes of it and of the centre, its rates, enclosures of its ends.
    br_interval *point, *from, *box, *thin, *rate, *ends;
    br_interval *middle; // the centre after the step
    // Of a long step: rates at its start, where it ends, where it may be until then, and states of which some are at the centre.
    br_interval *start, *after, *candidate, *beside;
    br_interval *first, *over, *u, *held; // inputs: series at its start and over it; over it, and without errors
    br_interval *slope, *power, *next, *transition, *until; // matrices of n rows
    br_interval *jets, *values;                             // of all rows
    br_domain *domain;
    bool *stuck;                                    // at a barrier that nothing passes
    double *scale, *rest, *column, *radius, *moves; // of the states; of the parameters that are intervals
    double *most;                                   // the largest magnitude of each state so far
    void *memory;
} br_reach;

// Starts at time t from the model's states with its parameters, which may be intervals; off: how far each input may be off at any
// time, as an interval about 0 (NULL: nothing is). The model must outlive the tube, has a value for every state and parameter, and
// gets nodes added to its graph. BR_BAD_LAW and a message: its modes are of another kind, or a state has no rate. BR_BAD_MACHINE: num/base/probe.h.
br_status br_reach_make(br_reach *r, br_model *m, const br_course *course, const br_interval *off, double t,
                        br_diag *why) BR_CHECKED;
void br_reach_free(br_reach *r);

// Starts again at time t, from other states (n) and parameters (np). Those that were numbers stay numbers.
void br_reach_restart(br_reach *r, const br_interval *x, const br_interval *p, double t);

// Integrates to time t and encloses the outputs there. BR_NEGATIVE: no bounded set was found; the tube stays at the last time
// that was reached.
br_status br_reach_to(br_reach *r, double t) BR_CHECKED;

#endif
