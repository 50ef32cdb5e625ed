// test_laws_intervals.c - the interval reading of every built-in law holds what the law can give inside the box.
//
// Random boxes (points, thin, wide, across rest and across kinks) and random points in them; the exact values and
// derivatives of the twins must lie in the enclosures, and the computed values but for their own rounding. BR_COUNT
// points over all laws, eight in a box.
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

enum { MOST_ROWS = 64, MOST_NUMBERS = 4000, SAMPLES = 8 };

typedef struct tally {
    twin_random r;
    long boxes_each, boxes, points, numbers, derivatives, undefined, unbounded;
    int wrong;
} tally;

// A box around x that respects the bounds of its quantity.
static br_interval box_around(twin_random *r, const br_quantity *q, double x)
{
    static const double share[] = {0, 1e-15, 1e-9, 1e-3, 0.3};
    double w = share[twin_below(r, 5)] * fabs(x), lo = x - w * twin_uniform(r, 0, 1),
           hi = x + w * twin_uniform(r, 0, 1);
    if (q->kind != BR_PARAM && twin_chance(r, 0.2)) { // across zero
        lo = fmin(lo, -x * twin_uniform(r, 0, 2));
        hi = fmax(hi, -x * twin_uniform(r, 0, 2));
    }
    lo = fmax(lo, -DBL_MAX);
    hi = fmin(hi, DBL_MAX);
    if (lo < q->low || (q->low_open && lo <= q->low))
        lo = x;
    if (hi > q->high || (q->high_open && hi >= q->high))
        hi = x;
    return br_interval_of(fmin(lo, x), fmax(hi, x));
}

static double inside(twin_random *r, br_interval v)
{
    switch (twin_below(r, 5)) {
    case 0: return v.lo;
    case 1: return v.hi;
    case 2: return v.lo < 0 && v.hi > 0 ? 0 : v.lo;
    default: return fmin(v.hi, fmax(v.lo, v.lo + (v.hi / 2 - v.lo / 2) * twin_uniform(r, 0, 2)));
    }
}

static void boxes(twin_random *r, const br_parsed_law *law, const br_tape *t, const twin_at *at, br_interval *box[3])
{
    const double *of[] = {at->x, at->u, at->p};
    for (int q = 0; q < law->nq; q++)
        for (int i = 0; i < br_tape_len(t, law->q[q].dim); i++) {
            int n = t->q_at[q] + i;
            box[law->q[q].kind][n] = box_around(r, &law->q[q], of[law->q[q].kind][n]);
        }
}

// The twin itself is right to some 1e-18 of its largest term: what it knows is exact +- slack, which must meet the box.
static bool holds(br_interval box, long double exact, long double slack)
{
    return (long double)box.lo <= exact + slack && exact - slack <= (long double)box.hi;
}

static void report(const twin_case *c, const twin_batch *b, const char *what, int n, br_interval box, long double x,
                   tally *t)
{
    if (t->wrong++ >= 10)
        return;
    printf("%s: %s %d is %.20Lg, outside [%.17g, %.17g]\n", c->label, what, n, x, box.lo, box.hi);
    twin_batch_print(b, 0);
}

static void compare(const twin_case *c, twin_law *twin_of, const twin_batch *b, const br_interval *out, tally *t)
{
    twin_sum row[MOST_ROWS] = {{0}};
    twin_at at = twin_batch_at(b, 0);
    twin_of(&at, row);
    for (int j = 0; j < b->tape.nrow; j++) {
        double got = twin_batch_out(b, j, 0);
        long double exact = creall(row[j].x), slack = row[j].term * 1e-17L;
        t->undefined += isnan(got);
        t->numbers++;
        if (isfinite(got) && !holds(out[j], (long double)got, 1e-13L * row[j].term))
            report(c, b, "number", j, out[j], (long double)got, t);
        if (!holds(out[j], exact, slack))
            report(c, b, "the exact number", j, out[j], exact, t);
    }
}

// Numbers whose squares leave the range of double give no derivatives to compare.
static bool is_far(const twin_batch *b)
{
    for (int i = 0; i < b->tape.nx + b->tape.nu; i++) {
        double x = fabs(i < b->tape.nx ? b->px[i] : b->pu[i - b->tape.nx]);
        if (x > 1e60 || (x > 0 && x < 1e-60))
            return true;
    }
    return false;
}

