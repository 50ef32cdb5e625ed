// prescribed_motion.h - a motion that a table prescribes, and what in the table contradicts it.    [host]
#ifndef BR_TOOL_MECHANISM_PRESCRIBED_MOTION_H
#define BR_TOOL_MECHANISM_PRESCRIBED_MOTION_H

#include "mech/motion/moving.h"
#include "sim/source/samples.h"

typedef struct doubt_measure { // of a joint or distance
    int speed;                 // the signal NAME_speed of the table; -1: it has none
    double size, fastest;      // most of |y| and |y'| so far
    double rate, second, t;    // y', y'' and time of the row before
    struct {
        double gap, from, to, by, t[2]; // the change of y' between two rows that y'' explains least, which gives `by`
    } jump;
    struct {
        double gap, logged, moved, t;        // where y' of the table is farthest from that of the motion
        double square, moves, logs, product; // sums: of gap^2, moved^2, logged^2, moved*logged
    } apart;
} doubt_measure;

typedef struct doubt {
    const br_mech *m;
    const br_samples *log;
    doubt_measure *of; // measures
} doubt;

// Names, units and angles of the table. BR_BAD_DATA: one is none of the mechanism, or angles start again after a turn.
br_status doubt_open(doubt *d, const br_mech *m, const br_samples *log, br_diag *why) BR_CHECKED;
void doubt_close(doubt *d);
void doubt_row(doubt *d, const br_moving *s, size_t row); // s: brought there
void doubt_tell(const doubt *d, br_buffer *warnings);     // what contradicts, by how much and where, one a line
int doubt_held(const br_mech *m, const char *name);       // the measure of that name, or -1
int doubt_speed_of(const br_mech *m, const char *name);   // that NAME_speed is the speed of, or -1

#endif
