// profile.c - confidence intervals by profile likelihood.                         [host]
#include "num/base/fp.h"

#include "fit/output/profile.h"
#include "num/base/chi2.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The profile of one parameter. Its value is a distance u from that of the fit: an offset, or of a positive parameter the
// logarithm of a factor.
typedef struct profile {
    const br_output_fit *f;
    br_output_problem q;
    const br_fit_parameters *n;
    br_output_options o;
    int i, fits;
    bool by_factor;
    double *mean, *sd, *p;
    br_term *term; // those of the problem, from where the last fit led
    double target; // root of what the likelihood ratio may be
    double least;  // rms of the fit with the parameter held where it is; 0: not known yet
    double last;   // where the last fit held it; 0: p and term are those of the fit
    double size;   // of the parameter, as a distance: its value, or what would make the measured force
} profile;

enum { FITS = 20 };              // to find an end, at most
static const double FAR = 100;   // sizes beyond which an interval that is still open is infinite
static const double SURE = 1e-8; // tolerance of each fit

static double value_at(const profile *w, double u)
{
    double value = w->f->value[w->i];
    return w->by_factor ? value * br_exp(u) : value + u;
}

static double distance_of(const profile *w, double value)
{
    return w->by_factor ? br_log(value / w->f->value[w->i]) : value - w->f->value[w->i];
}

// The others start where the last fit had them, extrapolated as far as the parameter moves.
static void extrapolate_start(profile *w, double u)
{
    double far = w->last != 0 && u / w->last > 0 ? br_min(u / w->last, 5) : 1;
    for (int k = 0; k < w->n->count; k++) {
        double *p = &w->p[w->n->parameter[k].at], from = w->f->value[k];
        if (w->n->parameter[k].kind == BR_FIT_SCALED)
            *p = from + far * (*p - from);
        else if (w->n->parameter[k].kind == BR_FIT_LOG && from > 0 && *p > 0)
            *p = from * br_exp(far * br_log(*p / from));
    }
    for (int j = 0; j < w->q.terms; j++) {
        double from = w->f->value[w->n->count + j];
        w->term[j].start = from + far * (w->term[j].start - from);
    }
    w->last = u;
}

