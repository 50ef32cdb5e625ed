// test_laws_printed.c - printed laws and interpreted laws give the same bits.
//
// The built-in laws are compiled into the library with the first value of every choice; here every number of a batch is
// compared, values, derivatives and modes, for whole and odd numbers of lanes, shared and own parameters.
#include "num/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law/builtin.h"
#include "twin/twin.h"

typedef struct tally {
    twin_random r;
    long rounds, numbers;
    int wrong, compared;
} tally;

static bool same_bits(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y || (isnan(a) && isnan(b));
}

static void compare(const char *law, const char *what, const double *a, const double *b, int n, int count, tally *t)
{
    for (int i = 0; i < n * count; i++) {
        t->numbers++;
        if (same_bits(a[i], b[i]))
            continue;
        if (t->wrong++ < 10)
            printf("%s, %d lanes: %s %d of point %d is %.17g printed and %.17g interpreted\n", law, count, what,
                   i / count, i % count, a[i], b[i]);
    }
}

// Shared parameters: those of the first point.
static void share(twin_batch *b)
{
    for (int k = 1; k < b->count; k++)
        memcpy(b->pp + k * b->tape.np, b->pp, (size_t)b->tape.np * sizeof *b->pp);
    twin_batch_spread(b);
}

static void compare_batch(const twin_case *c, br_value_fn *value, br_jet_fn *derivatives, bool next, const br_jet *jet,
                          int count, bool each, tally *t)
{
    twin_batch b;
    int elements = 1 + twin_below(&t->r, 12), size[BR_MAX_DIMS];
    for (int d = 0; d < BR_MAX_DIMS; d++)
        size[d] = elements;
    twin_batch_make(&b, &c->law, next, jet, elements, count);
    twin_batch_draw(&b, &t->r, 0.2);
    if (!each)
        share(&b);
    twin_batch_run(&b);
    double *out = calloc((size_t)b.tape.nrow * (size_t)count + 1, sizeof *out);
    double *both = calloc((size_t)b.tape.nrow * (size_t)count + 1, sizeof *both);
    double *slopes = calloc((size_t)b.tape.nblock * (size_t)count + 1, sizeof *slopes);
    assert_true(out && both && slopes);
    const double *p = each ? b.p : b.pp;
    value(size, count, b.x, b.m, b.u, p, each, out);
    derivatives(size, count, b.x, b.m, b.u, p, each, both, slopes);
    compare(c->label, "number", out, b.out, b.tape.nrow, count, t);
    compare(c->label, "number beside derivatives,", both, b.out, b.tape.nrow, count, t);
    compare(c->label, "derivative", slopes, b.jet, b.tape.nblock, count, t);
    free(out);
    free(both);
    free(slopes);
    twin_batch_free(&b);
}

static bool first_choices(const br_law *law)
{
    for (int i = 0; i < law->nchoice; i++)
        if (law->choice[i].chosen != 0)
            return false;
    return true;
}

static void compare_case(twin_case *c, void *context)
{
    static const int lanes[] = {1, 3, 20, 33};
    tally *t = context;
    br_builtin law;
    if (!first_choices(&c->law))
        return;
    assert_true(br_builtin_find(c->twin->name, &law));
    for (int next = 0; next < (c->twin->next ? 2 : 1); next++) {
        br_value_fn *value = next ? law.step : law.rate;
        br_jet_fn *derivatives = next ? law.step_jet : law.rate_jet;
        br_jet jet;
        assert_true(value && derivatives);
        assert_int_equal(br_jet_make(&jet, &c->law, next == 1, NULL), BR_OK);
        for (long k = 0; k < t->rounds; k++)
            for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
                for (int each = 0; each < 2; each++)
                    compare_batch(c, value, derivatives, next == 1, &jet, lanes[i], each == 1, t);
        br_jet_free(&jet);
        t->compared++;
    }
}

static void printed_laws_give_the_bits_of_the_interpreted_ones(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("printed"), .rounds = twin_points(100000) / 20000 + 1};
    twin_cases(compare_case, &t);
    printf("%d printed functions, %ld numbers\n", t.compared, t.numbers);
    assert_int_equal(t.wrong, 0);
    assert_true(t.compared >= 17);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_laws_give_the_bits_of_the_interpreted_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
