// observer_kit.h - machines whose truth is known, and observers that watch them.
//
// Two of them, with S-GMS friction of Table 4.1 of which kappa[3], kappa[4] and FC are estimated: `reduced` (velocity in,
// friction force measured) and `full` (force in, position measured; a controlled axis of 20 kg). The law is printed as C in
// the number type of the test and compiled. Compiled for double, and with BR_FLOAT for float.
#ifndef TESTS_OBSERVER_KIT_H
#define TESTS_OBSERVER_KIT_H

#include "kit/compiled_law.h"
#include "loop/filter/kalman.h"
#include "num/base/random.h"
#include <math.h>
#include <time.h>

#define MISSING ((br_real)NAN)

enum { ESTIMATES = 3, MOST_N = STATES + ESTIMATES };

static uint64_t seed; // of this run

static int soaks(void)
{
    const char *n = getenv("BR_COUNT");
    return n && strtod(n, NULL) >= 1e6;
}

// The same truth in every run of the tests: of many numbers one is beyond 3 sigma now and then, and a run is to mean something.
// The soak takes other seeds.
static void seed_from_environment(void)
{
    const char *s = getenv("BR_SEED");
    seed = s && soaks() ? strtoull(s, NULL, 10) : 1;
    printf("BR_SEED=%llu\n", (unsigned long long)seed);
}

static inline long counted(long here, double soak_share)
{
    double count = soaks() ? strtod(getenv("BR_COUNT"), NULL) * soak_share : 0;
    return count > (double)here ? (long)count : here;
}

// ---------------------------------------------------------------- machines

static compiled_law laws[2]; // of the reduced and of the full machine

static void open_laws(void)
{
    open_law(&laws[0], "sgms", "table-4.1", "");
    open_law(&laws[1], "mass", "axis", "");
}

static void close_laws(void)
{
    close_law(&laws[0]);
    close_law(&laws[1]);
}

typedef struct machine {
    const compiled_law *law;
    int full;
    br_real dt, noise, lsb; // noise: sd of the measurement; lsb: of its quantisation, 0: none
    int which;              // the measurement
    // Truth.
    br_integrator flow;
    void *flow_memory;
    br_real x[STATES], p[PARAMETERS], u[1];
    int m[STATES], moving;
    long k; // samples so far
    br_random random;
    // The observer.
    br_estimate estimate[ESTIMATES];
    br_real sd[MOST_N], most[MOST_N], q[MOST_N], r[STATES + MOST_N], x0[MOST_N], y[STATES + MOST_N];
    br_kalman_options o;
    br_kalman ob;
    void *memory;
    size_t bytes;
} machine;

static int number_of(const compiled_law *l, const char *name, int element)
{
    int q = br_law_find(&l->model.law, name, strlen(name));
    assert_true(q >= 0);
    return l->model.at[q] + element;
}

static void open_truth(machine *t)
{
    br_integrator_options o = br_integrator_defaults();
    o.slopes = 0;
    size_t bytes = br_integrator_bytes(&t->law->sys, &o);
    t->flow_memory = malloc(bytes);
    assert_int_equal(br_integrator_init(&t->flow, &t->law->sys, &o, t->flow_memory, bytes), BR_OK);
}

// kappa[3], kappa[4] and FC as shares of their nominal values.
static void describe_estimates(machine *t)
{
    const compiled_law *l = t->law;
    int number[ESTIMATES] = {number_of(l, t->full ? "fr.kappa" : "kappa", 2),
                             number_of(l, t->full ? "fr.kappa" : "kappa", 3),
                             number_of(l, t->full ? "fr.FC" : "FC", 0)};
    for (int i = 0; i < ESTIMATES; i++) {
        br_real least = i < 2 ? 0 : (br_real)0.01 * l->p[number[i]];
        t->estimate[i] =
            (br_estimate){.by = 'p', .number = number[i], .scale = l->p[number[i]], .low = least, .high = (br_real)1e9};
    }
}

static const br_real prior = (br_real)0.1,
                     walk = (br_real)0.01; // of estimated shares: sd at the start, and of a second

// Standard deviations and densities as a user would state them.
static void describe_noise(machine *t)
{
    int nx = t->law->sys.nx, z = nx - 4;
    for (int i = 0; i < 4; i++) {
        t->sd[z + i] = (br_real)0.3;
        t->most[z + i] = 10;
        t->q[z + i] = (br_real)(0.05 * 0.05);
    }
    if (t->full) {
        t->sd[0] = (br_real)1e-6, t->q[0] = 0, t->most[0] = 1;
        t->sd[1] = (br_real)1e-4, t->q[1] = (br_real)1e-6, t->most[1] = 1;
    }
    for (int i = 0; i < ESTIMATES; i++) {
        t->sd[nx + i] = t->most[nx + i] = prior;
        t->q[nx + i] = walk * walk;
        t->x0[nx + i] = 1;
    }
    t->r[t->which] = t->noise * t->noise + t->lsb * t->lsb / 12;
}

