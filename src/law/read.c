// read.c - from the text of a law to its graph.                                [host]
//
// Two passes over the statements of a scope. The first declares: quantities, dimensions, modes, choices, and where
// each definition stands. The second elaborates definitions into the graph, on demand and therefore in any order;
// a definition met while it is being elaborated is a cycle. `use` opens a scope of its own inside the first pass.
#include "num/fp.h"

#include "law/model.h"
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 5000
#define MAX_DEPTH 200 // brackets, definitions and uses inside each other

typedef struct value {
    int node;
    br_unit unit;
    bool any; // a literal zero fits every unit
} value;

typedef enum role { IS_QUANTITY, IS_DEFINITION, IS_DIM, IS_UNIT, IS_CHOICE, IS_SCOPE, IS_MODE, IS_BOUND } role;

typedef struct scope scope;

typedef struct entry {
    const br_token *name;
    char mark; // 0, '\'' for a rate, '+' for an update
    role is;
    int index;             // of quantity, dimension, unit, choice, mode, output
    scope *inside;         // IS_SCOPE: what is in it; IS_BOUND: where its expression stands
    int at[BR_MAX_MODES];  // IS_DEFINITION: token of the expression in each mode, 0 none; IS_BOUND: at[0]
    bool by_mode;
    bool checked; // IS_BOUND: its unit must be `want`
    br_unit want;
    enum { TODO, DOING, DONE } state;
    value v;
} entry;

struct scope {
    br_tokens t;
    char name[BR_MAX_NAME + 1];
    char prefix[BR_NAME_SIZE];
    scope *parent; // where the `use` stands
    bool mixin;    // `use` without `as`: its names are the parent's names too
    entry *e;
    int ne, room;
    int first_choice;
    br_unit_name unit[BR_MAX_DIMS];
    int nunit;
    scope *next; // all scopes of a law
};

typedef struct build {
    br_law *law;
    const br_read_options *options;
    br_diag *why;
    br_status status;
    scope *all;
    int depth;
    scope **cond_in, **jump_in; // the scopes that conditions and transitions stand in
    int ncond_in, njump_in;
    int room_q, room_out, room_def, room_cond, room_preset, room_jump, room_set, room_cond_in, room_jump_in;
} build;

static void fail(build *b, br_status status, const scope *s, const br_token *at, const char *format, ...) BR_PRINTF(5, 6);
static void fail(build *b, br_status status, const scope *s, const br_token *at, const char *format, ...)
{
    if (b->status != BR_OK)
        return;
    char words[400];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    b->status = br_complain(b->why, status, &s->t, at, "%s", words);
}

static void bad(build *b, const scope *s, int at, const char *words)
{
    fail(b, BR_BAD_LAW, s, &s->t.token[at], "%s", words);
}

// A table that grows: answers the new last entry, zeroed, or NULL.
static void *grow(build *b, void *table, int *count, int *room, size_t each)
{
    void **p = table;
    if (*count == *room) {
        int more = *room ? 2 * *room : 16;
        void *q = realloc(*p, (size_t)more * each);
        if (!q) {
            if (b->status == BR_OK)
                b->status = br_complain(b->why, BR_NO_MEMORY, &b->law->tokens, NULL, "out of memory");
            return NULL;
        }
        *p = q;
        *room = more;
    }
    void *e = (char *)*p + (size_t)*count * each;
    memset(e, 0, each);
    (*count)++;
    return e;
}

static const br_token *tok(const scope *s, int at)
{
    return &s->t.token[at];
}

static bool is_mark(const scope *s, int at, int mark)
{
    return br_token_is_mark(tok(s, at), mark);
}

static bool is_word(const scope *s, int at, const char *word)
{
    return br_token_is(tok(s, at), word);
}

static bool expect_mark(build *b, const scope *s, int *at, int mark, const char *words)
{
    if (b->status == BR_OK && !is_mark(s, *at, mark))
        bad(b, s, *at, words);
    if (b->status == BR_OK)
        (*at)++;
    return b->status == BR_OK;
}

static void copy_words(const scope *s, int at, char *to)
{
    const br_token *t = tok(s, at);
    memcpy(to, t->at + 1, (size_t)t->size - 2);
    to[t->size - 2] = 0;
    for (char *c = to; *c; c++) // UTF-8 may pass; control characters may not
        if ((unsigned char)*c < 32 || *c == 127)
            *c = ' ';
}

static void unit_text(br_unit u, char *buf)
{
    br_unit_write(buf, u);
}

// ---------------------------------------------------------------- names

static const char *const reserved[] = {"law",  "version", "source", "unit",     "elements", "choice", "input", "state",
                                       "param", "output", "use",    "as",       "modes",    "per",    "from",  "to",
                                       "require", "expect", "set",  "for",      "when",     "is",     "in",    "if",
                                       "then", "else",    "and",    "or",       "not",      "pi",     "inf",   "abs",
                                       "sign", "sqrt",    "exp",    "log",      "tanh",     "logistic", "sin", "cos",
                                       "atan", "min",     "max",    "clamp",    "sum",      "next",   NULL};

static bool is_reserved(const br_token *t)
{
    for (int i = 0; reserved[i]; i++)
        if (br_token_is(t, reserved[i]))
            return true;
    return false;
}

static bool same_text(const br_token *a, const br_token *b)
{
    return a->size == b->size && memcmp(a->at, b->at, (size_t)a->size) == 0;
}

static entry *find_here(const scope *s, const br_token *name, char mark)
{
    for (int i = 0; i < s->ne; i++)
        if (s->e[i].mark == mark && same_text(s->e[i].name, name))
            return &s->e[i];
    return NULL;
}

// Looks in the scope, then in what it uses without `as`. *where becomes the scope that holds the entry.
static entry *find(scope *s, const br_token *name, char mark, scope **where)
{
    entry *e = find_here(s, name, mark);
    *where = s;
    for (int i = 0; !e && i < s->ne; i++)
        if (s->e[i].is == IS_SCOPE && s->e[i].inside->mixin)
            e = find(s->e[i].inside, name, mark, where);
    return e;
}

static int distance(const char *a, int n, const char *b, int m)
{
    int row[BR_MAX_NAME + 2];
    if (n > BR_MAX_NAME || m > BR_MAX_NAME)
        return 99;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int up = row[j], change = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = up + 1 < row[j - 1] + 1 ? up + 1 : row[j - 1] + 1;
            row[j] = change < row[j] ? change : row[j];
            diagonal = up;
        }
    }
    return row[m];
}

static const br_token *nearest(const scope *s, const br_token *name)
{
    const br_token *best = NULL;
    int least = name->size <= 2 ? 1 : 2;
    for (int i = 0; i < s->ne; i++) {
        int d = distance(name->at, name->size, s->e[i].name->at, s->e[i].name->size);
        if (d <= least && d < name->size) {
            least = d - 1;
            best = s->e[i].name;
        }
    }
    return best;
}

static void unknown(build *b, const scope *s, const br_token *name)
{
    const br_token *near = nearest(s, name);
    if (near)
        fail(b, BR_BAD_LAW, s, name, "unknown name '%.*s'; did you mean '%.*s'?", name->size, name->at, near->size, near->at);
    else
        fail(b, BR_BAD_LAW, s, name, "unknown name '%.*s'", name->size, name->at);
}

static entry *declare(build *b, scope *s, const br_token *name, char mark, role is)
{
    if (b->status != BR_OK)
        return NULL;
    if (name->kind != BR_T_NAME) {
        fail(b, BR_BAD_LAW, s, name, "a name is needed here: letters, digits and _");
        return NULL;
    }
    if (is_reserved(name)) {
        fail(b, BR_BAD_LAW, s, name, "'%.*s' is a word of the notation; choose another name", name->size, name->at);
        return NULL;
    }
    scope *where;
    entry *old = find(s, name, mark, &where);
    if (s->ne >= MAX_NAMES)
        fail(b, BR_BAD_LAW, s, name, "more than %d names in one law", MAX_NAMES);
    if (old) {
        fail(b, BR_BAD_LAW, s, name, "'%.*s' stands here a second time (first on line %d%s%s)", name->size, name->at,
             old->name->line, where == s ? "" : " of ", where == s ? "" : where->name);
        return NULL;
    }
    entry *e = grow(b, &s->e, &s->ne, &s->room, sizeof *s->e);
    if (e) {
        e->name = name;
        e->mark = mark;
        e->is = is;
    }
    return e;
}

static void full_name(build *b, const scope *s, const br_token *name, char *to)
{
    int n = snprintf(to, BR_NAME_SIZE, "%s%.*s", s->prefix, name->size, name->at);
    if (n >= BR_NAME_SIZE)
        fail(b, BR_BAD_LAW, s, name, "this name with its scopes is longer than %d letters", BR_NAME_SIZE - 1);
}

// A name that may hold hyphens, as laws and sets have: elasto-plastic, table-I.
static int read_hyphened(build *b, const scope *s, int at, char *to)
{
    int n = 0;
    to[0] = 0;
    if (tok(s, at)->kind != BR_T_NAME) {
        bad(b, s, at, "a name is needed here: letters, digits, _ and -");
        return at;
    }
    for (int first = at;; at++) {
        const br_token *t = tok(s, at);
        bool fits = t->kind == BR_T_NAME || t->kind == BR_T_NUMBER || br_token_is_mark(t, '-') || br_token_is_mark(t, '.');
        if (!fits || (at > first && !t->glued))
            return at;
        if (n + t->size > BR_MAX_NAME) {
            bad(b, s, at, "this name is too long");
            return at;
        }
        memcpy(to + n, t->at, (size_t)t->size);
        n += t->size;
        to[n] = 0;
    }
}

// ---------------------------------------------------------------- expressions

static value parse(build *b, scope *s, int *at);
static value elaborate(build *b, scope *s, entry *e, const br_token *user);

