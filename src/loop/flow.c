// flow.c - the exponential flow of systems with a diagonal Jacobian.           [target]
#include "num/fp.h"

#include "loop/flow.h"
#include "num/elem.h"
#include "num/real.h"

// (exp(y) - 1)/y
static br_real phi1(br_real y)
{
    return br_r_abs(y) < BR_C(1e-30) ? BR_C(1.0) : br_r_expm1(y) / y;
}

// d x_i'/d x_i. Answers 0 if a rate depends on another state.
static int diagonal(const br_sys *s, const br_real *jet, br_real *a)
{
    int nx = br_sys_nx(s);
    for (int i = 0; i < nx; i++)
        a[i] = 0;
    for (int k = 0; k < br_sys_blocks(s); k++) {
        const br_sys_block *b = br_sys_block_at(s, k);
        if (b->by != 'x' || b->row >= nx)
            continue;
        if (b->row != b->column || (b->rows > 1 && b->shape != BR_DIAGONAL))
            return 0;
        for (int i = 0; i < b->rows; i++)
            a[b->row + i] = jet[b->at + i];
    }
    return 1;
}

static int finite(br_real v)
{
    return v - v == 0;
}

br_status br_flow_exponential(const br_sys *s, const br_real *x, const int *m, const br_real *u, const br_real *p,
                              br_real dt, br_real *work, br_real *next, br_real *by_x, br_real *y)
{
    int nx = br_sys_nx(s), ny = br_sys_ny(s);
    br_real *out = work, *jet = out + nx + ny, *a = jet + br_sys_njet(s), *to = a + nx;
    br_sys_jet(s, 1, x, m, u, p, 0, out, jet);
    if (!diagonal(s, jet, a))
        return BR_BAD_USAGE;
    for (int i = 0; i < nx; i++) {
        to[i] = x[i] + dt * (phi1(a[i] * dt) * out[i]);
        if (!finite(to[i]))
            return BR_NOT_FINITE;
    }
    for (int i = 0; i < nx; i++) {
        next[i] = to[i];
        if (by_x)
            by_x[i] = br_r_exp(a[i] * dt);
    }
    for (int i = 0; y && i < ny; i++)
        y[i] = out[nx + i];
    return BR_OK;
}
