// test_run.c - a model over time: closed forms, orders, samples, breaks, modes at a sample, refusals, memory.
//
// The linker hands every allocation of the library to the wrappers below (tests/CMakeLists.txt sees their names).
#include "kit/failing_memory.h"
#include "kit/run_kit.h"

// ---------------------------------------------------------------- the drive train in closed form

typedef struct train {
    double t, x1, x2;
    int mode; // 0 rest, 1 forward, -1 backward
} train;

static const double alpha = 4.5, beta = 65, TF = 0.1;

// On to `until` with the torque held: each mode is a scalar linear equation, and it ends where x2 is 0.
static void train_go(train *s, double u, double until)
{
    while (s->t < until) {
        if (s->mode == 0 && fabs(u) > TF)
            s->mode = u > 0 ? 1 : -1;
        if (s->mode == 0) {
            s->t = until;
            return;
        }
        double far = beta * (u - s->mode * TF) / alpha, span = until - s->t;
        bool stops = far * s->mode <= 0 && s->x2 * s->mode >= 0;
        double rest = stops && far != 0 ? log((s->x2 - far) / -far) / alpha : (double)INFINITY;
        double dt = rest < span ? rest : span, fade = exp(-alpha * dt);
        s->x1 += far * dt + (s->x2 - far) * (1 - fade) / alpha;
        s->x2 = rest < span ? 0 : far + (s->x2 - far) * fade;
        s->t = rest < span ? s->t + dt : until;
        s->mode = rest < span ? 0 : s->mode;
    }
}

static void the_drive_train_follows_its_closed_form(void **state)
{
    (void)state;
    const run_case c = {
        "drive-train", "nominal", "", {.offset = 0.05, .amplitude = 0.3, .omega = 2.3, .phase = 0.4, .hold = 0.25}, 12};
    run_model l;
    br_run r;
    train s = {0};
    double worst = 0, most[2] = {0};
    run_load(&l, &c);
    br_run_options o = run_options("stiff", 1e-12);
    run_begin(&r, &l, &o);
    int wrong = 0, rests = 0, backward = 0;
    for (int k = 0; k <= 480; k++) {
        double t = 0.025 * k;
        run_to(&r, t);
        if (k > 0)
            train_go(&s, run_wave_value(&c.wave, 0.025 * (k - 1) + 1e-9), t);
        double u = run_wave_value(&c.wave, t + 1e-9), away = fmax(fabs(r.x[0] - s.x1), fabs(r.x[1] - s.x2));
        int mode = s.mode == 0 && fabs(u) > TF ? (u > 0 ? 1 : -1) : s.mode; // at a break the side behind it
        wrong += r.m[0] != (mode < 0 ? 2 : mode);
        rests += mode == 0;
        backward += mode < 0;
        worst = fmax(worst, away);
        most[0] = fmax(most[0], fabs(s.x1));
        most[1] = fmax(most[1], fabs(s.x2));
    }
    print_message("  off by %.1e of %.3g rad and %.3g rad/s; %lld transitions\n", worst, most[0], most[1],
                  r.transitions);
    assert_true(worst < 1e-9 && most[1] > 0.5);
    assert_int_equal(wrong, 0);
    assert_true(rests > 20 && backward > 20 && r.transitions >= 8);
    br_run_close(&r);
    br_model_close(&l.model);
}

// ---------------------------------------------------------------- methods of fixed work

// The largest error of a state at the end, against a run at 1e-12.
static double fixed_error(const run_case *c, const char *method, double step)
{
    run_model l;
    br_run fine, r;
    double worst = 0;
    run_load(&l, c);
    br_run_options o = run_options("stiff", 1e-12), f = run_options(method, 1e-7);
    f.step = step;
    run_begin(&fine, &l, &o);
    run_to(&fine, c->time);
    run_begin(&r, &l, &f);
    run_to(&r, c->time);
    for (int i = 0; i < l.model.nx; i++)
        worst = fmax(worst, fabs(r.x[i] - fine.x[i]) / fmax(fabs(fine.x[i]), 1e-300));
    assert_true(r.o.method->adaptive ? r.count.steps > 0 : r.steps == (long long)(c->time / step + 0.5));
    br_run_close(&r);
    br_run_close(&fine);
    br_model_close(&l.model);
    return worst;
}

