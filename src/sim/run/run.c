// run.c - simulation of a model: inputs, mode transitions, integration.   [host]
#include "num/base/fp.h"

#include "law/eval/kink.h"
#include "num/interval/ball.h"
#include "num/text/diag.h"
#include "sim/run/run.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- methods

static const br_run_method methods[] = {
    {"stiff", "Radau IIA 9, adaptive, L-stable: for everything", &br_ode_radau, NULL, false},
    {"dopri", "Dormand-Prince 5(4), adaptive, explicit", &br_ode_dopri, NULL, false},
    {"bosh", "Bogacki-Shampine 3(2), adaptive, explicit, as in the thesis", &br_ode_bosh, NULL, false},
    {"rk4", "Runge-Kutta 4, fixed step, explicit", NULL, &br_integrator_rk4, false},
    {"midpoint", "Gauss-Legendre 2, fixed step", NULL, &br_integrator_midpoint, false},
    {"gauss4", "Gauss-Legendre 4, fixed step", NULL, &br_integrator_gauss4, false},
    {"lie", "linearly implicit Euler, fixed step, chooses substeps", NULL, &br_integrator_lie, false},
    {"rosenbrock", "exponential Rosenbrock, fixed step, uncoupled states", NULL, &br_integrator_rosenbrock, false},
    {"exponential", "exact for uncoupled affine rates, fixed step", NULL, &br_integrator_exponential, false},
    {"exact", "exact for affine rates with modes, transitions located", NULL, &br_integrator_exact, false},
    {"update", "z+ of the law, sample by sample", NULL, NULL, true},
};

int br_run_methods(void)
{
    return (int)(sizeof methods / sizeof *methods);
}

const br_run_method *br_run_method_at(int i)
{
    return &methods[i];
}

const br_run_method *br_run_method_find(const char *name)
{
    if (strcmp(name, "gl4") == 0 || strcmp(name, "gl2") == 0) // as the thesis has them
        name = name[2] == '4' ? "gauss4" : "midpoint";
    for (int i = 0; i < br_run_methods(); i++)
        if (strcmp(methods[i].name, name) == 0)
            return &methods[i];
    return NULL;
}

br_run_options br_run_defaults(void)
{
    return (br_run_options){.method = &methods[0], .relative = 1e-7, .absolute = 1e-13, .until = (double)INFINITY};
}

// ---------------------------------------------------------------- the model as an equation

// The input at t; at the end of a stretch the one that led there, not the one behind the break.
static void inputs(br_run *r, double t)
{
    if (r->drive.at)
        r->drive.at(r->drive.self, t < r->end ? t : br_next_down(r->end), r->u);
}

// Inputs and modes of `count` points, into lanes_u and lanes_m.
static void fill_lanes(br_run *r, int count, const double *t)
{
    int nu = r->system.sys.nu, nm = r->system.sys.nm;
    for (int k = 0; k < count; k++) {
        inputs(r, t[k]);
        for (int i = 0; i < nu; i++)
            r->lanes_u[i * count + k] = r->u[i];
    }
    for (int i = 0; i < nm; i++)
        for (int k = 0; k < count; k++)
            r->lanes_m[i * count + k] = r->now[i];
}

static void rates(void *self, int count, const double *t, const double *x, double *dx)
{
    br_run *r = self;
    const br_sys *s = &r->system.sys;
    fill_lanes(r, count, t);
    br_sys_rate(s, count, x, r->lanes_m, r->lanes_u, r->p, 0, r->out);
    memcpy(dx, r->out, (size_t)(s->nx * count) * sizeof *dx);
}

static void rate(void *self, double t, const double *x, double *dx)
{
    rates(self, 1, &t, x, dx);
}

static void slope(void *self, double t, const double *x, double *J)
{
    br_run *r = self;
    const br_sys *s = &r->system.sys;
    inputs(r, t);
    br_sys_jet_x(s, 1, x, r->now, r->u, r->p, 0, r->out, r->jet);
    br_sys_dense(s, r->jet, 1, 0, 'x', s->nx, r->wide);
    memcpy(J, r->wide, (size_t)s->nx * (size_t)s->nx * sizeof *J);
}

