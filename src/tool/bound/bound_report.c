// bound_report.c - the report on proved parameter intervals.                       [host]
#include "num/base/fp.h"

#include "file/disk/spool.h"
#include "num/interval/interval.h"
#include "num/text/number.h"
#include "num/text/piece.h"
#include "tool/bound/bound.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- boxes

// Rectangles of two parameters, one after the other, with gaps between them.
static br_status draw_boxes(br_plots *all, const br_bound *b, int i, int j)
{
    enum { CORNERS = 6 };
    long long lefts = br_bound_count(b, BR_BOUND_BOXES_LEFT);
    size_t numbers = CORNERS * (size_t)lefts;
    double low[BOUND_PARAMETERS], high[BOUND_PARAMETERS], *x = malloc(2 * (numbers + 1) * sizeof *x);
    br_bound_interval of[2];
    if (!x)
        return BR_NO_MEMORY;
    double *y = x + numbers;
    for (long long n = 0; n < lefts; n++) {
        (void)br_bound_box_at(b, n, low, high);
        double px[CORNERS] = {low[i], high[i], high[i], low[i], low[i], (double)NAN},
               py[CORNERS] = {low[j], low[j], high[j], high[j], low[j], (double)NAN};
        memcpy(x + CORNERS * n, px, sizeof px);
        memcpy(y + CORNERS * n, py, sizeof py);
    }
    char title[300];
    if (bound_interval(b, i, &of[0]) && bound_interval(b, j, &of[1])) {
        snprintf(title, sizeof title, "Remaining boxes: %s and %s", of[0].name, of[1].name);
        br_plot *p = br_draw(all, title, of[0].name, of[0].unit, of[1].name, of[1].unit,
                             "After the last slide with motion. All other parameters of the searched ranges are proved "
                             "to be inconsistent with the log.");
        br_draw_curve(p, NULL, x, y, (long long)numbers);
    }
    free(x);
    return BR_OK;
}

// ---------------------------------------------------------------- widths

static double log_width(double low, double high, const br_bound_interval *range)
{
    double share = br_interval_width((br_interval){low, high}) /
                   br_interval_width((br_interval){range->range_low, range->range_high});
    return share > 0 ? log10(share) : (double)NAN;
}

static bool is_searched(const br_bound_interval *p)
{
    return p->range_low < p->range_high;
}

// The width of every parameter that is searched, step by step, as `at` has what is left behind each.
static br_status draw_history(br_plot *p, const br_bound *b, long long count,
                              br_status (*at)(const br_bound *b, long long i, double *low, double *high))
{
    double low[BOUND_PARAMETERS], high[BOUND_PARAMETERS], *x = malloc(2 * ((size_t)count + 1) * sizeof *x);
    br_bound_interval of;
    if (!x)
        return BR_NO_MEMORY;
    double *y = x + count;
    for (int i = 0; bound_interval(b, i, &of); i++) {
        for (long long k = 0; k < count && at(b, k, low, high) == BR_OK; k++) {
            x[k] = (double)k + 1;
            y[k] = log_width(low[i], high[i], &of);
        }
        if (is_searched(&of))
            br_draw_curve(p, of.name, x, y, count);
    }
    free(x);
    return BR_OK;
}

static br_status draw_widths(br_plots *all, const br_bound *b)
{
    br_plot *p =
        br_draw(all, "Widths after each slide", "slides processed", "-", "log10(width / range)", "-",
                "Later passes process the same slides again. A renewed parameter has its width in that slide.");
    return draw_history(p, b, br_bound_count(b, BR_BOUND_MOMENTS), br_bound_moment_at);
}

// By the rules of the paper, row by row: its Fig. 6.
static br_status draw_paper(br_plots *all, const br_bound *b)
{
    br_plot *p = br_draw(all, "Widths row by row, by the rules of the paper", "rows processed", "-",
                         "log10(width / range)", "-", "Rauh et al. 2017, Fig. 6, in widths.");
    return draw_history(p, b, br_bound_count(b, BR_BOUND_PAPER_ROWS), br_bound_paper_row_at);
}

// ---------------------------------------------------------------- a tube

static void release_made(const void *of)
{
    br_spool_release(of);
}

static br_status draw_tube(br_plots *all, const br_bound *b, int slide, const br_bound_slide *s)
{
    size_t n = (size_t)(s->last - s->first);
    br_spool made = {0};
    br_status status = br_spool_resize(&made, 4 * (n + 1) * sizeof(double), BR_SPOOL_HEAP);
    if (status != BR_OK)
        return status;
    double *v = made.at;
    br_bound_tube is = {sizeof is, v, v + n, v + 2 * n, v + 3 * n, 0, ""};
    status = br_bound_tube_of(b, slide, &is);
    br_plot *p =
        status != BR_OK
            ? NULL
            : br_draw(all, "Tube of the position in one slide", "time", "s", "half width", is.unit,
                      "The first slide with motion, predicted from row to row with the remaining parameter ranges.");
    all->release = release_made;
    all->of = &made;
    if (p) {
        br_draw_curve(p, "predicted", is.t, is.predicted, is.rows);
        br_draw_curve(p, "measured", is.t, is.measured, is.rows);
        br_draw_curve(p, "by both", is.t, is.both, is.rows);
    }
    all->release = NULL;
    br_spool_free(&made);
    return status;
}

