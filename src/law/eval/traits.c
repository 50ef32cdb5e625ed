// traits.c - properties of a law found in its graph: affine, smooth, symmetric. [host]
#include "num/base/fp.h"

#include "law/graph/jet.h"
#include "law/eval/traits.h"
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- what a node stands on

static bool stands_on(const br_parsed_law *law, int node, br_kind kind, bool *need)
{
    const br_graph *g = &law->g;
    memset(need, 0, (size_t)g->count * sizeof *need);
    br_graph_reach(g, &node, 1, need);
    for (int i = 0; i <= node; i++)
        if (need[i] && g->node[i].op == BR_OP_VAR && g->node[i].var >= 0 && g->node[i].var < law->nq &&
            law->q[g->node[i].var].kind == kind)
            return true;
    return false;
}

// ---------------------------------------------------------------- structure of the rates

// A jump or kink that moves with the states has no derivative to show for it.
static bool jumps_with_states(const br_parsed_law *law, int node, bool *need, bool *again)
{
    const br_graph *g = &law->g;
    memset(again, 0, (size_t)g->count * sizeof *again);
    br_graph_reach(g, &node, 1, again);
    for (int i = 0; i <= node; i++) {
        br_op op = g->node[i].op;
        bool kinks = op == BR_OP_SIGN || op == BR_OP_SIDE || op == BR_OP_ABS || op == BR_OP_MIN || op == BR_OP_MAX ||
                     op == BR_OP_SELECT;
        int decides = op == BR_OP_SELECT ? g->node[i].arg[0] : i;
        if (again[i] && kinks && stands_on(law, decides, BR_STATE, need))
            return true;
    }
    return false;
}

// What a node stands on; in_sum: of these, what a sum over elements adds up, so that one element sees the others.
static void find_sums(const br_graph *g, int node, bool *need, bool *in_sum)
{
    memset(need, 0, (size_t)g->count * sizeof *need);
    memset(in_sum, 0, (size_t)g->count * sizeof *in_sum);
    br_graph_reach(g, &node, 1, need);
    for (int i = node; i >= 0; i--) {
        const int *args;
        int n = need[i] ? br_graph_args(g, i, &args) : 0;
        for (int k = 0; k < n; k++)
            in_sum[args[k]] = in_sum[args[k]] || in_sum[i] || g->node[i].op == BR_OP_SUM;
    }
}

// Does the node see no state but the one given, and no mode but those of one automaton, element by element?
static bool sees_own(const br_parsed_law *law, int node, int state, int automaton, bool *need, bool *in_sum)
{
    const br_graph *g = &law->g;
    find_sums(g, node, need, in_sum);
    for (int i = 0; i <= node; i++) {
        const br_node *n = &g->node[i];
        bool of_state = n->op == BR_OP_VAR && need[i] && law->q[n->var].kind == BR_STATE;
        bool of_mode = n->op == BR_OP_BYMODE && need[i];
        bool other = of_state ? n->var != state : n->arg[2] != automaton;
        bool others = in_sum[i] && law->q[state].dim != BR_SCALAR; // elements
        if ((of_state || of_mode) && (other || others))
            return false;
    }
    return true;
}

// The automata and the states are the same in number, order and shape, and each automaton acts on its own state.
static bool has_own_modes(const br_parsed_law *law, bool *need, bool *in_sum)
{
    int a = 0;
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind != BR_STATE)
            continue;
        if (a == law->nautomata || law->automaton[a].dim != law->q[q].dim || law->q[q].rate < 0 ||
            !sees_own(law, law->q[q].rate, q, a, need, in_sum))
            return false;
        for (int j = 0; j < law->njump; j++)
            if (law->jump[j].automaton == a && !sees_own(law, law->jump[j].guard, q, a, need, in_sum))
                return false;
        a++;
    }
    return a > 0 && a == law->nautomata;
}

