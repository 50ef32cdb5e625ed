// test_control.c - an axis under compensators: its motion against a stiff solver, its measures, and what a comparison says.
#include "kit/failing_memory.h"

#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "law/builtin/builtin.h"
#include "sim/control/compensators.h"
#include "sim/run/run.h"

static void open_model(br_model *m, const char *law, const char *set, const char *values)
{
    size_t size = 0;
    const char *text = br_builtin_text(NULL, law, &size);
    br_diag why = {0};
    br_model_source source = {text, size, law, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = law};
    if (br_model_open_given(m, &source, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// ---------------------------------------------------------------- the axis

// A force that is held for a millisecond each.
static double held(double size, int k)
{
    return size * sin(0.02 * k);
}

static void drive_at(void *self, double t, double *u)
{
    u[0] = held(*(const double *)self, (int)(t * 1e3 + 1e-6));
}

static double drive_next(void *self, double t)
{
    (void)self;
    return (floor(t * 1e3 + 1e-6) + 1) * 1e-3;
}

// Held forces that break the mass away, turn it round and let it stick, against the plant and the adaptive solver.
static void the_axis_moves_as_the_plant_does(void **state)
{
    static const char *const law[] = {"lugre", "sgms"}, *const set[] = {"table-I", "table-4.1"},
                             *const plants[] = {"fig-2", "axis"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        br_model friction, plant;
        br_carriage a;
        br_run run;
        br_diag why = {0};
        br_run_options o = br_run_defaults();
        double size = i ? 14 : 2;
        br_drive drive = {.at = drive_at, .next = drive_next, .self = &size};
        open_model(&friction, law[i], set[i], "");
        open_model(&plant, "mass", plants[i], "x = 0 m, v = 0 m/s, u = 0 N");
        o.until = 1, o.step = 1e-3;
        assert_int_equal(br_carriage_open(&a, &friction, i ? 20 : 1, &why), BR_OK);
        assert_int_equal(br_run_open(&run, &plant, &drive, &o, &why), BR_OK);
        double worst = 0, most = 0;
        for (int k = 0; k < 1000; k++) {
            assert_int_equal(br_carriage_move(&a, held(size, k), 1e-3), BR_OK);
            assert_int_equal(br_run_to(&run, (k + 1) * 1e-3, &why), BR_OK);
            most = fmax(most, fabs(run.x[0]));
            worst = fmax(worst, fabs(a.q - run.x[0]));
        }
        print_message("  %s: %.2g m off in %.2g m\n", law[i], worst, most);
        assert_true(most > 1e-4 && worst < 2e-3 * most);
        br_run_close(&run);
        br_carriage_close(&a);
        br_model_close(&friction);
        br_model_close(&plant);
    }
}

// Theorem 1 beyond LuGre: the observer of any law of elements, corrected by e + T e' with Kd > m/T, forgets a wrong start and
// knows the force, while the axis follows a sine whose way is mostly presliding.
static void observers_of_other_laws_forget_a_wrong_start(void **state)
{
    static const char *const law[] = {"sgms", "elasto-plastic", "dahl"}, *const set[] = {"table-4.1", "table-I",
                                                                                         "example"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        br_model friction;
        br_carriage a;
        br_compensate c;
        br_diag why = {0};
        double mass = i ? 1 : 20, wrong[4], k[4], size = i ? 3e-6 : 0.3;
        open_model(&friction, law[i], set[i], "");
        assert_int_equal(br_carriage_open(&a, &friction, mass, &why), BR_OK);
        int nx = a.system.sys.nx;
        for (int j = 0; j < nx; j++)
            wrong[j] = -size, k[j] = i ? 1 : 5e5; // 1/s; N/(m*s): both make 10/s with Kp
        br_compensate_options o = br_compensate_defaults(&br_compensate_observer, 2e-4);
        o.mass = mass, o.tachometer = 1;
        o.gain = (br_feedback_gain){.Kp = mass * 1e4, .Kd = mass * 200};
        o.law.sys = &a.system.sys, o.law.p = a.p, o.law.u = a.u, o.law.velocity = a.velocity, o.law.force = a.force;
        o.law.x = wrong, o.law.k = k, o.law.lead = 0.01;
        size_t bytes = br_compensate_bytes(&o);
        void *memory = malloc(bytes);
        assert_int_equal(br_compensate_init(&c, &o, memory, bytes), BR_OK);
        br_servo_course course = {.stroke = 20e-6, .period = 0.5, .times = 5};
        double first = 0, last = 0;
        for (int n = 0; n < 10000; n++) {
            br_motion aim = br_servo_aim(&course, n * 2e-4);
            double u = br_compensate_step(&c, &aim, a.q, a.v, 2e-4), off = fabs(br_carriage_friction(&a) - c.friction);
            first = n < 10 ? fmax(first, off) : first;
            last = n >= 9000 ? fmax(last, off) : last;
            assert_int_equal(br_carriage_move(&a, u, 2e-4), BR_OK);
        }
        print_message("  %s: off by %.3g N at first, %.2g N after 1.8 s\n", law[i], first, last);
        assert_true(last < 0.02 * first);
        free(memory);
        br_carriage_close(&a);
        br_model_close(&friction);
    }
}

// Masses that friction stops within microseconds: half the step gives the same motion.
static void a_light_axis_is_simulated_in_steps_it_needs(void **state)
{
    static const double masses[] = {1, 0.05, 0.02, 1e-3};
    (void)state;
    for (int i = 0; i < 4; i++) {
        br_model friction;
        br_carriage whole, half;
        br_diag why = {0};
        double most = 0, worst = 0;
        open_model(&friction, "lugre", "table-I", "");
        assert_int_equal(br_carriage_open(&whole, &friction, masses[i], &why), BR_OK);
        assert_int_equal(br_carriage_open(&half, &friction, masses[i], &why), BR_OK);
        assert_true((i == 0) == (whole.substep == 200e-6));
        half.substep = whole.substep / 2;
        for (int k = 0; k < 300; k++) {
            assert_int_equal(br_carriage_move(&whole, held(2, k), 1e-3), BR_OK);
            assert_int_equal(br_carriage_move(&half, held(2, k), 1e-3), BR_OK);
            most = fmax(most, fabs(half.q));
            worst = fmax(worst, fabs(half.q - whole.q));
        }
        print_message("  %g kg: %.2g m off in %.2g m\n", masses[i], worst, most);
        assert_true(most > 1e-3 && worst < 1e-3 * most);
        br_carriage_close(&whole);
        br_carriage_close(&half);
        br_model_close(&friction);
    }
}

// ---------------------------------------------------------------- measures, of planted signals

// Two moves of 0.2 s and back in a period of 1 s, then a rest of 1 s; 1 kHz.
static br_servo measured(double (*error)(double t), double (*command)(double t), double (*speed)(double t))
{
    br_servo r;
    br_servo_sums s;
    br_servo_options o = br_servo_defaults(1e-3);
    o.course = (br_servo_course){.kind = BR_COURSE_MOVES, .stroke = 1e-2, .period = 1, .rest = 1, .times = 2};
    o.band = 1e-5;
    br_servo_begin(&r, &s);
    for (int k = 0; k < 3000; k++) {
        double t = k * 1e-3;
        br_motion aim = br_servo_aim(&o.course, t);
        br_servo_add(&r, &s, &o, t, &aim, aim.q + error(t), speed(t), command(t));
    }
    br_servo_end(&r, &s, &o);
    return r;
}

static double nothing(double t)
{
    (void)t;
    return 0;
}

static double steps(double t) // 2, -2, 2, ...
{
    return (int)(t * 1e3 + 0.5) % 2 ? -2 : 2;
}

static double half_metre(double t)
{
    (void)t;
    return 0.5;
}

static double
late(double t) // 0.1 mm off until 0.15 s after the moves that end at 0.2, 0.7, 1.2, 1.7 s, but longer once
{
    double in = fmod(t, 0.5);
    return t < 2 && in > 0.01 && in < (t > 1 && t < 1.5 ? 0.43 : 0.35) ? 1e-4 : 0;
}

static double swings(double t) // 0.1 mm to and fro at the end
{
    return t > 2 ? 1e-4 * sin(40 * t) : 0;
}

static double creeps(double t) // as far, but one way
{
    return t > 2 ? 1e-4 * (t - 2) : 0;
}

static double never(double t)
{
    br_servo_course c = {.kind = BR_COURSE_MOVES, .stroke = 1e-2, .period = 1, .rest = 1, .times = 2};
    return -br_servo_aim(&c, t).q;
}

static void measures_are_what_they_say(void **state)
{
    (void)state;
    br_servo r = measured(nothing, steps, half_metre);
    assert_true(fabs(r.effort - 2) < 1e-12 && fabs(r.chatter - 4) < 1e-2);
    assert_true(fabs(r.energy - 2 * 0.5 * 3) < 1e-9 && r.rms == 0 && r.settling == 0 && r.cycle == 0);
    r = measured(late, nothing, nothing);
    assert_true(fabs(r.settling - 0.23) < 2e-3); // the longest of them
    assert_true(fabs(r.rms - 1e-4 * sqrt(0.76)) < 1e-6 && fabs(r.peak - 1e-4) < 1e-12);
    r = measured(swings, nothing, nothing);
    assert_true(fabs(r.cycle - 2e-4) < 1e-6 && isinf(r.settling));
    r = measured(creeps, nothing, nothing);
    assert_true(r.cycle == 0 && isinf(r.settling));
    assert_true(
        isinf(measured(never, nothing, nothing).settling)); // at home when all is over, without having been away
}

static double unsettled(double t) // at the end of the second rest, and of no other
{
    return t > 0.5 && t < 1.1 ? 1e-4 : 0;
}

static void a_rest_that_ends_unsettled_is_never_settled(void **state)
{
    (void)state;
    assert_true(isinf(measured(unsettled, nothing, nothing).settling));
}

static void a_trial_with_a_limit_cycle_or_chatter_is_worth_little(void **state)
{
    (void)state;
    br_servo good = {.rms = 1, .cycle = 1e-6, .chatter = 0.1}, cycle = good, chatter = good;
    cycle.cycle = 2e-5, chatter.chatter = 0.3, cycle.rms = chatter.rms = 0.01;
    assert_true(br_trial_score(&good, 1e-5, 1) == 1);
    assert_true(br_trial_score(&cycle, 1e-5, 1) > 1 && br_trial_score(&chatter, 1e-5, 1) > 1);
}

static void a_course_has_the_slopes_it_says(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        br_servo_course c = {.kind = (br_course_kind)kind, .stroke = 2e-3, .period = 0.8, .rest = 0.3, .times = 2};
        for (int k = 0; k < 940; k++) {
            double t = 1e-3 + 1.7e-3 * k, h = 1e-5;
            br_motion a = br_servo_aim(&c, t - h), b = br_servo_aim(&c, t + h), m = br_servo_aim(&c, t);
            if (a.a == 0 || b.a == 0 || a.a * b.a < 0 || fabs(fmod(t, 0.8) - 0.8) < 2 * h || fmod(t, 0.8) < 2 * h)
                continue; // ends of moves
            assert_true(fabs((b.q - a.q) / (2 * h) - m.v) < 1e-4 * 0.05 && fabs((b.v - a.v) / (2 * h) - m.a) < 1e-3);
        }
        assert_true(br_servo_aim(&c, 1.7).q == 0 && fabs(br_servo_until(&c) - 1.9) < 1e-12);
        assert_true(fabs(br_servo_aim(&c, 0.4).q - 2e-3) < 1e-12); // at the other end half way through
    }
}

static void a_command_acts_as_late_as_asked_for(void **state)
{
    (void)state;
    br_model friction;
    br_carriage a;
    br_compensate c;
    br_servo now, late;
    br_diag why = {0};
    br_compensate_options o = br_compensate_defaults(&br_compensate_none, 1e-3);
    o.mass = 1, o.gain = (br_feedback_gain){.Kp = 1e4, .Kd = 200};
    size_t bytes = br_compensate_bytes(&o);
    void *memory = malloc(bytes);
    br_servo_options s = br_servo_defaults(1e-3);
    s.keep = true;
    open_model(&friction, "lugre", "table-I", "");
    assert_int_equal(br_carriage_open(&a, &friction, 1, &why), BR_OK);
    assert_int_equal(br_compensate_init(&c, &o, memory, bytes), BR_OK);
    assert_int_equal(br_servo_run(&now, &a, &c, &s, &why), BR_OK);
    s.delay = 3;
    assert_int_equal(br_servo_run(&late, &a, &c, &s, &why), BR_OK);
    assert_true(now.u[0] != 0 && late.u[0] == 0 && late.u[2] == 0 && late.u[3] == now.u[0] && late.q[3] == 0);
    br_servo_free(&now);
    br_servo_free(&late);
    br_carriage_close(&a);
    br_model_close(&friction);
    free(memory);
}

// ---------------------------------------------------------------- numbers of a law

static void the_numbers_of_a_law_are_found(void **state)
{
    (void)state;
    br_model m;
    br_known k;
    br_diag why = {0};
    open_model(&m, "sgms", "table-4.1", "");
    assert_int_equal(br_known_of(&k, &m, 20, 0.02, &why), BR_OK);
    assert_true(fabs(k.FC / 9 - 1) < 0.01 && fabs(k.FS / (9 * 1.12) - 1) < 0.04 && fabs(k.viscous / 400 - 1) < 0.01);
    assert_true(fabs(k.vs / 1e-3 - 1) < 0.2 && fabs(k.length / 18.8e-6 - 1) < 0.2 && !k.rotary);
    br_model_close(&m);
    open_model(&m, "lugre", "table-I", "");
    assert_int_equal(br_known_of(&k, &m, 1, 0.02, &why), BR_OK);
    assert_true(k.FC == 1 && k.FS == 1.5 && k.sigma0 == 1e5 && k.viscous == 0.4 && k.own && !k.rational);
    assert_true(fabs(k.sigma1 / sqrt(1e5) - 1) < 1e-9);
    br_model_close(&m);
    open_model(&m, "lugre", "table-I", "form = force");
    assert_int_equal(br_known_of(&k, &m, 1, 0.02, &why), BR_OK);
    assert_true(k.own && fabs(k.sigma0 / 1e5 - 1) < 1e-9 && fabs(k.sigma1 / sqrt(1e5) - 1) < 1e-9);
    br_model_close(&m);
    open_model(&m, "elasto-plastic", "table-II", "");
    assert_int_equal(br_known_of(&k, &m, 1, 0.02, &why), BR_OK);
    assert_true(k.own && k.sigma0 == 1e5 && fabs(k.sigma1 / 1e3 - 1) < 1e-9 && k.zba == 8e-6 && k.rational);
    br_model_close(&m);
    open_model(&m, "lugre", "table-I", "");
    assert_int_equal(br_known_of(&k, &m, 1, 1e-5, &why), BR_OK); // a short stroke: far below vs all the way
    assert_true(k.FC == 1 && k.sigma0 == 1e5 && fabs(k.length / 5.8e-6 - 1) < 0.1);
    br_model_close(&m);
    open_model(&m, "sgms", "table-4.1", "");
    assert_int_equal(br_known_of(&k, &m, 20, 0.02, &why), BR_OK);
    assert_false(k.own); // its sigma1 is assumed
    br_model_close(&m);
    open_model(&m, "viscous", NULL, "sigma2 = 1 N*s/m");
    assert_int_not_equal(br_known_of(&k, &m, 1, 0.02, &why), BR_OK);
    assert_true(why.text[0]);
    br_model_close(&m);
}

// ---------------------------------------------------------------- comparisons

typedef struct axis {
    br_model friction, plant;
    br_control_axis is;
} axis;

static void open_axis(axis *a)
{
    open_model(&a->friction, "lugre", "table-I", "");
    open_model(&a->plant, "mass", "fig-2", "x = 0 m, v = 0 m/s");
    a->is = (br_control_axis){&a->friction, &a->friction, &a->plant, 1};
}

static void close_axis(axis *a)
{
    br_model_close(&a->friction);
    br_model_close(&a->plant);
}

static br_control_options quick(const char *rivals)
{
    br_control_options o = br_control_defaults(5e-4);
    o.servo.course = (br_servo_course){.stroke = 2e-3, .period = 0.5, .rest = 0.2, .times = 2};
    o.servo.band = 1e-5;
    o.bandwidth = 100;
    o.trials = 2;
    o.rivals = rivals;
    return o;
}

static const br_control_row *row_of(const br_control *c, const char *name)
{
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->row[i].rival->name, name) == 0)
            return &c->row[i];
    fail_msg("no %s", name);
    abort();
}

