// observe_horizon.c - options of `bristle observe --observer mhe`.              [host]
#include "num/base/fp.h"

#include "tool/kit/number.h"
#include "tool/observe/observe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const tool_option observe_horizon =
    OPTION(TOOL_METHOD, "--horizon", "N", horizon, "intervals of a moving horizon, each as long as --period", "20");
const tool_option observe_period = OPTION(TOOL_METHOD, "--period", "T", period,
                                          "of a moving horizon, '2 ms': the same as --correct-every, samples between "
                                          "two corrections are inputs of one interval",
                                          NULL);
const tool_option observe_arrival =
    OPTION(TOOL_METHOD, "--arrival", "KIND", arrival,
           "what is known of the first node of a horizon: kuehl, a Kalman step; smoothed, the same linearised anew; "
           "hessian, from the problem just solved; constant, the --prior",
           "kuehl");
const tool_option observe_parameters =
    OPTION(TOOL_METHOD, "--parameters", "HOW", parameters,
           "of a horizon: states, which walk; shared, one value over all of it", "states");
const tool_option observe_iterations =
    OPTION(TOOL_METHOD, "--iterations", "K", iterations, "of a horizon at every sample", "1");
const tool_option observe_bounds =
    OPTION(TOOL_METHOD, "--bounds", "LIST", bounds,
           "of states and estimates at every node of a horizon: 'kappa[3] = 0..500 N/mm, z = -10..10 N'", NULL);
const tool_option observe_levenberg =
    OPTION(TOOL_METHOD, "--levenberg", "L", levenberg, "weight of a step's length in a horizon (A.49), 1e-10", "0");
const tool_option observe_huber =
    OPTION(TOOL_METHOD, "--huber", "K", huber,
           "residuals of a horizon beyond so many standard deviations count by their size, not its square", NULL);

const tool_option observe_precision = OPTION(TOOL_METHOD, "--precision", "WHAT", precision,
                                             "of a horizon: double; mixed, steps of the law and their derivatives in "
                                             "float and all else in double, for friction laws that are compiled in",
                                             "double");

const char *const observe_arrivals[] = {[BR_MHE_KUEHL] = "kuehl",
                                        [BR_MHE_SMOOTHED] = "smoothed",
                                        [BR_MHE_HESSIAN] = "hessian",
                                        [BR_MHE_CONSTANT] = "constant",
                                        [BR_MHE_CONSTANT + 1] = NULL};

// Options that say nothing without a horizon.
static const char *idle(const tool_args *a)
{
    const struct {
        const char *name, *given;
    } all[] = {{"--horizon", a->horizon},       {"--period", a->period},         {"--arrival", a->arrival},
               {"--parameters", a->parameters}, {"--iterations", a->iterations}, {"--bounds", a->bounds},
               {"--levenberg", a->levenberg},   {"--huber", a->huber},           {"--precision", a->precision}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given)
            return all[i].name;
    return NULL;
}

const char *observe_every(const observing *o)
{
    return o->by_period ? "--period" : "--correct-every";
}

br_status observe_read_horizon(observing *o, const tool_args *a, br_diag *why)
{
    static const char *const parameters[] = {"states", "shared", NULL}, *const precisions[] = {"double", "mixed", NULL};
    br_observation_horizon *h = &o->options.horizon;
    double intervals = 20, iterations = 1;
    if (!o->moving)
        return idle(a) ? tool_complain(why, BR_BAD_USAGE, "bristle observe: %s is of a moving horizon, --observer mhe",
                                       idle(a))
                       : BR_OK;
    if (a->period && a->correct_every)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: --period and --correct-every are the same; give one");
    int arrival = a->arrival ? observe_choose("--arrival", a->arrival, observe_arrivals, why) : 0;
    int shared = a->parameters ? observe_choose("--parameters", a->parameters, parameters, why) : 0;
    int mixed = a->precision ? observe_choose("--precision", a->precision, precisions, why) : 0;
    if (arrival < 0 || shared < 0 || mixed < 0)
        return BR_BAD_USAGE;
    br_status status = observe_plain("--horizon", a->horizon, 1, 1e5, true, &intervals, why);
    if (status == BR_OK)
        status = observe_plain("--iterations", a->iterations, 1, 1e3, true, &iterations, why);
    if (status == BR_OK)
        status = observe_plain("--levenberg", a->levenberg, 0, 1e100, false, &h->levenberg, why);
    if (status == BR_OK)
        status = observe_plain("--huber", a->huber, 0.1, 1e9, false, &h->huber, why);
    if (status == BR_OK && a->period)
        status = tool_time("observe", "--period", a->period, &o->options.correct_every, why);
    o->by_period = a->period != NULL;
    h->intervals = (int)intervals;
    h->iterations = (int)iterations;
    h->arrival = (br_mhe_arrival)arrival;
    h->shared = shared == 1;
    h->mixed = mixed == 1;
    h->bounds = a->bounds;
    return status;
}
