// identify.c - a friction law fitted to logs of an axis.                        [host]
#include "num/fp.h"

#include "fit/identify.h"
#include "fit/linear.h"
#include "fit/median.h"
#include "law/condition.h"
#include "num/elem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_identify_options br_identify_defaults(void)
{
    return (br_identify_options){.every = 1, .lengths = 4, .speeds = 2};
}

static br_status wrong(br_diag *why, br_status status, const char *format, ...) BR_PRINTF(3, 4);
static br_status wrong(br_diag *why, br_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (why)
        vsnprintf(why->text, sizeof why->text, format, list);
    va_end(list);
    return status;
}

// What one identification works with: stretches of the logs, each with its columns.
typedef struct work {
    br_identified *id;
    const br_axis_log *log;
    int logs;
    const br_identify_options *o;
    br_system system;
    bool has_system;
    br_output_problem q;
    br_output_log *stretch;
    int stretches;
    double **block;    // columns of terms and of y, of every log
    const double ***u; // inputs of every stretch
    const double ***term;
    double *hold;
    int output; // F
    br_start_options start;
} work;

// ---------------------------------------------------------------- terms

static const struct {
    const char *name, *unit, *turning;
} terms[BR_AXIS_TERMS] = {{"m", "kg", "kg*m^2"},
                          {"offset", "N", "N*m"},
                          {"skew", "N*s/m", "N*m*s/rad"},
                          {"gravity_sin", "N", "N*m"},
                          {"gravity_cos", "N", "N*m"}};

static void list_terms(work *w)
{
    br_identified *id = w->id;
    for (int i = 0; i < BR_AXIS_TERMS; i++)
        if (w->o->term[i]) {
            const char *unit = w->o->rotary ? terms[i].turning : terms[i].unit;
            id->which[id->terms] = (br_axis_term)i;
            id->term[id->terms++] = (br_term){terms[i].name, unit, 0, i == BR_AXIS_MASS ? 0 : -HUGE_VAL, HUGE_VAL};
        }
}

const char *br_identified_name(const br_identified *id, int i)
{
    return i < id->numbers.count ? id->numbers.number[i].name : id->term[i - id->numbers.count].name;
}

const char *br_identified_unit(const br_identified *id, int i)
{
    return i < id->numbers.count ? id->numbers.number[i].unit : id->term[i - id->numbers.count].unit;
}

bool br_identified_unneeded(const br_identified *id, int i)
{
    return i < id->numbers.count && id->fit.bound[i] && id->fit.value[i] == 0;
}

// ---------------------------------------------------------------- columns

static const double *column(const br_trace *t, const char *name)
{
    for (int i = 0; i < t->columns; i++)
        if (strcmp(t->column[i].name, name) == 0)
            return t->column[i].v;
    return NULL;
}

// Column j of a log: y, then the terms.
static double *column_of(const work *w, int log, int j)
{
    return w->block[log] + (ptrdiff_t)j * w->log[log].trace.rows;
}

// y less the known mass times acceleration, and the terms; a row without a motion has no y.
static br_status make_columns(work *w)
{
    w->block = calloc((size_t)w->logs + 1, sizeof *w->block);
    if (!w->block)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        w->block[i] = malloc(((size_t)l->trace.rows * (size_t)(w->id->terms + 1) + 1) * sizeof **w->block);
        if (!w->block[i])
            return BR_NO_MEMORY;
        for (long long k = 0; k < l->trace.rows; k++) {
            bool whole = isfinite(l->y[k]) && isfinite(l->v[k]);
            for (int j = 0; j < w->id->terms; j++) {
                double term =
                    br_axis_term_at(w->id->which[j], l->x ? l->x[k] : 0, l->v[k], l->a ? l->a[k] : 0, NULL, NULL);
                whole = whole && isfinite(term);
                column_of(w, i, 1 + j)[k] = isfinite(term) ? term : 0;
            }
            double y = l->y[k] - (w->o->mass > 0 ? w->o->mass * l->a[k] : 0);
            column_of(w, i, 0)[k] = whole ? y : (double)NAN;
        }
    }
    return BR_OK;
}

