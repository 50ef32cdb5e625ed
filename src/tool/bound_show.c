// bound_show.c - proved parameter intervals as text and JSON.                   [host]
#include "num/fp.h"

#include "file/json.h"
#include "tool/bound.h"

#include <string.h>

static const char *const verdicts[] = {"consistent", "inconsistent", "undecided"};

int bound_quantity(const bounding *w, int parameter)
{
    const br_law *law = &w->plant.model.law;
    int q = 0;
    for (int seen = -1; q < law->nq; q++) {
        seen += law->q[q].kind == BR_PARAM;
        if (seen == parameter)
            return q;
    }
    return -1;
}

static const br_quantity *quantity(const bounding *w, int parameter)
{
    return &w->plant.model.law.q[bound_quantity(w, parameter)];
}

// ---------------------------------------------------------------- in words

static void show_interval(br_buffer *out, const bounding *w, int i, br_interval p)
{
    const br_quantity *q = quantity(w, i);
    br_buffer_print(out, "  %-8s ", q->name);
    br_buffer_number(out, p.lo);
    if (br_interval_is_point(p)) {
        br_buffer_print(out, " %s, known\n", q->si_text);
        return;
    }
    br_buffer_put(out, " .. ");
    br_buffer_number(out, p.hi);
    br_buffer_print(out, " %s, width ", q->si_text);
    br_buffer_about(out, br_interval_width(p), 3);
    br_buffer_put(out, "\n");
}

static void show_slides(br_buffer *out, const bounding *w, int i)
{
    for (int j = 0; j < w->found.slides; j++) {
        const br_slide_result *s = &w->found.slide[j];
        br_buffer_print(out, "  slide %d, rows %d to %d%s:\n  ", j + 1, s->first + 1, s->last + 1,
                        s->moves ? "" : ", at rest");
        show_interval(out, w, i, s->p[i]);
    }
}

static void show_verdict(br_buffer *out, const bounding *w)
{
    const br_paving *v = &w->found;
    if (v->verdict == BR_INCONSISTENT)
        br_buffer_print(
            out,
            "inconsistent: no parameters of the ranges explain the log; the last box died at row %d, t = ", v->row + 1);
    else if (v->verdict == BR_CONSISTENT)
        br_buffer_put(out, "consistent: boxes are left, and the ends are found to the share asked for\n");
    else
        br_buffer_put(out, "undecided: the boxes were used up; the intervals hold, more boxes may narrow them\n");
    if (v->verdict != BR_INCONSISTENT)
        return;
    br_buffer_number(out, w->log.t[v->row]);
    br_buffer_put(out, " s\n");
}

void bound_text(br_buffer *out, const bounding *w)
{
    const br_paving *v = &w->found;
    br_buffer_safe(out, w->log.name, strlen(w->log.name));
    br_buffer_print(out, ": %d rows every ", w->evidence.rows);
    br_buffer_about(out, 1e3 * w->evidence.h, 4);
    br_buffer_print(out, " ms, %d slide%s; %ld boxes in %d pass%s\n", v->slides, v->slides == 1 ? "" : "s", v->boxes,
                    v->passes, v->passes == 1 ? "" : "es");
    show_verdict(out, w);
    if (v->verdict == BR_INCONSISTENT)
        return;
    for (int i = 0; i < w->stick.np; i++)
        if (!w->options.renews[i])
            show_interval(out, w, i, v->p[i]);
    for (int i = 0; i < w->stick.np; i++)
        if (w->options.renews[i])
            show_slides(out, w, i);
    if (v->passes > 1)
        br_buffer_put(out, "later passes filter the same rows again: sound, but no new evidence\n");
}

// ---------------------------------------------------------------- as JSON

static void write_interval(br_json *j, br_interval p)
{
    br_json_open(j, '{');
    br_json_key(j, "lo");
    br_json_number(j, p.lo);
    br_json_key(j, "hi");
    br_json_number(j, p.hi);
    br_json_close(j);
}

static void write_intervals(br_json *j, const bounding *w, const br_interval *p)
{
    br_json_open(j, '{');
    for (int i = 0; i < w->stick.np; i++) {
        br_json_key(j, quantity(w, i)->name);
        write_interval(j, p[i]);
    }
    br_json_close(j);
}

static void write_slides(br_json *j, const bounding *w)
{
    br_json_open(j, '[');
    for (int k = 0; k < w->found.slides; k++) {
        const br_slide_result *s = &w->found.slide[k];
        br_json_open(j, '{');
        br_json_key(j, "first");
        br_json_count(j, s->first + 1);
        br_json_key(j, "last");
        br_json_count(j, s->last + 1);
        br_json_key(j, "moves");
        br_json_bool(j, s->moves);
        br_json_key(j, "parameters");
        write_intervals(j, w, s->p);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_history(br_json *j, const bounding *w)
{
    br_json_open(j, '[');
    for (int k = 0; k < w->found.passes; k++) {
        br_json_open(j, '{');
        for (int i = 0; i < w->stick.np; i++) {
            br_json_key(j, quantity(w, i)->name);
            br_json_number(j, w->found.width[k * w->stick.np + i]);
        }
        br_json_close(j);
    }
    br_json_close(j);
}

void bound_json(br_buffer *out, const bounding *w)
{
    br_json j = {.out = out};
    const br_paving *v = &w->found;
    bool some = v->verdict != BR_INCONSISTENT;
    br_json_open(&j, '{');
    br_json_key(&j, "verdict");
    br_json_text(&j, verdicts[v->verdict]);
    br_json_key(&j, "boxes");
    br_json_number(&j, (double)v->boxes);
    if (!some) {
        br_json_key(&j, "row");
        br_json_count(&j, v->row + 1);
        br_json_key(&j, "t");
        br_json_number(&j, w->log.t[v->row]);
    } else {
        br_json_key(&j, "parameters");
        write_intervals(&j, w, v->p);
        br_json_key(&j, "slides");
        write_slides(&j, w);
    }
    br_json_key(&j, "history");
    write_history(&j, w);
    br_json_close(&j);
}
