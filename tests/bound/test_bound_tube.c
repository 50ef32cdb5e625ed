// test_bound_tube.c - trajectories of the drive train stay in the tubes of both predictors, and the corners are tight.
//
// The trajectories are computed a second way, in wide, with every stop located by a logarithm. BR_COUNT steps of
// them; inputs ramp through breakaway to both sides, so that they stick, stop and turn within steps.
#include "num/base/fp.h"

#include <float.h>
#include <math.h>

#include "bound/stick/tube.h"
#include "bound_kit.h"
#include "bound_setup.h"

enum { STEPS = 60 };

static br_interval some(double lo, double hi)
{
    double width = chance(0.3) ? 0 : (hi - lo) * pow(10, -between(0.3, 6)), from = between(lo, hi - width);
    return br_interval_of(from, from + width);
}

// ---------------------------------------------------------------- problems

typedef struct problem {
    br_interval p[3], q, w, u[STEPS];
    double h;
    int label;
} problem;

static problem random_problem(void)
{
    problem m = {.p = {some(0, 10), some(10, 100), some(0, 0.3)}, .q = some(-2, 2), .h = between(0.001, 0.05)};
    m.p[0].lo = chance(0.05) ? 0 : m.p[0].lo;
    m.label = (int)between(0, 3);
    m.w = m.label == BR_REST ? br_interval_of(0, 0) : m.label == BR_FORWARD ? some(0, 3) : some(-3, 0);
    double u = between(-0.4, 0.4), slope = 0, width = chance(0.5) ? 0 : between(0, chance(0.8) ? 0.02 : 0.5);
    for (int k = 0; k < STEPS; k++) {
        slope = chance(0.1) ? between(-0.08, 0.08) : slope;
        u = u + slope > 0.5 || u + slope < -0.5 || chance(0.02) ? between(-0.5, 0.5) : u + slope;
        u = chance(0.02) ? m.p[2].lo : chance(0.02) ? -m.p[2].hi : u;
        m.u[k] = br_interval_of(u, u + width);
    }
    if (chance(0.1)) { // to and fro within a step
        m.p[2] = some(0, 0.02);
        for (int k = 0; k < STEPS; k++)
            m.u[k] = br_interval_of(between(-0.3, -0.03), between(0.03, 0.3));
    }
    return m;
}

static truth random_start(const problem *m)
{
    return (truth){.q = (wide)inside(m->q),
                   .w = (wide)inside(m->w),
                   .alpha = (wide)inside(m->p[0]),
                   .beta = (wide)inside(m->p[1]),
                   .T = (wide)inside(m->p[2]),
                   .side = m->label == BR_FORWARD    ? 1
                           : m->label == BR_BACKWARD ? -1
                                                     : 0};
}

static br_tube start_of(const problem *m)
{
    br_tube t = {0};
    t.states[m->label] = (br_states){m->q, m->w, true};
    return t;
}

static bool within(br_interval a, wide x)
{
    return (wide)a.lo <= x && x <= (wide)a.hi;
}

static void assert_in(const br_tube *t, const truth *x, const char *whose, int k)
{
    const br_states *p = &t->states[x->side > 0 ? BR_FORWARD : x->side < 0 ? BR_BACKWARD : BR_REST];
    if (!p->on || !within(p->q, x->q) || !within(p->w, x->w))
        fail_msg("%s, step %d, side %d: q %.20Lg in %.17g..%.17g, w %.20Lg in %.17g..%.17g, on %d", whose, k, x->side,
                 x->q, p->q.lo, p->q.hi, x->w, p->w.lo, p->w.hi, p->on);
}

// ---------------------------------------------------------------- claims

