// paper.c - identification by the rules of Rauh et al. 2017, section 4.           [host]
#include "num/base/fp.h"

#include "bound/stick/form.h"
#include "bound/search/paper.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

typedef struct box { // (6)
    br_tube x;
    br_interval p[BR_STICK_PARAMS];
    br_slide side[BR_LABELS];
    double volume; // pseudo volume; 0: nothing to cut
} box;

typedef struct course {
    const br_stick *s;
    const br_evidence *e; // the log
    const br_paving_options *o;
    const br_paper_options *r;
    int alpha, beta, T; // parameters
    int np;
    box *list;
    int count, room;
} course;

br_paper_options br_paper_defaults(void)
{
    return (br_paper_options){.M = 50, .M_v = 20, .L = 300, .v_bar = 1, .epsilon = 1e-6, .small = 0.003};
}

// ---------------------------------------------------------------- boxes

static double width_of(br_interval x)
{
    return x.hi - x.lo;
}

// (9) over the components that have a width.
static double volume_of(const box *b, int np)
{
    br_states all = br_tube_hull(&b->x);
    double product = 1, some = 0;
    for (int i = -2; i < np; i++) {
        double w = i == -2 ? width_of(all.q) : i == -1 ? width_of(all.w) : width_of(b->p[i]);
        product *= w > 0 ? w : 1;
        some += i >= -1 ? w : 0; // the position is never cut
    }
    return some > 0 ? product : 0;
}

static br_status refresh_box(const course *c, box *b)
{
    b->volume = volume_of(b, c->np);
    return br_stick_at(c->s, b->p, b->side);
}

static br_status append_box(course *c, const box *b)
{
    if (c->count == c->room) {
        int room = c->room ? 2 * c->room : 256;
        box *list = realloc(c->list, (size_t)room * sizeof *list);
        if (!list)
            return BR_NO_MEMORY;
        c->list = list;
        c->room = room;
    }
    c->list[c->count++] = *b;
    return BR_OK;
}

// Keeps of the states what lies in w.
static void cut_velocity(box *b, br_interval w)
{
    for (int l = 0; l < BR_LABELS; l++) {
        br_states *x = &b->x.states[l];
        x->w = br_interval_intersect(x->w, w);
        x->on = x->on && !br_interval_is_empty(x->w);
    }
}

// The box at `at` in parts of equal width; those without states fall away.
static br_status split_velocity(course *c, int at, br_interval w, int parts)
{
    box whole = c->list[at];
    br_status status = BR_OK;
    c->list[at] = c->list[--c->count];
    for (int i = 0; i < parts && status == BR_OK; i++) {
        box part = whole;
        double lo = w.lo + (w.hi - w.lo) * i / parts, hi = w.lo + (w.hi - w.lo) * (i + 1) / parts;
        cut_velocity(&part, br_interval_of(lo, i + 1 < parts ? hi : w.hi));
        part.volume = volume_of(&part, c->np);
        if (!br_tube_is_empty(&part.x))
            status = append_box(c, &part);
    }
    return status;
}

// Rest, forward and backward apart: footnote 6.
static br_status split_at_rest(course *c, int at)
{
    box whole = c->list[at];
    br_status status = BR_OK;
    c->list[at] = c->list[--c->count];
    for (int l = 0; l < BR_LABELS && status == BR_OK; l++) {
        box part = whole;
        for (int m = 0; m < BR_LABELS; m++)
            part.x.states[m].on = m == l && whole.x.states[m].on;
        part.volume = volume_of(&part, c->np);
        if (part.x.states[l].on)
            status = append_box(c, &part);
    }
    return status;
}

static br_status split_parameter(course *c, int at, int i, double where)
{
    box low = c->list[at], high = low;
    low.p[i].hi = high.p[i].lo = where;
    br_status status = refresh_box(c, &low);
    if (status == BR_OK)
        status = refresh_box(c, &high);
    c->list[at] = low;
    return status == BR_OK ? append_box(c, &high) : status;
}

// ---------------------------------------------------------------- which cut

// (10): where breakaway is cut; false: it is not.
static bool within_breakaway(const course *c, const box *b, br_interval u, double *where)
{
    br_interval T = b->p[c->T], size = br_interval_abs(u);
    if (!(T.lo < size.hi && size.lo < T.hi) || !(width_of(T) > 4 * c->r->epsilon))
        return false;
    *where = size.hi + c->r->epsilon;
    if (!(T.lo < size.lo && *where < T.hi))
        *where = br_interval_mid(T);
    return true;
}

