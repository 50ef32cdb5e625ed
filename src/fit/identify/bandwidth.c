// bandwidth.c - the bandwidth at which noise of positions does not bias a fit of forces.       [host]
#include "num/base/fp.h"

#include "fit/identify/bandwidth.h"
#include "fit/statistics/decimate.h"
#include "fit/statistics/linear.h"
#include "fit/statistics/noise.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "sim/observe/prepare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = BR_BAND_PARAMETERS, NARROWEST = 32, FEW_ROWS = 100, EDGE = 5 };
// Beyond these no chance: a difference, in sds of the given bandwidth, and by how much sds are smaller at the best one. Where a law is
// wrong, or the force is noisy, a narrower band tells less, not more.
static const double OFF = 3, GAIN = 1.15;
// A bias of so many sds, which more noise shows, matters: chance makes it half as large.
static const double ATTENUATION = 0.7;

// Columns sign v, v, 1, a and the force of a log at a bandwidth, decimated; answers how many rows are left without the ends.
static br_status fill_columns(const br_bandwidth_log *l, const br_stamps *s, double cutoff, int every, double *wide,
                              int *left)
{
    double *v = malloc(2 * ((size_t)l->rows + 1) * sizeof *v), *a = v ? v + l->rows : NULL, last = 0;
    br_prepare_options o = {.central = true, .dt = s->median, .cutoff = cutoff, .time = s->base};
    br_status status = v ? br_prepare_timed(&o, l->rows, l->t, l->x, NULL, v, a, NULL) : BR_NO_MEMORY;
    for (int k = 0; k < l->rows && status == BR_OK; k++) {
        double *row = wide + (ptrdiff_t)k * (N + 1);
        last = isfinite(l->y[k]) ? l->y[k] : last;
        row[0] = (v[k] > 0) - (v[k] < 0);
        row[1] = v[k];
        row[2] = 1;
        row[3] = l->mass ? a[k] : 0;
        row[4] = last - l->known_mass * a[k];
        for (int c = 0; c <= N; c++)
            row[c] = isfinite(row[c]) ? row[c] : 0;
    }
    free(v);
    if (status == BR_OK)
        status = br_decimate_columns(every, l->rows, N + 1, wide, left);
    int edge = (int)(EDGE / (cutoff * s->median) / every) + 1;
    if (status == BR_OK && *left > 2 * edge) {
        *left -= 2 * edge;
        memmove(wide, wide + (ptrdiff_t)edge * (N + 1), (size_t)*left * (N + 1) * sizeof *wide);
    } else if (status == BR_OK) {
        *left = 0;
    }
    return status;
}

