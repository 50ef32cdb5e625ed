// axis_step.c - one step of a simulated axis, implicit in its velocity, with derivatives.   [host]
//
// Trapezoidal where friction is smooth; where it jumps, the moments at which the axis comes to rest and starts are located, and Euler
// backward goes on from rest.
#include "num/base/fp.h"

#include "fit/output/axis_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- forces

// A step that ends with velocity w.
typedef struct end {
    double w, x;           // x: where it ends
    double g, slope;       // m (w - v) - dt times the forces, and its derivative by w
    double by_x, by_v;     // of the other forces there
    double friction, by_w; // there, and its derivative by w, through the law's states, too
} end;

// The law's states at the end of the step, then friction there with velocity w, and the derivatives of both into F and h.
static br_status step_law(br_axis_simulation *f, br_joint *joint, const double *p, double w, double *friction)
{
    int nx = br_sys_nx(f->sys);
    const int *mode = br_sys_nm(f->sys) > 0 ? f->m : NULL;
    int *next = mode ? f->next_m : NULL;
    br_status status = BR_OK;
    if (nx > 0 || mode)
        status = br_joint_step(joint, 1, f->X, mode, f->u, p, f->dt, f->next, next, f->F);
    else
        memcpy(f->next, f->X, (size_t)joint->n * sizeof *f->next);
    if (status != BR_OK)
        return status;
    f->next[nx] = w;
    br_joint_measure(joint, 1, f->next, next, f->u, p, f->o.F, friction, f->h);
    return BR_OK;
}

// The same for one point and without parameters, which most of the time goes into: nothing is copied.
static br_status step_lean(br_axis_simulation *f, const double *p, double w, double *friction)
{
    br_joint *j = &f->lean;
    int nx = j->nx, n = j->n;
    const int *mode = br_sys_nm(f->sys) > 0 ? f->m : NULL;
    int *next = mode ? f->next_m : NULL;
    if (nx > 0 || mode) {
        f->u[f->o.v] = f->X[nx];
        br_status status = br_integrator_step(&j->flow, 1, f->X, mode, f->u, p, 0, f->dt, f->next, next, j->slope);
        if (status != BR_OK)
            return status;
        for (int i = 0; i < j->nF; i++)
            f->F[i] = j->slope[j->F[i].at];
    }
    f->next[nx] = f->u[f->o.v] = w;
    j->flow.begun_out = 0; // jet may be the flow's own
    if (j->flow.some)
        br_sys_jet_some(f->sys, 1, f->next, next, f->u, p, 0, j->out, j->jet);
    else
        br_sys_jet(f->sys, 1, f->next, next, f->u, p, 0, j->out, j->jet);
    for (int i = 0; i < n; i++)
        f->h[i] = 0;
    for (int i = 0; i < j->nH; i++)
        if (j->H[i].row == f->o.F)
            f->h[j->H[i].column] = j->jet[j->H[i].at];
    *friction = j->out[nx + f->o.F];
    return BR_OK;
}

// Derivatives by the parameters, too, of the step that was tried last.
static br_status set_slopes(br_axis_simulation *f, const double *p)
{
    double friction;
    return br_axis_joint(f)->n == f->lean.n ? BR_OK : step_law(f, &f->joint, p, f->next[br_sys_nx(f->sys)], &friction);
}

static br_status force_balance(br_axis_simulation *f, const double *p, double w, end *e)
{
    int at_v = br_sys_nx(f->sys);
    double theta = f->euler ? 1 : 0.5, m = f->mass;
    e->w = w;
    e->x = f->x + f->dt * 0.5 * (f->v + w);
    double rest = br_axis_other_forces(f, e->x, w, &e->by_x, &e->by_v);
    if (f->o.force >= 0)
        f->u[f->o.force] = f->drive_next - rest;
    f->X[at_v] = f->euler ? w : 0.5 * (f->v + w);
    br_status status = step_lean(f, p, w, &e->friction);
    if (status != BR_OK)
        return status;
    e->by_w = f->h[at_v];
    for (int i = 0; i < f->lean.nF; i++)
        if (f->lean.F[i].column == at_v)
            e->by_w += f->h[f->lean.F[i].row] * f->F[i] * theta;
    double force = f->drive_next - e->friction - rest;
    e->g = m * (w - f->v) - f->dt * (f->euler ? force : 0.5 * force + 0.5 * f->force);
    e->slope = m + f->dt * theta * (e->by_w + e->by_v + e->by_x * 0.5 * f->dt);
    return isfinite(e->g) && isfinite(e->slope) ? BR_OK : BR_NOT_FINITE;
}

