// report.h - the parts that reports of commands share; and lines that stand in text and report alike.    [host]
#ifndef BR_TOOL_KIT_REPORT_H
#define BR_TOOL_KIT_REPORT_H

#include "file/page/plot.h"

void report_open(br_buffer *out, const char *title);                      // the head of the report and its title
void report_plots(br_buffer *out, const br_plot *const *plot, int count); // side by side, with captions

// One line each of `lines`, such as warnings, after a word: "Warning" in a report, "warning" in text.
void report_lines(br_buffer *out, const char *word, const br_buffer *lines);
void text_lines(br_buffer *out, const char *word, const br_buffer *lines);

#endif
