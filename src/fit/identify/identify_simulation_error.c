// identify_simulation_error.c - the error of what is simulated: fitted rows and hold-out rows of every log, and of all. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

// Errors of simulated positions y, of every log: of the rows fitted by these parameters, or of the hold-out rows.
static void add_position_errors(br_identify_work *w, const double *y, int which)
{
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        const br_axis_log *l = &w->log[g->of];
        br_error_sum *to = &w->id->log[g->of].simulation[which];
        for (long long k = 0; k < g->stretch.rows; k++, y++) {
            bool held = l->test || (which == BR_HOLD_OUT && g->stretch.t[k] >= l->from && g->stretch.t[k] < l->to);
            if (isfinite(g->y[k]) && held == (which == BR_HOLD_OUT))
                br_error_add(to, *y - g->y[k], g->y[k] - g->x); // of velocities x is 0
        }
    }
}

// The same of all logs where this is of every log.
static void pool_position_errors(br_identified *id)
{
    br_error_sum all[2] = {{0}};
    for (int i = 0; i < id->logs; i++)
        for (int k = 0; k < 2; k++)
            br_error_join(&all[k], &id->log[i].simulation[k]);
    id->simulation_rms = br_error_rms(&all[BR_FITTED]);
    id->simulation_share = br_error_share(&all[BR_FITTED]);
    id->hold_out_simulation_rms = br_error_rms(&all[BR_HOLD_OUT]);
    id->hold_out_simulation_share = br_error_share(&all[BR_HOLD_OUT]);
}

// A simulation that runs away has an infinite error.
static void set_run_away(const br_identify_work *w, double *y)
{
    for (long long k = 0; k < br_identify_rows(w); k++)
        y[k] = HUGE_VAL;
}

// Hold-out rows with the parameters of the fit that has not seen them; test logs with those of all rows.
static br_status add_hold_out_errors(br_identify_work *w, double *y)
{
    br_status status = w->part.n > 0 ? br_identify_simulate_all(w, &w->part, 2, false, y, NULL) : BR_OK;
    if (status == BR_NO_MEMORY)
        return status;
    if (status != BR_OK)
        set_run_away(w, y);
    add_position_errors(w, y, BR_HOLD_OUT);
    return BR_OK;
}

br_status br_identify_simulate(br_identify_work *w)
{
    br_identified *id = w->id;
    bool more;
    id->simulation_rms = id->simulation_share = (double)NAN;
    id->hold_out_simulation_rms = id->hold_out_simulation_share = (double)NAN;
    if (!br_identify_can_simulate(w) || w->o->as_start)
        return BR_OK;
    br_status status = id->motion ? BR_OK : br_identify_prepare_simulation(w);
    if (status != BR_OK)
        return status;
    for (int s = 0; s < w->stretches; s++) {
        const br_stretch *g = &w->stretch[s].stretch;
        id->simulation_time = br_max(id->simulation_time, g->t[g->rows - 1] - g->t[0]);
    }
    double *y = malloc(((size_t)br_identify_rows(w) + 1) * sizeof *y);
    status = y ? br_identify_refine_steps(w, false, y, &more) : BR_NO_MEMORY;
    if (status != BR_NO_MEMORY) {
        if (status != BR_OK)
            set_run_away(w, y);
        add_position_errors(w, y, BR_FITTED);
        status = add_hold_out_errors(w, y);
        pool_position_errors(id);
    }
    free(y);
    return status == BR_NO_MEMORY ? status : BR_OK;
}
