// load.h - a law by its name, file or text, with the values of lists.             [host]
#ifndef BR_API_LAW_LOAD_H
#define BR_API_LAW_LOAD_H

#include "law/model/model.h"
#include "num/text/buffer.h"

#include <bristle/status.h>

typedef struct br_kept_text { // a text that somebody may still point into
    struct br_kept_text *next;
    char *text;
    size_t size;
    char name[BR_MAX_NAME + 1];
} br_kept_text;

// The text of a law, and where the laws it uses are searched: among the built-in ones, then as NAME.law in its folder.
typedef struct br_law_source {
    br_model_source source;
    const char *path; // NULL: a built-in law
    br_kept_text *kept;
} br_law_source;

// model: a text if it has a line feed (which must outlive s), a path if it has a / or ends in .law, else the name of a built-in
// law. One that is not there is BR_BAD_LAW. The finder keeps the address of s: it must not move.
br_status br_law_source_open(br_law_source *s, const char *model, br_diag *why) BR_CHECKED;
void br_law_source_close(br_law_source *s);

typedef struct br_loaded_model {
    br_law_source from;
    char *params_text;
    br_model model;
} br_loaded_model;

// Where a law is put into a plant: `choice friction = ... | any`, `use friction as fr`.
typedef struct br_plant_choice {
    const char *name, *choice; // "mass", "friction"
    const br_given *list;      // values of the plant, each of which wins over those before it
    int lists;
} br_plant_choice;

// Reads the law with the values of params (a set of the law or a file; NULL: none) and of at (NULL: none).
br_status br_loaded_model_open(br_loaded_model *m, const char *model, const char *params, const char *at,
                               br_diag *why) BR_CHECKED;
// The same with further lists, each of which wins over those before it.
br_status br_loaded_model_open_lists(br_loaded_model *m, const char *model, const char *params, const br_given *more,
                                     int count, br_diag *why) BR_CHECKED;
// A built-in plant with the law of `model` in it: params and lists are those of the law, whose names become those of the part
// ("fr.FC"). either: what stands in a list and is the plant's, not the law's, stays. A text (with a line feed) is known by the name of its law.
br_status br_loaded_model_open_in(br_loaded_model *m, const br_plant_choice *plant, const char *model,
                                  const char *params, const br_given *list, int lists, bool either,
                                  br_diag *why) BR_CHECKED;
// "m = 2 kg", a list of the plant `mass`.
void br_write_mass(br_buffer *out, double mass, br_unit unit);

void br_loaded_model_close(br_loaded_model *m);

typedef struct br_loaded_set {
    br_assignments list; // as it stands in the text
    br_model model;      // whose law has no sets
} br_loaded_set;

// One set of a law that was read from s, with the values of at on top (NULL: none). The time does not depend on how many
// sets there are.
br_status br_loaded_set_open(br_loaded_set *t, const br_law_source *s, const br_parsed_law *law, int set,
                             const char *at, br_diag *why) BR_CHECKED;
void br_loaded_set_close(br_loaded_set *t);

// All parameters and choices of a model, arrays in one item each; between: what stands between items.
void br_model_write_values(br_buffer *out, const br_model *m, const char *between);

#endif
