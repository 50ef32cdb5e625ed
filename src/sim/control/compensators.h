// compensators.h - compensators by name, for comparisons and for emitted packages.   [host]
#ifndef BR_SIM_CONTROL_COMPENSATORS_H
#define BR_SIM_CONTROL_COMPENSATORS_H

#include "sim/control/control.h"

// A law that compensators stand on: its system and its numbers, made wrong.
typedef struct br_control_law {
    br_model model; // of its own, or
    br_model *is;   // that of the caller
    br_system system;
    double *p, *x, *u, *scale; // parameters as known; start; inputs; size of every state
    bool has_model, has_system;
} br_control_law;

typedef enum br_control_part {
    BR_PART_OWN,
    BR_PART_LUGRE,
    BR_PART_PLANT,
    BR_PART_LUGRE_PLANT,
    BR_PARTS
} br_control_part;

typedef struct br_bench { // all a comparison stands on
    const br_control_axis *axis;
    const br_control_options *o;
    br_known known;
    double bandwidth, speed;
    double level, mass; // 1 + wrong, and the mass as it is known, as they are now
    bool is_lugre;      // the law is LuGre's, whatever its name
    double Ki;          // of the tuned PID
    br_carriage truth;
    br_control_law law[BR_PARTS]; // those that are needed are open
    br_diag *why;
} br_bench;

br_status br_bench_open(br_bench *b, const br_control_axis *axis, const br_control_options *o, br_diag *why) BR_CHECKED;
void br_bench_close(br_bench *b);
void br_bench_wrong(br_bench *b, double wrong, double wrong_mass); // parameters of all laws, from now on

// A compensator that is ready to run.
typedef struct br_ready {
    br_compensate c;
    br_kalman filter;
    br_mhe horizon;
    double *k, *damping, *v;
    int which;
    void *memory, *estimator;
} br_ready;

typedef struct br_setting {
    double Ki, gain;
} br_setting;

// What a trial is worth, less is better: its error; a thousand times that with a limit cycle or chatter.
double br_trial_score(const br_servo *r, double band, double FC);
int br_rival_trials(const br_bench *b, const br_rival *r); // how many it has, at most as many as are allowed
br_setting br_rival_trial(const br_bench *b, const br_rival *r, int i);
// Whether its gain, or an integral it was free to choose, is the least or the largest of its trials.
bool br_rival_at_end(const br_bench *b, const br_rival *r, br_setting s);
bool br_rival_fits(const br_bench *b, const br_rival *r); // what it stands on is there
// Failure is explained in b->why.
br_status br_ready_make(br_ready *y, br_bench *b, const br_rival *r, br_setting s,
                        const br_servo_options *servo) BR_CHECKED;
void br_ready_free(br_ready *y);

// One compensator by its name: tuned and run as in a comparison. On success the bench stays open, and row->run is to be
// freed; axis and options are lent to it. BR_BAD_USAGE: there is no such compensator, or an option is wrong.
br_status br_control_one(br_control_row *row, br_bench *b, const br_control_axis *axis, const br_control_options *o,
                         const char *name, br_diag *why) BR_CHECKED;

#endif