// ---------------------------------------------------------------- one step

static const double NEAR = 1e-8; // a share of the velocity, whose square is below rounding

static double beyond(double side)
{
    return side > 0 ? 1e-250 : -1e-250;
}

// The last, short step towards the root, along the derivatives there are: what it leaves out is its square.
static void step_along(br_axis_simulation *f, end *e, double step)
{
    int at_v = br_sys_nx(f->sys);
    double mid = (f->euler ? 1 : 0.5) * step;
    e->w += step;
    e->x += f->dt * 0.5 * step;
    e->friction += e->by_w * step;
    e->g = 0;
    f->X[at_v] += mid;
    f->next[at_v] = e->w;
    for (int i = 0; i < f->lean.nF; i++)
        if (f->lean.F[i].column == at_v)
            f->next[f->lean.F[i].row] += f->F[i] * mid;
}

// The root of g on one side of rest (0: anywhere), by Newton steps within a bracket. sure: there is one. Else *found may
// become false: the search went through rest.
static br_status newton_velocity(br_axis_simulation *f, const double *p, double side, bool sure, double w, end *e,
                                 bool *found)
{
    double low = side > 0 ? 0 : -HUGE_VAL, high = side < 0 ? 0 : HUGE_VAL, last = HUGE_VAL;
    *found = true;
    for (int i = 0; i < 200; i++) {
        br_status status = force_balance(f, p, w, e);
        if (status != BR_OK)
            return status;
        if (e->g < 0)
            low = w;
        else
            high = w;
        double far = br_max(br_max(fabs(f->v), fabs(w)), fabs(f->dt * f->force / f->mass));
        double step = e->slope > 0 ? -e->g / e->slope : e->g < 0 ? far : -far, next = w + step;
        // to rounding of w, or of g, which is a difference of forces
        double small = 1e-13 * br_max(fabs(w), fabs(f->v)) +
                       (e->slope > 0 ? 1e-15 * f->dt * (fabs(f->drive_next) + fabs(e->friction)) / e->slope : 0);
        if (fabs(step) <= small || high - low <= small)
            return BR_OK;
        if (fabs(step) <= NEAR * br_max(fabs(w), fabs(f->v)) && next > low && next < high && f->o.force < 0) {
            step_along(f, e, step);
            return BR_OK;
        }
        if (!sure && next * side <= 0) {
            status = force_balance(f, p, beyond(side), e);
            if (status != BR_OK)
                return status;
            sure = *found = e->g * side < 0;
            if (!sure)
                return BR_OK;
        }
        // where Newton steps do not shrink: bisection
        bool slow = fabs(step) > 0.5 * last && isfinite(low) && isfinite(high);
        last = fabs(step);
        w = next > low && next < high && !slow ? next : low + 0.5 * (high - low);
    }
    return BR_NOT_FINITE; // no velocity balances the forces
}

// Euler backward: at rest if friction can hold it there, else away from rest on the side where the forces push.
static br_status stop_or_turn(br_axis_simulation *f, const double *p, end *e, bool *stuck)
{
    end back = {0}, forth = {0};
    bool found;
    f->euler = true;
    br_status status = BR_OK;
    if (f->o.force >= 0 && f->v == 0) { // a law with the force as an input has its own stiction
        status = force_balance(f, p, 0, e);
        *stuck = status == BR_OK && fabs(e->g) <= 1e-12 * f->dt * fabs(f->drive_next);
        if (status != BR_OK || *stuck)
            return status;
    }
    status = force_balance(f, p, beyond(-1), &back);
    if (status == BR_OK)
        status = force_balance(f, p, beyond(1), &forth);
    if (status != BR_OK)
        return status;
    *stuck = back.g <= 0 && forth.g >= 0;
    if (*stuck)
        return force_balance(f, p, 0, e);
    double side = forth.g < 0 ? 1 : -1;
    return newton_velocity(f, p, side, true, -(side > 0 ? forth.g : back.g) / f->mass, e, &found);
}

// Does friction jump where the axis turns? A law with a spring in it goes on smoothly, and so does its axis.
static br_status friction_jumps(br_axis_simulation *f, const double *p, bool *jumps)
{
    end back = {0}, forth = {0};
    br_status status = force_balance(f, p, beyond(-1), &back);
    if (status == BR_OK)
        status = force_balance(f, p, beyond(1), &forth);
    *jumps = status != BR_OK || f->o.force >= 0 ||
             fabs(forth.friction - back.friction) > 1e-9 * fabs(forth.friction + back.friction);
    return status;
}

