// test_ode_event.c - events are located to the last bits of time, the earliest first, and none fires twice.
#include "ode_kit.h"

// ---------------------------------------------------------------- a ball that bounces

static const double gravity = 9.81, kept = 0.8; // speed kept by a bounce

static void falls(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = x[1];
    dx[1] = -gravity;
}

static void height(void *self, double t, const double *x, double *g)
{
    (void)self;
    (void)t;
    g[0] = x[0];
}

static void a_ball_bounces_at_the_times_of_the_closed_form(void **state)
{
    (void)state;
    const br_ode ode = {.n = 2, .events = 1, .rate = falls, .event = height};
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        ode_start(&s, &ode, ode_tolerance(ode_methods[m], 1e-10, 1e-12), (double[2]){1, 0});
        double speed = sqrt(2 * gravity), at = speed / gravity;
        for (int bounce = 0; bounce < 40; bounce++) {
            assert_int_equal(ode_go(&s, 10), BR_ODE_EVENT);
            assert_int_equal(s.fired[0], -1);
            assert_true(s.x[0] <= 0 && s.x[0] > -1e-14); // behind the change of sign, by rounding only
            if (!(fabs(s.t - at) < 1e-11 && fabs(s.x[1] + speed) < 1e-9 * speed + 1e-11))
                fail_msg("bounce %d of %s at %.17g, not %.17g", bounce, br_ode_method_name(ode_methods[m]), s.t, at);
            speed *= kept;
            at += 2 * speed / gravity;
            ode_restart(&s, s.t, (double[2]){0, speed}); // at zero: leaving it is no event
        }
        assert_int_equal(s.count.events, 40);
        br_ode_close(&s);
    }
}

// ---------------------------------------------------------------- events of time alone, and of a circle

typedef struct watch {
    int events;
    double level[4];
    double shift;
} watch;

static void circles(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = x[1];
    dx[1] = -x[0];
}

static void levels(void *self, double t, const double *x, double *g)
{
    const watch *w = self;
    (void)t;
    for (int e = 0; e < w->events; e++)
        g[e] = x[0] - w->level[e];
}

static void times(void *self, double t, const double *x, double *g)
{
    const watch *w = self;
    (void)x;
    for (int e = 0; e < w->events; e++)
        g[e] = t - w->level[e];
}

static br_ode watching(watch *w, void (*event)(void *, double, const double *, double *))
{
    return (br_ode){.n = 2, .events = w->events, .rate = circles, .event = event, .self = w};
}

static void an_event_is_found_to_neighbouring_doubles(void **state)
{
    (void)state;
    ode_seed();
    for (int round = ode_rounds(500); round > 0; round--) {
        watch w = {.events = 1, .level = {ode_uniform(1e-3, 5)}};
        br_ode ode = watching(&w, times);
        br_ode_solver s;
        ode_start(&s, &ode, ode_tolerance(ode_methods[round % ODE_METHODS], 1e-4, 1e-4), (double[2]){0, 1});
        assert_int_equal(ode_go(&s, 6), BR_ODE_EVENT);
        assert_true(s.t == w.level[0]); // the first double that is not before it
        assert_int_equal(s.fired[0], 1);
        assert_int_equal(ode_go(&s, 6), BR_ODE_REACHED); // once, and it goes on without a reset
        assert_true(fabs(s.x[0] - sin(6)) < 2e-2);
        br_ode_close(&s);
    }
}

static void the_sign_has_changed_behind_an_event_and_not_before(void **state)
{
    (void)state;
    ode_seed();
    for (int round = ode_rounds(500); round > 0; round--) {
        watch w = {.events = 1, .level = {ode_uniform(-0.99, 0.99)}};
        br_ode ode = watching(&w, levels);
        br_ode_solver s;
        double tolerance = pow(10, ode_uniform(-10, -6)), before[2];
        ode_start(&s, &ode, ode_tolerance(ode_methods[round % ODE_METHODS], tolerance, tolerance), (double[2]){0, 1});
        double up = w.level[0] > 0 ? asin(w.level[0]) : 6.283185307179586 + asin(w.level[0]);
        double down = 3.141592653589793 - asin(w.level[0]);
        double at[2] = {fmin(up, down), fmax(up, down)};
        for (int k = 0; k < 2; k++) {
            int way = at[k] == up ? 1 : -1;
            assert_int_equal(ode_go(&s, 6.28), at[k] < 6.28 ? BR_ODE_EVENT : BR_ODE_REACHED);
            if (at[k] >= 6.28)
                break;
            assert_int_equal(s.fired[0], way);
            assert_true((s.x[0] - w.level[0]) * way >= 0);
            assert_int_equal(br_ode_at(&s, nextafter(s.t, 0), before), BR_OK);
            assert_true((before[0] - w.level[0]) * way < 0);
            double slope = fabs(cos(at[k]));
            assert_true(fabs(s.t - at[k]) * slope < 500 * tolerance);
        }
        br_ode_close(&s);
    }
}

