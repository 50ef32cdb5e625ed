// positive_real.c - strict positive realness by Routh and Sturm, with its margin.                                [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/text/diag.h"
#include "sim/control/positive_real.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double least = 1e-13; // of the largest coefficient: below it a coefficient is rounding

// ---------------------------------------------------------------- polynomials

double br_polynomial_at(const br_polynomial *p, double x)
{
    double y = p->c[p->degree];
    for (int i = p->degree - 1; i >= 0; i--)
        y = y * x + p->c[i];
    return y;
}

static double largest(const br_polynomial *p)
{
    double most = 0;
    for (int i = 0; i <= p->degree; i++)
        most = br_max(most, br_abs(p->c[i]));
    return most;
}

static void trim(br_polynomial *p, double below)
{
    while (p->degree > 0 && br_abs(p->c[p->degree]) <= below)
        p->degree--;
}

static bool is_zero(const br_polynomial *p)
{
    return p->degree == 0 && p->c[0] == 0;
}

static br_polynomial times(const br_polynomial *a, const br_polynomial *b)
{
    br_polynomial y = {.degree = a->degree + b->degree};
    for (int i = 0; i <= a->degree; i++)
        for (int j = 0; j <= b->degree; j++)
            y.c[i + j] += a->c[i] * b->c[j];
    return y;
}

// A sum that cancels to rounding is zero.
static br_polynomial plus(const br_polynomial *a, const br_polynomial *b)
{
    br_polynomial y = {.degree = a->degree > b->degree ? a->degree : b->degree};
    for (int i = 0; i <= y.degree; i++) {
        double left = i <= a->degree ? a->c[i] : 0, right = i <= b->degree ? b->c[i] : 0;
        y.c[i] = br_abs(left + right) <= 1e-15 * (br_abs(left) + br_abs(right)) ? 0 : left + right;
    }
    return y;
}

// p(s + by)
static br_polynomial shifted(const br_polynomial *p, double by)
{
    br_polynomial y = *p;
    for (int i = 0; i < p->degree; i++)
        for (int j = p->degree - 1; j >= i; j--)
            y.c[j] += by * y.c[j + 1];
    return y;
}

// p(scale s)
static br_polynomial stretched(const br_polynomial *p, double scale)
{
    br_polynomial y = *p;
    double power = 1;
    for (int i = 0; i <= p->degree; i++) {
        y.c[i] *= power;
        power *= scale;
    }
    return y;
}

// ---------------------------------------------------------------- Routh

int br_polynomial_unstable(const br_polynomial *p)
{
    double row[2][BR_POLYNOMIAL_MOST + 2] = {{0}};
    int n = p->degree, changes = 0;
    for (int i = 0; i <= n; i++)
        row[i % 2][i / 2] = p->c[n - i];
    for (int k = 0; k < n; k++) {
        double *a = row[k % 2], *b = row[(k + 1) % 2];
        if (b[0] == 0)
            return -1;
        changes += (a[0] > 0) != (b[0] > 0);
        double ratio = a[0] / b[0];
        for (int j = 0; j <= n / 2; j++)
            a[j] = a[j + 1] - ratio * b[j + 1];
    }
    return changes;
}

// ---------------------------------------------------------------- Sturm

typedef struct sturm {
    br_polynomial p[BR_POLYNOMIAL_MOST + 2];
    int count;
} sturm;

static br_polynomial slope_of(const br_polynomial *p)
{
    br_polynomial y = {.degree = p->degree > 0 ? p->degree - 1 : 0};
    for (int i = 1; i <= p->degree; i++)
        y.c[i - 1] = i * p->c[i];
    return y;
}

static void scale_to_one(br_polynomial *p)
{
    double most = largest(p);
    for (int i = 0; most > 0 && i <= p->degree; i++)
        p->c[i] /= most;
}

