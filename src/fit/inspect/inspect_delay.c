// inspect_delay.c - delay between force and motion in fractions of a sample, by a linear model of sliding. [host]
//
//     f_k = M(t_k + tau),   M = m a + sigma2 v + FC sign v + offset (+ gravity)
//
// The whole rows of the delay are known; the rest is the coefficient of dM/dt beside the regressors of M.
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS = 30 };
// In samples: by how much a residual as large as the force could be off (friction at reversals, measured); and how well it is known at
// best.
static const double MODEL = 3, LEAST = 0.1;

// The force that fits row k; NaN: the axis rests or turns there, or the force is missing.
static double force_at(const br_delay_task *t, int k)
{
    const br_motion_sample *m = t->m;
    bool slides = fabs(m[k].v) > t->rest && m[k].v * m[k - 1].v > 0 && m[k].v * m[k + 1].v > 0;
    return slides ? m[k - t->lag].f : (double)NAN;
}

static double sign_of(double v)
{
    return v > 0 ? 1 : -1;
}

static double model_at(const br_gram_fit *f, const br_motion_sample *m)
{
    return f->value[0] * m->a + f->value[1] * m->v + f->value[2] * sign_of(m->v) + f->value[3] +
           f->value[4] * br_sin(m->x) + f->value[5] * br_cos(m->x);
}

static br_gram_fit fit_column(const br_delay_task *t, int from, int to, const double *rate)
{
    br_gram g = {.rows = 0};
    for (int k = from; k < to; k++) {
        double f = force_at(t, k), y = rate ? rate[k] : f;
        if (isfinite(f) && isfinite(y))
            br_gram_add(&g, t->m[k].a, t->m[k].v, sign_of(t->m[k].v), t->m[k].x, y);
    }
    return br_gram_solve(&g, t->first, t->gravity);
}

// Coefficient of the rate of the model, with the rate of the force as its instrument: noise of positions, which stands in the model
// and in its rate, does not stand in that of the force.
void br_inspector_delay(const br_delay_task *t, double *samples, double *sd)
{
    int edge = abs(t->lag) + 2, from = edge, to = t->rows - edge;
    double *rate = to > from ? malloc((size_t)t->rows * sizeof *rate) : NULL;
    *samples = *sd = (double)NAN;
    if (!rate)
        return;
    br_gram_fit model = fit_column(t, from, to, NULL);
    for (int k = from; k < to; k++)
        rate[k] = 0.5 * (t->m[k + 1 - t->lag].f - t->m[k - 1 - t->lag].f); // per sample
    br_gram_fit shared = fit_column(t, from, to, rate);
    double rd = 0, md = 0, n = 0, block[BLOCKS] = {0}, squares = 0;
    for (int pass = 0; pass < 2;
         pass++) { // what is left behind the delay tells its sd: sums of blocks, whose rows may be correlated
        double more = pass > 0 ? rd / md : 0;
        for (int k = from; k < to && (pass == 0 || md > 0); k++) {
            double f = force_at(t, k), d = rate[k] - model_at(&shared, &t->m[k]), r = f - model_at(&model, &t->m[k]);
            double moves = 0.5 * (model_at(&model, &t->m[k + 1]) - model_at(&model, &t->m[k - 1]));
            if (!isfinite(f) || !isfinite(d) || !isfinite(moves))
                continue;
            if (pass > 0) {
                block[(long long)(k - from) * BLOCKS / (to - from)] += (r - more * moves) * d;
                continue;
            }
            rd += r * d;
            md += moves * d;
            n++;
        }
    }
    free(rate);
    if (!(n > 50) || !(md > 0))
        return;
    for (int i = 0; i < BLOCKS; i++)
        squares += block[i] * block[i];
    *samples = t->lag + rd / md;
    double systematic = MODEL * model.residual;
    *sd = br_sqrt(squares * BLOCKS / (BLOCKS - 1) / (md * md) + systematic * systematic + LEAST * LEAST);
}
