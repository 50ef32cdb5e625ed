// identify_derivatives.c - errors of derivatives of positions, in the standard deviations of a fit of forces. [host]
//
//     (x(t + h) - x(t - h))/(2 h) = x' + h^2/6 x''' + ...
//
// Central differences are too small by that, and parameters are off by what follows: without noise by more than their standard
// deviations. So the fit is made again with the next term of the series, which is as far away as the truth is, and what moves is
// included.
//
// Noise of the positions makes noisy regressors, and a fit is biased by its square: as much noise again moves the parameters by as
// much as the noise there is has moved them (SIMEX, simulation and extrapolation). So the fit is made again with noise e and with -e
// added: what moves alike is that bias, and is included; what moves apart is chance, of which the residuals tell already.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/statistics/noise.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "sim/observe/prepare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 65536, MOST_ROWS = 1000000 };

// c less a share of its second difference; where neighbours are missing, or not as far away as each other, c itself.
static void correct_column(const br_trace *t, const double *c, double share, double *to)
{
    for (long long k = 0; k < t->rows; k++) {
        double off = 0;
        if (k > 0 && k + 1 < t->rows) {
            double before = t->t[k] - t->t[k - 1], after = t->t[k + 1] - t->t[k];
            off = before < 1.5 * after && after < 1.5 * before ? c[k + 1] - 2 * c[k] + c[k - 1] : 0;
        }
        to[k] = c[k] - (isfinite(off) ? share * off : 0);
    }
}

// ---------------------------------------------------------------- other logs

// The logs with other derivatives, in *block: 2 columns of all rows, and PART rows behind these.
typedef br_status (*make_logs)(const br_identify_work *w, double share, br_axis_log *to, double *block);

static br_status correct_logs(const br_identify_work *w, double share, br_axis_log *to, double *block)
{
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        to[i] = *l;
        if (l->made_v) {
            correct_column(&l->trace, l->v, share / 6, block);
            to[i].v = block;
            block += l->trace.rows;
        }
        if (l->a && l->made_a) { // differences of differences, or of a velocity
            correct_column(&l->trace, l->a, l->made_v ? share / 3 : share / 6, block);
            to[i].a = block;
            block += l->trace.rows;
        }
    }
    return BR_OK;
}

// Rows from `first` on that are differentiated at once: up to a gap.
static long long part_rows(const br_axis_log *l, long long first)
{
    long long end = first + 1;
    while (end < l->trace.rows && end - first < PART && l->trace.t[end] - l->trace.t[end - 1] < 5 * l->made->dt)
        end++;
    return end - first;
}

// v and a as they would be with noise of the positions: they are linear in these. e: PART numbers.
static br_status add_noise(const br_axis_log *l, double sd, br_random *g, double *v, double *a, double *e)
{
    br_status status = BR_OK;
    for (long long first = 0, rows; first < l->trace.rows && status == BR_OK; first += rows) {
        rows = part_rows(l, first);
        for (long long k = 0; k < rows; k++)
            e[k] = sd * br_random_normal(g);
        if (rows >= 3)
            status = br_prepare_timed(l->made, (int)rows, l->trace.t + first, e, NULL, v + first, a + first, NULL);
        for (long long k = first; k < first + rows && rows < 3; k++)
            v[k] = a[k] = 0;
    }
    for (long long k = 0; k < l->trace.rows && status == BR_OK; k++) {
        v[k] += l->v[k];
        a[k] += l->a ? l->a[k] : 0;
    }
    return status;
}

