// excite_optimal.h - optimal motion (`bristle excite --optimal`), compared with the standard ones.  [host]
#ifndef BR_TOOL_EXCITE_EXCITE_OPTIMAL_H
#define BR_TOOL_EXCITE_EXCITE_OPTIMAL_H

#include "file/json/json.h"
#include "tool/excite/excite.h"

// In excite_optimal_show.c: parts of text, JSON and report.
void excite_optimal_heading(br_buffer *out, const exciting *w);
void excite_optimal_gain(br_buffer *out, const exciting *w);
void excite_optimal_text(br_buffer *out, const exciting *w);
void excite_optimal_json(br_json *j, const exciting *w);
void excite_optimal_report(br_buffer *out, const exciting *w);

#endif