static void open_observer(machine *t)
{
    t->bytes = br_kalman_bytes(&t->law->sys, &t->o);
    assert_true(t->bytes > 0);
    t->memory = malloc(t->bytes);
    assert_int_equal(br_kalman_init(&t->ob, &t->law->sys, &t->o, t->x0, t->memory, t->bytes), BR_OK);
}

static void open_machine(machine *t, int full, const br_kalman_kind *kind, uint64_t stream)
{
    memset(t, 0, sizeof *t);
    t->law = &laws[full];
    t->full = full;
    t->moving = 1;
    t->dt = full ? (br_real)5e-4 : (br_real)1e-3;
    t->noise = full ? (br_real)2e-9 : (br_real)0.1;
    t->lsb = full ? (br_real)1e-8 : 0;
    t->which = full ? t->law->sys.ny : 0;
    br_random_init(&t->random, seed, stream);
    describe_estimates(t);
    describe_noise(t);
    memcpy(t->p, t->law->p, sizeof t->p);
    for (int i = 0; i < ESTIMATES; i++) {
        br_real off = prior * br_random_normal(&t->random);
        t->p[t->estimate[i].number] *= 1 + (off > (br_real)0.25    ? (br_real)0.25
                                            : off < (br_real)-0.25 ? (br_real)-0.25
                                                                   : off);
    }
    open_truth(t);
    t->o = br_kalman_defaults();
    t->o.kind = kind;
    t->o.joint.estimate = t->estimate;
    t->o.joint.estimates = ESTIMATES;
    t->o.sd = t->sd;
    t->o.most = t->most;
    t->o.q = t->q;
    t->o.r = t->r;
    t->o.fade = (br_real)0.01;
    open_observer(t);
}

static void close_machine(machine *t)
{
    free(t->flow_memory);
    free(t->memory);
}

// ---------------------------------------------------------------- truth

// Some 100 um to and fro at up to 0.9 mm/s; position, velocity and acceleration.
static void course(double t, double *x, double *v, double *a)
{
    static const double amplitude[] = {90e-6, 15e-6}, omega[] = {6.0, 17.0};
    *x = *v = *a = 0;
    for (int i = 0; i < 2; i++) {
        *x += amplitude[i] * (1 - cos(omega[i] * t));
        *v += amplitude[i] * omega[i] * sin(omega[i] * t);
        *a += amplitude[i] * omega[i] * omega[i] * cos(omega[i] * t);
    }
}

static br_real friction(const machine *t, const br_real *x, const br_real *u, const br_real *p)
{
    br_real out[2 * STATES];
    br_sys_rate(&t->law->sys, 1, x, t->m, u, p, 0, out);
    return out[t->law->sys.nx];
}

// The next sample: t->u is the input over it. Answers the measurement at its end.
static br_real next_sample(machine *t)
{
    double x, v, a;
    course((double)t->k++ * (double)t->dt, &x, &v, &a);
    v *= t->moving, a *= t->moving;
    t->u[0] = (br_real)v;
    if (t->full && t->moving) // a controller that knows the friction
        t->u[0] = (br_real)(20 * a + 20 * 1e4 * (x - (double)t->x[0]) + 20 * 200 * (v - (double)t->x[1])) +
                  friction(t, t->x, t->u, t->p);
    else if (t->full)
        t->u[0] = 3; // below break-away
    assert_int_equal(br_integrator_step(&t->flow, 1, t->x, t->m, t->u, t->p, 0, t->dt, t->x, t->m, NULL), BR_OK);
    if (t->full && t->moving)
        t->x[1] += (br_real)sqrt((double)(t->q[1] * t->dt)) * br_random_normal(&t->random) / 2;
    br_real y = (t->full ? t->x[0] : friction(t, t->x, t->u, t->p)) + t->noise * br_random_normal(&t->random);
    return t->lsb > 0 ? t->lsb * (br_real)floor((double)(y / t->lsb) + 0.5) : y;
}

// ---------------------------------------------------------------- what always holds

static int all_finite(int n, const br_real *x)
{
    int good = 1;
    for (int i = 0; i < n; i++)
        good &= isfinite(x[i]) != 0;
    return good;
}

