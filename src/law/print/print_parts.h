// print_parts.h - what the parts of the printer share.                             [host]
#ifndef BR_LAW_PRINT_PRINT_PARTS_H
#define BR_LAW_PRINT_PRINT_PARTS_H

#include "law/print/print.h"
#include "num/text/buffer.h"

typedef enum br_result_kind { BR_RESULT_VALUES, BR_RESULT_JET, BR_RESULT_MODES, BR_RESULT_KINDS } br_result_kind;

// The results of a pass.
typedef struct br_results {
    const char *kind;   // "JET", as tile.h calls them
    const char *passed; // "out, jet", as passed on
    char plain[48];     // "double *out, double *jet", as declared
    char lent[72];      // the same where they overlap nothing
} br_results;

typedef struct br_printer {
    br_buffer out;
    br_parsed_law *law;
    const br_print_options *o;
    const char *real, *pre;        // "double", "br_"
    char batch[120];               // the arguments every function has: "const int *size, ..."
    char enough[30 * BR_MAX_DIMS]; // "size[0] >= BR_SOME"
    br_results results[BR_RESULT_KINDS];
    char base[4 * BR_MAX_NAME];               // br_lugre
    char (*name)[BR_NAME_SIZE];               // C name of each node's value, empty: none yet
    char dim[BR_MAX_DIMS][BR_NAME_SIZE];      // C names of the sizes
    char mode[BR_MAX_AUTOMATA][BR_NAME_SIZE]; // and of the modes
    int names;                                // nodes at the time the names were made
    bool *symbol;                             // the name is the law's own
    int *table, places;                       // hash table of the names: node + 1, 0 empty; a power of two places
    bool *used_fn;                            // by operation
    br_diag *why;
    br_status status;
} br_printer;

// A root: something a pass has to compute, and what happens to it.
typedef struct br_root {
    int node;
    int dim;       // stage it belongs to: BR_SCALAR, or the dimension it is stored over
    char *to;      // "out[AT(3 + i)]"; NULL for the guard of a transition
    int automaton; // whose transition it is
} br_root;

// A pass: the stages that compute a set of roots.
typedef struct br_pass {
    br_printer *p;
    br_root *root;
    int roots;
    bool *need, *fixed; // fixed: made of parameters and constants by cheap operations
    int *stage, *uses;
    bool *crosses, *done; // crosses: handed from stage to stage; done: has a local name in the stage being printed
    int count, last_stage;
    const char *name; // rate, rate_jet, rate_jet_x, step, step_jet, mode
    const br_results *results;
    int hot; // dimension of the one-hot seed, or BR_SCALAR
    bool tiled;
    // Of a loop over substeps (flow.c), else NULL: of every node its place among the numbers that are held during a step, -1:
    // none; and which products with zero need no guard.
    const int *held;
    const bool *open;
    bool
        measuring; // whether an expression is long: numbers as in double, so that one text for two types has the same names
} br_pass;

static inline const br_node *br_pass_node(const br_pass *s, int node)
{
    return &s->p->law->g.node[node];
}

// name.c: C names, and where the numbers of a point stand
bool br_print_names(br_printer *p);               // the law's own symbols; false: out of memory
void br_print_temporary(br_printer *p, int node); // t17, if the node has no name yet

typedef struct br_place { // one + sum of len[d]*n[d] + sum of square[d][e]*n[d]*n[e]
    int one, len[BR_MAX_DIMS], square[BR_MAX_DIMS][BR_MAX_DIMS];
} br_place;

void br_place_add(br_place *a, int row_dim, int column_dim, bool dense); // moves on by what such a block takes
void br_place_of(const br_printer *p, int quantity, br_place *a);
void br_place_of_mode(const br_printer *p, int automaton, br_place *a);
void br_place_text(const br_printer *p, const br_place *a, const char *tail, char *buf, size_t size); // "2 + 3 * n + i"

enum { BR_PLACE_SIZE = 8192 }; // holds any place as text

// value.c: expressions
void br_print_value(br_pass *s, br_buffer *t, int node, int around); // its name where it has one
void br_print_operation(br_pass *s, br_buffer *t, int node,
                        int around); // written out; around: binding of the neighbours

// stage.c: the functions of a pass
typedef struct br_stage {
    br_pass *s;
    int stage, dim; // BR_SCALAR: over points; else over elements of dim, then points
} br_stage;

bool br_print_open_pass(br_pass *s);
void br_print_close_pass(br_pass *s);
bool br_print_find_members(const br_stage *l, bool *in); // in[]: nodes this loop computes or reads
void br_print_locals(br_stage *l, const bool *in, int depth);
extern const char br_print_batch[]; // format of the arguments every function has; takes the number type three times
void br_print_pass(br_pass *s);

// flow.c: all substeps of a step by linearly implicit Euler, where the law is elementwise
void br_print_lie(br_printer *p, const br_jet *jet);

// body.c: the passes of a function: rows and, where j is not NULL, the blocks of their derivatives (some: which; NULL: all); and
// rows without derivatives, with their loops over points and elements
void br_print_body(br_printer *p, const char *name, const br_law_row *row, int rows, const br_jet *j, const bool *some);
void br_print_rows(br_printer *p, const char *name, const br_law_row *row, int rows);

// tile.c: for files that do not include law/printed/tile.h, its first macros, and one of its loops with the names of a pass
void br_print_tile_head(br_printer *p);
void br_print_tile_macro(br_printer *p, const char *macro, const char *name, const br_results *r);

#endif