// Margins of the transitions out of the present modes, and the switching places of the rates. A margin of exactly 0 is on
// the side that its guard says.
static void watch(void *self, int count, const double *t, const double *x, double *g)
{
    br_run *r = self;
    const br_sys *s = &r->system.sys;
    int margins = br_sys_nmargin(s);
    fill_lanes(r, count, t);
    if (margins > 0)
        br_sys_margin(s, count, x, r->lanes_m, r->lanes_u, r->p, 0, g, NULL);
    for (int j = 0; j < br_sys_jumps(s); j++) {
        const br_sys_jump *w = br_sys_jump_at(s, j);
        for (int i = 0; i < w->count * count; i++) {
            double *one = &g[w->at * count + i];
            int m = w->first * count + i;
            if (r->lanes_m[m] != w->from)
                *one = -1;
            else if (*one == 0) {
                br_sys_mode(s, count, x, r->lanes_m, r->lanes_u, r->p, 0, r->next);
                *one = r->next[m] == w->to ? DBL_MIN : -DBL_MIN;
            }
        }
    }
    const br_point at = {.x = x, .u = r->lanes_u, .p = r->p, .m = r->lanes_m};
    br_tape_run(&r->kink, count, &at, g + (ptrdiff_t)margins * count, NULL);
}

static void event(void *self, double t, const double *x, double *g)
{
    watch(self, 1, &t, x, g);
}

// ---------------------------------------------------------------- adaptive methods

// s: nothing in a machine asks for a shorter step, or for MANY in a row that are shorter in the mean; a force that jumps does.
static const double SHORTEST = 1e-15, CRAWL = 1e-11;
enum { MOST_ROUNDS = 64, MANY = 4000 }; // transitions in a row at one time; steps that are looked at together

// Follows the transitions whose guards hold at x with the inputs r->u, from modes m on. false: they hold in a circle.
static bool follow_guards(br_run *r, const double *x, int *m, long long *transitions)
{
    const br_sys *s = &r->system.sys;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        br_sys_mode(s, 1, x, m, r->u, r->p, 0, r->next);
        if (memcmp(r->next, m, (size_t)s->nm * sizeof *m) == 0)
            return true;
        for (int i = 0; i < s->nm; i++)
            *transitions += r->next[i] != m[i];
        memcpy(m, r->next, (size_t)s->nm * sizeof *m);
    }
    return false;
}

static br_status settle_modes(br_run *r, br_diag *why)
{
    double t = r->ode.t;
    if (br_sys_jumps(&r->system.sys) == 0)
        return BR_OK;
    if (r->drive.at)
        r->drive.at(r->drive.self, t, r->u);
    if (follow_guards(r, r->ode.x, r->now, &r->transitions))
        return BR_OK;
    return br_diag_fail(why, BR_NEGATIVE, "the modes do not settle at t = %.9g s: guards hold in a circle", t);
}

// A stretch begins: where the input breaks, and at the start.
static br_status begin_stretch(br_run *r, br_diag *why)
{
    double next = r->drive.next ? r->drive.next(r->drive.self, r->ode.t) : (double)INFINITY;
    r->end = next > r->ode.t ? next : (double)INFINITY;
    br_status status = settle_modes(r, why);
    return status == BR_OK ? br_ode_reset(&r->ode, r->ode.t, r->ode.x, why) : status;
}

// Steps that lead nowhere: the solution slides along a jump of the law, and every step ends at once, at an event or not.
static br_status crowded(br_run *r, br_diag *why)
{
    r->hits += r->at_event;
    if (++r->since < MANY)
        return BR_OK;
    double span = r->ode.t - r->mark, far = r->o.until < BR_RUN_FAR ? r->o.until - r->ode.t : 1;
    bool crawls = span < MANY * CRAWL;
    bool slides = r->hits > MANY / 4 && span * 1e4 < far; // at this pace more than 4e7 steps are left
    r->since = r->hits = 0;
    r->mark = r->ode.t;
    if (!crawls && !slides)
        return BR_OK;
    return br_diag_fail(
        why, BR_NEGATIVE,
        "the model switches without end at t = %.9g s: a force that jumps holds it there; take a law with presliding",
        r->ode.t);
}

// No step is short enough: most often the rates jump back and forth at a kink that the solution cannot leave.
static br_status stuck(br_run *r, br_diag *why)
{
    if (r->kink.nrow == 0 || !why)
        return BR_NEGATIVE;
    br_diag first = *why;
    return br_diag_fail(why, BR_NEGATIVE, "%.150s; if a force that jumps holds it there, take a law with presliding",
                        first.text);
}

// What the end of a step asks for. It waits until that step is no longer interpolated, because a reset forgets it.
static br_status finish_step(br_run *r, br_diag *why)
{
    br_status status = BR_OK;
    if (r->at_event) {
        long long before = r->transitions;
        r->at_event = false;
        status = settle_modes(r, why);
        r->kinks += r->transitions == before;
        if (status == BR_OK && r->transitions > before)
            status = br_ode_reset(&r->ode, r->ode.t, r->ode.x, why);
    }
    return status == BR_OK && r->ode.t >= r->end ? begin_stretch(r, why) : status;
}

