// thin.h - a log with fewer rows, on which starts are compared.                 [host]
#ifndef BR_FIT_OUTPUT_THIN_H
#define BR_FIT_OUTPUT_THIN_H

#include "fit/output/output.h"

typedef struct br_thinned {
    br_output_log *log;
    double **column; // all that was made
    int columns;
} br_thinned;

// Every so manyth row of all logs of a problem.
br_status br_thinned_open(br_thinned *t, const br_output_problem *q, int every) BR_CHECKED;
void br_thinned_close(br_thinned *t, int logs);

#endif
