// number.h - numbers as values of options: with a unit, as a time, as a seed.    [host]
#ifndef BR_TOOL_KIT_NUMBER_H
#define BR_TOOL_KIT_NUMBER_H

#include "num/text/buffer.h"
#include "num/interval/interval.h"
#include "num/text/unit.h"

#include <bristle/status.h>

#include <stdbool.h>
#include <stdint.h>

// One number, with a unit or without; *value is in SI. False: it is none.
bool tool_number(const char *option, const char *text, double *value, br_unit *unit);

// "500 Hz", "3000 rad/s", "60 rpm": a frequency above 0, in Hz. False: it is none.
bool tool_frequency(const char *option, const char *text, double *hertz);

// "10", "10 s", "0.5 ms": a time above 0.
br_status tool_time(const char *command, const char *option, const char *text, double *value, br_diag *why) BR_CHECKED;

// "10", "-0.5 ms", "0": an instant of a log.
br_status tool_instant(const char *command, const char *option, const char *text, double *value,
                       br_diag *why) BR_CHECKED;
// --from and --until (those names; NULL text: none) as instants, -inf and inf where they are not given; refused the wrong way round.
typedef struct tool_span {
    double from, until; // s
} tool_span;
br_status tool_span_read(const char *command, const char *const option[2], const char *const text[2], tool_span *to,
                         br_diag *why) BR_CHECKED;

// An integer from 0 to 2^53 - 1: beyond, not every one is a double; NULL: 1.
br_status tool_seed(const char *command, const char *text, uint64_t *seed, br_diag *why) BR_CHECKED;

// Whether it is the second of two words; NULL: the first.
br_status tool_choice(const char *command, const char *option, const char *text, const char *first, const char *second,
                      int *which, br_diag *why) BR_CHECKED;

#endif
