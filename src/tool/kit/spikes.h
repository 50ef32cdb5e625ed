// spikes.h - spikes in the columns of a log, for all commands: which rows, how much they weigh, and their names.   [host]
#ifndef BR_TOOL_KIT_SPIKES_H
#define BR_TOOL_KIT_SPIKES_H

#include "fit/inspect/spikes.h"
#include "tool/kit/log.h"

// Squares of what spikes put into a fit of y, over those of all else. order: of the differences of y that stand in the fit, 0 to 2.
double tool_spike_share(const br_spikes *s, long long rows, const double *y, int order);
// "axis.csv: x (column enc), row 3000, t = 2.999 s: 1e+09 m between 0.31 and 0.32 m is a spike, and 2 more"
void tool_spike_write(br_buffer *out, const tool_log *l, const char *name, const char *unit, const br_spikes *s);
void tool_spikes_keep(br_spikes *s, const tool_log *l, double from, double until); // those at times within

#endif
