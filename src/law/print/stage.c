// stage.c - the functions of a pass: one for each stage, and the loops over lanes that call them.  [host]
//
// Quantities of a point (scalars) and of its elements (arrays) are computed in stages: the scalars of stage 0, the arrays that need
// them, the scalars that sum those arrays (stage 1), and so on. Each stage is printed as a small function that holds the
// equations for one point or one element; loops over lanes call them. Lanes are the points, or, when there is one point
// only, its elements. There are w of them at a time, a constant wherever the loops are called: a loop of unknown length
// leaves a rest that vectors do not reach, and that took as long as everything else. What one stage hands to another travels
// in a tile on the stack; everything else is a local constant.
#include "num/base/fp.h"

#include "law/print/print_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 84 }; // an expression longer than this gets a name of its own

static bool is_light(const br_pass *s, int node)
{
    return br_pass_node(s, node)->op == BR_OP_CONST || br_pass_node(s, node)->op == BR_OP_VAR;
}

// Repeated where it is used rather than handed from stage to stage?
static bool is_cheap(int op)
{
    return op == BR_OP_ADD || op == BR_OP_SUB || op == BR_OP_MUL || op == BR_OP_NEG || op == BR_OP_ABS ||
           op == BR_OP_SPREAD || (op >= BR_OP_LT && op <= BR_OP_SELECT);
}

static void find_stages(br_pass *s)
{
    const br_graph *g = &s->p->law->g;
    for (int i = 0; i < s->count; i++) {
        if (!s->need[i])
            continue;
        const int *args;
        int n = br_graph_args(g, i, &args);
        s->fixed[i] = g->node[i].op == BR_OP_CONST || (g->node[i].op == BR_OP_VAR && g->node[i].var < BR_VAR_ONE_HOT &&
                                                       s->p->law->q[g->node[i].var].kind == BR_PARAM);
        if (n > 0 && is_cheap(g->node[i].op)) {
            s->fixed[i] = true;
            for (int k = 0; k < n; k++)
                s->fixed[i] = s->fixed[i] && s->fixed[args[k]];
        }
        for (int k = 0; k < n; k++)
            s->stage[i] = s->stage[args[k]] > s->stage[i] ? s->stage[args[k]] : s->stage[i];
        s->stage[i] += g->node[i].op == BR_OP_SUM;
        s->last_stage = s->stage[i] > s->last_stage ? s->stage[i] : s->last_stage;
    }
}

// Scalars that another loop reads: an array, a sum of a later stage, a result stored per element, or a guard. Comparisons
// are repeated where they are used; then what they compare crosses.
static void find_crossings(br_pass *s)
{
    const br_graph *g = &s->p->law->g;
    bool *outside = s->done; // free until the loops are printed
    for (int r = 0; r < s->roots; r++) {
        int node = s->root[r].node;
        bool later = !s->root[r].to && s->stage[node] < s->last_stage;
        outside[node] = outside[node] || s->root[r].dim != BR_SCALAR || later;
    }
    for (int i = s->count - 1; i >= 0; i--) {
        if (!s->need[i])
            continue;
        const br_node *n = &g->node[i];
        bool scalar = n->dim == BR_SCALAR && !s->fixed[i] && !is_light(s, i);
        s->crosses[i] = n->op == BR_OP_SUM || (scalar && outside[i] && !n->is_bool);
        const int *args;
        int count = br_graph_args(g, i, &args);
        for (int k = 0; k < count; k++)
            if (n->dim != BR_SCALAR || s->stage[i] != s->stage[args[k]] || (n->is_bool && outside[i]))
                outside[args[k]] = true;
    }
}

// ---------------------------------------------------------------- one loop

// Does the root or sum belong to this loop?
static bool stores_here(const br_stage *l, const br_root *r)
{
    bool transition = !r->to; // all guards are looked at together
    return r->dim == l->dim && (transition ? l->s->last_stage : l->s->stage[r->node]) == l->stage;
}

static bool sums_here(const br_stage *l, int node)
{
    const br_node *n = br_pass_node(l->s, node);
    return l->dim != BR_SCALAR && l->s->need[node] && n->op == BR_OP_SUM &&
           br_pass_node(l->s, n->arg[0])->dim == l->dim && l->s->stage[n->arg[0]] == l->stage;
}

