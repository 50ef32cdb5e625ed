// flow.c - all substeps of a step as C: one loop over the states of all points, with the step in registers.  [host]
//
// Where no state sees another, every state of every point is a lane of its own, however many elements a point has. What stands
// on inputs and parameters alone is computed once a step, and held. Guards against 0 times infinity are left out where
// such a product makes the result NaN: whoever calls looks at the results, and then takes the general path.
#include "num/base/fp.h"

#include "law/graph/elementwise.h"
#include "law/print/print_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALONE = 99 }; // whatever is not one word stands in brackets

typedef struct lanes {
    br_printer *p;
    br_elementwise e;
    int count;               // nodes
    bool *moves, *in, *open; // stands on the state; is computed in a substep or held; needs no guard
    int *held, numbers;
} lanes;

static const br_node *node_of(const lanes *w, int i)
{
    return &w->p->law->g.node[i];
}

// Numbers that the state does not move. Comparisons are made where they are used.
static bool can_be_held(const lanes *w, int i)
{
    const br_node *n = node_of(w, i);
    return !w->moves[i] && !n->is_bool && n->op != BR_OP_CONST && n->op != BR_OP_SPREAD;
}

static void find_held(lanes *w)
{
    const br_graph *g = &w->p->law->g;
    const int *args;
    for (int i = 0; i < w->count; i++) {
        int n = br_graph_args(g, i, &args);
        w->moves[i] = i == w->p->law->q[w->e.state].node;
        for (int k = 0; k < n; k++)
            w->moves[i] = w->moves[i] || w->moves[args[k]];
        w->held[i] = -1;
    }
    for (int i = w->count - 1; i >= 0; i--) {
        int n = w->in[i] && !can_be_held(w, i) ? br_graph_args(g, i, &args) : 0;
        for (int k = 0; k < n; k++)
            w->in[args[k]] = true;
    }
    for (int i = 0; i < w->count; i++)
        if (w->in[i] && can_be_held(w, i))
            w->held[i] = w->numbers++;
}

// b == 0 ? 0 : (a == 0 ? 0 : a * b)
static bool is_double_guard(const lanes *w, const br_node *n)
{
    const br_node *c = node_of(w, n->arg[0]), *b = node_of(w, n->arg[2]);
    double zero = 1, other = 1;
    return n->op == BR_OP_SELECT && c->op == BR_OP_EQ && b->op == BR_OP_ZMUL && c->arg[0] == b->arg[1] &&
           br_graph_is_const(&w->p->law->g, c->arg[1], &zero) && br_graph_is_const(&w->p->law->g, n->arg[1], &other) &&
           zero == 0 && other == 0;
}

// A NaN goes through these, whatever else they are given.
static bool passes_nan(int op)
{
    return op == BR_OP_ADD || op == BR_OP_SUB || op == BR_OP_MUL || op == BR_OP_DIV || op == BR_OP_NEG ||
           op == BR_OP_SPREAD;
}

// A guard is left out if all that stands on it, up to the results, passes a NaN on. used: the results.
static void find_open(lanes *w, bool *used)
{
    for (int i = 0; i < w->count; i++)
        w->open[i] = true;
    for (int i = w->count - 1; i >= 0; i--) {
        const br_node *n = node_of(w, i);
        const int *args;
        int count = used[i] && w->held[i] < 0 ? br_graph_args(&w->p->law->g, i, &args) : 0;
        bool guard = n->op == BR_OP_ZMUL || is_double_guard(w, n), open = w->open[i] && (guard || passes_nan(n->op));
        w->open[i] = w->open[i] && guard;
        for (int k = open && n->op == BR_OP_SELECT ? 2 : 0; k < count; k++) { // of such a guard the product is printed
            used[args[k]] = true;
            w->open[args[k]] = w->open[args[k]] && open;
        }
    }
}

static bool open_lanes(lanes *w)
{
    size_t n = (size_t)w->count;
    w->moves = calloc(n, sizeof *w->moves);
    w->in = calloc(n, sizeof *w->in);
    w->open = calloc(n, sizeof *w->open);
    w->held = calloc(n, sizeof *w->held);
    bool *used = calloc(n, sizeof *used), fine = w->moves && w->in && w->open && w->held && used;
    if (fine) {
        w->in[w->e.rate] = w->in[w->e.slope] = true;
        for (int c = 0; c < w->e.columns; c++)
            w->in[w->e.direct[c]] = true;
        memcpy(used, w->in, n * sizeof *used);
        find_held(w);
        find_open(w, used);
    }
    free(used);
    return fine;
}

// ---------------------------------------------------------------- what is held

