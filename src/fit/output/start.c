// start.c - the search from the best of many starts.                            [host]
#include "num/base/fp.h"

#include "fit/output/affine.h"
#include "fit/output/evolve.h"
#include "fit/output/start_parts.h"
#include "fit/output/thin.h"
#include "num/base/chi2.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW_ROWS = 2500,  // of a thinned log
    MEMBERS = 64,     // starts that evolve there,
    GENERATIONS = 40, // at most; 5 for each variable
    SHORT = 10,       // steps of a short search
    SHORTS = 6,       // short searches from the best starts of the design, besides those from the grid and known starts
    LONGS = 3         // of these that go on to their end, on the thinned log
};

typedef struct trial {
    double cost;
    double *p, *term;
    br_scales scales;
    bool wide; // of the design or known: neither of the grid nor given. Its terms go with it
} trial;

// A search at work.
typedef struct searching {
    br_output_problem *q;
    br_fit_parameters *n;
    const br_output_options *o;
    const br_start_options *s;
    trial *t;
    int count, first;    // first: those of the grid, the spread and the given ones, which are all searched from
    int spread, spreads; // where the spread ones stand, and how many these are
    trial given;         // as it was given; p NULL: none
    bool ranked;         // on the thinned log
    bool curved;         // some parameter is not eliminated; else all starts lead to the same end
    double *block, *given_block;
    br_diag *why;
} searching;

// ---------------------------------------------------------------- listing starts

static void model_values(const br_model *m, double *p)
{
    for (int i = 0; i < m->np; i++)
        p[i] = br_interval_mid(m->p[i]);
}

// A start whose residuals are a little smaller, but which ends far from what is known, is not better: with residuals of unknown sd the
// largest posterior density has the least count*log(cost/count) + prior.
double br_start_cost(const br_output_fit *f)
{
    double count = (double)f->e.count;
    double cost = f->e.count > 0 && f->e.cost > 0 ? br_sqrt(f->e.cost / count) : f->rms;
    return f->prior > 0 && count > 0 ? cost * br_exp(0.5 * f->prior / count) : cost;
}

static br_scales middle_scales(const br_start_options *s)
{
    return (br_scales){s->most.force, s->most.speed / 2, s->most.length / 30};
}

void br_start_middle(const br_model *m, const br_fit_parameters *n, const br_start_options *s, double *p)
{
    br_scales middle = middle_scales(s);
    model_values(m, p);
    br_start_initial(m, n, &middle, BR_SPREAD, p);
}

// A new start, unless there is one with these values: a law that has no such parameter starts alike from all lengths.
static void add_start(void *self, const br_scales *scales, const double *p)
{
    searching *w = self;
    size_t np = (size_t)w->q->model->np;
    for (int i = 0; i < w->count; i++)
        if (memcmp(w->t[i].p, p, np * sizeof *p) == 0)
            return;
    trial *to = &w->t[w->count];
    to->p = w->block + (size_t)w->count * (np + (size_t)w->q->terms);
    to->term = to->p + np;
    to->scales = *scales;
    memcpy(to->p, p, np * sizeof *p);
    for (int j = 0; j < w->q->terms; j++)
        to->term[j] = w->q->term[j].start;
    w->count++;
}

// Lengths from the shortest worth a thought to a third of the stroke, speeds from half the largest downwards.
static void add_grid(searching *w, double *p)
{
    const br_start_options *s = w->s;
    double longest = s->most.length / 3, least = br_min(s->least, longest / 10);
    for (int i = 0; i < s->lengths; i++)
        for (int k = 0; k < s->speeds; k++) {
            double share = s->lengths > 1 ? (double)i / (s->lengths - 1) : 0.5;
            br_scales own = {s->most.force, s->most.speed * br_pow(10, -(0.3 + k)),
                             least * br_pow(longest / least, share)};
            model_values(w->q->model, p);
            br_start_initial(w->q->model, w->n, &own, BR_SPREAD, p);
            add_start(w, &own, p);
        }
}

// How many elements the longest array of parameters has that differ by length; 1: there is none.
static int most_elements(const searching *w)
{
    int most = 1;
    for (int i = 0; i < w->n->count; i++) {
        int len = br_model_len(w->q->model, w->n->parameter[i].quantity);
        if (w->n->parameter[i].kind != BR_FIT_SHARE && len > most)
            most = len;
    }
    return most;
}

