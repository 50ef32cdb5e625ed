// output_parts.h - what the sources of output-error identification share.         [host]
#ifndef BR_FIT_OUTPUT_OUTPUT_PARTS_H
#define BR_FIT_OUTPUT_OUTPUT_PARTS_H

#include "fit/output/output.h"
#include "num/optimise/least_squares.h"

// A fit at work. Variables of the search: the states at the start of every stretch that are not known, then those of the
// parameters, then the terms. Rows: the decimated residuals, then the priors: states, parameters and terms.
typedef struct br_output_work {
    const br_output_problem *q;
    const br_output_options *o;
    br_along along; // or, with q->simulation:
    br_axis_simulation simulation;
    int columns;                   // of J by parameters and states at the start; terms of `simulation` follow
    int *by;                       // the parameters, by number in the model
    int nx, states, variables;     // nx: at the start of a stretch; states: unknown ones of these
    int *state;                    // which these are
    long long rows;                // of residuals
    double samples;                // as many as they are worth: autocorrelated ones of a motion tell less
    int priors, size;              // rows behind them; all variables
    double prediction_scale;       // of br_output_fit,
    double force_share;            // and this
    bool held;                     // of predictions: share and gain are held, below
    double noise;                  // what a prior sd is worth in residuals
    bool plain;                    // no derivatives are wanted
    bool weak;                     // with weak priors, which bound what is not identifiable
    double *p, *x, *T, *scale, *c; // scale: of the terms; c: their coefficients
    double *y, *J, *wide;          // along one log; wide: rows of residual and derivatives
    int width;
    double *share, *gain; // of predictions (fit/output/axis_filter.c), along all logs: br_axis_input's weight and gain
    double *weight;       // of every residual
    double *low, *high, *variable, *line;
    double *unpacked; // of very many rows all residuals and priors; NULL: the search sees them all
    int *held_at;     // at which bounds variables are held where the search has ended
    void *memory;
    size_t bytes;
    long long longest; // rows of the longest log,
    size_t everywhere; // and of all
} br_output_work;

// Where the variables of the parameters stand, and those of the terms.
static inline int br_output_at_parameters(const br_output_work *f)
{
    return f->q->logs * f->states;
}

static inline int br_output_at_terms(const br_output_work *f)
{
    return br_output_at_parameters(f) + f->q->parameters->variables;
}

// Are residuals errors of predictions from row to row? Then the states at the start are those of a filter, not of the search.
static inline bool br_output_predicts(const br_output_work *f)
{
    return f->q->simulation && f->q->simulation->measured_sd > 0;
}

// ---------------------------------------------------------------- output_rows.c

void br_output_start_of(const br_output_work *f, int log, const double *e); // x: the states at the start of a stretch
// Simulated minus measured at every row of a log, NaN where nothing is measured; J by parameters and states at the start.
br_status br_output_along(br_output_work *f, int log, const double *e, bool slopes) BR_CHECKED;
// Residuals of that log, and with slopes their derivatives by along's columns and by terms, row by row and decimated.
br_status br_output_wide(br_output_work *f, const br_output_log *l, bool slopes) BR_CHECKED;
int br_output_reduced(const br_output_work *f, const br_output_log *l);          // how many rows are left,
bool br_output_fitted(const br_output_work *f, const br_output_log *l, int k);   // is row k of these fitted,
bool br_output_measured(const br_output_work *f, const br_output_log *l, int k); // and was it measured?
bool br_output_is_precise(const br_output_work *f); // of a motion: is what is not explained below a hundredth of it?
// Of predictions: the gains at the variables there are now, which a search holds.
br_status br_output_hold_gains(br_output_work *f) BR_CHECKED;
bool br_output_counts(const br_output_work *f, const br_output_log *l, int k); // both
// Behind br_output_wide with slopes: the derivatives of residual k of the log by the states at its start, then by all other variables.
void br_output_line(const br_output_work *f, const br_output_log *l, int k, double weight, double *line);
// Priors as residuals: a state at the start is 0 within its sd, a parameter is its mean within that. f->p is set.
void br_output_priors(const br_output_work *f, const double *e, double *r, double *J);
// All residuals, then the priors, for br_least; self: the work.
br_status br_output_residual(void *self, const double *e, double *r, double *J) BR_CHECKED;
// The same of very many rows: in place of those of each log the triangle of its derivatives and residuals, which have the same J'J, J'r
// and r'r (sequential QR); without J one number of that norm. Then the priors.
br_status br_output_packed_residual(void *self, const double *e, double *r, double *J) BR_CHECKED;
int br_output_packed_rows(const br_output_work *f); // without the priors

// ---------------------------------------------------------------- output_start.c

// States at the start of every stretch that sliding leads to, where these explain it better; *better: there are some.
br_status br_output_try_sliding(br_output_work *f, bool *better) BR_CHECKED;

// ---------------------------------------------------------------- output_verdict.c

// Robust standard deviation: 1.4826 times the median of the magnitudes. sorted: n numbers.
double br_output_robust_sd(long long n, const double *r, double *sorted);
// All of *to, from where the search has ended. r: room for residuals and priors.
br_status br_output_result(br_output_work *f, br_output_fit *to, const br_least_report *report, double *r) BR_CHECKED;

#endif