// -(a mod b), its size brought to 1; what is rounding is zero.
static br_polynomial rest(br_polynomial a, const br_polynomial *b)
{
    double before = largest(&a);
    for (int i = a.degree; i >= b->degree; i--) {
        double q = a.c[i] / b->c[b->degree];
        for (int j = 0; j <= b->degree; j++)
            a.c[i - b->degree + j] -= q * b->c[j];
        before = br_max(before, br_abs(q) * largest(b));
    }
    a.degree = b->degree > 0 ? b->degree - 1 : 0;
    for (int i = 0; i <= a.degree; i++)
        a.c[i] = br_abs(a.c[i]) <= least * before || b->degree == 0 ? 0 : -a.c[i];
    trim(&a, 0);
    scale_to_one(&a);
    return a;
}

static void sturm_make(sturm *s, const br_polynomial *p)
{
    s->p[0] = *p;
    trim(&s->p[0], 0);
    scale_to_one(&s->p[0]);
    s->p[1] = slope_of(&s->p[0]);
    scale_to_one(&s->p[1]);
    s->count = 2;
    while (s->count < BR_POLYNOMIAL_MOST + 2 && s->p[s->count - 1].degree > 0) {
        s->p[s->count] = rest(s->p[s->count - 2], &s->p[s->count - 1]);
        if (is_zero(&s->p[s->count]))
            break;
        s->count++;
    }
}

static int sturm_changes(const sturm *s, double x)
{
    double last = 0;
    int changes = 0;
    for (int i = 0; i < s->count; i++) {
        double y = isinf(x) ? s->p[i].c[s->p[i].degree] : br_polynomial_at(&s->p[i], x);
        changes += y != 0 && last != 0 && (y > 0) != (last > 0);
        last = y != 0 ? y : last;
    }
    return changes;
}

int br_polynomial_roots(const br_polynomial *p, double low, double high)
{
    sturm s;
    sturm_make(&s, p);
    return s.p[0].degree == 0 ? 0 : sturm_changes(&s, low) - sturm_changes(&s, high);
}