// Elements from the shortest length worth a thought to three strokes, whose force follows the position.
static void add_spread(searching *w, double *p)
{
    const br_start_options *s = w->s;
    int elements = most_elements(w);
    double longest = 3 * s->most.length, least = br_min(s->least, s->most.length / 30);
    w->spread = w->count;
    for (int k = 0; k < s->speeds && elements > 1; k++) {
        br_scales own = {s->most.force, s->most.speed * br_pow(10, -(0.3 + k)), br_sqrt(least * longest)};
        model_values(w->q->model, p);
        br_start_initial(w->q->model, w->n, &own, br_pow(longest / least, 1.0 / (elements - 1)), p);
        add_start(w, &own, p);
    }
    w->spreads = w->count - w->spread;
    for (int i = 0; i < w->spreads; i++)
        w->t[w->spread + i].wide = true;
}

// The values that the model was given.
static void add_given(searching *w, double *p)
{
    const br_model *m = w->q->model;
    br_scales middle = middle_scales(w->s);
    br_start_middle(m, w->n, w->s, p);
    for (int i = 0; i < w->n->count; i++)
        if (m->origin[w->n->parameter[i].quantity] == BR_GIVEN)
            p[w->n->parameter[i].at] = br_interval_mid(m->p[w->n->parameter[i].at]);
    add_start(w, &middle, p);
    w->given = (trial){.p = w->given_block, .term = w->given_block + m->np, .scales = middle};
    memcpy(w->given.p, p, (size_t)m->np * sizeof *p);
    for (int j = 0; j < w->q->terms; j++)
        w->given.term[j] = w->q->term[j].start;
}

// Is there a parameter that the law is not affine in?
static br_status has_curved(const searching *w, bool *curved)
{
    bool *affine = calloc((size_t)w->n->count + 1, sizeof *affine);
    br_status status = affine ? br_fit_affine(w->q->model, w->n, w->o->which, affine) : BR_NO_MEMORY;
    *curved = false;
    for (int i = 0; i < w->n->count && status == BR_OK; i++)
        *curved = *curved || !affine[i];
    free(affine);
    return status;
}

static br_status list_starts(searching *w)
{
    const br_start_options *s = w->s;
    int grid = s->lengths * s->speeds, design = grid > 0 ? s->design : 0, spread = design > 0 ? s->speeds : 0;
    size_t most = (size_t)(grid + spread + design) + 1, np = (size_t)w->q->model->np;
    w->t = calloc(most, sizeof *w->t);
    w->block = calloc(most * (np + (size_t)w->q->terms) + np + 1, sizeof *w->block);
    w->given_block = calloc(np + (size_t)w->q->terms + 1, sizeof *w->given_block);
    if (!w->t || !w->block || !w->given_block)
        return BR_NO_MEMORY;
    double *p = w->block + most * (np + (size_t)w->q->terms);
    add_grid(w, p);
    if (spread > 0)
        add_spread(w, p);
    if (s->given)
        add_given(w, p);
    w->first = w->count;
    br_status status = has_curved(w, &w->curved);
    if (status == BR_OK && design > 0 && w->curved)
        status = br_start_design(w->q, w->n, s, design, add_start, w);
    for (int i = w->first; i < w->count; i++)
        w->t[i].wide = true;
    return status;
}

// ---------------------------------------------------------------- trying

static int compare_cost(const void *a, const void *b)
{
    const trial *x = a, *y = b;
    return x->cost < y->cost ? -1 : x->cost > y->cost ? 1 : x->p < y->p ? -1 : x->p > y->p; // the first listed first
}

static int compare_lanes(const void *a, const void *b)
{
    const br_lane *x = a, *y = b;
    return x->cost < y->cost ? -1 : x->cost > y->cost ? 1 : x->p < y->p ? -1 : x->p > y->p;
}

