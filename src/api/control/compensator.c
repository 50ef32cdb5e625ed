// compensator.c - a compensator in a loop: bristle/control.h.                     [host]
#include "num/base/fp.h"

#include "api/control/axis.h"
#include "api/estimate/estimator.h"
#include "api/law/sized.h"
#include "num/base/count.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>

// What an emitted package is made of, carried out by the library; made once, for all handles that are like the first one.
typedef struct planned {
    br_estimator e;
    br_axis_setup axis;
    br_control_axis with; // the same, as the plan reads it
    br_buffer notes;
    int settings;
} planned;

struct br_compensator {
    const void *self; // where it was begun: a copy is none
    planned *plan;
    bool owns; // else it stands in lent memory
    br_compensate c;
    br_kalman filter; // the one or the other, if it stands on an estimator
    br_mhe horizon;
    br_adjusted adjusted;
};

static bool is_begun(const br_compensator *c)
{
    return c && c->self == c;
}

static const br_plan *plan_of(const br_compensator *c)
{
    return &c->plan->e.packing.plan;
}

static bool has_filter(const br_plan *p)
{
    return p->estimates && p->observer != BR_PLAN_MHE;
}

static bool has_horizon(const br_plan *p)
{
    return p->estimates && p->observer == BR_PLAN_MHE;
}

// ---------------------------------------------------------------- opening

static void close_plan(planned *p)
{
    if (!p)
        return;
    br_estimator_release(&p->e);
    br_axis_setup_release(&p->axis);
    br_buffer_free(&p->notes);
    free(p);
}

static br_status make_plan(planned *p, const br_law *friction, const char *name, const br_axis_options *axis,
                           br_diag *why)
{
    br_packing *w = &p->e.packing;
    br_packing_setting setting;
    br_diag words = {0};
    br_status status = br_axis_setup_open(&p->axis, friction, axis, why);
    if (status != BR_OK)
        return status;
    p->with = br_axis_for_control(&p->axis);
    p->e.options =
        (br_package_options){.compensator = name, .axis = &p->with, .control = &p->axis.o, .rate = p->axis.rate};
    w->o = &p->e.options;
    w->model = p->axis.known;
    w->why = &words;
    status = br_packing_plan_compensator(w);
    if (status == BR_OK)
        br_packing_compensator_notes(w, &p->notes);
    w->why = NULL;
    p->e.options.compensator = w->plan.compensator; // that of the program was lent
    while (status == BR_OK && br_packing_setting_at(w, p->settings, &setting))
        p->settings++;
    if (status == BR_OK)
        status = p->notes.status;
    return status == BR_OK ? br_estimator_complete(&p->e) : br_axis_said_by(&p->axis, status, &words, why);
}

// The options that a plan has in numbers, and what they point to.
static br_compensate_options options_of(const planned *p, br_compensator *c)
{
    const br_plan *plan = &p->e.packing.plan;
    const double *number = plan->number;
    const int *whole = plan->whole;
    br_compensate_options o = br_compensate_defaults(p->e.packing.ready.c.o.kind, plan->dt);
#define NUMBER(member) o.member = *number++;
#define WHOLE(member, type) o.member = (type)*whole++;
    BR_PLAN_NUMBERS(NUMBER)
    BR_PLAN_WHOLES(WHOLE)
#undef NUMBER
#undef WHOLE
    if (plan->np > 0 && !plan->estimates) {
        o.law.sys = br_estimator_system(&p->e);
        o.law.p = c->adjusted.p;
        o.law.x = p->e.reals.x;
        o.law.u = p->e.reals.u;
        o.law.k = p->e.reals.k;
        o.law.damping = p->e.reals.damping;
    }
    if (plan->estimates) {
        o.estimator.p = c->adjusted.p;
        o.estimator.filter = has_filter(plan) ? &c->filter : NULL;
        o.estimator.horizon = has_horizon(plan) ? &c->horizon : NULL;
    }
    return o;
}

