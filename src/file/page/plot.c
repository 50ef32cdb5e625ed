// plot.c - plots with titles and captions, collected for a report.               [host]
#include "num/base/fp.h"

#include "file/page/plot.h"
#include "file/page/thin.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_plot *br_draw(br_plots *all, const char *title, const char *x_name, const char *x_unit, const char *y_name,
                 const char *y_unit, const char *caption)
{
    br_plot **more = all->status == BR_OK ? realloc(all->plot, ((size_t)all->plots + 1) * sizeof *more) : NULL;
    br_plot *p = more ? calloc(1, sizeof *p) : NULL;
    all->plot = more ? more : all->plot;
    if (!p) {
        all->status = BR_NO_MEMORY;
        return NULL;
    }
    all->plot[all->plots++] = p;
    p->all = all;
    snprintf(p->title, sizeof p->title, "%s", title);
    snprintf(p->x_name, sizeof p->x_name, "%s", x_name);
    snprintf(p->x_unit, sizeof p->x_unit, "%s", x_unit);
    snprintf(p->y_name, sizeof p->y_name, "%s", y_name);
    snprintf(p->y_unit, sizeof p->y_unit, "%s", y_unit);
    snprintf(p->caption, sizeof p->caption, "%s", caption);
    return p;
}

enum { LABEL = 40 };

// A curve of `columns` columns of numbers, x first, behind them its label and so many letters; NULL without memory.
static br_curve *add_curve(br_plot *p, const char *label, int columns, long long count, size_t letters,
                           double **numbers)
{
    if (!p)
        return NULL;
    br_curve *all = p->status == BR_OK ? realloc(p->curve, ((size_t)p->curves + 1) * sizeof *all) : NULL;
    p->curve = all ? all : p->curve;
    size_t size = (size_t)columns * (size_t)count;
    *numbers = all ? malloc(size * sizeof **numbers + LABEL + letters) : NULL;
    if (!*numbers) {
        p->status = BR_NO_MEMORY;
        return NULL;
    }
    char *text = (char *)(*numbers + size);
    snprintf(text, LABEL, "%s", label ? label : "");
    p->curve[p->curves] = (br_curve){.x = *numbers,
                                     .y = *numbers + count,
                                     .count = (int)count,
                                     .label = label ? text : NULL,
                                     .marks = letters > 0 ? text + LABEL : NULL};
    return &p->curve[p->curves++];
}

// ---------------------------------------------------------------- long curves

enum { POINTS = 100000 }; // of a curve; more are thinned

// How many points make one piece, and how many pieces there are, each of so many points.
static long long piece_of(long long count, int each, long long *pieces)
{
    long long most = POINTS / each, size = count > POINTS ? (count + most - 1) / most : 1;
    *pieces = (count + size - 1) / size;
    return size;
}

static void release_rows(const br_plot *p, long long from, long long to)
{
    const long long block = 65536;
    if (p->all && p->all->release && from / block != to / block)
        p->all->release(p->all->of);
}

static void thin_piece(const double *x, const double *y, long long from, long long to, double *tx, double *ty)
{
    long long at[4];
    br_thin(y, from, to, at);
    for (int i = 0; i < 4; i++) {
        tx[i] = x[at[i]];
        ty[i] = y[at[i]];
    }
}

void br_draw_curve(br_plot *p, const char *label, const double *x, const double *y, long long count)
{
    double *numbers;
    bool thin = count > POINTS;
    long long pieces, size = piece_of(count, 4, &pieces), points = thin ? 4 * pieces : count;
    if (!add_curve(p, label, 2, points, 0, &numbers))
        return;
    for (long long i = 0; i < pieces && thin; i++) {
        long long from = i * size, to = from + size < count ? from + size : count;
        thin_piece(x, y, from, to, numbers + 4 * i, numbers + points + 4 * i);
        release_rows(p, from, to);
    }
    if (thin)
        return;
    memcpy(numbers, x, (size_t)count * sizeof *x);
    memcpy(numbers + count, y, (size_t)count * sizeof *y);
}

