// member.c - which parameters of a law agree with bounded-error data.            [host]
#include "num/fp.h"

#include "bound/member.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDED 1e-12

typedef struct search {
    br_members *s;
    br_model *m;
    const br_readings *data;
    br_member_options o;
    br_reach outer, inner; // with the errors of the inputs, and as measured
    bool has_outer, has_inner, same;
    br_interval *x, *p, *range, *half; // numbers of a box; ranges of the dims; a box
    long room, kept;                   // of the list of boxes: its room, and those that stay
} search;

static br_interval number(double x)
{
    return br_interval_of(x, x);
}

br_member_options br_member_defaults(void)
{
    return (br_member_options){.boxes = 4000, .fine = 1.0 / 64};
}

// ---------------------------------------------------------------- the input

static int row_at(const br_readings *d, double t)
{
    int k = 0, high = d->rows;
    while (high - k > 1) {
        int middle = k + (high - k) / 2;
        *(d->t[middle] <= t ? &k : &high) = middle;
    }
    return k;
}

typedef struct course {
    const br_readings *d;
    int nu;
} course;

static br_status series(void *self, br_interval t, br_interval *u)
{
    const course *c = self;
    const br_readings *d = c->d;
    int k = row_at(d, t.lo);
    memset(u, 0, (size_t)c->nu * (BR_REACH_ORDER + 1) * sizeof *u);
    for (int j = 0; j < c->nu; j++) {
        br_interval *to = u + (size_t)j * (BR_REACH_ORDER + 1),
                    from = number(d->u[(size_t)k * (size_t)c->nu + (size_t)j]);
        to[0] = from;
        if (!d->linear || k + 1 >= d->rows)
            continue;
        br_interval next = number(d->u[((size_t)k + 1) * (size_t)c->nu + (size_t)j]);
        br_interval span = br_interval_sub(number(d->t[k + 1]), number(d->t[k]));
        to[1] = br_interval_div(br_interval_sub(next, from), span);
        to[0] = br_interval_add(from, br_interval_mul(to[1], br_interval_sub(t, number(d->t[k]))));
    }
    return BR_OK;
}

static double next_row(void *self, double t)
{
    const course *c = self;
    int k = t < c->d->t[0] ? 0 : row_at(c->d, t) + 1;
    return k < c->d->rows ? c->d->t[k] : (double)INFINITY;
}

// ---------------------------------------------------------------- judging a box

static void take_box(search *w, const br_interval *box)
{
    for (int i = 0; i < w->s->dims; i++) {
        int of = w->s->of[i];
        *(of < w->m->nx ? &w->x[of] : &w->p[of - w->m->nx]) = box[i];
    }
}

static br_interval seen(const br_reach *r, int what)
{
    return what < r->n ? r->x[what] : r->y[what - r->n];
}

// Goes along the rows: is all of the tube within the errors, or in some row nothing of it? A tube that is lost says neither.
static br_status judge_tube(search *w, br_reach *r, br_membership *is)
{
    const br_readings *d = w->data;
    bool all = true;
    *is = BR_BETWEEN;
    br_reach_restart(r, w->x, w->p, d->t[0]);
    for (int k = 0; k < d->rows; k++) {
        br_status status = br_reach_to(r, d->t[k]);
        if (status != BR_OK)
            return status == BR_NEGATIVE ? BR_OK : status;
        for (int i = 0; i < d->measured; i++) {
            br_interval y = d->y[(size_t)k * (size_t)d->measured + (size_t)i], x = seen(r, d->what[i]);
            all = all && br_interval_subset(x, y);
            if (br_interval_is_empty(br_interval_intersect(x, y))) {
                *is = BR_OUTSIDE;
                w->s->died = k > w->s->died ? k : w->s->died;
                return BR_OK;
            }
        }
    }
    *is = all ? BR_INSIDE : BR_BETWEEN;
    return BR_OK;
}

static br_status judge(search *w, const br_interval *box, br_membership *is)
{
    take_box(w, box);
    br_status status = judge_tube(w, &w->outer, is);
    if (status != BR_OK || *is == BR_OUTSIDE || w->same)
        return status;
    br_membership measured = BR_BETWEEN;
    status = judge_tube(w, &w->inner, &measured);
    *is = measured == BR_INSIDE ? BR_INSIDE : BR_BETWEEN;
    return status;
}

// ---------------------------------------------------------------- cutting

static double share(const search *w, const br_interval *box, int i)
{
    return br_interval_width(box[i]) / br_interval_width(w->range[i]);
}

// The parameter that moves the outputs most; a start value, or a parameter of which nothing is known, once it is much wider, as a share
// of its range, than the others. -1: all are as small as they get.
static int widest(const search *w, const br_interval *box)
{
    int best = -1;
    double most = 0;
    for (int i = 0; i < w->s->dims; i++) {
        int of = w->s->of[i] - w->m->nx;
        double wide = share(w, box, i), weight = (of >= 0 ? w->outer.influence[of] / w->data->rows : 0) + 0.1 * wide;
        if (wide > w->o.fine && weight > most) {
            most = weight;
            best = i;
        }
    }
    return best;
}