static void of_several_events_the_earliest_comes_first(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        watch w = {.events = 4, .level = {0.3, 0.1, 0.29999, 0.1}};
        br_ode ode = watching(&w, times);
        br_ode_solver s;
        br_ode_options o = ode_fixed(ode_methods[m], 5); // all between two places of one step
        ode_start(&s, &ode, o, (double[2]){0, 1});
        static const int want[3][4] = {{0, 1, 0, 1}, {0, 0, 1, 0}, {1, 0, 0, 0}};
        static const double at[3] = {0.1, 0.29999, 0.3};
        for (int k = 0; k < 3; k++) {
            assert_int_equal(ode_step(&s, 9), BR_ODE_EVENT);
            assert_true(s.t == at[k]);
            assert_memory_equal(s.fired, want[k], sizeof want[k]);
        }
        assert_int_equal(s.count.events, 4);
        assert_int_equal(ode_step(&s, 9), BR_ODE_STEPPED);
        for (int e = 0; e < 4; e++)
            assert_int_equal(s.fired[e], 0);
        br_ode_close(&s);
    }
}

static void an_event_at_the_end_of_a_step_is_met_once(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        watch w = {.events = 1, .level = {0.75}};
        br_ode ode = watching(&w, times);
        br_ode_solver s;
        ode_start(&s, &ode, ode_tolerance(ode_methods[m], 1e-6, 1e-6), (double[2]){0, 1});
        assert_int_equal(ode_go(&s, 0.75), BR_ODE_EVENT); // also where the caller wanted to be
        assert_true(s.t == 0.75);
        assert_int_equal(ode_step(&s, 0.75), BR_ODE_REACHED);
        assert_int_equal(s.fired[0], 0);
        assert_int_equal(ode_go(&s, 1), BR_ODE_REACHED);
        br_ode_close(&s);
    }
}

static void bends(void *self, double t, const double *x, double *dx)
{
    const watch *w = self;
    (void)x;
    dx[0] = 1 + fmax(0, t - w->level[0]);
    dx[1] = 0;
}

// The rate bends at the event, in the middle of a step: the state there knows nothing of what comes behind.
static void the_way_to_an_event_is_not_spoilt_by_what_lies_behind(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        watch w = {.events = 1, .level = {1}};
        const br_ode ode = {.n = 2, .events = 1, .rate = bends, .event = times, .self = &w};
        br_ode_solver s;
        ode_start(&s, &ode, ode_fixed(ode_methods[m], 0.7), (double[2]){0, 0});
        assert_int_equal(ode_go(&s, 5), BR_ODE_EVENT);
        assert_true(s.t == 1 && fabs(s.x[0] - 1) < 1e-5);
        br_ode_close(&s);
    }
}

// ---------------------------------------------------------------- grazing and double crossings

static void parabola(void *self, double t, const double *x, double *g)
{
    const watch *w = self;
    (void)x;
    g[0] = (t - 0.5) * (t - 0.5) - w->shift;
}

// Fixed steps of 1: of a dip below zero both ends are found while it is as wide as a fifth of the step.
static void a_dip_within_a_step_is_seen(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        watch w = {.events = 1, .shift = 0.0121}; // from 0.39 to 0.61
        br_ode ode = watching(&w, parabola);
        br_ode_solver s;
        ode_start(&s, &ode, ode_fixed(ode_methods[m], 1), (double[2]){0, 1});
        assert_int_equal(ode_step(&s, 1), BR_ODE_EVENT);
        assert_true(fabs(s.t - 0.39) < 1e-15 && s.fired[0] == -1);
        assert_int_equal(ode_step(&s, 1), BR_ODE_EVENT);
        assert_true(fabs(s.t - 0.61) < 1e-15 && s.fired[0] == 1);
        assert_int_equal(ode_step(&s, 1), BR_ODE_REACHED);
        br_ode_close(&s);
    }
}

