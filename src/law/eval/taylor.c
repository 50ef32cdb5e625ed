// taylor.c - Taylor series of a law along its solution, coefficient by coefficient, in intervals. [host]
//
// Each rule is the ordinary differential equation of its function, coefficient by coefficient: y = exp(a) has y' = a' y,
// so k y_k = sum over j = 1..k of (j a_j) y_{k-j}. `w` is the second function such an equation needs.
#include "num/base/fp.h"

#include "law/eval/taylor.h"
#include "num/base/probe.h"
#include <stdlib.h>
#include <string.h>

typedef br_interval iv;

typedef struct run {
    br_taylor *s;
    const br_box *at;
    const iv *u;
    int k;           // the coefficient that is being computed
    const iv *a, *b; // series of the arguments
    iv *y, *w, *v;   // of the result, and of what it needs
} run;

static iv *series_of(const br_taylor *s, int node, int element)
{
    int i = s->tape->law->g.node[node].dim == BR_SCALAR ? 0 : element;
    return s->series + (size_t)(s->tape->slot[node] + i) * (size_t)(s->order + 1);
}

const br_interval *br_taylor_series(const br_taylor *s, int node, int element)
{
    return series_of(s, node, element);
}

static iv point_interval(double x)
{
    return br_interval_of(x, x);
}

static iv scaled(double x, iv a)
{
    return br_interval_mul(point_interval(x), a);
}

// sum over j = from..to of a_j b_{k-j}
static iv convolve(const iv *a, const iv *b, int k, int from, int to)
{
    iv sum = point_interval(0);
    for (int j = from; j <= to; j++)
        sum = br_interval_add(sum, br_interval_mul(a[j], b[k - j]));
    return sum;
}

// sum over j = from..to of j a_j b_{k-j}: coefficient k - 1 of a' b
static iv convolve_derivative(const iv *a, const iv *b, int k, int from, int to)
{
    iv sum = point_interval(0);
    for (int j = from; j <= to; j++)
        sum = br_interval_add(sum, br_interval_mul(scaled(j, a[j]), b[k - j]));
    return sum;
}

// coefficient k of a^2; the squares in the middle of the sum do not lose their sign
static iv square_coefficient(const iv *a, int k)
{
    iv twice = scaled(2, convolve(a, a, k, 0, (k - 1) / 2));
    if (k == 0)
        return br_interval_sqr(a[0]);
    return k % 2 ? twice : br_interval_add(twice, br_interval_sqr(a[k / 2]));
}

static iv divided(iv a, double k)
{
    return br_interval_div(a, point_interval(k));
}

// y' = f a', where f is a series
static void integrate_product(const run *r, const iv *f)
{
    r->y[r->k] = divided(convolve_derivative(r->a, f, r->k, 1, r->k), r->k);
}

// y' d = a', where d is a series
static void integrate_quotient(const run *r, const iv *d)
{
    iv rest = divided(convolve_derivative(r->y, d, r->k, 1, r->k - 1), r->k);
    r->y[r->k] = br_interval_div(br_interval_sub(r->a[r->k], rest), d[0]);
}

static iv one_minus(iv a)
{
    return br_interval_sub(point_interval(1), a);
}

// a^b for an exponent that does not move: a y' = b a' y
static void constant_power(const run *r, iv b)
{
    int k = r->k;
    iv sum = point_interval(0);
    for (int j = 1; j <= k; j++) { // (j b - (k - j)) a_j y_{k-j}
        iv c = br_interval_sub(scaled(j, b), point_interval(k - j));
        sum = br_interval_add(sum, br_interval_mul(br_interval_mul(c, r->a[j]), r->y[k - j]));
    }
    r->y[k] = br_interval_div(divided(sum, k), r->a[0]);
}

// a^b = exp(b log a): w = log a, v = b w
static void variable_power(const run *r)
{
    int k = r->k;
    if (k == 0) {
        r->y[0] = br_interval_pow(r->a[0], r->b[0]);
        r->w[0] = br_interval_log(r->a[0]);
    } else {
        iv rest = divided(convolve_derivative(r->w, r->a, k, 1, k - 1), k);
        r->w[k] = br_interval_div(br_interval_sub(r->a[k], rest), r->a[0]);
    }
    r->v[k] = convolve(r->b, r->w, k, 0, k);
    if (k > 0)
        r->y[k] = divided(convolve_derivative(r->v, r->y, k, 1, k), k);
}

