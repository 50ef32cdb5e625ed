// identify_parts.h - what the sources of br_identify share.                        [host]
#ifndef BR_FIT_IDENTIFY_IDENTIFY_PARTS_H
#define BR_FIT_IDENTIFY_IDENTIFY_PARTS_H

#include "fit/identify/identify.h"

#include <string.h>

enum { BR_MOTION_STARTS = 3, BR_GUIDED_STARTS = 2 };
// The longest delay, in samples; the factor of sds for autocorrelated residuals beyond which these may be a model mismatch (white ones
// that were decimated are below); the bias that matters, in sds (chance makes it half as large).
#define BR_LONGEST_DELAY 10
#define BR_COLOURED 1.25
#define BR_BIAS_MATTERS 0.7

// What one identification works with: stretches of the logs, each with its columns.
typedef struct br_identify_work {
    br_identified *id;
    const br_axis_log *log; // with the motion that the fit uses: the given one, or
    br_axis_log *moved;     // that at t + delay; NULL: not made
    double **motion;        // its columns
    bool force_moves;       // the force at t - delay, with the motion that was given
    double force_rms;       // of the residuals of a fit of forces
    int noise_fits;         // so many have changed the noise
    double rate_noise;      // factor of the sd of the delay for a noisy motion
    bool simpler_delay;     // a simpler law has this delay, and without it this one would fit worse
    const br_axis_log *given;
    int logs;
    const br_identify_options *o;
    br_system system;
    bool has_system;
    br_output_problem q;
    br_axis_simulation_options simulation; // the axis of this log
    br_output_log *stretch;
    int stretches;
    double **block;           // columns of y, terms and the force over time, of every log
    double **drive;           // of every log the force that moves the simulated axis,
    unsigned char **halvings; // and of every row how often the steps to the next one are halved
    const double ***u;        // inputs of every stretch
    const double ***term;
    double *hold;
    br_output_fit part; // without the hold-out rows; n 0: there are none
    int output;         // F
    br_start_options start;
    double stage_from, stage_to; // progress: where the stage that runs begins and ends
    br_start_known motion_start[BR_MOTION_STARTS + BR_GUIDED_STARTS]; // found along pieces of the log, and by guides,
    int motion_starts;
    double *motion_block, *guided_block; // in here
    double *first_p;                     // the values that the model was given; NULL: none
    double *moving;                      // parameters and terms of a fit of forces to the rows that move; NULL: none
    double *prior_mean, *prior_sd;       // of parameters, then terms
    double *mismatch; // of every value of the fit what a model mismatch may have moved; NULL: not known
} br_identify_work;

// In identify_terms.c: the list of terms, which a law with the force of a damper has without one.
br_status br_identify_find_damper(br_identify_work *w) BR_CHECKED;
br_status br_identify_terms(br_identify_work *w, br_diag *why) BR_CHECKED;
void br_identify_check_spring(
    br_identify_work *w); // after the fit: are mass and spring identifiable beside each other?

// In identify_rows.c: columns of y and terms, stretches of rows without a gap, hold-out rows, and scales of the log.
br_status br_identify_columns(br_identify_work *w) BR_CHECKED;
void br_identify_fill_columns(br_identify_work *w); // again, where the motion has changed
br_status br_identify_median_step(const br_axis_log *l, double *step) BR_CHECKED;
double *br_identify_rate_column(const br_identify_work *w, int log);
br_status br_identify_stretches(br_identify_work *w, double piece) BR_CHECKED; // piece: s; 0: they end at gaps alone
void br_identify_free_stretches(br_identify_work *w);
void br_identify_mark_hold_out(br_identify_work *w, bool hold_out);
br_status
br_identify_point_stretches(br_identify_work *w) BR_CHECKED; // the problem runs along stretches that are cut again
// Has a row motion, force and all other inputs of the law; does its velocity give a direction?
bool br_identify_can_start(const br_identify_work *w, const br_axis_log *l, long long row);
bool br_identify_direction_known(const br_identify_work *w, const br_axis_log *l, double v);
br_status br_identify_scales(br_identify_work *w, br_diag *why) BR_CHECKED;
const double *br_identify_column(const br_trace *t, const char *name); // NULL: there is none

// The work that follows goes from one share of the fit of forces or of motion, whichever runs, to another.
static inline void br_identify_begin_stage(br_identify_work *w, double from, double to)
{
    bool profile = w->o->profile != NULL, motion = w->o->motion;
    double all = profile ? 0.6 : 1, forces = motion ? 0.3 : 1; // what they take of the time, about
    double first = w->id->motion ? forces * all : 0, last = w->id->motion ? all : forces * all;
    w->stage_from = first + (last - first) * from;
    w->stage_to = first + (last - first) * to;
}

// Of all work; it never goes back.
static inline void br_identify_set_progress(const br_identify_work *w, double share)
{
    if (w->o->progress && (int)(1000 * share) > atomic_load(w->o->progress))
        atomic_store(w->o->progress, (int)(1000 * share));
}

// So much of the stage is done. self: a br_identify_work *.
static inline void br_identify_advance(void *self, double share)
{
    const br_identify_work *w = self;
    br_identify_set_progress(w, w->stage_from + (w->stage_to - w->stage_from) * share);
}

// In identify_count.c: rows of every log by what became of them, into id->log; before positions are simulated for their error.
void br_identify_count_rows(br_identify_work *w);

// In identify_fit.c: without the hold-out rows, then to all; from the optimum of a simpler law with its delay; the optimum of a
// stage, for richer laws.
br_status br_identify_fit(br_identify_work *w, const br_output_options *o, br_diag *why) BR_CHECKED;
br_status br_identify_fit_simpler(br_identify_work *w, const br_output_options *o, const br_identified *simpler,
                                  br_diag *why) BR_CHECKED;
