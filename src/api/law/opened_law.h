// opened_law.h - a law as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_LAW_OPENED_LAW_H
#define BR_API_LAW_OPENED_LAW_H

#include "api/law/load.h"
#include "law/model/system.h"

#include <bristle/law.h>

// As it is read: never moves.
typedef struct br_opened_law {
    br_loaded_model loaded;
    br_system system;
    double *p;                     // parameters as they are set
    bool is_complete;              // each of them is a number that the law allows
    br_diag incomplete;            // why not
    char missing[BR_MISSING_SIZE]; // names of parameters without a value
} br_opened_law;

struct br_law {
    br_opened_law *open;
    char *source, *params; // as given: what is opened with a law reads it again
    char **values;         // of br_law_set, one behind the other
    int count;
    char *choice;         // of a plant: where another law goes in,
    struct br_law *inner; // which is that one, not open; NULL: none
    bool either;          // values of that one may be the plant's, where it has such a name
};

// A law in memory of the caller: all zero before, and released after a failure, too.
br_status br_law_init(br_law *law, const char *source, const char *params, br_diag *why) BR_CHECKED;
void br_law_release(br_law *law);

// A copy: a change of one leaves the other as it is.
br_status br_law_copy(br_law **to, const br_law *from, br_diag *why) BR_CHECKED;

// Reads the model of a law as it was opened, with values (NULL: none) of a list that is called `origin` on top. *to must not move.
br_status br_law_read_model(br_loaded_model *to, const br_law *law, const char *values, const char *origin,
                            br_diag *why) BR_CHECKED;

// Opens *to as the law was opened, and as values (NULL: none) say on top.
br_status br_opened_law_read(br_opened_law **to, const br_law *law, const char *values, br_diag *why) BR_CHECKED;
void br_opened_law_close(br_opened_law *o); // NULL is fine

// A state, input or parameter of a model; what it does not write stays.
br_status br_model_number_at(const br_model *m, br_law_part part, int i, br_law_number *to) BR_CHECKED;

#endif