// A gap of more than five steps begins a new stretch, and so does the end of a piece.
static int count_stretches(const br_axis_log *l, double step, double piece, long long *first)
{
    int count = 0;
    double start = 0;
    for (long long k = 0; k < l->trace.rows; k++)
        if (k == 0 || l->trace.t[k] - l->trace.t[k - 1] > 5 * step || (piece > 0 && l->trace.t[k] - start >= piece)) {
            start = l->trace.t[k];
            if (first)
                first[count] = k;
            count++;
        }
    if (first)
        first[count] = l->trace.rows;
    return count;
}

static double median_step(const br_axis_log *l)
{
    long long n = l->trace.rows - 1;
    double *d = n > 0 ? malloc((size_t)n * sizeof *d) : NULL;
    for (long long k = 0; d && k < n; k++)
        d[k] = l->trace.t[k + 1] - l->trace.t[k];
    double step = d ? br_median(n, d) : 0;
    free(d);
    return step;
}

// Rows of a stretch that are not held out, as far as they are one piece: held-out rows stand at an end.
static void mark_held(const br_axis_log *l, long long first, br_output_log *s, bool hold_out)
{
    s->from = 0;
    s->to = s->stretch.rows;
    if (!hold_out || !(l->from < l->to))
        return;
    const double *t = l->trace.t + first;
    while (s->from < s->to && t[s->from] >= l->from && t[s->from] < l->to)
        s->from++;
    while (s->to > s->from && t[s->to - 1] >= l->from && t[s->to - 1] < l->to)
        s->to--;
}

static br_status add_stretch(work *w, int log, long long first, long long behind)
{
    const br_axis_log *l = &w->log[log];
    const br_law *law = &w->id->model->law;
    int s = w->stretches, nu = w->id->model->nu;
    br_output_log *to = &w->stretch[s];
    w->u[s] = calloc((size_t)nu + 1, sizeof **w->u);
    w->term[s] = calloc((size_t)w->id->terms + 1, sizeof **w->term);
    if (!w->u[s] || !w->term[s])
        return BR_NO_MEMORY;
    w->stretches++;
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind != BR_INPUT || law->q[q].dim != BR_SCALAR)
            continue;
        bool v = strcmp(law->q[q].name, "v") == 0;
        const double *from = v ? l->v : column(&l->trace, law->q[q].name);
        w->u[s][w->id->model->at[q]] = from ? from + first : NULL;
    }
    for (int j = 0; j < w->id->terms; j++)
        w->term[s][j] = column_of(w, log, 1 + j) + first;
    to->stretch = (br_stretch){behind - first, l->trace.t + first, w->u[s], w->hold};
    to->y = column_of(w, log, 0) + first;
    to->term = w->term[s];
    return BR_OK;
}

static void free_stretches(work *w)
{
    for (int s = 0; s < w->stretches; s++) {
        free((void *)w->u[s]);
        free((void *)w->term[s]);
    }
    free((void *)w->u);
    free((void *)w->term);
    free(w->stretch);
    w->u = w->term = NULL;
    w->stretch = NULL;
    w->stretches = 0;
}

static br_status make_stretches(work *w, double piece)
{
    int all = 0;
    br_status status = BR_OK;
    free_stretches(w);
    for (int i = 0; i < w->logs; i++) {
        double step = median_step(&w->log[i]);
        if (!(step > 0) && w->log[i].trace.rows > 1) // times rise
            return BR_NO_MEMORY;
        all += count_stretches(&w->log[i], step, piece, NULL);
    }
    w->stretch = calloc((size_t)all + 1, sizeof *w->stretch);
    w->u = calloc((size_t)all + 1, sizeof *w->u);
    w->term = calloc((size_t)all + 1, sizeof *w->term);
    if (!w->stretch || !w->u || !w->term)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        double step = median_step(&w->log[i]);
        long long *first = malloc(((size_t)count_stretches(&w->log[i], step, piece, NULL) + 1) * sizeof *first);
        if (!first)
            return BR_NO_MEMORY;
        int count = count_stretches(&w->log[i], step, piece, first);
        for (int k = 0; k < count && status == BR_OK; k++)
            if (first[k + 1] - first[k] > 2)
                status = add_stretch(w, i, first[k], first[k + 1]);
        free(first);
    }
    return status;
}

