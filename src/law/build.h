// build.h - a law while it is being read: scopes, names, values (private to the reader).       [host]
//
// Files of the reader, in the order of a reading: names.c (scopes and lookup), line.c (what statements share),
// check.c (operations with units and shapes), expr.c (expressions), define.c (definitions on demand), units.c,
// quantity.c (inputs, states, parameters, outputs), declare.c (the first pass), use.c (composition), list.c (assignment lists),
// read.c (the two passes). Every function does nothing once b->status is not BR_OK, so callers need not ask.
#ifndef BR_LAW_BUILD_H
#define BR_LAW_BUILD_H

#include "law/law.h"
#include <string.h>

#define BR_MAX_STATEMENTS 1000 // conditions, transitions, outputs, sets: of each so many

typedef struct value {
    int node;
    br_unit unit;
    bool any;   // a literal zero fits every unit
    bool truth; // a comparison, even where it is known and folded to 0 or 1
} value;

typedef enum role { IS_QUANTITY, IS_DEFINITION, IS_DIM, IS_UNIT, IS_CHOICE, IS_SCOPE, IS_MODE, IS_BOUND } role;

typedef struct scope scope;

typedef struct entry {
    const br_token *name;
    const scope *stands; // whose text holds the name: of a name bound by `use` the outer one
    char mark;           // 0, '\'' for a rate, '+' for an update, '&' for a mixin, which has no name of its own
    role is;
    int index;            // of quantity, dimension, choice, mode; IS_BOUND: an entry of `inside`, where at[0] is -1
    scope *inside;        // IS_SCOPE: what is in it; IS_BOUND: where its expression stands
    int at[BR_MAX_MODES]; // IS_DEFINITION: token of the expression in each mode, 0 none; IS_BOUND, default: at[0]
    int stop;             // IS_BOUND, default: the first token behind the expression
    bool by_mode;
    bool met;     // IS_BOUND: the law that is used declares it
    br_unit want; // IS_BOUND: what the law that is used declares
    int want_dim;
    enum { WAITING, DOING, DONE } state;
    value v;
} entry;

struct scope {
    br_tokens t;
    char name[BR_MAX_NAME + 1];
    char prefix[BR_NAME_SIZE];
    scope *parent;              // where the `use` stands
    bool mixin;                 // `use` without `as`: its names are the parent's names too
    scope *mixins, *next_mixin; // those used here, in their order
    entry *e;
    int ne, room;
    int *bucket, buckets; // hash table of entries by name and mark, -1 empty
    br_unit_name unit[BR_MAX_DIMS];
    char unit_text[BR_MAX_DIMS][BR_UNIT_TEXT];
    int nunit;
    int motion;  // which alternative of its open units
    bool chosen; // `use` chose it
    scope *next; // all scopes of a law
};

typedef struct trail { // what is being elaborated, the innermost first: names a cycle
    const scope *s;
    const entry *e;
    const struct trail *before;
} trail;

typedef struct build {
    br_law *law;
    const br_read_options *options;
    br_diag *why;
    br_status status;
    scope *all;
    const trail *doing;
    bool numbers_only; // bounds and assignment lists: names have no values there
    int depth, names, scopes, tokens;
    scope **cond_in, **jump_in; // the scopes that conditions and transitions stand in
    int ncond_in, njump_in;
    int room_q, room_out, room_def, room_cond, room_preset, room_jump, room_set, room_absent, room_cond_in,
        room_jump_in;
} build;

// ---------------------------------------------------------------- tokens

// Looking ahead beyond the end shows the end.
static inline const br_token *tok(const scope *s, int at)
{
    return &s->t.token[at < s->t.count ? at : s->t.count - 1];
}

static inline bool is_mark(const scope *s, int at, int mark)
{
    return br_token_is_mark(tok(s, at), mark);
}

static inline bool is_word(const scope *s, int at, const char *word)
{
    return br_token_is(tok(s, at), word);
}

static inline bool same_text(const br_token *a, const br_token *b)
{
    return a->size == b->size && memcmp(a->at, b->at, (size_t)a->size) == 0;
}

static inline int value_dim(const build *b, value v)
{
    return b->law->g.status == BR_OK ? b->law->g.node[v.node].dim : BR_SCALAR;
}

// ---------------------------------------------------------------- names.c

void br_build_fail(build *b, br_status status, const scope *s, const br_token *at, const char *format, ...)
    BR_PRINTF(5, 6);
