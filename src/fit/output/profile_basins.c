// profile_basins.c - other minima of a fit, for intervals by profile likelihood that are unions. [host]
#include "num/base/fp.h"

#include "fit/output/profile_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

enum { TRIALS = 8, SHORT = 10 }; // to either side; steps of a search with the parameter held
static const double COARSE = 1e-3;

// The distance of trial k = 1 .. TRIALS: by factors of the fourth root of ten, or from a quarter of the parameter's size on.
static double distance_at(const br_profile_work *w, int k)
{
    const double quarter_decade = 0.5756462732485115;
    return w->by_factor ? k * quarter_decade : w->size * (k <= 4 ? 0.25 * k : 0.5 * (k - 2));
}

// The minimum that a search comes to from a value of the parameter at which all others have been fitted.
static br_status search_from_value(br_profile_work *w, double u, br_output_fit *to)
{
    br_output_options all = w->o;
    br_output_fit first;
    br_profile_restart_from(w, w->f);
    br_profile_hold(w, u);
    w->o.once = w->o.values = true;
    w->o.steps = SHORT;
    w->o.tol = COARSE;
    br_status status = br_output_run(&first, &w->q, &w->o, w->p, NULL);
    w->o = all;
    w->fits++;
    if (status != BR_OK)
        return status;
    memcpy(w->p, first.p, (size_t)w->q.model->np * sizeof *w->p);
    for (int j = 0; j < w->q.terms; j++)
        w->term[j].start = first.value[w->n->count + j];
    w->o.start = first.start;
    w->sd[w->i] = HUGE_VAL;
    status = br_output_run(to, &w->q, &w->o, w->p, NULL);
    w->fits++;
    w->o = all;
    w->sd[w->i] = w->held;
    br_output_free(&first);
    return status;
}

// Is this minimum one of those known: within the interval that its sd makes?
static bool is_known(const br_profile_work *w, const br_output_fit *f, const br_output_fit *known)
{
    double sd = known->sd[w->i];
    return fabs(f->value[w->i] - known->value[w->i]) <= (isfinite(sd) ? w->target * sd : 0);
}

br_status br_profile_find_minima(br_profile_work *w, br_output_fit other[BR_PROFILE_MINIMA], int *count)
{
    *count = 0;
    for (int k = 0; k < 2 * TRIALS && *count < BR_PROFILE_MINIMA; k++) {
        double side = k % 2 ? 1 : -1, u = distance_at(w, 1 + k / 2);
        br_output_fit now;
        if (u > br_profile_limit(w, side))
            continue;
        br_status status = search_from_value(w, side * u, &now);
        if (status == BR_NO_MEMORY || (status != BR_OK && w->o.stop && *w->o.stop != 0))
            return status;
        if (status != BR_OK)
            continue;
        bool known = is_known(w, &now, w->f) || br_profile_chi_square(w, now.rms) > BR_PROFILE_DEEP;
        for (int j = 0; j < *count; j++)
            known = known || is_known(w, &now, &other[j]);
        w->least = br_min(w->least, now.rms);
        if (known)
            br_output_free(&now);
        else
            other[(*count)++] = now;
    }
    return BR_OK;
}
