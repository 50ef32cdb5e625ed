// reach_modes.c - verified steps of hybrid laws: elements with modes, guards and jumps. [host]
//
// Each element has one decoupled state z and one of a few modes. The set is an interval of z for each element and mode
// that it may be in, or empty. A step
//
//     takes forced jumps at its start: after a break of the input;
//     encloses the flow of both ends of each mode without jumps, and a bounding box of it;
//     finds what may jump: of the bounding box the part where a guard may hold and, since it did not hold before, may fail; with
//     what of the start may jump at once. That is anywhere in a bounding box from there by the end of the step;
//     what may have jumped twice is anywhere in a bounding box over all modes, in any mode;
//     and the set of a mode at the end is cut where a guard of it must have held.
#include "num/base/fp.h"

#include "bound/reach/reach_parts.h"
#include "num/text/diag.h"

#include <stdlib.h>
#include <string.h>

enum { COMPARISONS = 32, TRIES = 6 };
#define ROUGH 1e-2 // share of an element's extent that jumps may add to it, where a step is not short
#define OFF 1e-11  // share of a state that the end of a mode may be off
#define WIDE 1e-5  // and of an element's extent

typedef struct jump {
    int from, to, first, count; // comparisons
} jump;

typedef struct comparison { // holds where a number is not negative
    bool strict;            // nor 0
    bool one;               // the same for all elements
    int at, slope;          // places of its value, and of its slope by the state (-1: it does not depend on it)
} comparison;

typedef struct br_modes {
    int labels, n, jumps, comparisons;
    jump jump[COMPARISONS];
    comparison compare[COMPARISONS];
    br_jet jet;
    br_tape tape;
    bool has_jet, has_tape;
    int *m;                                      // all in one mode
    unsigned *any;                               // bits
    bool *wild;                                  // elements that may jump twice
    br_interval *value, *middle, *slope, *start; // of comparisons; start: inputs at the start of a step
    // By label and element, empty: not in it. The set now, after the flow, over the step, after jumps.
    br_interval *part, *flow, *over, *entry;
    br_interval *x, *hold, *yes, *no, *extent; // by element
    void *memory;
} br_modes;

// ---------------------------------------------------------------- reading a law

static br_status refuse_modes(br_diag *why, const br_parsed_law *law, const char *message)
{
    return br_diag_fail(why, BR_BAD_LAW, "%s: no tube: %s", law->name, message);
}

static br_status add_comparisons(br_modes *w, br_parsed_law *law, int node, br_law_row *row, br_diag *why)
{
    br_node n = law->g.node[node];
    if (n.op == BR_OP_SPREAD)
        return add_comparisons(w, law, n.arg[0], row, why);
    if (n.op == BR_OP_AND) {
        br_status status = add_comparisons(w, law, n.arg[0], row, why);
        return status == BR_OK ? add_comparisons(w, law, n.arg[1], row, why) : status;
    }
    if ((n.op != BR_OP_LT && n.op != BR_OP_LE) || w->comparisons == COMPARISONS)
        return refuse_modes(why, law, "a guard of its modes is more than comparisons joined by 'and'");
    int difference = br_graph_2(&law->g, BR_OP_SUB, n.arg[1], n.arg[0]);
    w->compare[w->comparisons].strict = n.op == BR_OP_LT;
    row[w->comparisons++] = (br_law_row){"guard", 0, law->g.node[difference].dim, difference};
    return law->g.status;
}

static br_status add_jumps(br_modes *w, br_parsed_law *law, br_law_row *row, br_diag *why)
{
    br_status status = law->njump <= COMPARISONS ? BR_OK : refuse_modes(why, law, "it has too many transitions");
    for (int i = 0; i < law->njump && status == BR_OK; i++) {
        jump *j = &w->jump[w->jumps++];
        *j = (jump){.from = law->jump[i].from, .to = law->jump[i].to, .first = w->comparisons};
        status = add_comparisons(w, law, law->jump[i].guard, row, why);
        j->count = w->comparisons - j->first;
    }
    return status;
}