// How a step ends: on the way, held at rest, or at the moment when it comes to rest, before its time; STARTS: it rests, and
// begins to move within the step.
typedef enum ending { MOVES, STUCK, COMES_TO_REST, STARTS } ending;

// Friction at rest holds at the beginning of a step, and no longer at its end: the moment between them, on a straight line, *at
// the share of the step, and *side where the axis goes. false: there is none.
static br_status locate_start(br_axis_simulation *f, const double *p, double *share, double *side, bool *found)
{
    double forces[2]; // of both sides at the end, less friction
    for (int i = 0; i < 2; i++) {
        end e = {0};
        f->euler = true;
        br_status status = force_balance(f, p, beyond(i ? 1 : -1), &e);
        if (status != BR_OK)
            return status;
        forces[i] = -e.g / f->dt;
    }
    *side = forces[1] > 0 ? 1 : -1;
    double after = *side > 0 ? forces[1] : forces[0], before = after - (f->drive_next - f->drive);
    *found = after * *side > 0 && before * *side < 0;
    *share = *found ? -before / (after - before) : 0;
    return BR_OK;
}

static br_status slide_or_stop(br_axis_simulation *f, const double *p, end *e, ending *is)
{
    bool found = false, jumps, stuck = false;
    double first = f->v + f->dt * f->force / f->mass;
    br_status status = BR_OK;
    f->euler = false;
    *is = MOVES;
    if (f->v != 0)
        status = newton_velocity(f, p, f->v, false, first * f->v > 0 ? first : 0.5 * f->v, e, &found);
    if (status != BR_OK || found)
        return status;
    status = friction_jumps(f, p, &jumps);
    if (status != BR_OK)
        return status;
    if (!jumps)
        return newton_velocity(f, p, 0, true, first, e, &found);
    if (f->v != 0 && f->o.force < 0) {
        *is = COMES_TO_REST;
        return BR_OK;
    }
    if (f->o.force < 0 && f->dt > 0) {
        status = locate_start(f, p, &f->start_share, &f->start_side, &found);
        *is = STARTS;
        if (status != BR_OK || found)
            return status;
        *is = MOVES;
    }
    status = stop_or_turn(f, p, e, &stuck);
    *is = stuck ? STUCK : MOVES;
    return status;
}

// The part of the step after which the velocity is 0: the root of g with w = 0, by false position (Illinois). The trapezoidal
// rule up to there keeps its order, which a step across the jump of friction would lose. *by_dt: slope of g there.
static br_status locate_rest(br_axis_simulation *f, const double *p, end *e, double *by_dt)
{
    double whole = f->dt, rise = (f->drive_next - f->drive) / whole, low = 0, high = whole, m = f->mass;
    double side = f->v > 0 ? 1 : -1, g_low = -m * fabs(f->v), g_high = 0, drive = f->drive_next;
    br_status status = force_balance(f, p, beyond(side), e);
    g_high = side * e->g;
    for (int i = 0, last = 0; i < 60 && status == BR_OK && high - low > 1e-12 * whole && g_high > 0; i++) {
        f->dt = low - g_low * (high - low) / (g_high - g_low);
        f->drive_next = drive - rise * (whole - f->dt);
        status = force_balance(f, p, beyond(side), e);
        double g = side * e->g;
        int now = g < 0 ? -1 : 1;
        if (fabs(g) <= 1e-13 * m * fabs(f->v))
            break;
        if (now < 0) {
            low = f->dt;
            g_low = g;
            g_high *= last == now ? 0.5 : 1;
        } else {
            high = f->dt;
            g_high = g;
            g_low *= last == now ? 0.5 : 1;
        }
        last = now;
    }
    double force = f->drive_next - e->friction - br_axis_other_forces(f, e->x, 0, &e->by_x, &e->by_v);
    *by_dt = -0.5 * force - 0.5 * f->force - 0.5 * f->dt * (rise - e->by_x * 0.5 * f->v);
    e->w = 0;
    return status;
}

