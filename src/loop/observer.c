// observer.c - verbs, gate, limits and health of every kind of observer.       [target]
#include "num/fp.h"

#include "loop/observer.h"
#include "num/elem.h"
#include "num/real.h"
#include "num/vector.h"

br_observer_options br_observer_defaults(void)
{
    return (br_observer_options){.kind = &br_observer_ekf,
                                 .joint = {.flow = br_flow_defaults()},
                                 .gate = 5,
                                 .patience = 20,
                                 .window = 100,
                                 .alpha = BR_C(0.5),
                                 .beta = 2};
}

static void count(unsigned long *of)
{
    *of += *of + 1 > *of;
}

// ---------------------------------------------------------------- memory

static void lay(br_arena *a, br_observer *ob, const br_sys *s, const br_joint_options *joint)
{
    int n = br_sys_nx(s) + joint->estimates, ny = br_sys_ny(s) + n;
    br_belief_lay(a, &ob->belief, n);
    ob->m = br_arena_ints(a, br_sys_nm(s));
    ob->sd = br_arena_reals(a, n);
    ob->most = br_arena_reals(a, n);
    ob->least = br_arena_reals(a, n);
    ob->q = br_arena_reals(a, n);
    ob->r = br_arena_reals(a, ny);
    ob->period = br_arena_reals(a, ny);
    ob->seen = br_arena_reals(a, ny);
    ob->moved = br_arena_reals(a, ny);
    ob->rows = br_arena_ints(a, ny);
    ob->f = br_arena_reals(a, n);
    ob->joint_memory = br_arena_reals(a, (int)(br_joint_bytes(s, joint) / sizeof(br_real)));
    ob->joint.nx = br_sys_nx(s); // for the kind's own
    ob->joint.ne = joint->estimates;
    ob->joint.n = n;
    ob->joint.sys = s;
    ob->o.kind->lay(a, ob);
}

static br_joint_options joint_of(const br_sys *s, const br_observer_options *o)
{
    br_joint_options joint = o->joint;
    joint.slopes = o->kind->slopes;
    joint.flow.points = o->kind->points(br_sys_nx(s) + joint.estimates);
    return joint;
}

static int not_negative(int n, const br_real *x)
{
    for (int i = 0; x && i < n; i++)
        if (!(x[i] >= 0) || !(x[i] * x[i] <= BR_MOST))
            return 0;
    return 1;
}

static int sound(const br_sys *s, const br_observer_options *o)
{
    if (!s || !o || !o->kind || !o->sd || !o->q || !o->r || o->joint.estimates < 0 || o->joint.estimates > INT_MAX / 64)
        return 0;
    int n = br_sys_nx(s) + o->joint.estimates, ny = br_sys_ny(s) + n;
    if (n < 1 || n > 1024 || !not_negative(n, o->sd) || !not_negative(n, o->most) || !not_negative(n, o->least) ||
        !not_negative(n, o->q) || !not_negative(ny, o->r) || !not_negative(ny, o->period))
        return 0;
    br_real spread = o->alpha * o->alpha * ((br_real)n + o->kappa);
    return o->gate >= 0 && o->gate <= BR_MOST && o->patience > 0 && o->window > 0 && o->alpha > 0 &&
           spread > BR_EPS * BR_EPS && spread <= 1 / BR_EPS && o->beta >= o->alpha * o->alpha && o->beta <= 1 / BR_EPS;
}

size_t br_observer_bytes(const br_sys *s, const br_observer_options *o)
{
    br_observer ob = {.o = {.kind = 0}};
    br_arena a = {0, 0};
    if (!sound(s, o))
        return 0;
    br_joint_options joint = joint_of(s, o);
    if (br_joint_bytes(s, &joint) == 0)
        return 0;
    ob.o.kind = o->kind;
    lay(&a, &ob, s, &joint);
    return a.used;
}

static void copy_or(int n, const br_real *from, br_real otherwise, br_real *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from ? from[i] : otherwise;
}

