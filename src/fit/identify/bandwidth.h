// bandwidth.h - the bandwidth at which noise of positions does not bias a fit of forces.       [host]
//
// Velocity and acceleration of noisy positions are noisy regressors: least squares is biased, in a closed loop, too, and its
// standard deviations do not show it. The noise of an acceleration falls with the bandwidth to the power 2.5, what a motion tells
// hardly falls: so the log is fitted by Coulomb and viscous friction, mass and offset at ever narrower bands.
#ifndef BR_FIT_IDENTIFY_BANDWIDTH_H
#define BR_FIT_IDENTIFY_BANDWIDTH_H

#include <bristle/status.h>
#include <stdbool.h>

enum { BR_BAND_PARAMETERS = 4 };

typedef struct br_band {
    int narrower;                     // cutoff over this, residuals decimated by this more
    bool known;                       // it could be fitted
    double value[BR_BAND_PARAMETERS]; // FC, sigma2, offset, m (that last: 0 where it is not estimated)
    double sd[BR_BAND_PARAMETERS];    // corrected for autocorrelated residuals
} br_band;

typedef struct br_bandwidth {
    br_band given, best; // at the bandwidth that was given, and where the parameters are the most certain
    double gain;         // sds at the given one over those at the best, geometric mean
    double off;          // the largest difference of a parameter, in sds at the given one
    double attenuation;  // the largest bias that white noise of the positions makes, in sds at the given one
    bool biased;         // the best one differs, by noise of positions or by a law that Coulomb friction is not
    bool attenuated;     // noise of positions biases the fit
} br_bandwidth;

typedef struct br_bandwidth_log {
    int rows;
    const double *t, *x, *y; // y: drive force, or friction force; NaN: missing
    bool mass;               // the mass is estimated; else it is
    double known_mass;       // kg; 0 with a friction force
    double cutoff;           // Hz: of the low-pass before the central differences
    int every;               // residuals are decimated by so many
} br_bandwidth_log;

// BR_BAD_DATA: the log cannot be fitted at the given bandwidth.
br_status br_bandwidth_choose(const br_bandwidth_log *l, br_bandwidth *to) BR_CHECKED;

#endif
