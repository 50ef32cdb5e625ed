// observe_options.c - options of `bristle observe`, and what they ask for.         [host]
#include "num/base/fp.h"

#include "tool/kit/log_options.h"
#include "tool/kit/number.h"
#include "tool/kit/tables.h"
#include "tool/observe/observe.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

// "6", "none"
static br_status read_gate(br_estimation_options *o, const char *text, br_diag *why)
{
    o->gate = text && strcmp(text, "none") == 0 ? 0 : o->gate;
    return o->gate > 0 ? observe_read_number("observe", "--gate", text, 0.1, 1e9, false, &o->gate, why) : BR_OK;
}

static br_status read_between(br_estimation_options *o, const tool_args *a, br_diag *why)
{
    static const char *const ways[] = {"held", "mean", NULL};
    int way = a->between ? observe_read_word("observe", "--between", a->between, ways, why) : 0;
    if (way > 0 && o->kind == BR_ESTIMATION_HORIZON)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle observe: --between mean is for ekf, ukf, particle and smoother; a moving horizon takes the "
            "mean of its samples by --period");
    o->between = a->between;
    return way < 0 ? BR_BAD_USAGE : BR_OK;
}

// The first option that has no effect without --observer mhe, or NULL.
static const char *horizon_option(const tool_args *a)
{
    const struct {
        const char *name, *given;
    } all[] = {{"--horizon", a->horizon},
               {"--period", a->period},
               {"--iterations", a->iterations},
               {"--bounds", a->bounds},
               {"--precision", a->precision}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given)
            return all[i].name;
    return observe_problem_option(a);
}

static br_status read_horizon(br_estimation_options *o, const tool_args *a, br_diag *why)
{
    static const char *const precisions[] = {"double", "mixed", NULL};
    double intervals = o->intervals, iterations = o->iterations;
    if (o->kind != BR_ESTIMATION_HORIZON)
        return horizon_option(a)
                   ? tool_complain(why, BR_BAD_USAGE, "bristle observe: %s needs --observer mhe", horizon_option(a))
                   : BR_OK;
    if (a->period && a->correct_every)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --period and --correct-every mean the same; give one");
    observe_problem problem = {.levenberg = 0};
    int mixed = a->precision ? observe_read_word("observe", "--precision", a->precision, precisions, why) : 0;
    br_status status = mixed < 0 ? BR_BAD_USAGE : observe_read_problem(&problem, "observe", a, why);
    if (status == BR_OK)
        status = observe_read_number("observe", "--horizon", a->horizon, 1, 1e5, true, &intervals, why);
    if (status == BR_OK)
        status = observe_read_number("observe", "--iterations", a->iterations, 1, 1e3, true, &iterations, why);
    if (status == BR_OK && a->period)
        status = tool_time("observe", "--period", a->period, &o->period, why);
    o->intervals = (int)intervals;
    o->iterations = (int)iterations;
    o->arrival = problem.arrival;
    o->shared = problem.shared;
    o->noise_in_arrival = problem.noise_in_arrival;
    o->levenberg = problem.levenberg;
    o->huber = problem.huber;
    o->precision = a->precision;
    o->bounds = a->bounds;
    return status;
}

static br_status read_kind(br_estimation_options *o, const tool_args *a, br_diag *why)
{
    static const char *const observers[] = {
        [BR_ESTIMATION_EKF] = "ekf",     [BR_ESTIMATION_UKF] = "ukf",           [BR_ESTIMATION_SMOOTHER] = "smoother",
        [BR_ESTIMATION_HORIZON] = "mhe", [BR_ESTIMATION_PARTICLE] = "particle", NULL};
    static const char *const orders[] = {"reduced", "full", NULL};
    int which = a->observer ? observe_read_word("observe", "--observer", a->observer, observers, why) : 0;
    int order = a->order ? observe_read_word("observe", "--order", a->order, orders, why) : 0;
    if (which < 0 || order < 0)
        return BR_BAD_USAGE;
    o->kind = (br_estimation_kind)which;
    o->full = order;
    return BR_OK;
}

