// list.h - parsing assignment lists: parameter sets, parameter files, values on the command line. [host]
#ifndef BR_LAW_TEXT_LIST_H
#define BR_LAW_TEXT_LIST_H

#include "law/graph/law.h"
#include "num/interval/interval.h"

typedef struct br_assignment {
    char name[BR_NAME_SIZE];
    char word[BR_MAX_NAME + 1]; // a choice, or empty
    int element;                // from 1; 0: the whole quantity
    int first, count;           // its numbers in br_assignments.value
    bool has_unit;
    br_unit unit;
    char unit_text[BR_UNIT_TEXT]; // as typed; - where there is none
    br_token at;
} br_assignment;

// One value or range as written, before the unit: its ends as the nearest doubles, and a range also as the tightest
// interval that holds its decimal ends.
typedef struct br_written {
    double lo, hi;
    br_interval range;
} br_written;

typedef struct br_assignments {
    br_tokens tokens;
    br_assignment *item;
    int count;
    br_written *value;
    int values;
    char set[BR_MAX_NAME + 1]; // `set NAME`, or empty
    char law[BR_MAX_NAME + 1]; // the law it is `for`, or that it stands in; empty: any
    br_token law_at;           // the name behind `for`
    bool built_in;             // it stands in the text of the law
} br_assignments;

// Reads a list; parameter files may start with `version 1` and `set NAME "words" for LAW`. The text must outlive it.
br_status br_assignments_read(br_assignments *a, const char *text, size_t size, const char *origin,
                              br_diag *why) BR_CHECKED;
// The assignments of a set that stands in the law's own text.
br_status br_assignments_of_set(br_assignments *a, const br_parsed_law *law, int set, br_diag *why) BR_CHECKED;
void br_assignments_free(br_assignments *a);

#endif