static const value nothing = {0};

static value number(build *b, double x)
{
    value v = {br_graph_const(&b->law->g, x), br_unit_none(), x == 0};
    return v;
}

static bool is_bool(const build *b, value v)
{
    return b->law->g.status == BR_OK && b->law->g.node[v.node].is_bool;
}

static void need_number(build *b, const scope *s, int at, value v)
{
    if (b->status == BR_OK && is_bool(b, v))
        bad(b, s, at, "a comparison is no number; write `if c then a else b`");
}

static void need_bool(build *b, const scope *s, int at, value v)
{
    if (b->status == BR_OK && !is_bool(b, v) && !br_graph_is_const(&b->law->g, v.node, NULL))
        bad(b, s, at, "a comparison is needed here, such as v > 0");
}

// Both sides of +, <, if ... must have one unit, and one dimension if they have any.
static br_unit agree(build *b, const scope *s, int at, value x, value y, const char *what)
{
    if (b->status != BR_OK)
        return x.unit;
    if (!x.any && !y.any && !br_unit_same(x.unit, y.unit)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        unit_text(x.unit, u);
        unit_text(y.unit, w);
        fail(b, BR_BAD_LAW, s, tok(s, at), "units differ: %s joins %s and %s", what, u, w);
    }
    return x.any ? y.unit : x.unit;
}

static void need_plain(build *b, const scope *s, int at, value x, const char *what)
{
    if (b->status == BR_OK && !x.any && !br_unit_same(x.unit, br_unit_none())) {
        char u[BR_UNIT_SIZE];
        unit_text(x.unit, u);
        fail(b, BR_BAD_LAW, s, tok(s, at), "units differ: %s needs a number without unit (-), this has %s", what, u);
    }
}

static void need_shapes(build *b, const scope *s, int at, value x, value y)
{
    if (b->status != BR_OK || b->law->g.status != BR_OK)
        return;
    int p = b->law->g.node[x.node].dim, q = b->law->g.node[y.node].dim;
    if (p != BR_SCALAR && q != BR_SCALAR && p != q)
        fail(b, BR_BAD_LAW, s, tok(s, at), "arrays over %s and over %s do not fit together", b->law->dim[p].name,
             b->law->dim[q].name);
}

static void check_fold(build *b, const scope *s, int at, int node)
{
    double x;
    if (b->status != BR_OK)
        return;
    if (b->law->g.status != BR_OK) {
        fail(b, b->law->g.count >= BR_MAX_NODES ? BR_BAD_LAW : BR_NO_MEMORY, s, tok(s, at),
             "the law is too large (more than %d operations) or memory ran out", BR_MAX_NODES);
        return;
    }
    if (br_graph_is_const(&b->law->g, node, &x) && !isfinite(x))
        bad(b, s, at, "this constant is not a finite number (division by zero, log of a negative number, overflow?)");
}

static value binary(build *b, const scope *s, int at, br_op op, value x, value y)
{
    if (b->status != BR_OK)
        return nothing;
    need_number(b, s, at, x);
    need_number(b, s, at, y);
    need_shapes(b, s, at, x, y);
    value v = {.unit = br_unit_none()};
    double before_x = 0, before_y = 0;
    bool finite = (!br_graph_is_const(&b->law->g, x.node, &before_x) || isfinite(before_x)) &&
                  (!br_graph_is_const(&b->law->g, y.node, &before_y) || isfinite(before_y));
    switch (op) {
    case BR_OP_MUL: v.unit = br_unit_mul(x.unit, y.unit); break;
    case BR_OP_DIV: v.unit = br_unit_div(x.unit, y.unit); break;
    case BR_OP_ADD: v.unit = agree(b, s, at, x, y, "+"); break;
    case BR_OP_SUB: v.unit = agree(b, s, at, x, y, "-"); break;
    default: v.unit = agree(b, s, at, x, y, br_op_text(op)); break;
    }
    if (b->status != BR_OK)
        return nothing;
    v.node = br_graph_2(&b->law->g, op, x.node, y.node);
    if (finite)
        check_fold(b, s, at, v.node);
    double c;
    v.any = br_graph_is_const(&b->law->g, v.node, &c) && c == 0 && x.any;
    return v;
}

static value compare(build *b, const scope *s, int at, br_op op, value x, value y, bool negate)
{
    if (b->status != BR_OK)
        return nothing;
    need_number(b, s, at, x);
    need_number(b, s, at, y);
    need_shapes(b, s, at, x, y);
    agree(b, s, at, x, y, "a comparison");
    if (b->status != BR_OK)
        return nothing;
    int node = br_graph_2(&b->law->g, op, x.node, y.node);
    if (negate)
        node = br_graph_1(&b->law->g, BR_OP_NOT, node);
    value v = {node, br_unit_none(), false};
    return v;
}

// x^k by repeated multiplication, squares first: what a reader would write by hand.
static int whole_power(br_graph *g, int x, int k)
{
    if (k == 0)
        return br_graph_const(g, 1);
    if (k < 0)
        return br_graph_2(g, BR_OP_DIV, br_graph_const(g, 1), whole_power(g, x, -k));
    if (k == 1)
        return x;
    int half = whole_power(g, x, k / 2), square = br_graph_2(g, BR_OP_MUL, half, half);
    return k % 2 ? br_graph_2(g, BR_OP_MUL, square, x) : square;
}

static value power(build *b, const scope *s, int at, value x, value y)
{
    if (b->status != BR_OK)
        return nothing;
    br_graph *g = &b->law->g;
    need_number(b, s, at, x);
    need_number(b, s, at, y);
    need_shapes(b, s, at, x, y);
    need_plain(b, s, at, y, "an exponent");
    double k;
    value v = {0, br_unit_none(), false};
    if (b->status != BR_OK)
        return nothing;
    if (br_graph_is_const(g, y.node, &k)) {
        double twelve = k * 12;
        bool exact = fabs(k) <= 64 && twelve == floor(twelve), ok = true;
        if (exact)
            v.unit = br_unit_pow(x.unit, (int)twelve, 12, &ok);
        if (!exact || !ok)
            need_plain(b, s, at, x, "the base of this power");
        v.node = fabs(k) <= 16 && k == floor(k) ? whole_power(g, x.node, (int)k) : br_graph_2(g, BR_OP_POW, x.node, y.node);
    } else {
        need_plain(b, s, at, x, "the base of a power with a variable exponent");
        v.node = b->status == BR_OK ? br_graph_2(g, BR_OP_POW, x.node, y.node) : 0;
    }
    check_fold(b, s, at, v.node);
    return v;
}

static bool deeper(build *b, const scope *s, int at)
{
    if (++b->depth <= MAX_DEPTH || b->status != BR_OK)
        return true;
    fail(b, BR_BAD_LAW, s, tok(s, at), "nested more than %d deep (brackets, or definitions that stand on each other in reverse order)",
         MAX_DEPTH);
    return false;
}

static value function(build *b, scope *s, int at, br_op op, value x)
{
    if (b->status != BR_OK)
        return nothing;
    need_number(b, s, at, x);
    value v = {0, br_unit_none(), false};
    bool ok = true;
    switch (op) {
    case BR_OP_ABS: v.unit = x.unit; break;
    case BR_OP_SIGN: break;
    case BR_OP_SQRT:
        v.unit = br_unit_pow(x.unit, 1, 2, &ok);
        if (!ok)
            need_plain(b, s, at, x, "sqrt");
        break;
    default: need_plain(b, s, at, x, br_op_text(op)); break;
    }
    if (b->status != BR_OK)
        return nothing;
    v.node = br_graph_1(&b->law->g, op, x.node);
    check_fold(b, s, at, v.node);
    return v;
}

static value sum(build *b, const scope *s, int at, value x)
{
    if (b->status != BR_OK)
        return nothing;
    need_number(b, s, at, x);
    if (b->law->g.status == BR_OK && b->law->g.node[x.node].dim == BR_SCALAR)
        bad(b, s, at, "sum() adds over elements; this is a single number");
    value v = {br_graph_1(&b->law->g, BR_OP_SUM, x.node), x.unit, false};
    return v;
}

// name(...): `at` stands on the name.
static value call(build *b, scope *s, int *at)
{
    static const br_op one[] = {BR_OP_ABS, BR_OP_SIGN, BR_OP_SQRT, BR_OP_EXP,  BR_OP_LOG,
                                BR_OP_TANH, BR_OP_LOGISTIC, BR_OP_SIN, BR_OP_COS, BR_OP_ATAN};
    int name = *at;
    *at += 2;
    if (is_word(s, name, "next")) {
        const br_token *who = tok(s, *at);
        scope *where = NULL;
        entry *e = who->kind == BR_T_NAME ? find(s, who, '+', &where) : NULL;
        if (!e) {
            bad(b, s, *at, "next() takes the name of a state that has an update (z+ = ...)");
            return nothing;
        }
        (*at)++;
        expect_mark(b, s, at, ')', "a ) is missing");
        return elaborate(b, where, e, who);
    }
    value x[3];
    int n = 0;
    do {
        if (n > 0)
            (*at)++;
        value v = parse(b, s, at);
        if (n < 3)
            x[n] = v;
        n++;
    } while (b->status == BR_OK && is_mark(s, *at, ','));
    if (!expect_mark(b, s, at, ')', "a ) or a comma is missing"))
        return nothing;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (n == 1 && is_word(s, name, br_op_text(one[i])))
            return function(b, s, name, one[i], x[0]);
    if (n == 1 && is_word(s, name, "sum"))
        return sum(b, s, name, x[0]);
    if (n == 2 && is_word(s, name, "min"))
        return binary(b, s, name, BR_OP_MIN, x[0], x[1]);
    if (n == 2 && is_word(s, name, "max"))
        return binary(b, s, name, BR_OP_MAX, x[0], x[1]);
    if (n == 3 && is_word(s, name, "clamp"))
        return binary(b, s, name, BR_OP_MIN, binary(b, s, name, BR_OP_MAX, x[0], x[1]), x[2]);
    const br_token *t = tok(s, name);
    if (is_reserved(t))
        fail(b, BR_BAD_LAW, s, t, "%.*s() does not take %d argument%s", t->size, t->at, n, n == 1 ? "" : "s");
    else
        fail(b, BR_BAD_LAW, s, t, "no function '%.*s'; there are abs sign sqrt exp log tanh logistic sin cos atan min max clamp sum next",
             t->size, t->at);
    return nothing;
}

