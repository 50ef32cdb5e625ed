// test_taylor.c - Taylor coefficients of laws along their solutions contain the true ones, and are tight.
//
// The oracle knows no rule for derivatives: it evaluates the graph in MPFR with some thousand bits at times that lie
// 2^-200 apart and takes divided differences. BR_COUNT boxes over all laws.
#include "num/base/fp.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law/builtin/builtin.h"
#include "law/eval/taylor.h"
#include "twin/twin.h"

enum { APART = 200, MOST = BR_MAX_ORDER + 2 };

// ---------------------------------------------------------------- the graph at one time, in MPFR

typedef struct oracle {
    const br_tape *t;
    int order;
    const double *u, *p; // coefficient k of input number j at [j*(order + 1) + k]
    const int *m;
    mpfr_t *x;    // coefficient k of state number j at [j*(order + 2) + k]
    mpfr_t *work; // one number for each of the tape
    mpfr_t time, help;
} oracle;

static mpfr_t *numbers(int n, mpfr_prec_t bits)
{
    mpfr_t *x = calloc((size_t)n + 1, sizeof *x);
    assert_non_null(x);
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], bits);
        mpfr_set_zero(x[i], 1);
    }
    return x;
}

static void free_numbers(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
    free(x);
}

static mpfr_t *number(const oracle *o, int node, int i)
{
    return &o->work[o->t->slot[node] + (o->t->law->g.node[node].dim == BR_SCALAR ? 0 : i)];
}

static void variable(oracle *o, const br_node *n, int i, mpfr_t y)
{
    br_kind kind = o->t->law->q[n->var].kind;
    int at = o->t->q_at[n->var] + i;
    if (kind == BR_PARAM) {
        mpfr_set_d(y, o->p[at], MPFR_RNDN);
        return;
    }
    mpfr_set_zero(y, 1); // Horner
    for (int k = kind == BR_STATE ? o->order + 1 : o->order; k >= 0; k--) {
        mpfr_mul(y, y, o->time, MPFR_RNDN);
        if (kind == BR_STATE)
            mpfr_add(y, y, o->x[at * (o->order + 2) + k], MPFR_RNDN);
        else
            mpfr_add_d(y, y, o->u[at * (o->order + 1) + k], MPFR_RNDN);
    }
}

