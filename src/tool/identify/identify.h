// identify.h - how `bristle identify` reads its options, and how a run is shown.                 [host]
#ifndef BR_TOOL_IDENTIFY_IDENTIFY_H
#define BR_TOOL_IDENTIFY_IDENTIFY_H

#include "api/identify/identification.h"
#include "file/json/json.h"
#include "file/page/plot.h"
#include "tool/kit/load.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/options.h"
#include "tool/kit/progress.h"

// In identify_read.c: options that need no log; logs and the options that need them; which laws are fitted.
br_status identify_options(br_identification *w, const tool_args *a, br_diag *why) BR_CHECKED;
br_status identify_logs(br_identification *w, const tool_args *a, br_diag *why) BR_CHECKED;
br_status identify_laws(br_identification *w, const tool_args *a, br_diag *why) BR_CHECKED;

// In identify_map.c: measured friction over speed and displacement.
void identify_map_text(br_buffer *out, const br_identification *w);
void identify_map_json(br_json *j, const br_identification *w);
void identify_map_draw(br_plots *all, const br_identification *w);

void identify_delay_json(br_json *j, const br_identified_law *d); // in identify_delay.c

void identify_heading(br_buffer *out, const br_identification *w); // the logs and the regression

// In identify_count.c: how many rows of every log were read and used, and why the others were not.
bool identify_has_counts(const br_identification *w); // a law was fitted
void identify_count_cells(br_buffer *cells, const br_identification *w);
void identify_count_text(br_buffer *out, const br_identification *w);
void identify_count_json(br_json *j, const br_identification *w);

// Cells of two tables (tool/kit/fields.h): the laws, with notes on their columns, and the parameters of one of them.
void identify_law_cells(br_buffer *cells, const br_identification *w);
void identify_law_notes(br_buffer *out, const br_identification *w);
void identify_parameter_cells(br_buffer *cells, const br_identified_law *d);
bool identify_has_log_errors(const br_identification *w); // several logs, or hold-out rows
void identify_log_cells(br_buffer *cells, const br_identification *w);

void identify_text(br_buffer *out, const br_identification *w);
void identify_json(br_buffer *out, const br_identification *w);
br_status identify_report(br_buffer *out, const br_identification *w) BR_CHECKED;

#endif
