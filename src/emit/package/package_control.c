// package_control.c - the compensator of a package as numbers: tuned and run as `bristle control` does it.        [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The law that its friction, or its estimator, stands on; one that stands on none has that of the axis.
static const br_control_law *law_of(const br_packing *w)
{
    const br_compensate_options *o = &w->ready.c.o;
    const br_sys *sys = o->estimator.filter    ? o->estimator.filter->joint.sys
                        : o->estimator.horizon ? o->estimator.horizon->joint.sys
                                               : o->law.sys;
    for (int i = 0; i < BR_PARTS; i++)
        if (sys == &w->bench.law[i].system.sys)
            return &w->bench.law[i];
    return &w->bench.law[BR_PART_OWN];
}

static bool stands_on_law(const br_compensate_options *o)
{
    return o->law.sys || o->estimator.filter || o->estimator.horizon;
}

static void copy(double *to, const double *from, int n)
{
    for (int i = 0; from && i < n; i++)
        to[i] = from[i];
}

static br_status fill(br_packing *w, const br_control_law *law)
{
    const br_compensate_options *o = &w->ready.c.o;
    const br_sys *s = &w->system.sys;
    bool stands = stands_on_law(o);
    br_plan *p = &w->plan;
    *p = (br_plan){.observer = o->estimator.horizon ? BR_PLAN_MHE : BR_PLAN_EKF,
                   .flow = s->nx > 0 ? br_integrator_choose(s)->name : "rk4",
                   .nx = stands ? s->nx : 0,
                   .ny = stands ? s->ny : 0,
                   .nu = 3,
                   .held = stands ? s->nu : 0,
                   .np = stands ? s->np : 0,
                   .dt = o->dt,
                   .every = 1,
                   .measured = 1,
                   .horizon = o->estimator.horizon ? o->estimator.horizon->o.horizon : 0,
                   .compensator = o->kind->name,
                   .estimates = o->estimator.filter || o->estimator.horizon};
    if (!br_plan_make_room(p))
        return BR_NO_MEMORY;
    double *number = p->number;
    int *whole = p->whole;
#define NUMBER(member) *number++ = o->member;
#define WHOLE(member, type) *whole++ = (int)o->member;
    BR_PLAN_NUMBERS(NUMBER)
    BR_PLAN_WHOLES(WHOLE)
#undef NUMBER
#undef WHOLE
    p->which[0] = w->ready.which;
    copy(p->x, law->x, p->nx);
    copy(p->p, law->p, p->np);
    copy(p->u, law->u, p->held);
    copy(p->k, w->ready.k, p->nx);
    copy(p->damping, w->ready.damping, p->nx);
    if (w->ready.v) { // sd, q, r behind each other
        copy(p->sd, w->ready.v, p->nx);
        copy(p->q, w->ready.v + p->nx, p->nx);
        copy(p->r, w->ready.v + (ptrdiff_t)2 * p->nx, p->ny + p->nx);
    }
    return BR_OK;
}

// Samples of its run: the start as it was, and behind it those from the middle of the first period on, some of them missing;
// of long self-tests that over and over, with sensors that fail in other ways, too.
static br_status sample_run(br_packing *w)
{
    const br_servo *r = &w->row.run;
    const br_servo_options *s = &w->o->control->servo;
    enum { START = BR_PACKAGE_ROWS / 2 };
    int rows = br_packing_rows(w);
    long long middle = (long long)(s->course.period / 2 / s->dt) - START / 2;
    br_random seed;
    w->vector_u = calloc(3 * (size_t)rows + 1, sizeof *w->vector_u);
    w->vector_y = calloc((size_t)rows + 1, sizeof *w->vector_y);
    if (!w->vector_u || !w->vector_y)
        return BR_NO_MEMORY;
    for (int k = 0; k < rows; k++) {
        long long at = (k < START ? k : (middle > 0 ? middle : 0) + k - START) % r->rows;
        br_motion aim = br_servo_aim(&s->course, r->t[at]);
        const double u[] = {aim.q, aim.v, aim.a};
        for (int i = 0; i < 3; i++)
            w->vector_u[3 * k + i] = br_rounded(u[i], w->o->single);
        bool gap = k > START && k % 17 == 0;
        w->vector_y[k] = gap ? (double)NAN : br_rounded(r->y[at], w->o->single);
    }
    br_random_init(&seed, 11, 0);
    if (rows > BR_PACKAGE_ROWS)
        br_rehearsal_spoil(w->vector_y + BR_PACKAGE_ROWS, rows - BR_PACKAGE_ROWS, s->course.stroke, w->o->single,
                           &seed);
    w->replay.rows = rows;
    return BR_OK;
}

br_status br_packing_plan_compensator(br_packing *w)
{
    const br_package_options *o = w->o;
    br_status status = br_control_one(&w->row, &w->bench, o->axis, o->control, o->compensator, w->why);
    w->has_bench = status == BR_OK;
    if (status == BR_OK)
        status =
            br_ready_make(&w->ready, &w->bench, w->row.rival, (br_setting){w->row.Ki, w->row.gain}, &o->control->servo);
    if (status != BR_OK)
        return status;
    const br_control_law *law = law_of(w);
    w->model = law->is;
    status = br_system_open_as_packed(&w->system, w->model, w->why);
    if (status == BR_OK)
        status = fill(w, law);
    return status == BR_OK ? sample_run(w) : status;
}