// At a grazing point a touch fires at most once, whatever rounding makes of it, and nothing hangs.
static void a_grazing_point_fires_at_most_twice_and_is_left(void **state)
{
    (void)state;
    ode_seed();
    for (int round = ode_rounds(500); round > 0; round--) {
        watch w = {.events = 1, .level = {1 + ode_uniform(-1, 1) * pow(10, ode_uniform(-16, -6))}};
        br_ode ode = watching(&w, levels);
        br_ode_solver s;
        br_ode_options o = ode_tolerance(ode_methods[round % ODE_METHODS], 1e-9, 1e-9);
        ode_start(&s, &ode, o, (double[2]){0, 1});
        int fired = 0, sum = 0;
        while (ode_go(&s, 3) == BR_ODE_EVENT) {
            fired++;
            sum += s.fired[0];
            assert_true(fabs(s.t - 1.5707963267948966) < 3e-3);
        }
        assert_true(fired <= 2 && (fired == 1 || sum == 0)); // 1: touched zero itself
        br_ode_close(&s);
    }
}

// An exact touch: g is zero at one double and positive around it.
static void touches(void *self, double t, const double *x, double *g)
{
    (void)self;
    (void)x;
    g[0] = t < 0.5 ? 0.5 - t : t > 0.75 ? t - 0.75 : 0;
}

static void reaching_zero_is_an_event_and_leaving_it_is_none(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        const br_ode ode = {.n = 2, .events = 1, .rate = circles, .event = touches};
        ode_start(&s, &ode, ode_tolerance(ode_methods[m], 1e-6, 1e-6), (double[2]){0, 1});
        assert_int_equal(ode_go(&s, 2), BR_ODE_EVENT);
        assert_true(s.t == 0.5 && s.fired[0] == -1);
        assert_int_equal(ode_go(&s, 2), BR_ODE_REACHED);
        br_ode_close(&s);
    }
}

static void hops(void *self, double t, const double *x, double *g)
{
    (void)self;
    (void)x;
    g[0] = t * (0.125 - t);
}

// Up from zero and down again early in a step of 1: the way down is an event, although zero lies at the start.
static void coming_back_to_zero_early_in_a_step_is_an_event(void **state)
{
    (void)state;
    const br_ode ode = {.n = 2, .events = 1, .rate = circles, .event = hops};
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        ode_start(&s, &ode, ode_fixed(ode_methods[m], 1), (double[2]){0, 1});
        assert_int_equal(ode_step(&s, 3), BR_ODE_EVENT);
        assert_true(s.t == 0.125 && s.fired[0] == -1);
        assert_int_equal(ode_go(&s, 3), BR_ODE_REACHED);
        br_ode_close(&s);
    }
}

static void jumps(void *self, double t, const double *x, double *g)
{
    const watch *w = self;
    (void)x;
    g[0] = t < w->level[0] ? -(double)INFINITY : (double)INFINITY;
    g[1] = t < w->level[1] ? 1 : -1e-300;
}

static void events_may_jump_and_be_infinite(void **state)
{
    (void)state;
    watch w = {.events = 2, .level = {0.3, 0.7}};
    br_ode ode = watching(&w, jumps);
    br_ode_solver s;
    ode_start(&s, &ode, ode_fixed(&br_ode_dopri, 1), (double[2]){0, 1});
    assert_int_equal(ode_step(&s, 1), BR_ODE_EVENT);
    assert_true(s.t == 0.3 && s.fired[0] == 1 && s.fired[1] == 0);
    assert_int_equal(ode_step(&s, 1), BR_ODE_EVENT);
    assert_true(s.t == 0.7 && s.fired[0] == 0 && s.fired[1] == -1);
    br_ode_close(&s);
}

static void not_a_number(void *self, double t, const double *x, double *g)
{
    (void)self;
    g[0] = t > 0.5 ? (double)NAN : x[1];
}