static value entry_value(build *b, scope *s, entry *e, const br_token *name)
{
    value v = nothing;
    switch (e->is) {
    case IS_QUANTITY:
        v.node = b->law->q[e->index].node;
        v.unit = b->law->q[e->index].unit;
        return v;
    case IS_DEFINITION:
    case IS_BOUND: return elaborate(b, s, e, name);
    case IS_DIM:
    case IS_UNIT:
    case IS_CHOICE:
    case IS_SCOPE:
    case IS_MODE: break;
    }
    fail(b, BR_BAD_LAW, s, name, "'%.*s' has no value", name->size, name->at);
    return v;
}

// name, name', scope.name
static value named(build *b, scope *s, int *at)
{
    scope *where = s, *user = s;
    const br_token *name = tok(s, *at);
    entry *e = NULL;
    while (is_mark(user, *at + 1, '.') && tok(user, *at + 1)->glued) {
        e = find(where, name, 0, &where);
        if (!e || e->is != IS_SCOPE) {
            fail(b, BR_BAD_LAW, user, name, "'%.*s' is no law used here (use ... as %.*s)", name->size, name->at, name->size,
                 name->at);
            return nothing;
        }
        where = e->inside;
        *at += 2;
        name = tok(user, *at);
    }
    char mark = 0;
    if (is_mark(user, *at + 1, '\'') && tok(user, *at + 1)->glued) {
        mark = '\'';
        (*at)++;
    }
    (*at)++;
    scope *owner = where;
    e = name->kind == BR_T_NAME ? find(where, name, mark, &owner) : NULL;
    if (!e) {
        if (mark && find(where, name, 0, &owner))
            fail(b, BR_BAD_LAW, user, name, "there is no equation for %.*s'", name->size, name->at);
        else
            unknown(b, where == user ? user : where, name);
        return nothing;
    }
    // the place to complain about is where the name is used
    value v = entry_value(b, owner, e, name);
    return v;
}

static value atom(build *b, scope *s, int *at)
{
    const br_token *t = tok(s, *at);
    if (b->status != BR_OK)
        return nothing;
    if (t->kind == BR_T_NUMBER) {
        (*at)++;
        return number(b, t->value);
    }
    if (br_token_is_mark(t, '(')) {
        if (!deeper(b, s, *at))
            return nothing;
        (*at)++;
        value v = parse(b, s, at);
        expect_mark(b, s, at, ')', "a ) is missing");
        b->depth--;
        return v;
    }
    if (br_token_is(t, "pi") || br_token_is(t, "inf")) {
        (*at)++;
        value v = number(b, br_token_is(t, "pi") ? 3.141592653589793 : (double)INFINITY);
        v.any = br_token_is(t, "inf"); // beyond every number of every unit
        return v;
    }
    if (t->kind == BR_T_NAME && is_mark(s, *at + 1, '(')) {
        if (!deeper(b, s, *at))
            return nothing;
        value v = call(b, s, at);
        b->depth--;
        return v;
    }
    if (t->kind == BR_T_NAME && !is_reserved(t))
        return named(b, s, at);
    if (t->kind == BR_T_LINE || t->kind == BR_T_END)
        bad(b, s, *at, "the line ends where a value is needed");
    else
        fail(b, BR_BAD_LAW, s, t, "a value is needed here, not '%.*s'", t->size > 20 ? 20 : t->size, t->at);
    return nothing;
}

static value unary(build *b, scope *s, int *at);

static value powers(build *b, scope *s, int *at)
{
    value x = atom(b, s, at);
    if (b->status == BR_OK && is_mark(s, *at, '^')) {
        int here = (*at)++;
        if (!deeper(b, s, here))
            return nothing;
        value y = unary(b, s, at);
        b->depth--;
        return power(b, s, here, x, y);
    }
    return x;
}

static value unary(build *b, scope *s, int *at)
{
    if (!is_mark(s, *at, '-'))
        return powers(b, s, at);
    int here = (*at)++;
    if (!deeper(b, s, here))
        return nothing;
    value x = unary(b, s, at);
    b->depth--;
    if (b->status != BR_OK)
        return nothing;
    need_number(b, s, here, x);
    x.node = br_graph_1(&b->law->g, BR_OP_NEG, x.node);
    return x;
}

static value product(build *b, scope *s, int *at)
{
    value x = unary(b, s, at);
    while (b->status == BR_OK && (is_mark(s, *at, '*') || is_mark(s, *at, '/'))) {
        int here = (*at)++;
        value y = unary(b, s, at);
        x = binary(b, s, here, is_mark(s, here, '*') ? BR_OP_MUL : BR_OP_DIV, x, y);
    }
    return x;
}

// A lone `-` behind a default value is the unit of plain numbers: `param zeta = 0.9 - < 1`.
static bool is_plain_unit(const scope *s, int at)
{
    const br_token *t = tok(s, at), *next = t + 1;
    return br_token_is_mark(t, '-') && (next->kind == BR_T_LINE || next->kind == BR_T_TEXT || next->kind == BR_T_END ||
                                        br_token_is(next, "when") || br_token_is_mark(next, ',') ||
                                        (next->kind == BR_T_MARK && (next->mark == '<' || next->mark == '>' ||
                                                                     next->mark == BR_M_LE || next->mark == BR_M_GE)));
}

static value sums(build *b, scope *s, int *at)
{
    value x = product(b, s, at);
    while (b->status == BR_OK && (is_mark(s, *at, '+') || is_mark(s, *at, '-')) && !is_plain_unit(s, *at)) {
        int here = (*at)++;
        value y = product(b, s, at);
        x = binary(b, s, here, is_mark(s, here, '+') ? BR_OP_ADD : BR_OP_SUB, x, y);
    }
    return x;
}

static value comparison(build *b, scope *s, int *at)
{
    value x = sums(b, s, at);
    const br_token *t = tok(s, *at);
    if (b->status != BR_OK || t->kind != BR_T_MARK)
        return x;
    int here = *at, mark = t->mark;
    if (mark != '<' && mark != '>' && mark != BR_M_LE && mark != BR_M_GE && mark != BR_M_EQ && mark != BR_M_NE)
        return x;
    (*at)++;
    value y = sums(b, s, at);
    switch (mark) {
    case '<': return compare(b, s, here, BR_OP_LT, x, y, false);
    case '>': return compare(b, s, here, BR_OP_LT, y, x, false);
    case BR_M_LE: return compare(b, s, here, BR_OP_LE, x, y, false);
    case BR_M_GE: return compare(b, s, here, BR_OP_LE, y, x, false);
    default: return compare(b, s, here, BR_OP_EQ, x, y, mark == BR_M_NE);
    }
}

static value negation(build *b, scope *s, int *at)
{
    if (!is_word(s, *at, "not"))
        return comparison(b, s, at);
    int here = (*at)++;
    if (!deeper(b, s, here))
        return nothing;
    value x = negation(b, s, at);
    b->depth--;
    need_bool(b, s, here, x);
    if (b->status == BR_OK)
        x.node = br_graph_1(&b->law->g, BR_OP_NOT, x.node);
    return x;
}

static value junction(build *b, scope *s, int *at, bool either)
{
    value x = either ? junction(b, s, at, false) : negation(b, s, at);
    while (b->status == BR_OK && is_word(s, *at, either ? "or" : "and")) {
        int here = (*at)++;
        value y = either ? junction(b, s, at, false) : negation(b, s, at);
        need_bool(b, s, here, x);
        need_bool(b, s, here, y);
        need_shapes(b, s, here, x, y);
        if (b->status == BR_OK)
            x.node = br_graph_2(&b->law->g, either ? BR_OP_OR : BR_OP_AND, x.node, y.node);
    }
    return x;
}

static value conditional(build *b, scope *s, int *at)
{
    int here = (*at)++;
    if (!deeper(b, s, here))
        return nothing;
    value c = parse(b, s, at);
    need_bool(b, s, here, c);
    if (b->status == BR_OK && !is_word(s, *at, "then"))
        bad(b, s, *at, "`then` is missing: if c then a else b");
    (*at)++;
    value x = b->status == BR_OK ? parse(b, s, at) : nothing;
    if (b->status == BR_OK && !is_word(s, *at, "else"))
        bad(b, s, *at, "`else` is missing: if c then a else b");
    (*at)++;
    value y = b->status == BR_OK ? parse(b, s, at) : nothing;
    b->depth--;
    if (b->status != BR_OK)
        return nothing;
    if (is_bool(b, x) != is_bool(b, y))
        bad(b, s, here, "one branch is a number and the other a comparison");
    need_shapes(b, s, here, x, y);
    need_shapes(b, s, here, c, x);
    need_shapes(b, s, here, c, y);
    value v = {0, agree(b, s, here, x, y, "if"), x.any && y.any};
    v.node = b->status == BR_OK ? br_graph_select(&b->law->g, c.node, x.node, y.node) : 0;
    return v;
}

static value parse(build *b, scope *s, int *at)
{
    if (b->status != BR_OK)
        return nothing;
    return is_word(s, *at, "if") ? conditional(b, s, at) : junction(b, s, at, true);
}

// ---------------------------------------------------------------- the tail of a line: `in MODE`, `when CHOICE is VALUE`