static void operation(oracle *o, br_op op, mpfr_t y, mpfr_t a, mpfr_t b, mpfr_t c)
{
    switch (op) {
    case BR_OP_ADD: mpfr_add(y, a, b, MPFR_RNDN); break;
    case BR_OP_SUB: mpfr_sub(y, a, b, MPFR_RNDN); break;
    case BR_OP_ZMUL:
    case BR_OP_MUL: mpfr_mul(y, a, b, MPFR_RNDN); break;
    case BR_OP_DIV: mpfr_div(y, a, b, MPFR_RNDN); break;
    case BR_OP_NEG: mpfr_neg(y, a, MPFR_RNDN); break;
    case BR_OP_POW: mpfr_pow(y, a, b, MPFR_RNDN); break;
    case BR_OP_ABS: mpfr_abs(y, a, MPFR_RNDN); break;
    case BR_OP_SIGN: mpfr_set_si(y, mpfr_sgn(a), MPFR_RNDN); break;
    case BR_OP_SIDE: mpfr_set_si(y, mpfr_sgn(a) >= 0 ? 1 : -1, MPFR_RNDN); break;
    case BR_OP_SQRT: mpfr_sqrt(y, a, MPFR_RNDN); break;
    case BR_OP_EXP: mpfr_exp(y, a, MPFR_RNDN); break;
    case BR_OP_EXPM1: mpfr_expm1(y, a, MPFR_RNDN); break;
    case BR_OP_LOG: mpfr_log(y, a, MPFR_RNDN); break;
    case BR_OP_LOG1P: mpfr_log1p(y, a, MPFR_RNDN); break;
    case BR_OP_SINH: mpfr_sinh(y, a, MPFR_RNDN); break;
    case BR_OP_COSH: mpfr_cosh(y, a, MPFR_RNDN); break;
    case BR_OP_TANH: mpfr_tanh(y, a, MPFR_RNDN); break;
    case BR_OP_LOGISTIC:
        mpfr_neg(o->help, a, MPFR_RNDN);
        mpfr_exp(o->help, o->help, MPFR_RNDN);
        mpfr_add_ui(o->help, o->help, 1, MPFR_RNDN);
        mpfr_ui_div(y, 1, o->help, MPFR_RNDN);
        break;
    case BR_OP_SIN: mpfr_sin(y, a, MPFR_RNDN); break;
    case BR_OP_COS: mpfr_cos(y, a, MPFR_RNDN); break;
    case BR_OP_TAN: mpfr_tan(y, a, MPFR_RNDN); break;
    case BR_OP_ASIN: mpfr_asin(y, a, MPFR_RNDN); break;
    case BR_OP_ACOS: mpfr_acos(y, a, MPFR_RNDN); break;
    case BR_OP_ATAN2: mpfr_atan2(y, a, b, MPFR_RNDN); break;
    case BR_OP_CBRT: mpfr_cbrt(y, a, MPFR_RNDN); break;
    case BR_OP_ATAN: mpfr_atan(y, a, MPFR_RNDN); break;
    case BR_OP_MIN: mpfr_min(y, a, b, MPFR_RNDN); break;
    case BR_OP_MAX: mpfr_max(y, a, b, MPFR_RNDN); break;
    case BR_OP_LT: mpfr_set_ui(y, mpfr_less_p(a, b) != 0, MPFR_RNDN); break;
    case BR_OP_LE: mpfr_set_ui(y, mpfr_lessequal_p(a, b) != 0, MPFR_RNDN); break;
    case BR_OP_EQ: mpfr_set_ui(y, mpfr_equal_p(a, b) != 0, MPFR_RNDN); break;
    case BR_OP_AND: mpfr_set_ui(y, !mpfr_zero_p(a) && !mpfr_zero_p(b), MPFR_RNDN); break;
    case BR_OP_OR: mpfr_set_ui(y, !mpfr_zero_p(a) || !mpfr_zero_p(b), MPFR_RNDN); break;
    case BR_OP_NOT: mpfr_set_ui(y, mpfr_zero_p(a) != 0, MPFR_RNDN); break;
    case BR_OP_SELECT: mpfr_set(y, mpfr_zero_p(a) ? c : b, MPFR_RNDN); break;
    case BR_OP_SPREAD: mpfr_set(y, a, MPFR_RNDN); break;
    default: fail_msg("the oracle does not know '%s'", br_op_text(op));
    }
}

static void evaluate(oracle *o)
{
    const br_graph *g = &o->t->law->g;
    for (int s = 0; s < o->t->steps; s++) {
        int node = o->t->order[s], len = br_tape_len(o->t, g->node[node].dim);
        const br_node *n = &g->node[node];
        const int *args;
        int count = br_graph_args(g, node, &args);
        for (int i = 0; i < len; i++) {
            mpfr_t *y = number(o, node, i);
            if (n->op == BR_OP_CONST) {
                mpfr_set_d(*y, n->value, MPFR_RNDN);
            } else if (n->op == BR_OP_VAR) {
                variable(o, n, i, *y);
            } else if (n->op == BR_OP_SUM) {
                mpfr_set_zero(*y, 1);
                for (int k = 0; k < br_tape_len(o->t, g->node[args[0]].dim); k++)
                    mpfr_add(*y, *y, *number(o, args[0], k), MPFR_RNDN);
            } else if (n->op == BR_OP_BYMODE) {
                int m = o->m ? o->m[br_tape_mode_at(o->t, node, i)] : 0;
                mpfr_set(*y, *number(o, args[m], i), MPFR_RNDN);
            } else {
                operation(o, (br_op)n->op, *y, *number(o, args[0], i), *number(o, args[count > 1 ? 1 : 0], i),
                          *number(o, args[count > 2 ? 2 : 0], i));
            }
        }
    }
}