static void trajectories_stay_in_the_tubes_of_both_predictors(void **state)
{
    const plant *p = *state;
    long steps = 0, stops = 0, turns = 0, tubes = 0, lost = 0;
    for (long most = counted(100000); steps < most; tubes++) {
        problem m = random_problem();
        enum { MANY = 8 };
        truth x[MANY];
        br_pace pace;
        br_tube corner = start_of(&m), picard = corner, quick = corner;
        int nu = 1 + (int)between(0, 3);
        assert_int_equal(br_pace_make(&pace, &p->stick, m.p, m.h), BR_OK);
        for (int i = 0; i < MANY; i++)
            x[i] = random_start(&m);
        bool found = true;
        for (int k = 0; k < STEPS; k++) {
            br_corner_step(&pace, m.u[k], &corner);
            br_tube_step(&pace, m.u[k], &quick);
            found = found && br_picard_step(&pace, nu, m.u[k], &picard) == BR_OK;
            for (int i = 0; i < MANY; i++) {
                int before = x[i].side;
                for (int j = 0; j < 4; j++) // the input wavers within the step
                    truth_step(&x[i], (wide)inside(m.u[k]), (wide)m.h / 4);
                stops += before && !x[i].side;
                turns += before * x[i].side < 0;
                steps++;
                assert_in(&corner, &x[i], "corner", k);
                assert_in(&quick, &x[i], "the short way", k);
                if (found)
                    assert_in(&picard, &x[i], "picard", k);
            }
        }
        lost += !found;
    }
    printf("%ld steps in %ld tubes, %ld stops, %ld turns within a step; no bounding box in %ld tubes\n", steps, tubes,
           stops, turns, lost);
    assert_true(steps < 50000 || (stops > 100 && turns > 10));
    assert_true(lost * 20 < tubes);
}

static bool holds(br_interval outer, br_interval a)
{
    double slack = 1e-12 * (1 + br_interval_mag(a));
    return outer.lo - slack <= a.lo && a.hi <= outer.hi + slack;
}

static void corners_are_never_wider_than_the_bounding_box_and_series(void **state)
{
    const plant *p = *state;
    double ratio = 0;
    long tubes = 0, whole = 0;
    for (long most = counted(100000) / STEPS / 8; tubes < most + 10; tubes++) {
        problem m = random_problem();
        br_pace pace;
        br_tube corner = start_of(&m), picard = corner;
        assert_int_equal(br_pace_make(&pace, &p->stick, m.p, m.h), BR_OK);
        for (int k = 0; k < STEPS; k++) {
            if (m.u[k].lo < -m.p[2].lo && m.u[k].hi > m.p[2].lo)
                break; // to and fro: both take the same way
            br_corner_step(&pace, m.u[k], &corner);
            if (br_picard_step(&pace, 1 + (int)(tubes % 3), m.u[k], &picard) != BR_OK)
                break;
            br_states a = br_tube_hull(&corner), b = br_tube_hull(&picard);
            assert_true(holds(b.q, a.q) && holds(b.w, a.w));
            if (k == STEPS - 1) {
                ratio += br_interval_width(b.q) > 0 ? br_interval_width(a.q) / br_interval_width(b.q) : 1;
                whole++;
            }
        }
    }
    printf("mean width of q after %d steps against the bounding box and series: %.3g\n", STEPS, ratio / (double)whole);
    assert_true(2 * whole > tubes);
}

// The short way of a step is that of the corners, but for rounding.
static void short_ways_lead_where_corners_do(void **state)
{
    const plant *p = *state;
    long tubes = 0;
    for (long most = counted(100000) / STEPS / 8; tubes < most + 10; tubes++) {
        problem m = random_problem();
        br_pace pace;
        br_tube corner = start_of(&m), quick = corner;
        assert_int_equal(br_pace_make(&pace, &p->stick, m.p, m.h), BR_OK);
        for (int k = 0; k < STEPS; k++) {
            br_corner_step(&pace, m.u[k], &corner);
            br_tube_step(&pace, m.u[k], &quick);
            br_states a = br_tube_hull(&corner), b = br_tube_hull(&quick);
            assert_true(holds(a.q, b.q) && holds(b.q, a.q) && holds(a.w, b.w) && holds(b.w, a.w));
        }
    }
}

static truth corner(double q, double alpha, double beta, double T)
{
    return (truth){.q = (wide)q, .alpha = (wide)alpha, .beta = (wide)beta, .T = (wide)T};
}

static bool near(double a, wide x)
{
    return fabsl((wide)a - x) < 1e-11L * (1 + fabsl(x));
}

