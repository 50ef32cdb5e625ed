// profile.c - intervals by profile likelihood.                                  [host]
#include "num/fp.h"

#include "fit/profile.h"
#include "num/chi2.h"
#include "num/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// One number at work. Its place is measured as a distance u from where the fit has it: an offset, or of a number that is
// positive the logarithm of a factor.
typedef struct profile {
    const br_output_fit *f;
    br_output_problem q;
    const br_numbers *n;
    br_output_options o;
    int i, fits;
    bool by_factor;
    double *mean, *sd, *p;
    br_term *term; // those of the problem, from where the last fit led
    double target; // root of what the likelihood ratio may be
    double least;  // rms of the fit with the number held where it is; 0: not known yet
} profile;

static double value_at(const profile *w, double u)
{
    double value = w->f->value[w->i];
    return w->by_factor ? value * br_exp(u) : value + u;
}

static double distance_of(const profile *w, double value)
{
    return w->by_factor ? br_log(value / w->f->value[w->i]) : value - w->f->value[w->i];
}

// Root of the likelihood ratio with the number held at u, the others as near as they can: about u over its sd.
static br_status ratio_at(profile *w, double u, double *root)
{
    br_output_fit now;
    w->mean[w->i] = value_at(w, u);
    if (w->i < w->n->count)
        w->p[w->n->number[w->i].at] = w->mean[w->i];
    else
        w->term[w->i - w->n->count].start = w->mean[w->i];
    br_status status = br_output_run(&now, &w->q, &w->o, w->p, NULL);
    w->fits++;
    if (status == BR_NO_MEMORY)
        return status;
    *root = HUGE_VAL; // where nothing can be fitted, the log objects
    if (status != BR_OK)
        return BR_OK;
    if (w->least == 0)
        w->least = now.rms;
    double more = now.rms / w->least, n = (double)w->f->e.count;
    *root = more > 1 ? br_sqrt(2 * n * br_log(more)) : 0;
    memcpy(w->p, now.p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = now.value[w->n->count + j];
    br_output_free(&now);
    return BR_OK;
}

static void from_the_fit(profile *w)
{
    memcpy(w->p, w->f->p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = w->f->value[w->n->count + j];
}

// How far the number may go on one side at all.
static double limit_of(const profile *w, double side)
{
    double bound = w->i < w->n->count ? side > 0 ? w->n->number[w->i].high : w->n->number[w->i].low
                   : side > 0         ? w->term[w->i - w->n->count].high
                                      : w->term[w->i - w->n->count].low;
    if (!isfinite(bound) || (w->by_factor && !(bound > 0)))
        return HUGE_VAL;
    return fabs(distance_of(w, bound));
}

// The end of the interval on one side: the root grows about linearly with the distance, so a few secants find it.
static br_status find_end(profile *w, double side, double sd, double *end)
{
    double inside = 0, least = 0, outside = HUGE_VAL, most = HUGE_VAL, limit = limit_of(w, side);
    double u = br_min(w->target * sd, limit);
    from_the_fit(w);
    for (int k = 0; k < 14; k++) {
        double root;
        br_status status = ratio_at(w, side * u, &root);
        if (status != BR_OK)
            return status;
        if (fabs(root - w->target) <= 0.01 * w->target || (root < w->target && u >= limit)) {
            *end = value_at(w, side * u);
            return BR_OK;
        }
        if (root < w->target) {
            inside = u;
            least = root;
        } else {
            outside = u;
            most = root;
        }
        double slope = (most - least) / (outside - inside), next = inside + (w->target - least) / slope;
        if (!isfinite(outside))
            next = u * br_min(4, br_max(1.3, 1.1 * w->target / br_max(root, 0.01 * w->target)));
        else if (!isfinite(most) || !(next > inside && next < outside))
            next = inside + 0.5 * (outside - inside);
        u = br_min(next, limit);
    }
    // fourteen fits did not close it: at most `outside`, which is infinite where the log never objected
    *end = isfinite(outside) ? value_at(w, side * outside) : w->by_factor && side < 0 ? 0 : side * HUGE_VAL;
    return BR_OK;
}

static br_status find_both(profile *w, br_profile *to)
{
    const br_output_fit *f = w->f;
    double sd = f->sd[w->i], size = w->by_factor ? 1 : fabs(f->value[w->i]);
    if (sd > 0 && isfinite(sd))
        w->target *= f->coloured[w->i] / sd; // so many samples are as good as fewer independent ones
    if (w->by_factor)
        sd /= f->value[w->i];
    if (!(sd > 0) || !isfinite(sd) || sd > size)
        sd = size > 0 ? size : 1;
    w->sd[w->i] = 1e-4 * (w->by_factor ? sd * f->value[w->i] : sd); // held; the others as they were
    double none;
    from_the_fit(w);
    br_status status = ratio_at(w, 0, &none);
    if (status == BR_OK)
        status = find_end(w, -1, sd, &to->low);
    if (status == BR_OK)
        status = find_end(w, 1, sd, &to->high);
    to->fits = w->fits;
    return status;
}

br_status br_profile_find(br_profile *to, const br_output_fit *f, const br_output_problem *q,
                          const br_output_options *o, int i, double confidence)
{
    const br_numbers *n = q->numbers;
    size_t np = (size_t)q->model->np, count = (size_t)f->n;
    profile w = {.f = f, .q = *q, .n = n, .o = *o, .i = i};
    w.by_factor = i < n->count && n->number[i].kind == BR_NUMBER_LOG && f->value[i] > 0;
    w.target = br_sqrt(br_chi2_quantile(confidence, 1));
    w.p = calloc(np + 2 * count + 1, sizeof *w.p);
    w.term = calloc((size_t)q->terms + 1, sizeof *w.term);
    br_status status = w.p && w.term ? BR_OK : BR_NO_MEMORY;
    *to = (br_profile){0};
    if (status == BR_OK) {
        w.mean = w.p + np;
        w.sd = w.mean + count;
        for (int k = 0; k < f->n; k++)
            w.sd[k] = HUGE_VAL;
        w.o.mean = w.mean;
        w.o.sd = w.sd;
        w.o.state_sd = f->state_sd;
        w.o.start = f->start;
        memcpy(w.term, q->term, (size_t)q->terms * sizeof *w.term);
        w.q.term = w.term;
        status = find_both(&w, to);
    }
    free(w.p);
    free(w.term);
    return status;
}