static br_status read_particles(br_estimation_options *o, const tool_args *a, br_diag *why)
{
    double particles = 0;
    if (!a->particles)
        return BR_OK;
    if (o->kind != BR_ESTIMATION_PARTICLE)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: --particles needs --observer particle");
    br_status status = observe_read_number("observe", "--particles", a->particles, 16, 65536, true, &particles, why);
    o->particles = (long)particles;
    return status;
}

static const char *const methods[] = {"rk4", "midpoint", "gauss4", "lie", "rosenbrock", "exponential", "exact", NULL};

static const char *next_method(const void *list, int i)
{
    return ((const char *const *)list)[i];
}

static br_status read_method(br_estimation_options *o, const tool_args *a, br_diag *why)
{
    double substeps = 0;
    bool known = !a->method;
    br_buffer all = {0};
    for (int i = 0; methods[i]; i++) {
        known = known || strcmp(a->method, methods[i]) == 0;
        br_buffer_print(&all, "%s%s", i ? ", " : "", methods[i]);
    }
    if (!known) {
        const char *near = tool_nearest(a->method, next_method, methods);
        tool_complain(why, BR_BAD_USAGE, "bristle observe: there is no method '%.60s'%s%s; there are %s", a->method,
                      near ? "; did you mean " : "", near ? near : "", all.text ? all.text : "");
    }
    br_buffer_free(&all);
    o->method = a->method;
    br_status status =
        known ? observe_read_number("observe", "--substeps", a->substeps, 1, 1e6, true, &substeps, why) : BR_BAD_USAGE;
    o->substeps = (int)substeps;
    return status;
}

static br_status read_differentiation(br_estimation_options *o, const tool_args *a, br_diag *why)
{
    static const char *const ways[] = {"zero-phase", "central", "lowpass", "kalman", "window"};
    bool known = !a->differentiate;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        known = known || strcmp(a->differentiate, ways[i]) == 0;
    if (!known)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle observe: --differentiate '%.60s' is none of zero-phase, central, lowpass, kalman, window",
            a->differentiate);
    o->differentiate = a->differentiate;
    return tool_log_cutoff("observe", a, &o->cutoff, why);
}

br_status observe_read_options(observing *w, br_diag *why)
{
    const tool_args *a = w->a;
    br_estimation_options *o = &w->options;
    br_status status = br_estimation_defaults(o, sizeof *o);
    if (status == BR_OK)
        status = read_kind(o, a, why);
    if (status == BR_OK)
        status = read_method(o, a, why);
    if (status == BR_OK)
        status = read_differentiation(o, a, why);
    if (status == BR_OK)
        status = read_particles(o, a, why);
    if (status == BR_OK)
        status = read_horizon(o, a, why);
    if (status == BR_OK)
        status = read_between(o, a, why);
    if (status == BR_OK && a->correct_every)
        status = tool_time("observe", "--correct-every", a->correct_every, &o->correct_every, why);
    if (status == BR_OK)
        status = read_gate(o, a->gate, why);
    o->estimate = a->estimate;
    o->noise = a->noise;
    o->prior = a->prior;
    o->most = a->most;
    return status;
}

// ---------------------------------------------------------------- the table of options

const tool_option observe_most =
    OPTION(TOOL_METHOD, "--most", "LIST", most, "upper limit of standard deviations: 'z = 2 N'",
           "estimate: its prior; state: the larger of its prior and its size along the log");

const tool_option observe_particles =
    OPTION(TOOL_METHOD, "--particles", "N", particles, "particle: number of points, 16 to 65536", "256");