// Is the node computed inside this loop (and not read from a tile)?
static bool made_here(const br_stage *l, int node)
{
    const br_node *n = br_pass_node(l->s, node);
    if (l->s->held)
        return l->s->held[node] < 0;
    if (l->s->fixed[node] || is_light(l->s, node) || (n->is_bool && n->dim == BR_SCALAR))
        return true;
    if (l->dim == BR_SCALAR)
        return n->dim == BR_SCALAR && n->op != BR_OP_SUM && l->s->stage[node] == l->stage;
    return n->dim == l->dim;
}

// in[] becomes true for every node this loop computes or reads; uses[] counts how often it is mentioned.
bool br_print_find_members(const br_stage *l, bool *in)
{
    br_pass *s = l->s;
    bool any = false;
    memset(in, 0, (size_t)s->count * sizeof *in);
    memset(s->uses, 0, (size_t)s->count * sizeof *s->uses);
    for (int r = 0; r < s->roots; r++)
        if (stores_here(l, &s->root[r])) {
            in[s->root[r].node] = true;
            s->uses[s->root[r].node]++;
            any = true;
        }
    for (int i = 0; i < s->count; i++) {
        if (sums_here(l, i)) {
            in[br_pass_node(s, i)->arg[0]] = true;
            s->uses[br_pass_node(s, i)->arg[0]]++;
            any = true;
        }
        if (l->dim == BR_SCALAR && s->crosses[i] && br_pass_node(s, i)->op != BR_OP_SUM && s->stage[i] == l->stage &&
            br_pass_node(s, i)->dim == BR_SCALAR) {
            in[i] = true;
            s->uses[i] += 2;
            any = true;
        }
    }
    for (int i = s->count - 1; i >= 0; i--) {
        if (!in[i] || !made_here(l, i))
            continue;
        const int *args;
        int n = br_graph_args(&s->p->law->g, i, &args);
        for (int k = 0; k < n; k++) {
            in[args[k]] = true;
            // a comparison is repeated where it is used, so its arguments are mentioned as often
            s->uses[args[k]] += br_pass_node(s, i)->is_bool && s->uses[i] > 1 ? s->uses[i] : 1;
            s->uses[args[k]] += br_pass_node(s, i)->op == BR_OP_ZMUL && k == 0 && !(s->open && s->open[i]);
        }
    }
    return any;
}

static void load_variable(const br_stage *l, br_buffer *t, int node)
{
    const br_quantity *q = &l->s->p->law->q[br_pass_node(l->s, node)->var];
    br_place a;
    char where[200];
    br_place_of(l->s->p, br_pass_node(l->s, node)->var, &a);
    br_place_text(l->s->p, &a, q->dim == BR_SCALAR ? "" : "i", where, sizeof where);
    const char *name = l->s->p->name[node];
    if (l->s->held) // the others are held
        br_buffer_print(t, "const %s %s = now[j];\n", l->s->p->real, name);
    else if (q->kind == BR_PARAM)
        br_buffer_print(t, "const %s %s = P(%s);\n", l->s->p->real, name, where);
    else
        br_buffer_print(t, "const %s %s = %s[AT(%s)];\n", l->s->p->real, name, q->kind == BR_STATE ? "x" : "u", where);
}

static size_t inline_size(br_stage *l, int node)
{
    br_buffer t = {0};
    l->s->measuring = true;
    br_print_operation(l->s, &t, node, 0);
    l->s->measuring = false;
    size_t n = t.size;
    if (t.status != BR_OK)
        l->s->p->out.status = t.status;
    br_buffer_free(&t);
    return n;
}

static void indent(br_buffer *t, int depth)
{
    br_buffer_print(t, "%*s", 4 * depth, "");
}