static void mark_all(work *w, bool hold_out)
{
    for (int s = 0; s < w->stretches; s++)
        for (int i = 0; i < w->logs; i++) {
            const double *t = w->log[i].trace.t, *own = w->stretch[s].stretch.t;
            if (own >= t && own < t + w->log[i].trace.rows)
                mark_held(&w->log[i], own - t, &w->stretch[s], hold_out);
        }
}

// ---------------------------------------------------------------- scales of the log

// A first look by linear regression: terms, Coulomb and viscous friction. The Coulomb force is the scale of forces.
static br_status first_look(work *w, double vmax)
{
    enum { MOST = BR_AXIS_TERMS + 2 };
    static const char *const names[MOST] = {"1", "2", "3", "4", "5", "6", "7"};
    int n = w->id->terms + 2;
    br_linear l;
    br_fit_estimate e;
    br_status status = br_linear_init(&l, n, names);
    if (status != BR_OK)
        return status;
    status = br_fit_estimate_init(&e, n, names);
    double sum = 0;
    long long count = 0;
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        const br_output_log *g = &w->stretch[s];
        const double *v = NULL;
        for (int q = 0; w->u[s] && q < w->id->model->law.nq; q++)
            if (strcmp(w->id->model->law.q[q].name, "v") == 0)
                v = w->u[s][w->id->model->at[q]];
        for (long long k = 0; k < g->stretch.rows && status == BR_OK && v; k++) {
            double row[MOST];
            if (!isfinite(g->y[k]))
                continue;
            for (int j = 0; j < w->id->terms; j++)
                row[j] = g->term[j][k];
            row[n - 2] = v[k] > 1e-3 * vmax ? 1 : v[k] < -1e-3 * vmax ? -1 : 0;
            row[n - 1] = v[k];
            sum += g->y[k] * g->y[k];
            count++;
            status = br_linear_add(&l, 1, row, g->y + k, NULL);
        }
    }
    if (status == BR_OK)
        status = br_linear_solve(&l, 0, &e);
    if (status == BR_OK) {
        for (int j = 0; j < w->id->terms; j++)
            w->id->term[j].start = br_max(e.value[j], w->id->term[j].low);
        double rms = br_sqrt(sum / (double)(count > 0 ? count : 1)), force = fabs(e.value[n - 2]);
        w->start.most.force = force > 0.02 * rms ? force : 0.5 * rms;
    }
    br_fit_estimate_free(&e);
    br_linear_free(&l);
    return status == BR_NEGATIVE ? BR_BAD_DATA : status;
}

// Largest speed but for a thousandth of the rows, and the stroke: of the position, or of the integral of the speed.
static br_status find_scales(work *w, br_diag *why)
{
    double vmax = 0, stroke = 0;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        double at = 0, low = 0, high = 0;
        double *speed = malloc(((size_t)l->trace.rows + 1) * sizeof *speed);
        long long n = 0;
        if (!speed)
            return BR_NO_MEMORY;
        for (long long k = 0; k < l->trace.rows; k++) {
            if (!isfinite(l->v[k]))
                continue;
            speed[n++] = fabs(l->v[k]);
            double step = k > 0 ? l->trace.t[k] - l->trace.t[k - 1] : 0;
            at = l->x && isfinite(l->x[k]) ? l->x[k] - l->x[0] : at + l->v[k] * step;
            low = br_min(low, at);
            high = br_max(high, at);
        }
        if (n > 0)
            vmax = br_max(vmax, br_rank(n, speed, 0.999));
        stroke = br_max(stroke, high - low);
        free(speed);
    }
    if (!(vmax > 0) || !(stroke > 0))
        return wrong(why, BR_NEGATIVE, "nothing moves in this log: the velocity is 0 throughout");
    w->start = (br_start_options){.most = {0, vmax, stroke},
                                  .least = w->o->least > 0 ? w->o->least : 1e-4 * stroke,
                                  .lengths = w->o->lengths,
                                  .speeds = w->o->speeds,
                                  .given = w->o->given};
    br_status status = first_look(w, vmax);
    if (status == BR_BAD_DATA)
        return wrong(why, status, "there is no row with both a motion and a force");
    if (status == BR_OK && !(w->start.most.force > 0))
        return wrong(why, BR_NEGATIVE, "the force is 0 throughout");
    return status;
}

// ---------------------------------------------------------------- the law

