// identify_parts.h - an identification as a program holds it; for the files of the C API only.   [host]
#ifndef BR_API_IDENTIFY_IDENTIFY_PARTS_H
#define BR_API_IDENTIFY_IDENTIFY_PARTS_H

#include "api/identify/identification.h"
#include "api/law/opened_law.h"

typedef struct br_owned_identification {
    br_identification w; // first: the handle is its address
    br_law law;          // as it was opened, with its values
    br_given *values;
    char *text[8]; // of the options
    int texts;
    char *name[BR_IDENTIFICATION_LOGS];
    br_table *table[BR_IDENTIFICATION_LOGS]; // a reference each, until the end of the run
    char who[32];
    bool by_command;                   // of a program with a command line
    bool ran, tried, done;             // tried: laws were fitted, perhaps in vain; done: there are results
    const char *running;               // laws that are fitted at the moment; NULL: none
    br_buffer balance;                 // forces beside the law, in words
    const br_identified_law *selected; // whose results are answered; NULL: of the best one
} br_owned_identification;

static inline br_owned_identification *br_owned(br_identification *id)
{
    return (br_owned_identification *)id;
}

// The law that results are of, and its fit; NULL: there are none.
static inline const br_identified_law *br_identification_shown(const br_identification *id)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    return !own || !own->done ? NULL : own->selected ? own->selected : &id->law[id->best];
}
static inline const br_identified *br_identification_shown_fit(const br_identification *id)
{
    const br_identified_law *d = br_identification_shown(id);
    return d ? &d->id : NULL;
}

// The law of a rank; NULL: there is none.
const br_identified_law *br_identification_ranked(const br_identification *id, int rank);

#endif
