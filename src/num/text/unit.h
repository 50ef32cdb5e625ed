// unit.h - physical units: parsed, multiplied, compared, converted to SI, printed. [host]
//
// A unit is a product of powers, nothing else: of the base units, which make its dimension, and of 10, 2, 3 and pi,
// which make its size. mm is m*10^-3, h is s*2^2*3^2*10^2, deg is pi/(2*3^2*10). So N/mm*mm is N without any rounding,
// powers and roots are exact, and a value meets rounding only in br_unit_to_si. All zero is the plain number.
#ifndef BR_NUM_TEXT_UNIT_H
#define BR_NUM_TEXT_UNIT_H

#include "num/interval/interval.h"
#include <stdbool.h>
#include <stddef.h>

#include <bristle/status.h>

enum {
    BR_UNIT_DIMENSIONS = 5,
    BR_UNIT_POWERS = 9,
    BR_UNIT_SIZE = 96, // bytes that hold any unit as text, with its final 0
};

typedef struct br_unit {
    short power[BR_UNIT_POWERS]; // of m, kg, s, A, K; 10, 2, 3, pi: in twelfths
} br_unit;

// A name that the caller adds to those known here; it takes no prefixes and goes before a known one.
typedef struct br_unit_name {
    const char *name;
    size_t len;
    br_unit unit;
} br_unit_name;

// Reads the unit at the start of s[0..n) and returns the bytes used: names joined by * and / from left to right, without
// blanks, each with an optional whole or fractional power: N*s/m, um, 1/s, m/s^2, kg*m^-3, V/Hz^(1/2); - or 1 for none.
//   m g s A K N Pa J W V Ohm H F C T Wb Hz rad bar l   with SI prefixes f p n u m c d k M G where customary
//   Nm Ns Vs                                           the same as N*m N*s V*s, with prefixes too: kNm
//   t min h rpm rev deg %
// Also the signs that people type: the micro and degree signs, the middle dot, squared and cubed.
// Returns 0, with u as it was and why written (column from 1, counted from s), if no unit starts at s, or a name or
// a power in it is wrong. why may be NULL.
size_t br_unit_read(const char *s, size_t n, const br_unit_name *extra, int nextra, br_unit *u, br_diag *why);

// Writes the dimension in SI and returns the length: N/m, N*s/m, m/s^2, kg, 1/s, V, m^(1/2), - for none. It reads back
// to the same dimension.
int br_unit_write(char buf[BR_UNIT_SIZE], br_unit u);
// The same with the names of a text that u was read from, where SI has them: rpm is rad/s and deg/ms is rad/s, not 1/s;
// kN*m/rad is N*m/rad; N/mm is N/m.
int br_unit_write_like(char buf[BR_UNIT_SIZE], br_unit u, const char *text);
// Two units for a message that compares them: where one has N in it, the other is a product too, N*m/s instead of W.
void br_unit_write_both(char x[BR_UNIT_SIZE], br_unit u, char y[BR_UNIT_SIZE], br_unit w);

br_unit br_unit_none(void);
bool br_unit_is_si(br_unit u);           // of size 1: m is, mm is not
bool br_unit_same(br_unit a, br_unit b); // of the same dimension: mm and m are
bool br_unit_is_inertia(br_unit u);      // kg or kg*m^2, which nobody writes as N*s^2/m
br_unit br_unit_mul(br_unit a, br_unit b);
br_unit br_unit_div(br_unit a, br_unit b);
br_unit br_unit_pow(br_unit u, int num, int den, bool *ok); // not ok: no whole number of twelfths, or beyond reason

// A value in u as one in SI, and back. A power of ten only moves the decimal point (br_number_move_point): 5e-8 mm is
// the double nearest to 5e-11, 2400 N/mm is 2.4e6 N/m; other sizes round once for each of ratio and pi.
double br_unit_to_si(br_unit u, double value);
double br_unit_from_si(br_unit u, double value);
br_interval br_unit_enclose_si(br_unit u, br_interval v); // holds every number of v exactly converted to SI

#endif
