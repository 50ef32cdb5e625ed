// observer_fit.c - parameters of a mechanism by the fit over the whole log, and warnings about it.    [host]
#include "num/base/fp.h"

#include "api/mechanism/observer.h"

#include "num/base/elem.h"

#include <math.h>
#include <string.h>

br_status br_mech_observer_fit(br_mechanism_observer *o, br_diag *why)
{
    if (o->w.parameters == 0 || o->filter_only || o->result.stopped)
        return BR_OK;
    o->fitting = true;
    br_status status = br_mech_fit_run(&o->w, &o->result, &o->fit, why);
    o->fitted = status == BR_OK;
    return status;
}

br_mechanism_parameter br_mech_observer_parameter(const br_mechanism_observer *o, int i)
{
    const br_named_parameter *p = &o->w.parameter[i];
    const br_mech_fitted *f = &o->fit.parameter[i];
    const double x = o->result.x[i], none = (double)NAN;
    br_mechanism_parameter r = {.size = sizeof r,
                                .name = p->name,
                                .unit = p->unit,
                                .filter = br_parameter_value(&p->is, x),
                                .filter_sd = fabs(br_parameter_slope(&p->is, x)) * o->result.x_sd[i],
                                .braking = o->result.braking[i],
                                .start = br_parameter_value(&p->is, p->is.x),
                                .start_sd = fabs(br_parameter_slope(&p->is, p->is.x)) * p->is.sd,
                                .on_bound = o->fitted && f->on_bound};
    r.value = o->fitted ? f->value : r.filter;
    r.sd = o->fitted ? f->sd[0] : r.filter_sd;
    r.sd_autocorrelated = o->fitted ? f->sd[1] : none;
    r.shift = o->fitted ? f->shift : none;
    r.step_error = o->fitted ? f->step_error : none;
    r.other = o->fitted ? f->other : none;
    return r;
}

void br_mech_observer_replace_estimate(const br_mechanism_observer *o, const char *name, double *value, double *sd)
{
    for (int i = 0; i < o->w.parameters && o->fitted; i++)
        if (strcmp(o->w.parameter[i].name, name) == 0) {
            *value = o->fit.parameter[i].value;
            *sd = o->fit.parameter[i].sd[1];
        }
}

const char *br_mech_observer_autocorrelated(const br_mechanism_observer *o)
{
    return o->m.sensor[o->w.sensor[o->fit.colour]].name;
}

// ---------------------------------------------------------------- warnings

void br_mech_observer_start_list(br_buffer *out, const br_mechanism_observer *o)
{
    br_buffer_print(out, "%sestimate '", o->dash);
    for (int i = 0; i < o->w.parameters; i++) {
        const br_named_parameter *p = &o->w.parameter[i];
        bool plain = strcmp(p->unit, "-") == 0 || strcmp(p->unit, "1") == 0;
        br_buffer_print(out, "%s%s%s%s = %.4g%s%s", i ? ", " : "", p->is.is.log ? "log(" : "", p->name,
                        p->is.is.log ? ")" : "", br_mech_observer_parameter(o, i).value, plain ? "" : " ",
                        plain ? "" : p->unit);
    }
    br_buffer_put(out, "'");
}

static void warn_search(br_mechanism_observer *o)
{
    if (!o->fit.found)
        br_buffer_print(&o->warnings,
                        "the fit over the whole log did not converge: parameters are those of the filter, which depend "
                        "on its start and step; use a shorter %sstep, or other starts in %sestimate\n",
                        o->dash, o->dash);
    else if (!o->fit.settled)
        br_buffer_put(&o->warnings, "the fit over the whole log did not settle: start where it ended, ");
    if (o->fit.found && !o->fit.settled) {
        br_mech_observer_start_list(&o->warnings, o);
        br_buffer_put(&o->warnings, "\n");
    }
    for (int i = 0; i < o->fit.n; i++)
        if (o->fit.parameter[i].on_bound)
            br_buffer_print(&o->warnings,
                            "%s is at a limit of its range, %.6g %s: its standard deviation is not valid\n",
                            o->w.parameter[i].name, o->fit.parameter[i].value, o->w.parameter[i].unit);
}

static void warn_autocorrelation(br_mechanism_observer *o)
{
    const double white = 0.01;
    double most = 1;
    int of = 0;
    for (int i = 0; i < o->fit.n; i++) {
        double grown = o->fit.parameter[i].autocorrelated_sd / o->fit.parameter[i].white_sd;
        of = grown > most ? i : of;
        most = grown > most ? grown : most;
    }
    if (o->fit.whiteness < white && most > 1.1)
        br_buffer_print(&o->warnings,
                        "autocorrelated residuals of %s (lag 1: %.2g): model mismatch or coloured noise; use the "
                        "standard deviations for autocorrelated residuals: %.3g instead of %.3g %s for %s\n",
                        br_mech_observer_autocorrelated(o), o->fit.lag1, o->fit.parameter[of].autocorrelated_sd,
                        o->fit.parameter[of].white_sd, o->w.parameter[of].unit, o->w.parameter[of].name);
}