const tool_option *const observe_options[] = {
    OWN_OPTION(TOOL_MODEL, "--model", "MODEL", model,
               "friction law or plant with friction (a built-in name or NAME.law), or mechanism (NAME.mech)",
               tool_required),
    &option_params,
    &option_at,
    &option_signals,
    OWN_OPTION(
        TOOL_METHOD, "--observer", "KIND", observer,
        "ekf; ukf: no derivatives, for laws that switch; particle: the same by a cloud of points; smoother: over "
        "the whole log; mhe: moving horizon",
        "ekf"),
    OWN_OPTION(TOOL_MODEL, "--order", "ORDER", order,
               "reduced: velocity in, friction force out; full: drive force in, position out, with the law in the "
               "plant 'mass'",
               "reduced for a friction law, full for a plant"),
    OWN_OPTION(
        TOOL_MODEL, "--estimate", "LIST", estimate,
        "parameters to estimate with the states, with optional start values: 'kappa[3] = 0, FC, log(vs)'; log(): "
        "estimates the logarithm; mechanism: 'track.FC, leaf.stiffness'",
        "none"),
    OWN_OPTION(TOOL_METHOD, "--noise", "LIST", noise,
               "standard deviations of measurements, and of states and estimates per step ('F "
               "= 0.5 N, z = 0.1 N, FC = 5 %') or as densities ('z = 3 N/s^(1/2)')",
               "maximum likelihood from the log"),
    OWN_OPTION(TOOL_METHOD, "--prior", "LIST", prior, "initial standard deviations: 'kappa[3] = 300 %, z = 1 N'",
               "10 % of the size of a state along the log, 5 % of an estimate"),
    &observe_most,
    OWN_OPTION(TOOL_METHOD, "--correct-every", "T", correct_every, "correction period, '10 ms'", "every sample"),
    OWN_OPTION(
        TOOL_METHOD, "--between", "HOW", between,
        "velocity (and other inputs) between two rows: held, as a controller has it; mean: of both rows, as of a "
        "sampled motion; not for mhe",
        "held; estimated parameters are compared with those by mean"),
    OWN_OPTION(TOOL_METHOD, "--method", "NAME", method,
               "integration method of the time update: rk4, midpoint, gauss4, lie, "
               "rosenbrock, exponential, exact; mechanism: bdf1, newmark",
               "chosen by the model; mechanism: newmark, with beams bdf1"),
    OWN_OPTION(TOOL_METHOD, "--substeps", "K", substeps, "substeps of every step", "chosen by the method"),
    OWN_OPTION(TOOL_METHOD, "--gate", "N", gate,
               "reject innovations beyond this many standard deviations (0.1 or more); none: only beyond 1e8, of a "
               "mechanism none at all",
               "50"),
    &observe_particles,
    OWN_OPTION(TOOL_METHOD, "--horizon", "N", horizon, "mhe: number of intervals, each of length --period", "20"),
    OWN_OPTION(
        TOOL_METHOD, "--period", "T", period,
        "mhe: length of an interval, '2 ms', same as --correct-every; samples in between are inputs of the interval",
        "every sample"),
    &observe_arrival,
    &observe_parameters,
    &observe_process_noise,
    OWN_OPTION(TOOL_METHOD, "--iterations", "K", iterations, "mhe: Gauss-Newton iterations per sample", "1"),
    &observe_bounds,
    &observe_levenberg,
    OWN_OPTION(TOOL_METHOD, "--precision", "WHAT", precision,
               "mhe: double; mixed: steps of the law and their derivatives in float, all "
               "else in double (built-in friction laws only)",
               "double"),
    &observe_huber,
    OWN_OPTION(TOOL_MODEL, "--unknown", "LIST", unknown,
               "mechanism: unknown inputs to estimate, with their random walk per second: 'torque = 3 N*m'; or with an "
               "input model: 'torque: ramp', 'decay 0.1 s', 'sine 5 Hz', 'walk + order 2 A'",
               "those declared as unknown in NAME.mech"),
    OWN_OPTION(TOOL_METHOD, "--tune", NULL, tune,
               "mechanism: tune the random walk of unknown inputs by L-curve and likelihood", NULL),
    OWN_OPTION(TOOL_METHOD, "--dense", NULL, dense, "mechanism: filter with full covariance matrices", NULL),
    OWN_OPTION(TOOL_METHOD, "--smooth", NULL, smooth, "mechanism: smoother, estimates from the whole log", NULL),
    OWN_OPTION(TOOL_METHOD, "--filter-only", NULL, filter_only,
               "mechanism: parameters as the filter leaves them, without the fit over the whole log and its checks of "
               "residuals, step and start",
               NULL),
    OWN_OPTION(TOOL_METHOD, "--step", "T", step, "mechanism: upper limit of the step of the time update",
               "sample time of the log"),
    &option_mass,
    &option_differentiate,
    &option_cutoff,
    &option_seed,
    TABLE_OPTIONS,
    &option_csv,
    &option_mat,
    &option_json,
    &option_report,
    NULL};
