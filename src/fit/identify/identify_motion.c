// identify_motion.c - starts of a fit of motion: from the rows that move, and along short pieces of the log. [host]
//
// Over a whole log a search ends next to where it begins: motions that slip too late, or once too often, are all about as
// wrong. So a force is fitted to the rows that move, where friction is a function of velocity; then starts around it, and
// around what else is known, evolve by simulations of short pieces (fit/output/start.h), each from where it was measured.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- rows that move

// The measured force of a log where it moves, NaN elsewhere. Answers how many rows of the fit do.
static long long mark_moving(const br_identify_work *w, br_output_log *l, double *y)
{
    const double slow = 0.05; // of the largest speed
    const double *v = w->given[l->of].v + l->first;
    long long rows = 0;
    for (long long k = 0; k < l->stretch.rows; k++) {
        bool moves = fabs(v[k]) > slow * w->start.most.speed;
        y[k] = moves ? l->y[k] : (double)NAN;
        rows += moves && isfinite(l->y[k]) && k >= l->from && k < l->to;
    }
    l->y = y;
    return rows;
}

static br_status search_moving(br_identify_work *w, const br_output_options *o, br_output_problem *q)
{
    br_identified *id = w->id;
    br_start_options s = w->start;
    br_output_fit f = {0};
    size_t np = (size_t)id->model->np;
    s.given = true;
    br_status status = br_start_search(&f, NULL, q, &id->parameters, o, &s, NULL);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_OK; // then there is no such start
    w->moving = calloc(np + (size_t)id->terms + 1, sizeof *w->moving);
    if (w->moving) {
        memcpy(w->moving, f.p, np * sizeof *w->moving);
        memcpy(w->moving + np, f.value + id->parameters.count, (size_t)id->terms * sizeof *w->moving);
    }
    br_output_free(&f);
    return w->moving ? BR_OK : BR_NO_MEMORY;
}

br_status br_identify_fit_moving(br_identify_work *w, const br_output_options *o)
{
    const double enough = 0.9; // where nearly all rows move, this is what was fitted
    br_output_problem q = w->q;
    long long all = 0, fitted = 0, moving = 0, at = 0;
    for (int s = 0; s < w->stretches; s++)
        all += w->stretch[s].stretch.rows;
    br_output_log *log = calloc((size_t)w->stretches + 1, sizeof *log);
    double *y = malloc(((size_t)all + 1) * sizeof *y);
    br_status status = log && y ? BR_OK : BR_NO_MEMORY;
    br_identify_mark_hold_out(w, true);
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        log[s] = w->stretch[s];
        fitted += log[s].to - log[s].from;
        moving += mark_moving(w, &log[s], y + at);
        at += log[s].stretch.rows;
    }
    q.log = log;
    q.terms = w->id->terms;
    if (status == BR_OK && (double)moving < enough * (double)fitted)
        status = search_moving(w, o, &q);
    br_identify_mark_hold_out(w, false);
    free(log);
    free(y);
    return status;
}

// ---------------------------------------------------------------- pieces

enum { PIECES = 12, LEAST_PIECE = 40, MOST_PIECE = 400, FEW_ROWS = 2000 }; // rows

// Parts of the stretches, the columns of each, and how far it moves.
typedef struct pieces {
    br_output_log *log;
    const double **column;
    double *range;
    int count, columns;
} pieces;

// The row near a nominal end of a piece where the axis is slowest: a motion that starts from rest has no wrong speed.
static long long slowest_row(const br_identify_work *w, const br_output_log *g, long long row, long long far)
{
    const double *v = w->given[g->of].v + g->first, *t = g->stretch.t;
    long long best = row;
    for (long long k = row - far > g->from ? row - far : g->from; k <= row + far && k < g->to; k++)
        if (isfinite(v[k]) && isfinite(g->y[k]) && isfinite(t[k]) && !(fabs(v[k]) >= fabs(v[best])))
            best = k;
    return best;
}

