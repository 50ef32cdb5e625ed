// sine_series.h - Taylor coefficients of sines whose phase is a series, enclosed.                [host]
#ifndef BR_SIM_SOURCE_SINE_SERIES_H
#define BR_SIM_SOURCE_SINE_SERIES_H

#include "num/interval/interval.h"

// Coefficients 0 to order of sin and cos of 2*pi*turns + phase, where turns has coefficients 0 to order.
void br_sine_series(const br_interval *turns, br_interval phase, int order, br_interval *sine, br_interval *cosine);

#endif