static br_status rate_structure(br_parsed_law *law, br_traits *t, bool *need)
{
    bool *want = calloc((size_t)law->nq + 1, sizeof *want);
    br_jet j;
    if (!want)
        return BR_NO_MEMORY;
    for (int q = 0; q < law->nq; q++)
        want[q] = law->q[q].kind == BR_STATE;
    br_status status = br_jet_make(&j, law, false, want);
    free(want);
    if (status != BR_OK)
        return status;
    t->affine = t->core_elements = true;
    for (int b = 0; b < j.blocks; b++) {
        bool rate = j.row[j.block[b].row].mark == '\'';
        if (rate && stands_on(law, j.block[b].node, BR_STATE, need))
            t->affine = false;
        if (rate && j.block[b].shape == BR_DENSE)
            t->core_elements = false;
    }
    br_jet_free(&j);
    for (int q = 0; q < law->nq; q++) {
        t->cores += law->q[q].kind == BR_STATE && law->q[q].dim == BR_SCALAR;
        t->arrays += law->q[q].kind == BR_STATE && law->q[q].dim != BR_SCALAR;
    }
    bool *again = calloc((size_t)law->g.count, sizeof *again);
    if (!again)
        return BR_NO_MEMORY;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE && law->q[q].rate >= 0 && jumps_with_states(law, law->q[q].rate, need, again))
            t->affine = false;
    t->own_modes = has_own_modes(law, need, again);
    free(again);
    t->elementwise = t->core_elements && t->cores == 0 && t->arrays > 0;
    return BR_OK;
}

// ---------------------------------------------------------------- smoothness

typedef enum sign_of { ANY, NOT_NEGATIVE, POSITIVE } sign_of;

static sign_of weaker_sign(sign_of a, sign_of b)
{
    return a < b ? a : b;
}

static sign_of sign_of_var(const br_parsed_law *law, int var)
{
    if (var < 0 || var >= law->nq)
        return ANY;
    const br_quantity *q = &law->q[var];
    return q->low > 0 || (q->low == 0 && q->low_open) ? POSITIVE : q->low == 0 ? NOT_NEGATIVE : ANY;
}

// What is certain about the sign of every node, from constants, bounds and the operations.
static void find_signs(const br_parsed_law *law, sign_of *s, int count)
{
    const br_graph *g = &law->g;
    for (int i = 0; i < count; i++) {
        const br_node *n = &g->node[i];
        sign_of a = n->arg[0] >= 0 && n->op != BR_OP_BYMODE ? s[n->arg[0]] : ANY;
        sign_of b = n->arg[1] >= 0 && n->op != BR_OP_BYMODE ? s[n->arg[1]] : ANY;
        s[i] = ANY;
        switch ((br_op)n->op) {
        case BR_OP_CONST: s[i] = n->value > 0 ? POSITIVE : n->value == 0 ? NOT_NEGATIVE : ANY; break;
        case BR_OP_VAR: s[i] = sign_of_var(law, n->var); break;
        case BR_OP_ADD:
            s[i] = weaker_sign(a, b) == ANY ? ANY : a == POSITIVE || b == POSITIVE ? POSITIVE : NOT_NEGATIVE;
            break;
        case BR_OP_MUL: s[i] = n->arg[0] == n->arg[1] && a == ANY ? NOT_NEGATIVE : weaker_sign(a, b); break;
        case BR_OP_DIV: s[i] = weaker_sign(a, b); break;
        case BR_OP_EXP:
        case BR_OP_COSH:
        case BR_OP_LOGISTIC: s[i] = POSITIVE; break;
        case BR_OP_ABS: s[i] = a == POSITIVE ? POSITIVE : NOT_NEGATIVE; break;
        case BR_OP_SQRT:
        case BR_OP_CBRT:
        case BR_OP_SINH:
        case BR_OP_TANH:
        case BR_OP_ATAN:
        case BR_OP_ASIN:
        case BR_OP_EXPM1:
        case BR_OP_LOG1P:
        case BR_OP_POW:
        case BR_OP_SUM: s[i] = a; break;
        default: break;
        }
    }
}

