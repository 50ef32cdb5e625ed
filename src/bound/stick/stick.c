// stick.c - recognises stick-slip plants: modes, guards and coefficients of a law. [host]
#include "num/base/fp.h"

#include "bound/stick/stick.h"
#include "num/text/diag.h"

#include <stdlib.h>
#include <string.h>

enum { RATES = 2, COMPARISONS = 16, GRID = 1000000 }; // points of the grid, at most

typedef struct guard { // a transition as its comparisons
    int from, to, row[COMPARISONS], rows;
} guard;

typedef struct reading {
    br_stick *s;
    br_law_row row[RATES + COMPARISONS];
    int rows;
    guard guard[COMPARISONS];
    int by_w[RATES + COMPARISONS], by_u[RATES + COMPARISONS]; // slopes of the comparisons
    br_diag *why;
} reading;

static br_status refuse_law(reading *r, const char *message)
{
    return br_diag_fail(r->why, BR_BAD_LAW, "%s: no stick-slip plant: %s", r->s->law->name, message);
}

// ---------------------------------------------------------------- quantities

bool br_stick_seems(const br_parsed_law *law)
{
    int states = 0;
    for (int i = 0; i < law->nq; i++)
        states += law->q[i].kind == BR_STATE;
    return states == 2 && law->nautomata == 1 && law->automaton[0].dim == BR_SCALAR &&
           law->automaton[0].nmode == BR_LABELS;
}

static br_status find_quantities(reading *r)
{
    br_stick *s = r->s;
    const br_parsed_law *law = s->law;
    int states = 0, inputs = 0, state[2] = {-1, -1};
    for (int i = 0; i < law->nq; i++) {
        const br_quantity *q = &law->q[i];
        if (q->dim != BR_SCALAR)
            return refuse_law(r, "it has arrays");
        if (q->kind == BR_STATE && states++ < 2)
            state[states - 1] = i;
        if (q->kind == BR_INPUT && inputs++ == 0)
            s->u = i;
        s->np += q->kind == BR_PARAM;
    }
    if (states != 2 || inputs != 1 || s->np > BR_STICK_PARAMS)
        return refuse_law(r, "two states, one input and at most 16 parameters are needed");
    if (law->nautomata != 1 || law->automaton[0].dim != BR_SCALAR || law->automaton[0].nmode != BR_LABELS)
        return refuse_law(r, "one automaton of three modes is needed");
    if (law->q[state[0]].rate < 0 || law->q[state[1]].rate < 0)
        return refuse_law(r, "a state has no rate");
    s->q = state[0];
    s->w = state[1];
    r->row[0] = (br_law_row){"q", '\'', BR_SCALAR, law->q[s->q].rate};
    r->row[1] = (br_law_row){"w", '\'', BR_SCALAR, law->q[s->w].rate};
    r->rows = RATES;
    return BR_OK;
}

// ---------------------------------------------------------------- guards

// A comparison as a number that is not negative where it holds; joined by `and`.
static br_status add_comparisons(reading *r, guard *g, int node)
{
    br_graph *graph = &r->s->law->g;
    br_node n = graph->node[node];
    if (n.op == BR_OP_AND) {
        br_status status = add_comparisons(r, g, n.arg[0]);
        return status == BR_OK ? add_comparisons(r, g, n.arg[1]) : status;
    }
    if (n.op != BR_OP_LT && n.op != BR_OP_LE)
        return refuse_law(r, "a guard is more than comparisons joined by 'and'");
    if (r->rows == RATES + COMPARISONS)
        return refuse_law(r, "its guards have too many comparisons");
    int difference = br_graph_2(graph, BR_OP_SUB, n.arg[1], n.arg[0]);
    g->row[g->rows++] = r->rows;
    r->row[r->rows++] = (br_law_row){"guard", 0, BR_SCALAR, difference};
    return graph->status;
}

