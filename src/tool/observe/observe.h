// observe.h - a run of `bristle observe`, and how it is shown.                   [host]
#ifndef BR_TOOL_OBSERVE_OBSERVE_H
#define BR_TOOL_OBSERVE_OBSERVE_H

#include "num/text/unit.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/rows.h"

#include <bristle/estimation.h>

enum { OBSERVE_FEW = 20 }; // so few innovations are not judged

typedef struct observing {
    const tool_args *a;
    br_law *law;
    bool friction;     // it is a friction law; else a plant
    br_table *log;     // NULL: a rig
    rig_log rig;       // is NULL: a table
    br_buffer signals; // of the rig
    double mass;       // 0: not given
    br_unit mass_unit;
    br_estimation_options options;
    br_estimation *is;
    // As estimated.
    br_table *estimates;
    tool_rows rows;
    br_buffer warnings, failures; // one a line
} observing;

// Options and what they ask for (observe_options.c); then law and log.
br_status observe_read_options(observing *o, br_diag *why) BR_CHECKED;
br_status observe_open(observing *o, br_diag *why) BR_CHECKED;
extern const tool_option *const observe_options[], observe_most, observe_particles;

// Of values of options (problem_options.c), for the messages of `bristle COMMAND`: which of the words, -1 for none of them; a number from low
// to high, left as it is where text is NULL.
int observe_read_word(const char *command, const char *option, const char *word, const char *const *words,
                      br_diag *why);
br_status observe_read_number(const char *command, const char *option, const char *text, double low, double high,
                              bool whole, double *value, br_diag *why) BR_CHECKED;

// What the problem of a moving horizon is.
typedef struct observe_problem {
    br_horizon_arrival arrival;
    int shared, noise_in_arrival;
    double levenberg, huber;
} observe_problem;

br_status observe_read_problem(observe_problem *o, const char *command, const tool_args *a, br_diag *why) BR_CHECKED;
const char *observe_problem_option(const tool_args *a); // the first of them that is given, or NULL
extern const char *const observe_arrivals[];            // by br_horizon_arrival; NULL behind the last
extern const tool_option observe_bounds, observe_arrival, observe_parameters, observe_process_noise, observe_levenberg,
    observe_huber;

double observe_result(const observing *o, br_estimation_figure figure);
br_estimation_number observe_number(const observing *o, int i);
br_estimation_measured observe_measured(const observing *o, int i);
const double *observe_column(const observing *o, const char *name, const char *end); // "F" "_est"; NULL: there is none
const char *observe_column_unit(const observing *o, const char *name);               // "-": none

void observe_heading(br_buffer *out, const observing *o); // model, observer, log and steps, in two lines
void observe_amount(br_buffer *out, double value, int digits, const char *unit);

void observe_estimate_cells(br_buffer *cells, const observing *o); // of a table (tool/kit/fields.h)
void observe_text(br_buffer *out, const observing *o);
void observe_summary(br_buffer *out, const observing *o); // the same without warnings and failures
void observe_json(br_buffer *out, const observing *o);
br_status observe_report(br_buffer *out, const observing *o) BR_CHECKED;

#endif
