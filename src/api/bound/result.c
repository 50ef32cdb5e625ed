// result.c - guaranteed bounds in a program: what was found.               [host]
#include "num/base/fp.h"

#include "api/bound/handle.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_paving *paving_of(const br_bound *b)
{
    return b && b->stick && b->stick->has_found ? &b->stick->answer.found : NULL;
}

static const br_members *members_of(const br_bound *b)
{
    return b && b->set && b->set->has_found ? &b->set->found : NULL;
}

br_bound_outcome br_bound_outcome_of(const br_bound *b)
{
    const br_paving *v = paving_of(b);
    const br_members *s = members_of(b);
    if (!v && !s)
        return BR_BOUND_NONE;
    if (v ? v->verdict == BR_INCONSISTENT : s->count == 0)
        return BR_BOUND_INCONSISTENT;
    if (v ? v->stopped : s->stopped)
        return BR_BOUND_STOPPED;
    return (v ? v->verdict == BR_CONSISTENT : s->inner > 0) ? BR_BOUND_BOUNDED : BR_BOUND_UNDECIDED;
}

static const char *text_of(const br_buffer *b)
{
    return b->text ? b->text : "";
}

const char *br_bound_statement(const br_bound *b)
{
    return b ? text_of(&b->statement) : NULL;
}

const char *br_bound_notes(const br_bound *b)
{
    return b ? text_of(&b->notes) : NULL;
}

const char *br_bound_note(const br_bound *b, br_bound_note_of what)
{
    return !b ? NULL : (int)what >= 0 && what <= BR_BOUND_NOTE_CERTIFICATE ? text_of(&b->note[what]) : "";
}

// ---------------------------------------------------------------- intervals

int br_bound_parameters(const br_bound *b)
{
    const br_members *s = members_of(b);
    return !b ? 0 : b->stick ? b->stick->answer.np : s ? s->dims : 0;
}

static void put_ends(br_interval p, double *low, double *high)
{
    *low = p.lo;
    *high = p.hi;
}

static void describe_stick(const br_bounding *w, int i, bool found, br_bound_interval *to)
{
    const br_bound_answer *a = &w->answer;
    snprintf(to->name, sizeof to->name, "%s", a->name[i]);
    snprintf(to->unit, sizeof to->unit, "%s", a->unit[i]);
    put_ends(a->searched[i], &to->range_low, &to->range_high);
    to->renews = a->renews[i];
    if (found)
        put_ends(a->found.p[i], &to->low, &to->high);
}

int br_bound_end(const br_bound *b, int i, double end, char text[32])
{
    if (!text || i < 0 || i >= br_bound_parameters(b))
        return -1;
    _Static_assert((int)BR_NUMBER_SIZE <= 32, "a number has room");
    br_interval range = b->stick ? b->stick->answer.range[i] : br_bound_set_range(b->set, i);
    br_bound_end_text(text, range, end);
    return end == range.lo || end == range.hi;
}

// The hull of the boxes that are inside: its ends are ends of such boxes.
static br_interval inner_hull(const br_members *s, int i)
{
    br_interval all = br_interval_empty();
    for (long k = 0; k < s->count; k++)
        if (s->inside[k])
            all = br_interval_hull(all, s->box[(size_t)k * (size_t)s->dims + (size_t)i]);
    return all;
}

static void describe_set(const br_bound_set *w, int i, bool found, br_bound_interval *to)
{
    char name[BR_BOUND_DIMENSION_SIZE];
    const char *unit;
    br_bound_set_name(w, i, name, &unit);
    snprintf(to->name, sizeof to->name, "%s", name);
    snprintf(to->unit, sizeof to->unit, "%s", unit);
    put_ends(br_bound_set_range(w, i), &to->range_low, &to->range_high);
    br_interval inner = inner_hull(&w->found, i);
    if (found)
        put_ends(w->found.hull[i], &to->low, &to->high);
    if (found && !br_interval_is_empty(inner))
        put_ends(inner, &to->inner_low, &to->inner_high);
}

