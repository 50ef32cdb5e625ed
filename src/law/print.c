// print.c - a law as readable C99.                                             [host]
//
// Quantities of a point (scalars) and of its elements (arrays) take turns: the scalars of stage 0, the arrays that need
// them, the scalars that sum those arrays (stage 1), and so on. Each turn is printed as a small function that holds the
// equations for one point or one element; loops over lanes call them. Lanes are the points, or, when there is one point
// only, its elements. What one turn hands to another travels in a tile on the stack; everything else is a local constant.
#include "num/fp.h"

#include "law/embedded.h"
#include "law/print.h"
#include "num/text.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 84 }; // an expression longer than this gets a name of its own

// ---------------------------------------------------------------- text

typedef struct text {
    char *s;
    size_t size, room;
    bool failed;
} text;

static void put(text *t, const char *format, ...) BR_PRINTF(2, 3);
static void put(text *t, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (n >= 0 && t->size + (size_t)n + 1 > t->room) {
        size_t room = 2 * t->room + (size_t)n + 256;
        char *s = realloc(t->s, room);
        if (s) {
            t->s = s;
            t->room = room;
        } else {
            t->failed = true;
        }
    }
    if (n < 0)
        t->failed = true;
    if (!t->failed)
        t->size += (size_t)vsnprintf(t->s + t->size, t->room - t->size, format, again);
    va_end(again);
}

// ---------------------------------------------------------------- the printer

typedef struct printer {
    text out;
    br_law *law;
    const br_print_options *o;
    const char *real, *pre; // "double", "br_"
    char base[2 * BR_MAX_NAME]; // br_lugre
    char (*name)[BR_NAME_SIZE]; // C name of each node's value, empty: none yet
    char dim[BR_MAX_DIMS][BR_NAME_SIZE]; // C names of the sizes
    int names;                  // nodes at the time the names were made
    bool *symbol;               // the name is the law's own
    bool *used_fn;              // by operation
    br_diag *why;
    br_status status;
} printer;

// A root: something a pass has to compute, and what happens to it.
typedef struct root {
    int node;
    int dim;       // loop it belongs to: BR_SCALAR, or the dimension it is stored over
    char to[160];  // "out[AT(3 + i)]", or "" for a mode transition
} root;

typedef struct pass {
    printer *p;
    root *root;
    int roots;
    bool *need, *fixed;  // fixed: stands on parameters and constants only
    int *stage, *uses;
    bool *crosses, *done;
    int count, last_stage;
    const char *name;    // rate, rate_jet, step, step_jet, mode
    const char *results; // ", double *out", as declared
    const char *passed;  // ", out", as passed on
    int hot;             // dimension of the one-hot seed, or BR_SCALAR
    bool tiled;
} pass;

static const br_node *at(const pass *s, int node)
{
    return &s->p->law->g.node[node];
}

// ---------------------------------------------------------------- names

static const char *const taken[] = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for",
    "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct",
    "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "main", "x", "u", "p", "m", "i", "k", "h", "out",
    "jet", "next", "count", "each", "size", "ps", "pl", "k0", "k1", "mode", "j", "t", "lane", "single", "i0", "i1", "asm", "typeof", "class", "new", "delete", "this",
    "template", "namespace", "private", "public", "protected", "try", "catch", "throw", "bool", "true", "false", "and", "or",
    "not", "xor", "signbit", "isnan", "NULL", "AT", "P", "operator", "using", "virtual", "friend", "explicit", "export",
    "wchar_t", "alignas", "constexpr", "nullptr", "y0", "y1", "j0", "j1", "yn", "jn", "index", "linux", "unix", NULL};

