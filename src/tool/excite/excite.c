// excite.c - `bristle excite`: excitation signals for the identification of friction. [host]
#include "num/base/fp.h"

#include "tool/kit/terminal.h"
#include "tool/kit/caller.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/progress.h"
#include "tool/excite/excite.h"
#include "tool/excite/excite_interval.h"
#include "tool/kit/law.h"
#include "tool/kit/log_options.h"
#include "tool/kit/number.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

static const char *next_kind(const void *list, int i)
{
    (void)list;
    return br_excitation_kind(i);
}

static br_status check_kind(const char *name, br_diag *why)
{
    if (!name)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: no KIND; give one of staircase, ramps, loops, ladder, multisine");
    for (int i = 0; next_kind(NULL, i); i++)
        if (strcmp(name, next_kind(NULL, i)) == 0)
            return BR_OK;
    const char *near = tool_nearest(name, next_kind, NULL);
    return tool_complain(
        why, BR_BAD_USAGE,
        "bristle excite: there is no kind '%.60s'%s%s; there are staircase, ramps, loops, ladder, multisine", name,
        near ? "; did you mean " : "", near ? near : "");
}

// An option without effect on this kind is a mistake of the user.
static br_status check_use(const tool_args *a, br_diag *why)
{
    const struct {
        const char *option, *given;
    } all[] = {{"--from", a->from},          {"--level", a->level},       {"--rest", a->rest},
               {"--stay", a->stay},          {"--for", a->wanted},        {"--basis", a->basis},
               {"--pieces", a->pieces},      {"--duration", a->duration}, {"--noise", a->noise},
               {"--mass", a->mass},          {"--budget", a->budget},     {"--seed", a->seed},
               {"--odd", a->odd ? "" : NULL}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && !br_excitation_takes(a->operand, all[i].option + 2, 0, NULL, NULL))
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s has no effect on %s; leave it out",
                                 all[i].option, a->operand);
    return BR_OK;
}

static br_status read_size(const exciting *w, const char *option, const char *text, double *value, br_diag *why)
{
    const char *what = "", *unit = "-";
    br_excitation_takes(w->a->operand, option + 2, w->o.turns, &what, &unit);
    return excite_read_measure(w, option, text, what, unit, value, why);
}

static br_status read_options(exciting *w, br_diag *why)
{
    const tool_args *a = w->a;
    br_excitation_options *o = &w->o;
    uint64_t seed = 1;
    br_status status = check_use(a, why);
    if (status == BR_OK)
        status = excite_read_time("--step", a->step, &o->step, why);
    if (status == BR_OK)
        status = read_size(w, "--from", a->from, &o->from, why);
    if (status == BR_OK)
        status = read_size(w, "--to", a->to, &o->to, why);
    if (status == BR_OK)
        status = read_size(w, "--level", a->level, &o->level, why);
    if (status == BR_OK)
        status = excite_read_whole("--steps", a->steps, 1000, &o->steps, why);
    if (status == BR_OK)
        status = excite_read_whole("--repeats", a->repeats, 1000000, &o->repeats, why);
    if (status == BR_OK)
        status = excite_read_time("--rest", a->rest, &o->rest, why);
    if (status == BR_OK)
        status = excite_read_time("--stay", a->stay, &o->stay, why);
    if (status == BR_OK)
        status = tool_seed("excite", a->seed, &seed, why);
    o->seed = seed;
    o->odd = a->odd;
    return status;
}

// ---------------------------------------------------------------- limits

static const char *next_limit(const void *list, int i)
{
    (void)list;
    return br_excitation_limit(i);
}

// Where limit `name` stands; NULL: there is none.
static double *place_of(exciting *w, const char *name)
{
    const struct {
        const char *name;
        double *place;
    } all[] = {{"x", &w->o.limit_x},
               {"v", &w->o.limit_v},
               {"a", &w->o.limit_a},
               {"F", &w->o.limit_F},
               {"rate", &w->o.limit_rate}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].place;
    return NULL;
}

