// graph.c - the expression graph: hash-consing and constant folding.           [host]
#include "num/base/fp.h"

#include "law/graph/graph.h"
#include "law/graph/value.h"
#include "num/base/require.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BR_OP_ARITY(name, arity, text) arity,
#define BR_OP_TEXT(name, arity, text) text,
static const signed char arity_of[] = {BR_OP_LIST(BR_OP_ARITY)};
static const char *const text_of[] = {BR_OP_LIST(BR_OP_TEXT)};

int br_op_arity(br_op op)
{
    return arity_of[op];
}

const char *br_op_text(br_op op)
{
    return text_of[op];
}

static double folded_value(br_op op, double a, double b, double c)
{
#define VALUE(name, value)                                                                                             \
    case BR_OP_##name: return value;
    switch (op) {
        BR_VALUE_LIST(VALUE)
    case BR_OP_CONST:
    case BR_OP_VAR:
    case BR_OP_SUM:
    case BR_OP_BYMODE:
    case BR_OP_COUNT: break;
    }
#undef VALUE
    return 0;
}

void br_graph_init(br_graph *g)
{
    memset(g, 0, sizeof *g);
}

void br_graph_free(br_graph *g)
{
    free(g->node);
    free(g->bucket);
    free(g->args);
    br_graph_init(g);
}