// From the least low to the largest high of every piece.
static void draw_between(br_plot *p, const char *label, long long count,
                         void (*ends)(const void *of, long long k, double to[3]), const void *of)
{
    double *numbers, at[3];
    long long pieces, size = piece_of(count, 1, &pieces);
    br_curve *c = add_curve(p, label, 3, pieces, 0, &numbers);
    if (!c)
        return;
    for (long long i = 0; i < pieces; i++) {
        long long from = i * size, to = from + size < count ? from + size : count;
        double *low = &numbers[pieces + i], *high = &numbers[2 * pieces + i];
        ends(of, from, at);
        numbers[i] = at[0];
        *low = at[1];
        *high = at[2];
        for (long long k = from + 1; k < to; k++) {
            ends(of, k, at);
            *low = at[1] < *low || *low != *low ? at[1] : *low;
            *high = at[2] > *high || *high != *high ? at[2] : *high;
        }
        release_rows(p, from, to);
    }
    c->to = numbers + 2 * pieces;
}

void br_draw_points(br_plot *p, const char *label, const double *x, const double *y, const char *labels,
                    long long count)
{
    double *numbers;
    size_t letters = strlen(labels) + 1;
    if (!add_curve(p, label, 2, count, letters, &numbers))
        return;
    memcpy(numbers, x, (size_t)count * sizeof *x);
    memcpy(numbers + count, y, (size_t)count * sizeof *y);
    memcpy((char *)(numbers + 2 * count) + LABEL, labels, letters);
}

typedef struct band {
    const double *x, *a, *b; // middle and width, or low and high
    double times;
} band;

static void ends_of_band(const void *of, long long k, double to[3])
{
    const band *b = of;
    to[0] = b->x[k];
    to[1] = b->a[k] - b->times * b->b[k];
    to[2] = b->a[k] + b->times * b->b[k];
}

static void ends_between(const void *of, long long k, double to[3])
{
    const band *b = of;
    to[0] = b->x[k];
    to[1] = b->a[k];
    to[2] = b->b[k];
}

void br_draw_band(br_plot *p, const char *label, const double *x, const double *y, const double *width, double times,
                  long long count)
{
    band b = {x, y, width, times};
    draw_between(p, label, count, ends_of_band, &b);
}

void br_draw_between(br_plot *p, const char *label, const double *x, const double *low, const double *high,
                     long long count)
{
    band b = {x, low, high, 0};
    draw_between(p, label, count, ends_between, &b);
}

// Least and largest of all curves and bands from x on.
static void range_from(const br_plot *p, double x, double range[2])
{
    range[0] = (double)INFINITY;
    range[1] = -(double)INFINITY;
    for (int c = 0; c < p->curves; c++)
        for (int i = 0; i < p->curve[c].count; i++) {
            double low = p->curve[c].y[i], high = p->curve[c].to ? p->curve[c].to[i] : low;
            if (p->curve[c].x[i] >= x && isfinite(low) && isfinite(high)) {
                range[0] = br_min(range[0], low);
                range[1] = br_max(range[1], high);
            }
        }
}

void br_draw_settled(br_plot *p)
{
    double all[2], rest[2];
    if (!p || p->curves == 0 || p->curve[0].count < 2)
        return;
    const br_curve *first = &p->curve[0];
    double start = first->x[0], end = first->x[first->count - 1];
    range_from(p, start, all);
    range_from(p, start + 0.1 * (end - start), rest);
    if (!(rest[0] < rest[1] && all[1] - all[0] > 1.5 * (rest[1] - rest[0])))
        return;
    p->y_low = rest[0] - 0.1 * (rest[1] - rest[0]);
    p->y_high = rest[1] + 0.1 * (rest[1] - rest[0]);
    size_t used = strlen(p->caption);
    snprintf(p->caption + used, sizeof p->caption - used, "%sThe start goes beyond this scale, from %.3g to %.3g%s%s.",
             used == 0                     ? ""
             : p->caption[used - 1] == '.' ? " "
                                           : ". ",
             all[0], all[1], strcmp(p->y_unit, "-") ? " " : "", strcmp(p->y_unit, "-") ? p->y_unit : "");
}

br_figure br_plot_figure(const br_plot *p)
{
    return (br_figure){p->title,  p->x_name, p->x_unit, p->y_name, p->y_unit, p->curve,
                       p->curves, p->x_log,  p->y_log,  p->y_low,  p->y_high};
}

static void plot_free(br_plot *p)
{
    for (int c = 0; c < p->curves; c++) {
        union {
            const double *in;
            void *out;
        } numbers = {.in = p->curve[c].x};
        free(numbers.out);
    }
    free(p->curve);
    free(p);
}

void br_plots_free(br_plots *all)
{
    for (int i = 0; i < all->plots; i++)
        plot_free(all->plot[i]);
    free(all->plot);
    *all = (br_plots){0};
}
