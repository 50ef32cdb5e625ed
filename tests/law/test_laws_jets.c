// test_laws_jets.c - every derivative of every built-in law is the derivative; a missing block is zero.
//
// The twins are differentiated by a step along the imaginary axis, which loses no digits: their derivatives are exact to
// 1e-17. The reverse sweep must give the same derivatives, contracted with weights. At a kink both follow the right-hand side (jet.h). BR_COUNT points over all laws.
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

#include "law/gradient.h"
#include "twin/twin.h"

enum { MOST_ROWS = 64, MOST_POINTS = 10 };

// Relative to the largest term of the derivative.
static const double tolerance = 1e-12;
// Products that underflow or overflow on the way.
static const long double tiny = 1e-290L, huge = 1e280L;

typedef struct tally {
    twin_random r;
    long points_each, points, numbers, absent, edges, far;
    int wrong, wrong_reverse, shown;
    double worst, worst_reverse;
    char law[40];
} tally;

// The gradient of a weighted sum of all rows, by the reverse sweep: number j of point k at [j*count + k].
typedef struct gradient {
    br_tape tape;
    double weight[MOST_ROWS * MOST_POINTS], value[8 * MOST_ROWS * MOST_POINTS];
} gradient;

typedef struct place { // a number among the rows, a number among the columns
    int row, i, column, j;
} place;

// Where the derivative stands among the numbers of the jet; -1: it is zero by structure.
static int number_of(const br_tape *t, const place *at)
{
    for (int b = 0; b < t->blocks; b++) {
        if (t->block[b].row != at->row || t->block[b].column != at->column)
            continue;
        switch (t->block[b].shape) {
        case BR_ONE: return t->block_at[b];
        case BR_ROW: return t->block_at[b] + at->j;
        case BR_COLUMN: return t->block_at[b] + at->i;
        case BR_DIAGONAL: return at->i == at->j ? t->block_at[b] + at->i : -1;
        case BR_DENSE: return t->block_at[b] + at->i * br_tape_len(t, t->law->q[at->column].dim) + at->j;
        }
    }
    return -1;
}

static double value_of(const twin_at *a)
{
    const br_parsed_law *law = a->tape->law;
    const double *of[] = {a->x, a->u, a->p};
    return of[law->q[a->q].kind][a->tape->q_at[a->q] + a->i];
}

// Numbers whose squares and powers leave the range of double: there only the values are compared.
static bool far_out(const twin_at *a)
{
    for (int i = 0; i < a->tape->nx; i++)
        if (fabs(a->x[i]) > 1e140 || (a->x[i] != 0 && fabs(a->x[i]) < 1e-140))
            return true;
    for (int i = 0; i < a->tape->nu; i++)
        if (fabs(a->u[i]) > 1e60 || (a->u[i] != 0 && fabs(a->u[i]) < 1e-60))
            return true;
    return false;
}

// `scale`: the largest term of the derivative, or the largest term of the value over the size of the argument.
static bool right(double got, long double exact, long double scale, bool far, double *error)
{
    *error = 0;
    if (far || scale > huge)
        return true;
    if (!isfinite(got))
        return false;
    long double off = fabsl((long double)got - exact);
    if (off <= tiny)
        return true;
    *error = (double)(off / scale);
    return *error <= tolerance;
}

static void compare_number(const twin_case *c, const twin_batch *b, int k, const place *at, const twin_sum *row,
                           const twin_at *a, tally *t)
{
    const br_tape *tape = &b->tape;
    int n = number_of(tape, at);
    double error, got = n < 0 ? 0 : twin_batch_jet(b, n, k);
    long double exact = cimagl(row->x) / a->step, scale = row->slope / a->step;
    double size = fabs(value_of(a));
    if (size > 0)
        scale = fmaxl(scale, row->term / (long double)size);
    t->numbers++;
    t->absent += n < 0;
    if (row->edge) {
        t->edges++;
        return;
    }
    bool far = far_out(a), ok = right(got, exact, scale, far, &error);
    t->far += far;
    t->worst = error > t->worst ? error : t->worst;
    t->wrong += !ok;
    if (ok || t->shown++ >= 3)
        return;
    printf("%s: d %s%c[%d] / d %s[%d] is %.17g%s, the twin says %.20Lg (largest term %.5Lg, off by %.3g of it)\n",
           c->label, tape->row[at->row].name, tape->row[at->row].mark ? tape->row[at->row].mark : ' ', at->i,
           tape->law->q[at->column].name, at->j, got, n < 0 ? " (no block)" : "", exact, scale, error);
    twin_batch_print(b, k);
}

