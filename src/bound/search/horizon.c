// horizon.c - contractor over the horizon: all rows of one slide at once, by linear programming. [host]
#include "num/base/fp.h"

#include "bound/search/horizon.h"
#include "num/interval/ball.h"
#include "num/base/require.h"
#include "num/optimise/lp.h"

#include <stdlib.h>
#include <string.h>

enum { R, C, S, D, UNKNOWNS, FIRST_ROWS = 12, MOST_ROWS = 40, ROUNDS = 4, MOST_PAIRS = 1 << 16 };

// One row, G x >= g, with the middles of G for the linear program.
typedef struct line {
    br_interval G[UNKNOWNS], g;
    double mid[UNKNOWNS], side; // G[] x >= side for all of G
} line;

typedef struct output_slopes { // y = c0 + cq*q + cw*w of a row
    br_interval cq, cw;
} output_slopes;

typedef struct horizon {
    const br_evidence *e;
    int apart; // rows from one that is used to the next: of a long phase not all are
    const br_phase *phase;
    bool mirror;
    br_interval a, k, c, x[UNKNOWNS];
    double m; // the middle of a
    br_interval c0[BR_MEASURED];
    output_slopes output[BR_MEASURED];
    line *lines;
    int *row; // of each pair of lines: above, then below
    int pairs;
    double A[MOST_ROWS * UNKNOWNS], lo[MOST_ROWS];
    int chosen[MOST_ROWS], count;
    void *memory;
    size_t bytes;
} horizon;

static br_interval mirrored(const horizon *z, br_interval x)
{
    return z->mirror ? br_interval_neg(x) : x;
}

// ---------------------------------------------------------------- responses

// What an input does from rest with k = 1: at the middle of a, and its slope over all of a.
typedef struct response {
    br_interval q, w;   // at m
    br_interval wide;   // w over all of a
    br_interval dq, dw; // by a, over all of a
} response;

typedef struct factors { // of one step: exp(a h), its integrals, and their slopes by a
    br_interval e, f, g, de, df, dg;
} factors;

// The sum of (i + 1)*z^i/(i + j)! for |z| <= 1/2: the slope of the sum of z^i/(i + j - 1)!; what follows is less than the last term.
static br_interval slope(double a, double h, int j)
{
    BR_REQUIRE(a * h >= -0.5 && a * h <= 0.5);
    br_interval z = br_interval_mul(br_interval_point(a), br_interval_point(h)), sum = br_interval_point(0),
                power = br_interval_point(1), factorial = br_interval_point(1);
    for (int i = 2; i <= j; i++)
        factorial = br_interval_mul(factorial, br_interval_point(i));
    br_interval term = br_interval_point(0);
    for (int i = 0; i < 18; i++) {
        term = br_interval_div(br_interval_mul(br_interval_point(i + 1), power), factorial);
        sum = br_interval_add(sum, term);
        power = br_interval_mul(power, z);
        factorial = br_interval_mul(factorial, br_interval_point(i + j + 1));
    }
    double rest = br_interval_mag(term);
    return br_interval_add(sum, br_interval_of(-rest, rest));
}

// All of them grow with a, as integrals of exp(a t) over t >= 0 do.
static factors factors_over(br_interval a, double h)
{
    br_growth low = br_growth_at(a.lo, h), high = br_growth_at(a.hi, h);
    br_interval step = br_interval_point(h), square = br_interval_sqr(step);
    factors w = {.e = br_interval_hull(low.e, high.e),
                 .f = br_interval_hull(low.f, high.f),
                 .g = br_interval_hull(low.g, high.g)};
    w.de = br_interval_mul(step, w.e);
    w.df = br_interval_mul(square, br_interval_hull(slope(a.lo, h, 2), slope(a.hi, h, 2)));
    w.dg = br_interval_mul(br_interval_mul(square, step), br_interval_hull(slope(a.lo, h, 3), slope(a.hi, h, 3)));
    return w;
}

static br_interval two_products(br_interval a, br_interval b, br_interval c, br_interval d)
{
    return br_interval_add(br_interval_mul(a, b), br_interval_mul(c, d));
}

