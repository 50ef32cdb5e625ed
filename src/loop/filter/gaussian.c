// gaussian.c - time and measurement updates of a covariance P = U D U'.                        [target]
#include "num/base/fp.h"

#include "loop/filter/gaussian.h"
#include "num/base/clones.h"
#include "num/base/elem.h"
#include "num/base/real.h"
#include "num/base/require.h"
#include "num/algebra/vector.h"

void br_gaussian_carve(br_arena *a, br_gaussian *b, int n)
{
    b->n = n;
    b->x = br_arena_reals(a, n);
    b->U = br_arena_reals(a, n * n);
    b->D = br_arena_reals(a, n);
    b->f = br_arena_reals(a, n);
    b->g = br_arena_reals(a, n);
}

br_real br_gaussian_largest_sd(void)
{
    return br_r_sqrt(br_r_sqrt(BR_MOST));
}

int br_gaussian_in_range(int n, const br_real *x, br_real most)
{
    for (int i = 0; x && i < n; i++)
        if (!(x[i] >= 0) || !(x[i] <= most))
            return 0;
    return 1;
}

void br_gaussian_set_sd(br_gaussian *b, const br_real *sd)
{
    for (int i = 0; i < b->n * b->n; i++)
        b->U[i] = i % (b->n + 1) == 0;
    for (int i = 0; i < b->n; i++)
        b->D[i] = sd[i] * sd[i];
}

// ---------------------------------------------------------------- reading

br_real br_gaussian_variance(const br_gaussian *b, int i)
{
    const br_real *row = br_row_of(b->U, b->n, i);
    br_real sum = 0;
    for (int k = i; k < b->n; k++)
        sum += row[k] * row[k] * b->D[k];
    return sum;
}

void br_gaussian_covariance(const br_gaussian *b, br_real *P)
{
    int n = b->n;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            const br_real *a = br_row_of(b->U, n, i), *c = br_row_of(b->U, n, j);
            br_real sum = 0;
            for (int k = j; k < n; k++)
                sum += a[k] * c[k] * b->D[k];
            br_row(P, n, i)[j] = br_row(P, n, j)[i] = sum;
        }
}

void br_gaussian_project(const br_gaussian *b, const br_real *h, br_real *f)
{
    br_vec_zero(b->n, f);
    for (int i = 0; i < b->n; i++) {
        const br_real *row = br_row_of(b->U, b->n, i);
        for (int k = i; k < b->n; k++)
            f[k] += row[k] * h[i];
    }
}

br_real br_gaussian_innovation_variance(const br_gaussian *b, const br_real *f, br_real r)
{
    br_real sum = r;
    for (int k = 0; k < b->n; k++)
        sum += f[k] * f[k] * b->D[k];
    return sum;
}

br_real br_gaussian_variance_along(const br_gaussian *b, const br_real *h)
{
    br_gaussian_project(b, h, b->f);
    return br_gaussian_innovation_variance(b, b->f, 0);
}

// ---------------------------------------------------------------- a measurement

// Measurement update and Kalman gain K = P h/s (Bierman 1977), column by column: s is the variance of the innovation so far,
// g = D f, and k collects K s.
int br_gaussian_measurement_update(br_gaussian *b, const br_real *f, br_real r, br_real e)
{
    int n = b->n;
    br_real s = br_gaussian_innovation_variance(b, f, r), gain = e / s, *k = b->g;
    if (!(r > 0) || !(s <= BR_MOST) || !(e * gain <= br_r_sqrt(BR_MOST))) // no number moves by more than sqrt(P e^2/s)
        return 0;
    s = r;
    br_vec_zero(n, k);
    for (int j = 0; j < n; j++) {
        br_real g = b->D[j] * f[j], before = s, share = f[j] / before;
        s += f[j] * g;
        b->D[j] *= before / s;
        for (int i = 0; i < j; i++) {
            br_real *u = &br_row(b->U, n, i)[j], was = *u;
            *u = was - share * k[i];
            k[i] += g * was;
        }
        k[j] = g;
    }
    for (int i = 0; i < n; i++)
        b->x[i] += k[i] * gain;
    return 1;
}