static br_status read_limit(exciting *w, const br_law_assignment *is, br_diag *why)
{
    double *to = place_of(w, is->name);
    if (!to) {
        const char *near = tool_nearest(is->name, next_limit, NULL);
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: --limits: there is no limit '%.60s'%s%s; there are x, v, a, F, rate",
                             is->name, near ? "; did you mean " : "", near ? near : "");
    }
    const char *unit = excite_unit_of(w, is->name);
    bool one = is->count == 1 && !is->word[0] && is->element == 0 && is->low == is->high;
    br_unit given = excite_unit(is->unit);
    *to = one ? is->low : *to;
    if (!one || !is->has_unit || !br_unit_same(given, excite_unit(unit)) || !(*to > 0 && isfinite(*to)))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: --limits: %s needs a number above 0 with its unit, such as %s = 2 %s%s",
                             is->name, is->name, unit, one && is->has_unit ? excite_turning(w, given, unit) : "");
    return BR_OK;
}

typedef br_status take(exciting *w, const br_law_assignment *is, br_diag *why);

// Each of --limits.
static br_status read_limits(exciting *w, take *each, br_diag *why)
{
    br_law_assignment is = {.size = sizeof is};
    br_status status = BR_OK;
    for (int i = 0; status == BR_OK; i++) {
        status = br_law_read_list(w->a->limits, "--limits", i, &is, why);
        status = status == BR_OK ? each(w, &is, why) : status;
    }
    return status == BR_NEGATIVE ? BR_OK : status;
}

// The axis turns where a limit of its motion or its drive is in rad or N*m.
static br_status find_axis(exciting *w, const br_law_assignment *is, br_diag *why)
{
    (void)why;
    const char *turning = br_excitation_limit_unit(is->name, 1);
    if (turning && is->has_unit && br_unit_same(excite_unit(is->unit), excite_unit(turning)))
        w->o.turns = 1;
    return BR_OK;
}

static br_status read_all(exciting *w, br_diag *why)
{
    w->o.turns = 0;
    br_status status = read_limits(w, find_axis, why);
    if (status == BR_OK)
        status = w->a->optimal ? excite_optimal_read(w, why) : read_options(w, why);
    return status == BR_OK ? read_limits(w, read_limit, why) : status;
}

// ---------------------------------------------------------------- making and delivering

static br_status open_law(exciting *w, br_diag *why)
{
    const tool_args *a = w->a;
    if (!a->model && (a->params || a->at))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --params and --at need a law; give --model NAME");
    if (!a->model)
        return BR_OK;
    br_status status = tool_law_open(&w->law, a->model, a->params, a->at, why);
    return status == BR_OK ? tool_law_single(w->law, "excite", why) : status;
}

// The bar of a search, from its first step on.
typedef struct searching {
    progress bar;
    bool open;
    const tool_args *a;
} searching;

static int show_search(void *of, double share)
{
    searching *s = of;
    if (!s->open)
        s->bar = progress_open("searching", s->a);
    s->open = true;
    return progress_show(&s->bar, share);
}

static tool_column column_at(const void *of, int c)
{
    return (tool_column){br_table_name(of, c), br_table_unit(of, c), c == 0 ? TOOL_TIME : TOOL_INPUT_COLUMN,
                         br_table_values(of, c)};
}

static br_status make_signal(exciting *w, br_diag *why)
{
    searching s = {.a = w->a};
    br_status status = br_excitation_open(&w->is, w->law, &w->o, why);
    if (status == BR_OK)
        status = br_excitation_run(w->is, show_search, &s, why);
    if (s.open)
        progress_close(&s.bar);
    if (status == BR_OK)
        status = br_excitation_table(w->is, &w->signal, why);
    if (status != BR_OK)
        return status;
    w->rows = (tool_rows){w->signal, br_table_columns(w->signal), (long long)br_table_rows(w->signal), column_at, NULL};
    br_buffer_put(&w->notes, br_excitation_notes(w->is));
    return w->notes.status;
}

static br_status deliver_signal(const exciting *w, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    tool_args to = *w->a;
    to.csv = to.out; // the table is what the command is for
    if (tool_makes_text(&to))
        excite_text(&v.text, w);
    if (to.json)
        excite_json(&v.json, w);
    br_status status = to.report ? excite_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, &w->rows, status, &to, out, why);
}