static void step_response(response *r, const br_growth *at, const factors *all, br_interval u)
{
    r->dq = br_interval_add(br_interval_add(r->dq, br_interval_mul(all->f, r->dw)),
                            two_products(all->df, r->wide, all->dg, u));
    r->dw = br_interval_add(br_interval_mul(all->e, r->dw), two_products(all->de, r->wide, all->df, u));
    r->wide = two_products(all->e, r->wide, all->f, u);
    r->q = br_interval_add(r->q, two_products(at->f, r->w, at->g, u));
    r->w = two_products(at->e, r->w, at->f, u);
}

// ---------------------------------------------------------------- lines

// Middles; and what the widths may take away or add.
static br_interval split_midpoint(line *l, const br_interval *x)
{
    br_interval off = br_interval_point(0);
    for (int i = 0; i < UNKNOWNS; i++) {
        l->mid[i] = br_interval_mid(l->G[i]);
        if (br_interval_is_point(l->G[i]))
            continue;
        br_interval width = br_interval_sub(l->G[i], br_interval_point(l->mid[i]));
        off = br_interval_add(off, br_interval_mul(width, x[i]));
    }
    return off;
}

static const output_slopes position = {{1, 1}, {0, 0}};

static br_interval combine(const output_slopes *c, br_interval q, br_interval w)
{
    return c == &position ? q : two_products(c->cq, q, c->cw, w);
}

// One measured row as two lines, the second the opposite of the first but for what was measured.
static void add_pair(horizon *z, int k, br_interval y, const output_slopes *c, const response *U, const response *V)
{
    br_interval slope_d = br_interval_sub(combine(c, U->dq, U->dw), br_interval_mul(z->c, combine(c, V->dq, V->dw)));
    br_interval by_u = combine(c, U->q, U->w), by_1 = combine(c, V->q, V->w);
    line *above = z->lines + 2 * (size_t)z->pairs, *below = above + 1;
    z->row[z->pairs++] = k;
    *above = (line){.G = {br_interval_point(y.hi), by_1, br_interval_neg(c->cq), br_interval_neg(slope_d)}, .g = by_u};
    *below = (line){.G = {br_interval_point(-y.lo), br_interval_neg(by_1), c->cq, slope_d}, .g = br_interval_neg(by_u)};
    br_interval side = br_interval_sub(above->g, split_midpoint(above, z->x));
    above->side = side.lo;
    below->side = -side.hi;
    below->mid[0] = -y.lo;
    for (int i = 1; i < UNKNOWNS; i++)
        below->mid[i] = -above->mid[i];
}

// A measured output without what it is at 0.
static br_interval measured_output(const horizon *z, int k, int i)
{
    const br_evidence *e = z->e;
    return mirrored(z, br_interval_sub(e->y[(size_t)k * (size_t)e->measured->count + (size_t)i], z->c0[i]));
}

// All that is measured in a row.
static void add_row(horizon *z, int k, const response *U, const response *V)
{
    if (br_interval_is_bounded(z->e->q[k]))
        add_pair(z, k, mirrored(z, z->e->q[k]), &position, U, V);
    for (int i = 0; z->e->measured && i < z->e->measured->count; i++)
        if (z->e->measured->linear[i] && br_interval_is_bounded(measured_output(z, k, i)))
            add_pair(z, k, measured_output(z, k, i), &z->output[i], U, V);
}

// From breakaway to the end of the phase, or to the first step in which it might stop for a moment.
static void add_rows(horizon *z, br_interval start)
{
    const br_evidence *e = z->e;
    response U = {0}, V = {0};
    br_growth at = br_growth_at(z->m, e->h);
    factors all = factors_over(z->a, e->h);
    add_pair(z, z->phase->begin, start, &position, &U, &V);
    for (int k = z->phase->begin; k < z->phase->end; k++) {
        br_evidence_release(e, k);
        br_interval u = mirrored(z, e->u[k]);
        if (!br_interval_is_point(u) && !(u.lo > z->c.hi))
            return;
        step_response(&U, &at, &all, u);
        step_response(&V, &at, &all, br_interval_point(1));
        if ((k + 1 - z->phase->begin) % z->apart == 0)
            add_row(z, k + 1, &U, &V);
    }
}