static br_status check_law(work *w, br_diag *why)
{
    const br_model *m = w->id->model;
    const br_law *law = &m->law;
    bool has_v = false;
    w->output = -1;
    for (int i = 0, at = 0; i < law->nout; i++) {
        if (strcmp(law->out[i].name, "F") == 0 && law->out[i].dim == BR_SCALAR && law->out[i].now != BR_NO_NODE)
            w->output = at;
        at += law->out[i].now == BR_NO_NODE ? 0 : law->out[i].dim == BR_SCALAR ? 1 : m->n[law->out[i].dim];
    }
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind != BR_INPUT)
            continue;
        bool v = strcmp(law->q[q].name, "v") == 0, known = v || m->origin[q] != BR_UNSET;
        has_v = has_v || v;
        for (int i = 0; i < w->logs; i++)
            if (!known && !column(&w->log[i].trace, law->q[q].name))
                return wrong(why, BR_BAD_LAW, "%s takes %s, which the log has not", law->name, law->q[q].name);
    }
    if (!has_v || w->output < 0)
        return wrong(why, BR_BAD_LAW, "%s is no law that takes a velocity v and gives a force F", law->name);
    return BR_OK;
}

static br_status open_numbers(work *w, br_diag *why)
{
    const br_model *m = w->id->model;
    bool *wanted = calloc((size_t)m->np + 1, sizeof *wanted);
    if (!wanted)
        return BR_NO_MEMORY;
    br_numbers_usual(m, wanted);
    br_status status = w->o->also ? br_numbers_want(m, w->o->also, NULL, true, wanted, why) : BR_OK;
    if (status == BR_OK && w->o->fix)
        status = br_numbers_want(m, w->o->fix, NULL, false, wanted, why);
    for (int q = 0; q < m->law.nq && status == BR_OK; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q) && status == BR_OK; i++)
            if (!wanted[m->at[q] + i] && m->origin[q] == BR_UNSET)
                status = wrong(why, BR_BAD_USAGE, "%s is fixed, but has no value: give it with --at", m->law.q[q].name);
    if (status == BR_OK)
        status = br_numbers_open(&w->id->numbers, m, wanted, NULL);
    free(wanted);
    return status;
}

static br_status open_work(work *w, br_diag *why)
{
    br_model *m = w->id->model;
    br_status status = check_law(w, why);
    if (status != BR_OK)
        return status;
    list_terms(w);
    w->hold = calloc((size_t)m->nu + 1, sizeof *w->hold);
    if (!w->hold)
        return BR_NO_MEMORY;
    for (int i = 0; i < m->nu; i++)
        w->hold[i] = br_interval_mid(m->u[i]);
    status = br_system_open(&w->system, m, why);
    w->has_system = status == BR_OK;
    if (status == BR_OK)
        status = open_numbers(w, why);
    if (status == BR_OK)
        status = make_columns(w);
    if (status == BR_OK)
        status = make_stretches(w, 0);
    if (status == BR_OK && w->stretches == 0)
        status = wrong(why, BR_BAD_DATA, "no stretch of the log has more than two rows");
    return status == BR_OK ? find_scales(w, why) : status;
}

static void close_work(work *w)
{
    if (w->has_system)
        br_system_close(&w->system);
    for (int i = 0; w->block && i < w->logs; i++)
        free(w->block[i]);
    free(w->block);
    free_stretches(w);
    free(w->hold);
}

// ---------------------------------------------------------------- fitting

// How sure a number is: its sd over its size; an offset or the like is measured by the force.
static void judge(work *w)
{
    br_identified *id = w->id;
    const br_output_fit *f = &id->fit;
    double worst = 0;
    id->weak = -1;
    id->identifiable = f->e.n > 0 && f->e.rank == f->e.n;
    for (int i = 0; i < f->n; i++) {
        if (f->bound[i]) { // what may be 0, and is, is not needed
            id->identifiable = id->identifiable && br_identified_unneeded(id, i);
            continue;
        }
        bool term = i >= id->numbers.count;
        double share = f->sd[i] / fabs(f->value[i]);
        if (!term && !(share <= worst)) {
            worst = share;
            id->weak = i;
        }
        if (isinf(f->sd[i]) || (!term && !(share < 1)))
            id->identifiable = false;
    }
    br_model_set_points(id->model, f->p);
    id->physical = br_model_must_hold(id->model, NULL) == BR_OK;
}

