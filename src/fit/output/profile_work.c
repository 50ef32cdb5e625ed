// profile_work.c - a parameter as a distance from its fit, and likelihood ratios of fits, for profile likelihood. [host]
#include "num/base/fp.h"

#include "fit/output/profile_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

double br_profile_value_at(const br_profile_work *w, double u)
{
    double value = w->f->value[w->i];
    return w->by_factor ? value * br_exp(u) : value + u;
}

double br_profile_distance_of(const br_profile_work *w, double value)
{
    return w->by_factor ? br_log(value / w->f->value[w->i]) : value - w->f->value[w->i];
}

void br_profile_hold(br_profile_work *w, double u)
{
    w->mean[w->i] = br_profile_value_at(w, u);
    if (w->i < w->n->count)
        w->p[w->n->parameter[w->i].at] = w->mean[w->i];
    else
        w->term[w->i - w->n->count].start = w->mean[w->i];
}

double br_profile_root(const br_profile_work *w, double rms)
{
    double more = rms / w->least;
    return more > 1 ? br_sqrt((double)w->f->e.count * (more - 1) * (more + 1)) : 0;
}

double br_profile_chi_square(const br_profile_work *w, double rms)
{
    return rms > w->least ? 2 * (double)w->f->e.count * br_log(rms / w->least) / (w->worth * w->worth) : 0;
}

double br_profile_root_of(const br_profile_work *w, double chi_square)
{
    double n = (double)w->f->e.count, ratio = br_min(chi_square * w->worth * w->worth / n, 100);
    return br_sqrt(n * (br_exp(ratio) - 1));
}

void br_profile_restart_from(br_profile_work *w, const br_output_fit *f)
{
    w->f = f;
    w->o.start = f->start;
    w->last = 0;
    memcpy(w->p, w->f->p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = w->f->value[w->n->count + j];
}

// The bound of the parameter on one side, as a distance.
double br_profile_limit(const br_profile_work *w, double side)
{
    double bound = w->i < w->n->count ? side > 0 ? w->n->parameter[w->i].high : w->n->parameter[w->i].low
                   : side > 0         ? w->term[w->i - w->n->count].high
                                      : w->term[w->i - w->n->count].low;
    if (!isfinite(bound) || (w->by_factor && !(bound > 0)))
        return HUGE_VAL;
    return fabs(br_profile_distance_of(w, bound));
}