// (12), with u + T in a slide backward.
static bool balanced(const course *c, const box *b, br_interval w, br_interval u)
{
    br_interval T = w.hi <= 0 && w.lo < 0 ? br_interval_neg(b->p[c->T]) : b->p[c->T];
    br_interval push = br_interval_mul(b->p[c->beta], br_interval_sub(u, T));
    return !br_interval_is_empty(br_interval_intersect(br_interval_mul(b->p[c->alpha], w), push));
}

// Velocities without bounds are in no parts.
static bool wider_than(br_interval w, double limit)
{
    return width_of(w) > limit && width_of(w) <= DBL_MAX;
}

static br_status cut_one(course *c, int at, br_interval u)
{
    const box *b = &c->list[at];
    const br_states *x = b->x.states;
    br_interval w = br_tube_hull(&b->x).w;
    double where;
    if (within_breakaway(c, b, u, &where))
        return split_parameter(c, at, c->T, where);
    if (x[BR_REST].on + x[BR_FORWARD].on + x[BR_BACKWARD].on > 1)
        return split_at_rest(c, at);
    if (wider_than(w, 0) && width_of(w) >= width_of(b->p[c->beta])) // (11), as it is printed: numbers of other units
        return split_velocity(c, at, w, 2);
    int i = balanced(c, b, w, u) ? c->beta : c->alpha;
    i = width_of(b->p[i]) > 0 ? i : c->alpha + c->beta - i;
    if (!(width_of(b->p[i]) > 1e-12 * br_interval_mag(b->p[i]))) {
        c->list[at].volume = 0; // as fine as can be
        return BR_OK;
    }
    return split_parameter(c, at, i, br_interval_mid(b->p[i]));
}

static br_status cut_all(course *c, br_interval u)
{
    br_status status = BR_OK;
    for (int i = c->count - 1; i >= 0 && status == BR_OK; i--) {
        br_interval w = br_tube_hull(&c->list[i].x).w;
        if (wider_than(w, c->r->v_bar))
            status = split_velocity(c, i, w, c->r->M_v);
    }
    for (int n = 0; n < c->r->M && status == BR_OK; n++) {
        int most = 0;
        for (int i = 1; i < c->count; i++)
            most = c->list[i].volume > c->list[most].volume ? i : most;
        if (c->count == 0 || !(c->list[most].volume > 0))
            break;
        status = cut_one(c, most, u);
    }
    return status;
}

// ---------------------------------------------------------------- a step

// Steps 1 to 4 of section 3 and the row (8); what dies goes.
static br_status move_all(course *c, int k)
{
    int left = 0;
    br_status status = BR_OK;
    for (int i = 0; i < c->count && status == BR_OK; i++) {
        box *b = &c->list[i];
        br_pace pace = {.h = c->e->h, .pieces = 1};
        memcpy(pace.side, b->side, sizeof pace.side);
        if (br_picard_step(&pace, 1, c->e->u[k], &b->x) != BR_OK) { // no bounding box: any state of any mode
            br_interval all = br_interval_entire();
            b->x = (br_tube){{{all, {0, 0}, true}, {all, {0, all.hi}, true}, {all, {all.lo, 0}, true}}};
        }
        status = br_evidence_contract(c->e, k + 1, b->p, &b->x, NULL);
        if (br_tube_is_empty(&b->x))
            continue;
        b->volume = volume_of(b, c->np);
        c->list[left++] = *b;
    }
    c->count = left;
    return status;
}

// ---------------------------------------------------------------- merging

static int modes_of(const box *b)
{
    return b->x.states[0].on + 2 * b->x.states[1].on + 4 * b->x.states[2].on;
}

static int compare(const void *left, const void *right)
{
    const box *a = left, *b = right;
    if (modes_of(a) != modes_of(b))
        return modes_of(a) < modes_of(b) ? -1 : 1;
    for (int i = 0; i < BR_STICK_PARAMS; i++)
        if (a->p[i].lo != b->p[i].lo)
            return a->p[i].lo < b->p[i].lo ? -1 : 1;
    double x = br_tube_hull(&a->x).w.lo, y = br_tube_hull(&b->x).w.lo;
    return x < y ? -1 : x > y;
}