static br_choice *find_choice(build *b, scope *s, const br_token *name)
{
    scope *where;
    entry *e = find(s, name, 0, &where);
    return e && e->is == IS_CHOICE ? &b->law->choice[e->index] : NULL;
}

// Does `when a is b and c is d` hold? `at` stands on `when` (or elsewhere: then yes).
static bool holds(build *b, scope *s, int *at)
{
    bool yes = true;
    if (!is_word(s, *at, "when"))
        return true;
    do {
        (*at)++;
        const br_token *name = tok(s, *at), *want = tok(s, *at + 2);
        br_choice *c = name->kind == BR_T_NAME ? find_choice(b, s, name) : NULL;
        int found = -1;
        if (!c) {
            bad(b, s, *at, "`when` needs the name of a choice declared above");
            return false;
        }
        if (!is_word(s, *at + 1, "is") || want->kind != BR_T_NAME) {
            bad(b, s, *at + 1, "write `when CHOICE is VALUE`");
            return false;
        }
        for (int i = 0; i < c->values; i++)
            if (br_token_is(want, c->value[i]))
                found = i;
        if (found < 0) {
            fail(b, BR_BAD_LAW, s, want, "choice %s has no value '%.*s'", c->name, want->size, want->at);
            return false;
        }
        yes = yes && found == c->chosen;
        *at += 3;
    } while (is_word(s, *at, "and"));
    return yes;
}

static void end_of_line(build *b, const scope *s, int at)
{
    const br_token *t = tok(s, at);
    if (b->status == BR_OK && t->kind != BR_T_LINE && t->kind != BR_T_END)
        fail(b, BR_BAD_LAW, s, t, "the line should end here; '%.*s' is too much", t->size > 20 ? 20 : t->size, t->at);
}

static int line_end(const scope *s, int at)
{
    while (tok(s, at)->kind != BR_T_LINE && tok(s, at)->kind != BR_T_END)
        at++;
    return at;
}

// The place of the line's `when`, or of its end.
static int find_when(const scope *s, int at)
{
    while (tok(s, at)->kind != BR_T_LINE && tok(s, at)->kind != BR_T_END && !is_word(s, at, "when"))
        at++;
    return at;
}

// ---------------------------------------------------------------- elaboration of definitions

static value elaborate_one(build *b, scope *s, const entry *e, int at, const br_token *name)
{
    int here = at;
    value v = parse(b, s, &at);
    if (b->status == BR_OK && is_word(s, at, "in"))
        at += 2;
    if (b->status == BR_OK && is_word(s, at, "when"))
        at = line_end(s, at);
    if (b->status == BR_OK && e->is == IS_DEFINITION)
        end_of_line(b, s, at);
    if (b->status == BR_OK && is_bool(b, v))
        fail(b, BR_BAD_LAW, s, tok(s, here), "'%.*s' would be a comparison; quantities are numbers", name->size, name->at);
    return v;
}

static value elaborate(build *b, scope *s, entry *e, const br_token *user)
{
    if (b->status != BR_OK)
        return nothing;
    if (e->state == DONE)
        return e->v;
    if (e->state == DOING) {
        fail(b, BR_BAD_LAW, s, e->name, "'%.*s' is defined by itself (a cycle through '%.*s')", e->name->size, e->name->at,
             user->size, user->at);
        return nothing;
    }
    if (!deeper(b, s, (int)(e->name - s->t.token)))
        return nothing;
    e->state = DOING;
    ptrdiff_t place = e - s->e; // the table may move while we are inside
    if (e->is == IS_BOUND) {
        entry copy = *e;
        value v = elaborate_one(b, copy.inside, &copy, copy.at[0], copy.name);
        if (b->status == BR_OK && copy.checked && !v.any && !br_unit_same(v.unit, copy.want)) {
            char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
            unit_text(copy.want, u);
            unit_text(v.unit, w);
            fail(b, BR_BAD_LAW, copy.inside, tok(copy.inside, copy.at[0]), "units differ: %.*s of law %s has %s, this has %s",
                 copy.name->size, copy.name->at, s->name, u, w);
        }
        s->e[place].v = v;
    } else if (!e->by_mode) {
        entry copy = *e;
        value v = elaborate_one(b, s, &copy, copy.at[0], copy.name);
        s->e[place].v = v;
    } else {
        entry copy = *e;
        int node[BR_MAX_MODES];
        value v = nothing;
        for (int m = 0; m < b->law->nmode && b->status == BR_OK; m++) {
            if (!copy.at[m]) {
                fail(b, BR_BAD_LAW, s, copy.name, "'%.*s' has no equation in mode %s", copy.name->size, copy.name->at,
                     b->law->mode[m]);
                break;
            }
            value w = elaborate_one(b, s, &copy, copy.at[m], copy.name);
            v.unit = m == 0 ? w.unit : agree(b, s, copy.at[m], v, w, "modes");
            v.any = (m == 0 || v.any) && w.any;
            node[m] = w.node;
        }
        if (b->status == BR_OK)
            v.node = br_graph_by_mode(&b->law->g, BR_VAR_MODE, b->law->mode_dim, node, b->law->nmode);
        s->e[place].v = v;
    }
    b->depth--;
    s->e[place].state = DONE;
    return s->e[place].v;
}

// ---------------------------------------------------------------- declarations

static bool read_unit(build *b, scope *s, int *at, br_unit *u, char *text)
{
    const br_token *t = tok(s, *at);
    *u = br_unit_none();
    snprintf(text, BR_UNIT_TEXT, "-");
    if (is_plain_unit(s, *at)) {
        (*at)++;
        return true;
    }
    if (t->kind != BR_T_NAME && t->kind != BR_T_NUMBER && !br_token_is_mark(t, '%'))
        return true; // none given: a plain number
    if (br_token_is(t, "when") || br_token_is(t, "in"))
        return true;
    br_diag near = {0};
    const char *end = s->t.text + s->t.size;
    size_t used = br_unit_read(t->at, (size_t)(end - t->at), s->unit, s->nunit, u, &near);
    if (used == 0) {
        br_token place = *t;
        place.column += near.column > 0 ? near.column - 1 : 0;
        fail(b, BR_BAD_LAW, s, &place, "%s", near.text[0] ? near.text : "a unit is needed here, such as N/m");
        return false;
    }
    // open units are shown as what they stand for
    int n = 0;
    for (; tok(s, *at)->at < t->at + used && tok(s, *at)->kind != BR_T_LINE; (*at)++) {
        const br_token *w = tok(s, *at);
        const char *show = w->at;
        int size = w->size;
        char opened[BR_UNIT_SIZE + 2];
        for (int i = 0; i < s->nunit; i++)
            if (w->kind == BR_T_NAME && (size_t)w->size == s->unit[i].len && memcmp(w->at, s->unit[i].name, s->unit[i].len) == 0) {
                br_unit_write(opened, s->unit[i].unit);
                if (strcmp(opened, "-") == 0)
                    snprintf(opened, sizeof opened, "rad");
                show = opened;
                size = (int)strlen(opened);
            }
        n += snprintf(text + n, n < BR_UNIT_TEXT ? (size_t)(BR_UNIT_TEXT - n) : 0, "%.*s", size, show);
        if (n >= BR_UNIT_TEXT) {
            bad(b, s, *at, "this unit is too long");
            return false;
        }
    }
    return true;
}

static void read_bounds(build *b, scope *s, int *at, br_quantity *q)
{
    q->low = (double)-INFINITY;
    q->high = (double)INFINITY;
    while (b->status == BR_OK && tok(s, *at)->kind == BR_T_MARK) {
        int mark = tok(s, *at)->mark;
        if (mark != '<' && mark != '>' && mark != BR_M_LE && mark != BR_M_GE)
            return;
        int here = ++*at;
        value v = sums(b, s, at);
        double x = 0;
        if (b->status == BR_OK && !br_graph_is_const(&b->law->g, v.node, &x))
            bad(b, s, here, "a bound is a number; relations between parameters go to `require`");
        x = br_unit_to_si(q->unit, x);
        if (mark == '<' || mark == BR_M_LE) {
            q->high = x;
            q->high_open = mark == '<';
        } else {
            q->low = x;
            q->low_open = mark == '>';
        }
        if (b->status == BR_OK && q->low > q->high)
            bad(b, s, here, "the lower bound is above the upper one");
    }
}

static int add_preset(build *b, int node)
{
    int *p = grow(b, &b->law->preset, &b->law->npreset, &b->room_preset, sizeof *p);
    if (p)
        *p = node;
    return b->law->npreset - 1;
}

// `= EXPR [, EXPR ...]` before the unit; elaborated when everything is declared.
static int skip_default(const scope *s, int at)
{
    int depth = 0;
    for (;; at++) {
        const br_token *t = tok(s, at);
        if (t->kind == BR_T_LINE || t->kind == BR_T_END || t->kind == BR_T_TEXT)
            return at;
        if (br_token_is_mark(t, '('))
            depth++;
        if (br_token_is_mark(t, ')'))
            depth--;
        if (depth > 0)
            continue;
        if (is_plain_unit(s, at) || br_token_is(t, "when"))
            return at;
        if (t->kind == BR_T_MARK && (t->mark == '<' || t->mark == '>' || t->mark == BR_M_LE || t->mark == BR_M_GE))
            return at;
        // a name right behind a value starts the unit
        const br_token *last = t - 1;
        bool ended = last->kind == BR_T_NUMBER || br_token_is_mark(last, ')') || (last->kind == BR_T_NAME && !is_reserved(last)) ||
                     br_token_is(last, "pi") || br_token_is(last, "inf");
        if (ended && (t->kind == BR_T_NAME || br_token_is_mark(t, '%')) && !br_token_is(t, "then") && !br_token_is(t, "else") &&
            !br_token_is(t, "and") && !br_token_is(t, "or"))
            return at;
        if (ended && t->kind == BR_T_NUMBER)
            return at;
    }
}

