// boxes.c - subpaving of one slide: boxes of parameters, bisection, contraction by its rows. [host]
#include "num/base/fp.h"

#include "bound/search/boxes.h"
#include "bound/search/certificate.h"
#include "num/interval/ball.h"
#include "num/base/require.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum {
    HORIZON = 20,
    COARSER = 4
}; // rows of a slide, at least, for a contraction over all of them; share of the hull that is fine after it
enum { WINDOW = 16 };      // trials under way
enum { FEW = WINDOW / 2 }; // of so few, what is cut is cut again

// ---------------------------------------------------------------- one box

typedef struct fastest {
    double w, u;
} fastest;

static void note_speed(const br_tube *t, br_interval u, fastest *f)
{
    for (int l = BR_FORWARD; l < BR_LABELS; l++) {
        double w = !t->states[l].on ? 0 : l == BR_FORWARD ? t->states[l].w.hi : t->states[l].w.lo;
        if (br_far(w) > br_far(f->w))
            *f = (fastest){w, br_interval_mid(u)};
    }
}

// How far parameter i alone moves the rate at the fastest moment.
static br_status rate_influence(const br_stick *s, const br_trial *b, int i, fastest f, double *by)
{
    br_interval p[BR_STICK_PARAMS];
    br_slide sides[BR_LABELS];
    for (int j = 0; j < s->np; j++) {
        double mid = br_interval_mid(b->p[j]);
        p[j] = j == i ? b->p[j] : br_interval_of(mid, mid);
    }
    br_status status = br_stick_at(s, p, sides);
    if (status != BR_OK)
        return status;
    const br_slide *side = &sides[f.w < 0 ? BR_BACKWARD : BR_FORWARD];
    br_interval push = br_interval_mul(side->k, br_interval_sub(br_interval_of(f.u, f.u), side->c));
    *by = br_interval_width(side->a) * br_far(f.w) + br_interval_width(push);
    return BR_OK;
}

// May what rests at both ends of a step have moved in it? Where the input is a number, what breaks away goes on.
static bool creeps(const br_tube *t, br_interval u)
{
    return !br_interval_is_point(u) && (t->states[BR_FORWARD].on || t->states[BR_BACKWARD].on);
}

// Follows the plant from rest to one side, as long as it can be nothing else.
static void update_phase(const br_tube *t, int row, bool crept, br_phase *phase)
{
    bool rests = t->states[BR_REST].on, fore = t->states[BR_FORWARD].on, back = t->states[BR_BACKWARD].on;
    br_label only = rests + fore + back != 1 ? BR_LABELS : rests ? BR_REST : fore ? BR_FORWARD : BR_BACKWARD;
    if (phase->side == BR_REST && phase->end == row - 1 && only != BR_LABELS) {
        phase->side = only;
        phase->first = only == BR_REST && crept ? row : phase->first;
        phase->begin = only == BR_REST ? row : row - 1;
        phase->end = row;
    } else if (phase->side != BR_REST && phase->end == row - 1 && only == phase->side) {
        phase->end = row;
    }
}

// Prediction and contraction along the slide: does anything of the box agree with its rows?
static br_status try_box(const br_boxes *f, br_trial *b, br_shrinks *done)
{
    const br_evidence *e = f->e;
    br_pace pace;
    br_status status = br_pace_make(&pace, f->s, b->p, e->h);
    if (status != BR_OK)
        return status;
    br_tube t;
    br_carried along;
    status = br_evidence_begin(e, f->first, b->p, &t, &along);
    fastest most = {0};
    br_phase phase = {BR_REST, f->first, f->first, f->first};
    int k = f->first;
    for (; k < f->last && !br_tube_is_empty(&t) && status == BR_OK; k++) {
        br_evidence_step(e, k, &pace, &t, &along);
        bool crept = creeps(&t, e->u[k]);
        status = br_evidence_contract(e, k + 1, b->p, &t, &along);
        note_speed(&t, e->u[k], &most);
        update_phase(&t, k + 1, crept, &phase);
    }
    if (status != BR_OK)
        return status;
    b->alive = !br_tube_is_empty(&t);
    b->moves = most.w != 0;
    b->row = k;
    if (f->forms && b->alive && !b->contracted && phase.end - phase.begin >= HORIZON) {
        status = br_horizon_contract(f->forms, e, &phase, b->p, f->s->np, done, &b->alive);
        b->contracted = done->count > 0; // else the box is too large for it yet, and its halves are tried again
        b->row = b->alive ? b->row : phase.end;
    }
    for (int i = 0; i < f->s->np && b->alive && b->moves && status == BR_OK; i++)
        status = rate_influence(f->s, b, i, most, &b->by[i]);
    return status;
}

