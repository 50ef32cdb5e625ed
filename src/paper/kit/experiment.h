// experiment.h - the experiments of the papers: what a paper says beside what bristle gets.   [host]
//
// An experiment runs models, says what it found, statement by statement, and draws what the paper draws:
//
//     br_trial t;
//     status = br_trial_run(&t, &(br_setup){.law = "stick-slip", .set = "fig-6", .until = 20, .step = 1e-2}, why);
//     br_finding_add(o, lifts > 2, "more than 2", "stick and slip repeat", "Fig. 6: about 3 times in 20 s", "%d times", lifts);
//     br_plot *p = br_draw(&o->drawn, "Positions", "time", "s", "position", "m", "as Fig. 6 (top)");
//     br_draw_curve(p, "mass", br_trial_column(&t, "t"), br_trial_column(&t, "x"), t.record.rows);
#ifndef BR_PAPER_KIT_EXPERIMENT_H
#define BR_PAPER_KIT_EXPERIMENT_H

#include "file/page/plot.h"
#include "sim/run/driver.h"
#include "sim/run/record.h"

typedef struct br_finding { // one statement
    char statement[240], paper[200], bristle[200];
    char test[120]; // what must hold for it to agree, with its bounds
    bool agrees;
    char because[300]; // why it cannot agree, or what was chosen where the paper is silent; may be empty
} br_finding;

typedef struct br_outcome {
    br_finding *finding;
    int findings;
    br_plots drawn; // its status is BR_OK until memory gives out
} br_outcome;

typedef struct br_experiment {
    const char *name, *title; // "lugre/stick-slip"
    const char *paper;        // "Canudas de Wit et al. 1995, Fig. 6"
    br_status (*run)(br_outcome *o, br_diag *why);
} br_experiment;

void br_outcome_free(br_outcome *o);

// ---------------------------------------------------------------- for who writes one

// A statement: what the paper says, and what was found (as printf). `test` is `agrees` in words.
void br_finding_add(br_outcome *o, bool agrees, const char *test, const char *statement, const char *paper,
                    const char *bristle, ...) BR_PRINTF(6, 7);
void br_finding_remark(br_outcome *o, const char *words); // a remark on the last statement

typedef struct br_setup {
    const char *law, *set;     // a built-in law or plant, and one of its sets (NULL: none)
    const char *values;        // more values, "m = 1 kg, fr = table-I" (NULL: none)
    const char *input;         // "u = points(0, 0, 1, 1.4) N", as behind --input (NULL: inputs stay at their values)
    double until, step;        // the last time, and the time between samples
    const char *method;        // NULL: stiff
    double relative, absolute; // 0: as br_run_defaults
} br_setup;

typedef struct br_trial {         // one run, recorded
    struct br_trial_parts *parts; // too large for a stack
    br_model *model;
    br_run *run;
    br_record record;
} br_trial;

br_status br_trial_run(br_trial *t, const br_setup *s, br_diag *why) BR_CHECKED;
void br_trial_free(br_trial *t);
const double *br_trial_column(const br_trial *t, const char *name); // must exist
double br_trial_param(const br_trial *t, const char *name);         // first number of a parameter; must exist

#endif