// The local constants of a loop, in order; what is mentioned once and short stays inside its user.
void br_print_locals(br_stage *l, const bool *in, int depth)
{
    br_pass *s = l->s;
    br_buffer *t = &s->p->out;
    memset(s->done, 0, (size_t)s->count * sizeof *s->done);
    for (int i = 0; i < s->count; i++) {
        const br_node *n = br_pass_node(s, i);
        if (!in[i] || n->op == BR_OP_CONST || (n->op == BR_OP_VAR && n->var >= BR_VAR_ONE_HOT))
            continue;
        if (s->held && s->held[i] >= 0) {
            br_print_temporary(s->p, i);
            indent(t, depth);
            br_buffer_print(t, "const %s %s = HELD(%d);\n", s->p->real, s->p->name[i], s->held[i]);
            s->done[i] = true;
            continue;
        }
        if (n->op == BR_OP_VAR) {
            indent(t, depth);
            load_variable(l, t, i);
            s->done[i] = true;
            continue;
        }
        bool here = made_here(l, i), named = s->p->symbol[i];
        if (n->is_bool || n->op == BR_OP_SPREAD)
            continue;
        if (here && !named && s->uses[i] < 2 && inline_size(l, i) < LONG)
            continue;
        br_print_temporary(s->p, i);
        indent(t, depth);
        br_buffer_print(t, "const %s %s = ", s->p->real, s->p->name[i]);
        if (here)
            br_print_operation(s, t, i, 0);
        else
            br_buffer_print(t, n->op == BR_OP_SUM ? "t->%s.lane[j]" : "t->%s[j]", s->p->name[i]);
        br_buffer_print(t, ";\n");
        s->done[i] = true;
    }
}

static void print_stores(br_stage *l, int depth)
{
    br_pass *s = l->s;
    br_buffer *t = &s->p->out;
    for (int i = 0; l->dim == BR_SCALAR && i < s->count; i++)
        if (s->crosses[i] && br_pass_node(s, i)->op != BR_OP_SUM && s->stage[i] == l->stage &&
            br_pass_node(s, i)->dim == BR_SCALAR) {
            indent(t, depth);
            br_buffer_print(t, "t->%s[j] = %s;\n", s->p->name[i], s->p->name[i]);
        }
    for (int i = 0; i < s->count; i++)
        if (sums_here(l, i)) {
            indent(t, depth);
            br_buffer_print(t, "t->%s.lane[lane] += ", s->p->name[i]);
            br_print_value(s, t, br_pass_node(s, i)->arg[0], 0);
            br_buffer_print(t, ";\n");
        }
    for (int r = 0; r < s->roots; r++)
        if (s->root[r].to && stores_here(l, &s->root[r])) {
            indent(t, depth);
            br_buffer_print(t, "%s = ", s->root[r].to);
            br_print_value(s, t, s->root[r].node, 0);
            br_buffer_print(t, ";\n");
        }
}

// Are the transitions of the automaton looked at here?
static bool switches_here(const br_stage *l, int automaton)
{
    const br_pass *s = l->s;
    for (int r = 0; r < s->roots; r++)
        if (!s->root[r].to && s->root[r].automaton == automaton && stores_here(l, &s->root[r]))
            return true;
    return false;
}

// "n + i"
static void mode_place(const br_printer *p, int automaton, char where[BR_PLACE_SIZE])
{
    br_place a;
    br_place_of_mode(p, automaton, &a);
    br_place_text(p, &a, p->law->automaton[automaton].dim == BR_SCALAR ? "" : "i", where, BR_PLACE_SIZE);
}

static void print_transitions(br_stage *l, int automaton, int depth)
{
    br_pass *s = l->s;
    br_buffer *t = &s->p->out;
    const char *mode = s->p->mode[automaton];
    char where[BR_PLACE_SIZE];
    if (!switches_here(l, automaton))
        return;
    mode_place(s->p, automaton, where);
    indent(t, depth);
    br_buffer_print(t, "next[AT(%s)] =\n", where);
    for (int j = 0; j < s->p->law->njump; j++) { // the first transition that fires
        const br_transition *w = &s->p->law->jump[j];
        if (w->automaton != automaton)
            continue;
        indent(t, depth + 1);
        br_buffer_print(t, "%s == %d && (", mode, w->from);
        br_print_value(s, t, w->guard, 0);
        br_buffer_print(t, ") ? %d :\n", w->to);
    }
    indent(t, depth + 1);
    br_buffer_print(t, "%s;\n", mode);
}

static bool uses_mode(const br_stage *l, const bool *in, int automaton)
{
    for (int i = 0; i < l->s->count; i++) {
        const br_node *n = br_pass_node(l->s, i);
        if (in[i] && n->op == BR_OP_BYMODE && n->arg[2] == automaton && made_here(l, i))
            return true;
    }
    return switches_here(l, automaton);
}