static br_status read_guards(reading *r)
{
    const br_parsed_law *law = r->s->law;
    if (law->njump != 4)
        return refuse_law(r, "four transitions are needed, from and to rest");
    br_status status = BR_OK;
    for (int i = 0; i < law->njump && status == BR_OK; i++) {
        r->guard[i] = (guard){.from = law->jump[i].from, .to = law->jump[i].to};
        status = add_comparisons(r, &r->guard[i], law->jump[i].guard);
    }
    return status;
}

// ---------------------------------------------------------------- polynomials

// The degree of a node in all of its variables together; -1: it is no polynomial. Arguments stand before it.
static int degree(const br_graph *g, int node, const int *known)
{
    const int *args;
    int arity = br_graph_args(g, node, &args), most = 0, sum = 0;
    for (int i = 0; i < arity; i++) {
        int d = known[args[i]];
        if (d < 0)
            return -1;
        most = d > most ? d : most;
        sum += d;
    }
    switch (g->node[node].op) {
    case BR_OP_CONST: return g->node[node].value == (double)(int)g->node[node].value ? 0 : -1;
    case BR_OP_VAR: return 1;
    case BR_OP_ADD:
    case BR_OP_SUB:
    case BR_OP_NEG:
    case BR_OP_BYMODE: return most;
    case BR_OP_MUL: return sum < 100 ? sum : -1;
    default: return -1;
    }
}

// The largest degree among the nodes of the tape.
static br_status find_degree(reading *r, int *most)
{
    const br_tape *t = &r->s->tape;
    const br_graph *g = &r->s->law->g;
    int *known = malloc((size_t)g->count * sizeof *known);
    if (!known)
        return BR_NO_MEMORY;
    *most = 0;
    for (int i = 0; i < t->steps && *most >= 0; i++) {
        known[t->order[i]] = degree(g, t->order[i], known);
        *most = known[t->order[i]] < 0 ? -1 : known[t->order[i]] > *most ? known[t->order[i]] : *most;
    }
    free(known);
    return *most < 0 ? refuse_law(r, "it is not polynomial with whole coefficients") : BR_OK;
}

int br_stick_block(const br_jet *jet, int row, int quantity)
{
    for (int b = 0; b < jet->blocks; b++)
        if (jet->block[b].row == row && jet->block[b].column == quantity)
            return b;
    return -1;
}

// The node of the derivative of a row by a quantity; BR_NO_NODE: 0.
static int slope_node(const br_stick *s, int row, int quantity)
{
    int block = br_stick_block(&s->jet, row, quantity);
    return block < 0 ? BR_NO_NODE : s->jet.block[block].node;
}

static int slope_at(const br_stick *s, int row, int quantity)
{
    int block = br_stick_block(&s->jet, row, quantity);
    return block < 0 ? -1 : s->tape.block_at[block];
}

// Does a node depend on parameters alone?
static br_status of_parameters(reading *r, int node)
{
    const br_parsed_law *law = r->s->law;
    bool *need = calloc((size_t)law->g.count, sizeof *need), fine = true;
    if (!need)
        return BR_NO_MEMORY;
    if (node != BR_NO_NODE)
        br_graph_reach(&law->g, &node, 1, need);
    for (int i = 0; i < law->g.count; i++)
        fine = fine && !(need[i] && law->g.node[i].op == BR_OP_VAR && law->q[law->g.node[i].var].kind != BR_PARAM);
    free(need);
    return fine ? BR_OK : refuse_law(r, "a rate is not linear in the velocity and the input");
}

static br_status constant_slope(reading *r, int row, int quantity, int *slope)
{
    int node = slope_node(r->s, row, quantity);
    double value = 0;
    if (node != BR_NO_NODE && !br_graph_is_const(&r->s->law->g, node, &value))
        return refuse_law(r, "a guard is not linear in the velocity or the input");
    *slope = (int)value;
    return value == 0 || value == 1 || value == -1 ? BR_OK : refuse_law(r, "a guard scales a state or an input");
}

