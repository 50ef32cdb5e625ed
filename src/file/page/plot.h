// plot.h - plots with titles and captions, collected for a report.               [host]
//
//     br_plots all = {0};
//     br_plot *p = br_draw(&all, "Positions", "time", "s", "position", "m", "as Fig. 6 (top)");
//     br_draw_curve(p, "mass", t, x, rows);
#ifndef BR_FILE_PAGE_PLOT_H
#define BR_FILE_PAGE_PLOT_H

#include "file/page/figure.h"
#include "num/text/unit.h"

typedef struct br_plot {
    char title[100], x_name[60], x_unit[BR_UNIT_SIZE], y_name[60], y_unit[BR_UNIT_SIZE], caption[900];
    br_curve *curve; // whose numbers and labels belong to the plot
    int curves;
    bool x_log, y_log;    // logarithmic axes
    double y_low, y_high; // as of br_figure
    br_status status;
    const struct br_plots *all;
} br_plot;

typedef struct br_plots {
    br_plot **plot;
    int plots;
    br_status status;                // BR_OK until memory runs out
    void (*release)(const void *of); // called now and then while rows of a long log are read; NULL: nothing
    const void *of;
} br_plots;

void br_plots_free(br_plots *all);

br_figure br_plot_figure(const br_plot *p); // whose text and curves stay those of the plot

br_plot *br_draw(br_plots *all, const char *title, const char *x_name, const char *x_unit, const char *y_name,
                 const char *y_unit, const char *caption); // NULL without memory, which br_draw_curve passes over
// Copies the curve; of more than 10^5 points, those of equal pieces that are first, least, largest and last, as a picture shows no more.
void br_draw_curve(br_plot *p, const char *label, const double *x, const double *y, long long count);
// y +- so much, in the colour of the curve before it.
void br_draw_band(br_plot *p, const char *label, const double *x, const double *y, const double *width, double times,
                  long long count);

// From low to high, in the colour of the curve before it.
void br_draw_between(br_plot *p, const char *label, const double *x, const double *low, const double *high,
                     long long count);

// Points with labels beside them, one line of text each; a label that would cover that of a later point is not drawn.
void br_draw_points(br_plot *p, const char *label, const double *x, const double *y, const char *labels,
                    long long count);

// A plot over time whose start reaches far beyond the rest shows the rest at first: y_low and y_high are those after the
// first tenth, and the caption says so.
void br_draw_settled(br_plot *p);

#endif
