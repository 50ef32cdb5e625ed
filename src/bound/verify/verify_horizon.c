// verify_horizon.c - checks bounds that follow from several rows of one slide at once. [host]
//
// After breakaway a slide forward with k = 1 has q = q0 + U - c*V, where U and V are what the input and a constant 1 do from
// rest; both depend on a alone. Divided by k, with r = 1/k, s = q0/k and d = a - m,
//
//     r*q = s + U(m) - c*V(m) + d*(U' - c*V'),   U' and V' somewhere over all of a,
//
// so that each measured q gives two inequalities in x = (r, c, s, d). A sum of some of them, with weights that are not
// negative, bounds t'x for any t: the weights come from the certificate, and what they prove is computed here.
#include "num/base/fp.h"

#include "bound/verify/verify.h"
#include "num/base/require.h"

#include <string.h>

enum { SERIES = 24, R = 0, C = 1, S = 2, D = 3, UNKNOWNS = 4 };

// A number and its slope by a, each over all of a.
typedef struct jet {
    br_interval x, d;
} jet;

static jet add_jets(jet a, jet b)
{
    return (jet){br_interval_add(a.x, b.x), br_interval_add(a.d, b.d)};
}

static jet mul_jets(jet a, jet b)
{
    return (jet){br_interval_mul(a.x, b.x), br_interval_add(br_interval_mul(a.x, b.d), br_interval_mul(a.d, b.x))};
}

// phi_j(z) = 1/j! + z*phi_{j+1}(z) with its slope; far down both are less than 3/j! for |z| <= 1.
static jet phi(int j, jet z)
{
    BR_REQUIRE(j < SERIES && br_interval_mag(z.x) <= 1);
    br_interval inverse[SERIES + 1], factorial = br_interval_point(1);
    for (int i = 0; i <= SERIES; i++) {
        factorial = i > 0 ? br_interval_mul(factorial, br_interval_point(i)) : factorial;
        inverse[i] = br_interval_div(br_interval_point(1), factorial);
    }
    br_interval small = br_interval_mul(br_interval_of(-3, 3), inverse[SERIES]);
    jet sum = {small, small};
    for (int i = SERIES - 1; i >= j; i--)
        sum = add_jets((jet){inverse[i], br_interval_point(0)}, mul_jets(z, sum));
    return sum;
}

// ---------------------------------------------------------------- inequalities

typedef struct step {
    jet e, f, g;
} step;

typedef struct motion {
    jet q, w;
} motion;

static step step_at(double a, double h)
{
    br_interval time = br_interval_point(h);
    jet z = {br_interval_mul(br_interval_point(a), time), time}, once = {time, br_interval_point(0)};
    return (step){phi(0, z), mul_jets(phi(1, z), once), mul_jets(phi(2, z), mul_jets(once, once))};
}

static jet hull(jet a, jet b)
{
    return (jet){br_interval_hull(a.x, b.x), br_interval_hull(a.d, b.d)};
}

// They are integrals of exp(a t) over times t >= 0: they and their slopes grow with a.
static step step_of(br_interval a, double h)
{
    step low = step_at(a.lo, h), high = step_at(a.hi, h);
    return (step){hull(low.e, high.e), hull(low.f, high.f), hull(low.g, high.g)};
}

static void step_motion(motion *m, const step *s, br_interval u)
{
    jet push = {u, br_interval_point(0)}, q = add_jets(add_jets(m->q, mul_jets(s->f, m->w)), mul_jets(s->g, push));
    m->w = add_jets(mul_jets(s->e, m->w), mul_jets(s->f, push));
    m->q = q;
}

typedef struct lines {
    const br_verified *v;
    const br_verify_slide *s;
    int still, begin, sign;
    br_interval a, k, c, start, x[UNKNOWNS];
    double m;
} lines;

static br_interval mirror(const lines *l, br_interval x)
{
    return l->sign < 0 ? br_interval_neg(x) : x;
}

// t - sum of weights*G, and sum of weights*g, over the rows of one bound.
typedef struct total {
    br_interval left[UNKNOWNS], sum;
} total;

static void add_weighted_row(const lines *l, int row, const br_verify_bound *b, const motion at[2], const motion all[2],
                             total *sum)
{
    br_interval slope = br_interval_sub(all[0].q.d, br_interval_mul(l->c, all[1].q.d));
    br_interval q = row == l->begin ? l->start : mirror(l, l->v->log[l->s->log].q[row]);
    for (int n = 0; n < b->rows; n++) {
        if (b->row[n] != row)
            continue;
        int sign = b->above[n] ? 1 : -1; // above: r*q.hi >= s + ...
        br_interval weight = br_interval_point(b->weight[n] * sign);
        br_interval G[UNKNOWNS] = {br_interval_point(b->above[n] ? q.hi : q.lo), at[1].q.x, br_interval_point(-1),
                                   br_interval_neg(slope)};
        for (int i = 0; i < UNKNOWNS; i++)
            sum->left[i] = br_interval_sub(sum->left[i], br_interval_mul(weight, G[i]));
        sum->sum = br_interval_add(sum->sum, br_interval_mul(weight, at[0].q.x));
    }
}