static br_status check_slopes(reading *r)
{
    for (int i = 0; i < r->rows; i++)
        if (slope_node(r->s, i, r->s->q) != BR_NO_NODE)
            return refuse_law(r, "a rate or a guard depends on the position");
    br_status status = of_parameters(r, slope_node(r->s, 1, r->s->w));
    if (status == BR_OK)
        status = of_parameters(r, slope_node(r->s, 1, r->s->u));
    for (int i = RATES; i < r->rows && status == BR_OK; i++) {
        status = constant_slope(r, i, r->s->w, &r->by_w[i]);
        if (status == BR_OK)
            status = constant_slope(r, i, r->s->u, &r->by_u[i]);
        if (status == BR_OK && (r->by_w[i] == 0) == (r->by_u[i] == 0))
            status = refuse_law(r, "a guard compares neither the velocity nor the input alone");
    }
    return status;
}

// ---------------------------------------------------------------- roles

// The guard of the jump from -> to; NULL: there is none, or more than one.
static const guard *find_guard(const reading *r, int from, int to)
{
    const guard *found = NULL;
    for (int i = 0; i < 4; i++)
        if (r->guard[i].from == from && r->guard[i].to == to) {
            if (found)
                return NULL;
            found = &r->guard[i];
        }
    return found;
}

// Rest is where both others go; the side follows from the sign of w at which it is left.
static br_status give_roles(reading *r)
{
    br_stick *s = r->s;
    int rest = -1;
    for (int m = 0; m < BR_LABELS; m++)
        if (find_guard(r, (m + 1) % 3, m) && find_guard(r, (m + 2) % 3, m) && find_guard(r, m, (m + 1) % 3))
            rest = m;
    if (rest < 0)
        return refuse_law(r, "no mode is entered from both others and left for them");
    s->mode[BR_REST] = rest;
    s->mode[BR_FORWARD] = s->mode[BR_BACKWARD] = -1;
    for (int i = 1; i <= 2; i++) {
        int m = (rest + i) % 3;
        const guard *out = find_guard(r, m, rest), *in = find_guard(r, rest, m);
        if (!out || !in || out->rows != 2 || in->rows != 1)
            return refuse_law(
                r, "rest is entered by a comparison of each, velocity and input, and left by one of the input");
        int of_w = r->by_w[out->row[0]] != 0 ? out->row[0] : out->row[1], of_u = out->row[0] + out->row[1] - of_w;
        int side = -r->by_w[of_w];
        if (side == 0 || r->by_u[of_u] != -side || r->by_u[in->row[0]] != side)
            return refuse_law(r, "a guard has the wrong sign");
        br_label l = side > 0 ? BR_FORWARD : BR_BACKWARD;
        s->mode[l] = m;
        s->limit[l] = of_u;
        s->toward[l] = -side;
    }
    return s->mode[BR_FORWARD] >= 0 && s->mode[BR_BACKWARD] >= 0 ? BR_OK : refuse_law(r, "it slips to one side only");
}

// ---------------------------------------------------------------- identities on the grid

typedef struct point {
    double x[2], u, p[BR_STICK_PARAMS], out[RATES + COMPARISONS], jet[3 * (RATES + COMPARISONS)];
} point;

static double slope_of(const br_stick *s, const point *at, int row, int quantity)
{
    int place = slope_at(s, row, quantity);
    return place < 0 ? 0 : at->jet[place];
}

static bool identities(const reading *r, br_label l, const point *at)
{
    const br_stick *s = r->s;
    const double *y = at->out;
    double w = at->x[1];
    if (l == BR_REST)
        return y[0] == 0 && y[1] == 0;
    double c = at->u - s->toward[l] * y[s->limit[l]];
    const guard *in = find_guard(r, s->mode[BR_REST], s->mode[l]), *out = find_guard(r, s->mode[l], s->mode[BR_REST]);
    int of_w = out->row[0] + out->row[1] - s->limit[l];
    double a = slope_of(s, at, 1, s->w), k = slope_of(s, at, 1, s->u);
    return y[0] == w && y[1] == a * w + k * (at->u - c) && y[of_w] == r->by_w[of_w] * w &&
           y[in->row[0]] == -s->toward[l] * (at->u - c);
}

