// smoother_parts.h - what the pass and the search of a smoother share.         [target]
#ifndef BR_LOOP_HORIZON_SMOOTHER_PARTS_H
#define BR_LOOP_HORIZON_SMOOTHER_PARTS_H

#include "loop/horizon/smoother.h"
#include "num/algebra/vector.h"

// Node k of X, T or gap, and its modes.
static inline br_real *br_smoother_node(const br_smoother *sm, br_real *of, int k)
{
    return br_row(of, sm->joint.n, k);
}

static inline int *br_smoother_modes(const br_smoother *sm, int *of, int k)
{
    return of + (ptrdiff_t)br_sys_nm(sm->joint.sys) * k;
}

static inline int br_smoother_due(const br_smoother *sm, const br_smoother_log *log, int sample)
{
    return sample < 0 ? log->first != 0 : (sample + 1) % sm->o.every == 0;
}

// Measurement i of a sample that is due, at its end; of sample -1: at the start.
static inline br_real br_smoother_seen(const br_smoother_log *log, int i, int sample)
{
    return sample < 0 ? log->first[i] : log->y[(ptrdiff_t)log->samples * i + sample];
}

static inline int br_smoother_missing(br_real y)
{
    return !(y - y == 0);
}

static inline br_real br_smoother_within(const br_smoother *sm, int i, br_real x)
{
    return x < sm->low[i] ? sm->low[i] : x > sm->high[i] ? sm->high[i] : x;
}

// Inputs u of sample `first` and of every so many behind it become those of `count` points: sm->tile_u.
void br_smoother_load_inputs(br_smoother *sm, const br_smoother_log *log, const br_real *u, int first, int apart,
                             int count);

// What measurements see.
static inline const br_real *br_smoother_after(const br_smoother_log *log)
{
    return log->after ? log->after : log->u;
}

// What the measurements of a sample see becomes the inputs of one point.
static inline void br_smoother_load_seen(br_smoother *sm, const br_smoother_log *log, int sample)
{
    br_smoother_load_inputs(sm, log, sample < 0 ? log->u : br_smoother_after(log), sample < 0 ? 0 : sample, 1, 1);
}

// To be called at every sample of a pass.
static inline void br_smoother_release(const br_smoother *sm, int sample)
{
    if (sm->piece > 0 && (sample + 1) % sm->piece == 0)
        sm->release(sm->of);
}

// From the last node to the first: means, and covariances.
static inline void br_smoother_backward_pass(br_smoother *sm)
{
    do {
        br_riccati_backward_pass(&sm->riccati);
        br_smoother_release(sm, sm->piece - 1);
    } while (sm->riccati.done > 0);
}

static inline void br_smoother_covariances(br_smoother *sm)
{
    do {
        br_riccati_smoothed_covariances(&sm->riccati);
        br_smoother_release(sm, sm->piece - 1);
    } while (sm->riccati.done > 0);
}

// Looks at the log and sets what depends on it; there is no result from here on.
br_status br_smoother_begin(br_smoother *sm, const br_smoother_log *log, const br_real *x);

// The EKF over the log and the means on the way back: X.
br_status br_smoother_trace(br_smoother *sm, const br_smoother_log *log);

#endif
