// interval_text.h - intervals as decimal text, rounded outward. [host]
//
// Written as on the command line: 1.5, 0.1..0.2, -inf..3, empty. No heap, no state, safe in threads.
#ifndef BR_NUM_TEXT_INTERVAL_TEXT_H
#define BR_NUM_TEXT_INTERVAL_TEXT_H

#include "num/interval/interval.h"
#include "num/text/number.h"

enum { BR_INTERVAL_SIZE = 2 * BR_NUMBER_SIZE + 2 }; // bytes that hold any interval as text, with its final 0

// Text whose decimal numbers enclose the interval, the ends with that many digits (0: as few as br_number_write_below
// allows); one number only where the interval is a point and the text its exact value. Returns the length.
int br_interval_write(char buf[BR_INTERVAL_SIZE], br_interval a, int digits);

#endif
