// builtin.h - the built-in laws.                                               [host]
#ifndef BR_LAW_BUILTIN_BUILTIN_H
#define BR_LAW_BUILTIN_BUILTIN_H

#include "law/printed/printed.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct br_builtin_float {
    brf_value_fn *rate;
    brf_jet_fn *jet, *jet_x, *jet_some; // some: see br_jet_some; may be NULL
    brf_lie_fn *lie;
} br_builtin_float;

typedef struct br_builtin {
    const char *name; // NULL behind the last
    const char *text;
    size_t size;
    bool plant; // a plant: a machine with friction in it
    // compiled from the printed text, with the first value of every choice; NULL where the law has none
    br_value_fn *rate, *step, *margin;
    br_jet_fn *rate_jet, *rate_jet_x, *step_jet, *margin_jet, *rate_jet_some; // some: see br_jet_some
    br_mode_fn *mode;
    br_lie_fn *lie;
    br_builtin_float single; // rate and its derivatives in float
} br_builtin;

int br_builtin_count(void);
br_builtin br_builtin_at(int index); // sorted by name
bool br_builtin_find(const char *name, br_builtin *b);
const char *br_builtin_near(const char *name); // the one somebody may have meant; NULL: none

// A finder for br_read_options: the built-in laws.
const char *br_builtin_text(void *context, const char *name, size_t *size);

#endif