// Least squares of the columns, with sds for autocorrelated residuals.
static br_status fit_columns(const br_bandwidth_log *l, int rows, const double *wide, br_band *to)
{
    static const char *const names[N] = {"FC", "sigma2", "offset", "m"};
    int n = l->mass ? N : N - 1;
    double C[N * N], *A = malloc((size_t)rows * (N + 2) * sizeof *A + sizeof *A);
    br_fit_estimate e;
    br_status status = A ? br_fit_estimate_init(&e, n, names) : BR_NO_MEMORY;
    if (status != BR_OK) {
        free(A);
        return status;
    }
    double *b = A + (ptrdiff_t)rows * n, *r = b + rows;
    for (int k = 0; k < rows; k++) {
        memcpy(A + (ptrdiff_t)k * n, wide + (ptrdiff_t)k * (N + 1), (size_t)n * sizeof *A);
        b[k] = wide[(ptrdiff_t)k * (N + 1) + N];
    }
    status = br_linear_fit(&e, rows, A, b, NULL);
    for (int k = 0; k < rows && status == BR_OK; k++) {
        r[k] = b[k];
        for (int c = 0; c < n; c++)
            r[k] -= A[(ptrdiff_t)k * n + c] * e.value[c];
    }
    if (status == BR_OK && e.rank == n)
        status = br_fit_autocorrelated_covariance(&e, rows, A, r, C);
    to->known = status == BR_OK && e.rank == n;
    for (int c = 0; c < n && to->known; c++) {
        to->value[c] = e.value[c];
        to->sd[c] = br_max(0.5 * e.sd[c], br_sqrt(br_max(0, C[c * n + c])));
        to->known = to->known && to->sd[c] > 0;
    }
    br_fit_estimate_free(&e);
    free(A);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

static br_status fit_band(const br_bandwidth_log *l, const br_stamps *s, int narrower, double *wide, br_band *to)
{
    int left = 0, every = l->every * narrower;
    *to = (br_band){.narrower = narrower};
    if (l->rows / every < FEW_ROWS)
        return BR_OK;
    br_status status = fill_columns(l, s, l->cutoff / narrower, every, wide, &left);
    if (status == BR_OK && left >= FEW_ROWS / 2)
        status = fit_columns(l, left, wide, to);
    return status;
}

// As much noise again as the positions have moves the parameters by as much as the noise they have has moved them, on average
// (SIMEX, simulation and extrapolation).
static br_status find_attenuation(const br_bandwidth_log *l, const br_stamps *s, double *wide, br_bandwidth *to)
{
    enum { TIMES = 4, SEED = 1994 };
    double sd, moved[N] = {0}, *x = malloc(((size_t)l->rows + 1) * sizeof *x);
    br_bandwidth_log noisy = *l;
    br_status status = x ? br_noise_white(l->rows, l->t, l->x, &sd) : BR_NO_MEMORY;
    noisy.x = x;
    for (int i = 0; i < TIMES && status == BR_OK; i++) {
        br_random g;
        br_band now;
        br_random_init(&g, SEED, (uint64_t)i);
        for (int k = 0; k < l->rows; k++)
            x[k] = l->x[k] + sd * br_random_normal(&g);
        status = fit_band(&noisy, s, 1, wide, &now);
        for (int c = 0; c < N && status == BR_OK && now.known; c++)
            moved[c] += (now.value[c] - to->given.value[c]) / TIMES;
    }
    for (int c = 0; c < (l->mass ? N : N - 1); c++)
        to->attenuation = br_max(to->attenuation, fabs(moved[c]) / to->given.sd[c]);
    free(x);
    return status;
}

// Geometric mean of the sds of a over those of b.
static double ratio_of(const br_bandwidth_log *l, const br_band *a, const br_band *b)
{
    int n = l->mass ? N : N - 1;
    double sum = 0;
    for (int c = 0; c < n; c++)
        sum += br_log(a->sd[c] / b->sd[c]) / n;
    return br_exp(sum);
}

br_status br_bandwidth_choose(const br_bandwidth_log *l, br_bandwidth *to)
{
    br_stamps stamps;
    *to = (br_bandwidth){.gain = 1};
    double *wide = l->rows > 2 ? malloc((size_t)l->rows * (N + 1) * sizeof *wide) : NULL;
    if (!wide)
        return l->rows > 2 ? BR_NO_MEMORY : BR_BAD_DATA;
    br_status status = br_stamps_of(l->rows, l->t, l->x, &stamps);
    if (status == BR_OK)
        status = fit_band(l, &stamps, 1, wide, &to->given);
    if (status == BR_OK && !to->given.known)
        status = BR_BAD_DATA;
    to->best = to->given;
    for (int k = 2; k <= NARROWEST && status == BR_OK; k *= 2) {
        br_band now;
        status = fit_band(l, &stamps, k, wide, &now);
        if (status == BR_OK && now.known && ratio_of(l, &to->best, &now) > 1)
            to->best = now;
    }
    if (status == BR_OK)
        status = find_attenuation(l, &stamps, wide, to);
    free(wide);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_BAD_DATA;
    to->gain = ratio_of(l, &to->given, &to->best);
    for (int c = 0; c < (l->mass ? N : N - 1); c++)
        to->off = br_max(to->off, fabs(to->given.value[c] - to->best.value[c]) / to->given.sd[c]);
    to->attenuated = to->attenuation > ATTENUATION;
    to->biased = to->attenuated || (to->off > OFF && to->gain > GAIN);
    return BR_OK;
}