static void a_comparison_has_its_baselines_and_its_measures(void **state)
{
    (void)state;
    axis a;
    br_control c, again;
    br_diag why = {0};
    br_control_options o = quick("model,lugre,mhe-lugre");
    open_axis(&a);
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_OK);
    assert_int_equal(c.rows, 6);
    const br_servo *none = &row_of(&c, "none")->run, *pid = &row_of(&c, "pid")->run;
    assert_true(pid->rms < none->rms && row_of(&c, "disturbance")->run.rms < none->rms);
    assert_true(row_of(&c, "model")->run.rms < pid->rms / 10 && row_of(&c, "lugre")->run.rms < pid->rms / 10);
    assert_true(row_of(&c, "mhe-lugre")->run.rms < pid->rms / 10);
    assert_true(c.observed && !c.spr.strict && row_of(&c, "lugre")->Kd < sqrt(1e5));
    double e2 = 0, u2 = 0, peak = 0;
    long long counted = 0;
    for (long long k = 0; k < pid->rows; k++) {
        u2 += pid->u[k] * pid->u[k];
        if (pid->t[k] < 0.5 || pid->t[k] >= 1)
            continue;
        e2 += pid->e[k] * pid->e[k], counted++;
        peak = fmax(peak, fabs(pid->e[k]));
    }
    assert_true(fabs(sqrt(e2 / (double)counted) / pid->rms - 1) < 1e-9 && peak == pid->peak);
    assert_true(fabs(sqrt(u2 / (double)pid->rows) / pid->effort - 1) < 1e-9 && pid->reversal <= pid->peak);
    assert_true(isinf(none->settling) || none->settling > 0); // PD leaves an error of FC/Kp, 100 um
    assert_int_equal(br_control_run(&again, &a.is, &o, &why), BR_OK);
    for (int i = 0; i < c.rows; i++)
        assert_memory_equal(c.row[i].run.e, again.row[i].run.e, (size_t)c.row[i].run.rows * sizeof(double));
    br_control_free(&c);
    br_control_free(&again);
    close_axis(&a);
}

