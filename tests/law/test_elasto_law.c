// test_elasto_law.c - the update of the elasto-plastic estimator is that of its law: alone, in lanes and in float.
#include "num/base/fp.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

#include "law/printed/printed.h"
#include "loop/friction/elasto.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "twin/twin.h"

void brf_elasto_update(br_elasto_curve curve, int count, const float *v, const float *dx, const float *dt,
                       const float *p, int each, float *z, float *F);

enum { LANES = 67, FORMS = 7 };

static br_random chance;

static int points(void)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1e5;
    return count > 1e9 ? 1000000000 : (int)count;
}

static int below(int n) // 0 to n - 1
{
    return (int)(br_random_next(&chance) % (uint64_t)n);
}

static double uniform(double lo, double hi)
{
    return lo + (hi - lo) * br_random_uniform(&chance);
}

static double power(double lo, double hi)
{
    return pow(10, uniform(lo, hi));
}

// A random point: v, dt, dx with the sign of v; z; the parameters of the law, in its order.
typedef struct lanes {
    double v[LANES], dt[LANES], dx[LANES], z[LANES], p[FORMS * LANES];
} lanes;

static void random_lanes(lanes *l)
{
    for (int k = 0; k < LANES; k++) {
        double sigma0 = power(3, 7), FC = power(-1, 2), FS = FC * uniform(1, 3),
               zba = FC / sigma0 * uniform(0.05, 0.95);
        double own[FORMS] = {sigma0, power(0, 3), FC, FS, power(-5, -1), zba, below(2) ? power(-2, 3) : 0};
        int s = below(2) ? 1 : -1;
        for (int j = 0; j < FORMS; j++)
            l->p[j * LANES + k] = own[j];
        l->dt[k] = power(-5, 1);
        l->v[k] = below(8) ? s * own[4] * power(-2, 2) : 0;
        l->dx[k] = below(8) ? s * zba * power(-3, 3) : 0;
        l->z[k] = uniform(-1, 1) * FS / sigma0;
    }
}

static void law_by_interpreter(const br_tape *t, const lanes *l, int k, double *out)
{
    double x[1] = {l->z[k]}, u[3] = {l->v[k], l->dt[k], l->dx[k]}, p[FORMS];
    for (int j = 0; j < FORMS; j++)
        p[j] = l->p[j * LANES + k];
    br_point at = {.x = x, .u = u, .p = p};
    br_tape_run(t, 1, &at, out, NULL);
}