static br_status excite(exciting *w, br_buffer *out, br_diag *why)
{
    const tool_args *a = w->a;
    br_status status = a->optimal ? BR_OK : check_kind(a->operand, why);
    if (status == BR_OK)
        status = br_excitation_defaults(&w->o, sizeof w->o, a->optimal ? "optimal" : a->operand);
    w->o.who = "bristle excite: ";
    w->o.stop = tool_call_stop(a->call);
    if (status == BR_OK)
        status = read_all(w, why);
    if (status == BR_OK)
        status = open_law(w, why);
    if (status == BR_OK)
        status = make_signal(w, why);
    if (status != BR_OK)
        return status;
    bool stopped = br_excitation_was_stopped(w->is);
    return progress_partial(a, stopped, deliver_signal(w, out, why), why);
}

static br_status make_excitation(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->model, a->params};
    exciting w = {.a = a};
    br_status status = tool_outputs("excite", a, inputs, 2, why);
    if (status == BR_OK)
        status = a->criterion ? excite_interval(a, out, why) : excite(&w, out, why);
    br_table_close(w.signal);
    br_excitation_close(w.is);
    br_law_close(w.law);
    br_buffer_free(&w.notes);
    return status;
}

static br_status run_excite(const tool_args *a, br_buffer *out, br_diag *why)
{
    bool searches = a->optimal || a->criterion; // the others look for nobody: Ctrl-C ends them at once
    if (searches)
        watch_open(); // a law is opened, and a motion laid out, before the first search begins
    br_status status = make_excitation(a, out, why);
    if (searches)
        watch_close();
    return status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_INPUT, "--limits", "LIST", limits,
               "limits of the machine: 'x = 50 mm, v = 0.1 m/s, a = 2 m/s^2' in both "
               "directions from the start; for forces 'F = 30 N, rate = 100 N/s'",
               tool_required),
    OWN_OPTION(
        TOOL_MODEL, "--model", "LAW", model,
        "friction law whose parameters set the sizes: FC, FS, vs and the presliding length; options override them",
        NULL),
    &option_params,
    &option_at,
    OWN_OPTION(TOOL_METHOD, "--from", "S", from, "smallest force rate, amplitude, speed or frequency, '0.1 mm/s'",
               "from the law"),
    OWN_OPTION(TOOL_METHOD, "--to", "S", to, "largest one; staircase: force at its top", "from the law"),
    OWN_OPTION(TOOL_METHOD, "--level", "F", level, "force at the top of ramps, RMS of a multisine, '10 N'",
               "from the law"),
    OWN_OPTION(TOOL_METHOD, "--steps", "N", steps,
               "number of levels, rates, amplitudes, speeds or spectral lines; geometric "
               "spacing, levels of a staircase equally spaced",
               "staircase 10, ramps 5, loops 6, ladder 10, multisine 30"),
    OWN_OPTION(TOOL_METHOD, "--repeats", "N", repeats,
               "repetitions of the signal, of each amplitude of loops, periods of a multisine",
               "1; loops and multisine 4"),
    OWN_OPTION(TOOL_METHOD, "--rest", "T", rest, "rest at each level, between ramps, at each end of a move", "0.5 s"),
    OWN_OPTION(TOOL_METHOD, "--stay", "T", stay,
               "time at each speed of a ladder, as far as the range allows; time of the "
               "smallest stroke of loops; period of a multisine",
               "ladder 2 s, loops 0.2 s, multisine 10 s"),
    OWN_OPTION(TOOL_METHOD, "--optimal", "d|e", optimal,
               "instead of a KIND: optimal motion for the parameters of the law; d: smallest mean standard deviation "
               "(D-optimal), e: smallest worst one (E-optimal)",
               NULL),
    OWN_OPTION(TOOL_METHOD, "--criterion", "NAME", criterion,
               "instead of a KIND: optimal input of a stick-slip plant for 'bristle bound'; interval: by information, "
               "paper: (19) "
               "of Rauh et al. 2017, tracking: largest travel only; with --limits 'u = 0.7 N*m, x1 = 20 rad', --range "
               "and --error",
               NULL),
    OWN_OPTION(TOOL_MODEL, "--range", "LIST", range, "with --criterion: ranges of parameters, as for 'bristle bound'",
               NULL),
    OWN_OPTION(TOOL_INPUT, "--error", "LIST", error,
               "with --criterion: largest error of the measured position, 'x1 = 1 mrad'", "1/1000 of the travel"),
    OWN_OPTION(TOOL_METHOD, "--for", "LIST", wanted,
               "with --optimal: parameters of interest, 'FC, vs, kappa'; the others count as known", "all"),
    OWN_OPTION(TOOL_METHOD, "--basis", "NAME", basis,
               "with --optimal: pieces: moves from rest to rest, there and back; bernstein: one polynomial", "pieces"),
    OWN_OPTION(TOOL_METHOD, "--pieces", "N", pieces,
               "with --optimal: moves in one direction, or free coefficients of the polynomial",
               "8 moves, 16 coefficients"),
    OWN_OPTION(TOOL_METHOD, "--duration", "T", duration, "with --optimal: duration of the motion", "10 s"),
    OWN_OPTION(TOOL_INPUT, "--noise", "F", noise, "with --optimal: standard deviation of the measured force",
               "1 % of FC"),
    &option_mass,
    OWN_OPTION(TOOL_METHOD, "--budget", "N", budget, "with --optimal: number of motions to evaluate", "4000"),
    OWN_OPTION(
        TOOL_METHOD, "--seed", "N", seed,
        "seed of the phases of a multisine: another one is another realisation; with --optimal: of the random starts",
        "1"),
    OWN_OPTION(TOOL_METHOD, "--odd", NULL, odd,
               "lines of a multisine at odd multiples of 1/--stay only: even nonlinear distortions then stand apart",
               NULL),
    OWN_OPTION(TOOL_METHOD, "--step", "H", step, "sample time of the table", "1 ms"),
    OWN_OPTION(TOOL_OUTPUT, "-o", "FILE", out, "write the table, t and x or u, to FILE.csv; - for standard output",
               NULL),
    &option_mat,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "staircase: force steps with rests, for the presliding curve. ramps: force to --level and back at several rates, "
    "for break-away. loops: position cycles, largest first, for hysteresis. ladder: constant speeds in both "
    "directions, for friction over speed. multisine: force with many frequencies, for frequency responses.",
    "Every sample and its first and second differences are checked against the limits. Forces need the limit F; "
    "positions need x and a. Exit code 1: no signal fits into the limits. docs/excite.md explains which kind "
    "identifies what.",
    "--optimal d|e searches for a position signal: the Fisher information from exact sensitivities is maximised within "
    "the limits (with --mass, also the limit of the force). A table compares its standard deviations with those of the "
    "standard kinds of the same duration. The same --seed gives the same motion on any machine.",
    NULL};
static const tool_example examples[] = {
    {"constant speeds around the Stribeck velocity of a law",
     "bristle excite ladder --model lugre --params table-I --limits 'x=50 mm, a=2 m/s^2' -o v.csv"},
    {"break-away at given force rates, with an HTML report",
     "bristle excite ramps --limits 'F = 30 N' --from 1 --to 100 --level '20 N' --report ramps.html"},
    {"D-optimal motion of 10 s for the parameters of a law",
     "bristle excite --optimal d --model coulomb --params fig-3.1 --limits 'x=1 m, a=2 m/s^2' -o x.csv"},
    {"torque signal for bounds of the break-away torque of a drive train",
     "bristle excite --criterion paper --params nominal --limits 'u=1 Nm,x1=40 rad' --range 'TF=0..1 Nm'"},
    {NULL, NULL}};

const tool_command command_excite = {
    .name = "excite",
    .purpose = "design excitation signals for the identification of friction",
    .operand = "KIND",
    .operand_help = "staircase, ramps, loops, ladder or multisine; none with --optimal and --criterion",
    .options = options,
    .more = more,
    .examples = examples,
    .run = run_excite};
