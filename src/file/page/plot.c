// plot.c - plots with titles and captions, collected for a report.               [host]
#include "num/base/fp.h"

#include "file/page/plot.h"

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

void br_draw_curve(br_plot *p, const char *label, const double *x, const double *y, long long count)
{
    double *numbers;
    if (!add_curve(p, label, 2, count, 0, &numbers))
        return;
    memcpy(numbers, x, (size_t)count * sizeof *x);
    memcpy(numbers + count, y, (size_t)count * sizeof *y);
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

void br_draw_band(br_plot *p, const char *label, const double *x, const double *y, const double *width, double times,
                  long long count)
{
    double *numbers;
    br_curve *c = add_curve(p, label, 3, count, 0, &numbers);
    if (!c)
        return;
    memcpy(numbers, x, (size_t)count * sizeof *x);
    for (long long k = 0; k < count; k++) {
        numbers[count + k] = y[k] - times * width[k];
        numbers[2 * count + k] = y[k] + times * width[k];
    }
    c->to = numbers + 2 * count;
}

void br_draw_between(br_plot *p, const char *label, const double *x, const double *low, const double *high,
                     long long count)
{
    double *numbers;
    br_curve *c = add_curve(p, label, 3, count, 0, &numbers);
    if (!c)
        return;
    memcpy(numbers, x, (size_t)count * sizeof *x);
    memcpy(numbers + count, low, (size_t)count * sizeof *low);
    memcpy(numbers + 2 * count, high, (size_t)count * sizeof *high);
    c->to = numbers + 2 * count;
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
