// reach.c - reachable sets of a law: memory, step length, outputs.                [host]
#include "num/base/fp.h"

#include "bound/reach/reach_parts.h"
#include "num/base/probe.h"
#include "num/base/require.h"
#include "num/text/diag.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1000000, ASK = 64 }; // on the way to one time
#define LEAST 0x1p-10               // share of that way that a step is cut down to where a kink or a jump is
#define NONE 0x1p-40                // and below which there is no step

// ---------------------------------------------------------------- making

// Both measures and carves.
static void carve_tube(br_reach *r, br_arena *a)
{
    int n = r->n, np = r->model->np, nu = r->model->nu, matrix = (n + 1) * r->columns; // slopes of an output need a row
    br_interval **const vector[] = {&r->x,    &r->point,  &r->from,  &r->ends,  &r->box,       &r->thin,
                                    &r->rate, &r->middle, &r->start, &r->after, &r->candidate, &r->beside};
    br_interval **const square[] = {&r->slope, &r->power, &r->next, &r->transition, &r->until};
    for (size_t i = 0; i < sizeof vector / sizeof *vector; i++)
        *vector[i] = br_arena_intervals(a, n);
    for (size_t i = 0; i < sizeof square / sizeof *square; i++)
        *square[i] = br_arena_intervals(a, matrix);
    r->y = br_arena_intervals(a, r->all.nrow);
    r->values = br_arena_intervals(a, r->all.nrow);
    r->jets = br_arena_intervals(a, r->all.nblock);
    r->p = br_arena_intervals(a, np);
    r->pc = br_arena_intervals(a, np);
    r->off = br_arena_intervals(a, nu);
    r->u = br_arena_intervals(a, nu);
    r->held = br_arena_intervals(a, nu);
    r->first = br_arena_intervals(a, nu * (BR_REACH_ORDER + 1));
    r->over = br_arena_intervals(a, nu * (BR_REACH_ORDER + 1));
    r->scale = br_arena_reals(a, n);
    r->rest = br_arena_reals(a, n);
    r->column = br_arena_reals(a, n);
    r->most = br_arena_reals(a, n);
    r->radius = br_arena_reals(a, np);
    r->influence = br_arena_reals(a, np);
    r->moves = br_arena_reals(a, np);
}

static br_status allocate_tube(br_reach *r)
{
    br_arena a = {0};
    carve_tube(r, &a);
    r->memory = calloc(a.used + 1, 1);
    r->domain = calloc((size_t)r->all.nrow + 1, sizeof *r->domain);
    r->stuck = calloc((size_t)r->n + 1, sizeof *r->stuck);
    r->order = calloc((size_t)r->n + 1, sizeof *r->order);
    if (!r->memory || !r->domain || !r->stuck || !r->order)
        return BR_NO_MEMORY;
    a = (br_arena){.base = r->memory};
    carve_tube(r, &a);
    return br_zonotope_make(&r->set, r->n, r->ns);
}

static br_status refuse_law(br_diag *why, const br_parsed_law *law, const char *message)
{
    return br_diag_fail(why, BR_BAD_LAW, "%s: %s", law->name, message);
}

// By the states, and what is an interval.
static br_status differentiate(br_reach *r, const br_interval *off)
{
    br_parsed_law *law = &r->model->law;
    bool *want = calloc((size_t)law->nq + 1, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    for (int q = 0; q < law->nq; q++) {
        want[q] = law->q[q].kind == BR_STATE;
        for (int i = 0; i < br_model_len(r->model, q); i++)
            want[q] = want[q] || (law->q[q].kind == BR_PARAM && r->spread[r->model->at[q] + i] >= 0) ||
                      (law->q[q].kind == BR_INPUT && off && !br_interval_is_point(off[r->model->at[q] + i]));
    }
    br_status status = br_jet_make(&r->jet, law, false, want);
    free(want);
    return status;
}

static br_status make_tapes(br_reach *r, const br_interval *off, br_diag *why)
{
    br_parsed_law *law = &r->model->law;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE && law->q[q].rate == BR_NO_NODE)
            return refuse_law(why, law, "a state has no rate");
    br_status status = differentiate(r, off);
    r->has_jet = status == BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&r->all, law, false, &r->jet, r->model->n);
    r->has_all = status == BR_OK;
    int rates = 0;
    for (int q = 0; q < law->nq; q++)
        rates += law->q[q].kind == BR_STATE;
    if (status == BR_OK) // rates come first
        status = br_tape_make_rows(&r->rates, law, r->all.row, rates, r->model->n);
    r->has_rates = status == BR_OK;
    return status == BR_OK ? br_taylor_make(&r->taylor, &r->rates, BR_REACH_ORDER) : status;
}

static br_status find_spread(br_reach *r)
{
    const br_model *m = r->model;
    r->spread = calloc((size_t)m->np + 1, sizeof *r->spread);
    if (!r->spread)
        return BR_NO_MEMORY;
    for (int j = 0; j < m->np; j++)
        r->spread[j] = br_interval_is_point(m->p[j]) ? -1 : r->ns++;
    r->n = m->nx;
    r->columns = r->n + r->ns + 1;
    return BR_OK;
}