static bool has_kink(const br_graph *g, int i, const sign_of *s)
{
    int a = g->node[i].arg[0];
    switch ((br_op)g->node[i].op) {
    case BR_OP_ABS:
    case BR_OP_SQRT:
    case BR_OP_CBRT:
    case BR_OP_POW: return s[a] != POSITIVE;
    case BR_OP_ATAN2: return s[g->node[i].arg[1]] != POSITIVE; // the cut
    case BR_OP_ASIN:
    case BR_OP_ACOS: // infinite slope at -1 and 1
    case BR_OP_SIGN:
    case BR_OP_SIDE:
    case BR_OP_MIN:
    case BR_OP_MAX:
    case BR_OP_SELECT: return true;
    default: return false;
    }
}

static br_status smoothness(const br_parsed_law *law, br_traits *t, int count, bool *need)
{
    sign_of *s = calloc((size_t)count, sizeof *s);
    bool *used = calloc((size_t)law->g.count, sizeof *used);
    br_law_row *row = calloc((size_t)br_law_rows(law, false, NULL) + 1, sizeof *row);
    br_status status = s && used && row ? BR_OK : BR_NO_MEMORY;
    t->smooth_states = t->smooth_inputs = true;
    if (status == BR_OK) {
        find_signs(law, s, count);
        int rows = br_law_rows(law, false, row);
        for (int r = 0; r < rows; r++)
            br_graph_reach(&law->g, &row[r].node, 1, used);
        for (int i = 0; i < count; i++) {
            if (!used[i] || !has_kink(&law->g, i, s))
                continue;
            t->smooth_states = t->smooth_states && !stands_on(law, i, BR_STATE, need);
            t->smooth_inputs = t->smooth_inputs && !stands_on(law, i, BR_INPUT, need);
        }
    }
    free(s);
    free(used);
    free(row);
    return status;
}

// ---------------------------------------------------------------- mirror symmetry
//
// relation(a, b) compares node a of the mirrored law (odd quantities negated, modes renamed) with node b of the law:
// SAME: bit-identical, FLIPPED: equal but for the sign, EITHER: both zero, UNLIKE: nothing known.

typedef enum relation_of { UNASKED, UNLIKE, SAME, FLIPPED, EITHER } relation_of;

typedef struct mirror {
    const br_parsed_law *law;
    int count;
    unsigned char *known; // count*count relations
    const bool *odd;
    const sign_of *sign;
    int mode[BR_MAX_AUTOMATA][BR_MAX_MODES]; // the name of each mode in the mirrored law
    int depth;
    int left; // exchanges of modes that may still be tried
} mirror;

static relation_of relation(mirror *m, int a, int b);

static relation_of flipped(relation_of r)
{
    return r == SAME ? FLIPPED : r == FLIPPED ? SAME : r;
}

// Both hold: what a sum of the two pairs does.
static relation_of relation_of_sum(relation_of r, relation_of s)
{
    if (r == UNLIKE || s == UNLIKE)
        return UNLIKE;
    return r == EITHER ? s : s == EITHER || r == s ? r : UNLIKE;
}

static relation_of relation_of_product(relation_of r, relation_of s)
{
    if (r == UNLIKE || s == UNLIKE)
        return UNLIKE;
    return r == EITHER || s == EITHER ? EITHER : r == s ? SAME : FLIPPED;
}

static relation_of relate_sums(mirror *m, const br_node *p, const br_node *q)
{
    bool minus_p = p->op == BR_OP_SUB, minus_q = q->op == BR_OP_SUB;
    relation_of second = relation(m, p->arg[1], q->arg[1]);
    relation_of r = relation_of_sum(relation(m, p->arg[0], q->arg[0]), minus_p != minus_q ? flipped(second) : second);
    if (r != UNLIKE)
        return r;
    // the other way round: a + b = b + a, a - b = -(b - a)
    relation_of x = relation(m, p->arg[0], q->arg[1]), y = relation(m, p->arg[1], q->arg[0]);
    return relation_of_sum(minus_q ? flipped(x) : x, minus_p ? flipped(y) : y);
}

