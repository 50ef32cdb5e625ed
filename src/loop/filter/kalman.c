// kalman.c - what all observers share: innovation gate, limits of the covariance, health.   [target]
#include "num/base/fp.h"

#include "loop/filter/kalman.h"
#include "loop/signal/wrapped_difference.h"
#include "num/base/count.h"
#include "num/base/elem.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

br_kalman_options br_kalman_defaults(void)
{
    return (br_kalman_options){.kind = &br_kalman_ekf,
                               .joint = {.flow = br_integrator_defaults()},
                               .gate = 5,
                               .patience = 20,
                               .window = 100,
                               .alpha = BR_C(0.5),
                               .beta = 2,
                               .particles = 256};
}

// ---------------------------------------------------------------- memory

static void carve_observer(br_arena *a, br_kalman *ob, const br_sys *s, const br_joint_options *joint)
{
    int n = br_sys_nx(s) + joint->estimates, ny = br_sys_ny(s) + n;
    br_gaussian_carve(a, &ob->gaussian, n);
    ob->m = br_arena_ints(a, br_sys_nm(s));
    ob->sd = br_arena_reals(a, n);
    ob->most = br_arena_reals(a, n);
    ob->least = br_arena_reals(a, n);
    ob->q = br_arena_reals(a, n);
    ob->r = br_arena_reals(a, ny);
    ob->period = br_arena_reals(a, ny);
    ob->cap = br_arena_reals(a, n);
    ob->first = br_arena_reals(a, n);
    br_gate_carve(a, &ob->gate, ny);
    ob->f = br_arena_reals(a, n);
    ob->joint_memory = br_arena_reals(a, (int)(br_joint_bytes(s, joint) / sizeof(br_real)));
    ob->joint.nx = br_sys_nx(s); // for the kind's own
    ob->joint.ne = joint->estimates;
    ob->joint.n = n;
    ob->joint.sys = s;
    ob->o.kind->carve(a, ob);
}

static br_joint_options joint_of(const br_sys *s, const br_kalman_options *o)
{
    br_joint_options joint = o->joint;
    (void)s; // not needed where a step takes one point
    joint.slopes = o->kind->slopes;
    joint.flow.points = o->kind->points ? o->kind->points(o, br_sys_nx(s) + joint.estimates) : 1;
    return joint;
}

// No estimate may have to be better and worse known at the same time.
static int limits_cross(const br_kalman_options *o, int nx, int n)
{
    for (int i = 0; o->least && i < n; i++)
        if ((o->most && o->least[i] > o->most[i]) || (!o->most && i >= nx && o->least[i] > o->sd[i]))
            return 1;
    return 0;
}

static int options_valid(const br_sys *s, const br_kalman_options *o)
{
    if (!s || !o || !o->kind || !o->sd || !o->q || !o->r || o->joint.estimates < 0 || o->joint.estimates > INT_MAX / 64)
        return 0;
    int nx = br_sys_nx(s), n = nx + o->joint.estimates, ny = br_sys_ny(s) + n;
    br_real most = br_gaussian_largest_sd(), square = most * most;
    if (n < 1 || n > 1024 || !br_gaussian_in_range(n, o->sd, most) || !br_gaussian_in_range(n, o->most, BR_MOST) ||
        !br_gaussian_in_range(n, o->least, most) || !br_gaussian_in_range(n, o->q, square) ||
        !br_gaussian_in_range(ny, o->r, square) || !br_gaussian_in_range(ny, o->period, square) ||
        limits_cross(o, nx, n))
        return 0;
    br_real spread = o->alpha * o->alpha * ((br_real)n + o->kappa);
    return o->gate >= 0 && o->gate <= BR_MOST && o->fade >= 0 && o->fade <= 1 && o->patience > 0 && o->window > 0 &&
           o->alpha > 0 && spread * spread >= BR_EPS && spread <= 1 / BR_EPS && o->beta >= o->alpha * o->alpha &&
           o->beta <= 1 / BR_EPS && o->particles >= 16 && o->particles <= 65536;
}

size_t br_kalman_bytes(const br_sys *s, const br_kalman_options *o)
{
    br_arena a = {0, 0};
    if (!options_valid(s, o))
        return 0;
    br_joint_options joint = joint_of(s, o);
    if (br_joint_bytes(s, &joint) == 0)
        return 0;
    br_kalman ob = {.o = *o};
    carve_observer(&a, &ob, s, &joint);
    return a.used;
}

