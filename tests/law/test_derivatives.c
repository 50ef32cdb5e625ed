// test_derivatives.c - every operation of the notation, differentiated by elimination, forward and in reverse, against
// differences; and what derivatives, enclosures and traits must not claim.
#include "law/builtin/builtin.h"
#include "law/gradient.h"
#include "law/eval/tape.h"
#include "law/eval/traits.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 128 };

static void read_law(br_parsed_law *law, const char *text)
{
    br_diag why = {0};
    br_read_options o = {.find = br_builtin_text};
    if (br_law_read(law, text, strlen(text), "law", &o, &why) != BR_OK)
        fail_msg("%s", why.text);
}

typedef struct point {
    double x[MOST], u[MOST], p[MOST];
} point;

static double *numbers(point *at, br_kind kind)
{
    return kind == BR_STATE ? at->x : kind == BR_INPUT ? at->u : at->p;
}

static void values(const br_tape *t, const point *at, double *out)
{
    br_tape_run(t, 1, &(br_point){.x = at->x, .u = at->u, .p = at->p}, out, NULL);
}

// d out[row] / d number, by central differences with one extrapolation
static double difference(const br_tape *t, point at, br_kind kind, int number, int row)
{
    double slope[2], out[MOST], *x = &numbers(&at, kind)[number], middle = *x;
    for (int i = 0; i < 2; i++) {
        double h = (i == 0 ? 2e-4 : 1e-4) * fmax(fabs(middle), 0.1);
        *x = middle + h;
        values(t, &at, out);
        slope[i] = out[row];
        *x = middle - h;
        values(t, &at, out);
        slope[i] = (slope[i] - out[row]) / (2 * h);
    }
    return (4 * slope[1] - slope[0]) / 3;
}

// The whole Jacobian, blocks unfolded; what no block covers is zero.
static void unfold(const br_tape *t, const double *jet, br_kind kind, int columns, double *matrix)
{
    memset(matrix, 0, (size_t)(t->nrow * columns) * sizeof *matrix);
    for (int b = 0; b < t->blocks; b++) {
        const br_block *w = &t->block[b];
        if (t->law->q[w->column].kind != kind)
            continue;
        int rows = br_tape_len(t, t->row[w->row].dim), wide = br_tape_len(t, t->law->q[w->column].dim);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < wide; c++) {
                if (w->shape == BR_DIAGONAL && r != c)
                    continue;
                int i = w->shape == BR_DENSE ? r * wide + c : r > c ? r : c;
                matrix[(t->row_at[w->row] + r) * columns + t->q_at[w->column] + c] = jet[t->block_at[b] + i];
            }
    }
}

// sweep: the gradient of the weighted rows, one row per quantity
static void compare(const br_tape *t, const br_tape *sweep, const point *at, br_kind kind, int columns)
{
    double out[MOST], jet[4 * MOST], matrix[MOST * MOST], g[3 * MOST], weight[MOST];
    assert_true(t->nrow <= MOST && t->nblock <= 4 * MOST && t->nrow * columns <= MOST * MOST);
    br_point here = {.x = at->x, .u = at->u, .p = at->p};
    br_tape_run(t, 1, &here, out, jet);
    unfold(t, jet, kind, columns, matrix);
    for (int r = 0; r < t->nrow; r++)
        for (int c = 0; c < columns; c++) {
            double want = difference(t, *at, kind, c, r), got = matrix[r * columns + c];
            if (!(fabs(got - want) <= 1e-8 * (1 + fabs(want))))
                fail_msg("number %d by %d: %.12g, differences give %.12g", r, c, got, want);
        }
    for (int r = 0; r < t->nrow; r++) { // the reverse sweep, row by row
        memset(weight, 0, sizeof weight);
        weight[r] = 1;
        here.w = weight;
        br_tape_run(sweep, 1, &here, g, NULL);
        for (int q = 0; q < t->law->nq; q++)
            for (int i = 0; t->law->q[q].kind == kind && i < br_tape_len(t, t->law->q[q].dim); i++) {
                double got = g[sweep->row_at[q] + i], want = matrix[r * columns + t->q_at[q] + i];
                if (!(fabs(got - want) <= 1e-12 * (1 + fabs(want))))
                    fail_msg("reverse: number %d by %s[%d]: %.15g, forward %.15g", r, t->law->q[q].name, i, got, want);
            }
    }
}

