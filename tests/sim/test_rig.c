// test_rig.c - synthetic rigs: the same bits for a seed, forces that balance, motion
// that the adaptive solver confirms, draws of the right size.
//
// The linker hands every allocation of the library to the wrappers below (tests/CMakeLists.txt sees their names).
#include "kit/failing_memory.h"
#include "num/base/elem.h"
#include "paper/kit/experiment.h"
#include "sim/rig/trajectory.h"
#include "sim/rig/virgin_curve.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

enum { SEEDS = 2, ELEMENTS = 16 };

static void load(br_rig *r, const char *name, uint64_t seed)
{
    br_diag why = {0};
    if (br_rig_run(r, name, seed, &why) != BR_OK)
        fail_msg("%s: %s", name, why.text);
}

static double load_timed(br_rig *r, const char *name, uint64_t seed) // s of this processor
{
    clock_t start = clock();
    load(r, name, seed);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

// rig/axis takes longest: one run for each of these seeds serves all tests.
static const br_rig *axis(uint64_t seed)
{
    static br_rig kept[SEEDS];
    br_rig *r = &kept[seed - 1];
    if (!r->log.column)
        load(r, "rig/axis", seed);
    return r;
}

static int free_axes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        br_rig r = *axis(seed);
        br_rig_free(&r);
    }
    return 0;
}

static const double *column(const br_rig *r, const char *name)
{
    const double *v = br_rig_column(r, name);
    if (!v)
        fail_msg("no column %s", name);
    return v;
}

// ---------------------------------------------------------------- the virgin curve

static void the_virgin_curve_meets_table_B3_and_is_strictly_concave(void **state)
{
    (void)state;
    static const double x[4] = {0.25e-6, 1e-6, 3e-6, 47.5e-6}, y[4] = {20 * 0.040, 20 * 0.070, 20 * 0.100, 20 * 0.450};
    br_virgin c;
    assert_int_equal(br_virgin_make(&c), BR_OK);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(br_virgin_at(&c, x[i], NULL) - y[i]) < 1e-13);
    assert_true(br_virgin_at(&c, 0, NULL) == 0);
    double from = 0, before, slope;
    (void)br_virgin_at(&c, 0, &before);
    for (int i = 0; i < 13000; i++) {
        double at = 1e-10 * exp(1e-3 * i), rise = br_virgin_at(&c, at, &slope) - br_virgin_at(&c, from, NULL);
        assert_true(slope > 0 && slope < before);
        assert_true(rise > slope * (at - from) && rise < before * (at - from)); // the slope is that of the curve
        from = at;
        before = slope;
    }
    assert_true(from > 40e-6);
    double chord = y[2] + (y[3] - y[2]) / 2;
    assert_true(br_virgin_at(&c, (x[2] + x[3]) / 2, NULL) > chord + 0.3); // and not the straight pieces of the table
}

static void elements_cut_from_it_lie_on_it(void **state)
{
    (void)state;
    double x[ELEMENTS], kappa[ELEMENTS], nu[ELEMENTS], sum = 0;
    br_virgin c;
    assert_int_equal(br_virgin_make(&c), BR_OK);
    br_virgin_cut(&c, 0.05e-6, ELEMENTS, x, kappa, nu);
    for (int i = 0; i < ELEMENTS; i++) {
        double y = 0;
        for (int j = 0; j < ELEMENTS; j++) // a row of (B.5)
            y += kappa[j] * fmin(x[i], x[j]);
        assert_true(fabs(y - br_virgin_at(&c, x[i], NULL)) < 1e-12);
        assert_true(kappa[i] > 0 && nu[i] > 0);
        assert_true(fabs(kappa[i] * x[i] - 9 * nu[i]) < 1e-12); // (B.7)
        if (i > 0)
            assert_true(fabs(x[i] / x[i - 1] - pow(950, 1.0 / 15)) < 1e-12);
        sum += nu[i];
    }
    assert_true(fabs(sum - 1) < 1e-13);
}

