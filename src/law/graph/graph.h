// graph.h - the expression graph a law is parsed to.                           [host]
//
// Nodes are hash-consed: the same operation on the same arguments is one node, so common subexpressions stand once.
// Arguments always come before the node that uses them, so walking the index upwards is an evaluation order.
// Only rewritings that keep every bit are made; nothing is reassociated.
//
// A node is a number per point (dim BR_SCALAR), or one number per element of a dimension (`elements n`).
#ifndef BR_LAW_GRAPH_GRAPH_H
#define BR_LAW_GRAPH_GRAPH_H

#include "bristle/status.h"
#include "num/interval/interval.h"
#include <stdbool.h>
#include <stddef.h>

#define BR_SCALAR (-1)
#define BR_NO_NODE (-1)     // in derivatives: structurally zero
#define BR_MAX_NODES 400000 // a law larger than this is refused

// name, arguments, text in the notation
#define BR_OP_LIST(X)                                                                                                  \
    X(CONST, 0, "")                                                                                                    \
    X(VAR, 0, "")                                                                                                      \
    X(ADD, 2, "+")                                                                                                     \
    X(SUB, 2, "-")                                                                                                     \
    X(MUL, 2, "*")                                                                                                     \
    X(DIV, 2, "/")                                                                                                     \
    X(NEG, 1, "-")                                                                                                     \
    X(POW, 2, "pow")                                                                                                   \
    X(ABS, 1, "abs")                                                                                                   \
    X(SIGN, 1, "sign")                                                                                                 \
    X(SIDE, 1, "side") /* +1 where the argument is >= 0, else -1: the slope of abs */                                  \
    X(SQRT, 1, "sqrt")                                                                                                 \
    X(EXP, 1, "exp")                                                                                                   \
    X(EXPM1, 1, "expm1")                                                                                               \
    X(LOG, 1, "log")                                                                                                   \
    X(LOG1P, 1, "log1p")                                                                                               \
    X(SINH, 1, "sinh")                                                                                                 \
    X(COSH, 1, "cosh")                                                                                                 \
    X(TANH, 1, "tanh")                                                                                                 \
    X(LOGISTIC, 1, "logistic")                                                                                         \
    X(SIN, 1, "sin")                                                                                                   \
    X(COS, 1, "cos")                                                                                                   \
    X(TAN, 1, "tan")                                                                                                   \
    X(ASIN, 1, "asin")                                                                                                 \
    X(ACOS, 1, "acos")                                                                                                 \
    X(ATAN, 1, "atan")                                                                                                 \
    X(ATAN2, 2, "atan2")                                                                                               \
    X(CBRT, 1, "cbrt")                                                                                                 \
    X(MIN, 2, "min")                                                                                                   \
    X(MAX, 2, "max")                                                                                                   \
    X(ZMUL, 2, "zmul") /* a*b, but 0 where a is 0 even if b overflowed: slope of a saturated function */               \
    X(LT, 2, "<")                                                                                                      \
    X(LE, 2, "<=")                                                                                                     \
    X(EQ, 2, "==")                                                                                                     \
    X(AND, 2, "and")                                                                                                   \
    X(OR, 2, "or")                                                                                                     \
    X(NOT, 1, "not")                                                                                                   \
    X(SELECT, 3, "if")                                                                                                 \
    X(SUM, 1, "sum")                                                                                                   \
    X(SPREAD, 1, "spread")  /* the same number for every element */                                                    \
    X(BYMODE, 0, "by mode") /* one argument per mode, listed in br_graph.args */

#define BR_OP_ENUM(name, arity, text) BR_OP_##name,
typedef enum br_op { BR_OP_LIST(BR_OP_ENUM) BR_OP_COUNT } br_op;
#undef BR_OP_ENUM

typedef struct br_node {
    unsigned char op;
    signed char dim;
    bool is_bool;
    int arg[3];         // BYMODE: arg[0] first place in args, arg[1] how many, arg[2] the automaton
    int var;            // VAR: which
    double value;       // CONST
    br_interval within; // CONST: what the exact value is in; a point unless it was folded from others
} br_node;

typedef struct br_graph {
    br_node *node;
    int count, room;
    int *bucket; // hash table of node indices, -1 empty
    int buckets;
    int *args; // of BYMODE nodes
    int nargs, args_room;
    br_status status; // BR_OK until memory or the limit of nodes runs out; then every call answers node 0
} br_graph;

void br_graph_init(br_graph *g);
void br_graph_free(br_graph *g);
void br_graph_shrink(br_graph *g, int count, int nargs); // forgets later nodes, and a failure among them

int br_graph_const(br_graph *g, double value);
int br_graph_const_in(br_graph *g, double value, br_interval within); // a rounded constant, such as pi
int br_graph_var(br_graph *g, int var, int dim);
int br_graph_1(br_graph *g, br_op op, int a);
int br_graph_2(br_graph *g, br_op op, int a, int b);
int br_graph_select(br_graph *g, int c, int a, int b);
int br_graph_spread(br_graph *g, int a, int dim);
int br_graph_by_mode(br_graph *g, int automaton, int mode_dim, const int *args, int count);

int br_op_arity(br_op op);
const char *br_op_text(br_op op);

// The arguments of a node, whatever its operation; returns how many.
int br_graph_args(const br_graph *g, int node, const int **args);
bool br_graph_is_const(const br_graph *g, int node, double *value);

// need[i] becomes true for every node that the roots stand on (need: g->count entries, cleared by the caller).
void br_graph_reach(const br_graph *g, const int *roots, int nroots, bool *need);

// What an operation means on intervals; value.h says it on numbers, partial.h has its derivatives.
br_interval br_op_enclose(br_op op, br_interval a, br_interval b, br_interval c);
br_domain br_op_domain(br_op op, br_interval a, br_interval b); // is it defined and continuous on all of them?

#endif