// Coefficients 0..k of every row by divided differences at times 0, h, .. kh: row number j at d[j*MOST + k].
static void rows_to(oracle *o, int k, mpfr_t *d)
{
    const br_tape *t = o->t;
    for (int at = 0; at <= k; at++) {
        mpfr_set_ui_2exp(o->time, (unsigned long)at, -APART, MPFR_RNDN);
        evaluate(o);
        for (int r = 0; r < t->rows; r++)
            for (int i = 0; i < br_tape_len(t, t->row[r].dim); i++)
                mpfr_set(d[(t->row_at[r] + i) * MOST + at], *number(o, t->row[r].node, i), MPFR_RNDN);
    }
    for (int j = 0; j < t->nrow; j++)
        for (int step = 1; step <= k; step++)
            for (int at = k; at >= step; at--) {
                mpfr_sub(d[j * MOST + at], d[j * MOST + at], d[j * MOST + at - 1], MPFR_RNDN);
                mpfr_div_ui(d[j * MOST + at], d[j * MOST + at], (unsigned long)step, MPFR_RNDN);
                mpfr_mul_2si(d[j * MOST + at], d[j * MOST + at], APART, MPFR_RNDN);
            }
}

// ---------------------------------------------------------------- one point

typedef struct tally {
    twin_random r;
    long each, points, rough, numbers, wide;
    int order, wrong, shown;
} tally;

// Divided differences neglect the next coefficient times 2^-200 and a small number; `left`: bits of the value that count
// at this order.
static bool holds(br_interval a, mpfr_t x, mpfr_t next, mpfr_t value, long left)
{
    mpfr_t lo, hi, slack;
    mpfr_inits2(400, lo, hi, slack, (mpfr_ptr)0);
    mpfr_abs(slack, next, MPFR_RNDU);
    mpfr_mul_2si(slack, slack, 20 - APART, MPFR_RNDU);
    mpfr_abs(hi, value, MPFR_RNDU);
    mpfr_mul_2si(hi, hi, 40 - left, MPFR_RNDU);
    mpfr_add(slack, slack, hi, MPFR_RNDU);
    mpfr_add_d(slack, slack, 1e-300, MPFR_RNDU);
    mpfr_add(hi, x, slack, MPFR_RNDD);
    mpfr_sub(lo, x, slack, MPFR_RNDU);
    bool inside = mpfr_cmp_d(hi, a.lo) >= 0 && mpfr_cmp_d(lo, a.hi) <= 0;
    mpfr_clears(lo, hi, slack, (mpfr_ptr)0);
    return inside;
}

static void compare(const twin_case *c, const br_taylor *s, oracle *o, tally *t)
{
    const br_tape *tape = s->tape;
    mpfr_prec_t bits = APART * (s->order + 2) + 400;
    mpfr_t *d = numbers(tape->nrow * MOST, bits);
    for (int k = 0; k <= s->order; k++) { // the rates give the next coefficient of the states
        rows_to(o, k, d);
        for (int q = 0; q < tape->law->nq; q++)
            for (int r = 0; r < tape->rows; r++)
                for (int i = 0; s->rate[q] == r && i < br_tape_len(tape, tape->row[r].dim); i++)
                    mpfr_div_ui(o->x[(tape->q_at[q] + i) * (s->order + 2) + k + 1], d[(tape->row_at[r] + i) * MOST + k],
                                (unsigned long)k + 1, MPFR_RNDN);
    }
    rows_to(o, s->order + 1, d);
    for (int r = 0; r < tape->rows; r++)
        for (int i = 0; i < br_tape_len(tape, tape->row[r].dim); i++)
            for (int k = 0; k <= s->order; k++) {
                br_interval got = br_taylor_series(s, tape->row[r].node, i)[k];
                mpfr_t *want = &d[(tape->row_at[r] + i) * MOST + k];
                t->numbers++;
                if (holds(got, *want, want[1], want[-k], (long)bits - APART * k))
                    continue;
                t->wrong++;
                if (t->shown++ < 5)
                    mpfr_printf("%s: coefficient %d of %s%c[%d] is [%.17g, %.17g], MPFR says %.25Rg\n", c->label, k,
                                tape->row[r].name, tape->row[r].mark ? tape->row[r].mark : ' ', i, got.lo, got.hi,
                                *want);
            }
    free_numbers(d, tape->nrow * MOST);
}

