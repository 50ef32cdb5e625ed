// mixed.h - mixed precision: a moving horizon in double whose flow and derivatives are computed in float.   [host]
//
//     br_mixed_open(&mixed, &system, &o.joint);
//     o.joint.elsewhere = mixed.elsewhere;
//     br_mhe_init(&m, &system.sys, &o, x, memory, br_mhe_bytes(&system.sys, &o));
//     ... br_mixed_close(&mixed) after the last use of m
#ifndef BR_SIM_OBSERVE_MIXED_H
#define BR_SIM_OBSERVE_MIXED_H

#include "law/model/system.h"
#include "loop/filter/joint.h"
#include "sim/observe/mixed_plan.h"

// For intervals of a horizon with this flow and these estimates. BR_BAD_USAGE: the law has no print in float
// (system->single NULL), or there is no such flow.
br_status br_mixed_open(br_mixed *m, const br_system *s, const br_joint_options *o) BR_CHECKED;
void br_mixed_close(br_mixed *m);

#endif