// Where it rests before it breaks away.
static br_interval find_start(const horizon *z)
{
    br_interval q = br_interval_entire();
    for (int k = z->phase->first; k <= z->phase->begin; k++) {
        q = br_interval_intersect(q, mirrored(z, z->e->q[k]));
        for (int i = 0; z->e->measured && i < z->e->measured->count; i++)
            if (z->e->measured->linear[i] && !br_interval_has(z->output[i].cq, 0))
                q = br_interval_intersect(q, br_interval_div(measured_output(z, k, i), z->output[i].cq));
    }
    return q;
}

// ---------------------------------------------------------------- the linear program

static void add_inequality(horizon *z, int i)
{
    memcpy(z->A + (size_t)z->count * UNKNOWNS, z->lines[i].mid, sizeof z->lines[i].mid);
    z->lo[z->count] = z->lines[i].side;
    z->chosen[z->count++] = i;
}

// The line that x violates most, relative to its size; -1: none.
static int most_violated(const horizon *z, const double *x)
{
    int worst = -1;
    double most = 1e-9;
    for (int i = 0; i < 2 * z->pairs; i++) {
        const line *l = &z->lines[i];
        double left = -l->side, scale = br_far(l->side);
        for (int j = 0; j < UNKNOWNS; j++) {
            left += l->mid[j] * x[j];
            scale += br_far(l->mid[j] * x[j]);
        }
        if (-left > most * scale) {
            most = -left / scale;
            worst = i;
        }
    }
    return worst;
}

// Solves for the least t'x, adding lines until none is violated. False: no multipliers were found.
static bool find_weights(horizon *z, const double *t, br_program_answer *answer)
{
    double xlo[UNKNOWNS], xhi[UNKNOWNS], hi[MOST_ROWS];
    for (int i = 0; i < UNKNOWNS; i++) {
        xlo[i] = z->x[i].lo;
        xhi[i] = z->x[i].hi;
    }
    for (int i = 0; i < MOST_ROWS; i++)
        hi[i] = br_interval_entire().hi;
    for (;;) {
        br_program p = {.n = UNKNOWNS, .m = z->count, .g = t, .A = z->A, .lo = z->lo, .hi = hi, .xlo = xlo, .xhi = xhi};
        br_status status = br_lp_solve(&p, answer, z->memory, z->bytes);
        if (status != BR_OK && status != BR_NEGATIVE)
            return false;
        if (answer->end != BR_PROGRAM_OPTIMAL)
            return answer->end == BR_PROGRAM_INFEASIBLE;
        int next = most_violated(z, answer->x);
        if (next < 0 || z->count == MOST_ROWS)
            return true;
        add_inequality(z, next);
    }
}

// l'g + least of (t - G'l)'x: what the multipliers prove.
static double bound_by(const horizon *z, const double *t, const br_shrink *s)
{
    br_interval sum = br_interval_point(0), left[UNKNOWNS];
    for (int i = 0; i < UNKNOWNS; i++)
        left[i] = br_interval_point(t[i]);
    for (int n = 0; n < s->rows; n++) {
        const line *l = &z->lines[2 * s->pair[n] + !s->above[n]];
        br_interval weight = br_interval_point(s->weight[n]);
        sum = br_interval_add(sum, br_interval_mul(weight, l->g));
        for (int i = 0; i < UNKNOWNS; i++)
            left[i] = br_interval_sub(left[i], br_interval_mul(weight, l->G[i]));
    }
    for (int i = 0; i < UNKNOWNS; i++)
        sum = br_interval_add(sum, br_interval_mul(left[i], z->x[i]));
    return sum.lo;
}

// The heaviest multipliers of the answer.
static void largest_multipliers(const horizon *z, const br_program_answer *answer, br_shrink *s)
{
    bool taken[MOST_ROWS] = {false};
    for (s->rows = 0; s->rows < BR_SHRINK_ROWS; s->rows++) {
        int best = -1;
        for (int i = 0; i < z->count; i++)
            if (!taken[i] && -answer->y[i] > 0 && (best < 0 || answer->y[i] < answer->y[best]))
                best = i;
        if (best < 0)
            return;
        taken[best] = true;
        s->pair[s->rows] = z->chosen[best] / 2;
        s->row[s->rows] = z->row[s->pair[s->rows]];
        s->above[s->rows] = z->chosen[best] % 2 == 0;
        s->weight[s->rows] = -answer->y[best];
    }
}

