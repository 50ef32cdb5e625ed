// run.h - simulation of a model: its inputs, its modes, and the integration method.   [host]
//
//     br_run_options o = br_run_defaults();
//     br_run_open(&r, &model, &drive, &o, &why);
//     for (long long k = 0; k <= n; k++)
//         br_run_to(&r, (double)k*step, &why);      ... r.x, r.m, r.u, r.y, r.dx
//     br_run_close(&r);
//
// Adaptive methods meet an error bound, locate transitions and kinks in time, and stop where the input breaks. Methods of
// fixed work take one step of length `step` after the other with the input held, as a controller would.
#ifndef BR_SIM_RUN_RUN_H
#define BR_SIM_RUN_RUN_H

#include "law/model/system.h"
#include "loop/flow/integrator.h"
#include "sim/run/ode.h"
#include "sim/run/step_check.h"

// What moves the inputs of a model.
typedef struct br_drive {
    void (*at)(void *self, double t, double *u); // all inputs, in the order of the law
    double (*next)(void *self,
                   double t); // the first time after t at which an input or its slope jumps; NULL: there is none
    void *self;
} br_drive;

typedef struct br_run_method {
    const char *name, *words;
    const br_ode_method *adaptive; // one of the three, or
    const br_integrator_kind *fixed;
    bool update; // z+ of the law
} br_run_method;

int br_run_methods(void);
const br_run_method *br_run_method_at(int i);
const br_run_method *br_run_method_find(const char *name); // gl4 and gl2 of the thesis, too; NULL: there is none

static const double BR_RUN_FAR = 1e18; // s: no step ends later

// Frozen at open.
typedef struct br_run_options {
    const br_run_method *method;
    double relative, absolute; // error of a step, of adaptive methods; absolute in the SI unit of every state
    double step;  // of methods of fixed work; adaptive ones take at most ten times that, to miss no input; 0: any
    double start; // time of the model's states
    double until; // end time; BR_RUN_FAR at most
    bool
        mean; // of fixed work: inputs of a step are their mean over it, and no step is checked; else those at its start
} br_run_options;

br_run_options br_run_defaults(void); // stiff, 1e-7, 1e-13, from 0 to infinity

typedef struct br_run {
    // To be read by all: where it is. y: outputs, dx: rates.
    double t, *x, *u, *y, *dx;
    int *m;
    long long transitions, kinks, steps; // steps: of fixed work
    br_ode_count count;                  // of adaptive methods
    br_integrator_health health;         // of fixed ones
    br_step_check check;                 // and whether their steps are accurate
    bool stiff;    // the method is explicit, and stability has held its steps back; of fixed ones: did not hold them
    double stable; // the longest step that is certainly stable, where it was shortest
    // Inside.
    br_run_options o;
    br_system system;
    br_drive drive;
    br_ode_solver ode;
    br_tape kink;
    br_integrator flow;
    bool has_system, has_ode, has_kink, at_event; // at_event: the last step ended there
    double end;                                   // of the stretch on which inputs are smooth
    double *p, *out, *jet, *wide, *lanes_u;       // lanes: of several points at once
    int *now, *before, *next, *lanes_m;           // modes: of the integrator, those on its last step, work
    double mark;                                  // time, and steps and events since then: switching without end
    long long since, hits;
    long long done; // steps of fixed work
    void *memory, *flow_memory;
} br_run;

// The model must outlive the run, has a value for every state and parameter, and gets nodes added to its graph. Its modes
// are those at the start. BR_BAD_USAGE: a method that does not fit the model, options without sense.
br_status br_run_open(br_run *r, br_model *m, const br_drive *drive, const br_run_options *o, br_diag *why) BR_CHECKED;
void br_run_close(br_run *r);

// Goes on to time t, not before that of the last call. Of methods of fixed work t - start is a whole number of steps.
// BR_NOT_FINITE, BR_NEGATIVE: the integration cannot go on; why says when.
br_status br_run_to(br_run *r, double t, br_diag *why) BR_CHECKED;

// The break of the input that t is a rounding before, as 3*0.05 is of one at 0.15; else t.
double br_run_snap(const br_run *r, double t);

#endif