static void knowledge_that_is_wrong_costs_accuracy(void **state)
{
    (void)state;
    axis a;
    br_control c;
    br_diag why = {0};
    br_control_options o = quick("model");
    o.robustness = true;
    open_axis(&a);
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_OK);
    int model = (int)(row_of(&c, "model") - c.row), pid = (int)(row_of(&c, "pid") - c.row);
    const double *m = &c.rms[model * c.ncases], *p = &c.rms[pid * c.ncases];
    assert_int_equal(c.ncases, 15);
    assert_true(m[0] == c.row[model].run.rms && p[0] == p[1]); // as given; a PID knows no friction
    assert_true(m[1] > 5 * m[0] && m[3] > m[1] && m[4] > m[2]);
    assert_true(p[5] != p[0] && m[5] != m[0] && m[7] > 2 * m[5]); // mass: what is fed forward for it
    assert_true(p[9] != p[0] && fabs(p[9] / p[0] - 1) < 0.2 && p[10] != p[0] &&
                fabs(p[10] / p[0] - 1) < 0.2); // sensors
    assert_true(br_control_keeps(&c, model) > 6 && br_control_keeps(&c, pid) == 0);
    o.servo.dt = 1e-3; // is not a case of its own then
    br_control again;
    assert_int_equal(br_control_run(&again, &a.is, &o, &why), BR_OK);
    assert_int_equal(again.ncases, 14);
    br_control_free(&again);
    br_control_free(&c);
    close_axis(&a);
}

