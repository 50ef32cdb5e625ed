// trajectory.h - what the rigs share: the trajectory, and friction that is stepped at a held velocity.   [host]
#ifndef BR_SIM_RIG_TRAJECTORY_H
#define BR_SIM_RIG_TRAJECTORY_H

#include "law/model/system.h"
#include "num/text/buffer.h"
#include "num/text/diag.h"
#include "sim/rig/rig.h"
#include "sim/source/wave.h"

#define BR_RIG_DT 1e-4 // s, thesis 4.4.1: 10 kHz

// The trajectory in the manner of thesis Fig. 4.5. Time 0 is the first row of the log; before it there is a run-in.
typedef struct br_course {
    br_wave x, v;
    double lead, end; // s: of the run-in, and of the last move
    double minor[2];  // s: when a minor loop of 20 um begins, and when it closes
} br_course;

br_status br_course_make(br_course *c) BR_CHECKED;
void br_course_free(br_course *c);
long long br_course_lead(const br_course *c);                            // samples of the run-in
long long br_course_rows(const br_course *c);                            // samples from time 0 on
double br_course_at(const br_course *c, double t, double *v, double *a); // position; t from -lead on

// Places of the input v and of the output F of a law; -1: it has none.
int br_law_velocity(const br_model *m);
int br_law_force(const br_model *m);

// A friction law with the input v; one that also has a normal force fn is pressed with 1 N.
typedef struct br_contact {
    br_model model;
    br_system system;
    br_integrator flow;
    void *memory;
    double *x, *p, *out; // states, parameters; rates and outputs
    int *m;
    int F; // the place of the friction force in out
} br_contact;

br_status br_contact_open(br_contact *c, const char *law, const char *set, const char *values,
                          const br_integrator_options *o, br_diag *why) BR_CHECKED;
void br_contact_close(br_contact *c);
double br_contact_force(br_contact *c, double v);
br_status br_contact_move(br_contact *c, double v, double dt) BR_CHECKED; // the velocity is held

void br_rig_mark_minor(br_rig *r, const br_course *c); // from its rows
// Opens the log: so many columns as given, then one for each state, as truth: z[1]_true.
br_status br_rig_open_log(br_rig *r, const br_record_head *head, int columns, const br_model *m, long long rows,
                          br_diag *why) BR_CHECKED;

br_status br_rig_rich(br_buffer *list) BR_CHECKED; // the friction of rig/axis, as values of the law gms
br_status br_rig_axis(br_rig *r, uint64_t seed, br_diag *why) BR_CHECKED;
br_status br_rig_exact(br_rig *r, uint64_t seed, br_diag *why) BR_CHECKED;
br_status br_rig_consistent(br_rig *r, uint64_t seed, br_diag *why) BR_CHECKED;

#endif
