// paving.c - interval identification over slides, passes and logs.                [host]
#include "num/base/fp.h"

#include "bound/search/boxes.h"
#include "bound/search/certificate.h"

#include <stdlib.h>
#include <string.h>

br_paving_options br_paving_defaults(void)
{
    return (br_paving_options){.passes = 3, .boxes = 4000, .fine = 1.0 / 16, .horizon = true};
}

typedef struct course {
    const br_evidence *e;
    int logs;
    const br_paving_options *o;
    int np;
    br_boxes boxes;
    int *order; // slides as they are taken, and behind them the rank of each log
    int taken;  // of all passes
} course;

// ---------------------------------------------------------------- the slides of all logs

static bool stands_at(const br_evidence *e, int row)
{
    return row == 0 || (e->stands && e->stands[row]);
}

static bool slide_begins(const br_evidence *e, int row)
{
    return row == 0 || (stands_at(e, row) && !stands_at(e, row - 1));
}

static int count_slides(const br_evidence *e)
{
    int count = 0;
    for (int k = 0; k < e->rows - 1; k++)
        count += slide_begins(e, k);
    return count;
}

static void list_slides(br_paving *v, const course *c, int log)
{
    const br_evidence *e = &c->e[log];
    int first = v->slides;
    for (int k = 0; k < e->rows - 1; k++)
        if (slide_begins(e, k)) {
            br_slide_result *s = &v->slide[v->slides++];
            s->first = k;
            s->log = log;
            s->moves = true; // for all that is known
            memcpy(s->p, c->o->range, sizeof s->p);
        }
    for (int i = first; i < v->slides; i++)
        v->slide[i].last = i + 1 < v->slides ? v->slide[i + 1].first : e->rows - 1;
}

// Some order of logs that stands on their numbers alone.
static int compare_logs(const br_evidence *a, const br_evidence *b)
{
    if (a->rows != b->rows || a->h != b->h)
        return a->rows != b->rows ? (a->rows < b->rows ? -1 : 1) : a->h < b->h ? -1 : 1;
    for (int k = 0; k < a->rows; k++) {
        br_evidence_release(a, k);
        br_evidence_release(b, k);
        double x[] = {a->q[k].lo, a->q[k].hi, a->u[k].lo, a->u[k].hi, stands_at(a, k)};
        double y[] = {b->q[k].lo, b->q[k].hi, b->u[k].lo, b->u[k].hi, stands_at(b, k)};
        for (int i = 0; i < 5; i++)
            if (x[i] != y[i])
                return x[i] < y[i] ? -1 : 1;
        for (int i = 0; a->measured && i < a->measured->count; i++) {
            br_interval v = a->y[(size_t)k * (size_t)a->measured->count + (size_t)i],
                        w = b->y[(size_t)k * (size_t)a->measured->count + (size_t)i];
            if (v.lo != w.lo || v.hi != w.hi)
                return v.lo < w.lo || (v.lo == w.lo && v.hi < w.hi) ? -1 : 1;
        }
    }
    return 0;
}

// How many logs stand before this one.
static int rank_of(const course *c, int log)
{
    int rank = 0;
    for (int i = 0; i < c->logs; i++) {
        int by = i == log ? 0 : compare_logs(&c->e[i], &c->e[log]);
        rank += by < 0 || (by == 0 && i < log);
    }
    return rank;
}

// The slides log by log in that order, so that the result does not depend on the one in which logs are given.
static void order_slides(const br_paving *v, const course *c)
{
    int *rank = c->order + v->slides, count = 0;
    for (int i = 0; i < c->logs; i++)
        rank[i] = rank_of(c, i);
    for (int r = 0; r < c->logs; r++)
        for (int i = 0; i < v->slides; i++)
            if (rank[v->slide[i].log] == r)
                c->order[count++] = i;
}

static br_status list_all_slides(br_paving *v, course *c)
{
    size_t count = 0, passes = (size_t)c->o->passes, logs = c->logs > 0 ? (size_t)c->logs : 0;
    for (int i = 0; i < c->logs; i++)
        count += (size_t)count_slides(&c->e[i]);
    v->slide = calloc(count + 1, sizeof *v->slide);
    v->width = calloc(passes * (size_t)c->np + 1, sizeof *v->width);
    v->moment = calloc(passes * count + 1, sizeof *v->moment);
    c->order = calloc(count + logs, sizeof *c->order);
    if (!v->slide || !v->width || !v->moment || !c->order)
        return BR_NO_MEMORY;
    for (int i = 0; i < c->logs; i++)
        list_slides(v, c, i);
    order_slides(v, c);
    return BR_OK;
}

// ---------------------------------------------------------------- one slide

static bool goes_on(br_paving *v, const course *c)
{
    const br_paving_options *o = c->o;
    br_interval p[BR_STICK_PARAMS];
    if (!o->go_on)
        return true;
    memcpy(p, v->p, sizeof p);
    int left = br_boxes_left(&c->boxes);
    if (left > 0)
        br_boxes_hull(&c->boxes, p);
    br_paving_state at = {(double)c->taken / ((double)v->slides * o->passes), c->boxes.tried, left, c->np, p};
    v->stopped = v->stopped || !o->go_on(o->context, &at);
    return !v->stopped;
}

// Cuts until the ends are fine, or the boxes are used up.
static br_status bisect_until_fine(br_paving *v, course *c, bool *fine)
{
    bool ended = false;
    br_status status = BR_OK;
    *fine = false;
    while (status == BR_OK && !ended && goes_on(v, c))
        status = br_boxes_bisect(&c->boxes, &ended, fine);
    br_status settled = br_boxes_finish_trials(&c->boxes);
    return status == BR_OK ? settled : status;
}