// What the weights prove: t'x is not below this.
static double proved_bound(const lines *l, const br_verify_bound *b, int unknown, double t)
{
    const br_verify_log *log = &l->v->log[l->s->log];
    motion at[2], all[2];
    step here = step_at(l->m, log->h), wide = step_of(l->a, log->h);
    total sum = {{{0, 0}}, {0, 0}};
    int last = l->begin;
    memset(at, 0, sizeof at);
    memset(all, 0, sizeof all);
    sum.left[unknown] = br_interval_point(t);
    for (int n = 0; n < b->rows; n++)
        last = b->row[n] > last ? b->row[n] : last;
    for (int k = l->begin;; k++) {
        add_weighted_row(l, k, b, at, all, &sum);
        if (k >= last)
            break;
        for (int n = 0; n < 2; n++) {
            br_interval u = n ? br_interval_point(1) : mirror(l, log->u[k]);
            step_motion(&at[n], &here, u);
            step_motion(&all[n], &wide, u);
        }
    }
    br_interval value = sum.sum;
    for (int i = 0; i < UNKNOWNS; i++)
        value = br_interval_add(value, br_interval_mul(sum.left[i], l->x[i]));
    return value.lo;
}

// ---------------------------------------------------------------- what they mean

// Whether a, k or c is the parameter, up to its sign.
static bool is_single(const br_verify_sum *s, int parameter, double *sign)
{
    *sign = s->terms == 1 ? s->factor[0] : 0;
    return s->terms == 1 && s->of[0] == 1u << parameter && (*sign == 1 || *sign == -1);
}

// Proves one end of a parameter by one unknown: first the end of a, k or c that is meant, then that of the unknown.
static bool bound_holds(const lines *l, const br_verify_bound *b, int unknown, double sign)
{
    bool upper = b->upper != (sign < 0);
    double to = sign < 0 ? -b->to : b->to; // what a, k or c is not beyond
    if (unknown == R) {
        if (!(to > 0))
            return !upper; // k > 0
        br_interval inverse = br_interval_div(br_interval_point(1), br_interval_point(to));
        double proved = proved_bound(l, b, R, upper ? 1 : -1);
        return upper ? proved >= inverse.hi : -proved <= inverse.lo;
    }
    br_interval far =
        unknown == D ? br_interval_sub(br_interval_point(to), br_interval_point(l->m)) : br_interval_point(to);
    double proved = proved_bound(l, b, unknown, upper ? -1 : 1);
    return upper ? -proved <= far.lo : proved >= far.hi;
}

static bool set_unknowns(lines *l, const br_interval *p)
{
    const br_verify_log *log = &l->v->log[l->s->log];
    l->a = br_verify_sum_at(&l->v->side[l->sign < 0][0], p, l->v->np);
    l->k = br_verify_sum_at(&l->v->side[l->sign < 0][1], p, l->v->np);
    l->c = mirror(l, br_verify_sum_at(&l->v->side[l->sign < 0][2], p, l->v->np));
    l->start = br_interval_entire();
    for (int k = l->still; k <= l->begin; k++)
        l->start = br_interval_intersect(l->start, mirror(l, log->q[k]));
    if (!(l->a.hi <= 0 && l->k.lo > 0 && -l->a.lo * log->h <= 0.99) || !br_interval_is_bounded(l->start))
        return false;
    l->m = br_interval_mid(l->a);
    l->x[R] = br_interval_div(br_interval_point(1), l->k);
    l->x[C] = l->c;
    l->x[S] = br_interval_mul(l->start, l->x[R]);
    l->x[D] = br_interval_sub(l->a, br_interval_point(l->m));
    return true;
}

// The rows must be measured, and lie in the slide; the input must not make it stop for a moment on the way.
static bool rows_fit(const lines *l, const br_verify_bound *b, int end)
{
    const br_verify_log *log = &l->v->log[l->s->log];
    for (int n = 0; n < b->rows; n++)
        if (b->row[n] < l->begin || b->row[n] > end || !(b->weight[n] >= 0) ||
            (b->row[n] > l->begin && !br_interval_is_bounded(log->q[b->row[n]])))
            return false;
    for (int k = l->begin; k < end; k++) {
        br_interval u = mirror(l, log->u[k]);
        if (!br_interval_is_point(u) && !(u.lo > l->c.hi))
            return false;
    }
    return true;
}

bool br_verify_bounded(const br_verified *v, const br_verify_slide *s, const br_interval *p, const br_verify_bound *b)
{
    BR_REQUIRE(b->rows <= BR_VERIFY_ROWS && b->parameter >= 0 && b->parameter < v->np);
    lines l = {.v = v, .s = s, .still = s->first};
    int end = s->first;
    for (int n = 0; n < b->rows; n++)
        end = b->row[n] > end ? b->row[n] : end;
    if (!br_verify_slides(v, s, p, end, &l.still, &l.begin, &l.sign))
        return br_verify_dies(v, s, p, end); // of what cannot be, any bound holds
    if (!set_unknowns(&l, p) || !rows_fit(&l, b, end))
        return false;
    static const int unknowns[] = {D, R, C}; // a, k, c
    for (int i = 0; i < 3; i++) {
        double sign;
        bool single = is_single(&v->side[l.sign < 0][i], b->parameter, &sign);
        if (single && bound_holds(&l, b, unknowns[i], i == 2 && l.sign < 0 ? -sign : sign))
            return true;
    }
    return false;
}
