// load.h - MODEL, --params and --at of the command line as a law with values.    [host]
#ifndef BR_TOOL_KIT_LOAD_H
#define BR_TOOL_KIT_LOAD_H

#include "law/model/model.h"

#include <bristle/status.h>

typedef struct tool_text { // a text that somebody may still point into
    struct tool_text *next;
    char *text;
    size_t size;
    char name[BR_MAX_NAME + 1];
} tool_text;

// The text of a law, and where the laws it uses are searched: among the built-in ones, then as NAME.law in its folder.
typedef struct tool_source {
    br_model_source source;
    const char *path; // NULL: a built-in law
    tool_text *kept;
} tool_source;

// MODEL is a path if it has a / or ends in .law, else the name of a built-in law. A model that is not there is
// BR_BAD_LAW. The finder keeps the address of s: it must not move.
br_status tool_source_open(tool_source *s, const char *model, br_diag *why) BR_CHECKED;
void tool_source_close(tool_source *s);

typedef struct tool_model {
    tool_source from;
    char *params_text;
    br_model model;
} tool_model;

// Where a law is put into a plant: `choice friction = ... | any`, `use friction as fr`.
typedef struct tool_plant {
    const char *name, *choice, *part; // "mass", "friction", "fr"
    const char *values;               // of the plant: "m = 20 kg"
} tool_plant;

// Reads the law with the values of params (a set of the law or a file; NULL: none) and of at (NULL: none).
br_status tool_model_open(tool_model *m, const char *model, const char *params, const char *at,
                          br_diag *why) BR_CHECKED;
// The same with ranges (NULL: none), which win over both.
br_status tool_model_open_ranged(tool_model *m, const char *model, const char *params, const char *at,
                                 const char *range, br_diag *why) BR_CHECKED;
// The same of a built-in plant with the law of `model` in it: params and at are those of the law, whose names become those
// of the part; what stands in at and is the plant's (not the law's) stays.
br_status tool_model_open_in(tool_model *m, const tool_plant *plant, const char *model, const char *params,
                             const char *at, br_diag *why) BR_CHECKED;
void tool_model_close(tool_model *m);

typedef struct tool_set {
    br_assignments list; // as it stands in the text
    br_model model;      // whose law has no sets
} tool_set;

// One set of a law that was read from s, with the values of at on top (NULL: none). The time does not depend on how many
// sets there are.
br_status tool_set_open(tool_set *t, const tool_source *s, const br_parsed_law *law, int set, const char *at,
                        br_diag *why) BR_CHECKED;
void tool_set_close(tool_set *t);

// BR_OK if every parameter (and every state and input) has a value; else says which are missing and how to give them,
// with a set of the law `sets` as example.
br_status tool_model_complete(const br_model *m, const br_parsed_law *sets, bool states_and_inputs,
                              br_diag *why) BR_CHECKED;

#endif
