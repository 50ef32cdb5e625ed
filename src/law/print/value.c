// value.c - nodes of the graph as C expressions.                          [host]
#include "num/base/fp.h"

#include "law/print/print_parts.h"
#include "num/text/number.h"
#include <stdio.h>
#include <string.h>

enum { P_SELECT = 1, P_OR, P_AND, P_COMPARE, P_ADD, P_MUL, P_UNARY, P_ATOM };

static void print_literal(const br_pass *s, br_buffer *t, double v, int around)
{
    const br_print_options *o = s->p->o;
    bool both = o->both && !s->measuring;
    char buf[BR_NUMBER_SIZE + 4], text[BR_NUMBER_SIZE + 12];
    if (v - v != 0) { // infinite; a NaN is refused before
        snprintf(buf, sizeof buf, "%s", v < 0 ? "-1.0" : "1.0");
    } else {
        int n = o->single ? brf_number_write(buf, (float)v) : br_number_write(buf, v);
        if (!strpbrk(buf, ".en"))
            snprintf(buf + n, sizeof buf - (size_t)n, ".0");
    }
    snprintf(text, sizeof text, both ? "BR_C(%s)" : o->single ? "%sf" : "%s", buf);
    if (v - v != 0)
        br_buffer_print(t, both ? "(%s / BR_C(0.0))" : o->single ? "(%s / 0.0f)" : "(%s / 0.0)", text);
    else
        br_buffer_print(t, text[0] == '-' && around >= P_MUL ? "(%s)" : "%s", text);
}

// 0 beside a value of the number type, which it becomes
static void print_zero(const br_pass *s, br_buffer *t)
{
    if (s->p->o->both && !s->measuring)
        br_buffer_print(t, "0");
    else
        print_literal(s, t, 0, 0);
}

static void print_infix(br_pass *s, br_buffer *t, int node, const char *op, int level, int around)
{
    const br_node *n = br_pass_node(s, node);
    bool wrap = level < around;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, n->arg[0], level);
    br_buffer_print(t, " %s ", op);
    br_print_value(s, t, n->arg[1], level + 1);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

static void print_call(br_pass *s, br_buffer *t, int node)
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

static void print_by_mode(br_pass *s, br_buffer *t, int node, int around)
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
static void print_select(br_pass *s, br_buffer *t, int c, int a, int b, int around)
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

static void print_zero_product(br_pass *s, br_buffer *t, int node, int around)
{
    const br_node *n = br_pass_node(s, node);
    bool wrap = around > P_SELECT;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, n->arg[0], P_COMPARE + 1);
    br_buffer_print(t, " == ");
    print_zero(s, t);
    br_buffer_print(t, " ? ");
    print_zero(s, t);
    br_buffer_print(t, " : ");
    br_print_value(s, t, n->arg[0], P_MUL);
    br_buffer_print(t, " * ");
    br_print_value(s, t, n->arg[1], P_MUL + 1);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

// A guard against 0 times infinity that is left out?
static bool is_open(const br_pass *s, int node)
{
    return s->open && s->open[node];
}

static void print_either(const br_pass *s, br_buffer *t, double a, double b)
{
    br_buffer_print(t, " ? ");
    print_literal(s, t, a, 0);
    br_buffer_print(t, " : ");
    print_literal(s, t, b, 0);
}

static void print_side(br_pass *s, br_buffer *t, int node, int around)
{
    bool wrap = around > P_SELECT;
    br_buffer_print(t, wrap ? "(" : "%s", "");
    br_print_value(s, t, br_pass_node(s, node)->arg[0], P_COMPARE + 1);
    br_buffer_print(t, " >= ");
    print_zero(s, t);
    print_either(s, t, 1, -1);
    br_buffer_print(t, wrap ? ")" : "%s", "");
}

void br_print_operation(br_pass *s, br_buffer *t, int node, int around)
{
    const br_node *n = br_pass_node(s, node);
    switch ((br_op)n->op) {
    case BR_OP_CONST: print_literal(s, t, n->value, around); break;
    case BR_OP_VAR:
        br_buffer_print(t, "(i == h"); // one-hot; others have names
        print_either(s, t, 1, 0);
        br_buffer_print(t, ")");
        break;
    case BR_OP_ADD: print_infix(s, t, node, "+", P_ADD, around); break;
    case BR_OP_SUB: print_infix(s, t, node, "-", P_ADD, around); break;
    case BR_OP_MUL: print_infix(s, t, node, "*", P_MUL, around); break;
    case BR_OP_DIV: print_infix(s, t, node, "/", P_MUL, around); break;
    case BR_OP_LT: print_infix(s, t, node, "<", P_COMPARE, around); break;
    case BR_OP_LE: print_infix(s, t, node, "<=", P_COMPARE, around); break;
    case BR_OP_EQ: print_infix(s, t, node, "==", P_COMPARE, around); break;
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
    case BR_OP_SIDE: print_side(s, t, node, around); break;
    case BR_OP_ZMUL:
        if (is_open(s, node))
            print_infix(s, t, node, "*", P_MUL, around);
        else
            print_zero_product(s, t, node, around);
        break;
    case BR_OP_SELECT:
        if (is_open(s, node))
            br_print_value(s, t, n->arg[2], around);
        else
            print_select(s, t, n->arg[0], n->arg[1], n->arg[2], around);
        break;
    case BR_OP_SPREAD: br_print_value(s, t, n->arg[0], around); break;
    case BR_OP_BYMODE: print_by_mode(s, t, node, around); break;
    default: print_call(s, t, node); break;
    }
}

void br_print_value(br_pass *s, br_buffer *t, int node, int around)
{
    if (s->done[node])
        br_buffer_print(t, "%s", s->p->name[node]);
    else
        br_print_operation(s, t, node, around);
}
