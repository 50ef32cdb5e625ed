// report_equations.h - the equations of a law on its report.                                        [host]
#ifndef BR_TOOL_LAWS_REPORT_EQUATIONS_H
#define BR_TOOL_LAWS_REPORT_EQUATIONS_H

#include "num/text/buffer.h"

#include <bristle/describe.h>

// Those that hold with the first choices and, folded, those of other choices and the text; then of each law that is used.
void report_equations(br_buffer *out, const br_description *d);

#endif