static void print_held(lanes *w)
{
    br_law_row *row = calloc((size_t)w->numbers + 1, sizeof *row);
    if (!row) {
        w->p->status = BR_NO_MEMORY;
        return;
    }
    for (int i = 0; i < w->count; i++)
        if (w->held[i] >= 0)
            row[w->held[i]] = (br_law_row){"", 0, w->p->law->q[w->e.state].dim, i};
    br_print_rows(w->p, "lie_held", row, w->numbers);
    free(row);
}

// ---------------------------------------------------------------- a substep

static void print_column(br_pass *s, int c, int node, const char *indent)
{
    br_buffer *t = &s->p->out;
    if (node == BR_NO_NODE) {
        br_buffer_print(t, "%sslopes[%d][j] = slopes[%d][j] * share;\n", indent, c, c);
        return;
    }
    br_buffer_print(t, "%sslopes[%d][j] = (slopes[%d][j] + h * ", indent, c, c);
    br_print_value(s, t, node, ALONE);
    br_buffer_print(t, ") * share;\n");
}

static void print_update(const lanes *w, br_pass *s)
{
    br_buffer *t = &s->p->out;
    const char *x = s->p->name[s->p->law->q[w->e.state].node], *one = s->p->o->both ? "BR_C(1.0)" : "1";
    br_buffer_print(t, "    const %s share = %s / (%s - h * ", s->p->real, one, one);
    br_print_value(s, t, w->e.slope, ALONE);
    br_buffer_print(t, ");\n    now[j] = %s + h * ", x);
    br_print_value(s, t, w->e.rate, ALONE);
    br_buffer_print(t, " * share;\n    if (by > 0) {\n");
    print_column(s, 0, BR_NO_NODE, "        ");
    for (int c = 0; c < w->e.by_parameters; c++)
        print_column(s, c + 1, w->e.direct[c], "        ");
    br_buffer_print(t, "    }\n");
    if (w->e.by_parameters < w->e.columns)
        br_buffer_print(t, "    if (by > 1) {\n");
    for (int c = w->e.by_parameters; c < w->e.columns; c++)
        print_column(s, c + 1, w->e.direct[c], "        ");
    if (w->e.by_parameters < w->e.columns)
        br_buffer_print(t, "    }\n");
}

static void print_substep(lanes *w)
{
    br_printer *p = w->p;
    int dim = p->law->q[w->e.state].dim;
    br_root *root = calloc((size_t)w->e.columns + 2, sizeof *root);
    bool *in = calloc((size_t)w->count, sizeof *in);
    br_pass s = {.p = p, .root = root, .roots = w->e.columns + 2, .count = w->count, .name = "lie", .hot = BR_SCALAR};
    s.held = w->held;
    s.open = w->open;
    if (!root || !in) {
        p->status = BR_NO_MEMORY;
    } else {
        root[0] = (br_root){.node = w->e.rate, .dim = dim};
        root[1] = (br_root){.node = w->e.slope, .dim = dim};
        for (int c = 0; c < w->e.columns; c++)
            root[c + 2] = (br_root){.node = w->e.direct[c], .dim = dim};
        if (br_print_open_pass(&s)) {
            br_stage l = {&s, 0, dim};
            br_print_find_members(&l, in);
            in[p->law->q[w->e.state].node] = true;
            br_buffer_print(&p->out, "BR_INLINE void %s_lie_substep(BR_SUBSTEP)\n{\n", p->base);
            br_print_locals(&l, in, 1);
            print_update(w, &s);
            br_buffer_print(&p->out, "}\n\n");
        }
        br_print_close_pass(&s);
    }
    free(root);
    free(in);
}

// ---------------------------------------------------------------- the function that is called

static void print_entry(const lanes *w)
{
    br_printer *p = w->p;
    int dim = p->law->q[w->e.state].dim;
    char all[40] = "count";
    if (dim != BR_SCALAR)
        snprintf(all, sizeof all, "count * size[%d]", dim);
    br_buffer_print(&p->out, "BR_%s_LIE(%s_lie%s%s, %s, %d, %d, %d)\n\n", p->law->ndim > 0 ? "ELEMENTS" : "LAW",
                    p->base, p->law->ndim > 0 ? ", " : "", p->law->ndim > 0 ? p->enough : "", all, w->numbers,
                    1 + w->e.by_parameters, 1 + w->e.columns);
}

void br_print_lie(br_printer *p, const br_jet *jet)
{
    lanes w = {.p = p, .count = p->law->g.count};
    p->status = br_elementwise_make(&w.e, p->law, jet);
    if (p->status == BR_OK && w.e.state != BR_NO_NODE) {
        if (!open_lanes(&w))
            p->status = BR_NO_MEMORY;
        else if (w.numbers > 0) {
            print_held(&w);
            print_substep(&w);
            if (p->status == BR_OK)
                print_entry(&w);
        }
        free(w.moves);
        free(w.in);
        free(w.open);
        free(w.held);
    }
    br_elementwise_free(&w.e);
}