static br_status hold_on_grid(reading *r, int each)
{
    const br_stick *s = r->s;
    int numbers = 2 + s->np; // not the position, on which nothing depends
    long points = 1;
    for (int i = 0; i < numbers; i++)
        points = points > GRID ? points : points * each;
    if (points > GRID)
        return refuse_law(r, "too many parameters, or too high powers, to prove its shape");
    for (int l = 0; l < BR_LABELS; l++)
        for (long i = 0; i < points; i++) {
            point at = {0};
            long rest = i;
            for (int j = 0; j < numbers; j++, rest /= each)
                *(j == 0 ? &at.x[1] : j == 1 ? &at.u : &at.p[j - 2]) = (double)(rest % each);
            br_point where = {.x = at.x, .u = &at.u, .p = at.p, .m = &s->mode[l]};
            br_tape_run(&s->tape, 1, &where, at.out, at.jet);
            if (!identities(r, (br_label)l, &at))
                return refuse_law(r, "the rates of its modes, or its guards, are others");
        }
    return BR_OK;
}

static br_status differentiate(reading *r)
{
    br_stick *s = r->s;
    bool *want = calloc((size_t)s->law->nq, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    want[s->q] = want[s->w] = want[s->u] = true;
    br_status status = br_jet_make_rows(&s->jet, s->law, r->row, r->rows, want);
    free(want);
    if (status != BR_OK)
        return status;
    status = br_tape_make_jet(&s->tape, s->law, &s->jet, NULL);
    s->made = status == BR_OK;
    if (status != BR_OK)
        br_jet_free(&s->jet);
    return status;
}

br_status br_stick_read(br_stick *s, br_parsed_law *law, br_diag *why)
{
    reading r = {.s = s, .why = why};
    int most = 0;
    *s = (br_stick){.law = law};
    br_status status = find_quantities(&r);
    if (status == BR_OK)
        status = read_guards(&r);
    if (status == BR_OK)
        status = differentiate(&r);
    if (status == BR_OK)
        status = find_degree(&r, &most);
    if (status == BR_OK)
        status = check_slopes(&r);
    if (status == BR_OK)
        status = give_roles(&r);
    if (status == BR_OK)
        status = hold_on_grid(&r, 2 * most + 1); // products of two of its polynomials
    s->degree = most;
    if (status != BR_OK)
        br_stick_free(s);
    return status;
}

void br_stick_free(br_stick *s)
{
    if (s->made) {
        br_tape_free(&s->tape);
        br_jet_free(&s->jet);
    }
    *s = (br_stick){0};
}

void br_stick_exact(const br_stick *s, const double *p, double side[BR_LABELS][3])
{
    for (int l = BR_FORWARD; l < BR_LABELS; l++) {
        point at = {0};
        br_point where = {.x = at.x, .u = &at.u, .p = p, .m = &s->mode[l]};
        br_tape_run(&s->tape, 1, &where, at.out, at.jet);
        side[l][0] = slope_of(s, &at, 1, s->w);
        side[l][1] = slope_of(s, &at, 1, s->u);
        side[l][2] = -s->toward[l] * at.out[s->limit[l]];
    }
}

br_status br_stick_at(const br_stick *s, const br_interval *p, br_slide side[BR_LABELS])
{
    br_interval zero = br_interval_of(0, 0), x[2] = {zero, zero}, out[RATES + COMPARISONS],
                jet[3 * (RATES + COMPARISONS)];
    int a = slope_at(s, 1, s->w), k = slope_at(s, 1, s->u);
    for (int l = BR_FORWARD; l < BR_LABELS; l++) {
        br_box at = {.x = x, .u = &zero, .p = p, .m = &s->mode[l]};
        br_status status = br_tape_enclose(&s->tape, &at, out, jet);
        if (status != BR_OK)
            return status;
        br_interval limit = out[s->limit[l]];
        side[l] =
            (br_slide){a < 0 ? zero : jet[a], k < 0 ? zero : jet[k], s->toward[l] > 0 ? br_interval_neg(limit) : limit};
        if (!(side[l].a.hi <= 0 && side[l].k.lo > 0))
            return BR_NEGATIVE;
    }
    return side[BR_BACKWARD].c.hi <= side[BR_FORWARD].c.lo ? BR_OK : BR_NEGATIVE;
}