// sin and cos, sinh and cosh are computed together: y' = w a', w' = sign y a'
static void sine_cosine(const run *r, iv y0, iv w0, double sign)
{
    int k = r->k;
    if (k == 0) {
        r->y[0] = y0;
        r->w[0] = w0;
        return;
    }
    integrate_product(r, r->w);
    r->w[k] = divided(scaled(sign, convolve_derivative(r->a, r->y, k, 1, k)), k);
}

// asin and acos: w = sqrt(1 - a^2), y' w = sign a', w' = -sign a y'
static void arc_function(const run *r, iv y0, double sign)
{
    int k = r->k;
    if (k == 0) {
        r->y[0] = y0;
        r->w[0] = br_interval_sqrt(one_minus(br_interval_sqr(r->a[0])));
        return;
    }
    iv rest = divided(convolve_derivative(r->y, r->w, k, 1, k - 1), k);
    r->y[k] = br_interval_div(br_interval_sub(scaled(sign, r->a[k]), rest), r->w[0]);
    r->w[k] = divided(scaled(-sign, convolve_derivative(r->y, r->a, k, 1, k)), k);
}

// atan2(a, b): w = a^2 + b^2, y' w = a' b - a b'
static void arc_tangent_2(const run *r, iv y0)
{
    int k = r->k;
    r->w[k] = br_interval_add(square_coefficient(r->a, k), square_coefficient(r->b, k));
    if (k == 0) {
        r->y[0] = y0;
        return;
    }
    iv turn = br_interval_sub(convolve_derivative(r->a, r->b, k, 1, k), convolve_derivative(r->b, r->a, k, 1, k));
    r->y[k] = br_interval_div(divided(br_interval_sub(turn, convolve_derivative(r->y, r->w, k, 1, k - 1)), k), r->w[0]);
}

// k > 0; y[0] stands.
static void arithmetic(const run *r, br_op op, bool exponent_moves)
{
    int k = r->k;
    const iv *a = r->a, *b = r->b;
    iv *y = r->y;
    switch (op) {
    case BR_OP_NEG: y[k] = br_interval_neg(a[k]); break;
    case BR_OP_ADD: y[k] = br_interval_add(a[k], b[k]); break;
    case BR_OP_SUB: y[k] = br_interval_sub(a[k], b[k]); break;
    case BR_OP_MUL: y[k] = a == b ? square_coefficient(a, k) : convolve(a, b, k, 0, k); break;
    case BR_OP_ZMUL: // where b is nowhere defined, a may still be 0
        y[k] = convolve(a, b, k, 0, k);
        y[k] = br_interval_is_empty(y[k]) ? br_interval_entire() : y[k];
        break;
    case BR_OP_DIV: y[k] = br_interval_div(br_interval_sub(a[k], convolve(b, y, k, 1, k)), b[0]); break;
    case BR_OP_SQRT: // y^2 = a
        y[k] = br_interval_div(br_interval_sub(a[k], convolve(y, y, k, 1, k - 1)), scaled(2, y[0]));
        break;
    case BR_OP_CBRT: constant_power(r, br_interval_div(point_interval(1), point_interval(3))); break;
    case BR_OP_POW:
        if (!exponent_moves)
            constant_power(r, b[0]);
        break;
    default: break; // the functions below
    }
}