// What is wrong is wrong for the laws, for the plants of filters and for the mass, and for nothing else.
static void wrong_knowledge_reaches_every_law(void **state)
{
    (void)state;
    axis a;
    br_bench b;
    br_diag why = {0};
    br_control_options o = quick(NULL);
    open_axis(&a);
    assert_int_equal(br_bench_open(&b, &a.is, &o, &why), BR_OK);
    assert_true(b.is_lugre && b.known.own);
    for (int part = 0; part < BR_PARTS; part++) {
        const br_control_law *l = &b.law[part];
        double right[64];
        assert_true(l->p && l->is->np <= 64);
        br_bench_wrong(&b, 0, 0);
        memcpy(right, l->p, (size_t)l->is->np * sizeof *right);
        br_bench_wrong(&b, 0.5, -0.2);
        int forces = 0, masses = 0;
        for (int q = 0; q < l->is->law.nq; q++) {
            const br_quantity *w = &l->is->law.q[q];
            if (w->kind != BR_PARAM)
                continue;
            double ratio = l->p[l->is->at[q]] / right[l->is->at[q]];
            bool mass = strcmp(w->name, "m") == 0, speed = strstr(w->name, "vs") != NULL;
            assert_true(fabs(ratio - (mass ? 0.8 : speed ? 1 : 1.5)) < 1e-12);
            forces += !mass && !speed, masses += mass;
        }
        assert_true(forces == 5 && masses == (part >= BR_PART_PLANT));
    }
    assert_true(b.level == 1.5 && fabs(b.mass - 0.8) < 1e-12);
    br_bench_close(&b);
    close_axis(&a);
}

