// profile.c - confidence intervals by profile likelihood.                         [host]
#include "num/base/fp.h"

#include "fit/output/profile_parts.h"
#include "num/base/chi2.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FITS = 20 };              // to find an end, at most
static const double FAR = 100;   // sizes beyond which an interval that is still open is infinite
static const double SURE = 1e-8; // tolerance of each fit

// The others start where the last fit had them, extrapolated as far as the parameter moves.
static void extrapolate_start(br_profile_work *w, double u)
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

// The root of the fit with the parameter held at u and all others refitted.
static br_status ratio_at(br_profile_work *w, double u, double *root)
{
    br_output_options o = w->o;
    br_output_fit now;
    o.values = true;
    extrapolate_start(w, u);
    br_profile_hold(w, u);
    br_status status = br_output_run(&now, &w->q, &o, w->p, NULL);
    w->fits++;
    if (status == BR_NO_MEMORY)
        return status;
    *root = HUGE_VAL; // nothing can be fitted: outside the interval
    if (status != BR_OK)
        return BR_OK;
    if (w->least == 0)
        w->least = now.rms;
    *root = br_profile_root(w, now.rms);
    memcpy(w->p, now.p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = now.value[w->n->count + j];
    br_output_free(&now);
    return BR_OK;
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
static br_status find_end(br_profile_work *w, double side, double sd, double *end)
{
    bracket b = {0, br_profile_root(w, w->f->rms), HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0};
    double limit = br_profile_limit(w, side), u = br_min(w->target * sd, limit);
    br_profile_restart_from(w, w->f);
    for (int k = 0; k < FITS; k++) {
        double root;
        br_status status = ratio_at(w, side * u, &root);
        if (status != BR_OK)
            return status;
        if (fabs(root - w->target) <= 0.01 * w->target || (root < w->target && u >= limit)) {
            *end = br_profile_value_at(w, side * u);
            return BR_OK;
        }
        update_bracket(&b, u, root, w->target);
        if (!w->by_factor && !isfinite(b.outside) && u > FAR * w->size && root < 0.5 * w->target)
            break;
        u = br_min(next_trial(&b, u, root, w->target), limit);
    }
    // not converged: at most `outside`, infinite where no value was rejected
    *end = isfinite(b.outside)        ? br_profile_value_at(w, side * b.outside)
           : w->by_factor && side < 0 ? 0
                                      : side * HUGE_VAL;
    return BR_OK;
}

// The value of a parameter that makes the measured force: of a term by its column.
static double usual_size(const br_profile_work *w)
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

// The interval around the minimum of a fit.
static br_status find_part(br_profile_work *w, const br_output_fit *f, double sd, double part[2])
{
    double own = f->sd[w->i] / (w->by_factor ? f->value[w->i] : 1);
    br_profile_restart_from(w, f);
    sd = own > 0 && own < sd ? own : sd;
    br_status status = find_end(w, -1, sd, &part[0]);
    return status == BR_OK ? find_end(w, 1, sd, &part[1]) : status;
}

// Adds a part to those that are there, in their order; parts that touch are one.
static void add_part(br_profile *to, const double part[2])
{
    double now[2] = {part[0], part[1]};
    int left = 0;
    for (int k = 0; k < to->count; k++) {
        double *old = to->part[k];
        bool apart = old[1] < now[0] || now[1] < old[0];
        if (apart) {
            to->part[left][0] = old[0];
            to->part[left++][1] = old[1];
        } else {
            now[0] = br_min(now[0], old[0]);
            now[1] = br_max(now[1], old[1]);
        }
    }
    int at = left;
    for (; at > 0 && to->part[at - 1][0] > now[0]; at--)
        memcpy(to->part[at], to->part[at - 1], sizeof now);
    memcpy(to->part[at], now, sizeof now);
    to->count = left + 1;
}

// The share of the likelihood's mass, of one parameter, that lies within t (chi-square) of the least sum of squares: every
// minimum is a normal distribution with its own sd and height (Laplace).
static double mass_within(const br_profile_work *w, const br_output_fit *const *f, int count, double t)
{
    double sum = 0, all = 0;
    for (int k = 0; k < count; k++) {
        double sd = f[k]->sd[w->i] / (w->by_factor ? f[k]->value[w->i] : 1);
        double deep = br_profile_chi_square(w, f[k]->rms), mass = br_exp(-0.5 * deep) * sd;
        if (!isfinite(mass))
            continue;
        all += mass;
        sum += t > deep ? mass * br_chi2_cdf(t - deep, 1) : 0;
    }
    return all > 0 ? sum / all : 1;
}

// Of one minimum the likelihood ratio test; of several, which compete, the test that holds as much of their mass together. With
// the quantile of one alone, the truth would be missed more often: whenever noise makes another minimum deeper than its own.
static void set_target(br_profile_work *w, const br_output_fit *const *f, int count)
{
    double low = w->quantile, high = low + 2 * BR_PROFILE_DEEP;
    for (int i = 0; i < 50 && count > 1; i++) {
        double t = 0.5 * (low + high);
        if (mass_within(w, f, count, t) < w->confidence)
            low = t;
        else
            high = t;
    }
    w->target = br_profile_root_of(w, low);
}

// Around the fit, and around every other minimum that passes the test, too.
static br_status find_parts(br_profile_work *w, double sd, br_profile *to)
{
    const br_output_fit *f = w->f;
    const br_output_fit *all[BR_PROFILE_MINIMA + 1] = {f};
    br_output_fit other[BR_PROFILE_MINIMA];
    double part[2];
    int count = 0;
    br_status status = br_profile_find_minima(w, other, &count);
    for (int k = 0; k < count; k++)
        all[1 + k] = &other[k];
    set_target(w, all, count + 1);
    if (status == BR_OK && br_profile_root(w, f->rms) < w->target) {
        status = find_part(w, f, sd, part);
        if (status == BR_OK)
            add_part(to, part);
    }
    for (int k = 0; k < count && status == BR_OK; k++) {
        bool known = !(br_profile_root(w, other[k].rms) < w->target);
        for (int j = 0; j < to->count; j++)
            known = known || (other[k].value[w->i] >= to->part[j][0] && other[k].value[w->i] <= to->part[j][1]);
        if (known || to->count == BR_PROFILE_PARTS)
            continue;
        status = find_part(w, &other[k], sd, part);
        if (status == BR_OK)
            add_part(to, part);
    }
    for (int k = 0; k < count; k++)
        br_output_free(&other[k]);
    w->f = f;
    return status;
}

static br_status find_interval(br_profile_work *w, br_profile *to)
{
    const br_output_fit *f = w->f;
    double sd = f->sd[w->i];
    w->size = w->by_factor ? 1 : br_max(fabs(f->value[w->i]), usual_size(w));
    if (sd > 0 && isfinite(sd))
        w->worth = f->corrected_sd[w->i] / sd; // so many samples are as good as fewer independent ones
    if (w->by_factor)
        sd /= f->value[w->i];
    bool untold = !(sd > 0) || !isfinite(sd) || sd > w->size;
    if (untold)
        sd = w->size;
    w->target = br_profile_root_of(w, w->quantile);
    w->held = w->sd[w->i] =
        (untold ? 1e-6 : 1e-4) * (w->by_factor ? sd * f->value[w->i] : sd); // the others as they were
    double none;
    br_profile_restart_from(w, f);
    br_status status = ratio_at(w, 0, &none);
    if (status == BR_OK)
        status = find_parts(w, sd, to);
    to->low = to->count > 0 ? to->part[0][0] : (double)NAN;
    to->high = to->count > 0 ? to->part[to->count - 1][1] : (double)NAN;
    to->fits = w->fits;
    return status;
}

br_status br_profile_find(br_profile *to, const br_output_fit *f, const br_output_problem *q,
                          const br_output_options *o, int i, double confidence)
{
    BR_REQUIRE(i >= 0 && i < f->n);
    const br_fit_parameters *n = q->parameters;
    size_t np = (size_t)q->model->np, count = (size_t)f->n;
    br_profile_work w = {.f = f, .q = *q, .n = n, .o = *o, .i = i};
    w.by_factor = i < n->count && n->parameter[i].kind == BR_FIT_LOG && f->value[i] > 0;
    w.confidence = confidence;
    w.quantile = br_chi2_quantile(confidence, 1);
    w.worth = 1;
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
