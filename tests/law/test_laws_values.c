// test_laws_values.c - every built-in law, in every combination of its choices, gives what its paper says.
//
// Random points against twins written from the papers; BR_COUNT points over all laws, BR_SEED the first of them.
#include "num/base/fp.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "twin/twin.h"
#include "law/builtin/embedded.h"

enum { MOST_ROWS = 64, ULPS = 16 };

// Where products underflow they lose whole digits; parameters then lift the loss by at most so much.
static const long double tiny = 1e-306L;
// Beyond this a product of a number and parameters may overflow.
static const double huge = 1e290;

typedef struct tally {
    twin_random r;
    long points_each, points, beyond;
    int wrong, shown;
    double worst;
    char law[40];
} tally;

static long double ulp(long double x)
{
    int e = 0;
    frexpl(x, &e);
    return ldexpl(1, e - 53);
}

// May a product or a power of these numbers overflow?
static bool overflows(const twin_at *a)
{
    double most = twin_is(a, "viscous", "power") ? 1e70 : huge;
    for (int i = 0; i < a->tape->nx; i++)
        if (fabs(a->x[i]) > huge)
            return true;
    for (int i = 0; i < a->tape->nu; i++)
        if (fabs(a->u[i]) > most)
            return true;
    return false;
}

// Is the speed so small that |v|/v1, which is then raised to a power, has lost digits?
static bool underflows(const twin_at *a)
{
    for (int i = 0; twin_is(a, "viscous", "power") && i < a->tape->nu; i++)
        if (a->u[i] != 0 && fabs(a->u[i]) < 1e-300)
            return true;
    return false;
}

// Within ULPS of the largest term; infinite or undefined only where a term or a product on the way overflows.
static bool right(double got, const twin_sum *want, const twin_at *a, double *error)
{
    long double exact = creall(want->x), off = fabsl((long double)got - exact);
    *error = 0;
    if (!isfinite(got))
        return overflows(a) || want->term > (isinf(got) ? (long double)huge : (long double)DBL_MAX);
    if (off <= tiny || (underflows(a) && fabsl(exact) < 1e-50L && fabs(got) < 1e-50))
        return true;
    *error = (double)(off / ulp(want->term));
    return *error <= ULPS;
}

static void compare(const twin_case *c, twin_law *twin_of, const twin_batch *b, tally *t)
{
    for (int k = 0; k < b->count; k++) {
        twin_sum row[MOST_ROWS] = {{0}};
        twin_at at = twin_batch_at(b, k);
        twin_of(&at, row);
        for (int j = 0; j < b->tape.nrow; j++) {
            double error, got = twin_batch_out(b, j, k);
            bool ok = right(got, &row[j], &at, &error);
            t->beyond += !isfinite(got);
            t->worst = error > t->worst ? error : t->worst;
            t->wrong += !ok;
            if (ok || t->shown++ >= 3)
                continue;
            printf("%s: number %d is %.17g, its twin says %.20Lg (largest term %.5Lg, off by %.3g ulp of it)\n",
                   c->label, j, got, creall(row[j].x), row[j].term, error);
            twin_batch_print(b, k);
        }
    }
}

static void run(const twin_case *c, twin_law *twin_of, bool next, tally *t)
{
    for (long done = 0; done < t->points_each;) {
        int count = 1 + twin_below(&t->r, 40);
        twin_batch b;
        twin_batch_make(&b, &c->law, next, NULL, 1 + twin_below(&t->r, 12), count);
        twin_batch_draw(&b, &t->r, 0.25);
        twin_batch_run(&b);
        compare(c, twin_of, &b, t);
        done += count;
        t->points += count;
        twin_batch_free(&b);
    }
}

static void check_case(twin_case *c, void *context)
{
    tally *t = context;
    if (strcmp(t->law, c->twin->name) != 0) {
        if (t->law[0])
            printf("  %-15s worst %.2f ulp of the largest term\n", t->law, t->worst);
        snprintf(t->law, sizeof t->law, "%s", c->twin->name);
        t->worst = 0;
        t->shown = 0;
    }
    run(c, c->twin->now, false, t);
    if (c->twin->next)
        run(c, c->twin->next, true, t);
}

static void count_case(twin_case *c, void *context)
{
    *(int *)context += c->twin->next ? 2 : 1;
}

static void laws_agree_with_their_twins_within_16_ulp_of_the_largest_term(void **state)
{
    (void)state;
    int runs = 0;
    twin_cases(count_case, &runs);
    tally t = {.r = twin_seed("values"), .points_each = twin_points(100000) / runs + 1};
    int cases = twin_cases(check_case, &t);
    printf("  %-15s worst %.2f ulp of the largest term\n", t.law, t.worst);
    printf("%ld points, %d laws with choices, %ld numbers not finite\n", t.points, cases, t.beyond);
    assert_int_equal(t.wrong, 0);
    assert_true(cases >= 66);
}

static void every_law_has_a_twin(void **state)
{
    (void)state;
    int laws = 0;
    for (const br_text *t = br_embedded_laws; t->name; t++)
        if (twin_is_law(t->name)) {
            laws++;
            if (!twin_find(t->name))
                fail_msg("law %s has no twin", t->name);
        }
    assert_true(laws >= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_has_a_twin),
        cmocka_unit_test(laws_agree_with_their_twins_within_16_ulp_of_the_largest_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