// Functions with a second series w, which is needed from k = 0 on.
static void elementary_function(const run *r, br_op op, bool exponent_moves)
{
    int k = r->k;
    const iv *a = r->a;
    iv *y = r->y, *w = r->w, start = y[k];
    bool first = k == 0;
    switch (op) {
    case BR_OP_EXP:
        if (!first)
            integrate_product(r, y);
        break;
    case BR_OP_EXPM1: // w = exp(a)
        if (!first)
            integrate_product(r, w);
        w[k] = first ? br_interval_exp(a[0]) : y[k];
        break;
    case BR_OP_LOG:
        if (!first)
            integrate_quotient(r, a);
        break;
    case BR_OP_LOG1P: // w = 1 + a
        w[k] = first ? br_interval_add(point_interval(1), a[0]) : a[k];
        if (!first)
            integrate_quotient(r, w);
        break;
    case BR_OP_SINH: sine_cosine(r, start, br_interval_cosh(a[0]), 1); break;
    case BR_OP_COSH: sine_cosine(r, start, br_interval_sinh(a[0]), 1); break;
    case BR_OP_TANH: // w = 1 - y^2
        if (!first)
            integrate_product(r, w);
        w[k] = first ? one_minus(square_coefficient(y, k)) : br_interval_neg(square_coefficient(y, k));
        break;
    case BR_OP_LOGISTIC: // w = y - y^2
        if (!first)
            integrate_product(r, w);
        w[k] = first ? br_interval_mul(y[0], one_minus(y[0])) : br_interval_sub(y[k], square_coefficient(y, k));
        break;
    case BR_OP_SIN: sine_cosine(r, start, br_interval_cos(a[0]), -1); break;
    case BR_OP_COS: // w = -sin
        sine_cosine(r, start, br_interval_neg(br_interval_sin(a[0])), -1);
        break;
    case BR_OP_TAN: // w = 1 + y^2
        if (!first)
            integrate_product(r, w);
        w[k] = first ? br_interval_add(point_interval(1), square_coefficient(y, k)) : square_coefficient(y, k);
        break;
    case BR_OP_ASIN: arc_function(r, start, 1); break;
    case BR_OP_ACOS: arc_function(r, start, -1); break;
    case BR_OP_ATAN: // w = 1 + a^2
        w[k] = first ? br_interval_add(point_interval(1), square_coefficient(a, k)) : square_coefficient(a, k);
        if (!first)
            integrate_quotient(r, w);
        break;
    case BR_OP_ATAN2: arc_tangent_2(r, start); break;
    case BR_OP_POW:
        if (exponent_moves)
            variable_power(r);
        break;
    default: break;
    }
}

static bool needs_aux(br_op op)
{
    switch (op) {
    case BR_OP_EXPM1:
    case BR_OP_LOG1P:
    case BR_OP_SINH:
    case BR_OP_COSH:
    case BR_OP_TANH:
    case BR_OP_LOGISTIC:
    case BR_OP_SIN:
    case BR_OP_COS:
    case BR_OP_TAN:
    case BR_OP_ASIN:
    case BR_OP_ACOS:
    case BR_OP_ATAN:
    case BR_OP_ATAN2:
    case BR_OP_POW: return true;
    default: return false;
    }
}

static void set_unknown(const run *r, iv at_start)
{
    r->y[r->k] = r->k == 0 ? at_start : br_interval_entire();
    r->s->smooth = false;
}

// Has the function all its derivatives on the whole box? A box that touches the cut of atan2 may leave it either way.
static bool is_smooth_on_box(const run *r, br_op op)
{
    iv a = r->a[0], b = r->b[0];
    return br_op_domain(op, a, b) == BR_CONTINUOUS && !(op == BR_OP_ATAN2 && br_interval_has(a, 0) && b.lo <= 0);
}

static void smooth_operation(const run *r, br_op op, bool exponent_moves)
{
    const iv *a = r->a, *b = r->b;
    if (!is_smooth_on_box(r, op)) {
        set_unknown(r, br_op_enclose(op, a[0], b[0], b[0]));
        return;
    }
    if (r->k > 0)
        arithmetic(r, op, exponent_moves);
    else
        r->y[0] = op == BR_OP_MUL && a == b ? br_interval_sqr(a[0]) : br_op_enclose(op, a[0], b[0], b[0]);
    elementary_function(r, op, exponent_moves);
}

// ---------------------------------------------------------------- kinks, jumps and decisions

static void copy_series(const run *r, const iv *from, double sign)
{
    r->y[r->k] = sign < 0 ? br_interval_neg(from[r->k]) : from[r->k];
}

static bool are_apart(iv a, iv b) // and not even touching
{
    return a.hi < b.lo || a.lo > b.hi;
}

