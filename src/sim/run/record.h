// record.h - the record of a simulation: time, inputs, states, outputs and modes, sample by sample.   [host]
#ifndef BR_SIM_RUN_RECORD_H
#define BR_SIM_RUN_RECORD_H

#include "file/disk/spool.h"
#include "sim/run/run.h"

#include <stdint.h>

typedef enum br_record_role {
    BR_RECORD_TIME,
    BR_RECORD_INPUT,
    BR_RECORD_STATE,
    BR_RECORD_OUTPUT,
    BR_RECORD_MODE,
    BR_RECORD_TRUTH // of a rig: the truth, not measured
} br_record_role;

typedef struct br_record_column {
    char name[BR_NAME_SIZE + 32]; // "fr.z[3]"
    char unit[BR_UNIT_SIZE];      // SI; - for none
    br_unit is;
    br_record_role role;
    int number; // among those of its role
    double *v;
} br_record_column;

typedef struct br_record {
    br_record_column *column;
    int columns;
    long long rows, room;
    br_spool spool; // of all columns: a large table is on disk
} br_record;

// Columns for a model; room for so many rows. BR_NO_MEMORY: also where the table would be larger than 2^28 numbers.
br_status br_record_open(br_record *r, const br_model *m, long long rows, br_diag *why) BR_CHECKED;

// The same for columns that no model names, up to 2^31 numbers; units are SI, - for none.
typedef struct br_record_head {
    const char *name, *unit;
    br_record_role role;
} br_record_head;
br_status br_record_open_named(br_record *r, const br_record_head *head, int columns, long long rows,
                               br_diag *why) BR_CHECKED;
void br_record_close(br_record *r);
void br_record_release(const br_record *r); // takes a large table out of memory, until it is read again

void br_record_add(br_record *r, const br_run *at); // one row; does nothing once the room is used

// Every row as a sensor sees it; a value that it misses becomes NaN.
br_status br_record_measure(br_record *r, const char *sensors, const char *origin, uint64_t seed,
                            br_diag *why) BR_CHECKED;

int br_record_find(const br_record *r, const char *name); // or -1

#endif