static br_kalman_options filter_options(const planned *p)
{
    br_kalman_options o = br_kalman_defaults();
    o.sd = p->e.reals.sd;
    o.q = p->e.reals.q;
    o.r = p->e.reals.r;
    return o;
}

static br_mhe_options horizon_options(const planned *p)
{
    const br_plan *plan = &p->e.packing.plan;
    br_mhe_options o = br_mhe_defaults();
    o.sd = p->e.reals.sd;
    o.q = p->e.reals.q;
    o.r = p->e.reals.variance;
    o.gate = BR_REJECT_BEYOND;
    o.horizon = plan->horizon;
    o.measured = 1;
    o.which = plan->which;
    o.dt = plan->dt;
    return o;
}

static size_t bytes_of_estimator(const planned *p)
{
    const br_plan *plan = &p->e.packing.plan;
    const br_sys *sys = br_estimator_system(&p->e);
    br_kalman_options filter = filter_options(p);
    br_mhe_options horizon = horizon_options(p);
    return has_filter(plan) ? br_kalman_bytes(sys, &filter) : has_horizon(plan) ? br_mhe_bytes(sys, &horizon) : 0;
}

// Memory: the handle, parameters and weights, that of the estimator, then that of the compensator.
typedef struct layout {
    size_t kept, estimator, rest, all;
} layout;

static layout layout_of(const planned *p)
{
    layout l = {.kept = br_bytes_aligned(sizeof(br_compensator))};
    l.estimator = l.kept + br_bytes_aligned((size_t)br_adjusted_numbers(&p->e) * sizeof(double));
    l.rest = l.estimator + br_bytes_aligned(bytes_of_estimator(p));
    l.all = l.rest + br_compensate_bytes(&p->e.packing.ready.c.o); // of one that is the same
    return l;
}

static br_status begin_estimator(br_compensator *c, void *memory, size_t bytes)
{
    const planned *p = c->plan;
    const br_sys *sys = br_estimator_system(&p->e);
    c->adjusted = (br_adjusted){.p = p->e.reals.p};
    if (has_filter(plan_of(c))) {
        br_kalman_options o = filter_options(p);
        br_status status = br_kalman_init(&c->filter, sys, &o, p->e.reals.x, memory, bytes);
        if (status != BR_OK)
            return status;
        c->adjusted.q = c->filter.q, c->adjusted.most = c->filter.most, c->adjusted.r = c->filter.r;
        c->adjusted.rs = c->filter.joint.ny, c->adjusted.r_at = plan_of(c)->which;
    } else if (has_horizon(plan_of(c))) {
        br_mhe_options o = horizon_options(p);
        br_status status = br_mhe_init(&c->horizon, sys, &o, p->e.reals.x, memory, bytes);
        if (status != BR_OK)
            return status;
        c->adjusted.q = c->horizon.q, c->adjusted.most = c->horizon.most, c->adjusted.r = c->horizon.r;
        c->adjusted.rs = 1, c->adjusted.fresh = c->horizon.fresh;
    }
    return BR_OK;
}

static br_status begin(br_compensator *c, planned *p, bool owns)
{
    layout l = layout_of(p);
    char *memory = (char *)c;
    *c = (br_compensator){.plan = p, .owns = owns};
    br_status status = begin_estimator(c, memory + l.estimator, l.rest - l.estimator);
    if (status != BR_OK)
        return status;
    br_adjusted *a = &c->adjusted;
    br_adjusted_begin(a, &p->e, (double *)(void *)(memory + l.kept));
    if (has_filter(plan_of(c)))
        c->filter.q = a->q, c->filter.most = a->most, c->filter.r = a->r;
    if (has_horizon(plan_of(c)))
        c->horizon.q = a->q, c->horizon.most = a->most, c->horizon.r = a->r;
    br_compensate_options o = options_of(p, c);
    status = br_compensate_init(&c->c, &o, memory + l.rest, l.all - l.rest);
    c->self = status == BR_OK ? c : NULL;
    return status;
}