// The one state, with an element for each mode; -1: it is not so.
static int find_state(const br_reach *r)
{
    const br_parsed_law *law = &r->model->law;
    int state = -1, states = 0;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE) {
            state = q;
            states++;
        }
    bool fits = states == 1 && law->nautomata == 1 && r->model->nm == r->n && r->apart;
    return fits ? state : -1;
}

static br_status make_tape(br_modes *w, br_reach *r, const br_law_row *row, int state)
{
    br_parsed_law *law = &r->model->law;
    bool *want = calloc((size_t)law->nq + 1, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    want[state] = true;
    br_status status = br_jet_make_rows(&w->jet, law, row, w->comparisons, want);
    free(want);
    w->has_jet = status == BR_OK;
    if (status == BR_OK)
        status = br_tape_make_jet(&w->tape, law, &w->jet, r->model->n);
    w->has_tape = status == BR_OK;
    for (int c = 0; c < w->comparisons && status == BR_OK; c++) {
        w->compare[c].one = row[c].dim == BR_SCALAR;
        w->compare[c].at = w->tape.row_at[c];
        w->compare[c].slope = -1;
        for (int b = 0; b < w->tape.blocks; b++)
            if (w->tape.block[b].row == c)
                w->compare[c].slope = w->tape.block_at[b];
    }
    return status;
}

// Both measures and carves.
static void carve_modes(br_modes *w, const br_reach *r, br_arena *a)
{
    int all = w->n * w->labels;
    w->value = br_arena_intervals(a, w->tape.nrow);
    w->middle = br_arena_intervals(a, w->tape.nrow);
    w->slope = br_arena_intervals(a, w->tape.nblock);
    w->start = br_arena_intervals(a, r->model->nu);
    w->part = br_arena_intervals(a, all);
    w->flow = br_arena_intervals(a, all);
    w->over = br_arena_intervals(a, all);
    w->entry = br_arena_intervals(a, all);
    w->x = br_arena_intervals(a, w->n);
    w->hold = br_arena_intervals(a, w->n);
    w->yes = br_arena_intervals(a, w->n);
    w->no = br_arena_intervals(a, w->n);
    w->extent = br_arena_intervals(a, w->n);
}

static br_status allocate_modes(br_modes *w, const br_reach *r)
{
    size_t n = (size_t)w->n + 1;
    br_arena a = {0};
    carve_modes(w, r, &a);
    w->memory = calloc(a.used + 1, 1);
    w->m = calloc(n, sizeof *w->m);
    w->any = calloc(n, sizeof *w->any);
    w->wild = calloc(n, sizeof *w->wild);
    if (!w->memory || !w->m || !w->any || !w->wild)
        return BR_NO_MEMORY;
    a = (br_arena){.base = w->memory};
    carve_modes(w, r, &a);
    return BR_OK;
}

br_status br_modes_make(br_reach *r, br_diag *why)
{
    br_parsed_law *law = &r->model->law;
    br_law_row row[COMPARISONS] = {{0}};
    int state = find_state(r);
    if (state < 0)
        return refuse_modes(why, law,
                            "of laws with modes only those with one decoupled state for each element are supported");
    br_modes *w = r->modes = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    w->labels = law->automaton[0].nmode;
    w->n = r->n;
    br_status status = add_jumps(w, law, row, why);
    if (status == BR_OK)
        status = make_tape(w, r, row, state);
    if (status == BR_OK)
        status = allocate_modes(w, r);
    r->m = w->m;
    return status;
}

void br_modes_free(br_reach *r)
{
    br_modes *w = r->modes;
    if (!w)
        return;
    if (w->has_tape)
        br_tape_free(&w->tape);
    if (w->has_jet)
        br_jet_free(&w->jet);
    free(w->memory);
    free(w->m);
    free(w->any);
    free(w->wild);
    free(w);
    r->modes = NULL;
}

// ---------------------------------------------------------------- sets

static br_interval *set_of(const br_modes *w, br_interval *sets, int label)
{
    return sets + (size_t)label * (size_t)w->n;
}

static bool is_on(const br_modes *w, br_interval *sets, int label)
{
    bool on = false;
    for (int e = 0; e < w->n; e++)
        on = on || !br_interval_is_empty(set_of(w, sets, label)[e]);
    return on;
}

static void clear_sets(const br_modes *w, br_interval *sets)
{
    for (int i = 0; i < w->labels * w->n; i++)
        sets[i] = br_interval_empty();
}

static void join_hull(br_interval *to, br_interval x)
{
    *to = br_interval_hull(*to, x);
}

// All that an element may be.
static br_interval extent(const br_modes *w, br_interval *sets, int e)
{
    br_interval all = br_interval_empty();
    for (int l = 0; l < w->labels; l++)
        join_hull(&all, set_of(w, sets, l)[e]);
    return all;
}

static void note_sets(br_reach *r)
{
    br_modes *w = r->modes;
    for (int e = 0; e < w->n; e++) {
        r->x[e] = extent(w, w->part, e);
        w->any[e] = 0;
        for (int l = 0; l < w->labels; l++)
            w->any[e] |= br_interval_is_empty(set_of(w, w->part, l)[e]) ? 0 : 1u << l;
    }
}

void br_modes_restart(br_reach *r)
{
    br_modes *w = r->modes;
    clear_sets(w, w->part);
    for (int e = 0; e < w->n; e++)
        set_of(w, w->part, r->model->m[e])[e] = r->x[e];
    note_sets(r);
}

const unsigned *br_modes_any(const br_reach *r)
{
    return r->modes ? r->modes->any : NULL;
}

// The set of a label for all elements; those that are not in it are at their middle, which is not used.
static const br_interval *fill_set(br_reach *r, const br_interval *of)
{
    br_modes *w = r->modes;
    for (int e = 0; e < w->n; e++)
        w->x[e] = br_interval_is_empty(of[e]) ? br_interval_point(br_interval_mid(r->x[e])) : of[e];
    return w->x;
}

static void read_in(br_modes *w, int label)
{
    for (int e = 0; e < w->n; e++)
        w->m[e] = label;
}

// ---------------------------------------------------------------- guards

// Where number `value` + slope*(z - middle) is not below 0, or not above.
static br_interval side_of(br_interval x, br_interval value, br_interval slope, bool below)
{
    double infinity = br_interval_entire().hi;
    br_interval wanted = below ? (br_interval){-infinity, 0} : (br_interval){0, infinity};
    if (br_interval_has(slope, 0))
        return x;
    br_interval way = br_interval_div(br_interval_sub(wanted, value), slope);
    return br_interval_intersect(x, br_interval_add(br_interval_point(br_interval_mid(x)), way));
}

static void split_element(br_modes *w, const jump *j, int e, br_interval x)
{
    int open = 0, last = -1;
    w->yes[e] = w->no[e] = x;
    for (int k = 0; k < j->count; k++) {
        const comparison *c = &w->compare[j->first + k];
        int at = c->at + (c->one ? 0 : e);
        br_interval value = w->value[at],
                    slope = c->slope < 0 ? br_interval_point(0) : w->slope[c->slope + (c->one ? 0 : e)];
        if (c->strict ? value.hi <= 0 : value.hi < 0)
            w->yes[e] = br_interval_empty();
        if (c->strict ? value.lo > 0 : value.lo >= 0)
            continue;
        open++;
        last = j->first + k;
        w->yes[e] = br_interval_intersect(w->yes[e], side_of(x, w->middle[at], slope, false));
    }
    if (open == 0)
        w->no[e] = br_interval_empty();
    if (open == 1) {
        const comparison *c = &w->compare[last];
        w->no[e] = side_of(x, w->middle[c->at + (c->one ? 0 : e)],
                           c->slope < 0 ? br_interval_point(0) : w->slope[c->slope + (c->one ? 0 : e)], true);
    }
}

// yes: the part of the set where the guard may hold; no: where it may fail. With inputs u.
static br_status split_by_guard(br_reach *r, const jump *j, const br_interval *of, const br_interval *u)
{
    br_modes *w = r->modes;
    br_box at = {.x = fill_set(r, of), .u = u, .p = r->p, .m = w->m};
    read_in(w, j->from);
    br_status status = br_tape_enclose(&w->tape, &at, w->value, w->slope);
    for (int e = 0; e < w->n; e++)
        w->x[e] = br_interval_point(br_interval_mid(w->x[e]));
    if (status == BR_OK)
        status = br_tape_enclose(&w->tape, &at, w->middle, NULL);
    for (int e = 0; e < w->n && status == BR_OK; e++) {
        if (br_interval_is_empty(of[e]))
            w->yes[e] = w->no[e] = br_interval_empty();
        else
            split_element(w, j, e, of[e]);
    }
    return status;
}

// ---------------------------------------------------------------- a step

// Forced jumps, as often as there are modes.
static br_status forced_jumps(br_reach *r)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    for (int again = 0; again < w->labels; again++)
        for (int i = 0; i < w->jumps && status == BR_OK; i++) {
            const jump *j = &w->jump[i];
            br_interval *from = set_of(w, w->part, j->from), *to = set_of(w, w->part, j->to);
            if (!is_on(w, w->part, j->from))
                continue;
            status = split_by_guard(r, j, from, w->start);
            for (int e = 0; e < w->n && status == BR_OK; e++)
                if (!br_interval_is_empty(from[e]) && br_interval_is_empty(w->no[e])) {
                    join_hull(&to[e], from[e]);
                    from[e] = br_interval_empty();
                }
        }
    return status;
}