static void check_point(const twin_case *c, const twin_batch *b, int k, tally *t)
{
    const br_tape *tape = &b->tape;
    twin_at a = twin_batch_at(b, k);
    br_taylor s;
    assert_int_equal(br_taylor_make(&s, tape, t->order), BR_OK);
    int length = s.order + 1;
    double *u = calloc((size_t)(tape->nu * length) + 1, sizeof *u);
    br_interval *ui = calloc((size_t)(tape->nu * length) + 1, sizeof *ui), x[256], p[512];
    assert_true(u && ui && tape->nx <= 256 && tape->np <= 512);
    for (int j = 0; j < tape->nu; j++)
        for (int i = 0; i < length; i++)
            u[j * length + i] = i == 0 ? a.u[j] : u[j * length + i - 1] * twin_uniform(&t->r, -3, 3);
    for (int j = 0; j < tape->nu * length; j++)
        ui[j] = br_interval_of(u[j], u[j]);
    for (int j = 0; j < tape->nx; j++)
        x[j] = br_interval_of(a.x[j], a.x[j]);
    for (int j = 0; j < tape->np; j++)
        p[j] = br_interval_of(a.p[j], a.p[j]);
    assert_int_equal(br_taylor_run(&s, &(br_box){.x = x, .p = p, .m = a.m}, ui), BR_OK);
    t->points++;
    t->rough += !s.smooth;
    if (s.smooth) {
        mpfr_prec_t bits = APART * (s.order + 2) + 400;
        oracle o = {.t = tape, .order = s.order, .u = u, .p = a.p, .m = a.m};
        o.x = numbers(tape->nx * (s.order + 2), bits);
        o.work = numbers(tape->room, bits);
        mpfr_inits2(bits, o.time, o.help, (mpfr_ptr)0);
        for (int j = 0; j < tape->nx; j++)
            mpfr_set_d(o.x[j * (s.order + 2)], a.x[j], MPFR_RNDN);
        compare(c, &s, &o, t);
        free_numbers(o.x, tape->nx * (s.order + 2));
        free_numbers(o.work, tape->room);
        mpfr_clears(o.time, o.help, (mpfr_ptr)0);
    }
    free(u);
    free(ui);
    br_taylor_free(&s);
}

static void check_case(twin_case *c, void *context)
{
    tally *t = context;
    long smooth_before = t->points - t->rough;
    for (long done = 0; done < t->each || (done < 200 && t->points - t->rough == smooth_before); done++) {
        twin_batch b;
        twin_batch_make(&b, &c->law, false, NULL, 1 + twin_below(&t->r, 3), 1);
        twin_batch_draw(&b, &t->r, 0);
        check_point(c, &b, 0, t);
        twin_batch_free(&b);
    }
    t->wide += t->points - t->rough == smooth_before; // a law of which no point was smooth
}

static void laws_along_their_solutions(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("taylor"), .each = twin_points(100000) / 10000 + 2, .order = 5};
    int cases = twin_cases(check_case, &t);
    printf("order %d: %ld points, %ld at kinks, %ld coefficients\n", t.order, t.points, t.rough, t.numbers);
    assert_int_equal(t.wrong, 0);
    assert_true(cases >= 66 && t.points > 2 * t.rough);
    assert_int_equal(t.wide, 0);
}

static void laws_to_order_20(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("taylor"), .each = 1, .order = BR_MAX_ORDER};
    twin_cases_of("sgms", check_case, &t);
    twin_cases_of("dam", check_case, &t);
    twin_cases_of("pacejka", check_case, &t);
    printf("order %d: %ld points, %ld at kinks, %ld coefficients\n", t.order, t.points, t.rough, t.numbers);
    assert_int_equal(t.wrong, 0);
    assert_true(t.points > t.rough);
}

// ---------------------------------------------------------------- single functions

typedef struct series {
    br_parsed_law law;
    br_tape tape;
    br_taylor s;
} series;

static void open_series(series *f, const char *expression, int order)
{
    char text[400];
    snprintf(text, sizeof text, "law f\ninput t\nparam c = 0.7\noutput y\ny = %s\n", expression);
    br_diag why = {0};
    br_read_options none = {.find = br_builtin_text};
    if (br_law_read(&f->law, text, strlen(text), "f", &none, &why) != BR_OK)
        fail_msg("%s: %s", expression, why.text);
    assert_int_equal(br_tape_make(&f->tape, &f->law, false, NULL, NULL), BR_OK);
    assert_int_equal(br_taylor_make(&f->s, &f->tape, order), BR_OK);
}

static void close_series(series *f)
{
    br_taylor_free(&f->s);
    br_tape_free(&f->tape);
    br_law_free(&f->law);
}