static void join_boxes(box *to, const box *b, int np)
{
    for (int l = 0; l < BR_LABELS; l++) {
        br_states *x = &to->x.states[l];
        const br_states *y = &b->x.states[l];
        x->q = !x->on ? y->q : y->on ? br_interval_hull(x->q, y->q) : x->q;
        x->w = !x->on ? y->w : y->on ? br_interval_hull(x->w, y->w) : x->w;
        x->on = x->on || y->on;
    }
    for (int i = 0; i < np; i++)
        to->p[i] = br_interval_hull(to->p[i], b->p[i]);
    to->volume = volume_of(to, np);
}

// What the hull of two neighbours adds, as a share of it; those in other modes are never merged.
static double excess(const box *a, const box *b, int np)
{
    if (modes_of(a) != modes_of(b))
        return br_interval_entire().hi;
    box both = *a;
    join_boxes(&both, b, np);
    double more = both.volume > 0 ? (both.volume - a->volume - b->volume) / both.volume : 0;
    return more == more ? more : br_interval_entire().hi; // without bounds
}

typedef struct link { // of a box to its neighbour
    int next, before; // -1: none
    double by;        // what merging them adds
} link;

static void weigh_link(const course *c, link *l, int at)
{
    l[at].by = l[at].next < 0 ? br_interval_entire().hi : excess(&c->list[at], &c->list[l[at].next], c->np);
}

// Merges box `at` with its neighbour, whose volume is -1 from then on.
static br_status merge_pair(course *c, link *l, int at)
{
    int gone = l[at].next;
    join_boxes(&c->list[at], &c->list[gone], c->np);
    l[at].next = l[gone].next;
    if (l[gone].next >= 0)
        l[l[gone].next].before = at;
    l[gone].by = br_interval_entire().hi;
    c->list[gone].volume = -1;
    weigh_link(c, l, at);
    if (l[at].before >= 0)
        weigh_link(c, l, l[at].before);
    return br_stick_at(c->s, c->list[at].p, c->list[at].side);
}

static int cheapest(const course *c, const link *l)
{
    int best = 0;
    for (int i = 1; i < c->count; i++)
        best = l[i].by < l[best].by ? i : best;
    return best;
}

// Keeps the boxes that were not merged into others.
static void close_ranks(course *c)
{
    int left = 0;
    for (int i = 0; i < c->count; i++)
        if (c->list[i].volume >= 0)
            c->list[left++] = c->list[i];
    c->count = left;
}

// Neighbours whose hull is hardly more than they are.
static br_status merge_alike(course *c)
{
    int at = 0;
    br_status status = BR_OK;
    for (int i = 1; i < c->count && status == BR_OK; i++)
        if (excess(&c->list[at], &c->list[i], c->np) <= c->r->small) {
            join_boxes(&c->list[at], &c->list[i], c->np);
            c->list[i].volume = -1;
            status = br_stick_at(c->s, c->list[at].p, c->list[at].side);
        } else
            at = i;
    close_ranks(c);
    return status;
}

// Those that add least, until the list is no longer than `most`.
static br_status merge_down(course *c, int most)
{
    link *l = calloc((size_t)c->count + 1, sizeof *l);
    br_status status = l ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < c->count && l; i++) {
        l[i] = (link){.next = i + 1 < c->count ? i + 1 : -1, .before = i - 1};
        weigh_link(c, l, i);
    }
    for (int left = c->count; left > most && status == BR_OK; left--) {
        int best = cheapest(c, l);
        if (!(l[best].by < br_interval_entire().hi))
            break;
        status = merge_pair(c, l, best);
    }
    free(l);
    close_ranks(c);
    return status;
}

static br_status merge_boxes(course *c, int most)
{
    qsort(c->list, (size_t)c->count, sizeof *c->list, compare);
    br_status status = merge_alike(c);
    return status == BR_OK && c->count > most ? merge_down(c, most) : status;
}

// ---------------------------------------------------------------- a log

static void parameter_hull(const course *c, br_interval *p)
{
    for (int i = 0; i < c->np; i++) {
        p[i] = c->list[0].p[i];
        for (int j = 1; j < c->count; j++)
            p[i] = br_interval_hull(p[i], c->list[j].p[i]);
    }
}