// Both ends of a set after the step, in w->hold. *found false: it is too long for a tight enclosure.
static br_status follow_ends(br_reach *r, const br_interval *of, br_interval h, bool last, bool *found)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    memcpy(w->extent, fill_set(r, of), (size_t)w->n * sizeof *w->extent);
    for (int upper = 0; upper < 2 && *found && status == BR_OK; upper++) {
        status = br_reach_follow_end(r, w->extent, h, upper, w->hold, found);
        for (int e = 0; e < w->n && !last && status == BR_OK; e++)
            *found = *found && br_interval_width(r->middle[e]) <=
                                   OFF * br_interval_mag(r->box[e]) + WIDE * br_interval_rad(r->x[e]);
    }
    return status;
}

br_status br_modes_resolve_jumps(br_reach *r)
{
    br_modes *w = r->modes;
    memcpy(w->start, r->u, (size_t)r->model->nu * sizeof *w->start);
    br_status status = forced_jumps(r);
    note_sets(r);
    for (int i = 0; i < w->jumps && status == BR_OK; i++) {
        status = split_by_guard(r, &w->jump[i], set_of(w, w->part, w->jump[i].from), w->start);
        for (int e = 0; e < w->n && status == BR_OK; e++)
            w->any[e] |= br_interval_is_empty(w->yes[e]) ? 0 : 1u << w->jump[i].to;
    }
    return status;
}