static void load_modes(const br_stage *l, const bool *in)
{
    const br_printer *p = l->s->p;
    char where[BR_PLACE_SIZE];
    for (int a = 0; a < p->law->nautomata; a++) {
        if (!uses_mode(l, in, a))
            continue;
        mode_place(p, a, where);
        br_buffer_print(&l->s->p->out, "    const int %s = m ? m[AT(%s)] : 0;\n", p->mode[a], where);
    }
}

const char br_print_batch[] = "const int *size, int count, const %s *x, const int *m, const %s *u, const %s *p";

// br_sgms_rate_element0
static void stage_name(const br_stage *l, char *buf, size_t size)
{
    const br_pass *s = l->s;
    bool many = l->dim != BR_SCALAR && s->p->law->ndim > 1;
    snprintf(buf, size, "%s_%s_%s%s%s%s%d", s->p->base, s->name, l->dim == BR_SCALAR ? "point" : "element",
             many ? "_" : "", many ? s->p->dim[l->dim] : "", many ? "_" : "", l->stage);
}

// In the library tile.h lets arguments be unused.
static void print_sizes(br_printer *p)
{
    for (int i = 0; i < p->law->ndim; i++)
        br_buffer_print(&p->out, "    const int %s = size[%d];\n", p->dim[i], i);
    for (int i = 0; i < p->law->ndim && !p->o->library; i++)
        br_buffer_print(&p->out, "    (void)%s;\n", p->dim[i]);
}

static void ignore_unused(const br_pass *s)
{
    static const char *const results[] = {"(void)out", "(void)out, (void)jet", "(void)next"};
    if (!s->p->o->library)
        br_buffer_print(&s->p->out,
                        "    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, %s;\n",
                        results[s->results - s->p->results]);
}

// Arguments of a loop, or after `before` those of a stage; then results, and what else there is.
static void print_head(const br_pass *s, const char *name, const char *before, const char *library)
{
    const br_printer *p = s->p;
    br_buffer *t = &s->p->out;
    if (p->o->library)
        br_buffer_print(t, "BR_INLINE void %s(%s, BR_%s", name, library, s->results->kind);
    else
        br_buffer_print(t, "BR_INLINE void %s(%s%s,\n        size_t ps, size_t pl, %s", name, before, p->batch,
                        s->results->lent);
}

// The equations of one stage, for point k (its place in the tile: j) and element i.
static void print_stage(br_stage *l, bool *in)
{
    br_pass *s = l->s;
    br_buffer *t = &s->p->out;
    char name[3 * BR_NAME_SIZE];
    bool element = l->dim != BR_SCALAR;
    if (!br_print_find_members(l, in))
        return;
    for (int i = 0; i < s->count; i++)
        if (sums_here(l, i))
            br_print_temporary(s->p, i);
    stage_name(l, name, sizeof name);
    print_head(s, name, element ? "int i, int k, int j, int lane, " : "int k, int j, int lane, ",
               element ? "BR_ELEMENT" : "BR_POINT");
    if (s->hot != BR_SCALAR)
        br_buffer_print(t, ", int h");
    if (s->tiled)
        br_buffer_print(t, ", struct %s_%s_tile *t", s->p->base, s->name);
    br_buffer_print(t, ")\n{\n");
    ignore_unused(s);
    if (!s->p->o->library)
        br_buffer_print(t, "    (void)%sk, (void)j, (void)lane%s%s;\n", element ? "i, (void)" : "",
                        s->hot != BR_SCALAR ? ", (void)h" : "", s->tiled ? ", (void)t" : "");
    print_sizes(s->p);
    load_modes(l, in);
    br_print_locals(l, in, 1);
    print_stores(l, 1);
    for (int a = 0; a < s->p->law->nautomata; a++)
        print_transitions(l, a, 1);
    br_buffer_print(t, "}\n\n");
}

static void print_call(const br_stage *l, const char *indices, int depth)
{
    char name[3 * BR_NAME_SIZE];
    br_pass *s = l->s;
    stage_name(l, name, sizeof name);
    indent(&s->p->out, depth);
    br_buffer_print(&s->p->out, "%s(%s, size, count, x, m, u, p, ps, pl, %s%s%s);\n", name, indices, s->results->passed,
                    s->hot != BR_SCALAR ? ", h" : "", s->tiled ? ", &t" : "");
}

