// test_laws_contracts.c - what every built-in law promises: symmetry to the last bit, honest NaN, no NaN at a huge speed,
// quick to read.
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
#include <time.h>

#include <cmocka.h>

#include "law/eval/combine.h"
#include "law/builtin/embedded.h"
#include "law/model/model.h"
#include "law/eval/traits.h"
#include "twin/twin.h"

enum { MOST_ROWS = 64 };

typedef struct tally {
    twin_random r;
    long each, points, numbers, ignored;
    int wrong, symmetric;
    double slowest;
    char slowest_law[160];
} tally;

// ---------------------------------------------------------------- mirror symmetry

// Equal but for the sign; zeros of either sign and NaN count as equal.
static bool flipped(double a, double b)
{
    return a == -b || (isnan(a) && isnan(b));
}

static void flip_points(twin_batch *b, const br_parsed_law *law, const br_traits *traits)
{
    const br_tape *t = &b->tape;
    for (int k = 0; k < b->count; k++) {
        double *of[] = {b->px + k * t->nx, b->pu + k * t->nu, b->pp + k * t->np};
        for (int q = 0; q < law->nq; q++)
            for (int i = 0; traits->odd[q] && i < br_tape_len(t, law->q[q].dim); i++)
                of[law->q[q].kind][t->q_at[q] + i] *= -1;
        for (int i = 0; i < t->nm; i++) { // stick stays, forward and backward change places
            int *m = &b->pm[k * t->nm + i];
            *m = *m == 0 ? 0 : 3 - *m;
        }
    }
    twin_batch_spread(b);
}

static void mirror_rows(const twin_case *c, const br_traits *traits, bool next, tally *t)
{
    for (long done = 0; done < t->each; done += 40) {
        twin_batch b;
        twin_batch_make(&b, &c->law, next, NULL, 1 + twin_below(&t->r, 12), 40);
        double *before = calloc((size_t)b.tape.nrow * 40 + 1, sizeof *before);
        assert_non_null(before);
        twin_batch_draw(&b, &t->r, 0.2);
        twin_batch_run(&b);
        memcpy(before, b.out, (size_t)b.tape.nrow * 40 * sizeof *before);
        flip_points(&b, &c->law, traits);
        twin_batch_run(&b);
        for (int r = 0; r < b.tape.rows; r++) {
            int q = br_law_find(&c->law, b.tape.row[r].name, strlen(b.tape.row[r].name));
            bool odd = b.tape.row[r].mark == 0 || q < 0 || c->law.q[q].kind != BR_STATE || traits->odd[q];
            for (int n = b.tape.row_at[r] * 40; n < (b.tape.row_at[r] + br_tape_len(&b.tape, b.tape.row[r].dim)) * 40;
                 n++) {
                bool ok = flipped(before[n], odd ? b.out[n] : -b.out[n]);
                t->numbers++;
                t->wrong += !ok;
                if (!ok && t->wrong <= 5) {
                    printf("%s: %s is %.17g, mirrored %.17g\n", c->label, b.tape.row[r].name, before[n], b.out[n]);
                    twin_batch_print(&b, n % 40);
                }
            }
        }
        free(before);
        twin_batch_free(&b);
    }
}

static void mirror_case(twin_case *c, void *context)
{
    tally *t = context;
    br_traits traits;
    assert_int_equal(br_law_traits(&c->law, &traits), BR_OK);
    bool one_way = strstr(c->label, "direction=dependent") != NULL;
    if (traits.mirror == one_way) {
        printf("%s: marked %s\n", c->label, traits.mirror ? "symmetric" : "not symmetric");
        t->wrong++;
    }
    if (!traits.mirror)
        return;
    t->symmetric++;
    mirror_rows(c, &traits, false, t);
    if (c->twin->next)
        mirror_rows(c, &traits, true, t);
}

static void symmetric_laws_are_marked_and_mirror_to_the_last_bit(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("mirror"), .each = twin_points(100000) / 70 + 1};
    int cases = twin_cases(mirror_case, &t);
    printf("%d of %d laws with choices are symmetric; %ld numbers mirrored\n", t.symmetric, cases, t.numbers);
    assert_int_equal(t.wrong, 0);
}

// ---------------------------------------------------------------- NaN

