// prescribed_motion.h - a motion that a table prescribes, and what in the table contradicts it.    [host]
#ifndef BR_TOOL_MECHANISM_PRESCRIBED_MOTION_H
#define BR_TOOL_MECHANISM_PRESCRIBED_MOTION_H

#include "mech/motion/moving.h"
#include "sim/source/samples.h"

typedef struct motion_measure { // of a joint or distance
    int speed;                  // the signal NAME_speed of the table; -1: it has none
    double size, fastest;       // most of |y| and |y'| so far
    double rate, second, t;     // y', y'' and time of the row before
    struct {
        double gap, from, to, by, t[2]; // the change of y' between two rows that y'' explains least, which gives `by`
    } jump;
    struct {
        double gap, logged, moved, t;        // where y' of the table is farthest from that of the motion
        double square, moves, logs, product; // sums: of gap^2, moved^2, logged^2, moved*logged
    } apart;
} motion_measure;

typedef struct motion_check {
    const br_mech *m;
    const br_samples *log;
    motion_measure *of; // measures
} motion_check;

// Names, units and angles of the table. BR_BAD_DATA: one is none of the mechanism, or angles start again after a turn.
br_status motion_check_open(motion_check *d, const br_mech *m, const br_samples *log, br_diag *why) BR_CHECKED;
void motion_check_close(motion_check *d);
void motion_check_add_row(motion_check *d, const br_moving *s, size_t row); // s: brought there
void motion_check_report(const motion_check *d,
                         br_buffer *warnings);                   // what contradicts, by how much and where, one a line
int motion_measure_named(const br_mech *m, const char *name);    // the measure of that name, or -1
int motion_measure_of_speed(const br_mech *m, const char *name); // that NAME_speed is the speed of, or -1

#endif