static br_status open_compensator(br_compensator **c, const br_law *friction, const char *name,
                                  const br_axis_options *axis, br_diag *why)
{
    if (!c || !friction || !name)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_compensator_open: a law, a name and a place for the handle are needed");
    planned *p = calloc(1, sizeof *p);
    br_status status = p ? make_plan(p, friction, name, axis, why) : BR_NO_MEMORY;
    br_compensator *fresh = status == BR_OK ? malloc(layout_of(p).all) : NULL;
    if (status == BR_OK)
        status = fresh ? begin(fresh, p, true) : BR_NO_MEMORY;
    if (status == BR_OK) {
        *c = fresh;
        return BR_OK;
    }
    free(fresh);
    close_plan(p);
    return status == BR_NEGATIVE ? br_diag_fail(why, status, "br_compensator_open: stopped") : status;
}

br_status br_compensator_open(br_compensator **c, const br_law *friction, const char *name, const br_axis_options *axis,
                              br_diag *why)
{
    return br_axis_said(axis, open_compensator(c, friction, name, axis, why), why);
}

void br_compensator_close(br_compensator *c)
{
    if (!is_begun(c) || !c->owns)
        return;
    c->self = NULL;
    close_plan(c->plan);
    free(c);
}

size_t br_compensator_bytes(const br_compensator *like)
{
    return is_begun(like) ? layout_of(like->plan).all : 0;
}

br_status br_compensator_init(br_compensator **c, const br_compensator *like, void *memory, size_t bytes)
{
    if (!c || !memory || !br_is_aligned(memory) || !is_begun(like) || bytes < br_compensator_bytes(like))
        return BR_BAD_USAGE;
    br_status status = begin(memory, like->plan, false);
    if (status == BR_OK)
        *c = memory;
    return status;
}

const char *br_compensator_notes(const br_compensator *c)
{
    return !is_begun(c) ? NULL : c->plan->notes.text ? c->plan->notes.text : "";
}

// ---------------------------------------------------------------- a sample

static bool restore(br_compensator *c)
{
    bool fine = br_adjusted_restore(&c->adjusted, &c->plan->e);
    br_count(&c->c.health.refused, !fine);
    return fine;
}

br_status br_compensator_step(br_compensator *c, const double *u, const double *y)
{
    if (!is_begun(c) || !u || !y)
        return BR_BAD_USAGE;
    br_motion aim = {u[0], u[1], u[2]};
    bool fine = restore(c);
    (void)br_compensate_step(&c->c, &aim, y[0], 0, c->c.o.dt);
    return fine ? BR_OK : BR_BAD_LAW;
}

double br_compensator_command(const br_compensator *c)
{
    return is_begun(c) ? br_finite_or(c->c.u, 0) : (double)NAN;
}

double br_compensator_feedback(const br_compensator *c)
{
    return is_begun(c) ? br_finite_or(c->c.feedback, 0) : (double)NAN;
}

double br_compensator_friction(const br_compensator *c)
{
    return is_begun(c) ? br_finite_or(c->c.friction, 0) : (double)NAN;
}

double br_compensator_trust(const br_compensator *c)
{
    return is_begun(c) ? br_finite_or(c->c.trust, 0) : (double)NAN;
}

void br_compensator_reset(br_compensator *c)
{
    if (!is_begun(c))
        return;
    (void)restore(c);
    br_compensate_reset(&c->c);
    br_status status = has_filter(plan_of(c))    ? br_kalman_reset(&c->filter, c->filter.first, NULL)
                       : has_horizon(plan_of(c)) ? br_mhe_reset(&c->horizon, c->horizon.first)
                                                 : BR_OK;
    (void)status; // finite numbers are not refused
}

void br_compensator_compensate(br_compensator *c, int on)
{
    if (is_begun(c))
        c->c.tuning.on = on;
}

// ---------------------------------------------------------------- what may be changed