// With one number NaN a result is NaN, unless the number does not enter at this point.
static void nan_at(const twin_case *c, twin_law *twin_of, twin_batch *b, int q, int i, tally *t)
{
    const br_tape *tape = &b->tape;
    double *of[] = {b->px, b->pu, b->pp}, *to = &of[c->law.q[q].kind][tape->q_at[q] + i], kept = *to;
    twin_sum row[MOST_ROWS] = {{0}};
    twin_at a = twin_batch_at(b, 0);
    a.q = q;
    a.i = i;
    a.step = kept == 0 ? 1e-600L : fabsl((long double)kept) * 1e-60L;
    twin_of(&a, row);
    twin_sum turned[MOST_ROWS] = {{0}};
    a.step = 0;
    *to = -kept;
    if (c->law.q[q].kind != BR_PARAM) // a direction enters by its sign alone
        twin_of(&a, turned);
    *to = nan("");
    twin_batch_spread(b);
    twin_batch_run(b);
    for (int j = 0; j < tape->nrow; j++) {
        bool is_nan = isnan(twin_batch_out(b, j, 0)), enters = cimagl(row[j].x) != 0 && !row[j].edge;
        enters = enters || (c->law.q[q].kind != BR_PARAM && creall(turned[j].x) != creall(row[j].x));
        t->numbers++;
        t->ignored += !is_nan;
        bool ok = is_nan || !enters;
        t->wrong += !ok;
        if (!ok && t->wrong <= 5)
            printf("%s: %s = NaN gives %.17g in row %d\n", c->label, c->law.q[q].name, twin_batch_out(b, j, 0), j);
    }
    *to = kept;
}

static void nan_case(twin_case *c, void *context)
{
    tally *t = context;
    for (int next = 0; next < (c->twin->next ? 2 : 1); next++)
        for (int k = 0; k < 20; k++) {
            br_jet jet;
            assert_int_equal(br_jet_make(&jet, &c->law, next == 1, NULL), BR_OK);
            twin_batch b;
            twin_batch_make(&b, &c->law, next == 1, &jet, 1 + twin_below(&t->r, 4), 1);
            twin_batch_draw(&b, &t->r, 0);
            for (int q = 0; q < c->law.nq; q++)
                for (int i = 0; i < br_tape_len(&b.tape, c->law.q[q].dim); i++)
                    nan_at(c, next ? c->twin->next : c->twin->now, &b, q, i, t);
            twin_batch_free(&b);
            br_jet_free(&jet);
        }
}

static void nan_comes_through_wherever_its_number_enters_C2(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("nan")};
    twin_cases(nan_case, &t);
    printf("%ld results with a NaN argument, %ld did not see it\n", t.numbers, t.ignored);
    assert_int_equal(t.wrong, 0);
}

// ---------------------------------------------------------------- huge and zero speeds

static const double speeds[] = {1e150, -1e150, 1e308, -1e308, 0.0, -0.0, 1e-300, -1e-300, 4e-324};

// C4, C5: the named sets of a law, states at 0: no NaN at any speed, and +0 and -0 give the same.
static void speeds_of_set(const br_text *text, const char *set, tally *t)
{
    br_diag why;
    br_model m;
    br_model_source source = {text->text, text->size, text->name, twin_law_text, NULL};
    assert_int_equal(br_model_open_given(&m, &source, &(br_given){.set = set}, NULL, &why), BR_OK);
    br_tape tape;
    assert_int_equal(br_tape_make(&tape, &m.law, false, NULL, m.n), BR_OK);
    double x[MOST_ROWS], u[MOST_ROWS], p[MOST_ROWS], out[MOST_ROWS], rest[MOST_ROWS] = {0};
    int v = br_law_find(&m.law, strcmp(text->name, "load-dahl") == 0 ? "w" : "v", 1);
    br_model_points(&m, x, u, p);
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        u[tape.q_at[v]] = speeds[k];
        br_point at = {.x = x, .u = u, .p = p, .m = m.m};
        br_tape_run(&tape, 1, &at, out, NULL);
        for (int j = 0; j < tape.nrow; j++) {
            bool same = speeds[k] != 0 || k == 4 || out[j] == rest[j];
            t->numbers++;
            t->wrong += isnan(out[j]) || !same;
            if (isnan(out[j]) || !same)
                printf("%s, set %s: at speed %g number %d is %g\n", text->name, set, speeds[k], j, out[j]);
            if (k == 4)
                rest[j] = out[j];
        }
    }
    br_tape_free(&tape);
    br_model_close(&m);
}