// The first root above low; infinite: there is none.
static double first_root(const br_polynomial *p, double low)
{
    sturm s;
    double high = low > 0 ? 2 * low : 1;
    sturm_make(&s, p);
    int at_low = sturm_changes(&s, low);
    if (s.p[0].degree == 0 || at_low == sturm_changes(&s, (double)INFINITY))
        return (double)INFINITY;
    while (at_low == sturm_changes(&s, high))
        high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
        double middle = low + (high - low) / 2;
        if (at_low == sturm_changes(&s, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

// ---------------------------------------------------------------- along the imaginary axis

// Even and odd part of p(jw) as polynomials in w^2: p = even + j w odd.
static void parts(const br_polynomial *p, br_polynomial *even, br_polynomial *odd)
{
    *even = (br_polynomial){.degree = p->degree / 2};
    *odd = (br_polynomial){.degree = p->degree > 0 ? (p->degree - 1) / 2 : 0};
    for (int i = 0; i <= p->degree; i++)
        (i % 2 ? odd : even)->c[i / 2] = (i / 2) % 2 ? -p->c[i] : p->c[i];
}

// Re G(jw) |D(jw)|^2 and Im G(jw) |D(jw)|^2/w, in w^2.
static void real_and_imaginary(const br_rational *G, br_polynomial *re, br_polynomial *im)
{
    br_polynomial Ne, No, De, Do, w2 = {1, {0, 1}};
    parts(&G->N, &Ne, &No);
    parts(&G->D, &De, &Do);
    br_polynomial a = times(&Ne, &De), b = times(&No, &Do), c = times(&No, &De), d = times(&Ne, &Do);
    b = times(&b, &w2);
    *re = plus(&a, &b);
    for (int i = 0; i <= d.degree; i++)
        d.c[i] = -d.c[i];
    *im = plus(&c, &d);
    trim(re, 0);
}

double br_rational_real(const br_rational *G, double w)
{
    br_polynomial re, im, even, odd;
    real_and_imaginary(G, &re, &im);
    parts(&G->D, &even, &odd);
    double a = br_polynomial_at(&even, w * w), b = w * br_polynomial_at(&odd, w * w);
    return br_polynomial_at(&re, w * w) / (a * a + b * b);
}

// The highest power of w^2 that Re G |D|^2 can have.
static int top(const br_rational *G)
{
    return (G->N.degree + G->D.degree) / 2;
}

static bool strict(const br_rational *G, br_positive_real *p)
{
    br_polynomial re, im;
    real_and_imaginary(G, &re, &im);
    int relative = G->D.degree - G->N.degree;
    double sign = G->D.c[G->D.degree] * G->N.c[G->N.degree];
    p->unstable = br_polynomial_unstable(&G->D);
    p->positive = re.c[0] > 0 && br_polynomial_roots(&re, 0, (double)INFINITY) == 0;
    p->at_end = relative >= -1 && relative <= 1 && sign > 0 && re.degree == top(G) && re.c[re.degree] > 0;
    p->strict = p->unstable == 0 && p->positive && p->at_end;
    return p->strict;
}

static double phase_at(const br_polynomial *re, const br_polynomial *im, double w)
{
    double x = br_polynomial_at(re, w * w), y = w * br_polynomial_at(im, w * w);
    return br_atan2(y, x);
}

// ---------------------------------------------------------------- margin and worst frequency

static br_rational moved(const br_rational *G, double by)
{
    return (br_rational){shifted(&G->N, -by), shifted(&G->D, -by)};
}

// Frequencies are of the order of 1.
static double margin_of(const br_rational *G)
{
    double low = 0, high = 1;
    br_positive_real p;
    br_rational at = moved(G, high);
    for (int i = 0; i < 60 && strict(&at, &p); i++, at = moved(G, high))
        low = high, high *= 4;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
        double middle = low + (high - low) / 2;
        at = moved(G, middle);
        if (strict(&at, &p))
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The first stretch of frequencies where Re G is below 0; where there is none, the first one where it is 0.
static void first_stretch(const br_rational *G, double *from, double *to)
{
    br_polynomial re, im;
    real_and_imaginary(G, &re, &im);
    double root = re.c[0] > 0 ? first_root(&re, 0) : 0, touched = root;
    *to = isinf(root) ? -1 : br_sqrt(root);
    while (!isinf(root)) {
        double next = first_root(&re, root * (1 + 1e-12)), middle = isinf(next) ? 2 * root + 1 : (root + next) / 2;
        if (br_polynomial_at(&re, middle) < 0) {
            touched = root, *to = br_sqrt(next);
            break;
        }
        root = next;
    }
    *from = br_sqrt(touched);
}

// Where the phase is largest, on a grid of frequencies refined about its best point.
static double worst_phase(const br_rational *G, double *phase)
{
    br_polynomial re, im;
    real_and_imaginary(G, &re, &im);
    double at = 0, step = br_exp(br_log(1e12) / 3000);
    *phase = 0;
    double w = 1e-6, d = br_log(step);
    for (int i = 0; i <= 3000; i++) {
        double here = phase_at(&re, &im, w);
        if (br_abs(here) > br_abs(*phase))
            at = w, *phase = here;
        w *= step;
    }
    for (int i = 0; i < 60; i++) {
        double near = at * br_exp(i % 2 ? d : -d), here = phase_at(&re, &im, near);
        if (br_abs(here) > br_abs(*phase))
            at = near, *phase = here;
        d = i % 2 ? d / 2 : d;
    }
    return at;
}

// A frequency of the size of the loop's own.
static double scale_of(const br_polynomial *D)
{
    int low = 0;
    while (low < D->degree && D->c[low] == 0)
        low++;
    if (low == D->degree)
        return 1;
    return br_exp(br_log(br_abs(D->c[low] / D->c[D->degree])) / (D->degree - low));
}

br_positive_real br_positive_real_of(const br_rational *G)
{
    br_positive_real p = {0};
    double w0 = scale_of(&G->D);
    br_rational g = {stretched(&G->N, w0), stretched(&G->D, w0)};
    trim(&g.N, 0), trim(&g.D, 0);
    scale_to_one(&g.N);
    scale_to_one(&g.D);
    strict(&g, &p);
    first_stretch(&g, &p.from, &p.to);
    p.from *= w0;
    p.to = p.to < 0 ? -1 : p.to * w0;
    if (!p.strict) {
        p.worst = w0 * worst_phase(&g, &p.phase);
        return p;
    }
    double margin = margin_of(&g), end;
    br_rational beyond = moved(&g, margin * (1 + 1e-6));
    br_polynomial re, im;
    real_and_imaginary(&g, &re, &im);
    first_stretch(&beyond, &p.worst, &end);
    p.phase = isinf(p.worst) ? 0 : phase_at(&re, &im, p.worst);
    p.worst *= w0;
    p.margin = margin * w0;
    return p;
}

// ---------------------------------------------------------------- the loop of the paper

// Roots at 0 that both have, as of (3 s + 6 s^2)/s.
static void cancel_roots_at_0(br_polynomial *a, br_polynomial *b)
{
    while (a->c[0] == 0 && b->c[0] == 0 && a->degree > 0 && b->degree > 0) {
        br_polynomial *const both[] = {a, b};
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < both[k]->degree; i++)
                both[k]->c[i] = both[k]->c[i + 1];
            both[k]->degree--;
        }
    }
}

void br_pid_polynomials(double Kp, double Kd, double Ki, br_polynomial *over, br_polynomial *under)
{
    bool I = Ki > 0;
    *over = I ? (br_polynomial){2, {Ki, Kp, Kd}} : (br_polynomial){1, {Kp, Kd}};
    *under = I ? (br_polynomial){1, {0, 1}} : (br_polynomial){0, {1}};
}

static bool is_finite(const br_polynomial *p)
{
    bool good = p->degree >= 0 && p->degree <= BR_POLYNOMIAL_MOST;
    for (int i = 0; good && i <= p->degree; i++)
        good = isfinite(p->c[i]);
    return good;
}

br_status br_friction_loop(br_rational *G, double sigma0, double sigma1, double m, br_loop loop,
                           const br_polynomial *over, const br_polynomial *under, br_diag *why)
{
    enum { H_MOST = BR_POLYNOMIAL_MOST / 2 - 2 }; // products of two of them are formed
    if (!is_finite(over) || !is_finite(under) || !isfinite(sigma0) || !isfinite(sigma1) || !isfinite(m))
        return br_diag_fail(why, BR_BAD_USAGE, "H(s): a coefficient is not a finite number");
    br_polynomial a = *over, b = *under;
    trim(&a, 0), trim(&b, 0);
    if (a.degree > H_MOST || b.degree > H_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "H(s): its degree is above 6");
    if (is_zero(&b))
        return br_diag_fail(why, BR_BAD_USAGE, "H(s): its denominator is zero");
    cancel_roots_at_0(&a, &b);
    br_polynomial bristle = {1, {sigma0, sigma1}}, mass = {0, {0}};
    mass.degree = loop == BR_LOOP_POSITION ? 2 : 1;
    mass.c[mass.degree] = m;
    br_polynomial inertia = times(&mass, &b);
    G->N = times(&bristle, &b);
    G->D = plus(&inertia, &a);
    trim(&G->N, 0), trim(&G->D, 0);
    double most = br_max(largest(&G->N), largest(&G->D)); // of which products are formed
    if (!(most < 1e140 && largest(&G->D) > 1e-140))
        return br_diag_fail(why, BR_BAD_USAGE, "H(s): its coefficients are too large or too small to compute with");
    return BR_OK;
}