// (13), where a standstill begins: the range again, the modes as they are.
static br_status renew(course *c)
{
    br_status status = BR_OK;
    for (int j = 0; j < c->count && status == BR_OK; j++) {
        for (int i = 0; i < c->np; i++)
            c->list[j].p[i] = c->o->renews[i] ? c->o->range[i] : c->list[j].p[i];
        status = refresh_box(c, &c->list[j]);
    }
    return status;
}

static bool goes_on(const course *c, const br_paper *v, double share)
{
    br_paving_state at = {share, v->boxes, c->count, c->np, v->p};
    return !c->o->go_on || c->o->go_on(c->o->context, &at);
}

static br_status start_log(course *c, const br_paper *v)
{
    box all = {0};
    for (int i = 0; i < c->np; i++)
        all.p[i] = c->o->renews[i] ? c->o->range[i] : v->p[i];
    c->count = 0;
    br_status status = br_evidence_begin(c->e, 0, all.p, &all.x, NULL);
    if (status == BR_OK)
        status = refresh_box(c, &all);
    return status == BR_OK ? append_box(c, &all) : status;
}

static bool is_at_rest(const br_evidence *e, int k)
{
    return e->stands && e->stands[k];
}

static bool rest_begins(const br_evidence *e, int k)
{
    return is_at_rest(e, k) && !is_at_rest(e, k - 1);
}

static br_status one_log(br_paper *v, course *c, int log, double done, double each)
{
    br_status status = start_log(c, v);
    for (int k = 0; k + 1 < c->e->rows && status == BR_OK; k++) {
        if (k > 0 && rest_begins(c->e, k))
            status = renew(c);
        if (status == BR_OK)
            status = cut_all(c, c->e->u[k]);
        if (status != BR_OK)
            return status;
        v->boxes += c->count;
        status = move_all(c, k);
        if (status != BR_OK)
            return status;
        if (c->count == 0) {
            v->verdict = BR_INCONSISTENT;
            v->log = log;
            v->row = k + 1;
            return BR_OK;
        }
        parameter_hull(c, v->p);
        memcpy(&v->trace[v->traced++ * c->np], v->p, (size_t)c->np * sizeof *v->p);
        status = merge_boxes(c, is_at_rest(c->e, k + 1) ? c->r->M : c->r->L); // at rest each can be cut in every row
        if (status == BR_OK && !goes_on(c, v, done + each * k / c->e->rows)) {
            v->verdict = BR_UNCERTAIN;
            return BR_OK;
        }
    }
    return status;
}

// Which parameters are alpha, beta and breakaway.
static br_status find_roles(course *c)
{
    br_forms forms;
    double factor;
    br_status status = br_forms_read(&forms, c->s);
    if (status != BR_OK)
        return status;
    c->alpha = br_form_single(&forms.form[BR_FORWARD][0], &factor);
    c->beta = br_form_single(&forms.form[BR_FORWARD][1], &factor);
    c->T = br_form_single(&forms.form[BR_FORWARD][2], &factor);
    return c->alpha < 0 || c->beta < 0 || c->T < 0 || factor < 0 ? BR_NEGATIVE : BR_OK;
}

br_status br_paper_make(br_paper *v, const br_stick *s, const br_evidence *e, int logs, const br_paving_options *o,
                        const br_paper_options *rules)
{
    course c = {.s = s, .o = o, .r = rules, .np = s->np};
    size_t rows = 0;
    *v = (br_paper){.verdict = BR_CONSISTENT};
    memcpy(v->p, o->range, sizeof v->p);
    br_status status = find_roles(&c);
    for (int i = 0; i < logs; i++)
        rows += (size_t)e[i].rows;
    if (status == BR_OK) {
        v->trace = malloc((rows * (size_t)o->passes * (size_t)s->np + 1) * sizeof *v->trace);
        status = v->trace ? BR_OK : BR_NO_MEMORY;
    }
    double each = 1.0 / ((double)o->passes * (logs > 0 ? logs : 1));
    for (int i = 0; i < o->passes * logs && status == BR_OK && v->verdict == BR_CONSISTENT; i++) {
        c.e = &e[i % logs];
        status = one_log(v, &c, i % logs, i * each, each);
        v->passes += status == BR_OK && v->verdict == BR_CONSISTENT && i % logs == logs - 1;
    }
    free(c.list);
    if (status != BR_OK)
        br_paper_free(v);
    return status;
}

void br_paper_free(br_paper *v)
{
    free(v->trace);
    *v = (br_paper){0};
}
