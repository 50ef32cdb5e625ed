// output.h - output-error identification: parameters with which a simulated output fits the measured one. [host]
//
//     y_k = h(x_k, u_k; p) + sum_j c_j term_j,k + e_k,      x along the log by the flow of the model (fit/output/along.h)
//
// A friction law with its velocity from the log and its force measured, the terms being what is linear beside it: mass times
// acceleration, an offset, gravity. Or, with `simulation`, the axis moved by its drive force (fit/output/axis_simulation.h), and
// its position measured. Exact sensitivities, the variables of fit/output/parameters.h, Levenberg-Marquardt with bounds. The
// states at the start of every stretch are nuisance parameters: estimated with a prior, not reported.
#ifndef BR_FIT_OUTPUT_OUTPUT_H
#define BR_FIT_OUTPUT_OUTPUT_H

#include "fit/output/along.h"
#include "fit/statistics/estimate.h"
#include "fit/output/axis_simulation.h"
#include "fit/output/parameters.h"

// A run of the log without a gap.
typedef struct br_output_log {
    br_stretch stretch;
    const double *y;               // measured; NaN: missing
    const double *whole;           // what errors are shares of; NULL: y
    const double *const *term;     // of every linear term its column
    long long from, to;            // rows that are fitted; the others are hold-out rows
    const double *share;           // of every term, with `simulation`: br_axis_input; NULL: all of all
    const double *drive;           // with `simulation`: the force of every row,
    const double *bends;           // its second derivative: br_axis_input; NULL: none
    const double *extra;           // and another one that a term has: br_axis_input; NULL: none
    const unsigned char *halvings; // of the steps between rows: br_axis_input; NULL: none
    long long before, after;       // of so many rows before and behind the stretch, too,
    double x, v;                   // and where the axis starts, about
    int of;                        // for the caller: which of his logs it stands in,
    long long first;               // and from which row on
} br_output_log;

typedef struct br_term {
    const char *name, *unit; // of its coefficient
    double start;            // of the search
    double low, high;        // of the coefficient
} br_term;

typedef struct br_output_options {
    int which;                      // of the system: an output, or ny + a state
    const br_integrator_kind *flow; // NULL: what suits the system
    int substeps;                   // 0: as the flow chooses
    int every;                      // residuals of a log are decimated by so many (fit/statistics/decimate.h); 1: not
    int steps;                      // of a search, at most
    double tol;                     // of a search (num/optimise/least_squares.h)
    long long many;                 // derivatives; of more, a search sees those of a log as one triangle
    bool once;                      // one search; else a second one knows how large residuals are
    bool values;             // only values, starts and the cost (e.cost, e.count, rms) are set: no sds, no errors
    int restarts;            // from the measured starts of all stretches, at most, where the search ends at a cliff
    double huber;            // residuals beyond so many standard deviations count less; 0: none does
    const double *mean, *sd; // priors of parameters, then terms: NaN or infinite sd: none. NULL: of none
    // prior sd of every state at the start of a stretch, around that of the model; 0: it is known. With `simulation`
    // position and speed stand first, around those of the log.
    const double *state_sd;
    const double *start;      // states at the start of every stretch where the search begins; NULL: those of the model
    const volatile int *stop; // where it is not 0, the search ends with BR_NEGATIVE; may be NULL
} br_output_options;

br_output_options br_output_defaults(void);

typedef struct br_output_problem {
    const br_model *model; // states at the start, and the parameters that are not estimated
    const br_sys *sys;
    const br_fit_parameters *parameters;
    const br_output_log *log;
    int logs;
    const br_term *term;
    int terms;
    const br_axis_simulation_options *simulation; // NULL: the velocity is an input. Else with the terms of this
} br_output_problem;

// Squared errors over some rows, and squares of what is measured there.
typedef struct br_error_sum {
    double error, size;
    long long rows;
} br_error_sum;

static inline void br_error_add(br_error_sum *to, double error, double measured)
{
    to->error += error * error;
    to->size += measured * measured;
    to->rows++;
}
static inline void br_error_join(br_error_sum *to, const br_error_sum *more)
{
    to->error += more->error;
    to->size += more->size;
    to->rows += more->rows;
}
double br_error_rms(const br_error_sum *e);   // NaN of no row
double br_error_share(const br_error_sum *e); // of the RMS of what is measured

enum { BR_FITTED, BR_HOLD_OUT, BR_BLOCKS = 24 };

typedef struct br_output_fit {
    int n;                // parameters, then terms
    double *value, *sd;   // n; sd infinite: not identifiable; NaN: it lies on a bound
    double *corrected_sd; // n: sd corrected for autocorrelated residuals (estimate.h); sd where they are white
    double *covariance;   // n*n, of those that do not lie on a bound
    bool *bound;          // n: it lies on a bound
    bool *hidden;         // n: it is 0, its bound, but others may have taken its place; its sd: as if it were free
    double *p;            // all parameters of the model
    double *start;        // states at the start of every stretch
    double *state_sd;     // what they were known by before, as in the options
    br_fit_estimate e;    // in variables, those not at a bound; its names are those of the parameters
    double error, rms;    // fit error after decimation: norm of residuals over that of the measured; RMS
    double hold_out_error, hold_out_rms; // of the hold-out rows; NaN: there are none
    br_error_sum (*log_error)[2];        // of every log: of fitted and of hold-out rows
    double block[2][BR_BLOCKS];          // mean squared errors of these rows in parts of equal length, in their order
    double *effect;    // n: RMS of what a parameter makes, its value times the slope, over that of the measured
    double **residual; // of every log, measured less model at every row, not reduced
    long long *rows;   // of these
    double
        prediction_scale; // of predictions: sd of their errors over that of what is measured, geometric mean of a stretch
    double force_share;   // and the share of their variances that is noise of the force, sum over the rows
    double prior;         // sum of squares of how far values are from their priors, in sds of these
    double autocorrelation_factor; // by which sds of what changes slowly are too small
    int steps, outliers;           // outliers: fitted residuals beyond 6 robust standard deviations
    bool settled;                  // the search ended at a minimum, not with its last step
    bool cliff;                    // it ended where residuals still fall, and jump, so that no step gains
    br_integrator_health health;
    const char **names; // inside
} br_output_fit;

// p: all parameters of the model at the start of the search. BR_BAD_DATA: fewer samples than parameters; BR_NOT_FINITE: the model is
// not finite at the start. After a failure *to is all zero.
br_status br_output_run(br_output_fit *to, const br_output_problem *q, const br_output_options *o, const double *p,
                        br_diag *why) BR_CHECKED;
void br_output_free(br_output_fit *f);
// Parameter i may be off by so much, too: into its corrected sd, if it has one.
void br_output_include_error(br_output_fit *f, int i, double off);
// RMS of the residuals with these parameters, and with terms and states where a search would start; infinite where the simulation is
// not finite. No search, no derivatives.
br_status br_output_cost(const br_output_problem *q, const br_output_options *o, const double *p,
                         double *cost) BR_CHECKED;

#endif
