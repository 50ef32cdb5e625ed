// estimate_tune.c - process noise of unknown inputs of a mechanism by an L-curve.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

// By how much the curve turns to the left in point i, growing Q.
static double curvature(const br_mech_l_curve *c, int i)
{
    double x[3], y[3];
    for (int k = 0; k < 3; k++) {
        x[k] = br_log(c->input[i - 1 + k]);
        y[k] = br_log(c->error[i - 1 + k]);
    }
    double dx = x[1] - x[0], dy = y[1] - y[0], ex = x[2] - x[1], ey = y[2] - y[1];
    return br_atan2(dx * ey - dy * ex, dx * ex + dy * ey);
}

// Below the likeliest inputs are too slow to follow, and turns of the curve there do not depend on the noise.
static void choose_corner(br_mech_l_curve *c)
{
    double most = -4;
    c->corner = c->likeliest = 0;
    for (int i = 0; i < BR_L_CURVE_TRIES; i++)
        c->likeliest = c->likelihood[i] > c->likelihood[c->likeliest] ? i : c->likeliest;
    int from = c->likeliest < 1 ? 1 : c->likeliest > BR_L_CURVE_TRIES - 2 ? BR_L_CURVE_TRIES - 2 : c->likeliest;
    for (int i = from; i + 1 < BR_L_CURVE_TRIES; i++)
        if (curvature(c, i) > most) {
            most = curvature(c, i);
            c->corner = i;
        }
    int apart = c->corner - c->likeliest;
    c->agree = apart >= -1 && apart <= 1;
}

static void set_walks(br_mech_estimate *w, const br_mech_l_curve *c, double Q)
{
    for (int u = 0; u < w->unknowns; u++)
        w->unknown[u].walk = br_mech_estimate_walk(w, Q * c->ratio[u]);
}

static double power_of_ten(int e)
{
    double ten = 1;
    for (int i = 0; i < (e < 0 ? -e : e); i++)
        ten *= 10;
    return e < 0 ? 1 / ten : ten;
}

// Tries `from` to `to` of a curve whose first is 10^lowest.
static br_status try_decades(br_mech_estimate *w, br_mech_l_curve *c, int lowest, int from, int to, br_diag *why)
{
    br_status status = BR_OK;
    br_mech_estimate_result r;
    for (int i = from; i < to && status == BR_OK; i++) {
        c->Q[i] = power_of_ten(lowest + i);
        set_walks(w, c, c->Q[i]);
        status = br_mech_estimate_run(w, NULL, &r, why);
        c->error[i] = r.error;
        c->before[i] = r.before;
        c->input[i] = r.input;
        c->likelihood[i] = r.likelihood;
    }
    return status;
}

// So many tries up or down; the others are known.
static br_status shift_decades(br_mech_estimate *w, br_mech_l_curve *c, int lowest, int by, br_diag *why)
{
    enum { KEPT = BR_L_CURVE_TRIES - BR_L_CURVE_SHIFT };
    double *list[] = {c->Q, c->error, c->before, c->input, c->likelihood};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        memmove(list[k] + (by < 0 ? -by : 0), list[k] + (by > 0 ? by : 0), KEPT * sizeof *list[k]);
    return by < 0 ? try_decades(w, c, lowest, 0, -by, why) : try_decades(w, c, lowest, KEPT, BR_L_CURVE_TRIES, why);
}

// While the likeliest is at an end, if runs go through there.
static br_status widen_range(br_mech_estimate *w, br_mech_l_curve *c, int *lowest, br_diag *why)
{
    enum { MOST = 4 };
    br_status status = BR_OK;
    for (int k = 0; k < MOST && status == BR_OK; k++) {
        int by = c->likeliest == 0 ? -BR_L_CURVE_SHIFT : c->likeliest == BR_L_CURVE_TRIES - 1 ? BR_L_CURVE_SHIFT : 0;
        br_mech_l_curve moved = *c;
        if (by == 0)
            break;
        status = shift_decades(w, &moved, *lowest + by, by, why);
        if (status != BR_OK)
            return status == BR_NO_MEMORY ? status : BR_OK;
        choose_corner(&moved);
        *c = moved;
        *lowest += by;
    }
    return status;
}

// Likelihood with the ratio of one input changed.
static br_status likelihood_of(br_mech_estimate *w, br_mech_l_curve *c, int unknown, double ratio, double *found,
                               br_diag *why)
{
    br_mech_estimate_result r;
    double was = c->ratio[unknown];
    c->ratio[unknown] = ratio;
    set_walks(w, c, c->Q[c->likeliest]);
    br_status status = br_mech_estimate_run(w, NULL, &r, why);
    c->ratio[unknown] = was;
    *found = status == BR_OK ? r.likelihood : -(double)INFINITY;
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// One input after the other, by decades, as long as that is likelier.
static br_status tune_ratios(br_mech_estimate *w, br_mech_l_curve *c, br_diag *why)
{
    enum { DECADES = 6 };
    const double gain = 2; // of the logarithm: less may be chance
    double best = c->likelihood[c->likeliest], found;
    br_status status = BR_OK;
    for (int u = 0; u < w->unknowns; u++)
        for (int up = 0; up < 2; up++)
            for (int k = 0; k < DECADES && status == BR_OK; k++) {
                double ratio = c->ratio[u] * (up ? 10 : 0.1);
                status = likelihood_of(w, c, u, ratio, &found, why);
                if (status != BR_OK || !(found > best + gain))
                    break;
                best = found;
                c->ratio[u] = ratio;
            }
    return status;
}

br_status br_mech_estimate_tune(br_mech_estimate *w, br_mech_l_curve *c, br_diag *why)
{
    int lowest = -5;
    long long rows = w->rows;
    memset(c, 0, sizeof *c);
    for (int u = 0; u < w->unknowns; u++)
        c->ratio[u] = 1;
    w->row = br_mech_estimate_row(w); // of the whole log
    w->rows = c->rows = rows < BR_L_CURVE_ROWS ? rows : BR_L_CURVE_ROWS;
    br_status status = try_decades(w, c, lowest, 0, BR_L_CURVE_TRIES, why);
    if (status == BR_OK) {
        choose_corner(c);
        status = widen_range(w, c, &lowest, why);
    }
    if (status == BR_OK && w->unknowns > 1) {
        status = tune_ratios(w, c, why);
        if (status == BR_OK)
            status = try_decades(w, c, lowest, 0, BR_L_CURVE_TRIES, why);
        choose_corner(c);
    }
    w->rows = rows;
    if (status == BR_OK)
        set_walks(w, c, c->Q[c->corner]);
    return status;
}