static void default_values(build *b, scope *s, int qi, int at)
{
    do {
        int here = at;
        value v = sums(b, s, &at);
        if (b->status != BR_OK)
            return;
        need_number(b, s, here, v);
        br_quantity *q = &b->law->q[qi];
        double x;
        if (br_graph_is_const(&b->law->g, v.node, &x))
            v.node = br_graph_const(&b->law->g, br_unit_to_si(q->unit, x));
        else if (!br_unit_same(v.unit, q->unit)) {
            char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
            unit_text(q->unit, u);
            unit_text(v.unit, w);
            fail(b, BR_BAD_LAW, s, tok(s, here), "units differ: %s has %s, its default %s", q->name, u, w);
            return;
        }
        if (b->law->g.status == BR_OK && b->law->g.node[v.node].dim != BR_SCALAR && b->law->g.node[v.node].dim != q->dim) {
            bad(b, s, here, "the default is an array over other elements");
            return;
        }
        int p = add_preset(b, v.node);
        q = &b->law->q[qi];
        if (q->presets == 0)
            q->preset = p;
        q->presets++;
    } while (is_mark(s, at, ',') && ++at);
    if (b->law->q[qi].presets > 1 && b->law->q[qi].dim == BR_SCALAR)
        bad(b, s, at, "several default values for a single number");
}

// NAME or NAME[dim]; answers the dimension.
static int read_dim(build *b, scope *s, int *at)
{
    if (!is_mark(s, *at, '['))
        return BR_SCALAR;
    (*at)++;
    scope *where;
    entry *e = tok(s, *at)->kind == BR_T_NAME ? find(s, tok(s, *at), 0, &where) : NULL;
    if (!e || e->is != IS_DIM) {
        bad(b, s, *at, "in [ ] stands the name of a dimension (declared above by `elements n = 4`)");
        return BR_SCALAR;
    }
    (*at)++;
    expect_mark(b, s, at, ']', "a ] is missing");
    return e->index;
}

static void take_quantity(build *b, scope *s, int at, br_kind kind)
{
    const br_token *name = tok(s, ++at);
    int when = find_when(s, at);
    if (!holds(b, s, &when) || b->status != BR_OK)
        return;
    entry *bound = find_here(s, name, 0);
    if (bound && bound->is == IS_BOUND) { // bound by `use`: no quantity of its own
        char text[BR_UNIT_TEXT];
        at++;
        read_dim(b, s, &at);
        if (is_mark(s, at, '='))
            at = skip_default(s, at + 1);
        bound->checked = read_unit(b, s, &at, &bound->want, text);
        return;
    }
    entry *e = declare(b, s, name, 0, IS_QUANTITY);
    br_quantity *q = e ? grow(b, &b->law->q, &b->law->nq, &b->room_q, sizeof *q) : NULL;
    if (!q)
        return;
    int qi = b->law->nq - 1;
    e->index = qi;
    e->at[0] = 0;
    full_name(b, s, name, q->name);
    q->kind = kind;
    q->line = name->line;
    q->rate = q->next = BR_NO_NODE;
    at++;
    int dim = read_dim(b, s, &at);
    q->dim = dim;
    q->node = br_graph_var(&b->law->g, qi, dim);
    if (b->status == BR_OK && is_mark(s, at, '=')) {
        e->at[0] = ++at;
        at = skip_default(s, at);
    }
    read_unit(b, s, &at, &q->unit, q->unit_text);
    read_bounds(b, s, &at, &b->law->q[qi]);
    q = &b->law->q[qi];
    if (b->status == BR_OK && tok(s, at)->kind == BR_T_TEXT)
        copy_words(s, at++, q->words);
    if (b->status == BR_OK && is_word(s, at, "when"))
        holds(b, s, &at);
    end_of_line(b, s, at);
}

static void take_output(build *b, scope *s, int at)
{
    const br_token *name = tok(s, ++at);
    int when = find_when(s, at);
    if (!holds(b, s, &when) || b->status != BR_OK)
        return;
    if (s->parent && !s->mixin) // inner outputs are reached by their names, they are not outputs of the whole
        return;
    if (s->mixin)
        return;
    br_output *o = grow(b, &b->law->out, &b->law->nout, &b->room_out, sizeof *o);
    if (!o || name->kind != BR_T_NAME) {
        bad(b, s, at, "`output` needs a name");
        return;
    }
    full_name(b, s, name, o->name);
    o->now = o->next = BR_NO_NODE;
    at++;
    o->dim = read_dim(b, s, &at);
    read_unit(b, s, &at, &o->unit, o->unit_text);
    if (b->status == BR_OK && tok(s, at)->kind == BR_T_TEXT)
        copy_words(s, at++, o->words);
    if (b->status == BR_OK && is_word(s, at, "when"))
        holds(b, s, &at);
    end_of_line(b, s, at);
}

static void choose(build *b, const scope *s, const br_token *at, br_choice *c, const char *name, int size)
{
    for (int k = 0; k < c->values; k++)
        if (strlen(c->value[k]) == (size_t)size && memcmp(c->value[k], name, (size_t)size) == 0) {
            c->chosen = k;
            return;
        }
    char all[200];
    int n = 0;
    for (int k = 0; k < c->values && n < (int)sizeof all; k++)
        n += snprintf(all + n, sizeof all - (size_t)n, "%s%s", k ? " | " : "", c->value[k]);
    fail(b, BR_BAD_LAW, s, at, "choice %s has no value '%.*s'; there are %s", c->name, size, name, all);
}

static void take_choice(build *b, scope *s, int at)
{
    const br_token *name = tok(s, ++at), *want = NULL;
    entry *e = find_here(s, name, 0);
    if (e && e->is == IS_BOUND) { // `use` made the choice
        want = tok(e->inside, e->at[0]);
        e->is = IS_CHOICE;
    }
    if (b->law->nchoice == BR_MAX_CHOICES) {
        bad(b, s, at, "too many choices");
        return;
    }
    if (!want)
        e = declare(b, s, name, 0, IS_CHOICE);
    if (!e)
        return;
    e->index = b->law->nchoice++;
    br_choice *c = &b->law->choice[e->index];
    memset(c, 0, sizeof *c);
    char full[BR_NAME_SIZE];
    full_name(b, s, name, full);
    snprintf(c->name, sizeof c->name, "%.*s", BR_MAX_NAME, full);
    at++;
    if (!expect_mark(b, s, &at, '=', "write: choice NAME = VALUE | VALUE"))
        return;
    for (;; at++) {
        const br_token *v = tok(s, at);
        if (v->kind != BR_T_NAME || c->values == BR_MAX_MODES) {
            bad(b, s, at, "a value of the choice is needed here (at most 8 names, divided by |)");
            return;
        }
        snprintf(c->value[c->values++], sizeof c->value[0], "%.*s", v->size, v->at);
        if (!is_mark(s, ++at, '|'))
            break;
    }
    if (tok(s, at)->kind == BR_T_TEXT)
        at++;
    end_of_line(b, s, at);
    if (want)
        choose(b, s, name, c, want->at, want->size);
    for (int i = 0; i < b->options->nchosen; i++)
        if (strcmp(b->options->chosen[i].name, c->name) == 0)
            choose(b, s, name, c, b->options->chosen[i].value, (int)strlen(b->options->chosen[i].value));
}

static void take_unit(build *b, scope *s, int at)
{
    entry *e = declare(b, s, tok(s, ++at), 0, IS_UNIT);
    if (!e)
        return;
    if (s->nunit == BR_MAX_DIMS) {
        bad(b, s, at, "too many open units");
        return;
    }
    br_unit_name *u = &s->unit[s->nunit];
    u->name = e->name->at;
    u->len = (size_t)e->name->size;
    at++;
    if (!expect_mark(b, s, &at, '=', "write: unit X = m | rad"))
        return;
    int n = 0;
    for (;; at++) {
        char text[BR_UNIT_TEXT];
        br_unit one;
        if (!read_unit(b, s, &at, &one, text))
            return;
        if (n == 0 || n == b->options->motion)
            u->unit = one;
        n++;
        if (!is_mark(s, at, '|'))
            break;
    }
    s->nunit++;
    if (!s->parent && b->law->motions > 1 && n != b->law->motions && b->status == BR_OK)
        fail(b, BR_BAD_LAW, s, e->name, "open units need the same number of alternatives everywhere (%d and %d)", b->law->motions, n);
    if (!s->parent)
        b->law->motions = n;
    end_of_line(b, s, at);
}

static void take_elements(build *b, scope *s, int at)
{
    entry *e = declare(b, s, tok(s, ++at), 0, IS_DIM);
    if (!e)
        return;
    if (b->law->ndim == BR_MAX_DIMS) {
        bad(b, s, at, "too many dimensions");
        return;
    }
    e->index = b->law->ndim++;
    br_dim *d = &b->law->dim[e->index];
    full_name(b, s, e->name, d->name);
    d->preset = 1;
    at++;
    if (is_mark(s, at, '=')) {
        const br_token *t = tok(s, ++at);
        if (t->kind != BR_T_NUMBER || !(t->value >= 1 && t->value <= BR_MAX_ELEMENTS) || t->value != floor(t->value)) {
            fail(b, BR_BAD_LAW, s, t, "the number of elements is a whole number from 1 to %d", BR_MAX_ELEMENTS);
            return;
        }
        d->preset = (int)t->value;
        at++;
    }
    if (tok(s, at)->kind == BR_T_TEXT)
        at++;
    end_of_line(b, s, at);
}

