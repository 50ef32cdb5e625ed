// sensor.h - the value of a sensor of a mechanism, and its derivative along tangent directions.    [host]
#ifndef BR_MECH_ESTIMATE_SENSOR_H
#define BR_MECH_ESTIMATE_SENSOR_H

#include "mech/estimate/directions.h"

bool br_sensor_needs_forces(const br_mech *m, const br_sensor *e); // accelerations or multipliers enter it
// Now; accelerations and multipliers must be those of now (br_moving_accelerate) where they enter.
double br_sensor_value(br_moving *s, const br_sensor *e);
// One number for each direction; their accelerations and multipliers must be those of br_directions_accelerate where they enter.
void br_sensor_along(br_moving *s, const br_sensor *e, const br_directions *f, double *slope);

#endif