// A value at the end of those that were tried is marked; one in the middle, and a gain that is left out, is not.
static void the_end_of_a_search_is_marked(void **state)
{
    (void)state;
    axis a;
    br_bench b;
    br_diag why = {0};
    br_control_options o = quick(NULL);
    open_axis(&a);
    assert_int_equal(br_bench_open(&b, &a.is, &o, &why), BR_OK);
    const br_rival *pid = br_rival_find("pid"), *dob = br_rival_find("disturbance"), *lugre = br_rival_find("lugre");
    double most = 1e6; // m w^3
    assert_true(br_rival_at_end(&b, pid, (br_setting){1.8 * most, 0}) &&
                br_rival_at_end(&b, pid, (br_setting){0.1 * most, 0}));
    assert_false(br_rival_at_end(&b, pid, (br_setting){most, 0}));
    assert_true(br_rival_at_end(&b, dob, (br_setting){0, 32}) && !br_rival_at_end(&b, dob, (br_setting){0, 16}));
    assert_true(br_rival_at_end(&b, lugre, (br_setting){0, 100}) && !br_rival_at_end(&b, lugre, (br_setting){0, 0}));
    assert_true(br_rival_trials(&b, br_rival_find("none")) == 1 &&
                br_rival_trial(&b, br_rival_find("model"), 1).Ki == 0);
    br_bench_close(&b);
    close_axis(&a);
}

