// start.c - initial values of a search, and the search from the best of them.     [host]
#include "num/base/fp.h"

#include "fit/output/start.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- scales

static double power(double x, double y)
{
    return y == 0 ? 1 : br_pow(x, y);
}

// A unit with rad as a base unit of its own: that of a current, which friction does not know.
static br_unit read_unit(const char *text)
{
    br_unit u = br_unit_none(), turn = br_unit_none();
    turn.power[3] = 12;
    br_unit_name rad = {"rad", 3, turn};
    if (br_unit_read(text, strlen(text), &rad, 1, &u, NULL) == 0)
        return br_unit_none();
    return u;
}

// A quantity of this unit: force^a speed^b length^c. rotary: N*m and rad are force and length. 1 for what has no dimension.
static double scale_of(const br_scales *s, const char *unit, bool rotary)
{
    br_unit u = read_unit(unit);
    double kg = u.power[1] / 12.0, time = u.power[2] / 12.0, length = (rotary ? u.power[3] : u.power[0]) / 12.0;
    double force = kg, speed = -(time + 2 * force), rest = length - speed - (rotary ? 0 : force);
    return power(s->force, force) * power(s->speed, speed) * power(s->length, rest);
}

static bool is_rotary(const br_model *m)
{
    return strcmp(m->law.motion_text, "rad") == 0;
}

// Initial values of the parameters in p; an array whose elements differ by length starts spread over a factor of 4 each; what
// has no dimension keeps the value that it has in p, or 1/2, or 1 over the number of shares.
static void initial_values(const br_model *m, const br_fit_parameters *n, const br_scales *s, double *p)
{
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        int element = w->at - m->at[w->quantity], len = br_model_len(m, w->quantity);
        br_scales own = *s;
        own.length *= power(4, element - 0.5 * (len - 1));
        double value = scale_of(&own, w->unit, is_rotary(m));
        if (w->kind == BR_FIT_SHARE)
            value = 1.0 / len;
        else if (br_unit_same(read_unit(w->unit), br_unit_none()))
            value = isfinite(p[w->at]) ? p[w->at] : 0.5;
        else if (w->kind == BR_FIT_ABOVE)
            value *= 1.2;
        else if (w->kind == BR_FIT_BELOW)
            value *= 0.5;
        p[w->at] = br_min(br_max(value, w->low), w->high);
    }
}

void br_start_limits(const br_model *m, const br_scales *most, double least, double *far, double *near)
{
    const double beyond = 1e-3, plain = 100; // of the shortest length and the largest speed; what has no dimension
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            int at = m->at[q] + i;
            bool pure = br_unit_same(read_unit(m->law.q[q].si_text), br_unit_none());
            far[at] = pure ? plain : 0;
            near[at] = pure ? 1 / plain : HUGE_VAL;
            for (int k = 0; k < 4 && !pure; k++) {
                br_scales s = {most->force, most->speed * (k & 1 ? beyond : 1), k & 2 ? beyond * least : most->length};
                double value = scale_of(&s, m->law.q[q].si_text, is_rotary(m));
                far[at] = br_max(far[at], value);
                near[at] = br_min(near[at], value);
            }
        }
}

// ---------------------------------------------------------------- a thinned log

typedef struct thinned {
    br_output_log *log;
    double **column; // all that was made
    int columns;
} thinned;

static double *thin_column(thinned *to, const double *from, long long rows, int every)
{
    double *v = malloc(((size_t)(rows / every) + 2) * sizeof *v);
    for (long long k = 0; v && k < rows; k += every)
        v[k / every] = from[k];
    if (v)
        to->column[to->columns++] = v;
    return v;
}

static void close_thinned(thinned *t, int logs)
{
    for (int i = 0; i < t->columns; i++)
        free(t->column[i]);
    for (int i = 0; t->log && i < logs; i++) {
        free((void *)t->log[i].stretch.u);
        free((void *)t->log[i].term);
    }
    free(t->column);
    free(t->log);
    memset(t, 0, sizeof *t);
}

