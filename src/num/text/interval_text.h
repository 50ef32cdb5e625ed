// interval_text.h - intervals as decimal text: parsing and printing with outward rounding. [host]
//
// Written as on the command line: 1.5, 0.1..0.2, -inf..3, empty. No heap, no state, safe in threads.
#ifndef BR_NUM_TEXT_INTERVAL_TEXT_H
#define BR_NUM_TEXT_INTERVAL_TEXT_H

#include "num/interval/interval.h"
#include "num/text/number.h"

enum { BR_INTERVAL_SIZE = 2 * BR_NUMBER_SIZE + 2 }; // bytes that hold any interval as text, with its final 0

// The tightest interval that holds what the text says: 0.1 gives the two doubles around it. Reads as much of s[0..n) as
// belongs to an interval and returns its bytes; 0, and nothing written, if there is none or the ends are in the wrong
// order.
size_t br_interval_read(const char *s, size_t n, br_interval *a);

// Text whose decimal numbers enclose the interval, the ends with that many digits (0: as few as br_number_write_below
// allows); one number only where the interval is a point and the text its exact value. Returns the length.
int br_interval_write(char buf[BR_INTERVAL_SIZE], br_interval a, int digits);

#endif