static relation_of relate_modes(mirror *m, const br_node *p, const br_node *q)
{
    relation_of r = p->arg[2] == q->arg[2] ? EITHER : UNLIKE;
    const int *mode = m->mode[q->arg[2]];
    for (int k = 0; k < q->arg[1] && r != UNLIKE; k++)
        r = relation_of_sum(r, relation(m, m->law->g.args[p->arg[0] + mode[k]], m->law->g.args[q->arg[0] + k]));
    return r;
}

static relation_of relate_extremes(mirror *m, const br_node *p, const br_node *q)
{
    relation_of straight = relation_of_sum(relation(m, p->arg[0], q->arg[0]), relation(m, p->arg[1], q->arg[1]));
    relation_of crossed = relation_of_sum(relation(m, p->arg[0], q->arg[1]), relation(m, p->arg[1], q->arg[0]));
    relation_of want = p->op == q->op ? SAME : FLIPPED; // min(-a, -b) = -max(a, b)
    return straight == want || crossed == want ? want : straight == EITHER ? EITHER : UNLIKE;
}

// clamp(x, -h, h) turns with x where h cannot be negative, although min and max change places.
static relation_of relate_clamps(mirror *m, const br_node *p, const br_node *q)
{
    const br_graph *g = &m->law->g;
    const br_node *inner = &g->node[p->arg[0]], *other = &g->node[q->arg[0]];
    if (p->op != BR_OP_MIN || q->op != BR_OP_MIN || inner->op != BR_OP_MAX || other->op != BR_OP_MAX)
        return UNLIKE;
    bool ordered = m->sign[q->arg[1]] != ANY && g->node[other->arg[1]].op == BR_OP_NEG &&
                   m->sign[g->node[other->arg[1]].arg[0]] != ANY;
    double low;
    if (br_graph_is_const(g, other->arg[1], &low))
        ordered = low <= 0 && m->sign[q->arg[1]] != ANY;
    bool turned = relation(m, inner->arg[0], other->arg[0]) == FLIPPED &&
                  relation(m, inner->arg[1], q->arg[1]) == FLIPPED && relation(m, p->arg[1], other->arg[1]) == FLIPPED;
    return ordered && turned ? FLIPPED : UNLIKE;
}

static relation_of relate_comparisons(mirror *m, const br_node *p, const br_node *q)
{
    relation_of r = relation_of_sum(relation(m, p->arg[0], q->arg[0]), relation(m, p->arg[1], q->arg[1]));
    if (r == SAME || r == EITHER || (r == FLIPPED && p->op == BR_OP_EQ))
        return SAME;
    r = relation_of_sum(relation(m, p->arg[0], q->arg[1]), relation(m, p->arg[1], q->arg[0])); // -b < -a as a < b
    return r == FLIPPED || r == EITHER || (r == SAME && p->op == BR_OP_EQ) ? SAME : UNLIKE;
}