// A state of size 1e5 that comes to rest at 0 is not followed into its rounding: what counts as small is a thousandth of the
// relative tolerance of the largest value it has had.
static void widen(br_run *r)
{
    for (int i = 0; i < r->system.sys.nx; i++) {
        double small = 1e-3 * r->o.relative * br_abs(r->ode.x[i]);
        r->ode.each[i] = small > r->ode.each[i] ? small : r->ode.each[i];
    }
}

static br_status advance(br_run *r, br_diag *why)
{
    br_ode_end end = BR_ODE_STEPPED;
    br_status status = finish_step(r, why);
    double until = r->end < r->o.until ? r->end : r->o.until;
    until = until < BR_RUN_FAR ? until : BR_RUN_FAR;
    memcpy(r->before, r->now, (size_t)r->system.sys.nm * sizeof *r->now);
    if (status == BR_OK) {
        status = br_ode_step(&r->ode, until, &end, why);
        status = status == BR_NEGATIVE ? stuck(r, why) : status;
    }
    r->at_event = status == BR_OK && end == BR_ODE_EVENT;
    if (status == BR_OK)
        widen(r);
    return status == BR_OK ? crowded(r, why) : status;
}

static br_status adapt_to(br_run *r, double t, br_diag *why)
{
    const br_sys *s = &r->system.sys;
    br_status status = BR_OK;
    while (status == BR_OK && r->ode.t < t)
        status = advance(r, why);
    bool last = t == r->ode.t;
    if (status == BR_OK && last)
        status = finish_step(r, why);
    if (status != BR_OK)
        return status;
    memcpy(r->m, last ? r->now : r->before, (size_t)s->nm * sizeof *r->m);
    r->stiff = r->stiff || r->ode.stiff;
    r->stable = r->ode.stiff ? r->ode.stable : r->stable;
    r->count = r->ode.count;
    if (last)
        memcpy(r->x, r->ode.x, (size_t)s->nx * sizeof *r->x);
    return last ? BR_OK : br_ode_at(&r->ode, t, r->x);
}

// ---------------------------------------------------------------- methods of fixed work

// Updates that give the outputs, too (F+), give those of the sample; others leave them to F.
static bool gives_outputs(const br_run *r)
{
    return r->o.method->update && r->system.updates.nrow == r->system.sys.nx + r->system.sys.ny;
}

// One sample: its inputs are those that were measured at its end.
static br_status update(br_run *r, br_diag *why)
{
    const br_sys *s = &r->system.sys;
    br_sys_step(s, 1, r->x, r->m, r->u, r->p, 0, r->out);
    for (int i = 0; i < s->nx; i++)
        if (!isfinite(r->out[i]))
            return br_diag_fail(why, BR_NOT_FINITE, "the update gives a number that is not finite at t = %.9g s", r->t);
    memcpy(r->x, r->out, (size_t)s->nx * sizeof *r->x);
    if (gives_outputs(r))
        memcpy(r->y, r->out + s->nx, (size_t)s->ny * sizeof *r->y);
    return BR_OK;
}

// An explicit step that is too long may still look right; it is noted before it is taken.
static void watch_stability(br_run *r)
{
    double stable = br_integrator_stable(&r->flow, r->x, r->now, r->u, r->p);
    if (r->o.step > stable) {
        r->stable = r->stiff && r->stable < stable ? r->stable : stable;
        r->stiff = true;
    }
}

// The mean of the inputs from the start of a step to its end, by trapezes between breaks.
static void mean_inputs(br_run *r, double from, double to)
{
    enum { PIECES = 64 };
    int nu = r->system.sys.nu;
    double *mean = r->lanes_u, at = from;
    memset(mean, 0, (size_t)nu * sizeof *mean);
    for (int k = 0; at < to; k++) {
        double next = r->drive.next && k < PIECES ? r->drive.next(r->drive.self, at) : to;
        next = next < to ? next : to;
        for (int end = 0; end < 2; end++) {
            r->drive.at(r->drive.self, end ? br_next_down(next) : at, r->u);
            for (int i = 0; i < nu; i++)
                mean[i] += 0.5 * ((next - at) / (to - from)) * r->u[i];
        }
        at = next;
    }
    memcpy(r->u, mean, (size_t)nu * sizeof *mean);
}

double br_run_snap(const br_run *r, double t)
{
    double next = r->drive.next ? r->drive.next(r->drive.self, t) : t;
    return next > t && next - t <= 4 * DBL_EPSILON * br_abs(t) ? next : t;
}

