// problem_options.c - options of a moving horizon's problem, of `bristle observe` and of `bristle emit` alike.   [host]
#include "num/base/fp.h"

#include "tool/kit/log_options.h"
#include "tool/kit/number.h"
#include "tool/observe/observe.h"

#include <math.h>
#include <string.h>

const char *const observe_arrivals[] = {[BR_HORIZON_KUEHL] = "kuehl",
                                        [BR_HORIZON_SMOOTHED] = "smoothed",
                                        [BR_HORIZON_HESSIAN] = "hessian",
                                        [BR_HORIZON_CONSTANT] = "constant",
                                        [BR_HORIZON_CONSTANT + 1] = NULL};

int observe_read_word(const char *command, const char *option, const char *word, const char *const *words, br_diag *why)
{
    br_buffer all = {0};
    for (int i = 0; words[i]; i++) {
        if (strcmp(word, words[i]) == 0) {
            br_buffer_free(&all);
            return i;
        }
        br_buffer_print(&all, "%s%s", i ? ", " : "", words[i]);
    }
    tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is not one of %s", command, option, word,
                  all.text ? all.text : "");
    br_buffer_free(&all);
    return -1;
}

br_status observe_read_number(const char *command, const char *option, const char *text, double low, double high,
                              bool whole, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    double read = 0;
    if (!text)
        return BR_OK;
    if (!tool_number(option, text, &read, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(read >= low && read <= high) || (whole && read != floor(read)))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is not %s from %g to %g", command, option, text,
                             whole ? "an integer" : "a number", low, high);
    *value = read;
    return BR_OK;
}

br_status observe_read_problem(observe_problem *o, const char *command, const tool_args *a, br_diag *why)
{
    static const char *const parameters[] = {"states", "shared", NULL}, *const places[] = {"intervals", "arrival",
                                                                                           NULL};
    int arrival = a->arrival ? observe_read_word(command, "--arrival", a->arrival, observe_arrivals, why) : 0;
    int shared = a->parameters ? observe_read_word(command, "--parameters", a->parameters, parameters, why) : 0;
    int place = a->process_noise ? observe_read_word(command, "--process-noise", a->process_noise, places, why) : 0;
    if (arrival < 0 || shared < 0 || place < 0)
        return BR_BAD_USAGE;
    br_status status = observe_read_number(command, "--levenberg", a->levenberg, 0, 1e9, false, &o->levenberg, why);
    if (status == BR_OK)
        status = observe_read_number(command, "--huber", a->huber, 0.1, 1e9, false, &o->huber, why);
    o->arrival = (br_horizon_arrival)arrival;
    o->shared = shared;
    o->noise_in_arrival = place;
    if (status == BR_OK && o->noise_in_arrival && a->parameters && !o->shared)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle %s: with --process-noise arrival parameters are shared, as everything is exact "
                             "within the horizon; leave --parameters out",
                             command);
    return status;
}

const char *observe_problem_option(const tool_args *a)
{
    return a->arrival         ? "--arrival"
           : a->parameters    ? "--parameters"
           : a->process_noise ? "--process-noise"
           : a->levenberg     ? "--levenberg"
           : a->huber         ? "--huber"
                              : NULL;
}

const tool_option observe_bounds = OPTION(
    TOOL_METHOD, "--bounds", "LIST", bounds,
    "mhe: bounds of states and estimates at every node: 'kappa[3] = 0..500 N/mm, z = -10..10 N'", "those of the law");
const tool_option observe_arrival = OPTION(TOOL_METHOD, "--arrival", "KIND", arrival,
                                           "mhe: arrival cost; kuehl: Kalman step; smoothed: the same, relinearised; "
                                           "hessian: from the last solution; constant: the --prior",
                                           "kuehl");
const tool_option observe_parameters =
    OPTION(TOOL_METHOD, "--parameters", "HOW", parameters,
           "mhe: parameters as states (random walk), or shared: one value per horizon", "states");
const tool_option observe_process_noise = OPTION(
    TOOL_METHOD, "--process-noise", "WHERE", process_noise,
    "mhe: where process noise is; intervals: in every interval; arrival: in the arrival cost only, the model is exact "
    "within the horizon",
    "intervals");
const tool_option observe_levenberg =
    OPTION(TOOL_METHOD, "--levenberg", "L", levenberg,
           "mhe: Levenberg-Marquardt damping, Boegli 2014 (A.49), such as 1e-10", "0");
const tool_option observe_huber =
    OPTION(TOOL_METHOD, "--huber", "K", huber,
           "mhe: Huber loss: residuals beyond this many standard deviations have linear weight", "quadratic loss");