// Sensitivities S of x, v and the law's states to all columns, one step on. f->by_time: those of the time at which the step
// begins; by_dt: slope of g where the step comes to rest, and that time follows from the parameters.
static br_status propagate_sensitivities(br_axis_simulation *f, const double *p, const end *e, ending is, double by_dt,
                                         double v0, double x0)
{
    int nx = br_sys_nx(f->sys), at_v = nx, c = f->columns, first_term = c - f->o.terms;
    double theta = f->euler ? 1 : 0.5, m = f->mass, old_x, old_v;
    double *Sx = f->S, *Sv = f->S + c, *Sz = f->S + (ptrdiff_t)2 * c;
    const br_joint *joint = br_axis_joint(f);
    br_status status = set_slopes(f, p);
    if (status != BR_OK)
        return status;
    (void)br_axis_other_forces(f, x0, v0, &old_x, &old_v);
    memset(f->fixed, 0, (size_t)(nx * c) * sizeof *f->fixed);
    for (int i = 0; i < joint->nF; i++) {
        const br_joint_entry *q = &joint->F[i];
        double *to = f->fixed + (ptrdiff_t)q->row * c, F = f->F[i];
        if (q->column == at_v) // the velocity within the step, as far as its start moves it
            for (int k = f->first; k < f->last && !f->euler; k++)
                to[k] += F * 0.5 * Sv[k];
        else if (q->column >= nx)
            to[q->column - at_v - 1] += F;
        else
            for (int k = f->first; k < f->last; k++)
                to[k] += F * Sz[(ptrdiff_t)q->column * c + k];
    }
    for (int k = f->first; k < f->last; k++) {
        double dx = Sx[k] + 0.5 * f->dt * Sv[k], dF = k < f->o.bys ? f->h[at_v + 1 + k] : 0;
        for (int i = 0; i < nx; i++)
            dF += f->h[i] * f->fixed[i * c + k];
        double now = -dF - e->by_x * dx, before = -f->dF[k] - old_x * Sx[k] - old_v * Sv[k], inertia = -m * Sv[k];
        if (k >= first_term) {
            br_axis_term which = f->o.term[k - first_term];
            double share = f->share[k - first_term];
            now -= share * br_axis_term_at(which, e->x, e->w, 0, NULL, NULL);
            before -= share * br_axis_term_at(which, x0, v0, 0, NULL, NULL);
            inertia += which == BR_AXIS_MASS ? e->w - v0 : 0;
            now += br_axis_drive_slope(&f->by_term_next, which);
            before += br_axis_drive_slope(&f->by_term, which);
        }
        before = is == STARTS ? 0 : before; // it starts where the forces are in balance, whatever the parameters
        double g = inertia - f->dt * (f->euler ? now : 0.5 * now + 0.5 * before), longer = -f->by_time[k];
        if (is == COMES_TO_REST)
            longer = f->by_time[k] = -g / by_dt;
        else // from rest: g = m w - dt times the mean force, which is m w/dt
            g += longer * (theta * 0.5 * f->dt * e->by_x * e->w - (f->dt > 0 ? m * e->w / f->dt : 0));
        double dw = is == MOVES || is == STARTS ? -g / e->slope : 0;
        f->dF_next[k] = dF + e->by_w * dw;
        Sx[k] = dx + 0.5 * f->dt * dw + 0.5 * longer * (v0 + e->w);
        Sv[k] = dw;
        for (int i = 0; i < joint->nF; i++)
            if (joint->F[i].column == at_v)
                f->fixed[(ptrdiff_t)joint->F[i].row * c + k] += f->F[i] * theta * dw;
    }
    memcpy(Sz, f->fixed, (size_t)(nx * c) * sizeof *Sz);
    double *swap = f->dF;
    f->dF = f->dF_next;
    f->dF_next = swap;
    return BR_OK;
}

static void accept_step(br_axis_simulation *f, const end *e)
{
    int nx = br_sys_nx(f->sys), nm = br_sys_nm(f->sys);
    double by_x, by_v;
    memcpy(f->X, f->next, (size_t)nx * sizeof *f->X);
    memcpy(f->m, f->next_m, (size_t)nm * sizeof *f->m);
    f->x = e->x;
    f->v = e->w;
    f->force = f->drive_next - e->friction - br_axis_other_forces(f, e->x, e->w, &by_x, &by_v);
}

