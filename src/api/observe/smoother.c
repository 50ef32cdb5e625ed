// smoother.c - smoothing of logs in a program: bristle/smoother.h.                [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/observe/estimating.h"

#include <bristle/smoother.h>

#include <math.h>
#include <stdlib.h>

struct br_smoothing {
    br_estimating is;
};

static const br_smoothing_options defaults = {.size = sizeof defaults, .gate = BR_OBSERVE_GATE};

br_status br_smoothing_defaults(br_smoothing_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

static br_estimation_options as_estimation(const br_smoothing_options *o)
{
    return (br_estimation_options){.size = sizeof(br_estimation_options),
                                   .kind = BR_ESTIMATION_SMOOTHER,
                                   .signals = o->signals,
                                   .estimate = o->estimate,
                                   .noise = o->noise,
                                   .prior = o->prior,
                                   .most = o->most,
                                   .gate = o->gate,
                                   .correct_every = o->correct_every,
                                   .between = o->between,
                                   .method = o->method,
                                   .substeps = o->substeps,
                                   .mass = o->mass,
                                   .cutoff = o->cutoff,
                                   .differentiate = o->differentiate};
}

static const br_handle_kind kind = {"br_smoothing",
                                    "smoother",
                                    "a law",
                                    sizeof(br_smoothing),
                                    sizeof(br_smoothing_options),
                                    sizeof(br_smoothing_options),
                                    true};

br_status br_smoothing_open(br_smoothing **s, const br_law *law, const br_smoothing_options *options, br_diag *why)
{
    br_status status;
    br_smoothing_options given = defaults;
    br_smoothing *fresh = br_handle_begin(&kind, s && law, options, &given, &status, why);
    br_estimation_options with = as_estimation(&given);
    if (status == BR_OK)
        status = br_estimating_prepare(&fresh->is, "smoother: ", law, &with, why);
    if (status == BR_OK)
        *s = fresh;
    else
        br_smoothing_close(fresh);
    return br_said(status, why);
}

void br_smoothing_close(br_smoothing *s)
{
    if (s)
        br_estimating_release(&s->is);
    free(s);
}

br_status br_smoothing_log(br_smoothing *s, br_table *log, int (*progress)(void *context, double share), void *context,
                           br_diag *why)
{
    return br_estimating_log(s ? &s->is : NULL, "br_smoothing_log", log, progress, context, why);
}

br_status br_smoothing_table(const br_smoothing *s, br_table **table, br_diag *why)
{
    return br_estimating_table(s ? &s->is : NULL, "br_smoothing_table", table, why);
}

double br_smoothing_value(const br_smoothing *s, const char *name, double *sd)
{
    return br_estimating_value(s ? &s->is : NULL, name, sd);
}

double br_smoothing_result(const br_smoothing *s, br_smoothing_figure figure)
{
    if (!s || !s->is.done)
        return (double)NAN;
    switch (figure) {
    case BR_SMOOTHING_COST: return s->is.o.ob.smoothing.cost;
    case BR_SMOOTHING_MEASUREMENTS: return (double)s->is.o.ob.taken;
    case BR_SMOOTHING_ITERATIONS: return s->is.o.ob.smoothing.iterations;
    case BR_SMOOTHING_NRMSE: return s->is.o.verdict.nrmse;
    default: return (double)NAN;
    }
}

const char *br_smoothing_failures(const br_smoothing *s)
{
    return !s ? NULL : s->is.o.verdict.failures.text ? s->is.o.verdict.failures.text : "";
}

const char *br_smoothing_warnings(const br_smoothing *s)
{
    return !s ? NULL : s->is.o.verdict.warnings.text ? s->is.o.verdict.warnings.text : "";
}
