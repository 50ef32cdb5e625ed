// response.h - a run of `bristle response`, and how it is shown.                   [host]
#ifndef BR_TOOL_RESPONSE_RESPONSE_H
#define BR_TOOL_RESPONSE_RESPONSE_H

#include "fit/frequency/frf_model.h"
#include "sim/run/record.h"
#include "tool/kit/options.h"

// A frequency response: of one log, or of several realisations of one multisine.
typedef struct response_group {
    char name[100];         // for legends and headings: "axis.csv", "axis.csv and 3 more", with the RMS of the force
    int log[TOOL_OPERANDS]; // places among the logs
    int logs;
    br_frf frf;
    bool has_model;
    br_frf_model model;
    br_buffer warnings, failures; // one a line
} response_group;

typedef struct responding {
    const tool_args *a;
    br_frf_options options;
    br_frf_fit_options fit;
    int logs, groups;
    br_frf frf[TOOL_OPERANDS]; // of each log
    br_buffer notes[TOOL_OPERANDS];
    long long read[TOOL_OPERANDS], inside[TOOL_OPERANDS]; // rows of each log, and those between --from and --until
    response_group group[TOOL_OPERANDS];
    // Units in SI as text: of x, u, x/u, and of mass, damping, stiffness and delay
    char x[BR_UNIT_SIZE], u[BR_UNIT_SIZE], response[BR_UNIT_SIZE], of[BR_FRF_PARAMETERS][BR_UNIT_SIZE];
    br_record table; // --csv, --mat
} responding;

const char *response_file(const char *path); // its name without folders
double response_size(const br_frf_line *l);  // |G|
double response_phase(const br_frf_line *l); // degrees

int response_digits(double low, double high); // that tell both ends apart

// "mass m", "damping sigma1 + sigma2", "damping d, local slope dF/dv"; why it is not identifiable, "" if it is. In response_words.c.
const char *response_parameter(const br_frf_model *m, br_frf_parameter p);
void response_reason(br_buffer *out, const responding *w, const br_frf_model *m, br_frf_parameter p);
void response_slope(br_buffer *out, const responding *w, const response_group *g);   // what damping in sliding is
void response_answer(br_buffer *out, const responding *w, const response_group *g);  // the result in one sentence
void response_caption(br_buffer *out, const responding *w, const response_group *g); // of the picture
void response_warn(const responding *w, response_group *g);                          // its warnings and failures
// "rows: 24000 read, 20000 used; not used: 4000 transient": of each log of a group, a line each
void response_write_rows(br_buffer *out, const responding *w, const response_group *g);

br_status response_table(responding *w, br_diag *why) BR_CHECKED; // fills w->table
void response_text(br_buffer *out, const responding *w);
void response_json(br_buffer *out, const responding *w);
void response_parameter_cells(br_buffer *cells, const responding *w, const response_group *g);
void response_line_cells(br_buffer *cells, const response_group *g, int most); // at most so many lines, spread evenly
br_status response_report(br_buffer *out, const responding *w) BR_CHECKED;

#endif
