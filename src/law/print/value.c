// value.c - nodes of the graph as C expressions.                          [host]
#include "num/base/fp.h"

#include "law/print/print_parts.h"
#include "num/text/number.h"
#include <stdio.h>
#include <string.h>

enum { P_SELECT = 1, P_OR, P_AND, P_COMPARE, P_ADD, P_MUL, P_UNARY, P_ATOM };

static void literal(const br_pass *s, br_buffer *t, double v, int around)
{
    char buf[BR_NUMBER_SIZE + 4];
    if (v - v != 0) { // infinite; a NaN is refused before
        br_buffer_print(t, s->p->o->single ? "(%s1.0f / 0.0f)" : "(%s1.0 / 0.0)", v < 0 ? "-" : "");
        return;
    }
    int n = s->p->o->single ? brf_number_write(buf, (float)v) : br_number_write(buf, v);
    if (!strpbrk(buf, ".en"))
        n += snprintf(buf + n, sizeof buf - (size_t)n, ".0");
    if (s->p->o->single)
        snprintf(buf + n, sizeof buf - (size_t)n, "f");
    bool wrap = buf[0] == '-' && around >= P_MUL;
    br_buffer_print(t, wrap ? "(%s)" : "%s", buf);
}

static void infix(br_pass *s, br_buffer *t, int node, const char *op, int level, int around)
{
    const br_node *n = br_pass_node(s, node);
    bool wrap = level < around;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, n->arg[0], level);
    br_buffer_print(t, " %s ", op);
    br_print_value(s, t, n->arg[1], level + 1);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

static void call(br_pass *s, br_buffer *t, int node)
{
    const br_node *n = br_pass_node(s, node);
    br_buffer_print(t, "%s%s(", s->p->pre, br_op_text(n->op));
    for (int i = 0; i < br_op_arity(n->op); i++) {
        br_buffer_print(t, i ? ", " : "%s", "");
        br_print_value(s, t, n->arg[i], 0);
    }
    br_buffer_print(t, ")");
    s->p->used_fn[n->op] = true;
}

static void by_mode(br_pass *s, br_buffer *t, int node, int around)
{
    const int *args;
    int n = br_graph_args(&s->p->law->g, node, &args);
    const char *mode = s->p->mode[br_pass_node(s, node)->arg[2]];
    bool wrap = around > P_SELECT;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    for (int m = 0; m + 1 < n; m++) {
        br_buffer_print(t, "%s == %d ? ", mode, m);
        br_print_value(s, t, args[m], P_SELECT + 1);
        br_buffer_print(t, " : ");
    }
    br_print_value(s, t, args[n - 1], P_SELECT + 1);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

// c ? a : b, around its neighbours
static void choose(br_pass *s, br_buffer *t, int c, int a, int b, int around)
{
    bool wrap = around > P_SELECT;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, c, P_SELECT + 1);
    br_buffer_print(t, " ? ");
    br_print_value(s, t, a, P_SELECT + 1);
    br_buffer_print(t, " : ");
    br_print_value(s, t, b, P_SELECT);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

static void damped(br_pass *s, br_buffer *t, int node, int around)
{
    const br_node *n = br_pass_node(s, node);
    bool wrap = around > P_SELECT;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, n->arg[0], P_COMPARE + 1);
    br_buffer_print(t, " == ");
    literal(s, t, 0, 0);
    br_buffer_print(t, " ? ");
    literal(s, t, 0, 0);
    br_buffer_print(t, " : ");
    br_print_value(s, t, n->arg[0], P_MUL);
    br_buffer_print(t, " * ");
    br_print_value(s, t, n->arg[1], P_MUL + 1);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

static void side(br_pass *s, br_buffer *t, int node, int around)
{
    bool wrap = around > P_SELECT;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, br_pass_node(s, node)->arg[0], P_COMPARE + 1);
    br_buffer_print(t, s->p->o->single ? " >= 0.0f ? 1.0f : -1.0f" : " >= 0.0 ? 1.0 : -1.0");
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

void br_print_operation(br_pass *s, br_buffer *t, int node, int around)
{
    const br_node *n = br_pass_node(s, node);
    switch ((br_op)n->op) {
    case BR_OP_CONST: literal(s, t, n->value, around); break;
    case BR_OP_VAR:
        br_buffer_print(t, s->p->o->single ? "(i == h ? 1.0f : 0.0f)" : "(i == h ? 1.0 : 0.0)");
        break; // one-hot; others have names
    case BR_OP_ADD: infix(s, t, node, "+", P_ADD, around); break;
    case BR_OP_SUB: infix(s, t, node, "-", P_ADD, around); break;
    case BR_OP_MUL: infix(s, t, node, "*", P_MUL, around); break;
    case BR_OP_DIV: infix(s, t, node, "/", P_MUL, around); break;
    case BR_OP_LT: infix(s, t, node, "<", P_COMPARE, around); break;
    case BR_OP_LE: infix(s, t, node, "<=", P_COMPARE, around); break;
    case BR_OP_EQ: infix(s, t, node, "==", P_COMPARE, around); break;
    case BR_OP_AND:
    case BR_OP_OR: // & and |: both sides are cheap, and a branch would stop vectors
        br_buffer_print(t, "((");
        br_print_value(s, t, n->arg[0], 0);
        br_buffer_print(t, n->op == BR_OP_AND ? ") & (" : ") | (");
        br_print_value(s, t, n->arg[1], 0);
        br_buffer_print(t, "))");
        break;
    case BR_OP_NOT:
        br_buffer_print(t, "!(");
        br_print_value(s, t, n->arg[0], 0);
        br_buffer_print(t, ")");
        break;
    case BR_OP_NEG:
        br_buffer_print(t, around > P_UNARY ? "(-" : "-");
        br_print_value(s, t, n->arg[0], P_ATOM);
        br_buffer_print(t, around > P_UNARY ? ")" : "%s", "");
        break;
    case BR_OP_SIDE: side(s, t, node, around); break;
    case BR_OP_ZMUL: damped(s, t, node, around); break;
    case BR_OP_SELECT: choose(s, t, n->arg[0], n->arg[1], n->arg[2], around); break;
    case BR_OP_SPREAD: br_print_value(s, t, n->arg[0], around); break;
    case BR_OP_BYMODE: by_mode(s, t, node, around); break;
    default: call(s, t, node); break;
    }
}

void br_print_value(br_pass *s, br_buffer *t, int node, int around)
{
    if (s->done[node])
        br_buffer_print(t, "%s", s->p->name[node]);
    else
        br_print_operation(s, t, node, around);
}