// A machine that turns out noisier than it was said to be does not tell its filter.
static void the_noise_that_a_filter_knows_is_that_of_the_machine_as_given(void **state)
{
    (void)state;
    axis a;
    br_bench b;
    br_ready as_given, noisy;
    br_diag why = {0};
    br_control_options o = quick(NULL);
    o.servo.noise = 1e-7;
    open_axis(&a);
    assert_int_equal(br_bench_open(&b, &a.is, &o, &why), BR_OK);
    br_servo_options s = o.servo;
    s.noise = 1e-4, s.encoder = 1e-4;
    const br_rival *ekf = br_rival_find("ekf-lugre");
    assert_int_equal(br_ready_make(&as_given, &b, ekf, (br_setting){0, 1}, &o.servo), BR_OK);
    assert_int_equal(br_ready_make(&noisy, &b, ekf, (br_setting){0, 1}, &s), BR_OK);
    assert_true(noisy.filter.r[noisy.which] == as_given.filter.r[as_given.which] &&
                noisy.filter.r[noisy.which] < 1e-12);
    br_ready_free(&as_given);
    br_ready_free(&noisy);
    br_bench_close(&b);
    close_axis(&a);
}

// Neither the form of a law nor its name changes what is made of it; every law with a set can be compensated.
static void laws_of_every_kind_are_compensated(void **state)
{
    static const char *const law[][3] = {{"lugre", "table-I", "form = force"},
                                         {"lugre", "table-I", "direction = dependent, FC_neg = 1.2 N"},
                                         {"karnopp", "example", ""},
                                         {"makkar", "fig-3.1b", ""},
                                         {"coulomb", "fig-3.1", ""},
                                         {"stribeck", "fig-3.1a", ""},
                                         {"static-kinetic", "fig-3.1a", ""},
                                         {"bliman-sorine", "example", ""},
                                         {"dahl", "example", ""},
                                         {"dam", "table-4.1", ""},
                                         {"elasto-plastic", "table-II", ""},
                                         {"gear", "servo", ""},
                                         {"gms", "table-4.1", ""},
                                         {"maxwell-slip", "table-B.3", ""},
                                         {"sgms", "table-4.1", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof law / sizeof *law; i++) {
        br_model m;
        br_control c;
        br_diag why = {0};
        br_control_options o = quick("model,observer,lugre,elasto-plastic,dahl,ekf-lugre");
        o.servo.course.times = 2, o.servo.course.rest = 0.05, o.servo.course.period = 0.2;
        o.trials = 1;
        open_model(&m, law[i][0], law[i][1], law[i][2]);
        br_control_axis is = {&m, &m, NULL, 1};
        if (br_control_run(&c, &is, &o, &why) != BR_OK)
            fail_msg("%s: %s", law[i][0], why.text);
        assert_int_equal(c.rows, 9);
        double none = row_of(&c, "none")->run.rms, own = row_of(&c, "model")->run.rms;
        if (!(own < none && row_of(&c, "observer")->run.rms < none))
            fail_msg("%s: rms %g with the law, %g without", law[i][0], own, none);
        br_control_free(&c);
        br_model_close(&m);
    }
}

static void what_cannot_be_made_is_named(void **state)
{
    (void)state;
    axis a;
    br_control c = {0};
    br_diag why = {0};
    br_control_options o = quick("elasto-plastic");
    open_axis(&a);
    o.bandwidth = 0.01; // slow, but it can be made
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_OK);
    br_control_free(&c);
    o.bandwidth = 1e200;
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "'none' cannot be made"));
    o = quick("none"), a.is.mass = 1e-9;
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "too light"));
    assert_null(c.row);
    close_axis(&a);
}