// What a rate depends on: another state than q that is not placed; or any other, or a sum?
typedef struct dependence {
    bool open, others;
} dependence;

// Does a sum add up elements of q? They are coupled then.
static bool adds_up(const br_parsed_law *law, const bool *need, int q, bool *below)
{
    bool adds = false;
    for (int i = 0; i < law->g.count; i++) {
        if (!need[i] || law->g.node[i].op != BR_OP_SUM)
            continue;
        memset(below, 0, (size_t)law->g.count * sizeof *below);
        br_graph_reach(&law->g, &i, 1, below);
        for (int k = 0; k < law->g.count; k++)
            adds = adds || (below[k] && law->g.node[k].op == BR_OP_VAR && law->g.node[k].var == q);
    }
    return adds;
}

static dependence dependencies(const br_parsed_law *law, int q, const bool *placed, bool *need)
{
    dependence s = {false, false};
    memset(need, 0, 2 * (size_t)law->g.count * sizeof *need);
    br_graph_reach(&law->g, &law->q[q].rate, 1, need);
    for (int i = 0; i < law->g.count; i++) {
        const br_node *n = &law->g.node[i];
        bool state = n->op == BR_OP_VAR && n->var < law->nq && law->q[n->var].kind == BR_STATE && n->var != q;
        s.open = s.open || (need[i] && state && !placed[n->var]);
        s.others = s.others || (need[i] && (state || n->op == BR_OP_SUM));
    }
    s.open = s.open || adds_up(law, need, q, need + law->g.count);
    return s;
}

// The next state that depends on itself and on placed ones alone; -1: none.
static int next_in_order(br_reach *r, const bool *placed, bool *need)
{
    const br_parsed_law *law = &r->model->law;
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind != BR_STATE || placed[q])
            continue;
        dependence s = dependencies(law, q, placed, need);
        r->apart = r->apart && !s.others;
        if (!s.open)
            return q;
    }
    return -1;
}

// Whether the states are a cascade, and in which order. By the graph: slopes do not show a sign or a comparison.
static br_status find_order(br_reach *r)
{
    const br_model *m = r->model;
    bool *placed = calloc((size_t)m->law.nq + 1, sizeof *placed);
    bool *need = calloc(2 * (size_t)m->law.g.count + 1, sizeof *need);
    br_status status = placed && need ? BR_OK : BR_NO_MEMORY;
    int count = 0;
    r->apart = true;
    for (int q = 0; status == BR_OK && (q = next_in_order(r, placed, need)) >= 0;) {
        placed[q] = true;
        for (int i = 0; i < br_model_len(m, q); i++)
            r->order[count++] = m->at[q] + i;
    }
    r->cascade = count == r->n;
    free(placed);
    free(need);
    return status;
}

br_status br_reach_make(br_reach *r, br_model *m, const br_course *course, const br_interval *off, double t,
                        br_diag *why)
{
    memset(r, 0, sizeof *r);
    r->model = m;
    r->course = *course;
    br_status status = br_fp_probe();
    if (status == BR_OK)
        status = find_spread(r);
    if (status == BR_OK)
        status = make_tapes(r, off, why);
    if (status == BR_OK)
        status = allocate_tube(r);
    for (int j = 0; j < m->nu && status == BR_OK; j++)
        r->off[j] = off ? off[j] : br_interval_point(0);
    if (status == BR_OK)
        status = find_order(r);
    r->m = m->m;
    if (status == BR_OK && m->law.nautomata > 0)
        status = br_modes_make(r, why);
    if (status == BR_OK)
        br_reach_restart(r, m->x, m->p, t);
    else
        br_reach_free(r);
    return status;
}

void br_reach_free(br_reach *r)
{
    br_modes_free(r);
    br_zonotope_free(&r->set);
    br_taylor_free(&r->taylor);
    if (r->has_rates)
        br_tape_free(&r->rates);
    if (r->has_all)
        br_tape_free(&r->all);
    if (r->has_jet)
        br_jet_free(&r->jet);
    free(r->spread);
    free(r->memory);
    free(r->domain);
    free(r->stuck);
    free(r->order);
    memset(r, 0, sizeof *r);
}

void br_reach_restart(br_reach *r, const br_interval *x, const br_interval *p, double t)
{
    for (int j = 0; j < r->model->np; j++) {
        r->p[j] = p[j];
        r->pc[j] = br_interval_point(br_interval_mid(p[j]));
        if (r->spread[j] >= 0)
            r->radius[r->spread[j]] = br_interval_rad(p[j]);
    }
    memcpy(r->x, x, (size_t)r->n * sizeof *r->x);
    for (int i = 0; i < r->n; i++)
        r->most[i] = br_interval_mag(x[i]);
    br_zonotope_start(&r->set, x);
    if (r->modes)
        br_modes_restart(r);
    r->t = t;
    r->h = (double)INFINITY;
    r->steps = r->undecided = 0;
    for (int j = 0; j < r->model->np; j++)
        r->influence[j] = 0;
}

