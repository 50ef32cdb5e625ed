// coarse.h - a mechanism in motion a second time, in steps of twice the length: whether the first are short enough.   [host]
//
//     br_coarse_open(&c, text, size, path, scheme, step, why);
//     br_coarse_follow(&c, &s, k);                // behind every step k of s
//     if (br_coarse_error(&c) > BR_COARSE_LIMIT) ...
//     br_coarse_close(&c);
//
// An energy balance does not see a swing that is too slow: errors of its phase add up. A scheme of order p is off by 1/(2^p - 1) of what
// both are apart (Richardson).
#ifndef BR_API_MECHANISM_COARSE_H
#define BR_API_MECHANISM_COARSE_H

#include "api/mechanism/machine.h"

static const double BR_COARSE_LIMIT = 0.02; // RMS, of the largest speed, or move of a coordinate

typedef struct br_coarse {
    br_machine w;
    const br_mech_scheme *scheme;
    double step, *start;           // of the first; where it starts
    double squares[2], largest[2]; // moves and speeds
    double error;
    long long rows;
    bool opened, lost; // lost: its own step does not converge, and nothing more is known
} br_coarse;

// The first machine stands at its start, as its text says. c must not move, and is closed after a failure, too.
br_status br_coarse_open(br_coarse *c, const char *text, size_t size, const char *path, const br_mech_scheme *scheme,
                         double step, br_diag *why) BR_CHECKED;
void br_coarse_follow(br_coarse *c, const br_moving *s, long long k);
double br_coarse_error(const br_coarse *c); // the largest from the start to some row
void br_coarse_close(br_coarse *c);

#endif