static void fixed_steps_converge_with_their_order(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double order;
    } list[] = {{"rk4", 4}, {"midpoint", 2}, {"gauss4", 4}};
    const run_case c = {"sgms", "table-4.1", "", {.offset = 2e-4}, 0.0032};
    for (int i = 0; i < 3; i++) {
        double coarse = fixed_error(&c, list[i].method, 2e-5), fine = fixed_error(&c, list[i].method, 1e-5);
        double order = log2(coarse / fine);
        print_message("  %-8s order %.2f: %.1e, %.1e\n", list[i].method, order, coarse, fine);
        assert_true(order > list[i].order - 0.4 && order < list[i].order + 1.2);
    }
}

// x' = v with the mean of v over each step ends at the integral of v, though v jumps within steps, or a rounding behind their start.
static void steps_with_mean_inputs_integrate_them(void **state)
{
    (void)state;
    static const char law[] = "law way\ninput v m/s\nstate x m\noutput y m\nx' = v\ny = x\n";
    static const double hold[] = {0.05, 7.0 / 512, 17.0 / 512}; // of which multiples are exact
    for (int i = 0; i < 3; i++)
        for (int mean = 0; mean < 2; mean++) {
            const run_case c = {
                law, NULL, "v = 0 m/s, x = 0 m", {.offset = 0.3, .amplitude = 1, .omega = 2.3, .hold = hold[i]}, 2};
            run_model l;
            br_run r;
            run_load(&l, &c);
            br_run_options o = run_options("rk4", 1e-7);
            o.step = 0.01;
            o.mean = mean;
            run_begin(&r, &l, &o);
            run_to(&r, c.time);
            double way = 0;
            for (int k = 0; k * hold[i] < c.time; k++)
                way += run_wave_value(&c.wave, (k + 0.5) * hold[i]) * fmin(hold[i], c.time - k * hold[i]);
            print_message("  held for %.4g s, %s: off by %.1e m\n", hold[i], mean ? "mean" : "start",
                          fabs(r.x[0] - way));
            assert_true(fabs(r.x[0] - way) < (mean || i == 0 ? 1e-12 : 0.01));
            assert_true(mean || i == 0 || fabs(r.x[0] - way) > 1e-4);
            br_run_close(&r);
            br_model_close(&l.model);
        }
}

// Every method either follows a law or says that it does not fit; nothing in the list is left out.
static void every_method_follows_or_refuses(void **state)
{
    (void)state;
    const run_case list[] = {
        {"lugre", "table-I", "", {.offset = 1e-3}, 0.02},
        {"sgms", "table-4.1", "", {.offset = 2e-4}, 0.02},
        {"gms", "table-4.1", "", {.offset = 2e-4}, 0.02},
        {"elasto-plastic", "table-II", "dx = 1e-8 m, dt = 1e-5 s", {.offset = 1e-3}, 0.02},
        {"mass", "fig-2", "v = 2 mm/s", {.offset = 1.2}, 0.02},
    };
    int followed[5] = {0};
    for (int c = 0; c < 5; c++)
        for (int m = 0; m < br_run_methods(); m++) {
            run_model l;
            br_run r;
            br_diag why = {0};
            const br_run_method *method = br_run_method_at(m);
            assert_ptr_equal(br_run_method_find(method->name), method);
            run_load(&l, &list[c]);
            br_run_options o = run_options(method->name, 1e-7);
            o.step = 1e-5;
            br_status status = br_run_open(&r, &l.model, &l.drive, &o, &why);
            if (status == BR_OK) {
                br_run_close(&r);
                double error = fixed_error(&list[c], method->name, method->adaptive ? list[c].time : 1e-5);
                print_message("  %-11s %.1e  %s\n", method->name, error, list[c].law);
                assert_true(error < 1e-2);
                followed[c]++;
            } else {
                assert_int_equal(status, BR_BAD_USAGE);
                assert_true(strlen(why.text) > 10);
            }
            br_model_close(&l.model);
        }
    for (int c = 0; c < 5; c++)
        assert_true(followed[c] >= 5 && followed[c] < br_run_methods());
}