// Rows from..to of a stretch as a log of its own.
static void add_piece(const br_identify_work *w, pieces *to, const br_output_log *g, long long from, long long end)
{
    const br_axis_log *l = &w->given[g->of];
    int nu = br_sys_nu(&w->system.sys), terms = w->id->terms;
    const double **u = to->column + to->columns, **term = u + nu;
    br_output_log *p = &to->log[to->count];
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (long long k = from; k < end; k++) {
        low = isfinite(g->y[k]) ? br_min(low, g->y[k]) : low;
        high = isfinite(g->y[k]) ? br_max(high, g->y[k]) : high;
    }
    if (end - from < 3 || !(high > low))
        return;
    *p = *g;
    for (int i = 0; i < nu; i++)
        u[i] = g->stretch.u[i] ? g->stretch.u[i] + from : NULL;
    for (int j = 0; j < terms; j++)
        term[j] = g->term[j] + from;
    p->stretch.t += from;
    p->stretch.rows = end - from;
    p->stretch.u = u;
    p->term = term;
    p->y += from;
    p->whole += from;
    p->drive += from;
    p->bends += from;
    p->halvings += from;
    p->first += from;
    p->from = 0;
    p->to = end - from;
    for (long long k = p->first + p->stretch.rows; k-- > p->first;) { // the first row that has them
        p->x = !w->id->velocity && isfinite(l->x[k]) ? l->x[k] : p->x;
        p->v = isfinite(l->v[k]) ? l->v[k] : p->v;
    }
    to->range[to->count++] = high - low;
    to->columns += nu + terms;
}

// Cuts the rows that are fitted.
static br_status cut_pieces(const br_identify_work *w, long long rows, pieces *to)
{
    size_t most = 0, each = (size_t)(br_sys_nu(&w->system.sys) + w->id->terms);
    for (int s = 0; s < w->stretches; s++)
        most += (size_t)(w->stretch[s].stretch.rows / rows) + 2;
    to->log = calloc(most + 1, sizeof *to->log);
    to->column = calloc(most * each + 1, sizeof *to->column);
    to->range = calloc(most + 1, sizeof *to->range);
    if (!to->log || !to->column || !to->range)
        return BR_NO_MEMORY;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        long long from = g->from;
        for (long long k = g->from + rows; from < g->to; k += rows) {
            long long end = k + rows / 2 < g->to ? slowest_row(w, g, k, rows / 3) : g->to;
            add_piece(w, to, g, from, end);
            from = end;
        }
    }
    return BR_OK;
}

// The pieces that move most come first; answers how many of them have enough rows.
static int choose_pieces(pieces *of)
{
    long long rows = 0;
    int count = 0;
    for (; count < of->count && rows < FEW_ROWS; count++) {
        int best = count;
        for (int i = count + 1; i < of->count; i++)
            best = of->range[i] > of->range[best] ? i : best;
        br_output_log log = of->log[best];
        double range = of->range[best];
        of->log[best] = of->log[count];
        of->range[best] = of->range[count];
        of->log[count] = log;
        of->range[count] = range;
        rows += log.stretch.rows;
    }
    return count;
}

br_status br_identify_find_starts(br_identify_work *w, const br_output_options *o)
{
    pieces of = {0};
    long long rows = 0;
    br_identify_mark_hold_out(w, true);
    for (int s = 0; s < w->stretches; s++)
        rows += w->stretch[s].to - w->stretch[s].from;
    rows = rows / PIECES < LEAST_PIECE ? LEAST_PIECE : rows / PIECES > MOST_PIECE ? MOST_PIECE : rows / PIECES;
    br_status status = cut_pieces(w, rows, &of);
    if (status == BR_OK) {
        w->q.log = of.log;
        w->q.logs = choose_pieces(&of);
        status = br_identify_find_motion_starts(w, o);
        w->q.log = w->stretch;
        w->q.logs = w->stretches;
    }
    if (status == BR_OK)
        status = br_identify_guide_starts(w, o);
    br_identify_mark_hold_out(w, false);
    free(of.log);
    free((void *)of.column);
    free(of.range);
    return status;
}
