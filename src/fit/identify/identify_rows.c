// identify_rows.c - rows of an identification: regressor columns, stretches without gaps, hold-out rows, scales. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/statistics/linear.h"
#include "fit/statistics/median.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- columns

const double *br_identify_column(const br_trace *t, const char *name)
{
    for (int i = 0; i < t->columns; i++)
        if (strcmp(t->column[i].name, name) == 0)
            return t->column[i].v;
    return NULL;
}

// Column j of a log: y, then the terms.
static double *column_of(const br_identify_work *w, int log, int j)
{
    return w->block[log] + (ptrdiff_t)j * w->log[log].trace.rows;
}

// Does a velocity give the direction? Not that of noise, in a log that moves one way only; nor, to a law without
// states, that of an encoder that stands between two steps, or one within its noise: a row with the wrong sign would be off by
// twice the friction force.
bool br_identify_direction_known(const br_identify_work *w, const br_axis_log *l, double v)
{
    bool states = w->id->model->nx > 0;
    if (!states && fabs(v) < l->unclear)
        return false;
    return l->direction == 0 || l->direction * v > 0 || (v == 0 && states);
}

double *br_identify_rate_column(const br_identify_work *w, int log)
{
    return column_of(w, log, 1 + w->id->terms);
}

// y less the known forces, and the terms; a row without a motion has no y.
void br_identify_fill_columns(br_identify_work *w)
{
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        for (long long k = 0; k < l->trace.rows; k++) {
            bool whole = isfinite(l->y[k]) && isfinite(l->v[k]) && br_identify_direction_known(w, l, l->v[k]);
            for (int j = 0; j < w->id->terms; j++) {
                double term = br_identified_term_at(w->id, j, l, i, k);
                whole = whole && isfinite(term);
                column_of(w, i, 1 + j)[k] = isfinite(term) ? term : 0;
            }
            double y = l->y[k] - br_identify_known_force(w->o, l, k);
            column_of(w, i, 0)[k] = whole && isfinite(y) ? y : (double)NAN;
        }
    }
}

br_status br_identify_columns(br_identify_work *w)
{
    size_t columns = (size_t)w->id->terms + 1 + w->o->estimate_delay;
    w->block = calloc((size_t)w->logs + 1, sizeof *w->block);
    for (int i = 0; w->block && i < w->logs; i++) {
        w->block[i] = calloc((size_t)w->log[i].trace.rows * columns + 1, sizeof **w->block);
        if (!w->block[i])
            return BR_NO_MEMORY;
    }
    if (w->block)
        br_identify_fill_columns(w);
    return w->block ? BR_OK : BR_NO_MEMORY;
}

// A gap of more than five steps begins a new stretch, be it in time, motion or force, and so does the end of a piece.
static int count_stretches(const br_axis_log *l, double step, double piece, long long *first)
{
    int count = 0;
    double start = 0, last = -HUGE_VAL;
    for (long long k = 0; k < l->trace.rows; k++) {
        if (!isfinite(l->v[k]) || !isfinite(l->y[k]))
            continue;
        if (l->trace.t[k] - last > 5 * step || (piece > 0 && l->trace.t[k] - start >= piece)) {
            start = l->trace.t[k];
            if (first)
                first[count] = k;
            count++;
        }
        last = l->trace.t[k];
    }
    if (first)
        first[count] = l->trace.rows;
    return count;
}

br_status br_identify_median_step(const br_axis_log *l, double *step)
{
    long long n = l->trace.rows - 1;
    double *d = malloc((n > 0 ? (size_t)n : 1) * sizeof *d);
    if (!d)
        return BR_NO_MEMORY;
    for (long long k = 0; k < n; k++)
        d[k] = l->trace.t[k + 1] - l->trace.t[k];
    *step = n > 0 ? br_median(n, d) : 0;
    free(d);
    return BR_OK;
}