// The flow of each mode without jumps, and its bounding box over the step.
static br_status continuous_flow(br_reach *r, br_interval h, bool last, bool *found)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    *found = true;
    clear_sets(w, w->flow);
    clear_sets(w, w->over);
    for (int l = 0; l < w->labels && *found && status == BR_OK; l++) {
        br_interval *from = set_of(w, w->part, l);
        if (!is_on(w, w->part, l))
            continue;
        read_in(w, l);
        status = br_reach_picard_box(r, fill_set(r, from), r->p, r->u, h, w->hold, found);
        for (int e = 0; e < w->n && *found; e++)
            set_of(w, w->over, l)[e] = br_interval_is_empty(from[e]) ? from[e] : w->hold[e];
        if (status == BR_OK && *found)
            status = follow_ends(r, from, h, last, found);
        for (int e = 0; e < w->n && *found; e++)
            set_of(w, w->flow, l)[e] = br_interval_is_empty(from[e]) ? from[e] : w->hold[e];
    }
    return status;
}

// What may jump within the step, by the mode it jumps to.
static br_status find_entries(br_reach *r, bool *some)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    *some = false;
    clear_sets(w, w->entry);
    for (int i = 0; i < w->jumps && status == BR_OK; i++) {
        const jump *j = &w->jump[i];
        br_interval *to = set_of(w, w->entry, j->to);
        if (!is_on(w, w->part, j->from))
            continue;
        status = split_by_guard(r, j, set_of(w, w->over, j->from), r->u);
        for (int e = 0; e < w->n && status == BR_OK; e++)
            join_hull(&to[e], br_interval_intersect(w->yes[e], w->no[e]));
        if (status == BR_OK)
            status = split_by_guard(r, j, set_of(w, w->part, j->from), w->start);
        for (int e = 0; e < w->n && status == BR_OK; e++) {
            join_hull(&to[e], w->yes[e]);
            *some = *some || !br_interval_is_empty(to[e]);
        }
    }
    return status;
}