// HEAD { t.NAMETO OP t.NAMEFROM; ... } for every sum; no head: just the lines. from NULL: 0.
static void print_sums(const br_stage *l, const char *head, const char *to, const char *op, const char *from, int depth)
{
    br_buffer *t = &l->s->p->out;
    int sums = 0;
    for (int i = 0; i < l->s->count; i++)
        sums += sums_here(l, i);
    if (sums == 0)
        return;
    indent(t, head ? depth : 0);
    br_buffer_print(t, head ? "%s {\n" : "%s", head ? head : "");
    for (int i = 0; i < l->s->count; i++)
        if (sums_here(l, i)) {
            const char *name = l->s->p->name[i];
            indent(t, head ? depth + 1 : depth);
            br_buffer_print(t, "t.%s%s %s ", name, to, op);
            if (from)
                br_buffer_print(t, "t.%s%s;\n", name, from);
            else
                br_buffer_print(t, l->s->p->o->library ? "0;\n" : l->s->p->o->single ? "0.0f;\n" : "0.0;\n");
        }
    indent(t, head ? depth : 0);
    br_buffer_print(t, head ? "}\n" : "%s", "");
}

static void print_lanes(const br_stage *l, const char *head, const char *indices, int depth)
{
    br_buffer *t = &l->s->p->out;
    indent(t, depth);
    br_buffer_print(t, "BR_LANES\n");
    indent(t, depth);
    br_buffer_print(t, "%s\n", head);
    print_call(l, indices, depth + 1);
}

static const char every_lane[] = "for (int j = 0; j < w; j++)";

// w points at a time: element by element, the points are the lanes.
static void print_point_lanes(const br_stage *l, int depth)
{
    if (l->dim == BR_SCALAR) {
        print_lanes(l, every_lane, "k0 + j, j, j", depth);
        return;
    }
    br_buffer *t = &l->s->p->out;
    print_sums(l, every_lane, ".lane[j]", "=", NULL, depth);
    indent(t, depth);
    br_buffer_print(t, "for (int i = 0; i < %s; i++) {\n", l->s->p->dim[l->dim]);
    print_lanes(l, every_lane, "i, k0 + j, j, j", depth + 1);
    indent(t, depth);
    br_buffer_print(t, "}\n");
}

// One point: w of its elements at a time are the lanes.
static void print_element_lanes(const br_stage *l, int depth)
{
    if (l->dim == BR_SCALAR) {
        print_call(l, "0, 0, 0", depth);
        return;
    }
    br_buffer *t = &l->s->p->out;
    const char *d = l->s->p->dim[l->dim];
    print_sums(l, NULL, ".all", "=", NULL, depth);
    indent(t, depth);
    br_buffer_print(t, "for (int from = 0; from < %s; from += w) {\n", d);
    indent(t, depth + 1);
    br_buffer_print(t, "const int i0 = %s - from < w ? %s - w : from;\n", d, d);
    print_sums(l, every_lane, ".lane[j]", "=", NULL, depth + 1);
    print_lanes(l, every_lane, "i0 + j, 0, 0, j", depth + 1);
    print_sums(l, "for (int j = from - i0; j < w; j++)", ".all", "+=", ".lane[j]", depth + 1);
    indent(t, depth);
    br_buffer_print(t, "}\n");
    print_sums(l, NULL, ".lane[0]", "=", ".all", depth);
}

// ---------------------------------------------------------------- one pass: the stages that make a set of roots

static void print_tile(br_pass *s)
{
    br_buffer *t = &s->p->out;
    for (int i = 0; i < s->count; i++)
        s->tiled = s->tiled || s->crosses[i];
    if (!s->tiled)
        return;
    br_buffer_print(t, "struct %s_%s_tile { // what one stage hands to the next\n", s->p->base, s->name);
    for (int i = 0; i < s->count; i++)
        if (s->crosses[i]) {
            br_print_temporary(s->p, i);
            if (br_pass_node(s, i)->op != BR_OP_SUM)
                br_buffer_print(t, "    %s %s[BR_TILE];\n", s->p->real, s->p->name[i]);
            else if (s->p->o->library)
                br_buffer_print(t, "    br_lane_sum %s;\n", s->p->name[i]);
            else
                br_buffer_print(
                    t, "    struct {\n        %s lane[BR_TILE], all; // sums, of one point over its lanes\n    } %s;\n",
                    s->p->real, s->p->name[i]);
        }
    br_buffer_print(t, "};\n\n");
}