// A fit without the rows held out says how the law does on these; what it finds is where the fit to all rows starts.
static br_status fit_part(work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_output_fit part;
    mark_all(w, true);
    br_status status = br_start_search(&part, &w->q, &id->numbers, o, &w->start, why);
    if (status != BR_OK)
        return status;
    id->held_error = part.held_error;
    id->held_rms = part.held_rms;
    id->fitted_error = part.error;
    br_model_set_points(id->model, part.p);
    for (int j = 0; j < id->terms; j++)
        id->term[j].start = part.value[id->numbers.count + j];
    br_output_free(&part);
    return BR_OK;
}

// To all rows. From where the part has led, and if that is worse than what it did on its own and the other rows, from anew.
static br_status fit_all(work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    bool known = isfinite(id->held_error);
    br_start_options near = w->start;
    near.lengths = near.speeds = 0;
    near.given = true;
    mark_all(w, false);
    br_status status = br_start_search(&id->fit, &w->q, &id->numbers, o, known ? &near : &w->start, why);
    if (status != BR_OK || !known || id->fit.error <= 1.05 * br_max(id->held_error, id->fitted_error))
        return status;
    br_output_free(&id->fit);
    return br_start_search(&id->fit, &w->q, &id->numbers, o, &w->start, why);
}

static br_status fit_both(work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    bool held = false;
    for (int i = 0; i < w->logs; i++)
        held = held || w->log[i].from < w->log[i].to;
    id->held_error = id->held_rms = id->fitted_error = (double)NAN;
    br_status status = held ? fit_part(w, o, why) : BR_OK;
    return status == BR_OK ? fit_all(w, o, why) : status;
}

// ---------------------------------------------------------------- the free axis

static int input_of(const br_model *m, const char *name)
{
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT && strcmp(m->law.q[q].name, name) == 0)
            return m->at[q];
    return -1;
}

// The force that is measured moves an axis of known or estimated mass, whose position is measured.
static bool moves_freely(const work *w)
{
    bool there = w->o->mass > 0 || w->o->term[BR_AXIS_MASS];
    for (int i = 0; i < w->logs; i++)
        there = there && w->log[i].x;
    return there;
}

static br_free_options free_options(const work *w)
{
    const br_model *m = w->id->model;
    return (br_free_options){.flow = w->o->flow,
                             .substeps = w->o->substeps,
                             .steps = 1,
                             .v = input_of(m, "v"),
                             .force = input_of(m, "u"),
                             .F = w->output,
                             .term = w->id->which,
                             .terms = w->id->terms,
                             .mass = w->o->mass};
}

// Stretches as the free axis takes them: the force of the log drives it from where the log has it, and x is measured.
static void set_free(work *w)
{
    for (int s = 0; s < w->stretches; s++)
        for (int i = 0; i < w->logs; i++) {
            const br_axis_log *l = &w->log[i];
            br_output_log *g = &w->stretch[s];
            ptrdiff_t first = g->stretch.t - l->trace.t;
            if (g->stretch.t < l->trace.t || first >= l->trace.rows)
                continue;
            g->drive = l->y + first;
            g->y = l->x + first;
            for (long long k = g->stretch.rows; k-- > 0;) { // the first row that has them
                g->x = isfinite(l->x[first + k]) ? l->x[first + k] : g->x;
                g->v = isfinite(l->v[first + k]) ? l->v[first + k] : g->v;
            }
        }
}

// From where the fit of forces has led.
static br_status fit_motion(work *w, br_output_options o, br_diag *why)
{
    br_identified *id = w->id;
    if (!moves_freely(w))
        return wrong(why, BR_BAD_USAGE, "a motion is fitted where a drive force u and a position x are measured");
    br_status status = make_stretches(w, w->o->piece);
    if (status != BR_OK)
        return status;
    set_free(w);
    br_free_options free_one = free_options(w);
    w->q.free = &free_one;
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    br_model_set_points(id->model, id->fit.p);
    for (int j = 0; j < id->terms; j++)
        id->term[j].start = id->fit.value[id->numbers.count + j];
    br_output_free(&id->fit);
    w->start.lengths = w->start.speeds = 0;
    w->start.given = id->motion = true;
    o.every = 1;
    status = fit_both(w, &o, why);
    w->q.free = NULL;
    return status;
}