static void kinked_operation(const run *r, br_op op)
{
    iv a = r->a[0], b = r->b[0], zero = point_interval(0), start = br_op_enclose(op, a, b, b);
    bool decided = op == BR_OP_MIN || op == BR_OP_MAX ? are_apart(a, b) : are_apart(a, zero);
    if (!decided)
        set_unknown(r, start);
    else if (op == BR_OP_ABS)
        copy_series(r, r->a, a.lo > 0 ? 1 : -1);
    else if (op == BR_OP_MIN || op == BR_OP_MAX)
        copy_series(r, (a.hi < b.lo) == (op == BR_OP_MIN) ? r->a : r->b, 1);
    else // sign, side
        r->y[r->k] = r->k == 0 ? start : zero;
}

// A truth has one coefficient. It is only certain for some time where the sides do not touch.
static void comparison(const run *r, br_op op)
{
    bool compares = op == BR_OP_LT || op == BR_OP_LE || op == BR_OP_EQ;
    r->y[r->k] = point_interval(0);
    if (r->k == 0)
        r->y[0] = compares && !are_apart(r->a[0], r->b[0]) ? br_interval_of(0, 1)
                                                           : br_op_enclose(op, r->a[0], r->b[0], r->b[0]);
}

static void select_branch(const run *r, const iv *which, const iv *a, const iv *b)
{
    if (which[0].lo == 1)
        copy_series(r, a, 1);
    else if (which[0].hi == 0)
        copy_series(r, b, 1);
    else
        set_unknown(r, br_interval_hull(a[0], b[0]));
}

// ---------------------------------------------------------------- one node

static void variable_series(const run *r, int node, int i)
{
    const br_taylor *s = r->s;
    const br_node *n = &s->tape->law->g.node[node];
    iv *y = series_of(s, node, i);
    int k = r->k;
    if (n->var >= BR_VAR_ONE_HOT) {
        y[k] = br_interval_entire(); // seeds of derivatives are not followed in time
        return;
    }
    br_kind kind = s->tape->law->q[n->var].kind;
    int at = s->tape->q_at[n->var] + i;
    if (kind == BR_INPUT)
        y[k] = r->u[at * (s->order + 1) + k];
    else if (kind == BR_PARAM)
        y[k] = k == 0 ? r->at->p[at] : point_interval(0);
    else if (k == 0)
        y[k] = r->at->x[at];
    else if (s->rate[n->var] < 0 || s->rate[n->var] == s->held)
        y[k] = point_interval(0);
    else
        y[k] = divided(series_of(s, s->tape->row[s->rate[n->var]].node, i)[k - 1], k);
}

static void sum_of_elements(const run *r, int node, iv *y)
{
    const br_taylor *s = r->s;
    int a = s->tape->law->g.node[node].arg[0], len = br_tape_len(s->tape, s->tape->law->g.node[a].dim);
    y[r->k] = point_interval(0);
    for (int i = 0; i < len; i++)
        y[r->k] = br_interval_add(y[r->k], series_of(s, a, i)[r->k]);
}

static void node_coefficients(run *r, int node, int i)
{
    br_taylor *s = r->s;
    const br_graph *g = &s->tape->law->g;
    const br_node *n = &g->node[node];
    const int *args;
    int count = br_graph_args(g, node, &args), k = r->k;
    size_t length = (size_t)s->order + 1;
    r->y = series_of(s, node, i);
    r->w = s->aux + ((size_t)s->aux_at[node] + (size_t)i) * 2 * length;
    r->v = r->w + length;
    r->a = count > 0 && n->op != BR_OP_SUM ? series_of(s, args[0], i) : r->y;
    r->b = count > 1 ? series_of(s, args[1], i) : r->a;
    br_op op = (br_op)n->op;
    if (op == BR_OP_VAR) {
        variable_series(r, node, i);
    } else if (op == BR_OP_CONST) {
        r->y[k] = k == 0 ? n->within : point_interval(0);
    } else if (op == BR_OP_SUM) {
        sum_of_elements(r, node, r->y);
    } else if (op == BR_OP_BYMODE) {
        int m = r->at->m ? r->at->m[br_tape_mode_at(s->tape, node, i)] : 0;
        copy_series(r, series_of(s, args[m >= 0 && m < count ? m : 0], i), 1);
    } else if (op == BR_OP_SPREAD) {
        copy_series(r, r->a, 1);
    } else if (!s->moves[node]) {
        const iv none = point_interval(0), c = count > 2 ? series_of(s, args[2], i)[0] : none;
        s->smooth = s->smooth && br_op_domain(op, *r->a, *r->b) != BR_UNDEFINED;
        r->y[k] = k > 0                             ? none
                  : op == BR_OP_MUL && r->a == r->b ? square_coefficient(r->a, 0)
                                                    : br_op_enclose(op, *r->a, *r->b, c);
    } else if (op == BR_OP_SELECT) {
        select_branch(r, r->a, r->b, series_of(s, args[2], i));
    } else if (n->is_bool) {
        comparison(r, op);
    } else if (op == BR_OP_ABS || op == BR_OP_SIGN || op == BR_OP_SIDE || op == BR_OP_MIN || op == BR_OP_MAX) {
        kinked_operation(r, op);
    } else {
        smooth_operation(r, op, count > 1 && s->moves[args[1]]);
    }
    if (k > 0 && br_interval_is_empty(r->y[k])) // nothing is known, which is not nothing
        r->y[k] = br_interval_entire();
}