static void open_updates(br_parsed_law *law, br_tape *tape, const char *curve)
{
    size_t size;
    int one[BR_MAX_DIMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    br_chosen chosen = {.name = "curve"};
    br_read_options o = {.chosen = &chosen, .nchosen = 1, .find = twin_law_text};
    br_diag why;
    snprintf(chosen.value, sizeof chosen.value, "%s", curve);
    const char *text = twin_law_text(NULL, "elasto-plastic", &size);
    if (br_law_read(law, text, size, "test", &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_tape_make(tape, law, true, NULL, one), BR_OK);
}

// The equations stand twice, in the law and in loop/friction/elasto_parts.h: they give the same bits, alone and in lanes.
static void update_is_that_of_the_law_to_the_last_bit(void **unused)
{
    (void)unused;
    static const char *const name[] = {"rational", "gauss"};
    for (int curve = BR_ELASTO_RATIONAL; curve <= BR_ELASTO_GAUSS; curve++) {
        br_parsed_law law;
        br_tape tape;
        open_updates(&law, &tape, name[curve]);
        for (int done = 0; done < points(); done += LANES) {
            lanes l;
            double z[LANES], F[LANES], want[2];
            random_lanes(&l);
            memcpy(z, l.z, sizeof z);
            br_elasto_update((br_elasto_curve)curve, LANES, l.v, l.dx, l.dt, l.p, 1, z, F);
            for (int k = 0; k < LANES; k++) {
                law_by_interpreter(&tape, &l, k, want);
                assert_true(br_bits(z[k]) == br_bits(want[0]));
                assert_true(br_bits(F[k]) == br_bits(want[1]));
            }
        }
        br_tape_free(&tape);
        br_law_free(&law);
    }
}

static void printed_law_and_single_update_agree_too(void **unused)
{
    (void)unused;
    for (int done = 0; done < points(); done += LANES) {
        lanes l;
        random_lanes(&l);
        for (int k = 0; k < LANES; k++) {
            double p[FORMS], u[3] = {l.v[k], l.dt[k], l.dx[k]}, z = l.z[k], F, want[2];
            for (int j = 0; j < FORMS; j++)
                p[j] = l.p[j * LANES + k];
            br_elasto_plastic_step(NULL, 1, &l.z[k], NULL, u, p, 0, want);
            br_elasto_update(BR_ELASTO_RATIONAL, 1, &l.v[k], &l.dx[k], &l.dt[k], p, below(2), &z, &F);
            assert_true(br_bits(z) == br_bits(want[0]) && br_bits(F) == br_bits(want[1]));
        }
    }
}

// A point of its own and the same point among others, with parameters of its own or shared; of every curve.
static void lanes_give_the_bits_of_single_points(void **unused)
{
    (void)unused;
    for (int done = 0; done < points() / 4; done += LANES) {
        lanes l;
        int count = 1 + below(LANES), curve = below(3);
        double z[LANES], F[LANES], shared[FORMS], packed[FORMS * LANES], alone, Fa;
        random_lanes(&l);
        for (int j = 0; j < FORMS; j++) {
            shared[j] = l.p[j * LANES];
            memcpy(packed + j * count, l.p + j * LANES, (size_t)count * sizeof *packed);
        }
        for (int each = 0; each < 2; each++) {
            memcpy(z, l.z, sizeof z);
            br_elasto_update((br_elasto_curve)curve, count, l.v, l.dx, l.dt, each ? packed : shared, each, z, F);
            for (int k = 0; k < count; k++) {
                double p[FORMS];
                for (int j = 0; j < FORMS; j++)
                    p[j] = each ? l.p[j * LANES + k] : shared[j];
                alone = l.z[k];
                br_elasto_update((br_elasto_curve)curve, 1, &l.v[k], &l.dx[k], &l.dt[k], p, 0, &alone, &Fa);
                assert_true(br_bits(z[k]) == br_bits(alone) && br_bits(F[k]) == br_bits(Fa));
            }
        }
    }
}

// From the same numbers: z within some roundings of the largest deflection.
static void float_update_is_close_to_double(void **unused)
{
    (void)unused;
    for (int done = 0; done < points(); done += LANES) {
        lanes l;
        float v[LANES], dx[LANES], dt[LANES], z[LANES], F[LANES], p[FORMS * LANES];
        int curve = below(3);
        random_lanes(&l);
        for (int k = 0; k < LANES; k++) {
            l.v[k] = (double)(v[k] = (float)l.v[k]);
            l.dx[k] = (double)(dx[k] = (float)l.dx[k]);
            l.dt[k] = (double)(dt[k] = (float)l.dt[k]);
            l.z[k] = (double)(z[k] = (float)l.z[k]);
        }
        for (int k = 0; k < FORMS * LANES; k++)
            l.p[k] = (double)(p[k] = (float)l.p[k]);
        double exact[LANES];
        br_elasto_update((br_elasto_curve)curve, LANES, l.v, l.dx, l.dt, l.p, 1, l.z, exact);
        brf_elasto_update((br_elasto_curve)curve, LANES, v, dx, dt, p, 1, z, F);
        for (int k = 0; k < LANES; k++) {
            double zmax = l.p[3 * LANES + k] / l.p[k], zba = l.p[5 * LANES + k], zC = l.p[2 * LANES + k] / l.p[k];
            double steep = br_min(br_abs(l.dx[k]) / (zC - zba), 100) + 4; // how much y changes with z
            assert_true(br_abs((double)z[k] - l.z[k]) <= 8 * (double)FLT_EPSILON * steep * zmax);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(update_is_that_of_the_law_to_the_last_bit),
        cmocka_unit_test(printed_law_and_single_update_agree_too),
        cmocka_unit_test(lanes_give_the_bits_of_single_points),
        cmocka_unit_test(float_update_is_close_to_double),
    };
    const char *s = getenv("BR_SEED");
    uint64_t seed = s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu\n", (unsigned long long)seed);
    br_random_init(&chance, seed, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