static void an_event_that_is_no_number_fails(void **state)
{
    (void)state;
    const br_ode ode = {.n = 2, .events = 1, .rate = circles, .event = not_a_number};
    br_ode_solver s;
    br_diag why = {0};
    br_ode_end end;
    br_status status = BR_OK;
    ode_start(&s, &ode, ode_tolerance(&br_ode_dopri, 1e-6, 1e-6), (double[2]){0, 1});
    while (status == BR_OK && s.t < 1)
        status = br_ode_step(&s, 1, &end, &why);
    assert_int_equal(status, BR_NOT_FINITE);
    assert_true(s.t <= 0.5 && s.t > 0.49);
    assert_int_equal(br_ode_reset(&s, 0.6, s.x, &why), BR_NOT_FINITE);
    br_ode_close(&s);
}

// ---------------------------------------------------------------- stick and slip

// A mass of 1 kg on a belt of speed 0.1 m/s, held by a spring of 1 N/m, Coulomb friction 1 N, static friction 1.5 N.
// Sticking until the spring pulls with 1.5 N; slipping is a harmonic motion about x = 1 until its speed is that of the belt.
typedef struct belt {
    bool sticks;
} belt;

static const double belt_speed = 0.1, stuck = 1.5, sliding = 1;

static void belt_rate(void *self, double t, const double *x, double *dx)
{
    const belt *b = self;
    (void)t;
    dx[0] = b->sticks ? belt_speed : x[1];
    dx[1] = b->sticks ? 0 : sliding - x[0]; // the belt pulls forward
}

static void belt_event(void *self, double t, const double *x, double *g)
{
    const belt *b = self;
    (void)t;
    g[0] = b->sticks ? x[0] - stuck : x[1] - belt_speed;
}

static void stick_slip_has_the_period_of_the_closed_form(void **state)
{
    (void)state;
    // slip: a turn of x - 1 = r cos(a), x' = -r sin(a) from (0.5, v) to (-0.5, v), the long way round
    double half = stuck - sliding, slip = 3.141592653589793 + 2 * atan2(belt_speed, half);
    double stick = 2 * half / belt_speed;
    for (int m = 0; m < ODE_METHODS; m++) {
        belt b = {.sticks = true};
        const br_ode ode = {.n = 2, .events = 1, .rate = belt_rate, .event = belt_event, .self = &b};
        br_ode_solver s;
        ode_start(&s, &ode, ode_tolerance(ode_methods[m], 1e-10, 1e-10), (double[2]){0.5, belt_speed});
        double at = 0;
        for (int k = 0; k < 20; k++) {
            assert_int_equal(ode_go(&s, 1000), BR_ODE_EVENT);
            at += b.sticks ? stick : slip;
            if (!(fabs(s.t - at) < 1e-7))
                fail_msg("%s: change %d at %.12g, not %.12g", br_ode_method_name(ode_methods[m]), k, s.t, at);
            assert_true(fabs(s.x[0] - (b.sticks ? stuck : 2 * sliding - stuck)) < 1e-7);
            b.sticks = !b.sticks;
            ode_restart(&s, s.t, (double[2]){s.x[0], belt_speed});
        }
        br_ode_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_bounces_at_the_times_of_the_closed_form),
        cmocka_unit_test(an_event_is_found_to_neighbouring_doubles),
        cmocka_unit_test(the_sign_has_changed_behind_an_event_and_not_before),
        cmocka_unit_test(of_several_events_the_earliest_comes_first),
        cmocka_unit_test(an_event_at_the_end_of_a_step_is_met_once),
        cmocka_unit_test(the_way_to_an_event_is_not_spoilt_by_what_lies_behind),
        cmocka_unit_test(a_dip_within_a_step_is_seen),
        cmocka_unit_test(a_grazing_point_fires_at_most_twice_and_is_left),
        cmocka_unit_test(reaching_zero_is_an_event_and_leaving_it_is_none),
        cmocka_unit_test(coming_back_to_zero_early_in_a_step_is_an_event),
        cmocka_unit_test(events_may_jump_and_be_infinite),
        cmocka_unit_test(an_event_that_is_no_number_fails),
        cmocka_unit_test(stick_slip_has_the_period_of_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
