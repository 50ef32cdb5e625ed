// enclosing.c - the tube of a verified simulation, from row to row.       [host]
//
// Plants that stick and slip go through the corner trajectories of tube.h, all other laws through br_reach.
#include "num/base/fp.h"

#include "api/simulate/enclosing.h"
#include "num/text/diag.h"

#include <stdlib.h>

// ---------------------------------------------------------------- plants that stick and slip

static br_status open_stick(br_enclosure *e, br_diag *why)
{
    br_model *m = &e->loaded.model;
    br_status status = br_stick_read(&e->stick, &m->law, why);
    if (status != BR_OK)
        return status;
    e->has_stick = true;
    br_states start = {m->x[m->at[e->stick.q]], m->x[m->at[e->stick.w]], true};
    int label = 0;
    while (e->stick.mode[label] != m->m[0])
        label++;
    if ((label == BR_REST && !(start.w.lo == 0 && start.w.hi == 0)) || (label == BR_FORWARD && start.w.lo < 0) ||
        (label == BR_BACKWARD && start.w.hi > 0))
        return br_diag_about(why, "mode",
                             br_diag_fail(why, BR_BAD_USAGE,
                                          "enclosure: the initial velocity %s does not agree with the initial mode",
                                          m->law.q[e->stick.w].name));
    e->tube.states[label] = start;
    return BR_OK;
}

// The range of the input from time `from` to `to`, with the pieces between its breaks.
static br_status input_over(br_enclosure *e, double from, double to, br_interval *u)
{
    *u = br_interval_empty();
    for (double t = from; t < to;) {
        double next = br_source_break(&e->sim.source, t), end = next < to ? next : to;
        br_status status = br_source_series_at(&e->series, br_interval_of(t, end), e->u);
        if (status != BR_OK)
            return status;
        *u = br_interval_hull(*u, e->u[0]);
        t = end;
    }
    *u = br_interval_add(*u, e->off[0]);
    return BR_OK;
}

static br_status stick_to(br_enclosure *e, double from, double to)
{
    br_pace pace;
    double h = (to - from) / BR_ENCLOSURE_PARTS;
    br_interval u;
    br_status status = br_pace_make(&pace, &e->stick, e->loaded.model.p, h);
    for (int i = 0; i < BR_ENCLOSURE_PARTS && status == BR_OK; i++) {
        double after = i + 1 < BR_ENCLOSURE_PARTS ? from + (i + 1) * h : to;
        status = input_over(e, from + i * h, after, &u);
        if (status == BR_OK && br_interval_is_bounded(u))
            br_corner_step(&pace, u, &e->tube);
        else if (status == BR_OK)
            status = BR_NEGATIVE;
    }
    return status;
}

// ---------------------------------------------------------------- all laws

static br_status course_series(void *self, br_interval t, br_interval *u)
{
    return br_source_series_at(self, t, u);
}

static double course_next(void *self, double t)
{
    const br_source_series *s = self;
    return br_source_break(s->source, t);
}

br_status br_enclosure_begin_tube(br_enclosure *e, br_diag *why)
{
    br_model *m = &e->loaded.model;
    e->u = calloc((size_t)m->nu * (BR_REACH_ORDER + 1) + 1, sizeof *e->u);
    br_status status = e->u ? br_source_series_make(&e->series, &e->sim.source, BR_REACH_ORDER) : BR_NO_MEMORY;
    e->has_series = status == BR_OK;
    if (status != BR_OK)
        return status;
    if (br_stick_seems(&m->law))
        return open_stick(e, why);
    br_course course = {course_series, course_next, &e->series};
    status = br_reach_make(&e->reach, m, &course, e->off, e->sim.start, why);
    e->has_reach = status == BR_OK;
    return status;
}

br_status br_enclosure_to(br_enclosure *e, double t)
{
    const br_record *r = &e->sim.record;
    if (!e->has_stick)
        return br_reach_to(&e->reach, t);
    return r->rows > 0 ? stick_to(e, r->column[0].v[r->rows - 1], t) : BR_OK;
}

br_interval br_enclosure_bounds(const br_enclosure *e, int i)
{
    if (!e->has_stick)
        return i < e->reach.n ? e->reach.x[i] : e->reach.y[i - e->reach.n];
    br_states all = br_tube_hull(&e->tube);
    return i == e->loaded.model.at[e->stick.q] ? all.q : all.w;
}

void br_enclosure_end_tube(br_enclosure *e)
{
    if (e->has_reach)
        br_reach_free(&e->reach);
    if (e->has_stick)
        br_stick_free(&e->stick);
    if (e->has_series)
        br_source_series_free(&e->series);
    free(e->u);
}