static bool name_taken(const printer *p, const char *name)
{
    for (int i = 0; taken[i]; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    for (int d = 0; d < p->law->ndim; d++)
        if (strcmp(p->dim[d], name) == 0)
            return true;
    for (int i = 0; i < p->names; i++)
        if (strcmp(p->name[i], name) == 0)
            return true;
    return false;
}

// The law's own symbol where C allows it; a clash gets a number behind, a name that C keeps for itself a letter before.
static void free_name(const printer *p, const char *wish, char name[BR_NAME_SIZE])
{
    char stem[BR_NAME_SIZE - 10];
    bool kept = wish[0] == '_' || strncmp(wish, "br_", 3) == 0 || strncmp(wish, "brf_", 4) == 0 || strncmp(wish, "BR_", 3) == 0;
    snprintf(stem, sizeof stem, "%s%.*s", kept ? "q" : "", (int)sizeof stem - 2, wish);
    char *to = stem;
    for (const char *c = stem; *c; c++) { // no dots, no two underlines in a row
        char is = *c == '.' ? '_' : *c;
        if (!(is == '_' && to > stem && to[-1] == '_'))
            *to++ = is;
    }
    *to = 0;
    snprintf(name, BR_NAME_SIZE, "%s", stem);
    for (int i = 1; name_taken(p, name); i++)
        snprintf(name, BR_NAME_SIZE, "%s_%d", stem, i % 10000);
}

static void give_name(printer *p, int node, const char *wish)
{
    if (p->name[node][0])
        return;
    char name[BR_NAME_SIZE];
    free_name(p, wish, name);
    memcpy(p->name[node], name, sizeof name);
    p->symbol[node] = true;
}

static void name_all(printer *p)
{
    for (int d = 0; d < p->law->ndim; d++) {
        char name[BR_NAME_SIZE];
        free_name(p, p->law->dim[d].name, name);
        memcpy(p->dim[d], name, sizeof name);
    }
    for (int q = 0; q < p->law->nq; q++)
        give_name(p, p->law->q[q].node, p->law->q[q].name);
    for (int d = 0; d < p->law->ndef; d++) {
        int node = p->law->def[d].node;
        if (p->law->g.node[node].op != BR_OP_CONST)
            give_name(p, node, p->law->def[d].name);
    }
    for (int q = 0; q < p->law->nq; q++) {
        char wish[BR_NAME_SIZE + 8];
        const int node[] = {p->law->q[q].rate, p->law->q[q].next};
        const char *const tail[] = {"dot", "next"};
        for (int i = 0; i < 2; i++)
            if (node[i] >= 0 && p->law->g.node[node[i]].op != BR_OP_CONST) {
                snprintf(wish, sizeof wish, "%s_%s", p->law->q[q].name, tail[i]);
                wish[BR_NAME_SIZE - 9] = 0;
                give_name(p, node[i], wish);
            }
    }
}

// ---------------------------------------------------------------- numbers of a point

typedef struct place { // one + sum of n[d]*len[d] + products for dense blocks
    int one, len[BR_MAX_DIMS], square[BR_MAX_DIMS][BR_MAX_DIMS];
} place;

static void move_on(place *a, int row_dim, int column_dim, bool dense)
{
    if (row_dim == BR_SCALAR && column_dim == BR_SCALAR)
        a->one++;
    else if (dense && row_dim != BR_SCALAR && column_dim != BR_SCALAR)
        a->square[row_dim][column_dim]++;
    else
        a->len[row_dim != BR_SCALAR ? row_dim : column_dim]++;
}

// "2 + 3*n + i"
static void place_text(const printer *p, const place *a, const char *tail, char *buf, size_t size)
{
    size_t n = 0;
    buf[0] = 0;
#define ADD(...)                                                                                                       \
    do {                                                                                                               \
        if (n)                                                                                                         \
            n += (size_t)snprintf(buf + n, n < size ? size - n : 0, " + ");                                            \
        n += (size_t)snprintf(buf + n, n < size ? size - n : 0, __VA_ARGS__);                                          \
    } while (0)
    if (a->one)
        ADD("%d", a->one);
    for (int d = 0; d < p->law->ndim; d++) {
        if (a->len[d] == 1)
            ADD("%s", p->dim[d]);
        else if (a->len[d])
            ADD("%d * %s", a->len[d], p->dim[d]);
        for (int e = 0; e < p->law->ndim; e++)
            if (a->square[d][e])
                ADD("%d * %s * %s", a->square[d][e], p->dim[d], p->dim[e]);
    }
    if (tail[0])
        ADD("%s", tail);
    if (n == 0)
        ADD("0");
#undef ADD
}

static void quantity_place(const printer *p, int q, place *a)
{
    memset(a, 0, sizeof *a);
    for (int i = 0; i < q; i++)
        if (p->law->q[i].kind == p->law->q[q].kind)
            move_on(a, p->law->q[i].dim, BR_SCALAR, false);
}

// ---------------------------------------------------------------- expressions

enum { P_SELECT = 1, P_OR, P_AND, P_COMPARE, P_ADD, P_MUL, P_UNARY, P_ATOM };

static void expression(pass *s, text *t, int node, int around);

static void literal(const pass *s, text *t, double v, int around)
{
    char buf[BR_NUMBER_SIZE + 4];
    int n = s->p->o->single ? brf_number_write(buf, (float)v) : br_number_write(buf, v);
    if (!strpbrk(buf, ".en"))
        n += snprintf(buf + n, sizeof buf - (size_t)n, ".0");
    if (s->p->o->single)
        snprintf(buf + n, sizeof buf - (size_t)n, "f");
    bool wrap = buf[0] == '-' && around >= P_MUL;
    put(t, wrap ? "(%s)" : "%s", buf);
}

static void infix(pass *s, text *t, int node, const char *op, int level, int around)
{
    const br_node *n = at(s, node);
    bool wrap = level < around;
    put(t, wrap ? "(" : "%s", "");
    expression(s, t, n->arg[0], level);
    put(t, " %s ", op);
    expression(s, t, n->arg[1], level + 1);
    put(t, wrap ? ")" : "%s", "");
}

static void call(pass *s, text *t, int node)
{
    const br_node *n = at(s, node);
    put(t, "%s%s(", s->p->pre, br_op_text(n->op));
    for (int i = 0; i < br_op_arity(n->op); i++) {
        put(t, i ? ", " : "%s", "");
        expression(s, t, n->arg[i], 0);
    }
    put(t, ")");
    s->p->used_fn[n->op] = true;
}

static void by_mode(pass *s, text *t, int node, int around)
{
    const int *args;
    int n = br_graph_args(&s->p->law->g, node, &args);
    bool wrap = around > P_SELECT;
    put(t, wrap ? "(" : "%s", "");
    for (int m = 0; m + 1 < n; m++) {
        put(t, "mode == %d ? ", m);
        expression(s, t, args[m], P_SELECT + 1);
        put(t, " : ");
    }
    expression(s, t, args[n - 1], P_SELECT + 1);
    put(t, wrap ? ")" : "%s", "");
}

// c ? a : b, around its neighbours
static void choose(pass *s, text *t, int c, int a, int b, int around)
{
    bool wrap = around > P_SELECT;
    put(t, wrap ? "(" : "%s", "");
    expression(s, t, c, P_SELECT + 1);
    put(t, " ? ");
    expression(s, t, a, P_SELECT + 1);
    put(t, " : ");
    expression(s, t, b, P_SELECT);
    put(t, wrap ? ")" : "%s", "");
}

static void damped(pass *s, text *t, int node, int around)
{
    const br_node *n = at(s, node);
    bool wrap = around > P_SELECT;
    put(t, wrap ? "(" : "%s", "");
    expression(s, t, n->arg[0], P_COMPARE + 1);
    put(t, " == ");
    literal(s, t, 0, 0);
    put(t, " ? ");
    literal(s, t, 0, 0);
    put(t, " : ");
    expression(s, t, n->arg[0], P_MUL);
    put(t, " * ");
    expression(s, t, n->arg[1], P_MUL + 1);
    put(t, wrap ? ")" : "%s", "");
}

static void side(pass *s, text *t, int node, int around)
{
    bool wrap = around > P_SELECT;
    put(t, wrap ? "(" : "%s", "");
    expression(s, t, at(s, node)->arg[0], P_COMPARE + 1);
    put(t, s->p->o->single ? " >= 0.0f ? 1.0f : -1.0f" : " >= 0.0 ? 1.0 : -1.0");
    put(t, wrap ? ")" : "%s", "");
}

static void operation(pass *s, text *t, int node, int around)
{
    const br_node *n = at(s, node);
    switch ((br_op)n->op) {
    case BR_OP_CONST: literal(s, t, n->value, around); break;
    case BR_OP_VAR: put(t, s->p->o->single ? "(i == h ? 1.0f : 0.0f)" : "(i == h ? 1.0 : 0.0)"); break; // one-hot; others have names
    case BR_OP_ADD: infix(s, t, node, "+", P_ADD, around); break;
    case BR_OP_SUB: infix(s, t, node, "-", P_ADD, around); break;
    case BR_OP_MUL: infix(s, t, node, "*", P_MUL, around); break;
    case BR_OP_DIV: infix(s, t, node, "/", P_MUL, around); break;
    case BR_OP_LT: infix(s, t, node, "<", P_COMPARE, around); break;
    case BR_OP_LE: infix(s, t, node, "<=", P_COMPARE, around); break;
    case BR_OP_EQ: infix(s, t, node, "==", P_COMPARE, around); break;
    case BR_OP_AND:
    case BR_OP_OR: // & and |: both sides are cheap, and a branch would stop vectors
        put(t, "((");
        expression(s, t, n->arg[0], 0);
        put(t, n->op == BR_OP_AND ? ") & (" : ") | (");
        expression(s, t, n->arg[1], 0);
        put(t, "))");
        break;
    case BR_OP_NOT:
        put(t, "!(");
        expression(s, t, n->arg[0], 0);
        put(t, ")");
        break;
    case BR_OP_NEG:
        put(t, around > P_UNARY ? "(-" : "-");
        expression(s, t, n->arg[0], P_ATOM);
        put(t, around > P_UNARY ? ")" : "%s", "");
        break;
    case BR_OP_SIDE: side(s, t, node, around); break;
    case BR_OP_ZMUL: damped(s, t, node, around); break;
    case BR_OP_SELECT: choose(s, t, n->arg[0], n->arg[1], n->arg[2], around); break;
    case BR_OP_SPREAD: expression(s, t, n->arg[0], around); break;
    case BR_OP_BYMODE: by_mode(s, t, node, around); break;
    default: call(s, t, node); break;
    }
}

static void expression(pass *s, text *t, int node, int around)
{
    if (s->done[node])
        put(t, "%s", s->p->name[node]);
    else
        operation(s, t, node, around);
}

// ---------------------------------------------------------------- what a pass needs, and where

static bool is_light(const pass *s, int node)
{
    return at(s, node)->op == BR_OP_CONST || at(s, node)->op == BR_OP_VAR;
}

static void find_stages(pass *s)
{
    const br_graph *g = &s->p->law->g;
    for (int i = 0; i < s->count; i++) {
        if (!s->need[i])
            continue;
        const int *args;
        int n = br_graph_args(g, i, &args);
        s->fixed[i] = g->node[i].op == BR_OP_CONST ||
                      (g->node[i].op == BR_OP_VAR && g->node[i].var < BR_VAR_ONE_HOT && s->p->law->q[g->node[i].var].kind == BR_PARAM);
        if (n > 0 && g->node[i].op != BR_OP_SUM && g->node[i].op != BR_OP_BYMODE) {
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

// Scalars that another loop reads: an array, a sum of a later stage, or a result stored per element. Comparisons are
// repeated where they are used; then what they compare crosses.
static void find_crossings(pass *s)
{
    const br_graph *g = &s->p->law->g;
    bool *outside = s->done; // free until the loops are printed
    for (int r = 0; r < s->roots; r++)
        outside[s->root[r].node] = outside[s->root[r].node] || s->root[r].dim != BR_SCALAR;
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

typedef struct loop {
    pass *s;
    int stage, dim; // BR_SCALAR: over points; else over elements of dim, then points
} loop;

// Does the root or sum belong to this loop?
static bool stores_here(const loop *l, const root *r)
{
    bool transition = !r->to[0]; // all guards are looked at together
    return r->dim == l->dim && (transition ? l->s->last_stage : l->s->stage[r->node]) == l->stage;
}

static bool sums_here(const loop *l, int node)
{
    const br_node *n = at(l->s, node);
    return l->dim != BR_SCALAR && l->s->need[node] && n->op == BR_OP_SUM && at(l->s, n->arg[0])->dim == l->dim &&
           l->s->stage[n->arg[0]] == l->stage;
}

// Is the node computed inside this loop (and not read from a tile)?
static bool made_here(const loop *l, int node)
{
    const br_node *n = at(l->s, node);
    if (l->s->fixed[node] || is_light(l->s, node) || (n->is_bool && n->dim == BR_SCALAR))
        return true;
    if (l->dim == BR_SCALAR)
        return n->dim == BR_SCALAR && n->op != BR_OP_SUM && l->s->stage[node] == l->stage;
    return n->dim == l->dim;
}

// in[] becomes true for every node this loop computes or reads; uses[] counts how often it is mentioned.
static bool find_members(const loop *l, bool *in)
{
    pass *s = l->s;
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
            in[at(s, i)->arg[0]] = true;
            s->uses[at(s, i)->arg[0]]++;
            any = true;
        }
        if (l->dim == BR_SCALAR && s->crosses[i] && at(s, i)->op != BR_OP_SUM && s->stage[i] == l->stage && at(s, i)->dim == BR_SCALAR) {
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
            s->uses[args[k]] += at(s, i)->is_bool && s->uses[i] > 1 ? s->uses[i] : 1;
            s->uses[args[k]] += at(s, i)->op == BR_OP_ZMUL && k == 0;
        }
    }
    return any;
}

static void load_variable(const loop *l, text *t, int node)
{
    const br_quantity *q = &l->s->p->law->q[at(l->s, node)->var];
    place a;
    char where[200];
    quantity_place(l->s->p, at(l->s, node)->var, &a);
    place_text(l->s->p, &a, q->dim == BR_SCALAR ? "" : "i", where, sizeof where);
    const char *name = l->s->p->name[node];
    if (q->kind == BR_PARAM)
        put(t, "const %s %s = P(%s);\n", l->s->p->real, name, where);
    else
        put(t, "const %s %s = %s[AT(%s)];\n", l->s->p->real, name, q->kind == BR_STATE ? "x" : "u", where);
}

static void temporary(printer *p, int node)
{
    char wish[24];
    if (p->name[node][0])
        return;
    snprintf(wish, sizeof wish, "t%d", node);
    give_name(p, node, wish);
    p->symbol[node] = false;
}

static size_t inline_size(loop *l, int node)
{
    text t = {0};
    operation(l->s, &t, node, 0);
    size_t n = t.size;
    free(t.s);
    return n;
}

static void indent(text *t, int depth)
{
    put(t, "%*s", 4 * depth, "");
}

// The local constants of a loop, in order; what is mentioned once and short stays inside its user.
static void print_locals(loop *l, const bool *in, int depth)
{
    pass *s = l->s;
    text *t = &s->p->out;
    memset(s->done, 0, (size_t)s->count * sizeof *s->done);
    for (int i = 0; i < s->count; i++) {
        const br_node *n = at(s, i);
        if (!in[i] || n->op == BR_OP_CONST || (n->op == BR_OP_VAR && n->var >= BR_VAR_ONE_HOT))
            continue;
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
        temporary(s->p, i);
        indent(t, depth);
        put(t, "const %s %s = ", s->p->real, s->p->name[i]);
        if (here)
            operation(s, t, i, 0);
        else
            put(t, "t->%s[j]", s->p->name[i]);
        put(t, ";\n");
        s->done[i] = true;
    }
}

static void print_stores(loop *l, int depth)
{
    pass *s = l->s;
    text *t = &s->p->out;
    for (int i = 0; l->dim == BR_SCALAR && i < s->count; i++)
        if (s->crosses[i] && at(s, i)->op != BR_OP_SUM && s->stage[i] == l->stage && at(s, i)->dim == BR_SCALAR) {
            indent(t, depth);
            put(t, "t->%s[j] = %s;\n", s->p->name[i], s->p->name[i]);
        }
    for (int i = 0; i < s->count; i++)
        if (sums_here(l, i)) {
            indent(t, depth);
            put(t, "t->%s_term[lane] = ", s->p->name[i]);
            expression(s, t, at(s, i)->arg[0], 0);
            put(t, ";\n");
        }
    for (int r = 0; r < s->roots; r++)
        if (s->root[r].to[0] && stores_here(l, &s->root[r])) {
            indent(t, depth);
            put(t, "%s = ", s->root[r].to);
            expression(s, t, s->root[r].node, 0);
            put(t, ";\n");
        }
}

static void print_transitions(loop *l, int depth)
{
    pass *s = l->s;
    text *t = &s->p->out;
    bool any = false;
    for (int r = 0; r < s->roots; r++)
        any = any || (!s->root[r].to[0] && stores_here(l, &s->root[r]));
    if (!any)
        return;
    indent(t, depth);
    put(t, "next[AT(%s)] =\n", l->dim == BR_SCALAR ? "0" : "i");
    for (int j = 0; j < s->p->law->njump; j++) { // the first transition that fires
        const br_transition *w = &s->p->law->jump[j];
        indent(t, depth + 1);
        put(t, "mode == %d && (", w->from);
        expression(s, t, w->guard, 0);
        put(t, ") ? %d :\n", w->to);
    }
    indent(t, depth + 1);
    put(t, "mode;\n");
}

static bool uses_mode(const loop *l, const bool *in)
{
    for (int i = 0; i < l->s->count; i++)
        if (in[i] && at(l->s, i)->op == BR_OP_BYMODE && made_here(l, i))
            return true;
    for (int r = 0; r < l->s->roots; r++)
        if (!l->s->root[r].to[0] && stores_here(l, &l->s->root[r]))
            return true;
    return false;
}

static const char arguments[] = "const int *size, int count, const %s *x, const int *m, const %s *u, const %s *p";

// br_sgms_rate_element0
static void turn_name(const loop *l, char *buf, size_t size)
{
    const pass *s = l->s;
    bool many = l->dim != BR_SCALAR && s->p->law->ndim > 1;
    snprintf(buf, size, "%s_%s_%s%s%d", s->p->base, s->name, l->dim == BR_SCALAR ? "point" : "element", many ? s->p->dim[l->dim] : "",
             l->stage);
}

static void print_sizes(printer *p)
{
    for (int i = 0; i < p->law->ndim; i++)
        put(&p->out, "    const int %s = size[%d];\n", p->dim[i], i);
    for (int i = 0; i < p->law->ndim; i++)
        put(&p->out, "    (void)%s;\n", p->dim[i]);
}

static void ignore_unused(const pass *s)
{
    const char *more = strcmp(s->passed, ", next") == 0 ? ", (void)next" : s->passed[5] ? ", (void)out, (void)jet" : ", (void)out";
    put(&s->p->out, "    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl%s;\n", more);
}

// The equations of one turn, for point k (its place in the tile: j) and element i.
static bool print_turn(loop *l, bool *in)
{
    pass *s = l->s;
    text *t = &s->p->out;
    char name[3 * BR_NAME_SIZE];
    const char *r = s->p->real;
    if (!find_members(l, in))
        return false;
    for (int i = 0; i < s->count; i++)
        if (sums_here(l, i))
            temporary(s->p, i);
    turn_name(l, name, sizeof name);
    put(t, "BR_INLINE void %s(%sint k, int j, int lane, ", name, l->dim == BR_SCALAR ? "" : "int i, ");
    put(t, arguments, r, r, r);
    put(t, ",\n        size_t ps, size_t pl%s", s->results);
    if (s->hot != BR_SCALAR)
        put(t, ", int h");
    if (s->tiled)
        put(t, ", struct %s_%s_tile *t", s->p->base, s->name);
    put(t, ")\n{\n");
    ignore_unused(s);
    put(t, "    (void)j, (void)lane%s%s;\n", s->hot != BR_SCALAR ? ", (void)h" : "", s->tiled ? ", (void)t" : "");
    print_sizes(s->p);
    if (uses_mode(l, in))
        put(t, "    const int mode = m[AT(%s)];\n", s->p->law->mode_dim == BR_SCALAR ? "0" : "i");
    print_locals(l, in, 1);
    print_stores(l, 1);
    print_transitions(l, 1);
    put(t, "}\n\n");
    return true;
}

static void print_call(const loop *l, const char *indices, int depth)
{
    char name[3 * BR_NAME_SIZE];
    pass *s = l->s;
    turn_name(l, name, sizeof name);
    indent(&s->p->out, depth);
    put(&s->p->out, "%s(%s, size, count, x, m, u, p, ps, pl%s%s%s);\n", name, indices, s->passed, s->hot != BR_SCALAR ? ", h" : "",
        s->tiled ? ", &t" : "");
}

// for (...) { t.NAME[to] += t.NAME_term[from]; ... }
static void print_sums(const loop *l, const char *head, const char *to, const char *from, int depth)
{
    text *t = &l->s->p->out;
    int sums = 0;
    for (int i = 0; i < l->s->count; i++)
        sums += sums_here(l, i);
    if (sums == 0)
        return;
    indent(t, depth);
    put(t, "%s%s\n", head, sums > 1 ? " {" : "");
    for (int i = 0; i < l->s->count; i++)
        if (sums_here(l, i)) {
            indent(t, depth + 1);
            put(t, "t.%s[%s] ", l->s->p->name[i], to);
            if (from)
                put(t, "+= t.%s_term[%s];\n", l->s->p->name[i], from);
            else
                put(t, l->s->p->o->single ? "= 0.0f;\n" : "= 0.0;\n");
        }
    if (sums > 1) {
        indent(t, depth);
        put(t, "}\n");
    }
}

static void print_point_loop(const loop *l, int depth)
{
    text *t = &l->s->p->out;
    indent(t, depth);
    put(t, "BR_LANES\n");
    indent(t, depth);
    put(t, "for (int k = k0; k < k1; k++)\n");
    print_call(l, "k, k - k0, k - k0", depth + 1);
}

static void print_element_loops(const loop *l, int depth)
{
    text *t = &l->s->p->out;
    const char *d = l->s->p->dim[l->dim];
    print_sums(l, "for (int k = k0; k < k1; k++)", "k - k0", NULL, depth);
    indent(t, depth);
    put(t, "for (int i0 = 0; single && i0 < %s; i0 += BR_TILE) { // one point: its elements are the lanes\n", d);
    indent(t, depth + 1);
    put(t, "const int i1 = %s - i0 < BR_TILE ? %s : i0 + BR_TILE;\n", d, d);
    indent(t, depth + 1);
    put(t, "BR_LANES\n");
    indent(t, depth + 1);
    put(t, "for (int i = i0; i < i1; i++)\n");
    print_call(l, "i, 0, 0, i - i0", depth + 2);
    print_sums(l, "for (int i = i0; i < i1; i++)", "0", "i - i0", depth + 1);
    indent(t, depth);
    put(t, "}\n");
    indent(t, depth);
    put(t, "for (int i = 0; !single && i < %s; i++) {\n", d);
    indent(t, depth + 1);
    put(t, "BR_LANES\n");
    indent(t, depth + 1);
    put(t, "for (int k = k0; k < k1; k++)\n");
    print_call(l, "i, k, k - k0, k - k0", depth + 2);
    print_sums(l, "for (int k = k0; k < k1; k++)", "k - k0", "k - k0", depth + 1);
    indent(t, depth);
    put(t, "}\n");
}

// ---------------------------------------------------------------- one pass: the turns that make a set of roots

static void print_tile(pass *s)
{
    text *t = &s->p->out;
    for (int i = 0; i < s->count; i++)
        s->tiled = s->tiled || s->crosses[i];
    if (!s->tiled)
        return;
    put(t, "struct %s_%s_tile { // what one turn hands to the next\n", s->p->base, s->name);
    for (int i = 0; i < s->count; i++)
        if (s->crosses[i]) {
            temporary(s->p, i);
            put(t, "    %s %s[BR_TILE]", s->p->real, s->p->name[i]);
            if (at(s, i)->op == BR_OP_SUM)
                put(t, ", %s_term[BR_TILE]", s->p->name[i]);
            put(t, ";\n");
        }
    put(t, "};\n\n");
}

static bool open_pass(pass *s)
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

static void close_pass(pass *s)
{
    free(s->need);
    free(s->fixed);
    free(s->stage);
    free(s->uses);
    free(s->crosses);
    free(s->done);
}

// The functions of all turns, then the function that loops over them.
static void print_pass(pass *s)
{
    printer *p = s->p;
    const char *r = p->real;
    bool *in = calloc((size_t)s->count, sizeof *in), any = false;
    if (!in || !open_pass(s)) {
        p->status = BR_NO_MEMORY;
        free(in);
        return;
    }
    print_tile(s);
    for (int stage = 0; stage <= s->last_stage; stage++)
        for (int dim = BR_SCALAR; dim < p->law->ndim; dim++)
            any = print_turn(&(loop){s, stage, dim}, in) || any;
    put(&p->out, "BR_INLINE void %s_%s_lanes(", p->base, s->name);
    put(&p->out, arguments, r, r, r);
    put(&p->out, ",\n        size_t ps, size_t pl%s, int single)\n{\n    (void)single;\n", s->results);
    ignore_unused(s);
    print_sizes(p);
    if (s->tiled)
        put(&p->out, "    struct %s_%s_tile t;\n", p->base, s->name);
    int depth = s->hot == BR_SCALAR ? 2 : 3;
    if (s->hot != BR_SCALAR)
        put(&p->out, "    for (int h = 0; h < %s; h++)\n", p->dim[s->hot]);
    put(&p->out, "%*sfor (int k0 = 0; k0 < count; k0 += BR_TILE) {\n", 4 * depth - 4, "");
    put(&p->out, "%*sconst int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;\n", 4 * depth, "");
    for (int stage = 0; any && stage <= s->last_stage; stage++)
        for (int dim = BR_SCALAR; dim < p->law->ndim; dim++) {
            loop l = {s, stage, dim};
            if (!find_members(&l, in))
                continue;
            if (dim == BR_SCALAR)
                print_point_loop(&l, depth);
            else
                print_element_loops(&l, depth);
        }
    put(&p->out, "%*s}\n}\n\n", 4 * depth - 4, "");
    close_pass(s);
    free(in);
}

// ---------------------------------------------------------------- functions

static int row_roots(const printer *p, const br_row *row, int rows, root *r)
{
    place a = {0};
    for (int i = 0; i < rows; i++) {
        char where[140];
        place_text(p, &a, row[i].dim == BR_SCALAR ? "" : "i", where, sizeof where);
        r[i] = (root){.node = row[i].node, .dim = row[i].dim};
        snprintf(r[i].to, sizeof r[i].to, "out[AT(%s)]", where);
        move_on(&a, row[i].dim, BR_SCALAR, false);
    }
    return rows;
}

static int block_roots(const printer *p, const br_jet *j, root *r, bool dense, int dense_dim)
{
    place a = {0};
    int n = 0;
    for (int i = 0; i < j->blocks; i++) {
        const br_block *b = &j->block[i];
        int row_dim = j->row[b->row].dim, column_dim = p->law->q[b->column].dim;
        bool is_dense = b->shape == BR_DENSE;
        char where[140], tail[BR_NAME_SIZE + 16] = "";
        int dim = row_dim != BR_SCALAR ? row_dim : column_dim;
        if (is_dense) {
            snprintf(tail, sizeof tail, row_dim == BR_SCALAR ? "h" : "i * %s + h", p->dim[column_dim]);
            dim = row_dim;
        } else if (dim != BR_SCALAR) {
            snprintf(tail, sizeof tail, "i");
        }
        place_text(p, &a, tail, where, sizeof where);
        if (is_dense == dense && (!dense || column_dim == dense_dim)) {
            r[n] = (root){.node = b->node, .dim = dim};
            snprintf(r[n++].to, sizeof r->to, "jet[AT(%s)]", where);
        }
        move_on(&a, row_dim, column_dim, is_dense);
    }
    return n;
}

static void print_body(printer *p, const char *name, const br_row *row, int rows, const br_jet *j)
{
    char results[64];
    snprintf(results, sizeof results, j ? ", %s *out, %s *jet" : ", %s *out", p->real, p->real);
    root *roots = calloc((size_t)rows + (size_t)(j ? j->blocks : 0) + 1, sizeof *roots);
    if (!roots) {
        p->status = BR_NO_MEMORY;
        return;
    }
    pass s = {.p = p, .root = roots, .count = p->law->g.count, .name = name, .results = results, .hot = BR_SCALAR};
    s.passed = j ? ", out, jet" : ", out";
    s.roots = row_roots(p, row, rows, roots);
    s.roots += j ? block_roots(p, j, roots + s.roots, false, 0) : 0;
    print_pass(&s);
    for (int d = 0; j && d < p->law->ndim && p->status == BR_OK; d++) { // dense blocks, column by column
        char by[BR_NAME_SIZE + 20];
        snprintf(by, sizeof by, "%s_by_%s", name, p->dim[d]);
        pass h = {.p = p, .root = roots, .count = p->law->g.count, .name = by, .results = results, .passed = s.passed, .hot = d};
        h.roots = block_roots(p, j, roots, true, d);
        if (h.roots > 0)
            print_pass(&h);
    }
    free(roots);
}

static bool has_dense(const printer *p, const br_jet *j, int dim)
{
    for (int b = 0; b < j->blocks; b++)
        if (j->block[b].shape == BR_DENSE && p->law->q[j->block[b].column].dim == dim)
            return true;
    return false;
}

static void print_lanes_call(printer *p, const char *name, const char *how, const br_jet *j)
{
    put(&p->out, "        %s_%s_lanes(size, %s);\n", p->base, name, how);
    for (int i = 0; j && i < p->law->ndim; i++)
        if (has_dense(p, j, i))
            put(&p->out, "        %s_%s_by_%s_lanes(size, %s);\n", p->base, name, p->dim[i], how);
}

// The function users call; `each`: every point has its own parameters. Three copies of the loops: one point without
// loops over points, own parameters, shared ones.
static void print_entry(printer *p, const char *name, const char *results, const char *passed, const br_jet *j)
{
    static const char *const head[] = {"    if (count == 1) {\n", "    } else if (each) {\n", "    } else {\n"};
    static const char *const how[] = {"1, x, m, u, p, 1, 0%s, 1", "count, x, m, u, p, (size_t)count, 1%s, 0", "count, x, m, u, p, 1, 0%s, 0"};
    const char *r = p->real;
    put(&p->out, "BR_CLONES\nvoid %s_%s(", p->base, name);
    put(&p->out, arguments, r, r, r);
    put(&p->out, ", int each%s)\n{\n", results);
    for (int i = 0; i < 3; i++) {
        char call_text[100];
        snprintf(call_text, sizeof call_text, how[i], passed);
        put(&p->out, "%s", head[i]);
        print_lanes_call(p, name, call_text, j);
    }
    put(&p->out, "    }\n}\n\n");
}

static void layout_line(printer *p, const place *a, const char *array, int dim, int column_dim, const char *what, const char *unit)
{
    char first[140], name[160];
    const char *tail = dim == BR_SCALAR && column_dim == BR_SCALAR ? "" : "i";
    place_text(p, a, tail, first, sizeof first);
    snprintf(name, sizeof name, "%s[%s]", array, first);
    put(&p->out, "//     %-22s %s%s%s\n", name, what, unit[0] ? "  " : "", unit);
}

static void layout_quantities(printer *p, br_kind kind, const char *array, const char *title)
{
    place a = {0};
    bool any = false;
    for (int q = 0; q < p->law->nq; q++)
        any = any || p->law->q[q].kind == kind;
    if (!any)
        return;
    put(&p->out, "// %s\n", title);
    for (int q = 0; q < p->law->nq; q++) {
        const br_quantity *w = &p->law->q[q];
        if (w->kind != kind)
            continue;
        layout_line(p, &a, array, w->dim, BR_SCALAR, w->name, w->unit_text);
        move_on(&a, w->dim, BR_SCALAR, false);
    }
}

static void layout_results(printer *p, const br_jet *j, const char *title)
{
    place a = {0};
    char what[2 * BR_NAME_SIZE + 16];
    put(&p->out, "// %s\n", title);
    for (int r = 0; r < j->rows; r++) {
        snprintf(what, sizeof what, "%s%.1s", j->row[r].name, j->row[r].mark ? &j->row[r].mark : "");
        layout_line(p, &a, "out", j->row[r].dim, BR_SCALAR, what, "");
        move_on(&a, j->row[r].dim, BR_SCALAR, false);
    }
    put(&p->out, "// their derivatives\n");
    memset(&a, 0, sizeof a);
    for (int b = 0; b < j->blocks; b++) {
        const br_row *row = &j->row[j->block[b].row];
        const br_quantity *q = &p->law->q[j->block[b].column];
        snprintf(what, sizeof what, "d %s%.1s / d %s%s", row->name, row->mark ? &row->mark : "", q->name,
                 j->block[b].shape == BR_DENSE ? ", all pairs of elements" : "");
        layout_line(p, &a, "jet", row->dim, q->dim, what, "");
        move_on(&a, row->dim, q->dim, j->block[b].shape == BR_DENSE);
    }
}

// The head of a file. Quoted texts of the law are words, never code: whatever could end a comment is dropped.
static void print_words(text *t, const char *words)
{
    for (; *words; words++)
        if ((unsigned char)*words >= 32 && (unsigned char)*words < 127 && *words != '\\' && *words != '?')
            put(t, "%c", *words);
}

static void print_head(printer *p, const char *file_mark)
{
    put(&p->out, "// %s.c - ", p->law->name);
    print_words(&p->out, p->law->title);
    put(&p->out, ".%s\n//\n// Printed by bristle from the text of the law", file_mark);
    for (int i = 0; i < p->law->nchoice; i++)
        put(&p->out, "%s%s = %s", i ? ", " : " with ", p->law->choice[i].name, p->law->choice[i].value[p->law->choice[i].chosen]);
    put(&p->out, ". Source: ");
    print_words(&p->out, p->law->source[0] ? p->law->source : "none given");
    put(&p->out, "\n//\n// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].\n"
                 "// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).\n");
    for (int i = 0; i < p->law->ndim; i++)
        put(&p->out, "// size[%d] is %s, the number of elements; i counts them from 0.\n", i, p->dim[i]);
    if (p->law->nmode) {
        put(&p->out, "// m[] holds modes:");
        for (int i = 0; i < p->law->nmode; i++)
            put(&p->out, "%s %d %s", i ? "," : "", i, p->law->mode[i]);
        put(&p->out, "; %s.\n", p->law->mode_dim == BR_SCALAR ? "one per point" : "one per element");
    }
    layout_quantities(p, BR_STATE, "x", "states");
    layout_quantities(p, BR_INPUT, "u", "inputs");
    layout_quantities(p, BR_PARAM, "p", "parameters");
}

// ---------------------------------------------------------------- pasted functions

static void paste_section(printer *p, const char *name, size_t size, char *seen, size_t room)
{
    const char *text_of = br_embedded_elem.text;
    char mark[80];
    snprintf(mark, sizeof mark, "%.*s;", (int)size, name);
    if (strstr(seen, mark) || strlen(seen) + strlen(mark) >= room)
        return;
    strcat(seen, mark);
    snprintf(mark, sizeof mark, "//@ %.*s:", (int)size, name);
    const char *start = strstr(text_of, mark);
    if (!start) {
        p->status = br_complain(p->why, BR_BAD_LAW, &p->law->tokens, NULL, "internal: no section %s", mark);
        return;
    }
    const char *deps = start + strlen(mark), *line = strchr(deps, '\n');
    while (deps < line) { // what it stands on comes first
        while (deps < line && *deps == ' ')
            deps++;
        const char *end = deps;
        while (end < line && *end != ' ')
            end++;
        if (end > deps)
            paste_section(p, deps, (size_t)(end - deps), seen, room);
        deps = end;
    }
    const char *end = strstr(line, "//@ ");
    put(&p->out, "%.*s", (int)(end ? end - line - 1 : (ptrdiff_t)strlen(line)), line + 1);
}

static void paste_functions(printer *p)
{
    char seen[2000] = "", name[40];
    const char *head_end = strstr(br_embedded_elem.text, "\n//@ "); // its own comment speaks of marks too
    const char *body = strstr(br_embedded_elem.text, "#include");
    put(&p->out, "%s\n", br_embedded_fp.text);
    for (const char *line = body; line && head_end && line < head_end;) { // the head without its own includes of ours
        const char *end = strchr(line, '\n');
        if (strncmp(line, "#include \"", 10) != 0)
            put(&p->out, "%.*s\n", (int)(end - line), line);
        line = end + 1;
    }
    for (int op = 0; op < BR_OP_COUNT; op++)
        if (p->used_fn[op]) {
            snprintf(name, sizeof name, "%s%s", p->pre, br_op_text(op));
            paste_section(p, name, strlen(name), seen, sizeof seen);
        }
}

static void print_macros(printer *p)
{
    put(&p->out, "\n#if defined(__GNUC__)\n#define BR_INLINE static inline __attribute__((always_inline, unused))\n#else\n"
                 "#define BR_INLINE static inline\n#endif\n#ifndef BR_TILE\n#define BR_TILE 32 // points done together; fewer need less stack\n"
                 "#endif\n#ifndef BR_CLONES\n#define BR_CLONES // the library compiles its own copies for wider vectors, too; the bits are the same\n#endif\n#define AT(j) ((size_t)(j) * (size_t)count + (size_t)k)\n"
                 "#define P(j) p[(size_t)(j) * ps + (size_t)k * pl]\n\n");
}

// ---------------------------------------------------------------- the file

static void print_mode_function(printer *p)
{
    root *roots = calloc((size_t)p->law->njump + 1, sizeof *roots);
    if (!roots) {
        p->status = BR_NO_MEMORY;
        return;
    }
    for (int i = 0; i < p->law->njump; i++)
        roots[i] = (root){.node = p->law->jump[i].guard, .dim = p->law->mode_dim};
    pass s = {.p = p, .root = roots, .roots = p->law->njump, .count = p->law->g.count, .name = "mode", .results = ", int *next",
              .passed = ", next", .hot = BR_SCALAR};
    put(&p->out, "// The mode after the transitions: of each mode, the first whose guard holds.\n");
    print_pass(&s);
    if (p->status == BR_OK)
        print_entry(p, "mode", s.results, s.passed, NULL);
    free(roots);
}

static void print_functions(printer *p, const br_jet *jet, bool next)
{
    const char *value = next ? "step" : "rate", *full = next ? "step_jet" : "rate_jet";
    char results[2][64];
    snprintf(results[0], sizeof results[0], ", %s *out", p->real);
    snprintf(results[1], sizeof results[1], ", %s *out, %s *jet", p->real, p->real);
    if (jet->rows == 0)
        return;
    layout_results(p, jet, next ? "updates" : "rates and outputs");
    print_body(p, value, jet->row, jet->rows, NULL);
    print_entry(p, value, results[0], ", out", NULL);
    print_body(p, full, jet->row, jet->rows, jet);
    print_entry(p, full, results[1], ", out, jet", jet);
}

static bool prepare(printer *p, br_jet jet[2])
{
    for (int next = 0; next < 2 && p->status == BR_OK; next++)
        p->status = br_jet_make(&jet[next], p->law, next, NULL);
    if (p->status != BR_OK)
        return false;
    p->names = p->law->g.count;
    p->name = calloc((size_t)p->names + 1, sizeof *p->name);
    p->symbol = calloc((size_t)p->names + 1, sizeof *p->symbol);
    p->used_fn = calloc(BR_OP_COUNT, sizeof *p->used_fn);
    if (!p->name || !p->symbol || !p->used_fn) {
        p->status = BR_NO_MEMORY;
        return false;
    }
    for (int i = 0; i < p->names; i++)
        if (p->law->g.node[i].op == BR_OP_CONST && !isfinite(p->o->single ? (double)(float)p->law->g.node[i].value : p->law->g.node[i].value) &&
            !isinf(p->law->g.node[i].value)) {
            p->status = br_complain(p->why, BR_BAD_LAW, &p->law->tokens, NULL, "a constant of the law is no number");
            return false;
        }
    name_all(p);
    return true;
}

static void mangle(const char *from, char *to, size_t room)
{
    snprintf(to, room, "%s", from);
    for (char *c = to; *c; c++)
        *c = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ? *c : '_';
}

br_status br_law_print(br_law *law, const br_print_options *options, char **result, br_diag *why)
{
    static const br_print_options plain = {0};
    printer p = {.law = law, .o = options ? options : &plain, .why = why};
    br_jet jet[2] = {{0}, {0}};
    p.real = p.o->single ? "float" : "double";
    p.pre = p.o->single ? "brf_" : "br_";
    char name[BR_MAX_NAME + 1];
    mangle(law->name, name, sizeof name);
    snprintf(p.base, sizeof p.base, "%s%s", p.o->prefix ? p.o->prefix : p.pre, name);
    text body = {0};
    if (prepare(&p, jet)) {
        print_functions(&p, &jet[0], false);
        print_functions(&p, &jet[1], true);
        if (law->njump > 0)
            print_mode_function(&p);
        body = p.out;
        p.out = (text){0};
        print_head(&p, p.o->whole ? "" : " [target]");
        put(&p.out, "\n");
        if (p.o->whole)
            paste_functions(&p);
        else
            put(&p.out, "#include \"num/fp.h\"\n\n#include \"num/elem.h\"\n#include \"law/printed.h\"\n#include <stddef.h>\n");
        print_macros(&p);
        put(&p.out, "%s", body.s ? body.s : "");
    }
    for (int i = 0; i < 2; i++)
        br_jet_free(&jet[i]);
    if (p.status == BR_OK && (p.out.failed || body.failed))
        p.status = BR_NO_MEMORY;
    free(body.s);
    free(p.name);
    free(p.symbol);
    free(p.used_fn);
    if (p.status == BR_OK)
        *result = p.out.s;
    else
        free(p.out.s);
    return p.status;
}
