// bound_set_show.c - which parameters of a law explain a log, as text and report.         [host]
#include "num/base/fp.h"

#include "tool/bound/bound.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is proved, without what is not claimed, which is the last line.
static void write_statement(br_buffer *out, const br_bound *b)
{
    const char *text = br_bound_statement(b);
    size_t size = strlen(text);
    while (size > 1 && text[size - 2] != '\n')
        size--;
    br_buffer_add(out, text, size > 0 ? size - 1 : 0);
}

void bound_set_text(br_buffer *out, const br_bound *b)
{
    br_bound_log_of log = {.size = sizeof log, .name = ""};
    br_status named = br_bound_log_at(b, 0, &log);
    br_buffer_safe(out, log.name, named == BR_OK ? strlen(log.name) : 0);
    br_buffer_print(out, ": %lld rows, %lld box%s examined\n", br_bound_count(b, BR_BOUND_ROWS),
                    br_bound_count(b, BR_BOUND_BOXES), br_bound_count(b, BR_BOUND_BOXES) == 1 ? "" : "es");
    write_statement(out, b);
}

static const char *verdict_of(const br_bound *b)
{
    return br_bound_outcome_of(b) == BR_BOUND_INCONSISTENT ? "inconsistent"
           : br_bound_share(b, 1) > 0                      ? "consistent"
                                                           : "undecided";
}

typedef struct outlines {
    double *x, *y;      // of all boxes
    double *low, *high; // of one
} outlines;

// The outlines of all boxes of a kind in the plane of two dimensions.
static void draw_outlines(br_plot *p, const br_bound *b, int i, int j, int inside, outlines *o)
{
    double *low = o->low, *high = o->high, *x = o->x, *y = o->y;
    long long n = 0;
    for (long long k = 0, is; (is = br_bound_box_at(b, k, low, high)) >= 0; k++) {
        const double xs[] = {low[i], high[i], high[i], low[i], low[i], (double)NAN};
        const double ys[] = {low[j], low[j], high[j], high[j], low[j], (double)NAN};
        if (is != inside)
            continue;
        memcpy(x + n, xs, sizeof xs);
        memcpy(y + n, ys, sizeof ys);
        n += 6;
    }
    if (n > 0)
        br_draw_curve(p, inside ? "inside" : "undecided", x, y, n);
}

static br_status draw_planes(br_plots *all, const br_bound *b)
{
    size_t room = 6 * (size_t)br_bound_count(b, BR_BOUND_BOXES_LEFT) + 1, dims = (size_t)br_bound_parameters(b);
    double *x = calloc(2 * (room + dims), sizeof *x);
    br_bound_interval of[2];
    if (!x)
        return BR_NO_MEMORY;
    outlines o = {x, x + room, x + 2 * room, x + 2 * room + dims};
    for (int i = 0; room > 1 && bound_interval(b, i, &of[0]); i++)
        for (int j = i + 1; bound_interval(b, j, &of[1]); j++) {
            char title[100];
            snprintf(title, sizeof title, "%.40s and %.40s", of[0].name, of[1].name);
            br_plot *p = br_draw(all, title, of[0].name, of[0].unit, of[1].name, of[1].unit,
                                 "Boxes that are not proved to be inconsistent, projected onto two parameters.");
            draw_outlines(p, b, i, j, 0, &o);
            draw_outlines(p, b, i, j, 1, &o);
        }
    free(x);
    return BR_OK;
}

br_status bound_set_report(br_buffer *out, const bounding *w)
{
    br_plots all = {0};
    br_buffer words = {0}, answer = {0};
    char heading[160];
    bool none = br_bound_outcome_of(w->is) == BR_BOUND_INCONSISTENT;
    br_status status = draw_planes(&all, w->is);
    snprintf(heading, sizeof heading, "Parameters of %s consistent with the log", br_law_name(w->law));
    report_open(out, heading);
    br_buffer_print(&answer, "Verdict %s: %s explain the log.", verdict_of(w->is),
                    none ? "no parameters of the searched ranges"
                         : "of these ranges only parameters within the boxes below can");
    report_answer(out, &answer);
    br_buffer_print(&words, "ranges: %s\nerrors: %s\n", w->a->range, w->a->error);
    bound_set_text(&words, w->is);
    report_plots(out, &all);
    report_words(out, &words);
    return report_close(out, &all, status);
}