// ---------------------------------------------------------------- samples, breaks and modes

// Rarely or often looked at: the same steps, and the same bits at common times.
static void samples_do_not_change_the_run(void **state)
{
    (void)state;
    const run_case list[] = {
        {"mass", "fig-2", "", {.amplitude = 2, .omega = 3, .hold = 0.0625}, 4},
        {"gms", "table-4.1", "", {.amplitude = 1e-3, .omega = 5, .phase = 0.3}, 2},
        {"stick-slip", "fig-6", "", {.offset = 0.1}, 12},
        {"drive-train", "nominal", "", {.amplitude = 0.5, .omega = 3}, 4},
    };
    for (int c = 0; c < 4; c++) {
        run_model l[2];
        br_run r[2];
        br_run_options o = run_options("stiff", 1e-7);
        for (int i = 0; i < 2; i++) {
            run_load(&l[i], &list[c]);
            run_begin(&r[i], &l[i], &o);
        }
        for (int k = 0; k <= 8000; k++) {
            double t = list[c].time * k / 8000;
            run_to(&r[0], t);
            if (k % 1000 == 0) {
                run_to(&r[1], t);
                assert_memory_equal(r[0].x, r[1].x, (size_t)l[0].model.nx * sizeof(double));
                assert_memory_equal(r[0].y, r[1].y, (size_t)r[0].system.sys.ny * sizeof(double));
                assert_memory_equal(r[0].m, r[1].m, (size_t)l[0].model.nm * sizeof(int));
            }
        }
        assert_memory_equal(&r[0].count, &r[1].count, sizeof r[0].count);
        assert_true(r[0].count.steps > 50 && r[0].count.steps < 8000);
        for (int i = 0; i < 2; i++) {
            br_run_close(&r[i]);
            br_model_close(&l[i].model);
        }
    }
}

// x' = u with u held: exact if, and only if, no step reaches over a break.
static void steps_end_where_the_input_breaks(void **state)
{
    (void)state;
    static const char law[] = "law sum\ninput u m/s\nstate x m\noutput y m\nx' = u\ny = x\n";
    const run_case c = {law, NULL, "", {.offset = 0.3, .amplitude = 1, .omega = 1, .phase = 0.7, .hold = 0.125}, 5};
    for (int m = 0; m < 3; m++) {
        run_model l;
        br_run r;
        double sum = 0;
        run_load(&l, &c);
        br_run_options o = run_options(br_run_method_at(m)->name, 1e-3);
        run_begin(&r, &l, &o);
        double t = 0;
        while (t < c.time) {
            double next = run_wave_next(&l.wave, t);
            sum += (next - t) * run_wave_value(&l.wave, t);
            run_to(&r, next);
            assert_true(r.ode.t == next); // a step ended there
            assert_true(r.u[0] == run_wave_value(&l.wave, next));
            assert_true(fabs(r.x[0] - sum) < 1e-14 * (1 + 50 * fabs(sum)));
            t = next;
        }
        br_run_close(&r);
        br_model_close(&l.model);
    }
}

// The mode of a sample is that whose guard holds there, to the last bit of time on both sides of the change.
static void a_sample_has_the_mode_of_its_side(void **state)
{
    (void)state;
    static const char law[] = "law gate\ninput u m/s\nstate x m\nparam L = 0.5 m\noutput y m/s\nmodes low, high\n"
                              "x' = u in low\nx' = 2*u in high\ny = x'\n"
                              "from low to high if x >= L\nfrom high to low if x < L/2\n";
    const run_case c = {law, NULL, "", {.offset = 1}, 1};
    run_model l;
    br_run r;
    double t = 0.5;
    for (int i = 0; i < 40; i++) // x is t but for rounding
        t = nextafter(t, 0);
    run_load(&l, &c);
    br_run_options o = run_options("stiff", 1e-9);
    run_begin(&r, &l, &o);
    bool low = false, high = false;
    for (int i = 0; i < 80; i++) {
        run_to(&r, t);
        assert_int_equal(r.m[0], r.x[0] >= 0.5);
        assert_true(r.y[0] == (r.m[0] ? 2 : 1) && r.dx[0] == r.y[0]);
        low = low || r.m[0] == 0;
        high = high || r.m[0] == 1;
        t = nextafter(t, 1);
    }
    assert_true(low && high);
    run_to(&r, 1);
    assert_true(fabs(r.x[0] - 1.5) < 1e-12);
    assert_int_equal(r.transitions, 1);
    br_run_close(&r);
    br_model_close(&l.model);
}

