// excite.h - `bristle excite`: an excitation signal, its options and its views.              [host]
#ifndef BR_TOOL_EXCITE_EXCITE_H
#define BR_TOOL_EXCITE_EXCITE_H

#include "num/text/unit.h"
#include "tool/kit/options.h"
#include "tool/kit/rows.h"

#include <bristle/excite.h>

typedef struct exciting {
    const tool_args *a;
    br_excitation_options o;
    br_law *law; // NULL: none
    br_excitation *is;
    br_table *signal;
    tool_rows rows;
    br_buffer notes; // one a line
} exciting;

// The unit in SI of "x", "v", "a", "F" and "rate" of this axis.
const char *excite_unit_of(const exciting *w, const char *limit);

// Options as numbers; NULL leaves *value as it is.
br_unit excite_unit(const char *text);
// What a message says behind a unit of an axis that turns, where one of an axis that slides is wanted, and the other way round; else "".
const char *excite_turning(const exciting *w, br_unit given, const char *wanted);

// what: "speed"; unit: in SI, of this axis
br_status excite_read_measure(const exciting *w, const char *option, const char *text, const char *what,
                              const char *unit, double *value, br_diag *why) BR_CHECKED;
br_status excite_read_whole(const char *option, const char *text, int most, int *value, br_diag *why) BR_CHECKED;
br_status excite_read_time(const char *option, const char *text, double *value, br_diag *why) BR_CHECKED;

// --optimal: its options.
br_status excite_optimal_read(exciting *w, br_diag *why) BR_CHECKED;

void excite_text(br_buffer *out, const exciting *w);
void excite_json(br_buffer *out, const exciting *w);
br_status excite_report(br_buffer *out, const exciting *w) BR_CHECKED;

#endif