// Numbers are finite, the covariance is positive, estimates are in their range. Nothing is computed that an observer in
// a loop would not have computed: the covariance may lag.
static void assert_sane(const machine *t)
{
    const br_gaussian *b = &t->ob.gaussian;
    assert_true(all_finite(b->n, b->x) && all_finite(b->n * b->n, b->U) && all_finite(b->n, b->D));
    for (int i = 0; i < b->n; i++)
        assert_true(b->D[i] >= 0 && b->U[i * (b->n + 1)] == 1 && isfinite(br_gaussian_variance(b, i)));
    assert_true(isfinite(t->ob.last.error) && isfinite(t->ob.last.variance) && isfinite(t->ob.nis));
    for (int i = 0; i < ESTIMATES; i++) {
        br_real value = br_kalman_value(&t->ob, i);
        assert_true(value >= t->estimate[i].low && value <= t->estimate[i].high);
    }
}

static void feed(machine *t, br_real y)
{
    assert_int_equal(br_kalman_predict(&t->ob, t->u, t->law->p, t->dt), BR_OK);
    assert_int_equal(br_kalman_correct(&t->ob, t->u, t->law->p, t->which, y), BR_OK);
    assert_sane(t);
}

static inline void run(machine *t, long samples)
{
    for (long i = 0; i < samples; i++)
        feed(t, next_sample(t));
}

// The largest error of what is estimated, and of the friction force, in standard deviations.
static double worst(machine *t)
{
    br_real sd, F = br_kalman_expect(&t->ob, t->u, t->law->p, 0, &sd), truth = friction(t, t->x, t->u, t->p);
    double most = fabs((double)(F - truth)) / (double)sd;
    for (int i = 0; i < ESTIMATES; i++) {
        double off = (double)(br_kalman_value(&t->ob, i) - t->p[t->estimate[i].number]);
        most = fmax(most, fabs(off) / (double)br_kalman_value_sd(&t->ob, i));
    }
    return most;
}

// Samples until ten in a row have everything within 3 sigma; -1: not within `most`.
static inline long recovers(machine *t, long most)
{
    int inside = 0;
    for (long i = 0; i < most; i++) {
        feed(t, next_sample(t));
        inside = worst(t) <= 3 ? inside + 1 : 0;
        if (inside == 10)
            return i - 9;
    }
    return -1;
}

static inline long assert_recovers(machine *t, long most, const char *after)
{
    long took = recovers(t, most);
    if (took < 0)
        fail_msg("%s, %s, %s order: after %ld samples still %.2f sigma off", t->o.kind->name, after,
                 t->full ? "full" : "reduced", most, worst(t));
    return took;
}

// Everything an observer remembers.
typedef struct record {
    br_real x[MOST_N], U[MOST_N * MOST_N], D[MOST_N], G[2 * MOST_N * MOST_N], seen[STATES + MOST_N], nis;
    br_real came[STATES + MOST_N], cap[MOST_N], first[MOST_N], fit;
    int m[STATES], rows[STATES + MOST_N], again[STATES + MOST_N], held[STATES + MOST_N], pending, alarm;
    int calm[STATES + MOST_N];
} record;

static record remember(const br_kalman *ob)
{
    record to;
    int n = ob->joint.n, ny = ob->joint.ny;
    memset(&to, 0, sizeof to);
    memcpy(to.x, ob->gaussian.x, (size_t)n * sizeof(br_real));
    memcpy(to.U, ob->gaussian.U, (size_t)(n * n) * sizeof(br_real));
    memcpy(to.D, ob->gaussian.D, (size_t)n * sizeof(br_real));
    if (ob->G)
        memcpy(to.G, ob->G, (size_t)(2 * n * n) * sizeof(br_real));
    memcpy(to.seen, ob->gate.seen, (size_t)ny * sizeof(br_real));
    memcpy(to.m, ob->m, (size_t)ob->joint.sys->nm * sizeof(int));
    memcpy(to.rows, ob->gate.rejected, (size_t)ny * sizeof(int));
    memcpy(to.again, ob->gate.openings, (size_t)ny * sizeof(int));
    memcpy(to.calm, ob->gate.calm, (size_t)ny * sizeof(int));
    memcpy(to.held, ob->gate.held, (size_t)ny * sizeof(int));
    memcpy(to.came, ob->gate.came, (size_t)ny * sizeof(br_real));
    memcpy(to.cap, ob->cap, (size_t)n * sizeof(br_real));
    memcpy(to.first, ob->first, (size_t)n * sizeof(br_real));
    to.fit = ob->gate.fit;
    to.nis = ob->nis;
    to.pending = ob->pending;
    to.alarm = ob->alarm;
    return to;
}

static void assert_remembers(const br_kalman *ob, const record *before)
{
    record now = remember(ob);
    assert_memory_equal(&now, before, sizeof now);
}

#endif