br_status br_taylor_run(br_taylor *s, const br_box *at, const br_interval *u)
{
    const br_tape *t = s->tape;
    run r = {.s = s, .at = at, .u = u};
    br_status status = br_fp_probe();
    if (status != BR_OK)
        return status;
    s->smooth = true;
    for (r.k = 0; r.k <= s->order; r.k++)
        for (int i = 0; i < t->steps; i++)
            for (int e = 0; e < br_tape_len(t, t->law->g.node[t->order[i]].dim); e++)
                node_coefficients(&r, t->order[i], e);
    for (size_t i = 0; i < (size_t)t->room * ((size_t)s->order + 1); i++) // a pole, or a root at 0
        s->smooth = s->smooth && br_interval_is_bounded(s->series[i]);
    return BR_OK;
}

// ---------------------------------------------------------------- memory

// Which nodes are not the same for all time, which states have a rate, and where the further series stand.
static int place_series(br_taylor *s)
{
    const br_tape *t = s->tape;
    const br_parsed_law *law = t->law;
    int aux = 0;
    for (int q = 0; q < law->nq; q++) {
        s->rate[q] = -1;
        for (int r = 0; r < t->rows; r++)
            if (law->q[q].kind == BR_STATE && t->row[r].mark == '\'' && t->row[r].node == law->q[q].rate)
                s->rate[q] = r;
    }
    for (int i = 0; i < t->steps; i++) {
        int node = t->order[i];
        const br_node *n = &law->g.node[node];
        const int *args;
        int count = br_graph_args(&law->g, node, &args);
        s->moves[node] = n->op == BR_OP_VAR && (n->var >= BR_VAR_ONE_HOT || law->q[n->var].kind != BR_PARAM);
        for (int k = 0; k < count; k++)
            s->moves[node] = s->moves[node] || s->moves[args[k]];
        s->aux_at[node] = aux;
        if (needs_aux((br_op)n->op))
            aux += br_tape_len(t, n->dim);
    }
    return aux;
}

br_status br_taylor_make(br_taylor *s, const br_tape *tape, int order)
{
    memset(s, 0, sizeof *s);
    if (order < 0 || order > BR_MAX_ORDER)
        return BR_BAD_USAGE;
    size_t length = (size_t)order + 1, nodes = (size_t)tape->nodes;
    s->tape = tape;
    s->order = order;
    s->held = -1;
    s->moves = calloc(nodes + 1, sizeof *s->moves);
    s->aux_at = calloc(nodes + 1, sizeof *s->aux_at);
    s->rate = calloc((size_t)tape->law->nq + 1, sizeof *s->rate);
    s->series = calloc(((size_t)tape->room + 1) * length, sizeof *s->series);
    if (s->moves && s->aux_at && s->rate)
        s->aux = calloc(((size_t)place_series(s) + 1) * 2 * length, sizeof *s->aux);
    if (!s->series || !s->aux) {
        br_taylor_free(s);
        return BR_NO_MEMORY;
    }
    return BR_OK;
}

void br_taylor_free(br_taylor *s)
{
    free(s->series);
    free(s->aux);
    free(s->aux_at);
    free(s->rate);
    free(s->moves);
    memset(s, 0, sizeof *s);
}
