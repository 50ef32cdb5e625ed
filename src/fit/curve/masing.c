// masing.c - Masing's rule: the virgin curve of presliding from hysteresis loops, and Maxwell-slip elements from it. [host]
#include "num/base/fp.h"

#include "fit/curve/masing.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

br_masing_options br_masing_defaults(double band)
{
    return (br_masing_options){.band = band, .points = 40};
}

// ---------------------------------------------------------------- branches

// Samples from one reversal to the next. The reach is how far Masing's rule holds.
typedef struct branch {
    long long from, to; // to: the row of the next reversal
    double reach;
} branch;

typedef struct branches {
    branch *all;
    int count, room;
} branches;

static br_status append_branch(branches *b, long long from, long long to, const double *x)
{
    if (b->count == b->room) {
        int room = 2 * b->room + 16;
        branch *more = realloc(b->all, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        b->all = more;
        b->room = room;
    }
    double length = br_abs(x[to] - x[from]), before = length;
    if (b->count > 0)
        before = br_abs(x[b->all[b->count - 1].to] - x[b->all[b->count - 1].from]);
    b->all[b->count++] = (branch){from, to, length < before ? length : before};
    return BR_OK;
}

// A reversal is the extreme before a move back by more than the band. What comes before the first one is no branch: it
// is not known where it began.
static br_status find_branches(branches *b, double band, long long n, const double *x)
{
    int direction = 0;
    long long extreme = 0, last = -1;
    br_status status = BR_OK;
    for (long long i = 1; i < n && status == BR_OK; i++) {
        double back = x[extreme] - x[i];
        if (direction == 0 && br_abs(back) > band) {
            direction = back < 0 ? 1 : -1;
            extreme = i;
        } else if (direction != 0 && -direction * back > 0) {
            extreme = i;
        } else if (direction != 0 && direction * back > band) {
            if (last >= 0)
                status = append_branch(b, last, extreme, x);
            last = extreme;
            direction = -direction;
            extreme = i;
        }
    }
    if (status == BR_OK && last >= 0 && extreme > last)
        status = append_branch(b, last, extreme, x);
    return status;
}

// ---------------------------------------------------------------- the curve

// Samples near x_k count as straight lines through them: hat functions over log(x) as weights.
typedef struct sums {
    double weight, y, yy, x;
    long long count;
} sums;

typedef struct curve {
    double first, growth; // log of x_0, and of x_k+1/x_k
    int points;
    sums *at;
} curve;

static void add_point(curve *c, double x, double y)
{
    double u = (br_log(x) - c->first) / c->growth;
    int k = (int)(u + 0.5);
    if (!(u > -0.5) || k >= c->points)
        return;
    double share = 1 - 2 * br_abs(u - k) > 0.02 ? 1 - 2 * br_abs(u - k) : 0.02;
    c->at[k].weight += share;
    c->at[k].x += share * x;
    c->at[k].y += share * y;
    c->at[k].yy += share * y * y;
    c->at[k].count++;
}

static void add_branch(curve *c, const branch *b, const double *x, const double *F)
{
    double direction = x[b->to] > x[b->from] ? 1 : -1;
    for (long long i = b->from + 1; i <= b->to; i++) {
        double way = direction * (x[i] - x[b->from]), y = direction * (F[i] - F[b->from]) / 2;
        if (way > 0 && way <= b->reach && y - y == 0)
            add_point(c, way / 2, y);
    }
}

static br_status mean_points(br_masing *m, const curve *c)
{
    m->point = malloc((size_t)c->points * sizeof *m->point);
    if (!m->point)
        return BR_NO_MEMORY;
    for (int k = 0; k < c->points; k++) {
        const sums *s = &c->at[k];
        if (s->count == 0)
            continue;
        double y = s->y / s->weight, variance = s->yy / s->weight - y * y;
        m->point[m->points++] = (br_masing_point){s->x / s->weight, y, br_sqrt(variance > 0 ? variance : 0), s->count};
    }
    return m->points > 0 ? BR_OK : BR_NEGATIVE;
}

static br_status virgin_curve(br_masing *m, const br_masing_options *o, const branches *b, const double *x,
                              const double *F)
{
    double longest = 0, first = o->shortest > 0 ? o->shortest : 2 * o->band;
    for (int i = 0; i < b->count; i++)
        longest = b->all[i].reach > longest ? b->all[i].reach : longest;
    if (!(longest / 2 > first))
        return BR_NEGATIVE;
    curve c = {.first = br_log(first), .points = o->points};
    c.growth = (br_log(longest / 2) - c.first) / (o->points - 1);
    c.at = calloc((size_t)o->points, sizeof *c.at);
    for (int i = 0; i < b->count && c.at; i++)
        add_branch(&c, &b->all[i], x, F);
    br_status status = c.at ? mean_points(m, &c) : BR_NO_MEMORY;
    m->branches = b->count;
    free(c.at);
    return status;
}

br_status br_masing_find(br_masing *m, const br_masing_options *o, long long n, const double *x, const double *F)
{
    branches b = {0};
    *m = (br_masing){0};
    if (n < 3 || !(o->band > 0) || o->points < 2 || o->points > 10000)
        return BR_BAD_USAGE;
    for (long long i = 0; i < n; i++)
        if (x[i] - x[i] != 0)
            return BR_BAD_DATA;
    br_status status = find_branches(&b, o->band, n, x);
    if (status == BR_OK)
        status = b.count > 0 ? virgin_curve(m, o, &b, x, F) : BR_NEGATIVE;
    free(b.all);
    if (status != BR_OK)
        br_masing_free(m);
    return status;
}

void br_masing_free(br_masing *m)
{
    free(m->point);
    *m = (br_masing){0};
}

// ---------------------------------------------------------------- elements

br_status br_masing_elements(int n, const double *x, const double *y, double *kappa, double *nu)
{
    for (int i = 0; i < n; i++)
        if (!(x[i] > (i ? x[i - 1] : 0)))
            return BR_BAD_USAGE;
    double stiffer = 0; // sum of the kappas behind i
    br_status status = BR_OK;
    for (int i = n - 1; i >= 0; i--) {
        double slope = (y[i] - (i ? y[i - 1] : 0)) / (x[i] - (i ? x[i - 1] : 0)); // (B.6)
        kappa[i] = slope - stiffer;
        stiffer = slope;
        nu[i] = kappa[i] * x[i] / y[n - 1]; // (B.7)
        status = kappa[i] >= 0 ? status : BR_NEGATIVE;
    }
    return status;
}

void br_masing_curve(int n, const double *x, const double *kappa, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += kappa[j] * (x[j] < x[i] ? x[j] : x[i]); // (B.5)
    }
}
