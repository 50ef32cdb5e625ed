// norm_estimate.c - estimate of the 1-norm of a linear map (Hager, Higham).    [target]
//
// N. J. Higham, FORTRAN codes for estimating the one-norm of a real or complex matrix, ACM TOMS 14 (1988), algorithm 4.1.
#include "num/base/fp.h"

#include "num/algebra/norm_estimate.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"
#include "num/base/require.h"
#include <math.h>

enum { APPLICATIONS = 11 };

// sign of v, 1 for 0; answers whether it is what it was
static bool update_signs(int n, const br_real *v, br_real *sign)
{
    bool same = true;
    for (int i = 0; i < n; i++) {
        br_real s = v[i] < 0 ? BR_C(-1.0) : BR_C(1.0);
        same = same && s == sign[i];
        sign[i] = s;
    }
    return same;
}

static int index_of_largest(int n, const br_real *x)
{
    int at = 0;
    for (int i = 1; i < n; i++)
        if (br_r_abs(x[i]) > br_r_abs(x[at]))
            at = i;
    return at;
}

// A vector that catches what cancels in the others.
static br_real alternating_estimate(int n, br_map *map, const void *self, br_real *v)
{
    for (int i = 0; i < n; i++)
        v[i] = (i % 2 ? BR_C(-1.0) : BR_C(1.0)) * (BR_C(1.0) + (br_real)i / (br_real)(n - 1));
    map(self, 0, v);
    return 2 * br_vec_sum_abs(n, v) / (3 * (br_real)n);
}

// One column after the other
static br_real exact_norm(int n, br_map *map, const void *self, br_real *v)
{
    br_real norm = 0;
    for (int j = 0; j < n; j++) {
        br_vec_zero(n, v);
        v[j] = 1;
        map(self, 0, v);
        br_real now = br_vec_sum_abs(n, v);
        if (!(now <= BR_MOST))
            return (br_real)INFINITY;
        norm = now > norm ? now : norm;
    }
    return norm;
}

br_real br_norm1_estimate(int n, br_map *map, const void *self, br_real *work)
{
    BR_REQUIRE(n >= 0 && map && (n == 0 || work));
    br_real *v = work, *x = v + n, *sign = x + n, norm = 0;
    if (n <= APPLICATIONS)
        return exact_norm(n, map, self, v);
    br_vec_zero(n, sign);
    for (int i = 0; i < n; i++)
        v[i] = 1 / (br_real)n;
    for (int k = 0, at = -1; k < 5; k++) {
        map(self, 0, v);
        br_real now = br_vec_sum_abs(n, v);
        if (!(now <= BR_MOST))
            return (br_real)INFINITY;
        bool same = update_signs(n, v, sign), higher = now > norm;
        norm = higher ? now : norm;
        if (same || !higher)
            break;
        br_vec_copy(n, sign, x);
        map(self, 1, x);
        if (!br_vec_finite(n, x))
            return (br_real)INFINITY;
        int most = index_of_largest(n, x);
        if (most == at)
            break;
        at = most;
        br_vec_zero(n, v);
        v[at] = 1;
    }
    br_real other = alternating_estimate(n, map, self, v);
    if (!(other <= BR_MOST))
        return (br_real)INFINITY;
    return other > norm ? other : norm;
}