// y along t = at + h, or a wide t.
static const br_interval *along(series *f, double lo, double hi)
{
    br_interval u[MOST] = {{0, 0}}, c = br_interval_of(0.7, 0.7);
    u[0] = br_interval_of(lo, hi);
    if (f->s.order > 0)
        u[1] = br_interval_of(1, 1);
    assert_int_equal(br_taylor_run(&f->s, &(br_box){.p = &c}, u), BR_OK);
    return br_taylor_series(&f->s, f->tape.row[0].node, 0);
}

static double relative_width(br_interval a)
{
    return (a.hi - a.lo) / fmax(fabs(a.lo), fabs(a.hi));
}

static const char *const expressions[] = {
    "exp(t)",
    "log(t)",
    "sqrt(t)",
    "tanh(t)",
    "logistic(t)",
    "sin(t)",
    "cos(t)",
    "atan(t)",
    "1/t",
    "t^2.5",
    "expm1(t)",
    "log1p(t)",
    "sinh(t)",
    "cosh(t)",
    "tan(t/2)",
    "asin(t/3)",
    "acos(t/3)",
    "cbrt(t)",
    "atan2(t, exp(t) - 3)",
    "atan2(-t, -c)",
    "exp(atan2(t, c))",
    "t^t",
    "c^t",
    "t^c",
    "t^7",
    "abs(t)*t",
    "min(t, 9)*max(t, -9)",
    "if t > -1 then exp(-t^2)/(1 + t) else t",
    "sin(exp(t)*tanh(t)) + atan(t*log(t))",
};

static void every_function_to_order_20_against_mpfr(void **state)
{
    (void)state;
    twin_random r = twin_seed("taylor functions");
    tally t = {.r = r, .order = BR_MAX_ORDER};
    twin_case none = {.label = "function"};
    double worst = 0;
    for (size_t e = 0; e < sizeof expressions / sizeof *expressions; e++) {
        series f;
        open_series(&f, expressions[e], BR_MAX_ORDER);
        for (int i = 0; i < 4; i++) {
            double at = twin_uniform(&t.r, 0.2, 2.5), u[MOST] = {at, 1}, p = 0.7;
            const br_interval *y = along(&f, at, at);
            assert_true(f.s.smooth);
            for (int k = 0; k <= 3; k++)
                worst = fmax(worst, relative_width(y[k]));
            snprintf(none.label, sizeof none.label, "%s at %.17g", expressions[e], at);
            mpfr_prec_t bits = APART * (MOST + 1) + 400;
            oracle o = {.t = &f.tape, .order = BR_MAX_ORDER, .u = u, .p = &p};
            o.work = numbers(f.tape.room, bits);
            mpfr_inits2(bits, o.time, o.help, (mpfr_ptr)0);
            compare(&none, &f.s, &o, &t);
            free_numbers(o.work, f.tape.room);
            mpfr_clears(o.time, o.help, (mpfr_ptr)0);
        }
        close_series(&f);
    }
    printf("%ld coefficients; the first four at most %.2g wide, relative\n", t.numbers, worst);
    assert_int_equal(t.wrong, 0);
    assert_true(worst < 1e-11);
}

static void a_wide_start_contains_the_coefficients_of_every_point_in_it(void **state)
{
    (void)state;
    twin_random r = twin_seed("taylor wide");
    for (size_t e = 0; e < sizeof expressions / sizeof *expressions; e++) {
        series f;
        open_series(&f, expressions[e], 6);
        for (int i = 0; i < 200; i++) {
            double a = twin_uniform(&r, 0.3, 2), b = a + twin_decades(&r, 1e-12, 0.3),
                   at = a + (b - a) * twin_uniform(&r, 0, 1);
            br_interval wide[7];
            memcpy(wide, along(&f, a, b), sizeof wide);
            const br_interval *thin = along(&f, at, at);
            for (int k = 0; k <= 6; k++) // enclosures of the same numbers meet
                if (thin[k].lo > wide[k].hi || thin[k].hi < wide[k].lo)
                    fail_msg("%s: coefficient %d at %.17g is not in that over [%.17g, %.17g]", expressions[e], k, at, a,
                             b);
        }
        close_series(&f);
    }
}

