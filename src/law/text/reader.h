// reader.h - the parser of laws: scopes, names, values (private to it).        [host]
//
// Files of the reader, in the order of a reading: keyword.c (functions and reserved words), names.c (scopes and look-up),
// line.c (what statements share), operation.c (operations with units and shapes), expr.c (expressions), define.c
// (definitions on demand), units.c, quantity.c (inputs, states, parameters, outputs), declare.c (the first pass), use.c
// (composition), contains.c (laws that are special cases), list.c (assignment lists), read.c (the two passes). Every function does nothing once b->status is not
// BR_OK, so callers need not ask.
#ifndef BR_LAW_TEXT_READER_H
#define BR_LAW_TEXT_READER_H

#include "law/graph/law.h"
#include <string.h>

#define BR_MAX_STATEMENTS 1000 // conditions, transitions, outputs, sets: of each so many

typedef struct br_value {
    int node;
    br_unit unit;
    bool any;   // a literal zero fits every unit
    bool truth; // a comparison, even where it is known and folded to 0 or 1
} br_value;

typedef enum br_role {
    BR_IS_QUANTITY,
    BR_IS_DEFINITION,
    BR_IS_DIM,
    BR_IS_UNIT,
    BR_IS_CHOICE,
    BR_IS_SCOPE,
    BR_IS_MODE,
    BR_IS_BOUND
} br_role;

typedef struct br_scope br_scope;

typedef struct br_entry {
    const br_token *name;
    const br_scope *stands; // whose text holds the name: of a name bound by `use` the outer one
    char mark;              // 0, '\'' for a rate, '+' for an update, '&' for a mixin, which has no name of its own
    br_role is;
    int index;            // of quantity, dimension, choice, mode; BR_IS_BOUND: an entry of `inside`, where at[0] is -1
    int automaton;        // BR_IS_MODE: whose mode it is; BR_IS_DEFINITION by mode: by whose
    br_scope *inside;     // BR_IS_SCOPE: what is in it; BR_IS_BOUND: where its expression stands
    int at[BR_MAX_MODES]; // BR_IS_DEFINITION: token of the expression in each mode, 0 none; BR_IS_BOUND, default: at[0]
    int stop;             // BR_IS_BOUND, default: the first token behind the expression
    bool by_mode;
    bool met;     // BR_IS_BOUND: the law that is used declares it
    bool passed;  // a mixin's name whose user was given it by `use`: br_entry_user() is what was given
    br_unit want; // BR_IS_BOUND: what the law that is used declares
    int want_dim;
    enum { BR_WAITING, BR_DOING, BR_DONE } state;
    br_value v;
} br_entry;

struct br_scope {
    br_tokens t;
    char name[BR_MAX_NAME + 1];
    char prefix[BR_NAME_SIZE];
    br_scope *parent;              // where the `use` stands
    bool mixin;                    // `use` without `as`: its names are the parent's names too
    br_scope *mixins, *next_mixin; // those used here, in their order
    br_entry *e;
    int ne, room;
    int *bucket, buckets; // hash table of entries by name and mark, -1 empty
    br_unit_name unit[BR_MAX_DIMS];
    char unit_text[BR_MAX_DIMS][BR_UNIT_TEXT];
    int nunit;
    int motion;     // which alternative of its open units
    bool chosen;    // `use` chose it
    br_scope *next; // all scopes of a law
};

typedef struct br_trail { // what is being elaborated, the innermost first: names a cycle
    const br_scope *s;
    const br_entry *e;
    const struct br_trail *before;
} br_trail;

typedef struct br_build {
    br_parsed_law *law;
    const br_read_options *options;
    br_diag *why;
    br_status status;
    br_scope *all;
    const br_trail *doing;
    bool numbers_only; // bounds and assignment lists: names have no values there
    int depth, names, scopes, tokens;
    br_scope **cond_in, **jump_in; // the scopes that conditions and transitions stand in
    int ncond_in, njump_in;
    int room_q, room_out, room_def, room_cond, room_preset, room_jump, room_set, room_contained, room_absent, room_part,
        room_cond_in, room_jump_in;
} br_build;

// ---------------------------------------------------------------- tokens

// Looking ahead beyond the end shows the end.
static inline const br_token *br_tok(const br_scope *s, int at)
{
    return &s->t.token[at < s->t.count ? at : s->t.count - 1];
}

static inline bool br_is_mark(const br_scope *s, int at, int mark)
{
    return br_token_is_mark(br_tok(s, at), mark);
}

static inline bool br_is_word(const br_scope *s, int at, const char *word)
{
    return br_token_is(br_tok(s, at), word);
}

static inline bool br_same_text(const br_token *a, const br_token *b)
{
    return a->size == b->size && memcmp(a->at, b->at, (size_t)a->size) == 0;
}

static inline int br_value_dim(const br_build *b, br_value v)
{
    return b->law->g.status == BR_OK ? b->law->g.node[v.node].dim : BR_SCALAR;
}

// <, >, <=, >=: a bound, or a comparison that has an order
static inline bool br_is_inequality(const br_token *t)
{
    return t->kind == BR_T_MARK && (t->mark == '<' || t->mark == '>' || t->mark == BR_M_LE || t->mark == BR_M_GE);
}

static inline bool br_is_comparison(const br_token *t)
{
    return br_is_inequality(t) || br_token_is_mark(t, BR_M_EQ) || br_token_is_mark(t, BR_M_NE);
}

// ---------------------------------------------------------------- keyword.c

typedef struct br_function {
    const char *name;
    br_op op; // BR_OP_COUNT: clamp, which is two operations
    int takes;
} br_function;