// RMS of the derivative of white noise with an sd of 1, in the rows of the first part.
static br_status rate_gain(const br_axis_log *l, double *gain)
{
    enum { SEED = 1994 };
    long long rows = part_rows(l, 0);
    double sum = 0, *e = malloc(3 * (size_t)rows * sizeof *e);
    br_random g;
    if (!e)
        return BR_NO_MEMORY;
    br_random_init(&g, SEED, 0);
    for (long long k = 0; k < rows; k++)
        e[k] = br_random_normal(&g);
    br_status status = rows >= 3
                           ? br_prepare_timed(l->made, (int)rows, l->trace.t, e, NULL, e + rows, e + 2 * rows, NULL)
                           : BR_BAD_DATA;
    for (long long k = 0; k < rows && status == BR_OK; k++)
        sum += e[rows + k] * e[rows + k];
    *gain = status == BR_OK ? br_sqrt(sum / (double)rows) : 0;
    free(e);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

br_status br_axis_set_unclear(br_axis_log *l)
{
    const double sds = 3;
    double sd = 0, gain = 0;
    long long slower = 0;
    l->unclear = 0;
    br_status status = l->made && l->x ? br_noise_white(l->trace.rows, l->trace.t, l->x, &sd) : BR_OK;
    if (status == BR_OK && sd > 0)
        status = rate_gain(l, &gain);
    for (long long k = 0; k < l->trace.rows; k++)
        slower += fabs(l->v[k]) < sds * sd * gain;
    if (status == BR_OK && 2 * slower < l->trace.rows)
        l->unclear = sds * sd * gain;
    return status;
}

// share 1 and -1: the same noise, and its negative.
static br_status noisy_logs(const br_identify_work *w, double share, br_axis_log *to, double *block)
{
    enum { SEED = 1994 };
    br_status status = BR_OK;
    double *e = block;
    for (int i = 0; i < w->logs; i++)
        e += 2 * w->log[i].trace.rows;
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        const br_axis_log *l = &w->log[i];
        long long rows = l->trace.rows;
        double sd = 0;
        br_random g;
        to[i] = *l;
        if (!l->made || !l->x)
            continue;
        br_random_init(&g, SEED, (uint64_t)i);
        status = br_noise_white(rows, l->trace.t, l->x, &sd);
        if (status == BR_OK)
            status = add_noise(l, share * sd, &g, block, block + rows, e);
        to[i].v = block;
        to[i].a = l->a && l->made_a ? block + rows : l->a;
        block += 2 * rows;
    }
    return status;
}

// The stretches run along these logs.
static br_status use_logs(br_identify_work *w, const br_axis_log *log)
{
    w->log = log;
    br_identify_fill_columns(w);
    return br_identify_point_stretches(w);
}

static br_status fit_again(br_identify_work *w, const br_output_options *options, br_output_fit *again)
{
    br_output_options o = *options;
    const br_output_fit *f = &w->id->fit;
    o.steps = 10;
    o.once = true;
    o.start = f->start;
    o.state_sd = f->state_sd;
    br_identify_start_from_values(w);
    return br_output_run(again, &w->q, &o, f->p, NULL);
}

// *again: the fit to other logs; n 0: there is none.
static br_status fit_other(br_identify_work *w, const br_output_options *o, make_logs make, double share,
                           br_output_fit *again)
{
    const br_axis_log *given = w->log;
    size_t rows = 0;
    int stretches = w->stretches;
    for (int i = 0; i < w->logs; i++)
        rows += (size_t)given[i].trace.rows;
    br_axis_log *other = calloc((size_t)w->logs + 1, sizeof *other);
    double *block = malloc((2 * rows + PART) * sizeof *block);
    br_status status = other && block ? make(w, share, other, block) : BR_NO_MEMORY;
    memset(again, 0, sizeof *again);
    if (status == BR_OK)
        status = use_logs(w, other);
    if (status == BR_OK && w->stretches == stretches)
        status = fit_again(w, o, again);
    if (status != BR_NO_MEMORY)
        status = use_logs(w, given);
    else
        w->log = given;
    free(other);
    free(block);
    return status;
}

static br_status include_differences(br_identify_work *w, const br_output_options *o)
{
    br_output_fit again, *f = &w->id->fit;
    br_status status = fit_other(w, o, correct_logs, 1, &again);
    for (int i = 0; i < again.n && status == BR_OK; i++)
        if (!again.bound[i])
            br_output_include_error(f, i, again.value[i] - f->value[i]);
    br_output_free(&again);
    return status;
}

static br_status include_noise(br_identify_work *w, const br_output_options *o)
{
    br_identified *id = w->id;
    br_output_fit again[2] = {{0}, {0}}, *f = &id->fit;
    br_status status = fit_other(w, o, noisy_logs, 1, &again[0]);
    if (status == BR_OK)
        status = fit_other(w, o, noisy_logs, -1, &again[1]);
    for (int i = 0; i < again[0].n && i < again[1].n && status == BR_OK; i++) {
        double off = 0.5 * (again[0].value[i] + again[1].value[i]) - f->value[i], sds = fabs(off) / f->corrected_sd[i];
        if (again[0].bound[i] || again[1].bound[i])
            continue;
        if (sds > br_max(BR_BIAS_MATTERS, id->noise_bias)) {
            id->noise_bias = sds;
            id->biased = i;
        }
        br_output_include_error(f, i, off);
    }
    br_output_free(&again[0]);
    br_output_free(&again[1]);
    return status;
}

br_status br_identify_include_derivatives(br_identify_work *w, const br_output_options *o)
{
    bool made = false, noisy = false;
    long long rows = 0;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        made = made || l->made_v || l->made_a;
        noisy = noisy || (l->made && l->x);
        rows += l->trace.rows;
    }
    br_status status = made ? include_differences(w, o) : BR_OK;
    return status == BR_OK && noisy && rows <= MOST_ROWS ? include_noise(w, o) : status;
}