// One search from the trial's values, which become what it found.
static br_status search_from(const searching *w, trial *t, const br_output_problem *q, br_output_options o, int steps,
                             br_output_fit *keep)
{
    double *sd = calloc((size_t)q->model->nx + 3, sizeof *sd);
    br_term *term = calloc((size_t)q->terms + 1, sizeof *term);
    br_output_problem own = *q;
    br_output_fit f = {0};
    br_status status = sd && term ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        br_start_state_sds(q, &t->scales, sd);
        o.state_sd = sd;
        o.steps = steps;
        o.values = o.values || !keep;
        for (int j = 0; j < q->terms; j++) {
            term[j] = q->term[j];
            term[j].start = t->term[j];
        }
        own.term = term;
        br_fit_parameters_scale(w->n, t->p);
        status = br_output_run(&f, &own, &o, t->p, w->why);
    }
    free(sd);
    free(term);
    t->cost = status == BR_OK ? br_start_cost(&f) : HUGE_VAL;
    if (status != BR_OK)
        return status;
    memcpy(t->p, f.p, (size_t)q->model->np * sizeof *t->p);
    if (t->wide)
        memcpy(t->term, f.value + w->n->count, (size_t)q->terms * sizeof *t->term);
    if (keep)
        *keep = f;
    else
        br_output_free(&f);
    return BR_OK;
}

// Does a parameter of these differ by more than a factor of 2?
static bool are_apart(const searching *w, const trial *a, const trial *b)
{
    for (int i = 0; i < w->n->count; i++) {
        double x = a->p[w->n->parameter[i].at], y = b->p[w->n->parameter[i].at], size = br_max(fabs(x), fabs(y));
        if (fabs(x - y) > 0.5 * size && size > 0)
            return true;
    }
    return false;
}

// The best ones that differ come first; answers how many these are, at most `most`.
static int keep_apart(const searching *w, trial *t, int count, int most)
{
    int kept = 0;
    for (int i = 0; i < count && kept < most && isfinite(t[i].cost); i++) {
        bool apart = true;
        for (int k = 0; k < kept && apart; k++)
            apart = are_apart(w, &t[k], &t[i]);
        if (!apart)
            continue;
        trial best = t[i];
        memmove(&t[kept + 1], &t[kept], (size_t)(i - kept) * sizeof *t);
        t[kept++] = best;
    }
    return kept;
}

// Gauss-Legendre steps that are much longer than a time constant keep a state where it is (they are not L-stable), and a search
// would take that for a better law. Starts are compared by implicit Euler steps, which do not.
static br_output_options damped_options(const searching *w)
{
    br_output_options o = *w->o;
    const br_integrator_kind *kind = o.flow ? o.flow : br_integrator_choose(w->q->sys);
    if (!o.flow && (kind == &br_integrator_gauss4 || kind == &br_integrator_midpoint))
        o.flow = &br_integrator_lie;
    return o;
}

// What costs of lanes are evaluated with.
typedef struct lane_costs {
    const br_output_problem *q;
    br_output_options o;
    const br_start_options *s;
    int done, generations;
} lane_costs;

static br_status evaluate_lanes(void *self, br_lane *lane, int lanes)
{
    lane_costs *w = self;
    br_start_advance(w->s, 0.05 + 0.25 * w->done++ / w->generations);
    return br_lanes_evaluate(w->q, &w->o, lane, lanes, 0);
}

static br_status evolve_members(searching *w, const br_output_problem *few, br_lane *lane, int members)
{
    double(*range)[2] = calloc((size_t)w->n->count + 1, sizeof *range);
    if (!range)
        return BR_NO_MEMORY;
    br_start_range(w->q->model, w->n, w->s, range);
    int generations = 5 * w->n->variables < GENERATIONS ? 5 * w->n->variables : GENERATIONS;
    lane_costs costs = {few, damped_options(w), w->s, 0, generations > 0 ? generations : 1};
    br_evolve_options o = {(const double(*)[2])range, NULL, generations, evaluate_lanes, &costs};
    br_status status = br_lanes_evolve(few, w->n, &o, lane, members);
    free(range);
    return status;
}