static void copy(int n, const br_real *from, br_real otherwise, br_real *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from ? from[i] : otherwise;
}

static void copy_most(const br_kalman_options *o, int nx, int n, br_real *to)
{
    copy(nx, o->most, br_gaussian_largest_sd(), to);
    copy(n - nx, o->most ? o->most + nx : o->sd + nx, 0, to + nx);
    for (int i = 0; i < n; i++)
        to[i] = to[i] < br_gaussian_largest_sd() ? to[i] : br_gaussian_largest_sd();
}

br_status br_kalman_init(br_kalman *ob, const br_sys *s, const br_kalman_options *o, const br_real *x, void *memory,
                         size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_kalman_bytes(s, o);
    if (!ob || !x || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_kalman fresh = {.o = *o};
    br_joint_options joint = joint_of(s, o);
    carve_observer(&a, &fresh, s, &joint);
    br_status status = br_joint_init(&fresh.joint, s, &joint, fresh.joint_memory, br_joint_bytes(s, &joint));
    if (status != BR_OK)
        return status;
    int n = fresh.joint.n, nx = fresh.joint.nx, ny = fresh.joint.ny;
    copy(n, o->sd, 0, fresh.sd);
    copy_most(o, nx, n, fresh.most);
    copy(n, o->least, 0, fresh.least);
    copy(n, o->q, 0, fresh.q);
    copy(ny, o->r, 0, fresh.r);
    copy(ny, o->period, 0, fresh.period);
    status = br_kalman_reset(&fresh, x, 0);
    if (status == BR_OK)
        *ob = fresh;
    return status;
}

// ---------------------------------------------------------------- limits

// A standard deviation beyond its limit comes down to it; one below `least` is raised by noise of its own.
static void limit_variance(br_kalman *ob, int i, br_real now, br_real most, br_real least)
{
    br_gaussian *b = &ob->gaussian;
    if (now < least) {
        br_vec_zero(b->n, ob->f);
        ob->f[i] = 1;
        br_gaussian_rank_one_update(b, least - now, ob->f);
        br_count(&ob->health.raised, 1);
        return;
    }
    br_gaussian_limit_variance(b, i, now, most);
    br_count(&ob->health.limited, 1);
}

// The limit is `most`; after a reset that went beyond, it comes down to there with what is learnt.
static void limit_variances(br_kalman *ob)
{
    for (int i = 0; i < ob->gaussian.n; i++) {
        br_real now = br_gaussian_variance(&ob->gaussian, i), least = ob->least[i] * ob->least[i], *cap = &ob->cap[i];
        if (*cap > ob->most[i] && now < *cap * *cap)
            *cap = br_r_sqrt(now);
        *cap = *cap > ob->most[i] ? *cap : ob->most[i];
        if (now > *cap * *cap * (1 + 8 * BR_EPS) || now < least)
            limit_variance(ob, i, now, *cap * *cap, least);
    }
}

static void set_covariance(br_kalman *ob, const br_real *sd)
{
    br_gaussian_set_sd(&ob->gaussian, sd);
    ob->pending = 0;
    if (ob->o.kind->begin)
        ob->o.kind->begin(ob);
}

// States are uncertain by these standard deviations, and uncorrelated; what is known of parameters and inputs stays.
static void open_states(br_kalman *ob, const br_real *sd)
{
    br_gaussian *b = &ob->gaussian;
    for (int i = 0; i < ob->joint.nx; i++) {
        br_vec_zero(b->n, br_row(b->U, b->n, i));
        br_row(b->U, b->n, i)[i] = 1;
        b->D[i] = sd[i] * sd[i];
    }
    if (ob->o.kind->begin)
        ob->o.kind->begin(ob);
}

// As uncertain as the prior: from the first vector on, or about the present one, from which that is off.
static void open_all(br_kalman *ob, int n, int from_prior)
{
    br_real *sd = ob->f, *x = ob->gaussian.x;
    if (from_prior)
        br_vec_copy(ob->gaussian.n, ob->first, x);
    for (int i = 0; i < ob->gaussian.n; i++) {
        int state = i < ob->joint.nx;
        br_real most = state ? ob->most[i] : br_gaussian_largest_sd(), off = state ? 0 : x[i] - ob->first[i],
                wide = ob->sd[i] * (state ? br_gate_state_width(n) : br_gate_prior_width(n));
        wide = off != 0 ? br_r_sqrt(wide * wide + off * off) : wide;
        sd[i] = wide < most ? wide : ob->sd[i] > most ? ob->sd[i] : most;
        ob->cap[i] = sd[i] > ob->most[i] ? sd[i] : ob->most[i];
    }
    set_covariance(ob, sd);
    br_count(&ob->health.restarts, from_prior);
}

// Too much was rejected, for the n-th time in a row.
static void open_covariance(br_kalman *ob, int n)
{
    br_real *sd = ob->f;
    br_count(&ob->health.resets, 1);
    if (n >= BR_GATE_PRIOR) {
        open_all(ob, n, br_gate_is_from_prior(n));
        return;
    }
    for (int i = 0; i < ob->joint.nx; i++) {
        br_real now = br_r_sqrt(br_gaussian_variance(&ob->gaussian, i));
        sd[i] = (now > ob->sd[i] ? now : ob->sd[i]) * br_gate_state_width(n);
        sd[i] = sd[i] < ob->most[i] ? sd[i] : ob->most[i];
    }
    open_states(ob, sd);
}

void br_kalman_update_covariance(br_kalman *ob)
{
    br_gaussian *b = &ob->gaussian;
    if (!ob->pending)
        return;
    if (ob->o.kind->predict_covariance)
        ob->o.kind->predict_covariance(ob);
    ob->pending = 0;
    if (!br_vec_finite(b->n, b->D) || !br_vec_finite(b->n * b->n, b->U))
        open_covariance(ob, BR_GATE_PRIOR);
    limit_variances(ob);
}

// Estimates come back to their range. One that had to be moved is uncertain by as much: it must find its way back.
static void clamp_estimates(br_kalman *ob)
{
    int nx = ob->joint.nx;
    br_gaussian *b = &ob->gaussian;
    for (int i = nx; i < b->n; i++) {
        const br_estimate *q = &ob->joint.estimate[i - nx];
        br_real value = q->log ? q->scale * br_r_exp(b->x[i]) : q->scale * b->x[i], was = b->x[i];
        if (value >= q->low && value <= q->high)
            continue;
        b->x[i] = br_joint_number(&ob->joint, i - nx, value);
        br_real off = br_r_abs(b->x[i] - was), moved = off < br_gaussian_largest_sd() ? off : br_gaussian_largest_sd();
        br_vec_zero(b->n, ob->f);
        ob->f[i] = 1;
        br_gaussian_rank_one_update(b, moved * moved, ob->f);
        br_count(&ob->health.bounded, 1);
    }
}

br_status br_kalman_reset(br_kalman *ob, const br_real *x, const int *m)
{
    if (!ob || !x || !br_vec_finite(ob->joint.n, x))
        return BR_BAD_USAGE;
    br_vec_copy(ob->joint.n, x, ob->gaussian.x);
    for (int i = 0; i < br_sys_nm(ob->joint.sys); i++)
        ob->m[i] = m ? m[i] : 0;
    br_gate_reset(&ob->gate, ob->joint.ny);
    ob->failed = 0;
    ob->nis = 1;
    ob->alarm = 0;
    ob->last = (br_innovation){0, 1, 0};
    br_vec_copy(ob->joint.n, ob->most, ob->cap);
    set_covariance(ob, ob->sd);
    clamp_estimates(ob);
    br_vec_copy(ob->joint.n, ob->gaussian.x, ob->first);
    return BR_OK;
}

// ---------------------------------------------------------------- time update

enum { LONGEST = 4096 }; // predictions that the covariance may lag behind

static br_status count_refusal(br_kalman *ob, br_status status)
{
    br_count(&ob->health.refused, 1);
    return status;
}

static int has(const br_kalman *ob, const br_real *u, const br_real *p)
{
    return (u || br_sys_nu(ob->joint.sys) == 0) && (p || br_sys_np(ob->joint.sys) == 0);
}

// Good inputs from which nothing follows, again and again: the vector itself is no good, and starts again.
static void count_failure(br_kalman *ob, const br_real *u, const br_real *p)
{
    int good = br_vec_finite(br_sys_nu(ob->joint.sys), u) && br_vec_finite(br_sys_np(ob->joint.sys), p);
    if (!good || ++ob->failed < ob->o.patience)
        return;
    if (br_kalman_reset(ob, ob->first, 0) == BR_OK)
        br_count(&ob->health.resets, 1);
}

br_status br_kalman_predict(br_kalman *ob, const br_real *u, const br_real *p, br_real dt)
{
    if (!ob)
        return BR_BAD_USAGE;
    if (!has(ob, u, p) || !(dt > 0) || !(dt <= BR_MOST))
        return count_refusal(ob, BR_BAD_USAGE);
    br_status status = ob->o.kind->time_update(ob, u, p, dt);
    if (status != BR_OK) {
        count_failure(ob, u, p);
        return count_refusal(ob, status);
    }
    ob->failed = ob->read = 0;
    br_count(&ob->health.predictions, 1);
    if (++ob->pending >= LONGEST || !ob->o.kind->predict_covariance)
        br_kalman_update_covariance(ob);
    return BR_OK;
}

// ---------------------------------------------------------------- measurement update

static br_real finite(br_real x)
{
    return x > BR_MOST ? BR_MOST : x < -BR_MOST ? -BR_MOST : x;
}

// Alarm where the mean square of normalised innovations leaves its band.
static void update_nis(br_kalman *ob, br_real ratio)
{
    br_real most = 5 / br_r_sqrt((br_real)ob->o.window);
    ob->nis = br_gate_windowed_mean(ob->nis, ratio, ob->o.window);
    if (ob->nis > 1 + most && !ob->alarm)
        br_count(&ob->health.alarms, 1);
    ob->alarm = ob->nis > 1 + (ob->alarm ? most / 2 : most);
}

// What is taken does not fit: all of it is less certain than it seems, so that what follows weighs more.
static void inflate_covariance(br_kalman *ob, int which, br_real ratio)
{
    if (ob->o.gate > 0)
        br_gate_suspect(&ob->gate, which, ratio);
    br_real fade = br_gate_fade(&ob->gate, which, ratio, ob->o.window, ob->o.fade);
    if (!(fade > 0))
        return;
    br_vec_scale(ob->gaussian.n, 1 + fade, ob->gaussian.D);
    br_count(&ob->health.faded, 1);
}

// A measurement as it is predicted.
typedef struct view {
    br_real expected, error, sd, noise; // noise: variance beyond that of the vector
} view;

// Innovation of measurement y, and its standard deviation
static view innovation(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real y)
{
    view v;
    br_real beyond;
    v.expected = ob->o.kind->predict_measurement(ob, u, p, which, ob->f, &beyond);
    v.noise = ob->r[which] + beyond;
    v.sd = br_r_sqrt(br_gaussian_innovation_variance(&ob->gaussian, ob->f, v.noise));
    v.error = finite(br_wrapped_difference(y - v.expected, ob->period[which]));
    return v;
}

// Without a gate only what cannot be is rejected.
static br_real gate_of(const br_kalman *ob)
{
    return ob->o.gate > 0 ? ob->o.gate : BR_ABSURD;
}

static int is_far(const br_kalman *ob, const view *v)
{
    return br_r_abs(v->error) > gate_of(ob) * v->sd;
}

// Beyond the gate? After too many of these only if it is beyond that of an opened covariance, too.
static int reject(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real y, view *v)
{
    if (is_far(ob, v) && br_gate_is_due(&ob->gate, which, ob->o.patience)) {
        open_covariance(ob, br_gate_open(&ob->gate, which));
        *v = innovation(ob, u, p, which, y);
    }
    int far = is_far(ob, v);
    br_gate_count(&ob->gate, which, !far, ob->o.patience);
    br_count(&ob->health.rejected, far);
    return far;
}

// Whether the number whose turn it is is out of reach of the prior. A wide gate, as for a log whose model may be wrong, is not that
// strict.
static int is_out_of_reach(const br_kalman *ob)
{
    int i = ob->gate.turn;
    br_real x = ob->gaussian.x[i];
    if (!br_gate_is_strict(ob->o.gate))
        return 0;
    return i < ob->joint.nx ? br_gate_is_state_out_of_reach(x, ob->most[i])
                            : br_gate_is_out_of_reach(x, ob->first[i], ob->o.gate * ob->most[i]);
}

// On probation, since it has opened, what is estimated is plausible; and always it is within reach of the prior.
static void check_estimates(br_kalman *ob, int which)
{
    if (ob->gaussian.n == ob->joint.nx) // parameters are known
        return;
    int wrong = br_gate_is_astray(&ob->gate, ob->gaussian.n, ob->o.patience, is_out_of_reach(ob));
    for (int i = ob->joint.nx; ob->o.gate > 0 && i < ob->gaussian.n; i++)
        wrong |= br_gate_is_implausible(&ob->gate, which, ob->o.patience, ob->gaussian.x[i], ob->first[i],
                                        br_gate_plausible(ob->o.gate) * ob->most[i]);
    if (wrong)
        open_covariance(ob, br_gate_restart(&ob->gate, which));
}

br_status br_kalman_correct(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real y)
{
    if (!ob)
        return BR_BAD_USAGE;
    if (!has(ob, u, p) || which < 0 || which >= ob->joint.ny || !(ob->r[which] > 0))
        return count_refusal(ob, BR_BAD_USAGE);
    ob->last = (br_innovation){0, 1, 0};
    if (!(y - y == 0)) {
        br_count(&ob->health.missing, 1);
        return BR_OK;
    }
    br_kalman_update_covariance(ob);
    view v = innovation(ob, u, p, which, y);
    br_real ratio = br_r_abs(v.error) / v.sd;
    if (!(v.sd <= BR_MOST) || v.error != v.error)
        return count_refusal(ob, BR_NOT_FINITE);
    ob->last = (br_innovation){v.error, v.sd * v.sd, 0};
    update_nis(ob, ratio);
    if (br_gate_is_stuck(&ob->gate, which, y, v.expected, v.error, gate_of(ob) * v.sd)) {
        br_count(&ob->health.stuck, 1);
        return BR_OK;
    }
    if (reject(ob, u, p, which, y, &v))
        return BR_OK;
    if (!(ob->o.kind->apply_measurement ? ob->o.kind->apply_measurement(ob, u, p, which, y, v.error)
                                        : br_gaussian_measurement_update(&ob->gaussian, ob->f, v.noise, v.error)))
        return count_refusal(ob, BR_NOT_FINITE);
    ob->last.taken = 1;
    br_count(&ob->health.corrections, 1);
    clamp_estimates(ob);
    inflate_covariance(ob, which, ratio);
    limit_variances(ob);
    check_estimates(ob, which);
    return BR_OK;
}

br_status br_kalman_step(br_kalman *ob, const br_real *u, const br_real *p, br_real dt, const br_real *y)
{
    if (!ob)
        return BR_BAD_USAGE;
    for (int i = 0; i < ob->joint.ny; i++)
        if (!y || (y[i] == y[i] && !(ob->r[i] > 0)))
            return count_refusal(ob, BR_BAD_USAGE);
    if (dt <= 0) {
        br_count(&ob->health.late, 1);
        return BR_OK;
    }
    br_status status = br_kalman_predict(ob, u, p, dt);
    for (int i = 0; status == BR_OK && i < ob->joint.ny; i++)
        if (ob->r[i] > 0)
            status = br_kalman_correct(ob, u, p, i, y[i]);
    return status;
}

// ---------------------------------------------------------------- reading

// Are the variances of what is pending known, and within all limits? Then the covariance need not be.
static int variances_known(br_kalman *ob)
{
    int within = ob->pending && ob->o.kind->predict_variances;
    if (!within || ob->read)
        return within;
    ob->o.kind->predict_variances(ob);
    for (int i = 0; i < ob->gaussian.n; i++) {
        br_real now = ob->d[i], cap = ob->cap[i];
        within &= now <= cap * cap * (1 + 8 * BR_EPS) && now >= ob->least[i] * ob->least[i] && cap <= ob->most[i];
    }
    ob->read = within;
    return within;
}

br_real br_kalman_sd(br_kalman *ob, int i)
{
    if (variances_known(ob))
        return br_r_sqrt(ob->d[i]);
    br_kalman_update_covariance(ob);
    return br_r_sqrt(br_gaussian_variance(&ob->gaussian, i));
}

br_real br_kalman_value(const br_kalman *ob, int i)
{
    return br_joint_value(&ob->joint, i, ob->gaussian.x[ob->joint.nx + i]);
}

int br_kalman_doubtful(const br_kalman *ob)
{
    int doubts = ob->alarm;
    for (int i = 0; i < ob->joint.ny; i++)
        doubts |= ob->gate.openings[i] > 0;
    return doubts;
}

br_real br_kalman_value_sd(br_kalman *ob, int i)
{
    int at = ob->joint.nx + i;
    return br_joint_value_sd(&ob->joint, i, ob->gaussian.x[at], br_kalman_sd(ob, at));
}

br_real br_kalman_expect(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *sd)
{
    br_real beyond, y = 0;
    if (!sd) {
        br_joint_measure(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, which, &y, 0);
        return y;
    }
    br_kalman_update_covariance(ob);
    y = ob->o.kind->predict_measurement(ob, u, p, which, ob->f, &beyond);
    *sd = br_r_sqrt(br_gaussian_innovation_variance(&ob->gaussian, ob->f, beyond));
    return y;
}
