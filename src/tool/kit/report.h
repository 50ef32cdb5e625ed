// report.h - the parts that reports of commands share; and lines that stand in text and report alike.    [host]
#ifndef BR_TOOL_KIT_REPORT_H
#define BR_TOOL_KIT_REPORT_H

#include "file/page/plot.h"

// "Angle" of rad, "Torque" of N*m, "Force" of N; "" where no unit says it.
const char *report_quantity(const char *unit);
// The title of a plot: "Torque motor over time", "Angle over time" of a quantity that is called so; the word is that of the unit.
void report_over_time(char *title, size_t size, const char *name, const char *unit);
void report_open(br_buffer *out, const char *title);    // the head of the report and its title
void report_title(br_buffer *out, const char *title);   // a title alone
void report_plots(br_buffer *out, const br_plots *all); // side by side, with captions
void report_section(br_buffer *out, const char *title, const br_plots *all, int first, int last); // those plots, if any

void report_answer(br_buffer *out, br_buffer *sentence); // the answer in one sentence, below the title; it is freed

// Text as a report may hold it; the buffer is freed, and its failure becomes that of the report.
void report_text(br_buffer *out, br_buffer *text);
void report_words(br_buffer *out, br_buffer *text); // as it would stand in a terminal

// The end of the report. Frees the plots; returns `status`, or where it is BR_OK the first failure of a plot.
br_status report_close(br_buffer *out, br_plots *all, br_status status) BR_CHECKED;
br_status report_plots_free(br_plots *all, br_status status) BR_CHECKED; // the same without the end

// One line each of `lines`, such as warnings, after a word: "Warning" in a report (NULL: none), "warning" in text.
void report_lines(br_buffer *out, const char *word, const br_buffer *lines);
void text_lines(br_buffer *out, const char *word, const br_buffer *lines);

#endif
