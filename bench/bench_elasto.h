// bench_elasto.h - an update of the elasto-plastic estimator against the published pseudo-code (paper 003, Algorithm 1).
//
// The pseudo-code as plain C with libm, mended: magnitudes of z and zss, zss at v = 0, and the end of Update_zhat, which
// is cut off in print, from (12) and (13); then (14). Axes with Table II move to and fro by 30 um, a period in 200 samples,
// each with a phase of its own: some updates are elastic, some slide, some are between. Compiled twice, for double and for
// float. Goals: one update no slower, 64 in float 5 times as fast.
#include "bench.h"
#include "loop/friction/elasto.h"
#include <math.h>
#include <stdlib.h>

#ifdef BR_FLOAT
#define TYPE "float"
#define libm_sin sinf
#define libm_abs fabsf
#else
#define TYPE "double"
#define libm_sin sin
#define libm_abs fabs
#endif

enum { AXES = 64, STEPS = 200, FORMS = 8 };

static const br_real table[] = {BR_C(1e5), BR_C(1e3), BR_C(1.0), BR_C(1.5), BR_C(1e-3), BR_C(8e-6), BR_C(0.4)};

// ---------------------------------------------------------------- the pseudo-code

typedef struct model {
    br_real sigma_0, sigma_1, fC, fmax, vs, zba, sigma_2;
} model;

static br_real sign(br_real x)
{
    return x > 0 ? BR_C(1.0) : x < 0 ? BR_C(-1.0) : BR_C(0.0);
}

static br_real fss(const model *m, br_real vbark)
{
    br_real w = vbark / m->vs;
    return (m->fmax - m->fC) / (1 + w * w) + m->fC;
}

static br_real alpha(const model *m, br_real zhatkm, br_real vbark, br_real zss)
{
    br_real z = libm_abs(zhatkm);
    if (zhatkm * vbark <= 0 || z <= m->zba)
        return 0;
    if (z >= zss)
        return 1;
    return BR_C(0.5) * libm_sin(BR_C(3.141592653589793) * (z - (zss + m->zba) / 2) / (zss - m->zba)) + BR_C(0.5);
}

static br_real Update_zhat(const model *m, br_real zhatkm, br_real Delta_xbark, br_real vbark)
{
    br_real zss = fss(m, vbark) / m->sigma_0, s = sign(vbark), yk = 0;
    if (s == 0)
        return zhatkm;
    if (zhatkm * s < zss)
        yk = (1 - alpha(m, zhatkm, vbark, zss) * zhatkm * s / zss) * Delta_xbark;
    return (zhatkm + yk) * s < zss ? zhatkm + yk : zss * s;
}

static br_real friction(const model *m, br_real *zhat, br_real Delta_xbark, br_real vbark, br_real Delta_t)
{
    br_real before = *zhat;
    *zhat = Update_zhat(m, before, Delta_xbark, vbark);
    return m->sigma_0 * *zhat + m->sigma_1 * ((*zhat - before) / Delta_t) + m->sigma_2 * vbark;
}

// ---------------------------------------------------------------- the same motion for both

typedef struct run {
    int axes;
    br_real p[FORMS * AXES], dx[STEPS][AXES], v[STEPS][AXES], dt[AXES];
    br_real z[AXES], F[AXES];
    model m[AXES];
} run;

static void set(run *r, int axes)
{
    const double pi = 3.141592653589793, dt = 1e-3, size = 30e-6;
    *r = (run){.axes = axes};
    for (int k = 0; k < axes; k++) {
        r->dt[k] = (br_real)dt;
        r->m[k] = (model){table[0], table[1], table[2], table[3], table[4], table[5], table[6]};
        for (int j = 0; j < 7; j++)
            r->p[j * axes + k] = table[j];
        for (int i = 0; i < STEPS; i++) {
            double turn = 2 * pi / STEPS, at = turn * (i + 3 * k);
            r->dx[i][k] = (br_real)(size * (sin(at + turn) - sin(at)));
            r->v[i][k] = (br_real)(size * cos(at + turn / 2) * turn / dt);
        }
    }
}

static void ours(void *data)
{
    run *r = data;
    for (int i = 0; i < STEPS; i++) {
        br_elasto_update(BR_ELASTO_RATIONAL, r->axes, r->v[i], r->dx[i], r->dt, r->p, 1, r->z, r->F);
        bench_keep(r->F);
    }
}

static void by_hand(void *data)
{
    run *r = data;
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < r->axes; k++)
            r->F[k] = friction(&r->m[k], &r->z[k], r->dx[i][k], r->v[i][k], r->dt[k]);
        bench_keep(r->F);
    }
}

// The whole estimator: trigger, time, condition (22) and all.
typedef struct stepped {
    br_elasto e;
    br_real x[STEPS], v[STEPS];
} stepped;

static void step(void *data)
{
    stepped *s = data;
    br_elasto_sample out;
    for (int i = 0; i < STEPS; i++) {
        if (br_elasto_step(&s->e, s->x[i], s->v[i], BR_C(1e-3), &out) != BR_OK)
            abort();
        bench_keep(&out);
    }
}

static void set_step(stepped *s, const run *r, br_elasto_scheme scheme)
{
    br_elasto_options o = br_elasto_defaults(BR_C(1e-3));
    o.element[0] = (br_elasto_element){table[0], table[1], table[2], table[3], table[5]};
    o.vs = table[4];
    o.sigma2 = table[6];
    o.scheme = scheme;
    if (br_elasto_init(&s->e, &o) != BR_OK)
        abort();
    for (int i = 0; i < STEPS; i++) {
        s->x[i] = (i > 0 ? s->x[i - 1] : 0) + r->dx[i][0];
        s->v[i] = r->v[i][0];
    }
}

int main(void)
{
    static run one, one_by_hand, many, many_by_hand;
    static stepped euler, rk4;
    set(&one, 1);
    set(&one_by_hand, 1);
    set(&many, AXES);
    set(&many_by_hand, AXES);
    set_step(&euler, &one, BR_ELASTO_EULER);
    set_step(&rk4, &one, BR_ELASTO_RK4);
    const char *hand = "pseudo-code, libm, " TYPE;
    bench_compare("elasto-plastic update, " TYPE, ours, &one, hand, by_hand, &one_by_hand, STEPS);
    bench_compare("elasto-plastic update, 64 axes, " TYPE, ours, &many, hand, by_hand, &many_by_hand, AXES * STEPS);
    bench_compare("elasto-plastic estimator step, " TYPE, step, &euler, hand, by_hand, &one_by_hand, STEPS);
    bench_compare("elasto-plastic estimator step, fourth order, " TYPE, step, &rk4, hand, by_hand, &one_by_hand, STEPS);
    for (int k = 0; k < AXES; k++)
        if (!(libm_abs(many.z[k] - many_by_hand.z[k]) <= BR_C(1e-4) * table[5])) {
            fprintf(stderr, "axis %d: %g is not %g\n", k, (double)many.z[k], (double)many_by_hand.z[k]);
            return 1;
        }
    return 0;
}