void br_gaussian_limit_variance(br_gaussian *b, int i, br_real now, br_real most)
{
    BR_REQUIRE(now > most && most >= 0);
    br_real r = most / (1 - most / now), tiny = now * BR_EPS * BR_EPS;
    br_vec_copy(b->n, br_row_of(b->U, b->n, i), b->f); // U' of the unit vector
    (void)br_gaussian_measurement_update(b, b->f, r > tiny ? r : tiny, 0);
}

// ---------------------------------------------------------------- sums

BR_ELEM br_real weighted(int w, const br_real *a, const br_real *c, const br_real *d)
{
    br_real part[4] = {0};
    int k = 0;
    for (; k + 4 <= w; k += 4) {
        BR_SHORT
        for (int l = 0; l < 4; l++)
            part[l] += a[k + l] * c[k + l] * d[k + l];
    }
    for (; k < w; k++)
        part[0] += a[k] * c[k] * d[k];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

// Rows of W before row i become orthogonal to it, in their first w numbers; its square goes to D, the shares to U.
BR_CLONES
static void orthogonalise_rows(int i, int w, int apart, const br_real *restrict d, br_real *W, int n, br_real *U,
                               br_real *D)
{
    const br_real *restrict row = br_row_of(W, apart, i);
    br_real square = weighted(w, row, row, d);
    for (int j = 0; j < i; j++) {
        br_real *restrict from = br_row(W, apart, j), share = square > 0 ? weighted(w, from, row, d) / square : 0;
        BR_LANES
        for (int k = 0; k < w; k++)
            from[k] -= share * row[k];
        br_row(U, n, j)[i] = share;
        br_row(U, n, i)[j] = 0;
    }
    br_row(U, n, i)[i] = 1;
    D[i] = square;
}

// Time update (Thornton 1976): modified weighted Gram-Schmidt over the rows of W, from the last on.
void br_gaussian_time_update_narrow(br_gaussian *b, int w, br_real *W, const br_real *d, int few, int narrow)
{
    BR_REQUIRE(w >= 0 && few >= 0 && few <= b->n && narrow <= w);
    for (int i = b->n - 1; i >= 0; i--)
        orthogonalise_rows(i, i < b->n - few ? w : narrow, w, d, W, b->n, b->U, b->D);
}

void br_gaussian_time_update(br_gaussian *b, int w, br_real *W, const br_real *d)
{
    br_gaussian_time_update_narrow(b, w, W, d, 0, w);
}

// Rank-one update (Agee and Turner 1972), from the last column on.
void br_gaussian_rank_one_update(br_gaussian *b, br_real d, const br_real *a)
{
    int n = b->n;
    br_real *v = b->g;
    BR_REQUIRE(!(d < 0));
    br_vec_copy(n, a, v);
    for (int j = n - 1; j >= 0 && d > 0; j--) {
        br_real before = b->D[j], now = before + d * v[j] * v[j], share = now > 0 ? d * v[j] / now : 0;
        for (int i = 0; i < j; i++) {
            br_real *u = &br_row(b->U, n, i)[j];
            v[i] -= v[j] * *u;
            *u += share * v[i];
        }
        d = now > 0 ? d * before / now : d;
        b->D[j] = now;
    }
}

void br_gaussian_factor(int n, const br_real *P, int apart, br_real *U, br_real *D)
{
    for (int j = n - 1; j >= 0; j--) {
        br_real sum = br_row_of(P, apart, j)[j];
        for (int k = j + 1; k < n; k++)
            sum -= br_row(U, n, j)[k] * br_row(U, n, j)[k] * D[k];
        D[j] = sum > 0 ? sum : 0;
        br_row(U, n, j)[j] = 1;
        for (int i = 0; i < j; i++) {
            sum = br_row_of(P, apart, i)[j];
            for (int k = j + 1; k < n; k++)
                sum -= br_row(U, n, i)[k] * D[k] * br_row(U, n, j)[k];
            br_row(U, n, i)[j] = D[j] > 0 ? sum / D[j] : 0;
            br_row(U, n, j)[i] = 0;
        }
    }
}