// Both ends of the hull are reached: by the trajectories of two corners.
static void corners_are_reached(void **state)
{
    const plant *p = *state;
    for (int i = 0; i < 200; i++) {
        problem m = random_problem();
        br_pace pace;
        br_tube t = br_tube_at_rest(m.q);
        assert_int_equal(br_pace_make(&pace, &p->stick, m.p, m.h), BR_OK);
        truth fast = corner(m.q.hi, m.p[0].lo, m.p[1].hi, m.p[2].lo),
              slow = corner(m.q.lo, m.p[0].hi, m.p[1].lo, m.p[2].hi);
        for (int k = 0; k < 800; k++) {
            br_corner_step(&pace, br_interval_of(0.4, 0.5), &t);
            truth_step(&fast, 0.5L, (wide)m.h);
            truth_step(&slow, (wide)0.4, (wide)m.h);
        }
        br_states all = br_tube_hull(&t);
        assert_true(near(all.w.hi, fast.w) && near(all.w.lo, slow.w));
        assert_true(near(all.q.hi, fast.q) && near(all.q.lo, slow.q));
    }
}

// The way from w to a stop is w^2/(-b) * (y - log(1 + y))/y^2 with y = alpha*w/(-b), or a series where that cancels.
static wide way_to_stop(wide w, wide alpha, wide b)
{
    wide y = alpha * w / -b, share = 0, power = 1;
    if (y > 0.1L)
        return w * w / -b * (y - log1pl(y)) / (y * y);
    for (int i = 2; i < 30; i++) {
        share += power / (wide)i;
        power *= -y;
    }
    return w * w / -b * share;
}

// What is known exactly and stops within a step rests where it does by formula, and nearly only there.
static void a_stop_within_a_step_lies_where_the_formula_says(void **state)
{
    const plant *p = *state;
    for (int i = 0; i < 400; i++) {
        double alpha = i % 4 == 0 ? 0 : pow(10, between(-6, 1)), beta = between(10, 100), T = between(0.02, 0.3),
               u = between(-T, 0.9 * T), w = between(0.01, 3), q = between(-2, 2);
        wide b = (wide)beta * ((wide)u - (wide)T), way = way_to_stop((wide)w, (wide)alpha, b);
        double y = alpha * w / (double)-b, stops = alpha > 0 ? log1p(y) / alpha : w / (double)-b;
        br_interval params[3] = {br_interval_of(alpha, alpha), br_interval_of(beta, beta), br_interval_of(T, T)};
        br_pace pace;
        assert_int_equal(br_pace_make(&pace, &p->stick, params, stops * between(1.01, 3)), BR_OK);
        for (int sign = -1; sign < 2; sign += 2) {
            br_tube t = {0};
            t.states[sign > 0 ? BR_FORWARD : BR_BACKWARD] =
                (br_states){br_interval_of(q, q), br_interval_of(sign * w, sign * w), true};
            truth x = {.q = (wide)q + sign * way};
            br_corner_step(&pace, br_interval_of(sign * u, sign * u), &t);
            assert_in(&t, &x, "stop", i);
            double width = br_interval_width(t.states[BR_REST].q);
            assert_true(y > 0.1 || width < 1e-7 * (double)way + 1e-14 * fabs(q));
        }
    }
}

// To and fro for long: no faster than the largest torque is against viscous friction, beta*(1 - TF)/alpha, and as fast as that.
static void an_input_over_both_limits_is_damped(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    br_interval p[] = {br_interval_of(4.5, 4.5), br_interval_of(65, 65), br_interval_of(0.1, 0.1)};
    br_pace pace;
    br_tube t = br_tube_at_rest(br_interval_of(0, 0));
    assert_int_equal(br_pace_make(&pace, s, p, 0.01), BR_OK);
    for (int k = 0; k < 500; k++)
        br_corner_step(&pace, br_interval_of(-1, 1), &t);
    br_interval w = br_tube_hull(&t).w;
    assert_true(w.hi > 12.99 && w.hi < 13.01 && w.lo < -12.99 && w.lo > -13.01);
    assert_true(br_tube_hull(&t).q.hi < 13 * 5.0);
}