static void take_modes(build *b, scope *s, int at)
{
    br_law *law = b->law;
    if (law->nmode > 0) {
        bad(b, s, at, "a second list of modes; one law has one automaton");
        return;
    }
    do {
        at++;
        const br_token *t = tok(s, at);
        if (law->nmode == BR_MAX_MODES) {
            bad(b, s, at, "too many modes (at most 8)");
            return;
        }
        entry *e = declare(b, s, t, 0, IS_MODE);
        if (!e)
            return;
        e->index = law->nmode;
        snprintf(law->mode[law->nmode++], sizeof law->mode[0], "%.*s", t->size, t->at);
        at++;
    } while (is_mark(s, at, ','));
    law->mode_dim = BR_SCALAR;
    if (is_word(s, at, "per")) {
        scope *where;
        entry *e = find(s, tok(s, ++at), 0, &where);
        if (!e || e->is != IS_DIM) {
            bad(b, s, at, "`per` needs a dimension declared above by `elements`");
            return;
        }
        law->mode_dim = e->index;
        at++;
    }
    if (tok(s, at)->kind == BR_T_TEXT)
        at++;
    end_of_line(b, s, at);
}

static int find_mode(build *b, scope *s, int at)
{
    scope *where;
    entry *e = tok(s, at)->kind == BR_T_NAME ? find(s, tok(s, at), 0, &where) : NULL;
    if (e && e->is == IS_MODE)
        return e->index;
    bad(b, s, at, "a mode is needed here (declared above by `modes ...`)");
    return 0;
}

// NAME = ..., NAME' = ..., NAME+ = ...
static void take_definition(build *b, scope *s, int at)
{
    const br_token *name = tok(s, at++);
    char mark = 0;
    if ((is_mark(s, at, '\'') || is_mark(s, at, '+')) && !is_mark(s, at, '='))
        mark = (char)tok(s, at++)->mark;
    if (!is_mark(s, at, '=')) {
        const br_token *t = name;
        fail(b, BR_BAD_LAW, s, t, "no statement starts with '%.*s'; an equation reads NAME = ...", t->size > 30 ? 30 : t->size, t->at);
        return;
    }
    at++;
    int when = find_when(s, at), mode = -1, end = when;
    if (!holds(b, s, &when) || b->status != BR_OK)
        return;
    if (end >= 2 && is_word(s, end - 2, "in"))
        mode = find_mode(b, s, end - 1);
    if (b->status != BR_OK)
        return;
    entry *e = find_here(s, name, mark);
    if (!(e && mode >= 0 && e->is == IS_DEFINITION && e->by_mode && !e->at[mode]))
        e = declare(b, s, name, mark, IS_DEFINITION);
    if (!e)
        return;
    e->by_mode = mode >= 0;
    e->at[mode >= 0 ? mode : 0] = at;
}

static void take_transition(build *b, scope *s, int at)
{
    int from = find_mode(b, s, ++at);
    if (b->status == BR_OK && !is_word(s, ++at, "to"))
        bad(b, s, at, "write: from MODE to MODE if CONDITION");
    int to = b->status == BR_OK ? find_mode(b, s, ++at) : 0;
    if (b->status == BR_OK && !is_word(s, ++at, "if"))
        bad(b, s, at, "write: from MODE to MODE if CONDITION");
    at++;
    if (b->status != BR_OK)
        return;
    int when = find_when(s, at);
    if (!holds(b, s, &when))
        return;
    br_transition *j = grow(b, &b->law->jump, &b->law->njump, &b->room_jump, sizeof *j);
    scope **in = grow(b, &b->jump_in, &b->njump_in, &b->room_jump_in, sizeof(scope *));
    if (j && in) {
        *in = s;
        j->from = from;
        j->to = to;
        j->guard = at; // the token; becomes the node in the second pass
    }
}

static void take_condition(build *b, scope *s, int at)
{
    bool must = is_word(s, at, "require");
    int when = find_when(s, at);
    if (!holds(b, s, &when))
        return;
    br_condition *c = grow(b, &b->law->cond, &b->law->ncond, &b->room_cond, sizeof *c);
    scope **in = grow(b, &b->cond_in, &b->ncond_in, &b->room_cond_in, sizeof(scope *));
    if (!c || !in)
        return;
    *in = s;
    c->must = must;
    c->line = tok(s, at)->line;
    c->node = at + 1; // the token; becomes the node in the second pass
}

static void take_set(build *b, scope *s, int *at)
{
    br_set set = {0};
    int start = *at;
    *at = read_hyphened(b, s, *at + 1, set.name);
    if (b->status == BR_OK && tok(s, *at)->kind == BR_T_TEXT)
        copy_words(s, (*at)++, set.words);
    end_of_line(b, s, *at);
    if (b->status != BR_OK)
        return;
    set.first = ++*at;
    while (tok(s, *at)->kind != BR_T_END && !is_word(s, *at, "set"))
        *at = line_end(s, *at) + 1;
    set.last = *at;
    if (s->parent)
        return;
    if (br_law_find_set(b->law, set.name, strlen(set.name)) >= 0) {
        bad(b, s, start + 1, "a second set of this name");
        return;
    }
    br_set *to = grow(b, &b->law->set, &b->law->nset, &b->room_set, sizeof *to);
    if (to)
        *to = set;
}

// ---------------------------------------------------------------- scopes

static scope *open_scope(build *b, scope *parent, const char *text, size_t size, const char *origin);
static void declare_all(build *b, scope *s);

static void bind(build *b, scope *inner, scope *outer, int *at)
{
    do {
        (*at)++;
        const br_token *name = tok(outer, *at);
        if (!is_mark(outer, *at + 1, '=')) {
            bad(b, outer, *at, "write: use LAW as NAME (v = EXPRESSION, ...)");
            return;
        }
        entry *e = declare(b, inner, name, 0, IS_BOUND);
        if (!e)
            return;
        e->inside = outer;
        e->at[0] = *at + 2;
        int depth = 0;
        for (*at += 2; tok(outer, *at)->kind != BR_T_LINE && tok(outer, *at)->kind != BR_T_END; (*at)++) {
            if (is_mark(outer, *at, '('))
                depth++;
            if (depth == 0 && (is_mark(outer, *at, ',') || is_mark(outer, *at, ')')))
                break;
            if (is_mark(outer, *at, ')'))
                depth--;
        }
    } while (is_mark(outer, *at, ','));
    expect_mark(b, outer, at, ')', "a ) is missing");
}

// Names bound by `use` must be inputs or parameters of the law; a mixin's open inputs are the parent's.
static void check_bound(build *b, scope *inner)
{
    for (int i = 0; i < inner->ne && b->status == BR_OK; i++) {
        if (inner->e[i].is != IS_BOUND || inner->e[i].by_mode)
            continue;
        bool known = false;
        for (int at = 0; !known && tok(inner, at)->kind != BR_T_END; at = line_end(inner, at) + 1)
            known = (is_word(inner, at, "input") || is_word(inner, at, "param") || is_word(inner, at, "choice")) &&
                    same_text(tok(inner, at + 1), inner->e[i].name);
        if (!known)
            fail(b, BR_BAD_LAW, inner->parent, inner->e[i].name, "law %s has no input, parameter or choice '%.*s'", inner->name,
                 inner->e[i].name->size, inner->e[i].name->at);
    }
}

static void bind_open_inputs(build *b, scope *inner, scope *outer)
{
    for (int at = 0; tok(inner, at)->kind != BR_T_END && b->status == BR_OK; at = line_end(inner, at) + 1) {
        if (!is_word(inner, at, "input") || find_here(inner, tok(inner, at + 1), 0))
            continue;
        scope *where;
        entry *same = find(outer, tok(inner, at + 1), 0, &where);
        if (!same)
            continue;
        entry *e = declare(b, inner, tok(inner, at + 1), 0, IS_BOUND);
        if (e) { // the expression is the input's own name, read in the outer scope
            e->inside = where;
            e->at[0] = (int)(same->name - where->t.token);
        }
    }
}

static void take_use(build *b, scope *s, int at)
{
    char law[BR_MAX_NAME + 1];
    const br_token *user = tok(s, at + 1);
    at = read_hyphened(b, s, at + 1, law);
    size_t size = 0;
    const char *text = b->status == BR_OK && b->options->find ? b->options->find(b->options->context, law, &size) : NULL;
    if (b->status == BR_OK && !text)
        fail(b, BR_BAD_LAW, s, user, "there is no law '%s' to use", law);
    if (b->status != BR_OK || !deeper(b, s, at))
        return;
    int depth = 0;
    for (scope *p = s; p; p = p->parent)
        if (strcmp(p->name, law) == 0 || ++depth > 16) {
            fail(b, BR_BAD_LAW, s, user, "law '%s' uses itself", law);
            return;
        }
    scope *inner = open_scope(b, s, text, size, law);
    if (!inner)
        return;
    inner->mixin = true;
    const br_token *name = user;
    if (is_word(s, at, "as")) {
        name = tok(s, at + 1);
        inner->mixin = false;
        int n = snprintf(inner->prefix, sizeof inner->prefix, "%s%.*s.", s->prefix, name->size, name->at);
        if (n >= (int)sizeof inner->prefix)
            bad(b, s, at + 1, "this name with its scopes is too long");
        at += 2;
    } else {
        snprintf(inner->prefix, sizeof inner->prefix, "%s", s->prefix);
    }
    snprintf(inner->name, sizeof inner->name, "%s", law);
    if (b->status == BR_OK && is_mark(s, at, '('))
        bind(b, inner, s, &at);
    if (inner->mixin)
        bind_open_inputs(b, inner, s);
    check_bound(b, inner);
    end_of_line(b, s, at);
    declare_all(b, inner);
    b->depth--;
    if (b->status != BR_OK)
        return;
    // a mixin's names join the parent's: none may stand there already
    for (int i = 0; inner->mixin && i < inner->ne; i++)
        if (inner->e[i].is != IS_BOUND && inner->e[i].is != IS_UNIT && find_here(s, inner->e[i].name, inner->e[i].mark)) {
            fail(b, BR_BAD_LAW, s, user, "law %s brings a second '%.*s'", law, inner->e[i].name->size, inner->e[i].name->at);
            return;
        }
    entry *e = inner->mixin ? grow(b, &s->e, &s->ne, &s->room, sizeof *s->e) : declare(b, s, name, 0, IS_SCOPE);
    if (e) {
        e->name = name;
        e->mark = inner->mixin ? '&' : 0; // a mixin has no name of its own
        e->is = IS_SCOPE;
        e->inside = inner;
    }
}