// One derivative, at random, exactly: the twin moved along the imaginary axis.
static void compare_derivative(const twin_case *c, twin_law *twin_of, const twin_batch *b, const br_interval *jet,
                               tally *t)
{
    const br_tape *tape = &b->tape;
    const br_block *k = &tape->block[twin_below(&t->r, tape->blocks)];
    int columns = br_tape_len(tape, tape->law->q[k->column].dim), len = br_block_len(tape, k);
    int n = twin_below(&t->r, len), i = k->shape == BR_ROW ? 0 : n, j = k->shape == BR_COLUMN ? 0 : n;
    if (k->shape == BR_DENSE) {
        i = n / columns;
        j = n % columns;
    }
    twin_sum row[MOST_ROWS] = {{0}};
    twin_at at = twin_batch_at(b, 0);
    const double *of[] = {at.x, at.u, at.p};
    long double size = fabsl((long double)of[tape->law->q[k->column].kind][tape->q_at[k->column] + j]);
    at.q = k->column;
    at.i = j;
    at.step = size == 0 ? 1e-600L : size * 1e-60L;
    twin_of(&at, row);
    const twin_sum *r = &row[tape->row_at[k->row] + i];
    long double exact = cimagl(r->x) / at.step, scale = r->slope / at.step;
    scale = size > 0 ? fmaxl(scale, r->term / size) : scale;
    int number = tape->block_at[k - tape->block] + n;
    if (r->edge || is_far(b) || !(scale < 1e280L))
        return;
    t->derivatives++;
    if (!holds(jet[number], exact, 1e-16L * scale))
        report(c, b, "the exact derivative", number, jet[number], exact, t);
}

static void one_box(twin_case *c, twin_law *twin_of, bool next, const br_jet *jet_of, tally *t)
{
    twin_batch b;
    twin_batch_make(&b, &c->law, next, jet_of, 1 + twin_below(&t->r, 12), 1);
    static br_interval x[MOST_NUMBERS], u[MOST_NUMBERS], p[MOST_NUMBERS], out[MOST_NUMBERS], jet[MOST_NUMBERS];
    assert_true(b.tape.nblock < MOST_NUMBERS);
    twin_batch_draw(&b, &t->r, 0.1);
    twin_at at = twin_batch_at(&b, 0);
    br_interval *box[] = {x, u, p};
    boxes(&t->r, &c->law, &b.tape, &at, box);
    br_box in = {.x = x, .u = u, .p = p, .m = b.pm};
    assert_int_equal(br_tape_enclose(&b.tape, &in, out, jet), BR_OK);
    for (int j = 0; j < b.tape.nrow; j++)
        t->unbounded += !br_interval_is_bounded(out[j]);
    for (int k = 0; k < SAMPLES; k++) {
        for (int i = 0; i < b.tape.nx; i++)
            b.px[i] = inside(&t->r, x[i]);
        for (int i = 0; i < b.tape.nu; i++)
            b.pu[i] = inside(&t->r, u[i]);
        for (int i = 0; i < b.tape.np; i++)
            b.pp[i] = inside(&t->r, p[i]);
        twin_batch_spread(&b);
        twin_batch_run(&b);
        compare(c, twin_of, &b, out, t);
        for (int n = 0; n < 3 && b.tape.blocks > 0; n++)
            compare_derivative(c, twin_of, &b, jet, t);
        t->points++;
    }
    t->boxes++;
    twin_batch_free(&b);
}

static void check_case(twin_case *c, void *context)
{
    tally *t = context;
    for (int next = 0; next < (c->twin->next ? 2 : 1); next++) {
        br_jet jet;
        assert_int_equal(br_jet_make(&jet, &c->law, next == 1, NULL), BR_OK);
        for (long k = 0; k < t->boxes_each; k++)
            one_box(c, next ? c->twin->next : c->twin->now, next == 1, &jet, t);
        br_jet_free(&jet);
    }
}

static void enclosures_hold_every_value_and_derivative_of_the_box(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("intervals"), .boxes_each = twin_points(100000) / 8 / 66 + 1};
    assert_true(twin_cases(check_case, &t) >= 66);
    printf(
        "%ld boxes, %ld points, %ld numbers and %ld derivatives inside; %ld undefined, %ld enclosures without bound\n",
        t.boxes, t.points, t.numbers, t.derivatives, t.undefined, t.unbounded);
    assert_int_equal(t.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enclosures_hold_every_value_and_derivative_of_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