static relation_of relate_same_operation(mirror *m, const br_node *p, const br_node *q)
{
    relation_of a = br_op_arity(p->op) > 0 ? relation(m, p->arg[0], q->arg[0]) : UNLIKE;
    switch ((br_op)p->op) {
    case BR_OP_CONST:
        return p->value == 0 && q->value == 0 ? EITHER
               : p->value == q->value         ? SAME
               : p->value == -q->value        ? FLIPPED
                                              : UNLIKE;
    case BR_OP_VAR: return p->var != q->var ? UNLIKE : p->var >= 0 && m->odd[p->var] ? FLIPPED : SAME;
    case BR_OP_MUL:
    case BR_OP_ZMUL: {
        relation_of r = relation_of_product(a, relation(m, p->arg[1], q->arg[1]));
        return r != UNLIKE ? r
                           : relation_of_product(relation(m, p->arg[0], q->arg[1]), relation(m, p->arg[1], q->arg[0]));
    }
    case BR_OP_DIV: return relation_of_product(a, relation(m, p->arg[1], q->arg[1]));
    case BR_OP_SIGN:
    case BR_OP_SINH:
    case BR_OP_TANH:
    case BR_OP_SIN:
    case BR_OP_TAN:
    case BR_OP_ASIN:
    case BR_OP_ATAN:
    case BR_OP_CBRT:
    case BR_OP_SUM:
    case BR_OP_SPREAD: return a;
    case BR_OP_ABS:
    case BR_OP_COSH:
    case BR_OP_COS: return a == FLIPPED ? SAME : a;
    case BR_OP_POW: return relation_of_sum(a, relation(m, p->arg[1], q->arg[1])) == SAME ? SAME : UNLIKE;
    case BR_OP_SQRT:
    case BR_OP_EXP:
    case BR_OP_EXPM1:
    case BR_OP_LOG:
    case BR_OP_LOG1P:
    case BR_OP_LOGISTIC:
    case BR_OP_ACOS:
    case BR_OP_NOT: return a == SAME || a == EITHER ? SAME : UNLIKE;
    case BR_OP_ATAN2: { // odd in the first argument but on the cut: 0 becomes -0, and pi -pi
        relation_of b = relation(m, p->arg[1], q->arg[1]);
        return b == SAME && (a == SAME || (a == FLIPPED && m->sign[p->arg[1]] == POSITIVE)) ? a : UNLIKE;
    }
    case BR_OP_MIN:
    case BR_OP_MAX: return relate_extremes(m, p, q);
    case BR_OP_LT:
    case BR_OP_LE:
    case BR_OP_EQ: return relate_comparisons(m, p, q);
    case BR_OP_AND:
    case BR_OP_OR: return relation_of_sum(a, relation(m, p->arg[1], q->arg[1])) == SAME ? SAME : UNLIKE;
    case BR_OP_SELECT:
        return a != SAME ? UNLIKE
                         : relation_of_sum(relation(m, p->arg[1], q->arg[1]), relation(m, p->arg[2], q->arg[2]));
    case BR_OP_BYMODE: return relate_modes(m, p, q);
    default: return UNLIKE;
    }
}

static relation_of find_relation(mirror *m, int a, int b)
{
    const br_node *p = &m->law->g.node[a], *q = &m->law->g.node[b];
    if (p->op == BR_OP_NEG && q->op == BR_OP_NEG)
        return relation(m, p->arg[0], q->arg[0]);
    if (p->op == BR_OP_NEG)
        return flipped(relation(m, p->arg[0], b));
    if (q->op == BR_OP_NEG)
        return flipped(relation(m, a, q->arg[0]));
    bool sums = (p->op == BR_OP_ADD || p->op == BR_OP_SUB) && (q->op == BR_OP_ADD || q->op == BR_OP_SUB);
    bool extremes = (p->op == BR_OP_MIN || p->op == BR_OP_MAX) && (q->op == BR_OP_MIN || q->op == BR_OP_MAX);
    if (sums)
        return relate_sums(m, p, q);
    if (extremes) {
        relation_of r = relate_extremes(m, p, q);
        return r != UNLIKE ? r : relate_clamps(m, p, q);
    }
    return p->op == q->op ? relate_same_operation(m, p, q) : UNLIKE;
}

static relation_of relation(mirror *m, int a, int b)
{
    unsigned char *known = &m->known[(size_t)a * (size_t)m->count + (size_t)b];
    if (*known == UNASKED) {
        *known = UNLIKE;
        if (++m->depth < 2000)
            *known = (unsigned char)find_relation(m, a, b);
        m->depth--;
    }
    return (relation_of)*known;
}