static void take_law(build *b, scope *s, int at)
{
    char name[BR_MAX_NAME + 1];
    at = read_hyphened(b, s, at + 1, name);
    if (!s->parent)
        snprintf(b->law->name, sizeof b->law->name, "%s", name);
    if (b->status == BR_OK && tok(s, at)->kind == BR_T_TEXT) {
        if (!s->parent)
            copy_words(s, at, b->law->title);
        at++;
    }
    end_of_line(b, s, at);
}

static void take_version(build *b, scope *s, int at)
{
    const br_token *t = tok(s, at + 1);
    if (t->kind != BR_T_NUMBER)
        bad(b, s, at + 1, "a version number is needed: version 1");
    else if (t->value != 1)
        fail(b, BR_BAD_LAW, s, t, "version %.17g of the notation; this bristle reads version 1", t->value);
    end_of_line(b, s, at + 2);
}

static void take_source(build *b, scope *s, int at)
{
    if (tok(s, at + 1)->kind != BR_T_TEXT)
        bad(b, s, at + 1, "`source` needs a quoted text");
    else if (!s->parent)
        copy_words(s, at + 1, b->law->source);
    end_of_line(b, s, at + 2);
}

static void declare_all(build *b, scope *s)
{
    if (b->status == BR_OK && !is_word(s, 0, "law")) {
        bad(b, s, 0, "a law starts with: law NAME \"words\"");
        return;
    }
    int at = 0;
    for (int statement = 0; b->status == BR_OK && tok(s, at)->kind != BR_T_END; statement++) {
        const br_token *t = tok(s, at);
        if (br_token_is(t, "set")) {
            take_set(b, s, &at);
            continue;
        }
        if (t->kind != BR_T_NAME) {
            bad(b, s, at, "a line starts with a word of the notation or the name of a quantity");
        } else if (br_token_is(t, "law")) {
            if (statement == 0)
                take_law(b, s, at);
            else
                bad(b, s, at, "one file holds one law");
        } else if (br_token_is(t, "version")) {
            take_version(b, s, at);
        } else if (br_token_is(t, "source")) {
            take_source(b, s, at);
        } else if (br_token_is(t, "unit")) {
            take_unit(b, s, at);
        } else if (br_token_is(t, "elements")) {
            take_elements(b, s, at);
        } else if (br_token_is(t, "choice")) {
            take_choice(b, s, at);
        } else if (br_token_is(t, "input")) {
            take_quantity(b, s, at, BR_INPUT);
        } else if (br_token_is(t, "state")) {
            take_quantity(b, s, at, BR_STATE);
        } else if (br_token_is(t, "param")) {
            take_quantity(b, s, at, BR_PARAM);
        } else if (br_token_is(t, "output")) {
            take_output(b, s, at);
        } else if (br_token_is(t, "use")) {
            take_use(b, s, at);
        } else if (br_token_is(t, "modes")) {
            take_modes(b, s, at);
        } else if (br_token_is(t, "from")) {
            take_transition(b, s, at);
        } else if (br_token_is(t, "require") || br_token_is(t, "expect")) {
            take_condition(b, s, at);
        } else {
            take_definition(b, s, at);
        }
        at = line_end(s, at) + 1;
    }
}

static scope *open_scope(build *b, scope *parent, const char *text, size_t size, const char *origin)
{
    scope *s = calloc(1, sizeof *s);
    if (!s) {
        b->status = BR_NO_MEMORY;
        return NULL;
    }
    s->parent = parent;
    s->next = b->all;
    b->all = s;
    b->status = br_tokens_read(&s->t, text, size, origin, b->why);
    return b->status == BR_OK ? s : NULL;
}

// ---------------------------------------------------------------- second pass

static void elaborate_all(build *b, scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        entry *e = &s->e[i];
        if (e->is == IS_SCOPE)
            elaborate_all(b, e->inside);
        if (e->is != IS_DEFINITION)
            continue;
        value v = elaborate(b, s, e, e->name);
        if (b->status != BR_OK)
            return;
        e = &s->e[i];
        if (e->mark == 0) {
            br_definition *d = grow(b, &b->law->def, &b->law->ndef, &b->room_def, sizeof *d);
            if (!d)
                return;
            full_name(b, s, e->name, d->name);
            d->node = v.node;
        }
    }
}

static void check_definition(build *b, const scope *s, const entry *e, br_unit want, int dim, const char *what)
{
    if (b->status != BR_OK)
        return;
    if (!e->v.any && !br_unit_same(e->v.unit, want)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        unit_text(want, u);
        unit_text(e->v.unit, w);
        fail(b, BR_BAD_LAW, s, e->name, "units differ: %s has %s, its equation gives %s", what, u, w);
    }
    int have = b->law->g.status == BR_OK ? b->law->g.node[e->v.node].dim : BR_SCALAR;
    if (have != BR_SCALAR && have != dim)
        fail(b, BR_BAD_LAW, s, e->name, "%s is %s, its equation gives an array over %s", what,
             dim == BR_SCALAR ? "a single number" : "an array over other elements", b->law->dim[have].name);
}

static void connect_states(build *b, scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        entry *e = &s->e[i];
        if (e->is == IS_SCOPE)
            connect_states(b, e->inside);
        if (e->is != IS_DEFINITION || e->mark == 0)
            continue;
        scope *where;
        entry *who = find(s, e->name, 0, &where);
        char what[BR_NAME_SIZE + 2];
        snprintf(what, sizeof what, "%.*s%c", e->name->size, e->name->at, e->mark);
        if (who && who->is == IS_QUANTITY && b->law->q[who->index].kind == BR_STATE) {
            br_quantity *q = &b->law->q[who->index];
            br_unit second = br_unit_none(), want = q->unit;
            second.power[2] = 12;
            if (e->mark == '\'')
                want = br_unit_div(q->unit, second);
            check_definition(b, s, e, want, q->dim, what);
            *(e->mark == '\'' ? &q->rate : &q->next) = e->v.node;
        } else if (e->mark == '\'' || !(who && who->is == IS_DEFINITION)) {
            fail(b, BR_BAD_LAW, s, e->name, "%s: there is no state '%.*s'", what, e->name->size, e->name->at);
        }
    }
}

static void connect_outputs(build *b, scope *s)
{
    for (int i = 0; i < b->law->nout && b->status == BR_OK; i++) {
        br_output *o = &b->law->out[i];
        br_token name = {.kind = BR_T_NAME, .at = o->name, .size = (int)strlen(o->name), .line = 1, .column = 1};
        scope *where;
        entry *now = find(s, &name, 0, &where), *next = find_here(s, &name, '+');
        if (now && now->is == IS_DEFINITION) {
            check_definition(b, where, now, o->unit, o->dim, o->name);
            o->now = now->v.node;
        }
        if (next) {
            check_definition(b, s, next, o->unit, o->dim, o->name);
            o->next = next->v.node;
        }
        if (o->now == BR_NO_NODE && o->next == BR_NO_NODE)
            fail(b, BR_BAD_LAW, s, tok(s, 0), "output '%s' has no equation", o->name);
    }
    if (b->status == BR_OK && b->law->nout == 0)
        fail(b, BR_BAD_LAW, s, tok(s, 0), "the law has no output (output F N)");
    for (int i = 0; i < b->law->nq && b->status == BR_OK; i++) {
        const br_quantity *q = &b->law->q[i];
        br_token at = {.line = q->line, .column = 1};
        if (q->kind == BR_STATE && q->rate == BR_NO_NODE && q->next == BR_NO_NODE)
            fail(b, BR_BAD_LAW, s, &at, "state '%s' has no equation (%s' = ... or %s+ = ...)", q->name, q->name, q->name);
    }
}

static void connect_conditions(build *b)
{
    for (int i = 0; i < b->law->njump && b->status == BR_OK; i++) {
        scope *s = b->jump_in[i];
        int at = b->law->jump[i].guard, here = at;
        value v = parse(b, s, &at);
        need_bool(b, s, here, v);
        if (b->status == BR_OK && is_word(s, at, "when"))
            at = line_end(s, at);
        end_of_line(b, s, at);
        b->law->jump[i].guard = v.node;
    }
    for (int i = 0; i < b->law->ncond && b->status == BR_OK; i++) {
        br_condition *c = &b->law->cond[i];
        scope *s = b->cond_in[i];
        int at = c->node, here = at;
        value v = parse(b, s, &at);
        need_bool(b, s, here, v);
        if (b->status != BR_OK)
            return;
        c = &b->law->cond[i];
        c->node = v.node;
        c->text = tok(s, here)->at;
        c->size = (int)(tok(s, at - 1)->at + tok(s, at - 1)->size - c->text);
        if (tok(s, at)->kind == BR_T_TEXT)
            copy_words(s, at++, c->words);
        if (is_word(s, at, "when"))
            at = line_end(s, at);
        end_of_line(b, s, at);
        if (b->law->g.status == BR_OK && b->law->g.node[v.node].dim != BR_SCALAR)
            bad(b, s, here, "a condition is one comparison, not one per element");
    }
}

static void connect_defaults(build *b, scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        if (s->e[i].is == IS_SCOPE)
            connect_defaults(b, s->e[i].inside);
        if (s->e[i].is == IS_QUANTITY && s->e[i].at[0])
            default_values(b, s, s->e[i].index, s->e[i].at[0]);
    }
}

