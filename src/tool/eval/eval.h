// eval.h - what eval.c computes and eval_table.c shows (private to them).        [host]
#ifndef BR_TOOL_EVAL_EVAL_H
#define BR_TOOL_EVAL_EVAL_H

#include "law/eval/tape.h"
#include "tool/kit/conditions.h"
#include "tool/kit/options.h"

#include <string.h>

// The rates and outputs of a law (or its updates) with their numbers; a plain number is an interval of one point.
typedef struct eval_reading {
    br_jet jet;
    br_tape tape;
    br_interval *out, *d;
    br_domain *domain; // of each number of out; NULL: numbers, not enclosures
    bool made;
} eval_reading;

typedef struct eval_results {
    const br_model *model;
    br_assignments given; // the list of --at
    eval_reading r[2];    // rates and outputs, and updates
    bool *may; // mode k after the point, of number i of the model's modes: [i*BR_MAX_MODES + k]; NULL: no modes
    condition_result *required; // of each condition, if it is one of those that must hold
} eval_results;

// Units of z', z+ and outputs; a rate is the state's unit over s. In eval_table.c.
void eval_row_unit(const br_parsed_law *law, const br_law_row *row, char unit[BR_UNIT_SIZE]);

// z', z+, F
static inline void eval_row_name(const eval_reading *r, int row, char name[BR_NAME_SIZE + 2])
{
    const br_law_row *w = &r->tape.row[row];
    size_t n = strnlen(w->name, BR_NAME_SIZE);
    memcpy(name, w->name, n);
    name[n] = w->mark;
    name[n + 1] = 0;
}

// mode, left.mode+
static inline void eval_mode_name(const br_parsed_law *law, int automaton, const char *plus,
                                  char name[BR_NAME_SIZE + 1])
{
    br_law_mode_name(law, automaton, name);
    size_t n = strnlen(name, BR_NAME_SIZE - 1);
    name[n] = plus[0];
    name[n + 1] = 0;
}

// A bound has no sign of zero.
static inline double eval_bound(double v)
{
    return v == 0 ? 0 : v;
}

// The worst of the elements of a row.
br_domain eval_row_domain(const eval_reading *r, int row);

void eval_table(br_buffer *out, const eval_results *e, const tool_args *a);

#endif
