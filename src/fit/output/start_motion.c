// start_motion.c - starts of a fit of simulated motion: differential evolution along short pieces of a log. [host]
#include "num/base/fp.h"

#include "fit/output/evolve.h"
#include "fit/output/start_parts.h"
#include "num/base/elem.h"
#include "num/base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESIGN = 48,      // starts that are tried,
    NEAR = 64,        // and so many near a known one,
    MEMBERS = 24,     // the best of these evolve,
    GENERATIONS = 30, // at most; 5 for each variable
    SHORT = 20,       // steps of a short search
    MOST_TERMS = 80
};

// A search at work.
typedef struct motion {
    const br_output_problem *q;
    br_fit_parameters *n;
    br_output_options o;
    const br_start_options *s;
    br_lane *lane;
    int count;
    double *block, *sd;
    double (*range)[2], (*term_range)[2];
    br_random random;
    int evaluated; // simulations
} motion;

// ---------------------------------------------------------------- costs

// The problem with the terms of this lane.
static br_output_problem own_problem(const motion *w, const double *term, br_term *own)
{
    br_output_problem q = *w->q;
    for (int j = 0; j < q.terms; j++) {
        own[j] = w->q->term[j];
        own[j].start = term[j];
    }
    q.term = own;
    return q;
}

static br_status evaluate_motions(void *self, br_lane *lane, int lanes)
{
    motion *w = self;
    br_status status = BR_OK;
    for (int k = 0; k < lanes && status == BR_OK; k++) {
        br_term own[MOST_TERMS];
        br_output_problem q = own_problem(w, lane[k].term, own);
        status = br_output_cost(&q, &w->o, lane[k].p, &lane[k].cost);
        br_start_advance(w->s, 0.7 * ++w->evaluated / (DESIGN + NEAR + MEMBERS * (GENERATIONS + 1)));
    }
    return status;
}

static int compare_lanes(const void *a, const void *b)
{
    const br_lane *x = a, *y = b;
    return x->cost < y->cost ? -1 : x->cost > y->cost ? 1 : x->p < y->p ? -1 : x->p > y->p; // the first listed first
}

// ---------------------------------------------------------------- members

static br_lane *next_lane(motion *w)
{
    size_t np = (size_t)w->q->model->np, each = np + (size_t)w->q->terms;
    br_lane *to = &w->lane[w->count];
    to->p = w->block + (size_t)w->count++ * each;
    to->term = to->p + np;
    return to;
}

// A start of the design; its terms are those of the last known one, a mass up to three times as large or small.
static void add_designed(void *self, const br_scales *scales, const double *p)
{
    motion *w = self;
    br_lane *to = next_lane(w);
    (void)scales;
    memcpy(to->p, p, (size_t)w->q->model->np * sizeof *p);
    for (int j = 0; j < w->q->terms; j++) {
        double by = br_random_uniform(&w->random), is = w->lane[w->s->knowns - 1].term[j], low = w->term_range[j][0];
        to->term[j] = low > 0 ? br_max(low, is) * br_exp(1.1 * (2 * by - 1)) : is * by;
    }
}

// Starts near a known one: one or two variables of the search differ much, the others a little. Where rows that move tell most
// parameters, friction at rest is still to be found.
static br_status add_near(motion *w, const br_lane *from, int count)
{
    int v = w->n->variables;
    double *e = calloc((size_t)v + 1, sizeof *e);
    if (!e)
        return BR_NO_MEMORY;
    br_fit_parameters_scale(w->n, from->p);
    for (int k = 0; k < count; k++) {
        br_lane *to = next_lane(w);
        int far = (int)(br_random_uniform(&w->random) * v), too = (int)(br_random_uniform(&w->random) * v);
        memcpy(to->p, from->p, (size_t)w->q->model->np * sizeof *to->p);
        br_fit_parameters_variables(w->n, from->p, e);
        for (int i = 0; i < w->n->count; i++) {
            int at = w->n->parameter[i].variable;
            double by = br_random_uniform(&w->random), little = 0.1 * (2 * by - 1);
            if (at < 0)
                continue;
            if (at == far || (at == too && k % 2))
                e[at] = br_start_moved(&w->n->parameter[i], e[at], by);
            else
                e[at] += w->n->parameter[i].kind == BR_FIT_SCALED ? little * e[at] : little;
        }
        br_fit_parameters_values(w->n, e, to->p, NULL);
        for (int j = 0; j < w->q->terms; j++)
            to->term[j] = from->term[j] * (1 + 0.1 * (2 * br_random_uniform(&w->random) - 1));
    }
    free(e);
    return BR_OK;
}