// ---------------------------------------------------------------- what it costs

// The bits are the same everywhere, so these are counts, not times: a fifth more than when they were written is too much.
static void ten_seconds_of_stick_slip_cost_what_they_did(void **state)
{
    (void)state;
    static const struct {
        double tolerance;
        long long tries, rates, factorisations;
    } list[] = {{1e-3, 44, 795, 44}, {1e-6, 82, 1249, 82}, {1e-9, 226, 2811, 226}};
    const run_case c = {"stick-slip", "fig-6", "", {.offset = 0.1}, 10};
    for (int i = 0; i < 3; i++) {
        run_model l;
        br_run r;
        run_load(&l, &c);
        br_run_options o = run_options("stiff", list[i].tolerance);
        o.until = c.time;
        run_begin(&r, &l, &o);
        run_to(&r, c.time);
        print_message("  %.0e: %lld steps, %lld rejected, %lld rates, %lld slopes, %lld factorisations\n",
                      list[i].tolerance, r.count.steps, r.count.rejected, r.count.rates, r.count.slopes,
                      r.count.factorisations);
        assert_true(5 * (r.count.steps + r.count.rejected) <= 6 * list[i].tries);
        assert_true(5 * r.count.rates <= 6 * list[i].rates);
        assert_true(5 * r.count.factorisations <= 6 * list[i].factorisations);
        assert_true(r.count.slopes <= r.count.factorisations);
        br_run_close(&r);
        br_model_close(&l.model);
    }
}

// ---------------------------------------------------------------- what it refuses

static br_status open_with(run_model *l, br_run *r, br_run_options o)
{
    br_diag why = {0};
    br_status status = br_run_open(r, &l->model, &l->drive, &o, &why);
    if (status == BR_OK)
        br_run_close(r);
    else
        assert_true(strlen(why.text) > 0 && r->memory == NULL);
    return status;
}

static void options_without_sense_are_refused(void **state)
{
    (void)state;
    const run_case c = {"lugre", "table-I", "", {.offset = 1e-3}, 1};
    run_model l;
    br_run r;
    br_diag why = {0};
    run_load(&l, &c);
    assert_null(br_run_method_find("euler"));
    assert_null(br_run_method_find(""));
    br_run_options good = run_options("rk4", 1e-7), o = good;
    static const double steps[] = {0, -1, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        o.step = steps[i];
        assert_int_equal(open_with(&l, &r, o), BR_BAD_USAGE);
    }
    o.step = 1e-4;
    assert_int_equal(open_with(&l, &r, o), BR_OK);
    o.start = 2;
    o.until = 1;
    assert_int_equal(open_with(&l, &r, o), BR_BAD_USAGE);
    o = run_options("stiff", 2);
    assert_int_equal(open_with(&l, &r, o), BR_BAD_USAGE);
    o = run_options("stiff", 1e-7);
    o.until = 1;
    run_begin(&r, &l, &o);
    run_to(&r, 0.5);
    static const double times[] = {0.4, 1.1, (double)NAN};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(br_run_to(&r, times[i], &why), BR_BAD_USAGE);
        assert_true(r.t == 0.5);
    }
    run_to(&r, 0.5);
    run_to(&r, 1);
    br_run_close(&r);
    br_model_close(&l.model);
}