static bool rows_mirror(mirror *m, const br_law_row *row, int rows)
{
    for (int r = 0; r < rows; r++) {
        relation_of is = relation(m, row[r].node, row[r].node);
        if (is == UNLIKE)
            return false;
        int q = br_law_find(m->law, row[r].name, strlen(row[r].name));
        bool state = q >= 0 && m->law->q[q].kind == BR_STATE;
        if (state && is != EITHER && (is == FLIPPED) != m->odd[q])
            return false;
    }
    return true;
}

// Is node x never above node y? The same are not, and -TF is not above a TF that is not negative.
static bool not_above(const br_parsed_law *law, int x, int y)
{
    const br_node *n = &law->g.node[x], *of = &law->g.node[y];
    bool mirrored = n->op == BR_OP_NEG && n->arg[0] == y && of->op == BR_OP_VAR && of->var < law->nq;
    return x == y || (mirrored && law->q[of->var].low >= 0);
}

// Does one of the comparisons joined by `and` in x contradict one in y, as v > 0 and v < 0 do, or u > TF and u < -TF?
static bool exclude_each_other(const br_parsed_law *law, int x, int y)
{
    const br_node *p = &law->g.node[x], *q = &law->g.node[y];
    if (p->op == BR_OP_AND)
        return exclude_each_other(law, p->arg[0], y) || exclude_each_other(law, p->arg[1], y);
    if (q->op == BR_OP_AND)
        return exclude_each_other(law, x, q->arg[0]) || exclude_each_other(law, x, q->arg[1]);
    bool strict = p->op == BR_OP_LT || q->op == BR_OP_LT;
    bool ordered = (p->op == BR_OP_LT || p->op == BR_OP_LE) && (q->op == BR_OP_LT || q->op == BR_OP_LE);
    bool chained = p->arg[1] == q->arg[0] && not_above(law, q->arg[1], p->arg[0]);
    bool turned = q->arg[1] == p->arg[0] && not_above(law, p->arg[1], q->arg[0]);
    return ordered && strict && (chained || turned);
}

// The first guard that holds wins: where several can hold at once, mirroring would have to keep their order.
static bool order_matters(const br_parsed_law *law)
{
    for (int i = 0; i < law->njump; i++)
        for (int k = i + 1; k < law->njump; k++) {
            const br_transition *p = &law->jump[i], *q = &law->jump[k];
            if (p->automaton == q->automaton && p->from == q->from && p->to != q->to &&
                !exclude_each_other(law, p->guard, q->guard))
                return true;
        }
    return false;
}

static bool has_mirrored(mirror *m, const br_transition *j)
{
    const int *mode = m->mode[j->automaton];
    for (int k = 0; k < m->law->njump; k++) {
        const br_transition *w = &m->law->jump[k];
        if (w->automaton == j->automaton && w->from == mode[j->from] && w->to == mode[j->to] &&
            relation(m, w->guard, j->guard) == SAME)
            return true;
    }
    return false;
}

static bool jumps_mirror(mirror *m, int automaton)
{
    for (int i = 0; i < m->law->njump; i++)
        if (m->law->jump[i].automaton == automaton && !has_mirrored(m, &m->law->jump[i]))
            return false;
    return true;
}

// With every guess made: does all of the law mirror?
static bool all_mirrors(mirror *m, const br_law_row *row, int rows)
{
    bool yes = rows_mirror(m, row, rows);
    for (int a = 0; a < m->law->nautomata; a++)
        yes = yes && jumps_mirror(m, a);
    return yes;
}

// A guess: modes x and y of the automaton change places.
static void exchange_modes(mirror *m, int automaton, int x, int y)
{
    for (int k = 0; k < BR_MAX_MODES; k++)
        m->mode[automaton][k] = k == x ? y : k == y ? x : k;
}

// After a guess, what was known may be so no longer.
static void forget_relations(mirror *m)
{
    memset(m->known, UNASKED, (size_t)m->count * (size_t)m->count);
}

