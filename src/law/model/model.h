// model.h - a law with parameter values, initial states and inputs: what every command works on. [host]
//
// Values come from assignment lists, the notation of parameter sets and of the command line:
//     kappa = 2400, 500, 142, 158 N/mm, FC = 9 N, v = 1e-3..2e-3 m/s, z[2] = 1 um, curve = rational
// Later lists win over earlier ones. Units are checked and converted; the values choose between open units.
#ifndef BR_LAW_MODEL_MODEL_H
#define BR_LAW_MODEL_MODEL_H

#include "law/graph/law.h"
#include "law/text/list.h"

typedef enum br_origin { BR_UNSET, BR_ZERO, BR_DEFAULT, BR_GIVEN } br_origin;

typedef struct br_model {
    br_parsed_law law;
    int n[BR_MAX_DIMS];
    int *at;                   // first number of each quantity among those of its kind
    br_origin *origin;         // of each quantity
    int nx, nu, np, nm;        // numbers of a point
    int m_at[BR_MAX_AUTOMATA]; // first number of each automaton among the modes
    br_interval *x, *u, *p;
    int *m;
    bool exact; // every number is a point
} br_model;

typedef struct br_model_source {
    const char *text;
    size_t size;
    const char *origin;
    br_law_finder *find;
    void *context;
} br_model_source;

// Reads a law by the first of its open units (`unit X = m | rad`) or by the second, if a law that it uses has no other.
br_status br_law_read_either(br_parsed_law *law, const br_model_source *source, br_read_options *o,
                             br_diag *why) BR_CHECKED;

// Reads the law with the choices and values of the lists, none of which may be for another law. Quantities without a
// value stay BR_UNSET (states become 0).
br_status br_model_open(br_model *m, const br_model_source *source, const br_assignments *const *lists, int nlists,
                        br_diag *why) BR_CHECKED;
void br_model_close(br_model *m);

// Where values come from: a parameter set of the law, or a list in the notation above. Both NULL: none.
typedef struct br_given {
    const char *set;  // its name
    const char *text; // the list
    size_t size;
    const char *origin; // what messages call the list
} br_given;

// The same with the values of `first`, and of `then` (NULL: none), which win.
br_status br_model_open_given(br_model *m, const br_model_source *source, const br_given *first, const br_given *then,
                              br_diag *why) BR_CHECKED;

// The same with several, each of which (NULL: none) wins over those before it.
br_status br_model_open_lists(br_model *m, const br_model_source *source, const br_given *const *given, int count,
                              br_diag *why) BR_CHECKED;

// The source without the sets, which stand at the end of its text. Who has read the law and opens all of its sets, each
// by br_assignments_of_set, reads no more than that for each of them; the law of such a model has no sets.
br_model_source br_model_source_body(const br_model_source *source, const br_parsed_law *law);

// Names of the quantities of the kinds that have no value, with commas, as many as fit.
enum { BR_MISSING_SIZE = 260 };
void br_model_list_missing(const br_model *m, bool states_and_inputs, char names[BR_MISSING_SIZE]);

// BR_OK if every quantity of the kinds has a value; else says which are missing.
br_status br_model_complete(const br_model *m, bool states_and_inputs, br_diag *why) BR_CHECKED;

// `stick`, or one mode per element: `stick, forward, stick, stick`. In a law with several automata each by its name; those
// that are not named keep their modes: `left.mode = stick, right.mode = forward, stick`. On failure all keep them.
br_status br_model_set_mode(br_model *m, const char *text, br_diag *why) BR_CHECKED;

int br_model_len(const br_model *m, int quantity);
// The quantity of a name, or of that name within a part ("fr", NULL: none); -1: there is none.
int br_model_find(const br_model *m, const char *part, const char *name, size_t size);
br_interval *br_model_values(const br_model *m, int quantity);
void br_model_points(const br_model *m, double *x, double *u, double *p); // middles of the intervals
void br_model_set_points(br_model *m, const double *p);                   // all parameters, as given

#endif