// From the simpler laws, the fit of forces and given values: starts of a fit of motion, along the pieces that w->q has.
br_status br_identify_find_motion_starts(br_identify_work *w, const br_output_options *o) BR_CHECKED;
br_status br_identify_keep_optimum(br_identify_work *w, br_identify_stage stage, const br_output_fit *f) BR_CHECKED;

// In identify_delay.c: the same with the delay between force and motion, given or estimated; what the fit says of it.
br_status br_identify_fit_delayed(br_identify_work *w, const br_output_options *o, br_diag *why) BR_CHECKED;
void br_identify_report_delay(br_identify_work *w);
void br_identify_free_motion(br_identify_work *w);
void br_identify_start_from_values(br_identify_work *w); // the next fit starts where the last one has led
void br_identify_start_from_fit(br_identify_work *w); // the next fit starts where the last one, which is freed, has led

// In identify_derivatives.c: after a fit of forces, what errors of velocities and accelerations move.
br_status br_identify_include_derivatives(br_identify_work *w, const br_output_options *o) BR_CHECKED;

// In identify_simulation.c: can the axis be simulated; its drive, stretches and options; simulated positions (or velocities) along
// all stretches, with the parameters of this fit, with `predict` predictions from row to row, where these are fitted, and the
// errors of single steps, if wanted (BR_NOT_FINITE: it ran away).
bool br_identify_can_simulate(br_identify_work *w);
br_status br_identify_prepare_simulation(br_identify_work *w) BR_CHECKED;
long long br_identify_rows(const br_identify_work *w); // of all stretches
br_status br_identify_simulate_all(const br_identify_work *w, const br_output_fit *fit, int steps, bool predict,
                                   double *y, double *local_error) BR_CHECKED;

// In identify_simulation_error.c: the error of what is simulated.
br_status br_identify_simulate(br_identify_work *w) BR_CHECKED;

// In identify_steps.c: steps between rows become shorter, where it matters, until the motion no longer depends on them (*more:
// they had to); y: the run with steps half as long as these.
br_status br_identify_refine_steps(br_identify_work *w, bool predict, double *y, bool *more) BR_CHECKED;

// In identify_fit_motion.c: a fit of simulated positions, or of predictions; the delay as a term of a simulation.
br_status br_identify_fit_motion(br_identify_work *w, br_output_options *o, br_diag *why) BR_CHECKED;
void br_identify_add_delay(br_identify_work *w, double start);
#define BR_NEAR_HALF 0.25 // samples: so near to half of one, a delay may be that of a held command

// In identify_predictions.c, after a fit: the parameters that fit predictions from row to row, and what lies between them, in the
// sds; of predictions what noise of the force may do to them.
br_status br_identify_include_predictions(br_identify_work *w, const br_output_options *o) BR_CHECKED;

// In identify_mismatch.c, after a fit of forces: what the fit with one more term, or with every second row, moves; then, after all
// other checks, in the sds.
br_status br_identify_find_mismatch(br_identify_work *w, const br_output_options *o) BR_CHECKED;
br_status br_identify_find_motion_mismatch(br_identify_work *w, const br_output_options *o) BR_CHECKED; // of the motion
void br_identify_include_mismatch(br_identify_work *w);

// In identify_mismatch_shapes.c, after a fit of forces: which period, width or time constant of a term the residuals show (*found: some),
// and the term at every row of all stretches. Rows are made from the fit in w->id, and may be updated by one with such a term.
typedef struct br_mismatch_rows br_mismatch_rows;
br_status br_mismatch_rows_open(br_mismatch_rows **to,
                                const br_identify_work *w) BR_CHECKED; // to close after a failure, too
void br_mismatch_rows_close(br_mismatch_rows *r);
void br_mismatch_rows_update(br_mismatch_rows *r, const br_output_fit *with, const double *column);
br_status br_mismatch_search(br_mismatch_rows *r, br_mismatch_cause cause, br_mismatch_shape *shape,
                             bool *found) BR_CHECKED;
void br_mismatch_fill(const br_mismatch_rows *r, br_mismatch_shape shape, double *to);

// In identify_noise.c: noise of what is measured and of the force, for predictions from row to row: a first guess; then, after a
// fit, the force's with the largest likelihood (*more: it is another one, and the fit has to be made again).
br_status br_identify_start_noise(br_identify_work *w) BR_CHECKED;
br_status br_identify_find_noise(br_identify_work *w, const br_output_options *o, bool *more) BR_CHECKED;
// Is a change of the force from row to row mostly noise? Between two rows noise is averaged, which looks like a delay of half a
// sample: predictions tell nothing of it.
bool br_identify_is_force_noisy(const br_identify_work *w);
void br_identify_set_noise(br_identify_work *w); // both, into the result: after the last fit

// In identify_motion.c: starts of a fit of motion, into w->moving and w->motion_start.
br_status br_identify_fit_moving(br_identify_work *w, const br_output_options *o) BR_CHECKED;
br_status br_identify_find_starts(br_identify_work *w, const br_output_options *o) BR_CHECKED;

// In identify_guided.c: more starts, by a spring to the measured motion that becomes weaker (continuation).
br_status br_identify_guide_starts(br_identify_work *w, const br_output_options *o) BR_CHECKED;

// An input of the law, by its place among the inputs of the model; -1: there is none.
static inline int br_identify_input(const br_model *m, const char *name)
{
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT && strcmp(m->law.q[q].name, name) == 0)
            return m->at[q];
    return -1;
}

#endif