// ---------------------------------------------------------------- the list

static br_status append_box(br_boxes *f, const br_trial *b)
{
    if (f->count == f->room) {
        int room = f->room ? 2 * f->room : 256;
        br_trial *list = realloc(f->list, (size_t)room * sizeof *list);
        if (!list)
            return BR_NO_MEMORY;
        f->list = list;
        f->room = room;
    }
    f->list[f->count++] = *b;
    return BR_OK;
}

typedef struct attempt {
    br_trial box;
    br_shrinks done;
    br_interval whole[BR_STICK_PARAMS]; // of the box, before its trial
} attempt;

// A ring, in the order in which they were begun.
typedef struct br_trials {
    const br_boxes *f;
    attempt trial[WINDOW];
    int first, count;
} trials;

static attempt *under_way(const br_boxes *f, int n)
{
    return &f->trials->trial[(f->trials->first + n) % WINDOW];
}

static void try_one(void *of, int i)
{
    trials *r = of;
    attempt *a = &r->trial[i];
    a->done.count = 0;
    a->box.status = try_box(r->f, &a->box, &a->done);
}

static void begin_trial(br_boxes *f, const br_trial *b)
{
    attempt *a = under_way(f, f->trials->count++);
    a->box = *b;
    memcpy(a->whole, b->p, sizeof a->whole);
    br_task task = {try_one, f->trials, (int)(a - f->trials->trial), a, sizeof *a};
    br_crew_offer(&f->o->crew, &task);
}

// Takes in the trial that was begun first: what lives of it is kept.
static br_status end_trial(br_boxes *f)
{
    br_crew_await(&f->o->crew);
    const attempt *a = under_way(f, 0);
    const br_trial *b = &a->box;
    f->trials->first = (f->trials->first + 1) % WINDOW;
    f->trials->count--;
    f->tried++;
    br_certificate_shrink(f->o->certificate, b->box, &a->done);
    if (b->status != BR_OK)
        return b->status;
    if (b->alive)
        return append_box(f, b);
    f->row = b->row > f->row ? b->row : f->row;
    if (a->done.count == 0) // else nothing was left of it
        br_certificate_dead(f->o->certificate, b->box, b->row);
    return BR_OK;
}

br_status br_boxes_finish_trials(br_boxes *f)
{
    br_status status = BR_OK;
    while (f->trials && f->trials->count > 0) {
        br_status one = end_trial(f);
        status = status == BR_OK ? one : status;
    }
    return status;
}

// ---------------------------------------------------------------- cuts

// The box nearest to one end of the hull; -1: there is none.
static int at_face(const br_boxes *f, int face)
{
    int i = face / 2, found = -1;
    for (int j = 0; j < f->count; j++) {
        const br_interval *a = &f->list[j].p[i], *b = &f->list[found < 0 ? j : found].p[i];
        if (found < 0 || (face % 2 ? a->hi > b->hi : a->lo < b->lo))
            found = j;
    }
    return found;
}

// The parameter to cut, where finer cuts are worth it: of what was contracted over the horizon they take little away; -1: all are fine. What never moves agrees as a whole, and so would its halves.
static int choose_cut(const br_boxes *f, const br_trial *b, const br_interval *hull)
{
    int cut = -1;
    for (int i = 0; i < f->s->np && b->moves; i++) {
        double width = br_interval_width(b->p[i]), fine = b->contracted ? COARSER * f->o->fine : f->o->fine;
        if (!(width > fine * br_interval_width(hull[i])) || width <= 4 * DBL_EPSILON * br_interval_mag(b->p[i]))
            continue;
        if (cut < 0 || b->by[i] > b->by[cut])
            cut = i;
    }
    return cut;
}