// The least value of one unknown, or the greatest; -infinity: nothing was found.
static double bound_unknown(horizon *z, int unknown, bool greatest, br_shrink *s)
{
    double t[UNKNOWNS] = {0};
    br_program_answer answer;
    t[unknown] = greatest ? -1 : 1;
    if (!find_weights(z, t, &answer))
        return br_interval_entire().lo;
    largest_multipliers(z, &answer, s);
    if (answer.end == BR_PROGRAM_INFEASIBLE) // Farkas: the same multipliers, grown until they bound anything
        for (int i = 0; i < s->rows; i++)
            s->weight[i] *= 1e6;
    return bound_by(z, t, s);
}

// ---------------------------------------------------------------- parameters

// The end of a, k or c that a bound of the unknown means: r = 1/k falls with k.
static br_interval meant(const horizon *z, int unknown, bool greatest, double bound)
{
    br_interval x =
        greatest ? (br_interval){br_interval_entire().lo, -bound} : (br_interval){bound, br_interval_entire().hi};
    if (unknown == D)
        return br_interval_add(br_interval_point(z->m), x);
    if (unknown == C)
        return x;
    x.lo = x.lo > 0 ? x.lo : 0;
    return br_interval_div(br_interval_point(1), x);
}

// Moves one end of a parameter if that is worth it, leaving a little for a checker that rounds otherwise.
static bool shrink_end(br_interval was, br_interval found, bool upper, br_interval *p, br_shrink *s)
{
    double width = was.hi - was.lo, slack = 1e-6 * width + 1e-9 * br_interval_mag(was);
    double to = upper ? found.hi + slack : found.lo - slack, beyond = upper ? was.lo - slack : was.hi + slack;
    to = (upper ? to < beyond : to > beyond) ? beyond : to; // nothing is left: no further than that, and never infinite
    if (!(upper ? was.hi - to > 0.02 * width : to - was.lo > 0.02 * width))
        return false;
    s->upper = upper;
    s->to = to;
    *(upper ? &p->hi : &p->lo) = to;
    return true;
}

// Which parameter a, k and c are, and its factor, mirrored as the side is; -1: none alone.
typedef struct single {
    int parameter;
    double factor;
} single;

static single find_single(const br_forms *forms, const br_phase *phase, int which)
{
    single s = {-1, 1};
    s.parameter = br_form_single(&forms->form[phase->side][which], &s.factor);
    s.factor = which == 2 && phase->side == BR_BACKWARD ? -s.factor : s.factor;
    return s;
}

// Both ends of one unknown; the larger gain of both as a share of the width.
static void contract_unknown(horizon *z, const br_forms *forms, int round, int unknown, br_interval *p,
                             br_shrinks *done)
{
    single of = find_single(forms, z->phase, unknown == D ? 0 : unknown == R ? 1 : 2);
    if (of.parameter < 0)
        return;
    br_interval was = p[of.parameter];
    for (int n = 0; n < 2 && done->count < BR_SHRINKS && !br_interval_is_point(was); n++) {
        br_shrink *s = &done->shrink[done->count];
        *s = (br_shrink){.round = round, .parameter = of.parameter};
        br_interval found = meant(z, unknown, n == 1, bound_unknown(z, unknown, n == 1, s));
        found = of.factor < 0 ? br_interval_neg(found) : found;
        bool upper = ((n == 1) != (of.factor < 0)) != (unknown == R);
        done->count += shrink_end(was, found, upper, &p[of.parameter], s);
    }
}

static br_interval value(const br_form *f, const br_interval *p, int np)
{
    br_interval sum = br_interval_point(0);
    for (int t = 0; t < f->terms; t++) {
        br_interval product = br_interval_point(f->factor[t]);
        for (int i = 0; i < np; i++)
            product = f->of[t] >> i & 1 ? br_interval_mul(product, p[i]) : product;
        sum = br_interval_add(sum, product);
    }
    return sum;
}

