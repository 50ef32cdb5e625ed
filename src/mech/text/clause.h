// clause.h - the clauses of a mechanism's text: names, numbers with units, `key = values unit, ...`.   [host]
#ifndef BR_MECH_TEXT_CLAUSE_H
#define BR_MECH_TEXT_CLAUSE_H

#include "mech/model/mech.h"

typedef struct br_mech_reader {
    br_mech *m;
    int at; // token
    br_status status;
    br_diag *why;
} br_mech_reader;

typedef struct br_clause_key {
    const char *name, *unit; // SI
    int least, most;         // numbers
    double *to;
    int *given; // how many were; NULL: not wanted. 0 before
    bool needed;
} br_clause_key;

const br_token *br_mech_token(const br_mech_reader *r);
// The first complaint stays.
void br_mech_wrong(br_mech_reader *r, const br_token *at, const char *format, ...) BR_PRINTF(3, 4);
void br_mech_read_name(br_mech_reader *r, char name[BR_MECH_NAME], const char *what); // may have - and . in it
void br_mech_read_title(br_mech_reader *r, char words[BR_MAX_WORDS + 1]); // a quoted text, if one stands here
void br_mech_read_end(br_mech_reader *r);
// Numbers with a unit at the place of the reader; answers how many.
int br_mech_read_numbers(br_mech_reader *r, const br_clause_key *k);
// `key = values unit, key = ...` up to the end of the line.
void br_mech_read_keys(br_mech_reader *r, const br_clause_key *key, int keys);

// Names of what stands above (mech/text/read_name.c). Those of `take` complain and answer what fits no array.
void br_mech_read_new_name(br_mech_reader *r, char name[BR_MECH_NAME]);
int br_mech_read_body(br_mech_reader *r);
int br_mech_read_measure(br_mech_reader *r);
void br_mech_normalise_axis(br_mech_reader *r, const br_token *at, double *d); // d becomes of length 1
const char *br_unit_along(const br_mech *m, int measure, const char *turning, const char *sliding);

void br_mech_read_beam(br_mech_reader *r); // a line of mech/text/read_beam.c
// Lines of mech/text/read_sensor.c.
void br_mech_read_sensor(br_mech_reader *r);
void br_mech_read_virtual(br_mech_reader *r);

#endif