int br_compensator_settings(const br_compensator *c)
{
    return is_begun(c) ? c->plan->settings : 0;
}

br_status br_compensator_setting_at(const br_compensator *c, int i, br_law_number *number)
{
    br_packing_setting s;
    if (!number || number->size != sizeof *number || i < 0 || i >= br_compensator_settings(c) ||
        !br_packing_setting_at(&c->plan->e.packing, i, &s))
        return BR_BAD_USAGE;
    *number = (br_law_number){.size = sizeof *number, .value = s.value, .high = BR_COMPENSATE_LARGEST};
    snprintf(number->name, sizeof number->name, "%s", s.name);
    snprintf(number->unit, sizeof number->unit, "%s", s.unit);
    snprintf(number->meaning, sizeof number->meaning, "%s", s.words);
    return BR_OK;
}

int br_compensator_setting_index(const br_compensator *c, const char *name)
{
    br_packing_setting s;
    for (int i = 0; name && i < br_compensator_settings(c); i++)
        if (br_packing_setting_at(&c->plan->e.packing, i, &s) && strcmp(s.name, name) == 0)
            return i;
    return -1;
}

double *br_compensator_setting(br_compensator *c, int i)
{
    br_packing_setting s;
    bool there = i >= 0 && i < br_compensator_settings(c) && br_packing_setting_at(&c->plan->e.packing, i, &s);
    return there ? (double *)(void *)((char *)&c->c + s.at) : NULL;
}

double *br_compensator_parameters(br_compensator *c)
{
    return is_begun(c) && plan_of(c)->np > 0 ? br_adjusted_lend(&c->adjusted, c->adjusted.p) : NULL;
}

double br_compensator_value(const br_compensator *c, int i)
{
    if (!is_begun(c) || !plan_of(c)->estimates || i < 0 || i >= plan_of(c)->nx)
        return (double)NAN;
    return br_finite_or(has_filter(plan_of(c)) ? c->filter.gaussian.x[i] : c->horizon.x[i], 0);
}

double *br_compensator_process_noise(br_compensator *c)
{
    return is_begun(c) && plan_of(c)->estimates ? br_adjusted_lend(&c->adjusted, c->adjusted.q) : NULL;
}

double *br_compensator_largest_sd(br_compensator *c)
{
    return is_begun(c) && plan_of(c)->estimates ? br_adjusted_lend(&c->adjusted, c->adjusted.most) : NULL;
}

double *br_compensator_sensor_noise(br_compensator *c, int i)
{
    if (!is_begun(c) || !plan_of(c)->estimates || i != 0)
        return NULL;
    return br_adjusted_lend(&c->adjusted, &c->adjusted.r[c->adjusted.r_at ? c->adjusted.r_at[0] : 0]);
}

int br_compensator_size(const br_compensator *c, br_compensator_part part)
{
    if (!is_begun(c))
        return 0;
    return part == BR_COMPENSATOR_PARAMETERS                        ? plan_of(c)->np
           : part == BR_COMPENSATOR_STATES && plan_of(c)->estimates ? plan_of(c)->nx
                                                                    : 0;
}

br_status br_compensator_number_at(const br_compensator *c, br_compensator_part part, int i, br_law_number *number)
{
    if (!number || number->size != sizeof *number || i < 0 || i >= br_compensator_size(c, part))
        return BR_BAD_USAGE;
    return br_model_number_at(c->plan->e.packing.model,
                              part == BR_COMPENSATOR_STATES ? BR_LAW_STATES : BR_LAW_PARAMETERS, i, number);
}

unsigned long br_compensator_count(const br_compensator *c, br_compensator_count_of what)
{
    if (!is_begun(c) || (int)what < 0 || what > BR_COMPENSATOR_LIMITED)
        return 0;
    const br_compensate_health *h = &c->c.health;
    const unsigned long count[] = {h->missing, h->doubted, h->refused, h->unknown, h->faded, h->limited};
    return count[what];
}
