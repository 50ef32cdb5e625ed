// beam.h - slender bodies that bend: shapes of their elastic modes, and what these weigh.    [host]
//
// A point at xi of the length is where the rigid line has it, plus the sum of phi_i(xi) z_i. The vector z_i = eta_i R d is a
// coordinate: as large as the mode, across the line as the frame R stands. So positions are linear in the coordinates and
// the mass matrix is constant (flexible natural coordinates, paper 001 (4), (5)); that z_i keeps its direction is a
// constraint, and eta_i a measure with a spring.
#ifndef BR_MECH_MODEL_BEAM_H
#define BR_MECH_MODEL_BEAM_H

#include <stdbool.h>

enum { BR_BEAM_MODES = 8 };

typedef struct br_beam {
    bool clamped; // its frame is the tangent at its beginning; else the chord
    double from[3], axis[3], length;
    double rigidity, damping; // N*m^2; share of critical damping
    int modes;                // in each plane
    int planes;               // 1, or 2 in space
    // Integrals over xi of phi_i, (xi - 1/2) phi_i and phi_i phi_j, and the stiffness against eta_i in N/m.
    double lift[BR_BEAM_MODES], tilt[BR_BEAM_MODES], own[BR_BEAM_MODES][BR_BEAM_MODES], stiffness[BR_BEAM_MODES];
} br_beam;

void br_beam_prepare(br_beam *b);                            // the integrals
double br_beam_shape(const br_beam *b, int mode, double xi); // phi; beyond an end as at the end
double br_beam_curve(const br_beam *b, int mode, double xi); // its second derivative along the line, in 1/m^2

#endif