static void prove(const char *text, bool dense)
{
    br_parsed_law law;
    br_jet j;
    br_tape t, sweep;
    br_law_row gradient[MOST];
    point at;
    read_law(&law, text);
    assert_int_equal(br_jet_make(&j, &law, false, NULL), BR_OK);
    bool any = false;
    for (int b = 0; b < j.blocks; b++)
        any = any || j.block[b].shape == BR_DENSE;
    assert_true(any == dense);
    assert_int_equal(br_tape_make(&t, &law, false, &j, NULL), BR_OK);
    assert_true(law.nq <= MOST);
    assert_int_equal(br_gradient_make(gradient, &law, false), BR_OK);
    assert_int_equal(br_tape_make_rows(&sweep, &law, gradient, law.nq, NULL), BR_OK);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < MOST; i++) {
            at.x[i] = 0.3 + 0.9 * fabs(sin(1.7 * i + round)) + 0.01 * i;
            at.u[i] = 0.4 + 0.8 * fabs(sin(2.9 * i + 3 * round + 1));
            at.p[i] = 0.5 + 0.7 * fabs(sin(4.3 * i + 5 * round + 2));
        }
        compare(&t, &sweep, &at, BR_STATE, t.nx);
        compare(&t, &sweep, &at, BR_INPUT, t.nu);
        compare(&t, &sweep, &at, BR_PARAM, t.np);
    }
    br_tape_free(&sweep);
    br_tape_free(&t);
    br_jet_free(&j);
    br_law_free(&law);
}

#define OPERATIONS(x, y)                                                                                               \
    "A = " x "/" y " - " y "*" x "\nB = exp(-" x ") + log(" y ")\nC = sin(" x "*" y ") + cos(" x " - " y ")\n"         \
    "D = tanh(" x ") + atan(" y "*3) + logistic(2*" x " - " y ")\nE = sqrt(" x " + " y ") + abs(-" x ")*sign(" y ")\n" \
    "G = " x "^" y " + " x "^2 + " y "^-3 + " x "^0.3\nH = min(" x ", 5*" y ") + max(" x ", 9) + clamp(" y             \
    ", -9, 9)\n"                                                                                                       \
    "J = expm1(-" x ") + log1p(" y ") + sinh(" x ")*cosh(" y ") + tan(" x "/3)\nK = asin(" x "/4) - acos(" y           \
    "/5) + cbrt(" x ")\nL = atan2(" x ", " y " - 0.6) + atan2(-" y ", " x ")\n"                                        \
    "I = if " x " > 0 then " x "*" y " else -" y "\n"

static void every_operation_on_numbers_has_the_right_slope(void **state)
{
    (void)state;
    prove("law one\ninput x\nparam y > 0\noutput A\noutput B\noutput C\noutput D\noutput E\noutput G\noutput H\noutput "
          "I\noutput J\noutput K\noutput L\n" OPERATIONS("x", "y"),
          false);
}

static void every_operation_on_elements_has_the_right_slope(void **state)
{
    (void)state;
    prove("law many\nelements n = 3\ninput v\nstate x[n]\nparam y[n] > 0\nparam hz 1/s\noutput A[n]\noutput "
          "B[n]\noutput C[n]\n"
          "output D[n]\noutput E[n]\noutput G[n]\noutput H[n]\noutput I[n]\noutput J[n]\noutput K[n]\noutput "
          "L[n]\noutput F\nx' = hz*(v - x*y)\nF = sum(A*B) "
          "+ sum(G + v)\n" OPERATIONS("x", "y"),
          false);
}

// Where elements see each other the derivatives are taken forward, element by element.
static void coupled_elements_have_all_pairs_of_slopes(void **state)
{
    (void)state;
    prove("law coupled\nelements n = 3\nelements k = 2\ninput v\nstate x[n]\nstate q[k]\nparam y[n] > 0\nparam hz 1/s\n"
          "output A[n]\noutput B[n]\noutput C[n]\noutput D[n]\noutput E[n]\noutput G[n]\noutput H[n]\noutput "
          "I[n]\noutput J[n]\noutput K[n]\noutput L[n]\noutput F\n"
          "m = sum(x*y)/sum(y)\ns = x + m*v\nx' = hz*(m - x*y)*cos(v)\nq' = hz*(q*m + log(v + m))\nF = sum(q) + "
          "m\n" OPERATIONS("s", "y"),
          true);
}

static void a_branch_that_is_not_taken_cannot_spoil_a_slope(void **state)
{
    (void)state;
    static const double far[] = {-1000, 1000};
    br_parsed_law law;
    br_jet j;
    br_tape t;
    read_law(&law,
             "law far\ninput x\noutput F\noutput G\noutput H\nF = if x > 0 then exp(-x) else 0\nG = min(exp(x), 5)\n"
             "H = if x < 0 then tanh(exp(-x)) else max(-exp(x), -7)\n");
    assert_int_equal(br_jet_make(&j, &law, false, NULL), BR_OK);
    assert_int_equal(br_tape_make(&t, &law, false, &j, NULL), BR_OK);
    for (int i = 0; i < 2; i++) {
        double out[3], jet[3];
        br_tape_run(&t, 1, &(br_point){.u = &far[i]}, out, jet);
        for (int k = 0; k < 3; k++)
            assert_true(jet[k] == 0);
    }
    br_tape_free(&t);
    br_jet_free(&j);
    br_law_free(&law);
}

