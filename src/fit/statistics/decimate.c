// decimate.c - decimation of a whole log: zero-phase anti-aliasing filter, then every n-th sample. [host]
#include "num/base/fp.h"

#include "fit/statistics/decimate.h"
#include "loop/signal/lowpass.h"
#include "num/base/clones.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER = 8, SECTIONS = ORDER / 2 };
static const double pi = 3.141592653589793, ripple = 0.05, share = 0.8; // dB; of half the new rate

static double asinh_of(double x)
{
    return br_log(x + br_sqrt(1 + x * x));
}

// Section k of the filter: poles of the analogue one at -sinh(a) sin(theta) +- j cosh(a) cos(theta) of the edge, a low-pass
// of order 2 each.
static br_lowpass_options chebyshev_section(int k, int every)
{
    double eps = br_sqrt(br_pow(10, ripple / 10) - 1), a = asinh_of(1 / eps) / ORDER;
    double theta = pi * (2 * k + 1) / (2 * ORDER);
    double re = br_sinh(a) * br_sin(theta), im = br_cosh(a) * br_cos(theta), size = br_sqrt(re * re + im * im);
    double edge = br_tan(pi / 2 * share / every);
    return (br_lowpass_options){.dt = 1, .cutoff = br_atan(size * edge) / pi, .order = 2, .damping = re / size};
}

typedef struct filter {
    br_lowpass_section section[SECTIONS];
    int columns, more; // more: rows of mirror images at either end
    double *s1, *s2;   // of every section and column
    double *row;
} filter;

static void set_steady_state(filter *f, const double *x)
{
    for (int k = 0; k < SECTIONS; k++)
        for (int c = 0; c < f->columns; c++) {
            f->s1[k * f->columns + c] = 0;
            f->s2[k * f->columns + c] = x[c];
        }
}

// So many rows that stand so far apart through all sections, as br_lowpass_step does, the columns side by side in lanes.
BR_CLONES
static void filter_rows(filter *f, int rows, ptrdiff_t apart, double *x)
{
    const int w = f->columns;
    double *restrict s1 = f->s1, *restrict s2 = f->s2;
    for (int i = 0; i < rows; i++, x += apart) {
        BR_LANES
        for (int c = 0; c < w; c++) {
            double v = x[c];
            for (int k = 0; k < SECTIONS; k++) {
                const br_lowpass_section *g = &f->section[k];
                double a = s1[k * w + c], b = s2[k * w + c];
                double v3 = v - b, v1 = g->a1 * a + g->a2 * v3, v2 = b + g->a2 * a + g->a3 * v3;
                s1[k * w + c] = 2 * v1 - a;
                s2[k * w + c] = 2 * v2 - b;
                v = v2;
            }
            x[c] = v;
        }
    }
}

// Row i of the rows continued through each end by their mirror images, once.
static const double *mirrored_row(filter *f, int n, const double *x, int i)
{
    int end = i < 0 ? 0 : n - 1, other = 2 * end - i;
    for (int c = 0; c < f->columns; c++)
        f->row[c] = 2 * x[(ptrdiff_t)end * f->columns + c] - x[(ptrdiff_t)other * f->columns + c];
    return f->row;
}

static br_status open_filter(filter *f, int every, int n, int columns)
{
    br_status status = BR_OK;
    f->columns = columns;
    for (int k = 0; k < SECTIONS && status == BR_OK; k++) {
        br_lowpass l;
        br_lowpass_options o = chebyshev_section(k, every);
        status = br_lowpass_init(&l, &o);
        f->section[k] = l.section[0];
        f->more = status == BR_OK && br_lowpass_memory(&l) > f->more ? br_lowpass_memory(&l) : f->more;
    }
    f->more = f->more < n - 1 ? f->more : n - 1;
    f->s1 = malloc(((size_t)(2 * SECTIONS + 1 + f->more) * (size_t)columns + 1) * sizeof *f->s1);
    f->s2 = f->s1 ? f->s1 + (ptrdiff_t)SECTIONS * columns : NULL;
    f->row = f->s2 ? f->s2 + (ptrdiff_t)SECTIONS * columns : NULL;
    return f->s1 ? status : BR_NO_MEMORY;
}

// Forward and backward over all rows and their mirror images.
static void filter_both_ways(filter *f, int n, double *x)
{
    int w = f->columns;
    double *tail = f->row + w;
    for (int i = 0; i < f->more; i++)
        memcpy(tail + (ptrdiff_t)i * w, mirrored_row(f, n, x, n + i), (size_t)w * sizeof *x);
    set_steady_state(f, mirrored_row(f, n, x, -f->more));
    for (int i = -f->more; i < 0; i++) {
        (void)mirrored_row(f, n, x, i);
        filter_rows(f, 1, w, f->row);
    }
    filter_rows(f, n, w, x);
    filter_rows(f, f->more, w, tail);
    set_steady_state(f, f->more > 0 ? tail + (ptrdiff_t)(f->more - 1) * w : x + (ptrdiff_t)(n - 1) * w);
    filter_rows(f, f->more, -w, tail + (ptrdiff_t)(f->more - 1) * w);
    filter_rows(f, n, -w, x + (ptrdiff_t)(n - 1) * w);
}

br_status br_decimate_columns(int every, int n, int columns, double *x, int *left)
{
    if (every < 1 || every > 1000 || columns < 1)
        return BR_BAD_USAGE;
    if (every > 1 && n < 2)
        return BR_BAD_DATA;
    *left = n;
    if (every == 1)
        return BR_OK;
    filter f = {0};
    br_status status = open_filter(&f, every, n, columns);
    if (status == BR_OK) {
        filter_both_ways(&f, n, x);
        *left = (n + every - 1) / every;
        double level = br_pow(10, -2 * ripple / 20); // an even order is at the bottom of the ripple at 0
        for (int i = 0, from = (n - 1) % every; i < *left; i++)
            for (int c = 0; c < columns; c++)
                x[(ptrdiff_t)i * columns + c] = level * x[(ptrdiff_t)(from + i * every) * columns + c];
    }
    free(f.s1);
    return status;
}

// Straight lines over what is missing; held at the ends.
static bool interpolate_missing(int n, double *x)
{
    int last = -1, there = 0;
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i]))
            continue;
        for (int k = last + 1; k < i; k++)
            x[k] = last < 0 ? x[i] : x[last] + (x[i] - x[last]) * ((double)(k - last) / (double)(i - last));
        last = i;
        there++;
    }
    for (int k = last + 1; k < n && last >= 0; k++)
        x[k] = x[last];
    return there >= 2;
}

br_status br_decimate(int every, int n, double *x, int *left)
{
    if (every < 1 || every > 1000)
        return BR_BAD_USAGE;
    if (every == 1) {
        *left = n;
        return BR_OK;
    }
    double *y = malloc((size_t)(n > 0 ? n : 1) * sizeof *y);
    if (!y)
        return BR_NO_MEMORY;
    memcpy(y, x, (size_t)n * sizeof *y);
    br_status status = interpolate_missing(n, y) ? br_decimate_columns(every, n, 1, y, left) : BR_BAD_DATA;
    if (status == BR_OK)
        memcpy(x, y, (size_t)*left * sizeof *y);
    free(y);
    return status;
}