bool br_print_open_pass(br_pass *s)
{
    size_t n = (size_t)s->count;
    s->need = calloc(n, sizeof *s->need);
    s->fixed = calloc(n, sizeof *s->fixed);
    s->stage = calloc(n, sizeof *s->stage);
    s->uses = calloc(n, sizeof *s->uses);
    s->crosses = calloc(n, sizeof *s->crosses);
    s->done = calloc(n, sizeof *s->done);
    if (!s->need || !s->fixed || !s->stage || !s->uses || !s->crosses || !s->done) {
        s->p->status = BR_NO_MEMORY;
        return false;
    }
    for (int r = 0; r < s->roots; r++)
        br_graph_reach(&s->p->law->g, &s->root[r].node, 1, s->need);
    find_stages(s);
    find_crossings(s);
    return true;
}

void br_print_close_pass(br_pass *s)
{
    free(s->need);
    free(s->fixed);
    free(s->stage);
    free(s->uses);
    free(s->crosses);
    free(s->done);
}

// The stages in their order, over points (the last w overlap those before them, and get the same bits again) or over the
// elements of one point.
static void print_loops(br_pass *s, bool *in, bool elements)
{
    br_printer *p = s->p;
    char name[3 * BR_NAME_SIZE];
    snprintf(name, sizeof name, "%s_%s_%s", p->base, s->name, elements ? "elements" : "points");
    print_head(s, name, "", "BR_LOOP");
    br_buffer_print(&p->out, ", const int w)\n{\n%s", p->o->library ? "" : "    (void)w;\n");
    ignore_unused(s);
    print_sizes(p);
    if (s->tiled)
        br_buffer_print(&p->out, "    struct %s_%s_tile t;\n", p->base, s->name);
    int depth = s->hot == BR_SCALAR ? 1 : 2;
    if (s->hot != BR_SCALAR)
        br_buffer_print(&p->out, "    for (int h = 0; h < %s; h++) {\n", p->dim[s->hot]);
    if (!elements) {
        indent(&p->out, depth);
        br_buffer_print(&p->out, "for (int from = 0; from < count; from += w) {\n");
        indent(&p->out, ++depth);
        br_buffer_print(&p->out, "const int k0 = count - from < w ? count - w : from;\n");
    }
    for (int stage = 0; stage <= s->last_stage; stage++)
        for (int dim = BR_SCALAR; dim < p->law->ndim; dim++) {
            br_stage l = {s, stage, dim};
            if (!br_print_find_members(&l, in))
                continue;
            if (elements)
                print_element_lanes(&l, depth);
            else
                print_point_lanes(&l, depth);
        }
    while (--depth >= 0) {
        indent(&p->out, depth);
        br_buffer_print(&p->out, "}\n");
    }
    br_buffer_print(&p->out, "\n");
}

// The functions of all stages, then those that loop over them.
void br_print_pass(br_pass *s)
{
    br_printer *p = s->p;
    bool *in = calloc((size_t)s->count, sizeof *in);
    if (!in || !br_print_open_pass(s)) {
        p->status = BR_NO_MEMORY;
        if (in)
            br_print_close_pass(s); // what was opened of it
        free(in);
        return;
    }
    print_tile(s);
    for (int stage = 0; stage <= s->last_stage; stage++)
        for (int dim = BR_SCALAR; dim < p->law->ndim; dim++)
            print_stage(&(br_stage){s, stage, dim}, in);
    if (p->law->ndim > 0) {
        print_loops(s, in, false);
        print_loops(s, in, true);
    } else if (!p->o->library) { // one stage; in the library the macro that makes the entry makes its loop, too
        br_print_tile_macro(p, "BR_TILE_POINTS", s->name, s->results);
    }
    br_print_close_pass(s);
    free(in);
}