// What a term may be: a mass of the last known start within a factor of 30, others as large as the largest force.
static void set_term_ranges(motion *w)
{
    for (int j = 0; j < w->q->terms; j++) {
        double is = w->lane[w->s->knowns - 1].term[j], top = 0, force = 0;
        for (int i = 0; i < w->q->logs; i++)
            for (long long k = 0; k < w->q->log[i].stretch.rows; k++) {
                top = br_max(top, fabs(w->q->log[i].term[j][k]));
                force = br_max(force, fabs(w->q->log[i].drive[k]));
            }
        bool positive = w->q->term[j].low >= 0;
        double most = top > 0 && force > 0 ? force / top : br_max(1, 2 * fabs(is));
        double from = positive && is > 0 ? is : most;
        w->term_range[j][0] = positive ? br_max(from / 30, w->q->term[j].low) : br_max(-most, w->q->term[j].low);
        w->term_range[j][1] = positive ? br_min(from * 30, w->q->term[j].high) : br_min(most, w->q->term[j].high);
    }
}

static br_status open_motion(motion *w)
{
    const br_output_problem *q = w->q;
    size_t most = (size_t)(DESIGN + NEAR + 2 * w->s->knowns), each = (size_t)(q->model->np + q->terms);
    w->lane = calloc(most + 1, sizeof *w->lane);
    w->block = calloc(most * each + 1, sizeof *w->block);
    w->sd = calloc((size_t)q->model->nx + 3, sizeof *w->sd);
    w->range = calloc((size_t)(w->n->count + q->terms) + 1, sizeof *w->range);
    if (!w->lane || !w->block || !w->sd || !w->range)
        return BR_NO_MEMORY;
    w->term_range = w->range + w->n->count;
    br_scales middle = {w->s->most.force, w->s->most.speed / 2, w->s->most.length / 30};
    br_start_state_sds(q, &middle, w->sd);
    w->o.state_sd = w->sd;
    w->o.steps = SHORT;
    w->o.tol = 1e-3;
    w->o.once = w->o.values = true;
    br_random_init(&w->random, 1, 3);
    for (int i = 0; i < w->s->knowns; i++) {
        br_lane *to = next_lane(w);
        memcpy(to->p, w->s->known[i].p, (size_t)q->model->np * sizeof *to->p);
        memcpy(to->term, w->s->known[i].term, (size_t)q->terms * sizeof *to->term);
    }
    for (int i = 0; i < w->s->knowns; i++) {
        br_lane *to = next_lane(w);
        memcpy(to->p, w->lane[i].p, each * sizeof *to->p);
    }
    set_term_ranges(w);
    br_start_range(q->model, w->n, w->s, w->range);
    for (int i = 0; i < w->n->count; i++) // forces of this kind are not eliminated here, and may be none at all
        if (w->n->parameter[i].kind == BR_FIT_SCALED && w->n->parameter[i].low == 0)
            w->range[i][0] = 0;
    br_status status = add_near(w, &w->lane[w->s->knowns - 1], NEAR);
    return status == BR_OK ? br_start_design(q, w->n, w->s, DESIGN, add_designed, w) : status;
}

static void close_motion(motion *w)
{
    free(w->lane);
    free(w->block);
    free(w->sd);
    free(w->range);
}

// ---------------------------------------------------------------- results

// Does a parameter or a term of these differ by more than a factor of 2?
static bool are_apart(const motion *w, const br_lane *a, const br_lane *b)
{
    bool apart = false;
    for (int i = 0; i < w->n->count + w->q->terms && !apart; i++) {
        int j = i - w->n->count;
        double x = j >= 0 ? a->term[j] : a->p[w->n->parameter[i].at];
        double y = j >= 0 ? b->term[j] : b->p[w->n->parameter[i].at];
        apart = fabs(x - y) > 0.5 * br_max(fabs(x), fabs(y));
    }
    return apart;
}

