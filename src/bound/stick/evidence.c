// evidence.c - contractors: what a row of measurements leaves of a tube.          [host]
#include "num/base/fp.h"

#include "bound/stick/evidence.h"
#include "num/base/require.h"
#include "num/text/diag.h"

#include <stdlib.h>

// ---------------------------------------------------------------- measured outputs of a law

static br_status refuse_output(br_diag *why, const br_parsed_law *law, const char *name, const char *message)
{
    return br_diag_fail(why, BR_BAD_LAW, "%s: %s cannot be measured: %s", law->name, name, message);
}

// Does a node depend on a node for which `is` holds?
static br_status stands_on(const br_parsed_law *law, int node, bool (*is)(const br_parsed_law *law, const br_node *n),
                           bool *does)
{
    bool *need = calloc((size_t)law->g.count + 1, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    *does = false;
    br_graph_reach(&law->g, &node, 1, need);
    for (int i = 0; i < law->g.count; i++)
        *does = *does || (need[i] && is(law, &law->g.node[i]));
    free(need);
    return BR_OK;
}

static bool is_by_mode(const br_parsed_law *law, const br_node *n)
{
    (void)law;
    return n->op == BR_OP_BYMODE;
}

static bool is_input(const br_parsed_law *law, const br_node *n)
{
    return n->op == BR_OP_VAR && n->var < law->nq && law->q[n->var].kind == BR_INPUT;
}

static bool is_no_parameter(const br_parsed_law *law, const br_node *n)
{
    return n->op == BR_OP_VAR && !(n->var < law->nq && law->q[n->var].kind == BR_PARAM);
}

static br_status find_row(br_parsed_law *law, int what, br_law_row *row, br_diag *why)
{
    if (what < law->nq) {
        *row = (br_law_row){law->q[what].name, 0, law->q[what].dim, br_graph_var(&law->g, what, law->q[what].dim)};
        return law->g.status;
    }
    const br_output *o = &law->out[what - law->nq];
    bool modes = false;
    if (o->dim != BR_SCALAR)
        return refuse_output(why, law, o->name, "it is an array");
    if (o->now == BR_NO_NODE)
        return refuse_output(why, law, o->name, "it has no value at one time alone");
    *row = (br_law_row){o->name, 0, o->dim, o->now};
    br_status status = stands_on(law, o->now, is_by_mode, &modes);
    return status == BR_OK && modes ? refuse_output(why, law, o->name, "it is another in each mode") : status;
}

static int slope_at(const br_measured *s, int row, int quantity)
{
    int block = br_stick_block(&s->jet, row, quantity);
    return block < 0 ? -1 : s->tape.block_at[block];
}

// Whether measured output i is linear: its slopes depend on parameters alone, and it on no input.
static br_status find_linear(br_measured *s, int i)
{
    bool bends = false;
    br_status status = stands_on(s->law, s->jet.row[i].node, is_input, &bends);
    for (int b = 0; b < s->jet.blocks && status == BR_OK && !bends; b++)
        if (s->jet.block[b].row == i)
            status = stands_on(s->law, s->jet.block[b].node, is_no_parameter, &bends);
    s->linear[i] = !bends;
    return status;
}

static br_status differentiate(br_measured *s, const br_stick *plant, const br_law_row *row)
{
    bool *want = calloc((size_t)s->law->nq + 1, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    want[plant->q] = want[plant->w] = true;
    br_status status = br_jet_make_rows(&s->jet, s->law, row, s->count, want);
    free(want);
    if (status != BR_OK)
        return status;
    status = br_tape_make_jet(&s->tape, s->law, &s->jet, NULL);
    if (status != BR_OK)
        br_jet_free(&s->jet);
    return status;
}

br_status br_measured_read(br_measured *s, const br_stick *plant, const int *what, int count, br_diag *why)
{
    br_law_row row[BR_MEASURED];
    br_status status = count >= 1 && count <= BR_MEASURED ? BR_OK : BR_BAD_USAGE;
    *s = (br_measured){.law = plant->law};
    for (int i = 0; i < count && status == BR_OK; i++)
        status = find_row(s->law, what[i], &row[i], why);
    if (status != BR_OK)
        return status;
    s->count = count;
    status = differentiate(s, plant, row);
    if (status != BR_OK) {
        *s = (br_measured){0};
        return status;
    }
    s->q_at = s->tape.q_at[plant->q];
    s->w_at = s->tape.q_at[plant->w];
    for (int i = 0; i < count && status == BR_OK; i++) {
        s->by_q[i] = slope_at(s, i, plant->q);
        s->by_w[i] = slope_at(s, i, plant->w);
        status = find_linear(s, i);
    }
    if (status != BR_OK)
        br_measured_free(s);
    return status;
}

void br_measured_free(br_measured *s)
{
    if (s->count > 0) {
        br_tape_free(&s->tape);
        br_jet_free(&s->jet);
    }
    *s = (br_measured){0};
}

// ---------------------------------------------------------------- what they leave

typedef struct output_row { // of one mode in one row
    const br_measured *s;
    br_box at;
    br_interval x[2]; // the states
    br_interval y[BR_MEASURED];
    br_interval value[BR_MEASURED], slope[2 * BR_MEASURED];
    br_domain domain[BR_MEASURED];
} output_row;

// Measured outputs over the box and, where they are continuous, their slopes. *left false: in one of them nothing agrees.
static br_status enclose_outputs(output_row *g, bool *left)
{
    br_status status = br_tape_enclose_domain(&g->s->tape, &g->at, g->value, g->domain);
    if (status == BR_OK)
        status = br_tape_enclose(&g->s->tape, &g->at, NULL, g->slope);
    for (int i = 0; i < g->s->count && status == BR_OK; i++)
        if (g->domain[i] != BR_UNDEFINED && br_interval_is_empty(br_interval_intersect(g->value[i], g->y[i])))
            *left = false;
    return status;
}

// Contracts one state by all measured outputs: interval Newton in the mean value form.
static br_status newton_contract(output_row *g, int state, const int *by, bool *left)
{
    br_interval whole = g->x[state], *x = &g->x[state];
    double middle = br_interval_mid(whole);
    *x = br_interval_of(middle, middle);
    br_status status = br_tape_enclose(&g->s->tape, &g->at, g->value, NULL);
    *x = whole;
    for (int i = 0; i < g->s->count && status == BR_OK && *left; i++) {
        br_interval slope = by[i] < 0 ? br_interval_of(0, 0) : g->slope[by[i]];
        if (g->domain[i] != BR_CONTINUOUS || br_interval_has(slope, 0))
            continue;
        br_interval way = br_interval_div(br_interval_sub(g->y[i], g->value[i]), slope);
        *x = br_interval_intersect(*x, br_interval_add(br_interval_of(middle, middle), way));
        *left = !br_interval_is_empty(*x);
    }
    return status;
}

static br_status contract_mode(output_row *g, br_states *states, bool rests)
{
    const br_measured *s = g->s;
    bool left = true;
    g->x[s->q_at] = states->q;
    g->x[s->w_at] = states->w;
    br_status status = enclose_outputs(g, &left);
    for (int round = 0; round < s->count && left && status == BR_OK; round++) {
        status = newton_contract(g, s->q_at, s->by_q, &left);
        if (status == BR_OK && left && !rests)
            status = newton_contract(g, s->w_at, s->by_w, &left);
    }
    *states = (br_states){g->x[s->q_at], g->x[s->w_at], left};
    return status;
}

// At the row the input may still be what it was, or be the next one.
static br_interval input_at(const br_evidence *e, int row)
{
    return row > 0 ? br_interval_hull(e->u[row - 1], e->u[row]) : e->u[row];
}

static br_status contract_outputs(const br_evidence *e, int row, const br_interval *p, br_tube *t, br_carried *c)
{
    const br_interval *y = e->y + (size_t)row * (size_t)e->measured->count;
    br_interval u = input_at(e, row);
    int mode = 0; // none of them depends on it
    output_row g = {.s = e->measured};
    g.at = (br_box){.x = g.x, .u = &u, .p = p, .m = &mode};
    br_status status = BR_OK;
    for (int l = 0; l < BR_LABELS && status == BR_OK; l++) {
        for (int i = 0; i < g.s->count; i++) {
            g.y[i] = c ? br_interval_intersect(c->y[l][i], y[i]) : y[i];
            if (c)
                c->y[l][i] = g.y[i];
        }
        if (t->states[l].on)
            status = contract_mode(&g, &t->states[l], l == BR_REST);
    }
    return status;
}

br_status br_evidence_contract(const br_evidence *e, int row, const br_interval *p, br_tube *t, br_carried *c)
{
    br_evidence_release(e, row);
    BR_REQUIRE(row >= 0 && row < e->rows);
    br_tube_contract(t, e->q[row]);
    if (e->stands && e->stands[row])
        br_tube_keep_rest(t);
    return e->measured ? contract_outputs(e, row, p, t, c) : BR_OK;
}

// ---------------------------------------------------------------- carried along

static void forget_outputs(const br_measured *s, br_interval *y)
{
    for (int i = 0; i < s->count; i++)
        y[i] = br_interval_entire();
}

br_status br_evidence_begin(const br_evidence *e, int row, const br_interval *p, br_tube *t, br_carried *c)
{
    br_interval zero = br_interval_of(0, 0), x[2] = {zero, zero}, slope[2 * BR_MEASURED];
    int mode = 0;
    br_box at = {.x = x, .u = &zero, .p = p, .m = &mode};
    *t = br_tube_at_rest(e->q[row]);
    if (!e->measured)
        return BR_OK;
    br_status status = c ? br_tape_enclose(&e->measured->tape, &at, NULL, slope) : BR_OK;
    for (int i = 0; c && i < e->measured->count && status == BR_OK; i++) {
        int q = e->measured->by_q[i], w = e->measured->by_w[i];
        c->cq[i] = q < 0 ? zero : slope[q];
        c->cw[i] = w < 0 ? zero : slope[w];
    }
    for (int l = 0; c && l < BR_LABELS; l++)
        forget_outputs(e->measured, c->y[l]);
    return status == BR_OK ? contract_outputs(e, row, p, t, c) : status;
}

// Is all that is in mode l after the step what slid in it all along?
static bool slid(const br_tube *before, const br_tube *after, int l)
{
    const br_states *from = &before->states[l], *to = &after->states[l];
    int modes = before->states[BR_REST].on + before->states[BR_FORWARD].on + before->states[BR_BACKWARD].on;
    return modes == 1 && from->on && to->on && !br_interval_has(from->w, 0) && !br_interval_has(to->w, 0);
}

// What an input that varies by `off` about its middle adds: the effects by cq and cw are bounded independently.
static br_interval waver_effect(br_interval cq, br_interval g, br_interval cw, br_interval f, br_interval off)
{
    return br_interval_add(br_interval_mul(br_interval_mul(cq, g), off), br_interval_mul(br_interval_mul(cw, f), off));
}

// One measured output over a step: all factors grow with a.
static br_interval propagate_output(const br_pace *pace, int l, br_interval u, br_interval w, br_interval cq,
                                    br_interval cw, br_interval y)
{
    const br_slide *side = &pace->side[l];
    br_interval f = br_interval_hull(pace->low[l].f, pace->high[l].f),
                g = br_interval_hull(pace->low[l].g, pace->high[l].g);
    double mid = br_interval_mid(u);
    br_interval held = br_interval_of(mid, mid), b = br_interval_mul(side->k, br_interval_sub(held, side->c));
    br_interval by_w = br_interval_mul(f, br_interval_add(cq, br_interval_mul(cw, side->a)));
    br_interval by_b = br_interval_add(br_interval_mul(cq, g), br_interval_mul(cw, f));
    y = br_interval_add(y, br_interval_add(br_interval_mul(by_w, w), br_interval_mul(by_b, b)));
    if (br_interval_is_point(u))
        return y;
    return br_interval_add(y, waver_effect(cq, g, cw, f, br_interval_mul(side->k, br_interval_sub(u, held))));
}

void br_evidence_step(const br_evidence *e, int row, const br_pace *pace, br_tube *t, br_carried *c)
{
    const br_measured *s = e->measured;
    if (!s || !c) {
        br_tube_step(pace, e->u[row], t);
        return;
    }
    br_tube before = *t;
    br_tube_step(pace, e->u[row], t);
    for (int l = 0; l < BR_LABELS; l++) {
        if (l == BR_REST || pace->pieces > 1 || !slid(&before, t, l)) {
            forget_outputs(s, c->y[l]);
            continue;
        }
        for (int i = 0; i < s->count; i++)
            c->y[l][i] = s->linear[i]
                             ? propagate_output(pace, l, e->u[row], before.states[l].w, c->cq[i], c->cw[i], c->y[l][i])
                             : br_interval_entire();
    }
}
