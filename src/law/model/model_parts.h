// model_parts.h - what the files of the model share (private to them).         [host]
#ifndef BR_LAW_MODEL_MODEL_PARTS_H
#define BR_LAW_MODEL_MODEL_PARTS_H

#include "law/model/model.h"

// part.c: the lists of values, later ones win; among them the sets that lists give to parts.
typedef struct br_listed {
    const br_assignments *items;
    br_assignments *own;           // the same, if it belongs to the lists
    const br_assignment *for_part; // `fr = table-I`, which asked for it; NULL: the caller
} br_listed;

typedef struct br_lists {
    br_listed *list;
    int count;
} br_lists;

br_status br_lists_open(br_lists *all, const br_assignments *const *lists, int nlists) BR_CHECKED;
// Adds a set that a list gives to a part of the law and that is not there yet; *took: there was one.
br_status br_lists_add_part_sets(br_lists *all, const br_model_source *source, const br_parsed_law *law, bool *took,
                                 br_diag *why) BR_CHECKED;
void br_lists_close(br_lists *all);
const br_part *br_model_part(const br_parsed_law *law, const char *name); // or NULL

// choice.c: m->law becomes the law with the choices of the lists, for the motion that their units say; the sets of
// its parts join the lists.
br_status br_model_read_law(br_model *m, const br_model_source *source, br_lists *lists, br_diag *why) BR_CHECKED;

// size.c: m->n
int br_model_find_dim(const br_parsed_law *law, const char *name); // or -1
br_status br_model_find_sizes(br_model *m, const br_lists *lists, br_diag *why) BR_CHECKED;

// value.c
bool br_model_is_exact(const br_model *m); // every number is a point
// The numbers of one assignment; `in` and `at` name the place of a value that is out of bounds.
br_status br_model_assign(br_model *m, const br_assignments *list, const br_assignment *a, br_diag *why) BR_CHECKED;
br_status br_model_check_bounds(const br_model *m, int q, br_interval v, const br_tokens *in, const br_token *at,
                                br_diag *why) BR_CHECKED;

// default.c: what no list gave
br_status br_model_set_defaults(br_model *m, br_diag *why) BR_CHECKED;

#endif