// Bounded functions of what is no number in the branch that is not taken: slopes by what stands before them, too.
static void a_branch_that_is_no_number_cannot_spoil_a_slope(void **state)
{
    (void)state;
    static const char *const functions[] = {"tanh", "logistic", "sin", "cos", "sign"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char text[300];
        br_parsed_law law;
        br_jet j;
        br_tape t;
        snprintf(text, sizeof text,
                 "law root\ninput x\nparam a\noutput F\nF = if x > 0 then a*%s(sqrt(x)) else -a*%s(log(-x))\n",
                 functions[i], functions[i]);
        read_law(&law, text);
        assert_int_equal(br_jet_make(&j, &law, false, NULL), BR_OK);
        assert_int_equal(br_tape_make(&t, &law, false, &j, NULL), BR_OK);
        for (int side = -1; side <= 1; side += 2) {
            const double x = 2 * side, a = 3;
            double F, jet[2] = {(double)NAN, (double)NAN};
            br_tape_run(&t, 1, &(br_point){.u = &x, .p = &a}, &F, jet);
            assert_true(isfinite(F) && isfinite(jet[0]) && (t.blocks < 2 || isfinite(jet[1])));
            assert_true(fabs(jet[t.blocks - 1] - F / a) < 1e-15); // by a
        }
        br_tape_free(&t);
        br_jet_free(&j);
        br_law_free(&law);
    }
}

// Flat outside, infinitely steep inside: the slope is 0 and not 0 times infinity.
static void what_is_flat_stays_flat_however_steep_its_argument(void **state)
{
    (void)state;
    static const char *flat[] = {
        "exp(-cosh(x))",
        "expm1(-cosh(x))",
        "tanh(cosh(x))",
        "atan(cosh(x))",
        "y^cosh(x)",
        "min(5, cosh(x))",
        "max(cosh(x)*y, 7)",
        "if x > 0 then 5 else cosh(x)",
        "sqrt(2*(min(x, 5) - 5))",
    };
    for (size_t i = 0; i < sizeof flat / sizeof *flat; i++) {
        char text[200];
        double u[] = {1000, 0}, out[1], jet[2];
        br_parsed_law law;
        br_jet j;
        br_tape t;
        snprintf(text, sizeof text, "law flat\ninput x\ninput y\noutput F\nF = %s + 0*y\n", flat[i]);
        read_law(&law, text);
        assert_int_equal(br_jet_make(&j, &law, false, NULL), BR_OK);
        assert_int_equal(br_tape_make(&t, &law, false, &j, NULL), BR_OK);
        br_tape_run(&t, 1, &(br_point){.u = u}, out, jet);
        if (jet[0] != 0)
            fail_msg("the slope of %s at 1000 is %g", flat[i], jet[0]);
        br_tape_free(&t);
        br_jet_free(&j);
        br_law_free(&law);
    }
}

static void slopes_at_zero_and_far_out(void **state)
{
    (void)state;
    const double none = (double)NAN; // not asked
    const struct {
        double x, y, a_x, a_y, b_x, b_y; // A = atan2(x, y), B = x^y
    } at[] = {{1e-170, 1e-170, 5e169, -5e169, none, none},
              {0, 1e-200, 1e200, 0, none, none},
              {1e200, 1e200, 5e-201, -5e-201, none, none},
              {0, 0, none, none, 0, none},
              {0, 1, 1, 0, 1, 0}};
    br_parsed_law law;
    br_jet j;
    br_tape t;
    read_law(&law, "law edge\ninput x\ninput y\noutput A\noutput B\nA = atan2(x, y)\nB = x^y\n");
    assert_int_equal(br_jet_make(&j, &law, false, NULL), BR_OK);
    assert_int_equal(br_tape_make(&t, &law, false, &j, NULL), BR_OK);
    assert_int_equal(t.nblock, 4); // A by x and y, B by x and y
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double u[] = {at[i].x, at[i].y}, out[2], got[4], want[] = {at[i].a_x, at[i].a_y, at[i].b_x, at[i].b_y};
        br_tape_run(&t, 1, &(br_point){.u = u}, out, got);
        for (int k = 0; k < 4; k++)
            if (!isnan(want[k]) && !(fabs(got[k] - want[k]) <= 1e-14 * fabs(want[k])))
                fail_msg("slope %d at (%g, %g) is %.17g, should be %.17g", k, u[0], u[1], got[k], want[k]);
    }
    br_tape_free(&t);
    br_jet_free(&j);
    br_law_free(&law);
}