// ---------------------------------------------------------------- outputs

// The zonotope mapped by these slopes, as an interval about 0; moves: by generators that are kept, one by one.
static br_interval zonotope_times(br_reach *r, const br_interval *slope)
{
    const br_zonotope *z = &r->set;
    br_interval sum = br_interval_point(0), both = br_interval_of(-1, 1);
    for (int j = 0; j < z->count; j++) {
        const double *way = z->g + (size_t)j * (size_t)r->n;
        br_interval along = j < r->ns ? slope[r->n + j] : br_interval_point(0);
        for (int l = 0; l < r->n; l++)
            along = br_interval_add(along, br_interval_mul(slope[l], br_interval_point(way[l])));
        if (j < r->ns)
            r->moves[j] = br_interval_mag(along);
        sum = br_interval_add(sum, br_interval_mul(along, both));
    }
    return sum;
}

static void add_influence(br_reach *r)
{
    double all = 0;
    for (int j = 0; j < r->ns; j++)
        all += r->moves[j];
    for (int j = 0; j < r->model->np && all > 0 && all <= DBL_MAX; j++)
        if (r->spread[j] >= 0)
            r->influence[j] += r->moves[r->spread[j]] / all;
}

// Outputs over the bounding box, intersected with the mean value form about the centre where they are continuous.
static br_status read_outputs(br_reach *r)
{
    br_box at = {.x = r->x, .u = r->u, .p = r->p, .m = r->m, .any = br_modes_any(r)}, whole = at, centre = at;
    int outputs = r->all.nrow - r->n;
    br_status status = r->course.series(r->course.self, br_interval_point(r->t), r->first);
    for (int j = 0; j < r->model->nu; j++)
        r->u[j] = br_interval_add(r->first[(size_t)j * (BR_REACH_ORDER + 1)], r->off[j]);
    for (int i = 0; i < r->n; i++) {
        r->thin[i] = br_interval_point(r->set.c[i]);
        r->box[i] = br_interval_hull(r->x[i], r->thin[i]);
    }
    whole.x = r->box;
    centre.x = r->thin;
    centre.p = r->pc;
    if (status == BR_OK && r->modes) // the input may have jumped just now
        status = br_modes_resolve_jumps(r);
    if (status == BR_OK)
        status = br_tape_enclose(&r->all, &at, r->y, NULL);
    if (status == BR_OK)
        status = br_tape_enclose_domain(&r->all, &whole, NULL, r->domain);
    if (status == BR_OK && !r->modes)
        status = br_tape_enclose(&r->all, &whole, NULL, r->jets);
    if (status == BR_OK)
        status = br_tape_enclose(&r->all, &centre, r->values, NULL);
    if (status != BR_OK)
        return status;
    memmove(r->y, r->y + r->n, (size_t)outputs * sizeof *r->y);
    for (int i = 0; i < outputs; i++) {
        br_domain domain = r->domain[r->n + i];
        if (!r->modes) // else there is no centre that others are around
            br_reach_jacobian_rows(r, r->n + i, 1, r->slope);
        if (!r->modes && domain == BR_CONTINUOUS && all_bounded(r->slope, r->columns)) {
            r->y[i] = br_interval_intersect(r->y[i], br_interval_add(r->values[r->n + i], zonotope_times(r, r->slope)));
            add_influence(r);
        } else if (domain == BR_UNDEFINED) {
            r->y[i] = br_interval_entire();
        }
    }
    return BR_OK;
}

// ---------------------------------------------------------------- integration

br_status br_reach_to(br_reach *r, double t)
{
    BR_REQUIRE(t >= r->t);
    double way = t - r->t;
    if (r->n == 0)
        r->t = t;
    long most = r->steps + STEPS, tries = 0;
    while (r->t < t) {
        if (r->go_on && ++tries % ASK == 0 && !r->go_on(r->context))
            return BR_NEGATIVE;
        double next = r->course.next(r->course.self, r->t), stop = next < t ? next : t, left = stop - r->t;
        double h = r->h < left ? (2 * r->h > left ? left / 2 : r->h) : left;
        bool taken = false;
        double end = h < left ? r->t + h : stop;
        bool last = h <= LEAST * way;
        br_status status = r->modes ? br_modes_step(r, end, last, &taken) : br_reach_step(r, end, last, &taken);
        if (status != BR_OK)
            return status;
        if (!taken && !(h > NONE * way && r->t + h / 2 > r->t))
            return BR_NEGATIVE;
        if (!taken)
            r->h = h / 2;
        else if (h >= r->h)
            r->h = 1.5 * h;
        if (r->steps > most)
            return BR_NEGATIVE;
    }
    return read_outputs(r);
}