// Puts the best trial and, behind it, the best one of the other kind first: those of the design often end together, in a basin
// where some parameter has no effect. Then those that differ; answers how many these are, at most `most`.
static int keep_kinds(const searching *w, trial *t, int count, int most)
{
    int other = 1;
    while (other < count && t[other].wide == t[0].wide)
        other++;
    if (count == 0 || other >= count || !isfinite(t[other].cost))
        return keep_apart(w, t, count, most);
    trial best = t[other];
    memmove(&t[2], &t[1], (size_t)(other - 1) * sizeof *t);
    t[1] = best;
    int kept = 2;
    for (int i = 2; i < count && kept < most && isfinite(t[i].cost); i++)
        if (are_apart(w, &t[0], &t[i]) && are_apart(w, &t[1], &t[i]) &&
            fabs(t[i].cost - t[0].cost) > 1e-3 * t[0].cost) {
            trial more = t[i];
            memmove(&t[kept + 1], &t[kept], (size_t)(i - kept) * sizeof *t);
            t[kept++] = more;
        }
    return kept;
}

// The cost of all starts, side by side. The best of them evolve; of these the best that differ come behind those of the grid.
static br_status rank_lanes(searching *w, const br_output_problem *few)
{
    int wide = w->count - w->first, members = 0;
    br_lane *lane = calloc((size_t)wide + 1, sizeof *lane);
    if (!lane)
        return BR_NO_MEMORY;
    for (int i = 0; i < wide; i++) {
        lane[i].p = w->t[w->first + i].p;
        lane[i].term = w->t[w->first + i].term;
    }
    br_output_options o = damped_options(w);
    br_status status = br_lanes_evaluate(few, &o, lane, wide, 0);
    qsort(lane, (size_t)wide, sizeof *lane, compare_lanes);
    while (members < MEMBERS && members < wide && isfinite(lane[members].cost))
        members++;
    if (status == BR_OK && members > 3)
        status = evolve_members(w, few, lane, members);
    for (int i = 0; i < wide; i++) {
        trial *t = &w->t[w->first + i];
        t->cost = lane[i].cost;
        t->p = lane[i].p;
        t->term = lane[i].term;
    }
    free(lane);
    if (status != BR_OK)
        return status;
    qsort(w->t + w->first, (size_t)wide, sizeof *w->t, compare_cost);
    w->count = w->first + keep_apart(w, w->t + w->first, wide, SHORTS);
    return BR_OK;
}

// The linear parameters of a start as they fit best; those given, or of scales, say little about viscous friction.
static br_status fit_linear(const searching *w, const br_output_problem *few, const trial *t)
{
    br_output_options o = damped_options(w);
    br_lane lane = {t->p, t->term, 0};
    return br_lanes_evaluate(few, &o, &lane, 1, 0);
}

// The starts of the simpler laws stand behind those that were kept.
static br_status add_known(searching *w)
{
    size_t np = (size_t)w->q->model->np, each = np + (size_t)w->q->terms, most = (size_t)(w->count + w->s->knowns);
    trial *t = calloc(most + 1, sizeof *t);
    double *block = calloc(most * each + 1, sizeof *block);
    if (!t || !block) {
        free(t);
        free(block);
        return BR_NO_MEMORY;
    }
    for (int i = 0; i < (int)most; i++) {
        const br_start_known *from = i < w->count ? NULL : &w->s->known[i - w->count];
        t[i] = from ? (trial){.cost = from->cost, .scales = middle_scales(w->s), .wide = true} : w->t[i];
        t[i].p = block + (size_t)i * each;
        t[i].term = t[i].p + np;
        memcpy(t[i].p, from ? from->p : w->t[i].p, np * sizeof *t->p);
        memcpy(t[i].term, from ? from->term : w->t[i].term, (each - np) * sizeof *t->p);
    }
    free(w->t);
    free(w->block);
    w->t = t;
    w->block = block;
    w->count = (int)most;
    return BR_OK;
}

