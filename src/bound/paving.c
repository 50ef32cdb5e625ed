// paving.c - boxes of parameters against a log.                                 [host]
#include "num/fp.h"

#include "bound/paving.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

typedef struct box {
    br_interval p[BR_STICK_PARAMS];
    double w, u; // at its fastest
} box;

typedef struct search {
    const br_stick *s;
    const br_evidence *e;
    const br_paving_options *o;
    int np;
    const br_slide_result *slide;
    box *list;
    int count, room;
    long tried;
    int row; // the last at which a box died
} search;

br_paving_options br_paving_defaults(void)
{
    return (br_paving_options){.passes = 3, .boxes = 4000, .fine = 1.0 / 16};
}

// ---------------------------------------------------------------- one box

// Does anything of the box agree with the slide? Notes its fastest moment.
static br_status try_box(search *f, box *b, bool *alive)
{
    const br_evidence *e = f->e;
    br_pace pace;
    br_status status = br_pace_make(&pace, f->s, b->p, e->h);
    if (status != BR_OK)
        return status;
    br_tube t = br_tube_at_rest(e->q[f->slide->first]);
    b->w = b->u = 0;
    f->tried++;
    int k = f->slide->first;
    for (; k < f->slide->last && !br_tube_is_empty(&t); k++) {
        br_corner_step(&pace, e->u[k], &t);
        br_tube_measure(&t, e->q[k + 1]);
        if (e->stands && e->stands[k + 1])
            br_tube_stand(&t);
        for (int l = BR_FORWARD; l < BR_LABELS; l++) {
            double w = t.states[l].on ? br_interval_mag(t.states[l].w) : 0;
            if (w > (b->w < 0 ? -b->w : b->w)) {
                b->w = l == BR_FORWARD ? w : -w;
                b->u = br_interval_mid(e->u[k]);
            }
        }
    }
    *alive = !br_tube_is_empty(&t);
    if (!*alive && k > f->row)
        f->row = k;
    return BR_OK;
}

// How far parameter i alone moves the rate at the fastest moment.
static br_status influence(const search *f, const box *b, int i, double *by)
{
    br_interval p[BR_STICK_PARAMS];
    br_slide side[BR_LABELS];
    for (int j = 0; j < f->np; j++) {
        double mid = br_interval_mid(b->p[j]);
        p[j] = j == i ? b->p[j] : br_interval_of(mid, mid);
    }
    br_status status = br_stick_at(f->s, p, side);
    const br_slide *s = &side[b->w < 0 ? BR_BACKWARD : BR_FORWARD];
    *by = status != BR_OK
              ? 0
              : br_interval_width(s->a) * (b->w < 0 ? -b->w : b->w) +
                    br_interval_width(br_interval_mul(s->k, br_interval_sub(br_interval_of(b->u, b->u), s->c)));
    return status;
}

static double hull_width(const search *f, int i)
{
    br_interval all = f->list[0].p[i];
    for (int j = 1; j < f->count; j++) {
        const br_interval *a = &f->list[j].p[i];
        all = (br_interval){a->lo < all.lo ? a->lo : all.lo, a->hi > all.hi ? a->hi : all.hi};
    }
    return all.hi - all.lo;
}

// The parameter to cut; -1: all are fine. What never moves agrees as a whole, and so would its halves.
static br_status choose_cut(const search *f, const box *b, int *cut)
{
    double most = 0;
    *cut = -1;
    for (int i = 0; i < f->np && b->w != 0; i++) {
        double by, width = br_interval_width(b->p[i]);
        if (!(width > f->o->fine * hull_width(f, i)) || width <= 4 * DBL_EPSILON * br_interval_mag(b->p[i]))
            continue;
        br_status status = influence(f, b, i, &by);
        if (status != BR_OK)
            return status;
        if (*cut < 0 || by > most) {
            *cut = i;
            most = by;
        }
    }
    return BR_OK;
}

// ---------------------------------------------------------------- the list

static br_status keep(search *f, const box *b)
{
    if (f->count == f->room) {
        int room = f->room ? 2 * f->room : 256;
        box *list = realloc(f->list, (size_t)room * sizeof *list);
        if (!list)
            return BR_NO_MEMORY;
        f->list = list;
        f->room = room;
    }
    f->list[f->count++] = *b;
    return BR_OK;
}

static br_status keep_alive(search *f, box *b)
{
    bool alive;
    br_status status = try_box(f, b, &alive);
    return status == BR_OK && alive ? keep(f, b) : status;
}

// The box that holds one end of the hull.
static int at_face(const search *f, int face)
{
    int i = face / 2, found = 0;
    for (int j = 1; j < f->count; j++) {
        const br_interval *a = &f->list[j].p[i], *b = &f->list[found].p[i];
        found = (face % 2 ? a->hi > b->hi : a->lo < b->lo) ? j : found;
    }
    return found;
}

static br_status cut_box(search *f, int at, int i)
{
    box whole = f->list[at], low = whole, high = whole;
    double mid = br_interval_mid(whole.p[i]);
    low.p[i].hi = high.p[i].lo = mid;
    f->list[at] = f->list[--f->count];
    br_status status = keep_alive(f, &low);
    return status == BR_OK ? keep_alive(f, &high) : status;
}