// A short search from this lane, which becomes what it found. One that fails leaves it.
static br_status search_short(const motion *w, br_lane *lane)
{
    br_term own[MOST_TERMS];
    br_output_problem q = own_problem(w, lane->term, own);
    br_output_fit f = {0};
    br_fit_parameters_scale(w->n, lane->p);
    br_status status = br_output_run(&f, &q, &w->o, lane->p, NULL);
    if (status == BR_OK && br_start_cost(&f) < lane->cost) {
        memcpy(lane->p, f.p, (size_t)q.model->np * sizeof *lane->p);
        memcpy(lane->term, f.value + w->n->count, (size_t)q.terms * sizeof *lane->term);
        lane->cost = br_start_cost(&f);
    }
    br_output_free(&f);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// The known starts and the best of the others that differ, after a short search each; the best of all of these into *block.
static br_status keep_best(motion *w, int most, br_start_known *found, int *count, double **block)
{
    enum { SEARCHES = 12 };
    size_t np = (size_t)w->q->model->np, each = np + (size_t)w->q->terms;
    br_lane kept[SEARCHES + 1];
    int searches = 0, known = w->s->knowns;
    br_status status = BR_OK;
    *block = calloc((size_t)most * each + 1, sizeof **block);
    if (!*block)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->count && searches < SEARCHES && searches < known + most && status == BR_OK; i++) {
        bool apart = isfinite(w->lane[i].cost);
        for (int k = i < known ? searches : 0; k < searches && apart; k++)
            apart = are_apart(w, &kept[k], &w->lane[i]);
        if (!apart)
            continue;
        br_start_advance(w->s, 0.7 + 0.3 * searches / (known + most));
        kept[searches] = w->lane[i];
        status = search_short(w, &kept[searches++]);
    }
    qsort(kept, (size_t)searches, sizeof *kept, compare_lanes);
    for (int i = 0; i < searches && *count < most && status == BR_OK; i++) {
        double *p = *block + (size_t)*count * each;
        memcpy(p, kept[i].p, np * sizeof *p);
        memcpy(p + np, kept[i].term, (each - np) * sizeof *p);
        found[(*count)++] = (br_start_known){p, p + np, HUGE_VAL};
    }
    return status;
}

// The known ones stay as they are, and are members as well.
static br_status evolve_members(motion *w)
{
    int known = w->s->knowns, members = w->count - known, variables = w->n->variables + w->q->terms;
    br_lane *others = w->lane + known;
    int most = w->q->model->nx > 0 ? GENERATIONS / 2 : GENERATIONS; // a law with states costs more
    qsort(others, (size_t)members, sizeof *others, compare_lanes);
    members = members < MEMBERS ? members : MEMBERS;
    while (members > 0 && !isfinite(others[members - 1].cost))
        members--;
    br_evolve_options o = {(const double(*)[2])w->range, (const double(*)[2])w->term_range,
                           5 * variables < most ? 5 * variables : most, evaluate_motions, w};
    br_status status = br_lanes_evolve(w->q, w->n, &o, others, members);
    qsort(others, (size_t)members, sizeof *others, compare_lanes);
    return status;
}

br_status br_start_motion(const br_output_problem *pieces, br_fit_parameters *n, const br_output_options *o,
                          const br_start_options *s, int most, br_start_known *found, int *count, double **block)
{
    motion w = {.q = pieces, .n = n, .o = *o, .s = s};
    *count = 0;
    *block = NULL;
    if (pieces->terms > MOST_TERMS || s->knowns == 0 || pieces->logs == 0)
        return BR_OK;
    br_status status = open_motion(&w);
    if (status == BR_OK)
        status = evaluate_motions(&w, w.lane, w.count);
    if (status == BR_OK)
        status = evolve_members(&w);
    if (status == BR_OK)
        status = keep_best(&w, most, found, count, block);
    close_motion(&w);
    return status == BR_BAD_DATA ? BR_OK : status; // pieces that are too short give no start
}
