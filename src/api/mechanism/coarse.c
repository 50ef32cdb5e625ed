// coarse.c - a mechanism in motion a second time, in steps of twice the length.   [host]
#include "num/base/fp.h"

#include "api/mechanism/coarse.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 50 };                  // rows of a mean
static const double ROUNDING = 1e-12; // of the largest coordinate: what moves less rests

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
    return BR_OK;
}

void br_coarse_close(br_coarse *c)
{
    if (c->opened)
        br_machine_close(&c->w);
    free(c->start);
    memset(c, 0, sizeof *c);
}

static void add_row(br_coarse *c, const br_moving *s)
{
    const double order = c->scheme->method == BR_MECH_FIRST_ORDER ? 1 : 3; // 2^p - 1
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
        if (c->largest[i] > ROUNDING * size / (i > 0 ? c->step : 1) && c->rows >= LEAST)
            c->error = br_max(c->error, br_sqrt(c->squares[i] / (double)c->rows) / c->largest[i]);
    }
}

void br_coarse_follow(br_coarse *c, const br_moving *s, long long k)
{
    if (c->lost || k % 2 != 0)
        return;
    memcpy(c->w.s.drive, s->drive, (size_t)s->m->drives * sizeof *s->drive);
    c->lost = br_moving_step(&c->w.s, c->scheme, 2 * c->step, NULL) != BR_OK;
    c->w.s.t = s->t;
    if (!c->lost)
        add_row(c, s);
}

double br_coarse_error(const br_coarse *c)
{
    return c->error;
}
