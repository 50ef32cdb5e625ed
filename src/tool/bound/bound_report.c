// bound_report.c - the report on proved parameter intervals.                       [host]
#include "num/base/fp.h"

#include "num/text/number.h"
#include "tool/bound/bound.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- boxes

// Rectangles of two parameters, one after the other, with gaps between them.
static br_status draw_boxes(br_plots *all, const br_bounding *w, int i, int j)
{
    const br_paving *v = &w->answer.found;
    enum { CORNERS = 6 };
    size_t numbers = CORNERS * (size_t)v->lefts;
    double *x = malloc(2 * (numbers + 1) * sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *y = x + numbers;
    for (size_t n = 0; n < (size_t)v->lefts; n++) {
        const br_interval *of = v->left + n * (size_t)w->stick.np;
        br_interval a = of[i], b = of[j];
        double px[CORNERS] = {a.lo, a.hi, a.hi, a.lo, a.lo, (double)NAN},
               py[CORNERS] = {b.lo, b.lo, b.hi, b.hi, b.lo, (double)NAN};
        memcpy(x + CORNERS * n, px, sizeof px);
        memcpy(y + CORNERS * n, py, sizeof py);
    }
    char title[2 * BR_NAME_SIZE + 40];
    snprintf(title, sizeof title, "Remaining boxes: %s and %s", w->answer.name[i], w->answer.name[j]);
    br_plot *p = br_draw(
        all, title, w->answer.name[i], w->answer.unit[i], w->answer.name[j], w->answer.unit[j],
        "After the last slide with motion. All other parameters of the searched ranges are proved to be inconsistent "
        "with the log.");
    br_draw_curve(p, NULL, x, y, (long long)numbers);
    free(x);
    return BR_OK;
}

// ---------------------------------------------------------------- widths

static double log_width(br_interval p, br_interval range)
{
    double share = br_interval_width(p) / br_interval_width(range);
    return share > 0 ? log10(share) : (double)NAN;
}

static br_status draw_widths(br_plots *all, const br_bounding *w)
{
    const br_paving *v = &w->answer.found;
    size_t n = (size_t)v->moments;
    double *x = malloc(2 * (n + 1) * sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *y = x + n;
    br_plot *p =
        br_draw(all, "Widths after each slide", "slides processed", "-", "log10(width / range)", "-",
                "Later passes process the same slides again. A renewed parameter has its width in that slide.");
    for (int i = 0; i < w->stick.np; i++) {
        for (size_t k = 0; k < n; k++) {
            x[k] = (double)k + 1;
            y[k] = log_width(v->moment[k].p[i], w->options.range[i]);
        }
        if (!br_interval_is_point(w->options.range[i]))
            br_draw_curve(p, w->answer.name[i], x, y, v->moments);
    }
    free(x);
    return BR_OK;
}

// By the rules of the paper, row by row: its Fig. 6.
static br_status draw_paper(br_plots *all, const br_bounding *w)
{
    const br_paper *v = &w->answer.paper;
    size_t n = (size_t)v->traced;
    double *x = malloc(2 * (n + 1) * sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *y = x + n;
    br_plot *p = br_draw(all, "Widths row by row, by the rules of the paper", "rows processed", "-",
                         "log10(width / range)", "-", "Rauh et al. 2017, Fig. 6, in widths.");
    for (int i = 0; i < w->stick.np; i++) {
        for (size_t k = 0; k < n; k++) {
            x[k] = (double)k + 1;
            y[k] = log_width(v->trace[k * (size_t)w->stick.np + (size_t)i], w->options.range[i]);
        }
        if (!br_interval_is_point(w->options.range[i]))
            br_draw_curve(p, w->answer.name[i], x, y, v->traced);
    }
    free(x);
    return BR_OK;
}

// ---------------------------------------------------------------- a tube

static void release_made(const void *of)
{
    br_spool_release(of);
}

// How far the position is open along a slide with what is left of the parameters: as predicted, as measured, and by both. Where it is
// would be steps of an encoder about a smooth curve, with nothing to see in them.
static br_status draw_tube(br_plots *all, const br_bounding *w, const br_slide_result *s)
{
    const br_evidence *e = &w->evidence[s->log];
    size_t n = (size_t)(s->last - s->first), count = 0;
    br_spool made = {0};
    br_status status = br_spool_resize(&made, 4 * (n + 1) * sizeof(double), BR_SPOOL_HEAP);
    if (status != BR_OK)
        return status;
    double *t = made.at;
    double *tube = t + n, *measured = tube + n, *both = measured + n;
    br_pace pace;
    status = br_pace_make(&pace, &w->stick, s->p, e->h);
    br_tube x = {0};
    br_carried along;
    if (status == BR_OK)
        status = br_evidence_begin(e, s->first, s->p, &x, &along);
    for (int k = s->first; k < s->last && status == BR_OK; k++) {
        br_evidence_step(e, k, &pace, &x, &along);
        br_interval q = br_tube_hull(&x).q;
        status = br_evidence_contract(e, k + 1, s->p, &x, &along);
        if (!br_interval_is_bounded(q) || br_tube_is_empty(&x))
            break;
        if (br_spool_due(k))
            br_spool_release(&made);
        t[count] = w->log[s->log].file->t[k + 1];
        tube[count] = br_interval_rad(q);
        measured[count] = br_interval_is_bounded(e->q[k + 1]) ? br_interval_rad(e->q[k + 1]) : (double)NAN;
        both[count++] = br_interval_rad(br_tube_hull(&x).q);
    }
    const br_quantity *q = &w->plant.model.law.q[w->stick.q];
    br_plot *p =
        status != BR_OK
            ? NULL
            : br_draw(all, "Tube of the position in one slide", "time", "s", "half width", q->si_text,
                      "The first slide with motion, predicted from row to row with the remaining parameter ranges.");
    all->release = release_made;
    all->of = &made;
    if (p) {
        br_draw_curve(p, "predicted", t, tube, (long long)count);
        br_draw_curve(p, "measured", t, measured, (long long)count);
        br_draw_curve(p, "by both", t, both, (long long)count);
    }
    all->release = NULL;
    br_spool_free(&made);
    return status;
}

// ---------------------------------------------------------------- report

static br_status draw_all(br_plots *all, const br_bounding *w)
{
    const br_paving *v = &w->answer.found;
    br_status status = v->moments > 1 ? draw_widths(all, w) : BR_OK;
    for (int i = 0; i < w->stick.np; i++)
        for (int j = i + 1; j < w->stick.np && status == BR_OK; j++)
            if (v->lefts > 0 && !br_interval_is_point(w->options.range[i]) &&
                !br_interval_is_point(w->options.range[j]))
                status = draw_boxes(all, w, i, j);
    for (int i = 0; i < v->slides && v->verdict != BR_INCONSISTENT; i++)
        if (v->slide[i].moves)
            return status == BR_OK ? draw_tube(all, w, &v->slide[i]) : status;
    return status;
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
        br_buffer_free(&text);
        if (outward)
            return;
    }
    br_buffer_number(out, end);
}

static void show_end(br_buffer *out, br_interval range, br_interval p, bool high)
{
    double end = high ? p.hi : p.lo;
    if (end == range.lo || end == range.hi)
        br_bound_show_end(out, range, end);
    else
        show_outward(out, end, br_interval_width(p), high);
}

static void write_answer(br_buffer *out, const br_bound_answer *a)
{
    br_buffer text = {0};
    if (a->found.verdict == BR_INCONSISTENT)
        br_buffer_put(&text, "Inconsistent: no parameters of the searched ranges explain the log.");
    else
        br_buffer_put(&text, a->found.verdict == BR_CONSISTENT ? "Consistent: " : "Undecided: ");
    for (int i = 0; i < a->np && a->found.verdict != BR_INCONSISTENT; i++)
        if (!a->renews[i] && !br_interval_is_point(a->found.p[i])) {
            br_buffer_print(&text, "%s from ", a->name[i]);
            show_end(&text, a->range[i], a->found.p[i], false);
            br_buffer_put(&text, " to ");
            show_end(&text, a->range[i], a->found.p[i], true);
            br_buffer_print(&text, " %s, ", a->unit[i]);
        }
    if (a->found.verdict != BR_INCONSISTENT)
        br_buffer_put(&text,
                      "proved: no parameters of the searched ranges outside the intervals below explain the log.");
    report_answer(out, &text);
}

br_status bound_report(br_buffer *out, const br_bounding *w)
{
    br_plots all = {0};
    br_buffer words = {0}, cells = {0};
    br_status status = draw_all(&all, w);
    if (status == BR_OK && w->answer.has_paper)
        status = draw_paper(&all, w);
    bound_text(&words, &w->answer, false);
    report_open(out, "Proved parameter intervals");
    write_answer(out, &w->answer);
    report_plots(out, &all);
    if (w->answer.found.verdict != BR_INCONSISTENT)
        bound_cells(&cells, &w->answer);
    if (cells.text)
        fields_report(out, "Intervals", &cells, NULL);
    if (w->answer.has_paper && w->answer.paper.verdict != BR_INCONSISTENT) {
        bound_paper_cells(&cells, &w->answer);
        fields_report(out, "Intervals by the rules of the paper", &cells, NULL);
    }
    report_words(out, &words);
    return report_close(out, &all, status);
}