// Bisection: one half takes the place of the whole, the other goes to *other.
static void halve(br_boxes *f, br_trial *whole, int i, br_trial *other)
{
    double mid = br_interval_mid(whole->p[i]);
    br_certificate_cut(f->o->certificate, whole->box, i, mid);
    whole->by[i] /= 2;
    *other = *whole;
    whole->p[i].hi = other->p[i].lo = mid;
    whole->box = f->made++;
    other->box = f->made++;
}

// How many more trials may be begun now.
static int spare_trials(const br_boxes *f)
{
    int free = WINDOW - f->trials->count;
    long left = f->most - f->tried - f->trials->count;
    return left < free ? (int)left : free;
}

// Bisects a box, and where few trials are under way, its pieces again; all of them are tried.
static void cut_box(br_boxes *f, br_trial whole, const br_interval *hull)
{
    br_trial piece[WINDOW] = {whole};
    int count = 1, before = 0;
    while (count > before && (before == 0 || (f->trials->count + count <= FEW && 2 * count <= spare_trials(f)))) {
        before = count;
        for (int j = 0; j < before; j++) {
            int cut = choose_cut(f, &piece[j], hull);
            if (cut >= 0)
                halve(f, &piece[j], cut, &piece[count++]);
        }
    }
    for (int j = 0; j < count; j++)
        begin_trial(f, &piece[j]);
}

// The box nearest to the next end of the hull where a cut is worth it; -1: it is at none.
static int worth_cutting(const br_boxes *f, const br_interval *hull, int *face)
{
    for (int n = 0; n < 2 * f->s->np; n++) {
        *face = (f->face + n) % (2 * f->s->np);
        int at = at_face(f, *face);
        if (at >= 0 && choose_cut(f, &f->list[at], hull) >= 0)
            return at;
    }
    return -1;
}

// Cuts it. False: there is none.
static bool cut_next(br_boxes *f)
{
    br_interval hull[BR_STICK_PARAMS];
    br_boxes_hull(f, hull);
    int face, at = worth_cutting(f, hull, &face);
    if (at < 0)
        return false;
    br_trial whole = f->list[at];
    f->list[at] = f->list[--f->count];
    f->face = (face + 1) % (2 * f->s->np);
    cut_box(f, whole, hull);
    return true;
}

br_status br_boxes_bisect(br_boxes *f, bool *ended, bool *fine)
{
    while (spare_trials(f) >= 2 && cut_next(f))
        ;
    *ended = f->trials->count == 0;
    if (!*ended)
        return end_trial(f);
    br_interval hull[BR_STICK_PARAMS];
    int face;
    br_boxes_hull(f, hull);
    *fine = worth_cutting(f, hull, &face) < 0;
    return BR_OK;
}

br_status br_boxes_begin(br_boxes *f, const br_evidence *e, int first, int last, const br_interval *p)
{
    BR_REQUIRE(first >= 0 && first < last && last < e->rows);
    trials *r = f->trials ? f->trials : malloc(sizeof *r);
    if (!r)
        return BR_NO_MEMORY;
    f->trials = r;
    r->f = f;
    r->first = r->count = 0;
    f->e = e;
    f->first = first;
    f->last = last;
    f->count = f->row = f->face = 0;
    f->most = f->tried + f->o->boxes;
    f->made = 1;
    br_trial whole = {0};
    memcpy(whole.p, p, sizeof whole.p);
    begin_trial(f, &whole);
    return end_trial(f);
}

int br_boxes_left(const br_boxes *f)
{
    return f->count + (f->trials ? f->trials->count : 0);
}

void br_boxes_hull(const br_boxes *f, br_interval *p)
{
    for (int i = 0; i < f->s->np; i++) {
        p[i] = br_interval_empty();
        for (int j = 0; j < f->count; j++)
            p[i] = br_interval_hull(p[i], f->list[j].p[i]);
        for (int j = 0; f->trials && j < f->trials->count; j++)
            p[i] = br_interval_hull(p[i], under_way(f, j)->whole[i]);
    }
}

void br_boxes_free(br_boxes *f)
{
    free(f->trials);
    free(f->list);
}
