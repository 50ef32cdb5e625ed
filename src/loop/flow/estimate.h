// estimate.h - a parameter or input that is estimated beside the states of a system.   [target]
#ifndef BR_LOOP_FLOW_ESTIMATE_H
#define BR_LOOP_FLOW_ESTIMATE_H

#include "num/base/real.h"

// It stands in the vector of an observer as value/scale, or as log(value/scale), and its value never leaves low..high.
typedef struct br_estimate {
    char by; // 'p' parameter, 'u' input
    int number;
    br_real scale; // nominal value; not 0
    int log;       // whether it is estimated as its logarithm; then low and high have the sign of scale
    br_real low, high;
} br_estimate;

#endif
