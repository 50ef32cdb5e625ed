// estimate_result.c - sums over the rows of a log, and the parameters at its end.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate_parts.h"
#include "num/base/elem.h"

#include <math.h>

void br_mech_estimation_store_innovations(const br_mech_estimation *o, long long k)
{
    const br_mech_estimate *w = o->w;
    for (int i = 0; i < w->signals; i++) {
        bool used = br_mech_estimation_used(o, i, k);
        if (w->innovation)
            w->innovation[i * w->rows + k] = used ? o->f.gap[i] : (double)NAN;
        if (w->innovation_sd)
            w->innovation_sd[i * w->rows + k] = used ? br_sqrt(o->f.variance[i]) : (double)NAN;
    }
}

void br_mech_estimation_accumulate(br_mech_estimation *o, long long k, br_mech_estimate_result *r)
{
    double before = 0, left = 0, input = 0;
    for (int i = 0; i < o->w->signals; i++) {
        double sd = o->w->sd[i];
        if (!br_mech_estimation_used(o, i, k))
            continue;
        before += o->f.gap[i] / sd * (o->f.gap[i] / sd);
        left += o->f.left[i] / sd * (o->f.left[i] / sd);
    }
    for (int i = 0; i < o->w->unknowns; i++) {
        double d = br_mech_estimate_names_force(o->w, i) ? o->s.drive[o->m.force[o->w->unknown[i].force].drive] : 0;
        input += d * d;
    }
    r->before += br_sqrt(before);
    r->error += br_sqrt(left);
    r->input += br_sqrt(input);
    r->nis += o->f.nis;
}

// As a damping, beside which this one is estimated.
static double braking_of(const br_mech_estimation *o, const br_parameter *p)
{
    const br_force *f = p->kind == BR_OF_FORCE ? &o->m.force[p->of] : NULL;
    bool damps = f && f->kind == BR_FORCE_DAMPER && o->f.run[f->measure] > 0;
    return damps ? o->f.braked / o->f.run[f->measure] : 0;
}

// Parameters at the end, as they stand in the state vector.
static void summarise_parameters(br_mech_estimation *o, br_mech_estimate_result *r)
{
    if (o->w->dense)
        br_dense_unit_directions(&o->f);
    for (int i = 0; i < o->w->parameters; i++) {
        double sd;
        (void)br_filter_parameter(&o->f, i, &sd);
        r->x[i] = o->f.augmented.x[o->f.augmented.parameters_at + i];
        r->x_sd[i] = sd / br_abs(br_parameter_slope(&o->parameter[i], r->x[i]));
        r->braking[i] = braking_of(o, &o->parameter[i]);
    }
}

// Newmark is of second order where no law of friction turns at a reversal.
static int order_of_scheme(const br_mech_estimation *o)
{
    int order = o->f.o.scheme == &br_mech_newmark ? 2 : 1;
    for (int i = 0; i < o->m.forces; i++)
        order = o->m.force[i].friction ? 1 : order;
    return order;
}

void br_mech_estimation_summarise(br_mech_estimation *o, br_mech_estimate_result *r)
{
    r->rejected = o->f.rejected;
    r->restarts = o->restarts;
    r->braked = o->f.braked;
    summarise_parameters(o, r);
    r->nis /= o->f.total > 0 ? (double)o->f.total : 1;
    r->likelihood = o->f.likelihood;
    r->measurements = o->f.total;
    r->violation = o->f.violation;
    r->freedoms = o->f.freedoms;
    r->order = order_of_scheme(o);
    r->rank = o->f.root.count;
    r->most = o->f.most;
    r->limited = o->f.augmented.limited;
    r->skipped = o->f.dense.skipped;
    r->taken = o->f.dense.taken;
    for (int i = 0; i < o->m.measures && o->to && r->named < BR_MECH_ESTIMATE_MOST; i++)
        if (o->f.named[i]) {
            r->motion[r->named].measure = i;
            r->motion[r->named].left[0] = br_filter_share_left(&o->f, i, 0);
            r->motion[r->named++].left[1] = br_filter_share_left(&o->f, i, 1);
        }
}
