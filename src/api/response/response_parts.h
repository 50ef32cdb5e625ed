// response_parts.h - frequency responses as their handle holds them; for the files of the C API only.   [host]
#ifndef BR_API_RESPONSE_RESPONSE_PARTS_H
#define BR_API_RESPONSE_RESPONSE_PARTS_H

#include "api/log/loaded_log.h"
#include "fit/frequency/frf_model.h"
#include "num/text/lines.h"
#include "num/text/unit.h"

#include <bristle/response.h>

// A frequency response: of one log, or of several realisations of one multisine.
typedef struct br_response_group {
    char name[100];            // "axis.csv", "axis.csv and 3 more"
    int log[BR_RESPONSE_LOGS]; // places among the logs
    int logs;
    br_frf frf;
    bool has_model;
    br_frf_model model;
    br_buffer answer, slope; // slope: what damping is
    br_lines warnings, failures;
    br_buffer why[BR_FRF_PARAMETERS];
    // As programs see it.
    br_response_signal signal;
    br_response_line *line;
    br_response_model as_model;
    br_response_parameter parameter[BR_FRF_PARAMETERS];
} br_response_group;

struct br_response {
    br_frf_options options;
    br_frf_fit_options fit;
    int logs, count;
    br_response_rows rows[BR_RESPONSE_LOGS];
    br_response_group group[BR_RESPONSE_LOGS];
    // Units in SI as text: of x, u, x/u, and of mass, damping, stiffness and delay
    char x[BR_UNIT_SIZE], u[BR_UNIT_SIZE], unit[BR_UNIT_SIZE], of[BR_FRF_PARAMETERS][BR_UNIT_SIZE];
    // While logs are read.
    const char *signals, *name[BR_RESPONSE_LOGS];
    double from, until;
    br_frf frf[BR_RESPONSE_LOGS]; // of each log
    br_buffer notes[BR_RESPONSE_LOGS];
};

// Reads the next log, and makes its response. In response_log.c.
br_status br_response_read_log(br_response *r, br_table *table, br_diag *why) BR_CHECKED;

// "mass m", "damping sigma1 + sigma2", "damping d, local slope dF/dv"
const char *br_response_parameter_name(const br_frf_model *m, br_frf_parameter p);

// Fills name, answer, slope, why, warnings and failures of a group. In response_words.c.
void br_response_write_words(const br_response *r, br_response_group *g);

// What was found, in the structures of bristle/response.h. In response_copy.c.
br_status br_response_publish(br_response *r) BR_CHECKED;

#endif