br_status br_bound_interval_at(const br_bound *b, int i, br_bound_interval *interval)
{
    if (!interval || interval->size != sizeof *interval || i < 0 || i >= br_bound_parameters(b))
        return BR_BAD_USAGE;
    const double none = (double)NAN;
    br_bound_outcome outcome = br_bound_outcome_of(b);
    bool found = outcome != BR_BOUND_NONE && outcome != BR_BOUND_INCONSISTENT;
    *interval =
        (br_bound_interval){.size = sizeof *interval, .low = none, .high = none, .inner_low = none, .inner_high = none};
    if (b->stick)
        describe_stick(b->stick, i, found, interval);
    if (b->now && i < b->now->np)
        put_ends(b->now->p[i], &interval->low, &interval->high);
    if (b->set)
        describe_set(b->set, i, found, interval);
    return BR_OK;
}

const char *br_bound_sliced(const br_bound *b)
{
    return !b ? NULL : b->stick ? b->stick->answer.sliced : "";
}

// ---------------------------------------------------------------- boxes and slides

static int count_logs(const br_bound *b)
{
    return b->stick ? b->stick->answer.logs : b->logs; // merged ones have no logs of their own
}

static long long count_rows(const br_bound *b)
{
    long long rows = 0;
    for (int i = 0; i < count_logs(b); i++)
        rows += b->stick ? b->stick->answer.log[i].rows : b->log[i]->rows;
    return rows;
}

br_status br_bound_log_at(const br_bound *b, int i, br_bound_log_of *log)
{
    if (!b || i < 0 || i >= count_logs(b) || !log || log->size != sizeof *log)
        return BR_BAD_USAGE;
    if (b->set)
        *log = (br_bound_log_of){sizeof *log, b->log[i]->name, b->log[i]->rows, (double)NAN};
    else
        *log = (br_bound_log_of){sizeof *log, b->stick->answer.log[i].name, b->stick->answer.log[i].rows,
                                 b->stick->answer.log[i].h};
    return BR_OK;
}

long long br_bound_count(const br_bound *b, br_bound_count_of what)
{
    const br_paving *v = paving_of(b);
    const br_members *s = members_of(b);
    switch (what) {
    case BR_BOUND_LOGS_READ: return b ? count_logs(b) : 0;
    case BR_BOUND_ROWS: return b ? count_rows(b) : 0;
    case BR_BOUND_PASSES: return v ? v->passes : s != NULL;
    case BR_BOUND_BOXES: return v ? v->boxes : s ? s->examined : b ? b->boxes_now : 0;
    case BR_BOUND_BOXES_LEFT: return v ? v->lefts : s ? s->count : 0;
    case BR_BOUND_SLIDES: return v ? v->slides : 0;
    case BR_BOUND_MOMENTS: return v ? v->moments : 0;
    case BR_BOUND_PAPER_ROWS: return v && b->stick->answer.has_paper ? b->stick->answer.paper.traced : 0;
    case BR_BOUND_SLAB: return b && b->stick ? b->stick->answer.part : 0;
    case BR_BOUND_SLABS: return b && b->stick ? b->stick->answer.of : 0;
    }
    return 0;
}

long long br_bound_died(const br_bound *b, int *log)
{
    const br_paving *v = paving_of(b);
    if (log)
        *log = -1;
    if (br_bound_outcome_of(b) != BR_BOUND_INCONSISTENT)
        return -1;
    if (log)
        *log = v ? v->log : 0;
    return v ? v->row : members_of(b)->died;
}

int br_bound_box_at(const br_bound *b, long long i, double *low, double *high)
{
    const br_paving *v = paving_of(b);
    const br_members *s = members_of(b);
    if (!low || !high || i < 0 || i >= br_bound_count(b, BR_BOUND_BOXES_LEFT))
        return -1;
    size_t np = (size_t)br_bound_parameters(b);
    const br_interval *box = (v ? v->left : s->box) + (size_t)i * np;
    for (size_t k = 0; k < np; k++)
        put_ends(box[k], &low[k], &high[k]);
    return s ? s->inside[i] : 0;
}

static br_status put_all(const br_bound *b, const br_interval *p, double *low, double *high)
{
    for (int k = 0; k < br_bound_parameters(b); k++)
        put_ends(p[k], &low[k], &high[k]);
    return BR_OK;
}