// The error of a free run of every stretch, with so many steps between rows. BR_NOT_FINITE: it ran away.
static br_status free_error(work *w, br_free_options o, double *rms, double *share)
{
    const br_identified *id = w->id;
    int nx = id->model->nx, own = id->motion ? nx + 2 : nx;
    double sum = 0, size = 0, *start = calloc((size_t)nx + 2, sizeof *start), *y = NULL;
    long long count = 0;
    br_free f = {0};
    br_status status = start ? br_free_open(&f, &w->system.sys, &o) : BR_NO_MEMORY;
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        const br_output_log *g = &w->stretch[s];
        const double *from = id->fit.start + (ptrdiff_t)s * own;
        start[0] = id->motion ? from[0] : g->x;
        start[1] = id->motion ? from[1] : g->v;
        memcpy(start + 2, from + own - nx, (size_t)nx * sizeof *start);
        free(y);
        y = malloc((size_t)g->stretch.rows * sizeof *y);
        status = y ? br_free_run(&f, &g->stretch, g->drive, id->fit.p, id->fit.value + id->numbers.count, start,
                                 id->model->nm > 0 ? id->model->m : NULL, y, NULL)
                   : BR_NO_MEMORY;
        for (long long k = 0; k < g->stretch.rows && status == BR_OK; k++)
            if (isfinite(g->y[k])) {
                sum += (y[k] - g->y[k]) * (y[k] - g->y[k]);
                size += (g->y[k] - g->x) * (g->y[k] - g->x);
                count++;
            }
    }
    *rms = count > 0 ? br_sqrt(sum / (double)count) : (double)NAN;
    *share = size > 0 ? br_sqrt(sum / size) : (double)NAN;
    free(y);
    free(start);
    br_free_close(&f);
    return status;
}

// As many steps between rows as it takes for the error not to change by more than a hundredth.
static br_status run_freely(work *w)
{
    br_identified *id = w->id;
    id->free_rms = id->free_share = (double)NAN;
    if (!moves_freely(w))
        return BR_OK;
    br_free_options o = free_options(w);
    if (!id->motion)
        set_free(w);
    for (int s = 0; s < w->stretches; s++) {
        const br_stretch *g = &w->stretch[s].stretch;
        id->free_time = br_max(id->free_time, g->t[g->rows - 1] - g->t[0]);
    }
    double last = (double)NAN;
    for (o.steps = 1; o.steps <= 16; o.steps *= 2) {
        br_status status = free_error(w, o, &id->free_rms, &id->free_share);
        if (status == BR_NOT_FINITE || status == BR_BAD_USAGE) {
            id->free_rms = id->free_share = HUGE_VAL;
            return BR_OK;
        }
        if (status != BR_OK || fabs(id->free_rms - last) <= 0.01 * id->free_rms)
            return status;
        last = id->free_rms;
    }
    return BR_OK;
}

static br_status fit(work *w, br_diag *why)
{
    br_identified *id = w->id;
    br_output_options o = br_output_defaults();
    o.which = w->output;
    o.flow = w->o->flow;
    o.substeps = w->o->substeps;
    o.every = w->o->every;
    o.huber = w->o->huber;
    w->q = (br_output_problem){id->model,    &w->system.sys, &id->numbers, w->stretch,
                               w->stretches, id->term,       id->terms,    NULL};
    br_status status = fit_both(w, &o, why);
    if (status == BR_OK && w->o->motion)
        status = fit_motion(w, o, why);
    return status;
}

br_status br_identify(br_identified *id, br_model *m, const br_axis_log *log, int logs, const br_identify_options *o,
                      br_diag *why)
{
    work w = {.id = id, .log = log, .logs = logs, .o = o};
    memset(id, 0, sizeof *id);
    id->model = m;
    br_status status = open_work(&w, why);
    if (status == BR_OK)
        status = fit(&w, why);
    if (status == BR_OK) {
        judge(&w);
        status = run_freely(&w);
    }
    close_work(&w);
    if (status != BR_OK)
        br_identified_free(id);
    return status;
}

void br_identified_free(br_identified *id)
{
    br_output_free(&id->fit);
    br_numbers_free(&id->numbers);
    memset(id, 0, sizeof *id);
}
