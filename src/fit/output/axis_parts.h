// axis_parts.h - what the sources of a simulated axis share.                        [host]
#ifndef BR_FIT_OUTPUT_AXIS_PARTS_H
#define BR_FIT_OUTPUT_AXIS_PARTS_H

#include "fit/output/axis_simulation.h"

// In axis_forces.c: the mass; forces other than drive, friction and inertia, and their slopes.
double br_axis_mass(const br_axis_simulation *f);
double br_axis_other_forces(const br_axis_simulation *f, double x, double v, double *by_x, double *by_v);
// Friction of the states there are now, with another velocity, which stays in the inputs; its derivatives stand in f->h.
double br_axis_friction(br_axis_simulation *f, const double *p, double v);
// The force on the axis where it is now, and the derivatives of friction there. false: it is not finite.
bool br_axis_balance(br_axis_simulation *f, const double *p);

// In axis_filter.c: a row, dt after the one before, corrects the axis; of its row of J the derivatives by the start become 0.
br_status br_axis_filter_correct(br_axis_simulation *f, const br_axis_input *in, long long row, double dt,
                                 double *J) BR_CHECKED;

#endif