// ---------------------------------------------------------------- the same bits

static uint64_t hash_of(const br_rig *r)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int c = 0; c < r->log.columns; c++)
        for (long long k = 0; k < r->log.rows; k++)
            hash = (hash ^ br_bits(r->log.column[c].v[k])) * 0x100000001b3u;
    return hash;
}

// When a rig changes on purpose, these are the new golden hashes.
static bool golden(const char *name, const br_rig *r, uint64_t want)
{
    uint64_t hash = hash_of(r);
    printf("%s 0x%08lx%08lx\n", name, (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu));
    return hash == want;
}

static void the_same_seed_gives_the_same_bits_everywhere(void **state)
{
    (void)state;
    br_rig exact, consistent;
    load(&exact, "rig/exact", 1);
    load(&consistent, "rig/consistent", 1);
    bool same = golden("rig/axis", axis(1), 0xde5bdb926fc56184u);
    same &= golden("rig/exact", &exact, 0xdc1c2b240cb04ae1u);
    same &= golden("rig/consistent", &consistent, 0xa9327e3bbd364230u);
    assert_true(same);
    br_rig_free(&exact);
    br_rig_free(&consistent);
}

static void a_rig_gives_the_same_bits_again_and_others_for_another_seed(void **state)
{
    (void)state;
    for (int i = 0; br_rig_at(i); i++) {
        br_rig r[3];
        for (int k = 0; k < 3; k++)
            load(&r[k], br_rig_at(i)->name, k < 2 ? 7 : 8);
        assert_true(hash_of(&r[0]) == hash_of(&r[1]));
        assert_true(hash_of(&r[0]) != hash_of(&r[2]));
        for (int k = 0; k < 3; k++)
            br_rig_free(&r[k]);
    }
    assert_null(br_rig_find("rig/"));
}

static void every_number_is_finite_and_time_is_a_multiple_of_the_step(void **state)
{
    (void)state;
    for (int i = 0; br_rig_at(i); i++) {
        br_rig r;
        double seconds = load_timed(&r, br_rig_at(i)->name, 5);
        for (int again = 0; again < 4 && seconds >= 1; again++) { // another program was in the way
            br_rig_free(&r);
            seconds = fmin(seconds, load_timed(&r, br_rig_at(i)->name, 5));
        }
        const double *t = column(&r, "t");
        for (int c = 0; c < r.log.columns; c++)
            for (long long k = 0; k < r.log.rows; k++)
                assert_true(isfinite(r.log.column[c].v[k]));
        for (long long k = 0; k < r.log.rows; k++)
            assert_true(t[k] == (double)k * 1e-4);
        assert_true(r.log.rows > 20000);
        assert_true(r.health.refused + r.health.capped + r.health.unconverged + r.health.unsettled == 0);
        printf("%s: %.2f s\n", br_rig_at(i)->name, seconds);
#if defined __OPTIMIZE__ && !defined BR_SANITIZED
        assert_true(seconds < 1); // 20 seeds are run in tests of observers
#endif
        br_rig_free(&r);
    }
}

// ---------------------------------------------------------------- motion and forces

static void the_axis_follows_its_reference(void **state)
{
    (void)state;
    br_course course;
    assert_int_equal(br_course_make(&course), BR_OK);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const br_rig *r = axis(seed);
        const double *q = column(r, "q"), *q_true = column(r, "q_true");
        double worst = 0, seen = 0, v, a;
        for (long long k = 0; k < r->log.rows; k++) {
            worst = fmax(worst, fabs(br_course_at(&course, (double)k * r->dt, &v, &a) - q_true[k]));
            seen = fmax(seen, fabs(q[k] - q_true[k]));
            double counts = q[k] / (2e-6 / 8192);
            assert_true(fabs(counts - floor(counts + 0.5)) < 1e-6); // 0.24 nm
        }
        assert_true(worst < 0.16e-6);            // docs/rigs.md, as all margins below
        assert_true(seen > 1e-9 && seen < 5e-9); // noise of 0.6 nm
    }
    br_course_free(&course);
}