// The fitted rows of a stretch, as far as they are one piece: hold-out rows stand at an end.
static void mark_hold_out(const br_axis_log *l, long long first, br_output_log *s, bool hold_out)
{
    s->from = l->test ? s->stretch.rows : 0;
    s->to = s->stretch.rows;
    if (!hold_out || !(l->from < l->to))
        return;
    const double *t = l->trace.t + first;
    while (s->from < s->to && t[s->from] >= l->from && t[s->from] < l->to)
        s->from++;
    while (s->to > s->from && t[s->to - 1] >= l->from && t[s->to - 1] < l->to)
        s->to--;
}

static br_status add_stretch(br_identify_work *w, int log, long long first, long long behind)
{
    const br_axis_log *l = &w->log[log];
    const br_parsed_law *law = &w->id->model->law;
    int s = w->stretches++, nu = w->id->model->nu;
    br_output_log *to = &w->stretch[s];
    w->u[s] = calloc((size_t)nu + 1, sizeof **w->u);
    w->term[s] = calloc((size_t)w->id->terms + 2, sizeof **w->term);
    if (!w->u[s] || !w->term[s])
        return BR_NO_MEMORY;
    to->of = log;
    to->share = w->id->share + (ptrdiff_t)log * BR_IDENTIFY_TERMS;
    to->first = first;
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind != BR_INPUT || law->q[q].dim != BR_SCALAR)
            continue;
        bool v = strcmp(law->q[q].name, "v") == 0;
        const double *from = v ? l->v : br_identify_column(&l->trace, law->q[q].name);
        w->u[s][w->id->model->at[q]] = from ? from + first : NULL;
    }
    for (int j = 0; j < w->id->terms; j++)
        w->term[s][j] = column_of(w, log, 1 + j) + first;
    if (w->o->estimate_delay)
        w->term[s][w->id->terms] = br_identify_rate_column(w, log) + first;
    to->stretch = (br_stretch){behind - first, l->trace.t + first, w->u[s], w->hold};
    to->y = column_of(w, log, 0) + first;
    to->whole = l->y + first;
    to->term = w->term[s];
    return BR_OK;
}

// A stretch starts at a row that has a motion, a force and all other inputs of the law; later ones may miss some.
bool br_identify_can_start(const br_identify_work *w, const br_axis_log *l, long long row)
{
    const br_parsed_law *law = &w->id->model->law;
    bool whole = isfinite(l->v[row]) && isfinite(l->y[row]);
    for (int q = 0; q < law->nq && whole; q++) {
        const double *from = law->q[q].kind == BR_INPUT ? br_identify_column(&l->trace, law->q[q].name) : NULL;
        whole = !from || isfinite(from[row]);
    }
    return whole;
}

void br_identify_free_stretches(br_identify_work *w)
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

br_status br_identify_stretches(br_identify_work *w, double piece)
{
    int all = 0;
    double step;
    br_status status = BR_OK;
    br_identify_free_stretches(w);
    for (int i = 0; i < w->logs; i++) {
        status = br_identify_median_step(&w->log[i], &step);
        if (status != BR_OK)
            return status;
        all += count_stretches(&w->log[i], step, piece, NULL);
    }
    w->stretch = calloc((size_t)all + 1, sizeof *w->stretch);
    w->u = calloc((size_t)all + 1, sizeof *w->u);
    w->term = calloc((size_t)all + 1, sizeof *w->term);
    if (!w->stretch || !w->u || !w->term)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        status = br_identify_median_step(&w->log[i], &step);
        if (status != BR_OK)
            return status;
        long long *first = malloc(((size_t)count_stretches(&w->log[i], step, piece, NULL) + 1) * sizeof *first);
        if (!first)
            return BR_NO_MEMORY;
        int count = count_stretches(&w->log[i], step, piece, first);
        for (int k = 0; k < count && status == BR_OK; k++) {
            long long from = first[k], behind = first[k + 1];
            while (from < behind && !br_identify_can_start(w, &w->log[i], from))
                from++;
            while (from < behind && !br_identify_can_start(w, &w->log[i], behind - 1))
                behind--;
            if (behind - from > 2)
                status = add_stretch(w, i, from, behind);
        }
        free(first);
    }
    return status;
}

void br_identify_mark_hold_out(br_identify_work *w, bool hold_out)
{
    for (int s = 0; s < w->stretches; s++)
        mark_hold_out(&w->log[w->stretch[s].of], w->stretch[s].first, &w->stretch[s], hold_out);
}

