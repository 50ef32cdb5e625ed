// parameter.h - numbers of a mechanism by their names.                             [host]
//
//     spring.stiffness, spring.rest, damper.damping
//     friction.FC, friction.kappa[3]                                a parameter of the law
//     joint.stiffness, .damping, .bending, .bending_damping         of a joint that yields
#ifndef BR_MECH_ESTIMATE_PARAMETER_H
#define BR_MECH_ESTIMATE_PARAMETER_H

#include "mech/estimate/augmented.h"

enum { BR_PARAMETER_NAME = BR_MECH_NAME + BR_NAME_SIZE + 8 };

typedef struct br_named_parameter {
    char name[BR_PARAMETER_NAME];
    char unit[BR_UNIT_SIZE]; // SI
    double nominal;          // in the text
    br_parameter is;         // its scale, start and standard deviations are the caller's
} br_named_parameter;

bool br_parameter_find(const br_mech *m, const char *name, br_named_parameter *p);
void br_parameter_names(const br_mech *m, br_buffer *out); // all there are

#endif