// The error goes with the step, or its square.
static void suggest_step(br_mechanism_observer *o, double ratio)
{
    const double least = 0.02;
    ratio = o->result.order == 2 ? br_sqrt(ratio) : ratio;
    double step = o->w.step > 0 ? o->w.step : br_mech_estimate_row(&o->w);
    bool bdf1 = o->w.scheme == &br_mech_bdf1;
    if (bdf1 && !(ratio > least))
        br_buffer_print(&o->warnings, "use %smethod newmark\n", o->dash);
    else
        br_buffer_print(&o->warnings, "use %sstep '%.2g s'%s%s%s\n", o->dash, step * (ratio > least ? ratio : least),
                        bdf1 ? " or " : "", bdf1 ? o->dash : "", bdf1 ? "method newmark" : "");
}

static void warn_step(br_mechanism_observer *o)
{
    for (int i = 0; i < o->fit.n && o->fit.found; i++) {
        const br_mech_fitted *f = &o->fit.parameter[i];
        const br_named_parameter *p = &o->w.parameter[i];
        if (isnan(f->shift))
            br_buffer_print(&o->warnings,
                            "error of the step unknown: with half the step %s was not found; use a shorter %sstep\n",
                            p->name, o->dash);
        else if (f->step_error > f->autocorrelated_sd) {
            br_buffer_print(&o->warnings,
                            "%s moves by %.3g %s if the step is halved: an error of the step of %.3g standard "
                            "deviations, which those in the table include; ",
                            p->name, f->shift, p->unit, f->step_error / f->autocorrelated_sd);
            suggest_step(o, f->autocorrelated_sd / f->step_error);
        }
    }
}

static void write_values(br_buffer *out, const br_mechanism_observer *o, bool other)
{
    for (int i = 0; i < o->fit.n; i++)
        if (!o->fit.parameter[i].walks)
            br_buffer_print(out, "%s%s = %.5g %s", i ? ", " : "", o->w.parameter[i].name,
                            other ? o->fit.parameter[i].other : o->fit.parameter[i].value, o->w.parameter[i].unit);
}

static void warn_starts(br_mechanism_observer *o)
{
    const br_mech_fit *f = &o->fit;
    if (f->second == BR_SECOND_TWO) {
        br_buffer_put(&o->warnings, "two explanations of this log, equally good within the noise: ");
        write_values(&o->warnings, o, false);
        br_buffer_put(&o->warnings, "; or ");
        write_values(&o->warnings, o, true);
        br_buffer_print(&o->warnings, "; use a %sprior for what is known\n", o->dash);
    }
    if (f->second == BR_SECOND_BETTER)
        br_buffer_print(&o->warnings,
                        "a second start of the fit ended elsewhere, with a better fit, which is reported: the result "
                        "depends on the start; try others in %sestimate\n",
                        o->dash);
    for (int i = 0; i < f->n; i++)
        if (fabs(f->parameter[i].moved) > f->parameter[i].autocorrelated_sd)
            br_buffer_print(&o->warnings,
                            "%s depends on its start: from another one it ends %.3g %s, %.3g standard deviations, "
                            "away\n",
                            o->w.parameter[i].name, f->parameter[i].moved, o->w.parameter[i].unit,
                            fabs(f->parameter[i].moved) / f->parameter[i].autocorrelated_sd);
}

// A filter that learnt too early, far from the values.
static void warn_filter(br_mechanism_observer *o)
{
    double most = 3;
    int of = -1;
    for (int i = 0; i < o->fit.n && o->fit.found; i++) {
        br_mechanism_parameter r = br_mech_observer_parameter(o, i);
        double off = fabs(r.filter - r.value);
        if (o->fit.parameter[i].walks || !(off > most * r.filter_sd) || !(off > o->fit.parameter[i].autocorrelated_sd))
            continue;
        most = off / r.filter_sd;
        of = i;
    }
    if (of < 0)
        return;
    br_buffer_print(&o->warnings,
                    "the filter ended at %s = %.5g %s, %.3g of its standard deviations from the fit over the whole "
                    "log: its rows%s have other parameters; start it there: ",
                    o->w.parameter[of].name, br_mech_observer_parameter(o, of).filter, o->w.parameter[of].unit, most,
                    *o->dash ? " (--csv)" : "");
    br_mech_observer_start_list(&o->warnings, o);
    br_buffer_put(&o->warnings, "\n");
}

void br_mech_observer_assess_fit(br_mechanism_observer *o)
{
    if (!o->fitted)
        return;
    warn_search(o);
    warn_autocorrelation(o);
    warn_step(o);
    warn_starts(o);
    warn_filter(o);
}