// Short searches on a thinned log put the best starts in order.
static br_status rank_starts(searching *w)
{
    const br_output_problem *q = w->q;
    long long rows = 0;
    for (int i = 0; i < q->logs; i++)
        rows += q->log[i].from < q->log[i].to ? q->log[i].stretch.rows : 0;
    int every = (int)(rows / FEW_ROWS) + 1;
    br_output_problem few = *q;
    br_output_options fast = *w->o;
    br_thinned thin_ones;
    br_diag *why = w->why;
    br_status status = br_thinned_open(&thin_ones, q, every);
    if (status != BR_OK)
        return status;
    few.log = thin_ones.log;
    fast.tol = 1e-3;
    fast.once = true;
    fast.every = w->o->every / every > 1 ? w->o->every / every : 1;
    w->why = NULL;
    if (w->given.p && w->s->design > 0) {
        w->given.wide = true;
        status = fit_linear(w, &few, &w->given);
    }
    for (int i = 0; i < w->spreads && status == BR_OK; i++)
        status = fit_linear(w, &few, &w->t[w->spread + i]);
    if (status == BR_OK && w->count > w->first)
        status = rank_lanes(w, &few);
    if (status == BR_OK)
        status = add_known(w);
    for (int i = 0; i < w->count && status != BR_NO_MEMORY && w->count > 1; i++) {
        br_start_advance(w->s, 0.3 + 0.2 * i / w->count);
        status = search_from(w, &w->t[i], &few, fast, SHORT, NULL);
    }
    qsort(w->t, (size_t)w->count, sizeof *w->t, compare_cost);
    int longs = w->curved ? keep_kinds(w, w->t, w->count, LONGS) : keep_apart(w, w->t, w->count, 1);
    for (int i = 0; i < longs && status != BR_NO_MEMORY; i++) { // to their end: steps cost more on the whole log
        br_start_advance(w->s, 0.5 + 0.1 * i / longs);
        status = search_from(w, &w->t[i], &few, fast, w->o->steps, NULL);
    }
    qsort(w->t, (size_t)longs, sizeof *w->t, compare_cost);
    if (longs > 1 && longs < w->count)
        w->count = longs;
    w->why = why;
    w->ranked = true;
    br_thinned_close(&thin_ones, q->logs);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// ---------------------------------------------------------------- the whole log

// The best trial at full length; where that fails, the next best. *which: it.
static br_status fit_best(const searching *w, br_output_fit *f, int *which)
{
    br_status last = BR_NEGATIVE;
    for (int i = 0; i < w->count && (i == 0 || last != BR_OK); i++) {
        last = search_from(w, &w->t[i], w->q, *w->o, w->o->steps, f);
        *which = i;
    }
    return last;
}

// A search from the optimum of every simpler law that fits better than this fit; the best one is kept, *start is where it began.
static br_status fit_known(const searching *w, br_output_fit *f, double *start)
{
    size_t np = (size_t)w->q->model->np, terms = (size_t)w->q->terms;
    double *p = calloc(np + terms + 1, sizeof *p);
    br_status status = p ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < w->s->knowns && status == BR_OK; i++) {
        const br_start_known *from = &w->s->known[i];
        if (br_start_cost(f) <= from->cost)
            continue;
        trial t = {.p = p, .term = p + np, .scales = middle_scales(w->s)};
        br_output_fit now = {0};
        memcpy(t.p, from->p, np * sizeof *p);
        memcpy(t.term, from->term, terms * sizeof *p);
        status = search_from(w, &t, w->q, *w->o, w->o->steps, &now);
        if (status == BR_OK && br_start_cost(&now) < br_start_cost(f)) {
            br_output_free(f);
            *f = now;
            memcpy(start, from->p, np * sizeof *start);
        } else if (status == BR_OK) {
            br_output_free(&now);
        } else if (status != BR_NO_MEMORY) {
            status = BR_OK; // this start leads nowhere
        }
    }
    free(p);
    return status;
}

// ---------------------------------------------------------------- a second explanation

// The likelihood ratio of two fits to the same rows, for as many samples as autocorrelated ones are worth.
static bool as_likely(const br_output_fit *f, double cost)
{
    double samples = (double)f->e.count / br_max(1, f->autocorrelation_factor * f->autocorrelation_factor);
    return samples * 2 * br_log(cost / br_start_cost(f)) < br_chi2_quantile(0.95, 1);
}

// Value i of one fit and value k of another differ by more than both standard deviations account for.
static bool differs(const br_output_fit *f, int i, const br_output_fit *g, int k)
{
    double far = fabs(f->value[i] - g->value[k]), sd = f->corrected_sd[i] + g->corrected_sd[k];
    return isfinite(sd) && far > 3 * sd && far > 0.05 * fabs(f->value[i]);
}

