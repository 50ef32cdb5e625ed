// identify_noise.c - noise of positions and of forces, by which predictions from row to row are corrected. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/statistics/noise.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

// Of the logarithm of the force's sd: steps of the first search and of those after it, and what makes no difference to a fit.
static const double FAR = 1.5, NEAR = 0.5, SAME = 0.15;

// Of what is measured with a step that is coarser than its noise: the sd of rounding to the least step.
static double quantum(const br_identify_work *w)
{
    double least = HUGE_VAL;
    for (int s = 0; s < w->stretches; s++)
        for (long long k = 1; k < w->stretch[s].stretch.rows; k++) {
            double change = fabs(w->stretch[s].y[k] - w->stretch[s].y[k - 1]);
            least = change > 0 && change < least ? change : least;
        }
    return isfinite(least) ? least / br_sqrt(12) : 1;
}

br_status br_identify_start_noise(br_identify_work *w)
{
    double largest = 0, sd = 0;
    br_status status = BR_OK;
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        const br_output_log *g = &w->stretch[s];
        status = br_noise_white(g->stretch.rows, g->stretch.t, g->y, &sd);
        largest = br_max(largest, sd);
    }
    w->simulation.measured_sd = largest > 0 ? largest : quantum(w);
    w->simulation.force_sd = w->force_rms > 0 ? w->force_rms : 1e-6 * w->start.most.force;
    return status;
}

// Error of the predictions with another noise of the force.
static br_status cost_at(br_identify_work *w, const br_output_options *o, double log_sd, double *cost)
{
    w->simulation.force_sd = br_exp(log_sd);
    return br_output_cost(&w->q, o, w->id->fit.p, cost);
}

// The lowest cost: three points that enclose it, by steps downhill; then the vertex of the parabola through them, within some per
// cent.
static br_status least_cost(br_identify_work *w, const br_output_options *o, double far, double *at)
{
    double x[3] = {*at - far, *at, *at + far}, c[3];
    br_status status = BR_OK;
    for (int i = 0; i < 3 && status == BR_OK; i++)
        status = cost_at(w, o, x[i], &c[i]);
    for (int i = 0; i < 20 && status == BR_OK && !(c[1] <= c[0] && c[1] <= c[2]); i++) {
        int down = c[0] < c[2] ? 0 : 2, up = 2 - down;
        x[up] = x[1];
        c[up] = c[1];
        x[1] = x[down];
        c[1] = c[down];
        x[down] += down ? far : -far;
        status = cost_at(w, o, x[down], &c[down]);
    }
    double bend = c[0] - 2 * c[1] + c[2];
    *at = x[1] + (bend > 0 ? br_max(-0.5 * far, br_min(0.5 * far, 0.5 * far * (c[0] - c[2]) / bend)) : 0);
    return status;
}

br_status br_identify_find_noise(br_identify_work *w, const br_output_options *options, bool *more)
{
    enum { TIMES = 6 };
    br_output_options o = *options;
    double before = w->simulation.force_sd, at = br_log(before);
    br_identify_start_from_values(w);
    o.state_sd = w->id->fit.state_sd;
    o.start = NULL;
    br_status status = least_cost(w, &o, w->noise_fits > 0 ? NEAR : FAR, &at);
    bool moved = fabs(at - br_log(before)) > SAME;
    w->simulation.force_sd = moved ? br_exp(at) : before;
    if (moved && ++w->noise_fits < TIMES)
        *more = true;
    return status;
}

bool br_identify_is_force_noisy(const br_identify_work *w)
{
    const double share = 0.5;
    double changes = 0, count = 0;
    for (int s = 0; s < w->stretches; s++)
        for (long long k = 1; k < w->stretch[s].stretch.rows; k++) {
            double change = w->stretch[s].drive[k] - w->stretch[s].drive[k - 1];
            changes += isfinite(change) ? change * change : 0;
            count += isfinite(change);
        }
    double sd = w->simulation.force_sd / w->simulation.measured_sd * w->id->fit.rms / w->id->fit.prediction_scale;
    return 2 * sd * sd * count > share * changes;
}

void br_identify_set_noise(br_identify_work *w)
{
    br_identified *id = w->id;
    bool known = w->o->predictions && id->fit.prediction_scale > 0;
    id->measured_sd = known ? id->fit.rms / id->fit.prediction_scale : 0;
    id->force_sd = known ? w->simulation.force_sd * id->measured_sd / w->simulation.measured_sd : 0;
}