static void the_trajectory_is_that_of_the_thesis(void **state)
{
    (void)state;
    br_course c;
    assert_int_equal(br_course_make(&c), BR_OK);
    double low = 1, high = -1;
    for (long long k = -br_course_lead(&c); k < br_course_rows(&c); k++) {
        double v, a, next, ignore, x = br_course_at(&c, (double)k * 1e-4, &v, &a);
        next = br_course_at(&c, (double)k * 1e-4 + 1e-7, &ignore, &ignore);
        assert_true(fabs(fabs(a) - 0.02) < 1e-12);
        assert_true(fabs(next - x - 1e-7 * v) < 1e-15);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    assert_true(low > -1e-12 && low < 1e-9 && fabs(high - 200e-6) < 1e-9);
    double v, a;
    assert_true(fabs(br_course_at(&c, 0, &v, &a)) < 1e-12 && fabs(v) < 1e-12);
    // the minor loop of Figs 4.8 and 4.9: turns at 70 and 50 um, and closes at 70
    assert_true(fabs(br_course_at(&c, c.minor[0], &v, &a) - 70e-6) < 1e-12 && fabs(v) < 1e-12);
    assert_true(fabs(br_course_at(&c, c.minor[1], &v, &a) - 70e-6) < 1e-12 && v > 0);
    double least = 1;
    for (int k = 0; c.minor[0] + 1e-4 * k < c.minor[1]; k++)
        least = fmin(least, br_course_at(&c, c.minor[0] + 1e-4 * k, &v, &a));
    assert_true(fabs(least - 50e-6) < 1e-9);
    br_course_free(&c);
}

// Momentum from row to row: u and w are held, friction bends little within a sample.
static void balances(const br_rig *r, const char *name)
{
    const double *u = column(r, "u"), *w = column(r, "w_true"), *v = column(r, "v_true"), *F = column(r, "F_true"),
                 *a = column(r, "a_true"), *q = column(r, "q_true");
    double worst = 0, far = 0;
    for (long long k = 0; k + 1 < r->log.rows; k++) {
        assert_true(fabs(u[k] + w[k] - r->m * a[k] - F[k]) < 1e-12);
        worst = fmax(worst, fabs(r->m * (v[k + 1] - v[k]) / r->dt - (u[k] + w[k] - (F[k] + F[k + 1]) / 2)));
        far = fmax(far, fabs(q[k + 1] - q[k] - r->dt * (v[k] + v[k + 1]) / 2));
    }
    printf("%s: momentum within %.2g N, way within %.2g m\n", name, worst, far);
    assert_true(worst < 0.01 && far < 5e-12);
}

static void forces_balance(void **state)
{
    (void)state;
    br_rig exact;
    balances(axis(2), "rig/axis");
    load(&exact, "rig/exact", 2);
    balances(&exact, "rig/exact");
    br_rig_free(&exact);
}

// What the drive and the disturbances put in over the log is kinetic energy, or went into friction, which gives none back.
static void energy_balances(void **state)
{
    (void)state;
    const br_rig *r = axis(1);
    const double *u = column(r, "u"), *w = column(r, "w_true"), *v = column(r, "v_true"), *F = column(r, "F_true"),
                 *q = column(r, "q_true");
    double in = 0, lost = 0;
    long long last = r->log.rows - 1;
    for (long long k = 0; k < last; k++) {
        in += (u[k] + w[k]) * (q[k + 1] - q[k]);
        lost += (F[k] + F[k + 1]) / 2 * (q[k + 1] - q[k]);
    }
    double kinetic = r->m / 2 * (v[last] * v[last] - v[0] * v[0]);
    printf("in %.6g J, friction %.6g J, kinetic %.3g J\n", in, lost, kinetic);
    assert_true(fabs(in - lost - kinetic) < 1e-4 * in);
    assert_true(lost > 0.005); // two loops of 200 um at 9 N, and minor ones
}

// Thesis 4.4.1: finite differences and a second-order low-pass of 500 Hz, twice.
typedef struct lowpass {
    double b, a1, a2, x1, x2, y1, y2;
} lowpass;

static lowpass lowpass_of(double cutoff, double dt)
{
    double g = tan(3.141592653589793 * cutoff * dt), n = 1 / (1 + sqrt(2) * g + g * g);
    return (lowpass){.b = g * g * n, .a1 = 2 * (g * g - 1) * n, .a2 = (1 - sqrt(2) * g + g * g) * n};
}

static double pass(lowpass *f, double x)
{
    double y = f->b * (x + 2 * f->x1 + f->x2) - f->a1 * f->y1 - f->a2 * f->y2;
    f->x2 = f->x1;
    f->x1 = x;
    f->y2 = f->y1;
    f->y1 = y;
    return y;
}

static void the_indirect_force_is_friction_with_a_quarter_newton_of_noise(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const br_rig *r = axis(seed);
        const double *q = column(r, "q"), *u = column(r, "u"), *F = column(r, "F_true");
        lowpass first = lowpass_of(500, r->dt), second = first;
        double before = 0, sum = 0, square = 0;
        long long count = 0;
        for (long long k = 1; k < r->log.rows; k++) {
            double v = pass(&first, (q[k] - q[k - 1]) / r->dt), a = pass(&second, (v - before) / r->dt);
            double e = u[k] - r->m * a - F[k];
            before = v;
            if (k < 100) // the filters start
                continue;
            sum += e;
            square += e * e;
            count++;
        }
        double mean = sum / (double)count, sd = sqrt(square / (double)count - mean * mean);
        printf("seed %d: mean %.3f N, sd %.3f N\n", (int)seed, mean, sd);
        assert_true(fabs(mean) < 0.02 && sd > 0.23 && sd < 0.28);
    }
}

