// verify.c - replays the steps of a certificate, one by one.                      [host]
#include "num/base/fp.h"

#include "bound/verify/verify.h"
#include "num/base/probe.h"
#include "num/base/require.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct box {
    br_interval p[BR_VERIFY_PARAMS];
    bool left;
} box;

typedef struct checking {
    br_verified *v;
    br_verify_reader r;
    br_verify_slide *slide; // NULL: none has begun
    box *boxes;             // of this slide, by number
    int count, room, left;
    bool (*go_on)(void *context, double share); // NULL: always
    void *context;
} checking;

static br_status refuse(const checking *c, br_status status, const char *message)
{
    return br_verify_refuse(&c->r, status, message);
}

// ---------------------------------------------------------------- boxes

static br_status add_box(checking *c, const br_interval *p)
{
    if (c->count == c->room) {
        int room = c->room ? 2 * c->room : 256;
        box *boxes = c->room < INT_MAX / 2 ? realloc(c->boxes, (size_t)room * sizeof *boxes) : NULL;
        if (!boxes)
            return BR_NO_MEMORY;
        c->boxes = boxes;
        c->room = room;
    }
    memcpy(c->boxes[c->count].p, p, sizeof c->boxes->p);
    c->boxes[c->count++].left = true;
    c->left++;
    return BR_OK;
}

// The number of a box that is left.
static br_status read_box(checking *c, int *at)
{
    br_status status = c->slide ? BR_OK : refuse(c, BR_BAD_DATA, "a step before the first slide");
    if (status == BR_OK)
        status = br_verify_count(&c->r, c->count - 1, at);
    if (status == BR_OK && !c->boxes[*at].left)
        return refuse(c, BR_BAD_DATA, "this box is cut or dead already");
    return status;
}

static void drop_box(checking *c, int at)
{
    BR_REQUIRE(at >= 0 && at < c->count && c->boxes[at].left);
    c->boxes[at].left = false;
    c->left--;
}

// ---------------------------------------------------------------- steps

// What is left of a slide is what is known after it.
static br_status end_slide(checking *c)
{
    br_verified *v = c->v;
    if (!c->slide)
        return BR_OK;
    if (c->left == 0) {
        v->inconsistent = true;
        return BR_OK;
    }
    for (int i = 0; i < v->np; i++) {
        br_interval all = br_interval_empty();
        for (int j = 0; j < c->count; j++)
            all = c->boxes[j].left ? br_interval_hull(all, c->boxes[j].p[i]) : all;
        c->slide->p[i] = all;
        v->p[i] = v->renews[i] ? v->p[i] : all;
    }
    return BR_OK;
}

static br_status step_slide(checking *c)
{
    br_verified *v = c->v;
    int log = 0, first = 0;
    br_interval p[BR_VERIFY_PARAMS] = {{0, 0}};
    br_status status = end_slide(c);
    if (status == BR_OK)
        status = br_verify_count(&c->r, v->logs - 1, &log);
    if (status == BR_OK)
        status = br_verify_count(&c->r, INT_MAX, &first);
    if (status != BR_OK)
        return status;
    c->slide = NULL;
    for (int i = 0; i < v->slides; i++)
        if (v->slide[i].log == log && v->slide[i].first == first)
            c->slide = &v->slide[i];
    if (!c->slide)
        return refuse(c, BR_BAD_DATA, "no slide starts there");
    for (int i = 0; i < v->np; i++)
        p[i] = v->renews[i] ? c->slide->p[i] : v->p[i];
    c->count = c->left = 0;
    return add_box(c, p);
}

static br_status step_cut(checking *c)
{
    int at = 0, i = 0;
    double where = 0;
    br_status status = read_box(c, &at);
    if (status == BR_OK)
        status = br_verify_count(&c->r, c->v->np - 1, &i);
    if (status == BR_OK)
        status = br_verify_number(&c->r, &where);
    if (status != BR_OK)
        return status;
    box low = c->boxes[at], high = low;
    if (!br_interval_has(low.p[i], where))
        return refuse(c, BR_BAD_DATA, "the cut is outside the box");
    low.p[i].hi = high.p[i].lo = where;
    drop_box(c, at);
    c->v->cuts++;
    status = add_box(c, low.p);
    return status == BR_OK ? add_box(c, high.p) : status;
}