// F4: zero stays exactly zero.
static void a_plant_at_rest_stays_where_it_is(void **state)
{
    const plant *p = *state;
    br_interval params[3] = {br_interval_of(3, 6), br_interval_of(50, 80), br_interval_of(0.02, 0.3)};
    br_pace pace;
    br_tube t = br_tube_at_rest(br_interval_of(0.3, 0.3)), s = t;
    assert_int_equal(br_pace_make(&pace, &p->stick, params, 0.01), BR_OK);
    for (int k = 0; k < 100; k++) {
        br_corner_step(&pace, br_interval_of(-0.02, 0.02), &t);
        assert_int_equal(br_picard_step(&pace, 1, br_interval_of(-0.02, 0.02), &s), BR_OK);
    }
    assert_true(br_interval_equal(br_tube_hull(&t).q, br_interval_of(0.3, 0.3)));
    assert_true(br_interval_equal(br_tube_hull(&s).q, br_interval_of(0.3, 0.3)));
    assert_true(br_interval_equal(br_tube_hull(&t).w, br_interval_of(0, 0)));
    assert_false(t.states[BR_FORWARD].on || t.states[BR_BACKWARD].on);
}

#define PLANT(forward, leave)                                                                                          \
    "law own\ninput u N\noutput s m/s\nstate y m\nstate z m/s\nparam c 1/s >= 0\nparam m 1/kg > 0\nparam F N >= 0\n"   \
    "modes back, still, fore\ns = z\ny' = z in fore\ny' = z in back\ny' = 0*z in still\n"                              \
    "z' = " forward " in fore\nz' = m*(u + F) - c*z in back\nz' = 0*m*u in still\n"                                    \
    "from still to fore if u > F\nfrom still to back if u < -F\n"                                                      \
    "from fore to still if " leave "\nfrom back to still if z >= 0 and -u <= F\n"

static void other_plants_are_taken_by_their_shape_alone(void **state)
{
    static const char *const wrong[] = {
        PLANT("m*(u - F) - c*abs(z)", "u <= F and z <= 0"), // no polynomial
        PLANT("m*(u - 2*F) - c*z", "u <= F and z <= 0"),    // goes on braking when it may not stop
        PLANT("m*(u - F) - c*z", "u <= F and z >= 0"),      // leaves on the wrong side
        PLANT("m*(u - F) - c*z", "u <= 2*F and z <= 0"),       PLANT("m*(u - F) - c*z", "z <= 0"),
        PLANT("m*(u - F) - c*z - c*c*y", "u <= F and z <= 0"), // a spring
        PLANT("abs(m)*(u - F) - c*z", "u <= F and z <= 0"),
    };
    plant p;
    (void)state;
    plant_open_text(&p, PLANT("m*(u - F) - c*z", "u <= F and z <= 0"), BR_OK);
    assert_int_equal(p.stick.mode[BR_REST], 1);
    assert_int_equal(p.stick.mode[BR_FORWARD], 2);
    br_interval params[3] = {br_interval_of(1, 2), br_interval_of(3, 4), br_interval_of(0.5, 0.6)};
    br_slide side[BR_LABELS];
    assert_int_equal(br_stick_at(&p.stick, params, side), BR_OK);
    assert_true(br_interval_equal(side[BR_FORWARD].a, br_interval_of(-2, -1)));
    assert_true(br_interval_equal(side[BR_BACKWARD].k, br_interval_of(3, 4)));
    assert_true(br_interval_equal(side[BR_BACKWARD].c, br_interval_of(-0.6, -0.5)));
    params[1].lo = -1;
    assert_int_equal(br_stick_at(&p.stick, params, side), BR_NEGATIVE);
    plant_close(&p);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        plant_open_text(&p, wrong[i], BR_BAD_LAW);
        br_law_free(&p.law);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trajectories_stay_in_the_tubes_of_both_predictors),
        cmocka_unit_test(corners_are_never_wider_than_the_bounding_box_and_series),
        cmocka_unit_test(short_ways_lead_where_corners_do),
        cmocka_unit_test(corners_are_reached),
        cmocka_unit_test(a_plant_at_rest_stays_where_it_is),
        cmocka_unit_test(a_stop_within_a_step_lies_where_the_formula_says),
        cmocka_unit_test(an_input_over_both_limits_is_damped),
        cmocka_unit_test(other_plants_are_taken_by_their_shape_alone),
    };
    return cmocka_run_group_tests(tests, setup_plant, teardown_plant);
}