// Where that may be by the end; elements that may jump again are wild.
static br_status follow_entries(br_reach *r, br_interval h, bool *found)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    memset(w->wild, 0, (size_t)w->n * sizeof *w->wild);
    for (int l = 0; l < w->labels && *found && status == BR_OK; l++) {
        br_interval *entry = set_of(w, w->entry, l);
        if (!is_on(w, w->entry, l))
            continue;
        read_in(w, l);
        status = br_reach_picard_box(r, fill_set(r, entry), r->p, r->u, h, w->hold, found);
        for (int e = 0; e < w->n && *found && status == BR_OK; e++) {
            entry[e] = br_interval_is_empty(entry[e]) ? entry[e] : w->hold[e];
            join_hull(&set_of(w, w->flow, l)[e], entry[e]);
        }
        for (int i = 0; i < w->jumps && *found && status == BR_OK; i++) {
            if (w->jump[i].from != l)
                continue;
            status = split_by_guard(r, &w->jump[i], entry, r->u);
            for (int e = 0; e < w->n && status == BR_OK; e++)
                w->wild[e] = w->wild[e] || !br_interval_is_empty(w->yes[e]);
        }
    }
    return status;
}

// The rates of all modes together, over w->hold.
static br_status rates_of_all_modes(br_reach *r, br_interval *rate)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    for (int e = 0; e < w->n; e++)
        rate[e] = br_interval_empty();
    for (int l = 0; l < w->labels && status == BR_OK; l++) {
        br_box at = {.x = w->hold, .u = r->u, .p = r->p, .m = w->m};
        read_in(w, l);
        status = br_tape_enclose_domain(&r->rates, &at, r->rate, r->domain);
        for (int e = 0; e < w->n; e++)
            rate[e] = r->domain[e] == BR_UNDEFINED ? br_interval_entire() : br_interval_hull(rate[e], r->rate[e]);
    }
    return status;
}

// Wild elements may be anywhere in their box, w->extent, in each mode that a jump may lead to from one they are in.
static br_status spread_wild(br_reach *r)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    for (int again = 0; again < w->labels; again++)
        for (int i = 0; i < w->jumps && status == BR_OK; i++) {
            const jump *j = &w->jump[i];
            status = split_by_guard(r, j, w->extent, r->u);
            for (int e = 0; e < w->n && status == BR_OK; e++)
                if (w->wild[e] && !br_interval_is_empty(set_of(w, w->flow, j->from)[e]) &&
                    !br_interval_is_empty(w->yes[e]))
                    set_of(w, w->flow, j->to)[e] = w->extent[e];
        }
    for (int l = 0; l < w->labels; l++)
        for (int e = 0; e < w->n; e++)
            if (w->wild[e] && !br_interval_is_empty(set_of(w, w->flow, l)[e]))
                set_of(w, w->flow, l)[e] = w->extent[e];
    return status;
}

