// excite.h - `bristle excite`: an excitation signal, its options and its views.              [host]
#ifndef BR_TOOL_EXCITE_EXCITE_H
#define BR_TOOL_EXCITE_EXCITE_H

#include "api/excite/exciting.h"
#include "tool/kit/options.h"

// Options as numbers; NULL leaves *value as it is.
br_unit excite_unit(const char *text);
// What a message says behind a unit of an axis that turns, where one of an axis that slides is wanted, and the other way round; else "".
const char *excite_turning(const br_exciting *w, br_unit given, const char *wanted);

// of an axis that slides or turns, as w says
br_status excite_read_measure(const br_exciting *w, const char *option, const char *text, const br_exciting_measure *is,
                              double *value, br_diag *why) BR_CHECKED;
br_status excite_read_whole(const char *option, const char *text, int most, int *value, br_diag *why) BR_CHECKED;
br_status excite_read_time(const char *option, const char *text, double *value, br_diag *why) BR_CHECKED;

// --optimal: its options.
br_status excite_optimal_read(br_exciting *w, const tool_args *a, br_diag *why) BR_CHECKED;

void excite_text(br_buffer *out, const br_exciting *w);
void excite_json(br_buffer *out, const br_exciting *w);
br_status excite_report(br_buffer *out, const br_exciting *w) BR_CHECKED;

#endif