static void kinks_and_poles_are_said_and_bound_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *expression;
        double lo, hi;
        bool smooth;
    } at[] = {
        {"abs(t)", -1, 1, false},
        {"abs(t)", 0, 0, false},
        {"abs(t)", 1e-300, 1, true},
        {"sign(t)", -1, -0.5, true},
        {"sign(t)", 0, 1, false},
        {"min(t, c)", 0.5, 0.8, false},
        {"min(t, c)", 0.8, 0.9, true},
        {"1/t", -1, 1, false},
        {"1/t", 0.5, 1, true},
        {"log(t)", 0, 1, false},
        {"sqrt(t)", 0, 1, false},
        {"sqrt(t)", 0.1, 1, true},
        {"t^c", 0, 1, false},
        {"if t > c then t else c", 0, 1, false},
        {"if t > c then t else c", 0.8, 1, true},
        {"if c > 0.5 then t else c", 0, 1, true},
        {"atan2(t, -c)", 0, 0, false},
        {"atan2(t, -c)", -1, 1, false},
        {"atan2(t, c)", -1, 1, true},
        {"atan2(t, -c)", 0.1, 1, true},
        {"tan(t)", 1, 2, false},
        {"tan(t)", -1, 1, true},
        {"asin(t)", 0.5, 1.5, false},
        {"asin(t)", -0.9, 0.9, true},
        {"cbrt(t)", -1, 1, false},
        {"sqrt(c - 1)*t", 0, 1, false},
        {"sqrt(1 - c)*t", 0, 1, true},
        {"exp(atan2(t, c))", -1, 1, true},
        {"t^c", 0, 0, false},
        {"log(t - 5)", 0, 1, false},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        series f;
        open_series(&f, at[i].expression, 3);
        const br_interval *y = along(&f, at[i].lo, at[i].hi);
        if (f.s.smooth != at[i].smooth)
            fail_msg("%s over [%g, %g] is %ssmooth", at[i].expression, at[i].lo, at[i].hi, f.s.smooth ? "" : "not ");
        bool unbounded = false;
        for (int k = 0; k <= 3; k++)
            unbounded = unbounded || !br_interval_is_bounded(y[k]);
        assert_true(unbounded == !at[i].smooth);
        close_series(&f);
    }
}

static void a_body_under_constant_force_moves_along_a_parabola(void **state)
{
    (void)state;
    const char *text = "law p\nstate a m\nstate b m/s\nparam g = 3 m/s^2\noutput y m\na' = b\nb' = g\ny = a\n";
    br_parsed_law law;
    br_tape tape;
    br_taylor s;
    br_read_options none = {.find = br_builtin_text};
    br_diag why = {0};
    if (br_law_read(&law, text, strlen(text), "p", &none, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_tape_make(&tape, &law, false, NULL, NULL), BR_OK);
    assert_int_equal(br_taylor_make(&s, &tape, 20), BR_OK);
    br_interval x[2] = {{5, 5}, {7, 7}}, p = {3, 3};
    assert_int_equal(br_taylor_run(&s, &(br_box){.x = x, .p = &p}, NULL), BR_OK);
    const double want[] = {5, 7, 1.5, 0};
    const br_interval *y = br_taylor_series(&s, tape.row[2].node, 0);
    for (int k = 0; k <= 20; k++) {
        assert_true(br_interval_has(y[k], want[k < 3 ? k : 3]));
        assert_true(y[k].hi - y[k].lo <= 1e-14);
    }
    fesetround(FE_UPWARD);
    br_status upward = br_taylor_run(&s, &(br_box){.x = x, .p = &p}, NULL);
    fesetround(FE_TONEAREST);
    assert_int_equal(upward, BR_BAD_MACHINE);
    br_taylor_free(&s);
    assert_int_equal(br_taylor_make(&s, &tape, 21), BR_BAD_USAGE);
    assert_int_equal(br_taylor_make(&s, &tape, -1), BR_BAD_USAGE);
    br_tape_free(&tape);
    br_law_free(&law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_under_constant_force_moves_along_a_parabola),
        cmocka_unit_test(every_function_to_order_20_against_mpfr),
        cmocka_unit_test(a_wide_start_contains_the_coefficients_of_every_point_in_it),
        cmocka_unit_test(kinks_and_poles_are_said_and_bound_nothing),
        cmocka_unit_test(laws_along_their_solutions),
        cmocka_unit_test(laws_to_order_20),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