// Boxes stand in one list: those that are to be looked at behind those that were.
static br_status push(search *w, const br_interval *box)
{
    br_members *s = w->s;
    size_t d = (size_t)s->dims;
    if (s->count == w->room) {
        long room = w->room ? 2 * w->room : 256;
        br_interval *more = realloc(s->box, (size_t)room * d * sizeof *more);
        s->box = more ? more : s->box;
        bool *flags = realloc(s->inside, (size_t)room * sizeof *flags);
        s->inside = flags ? flags : s->inside;
        if (!more || !flags)
            return BR_NO_MEMORY;
        w->room = room;
    }
    memcpy(s->box + (size_t)s->count * d, box, d * sizeof *box);
    s->inside[s->count++] = false;
    return BR_OK;
}

static br_status halve(search *w, const br_interval *box, int i)
{
    br_interval *half = w->half, whole = box[i];
    double middle = br_interval_mid(whole);
    memcpy(half, box, (size_t)w->s->dims * sizeof *half); // the list may move
    half[i] = br_interval_of(whole.lo, middle);
    br_status status = push(w, half);
    half[i] = br_interval_of(middle, whole.hi);
    return status == BR_OK ? push(w, half) : status;
}

// A box that was looked at and stays moves to the front.
static void keep(search *w, const br_interval *box, bool inside)
{
    br_members *s = w->s;
    double volume = 1;
    for (int i = 0; i < s->dims; i++) {
        s->hull[i] = br_interval_hull(s->hull[i], box[i]);
        volume *= share(w, box, i);
    }
    s->outer += volume;
    s->inner += inside ? volume : 0;
    memmove(s->box + (size_t)w->kept * (size_t)s->dims, box, (size_t)s->dims * sizeof *box);
    s->inside[w->kept++] = inside;
}

// ---------------------------------------------------------------- together

static br_status look(search *w)
{
    br_members *s = w->s;
    br_status status = BR_OK;
    for (long k = 0; k < s->count && status == BR_OK; k++) {
        const br_interval *box = s->box + (size_t)k * (size_t)s->dims;
        br_membership is = BR_BETWEEN;
        double done = (double)s->looked / (double)w->o.boxes;
        s->used_up =
            s->used_up || s->looked >= w->o.boxes || (w->o.go_on && !w->o.go_on(w->o.context, done, s->looked));
        if (!s->used_up) {
            s->looked++;
            status = judge(w, box, &is);
        }
        int cut = status == BR_OK && is == BR_BETWEEN && !s->used_up ? widest(w, box) : -1;
        if (status == BR_OK && cut >= 0)
            status = halve(w, box, cut);
        else if (status == BR_OK && is != BR_OUTSIDE)
            keep(w, box, is == BR_INSIDE);
    }
    s->count = w->kept;
    return status;
}

static br_status find_dims(search *w)
{
    br_members *s = w->s;
    const br_model *m = w->m;
    size_t all = (size_t)m->nx + (size_t)m->np;
    s->of = calloc(all + 1, sizeof *s->of);
    s->hull = calloc(all + 1, sizeof *s->hull);
    w->range = calloc(all + 1, sizeof *w->range);
    w->half = calloc(all + 1, sizeof *w->half);
    w->x = calloc(all + 1, sizeof *w->x);
    w->p = calloc(all + 1, sizeof *w->p);
    if (!s->of || !s->hull || !w->range || !w->half || !w->x || !w->p)
        return BR_NO_MEMORY;
    for (int i = 0; i < m->nx + m->np; i++) {
        br_interval value = i < m->nx ? m->x[i] : m->p[i - m->nx];
        *(i < m->nx ? &w->x[i] : &w->p[i - m->nx]) = value;
        if (br_interval_width(value) <= ROUNDED * br_interval_mag(value)) // a number that no double is
            continue;
        w->range[s->dims] = value;
        s->hull[s->dims] = br_interval_empty();
        s->of[s->dims++] = i;
    }
    return s->dims > 0 ? BR_OK : BR_NEGATIVE;
}

static br_status open_tubes(search *w, course *c, br_diag *why)
{
    br_course from = {series, next_row, c};
    w->same = true;
    for (int j = 0; j < w->m->nu; j++)
        w->same = w->same && br_interval_is_point(w->data->off[j]);
    br_status status = br_reach_make(&w->outer, w->m, &from, w->data->off, w->data->t[0], why);
    w->has_outer = status == BR_OK;
    if (status != BR_OK || w->same)
        return status;
    status = br_reach_make(&w->inner, w->m, &from, NULL, w->data->t[0], why);
    w->has_inner = status == BR_OK;
    return status;
}

br_status br_members_make(br_members *s, br_model *m, const br_readings *data, const br_member_options *o, br_diag *why)
{
    course c = {data, m->nu};
    search w = {.s = s, .m = m, .data = data, .o = *o};
    memset(s, 0, sizeof *s);
    s->died = -1;
    br_status status = find_dims(&w);
    if (status == BR_OK)
        status = open_tubes(&w, &c, why);
    if (status == BR_OK)
        status = push(&w, w.range);
    if (status == BR_OK)
        status = look(&w);
    if (w.has_outer)
        br_reach_free(&w.outer);
    if (w.has_inner)
        br_reach_free(&w.inner);
    free(w.x);
    free(w.p);
    free(w.range);
    free(w.half);
    if (status != BR_OK)
        br_members_free(s);
    return status;
}

void br_members_free(br_members *s)
{
    free(s->of);
    free(s->box);
    free(s->inside);
    free(s->hull);
    memset(s, 0, sizeof *s);
}