// The inputs of the step from r->t on; those of an update were measured at its end.
static void step_inputs(br_run *r)
{
    double from = br_run_snap(r, r->t);
    if (r->drive.at && r->o.mean)
        mean_inputs(r, from, br_run_snap(r, r->o.start + (double)(r->done + 1) * r->o.step));
    else if (r->drive.at)
        r->drive.at(r->drive.self, from, r->u);
}

static br_status step_flow(br_run *r)
{
    const br_sys *s = &r->system.sys;
    if (r->o.mean)
        return br_integrator_step(&r->flow, 1, r->x, r->now, r->u, r->p, 0, r->o.step, r->x, r->now, NULL);
    br_status status = br_step_check_take(&r->check, &r->flow, r->x, r->now, r->u, r->p, r->o.step);
    if (status == BR_OK) {
        br_step_check_shadow(&r->check, r->x, r->now, r->u, r->p, r->o.step);
        memcpy(r->x, r->check.whole, (size_t)s->nx * sizeof *r->x);
        memcpy(r->now, r->check.whole_m, (size_t)s->nm * sizeof *r->m);
    }
    return status;
}

static br_status step_to(br_run *r, double t, br_diag *why)
{
    double count = (t - r->o.start) / r->o.step;
    long long last = (long long)(count + 0.5);
    br_status status = BR_OK;
    for (; r->done < last && status == BR_OK; r->done++) {
        r->t = r->o.start + (double)(r->done + r->o.method->update) * r->o.step;
        step_inputs(r);
        if (r->o.method->fixed == &br_integrator_rk4)
            watch_stability(r);
        status = r->o.method->update ? update(r, why) : step_flow(r);
        if (status != BR_OK && !r->o.method->update)
            status = br_diag_fail(why, status, "the step at t = %.9g s gives a number that is not finite", r->t);
        r->steps++;
    }
    r->health = r->flow.health;
    return status;
}

// Modes of a row: those that the integrator is in, and what their guards make of them with the inputs of the row; else a force of
// the mode that was before stands beside inputs which end it.
static void show_modes(br_run *r)
{
    long long ignored = 0;
    memcpy(r->m, r->now, (size_t)r->system.sys.nm * sizeof *r->m);
    if (br_sys_jumps(&r->system.sys) > 0)
        (void)follow_guards(r, r->x, r->m, &ignored);
}

br_status br_run_to(br_run *r, double t, br_diag *why)
{
    const br_sys *s = &r->system.sys;
    if (!(t >= r->t && t <= r->o.until))
        return br_diag_fail(why, BR_BAD_USAGE, "t = %.9g s is not between %.9g s and the end, %.9g s", t, r->t,
                            r->o.until);
    br_status status = r->has_ode ? adapt_to(r, t, why) : s->nx > 0 ? step_to(r, t, why) : BR_OK;
    if (status != BR_OK)
        return status;
    r->t = t;
    if (r->drive.at)
        r->drive.at(r->drive.self, t, r->u);
    for (int i = 0; i < s->nu; i++)
        if (!isfinite(r->u[i]))
            return br_diag_fail(why, BR_NOT_FINITE, "an input is not finite at t = %.9g s", t);
    if (r->o.method->fixed && s->nx > 0)
        show_modes(r);
    br_sys_rate(s, 1, r->x, r->m, r->u, r->p, 0, r->out);
    memcpy(r->dx, r->out, (size_t)s->nx * sizeof *r->dx);
    if (!gives_outputs(r) || r->done == 0)
        memcpy(r->y, r->out + s->nx, (size_t)s->ny * sizeof *r->y);
    for (int i = 0; i < s->ny; i++)
        if (!isfinite(r->y[i]))
            return br_diag_fail(why, BR_NOT_FINITE, "an output is not finite at t = %.9g s", t);
    return BR_OK;
}

// ---------------------------------------------------------------- opening

static br_status check_options(const br_run_options *o, br_diag *why)
{
    bool fixed = !o->method->adaptive;
    if (!isfinite(o->start) || !(o->until >= o->start))
        return br_diag_fail(why, BR_BAD_USAGE, "the run ends before it starts");
    if (fixed && !(o->step > 0 && isfinite(o->step)))
        return br_diag_fail(why, BR_BAD_USAGE, "a method of fixed work needs a step above 0");
    return BR_OK;
}

