// response.h - a run of `bristle response`, and how it is shown.                   [host]
#ifndef BR_TOOL_RESPONSE_RESPONSE_H
#define BR_TOOL_RESPONSE_RESPONSE_H

#include "tool/kit/deliver.h"
#include "tool/kit/options.h"

#include <bristle/response.h>

// One of the frequency responses.
typedef struct response_view {
    int number;
    const br_response_signal *is;
    const br_response_model *model; // NULL: there is none
    const br_response_parameter *of[BR_RESPONSE_QUANTITIES];
    br_buffer warnings, failures; // one a line
} response_view;

typedef struct responding {
    const tool_args *a;
    br_response_options options;
    br_table *log[TOOL_OPERANDS];
    int logs;
    br_response *r;
    int views;
    response_view view[TOOL_OPERANDS];
    double *numbers; // of --csv and --mat, column by column
    tool_rows rows;
} responding;

const char *response_file(const char *path);                                 // its name without folders
double response_size(double re, double im);                                  // magnitude
double response_phase(double re, double im);                                 // degrees
bool response_claims(const response_view *v, br_response_quantity quantity); // whether it is identifiable

void response_caption(br_buffer *out, const responding *w, const response_view *v); // of the picture
// "rows: 24000 read, 20000 used; not used: 4000 transient": of each log of a response, a line each
void response_write_rows(br_buffer *out, const responding *w, const response_view *v);

br_status response_table(responding *w) BR_CHECKED; // fills w->rows
void response_text(br_buffer *out, const responding *w);
void response_json(br_buffer *out, const responding *w);
void response_parameter_cells(br_buffer *cells, const response_view *v);
void response_line_cells(br_buffer *cells, const responding *w, const response_view *v,
                         int most); // at most so many lines, spread evenly
br_status response_report(br_buffer *out, const responding *w) BR_CHECKED;

#endif
