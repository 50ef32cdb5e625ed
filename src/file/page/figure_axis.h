// figure_axis.h - axes of a figure: range, ticks, prefix of the unit, pixels.          [host]
#ifndef BR_FILE_PAGE_FIGURE_AXIS_H
#define BR_FILE_PAGE_FIGURE_AXIS_H

#include "file/page/figure.h"

typedef struct br_figure_axis {
    double low, high, step; // in SI; ticks at multiples of step
    double scale;           // SI value / scale is what the labels show
    char prefix[4];
    int from, length; // pixels
    bool logarithmic; // low and high are decades, log10 of SI; the step is a number of them
} br_figure_axis;

br_figure_axis br_figure_axis_make(const br_figure *f, bool y, int from,
                                   int length); // the x or y axis of a figure, over these pixels
double br_figure_axis_place(const br_figure_axis *a,
                            double v); // where a value stands: itself, or its decade; not finite: nowhere
double br_figure_axis_pixel(const br_figure_axis *a, double v);

#endif