// ---------------------------------------------------------------- against the adaptive solver

// The rig's forces, held from row to row.
typedef struct replay {
    const double *force;
    double dt;
    long long first;
} replay;

static void replay_at(void *self, double t, double *u)
{
    const replay *p = self;
    u[0] = p->force[p->first + (long long)floor(t / p->dt + 1e-6)];
}

static double replay_next(void *self, double t)
{
    const replay *p = self;
    return (floor(t / p->dt + 1e-6) + 1) * p->dt;
}

static void list(char **to, const char *name, int n, const double *v, const char *unit)
{
    *to += sprintf(*to, "%s = ", name);
    for (int i = 0; i < n; i++)
        *to += sprintf(*to, "%s%.17g", i ? ", " : "", v[i]);
    *to += sprintf(*to, "%s\n", unit);
}

static void open_axis(br_model *m, const char *friction, const char *values)
{
    size_t size = 0;
    const char *text = br_builtin_text(NULL, "mass", &size);
    static char given[8000];
    br_diag why = {0};
    int n = snprintf(given, sizeof given, "friction = %s, m = 20 kg\n%s", friction, values);
    assert_true(n > 0 && n < (int)sizeof given);
    br_model_source source = {text, size, "mass", br_builtin_text, NULL};
    br_given list = {.text = given, .size = (size_t)n, .origin = "values"};
    if (br_model_open_given(m, &source, &list, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// Where the axis has just turned upward: all elements stick.
static long long turn(const double *v, long long from)
{
    while (!(v[from] < 0))
        from++;
    while (!(v[from] > 0))
        from++;
    return from;
}

// The plant `mass` under the rig's own forces, from one of its turns on.
static void replays(const br_rig *r, const char *friction, const char *law, double *position, double *force)
{
    enum { ROWS = 500 };
    const double *v = column(r, "v_true"), *q = column(r, "q_true"), *F = column(r, "F_true");
    double *total = malloc((size_t)r->log.rows * sizeof *total), z[ELEMENTS];
    int nz = r->log.columns - (br_record_find(&r->log, "z[1]_true"));
    char values[4000], *to = values;
    assert_non_null(total);
    for (long long k = 0; k < r->log.rows; k++)
        total[k] = column(r, "u")[k] + column(r, "w_true")[k];
    long long first = turn(v, 3000);
    for (int i = 0; i < nz; i++)
        z[i] = r->log.column[r->log.columns - nz + i].v[first];
    to += sprintf(to, "%s", law);
    list(&to, "x", 1, &q[first], " m");
    list(&to, "v", 1, &v[first], " m/s");
    list(&to, "fr.z", nz, z, " N");
    br_model m;
    br_run run;
    br_diag why = {0};
    open_axis(&m, friction, values);
    replay p = {total, r->dt, first};
    br_drive drive = {replay_at, replay_next, &p};
    br_run_options o = br_run_defaults();
    o.relative = 1e-9;
    o.absolute = 1e-15;
    if (br_run_open(&run, &m, &drive, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    *position = *force = 0;
    for (long long k = 0; k < ROWS; k++) {
        if (br_run_to(&run, (double)k * r->dt, &why) != BR_OK)
            fail_msg("%s", why.text);
        *position = fmax(*position, fabs(run.x[0] - q[first + k]));
        *force = fmax(*force, fabs(run.y[0] - F[first + k]));
    }
    printf("%s: %lld steps, position within %.2g m, force within %.2g N\n", friction, run.count.steps, *position,
           *force);
    br_run_close(&run);
    br_model_close(&m);
    free(total);
}

static void fixed_steps_agree_with_the_adaptive_solver(void **state)
{
    (void)state;
    br_rig r;
    br_virgin c;
    double x[ELEMENTS], kappa[ELEMENTS], nu[ELEMENTS], position, force;
    char law[2000], *to = law;
    assert_int_equal(br_virgin_make(&c), BR_OK);
    br_virgin_cut(&c, 0.05e-6, ELEMENTS, x, kappa, nu);
    list(&to, "fr.kappa", ELEMENTS, kappa, " N/m");
    list(&to, "fr.nu", ELEMENTS, nu, "");
    sprintf(to, "fr.FC = 9 N, fr.beta = 0.12, fr.vs = 1 mm/s, fr.sigma2 = 400 N*s/m, fr.C = 15 N/s\n");
    replays(axis(1), "gms", law, &position, &force);
    assert_true(position < 4e-11 && force < 4e-5);
    load(&r, "rig/exact", 1);
    replays(&r, "sgms", "fr = table-4.1\n", &position, &force);
    assert_true(position < 4e-11 && force < 4e-5);
    br_rig_free(&r);
}

// ---------------------------------------------------------------- rig/exact

static void held_velocities_move_the_observers_model_as_the_truth(void **state)
{
    (void)state;
    br_rig r;
    br_contact c;
    br_diag why = {0};
    br_integrator_options o = br_integrator_defaults();
    load(&r, "rig/exact", 1);
    assert_int_equal(br_contact_open(&c, "sgms", "table-4.1", NULL, &o, &why), BR_OK);
    const double *v = column(&r, "v"), *F = column(&r, "F"), *F_true = column(&r, "F_true");
    int z = br_record_find(&r.log, "z[1]_true");
    double worst = 0, square = 0;
    for (int i = 0; i < 4; i++)
        c.x[i] = r.log.column[z + i].v[0];
    for (long long k = 0; k < r.log.rows; k++) {
        worst = fmax(worst, fabs(br_contact_force(&c, v[k]) - F_true[k]));
        square += (F[k] - F_true[k]) * (F[k] - F_true[k]);
        assert_int_equal(br_contact_move(&c, v[k], r.dt), BR_OK);
    }
    double sd = sqrt(square / (double)r.log.rows);
    printf("force within %.2g N, noise %.3g N\n", worst, sd);
    assert_true(worst < 0.7e-3 && fabs(sd - 0.02) < 2e-4);
    br_contact_close(&c);
    br_rig_free(&r);
}

// ---------------------------------------------------------------- rig/consistent

static void without_noise_a_draw_is_the_flow(void **state)
{
    (void)state;
    br_rig r;
    br_contact c;
    br_diag why = {0};
    br_integrator_options o = br_integrator_defaults();
    br_rig_prior prior = br_rig_prior_defaults();
    prior.sds = 0;
    prior.noise = 0;
    prior.rows = 5000;
    assert_int_equal(br_rig_draw(&r, &prior, 1, &why), BR_OK);
    assert_int_equal(br_contact_open(&c, prior.law, prior.set, prior.values, &o, &why), BR_OK);
    assert_true(r.log.rows == 5000);
    const double *v = column(&r, "v"), *F = column(&r, "F"), *z = column(&r, "z[4]_true");
    for (long long k = 0; k < r.log.rows; k++) {
        assert_true(z[k] == c.x[3] && F[k] == br_contact_force(&c, v[k]));
        assert_int_equal(br_contact_move(&c, v[k], r.dt), BR_OK);
    }
    br_contact_close(&c);
    br_rig_free(&r);
}

// Mean squares of what was drawn, over what they should be; n numbers leave sqrt(2/n).
static void draws_have_the_sds_asked_for(void **state)
{
    (void)state;
    enum { RUNS = 400, ROWS = 12 };
    static const br_rig_sd sd[] = {{"z[2]", 0.1, 2, false}, {"kappa[3]", 0.05, 0.3, true}, {"FC", 0.4, 3, false}};
    br_rig_prior prior = br_rig_prior_defaults();
    prior.sd = sd;
    prior.sds = 3;
    prior.noise = 0.3;
    prior.rows = ROWS;
    double first[3] = {0}, walk[2] = {0}, noise = 0, cross = 0;
    for (int run = 0; run < RUNS; run++) {
        br_rig r;
        br_diag why = {0};
        if (br_rig_draw(&r, &prior, (uint64_t)run, &why) != BR_OK)
            fail_msg("%s", why.text);
        const double *z = column(&r, "z[2]_true"), *kappa = column(&r, "kappa[3]_true"), *FC = column(&r, "FC_true"),
                     *F = column(&r, "F"), *F_true = column(&r, "F_true");
        double e[3] = {(z[0] + 0.056 * 10.08) / 0.1, (kappa[0] / 142e3 - 1) / 0.05, (FC[0] - 9) / 0.4};
        for (int i = 0; i < 3; i++)
            first[i] += e[i] * e[i] / RUNS;
        cross += e[1] * e[2] / RUNS;
        for (int k = 1; k < ROWS; k++) {
            double a = (kappa[k] - kappa[k - 1]) / (142e3 * 0.3 * 1e-2), b = (FC[k] - FC[k - 1]) / (3 * 1e-2);
            walk[0] += a * a / (RUNS * (ROWS - 1));
            walk[1] += b * b / (RUNS * (ROWS - 1));
        }
        for (int k = 0; k < ROWS; k++)
            noise += (F[k] - F_true[k]) * (F[k] - F_true[k]) / (0.3 * 0.3 * RUNS * ROWS);
        assert_null(br_rig_column(&r, "kappa[1]_true"));
        br_rig_free(&r);
    }
    for (int i = 0; i < 3; i++)
        assert_true(fabs(first[i] - 1) < 0.28); // 4 sd
    assert_true(fabs(cross) < 0.2);
    for (int i = 0; i < 2; i++)
        assert_true(fabs(walk[i] - 1) < 0.085);
    assert_true(fabs(noise - 1) < 0.082);
}

static void draws_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static const struct {
        br_rig_sd sd;
        br_status status;
    } wrong[] = {{{"kapa", 1, 0, true}, BR_BAD_USAGE},         {{"v", 1, 0, true}, BR_BAD_USAGE},
                 {{"kappa[5]", 1, 0, true}, BR_BAD_USAGE},     {{"kappa[0]", 1, 0, true}, BR_BAD_USAGE},
                 {{"kappa[2", 1, 0, true}, BR_BAD_USAGE},      {{"FC", -1, 0, true}, BR_BAD_USAGE},
                 {{"FC", (double)NAN, 0, true}, BR_BAD_USAGE}, {{"kappa[1]", 1e3, 0, true}, BR_NEGATIVE}};
    br_rig r;
    br_rig_prior prior = br_rig_prior_defaults();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        br_status status = BR_OK;
        br_diag why = {0};
        prior.sd = &wrong[i].sd;
        prior.sds = 1;
        for (uint64_t seed = 0; seed < 16 && status == BR_OK; seed++) { // every second draw is negative
            status = br_rig_draw(&r, &prior, seed, &why);
            br_rig_free(&r);
        }
        assert_int_equal(status, wrong[i].status);
        assert_true(why.text[0] && r.log.columns == 0);
    }
    const br_rig_sd twice[] = {{"kappa", 0.1, 0, true}, {"kappa[2]", 0.1, 0, true}};
    prior.sd = twice;
    prior.sds = 2;
    assert_int_equal(br_rig_draw(&r, &prior, 1, NULL), BR_BAD_USAGE);
    prior = br_rig_prior_defaults();
    prior.law = "load-dahl"; // has a normal force as input
    prior.set = prior.values = NULL;
    assert_int_not_equal(br_rig_draw(&r, &prior, 1, NULL), BR_OK);
    assert_int_equal(br_rig_run(&r, "rig/axes", 1, NULL), BR_BAD_USAGE);
}

// ---------------------------------------------------------------- memory

static void memory_that_gives_out_is_an_answer(void **state)
{
    (void)state;
    br_rig r;
    br_rig_prior prior = br_rig_prior_defaults();
    prior.rows = 10;
    long failed = 0;
    for (long n = 0;; n++, failed++) {
        countdown = n;
        br_status status = br_rig_draw(&r, &prior, 1, NULL);
        if (status == BR_OK)
            break;
        assert_int_equal(status, BR_NO_MEMORY);
        assert_null(r.log.column);
    }
    countdown = -1;
    br_rig_free(&r);
    assert_true(failed > 20);
    for (long n = 0;; n += 7, failed++) {
        countdown = n;
        br_status status = br_rig_run(&r, "rig/axis", 1, NULL);
        if (countdown >= 0) // so many were not asked for
            break;
        assert_int_equal(status, BR_NO_MEMORY);
    }
    countdown = -1;
    br_rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_virgin_curve_meets_table_B3_and_is_strictly_concave),
        cmocka_unit_test(elements_cut_from_it_lie_on_it),
        cmocka_unit_test(the_same_seed_gives_the_same_bits_everywhere),
        cmocka_unit_test(a_rig_gives_the_same_bits_again_and_others_for_another_seed),
        cmocka_unit_test(every_number_is_finite_and_time_is_a_multiple_of_the_step),
        cmocka_unit_test(the_axis_follows_its_reference),
        cmocka_unit_test(the_trajectory_is_that_of_the_thesis),
        cmocka_unit_test(forces_balance),
        cmocka_unit_test(energy_balances),
        cmocka_unit_test(the_indirect_force_is_friction_with_a_quarter_newton_of_noise),
        cmocka_unit_test(fixed_steps_agree_with_the_adaptive_solver),
        cmocka_unit_test(held_velocities_move_the_observers_model_as_the_truth),
        cmocka_unit_test(without_noise_a_draw_is_the_flow),
        cmocka_unit_test(draws_have_the_sds_asked_for),
        cmocka_unit_test(draws_that_make_no_sense_are_refused),
        cmocka_unit_test(memory_that_gives_out_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, free_axes);
}