static uint64_t mix_hash(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

static bool commutes(int op)
{
    return op == BR_OP_ADD || op == BR_OP_MUL || op == BR_OP_AND || op == BR_OP_OR || op == BR_OP_EQ;
}

static uint64_t hash_node(const br_graph *g, const br_node *n)
{
    uint64_t bits, h = mix_hash(0x51ed27, (uint64_t)n->op);
    memcpy(&bits, &n->value, sizeof bits);
    h = mix_hash(h, bits);
    memcpy(&bits, &n->within.lo, sizeof bits);
    h = mix_hash(h, bits);
    h = mix_hash(h, (uint64_t)(uint32_t)n->var);
    if (n->op == BR_OP_BYMODE) {
        for (int i = 0; i < n->arg[1]; i++)
            h = mix_hash(h, (uint64_t)(uint32_t)g->args[n->arg[0] + i]);
        return mix_hash(h, (uint64_t)(uint32_t)n->arg[2]);
    }
    int a = n->arg[0], b = n->arg[1];
    if (commutes(n->op) && a > b)
        a = n->arg[1], b = n->arg[0];
    h = mix_hash(h, (uint64_t)(uint32_t)a);
    h = mix_hash(h, (uint64_t)(uint32_t)b);
    return mix_hash(h, (uint64_t)(uint32_t)n->arg[2]);
}

static bool same_node(const br_graph *g, const br_node *x, const br_node *y)
{
    if (x->op != y->op || x->var != y->var || x->dim != y->dim || memcmp(&x->value, &y->value, sizeof x->value) != 0 ||
        memcmp(&x->within, &y->within, sizeof x->within) != 0)
        return false;
    if (x->op == BR_OP_BYMODE)
        return x->arg[1] == y->arg[1] && x->arg[2] == y->arg[2] &&
               memcmp(g->args + x->arg[0], g->args + y->arg[0], (size_t)x->arg[1] * sizeof(int)) == 0;
    if (x->arg[0] == y->arg[0] && x->arg[1] == y->arg[1] && x->arg[2] == y->arg[2])
        return true;
    return commutes(x->op) && x->arg[0] == y->arg[1] && x->arg[1] == y->arg[0];
}

static void insert_node(br_graph *g, int node)
{
    uint64_t mask = (uint64_t)(g->buckets - 1), h = hash_node(g, &g->node[node]) & mask;
    while (g->bucket[h] >= 0)
        h = (h + 1) & mask;
    g->bucket[h] = node;
}

static bool rehash(br_graph *g)
{
    int buckets = g->buckets ? 2 * g->buckets : 256;
    int *bucket = malloc((size_t)buckets * sizeof *bucket);
    if (!bucket)
        return false;
    memset(bucket, 0xff, (size_t)buckets * sizeof *bucket);
    free(g->bucket);
    g->bucket = bucket;
    g->buckets = buckets;
    for (int i = 0; i < g->count; i++)
        insert_node(g, i);
    return true;
}

void br_graph_shrink(br_graph *g, int count, int nargs)
{
    g->count = count;
    g->nargs = nargs;
    g->status = BR_OK;
    if (g->buckets == 0)
        return;
    memset(g->bucket, 0xff, (size_t)g->buckets * sizeof *g->bucket);
    for (int i = 0; i < count; i++)
        insert_node(g, i);
}

static int intern(br_graph *g, const br_node *n)
{
    if (g->status != BR_OK)
        return 0;
    if (2 * (g->count + 1) > g->buckets && !rehash(g)) {
        g->status = BR_NO_MEMORY;
        return 0;
    }
    uint64_t h = hash_node(g, n) & (uint64_t)(g->buckets - 1);
    for (; g->bucket[h] >= 0; h = (h + 1) & (uint64_t)(g->buckets - 1))
        if (same_node(g, &g->node[g->bucket[h]], n))
            return g->bucket[h];
    if (g->count == g->room) {
        int room = g->room ? 2 * g->room : 128;
        br_node *node = room <= 2 * BR_MAX_NODES ? realloc(g->node, (size_t)room * sizeof *node) : NULL;
        if (!node) {
            g->status = BR_NO_MEMORY;
            return 0;
        }
        g->node = node;
        g->room = room;
    }
    if (g->count >= BR_MAX_NODES) {
        g->status = BR_NO_MEMORY;
        return 0;
    }
    g->node[g->count] = *n;
    g->bucket[h] = g->count;
    return g->count++;
}

static br_node new_node(br_op op)
{
    br_node n;
    memset(&n, 0, sizeof n);
    n.op = (unsigned char)op;
    n.dim = BR_SCALAR;
    n.arg[0] = n.arg[1] = n.arg[2] = BR_NO_NODE;
    n.var = -1;
    n.is_bool = op >= BR_OP_LT && op <= BR_OP_NOT;
    return n;
}

int br_graph_const_in(br_graph *g, double value, br_interval within)
{
    br_node n = new_node(BR_OP_CONST);
    n.value = value;
    n.within = within;
    return intern(g, &n);
}

int br_graph_const(br_graph *g, double value)
{
    return br_graph_const_in(g, value, (br_interval){value, value});
}

int br_graph_var(br_graph *g, int var, int dim)
{
    br_node n = new_node(BR_OP_VAR);
    n.var = var;
    n.dim = (signed char)dim;
    return intern(g, &n);
}

bool br_graph_is_const(const br_graph *g, int node, double *value)
{
    if (node < 0 || g->status != BR_OK || g->node[node].op != BR_OP_CONST)
        return false;
    if (value)
        *value = g->node[node].value;
    return true;
}

static bool is_value(const br_graph *g, int node, double want)
{
    double v;
    return br_graph_is_const(g, node, &v) && v == want;
}

static int common_dim(const br_graph *g, int a, int b, int c)
{
    int dim = BR_SCALAR;
    const int arg[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (arg[i] >= 0 && g->node[arg[i]].dim != BR_SCALAR)
            dim = g->node[arg[i]].dim;
    return dim;
}

static int make_node(br_graph *g, br_op op, int a, int b, int c)
{
    BR_REQUIRE(g->status != BR_OK || (a >= 0 && a < g->count && b < g->count && c < g->count));
    if (g->status != BR_OK)
        return 0;
    double x = 0, y = 0, z = 0;
    bool fold = op != BR_OP_SUM && br_graph_is_const(g, a, &x) && (b < 0 || br_graph_is_const(g, b, &y)) &&
                (c < 0 || br_graph_is_const(g, c, &z));
    if (fold) {
        br_interval p = g->node[a].within, q = b < 0 ? p : g->node[b].within, r = c < 0 ? p : g->node[c].within;
        return br_graph_const_in(g, folded_value(op, x, y, z), br_op_enclose(op, p, q, r));
    }
    br_node n = new_node(op);
    n.arg[0] = a;
    n.arg[1] = b;
    n.arg[2] = c;
    n.dim = (signed char)(op == BR_OP_SUM ? BR_SCALAR : common_dim(g, a, b, c));
    if (op == BR_OP_SELECT)
        n.is_bool = g->node[b].is_bool && g->node[c].is_bool;
    return intern(g, &n);
}

int br_graph_1(br_graph *g, br_op op, int a)
{
    if (g->status == BR_OK && op == BR_OP_NEG && g->node[a].op == BR_OP_NEG)
        return g->node[a].arg[0];
    return make_node(g, op, a, BR_NO_NODE, BR_NO_NODE);
}

// `and` and `or` with one side known: the other side, or the answer.
static int known_side(br_graph *g, br_op op, int a, int b)
{
    double v;
    for (int i = 0; i < 2; i++) {
        int known = i == 0 ? a : b, other = i == 0 ? b : a;
        if (!br_graph_is_const(g, known, &v))
            continue;
        bool decides = op == BR_OP_AND ? v == 0 : v != 0;
        return decides ? br_graph_const(g, op == BR_OP_AND ? 0 : 1) : other;
    }
    return BR_NO_NODE;
}

int br_graph_2(br_graph *g, br_op op, int a, int b)
{
    int known = op == BR_OP_AND || op == BR_OP_OR ? known_side(g, op, a, b) : BR_NO_NODE;
    if (known != BR_NO_NODE)
        return known;
    // exact: x*1 = 1*x = x, x/1 = x, x - 0 = x
    if (op == BR_OP_MUL && is_value(g, a, 1))
        return b;
    if ((op == BR_OP_MUL || op == BR_OP_DIV) && is_value(g, b, 1))
        return a;
    if (op == BR_OP_SUB && is_value(g, b, 0) && !signbit(g->node[b].value))
        return a;
    return make_node(g, op, a, b, BR_NO_NODE);
}

int br_graph_select(br_graph *g, int c, int a, int b)
{
    double v;
    if (br_graph_is_const(g, c, &v))
        return v != 0 ? a : b;
    return a == b ? a : make_node(g, BR_OP_SELECT, c, a, b);
}

int br_graph_spread(br_graph *g, int a, int dim)
{
    br_node n = new_node(BR_OP_SPREAD);
    n.arg[0] = a;
    n.dim = (signed char)dim;
    return intern(g, &n);
}

int br_graph_by_mode(br_graph *g, int automaton, int mode_dim, const int *args, int count)
{
    if (g->status != BR_OK)
        return 0;
    bool same = true;
    int dim = mode_dim;
    for (int i = 0; i < count; i++) {
        same = same && args[i] == args[0];
        dim = g->node[args[i]].dim != BR_SCALAR ? g->node[args[i]].dim : dim;
    }
    if (same)
        return args[0];
    if (g->nargs + count > g->args_room) {
        int room = 2 * g->args_room + count + 16;
        int *more = realloc(g->args, (size_t)room * sizeof *more);
        if (!more) {
            g->status = BR_NO_MEMORY;
            return 0;
        }
        g->args = more;
        g->args_room = room;
    }
    memcpy(g->args + g->nargs, args, (size_t)count * sizeof *args);
    br_node n = new_node(BR_OP_BYMODE);
    n.arg[0] = g->nargs;
    n.arg[1] = count;
    n.arg[2] = automaton;
    n.dim = (signed char)dim;
    int before = g->count, node = intern(g, &n);
    if (g->count > before)
        g->nargs += count;
    return node;
}

int br_graph_args(const br_graph *g, int node, const int **args)
{
    const br_node *n = &g->node[node];
    if (n->op == BR_OP_BYMODE) {
        *args = g->args + n->arg[0];
        return n->arg[1];
    }
    *args = n->arg;
    return arity_of[n->op];
}

void br_graph_reach(const br_graph *g, const int *roots, int nroots, bool *need)
{
    int last = -1;
    for (int i = 0; i < nroots; i++) {
        if (roots[i] >= 0)
            need[roots[i]] = true;
        last = roots[i] > last ? roots[i] : last;
    }
    for (int i = last; i >= 0; i--) {
        const int *args;
        int n = need[i] ? br_graph_args(g, i, &args) : 0;
        for (int k = 0; k < n; k++)
            need[args[k]] = true;
    }
}