br_status br_bound_moment_at(const br_bound *b, long long i, double *low, double *high)
{
    if (!low || !high || i < 0 || i >= br_bound_count(b, BR_BOUND_MOMENTS))
        return BR_BAD_USAGE;
    return put_all(b, paving_of(b)->moment[i].p, low, high);
}

br_status br_bound_paper_row_at(const br_bound *b, long long i, double *low, double *high)
{
    if (!low || !high || i < 0 || i >= br_bound_count(b, BR_BOUND_PAPER_ROWS))
        return BR_BAD_USAGE;
    return put_all(b, b->stick->answer.paper.trace + (size_t)i * (size_t)b->stick->answer.np, low, high);
}

double br_bound_share(const br_bound *b, int inner)
{
    const br_members *s = members_of(b);
    return !s ? (double)NAN : inner ? s->inner : s->outer;
}

br_status br_bound_slide_at(const br_bound *b, int i, br_bound_slide *slide, double *low, double *high)
{
    const br_paving *v = paving_of(b);
    if (!v || !slide || slide->size != sizeof *slide || i < 0 || i >= v->slides)
        return BR_BAD_USAGE;
    const br_slide_result *s = &v->slide[i];
    *slide = (br_bound_slide){.size = sizeof *slide,
                              .log = s->log,
                              .first = s->first,
                              .last = s->last,
                              .moves = s->moves,
                              .searched = s->searched};
    for (int k = 0; k < b->stick->answer.np; k++) {
        if (low)
            low[k] = s->p[k].lo;
        if (high)
            high[k] = s->p[k].hi;
    }
    return BR_OK;
}

void br_bound_slide_name(const br_bound *b, int i, char name[80])
{
    _Static_assert((int)BR_BOUND_SLIDE_SIZE == 80, "a name has room");
    if (!name)
        return;
    name[0] = 0;
    if (i >= 0 && i < br_bound_count(b, BR_BOUND_SLIDES))
        br_bound_name_slide(name, &b->stick->answer, i);
}

br_status br_bound_tube_of(const br_bound *b, int i, br_bound_tube *tube)
{
    bool there = i >= 0 && i < br_bound_count(b, BR_BOUND_SLIDES) && b->logs > 0; // merged slabs have no rows
    if (!there || !tube || tube->size != sizeof *tube || !tube->t || !tube->predicted || !tube->measured || !tube->both)
        return BR_BAD_USAGE;
    return br_bounding_tube(b->stick, i, tube);
}

br_status br_bound_paper_of(const br_bound *b, br_bound_paper *paper, double *low, double *high)
{
    if (!b || !paper || paper->size != sizeof *paper || !b->stick || !b->stick->answer.has_paper)
        return BR_BAD_USAGE;
    const br_paper *v = &b->stick->answer.paper;
    bool none = v->verdict == BR_INCONSISTENT;
    *paper = (br_bound_paper){.size = sizeof *paper,
                              .outcome = none                         ? BR_BOUND_INCONSISTENT
                                         : v->verdict == BR_UNCERTAIN ? BR_BOUND_STOPPED
                                                                      : BR_BOUND_BOUNDED,
                              .boxes = v->boxes,
                              .passes = v->passes,
                              .log = none ? v->log : -1,
                              .row = none ? v->row : -1};
    for (int k = 0; k < b->stick->answer.np; k++) {
        if (low)
            low[k] = none ? (double)NAN : v->p[k].lo;
        if (high)
            high[k] = none ? (double)NAN : v->p[k].hi;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- the certificate

const char *br_bound_certificate(const br_bound *b, size_t *size)
{
    const br_paving *v = paving_of(b);
    if (!v || !b->certified || b->stick->certificate.text.status != BR_OK)
        return NULL;
    const br_buffer *text = &b->stick->certificate.text;
    if (size)
        *size = text->size;
    return text->text;
}

br_status br_bound_write_certificate(const br_bound *b, const char *path, br_diag *why)
{
    size_t size = 0;
    const char *text = br_bound_certificate(b, &size);
    if (!text || !path)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_bound_write_certificate: a path and bounds with a certificate are needed; see "
                            "br_bound_options");
    return br_said(br_file_write(path, text, size, true, why), why);
}
