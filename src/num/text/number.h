// number.h - parsing and printing of decimal numbers, correctly rounded, in any locale. [host]
//
// The same bytes on every machine and under every locale: nothing here asks the C library. No heap, no state, safe
// in threads; all calls are linear in the text. The machine must round to nearest, the default mode.
#ifndef BR_NUM_TEXT_NUMBER_H
#define BR_NUM_TEXT_NUMBER_H

#include <stddef.h>

enum { BR_NUMBER_SIZE = 32 }; // bytes that hold any number as text, with its final 0

// Reads the longest decimal number at the start of s[0..n): [+-] digits [. digits] [(e|E) [+-] digits]. Returns the
// bytes used; 0, and nothing written, if there is none. ".5" and "5." are numbers, "5em" reads 5, and so does "5..6",
// which is a range. The value is the nearest one (ties to even), in the float case straight from the text.
// *range: 0; +1 too large, the value is infinite; -1 below the least normal number, the value is subnormal or zero.
size_t br_number_read(const char *s, size_t n, double *value, int *range);
size_t brf_number_read(const char *s, size_t n, float *value, int *range);

// The tightest *lo <= the decimal number <= *hi, for any number of digits; equal where it is a double. Returns as above.
size_t br_number_enclose(const char *s, size_t n, double *lo, double *hi);

// Writes the shortest text that reads back to the same bits, and of those the one nearest to the value; returns its
// length. Plain from 0.00001 to 17 digits before the point, else like 2.5e20 and 1e-6. Also -0, inf, -inf and nan.
int br_number_write(char buf[BR_NUMBER_SIZE], double value);
int brf_number_write(char buf[BR_NUMBER_SIZE], float value);

// The largest decimal number of 1 to 17 digits that is not above the value, and the least that is not below. digits = 0:
// the shortest text that reads back to the value if it lies on that side, else 17 digits.
int br_number_write_below(char buf[BR_NUMBER_SIZE], double value, int digits);
int br_number_write_above(char buf[BR_NUMBER_SIZE], double value, int digits);

// value*10^ten as a person means it: the decimal point of the shortest text moves, then it is rounded once. 5e-8 moved
// by -3 is 5e-11, although the double 5e-8 over 1000 is not. Exact for decimals of up to 15 digits, else within 1 ulp.
double br_number_move_point(double value, int ten);

#endif
