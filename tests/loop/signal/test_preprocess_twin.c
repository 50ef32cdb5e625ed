// test_preprocess_twin.c - float beside double on the same motion, and the errors that float may add.
//
// 40 mm back and forth at 5 Hz, with a smaller and faster motion on top and noise of 1 um; float has 3.7 nm there.
// Errors are shares of the range of the signal. Windows differ where float decides for another length.
#include "loop/friction/indirect.h"
#include "loop/signal/zero_phase.h"
#include "kit/preprocess.h"
#include "twin/preprocess_float.h"

enum { N = 20000, FIRST = 200 };
static const double TAU = 6.283185307179586;
static double q[N], ua[N], v[N], a[N], fv[N], fa[N], y[N], x[N];

static void move(void)
{
    for (int i = 0; i < N; i++) {
        double t = i * 1e-4, noise = 1e-6 * br_random_normal(&chance);
        q[i] = 0.02 * sin(TAU * 5 * t) + 2e-4 * sin(TAU * 60 * t) + noise;
        ua[i] = 9 - 20 * 0.02 * 987 * sin(TAU * 5 * t);
    }
}

static double off(const double *got, const double *want)
{
    double worst = 0, lo = want[FIRST], hi = want[FIRST];
    for (int i = FIRST; i < N; i++) {
        assert_true(isfinite(got[i]));
        worst = fmax(worst, fabs(got[i] - want[i]));
        lo = fmin(lo, want[i]);
        hi = fmax(hi, want[i]);
    }
    return worst / (hi - lo);
}

static void differentiators_in_float(void **unused)
{
    (void)unused;
    static const br_differentiate_kind *const kinds[] = {&br_differentiate_lowpass, &br_differentiate_kalman,
                                                         &br_differentiate_window};
    static const double most_v[] = {5e-6, 3e-5, 2e-2}, most_a[] = {1e-4, 3e-4, 1e-1};
    move();
    for (int k = 0; k < 3; k++) {
        br_differentiate_options o = br_differentiate_defaults(kinds[k], 1e-4);
        br_differentiate d;
        br_motion m;
        double memory[128];
        o.band = 1e-6;
        assert_int_equal(br_differentiate_init(&d, &o, memory, sizeof memory), BR_OK);
        for (int i = 0; i < N; i++) {
            assert_int_equal(br_differentiate_step(&d, q[i], o.dt, &m), BR_OK);
            v[i] = m.v;
            a[i] = m.a;
        }
        float_differentiate(k, N, q, fv, fa);
        print_message("%s in float: v within %.1e, a within %.1e\n", kinds[k]->name, off(fv, v), off(fa, a));
        assert_true(off(fv, v) < most_v[k] && off(fa, a) < most_a[k]);
    }
}

static void indirect_force_in_float(void **unused)
{
    (void)unused;
    br_indirect_options o = br_indirect_defaults(1e-4);
    br_indirect d;
    o.mass = 20;
    move();
    assert_int_equal(br_indirect_init(&d, &o), BR_OK);
    for (int i = 0; i < N; i++)
        a[i] = br_indirect_step(&d, q[i], ua[i]).force;
    float_indirect(N, q, ua, fa);
    print_message("indirect force in float: within %.1e\n", off(fa, a));
    assert_true(off(fa, a) < 5e-4);
}

static void logs_in_float(void **unused)
{
    (void)unused;
    br_lowpass_options low = {1e-4, 100, 4, 0};
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_kalman, 1e-4);
    size_t bytes = br_zero_phase_bytes(&low, N);
    void *memory = malloc(bytes);
    assert_non_null(memory);
    move();
    memcpy(y, q, sizeof y);
    memcpy(x, q, sizeof x);
    assert_int_equal(br_zero_phase_lowpass(&low, N, y, memory, bytes, NULL), BR_OK);
    float_lowpass(N, x);
    print_message("low-pass of a log in float: within %.1e\n", off(x, y));
    assert_true(off(x, y) < 2e-6);
    o.cutoff = 100;
    memcpy(y, q, sizeof y);
    assert_int_equal(br_zero_phase_smooth(&o, N, y, x, v, a, NULL), BR_OK);
    float_smooth(N, q, fv, fa);
    print_message("smoother in float: v within %.1e, a within %.1e\n", off(fv, v), off(fa, a));
    assert_true(off(fv, v) < 1e-5 && off(fa, a) < 1e-4);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differentiators_in_float),
        cmocka_unit_test(indirect_force_in_float),
        cmocka_unit_test(logs_in_float),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