// Tries exchanges in one automaton after the other, and goes on from those that its own transitions allow. Automata whose
// guards see the modes of later ones may be missed.
static bool is_symmetric_from(mirror *m, const br_law_row *row, int rows, int automaton)
{
    if (automaton == m->law->nautomata)
        return all_mirrors(m, row, rows);
    int modes = m->law->automaton[automaton].nmode;
    for (int x = 0; x < modes; x++)
        for (int y = x == 0 ? 0 : x + 1; y < modes; y++) { // 0 with 0: none
            if (m->left-- <= 0)
                return false;
            exchange_modes(m, automaton, x, y);
            forget_relations(m);
            if (jumps_mirror(m, automaton) && is_symmetric_from(m, row, rows, automaton + 1))
                return true;
        }
    exchange_modes(m, automaton, 0, 0);
    forget_relations(m);
    return false;
}

static bool is_symmetric(mirror *m, const br_law_row *row, int rows)
{
    for (int a = 0; a < m->law->nautomata; a++)
        exchange_modes(m, a, 0, 0);
    forget_relations(m);
    return !order_matters(m->law) && is_symmetric_from(m, row, rows, 0);
}

// Tries all ways to call states and inputs odd or even, those with most odd ones first.
static void find_odd_quantities(mirror *m, br_traits *t, const br_law_row *row, int rows, const int *free_q, int nfree)
{
    for (int even = 0; even < nfree && !t->mirror; even++)
        for (unsigned bits = 0; bits < 1u << nfree && !t->mirror; bits++) {
            if (__builtin_popcount(bits) != even)
                continue;
            bool odd_input = false;
            for (int i = 0; i < nfree; i++) {
                t->odd[free_q[i]] = !(bits >> i & 1u);
                odd_input = odd_input || (t->odd[free_q[i]] && m->law->q[free_q[i]].kind == BR_INPUT);
            }
            t->mirror = odd_input && is_symmetric(m, row, rows);
        }
}

static br_status mirror_symmetry(const br_parsed_law *law, br_traits *t, int count)
{
    enum { MOST = 2000, MOST_FREE = 8, MOST_EXCHANGES = 10000 };
    int free_q[MOST_FREE], nfree = 0, now = br_law_rows(law, false, NULL), next = br_law_rows(law, true, NULL);
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind == BR_PARAM)
            continue;
        if (nfree == MOST_FREE)
            return BR_OK;
        free_q[nfree++] = q;
    }
    if (count > MOST)
        return BR_OK;
    br_law_row *row = calloc((size_t)(now + next) + 1, sizeof *row);
    sign_of *sign = calloc((size_t)count, sizeof *sign);
    mirror m = {.law = law,
                .count = count,
                .known = malloc((size_t)count * (size_t)count),
                .odd = t->odd,
                .sign = sign,
                .left = MOST_EXCHANGES};
    br_status status = row && m.known && sign ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        find_signs(law, sign, count);
        br_law_rows(law, false, row);
        br_law_rows(law, true, row + now);
        find_odd_quantities(&m, t, row, now + next, free_q, nfree);
    }
    t->mirror_tried = t->mirror || m.left > 0;
    if (!t->mirror)
        memset(t->odd, 0, sizeof t->odd);
    free(row);
    free(sign);
    free(m.known);
    return status;
}

br_status br_law_structure(br_parsed_law *law, br_traits *t)
{
    memset(t, 0, sizeof *t);
    bool *need = malloc(BR_MAX_NODES * sizeof *need); // the graph grows
    br_status status = need ? rate_structure(law, t, need) : BR_NO_MEMORY;
    free(need);
    return status;
}

br_status br_law_traits(br_parsed_law *law, br_traits *t)
{
    memset(t, 0, sizeof *t);
    int count = law->g.count;
    br_status status = mirror_symmetry(law, t, count);
    bool *need = status == BR_OK ? malloc(BR_MAX_NODES * sizeof *need) : NULL; // the graph grows below
    if (status == BR_OK && !need)
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = smoothness(law, t, count, need);
    if (status == BR_OK)
        status = rate_structure(law, t, need);
    free(need);
    return status;
}
