// report.h - the report on laws, and the pictures of one law.                   [host]
#ifndef BR_TOOL_LAWS_REPORT_H
#define BR_TOOL_LAWS_REPORT_H

#include "num/text/buffer.h"

// A self-contained report on these laws (names or paths), with the values of params (NULL: of each law's first set).
br_status laws_report(br_buffer *out, const char *const *laws, int count, const char *params, br_diag *why) BR_CHECKED;

// The pictures of a law with a set of its own or a parameter file (NULL: its first set), as an SVG file.
br_status laws_pictures(br_buffer *out, const char *law, const char *params, br_diag *why) BR_CHECKED;

#endif
