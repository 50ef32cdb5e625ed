// batch.h - filters of many axes side by side in lanes, and one flow for the estimators of many axes.   [target]
//
//     br_batch_init(&b, sys, &joint, 16, memory, br_batch_bytes(sys, &joint, 16));
//     o.joint.elsewhere = &b.elsewhere;               // the options of every filter, otherwise as without a batch
//     br_kalman_init(&ekf[k], sys, &o, ...);
//     br_batch_predict(&b, axes, ekf, u, p, dt, status);
//     br_batch_correct(&b, axes, ekf, u, p, 0, y, status);
//
// Filters of one system with the same estimates step and look at their measurements together; their covariances are their own.
// Everything has the bits of filters by themselves. A filter or horizon that was made with `elsewhere` and is called by itself takes
// the flow of the batch, too: so those of many axes share its memory, which then stays in the cache. No two of them at a time: they
// belong to one thread.
#ifndef BR_LOOP_FILTER_BATCH_H
#define BR_LOOP_FILTER_BATCH_H

#include "loop/filter/kalman.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_batch {
    br_elsewhere elsewhere; // for the options of the estimators; lent, the batch must stay where it is
    br_joint joint;
    int lanes, each;
    // Inside: numbers of a group of filters, number i of filter k at [i*count + k].
    int count, turn; // filters of the group, and whose turn it is; -1: of none
    int stepped;     // their steps are known,
    int which;       // and this measurement; -1: none
    br_real *X, *next, *F, *u, *p, *y, *h, *joint_memory;
    int *m, *next_m;
} br_batch;

// joint: the options of the estimators, slopes, `each` and flow.points as these set them: filters need none of them, horizons
// slopes = each = 1 and flow.points as many as they have lanes. lanes: filters of a group. 0: refused.
size_t br_batch_bytes(const br_sys *s, const br_joint_options *joint, int lanes);

// memory: lent for the life of the batch, aligned for br_real.
br_status br_batch_init(br_batch *b, const br_sys *s, const br_joint_options *joint, int lanes, void *memory,
                        size_t bytes) BR_CHECKED;

// br_kalman_predict, and br_kalman_correct with measurement `which`, of any number of filters made for the batch; status (NULL: not
// wanted): of every filter what these answer. Safe in a control loop. BR_BAD_USAGE: one was not made for it; nothing has happened.
br_status br_batch_predict(br_batch *b, int count, br_kalman *const *filter, const br_real *const *u,
                           const br_real *const *p, br_real dt, br_status *status);
br_status br_batch_correct(br_batch *b, int count, br_kalman *const *filter, const br_real *const *u,
                           const br_real *const *p, int which, const br_real *y, br_status *status);

#endif
