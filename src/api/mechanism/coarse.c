// coarse.c - a mechanism in motion a second time, in steps of twice the length.   [host]
#include "num/base/fp.h"

#include "api/mechanism/coarse.h"
#include "mech/estimate/table.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 50 };                  // rows of a mean: of fewer the rest counts as right
static const double ROUNDING = 1e-12; // of the largest coordinate: what moves less rests
static const double OFF = 1e-14;      // the same of positions whose second differences are accelerations
static const double HELD = 1e-6; // the same of what sticks, which creeps; what moves has a speed and forces as well

static bool ends_in(const char *unit, const char *end)
{
    size_t n = strlen(unit), m = strlen(end);
    return n > m && strcmp(unit + n - m, end) == 0;
}

br_status br_coarse_open(br_coarse *c, const char *text, size_t size, const char *path, const br_mech_scheme *scheme,
                         double step, br_diag *why)
{
    memset(c, 0, sizeof *c);
    c->scheme = scheme;
    c->step = step;
    c->opened = true;
    br_status status = br_machine_open(&c->w, text, size, path, why);
    if (status != BR_OK)
        return status;
    c->start = calloc((size_t)c->w.s.n + 1, sizeof *c->start);
    if (!c->start)
        return BR_NO_MEMORY;
    memcpy(c->start, c->w.s.now.q, (size_t)c->w.s.n * sizeof *c->start);
    status = br_mech_table_open(&c->row, &c->w.s, NULL, 1, why);
    if (status == BR_OK)
        status = br_apart_open(&c->apart, c->row.columns);
    if (status != BR_OK)
        return status;
    size_t columns = (size_t)c->row.columns;
    c->fine = calloc(3 * columns + 1, sizeof *c->fine);
    if (!c->fine)
        return BR_NO_MEMORY;
    c->rough = c->fine + columns;
    c->begin = c->rough + columns;
    br_mech_table_add(&c->row, &c->w.s, NULL);
    for (int i = 0; i < c->row.columns; i++) // moves are compared, not places
        if (c->row.column[i].role == BR_RECORD_STATE && !ends_in(c->row.column[i].unit, "/s"))
            c->begin[i] = c->row.column[i].v[0];
    return BR_OK;
}

void br_coarse_close(br_coarse *c)
{
    if (c->opened)
        br_machine_close(&c->w);
    br_record_close(&c->row);
    br_apart_close(&c->apart);
    free(c->fine);
    free(c->start);
    memset(c, 0, sizeof *c);
}

static double apart_over_error(const br_coarse *c)
{
    return c->scheme->method == BR_MECH_FIRST_ORDER ? 1 : 3; // 2^p - 1
}

// What a number of this unit may differ by and be right: a position, a speed, and by accelerations a force.
static double tolerance_of(const br_coarse *c, const char *unit, double size)
{
    if (unit[0] == 'N' || ends_in(unit, "/s^2"))
        return OFF * size / (c->step * c->step) * (unit[0] == 'N' ? c->w.s.rho * c->w.s.n : 1);
    return ends_in(unit, "/s") ? ROUNDING * size / c->step : HELD * size;
}

// The last row of the record, and the one here; the energy, whose changes have a balance of their own, is left out.
static void compare_columns(br_coarse *c, const br_record *record, double size)
{
    c->row.rows = 0;
    br_mech_table_add(&c->row, &c->w.s, NULL);
    for (int i = 0; i + 1 < c->row.columns; i++) {
        double fine = record->column[i].v[record->rows - 1], apart = c->row.column[i].v[0] - fine;
        bool same = br_abs(apart) <= tolerance_of(c, c->row.column[i].unit, size);
        c->fine[i] = fine - c->begin[i];
        c->rough[i] = c->fine[i] + (same ? 0 : apart / apart_over_error(c));
    }
    br_apart_row(&c->apart, c->row.columns - 1, c->fine, c->rough);
}

// The positions and speeds of all bodies. Answers the largest coordinate.
static double compare_bodies(br_coarse *c, const br_moving *s)
{
    const double order = apart_over_error(c);
    double apart[2] = {0, 0}, size = 0;
    c->rows++;
    for (int i = 0; i < s->n; i++) {
        double dq = (s->now.q[i] - c->w.s.now.q[i]) / order, dv = (s->now.v[i] - c->w.s.now.v[i]) / order;
        size = br_max(size, br_abs(s->now.q[i]));
        apart[0] = br_max(apart[0], br_abs(dq));
        apart[1] = br_max(apart[1], br_abs(dv));
        c->largest[0] = br_max(c->largest[0], br_abs(s->now.q[i] - c->start[i]));
        c->largest[1] = br_max(c->largest[1], br_abs(s->now.v[i]));
    }
    for (int i = 0; i < 2; i++) {
        c->squares[i] += apart[i] * apart[i];
        if (c->largest[i] > ROUNDING * size / (i > 0 ? c->step : 1))
            c->error = br_max(c->error, br_sqrt(c->squares[i] / br_max((double)c->rows, LEAST)) / c->largest[i]);
    }
    return size;
}

void br_coarse_follow(br_coarse *c, const br_moving *s, const br_record *record, long long k)
{
    if (c->lost || k % 2 != 0)
        return;
    memcpy(c->w.s.drive, s->drive, (size_t)s->m->drives * sizeof *s->drive);
    c->lost = br_moving_step(&c->w.s, c->scheme, 2 * c->step, NULL) != BR_OK;
    c->w.s.t = s->t;
    if (!c->lost)
        compare_columns(c, record, compare_bodies(c, s));
}

double br_coarse_error(const br_coarse *c)
{
    return c->error;
}

const char *br_coarse_worst(const br_coarse *c, double *share)
{
    int worst = 0;
    *share = 0;
    for (int i = 0; i < c->apart.count; i++) {
        double of = c->apart.most[i] > 0 ? c->apart.most[i] / c->apart.largest[i] : 0;
        worst = of > *share ? i : worst;
        *share = br_max(*share, of);
    }
    return c->row.columns > 0 ? c->row.column[worst].name : "";
}
