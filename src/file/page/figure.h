// figure.h - figures as SVG: curves over axes.                                 [host]
//
// Colours come from the surroundings, so that a figure follows a page that is light or dark; a drawing that stands
// alone brings its own. Curves differ in colour and in dashes, for who sees no colours. Values are in SI and shown with a
// prefix that makes them short: 0.005 m/s as 5 mm/s. Points that lie on each other are drawn once, so any number may be
// given.
#ifndef BR_FILE_PAGE_FIGURE_H
#define BR_FILE_PAGE_FIGURE_H

#include "num/text/buffer.h"

#include <stdbool.h>

typedef struct br_curve {
    const double *x, *y; // a y that is not finite breaks the line
    int count;
    const char *label; // in the legend; NULL: not there
    const double *to;  // a band from y to here, in the colour of the line before it; NULL: a line
    const char *marks; // points instead of a line, with labels beside them, one line of text each; NULL: a line
} br_curve;

typedef struct br_figure {
    const char *title;           // also what a screen reader says
    const char *x_name, *x_unit; // "velocity", "m/s"
    const char *y_name, *y_unit;
    const br_curve *curve;
    int curves;
    bool x_log, y_log;    // logarithmic axes; what is not above 0 is not drawn
    double y_low, y_high; // what the y axis shows at first, as far as there is data; equal: all
} br_figure;

enum { BR_FIGURE_WIDTH = 460, BR_FIGURE_HEIGHT = 300 };

// One figure as an <svg> element of a page.
void br_figure_inline(br_buffer *out, const br_figure *f);

// Which look, 0 to 5, a curve has; a band is that of the line before it.
int br_figure_look(const br_figure *f, int curve);

// The numbers behind a figure for the scripts of a page, as a data block of JSON; long curves are thinned.
void br_figure_data(br_buffer *out, const br_figure *f);

// Figures side by side as an SVG file, under a heading (also its title) and above their captions (NULL: none).
void br_figure_file(br_buffer *out, const br_figure *f, const char *const *caption, int count, const char *heading);

#endif