void br_build_bad(build *b, const scope *s, int at, const char *words);
void br_build_no_memory(build *b);
bool br_build_deeper(build *b, const scope *s, const br_token *at); // a bracket, definition or `use` more; else fails
bool br_build_fits(build *b, const scope *s, int at, int count, int most, const char *what);

// A table that grows: answers the new last entry, zeroed, or NULL. table: address of the pointer to the first entry.
void *br_build_grow(build *b, void *table, int *count, int *room, size_t each);

bool br_is_reserved(const br_token *t);
bool br_is_function(const br_token *t);
entry *br_scope_find_here(const scope *s, const br_token *name, char mark);
entry *br_scope_find(scope *s, const br_token *name, char mark, scope **where); // also in what it uses without `as`
void br_scope_unknown(build *b, const scope *s, const scope *where, const br_token *name); // name stands in s
entry *br_scope_declare(build *b, scope *s, const br_token *name, char mark, role is);
void br_scope_full_name(build *b, const scope *s, const br_token *name, char *to); // to: BR_NAME_SIZE bytes

// ---------------------------------------------------------------- line.c

bool br_line_mark(build *b, const scope *s, int *at, int mark, const char *words); // the mark must stand here
void br_line_words(const scope *s, int at, char *to);                              // to: BR_MAX_WORDS + 1 bytes
int br_line_name(build *b, const scope *s, int at, char *to); // with hyphens; to: BR_MAX_NAME + 1 bytes
void br_line_must_end(build *b, const scope *s, int at);
int br_line_end(const scope *s, int at);
int br_line_when(const scope *s, int at);       // the place of the line's `when`, or of its end
bool br_line_holds(build *b, scope *s, int at); // as br_line_when found it: does it hold? The line must end there
void br_line_conditions(build *b, scope *s, int at, br_absent *to); // of a `when` that br_line_holds has read

// ---------------------------------------------------------------- check.c

value br_value_number(build *b, double x);
value br_value_binary(build *b, const scope *s, int at, br_op op, value x, value y);
value br_value_compare(build *b, const scope *s, int at, br_op op, value x, value y, bool negate);
value br_value_power(build *b, const scope *s, int at, value x, value y);
value br_value_function(build *b, const scope *s, int at, br_op op, value x);
value br_value_sum(build *b, const scope *s, int at, value x);

value br_value_not(build *b, const scope *s, int at, value x);
value br_value_join(build *b, const scope *s, int at, br_op op, value x, value y); // and, or
value br_value_select(build *b, const scope *s, int at, value c, value x, value y);

void br_need_number(build *b, const scope *s, int at, value v);
void br_need_bool(build *b, const scope *s, int at, value v);
br_unit br_need_same_unit(build *b, const scope *s, int at, value x, value y, const char *what);
void br_need_shapes(build *b, const scope *s, int at, value x, value y);
void br_need_finite(build *b, const scope *s, int at, int node);

// ---------------------------------------------------------------- expr.c, define.c

value br_expr(build *b, scope *s, int *at);     // any expression
value br_expr_sum(build *b, scope *s, int *at); // without comparison and `if`
bool br_is_plain_unit(const scope *s, int at);
value br_entry_value(build *b, scope *s, entry *e, const scope *in, const br_token *user); // user: a name in `in`

// ---------------------------------------------------------------- quantity.c

bool br_unit_here(build *b, scope *s, int *at, br_unit *u, char *text); // text: BR_UNIT_TEXT bytes
int br_dim_here(build *b, scope *s, int *at);                           // [n], or nothing: BR_SCALAR
void br_take_unit(build *b, scope *s, int at);
void br_take_quantity(build *b, scope *s, int at, br_kind kind);
void br_take_output(build *b, scope *s, int at);
void br_default_values(build *b, scope *s, const entry *e);

// ---------------------------------------------------------------- declare.c, use.c

void br_declare_all(build *b, scope *s);
void br_take_version(build *b, scope *s, int at);
scope *br_scope_open(build *b, scope *parent, const char *text, size_t size, const char *origin);
void br_take_use(build *b, scope *s, int at);

// ---------------------------------------------------------------- list.c

struct br_assignments;
br_status br_list_read(struct br_assignments *out, const br_tokens *tokens, int first, int last,
                       br_diag *why) BR_CHECKED;

#endif
