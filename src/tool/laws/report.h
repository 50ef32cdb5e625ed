// report.h - laws as a page with pictures, and the pictures of one law.         [host]
#ifndef BR_TOOL_LAWS_REPORT_H
#define BR_TOOL_LAWS_REPORT_H

#include "num/text/buffer.h"
#include "tool/laws/card.h"

// A page about these laws (names or paths), with the values of params (NULL: of each law's first set); it stands alone.
br_status report_page(br_buffer *out, const char *const *laws, int count, const char *params, br_diag *why) BR_CHECKED;

// The pictures of a law with a set of its own or a parameter file (NULL: its first set), as an SVG file.
br_status report_svg(br_buffer *out, const char *law, const char *params, br_diag *why) BR_CHECKED;

#endif
