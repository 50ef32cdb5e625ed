// table.h - a mechanism in motion as a table.                                     [host]
#ifndef BR_MECH_ESTIMATE_TABLE_H
#define BR_MECH_ESTIMATE_TABLE_H

#include "mech/motion/moving.h"
#include "sim/run/record.h"

// Columns: t; value and speed of each measure; coordinates of each point; the force of each drive, spring, damper and
// friction along its measure; what sensors show; the energy. held: also the force that it takes to hold measures, NAME_force.
br_status br_mech_table_open(br_record *r, const br_moving *s, const bool *held, long long rows,
                             br_diag *why) BR_CHECKED;
void br_mech_table_add(br_record *r, br_moving *s, const bool *held); // one row, at s->t

void br_mech_table_noise(br_record *r, const br_mech *m, uint64_t seed); // what sensors show gets their noise

// Value, speed and acceleration of every row by polynomials of degree 4 through the 9 rows about it; out: 3 numbers a row.
// Times must rise. BR_BAD_DATA: fewer than 9 rows.
br_status br_mech_slopes(const double *t, const double *y, long long rows, double *out, int stride,
                         br_diag *why) BR_CHECKED;

#endif