// Sensitivities of the moment at which friction no longer holds: there drive - friction - other forces = 0.
static void start_sensitivities(br_axis_simulation *f, const end *e, double rise)
{
    int nx = br_sys_nx(f->sys), c = f->columns, first_term = c - f->o.terms;
    const double *Sx = f->S, *Sz = f->S + (ptrdiff_t)2 * c;
    for (int k = f->first; k < f->last; k++) {
        double hold = (k < f->o.bys ? f->h[nx + 1 + k] : 0) + e->by_x * Sx[k];
        for (int i = 0; i < nx; i++)
            hold += f->h[i] * Sz[i * c + k];
        if (k >= first_term) {
            br_axis_term which = f->o.term[k - first_term];
            hold += f->share[k - first_term] * br_axis_term_at(which, f->x, 0, 0, NULL, NULL);
            hold -= br_axis_drive_slope(&f->by_term_next, which);
        }
        f->by_time[k] = hold / rise;
    }
}

// At rest up to the moment at which friction no longer holds, then on by the trapezoidal rule from forces in balance.
static br_status start_moving(br_axis_simulation *f, const double *p, bool slopes)
{
    double whole = f->dt, drive = f->drive_next, side = f->start_side;
    br_axis_drive_slopes by_term = f->by_term_next;
    double rise = (drive - f->drive) / whole, rest = f->start_share * whole;
    bool found;
    end e = {0}, edge = {0};
    f->dt = rest;
    f->drive_next = f->drive + rise * rest;
    f->by_term_next = br_axis_slopes_between(f->by_term, by_term, f->start_share);
    f->euler = true;
    br_status status = force_balance(f, p, 0, &e);
    if (status != BR_OK)
        return status;
    if (slopes)
        status = propagate_sensitivities(f, p, &e, STUCK, 0, 0, f->x);
    if (status != BR_OK)
        return status;
    accept_step(f, &e);
    f->dt = whole - rest;
    status = force_balance(f, p, beyond(side), &edge);
    if (status == BR_OK && slopes)
        status = set_slopes(f, p);
    if (status == BR_OK && slopes)
        start_sensitivities(f, &edge, rise);
    f->drive_next = drive;
    f->by_term = f->by_term_next;
    f->by_term_next = by_term;
    f->force = 0;
    f->euler = false;
    if (status == BR_OK)
        status = newton_velocity(f, p, side, true, side * 0.5 * f->dt * fabs(rise * f->dt) / f->mass, &e, &found);
    if (status == BR_OK && slopes)
        status = propagate_sensitivities(f, p, &e, STARTS, 0, 0, f->x);
    if (status == BR_OK)
        accept_step(f, &e);
    return status;
}

// A step in which the axis comes to rest is one up to there, and one from rest.
br_status br_axis_step(br_axis_simulation *f, const double *p, bool slopes)
{
    double whole = f->dt, drive = f->drive_next, by_dt = 0;
    br_axis_drive_slopes by_term = f->by_term_next;
    end e;
    ending is;
    memset(f->by_time, 0, (size_t)f->columns * sizeof *f->by_time);
    br_status status = slide_or_stop(f, p, &e, &is);
    if (status == BR_OK && is == COMES_TO_REST) {
        status = locate_rest(f, p, &e, &by_dt);
        f->by_term_next = br_axis_slopes_between(f->by_term, by_term, f->dt / whole);
        if (status == BR_OK && slopes)
            status = propagate_sensitivities(f, p, &e, is, by_dt, f->v, f->x);
        if (status != BR_OK)
            return status;
        accept_step(f, &e);
        f->dt = br_max(whole - f->dt, 0);
        f->drive = f->drive_next;
        f->drive_next = drive;
        f->by_term = f->by_term_next;
        f->by_term_next = by_term;
        status = slide_or_stop(f, p, &e, &is);
    }
    if (status == BR_OK && is == STARTS)
        status = start_moving(f, p, slopes);
    else if (status == BR_OK) {
        if (slopes)
            status = propagate_sensitivities(f, p, &e, is, 0, f->v, f->x);
        if (status == BR_OK)
            accept_step(f, &e);
    }
    f->dt = whole;
    return status;
}

br_status br_axis_rest(br_axis_simulation *f, const double *p, bool slopes, bool *rests)
{
    end e;
    ending is;
    memset(f->by_time, 0, (size_t)f->columns * sizeof *f->by_time);
    br_status status = slide_or_stop(f, p, &e, &is);
    *rests = status == BR_OK && is == STUCK;
    if (!*rests)
        return status;
    if (slopes)
        status = propagate_sensitivities(f, p, &e, is, 0, f->v, f->x);
    if (status == BR_OK)
        accept_step(f, &e);
    return status;
}
