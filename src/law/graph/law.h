// law.h - a law as read: its quantities, its graph, its modes and conditions.  [host]
//
// Text goes in, a br_parsed_law comes out: every name resolved, every unit checked, every equation a node of one graph.
// All readings (real, jet, gradient, interval, Taylor, printed C) start from here. See docs/laws.md for the notation.
#ifndef BR_LAW_GRAPH_LAW_H
#define BR_LAW_GRAPH_LAW_H

#include "law/graph/graph.h"
#include "law/token/lex.h"
#include "num/text/unit.h"

#define BR_NAME_SIZE 96 // a name with its scopes: "axis.friction.sigma0"
#define BR_UNIT_TEXT 64
#define BR_MAX_DIMS 8
#define BR_MAX_MODES 8
#define BR_MAX_AUTOMATA 16 // of a law with all that it uses
#define BR_MAX_CHOICES 16
#define BR_MAX_ELEMENTS 100000
#define BR_MAX_QUANTITIES 1000 // states, inputs and parameters of a law with all that it uses
#define BR_VAR_ONE_HOT 1000000 // + dimension: 1 at one element and 0 at the others (derivatives of coupled laws)
#define BR_VAR_WEIGHT 2000000  // + 2*row, + 1 for updates: the weight of a row in a cost

typedef enum br_kind { BR_STATE, BR_INPUT, BR_PARAM } br_kind;

// A state, an input or a parameter: a number, or a number per element.
typedef struct br_quantity {
    char name[BR_NAME_SIZE];
    char words[BR_MAX_WORDS + 1];
    char unit_text[BR_UNIT_TEXT]; // as declared, open units resolved: "N/m"
    char si_text[BR_UNIT_SIZE];   // the same where that is SI, else the SI unit: what numbers inside are in
    br_kind kind;
    int dim;
    br_unit unit;
    double low, high; // bounds in SI, infinite where there is none
    bool low_open, high_open;
    int node;
    int preset, presets; // default: so many nodes of br_parsed_law.preset from here; 0: none
    int rate, next;      // states: z' and z+, or BR_NO_NODE
    int line;
} br_quantity;

typedef struct br_output {
    char name[BR_NAME_SIZE];
    char words[BR_MAX_WORDS + 1];
    char unit_text[BR_UNIT_TEXT];
    char si_text[BR_UNIT_SIZE];
    int dim;
    br_unit unit;
    int now, next; // F and F+, or BR_NO_NODE
} br_output;

typedef struct br_definition { // a named intermediate quantity; printed C keeps the name
    char name[BR_NAME_SIZE];
    int node;
} br_definition;

typedef struct br_condition { // `require` (must) or `expect`
    char words[BR_MAX_WORDS + 1];
    bool must;
    int node;
    const char *text; // as written
    int size, line;
} br_condition;

typedef struct br_automaton { // `modes A, B per n`: one mode, or one per element
    char name[BR_NAME_SIZE];  // of the scope it stands in: "left"; empty: the law's own
    char mode[BR_MAX_MODES][BR_MAX_NAME + 1];
    int nmode, dim;
} br_automaton;

typedef struct br_transition {
    int automaton, from, to, guard;
} br_transition;

typedef struct br_choice {
    char name[BR_MAX_NAME + 1];
    char value[BR_MAX_MODES][BR_MAX_NAME + 1];
    int values, chosen;
    bool open;  // `| any`: the name of any law is a value too
    bool fixed; // `use` made the choice
} br_choice;

typedef struct br_part { // a law that is used under a name of its own
    char name[BR_NAME_SIZE], law[BR_MAX_NAME + 1];
} br_part;

typedef struct br_set { // a named parameter set that stands in the law's own text
    char name[BR_MAX_NAME + 1];
    char words[BR_MAX_WORDS + 1];
    int first, last; // tokens of its assignments
} br_set;

typedef struct br_contained { // `contains LAW (NAME = EXPRESSION, ...)`: with these values the law is that one
    char law[BR_MAX_NAME + 1];
    int first, last; // tokens between the brackets; the same: there are none
    int line;
} br_contained;

typedef struct br_absent { // a quantity that the law has only with other choices
    char name[BR_NAME_SIZE];
    int conditions, choice[BR_MAX_CHOICES], value[BR_MAX_CHOICES];
} br_absent;

typedef struct br_dim {
    char name[BR_NAME_SIZE];
    int preset;
} br_dim;

typedef struct br_parsed_law {
    char name[BR_MAX_NAME + 1], title[BR_MAX_WORDS + 1], source[BR_MAX_WORDS + 1];
    br_tokens tokens;
    br_graph g;
    br_quantity *q;
    int nq;
    br_output *out;
    int nout;
    br_definition *def;
    int ndef;
    br_condition *cond;
    int ncond;
    int *preset;
    int npreset;
    br_set *set;
    int nset;
    br_contained *contained;
    int ncontained;
    br_absent *absent;
    int nabsent;
    br_dim dim[BR_MAX_DIMS];
    int ndim;
    br_automaton automaton[BR_MAX_AUTOMATA];
    int nautomata, njump;
    br_transition *jump;
    br_choice choice[BR_MAX_CHOICES];
    int nchoice, nparts;
    br_part *part;
    int motions, motion;               // alternatives of open units (`unit X = m | rad`) and the one taken
    char motion_text[BR_UNIT_TEXT];    // the first open unit as taken: "m", "rad"
    int first_equation, last_equation; // tokens from the first definition to the last line before the sets
} br_parsed_law;

typedef struct br_chosen { // choice NAME takes VALUE
    char name[BR_MAX_NAME + 1], value[BR_MAX_NAME + 1];
} br_chosen;

// Finds the text of a law that `use` names; NULL when there is none.
typedef const char *br_law_finder(void *context, const char *name, size_t *size);

typedef struct br_read_options {
    const br_chosen *chosen; // choices that differ from the first value of each
    int nchosen;
    int motion; // which alternative of the open units
    br_law_finder *find;
    void *context;
} br_read_options;

// Reads a law. The text must outlive it. On failure *law is untouched and why names the place.
br_status br_law_read(br_parsed_law *law, const char *text, size_t size, const char *origin,
                      const br_read_options *options, br_diag *why) BR_CHECKED;
void br_law_free(br_parsed_law *law);

int br_law_find(const br_parsed_law *law, const char *name, size_t size);     // index in q or -1
int br_law_find_set(const br_parsed_law *law, const char *name, size_t size); // index in set or -1
int br_parsed_law_count(const br_parsed_law *law, br_kind kind);
const char *br_law_function(int i);          // the functions of the notation by name; NULL behind the last one
bool br_law_declares(const br_token *first); // a line of a law that starts so is part of its head or a declaration

// "it has table-I, table-II; did you mean table-I?": the sets of a law, for who asked for another one.
enum { BR_SETS_SIZE = 330 };
void br_law_name_sets(const br_parsed_law *law, const char *wanted, char text[BR_SETS_SIZE]);

// What stands between the brackets of `contains LAW (...)`, as written; *size 0: nothing.
const char *br_law_contained_text(const br_parsed_law *law, int i, size_t *size);

// What the mode of an automaton is called: "mode"; in a law with several "left.mode".
void br_law_mode_name(const br_parsed_law *law, int automaton, char name[BR_NAME_SIZE]);

// The unit of a state's rate, for numbers in SI: si_text per second, as people write it (rad: rad/s, m: m/s, m/s: m/s^2,
// N: N/s, -: 1/s).
void br_law_rate_unit(const br_quantity *q, char buf[BR_UNIT_SIZE]);

#endif
