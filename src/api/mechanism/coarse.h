// coarse.h - a mechanism in motion a second time, in steps of twice the length: whether the first are short enough.   [host]
//
//     br_coarse_open(&c, text, size, path, scheme, step, why);
//     br_coarse_follow(&c, &s, &record, k);       // behind every step k of s, whose row is the last of the record
//     if (br_coarse_error(&c) > BR_COARSE_LIMIT) ...
//     name = br_coarse_worst(&c, &share);         // of one column: share of its own largest value
//     br_coarse_close(&c);
//
// An energy balance does not see a swing that is too slow: errors of its phase add up. A scheme of order p is off by 1/(2^p - 1) of what
// both are apart (Richardson). Positions and speeds of the bodies are compared all together, in which a beam that rings on a body that
// goes far, or a friction force, cannot be seen; so each column of the table is compared as well.
#ifndef BR_API_MECHANISM_COARSE_H
#define BR_API_MECHANISM_COARSE_H

#include "api/mechanism/machine.h"
#include "sim/run/apart.h"
#include "sim/run/record.h"

static const double BR_COARSE_LIMIT = 0.02; // RMS, of the largest speed, or move of a coordinate

typedef struct br_coarse {
    br_machine w;
    const br_mech_scheme *scheme;
    double step, *start;           // of the first; where it starts
    double squares[2], largest[2]; // moves and speeds
    double error;
    br_record row;                // one of its table
    br_apart apart;               // columns of both tables
    double *fine, *rough, *begin; // of a row: both, less the start; where coordinates start
    long long rows;
    bool opened, lost; // lost: its own step does not converge, and nothing more is known
} br_coarse;

// The first machine stands at its start, as its text says. c must not move, and is closed after a failure, too.
br_status br_coarse_open(br_coarse *c, const char *text, size_t size, const char *path, const br_mech_scheme *scheme,
                         double step, br_diag *why) BR_CHECKED;
void br_coarse_follow(br_coarse *c, const br_moving *s, const br_record *record, long long k);
double br_coarse_error(const br_coarse *c); // the largest from the start to some row
// The column that is farthest off, and by how much of its largest value (RMS, from the start to some row).
const char *br_coarse_worst(const br_coarse *c, double *share);
void br_coarse_close(br_coarse *c);

#endif