static br_status make_room(br_run *r, const br_model *m)
{
    const br_sys *s = &r->system.sys;
    size_t nx = (size_t)s->nx, nu = (size_t)s->nu, np = (size_t)s->np, ny = (size_t)s->ny, nm = (size_t)s->nm,
           njet = (size_t)s->njet_x, wide = r->o.method->adaptive ? (nx + ny) * nx : 0,
           rows = (size_t)r->system.updates.nrow, out = rows > nx + ny ? rows : nx + ny,
           lanes = r->o.method->adaptive ? BR_ODE_LANES : 1;
    double *d = calloc(2 * nx + (1 + lanes) * nu + np + ny + lanes * out + njet + wide + 1, sizeof *d);
    int *i = calloc((3 + 2 * lanes) * nm + 1, sizeof *i);
    r->memory = d;
    r->m = i;
    if (!d || !i)
        return BR_NO_MEMORY;
    r->x = d;
    r->dx = r->x + nx;
    r->u = r->dx + nx;
    r->p = r->u + nu;
    r->y = r->p + np;
    r->out = r->y + ny;
    r->jet = r->out + lanes * out;
    r->wide = r->jet + njet;
    r->lanes_u = r->wide + wide;
    r->now = i + nm;
    r->before = r->now + nm;
    r->next = r->before + nm;
    r->lanes_m = r->next + lanes * nm;
    br_model_points(m, r->x, r->u, r->p);
    memcpy(r->m, m->m, nm * sizeof *r->m);
    memcpy(r->now, m->m, nm * sizeof *r->m);
    return BR_OK;
}

static br_status open_adaptive(br_run *r, br_model *m, br_diag *why)
{
    br_status status = br_tape_make_kinks(&r->kink, &m->law, m->n);
    if (status != BR_OK)
        return status;
    r->has_kink = true;
    const br_sys *s = &r->system.sys;
    int events = br_sys_nmargin(s) + r->kink.nrow;
    br_ode equation = {s->nx, events, rate, slope, events > 0 ? event : NULL, r, rates, watch};
    br_ode_options o = br_ode_defaults();
    o.method = r->o.method->adaptive;
    o.relative = r->o.relative;
    o.absolute = r->o.absolute;
    o.least = SHORTEST;
    o.longest = 10 * r->o.step;
    o.most = 50000000;
    r->end = (double)INFINITY;
    status = br_ode_open(&r->ode, &equation, &o, why);
    r->has_ode = status == BR_OK;
    if (status == BR_OK)
        status = br_ode_reset(&r->ode, r->o.start, r->x, why);
    return status == BR_OK ? begin_stretch(r, why) : status;
}

static br_status open_flow(br_run *r, br_diag *why)
{
    br_integrator_options o = br_integrator_defaults();
    o.kind = r->o.method->fixed;
    size_t bytes = br_integrator_bytes(&r->system.sys, &o);
    r->flow_memory = malloc(bytes + 1);
    if (!r->flow_memory)
        return BR_NO_MEMORY;
    if (bytes == 0 || br_integrator_init(&r->flow, &r->system.sys, &o, r->flow_memory, bytes) != BR_OK)
        return br_diag_fail(why, BR_BAD_USAGE, "method %s does not fit this model: %s", r->o.method->name,
                            r->o.method->words);
    return r->o.mean ? BR_OK : br_step_check_open(&r->check, &r->system.sys, &o);
}

static br_status open_parts(br_run *r, br_model *m, br_diag *why)
{
    br_status status = br_system_open(&r->system, m, why);
    r->has_system = status == BR_OK;
    if (status == BR_OK)
        status = make_room(r, m);
    if (status != BR_OK || r->system.sys.nx == 0)
        return status;
    if (r->o.method->update && !r->system.sys.step)
        return br_diag_fail(why, BR_BAD_USAGE, "the law has no update (z+ = ...)");
    if (r->o.method->update)
        return BR_OK;
    return r->o.method->adaptive ? open_adaptive(r, m, why) : open_flow(r, why);
}

br_status br_run_open(br_run *r, br_model *m, const br_drive *drive, const br_run_options *o, br_diag *why)
{
    memset(r, 0, sizeof *r);
    br_status status = check_options(o, why);
    if (status != BR_OK)
        return status;
    r->o = *o;
    r->t = r->mark = o->start;
    if (drive)
        r->drive = *drive;
    status = open_parts(r, m, why);
    if (status != BR_OK)
        br_run_close(r);
    return status;
}

void br_run_close(br_run *r)
{
    if (r->has_ode)
        br_ode_close(&r->ode);
    if (r->has_kink)
        br_tape_free(&r->kink);
    if (r->has_system)
        br_system_close(&r->system);
    free(r->memory);
    free(r->m);
    free(r->flow_memory);
    br_step_check_close(&r->check);
    memset(r, 0, sizeof *r);
}