// Some parameter differs. An element of an array, "kappa[2]", does where no element of the other fit is like it: the order of
// elements explains nothing.
static bool are_different(const br_fit_parameters *n, const br_output_fit *f, const br_output_fit *g)
{
    for (int i = 0; i < f->n; i++) {
        bool found = !differs(f, i, g, i);
        for (int k = 0; k < n->count && i < n->count && !found; k++)
            found = n->parameter[k].quantity == n->parameter[i].quantity && !differs(f, i, g, k);
        if (!found)
            return true;
    }
    return false;
}

static br_status set_explanation(br_explanation *to, const br_output_fit *g)
{
    to->value = calloc(2 * (size_t)g->n + 1, sizeof *to->value);
    if (!to->value)
        return BR_NO_MEMORY;
    to->sd = to->value + g->n;
    memcpy(to->value, g->value, (size_t)g->n * sizeof *to->value);
    memcpy(to->sd, g->corrected_sd, (size_t)g->n * sizeof *to->sd);
    to->error = g->error;
    return BR_OK;
}

// From the trial behind the best one, where it ended near it on the thinned log. Where it turns out better, it is the fit.
static br_status explain_otherwise(const searching *w, br_output_fit *f, br_explanation *to, trial *second,
                                   double *start)
{
    br_output_fit g = {0};
    size_t np = (size_t)w->q->model->np;
    double *from = calloc(np + 1, sizeof *from);
    if (!from)
        return BR_NO_MEMORY;
    memcpy(from, second->p, np * sizeof *from);
    br_status status = search_from(w, second, w->q, *w->o, w->o->steps, &g);
    if (status == BR_OK && br_start_cost(&g) < br_start_cost(f)) {
        br_output_fit swap = *f;
        *f = g;
        g = swap;
        memcpy(start, from, np * sizeof *start);
    }
    free(from);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_OK;
    if (to && !to->value && as_likely(f, br_start_cost(&g)) && are_different(w->q->parameters, f, &g))
        status = set_explanation(to, &g);
    br_output_free(&g);
    return status;
}

void br_explanation_free(br_explanation *e)
{
    free(e->value);
    *e = (br_explanation){0};
}

// The cost after a short search on the whole log. The trial stays where it is: a search that begins next to its end stops early.
static br_status search_cost(const searching *w, trial *t, br_output_options fast)
{
    size_t np = (size_t)w->q->model->np, terms = (size_t)w->q->terms;
    double *p = calloc(np + terms + 1, sizeof *p);
    trial own = *t;
    if (!p)
        return BR_NO_MEMORY;
    own.p = p;
    own.term = p + np;
    memcpy(own.p, t->p, np * sizeof *p);
    memcpy(own.term, t->term, terms * sizeof *p);
    br_status status = search_from(w, &own, w->q, fast, w->q->simulation ? SHORT / 2 : SHORT, NULL);
    t->cost = own.cost;
    free(p);
    return status;
}

