// contained.h - parameters with which a law is a simpler one that it contains.   [host]
#ifndef BR_LAW_MODEL_CONTAINED_H
#define BR_LAW_MODEL_CONTAINED_H

#include "law/model/model.h"

// What stands for a limit: of every parameter of the richer model a value that is as good as infinite, and one that is as
// good as 0 where 0 itself is excluded.
typedef struct br_contained_limits {
    const double *far, *near;
} br_contained_limits;

// Statement i of the richer model's law, `contains LAW (...)`, where `simple` is a model of that LAW and from its parameters:
// p, all parameters of the richer one, become those with which it gives the same force. Parameters that are neither given nor
// have a namesake in the simpler law have no effect there, and keep what they are in p. BR_NEGATIVE: arrays of other lengths;
// BR_BAD_LAW: an expression cannot be evaluated.
br_status br_contained_map(const br_model *rich, int i, const br_model *simple, const double *from,
                           const br_contained_limits *limits, double *p, br_diag *why) BR_CHECKED;

// What the statement gives for a parameter of the richer law: true if it is a limit, `inf`, or 0 where that is excluded.
bool br_contained_is_limit(const br_parsed_law *rich, int i);

#endif