static br_status step_dead(checking *c)
{
    int at = 0, row = 0;
    br_status status = read_box(c, &at);
    if (status == BR_OK)
        status = br_verify_count(&c->r, INT_MAX, &row);
    if (status != BR_OK)
        return status;
    if (!br_verify_dies(c->v, c->slide, c->boxes[at].p, row))
        return refuse(c, BR_NEGATIVE, "not proved: this box may explain the rows up to the one named");
    drop_box(c, at);
    c->v->dead++;
    return BR_OK;
}

// "bound 0 hi 5.1 2 300 above 4.2e-3 400 below 3.9e-3"
static br_status read_bound(checking *c, br_verify_bound *b)
{
    char word[16];
    br_verify_reader *r = &c->r;
    if (!br_verify_word(r, word, sizeof word) || strcmp(word, "bound") != 0)
        return refuse(c, BR_BAD_DATA, "'bound' is missing");
    br_status status = br_verify_count(r, c->v->np - 1, &b->parameter);
    if (status == BR_OK &&
        (!br_verify_word(r, word, sizeof word) || (strcmp(word, "lo") != 0 && strcmp(word, "hi") != 0)))
        return refuse(c, BR_BAD_DATA, "'lo' or 'hi' is missing");
    b->upper = word[0] == 'h';
    if (status == BR_OK)
        status = br_verify_number(r, &b->to);
    if (status == BR_OK)
        status = br_verify_count(r, BR_VERIFY_ROWS, &b->rows);
    for (int i = 0; i < b->rows && status == BR_OK; i++) {
        status = br_verify_count(r, INT_MAX, &b->row[i]);
        if (status == BR_OK &&
            (!br_verify_word(r, word, sizeof word) || (strcmp(word, "above") != 0 && strcmp(word, "below") != 0)))
            return refuse(c, BR_BAD_DATA, "'above' or 'below' is missing");
        b->above[i] = word[0] == 'a';
        if (status == BR_OK)
            status = br_verify_number(r, &b->weight[i]);
    }
    return status;
}

// Bounds that each stand on the whole box; what they leave of it takes its place.
static br_status step_shrink(checking *c)
{
    int at = 0, bounds = 0;
    br_status status = read_box(c, &at);
    if (status == BR_OK)
        status = br_verify_count(&c->r, 1000, &bounds);
    if (status != BR_OK)
        return status;
    box left = c->boxes[at];
    for (int i = 0; i < bounds; i++) {
        br_verify_bound b = {0};
        if (!br_verify_line(&c->r))
            return refuse(c, BR_BAD_DATA, "the line does not end where it should");
        status = read_bound(c, &b);
        if (status != BR_OK)
            return status;
        if (!br_verify_bounded(c->v, c->slide, c->boxes[at].p, &b))
            return refuse(c, BR_NEGATIVE, "not proved: the rows with these weights do not bound the parameter so far");
        br_interval *p = &left.p[b.parameter], before = *p;
        p->lo = !b.upper && b.to > p->lo ? b.to : p->lo;
        p->hi = b.upper && b.to < p->hi ? b.to : p->hi;
        c->v->bounds += p->lo > before.lo || p->hi < before.hi;
    }
    c->boxes[at] = left;
    for (int i = 0; i < c->v->np && c->boxes[at].left; i++)
        if (!(left.p[i].lo <= left.p[i].hi))
            drop_box(c, at);
    return BR_OK;
}

// ---------------------------------------------------------------- results

static br_status check_claim(checking *c, br_interval proved)
{
    double lo = 0, hi = 0;
    br_status status = br_verify_number(&c->r, &lo);
    if (status == BR_OK)
        status = br_verify_number(&c->r, &hi);
    if (status == BR_OK && !br_interval_subset(proved, br_interval_of(lo, hi)))
        return refuse(c, BR_NEGATIVE, "not proved: the boxes that are left reach beyond this interval");
    return status;
}

static br_status step_result(checking *c)
{
    int i = 0;
    br_status status = br_verify_parameter(&c->r, c->v, &i);
    return status == BR_OK ? check_claim(c, c->v->p[i]) : status;
}