static void note_moment(br_paving *v, const course *c, int slide)
{
    br_paving_moment *m = &v->moment[v->moments++];
    *m = (br_paving_moment){.pass = v->passes, .slide = slide, .boxes = c->boxes.tried};
    for (int i = 0; i < c->np; i++)
        m->p[i] = v->slide[slide].p[i];
}

static br_status note_boxes(br_paving *v, const course *c)
{
    const br_boxes *b = &c->boxes;
    size_t np = (size_t)c->np;
    br_interval *left = realloc(v->left, ((size_t)b->count * np + 1) * sizeof *left);
    if (!left)
        return BR_NO_MEMORY;
    v->left = left;
    v->lefts = b->count;
    for (int j = 0; j < b->count; j++)
        memcpy(&left[(size_t)j * np], b->list[j].p, np * sizeof *left);
    return BR_OK;
}

// The hull of what is left of the slide becomes the range of the next.
static br_status store_slide(br_paving *v, const course *c, int which)
{
    br_slide_result *slide = &v->slide[which];
    const br_boxes *b = &c->boxes;
    br_boxes_hull(b, slide->p);
    slide->searched = true;
    slide->moves = false;
    for (int j = 0; j < b->count; j++)
        slide->moves = slide->moves || b->list[j].moves;
    for (int i = 0; i < c->np; i++)
        v->p[i] = c->o->renews[i] ? v->p[i] : slide->p[i];
    note_moment(v, c, which);
    return slide->moves ? note_boxes(v, c) : BR_OK;
}

static br_status one_slide(br_paving *v, course *c, int which, bool *fine)
{
    const br_slide_result *slide = &v->slide[which];
    br_interval p[BR_STICK_PARAMS] = {{0, 0}};
    for (int i = 0; i < c->np; i++)
        p[i] = c->o->renews[i] ? slide->p[i] : v->p[i];
    br_certificate_slide(c->o->certificate, slide->log, slide->first);
    br_status status = br_boxes_begin(&c->boxes, &c->e[slide->log], slide->first, slide->last, p);
    if (status == BR_OK)
        status = bisect_until_fine(v, c, fine);
    if (status != BR_OK)
        return status;
    if (c->boxes.count == 0) {
        v->verdict = BR_INCONSISTENT;
        v->log = slide->log;
        v->row = c->boxes.row;
        return BR_OK;
    }
    return store_slide(v, c, which);
}

// ---------------------------------------------------------------- passes

static br_status one_pass(br_paving *v, course *c, bool *fine)
{
    br_status status = BR_OK;
    *fine = true;
    for (int i = 0; i < v->slides && status == BR_OK && v->verdict == BR_CONSISTENT && !v->stopped; i++) {
        bool settled = false;
        status = one_slide(v, c, c->order[i], &settled);
        *fine = *fine && settled;
        c->taken++;
    }
    return status;
}

// Of those that renew, the hull over the slides that move, or may (none: what is searched).
static void join_renewed(br_paving *v, const course *c)
{
    for (int i = 0; i < c->np; i++) {
        br_interval all = br_interval_empty();
        for (int j = 0; j < v->slides; j++)
            all = v->slide[j].moves ? br_interval_hull(all, v->slide[j].p[i]) : all;
        v->p[i] = !c->o->renews[i] ? v->p[i] : br_interval_is_empty(all) ? c->o->range[i] : all;
    }
}

static void note_widths(br_paving *v, const course *c)
{
    for (int i = 0; i < c->np; i++)
        v->width[v->passes * c->np + i] = br_interval_width(v->p[i]);
    v->passes++;
}

static br_status all_passes(br_paving *v, course *c)
{
    bool fine = false;
    br_status status = BR_OK;
    while (status == BR_OK && v->passes < c->o->passes && v->verdict == BR_CONSISTENT && !v->stopped) {
        status = one_pass(v, c, &fine);
        join_renewed(v, c);
        if (v->verdict == BR_CONSISTENT && !v->stopped)
            note_widths(v, c);
    }
    if (v->verdict == BR_CONSISTENT && (v->stopped || !fine))
        v->verdict = BR_UNCERTAIN;
    return status;
}

br_status br_paving_of(br_paving *v, const br_stick *s, const br_evidence *e, int logs, const br_paving_options *o)
{
    course c = {.e = e, .logs = logs, .o = o, .np = s->np, .boxes = {.s = s, .o = o}};
    *v = (br_paving){.verdict = BR_CONSISTENT};
    if (logs < 1)
        return BR_BAD_USAGE;
    br_forms forms;
    if (o->horizon && br_forms_read(&forms, s) == BR_OK)
        c.boxes.forms = &forms;
    memcpy(v->p, o->range, sizeof v->p);
    br_status status = list_all_slides(v, &c);
    if (status == BR_OK)
        status = all_passes(v, &c);
    v->boxes = c.boxes.tried;
    if (status == BR_OK && o->certificate)
        br_certificate_end(o->certificate, v, o);
    br_boxes_free(&c.boxes);
    free(c.order);
    if (status != BR_OK)
        br_paving_free(v);
    return status;
}

br_status br_paving_make(br_paving *v, const br_stick *s, const br_evidence *e, const br_paving_options *o)
{
    return br_paving_of(v, s, e, 1, o);
}

void br_paving_free(br_paving *v)
{
    free(v->slide);
    free(v->width);
    free(v->moment);
    free(v->left);
    *v = (br_paving){0};
}