static bool thin_log(thinned *to, br_output_log *l, const br_output_problem *q, const br_output_log *from, int every)
{
    int nu = br_sys_nu(q->sys);
    long long rows = from->stretch.rows;
    const double **u = calloc((size_t)nu + 1, sizeof *u), **term = calloc((size_t)q->terms + 1, sizeof *term);
    l->stretch.u = u;
    l->term = term;
    l->stretch.hold = from->stretch.hold;
    l->stretch.rows = (rows + every - 1) / every;
    l->from = from->from / every;
    l->to = from->from < from->to ? (from->to + every - 1) / every : l->from;
    if (!u || !term)
        return false;
    l->stretch.t = thin_column(to, from->stretch.t, rows, every);
    l->y = thin_column(to, from->y, rows, every);
    bool all = l->stretch.t && l->y;
    for (int i = 0; i < nu && all; i++)
        all = !from->stretch.u[i] || (u[i] = thin_column(to, from->stretch.u[i], rows, every)) != NULL;
    for (int i = 0; i < q->terms && all; i++)
        all = (term[i] = thin_column(to, from->term[i], rows, every)) != NULL;
    return all;
}

static br_status open_thinned(thinned *t, const br_output_problem *q, int every)
{
    memset(t, 0, sizeof *t);
    t->log = calloc((size_t)q->logs + 1, sizeof *t->log);
    t->column = calloc((size_t)q->logs * (size_t)(2 + br_sys_nu(q->sys) + q->terms) + 1, sizeof *t->column);
    bool all = t->log && t->column;
    for (int i = 0; i < q->logs && all; i++)
        all = thin_log(t, &t->log[i], q, &q->log[i], every);
    if (!all)
        close_thinned(t, q->logs);
    return all ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- trying

enum { FEW_ROWS = 2500, SHORT = 10 }; // of a thinned log; steps of a short search

typedef struct trial {
    double cost;
    double *p;
    br_scales scales;
} trial;

static int compare_cost(const void *a, const void *b)
{
    double x = ((const trial *)a)->cost, y = ((const trial *)b)->cost;
    return x < y ? -1 : x > y;
}

// Prior sd of the states at the start: as large as such a state gets; position and speed are known better than that.
static void state_sds(const br_output_problem *p, const br_scales *s, double *sd)
{
    const br_model *m = p->model;
    if (p->simulation) {
        *sd++ = s->length / 10;
        *sd++ = s->speed / 10;
    }
    for (int q = 0, k = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_STATE && i < br_model_len(m, q); i++)
            sd[k++] = scale_of(s, m->law.q[q].si_text, is_rotary(m));
}

static void model_values(const br_model *m, double *p)
{
    for (int i = 0; i < m->np; i++)
        p[i] = br_interval_mid(m->p[i]);
}

// One search from the trial's values, which become what it found.
static br_status search_from(trial *t, const br_output_problem *q, br_fit_parameters *n, br_output_options o, int steps,
                             br_output_fit *keep, br_diag *why)
{
    double *sd = calloc((size_t)q->model->nx + 3, sizeof *sd);
    br_output_fit f;
    if (!sd)
        return BR_NO_MEMORY;
    state_sds(q, &t->scales, sd);
    o.state_sd = sd;
    o.steps = steps;
    br_fit_parameters_scale(n, t->p);
    br_status status = br_output_run(&f, q, &o, t->p, why);
    free(sd);
    t->cost = status == BR_OK ? f.rms : HUGE_VAL;
    if (status != BR_OK)
        return status;
    memcpy(t->p, f.p, (size_t)q->model->np * sizeof *t->p);
    if (keep)
        *keep = f;
    else
        br_output_free(&f);
    return BR_OK;
}

// The starts: lengths from the shortest worth a thought to a third of the stroke, speeds from half the largest downwards.
static int list_starts(trial *t, double *block, const br_output_problem *q, const br_fit_parameters *n,
                       const br_start_options *s)
{
    int count = 0;
    size_t np = (size_t)q->model->np;
    double longest = s->most.length / 3, least = br_min(s->least, longest / 10);
    for (int i = 0; i < s->lengths; i++)
        for (int k = 0; k < s->speeds; k++) {
            trial *to = &t[count];
            to->p = block + (size_t)count * np;
            double share = s->lengths > 1 ? (double)i / (s->lengths - 1) : 0.5;
            to->scales.force = s->most.force;
            to->scales.length = least * power(longest / least, share);
            to->scales.speed = s->most.speed * power(10, -(0.3 + k));
            model_values(q->model, to->p);
            initial_values(q->model, n, &to->scales, to->p);
            bool known = false; // a law that has no such parameter starts alike from all lengths
            for (int j = 0; j < count && !known; j++)
                known = memcmp(t[j].p, to->p, np * sizeof *to->p) == 0;
            count += !known;
        }
    if (s->given) {
        trial *to = &t[count];
        to->p = block + (size_t)count++ * np;
        to->scales = (br_scales){s->most.force, s->most.speed / 2, s->most.length / 30};
        model_values(q->model, to->p);
        initial_values(q->model, n, &to->scales, to->p);
        for (int i = 0; i < n->count; i++)
            if (q->model->origin[n->parameter[i].quantity] == BR_GIVEN)
                to->p[n->parameter[i].at] = br_interval_mid(q->model->p[n->parameter[i].at]);
    }
    return count;
}

// The best trial at full length; where that fails, the next best.
static br_status fit_best(br_output_fit *f, const br_output_problem *q, br_fit_parameters *n,
                          const br_output_options *o, trial *t, int count, br_diag *why)
{
    br_status last = BR_NEGATIVE;
    for (int i = 0; i < count && (i == 0 || last != BR_OK); i++) {
        br_output_fit now;
        br_status status = search_from(&t[i], q, n, *o, o->steps, &now, why);
        if (status == BR_OK)
            *f = now;
        last = status;
    }
    return last;
}

// Short searches on a thinned log put the trials in order.
static br_status rank_starts(const br_output_problem *q, br_fit_parameters *n, const br_output_options *o, trial *t,
                             int count)
{
    long long rows = 0;
    for (int i = 0; i < q->logs; i++)
        rows += q->log[i].from < q->log[i].to ? q->log[i].stretch.rows : 0;
    int every = (int)(rows / FEW_ROWS) + 1;
    br_output_problem few = *q;
    br_output_options fast = *o;
    thinned thin_ones;
    br_status status = open_thinned(&thin_ones, q, every);
    if (status != BR_OK)
        return status;
    few.log = thin_ones.log;
    fast.tol = 1e-3;
    fast.once = true;
    fast.every = o->every / every > 1 ? o->every / every : 1;
    for (int i = 0; i < count && status != BR_NO_MEMORY; i++)
        status = search_from(&t[i], &few, n, fast, SHORT, NULL, NULL);
    qsort(t, (size_t)count, sizeof *t, compare_cost);
    if (status != BR_NO_MEMORY) // the best one to its end: steps cost more on the whole log
        status = search_from(&t[0], &few, n, fast, o->steps, NULL, NULL);
    close_thinned(&thin_ones, q->logs);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

br_status br_start_search(br_output_fit *f, br_output_problem *q, br_fit_parameters *n, const br_output_options *o,
                          const br_start_options *s, br_diag *why)
{
    int most = s->lengths * s->speeds + 1;
    size_t np = (size_t)q->model->np;
    trial *t = calloc((size_t)most, sizeof *t);
    double *block = calloc((size_t)most * np + 1, sizeof *block);
    br_status status = t && block ? BR_OK : BR_NO_MEMORY;
    memset(f, 0, sizeof *f);
    if (status == BR_OK) {
        int count = list_starts(t, block, q, n, s);
        q->parameters = n;
        status = count > 1 ? rank_starts(q, n, o, t, count) : BR_OK;
        if (status == BR_OK)
            status = fit_best(f, q, n, o, t, count, why);
    }
    free(t);
    free(block);
    return status;
}