static void no_speed_gives_nan_and_rest_has_no_sign_C4_C5(void **state)
{
    (void)state;
    tally t = {0};
    for (const br_text *text = br_embedded_laws; text->name; text++) {
        br_parsed_law law;
        br_diag why;
        br_read_options o = {.find = twin_law_text};
        if (!twin_find(text->name))
            continue;
        assert_int_equal(br_law_read(&law, text->text, text->size, text->name, &o, &why), BR_OK);
        for (int s = 0; s < law.nset; s++)
            speeds_of_set(text, law.set[s].name, &t);
        br_law_free(&law);
    }
    printf("%ld numbers\n", t.numbers);
    assert_int_equal(t.wrong, 0);
}

// ---------------------------------------------------------------- defaults

// lambda of thesis (3.16): atanh(1 - 2 alpha)/(1 - zeta), 34.53 for alpha = 1e-3, zeta = 0.9.
static void sharpness_of_sgms_is_computed_not_rounded(void **state)
{
    (void)state;
    size_t size;
    const char *text = twin_law_text(NULL, "sgms", &size),
               *given = "kappa = 1e3 N/m, nu = 1, FC = 1 N, beta = 0, vs = 1 m/s, v = 0 m/s";
    br_model m;
    br_diag why;
    br_model_source source = {text, size, "sgms", twin_law_text, NULL};
    br_given values = {.text = given, .size = strlen(given), .origin = "test"};
    if (br_model_open_given(&m, &source, &values, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    long double want = atanhl(1 - 2 * 1e-3L) / (1 - 0.9L);
    double lambda = br_model_values(&m, br_law_find(&m.law, "lambda", 6))->lo,
           gamma = br_model_values(&m, br_law_find(&m.law, "gamma", 5))->lo;
    printf("lambda = %.17g, (3.16) gives %.20Lg\n", lambda, want);
    assert_true(fabsl((long double)lambda - want) < 1e-14L * want);
    assert_true(gamma == lambda);
    br_model_close(&m);
}

// ---------------------------------------------------------------- time

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void time_case(twin_case *c, void *context)
{
    tally *t = context;
    size_t size;
    const char *text = twin_law_text(NULL, c->twin->name, &size);
    br_chosen chosen[BR_MAX_CHOICES];
    for (int i = 0; i < c->law.nchoice; i++)
        br_combine_choose(&chosen[i], &c->law.choice[i], c->law.choice[i].chosen);
    br_read_options o = {.chosen = chosen, .nchosen = c->law.nchoice, .find = twin_law_text};
    double best = 1e9;
    for (int k = 0; k < 5; k++) {
        br_parsed_law law;
        br_jet rate, step;
        br_diag why;
        double start = now();
        assert_int_equal(br_law_read(&law, text, size, c->twin->name, &o, &why), BR_OK);
        assert_int_equal(br_jet_make(&rate, &law, false, NULL), BR_OK);
        assert_int_equal(br_jet_make(&step, &law, true, NULL), BR_OK);
        best = fmin(best, now() - start);
        br_jet_free(&rate);
        br_jet_free(&step);
        br_law_free(&law);
    }
    if (best > t->slowest) {
        t->slowest = best;
        snprintf(t->slowest_law, sizeof t->slowest_law, "%s", c->label);
    }
}

static void laws_are_read_and_differentiated_in_milliseconds(void **state)
{
    (void)state;
    tally t = {0};
    twin_cases(time_case, &t);
    printf("slowest: %.2f ms, %s (goal 5 ms without sanitizers)\n", 1e3 * t.slowest, t.slowest_law);
    assert_true(t.slowest < 0.5); // a goal, not a gate: loaded machines and sanitizers are slow
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_laws_are_marked_and_mirror_to_the_last_bit),
        cmocka_unit_test(nan_comes_through_wherever_its_number_enters_C2),
        cmocka_unit_test(no_speed_gives_nan_and_rest_has_no_sign_C4_C5),
        cmocka_unit_test(sharpness_of_sgms_is_computed_not_rounded),
        cmocka_unit_test(laws_are_read_and_differentiated_in_milliseconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
