// formula.c - an expression of a law's graph in the notation of laws.           [host]
#include "num/base/fp.h"

#include "law/text/formula.h"

enum { DEEPEST = 24 };
enum { P_OR = 1, P_AND, P_COMPARE, P_SUM, P_PRODUCT, P_NEGATIVE, P_POWER };

static void write(br_buffer *out, const br_parsed_law *law, int node, int around, int depth);

static int priority(br_op op)
{
    switch (op) {
    case BR_OP_OR: return P_OR;
    case BR_OP_AND: return P_AND;
    case BR_OP_LT:
    case BR_OP_LE:
    case BR_OP_EQ: return P_COMPARE;
    case BR_OP_ADD:
    case BR_OP_SUB: return P_SUM;
    case BR_OP_MUL:
    case BR_OP_DIV: return P_PRODUCT;
    case BR_OP_NEG: return P_NEGATIVE;
    default: return 0;
    }
}

static void infix(br_buffer *out, const br_parsed_law *law, const br_node *n, int p, int depth)
{
    bool tight = p == P_PRODUCT;
    write(out, law, n->arg[0], p, depth + 1);
    br_buffer_print(out, tight ? "%s" : " %s ", br_op_text(n->op));
    write(out, law, n->arg[1], p + 1, depth + 1);
}

static void call(br_buffer *out, const br_parsed_law *law, const br_node *n, int node, int depth)
{
    const int *args;
    int count = br_graph_args(&law->g, node, &args);
    br_buffer_print(out, "%s(", br_op_text(n->op));
    for (int i = 0; i < count; i++) {
        br_buffer_put(out, i ? ", " : "");
        write(out, law, args[i], 0, depth + 1);
    }
    br_buffer_put(out, ")");
}

static void operation(br_buffer *out, const br_parsed_law *law, int node, int around, int depth)
{
    const br_node *n = &law->g.node[node];
    int p = priority(n->op);
    if (n->op == BR_OP_SPREAD) {
        write(out, law, n->arg[0], around, depth);
        return;
    }
    bool brackets =
        (p > 0 && p < around) || (n->op == BR_OP_SELECT && around > 0) || (n->op == BR_OP_NOT && around > P_AND);
    br_buffer_put(out, brackets ? "(" : "");
    if (n->op == BR_OP_NEG) {
        br_buffer_put(out, "-");
        write(out, law, n->arg[0], P_POWER, depth + 1);
    } else if (n->op == BR_OP_NOT) {
        br_buffer_put(out, "not ");
        write(out, law, n->arg[0], P_COMPARE, depth + 1);
    } else if (n->op == BR_OP_SELECT) {
        static const char *const word[] = {"if ", " then ", " else "};
        for (int i = 0; i < 3; i++) {
            br_buffer_put(out, word[i]);
            write(out, law, n->arg[i], 0, depth + 1);
        }
    } else if (p > 0) {
        infix(out, law, n, p, depth);
    } else if (n->op == BR_OP_POW) {
        write(out, law, n->arg[0], P_POWER, depth + 1);
        br_buffer_put(out, "^");
        write(out, law, n->arg[1], P_POWER, depth + 1);
    } else {
        call(out, law, n, node, depth);
    }
    br_buffer_put(out, brackets ? ")" : "");
}

static void write(br_buffer *out, const br_parsed_law *law, int node, int around, int depth)
{
    const br_node *n = &law->g.node[node];
    if (n->op == BR_OP_CONST) {
        br_buffer_number(out, n->value);
        return;
    }
    if (n->op == BR_OP_VAR) {
        br_buffer_put(out, n->var >= 0 && n->var < law->nq ? law->q[n->var].name : "mode");
        return;
    }
    for (int i = 0; depth > 0 && i < law->ndef; i++)
        if (law->def[i].node == node) {
            br_buffer_put(out, law->def[i].name);
            return;
        }
    if (depth >= DEEPEST)
        br_buffer_put(out, "...");
    else
        operation(out, law, node, around, depth);
}

void br_law_write_formula(br_buffer *out, const br_parsed_law *law, int node)
{
    write(out, law, node, 0, 0);
}