// ---------------------------------------------------------------- report

static br_status draw_all_boxes(br_plots *all, const br_bound *b)
{
    br_status status = BR_OK;
    br_bound_interval of[2];
    for (int i = 0; bound_interval(b, i, &of[0]); i++)
        for (int j = i + 1; bound_interval(b, j, &of[1]) && status == BR_OK; j++)
            if (br_bound_count(b, BR_BOUND_BOXES_LEFT) > 0 && is_searched(&of[0]) && is_searched(&of[1]))
                status = draw_boxes(all, b, i, j);
    return status;
}

static br_status draw_all(br_plots *all, const br_bound *b)
{
    double low[BOUND_PARAMETERS], high[BOUND_PARAMETERS];
    br_bound_slide s = {.size = sizeof s};
    br_status status = br_bound_count(b, BR_BOUND_MOMENTS) > 1 ? draw_widths(all, b) : BR_OK;
    if (status == BR_OK)
        status = draw_all_boxes(all, b);
    if (status != BR_OK || br_bound_outcome_of(b) == BR_BOUND_INCONSISTENT)
        return status;
    for (int i = 0; br_bound_slide_at(b, i, &s, low, high) == BR_OK; i++)
        if (s.moves)
            return draw_tube(all, b, i, &s);
    return BR_OK;
}

// An end of a proved interval with the fewest digits that show its width and do not move it inward.
static void show_outward(br_buffer *out, double end, double width, bool high)
{
    for (int digits = 2; digits < 17; digits++) {
        br_buffer text = {0};
        double read = end;
        int range;
        br_buffer_about(&text, end, digits);
        bool number = text.text && br_number_read(text.text, text.size, &read, &range) == text.size;
        bool outward = number && (high ? read > end : read < end) && fabs(read - end) < 0.02 * width;
        if (outward)
            br_buffer_add(out, text.text, text.size);
        br_buffer_free_into(&text, &out->status);
        if (outward)
            return;
    }
    br_buffer_number(out, end);
}

static void show_end(br_buffer *out, const br_bound *b, int i, const br_bound_interval *p, bool high)
{
    char text[32];
    double end = high ? p->high : p->low;
    if (br_bound_end(b, i, end, text) == 1)
        br_buffer_put(out, text);
    else
        show_outward(out, end, br_interval_width((br_interval){p->low, p->high}), high);
}

static void write_answer(br_buffer *out, const br_bound *b)
{
    br_buffer text = {0};
    br_bound_interval p;
    br_bound_outcome found = br_bound_outcome_of(b);
    if (found == BR_BOUND_INCONSISTENT)
        br_buffer_put(&text, "Inconsistent: no parameters of the searched ranges explain the log.");
    else
        br_buffer_put(&text, found == BR_BOUND_BOUNDED ? "Consistent: " : "Undecided: ");
    for (int i = 0; bound_interval(b, i, &p) && found != BR_BOUND_INCONSISTENT; i++)
        if (!p.renews && p.low != p.high) {
            br_buffer_print(&text, "%s from ", p.name);
            show_end(&text, b, i, &p, false);
            br_buffer_put(&text, " to ");
            show_end(&text, b, i, &p, true);
            br_buffer_print(&text, " %s, ", p.unit);
        }
    if (found != BR_BOUND_INCONSISTENT)
        br_buffer_put(&text,
                      "proved: no parameters of the searched ranges outside the intervals below explain the log.");
    report_answer(out, &text);
}

br_status bound_report(br_buffer *out, const br_bound *b)
{
    br_plots all = {0};
    br_buffer words = {0}, cells = {0};
    br_bound_paper v = {.size = sizeof v};
    br_status status = draw_all(&all, b);
    bool paper = br_bound_paper_of(b, &v, NULL, NULL) == BR_OK;
    if (status == BR_OK && paper)
        status = draw_paper(&all, b);
    bound_text(&words, b, false);
    report_open(out, "Proved parameter intervals");
    write_answer(out, b);
    report_plots(out, &all);
    if (br_bound_outcome_of(b) != BR_BOUND_INCONSISTENT)
        bound_cells(&cells, b);
    if (cells.text)
        fields_report(out, "Intervals", &cells, NULL);
    if (paper && v.outcome != BR_BOUND_INCONSISTENT) {
        bound_paper_cells(&cells, b);
        fields_report(out, "Intervals by the rules of the paper", &cells, NULL);
    }
    report_words(out, &words);
    return report_close(out, &all, status);
}
