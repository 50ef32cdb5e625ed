// member.c - set membership: which parameters of a law agree with bounded-error data, by bisection. [host]
#include "num/base/fp.h"

#include "bound/search/member.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDED 1e-12

enum { AT_ONCE = 8 }; // boxes in parallel

// One box, and the tubes that classify it.
typedef struct view {
    br_reach outer, inner; // with the errors of the inputs, and as measured
    bool has_outer, has_inner;
    br_interval *x, *p; // numbers of the box
    const br_interval *box;
} view;

// What was found; plain bytes, so that processes can exchange it.
typedef struct finding {
    br_membership is;
    int row, cut; // at which it was found outside, or -1; where to cut it, or -1
    br_status status;
} finding;

typedef struct search {
    br_members *s;
    br_model *m;
    const br_readings *data;
    br_member_options o;
    bool same; // inputs have no errors
    view view[AT_ONCE];
    finding found[AT_ONCE];
    int views;
    br_interval *x, *p, *range, *half; // numbers of the model; ranges of the dims; a box
    long room, kept;                   // of the list of boxes: its room, and those that stay
} search;

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
                    from = br_interval_point(d->u[(size_t)k * (size_t)c->nu + (size_t)j]);
        to[0] = from;
        if (!d->linear || k + 1 >= d->rows)
            continue;
        br_interval next = br_interval_point(d->u[((size_t)k + 1) * (size_t)c->nu + (size_t)j]);
        br_interval span = br_interval_sub(br_interval_point(d->t[k + 1]), br_interval_point(d->t[k]));
        to[1] = br_interval_div(br_interval_sub(next, from), span);
        to[0] = br_interval_add(from, br_interval_mul(to[1], br_interval_sub(t, br_interval_point(d->t[k]))));
    }
    return BR_OK;
}

static double next_row(void *self, double t)
{
    const course *c = self;
    int k = t < c->d->t[0] ? 0 : row_at(c->d, t) + 1;
    return k < c->d->rows ? c->d->t[k] : (double)INFINITY;
}

// ---------------------------------------------------------------- classifying a box

static void set_view(const search *w, view *v)
{
    for (int i = 0; i < w->s->dims; i++) {
        int of = w->s->of[i];
        *(of < w->m->nx ? &v->x[of] : &v->p[of - w->m->nx]) = v->box[i];
    }
}

static br_interval enclosure_of(const br_reach *r, int what)
{
    return what < r->n ? r->x[what] : r->y[what - r->n];
}

// Along the rows: inside if all of the tube is within the errors in every row, outside if in some row nothing of it is. A tube that
// is lost decides nothing. inside_alone: ends at the first row where some of it is not inside.
static br_status classify_tube(const search *w, const view *v, br_reach *r, bool inside_alone, finding *f)
{
    const br_readings *d = w->data;
    bool all = true;
    f->is = BR_BETWEEN;
    br_reach_restart(r, v->x, v->p, d->t[0]);
    for (int k = 0; k < d->rows; k++) {
        br_status status = br_reach_to(r, d->t[k]);
        if (status != BR_OK)
            return status == BR_NEGATIVE ? BR_OK : status;
        for (int i = 0; i < d->measured; i++) {
            br_interval y = d->y[(size_t)k * (size_t)d->measured + (size_t)i], x = enclosure_of(r, d->what[i]);
            all = all && br_interval_subset(x, y);
            if (!all && inside_alone)
                return BR_OK;
            if (br_interval_is_empty(br_interval_intersect(x, y))) {
                f->is = BR_OUTSIDE;
                f->row = k;
                return BR_OK;
            }
        }
    }
    f->is = all ? BR_INSIDE : BR_BETWEEN;
    return BR_OK;
}

static br_status classify_box(const search *w, view *v, finding *f)
{
    *f = (finding){.row = -1, .cut = -1};
    set_view(w, v);
    br_status status = classify_tube(w, v, &v->outer, false, f);
    if (status != BR_OK || f->is != BR_BETWEEN || w->same) // inside with any input, it is with the measured one
        return status;
    return classify_tube(w, v, &v->inner, true, f);
}

// ---------------------------------------------------------------- bisection

static double share(const search *w, const br_interval *box, int i)
{
    return br_interval_width(box[i]) / br_interval_width(w->range[i]);
}

// The parameter that moves the outputs most; a start value, or a parameter of which nothing is known, once it is much wider, as a share
// of its range, than the others. -1: all are as small as they get.
static int bisection_direction(const search *w, const view *v)
{
    int best = -1;
    double most = 0;
    for (int i = 0; i < w->s->dims; i++) {
        int of = w->s->of[i] - w->m->nx;
        double wide = share(w, v->box, i), weight = (of >= 0 ? v->outer.influence[of] / w->data->rows : 0) + 0.1 * wide;
        if (wide > w->o.fine && weight > most) {
            most = weight;
            best = i;
        }
    }
    return best;
}

