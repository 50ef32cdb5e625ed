// axis_parts.h - what the sources of a simulated axis share.                        [host]
#ifndef BR_FIT_OUTPUT_AXIS_PARTS_H
#define BR_FIT_OUTPUT_AXIS_PARTS_H

#include "fit/output/axis_simulation.h"

// The joint that has the derivatives by all columns that are wanted.
static inline br_joint *br_axis_joint(br_axis_simulation *f)
{
    return f->first > 0 ? &f->lean : &f->joint;
}

// Of the drive by a term; 0: the term is not in it.
static inline double br_axis_drive_slope(const br_axis_drive_slopes *s, br_axis_term which)
{
    return which == BR_AXIS_DELAY ? s->delay : which == BR_AXIS_EXTRA ? s->extra : 0;
}

// Slopes a share of the way from one to the other.
static inline br_axis_drive_slopes br_axis_slopes_between(br_axis_drive_slopes a, br_axis_drive_slopes b, double share)
{
    return (br_axis_drive_slopes){a.delay + (b.delay - a.delay) * share, a.extra + (b.extra - a.extra) * share};
}

// In axis_forces.c: the terms as numbers of the simulation; those that are not linear in x and v, and their slopes, added to by_x
// and by_v.
void br_axis_set_forces(br_axis_simulation *f);
double br_axis_curved_forces(const br_axis_simulation *f, double x, double v, double *by_x, double *by_v);

// Forces other than drive, friction and inertia, and their slopes.
static inline double br_axis_other_forces(const br_axis_simulation *f, double x, double v, double *by_x, double *by_v)
{
    *by_x = f->spring;
    *by_v = f->damper;
    double sum = f->offset + f->spring * x + f->damper * v;
    return f->curved ? sum + br_axis_curved_forces(f, x, v, by_x, by_v) : sum;
}

// Friction of the states there are now, with another velocity, which stays in the inputs; its derivatives by states and velocity
// stand in f->h.
double br_axis_friction(br_axis_simulation *f, const double *p, double v);
// The force on the axis where it is now, and with slopes the derivatives of friction there. false: it is not finite.
bool br_axis_balance(br_axis_simulation *f, const double *p, bool slopes);

// In axis_step.c: the axis f->dt on, under a drive from f->drive to f->drive_next; the same of one that is at rest, if friction
// holds it to the end (*rests; else nothing has changed).
br_status br_axis_step(br_axis_simulation *f, const double *p, bool slopes) BR_CHECKED;
br_status br_axis_rest(br_axis_simulation *f, const double *p, bool slopes, bool *rests) BR_CHECKED;

// In axis_drive.c: the drive of the first row; the axis from a row to the next under its drive.
void br_axis_start_drive(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in);
br_status br_axis_drive_on(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                           bool slopes) BR_CHECKED;
// The velocity at the next row with half as long steps; the axis stays where it is.
br_status br_axis_try_half_steps(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                                 double *v) BR_CHECKED;

// In axis_filter.c: a row, dt after the one before, corrects the axis; of its row of J the derivatives by the start become 0.
br_status br_axis_filter_correct(br_axis_simulation *f, const br_axis_input *in, long long row, double dt,
                                 double *J) BR_CHECKED;

#endif