// What the linear measured outputs are of the states, with these parameters.
static br_status output_coefficients(horizon *z, const br_interval *p)
{
    const br_measured *s = z->e->measured;
    br_interval zero = br_interval_point(0), x[2] = {zero, zero}, slope[2 * BR_MEASURED];
    int mode = 0;
    br_box at = {.x = x, .u = &zero, .p = p, .m = &mode};
    br_status status = s ? br_tape_enclose(&s->tape, &at, z->c0, slope) : BR_OK;
    for (int i = 0; s && i < s->count; i++)
        z->output[i] =
            (output_slopes){s->by_q[i] < 0 ? zero : slope[s->by_q[i]], s->by_w[i] < 0 ? zero : slope[s->by_w[i]]};
    return status;
}

// The lines of a box. False: there is too little to go by.
static bool build_inequalities(horizon *z, const br_forms *forms, const br_interval *p, int np)
{
    const br_form *form = forms->form[z->phase->side];
    z->a = value(&form[0], p, np);
    z->k = value(&form[1], p, np);
    z->c = mirrored(z, value(&form[2], p, np));
    if (output_coefficients(z, p) != BR_OK || !(z->a.hi <= 0 && z->k.lo > 0 && -z->a.lo * z->e->h <= 0.5))
        return false;
    br_interval start = find_start(z);
    if (!br_interval_is_bounded(start))
        return false;
    z->m = br_interval_mid(z->a);
    z->x[R] = br_interval_div(br_interval_point(1), z->k);
    z->x[C] = z->c;
    z->x[S] = br_interval_mul(start, z->x[R]);
    z->x[D] = br_interval_sub(z->a, br_interval_point(z->m));
    z->pairs = z->count = 0;
    add_rows(z, start);
    for (int i = 0; i < FIRST_ROWS; i++) // about evenly over the phase, from both sides
        for (int n = 0; n < 2; n++)
            add_inequality(z, 2 * (int)((long)i * (z->pairs - 1) / (FIRST_ROWS - 1)) + n);
    return true;
}

static bool all_left(const br_interval *p, int np)
{
    for (int i = 0; i < np; i++)
        if (!(p[i].lo <= p[i].hi))
            return false;
    return true;
}

static bool contract_rounds(horizon *z, const br_forms *forms, br_interval *p, int np, br_shrinks *done)
{
    static const int order[] = {C, R, D};
    bool left = true;
    for (int round = 0, before = -1; round < ROUNDS && left && done->count > before; round++) {
        before = done->count;
        if (!build_inequalities(z, forms, p, np))
            break;
        for (int i = 0; i < 3; i++)
            contract_unknown(z, forms, round, order[i], p, done);
        left = all_left(p, np);
    }
    return left;
}

br_status br_horizon_contract(const br_forms *forms, const br_evidence *e, const br_phase *phase, br_interval *p,
                              int np, br_shrinks *done, bool *left)
{
    int each = 1 + (e->measured ? e->measured->count : 0),
        apart = 1 + (phase->end - phase->begin) / (MOST_PAIRS / each);
    size_t rows = ((size_t)((phase->end - phase->begin) / apart) + 2) * (size_t)each;
    *left = true;
    if (phase->side == BR_REST)
        return BR_OK;
    horizon *z = calloc(1, sizeof *z);
    if (!z)
        return BR_NO_MEMORY;
    z->e = e;
    z->phase = phase;
    z->apart = apart;
    z->mirror = phase->side == BR_BACKWARD;
    z->bytes = br_lp_bytes(UNKNOWNS, MOST_ROWS);
    z->memory = malloc(z->bytes);
    z->lines = malloc(2 * rows * sizeof *z->lines);
    z->row = malloc(rows * sizeof *z->row);
    bool enough = z->memory && z->lines && z->row;
    if (enough)
        *left = contract_rounds(z, forms, p, np, done);
    free(z->row);
    free(z->lines);
    free(z->memory);
    free(z);
    return enough ? BR_OK : BR_NO_MEMORY;
}
