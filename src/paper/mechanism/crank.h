// crank.h - a slider-crank in its one coordinate: truth for estimates, apart from all other code of mechanisms.    [host]
#ifndef BR_PAPER_MECHANISM_CRANK_H
#define BR_PAPER_MECHANISM_CRANK_H

#include <stdint.h>

typedef struct br_crank {
    double r, L, a;          // m: crank, rod, from the crank's pin to the rod's centre of gravity
    double J, m_r, J_r, m_s; // about the shaft; rod, about its centre; slider
    double FC, v0, c;        // friction of the slider: FC*(2/pi)*atan(v/v0) + c*v
    double start;            // rad: where it is at rest before it runs
    double Kp, Ki, slew;     // of the speed's control, N*m*s/rad and N*m/rad; of its set point, rad/s^2
} br_crank;

typedef struct br_crank_row {
    double t, theta, omega, acceleration, torque; // acceleration of the slider, m/s^2
} br_crank_row;

// Lengths as docs/papers.md chooses them, masses of paper 001 Table 1, 5 % heavier than the model of
// examples/mech/slider-crank-observed.mech, and other friction.
br_crank br_crank_truth(void);
// rows samples from rest, every h seconds; set points of 40, 50 and 60 rad/s for a third of the time each.
void br_crank_run(const br_crank *c, double h, long long rows, br_crank_row *to);

#endif
