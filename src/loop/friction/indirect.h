// indirect.h - friction force from position and drive force: drive force minus m*a.   [target]
//
// yF = ua - m a (thesis 2.6.1), and without the viscous term yF - sigma_v v (thesis 5.2.3):
//
//     F = br_indirect_force(ua, m, x.a);
//     F = br_indirect_dry(F, sigma_v, x.v);
//
// A differentiator's acceleration is late, the drive force is not: where the acceleration jumps, the difference shows
// as a glitch of m times the jump (thesis, Fig. 4.6). A br_indirect takes drive force, velocity and acceleration, both
// by central differences, through the same low-pass: all are late by the same time at every frequency, and no glitch
// remains. Fixed work, no heap: safe in a control loop. The object needs no other memory.
#ifndef BR_LOOP_FRICTION_INDIRECT_H
#define BR_LOOP_FRICTION_INDIRECT_H

#include "loop/signal/lowpass.h"

static inline br_real br_indirect_force(br_real ua, br_real mass, br_real a)
{
    return ua - mass * a;
}

static inline br_real br_indirect_dry(br_real yF, br_real viscous, br_real v)
{
    return yF - viscous * v;
}

typedef struct br_indirect_options {
    br_lowpass_options low;
    br_real mass;    // m, kg
    br_real viscous; // sigma_v, N s/m
    br_real most;    // drive force at which the drive saturates, N; 0: it does not
    int held; // 1: the force is held from each sample to the next, as a command is; 0: it is measured at the sample
} br_indirect_options;

br_indirect_options
br_indirect_defaults(br_real dt); // the low-pass of br_lowpass_defaults, force held; the mass is to be given

typedef struct br_indirect_sample {
    br_real v, a;
    br_real force; // yF
    br_real dry;   // yF - viscous*v
    int doubtful;  // 1: the start, a missing sample or a saturated drive is still felt
} br_indirect_sample;

typedef struct br_indirect_health {
    unsigned long missing; // samples in which position or force was NaN, infinite or too large
    unsigned long clipped; // samples of a saturated drive; they count as +-most
} br_indirect_health;

typedef struct br_indirect {
    br_indirect_options o;
    br_indirect_health health;
    br_lowpass v, a, ua;
    br_real largest;  // position whose acceleration is a number
    br_real q;        // the last one that was there
    br_real slope;    // of the position, between the last two
    br_real force[2]; // the last two, newest first
    int samples;      // positions since the start, up to 2
    int gap;          // samples since the last position
    int memory;       // of the low-pass and the differences
    int doubt;        // samples for which something is still felt
} br_indirect;

// BR_BAD_USAGE: what the low-pass refuses; mass or viscous not finite or negative, most negative.
br_status br_indirect_init(br_indirect *i, const br_indirect_options *o) BR_CHECKED;
void br_indirect_reset(br_indirect *i); // as after init

// Position and drive force, one nominal step after the last ones (br_clock with grid gives such). What is missing (NaN)
// is bridged. The answer belongs to the time 1 + br_lowpass_delay(&i->v) samples ago. All of it is 0 until two
// positions have come.
br_indirect_sample br_indirect_step(br_indirect *i, br_real q, br_real ua);

#endif