static br_status step_slide_result(checking *c)
{
    int log = 0, first = 0, i = 0;
    br_status status = br_verify_count(&c->r, c->v->logs - 1, &log);
    if (status == BR_OK)
        status = br_verify_count(&c->r, INT_MAX, &first);
    if (status == BR_OK)
        status = br_verify_parameter(&c->r, c->v, &i);
    for (int n = 0; n < c->v->slides && status == BR_OK; n++)
        if (c->v->slide[n].log == log && c->v->slide[n].first == first)
            return check_claim(c, c->v->slide[n].p[i]);
    return status == BR_OK ? refuse(c, BR_BAD_DATA, "no slide starts there") : status;
}

static br_status step_verdict(checking *c, bool *ended)
{
    char word[32];
    br_status status = end_slide(c);
    if (status != BR_OK)
        return status;
    *ended = true;
    if (!br_verify_word(&c->r, word, sizeof word))
        return refuse(c, BR_BAD_DATA, "the verdict is missing");
    bool claimed = strcmp(word, "inconsistent") == 0;
    if (claimed && !c->v->inconsistent)
        return refuse(c, BR_NEGATIVE, "not proved: boxes are left");
    if (!claimed && strcmp(word, "consistent") != 0 && strcmp(word, "undecided") != 0)
        return refuse(c, BR_BAD_DATA, "this is no verdict");
    return BR_OK;
}

static br_status one_step(checking *c, bool *ended)
{
    static const struct {
        const char *word;
        br_status (*step)(checking *c);
        bool after; // the verdict
    } steps[] = {{"slide", step_slide, false},   {"cut", step_cut, false},
                 {"shrink", step_shrink, false}, {"dead", step_dead, false},
                 {"result", step_result, true},  {"slide-result", step_slide_result, true}};
    char word[32];
    if (!br_verify_word(&c->r, word, sizeof word))
        return refuse(c, BR_BAD_DATA, "a step is missing");
    if (strcmp(word, "verdict") == 0 && !*ended)
        return step_verdict(c, ended);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(word, steps[i].word) == 0 && steps[i].after == *ended)
            return steps[i].step(c);
    return refuse(c, BR_BAD_DATA, "no such step here");
}

static br_status keep_going(checking *c)
{
    c->v->stopped = c->go_on && !c->go_on(c->context, (double)(c->r.at - c->r.text) / (double)(c->r.end - c->r.text));
    return c->v->stopped ? refuse(c, BR_NEGATIVE, "stopped before all was checked") : BR_OK;
}

static br_status all_steps(checking *c)
{
    bool ended = false;
    br_status status = BR_OK;
    while (status == BR_OK && c->r.at < c->r.end) {
        status = keep_going(c);
        if (status == BR_OK)
            status = one_step(c, &ended);
        if (status == BR_OK && !br_verify_line(&c->r))
            status = refuse(c, BR_BAD_DATA, "the line does not end where it should");
    }
    if (status == BR_OK && !ended)
        status = refuse(c, BR_BAD_DATA, "the certificate is cut short: 'verdict' is missing");
    return status;
}

br_status br_verify_watched(br_verified *v, const char *text, size_t size, const char *name,
                            bool (*go_on)(void *context, double share), void *context, br_diag *why)
{
    checking c = {.v = v,
                  .r = {.text = text, .at = text, .end = text + size, .name = name, .line = 1, .why = why},
                  .go_on = go_on,
                  .context = context};
    memset(v, 0, sizeof *v);
    br_status status = br_fp_probe();
    if (status == BR_OK)
        status = br_verify_problem(v, &c.r);
    if (status == BR_OK)
        status = all_steps(&c);
    free(c.boxes);
    return status;
}

br_status br_verify(br_verified *v, const char *text, size_t size, const char *name, br_diag *why)
{
    return br_verify_watched(v, text, size, name, NULL, NULL, why);
}

bool br_verified_proves(const br_verified *v)
{
    return v->dead > 0 || v->bounds > 0;
}

void br_verified_free(br_verified *v)
{
    for (int i = 0; i < v->logs; i++) {
        free(v->log[i].u);
        free(v->log[i].q);
        free(v->log[i].rests);
    }
    free(v->log);
    free(v->slide);
    memset(v, 0, sizeof *v);
}