// The best trials of the thinned log get short searches on the whole one, which puts them in order; of a simulation all trials.
static br_status rank_whole(searching *w)
{
    const double near = 1.02; // of a cost on the thinned log, whose noise is not filtered
    int count = w->q->simulation ? w->count : 1;
    br_output_options fast = *w->o;
    br_status status = BR_OK;
    while (!w->q->simulation && count < w->count && count < LONGS && are_apart(w, &w->t[0], &w->t[count]) &&
           (w->t[count].cost <= near * w->t[0].cost || w->t[count].wide != w->t[0].wide))
        count++;
    fast.once = true;
    for (int i = 0; i < count && count > 1 && status != BR_NO_MEMORY; i++)
        status = search_cost(w, &w->t[i], fast);
    if (count > 1)
        qsort(w->t, (size_t)count, sizeof *w->t, compare_cost);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// One more search, from p and the terms of the fit, which replaces it where it is better by more than a share. *gained: it is.
static br_status search_again(const searching *w, br_output_fit *f, double *p, double *start, double share,
                              bool *gained)
{
    size_t np = (size_t)w->q->model->np, terms = (size_t)w->q->terms;
    double *own = calloc(np + terms + 1, sizeof *own);
    trial t = {.p = own, .term = own ? own + np : NULL, .scales = middle_scales(w->s)};
    br_output_fit now = {0};
    *gained = false;
    if (!own)
        return BR_NO_MEMORY;
    memcpy(t.p, p, np * sizeof *p);
    memcpy(t.term, f->value + w->n->count, terms * sizeof *p);
    br_status status = search_from(w, &t, w->q, *w->o, w->o->steps, &now);
    *gained = status == BR_OK && br_start_cost(&now) < (1 - share) * br_start_cost(f);
    if (*gained) {
        memcpy(start, p, np * sizeof *start);
        br_output_free(f);
        *f = now;
    } else if (status == BR_OK) {
        br_output_free(&now);
    }
    free(own);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// Searches from where the last one ended, while that gains: with fresh scales and damping a law with kinks goes on.
static br_status polish_fit(const searching *w, br_output_fit *f, double *start)
{
    enum { TIMES = 3 };
    size_t np = (size_t)w->q->model->np;
    double *p = calloc(np + 1, sizeof *p);
    br_status status = p ? BR_OK : BR_NO_MEMORY;
    bool gained = true;
    for (int i = 0; i < TIMES && status == BR_OK && gained; i++) {
        memcpy(p, f->p, np * sizeof *p);
        status = search_again(w, f, p, start, 5e-4, &gained);
    }
    free(p);
    return status;
}

// The best trial, the simpler laws, and a second one that was nearly as good; the scales of n are then those of the fit.
static br_status fit_whole(searching *w, br_output_fit *f, br_explanation *other)
{
    const double near = w->q->simulation ? 1.5 : 1.003; // short searches along a motion say less
    size_t np = (size_t)w->q->model->np;
    double *start = calloc(np + 1, sizeof *start);
    int which = 0;
    if (!start)
        return BR_NO_MEMORY;
    bool motion = w->q->simulation && w->count > 1;
    br_start_advance(w->s, w->ranked ? 0.6 : 0);
    br_status status = (w->ranked && w->curved) || motion ? rank_whole(w) : BR_OK;
    br_start_advance(w->s, w->ranked ? 0.7 : 0.4);
    bool second = status == BR_OK && w->curved && w->count > 1 && w->t[1].cost <= near * w->t[0].cost &&
                  are_apart(w, &w->t[0], &w->t[1]);
    if (status == BR_OK && w->count > 0)
        memcpy(start, w->t[0].p, np * sizeof *start);
    if (status == BR_OK)
        status = fit_best(w, f, &which);
    if (status == BR_OK && which > 0)
        memcpy(start, w->t[which].p, np * sizeof *start);
    br_start_advance(w->s, 0.8);
    if (status == BR_OK && second && which == 0)
        status = explain_otherwise(w, f, other, &w->t[1], start);
    br_start_advance(w->s, 0.9);
    // it may come from the whole log, and a search on the thinned one would lead it away
    if (status == BR_OK && w->given.p && w->ranked && w->curved)
        status = explain_otherwise(w, f, other, &w->given, start);
    if (status == BR_OK && w->curved && (w->ranked || motion))
        status = polish_fit(w, f, start);
    if (status == BR_OK)
        status = fit_known(w, f, start);
    br_fit_parameters_scale(w->n, start);
    free(start);
    if (status != BR_OK)
        br_output_free(f);
    return status;
}

br_status br_start_search(br_output_fit *f, br_explanation *other, br_output_problem *q, br_fit_parameters *n,
                          const br_output_options *o, const br_start_options *s, br_diag *why)
{
    searching w = {.q = q, .n = n, .o = o, .s = s, .why = why};
    memset(f, 0, sizeof *f);
    if (other)
        *other = (br_explanation){0};
    q->parameters = n;
    br_status status = list_starts(&w);
    if (status == BR_OK && !q->simulation && s->lengths * s->speeds > 0 && w.count + s->knowns > 1)
        status = rank_starts(&w);
    else if (status == BR_OK && (w.count == 0 || s->every_known))
        status = add_known(&w);
    if (status == BR_OK)
        status = fit_whole(&w, f, other);
    free(w.t);
    free(w.block);
    free(w.given_block);
    if (status != BR_OK && other)
        br_explanation_free(other);
    return status;
}
