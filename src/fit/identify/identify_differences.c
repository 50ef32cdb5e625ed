// identify_differences.c - the error of central differences, in the standard deviations of a fit of forces. [host]
//
//     (x(t + h) - x(t - h))/(2 h) = x' + h^2/6 x''' + ...
//
// Velocities and accelerations that were made of positions are too small by that, and parameters are off by what follows: without
// noise by more than their standard deviations. So the fit is made again with the next term of the series, which is as far away as
// the truth is, and what moves is included.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

// c less a share of its second difference; where neighbours are missing, or not as far away as each other, c itself.
static void correct_column(const br_trace *t, const double *c, double share, double *to)
{
    for (long long k = 0; k < t->rows; k++) {
        double off = 0;
        if (k > 0 && k + 1 < t->rows) {
            double before = t->t[k] - t->t[k - 1], after = t->t[k + 1] - t->t[k];
            off = before < 1.5 * after && after < 1.5 * before ? c[k + 1] - 2 * c[k] + c[k - 1] : 0;
        }
        to[k] = c[k] - (isfinite(off) ? share * off : 0);
    }
}

// The logs with corrected v and a, in *block.
static void correct_logs(const br_identify_work *w, br_axis_log *to, double *block)
{
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        to[i] = *l;
        if (l->made_v) {
            correct_column(&l->trace, l->v, 1.0 / 6, block);
            to[i].v = block;
            block += l->trace.rows;
        }
        if (l->a && l->made_a) { // differences of differences, or of a velocity
            correct_column(&l->trace, l->a, l->made_v ? 1.0 / 3 : 1.0 / 6, block);
            to[i].a = block;
            block += l->trace.rows;
        }
    }
}

// The stretches run along these logs.
static br_status use_logs(br_identify_work *w, const br_axis_log *log)
{
    w->log = log;
    br_identify_fill_columns(w);
    br_status status = br_identify_stretches(w, 0);
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    br_identify_mark_hold_out(w, false);
    return status;
}

static br_status fit_again(br_identify_work *w, const br_output_options *options, br_output_fit *again)
{
    br_output_options o = *options;
    const br_output_fit *f = &w->id->fit;
    o.steps = 10;
    o.once = true;
    o.start = f->start;
    o.state_sd = f->state_sd;
    br_identify_start_from_values(w);
    return br_output_run(again, &w->q, &o, f->p, NULL);
}

br_status br_identify_include_differences(br_identify_work *w, const br_output_options *o)
{
    const br_axis_log *given = w->log;
    size_t rows = 0;
    int stretches = w->stretches;
    bool made = false;
    for (int i = 0; i < w->logs; i++) {
        rows += (size_t)given[i].trace.rows;
        made = made || given[i].made_v || given[i].made_a;
    }
    if (!made)
        return BR_OK;
    br_axis_log *corrected = calloc((size_t)w->logs + 1, sizeof *corrected);
    double *block = malloc((2 * rows + 1) * sizeof *block);
    br_output_fit again = {0}, *f = &w->id->fit;
    br_status status = corrected && block ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        correct_logs(w, corrected, block);
        status = use_logs(w, corrected);
    }
    if (status == BR_OK && w->stretches == stretches)
        status = fit_again(w, o, &again);
    for (int i = 0; i < again.n && status == BR_OK; i++)
        if (isfinite(f->corrected_sd[i]) && !again.bound[i]) {
            double off = again.value[i] - f->value[i];
            f->corrected_sd[i] = br_sqrt(f->corrected_sd[i] * f->corrected_sd[i] + off * off);
        }
    br_output_free(&again);
    if (status != BR_NO_MEMORY)
        status = use_logs(w, given);
    else
        w->log = given;
    free(corrected);
    free(block);
    return status;
}