// Cuts the boxes at the faces of the hull in turn, until they are fine or the boxes are used up.
static br_status refine(search *f, bool *fine)
{
    long most = f->tried + f->o->boxes;
    int settled = 0;
    br_status status = BR_OK;
    for (int face = 0; status == BR_OK && f->count > 0 && settled < 2 * f->np && f->tried < most;
         face = (face + 1) % (2 * f->np)) {
        int at = at_face(f, face), cut;
        status = choose_cut(f, &f->list[at], &cut);
        settled = cut < 0 ? settled + 1 : 0;
        if (status == BR_OK && cut >= 0)
            status = cut_box(f, at, cut);
    }
    *fine = settled >= 2 * f->np;
    return status;
}

static void hull(const search *f, br_interval *p)
{
    for (int i = 0; i < f->np; i++) {
        p[i] = br_interval_empty();
        for (int j = 0; j < f->count; j++)
            p[i] = br_interval_hull(p[i], f->list[j].p[i]);
    }
}

// ---------------------------------------------------------------- slides and passes

static bool stands_at(const br_evidence *e, int row)
{
    return row == 0 || (e->stands && e->stands[row]);
}

static bool slide_begins(const br_evidence *e, int row)
{
    return row == 0 || (stands_at(e, row) && !stands_at(e, row - 1));
}

static br_status lay_slides(br_paving *v, const search *f)
{
    const br_evidence *e = f->e;
    int count = 0;
    for (int k = 0; k < e->rows - 1; k++)
        count += slide_begins(e, k);
    v->slide = calloc((size_t)count + 1, sizeof *v->slide);
    v->width = calloc((size_t)f->o->passes * (size_t)f->np + 1, sizeof *v->width);
    if (!v->slide || !v->width)
        return BR_NO_MEMORY;
    for (int k = 0; k < e->rows - 1; k++)
        if (slide_begins(e, k)) {
            v->slide[v->slides].first = k;
            memcpy(v->slide[v->slides++].p, f->o->range, sizeof f->o->range);
        }
    for (int i = 0; i < count; i++)
        v->slide[i].last = i + 1 < count ? v->slide[i + 1].first : e->rows - 1;
    return BR_OK;
}

// One slide from what is known so far; what it leaves becomes what is known.
static br_status one_slide(br_paving *v, search *f, br_slide_result *slide, bool *fine)
{
    box all;
    for (int i = 0; i < f->np; i++)
        all.p[i] = f->o->renews[i] ? slide->p[i] : v->p[i];
    f->slide = slide;
    f->count = f->row = 0;
    br_status status = keep_alive(f, &all);
    if (status == BR_OK)
        status = refine(f, fine);
    if (status != BR_OK)
        return status;
    if (f->count == 0) {
        v->verdict = BR_INCONSISTENT;
        v->row = f->row;
        return BR_OK;
    }
    hull(f, slide->p);
    slide->moves = false;
    for (int j = 0; j < f->count; j++)
        slide->moves = slide->moves || f->list[j].w != 0;
    for (int i = 0; i < f->np; i++)
        v->p[i] = f->o->renews[i] ? v->p[i] : slide->p[i];
    return BR_OK;
}

static br_status one_pass(br_paving *v, search *f, bool *fine)
{
    const br_paving_options *o = f->o;
    br_status status = BR_OK;
    *fine = true;
    for (int i = 0; i < v->slides && status == BR_OK && v->verdict == BR_CONSISTENT; i++) {
        bool settled = false;
        double share = (v->passes + (double)(i + 1) / v->slides) / o->passes;
        status = one_slide(v, f, &v->slide[i], &settled);
        *fine = *fine && settled;
        if (status == BR_OK && v->verdict == BR_CONSISTENT && o->go_on && !o->go_on(o->context, share, v->p))
            v->verdict = BR_UNCERTAIN;
    }
    return status;
}

// Of those that renew, the hull over the slides that move (none: what is searched); widths of this pass.
static void note_pass(br_paving *v, const search *f)
{
    for (int i = 0; i < f->np; i++) {
        br_interval all = br_interval_empty();
        for (int j = 0; j < v->slides; j++)
            all = v->slide[j].moves ? br_interval_hull(all, v->slide[j].p[i]) : all;
        v->p[i] = !f->o->renews[i] ? v->p[i] : br_interval_is_empty(all) ? f->o->range[i] : all;
        v->width[v->passes * f->np + i] = br_interval_width(v->p[i]);
    }
    v->passes++;
}

br_status br_paving_make(br_paving *v, const br_stick *s, const br_evidence *e, const br_paving_options *o)
{
    search f = {.s = s, .e = e, .o = o, .np = s->np};
    bool fine = false;
    *v = (br_paving){.verdict = BR_CONSISTENT};
    memcpy(v->p, o->range, sizeof v->p);
    br_status status = lay_slides(v, &f);
    while (status == BR_OK && v->passes < o->passes && v->verdict == BR_CONSISTENT) {
        status = one_pass(v, &f, &fine);
        if (status == BR_OK && v->verdict == BR_CONSISTENT)
            note_pass(v, &f);
    }
    if (v->verdict == BR_CONSISTENT && !fine)
        v->verdict = BR_UNCERTAIN;
    v->boxes = f.tried;
    free(f.list);
    if (status != BR_OK)
        br_paving_free(v);
    return status;
}

void br_paving_free(br_paving *v)
{
    free(v->slide);
    free(v->width);
    *v = (br_paving){0};
}