// The root of the likelihood ratio with the parameter held at u and all others refitted, about u over its sd: of the sum of
// squares above the least one, in units of that over the samples.
static br_status ratio_at(profile *w, double u, double *root)
{
    br_output_fit now;
    extrapolate_start(w, u);
    w->mean[w->i] = value_at(w, u);
    if (w->i < w->n->count)
        w->p[w->n->parameter[w->i].at] = w->mean[w->i];
    else
        w->term[w->i - w->n->count].start = w->mean[w->i];
    br_status status = br_output_run(&now, &w->q, &w->o, w->p, NULL);
    w->fits++;
    if (status == BR_NO_MEMORY)
        return status;
    *root = HUGE_VAL; // nothing can be fitted: outside the interval
    if (status != BR_OK)
        return BR_OK;
    if (w->least == 0)
        w->least = now.rms;
    double more = now.rms / w->least, n = (double)w->f->e.count;
    *root = more > 1 ? br_sqrt(n * (more - 1) * (more + 1)) : 0;
    memcpy(w->p, now.p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = now.value[w->n->count + j];
    br_output_free(&now);
    return BR_OK;
}

static void restart_from_fit(profile *w)
{
    w->last = 0;
    memcpy(w->p, w->f->p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = w->f->value[w->n->count + j];
}

// The bound of the parameter on one side, as a distance.
static double limit_of(const profile *w, double side)
{
    double bound = w->i < w->n->count ? side > 0 ? w->n->parameter[w->i].high : w->n->parameter[w->i].low
                   : side > 0         ? w->term[w->i - w->n->count].high
                                      : w->term[w->i - w->n->count].low;
    if (!isfinite(bound) || (w->by_factor && !(bound > 0)))
        return HUGE_VAL;
    return fabs(distance_of(w, bound));
}

// What was tried on one side: the interval's end lies between inside and outside, where the roots are least and most.
typedef struct bracket {
    double inside, least, outside, most;
    double before, then; // what outside and most were before
    int same;            // so often in a row it was the same one that moved: above 0 inside, below 0 outside
} bracket;

static void update_bracket(bracket *b, double u, double root, double target)
{
    if (root < target) {
        b->same = b->same > 0 ? b->same + 1 : 1;
        b->inside = u;
        b->least = root;
        return;
    }
    b->same = b->same < 0 ? b->same - 1 : -1;
    b->before = b->outside;
    b->then = b->most;
    b->outside = u;
    b->most = root;
}

// The root grows about linearly with the distance, so a few secants find the end. Where the ratio rises only once another
// parameter has come to its bound, the root is bent, and the line through two points outside leads to the bend.
static double next_trial(const bracket *b, double u, double root, double target)
{
    if (!isfinite(b->outside))
        return u * br_min(4, br_max(1.3, 1.1 * target / br_max(root, 0.01 * target)));
    bool outer = isfinite(b->then) && isfinite(b->before) && b->least < 0.5 * target;
    double u1 = outer ? b->before : b->inside, r1 = outer ? b->then : b->least;
    double next = b->outside - (b->most - target) * (b->outside - u1) / (b->most - r1);
    bool bent = b->same > 2 || b->same < -6 || !(next > b->inside && next < b->outside);
    return bent ? b->inside + 0.5 * (b->outside - b->inside) : next;
}

// The end of the interval on one side.
static br_status find_end(profile *w, double side, double sd, double *end)
{
    bracket b = {0, 0, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0};
    double limit = limit_of(w, side), u = br_min(w->target * sd, limit);
    restart_from_fit(w);
    for (int k = 0; k < FITS; k++) {
        double root;
        br_status status = ratio_at(w, side * u, &root);
        if (status != BR_OK)
            return status;
        if (fabs(root - w->target) <= 0.01 * w->target || (root < w->target && u >= limit)) {
            *end = value_at(w, side * u);
            return BR_OK;
        }
        update_bracket(&b, u, root, w->target);
        if (!w->by_factor && !isfinite(b.outside) && u > FAR * w->size && root < 0.5 * w->target)
            break;
        u = br_min(next_trial(&b, u, root, w->target), limit);
    }
    // not converged: at most `outside`, infinite where no value was rejected
    *end = isfinite(b.outside) ? value_at(w, side * b.outside) : w->by_factor && side < 0 ? 0 : side * HUGE_VAL;
    return BR_OK;
}

// The value of a parameter that makes the measured force: of a term by its column.
static double usual_size(const profile *w)
{
    if (w->i < w->n->count)
        return w->n->parameter[w->i].scale;
    double term = 0, force = 0;
    for (int i = 0; i < w->q.logs; i++) {
        const br_output_log *l = &w->q.log[i];
        for (long long k = l->from; k < l->to; k++) {
            double y = w->q.simulation ? l->drive[k] : l->y[k], c = l->term[w->i - w->n->count][k];
            term += c * c;
            force += isfinite(y) ? y * y : 0;
        }
    }
    return term > 0 && force > 0 ? br_sqrt(force / term) : 1;
}

static br_status find_interval(profile *w, br_profile *to)
{
    const br_output_fit *f = w->f;
    double sd = f->sd[w->i];
    w->size = w->by_factor ? 1 : br_max(fabs(f->value[w->i]), usual_size(w));
    if (sd > 0 && isfinite(sd))
        w->target *= f->corrected_sd[w->i] / sd; // so many samples are as good as fewer independent ones
    if (w->by_factor)
        sd /= f->value[w->i];
    bool untold = !(sd > 0) || !isfinite(sd) || sd > w->size;
    if (untold)
        sd = w->size;
    double n = (double)f->e.count, ratio = br_min(w->target * w->target / n, 100); // a logarithm of sums of squares
    w->target = br_sqrt(n * (br_exp(ratio) - 1));
    w->sd[w->i] = (untold ? 1e-6 : 1e-4) * (w->by_factor ? sd * f->value[w->i] : sd); // held; the others as they were
    double none;
    restart_from_fit(w);
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
    BR_REQUIRE(i >= 0 && i < f->n);
    const br_fit_parameters *n = q->parameters;
    size_t np = (size_t)q->model->np, count = (size_t)f->n;
    profile w = {.f = f, .q = *q, .n = n, .o = *o, .i = i};
    w.by_factor = i < n->count && n->parameter[i].kind == BR_FIT_LOG && f->value[i] > 0;
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
        w.o.tol = br_min(o->tol, SURE);
        memcpy(w.term, q->term, (size_t)q->terms * sizeof *w.term);
        w.q.term = w.term;
        status = find_interval(&w, to);
    }
    free(w.p);
    free(w.term);
    return status;
}