// 1/3 is no double: the interval reading of a folded constant has a width.
static void folded_constants_are_enclosed(void **state)
{
    (void)state;
    br_parsed_law law;
    br_tape t;
    br_interval out[4];
    read_law(
        &law,
        "law third\ninput v\noutput A\noutput B\noutput C\noutput D\nA = 1/3\nB = pi\nC = exp(-1) + 0.5\nD = 3/4\n");
    assert_int_equal(br_tape_make(&t, &law, false, NULL, NULL), BR_OK);
    assert_int_equal(br_tape_enclose(&t, &(br_box){.u = &(br_interval){0, 0}}, out, NULL), BR_OK);
    assert_true(out[0].lo <= 1.0 / 3 && 1.0 / 3 < out[0].hi);
    assert_true(out[1].lo <= 3.141592653589793 && out[1].hi > 3.141592653589793);
    assert_true(out[2].lo < out[2].hi);
    assert_true(br_interval_has(out[3], 0.75));
    br_tape_free(&t);
    br_law_free(&law);
}

static br_traits traits_of(const char *text)
{
    br_parsed_law law;
    br_traits t;
    read_law(&law, text);
    assert_int_equal(br_law_traits(&law, &t), BR_OK);
    br_law_free(&law);
    return t;
}

static void traits_say_no_where_they_must(void **state)
{
    (void)state;
#define HEAD "law t\ninput v m/s\nstate z m\nparam a m/s > 0\nparam b m > 0\noutput F m\nF = z\n"
    assert_true(traits_of(HEAD "z' = v - a*z/b\n").affine);
    assert_false(traits_of(HEAD "z' = v - a*sign(z)\n").affine);
    assert_false(traits_of(HEAD "z' = if z > b then v - a else v\n").affine);
    assert_false(traits_of(HEAD "z' = v - a*(z/b)^2\n").affine);
    assert_false(traits_of(HEAD "z' = v - a*abs(z)/b\n").smooth_states);
    assert_true(traits_of(HEAD "z' = v - a*tanh(z/b)\n").smooth_states);
    assert_false(traits_of(HEAD "z' = v + a\n").mirror);
    assert_false(traits_of(HEAD "z' = v*exp(z/b)\n").mirror);
    assert_true(traits_of(HEAD "z' = v*exp(-(z/b)^2)\n").mirror);
    static const char modes[] = HEAD "modes stick, fore, back\nz' = v in stick\nz' = a in fore\nz' = -a in back\n"
                                     "from fore to stick if v <= 0\nfrom back to stick if v >= 0\n";
    char text[800];
    strcpy(text, modes);
    strcat(text, "from stick to fore if v > a\nfrom stick to back if v < -a and v < 0\n");
    assert_false(traits_of(text).mirror); // the guards do not mirror
    strcpy(text, modes);
    strcat(text, "from stick to fore if v > a\nfrom stick to back if v < -a\n");
    assert_true(traits_of(text).mirror); // they exclude each other, for a > 0
    strcpy(text, modes);
    strcat(text, "param w m/s\nfrom stick to fore if v > w\nfrom stick to back if v < -w\n");
    assert_false(traits_of(text).mirror); // w may be negative: then both hold at rest, and the first wins
    strcpy(text, modes);
    strcat(text, "from stick to fore if v > 0 and v > a\nfrom stick to back if v < 0 and v < -a\n");
    assert_true(traits_of(text).mirror);
    strcpy(text, modes);
    strcat(text, "from stick to fore if abs(v) > a\nfrom stick to back if abs(v) > a\n");
    assert_false(traits_of(text).mirror); // the first always wins
    assert_false(
        traits_of("law c\nelements n = 2\ninput v\nstate z[n]\nparam hz 1/s\noutput F\nz' = hz*(v - sum(z))\nF = v\n")
            .elementwise);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_flat_stays_flat_however_steep_its_argument),
        cmocka_unit_test(slopes_at_zero_and_far_out),
        cmocka_unit_test(every_operation_on_numbers_has_the_right_slope),
        cmocka_unit_test(every_operation_on_elements_has_the_right_slope),
        cmocka_unit_test(coupled_elements_have_all_pairs_of_slopes),
        cmocka_unit_test(a_branch_that_is_not_taken_cannot_spoil_a_slope),
        cmocka_unit_test(a_branch_that_is_no_number_cannot_spoil_a_slope),
        cmocka_unit_test(folded_constants_are_enclosed),
        cmocka_unit_test(traits_say_no_where_they_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