br_status br_observer_init(br_observer *ob, const br_sys *s, const br_observer_options *o, const br_real *x,
                           void *memory, size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_observer_bytes(s, o);
    if (!ob || !x || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_observer fresh = {.o = *o};
    br_joint_options joint = joint_of(s, o);
    lay(&a, &fresh, s, &joint);
    br_status status = br_joint_init(&fresh.joint, s, &joint, fresh.joint_memory, br_joint_bytes(s, &joint));
    if (status != BR_OK)
        return status;
    int n = fresh.joint.n, nx = fresh.joint.nx, ny = fresh.joint.ny;
    copy_or(n, o->sd, 0, fresh.sd);
    copy_or(nx, o->most, BR_MOST, fresh.most);
    copy_or(n - nx, o->most ? o->most + nx : o->sd + nx, 0, fresh.most + nx);
    copy_or(n, o->least, 0, fresh.least);
    copy_or(n, o->q, 0, fresh.q);
    copy_or(ny, o->r, 0, fresh.r);
    copy_or(ny, o->period, 0, fresh.period);
    status = br_observer_reset(&fresh, x, 0);
    if (status == BR_OK)
        *ob = fresh;
    return status;
}

br_status br_observer_reset(br_observer *ob, const br_real *x, const int *m)
{
    int n = ob->joint.n;
    if (!br_vec_finite(n, x))
        return BR_BAD_USAGE;
    br_vec_copy(n, x, ob->belief.x);
    for (int i = 0; i < br_sys_nm(ob->joint.sys); i++)
        ob->m[i] = m ? m[i] : 0;
    for (int i = 0; i < ob->joint.ny; i++) {
        ob->seen[i] = ob->moved[i] = BR_MOST; // none
        ob->rows[i] = 0;
    }
    ob->nis = 1;
    ob->alarm = 0;
    ob->last = (br_innovation){0, 1, 0};
    br_belief_set(&ob->belief, ob->sd);
    ob->o.kind->begin(ob);
    return BR_OK;
}

// ---------------------------------------------------------------- limits

// A standard deviation beyond `most` comes down as if the number had been measured where it is: correlations stay those
// of a covariance, and the mean stays. One below `least` is raised by noise of its own.
static void limit(br_observer *ob)
{
    br_belief *b = &ob->belief;
    br_real *unit = ob->f;
    for (int i = 0; i < b->n; i++) {
        br_real now = br_belief_variance(b, i), most = ob->most[i] * ob->most[i], least = ob->least[i] * ob->least[i];
        if (!(now > most * (1 + 8 * BR_EPS)) && !(now < least))
            continue;
        br_vec_zero(b->n, unit);
        unit[i] = 1;
        if (now < least) {
            br_belief_add(b, least - now, unit);
            count(&ob->health.raised);
        } else if (most > 0) {
            br_belief_see(b, unit, unit);
            if (br_belief_correct(b, unit, most / (1 - most / now), 0))
                count(&ob->health.limited);
        }
    }
}

static void settle(br_observer *ob)
{
    if (!ob->pending)
        return;
    if (ob->o.kind->settle)
        ob->o.kind->settle(ob);
    ob->pending = 0;
    limit(ob);
}

// Estimates come back to their range.
static void bound(br_observer *ob)
{
    br_real *e = ob->belief.x + ob->joint.nx;
    for (int i = 0; i < ob->joint.ne; i++) {
        const br_estimate *q = &ob->joint.estimate[i];
        br_real value = q->log ? q->scale * br_r_exp(e[i]) : q->scale * e[i];
        if (value >= q->low && value <= q->high)
            continue;
        e[i] = br_joint_number(&ob->joint, i, value);
        count(&ob->health.bounded);
    }
}

// ---------------------------------------------------------------- time

enum { LONGEST = 4096 }; // predictions that the covariance may lag behind

br_status br_observer_predict(br_observer *ob, const br_real *u, const br_real *p, br_real dt)
{
    if (!(dt > 0) || !(dt <= BR_MOST))
        return BR_BAD_USAGE;
    br_status status = ob->o.kind->predict(ob, u, p, dt);
    if (status != BR_OK) {
        count(&ob->health.refused);
        return status;
    }
    count(&ob->health.predictions);
    if (++ob->pending >= LONGEST)
        settle(ob);
    return BR_OK;
}

// ---------------------------------------------------------------- a measurement

// A periodic error as the shortest way round.
static br_real shortest(br_real error, br_real period)
{
    if (!(period > 0) || !(br_r_abs(error) < period * BR_C(1e6)))
        return error;
    br_real turns = error / period;
    long whole = (long)(turns + (turns < 0 ? BR_C(-0.5) : BR_C(0.5)));
    return error - (br_real)whole * period;
}

// The same number to the bit although the model has moved on beyond the gate since it first came.
static int is_stuck(br_observer *ob, int which, br_real y, br_real expected)
{
    if (y != ob->seen[which]) {
        ob->seen[which] = y;
        ob->moved[which] = expected;
        return 0;
    }
    br_real moved = expected - ob->moved[which];
    return ob->o.gate > 0 && moved * moved > ob->o.gate * ob->o.gate * ob->r[which];
}

// Judges the innovations of the last window: normalised squares have mean 1, and their mean a spread of 1/sqrt(window).
static void judge(br_observer *ob, br_real square)
{
    br_real window = (br_real)ob->o.window, most = 1 + 5 / br_r_sqrt(window);
    ob->nis += (square - ob->nis) / window;
    if (ob->nis > most && !ob->alarm)
        count(&ob->health.alarms);
    ob->alarm = ob->nis > most;
}

// Too many rejected in a row: what is known is worth no more than at the start.
static void start_again(br_observer *ob, int which)
{
    br_belief_set(&ob->belief, ob->sd);
    ob->o.kind->begin(ob);
    ob->rows[which] = 0;
    count(&ob->health.resets);
}

static int reject(br_observer *ob, int which, br_real variance, int stuck)
{
    br_real e = ob->last.error, gate = ob->o.gate;
    int far = gate > 0 && e * e > gate * gate * variance;
    if (!far && !stuck) {
        ob->rows[which] = 0;
        return 0;
    }
    count(stuck ? &ob->health.stuck : &ob->health.rejected);
    return ++ob->rows[which] <= ob->o.patience;
}

br_status br_observer_correct(br_observer *ob, const br_real *u, const br_real *p, int which, br_real y)
{
    if (which < 0 || which >= ob->joint.ny || !(ob->r[which] > 0))
        return BR_BAD_USAGE;
    ob->last = (br_innovation){0, 1, 0};
    if (!(y - y == 0)) {
        count(&ob->health.missing);
        return BR_OK;
    }
    settle(ob);
    br_real beyond, expected = ob->o.kind->see(ob, u, p, which, ob->f, &beyond);
    br_real variance = br_belief_expect(&ob->belief, ob->f, ob->r[which] + beyond);
    br_real error = shortest(y - expected, ob->period[which]), square = error * error / variance;
    if (!(square <= BR_MOST)) {
        count(&ob->health.refused);
        return BR_NOT_FINITE;
    }
    ob->last = (br_innovation){error, variance, 0};
    judge(ob, square);
    if (reject(ob, which, variance, is_stuck(ob, which, y, expected)))
        return BR_OK;
    if (ob->rows[which] > 0) { // patience is over
        start_again(ob, which);
        ob->o.kind->see(ob, u, p, which, ob->f, &beyond);
    }
    if (!br_belief_correct(&ob->belief, ob->f, ob->r[which] + beyond, error)) {
        count(&ob->health.refused);
        return BR_NOT_FINITE;
    }
    ob->last.taken = 1;
    count(&ob->health.corrections);
    bound(ob);
    limit(ob);
    return BR_OK;
}

br_status br_observer_step(br_observer *ob, const br_real *u, const br_real *p, br_real dt, const br_real *y)
{
    if (dt <= 0) {
        count(&ob->health.late);
        return BR_OK;
    }
    br_status status = br_observer_predict(ob, u, p, dt);
    for (int i = 0; status == BR_OK && i < ob->joint.ny; i++)
        if (y[i] == y[i]) // NaN: none was expected here
            status = br_observer_correct(ob, u, p, i, y[i]);
    return status;
}

// ---------------------------------------------------------------- reading

br_real br_observer_sd(br_observer *ob, int i)
{
    settle(ob);
    return br_r_sqrt(br_belief_variance(&ob->belief, i));
}

br_real br_observer_value(const br_observer *ob, int i)
{
    return br_joint_value(&ob->joint, i, ob->belief.x[ob->joint.nx + i]);
}

br_real br_observer_value_sd(br_observer *ob, int i)
{
    const br_estimate *q = &ob->joint.estimate[i];
    br_real by = q->log ? br_observer_value(ob, i) : q->scale;
    return br_r_abs(by) * br_observer_sd(ob, ob->joint.nx + i);
}

br_real br_observer_expect(br_observer *ob, const br_real *u, const br_real *p, int which, br_real *sd)
{
    br_real beyond, y;
    if (!sd) {
        br_joint_measure(&ob->joint, 1, ob->belief.x, ob->m, u, p, which, &y, 0);
        return y;
    }
    settle(ob);
    y = ob->o.kind->see(ob, u, p, which, ob->f, &beyond);
    *sd = br_r_sqrt(br_belief_expect(&ob->belief, ob->f, beyond));
    return y;
}