// A bounding box over all modes for wild elements (Picard operator).
static br_status follow_wild(br_reach *r, br_interval h, bool *found)
{
    br_modes *w = r->modes;
    br_interval step = br_interval_of(0, h.hi);
    bool inside = false;
    for (int e = 0; e < w->n; e++)
        w->extent[e] = w->hold[e] = br_interval_hull(r->x[e], r->x[e]);
    br_status status = rates_of_all_modes(r, w->yes);
    for (int k = 0; k < TRIES && status == BR_OK && !inside; k++) {
        for (int e = 0; e < w->n; e++) {
            br_interval x = br_interval_add(w->extent[e], br_interval_mul(step, w->yes[e]));
            double by = 0.1 * br_interval_width(x) + 1e-12 * br_interval_mag(x);
            w->hold[e] = br_interval_hull(w->hold[e], br_interval_add(x, br_interval_of(-by, by)));
        }
        status = rates_of_all_modes(r, w->yes);
        inside = true;
        for (int e = 0; e < w->n; e++)
            inside = inside && br_interval_is_bounded(w->hold[e]) &&
                     br_interval_subset(br_interval_add(w->extent[e], br_interval_mul(step, w->yes[e])), w->hold[e]);
    }
    *found = inside;
    for (int e = 0; e < w->n && inside; e++)
        w->extent[e] = br_interval_add(w->extent[e], br_interval_mul(step, w->yes[e]));
    return status == BR_OK && inside ? spread_wild(r) : status;
}

// What must have left a mode by the end is not in it.
static br_status cut_guards(br_reach *r)
{
    br_modes *w = r->modes;
    br_status status = BR_OK;
    for (int i = 0; i < w->jumps && status == BR_OK; i++) {
        br_interval *of = set_of(w, w->flow, w->jump[i].from);
        if (!is_on(w, w->flow, w->jump[i].from))
            continue;
        status = split_by_guard(r, &w->jump[i], of, r->u);
        for (int e = 0; e < w->n && status == BR_OK; e++)
            of[e] = w->no[e];
    }
    return status;
}

// Do the jumps add little to each element?
static bool adds_little(const br_reach *r, const br_interval *before)
{
    bool little = true;
    for (int e = 0; e < r->n; e++) {
        br_interval after = extent(r->modes, r->modes->flow, e);
        little = little && br_interval_width(after) - br_interval_width(before[e]) <= ROUGH * br_interval_rad(r->x[e]);
    }
    return little;
}

static br_status discrete_jumps(br_reach *r, br_interval h, bool last, bool *found)
{
    br_modes *w = r->modes;
    br_interval *before = r->ends;
    bool wild = false;
    for (int e = 0; e < w->n; e++)
        before[e] = extent(w, w->flow, e);
    br_status status = follow_entries(r, h, found);
    for (int e = 0; e < w->n; e++)
        wild = wild || w->wild[e];
    if (status == BR_OK && *found && wild)
        status = follow_wild(r, h, found);
    if (status == BR_OK && *found)
        status = cut_guards(r);
    if (status == BR_OK && *found)
        *found = last || adds_little(r, before);
    return status;
}

br_status br_modes_step(br_reach *r, double end, bool last, bool *taken)
{
    br_modes *w = r->modes;
    br_interval h = br_interval_sub(br_interval_point(end), br_interval_point(r->t));
    bool found = false, jumps = false;
    *taken = false;
    br_status status = br_reach_inputs(r, end);
    for (int j = 0; j < r->model->nu && status == BR_OK; j++)
        w->start[j] = br_interval_add(r->first[(size_t)j * (BR_REACH_ORDER + 1)], r->off[j]);
    if (status == BR_OK)
        status = forced_jumps(r);
    if (status == BR_OK)
        status = continuous_flow(r, h, last, &found);
    if (status == BR_OK && found)
        status = find_entries(r, &jumps);
    if (status == BR_OK && found && jumps)
        status = discrete_jumps(r, h, last, &found);
    if (status != BR_OK || !found)
        return status;
    memcpy(w->part, w->flow, (size_t)w->labels * (size_t)w->n * sizeof *w->part);
    note_sets(r);
    for (int e = 0; e < w->n; e++)
        if (!br_interval_is_bounded(r->x[e]))
            return BR_NEGATIVE;
    r->t = end;
    r->steps++;
    r->undecided += jumps;
    *taken = true;
    return BR_OK;
}
