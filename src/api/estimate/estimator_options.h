// estimator_options.h - options of observers and horizons as the plan of a package takes them.   [host]
#ifndef BR_API_ESTIMATE_ESTIMATOR_OPTIONS_H
#define BR_API_ESTIMATE_ESTIMATOR_OPTIONS_H

#include "api/estimate/estimator.h"

#include <bristle/horizon.h>
#include <bristle/observer.h>

// from NULL: defaults. Texts of the lists are lent. BR_BAD_USAGE: an option is wrong.
br_status br_observer_read(const br_observer_options *from, br_package_options *to, br_estimator_lists *lists,
                           bool *stationary, br_diag *why) BR_CHECKED;
br_status br_horizon_read(const br_horizon_options *from, br_package_options *to, br_estimator_lists *lists,
                          br_diag *why) BR_CHECKED;

#endif