static void what_is_asked_for_wrongly_is_refused(void **state)
{
    (void)state;
    axis a;
    br_control c = {0};
    br_diag why = {0};
    open_axis(&a);
    br_control_options o = quick("model,nobody");
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "nobody"));
    o = quick(NULL), o.servo.course.stroke = 0;
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    o = quick(NULL), o.wrong = -1;
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    o = quick(NULL), o.trials = 9;
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    o = quick("none"), o.servo.delay = 64;
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    a.is.mass = 0;
    o = quick(NULL);
    assert_int_equal(br_control_run(&c, &a.is, &o, &why), BR_BAD_USAGE);
    assert_null(c.row);
    close_axis(&a);
}

// J1: an allocation fails, each of the first and every 23rd later on; nothing is left behind, nothing is written.
static void j1_memory_may_give_out_anywhere(void **state)
{
    (void)state;
    axis a;
    br_diag why = {0};
    br_control_options o = quick("lugre,ekf-lugre");
    o.servo.course = (br_servo_course){.stroke = 1e-3, .period = 1e-2, .rest = 1e-3, .times = 1};
    o.trials = 1;
    open_axis(&a);
    br_status status = BR_NO_MEMORY;
    long n = 0;
    for (; status != BR_OK && n < 5000; n += n < 40 ? 1 : 23) {
        br_control c = {0};
        countdown = n;
        status = br_control_run(&c, &a.is, &o, &why);
        countdown = -1;
        if (status != BR_OK) {
            if (status != BR_NO_MEMORY)
                fail_msg("allocation %ld: %d, %s", n, status, why.text);
            assert_null(c.row);
        }
        br_control_free(&c);
    }
    print_message("  %ld allocations\n", n);
    assert_true(n > 20 && status == BR_OK);
    close_axis(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_axis_moves_as_the_plant_does),
        cmocka_unit_test(observers_of_other_laws_forget_a_wrong_start),
        cmocka_unit_test(a_light_axis_is_simulated_in_steps_it_needs),
        cmocka_unit_test(measures_are_what_they_say),
        cmocka_unit_test(a_rest_that_ends_unsettled_is_never_settled),
        cmocka_unit_test(a_trial_with_a_limit_cycle_or_chatter_is_worth_little),
        cmocka_unit_test(a_course_has_the_slopes_it_says),
        cmocka_unit_test(a_command_acts_as_late_as_asked_for),
        cmocka_unit_test(the_numbers_of_a_law_are_found),
        cmocka_unit_test(a_comparison_has_its_baselines_and_its_measures),
        cmocka_unit_test(knowledge_that_is_wrong_costs_accuracy),
        cmocka_unit_test(wrong_knowledge_reaches_every_law),
        cmocka_unit_test(the_end_of_a_search_is_marked),
        cmocka_unit_test(the_noise_that_a_filter_knows_is_that_of_the_machine_as_given),
        cmocka_unit_test(laws_of_every_kind_are_compensated),
        cmocka_unit_test(what_cannot_be_made_is_named),
        cmocka_unit_test(what_is_asked_for_wrongly_is_refused),
        cmocka_unit_test(j1_memory_may_give_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