static void mark_equations(br_law *law, const scope *s)
{
    int at = 0;
    law->first_equation = -1;
    while (tok(s, at)->kind != BR_T_END && !is_word(s, at, "set")) {
        bool head = is_word(s, at, "law") || is_word(s, at, "version") || is_word(s, at, "source") || is_word(s, at, "unit") ||
                    is_word(s, at, "input") || is_word(s, at, "state") || is_word(s, at, "param") || is_word(s, at, "output") ||
                    is_word(s, at, "elements") || is_word(s, at, "choice");
        if (!head && law->first_equation < 0)
            law->first_equation = at;
        at = line_end(s, at) + 1;
    }
    law->last_equation = at;
    if (law->first_equation < 0)
        law->first_equation = at;
}

// ---------------------------------------------------------------- assignment lists

typedef struct list {
    build *b;
    scope *s;
    br_assignments *out;
    int room_item, room_value;
} list;

static bool starts_assignment(const scope *s, int at)
{
    if (tok(s, at)->kind != BR_T_NAME)
        return false;
    for (at++; is_mark(s, at, '.') || (is_mark(s, at - 1, '.') && tok(s, at)->kind == BR_T_NAME); at++) {
    }
    if (is_mark(s, at, '[') && tok(s, at + 1)->kind == BR_T_NUMBER && is_mark(s, at + 2, ']'))
        at += 3;
    return is_mark(s, at, '=');
}

static double constant(list *l, int *at)
{
    int here = *at;
    double x = 0;
    value v = sums(l->b, l->s, at);
    if (l->b->status == BR_OK && !br_graph_is_const(&l->b->law->g, v.node, &x))
        bad(l->b, l->s, here, "a number is needed here");
    return x;
}

static void read_values(list *l, int *at, br_assignment *a)
{
    a->first = l->out->values;
    do {
        if (a->count > 0)
            (*at)++;
        int here = *at;
        double lo = constant(l, at), hi = lo;
        if (l->b->status == BR_OK && is_mark(l->s, *at, BR_M_DOTS)) {
            (*at)++;
            hi = constant(l, at);
            if (l->b->status == BR_OK && !(lo <= hi))
                bad(l->b, l->s, here, "a range goes from the smaller to the larger number");
        }
        br_interval *v = grow(l->b, &l->out->value, &l->out->values, &l->room_value, sizeof *v);
        if (!v)
            return;
        *v = br_interval_of(lo, hi);
        a->count++;
        if (a->count > BR_MAX_ELEMENTS)
            bad(l->b, l->s, here, "too many values");
    } while (l->b->status == BR_OK && is_mark(l->s, *at, ',') && !starts_assignment(l->s, *at + 1));
}

static void read_assignment(list *l, int *at)
{
    build *b = l->b;
    scope *s = l->s;
    br_assignment a = {.at = *tok(s, *at)};
    int n = 0;
    if (!starts_assignment(s, *at)) {
        bad(b, s, *at, "an assignment reads NAME = VALUE UNIT");
        return;
    }
    for (; !is_mark(s, *at, '[') && !is_mark(s, *at, '='); (*at)++) {
        if (n + tok(s, *at)->size >= BR_NAME_SIZE) {
            bad(b, s, *at, "this name is too long");
            return;
        }
        memcpy(a.name + n, tok(s, *at)->at, (size_t)tok(s, *at)->size);
        n += tok(s, *at)->size;
    }
    if (is_mark(s, *at, '[')) {
        double k = tok(s, *at + 1)->value;
        a.element = k >= 1 && k <= BR_MAX_ELEMENTS && k == floor(k) ? (int)k : 0;
        if (!a.element)
            bad(b, s, *at + 1, "elements are counted 1, 2, 3, ...");
        *at += 3;
    }
    (*at)++;
    const br_token *t = tok(s, *at);
    if (t->kind == BR_T_NAME && !is_mark(s, *at + 1, '(') && !br_token_is(t, "pi") && !br_token_is(t, "inf")) {
        snprintf(a.word, sizeof a.word, "%.*s", t->size, t->at);
        (*at)++;
    } else {
        read_values(l, at, &a);
        int before = *at;
        char text[BR_UNIT_TEXT];
        if (b->status == BR_OK && !is_mark(s, *at, ','))
            read_unit(b, s, at, &a.unit, text);
        a.has_unit = *at > before;
    }
    br_assignment *to = b->status == BR_OK ? grow(b, &l->out->item, &l->out->count, &l->room_item, sizeof *to) : NULL;
    if (to)
        *to = a;
}

// Assignments in the tokens first .. last of s.
static br_status read_list(br_assignments *out, const br_tokens *tokens, int first, int last, br_diag *why)
{
    br_law scratch;
    memset(&scratch, 0, sizeof scratch);
    scope s = {.t = *tokens};
    build b = {.law = &scratch, .why = why};
    list l = {.b = &b, .s = &s, .out = out};
    br_graph_const(&scratch.g, 0);
    int at = first;
    while (b.status == BR_OK && at < last && tok(&s, at)->kind != BR_T_END) {
        if (tok(&s, at)->kind == BR_T_LINE) {
            at++;
            continue;
        }
        read_assignment(&l, &at);
        if (b.status == BR_OK && is_mark(&s, at, ','))
            at++;
        else
            end_of_line(&b, &s, at);
    }
    br_graph_free(&scratch.g);
    return b.status;
}

br_status br_assignments_read(br_assignments *a, const char *text, size_t size, const char *origin, br_diag *why)
{
    br_assignments fresh = {0};
    br_status status = br_tokens_read(&fresh.tokens, text, size, origin, why);
    if (status != BR_OK)
        return status;
    scope s = {.t = fresh.tokens};
    br_law scratch = {.motions = 1};
    build b = {.law = &scratch, .why = why};
    int at = 0;
    while (b.status == BR_OK && (is_word(&s, at, "version") || is_word(&s, at, "set"))) {
        if (is_word(&s, at, "version")) {
            take_version(&b, &s, at);
        } else {
            char name[BR_MAX_NAME + 1];
            int end = read_hyphened(&b, &s, at + 1, name);
            end += tok(&s, end)->kind == BR_T_TEXT;
            if (b.status == BR_OK && is_word(&s, end, "for"))
                end = read_hyphened(&b, &s, end + 1, name);
            end_of_line(&b, &s, end);
        }
        at = line_end(&s, at) + 1;
    }
    status = b.status == BR_OK ? read_list(&fresh, &fresh.tokens, at, INT_MAX, why) : b.status;
    if (status == BR_OK)
        *a = fresh;
    else
        br_assignments_free(&fresh);
    return status;
}

br_status br_assignments_of_set(br_assignments *a, const br_law *law, int set, br_diag *why)
{
    br_assignments fresh = {0};
    br_status status = read_list(&fresh, &law->tokens, law->set[set].first, law->set[set].last, why);
    snprintf(fresh.tokens.origin, sizeof fresh.tokens.origin, "%s", law->tokens.origin); // only to name places
    if (status == BR_OK)
        *a = fresh;
    else
        br_assignments_free(&fresh);
    return status;
}

void br_assignments_free(br_assignments *a)
{
    br_tokens_free(&a->tokens);
    free(a->item);
    free(a->value);
    memset(a, 0, sizeof *a);
}

// ---------------------------------------------------------------- a whole law

br_status br_law_read(br_law *law, const char *text, size_t size, const char *origin, const br_read_options *options, br_diag *why)
{
    static const br_read_options plain = {0};
    br_law fresh;
    memset(&fresh, 0, sizeof fresh);
    br_graph_init(&fresh.g);
    fresh.mode_dim = BR_SCALAR;
    fresh.motions = 1;
    build b = {.law = &fresh, .options = options ? options : &plain, .why = why};
    br_graph_const(&fresh.g, 0); // node 0: what a failed graph answers
    scope *s = open_scope(&b, NULL, text, size, origin);
    if (s) {
        declare_all(&b, s);
        snprintf(s->name, sizeof s->name, "%s", fresh.name);
    }
    if (b.status == BR_OK)
        elaborate_all(&b, s);
    if (b.status == BR_OK)
        connect_states(&b, s);
    if (b.status == BR_OK)
        connect_outputs(&b, s);
    if (b.status == BR_OK)
        connect_conditions(&b);
    if (b.status == BR_OK)
        connect_defaults(&b, s);
    if (b.status == BR_OK)
        check_fold(&b, s, 0, 0);
    if (b.status == BR_OK) {
        mark_equations(&fresh, s);
        fresh.motion = b.options->motion;
        fresh.tokens = s->t;
        memset(&s->t, 0, sizeof s->t);
    }
    while (b.all) {
        scope *next = b.all->next;
        br_tokens_free(&b.all->t);
        free(b.all->e);
        free(b.all);
        b.all = next;
    }
    free(b.cond_in);
    free(b.jump_in);
    if (b.status == BR_OK)
        *law = fresh;
    else
        br_law_free(&fresh);
    return b.status;
}

void br_law_free(br_law *law)
{
    br_graph_free(&law->g);
    br_tokens_free(&law->tokens);
    free(law->q);
    free(law->out);
    free(law->def);
    free(law->cond);
    free(law->preset);
    free(law->set);
    free(law->jump);
    memset(law, 0, sizeof *law);
}

int br_law_find(const br_law *law, const char *name, size_t size)
{
    for (int i = 0; i < law->nq; i++)
        if (strlen(law->q[i].name) == size && memcmp(law->q[i].name, name, size) == 0)
            return i;
    return -1;
}

int br_law_find_set(const br_law *law, const char *name, size_t size)
{
    for (int i = 0; i < law->nset; i++)
        if (strlen(law->set[i].name) == size && memcmp(law->set[i].name, name, size) == 0)
            return i;
    return -1;
}

int br_law_count(const br_law *law, br_kind kind)
{
    int n = 0;
    for (int i = 0; i < law->nq; i++)
        n += law->q[i].kind == kind;
    return n;
}
