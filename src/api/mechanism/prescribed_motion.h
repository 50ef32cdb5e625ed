// prescribed_motion.h - a motion that a table prescribes, and what in the table contradicts it.    [host]
#ifndef BR_API_MECHANISM_PRESCRIBED_MOTION_H
#define BR_API_MECHANISM_PRESCRIBED_MOTION_H

#include "mech/motion/moving.h"
#include "sim/source/samples.h"

typedef struct br_prescribed_measure { // of a joint or distance
    int speed;                         // the signal NAME_speed of the table; -1: it has none
    double size, fastest;              // most of |y| and |y'| so far
    double rate, second, t;            // y', y'' and time of the row before
    struct {
        double gap, from, to, by, t[2]; // the change of y' between two rows that y'' explains least, which gives `by`
    } jump;
    struct {
        double gap, logged, moved, t;        // where y' of the table is farthest from that of the motion
        double square, moves, logs, product; // sums: of gap^2, moved^2, logged^2, moved*logged
    } apart;
} br_prescribed_measure;

typedef struct br_prescribed {
    const br_mech *m;
    const br_samples *log;
    const char *origin;        // "--inverse", in messages
    br_prescribed_measure *of; // measures
} br_prescribed;

// Names, units and angles of the table. BR_BAD_DATA: one is none of the mechanism, or angles start again after a turn.
br_status br_prescribed_open(br_prescribed *d, const br_mech *m, const br_samples *log, const char *origin,
                             br_diag *why) BR_CHECKED;
void br_prescribed_close(br_prescribed *d);
void br_prescribed_add_row(br_prescribed *d, const br_moving *s, size_t row); // s: brought there
void br_prescribed_report(const br_prescribed *d,
                          br_buffer *warnings); // what contradicts, by how much and where, one a line

#endif
