// system_round.c - an interpreted law in float, for laws without compiled C.   [host]
#define BR_FLOAT
#include "num/base/fp.h"

#include "law/model/system_round.h"
#include "num/base/sys.h"
#include <stdlib.h>
#include <string.h>

typedef struct rounding {
    br_sys sys; // the first: whoever frees it frees all
    br_rounded_run *run;
    void *of;
} rounding;

static void call(const br_sys *s, br_rounded what, int count, const float *x, const int *m, const float *u,
                 const float *p, int each, float *out, float *jet, int *next)
{
    const rounding *w = s->self;
    int rows = what == BR_ROUNDED_MARGIN ? s->nmargin : s->nx + s->ny;
    int jets = what == BR_ROUNDED_MARGIN ? s->nslope : what == BR_ROUNDED_JET_X ? s->njet_x : s->njet;
    size_t points = (size_t)count, sets = each ? points : 1, nx = (size_t)s->nx * points, nu = (size_t)s->nu * points;
    size_t np = (size_t)s->np * sets, nout = (size_t)rows * points;
    double *v = calloc(nx + nu + np + nout + (size_t)jets * points + 1, sizeof *v);
    if (!v)
        return;
    double *dx = v, *du = dx + nx, *dp = du + nu, *to = dp + np, *slopes = to + nout;
    for (size_t i = 0; i < nx; i++)
        dx[i] = (double)x[i];
    for (size_t i = 0; i < nu; i++)
        du[i] = (double)u[i];
    for (size_t i = 0; i < np; i++)
        dp[i] = (double)p[i];
    w->run(w->of, what, count, dx, m, du, dp, each, to, jet ? slopes : NULL, next);
    for (size_t i = 0; out && i < nout; i++)
        out[i] = (float)to[i];
    for (size_t i = 0; jet && i < (size_t)jets * points; i++)
        jet[i] = (float)slopes[i];
    free(v);
}

static void rate(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                 float *out)
{
    call(s, BR_ROUNDED_RATE, count, x, m, u, p, each, out, NULL, NULL);
}

static void jet(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                float *out, float *jets)
{
    call(s, BR_ROUNDED_JET, count, x, m, u, p, each, out, jets, NULL);
}

static void jet_x(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                  float *out, float *jets)
{
    call(s, BR_ROUNDED_JET_X, count, x, m, u, p, each, out, jets, NULL);
}

static void mode(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                 int *next)
{
    call(s, BR_ROUNDED_MODE, count, x, m, u, p, each, NULL, NULL, next);
}

static void margin(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                   float *out, float *jets)
{
    call(s, BR_ROUNDED_MARGIN, count, x, m, u, p, each, out, jets, NULL);
}

// Both systems have the same members but for the number type of their functions.
struct brf_sys *br_system_rounding(const void *sys, br_rounded_run *run, void *of)
{
    rounding *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    memcpy(&w->sys, sys, sizeof w->sys);
    w->run = run;
    w->of = of;
    w->sys.self = w;
    w->sys.rate = rate;
    w->sys.jet = jet;
    w->sys.jet_x = jet_x;
    w->sys.jet_some = NULL;
    w->sys.mode = w->sys.jumps > 0 ? mode : NULL;
    w->sys.margin = w->sys.jumps > 0 ? margin : NULL;
    w->sys.step = NULL;
    w->sys.lie_held = 0;
    return &w->sys;
}
