// steady.c - the friction-speed map of a log: pieces of constant speed, or bins.  [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "fit/statistics/median.h"
#include "fit/curve/steady.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

br_steady_options br_steady_defaults(void)
{
    return (br_steady_options){.change = 0.05, .least = 50, .settle = 0.3, .bins = 20, .steadiest = (double)INFINITY};
}

static br_status append_point(br_steady_map *map, const br_steady_point *p)
{
    br_steady_point *more = realloc(map->point, ((size_t)map->points + 1) * sizeof *more);
    if (!more)
        return BR_NO_MEMORY;
    map->point = more;
    map->point[map->points++] = *p;
    map->used += p->count;
    return BR_OK;
}

void br_steady_free(br_steady_map *map)
{
    free(map->point);
    *map = (br_steady_map){0};
}

static int by_speed(const void *a, const void *b)
{
    const br_steady_point *p = a, *q = b;
    return (p->v > q->v) - (p->v < q->v);
}

static br_status sort_map(br_steady_map *map, br_status status)
{
    if (status == BR_OK && map->points == 0)
        status = BR_NEGATIVE;
    if (status != BR_OK)
        br_steady_free(map);
    else
        qsort(map->point, (size_t)map->points, sizeof *map->point, by_speed);
    return status;
}

// The variance of a mean of autocorrelated samples grows by (1 + rho)/(1 - rho), rho the lag-1 autocorrelation (AR(1)).
// Residuals are limited to 3 sd.
static double autocorrelation_factor(long long n, const double *F, double mean, double sd)
{
    double pairs = 0, squares = 0, last = 0;
    for (long long i = 0; i < n; i++) {
        double r = (F[i] - mean) / sd;
        r = r > 3 ? 3 : r < -3 ? -3 : r;
        pairs += last * r;
        squares += r * r;
        last = r;
    }
    double rho = squares > 0 ? pairs / squares : 0, most = 1 - 2 / (double)n;
    rho = rho < 0 ? 0 : rho > most ? most : rho;
    return (1 + rho) / (1 - rho);
}

// work: n numbers
static br_status mean_point(long long n, const double *v, const double *F, double *work, br_steady_point *p)
{
    static const char *const name[] = {"mean"};
    br_fit_estimate e;
    br_status status = br_fit_estimate_init(&e, 1, name);
    for (long long i = 0; i < n; i++)
        work[i] = 1;
    if (status == BR_OK)
        status = br_linear_robust(&e, BR_LINEAR_TUKEY, n, work, F, NULL);
    memcpy(work, v, (size_t)n * sizeof *work);
    if (status == BR_OK) {
        p->F = e.value[0];
        p->spread = e.sigma;
        p->sd = e.sd[0] > 0 ? e.sd[0] * br_sqrt(autocorrelation_factor(n, F, p->F, p->spread)) : 0;
        p->v = br_median(n, work);
        p->count = n;
    }
    br_fit_estimate_free(&e);
    return status;
}

// ---------------------------------------------------------------- pieces of constant speed

static double slowest_of(const br_steady_options *o, long long n, const double *v)
{
    double most = 0;
    for (long long i = 0; i < n; i++)
        most = br_abs(v[i]) > most ? br_abs(v[i]) : most;
    return o->slowest > 0 ? o->slowest : 1e-4 * most;
}

// The end of the piece that begins at `from`: samples stay within the band about their running mean.
static long long piece_end(const br_steady_options *o, double slowest, long long from, long long n, const double *v,
                           const double *F)
{
    double sum = 0;
    long long i = from;
    for (; i < n && br_abs(v[i]) > slowest && F[i] - F[i] == 0; i++) {
        double mean = i > from ? sum / (double)(i - from) : v[i];
        if (!(br_abs(v[i] - mean) <= o->change * br_abs(mean)))
            break;
        sum += v[i];
    }
    return i;
}

br_status br_steady_pieces(br_steady_map *map, const br_steady_options *o, long long n, double dt, const double *v,
                           const double *F)
{
    *map = (br_steady_map){0};
    if (n < 1 || !(dt > 0) || !(o->change > 0) || o->least < 4 || !(o->settle >= 0 && o->settle < 1))
        return BR_BAD_USAGE;
    double *work = malloc((size_t)n * sizeof *work), slowest = slowest_of(o, n, v);
    br_status status = work ? BR_OK : BR_NO_MEMORY;
    for (long long from = 0, to; from < n && status == BR_OK; from = to > from ? to : from + 1) {
        to = piece_end(o, slowest, from, n, v, F);
        long long skip = from + (long long)(o->settle * (double)(to - from));
        br_steady_point p = {0};
        if (to - skip < o->least)
            continue;
        status = mean_point(to - skip, v + skip, F + skip, work, &p);
        if (status == BR_OK)
            status = append_point(map, &p);
    }
    free(work);
    return sort_map(map, status);
}

// ---------------------------------------------------------------- bins

typedef struct bins {
    const br_steady_options *o;
    double slowest, fastest;
    long long n;
    double dt;
    const double *v, *F;
} bins;

// Which one; -1: none.
static int bin_of(const bins *b, long long i)
{
    double size = br_abs(b->v[i]);
    long long last = i > 0 ? i - 1 : i, next = i + 1 < b->n ? i + 1 : i;
    double rate = br_abs(b->v[next] - b->v[last]) / ((double)(next - last) * b->dt);
    if (!(size > b->slowest) || b->F[i] - b->F[i] != 0 || !(rate <= b->o->steadiest * size))
        return -1;
    int k = (int)(b->o->bins * br_log(size / b->slowest) / br_log(b->fastest / b->slowest));
    k = k < b->o->bins ? k : b->o->bins - 1;
    return b->v[i] > 0 ? k + b->o->bins : k;
}

static br_status append_bin(br_steady_map *map, const bins *b, int k, const int *which, double *work)
{
    long long count = 0;
    double *v = work, *F = work + b->n;
    for (long long i = 0; i < b->n; i++)
        if (which[i] == k) {
            v[count] = b->v[i];
            F[count++] = b->F[i];
        }
    br_steady_point p = {0};
    if (count < b->o->least)
        return BR_OK;
    br_status status = mean_point(count, v, F, work + 2 * b->n, &p);
    return status == BR_OK ? append_point(map, &p) : status;
}

br_status br_steady_bins(br_steady_map *map, const br_steady_options *o, long long n, double dt, const double *v,
                         const double *F)
{
    *map = (br_steady_map){0};
    if (n < 2 || !(dt > 0) || o->least < 4 || o->bins < 1 || o->bins > 1000)
        return BR_BAD_USAGE;
    bins b = {o, slowest_of(o, n, v), 0, n, dt, v, F};
    for (long long i = 0; i < n; i++)
        b.fastest = br_abs(v[i]) > b.fastest ? br_abs(v[i]) : b.fastest;
    if (!(b.fastest > b.slowest))
        return BR_NEGATIVE;
    double *work = malloc(3 * (size_t)n * sizeof *work);
    int *which = malloc((size_t)n * sizeof *which);
    br_status status = work && which ? BR_OK : BR_NO_MEMORY;
    for (long long i = 0; i < n && status == BR_OK; i++)
        which[i] = bin_of(&b, i);
    for (int k = 0; k < 2 * o->bins && status == BR_OK; k++)
        status = append_bin(map, &b, k, which, work);
    free(work);
    free(which);
    return sort_map(map, status);
}