// A force that jumps with the velocity cannot hold a mass: the run ends soon, with words, at the time of the stop.
static void a_force_that_jumps_at_rest_ends_the_run(void **state)
{
    (void)state;
    const run_case list[] = {
        {"mass", "fig-2", "friction = coulomb, fr = fig-3.1, v = 10 mm/s", {.hold = 0}, 1},
        {"mass", "fig-2", "friction = coulomb, fr = fig-3.1", {.amplitude = 20, .omega = 7}, 1},
        {"mass", "fig-2", "friction = coulomb, fr = fig-3.1", {.offset = 0.05}, 1},
    };
    for (int c = 0; c < 3; c++)
        for (int m = 0; m < 3; m++) {
            run_model l;
            br_run r;
            br_diag why = {0};
            run_load(&l, &list[c]);
            br_run_options o = run_options(br_run_method_at(m)->name, 1e-7);
            run_begin(&r, &l, &o);
            br_status status = br_run_to(&r, list[c].time, &why);
            print_message("  %s: %s (%lld steps)\n", br_run_method_at(m)->name, why.text, r.ode.count.steps);
            assert_int_equal(status, BR_NEGATIVE);
            assert_non_null(strstr(why.text, "take a law with presliding"));
            assert_true(r.ode.count.steps < 100000);
            br_run_close(&r);
            br_model_close(&l.model);
        }
}

static void numbers_that_are_not_finite_end_the_run(void **state)
{
    (void)state;
    static const char law[] = "law burst\ninput u 1/s\nstate x -\noutput y -\nx' = u*(1 + x^2)\ny = x\n";
    const run_case c = {law, NULL, "", {.offset = 1}, 2}; // x = tan t
    for (int m = 0; m < 4; m++) {
        run_model l;
        br_run r;
        br_diag why = {0};
        run_load(&l, &c);
        br_run_options o = run_options(br_run_method_at(m)->name, 1e-7);
        o.step = 1e-2;
        run_begin(&r, &l, &o);
        br_status status = br_run_to(&r, 2, &why);
        assert_true(status == BR_NOT_FINITE || status == BR_NEGATIVE);
        assert_non_null(strstr(why.text, "t = 1."));
        br_run_close(&r);
        br_model_close(&l.model);
    }
}

// ---------------------------------------------------------------- memory

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const run_case list[] = {
        {"gms", "table-4.1", "", {.amplitude = 1e-3, .omega = 5, .phase = 0.3}, 0.5},
        {"elasto-plastic", "table-II", "", {.amplitude = 1e-3, .omega = 20, .phase = 0.3}, 0.1},
    };
    static const char *const methods[] = {"stiff", "lie"};
    for (int i = 0; i < 4; i++) {
        br_status status = BR_NO_MEMORY;
        long n = 0;
        for (; status != BR_OK && n < 10000; n++) {
            run_model l;
            br_run r;
            run_load(&l, &list[i / 2]);
            br_run_options o = run_options(methods[i % 2], 1e-7);
            o.step = 1e-3;
            countdown = n;
            status = br_run_open(&r, &l.model, &l.drive, &o, NULL);
            bool failed = countdown < 0;
            if (status == BR_OK) {
                countdown = 0; // a run takes none
                run_to(&r, list[i / 2].time);
                assert_int_equal(countdown, 0);
                br_run_close(&r);
            }
            countdown = -1;
            assert_int_equal(status, failed ? BR_NO_MEMORY : BR_OK);
            br_model_close(&l.model);
        }
        print_message("  %ld allocations\n", n);
        assert_true(n > 20 && n < 10000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_drive_train_follows_its_closed_form),
        cmocka_unit_test(fixed_steps_converge_with_their_order),
        cmocka_unit_test(steps_with_mean_inputs_integrate_them),
        cmocka_unit_test(every_method_follows_or_refuses),
        cmocka_unit_test(samples_do_not_change_the_run),
        cmocka_unit_test(steps_end_where_the_input_breaks),
        cmocka_unit_test(a_sample_has_the_mode_of_its_side),
        cmocka_unit_test(ten_seconds_of_stick_slip_cost_what_they_did),
        cmocka_unit_test(options_without_sense_are_refused),
        cmocka_unit_test(a_force_that_jumps_at_rest_ends_the_run),
        cmocka_unit_test(numbers_that_are_not_finite_end_the_run),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
