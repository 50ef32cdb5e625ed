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
    br_table *table[BR_IDENTIFICATION_LOGS];  // a reference each, until the end of the run
    double *residual[BR_IDENTIFICATION_LOGS]; // times, then residuals, of a log whose table was asked for
    bool ran, done;                           // done: there are results
} br_owned_identification;

static inline br_owned_identification *br_owned(br_identification *id)
{
    return (br_owned_identification *)id;
}

#endif