// The column of the jet, contracted with the weights, against the gradient of the reverse sweep.
static void compare_gradient(const twin_case *c, const twin_batch *b, int k, const twin_sum *row, const twin_at *a,
                             const gradient *g, tally *t)
{
    const br_tape *tape = &b->tape;
    double got = g->value[(g->tape.row_at[a->q] + a->i) * b->count + k], size = fabs(value_of(a));
    long double want = 0, scale = 0;
    for (int r = 0; r < tape->rows; r++)
        for (int i = 0; i < br_tape_len(tape, tape->row[r].dim); i++) {
            int n = tape->row_at[r] + i, at = number_of(tape, &(place){r, i, a->q, a->i});
            long double w = (long double)g->weight[n * b->count + k];
            long double part = at < 0 ? 0 : w * (long double)twin_batch_jet(b, at, k);
            want += part;
            scale = fmaxl(scale, fabsl(part));
            scale =
                fmaxl(scale, fabsl(w) * fmaxl(row[n].slope / a->step, size > 0 ? row[n].term / (long double)size : 0));
        }
    double error;
    bool ok = right(got, want, scale, far_out(a), &error);
    t->worst_reverse = error > t->worst_reverse ? error : t->worst_reverse;
    t->wrong_reverse += !ok;
    if (ok || t->shown++ >= 3)
        return;
    printf("%s: by %s[%d] the reverse sweep gives %.17g, the jet %.17Lg (off by %.3g)\n", c->label,
           tape->law->q[a->q].name, a->i, got, want, error);
    twin_batch_print(b, k);
}

static void compare_column(const twin_case *c, twin_law *twin_of, const twin_batch *b, int k, int q, int j,
                           const gradient *g, tally *t)
{
    const br_tape *tape = &b->tape;
    twin_sum row[MOST_ROWS] = {{0}};
    twin_at a = twin_batch_at(b, k);
    a.q = q;
    a.i = j;
    double value = value_of(&a);
    a.step = value == 0 ? 1e-600L : fabsl((long double)value) * 1e-60L;
    twin_of(&a, row);
    for (int r = 0; r < tape->rows; r++)
        for (int i = 0; i < br_tape_len(tape, tape->row[r].dim); i++)
            compare_number(c, b, k, &(place){r, i, q, j}, &row[tape->row_at[r] + i], &a, t);
    compare_gradient(c, b, k, row, &a, g, t);
}

static void sweep(const twin_case *c, const twin_batch *b, const br_law_row *rows, twin_random *r, gradient *g)
{
    assert_int_equal(br_tape_make_rows(&g->tape, &c->law, rows, c->law.nq, b->tape.n), BR_OK);
    assert_true(b->tape.nrow <= MOST_ROWS && g->tape.nrow <= 8 * MOST_ROWS && b->count <= MOST_POINTS);
    for (int n = 0; n < b->tape.nrow * b->count; n++)
        g->weight[n] = twin_uniform(r, -1, 1);
    br_point at = {.x = b->x, .u = b->u, .p = b->p, .m = b->m, .w = g->weight, .each = true};
    br_tape_run(&g->tape, b->count, &at, g->value, NULL);
}

static void compare_point(const twin_case *c, twin_law *twin_of, const twin_batch *b, int k, const gradient *g,
                          tally *t)
{
    for (int q = 0; q < c->law.nq; q++)
        for (int j = 0; j < br_tape_len(&b->tape, c->law.q[q].dim); j++)
            compare_column(c, twin_of, b, k, q, j, g, t);
}

static void run(twin_case *c, twin_law *twin_of, bool next, tally *t)
{
    static gradient g;
    br_jet jet;
    br_law_row *rows = calloc((size_t)c->law.nq + 1, sizeof *rows);
    assert_non_null(rows);
    assert_int_equal(br_jet_make(&jet, &c->law, next, NULL), BR_OK);
    assert_int_equal(br_gradient_make(rows, &c->law, next), BR_OK);
    for (long done = 0; done < t->points_each;) {
        int count = 1 + twin_below(&t->r, MOST_POINTS);
        twin_batch b;
        twin_batch_make(&b, &c->law, next, &jet, 1 + twin_below(&t->r, 12), count);
        twin_batch_draw(&b, &t->r, 0.2);
        twin_batch_run(&b);
        sweep(c, &b, rows, &t->r, &g);
        for (int k = 0; k < count; k++)
            compare_point(c, twin_of, &b, k, &g, t);
        br_tape_free(&g.tape);
        done += count;
        t->points += count;
        twin_batch_free(&b);
    }
    br_jet_free(&jet);
    free(rows);
}

static void check_case(twin_case *c, void *context)
{
    tally *t = context;
    if (strcmp(t->law, c->twin->name) != 0) {
        if (t->law[0])
            printf("  %-15s worst %.2g of the largest term, reverse %.2g\n", t->law, t->worst, t->worst_reverse);
        snprintf(t->law, sizeof t->law, "%s", c->twin->name);
        t->worst = t->worst_reverse = 0;
        t->shown = 0;
    }
    run(c, c->twin->now, false, t);
    if (c->twin->next)
        run(c, c->twin->next, true, t);
}

static void every_block_and_the_reverse_sweep_give_the_derivative_and_a_missing_block_is_zero(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("jets"), .points_each = twin_points(100000) / 66 + 1};
    int cases = twin_cases(check_case, &t);
    printf("  %-15s worst %.2g of the largest term, reverse %.2g\n", t.law, t.worst, t.worst_reverse);
    printf("%ld points, %ld derivatives, of these %ld zero by structure, %ld far out, %ld at kinks that rounding "
           "decides\n",
           t.points, t.numbers, t.absent, t.far, t.edges);
    assert_int_equal(t.wrong, 0);
    assert_int_equal(t.wrong_reverse, 0);
    assert_true(cases >= 66);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_and_the_reverse_sweep_give_the_derivative_and_a_missing_block_is_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