// ---------------------------------------------------------------- scales of the log

// Linear regression on terms, Coulomb and viscous friction. The Coulomb force is the scale of forces.
static br_status first_regression(br_identify_work *w, double vmax)
{
    enum { MOST = BR_IDENTIFY_TERMS + 2 };
    const char *names[MOST];
    int n = w->id->terms + 2;
    for (int j = 0; j < n; j++)
        names[j] = j < w->id->terms ? w->id->term[j].name : "friction";
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
        if (g->from == g->to) // a test
            continue;
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

static bool force_varies(const br_identify_work *w)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->log[i].trace.rows && !w->log[i].test; k++)
            if (isfinite(w->log[i].y[k])) {
                low = br_min(low, w->log[i].y[k]);
                high = br_max(high, w->log[i].y[k]);
            }
    return low < high;
}

// Does the law take the force that is fitted, as the one that friction holds at rest? A band of rest that covers the whole log
// would then explain it by itself: no wide search for such a law.
static bool takes_measured_force(const br_identify_work *w)
{
    bool takes = false;
    for (int q = 0; q < w->id->model->law.nq; q++)
        takes = takes || (w->id->model->law.q[q].kind == BR_INPUT && strcmp(w->id->model->law.q[q].name, "u") == 0);
    const double *u = takes ? br_identify_column(&w->log[0].trace, "u") : NULL;
    bool same = u != NULL;
    for (long long k = 0; k < w->log[0].trace.rows && same; k++)
        same = u[k] == w->log[0].y[k] || !isfinite(u[k]) || !isfinite(w->log[0].y[k]);
    return same;
}

// Largest speed but for a thousandth of the rows, and the stroke: of the position, or of the integral of the speed.
br_status br_identify_scales(br_identify_work *w, br_diag *why)
{
    double vmax = 0, stroke = 0;
    br_identify_mark_hold_out(w, false);
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        double at = 0, low = 0, high = 0, first = (double)NAN;
        if (l->test)
            continue;
        double *speed = malloc(((size_t)l->trace.rows + 1) * sizeof *speed);
        long long n = 0;
        if (!speed)
            return BR_NO_MEMORY;
        for (long long k = 0; k < l->trace.rows; k++) {
            if (!isfinite(l->v[k]))
                continue;
            speed[n++] = fabs(l->v[k]);
            double step = k > 0 ? l->trace.t[k] - l->trace.t[k - 1] : 0;
            if (l->x && !isfinite(first))
                first = l->x[k] - at; // the first position may be missing
            at = l->x && isfinite(l->x[k]) ? l->x[k] - first : at + l->v[k] * step;
            low = br_min(low, at);
            high = br_max(high, at);
        }
        if (n > 0)
            vmax = br_max(vmax, br_rank(n, speed, 0.999));
        stroke = br_max(stroke, high - low);
        free(speed);
    }
    if (!(vmax > 0) || !(stroke > 0))
        return br_diag_fail(why, BR_NEGATIVE, "nothing moves in this log: the velocity is 0 throughout");
    if (!force_varies(w))
        return br_diag_fail(why, BR_NEGATIVE, "the force is the same throughout");
    w->start = (br_start_options){.most = {0, vmax, stroke},
                                  .least = w->o->least > 0 ? w->o->least : 1e-4 * stroke,
                                  .lengths = w->o->lengths,
                                  .speeds = w->o->speeds,
                                  .design = takes_measured_force(w) ? 0 : w->o->design,
                                  .given = w->o->given};
    br_status status = first_regression(w, vmax);
    if (status == BR_BAD_DATA)
        return br_diag_fail(why, status, "there is no row with both a motion and a force");
    if (status == BR_OK && !(w->start.most.force > 0))
        return br_diag_fail(why, BR_NEGATIVE, "the force is 0 throughout");
    return status;
}

br_status br_identify_point_stretches(br_identify_work *w)
{
    br_status status = br_identify_stretches(w, 0);
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    br_identify_mark_hold_out(w, false);
    return status;
}