const br_function *br_function_of(const br_token *t); // NULL: there is none of this name
const char *br_function_meant(const br_token *t);     // the function of nearly this name, or NULL
bool br_is_function(const br_token *t);
bool br_is_reserved(const br_token *t);

// ---------------------------------------------------------------- names.c

void br_build_fail(br_build *b, br_status status, const br_scope *s, const br_token *at, const char *format, ...)
    BR_PRINTF(5, 6);
void br_build_fail_at(br_build *b, const br_scope *s, int at, const char *message);
void br_build_no_memory(br_build *b);
bool br_build_deeper(br_build *b, const br_scope *s,
                     const br_token *at); // a bracket, definition or `use` more; else fails
bool br_build_fits(br_build *b, const br_scope *s, int at, int count, int most, const char *what);

// A table that grows: answers the new last entry, zeroed, or NULL. table: address of the pointer to the first entry.
void *br_build_grow(br_build *b, void *table, int *count, int *room, size_t each);

br_entry *br_scope_find_here(const br_scope *s, const br_token *name, char mark);
br_entry *br_scope_find(br_scope *s, const br_token *name, char mark,
                        br_scope **where); // also in what it uses without `as`
void br_scope_unknown(br_build *b, const br_scope *s, const br_scope *where, const br_token *name); // name stands in s
br_entry *br_entry_user(const br_entry *e); // of a passed entry: that of the mixin's user; else NULL
br_entry *br_scope_declare(br_build *b, br_scope *s, const br_token *name, char mark, br_role is);
void br_scope_full_name(br_build *b, const br_scope *s, const br_token *name, char *to); // to: BR_NAME_SIZE bytes

// ---------------------------------------------------------------- line.c

bool br_line_mark(br_build *b, const br_scope *s, int *at, int mark, const char *message); // the mark must stand here
void br_line_text(const br_scope *s, int at, char *to);                                    // to: BR_MAX_WORDS + 1 bytes
int br_line_name(br_build *b, const br_scope *s, int at, char *to); // with hyphens; to: BR_MAX_NAME + 1 bytes
void br_line_must_end(br_build *b, const br_scope *s, int at);
int br_line_end(const br_scope *s, int at);
int br_line_when(const br_scope *s, int at);          // the place of the line's `when`, or of its end
bool br_line_holds(br_build *b, br_scope *s, int at); // as br_line_when found it: does it hold? The line must end there
void br_line_conditions(br_build *b, br_scope *s, int at, br_absent *to); // of a `when` that br_line_holds has read

// ---------------------------------------------------------------- operation.c

br_value br_value_number(br_build *b, double x);
br_value br_value_binary(br_build *b, const br_scope *s, int at, br_op op, br_value x, br_value y);
br_value br_value_compare(br_build *b, const br_scope *s, int at, br_op op, br_value x, br_value y, bool negate);
br_value br_value_power(br_build *b, const br_scope *s, int at, br_value x, br_value y);
br_value br_value_function(br_build *b, const br_scope *s, int at, br_op op, br_value x);
br_value br_value_sum(br_build *b, const br_scope *s, int at, br_value x);

br_value br_value_not(br_build *b, const br_scope *s, int at, br_value x);
br_value br_value_join(br_build *b, const br_scope *s, int at, br_op op, br_value x, br_value y); // and, or
br_value br_value_select(br_build *b, const br_scope *s, int at, br_value c, br_value x, br_value y);

void br_need_number(br_build *b, const br_scope *s, int at, br_value v);
void br_need_bool(br_build *b, const br_scope *s, int at, br_value v);
br_unit br_need_same_unit(br_build *b, const br_scope *s, int at, br_value x, br_value y, const char *what);
void br_need_shapes(br_build *b, const br_scope *s, int at, br_value x, br_value y);
void br_need_finite(br_build *b, const br_scope *s, int at, int node);

// ---------------------------------------------------------------- expr.c, define.c

br_value br_expr(br_build *b, br_scope *s, int *at);     // any expression
br_value br_expr_sum(br_build *b, br_scope *s, int *at); // without comparison and `if`
br_value br_entry_value(br_build *b, br_scope *s, br_entry *e, const br_scope *in,
                        const br_token *user); // user: a name in `in`

// ---------------------------------------------------------------- units.c, quantity.c

bool br_is_plain_unit(const br_scope *s, int at);
bool br_unit_here(br_build *b, br_scope *s, int *at, br_unit *u, char *text); // text: BR_UNIT_TEXT bytes
int br_dim_here(br_build *b, br_scope *s, int *at);                           // [n], or nothing: BR_SCALAR
void br_declare_unit(br_build *b, br_scope *s, int at);
void br_declare_quantity(br_build *b, br_scope *s, int at, br_kind kind);
void br_declare_output(br_build *b, br_scope *s, int at);
void br_default_values(br_build *b, br_scope *s, const br_entry *e);

// ---------------------------------------------------------------- declare.c, use.c

void br_declare_all(br_build *b, br_scope *s);
void br_check_version(br_build *b, br_scope *s, int at);
br_scope *br_scope_open(br_build *b, br_scope *parent, const char *text, size_t size, const char *origin);
void br_declare_use(br_build *b, br_scope *s, int at);

// ---------------------------------------------------------------- contains.c

void br_declare_contains(br_build *b, br_scope *s, int at);
void br_check_contains(br_build *b, const br_scope *s); // what is given are parameters of the law

// ---------------------------------------------------------------- list.c

struct br_assignments;
br_status br_list_read(struct br_assignments *out, const br_tokens *tokens, int first, int last,
                       br_diag *why) BR_CHECKED;

#endif