// Boxes stand in one list: those to be examined behind those that were.
static br_status append_box(search *w, const br_interval *box)
{
    br_members *s = w->s;
    size_t d = (size_t)s->dims;
    if (s->count == w->room) {
        long room = w->room ? 2 * w->room : 256;
        br_interval *more = realloc(s->box, (size_t)room * d * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        s->box = more;
        bool *flags = realloc(s->inside, (size_t)room * sizeof *flags);
        if (!flags)
            return BR_NO_MEMORY;
        s->inside = flags;
        w->room = room;
    }
    memcpy(s->box + (size_t)s->count * d, box, d * sizeof *box);
    s->inside[s->count++] = false;
    return BR_OK;
}

static br_status bisect(search *w, const br_interval *box, int i)
{
    br_interval *half = w->half, whole = box[i];
    double middle = br_interval_mid(whole);
    memcpy(half, box, (size_t)w->s->dims * sizeof *half); // the list may move
    half[i] = br_interval_of(whole.lo, middle);
    br_status status = append_box(w, half);
    half[i] = br_interval_of(middle, whole.hi);
    return status == BR_OK ? append_box(w, half) : status;
}

// A box that was examined and stays moves to the front.
static void keep_box(search *w, const br_interval *box, bool inside)
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

static void classify_view(void *of, int i)
{
    search *w = of;
    finding *f = &w->found[i];
    f->status = classify_box(w, &w->view[i], f);
    if (f->status == BR_OK && f->is == BR_BETWEEN)
        f->cut = bisection_direction(w, &w->view[i]);
}

// Classifies the next boxes of the list, from box `from` on; how many. 0: no more.
static int classify_next(search *w, long from)
{
    br_members *s = w->s;
    long left = s->count - from, most = w->o.boxes - s->examined;
    int count = (int)(left < w->views ? left : w->views);
    count = (int)(count < most ? count : most);
    if (!s->used_up && count > 0 && w->o.go_on)
        s->stopped = !w->o.go_on(w->o.context, (double)s->examined / (double)w->o.boxes, s->examined);
    s->used_up = s->used_up || count < 1 || s->stopped;
    if (s->used_up)
        return 0;
    for (int i = 0; i < count; i++)
        w->view[i].box = s->box + (size_t)(from + i) * (size_t)s->dims;
    for (int i = 0; i < count; i++)
        br_crew_offer(&w->o.crew, &(br_task){classify_view, w, i, &w->found[i], sizeof *w->found});
    for (int i = 0; i < count; i++)
        br_crew_await(&w->o.crew);
    s->examined += count;
    return count;
}

// What was found of box k.
static br_status record_finding(search *w, long k, const finding *f)
{
    br_members *s = w->s;
    const br_interval *box = s->box + (size_t)k * (size_t)s->dims;
    if (f->status != BR_OK)
        return f->status;
    s->died = f->row > s->died ? f->row : s->died;
    if (f->cut >= 0)
        return bisect(w, box, f->cut);
    if (f->is != BR_OUTSIDE)
        keep_box(w, box, f->is == BR_INSIDE);
    return BR_OK;
}

static br_status classify_all(search *w)
{
    const finding unknown = {BR_BETWEEN, -1, -1, BR_OK};
    br_members *s = w->s;
    br_status status = BR_OK;
    for (long k = 0; k < s->count && status == BR_OK;) {
        int count = classify_next(w, k);
        for (int i = 0; i < count && status == BR_OK; i++)
            status = record_finding(w, k++, &w->found[i]);
        if (count == 0)
            status = record_finding(w, k++, &unknown);
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

static br_status open_view(search *w, view *v, const br_course *from, br_diag *why)
{
    size_t all = (size_t)w->m->nx + (size_t)w->m->np;
    v->x = malloc((all + 1) * sizeof *v->x);
    v->p = malloc((all + 1) * sizeof *v->p);
    if (!v->x || !v->p)
        return BR_NO_MEMORY;
    memcpy(v->x, w->x, all * sizeof *v->x);
    memcpy(v->p, w->p, all * sizeof *v->p);
    br_status status = br_reach_make(&v->outer, w->m, from, w->data->off, w->data->t[0], why);
    v->has_outer = status == BR_OK;
    if (status != BR_OK || w->same)
        return status;
    status = br_reach_make(&v->inner, w->m, from, NULL, w->data->t[0], why);
    v->has_inner = status == BR_OK;
    return status;
}

static void close_view(view *v)
{
    if (v->has_outer)
        br_reach_free(&v->outer);
    if (v->has_inner)
        br_reach_free(&v->inner);
    free(v->x);
    free(v->p);
}

// All of them before the first is used: a tube adds to the graph of the law.
static br_status open_views(search *w, course *c, br_diag *why)
{
    br_course from = {series, next_row, c};
    br_status status = BR_OK;
    w->same = true;
    for (int j = 0; j < w->m->nu; j++)
        w->same = w->same && br_interval_is_point(w->data->off[j]);
    while (w->views < (w->o.crew.offer ? AT_ONCE : 1) && status == BR_OK)
        status = open_view(w, &w->view[w->views++], &from, why);
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
        status = open_views(&w, &c, why);
    if (status == BR_OK)
        status = append_box(&w, w.range);
    if (status == BR_OK)
        status = classify_all(&w);
    for (int i = 0; i < AT_ONCE; i++)
        close_view(&w.view[i]);
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
