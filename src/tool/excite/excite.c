// excite.c - `bristle excite`: excitation signals for the identification of friction. [host]
#include "num/base/fp.h"

#include "tool/kit/terminal.h"
#include "tool/kit/caller.h"
#include "tool/kit/command_list.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/kit/progress.h"
#include "tool/excite/excite.h"
#include "tool/excite/excite_interval.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/record_rows.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

static const char *next_kind(const void *list, int i)
{
    (void)list;
    return br_excite_name((br_excite_kind)i);
}

static br_status read_kind(const char *name, br_excite_kind *kind, br_diag *why)
{
    for (int i = 0; i < BR_EXCITE_KINDS; i++)
        if (strcmp(name, next_kind(NULL, i)) == 0) {
            *kind = (br_excite_kind)i;
            return BR_OK;
        }
    const char *near = tool_nearest(name, next_kind, NULL);
    return tool_complain(
        why, BR_BAD_USAGE,
        "bristle excite: there is no kind '%.60s'%s%s; there are staircase, ramps, loops, ladder, multisine", name,
        near ? "; did you mean " : "", near ? near : "");
}

// An option without effect on this kind is a mistake of the user.
static br_status check_use(br_excite_kind kind, const tool_args *a, br_diag *why)
{
    const br_exciting_kind_text *k = br_exciting_kind_of(kind);
    const struct {
        const char *option, *given;
        bool used;
    } all[] = {{"--from", a->from, k->from.what != NULL},
               {"--level", a->level, k->level.what != NULL},
               {"--rest", a->rest, k->rests},
               {"--stay", a->stay, k->stays},
               {"--for", a->wanted, false},
               {"--basis", a->basis, false},
               {"--pieces", a->pieces, false},
               {"--duration", a->duration, false},
               {"--noise", a->noise, false},
               {"--mass", a->mass, false},
               {"--budget", a->budget, false},
               {"--seed", a->seed, kind == BR_EXCITE_MULTISINE},
               {"--odd", a->odd ? "" : NULL, kind == BR_EXCITE_MULTISINE}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && !all[i].used)
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s has no effect on %s; leave it out",
                                 all[i].option, br_excite_name(kind));
    return BR_OK;
}

static br_status read_phases(br_excite_options *o, const tool_args *a, br_diag *why)
{
    uint64_t seed = 1;
    br_status status = tool_seed("excite", a->seed, &seed, why);
    o->seed = (double)seed;
    o->odd = a->odd;
    return status;
}

static br_status read_options(br_exciting *w, const tool_args *a, br_diag *why)
{
    br_excite_kind kind = BR_EXCITE_STAIRCASE;
    double dt = 1e-3;
    br_status status =
        a->operand ? read_kind(a->operand, &kind, why)
                   : tool_complain(why, BR_BAD_USAGE,
                                   "bristle excite: no KIND; give one of staircase, ramps, loops, ladder, multisine");
    if (status == BR_OK)
        status = check_use(kind, a, why);
    if (status == BR_OK)
        status = excite_read_time("--step", a->step, &dt, why);
    if (status != BR_OK)
        return status;
    const br_exciting_kind_text *k = br_exciting_kind_of(kind);
    br_excite_options *o = &w->o;
    *o = br_excite_defaults(kind, dt);
    if (kind == BR_EXCITE_LOOPS)
        o->stay = BR_EXCITING_STROKE;
    status = excite_read_measure(w, "--from", a->from, &k->from, &o->smallest, why);
    if (status == BR_OK)
        status = excite_read_measure(w, "--to", a->to, &k->to, &o->largest, why);
    if (status == BR_OK)
        status = excite_read_measure(w, "--level", a->level, &k->level, &o->level, why);
    if (status == BR_OK)
        status = excite_read_whole("--steps", a->steps, 1000, &o->steps, why);
    if (status == BR_OK)
        status = excite_read_whole("--repeats", a->repeats, 1000000, &o->repeats, why);
    if (status == BR_OK)
        status = excite_read_time("--rest", a->rest, &o->rest, why);
    if (status == BR_OK)
        status = excite_read_time("--stay", a->stay, &o->stay, why);
    return status == BR_OK ? read_phases(o, a, why) : status;
}

// ---------------------------------------------------------------- limits

static br_status read_limit(br_exciting *w, const br_assignments *list, const br_assignment *is, br_diag *why)
{
    int i = br_exciting_limit_find(is->name);
    if (i < 0) {
        const char *near = tool_nearest(is->name, br_exciting_limit_name, NULL);
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: --limits: there is no limit '%.60s'%s%s; there are x, v, a, F, rate",
                             is->name, near ? "; did you mean " : "", near ? near : "");
    }
    br_exciting_limit known = br_exciting_limit_at(w, i);
    double *to = br_exciting_limit_place(&w->o.limit, i);
    bool one =
        is->count == 1 && !is->word[0] && is->element == 0 && list->value[is->first].lo == list->value[is->first].hi;
    if (one)
        *to = br_unit_to_si(is->unit, list->value[is->first].lo);
    if (!one || !is->has_unit || !br_unit_same(is->unit, excite_unit(known.unit)) || !(*to > 0 && isfinite(*to)))
        return tool_complain(
            why, BR_BAD_USAGE, "bristle excite: --limits: %s needs a number above 0 with its unit, such as %s = 2 %s%s",
            known.name, known.name, known.unit, one && is->has_unit ? excite_turning(w, is->unit, known.unit) : "");
    return BR_OK;
}

// The axis turns where a limit of its motion or its drive is in rad or N*m.
static br_status find_axis(br_exciting *w, const char *text, br_diag *why)
{
    br_assignments list;
    br_status status = br_assignments_read(&list, text, strlen(text), "--limits", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count; i++) {
        const br_assignment *is = &list.item[i];
        int at = br_exciting_limit_find(is->name);
        br_exciting turning = {.turns = true};
        if (at >= 0 && is->has_unit && br_unit_same(is->unit, excite_unit(br_exciting_limit_at(&turning, at).unit)))
            w->turns = true;
    }
    br_assignments_free(&list);
    return BR_OK;
}

static br_status read_limits(br_exciting *w, const char *text, br_diag *why)
{
    br_assignments list;
    br_status status = br_assignments_read(&list, text, strlen(text), "--limits", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++)
        status = read_limit(w, &list, &list.item[i], why);
    br_assignments_free(&list);
    return status == BR_OK ? br_exciting_check_limits(w, why) : status;
}

// ---------------------------------------------------------------- sizes

static br_status open_law(br_exciting *w, const tool_args *a, br_diag *why)
{
    if (!a->model && (a->params || a->at))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --params and --at need a law; give --model NAME");
    if (!a->model)
        return BR_OK;
    br_status status = br_loaded_model_open(&w->model, a->model, a->params, a->at, why);
    br_model *m = &w->model.model;
    w->has_model = status == BR_OK;
    if (status == BR_OK)
        status = tool_model_check(m, "excite", why);
    return status == BR_OK ? br_exciting_use_law(w, why) : status;
}

// ---------------------------------------------------------------- making and delivering

static br_status deliver_signal(const br_exciting *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    tool_args to = *a;
    to.csv = a->out; // the table is what the command is for
    if (tool_makes_text(&to))
        excite_text(&v.text, w);
    if (a->json)
        excite_json(&v.json, w);
    br_status status = a->report ? excite_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, RECORD_ROWS(&w->record), status, &to, out, why);
}

// The bar of a search, from its first step on.
typedef struct searching {
    progress bar;
    bool open;
    const tool_args *a;
} searching;

static bool show_search(void *of, double share)
{
    searching *s = of;
    if (!s->open)
        s->bar = progress_open("searching", s->a);
    s->open = true;
    return progress_show(&s->bar, share);
}

static br_status search_motion(br_exciting *w, const tool_args *a, br_diag *why)
{
    searching s = {.a = a};
    w->go_on = show_search;
    w->context = &s;
    br_status status = br_exciting_optimal_make(w, why);
    if (s.open)
        progress_close(&s.bar);
    return status;
}

static br_status open_again(const void *of, br_loaded_model *m, br_diag *why)
{
    const tool_args *a = of;
    return br_loaded_model_open(m, a->model, a->params, a->at, why);
}

static br_status open_mass(const void *of, double mass, const char *unit, br_loaded_model *m, br_diag *why)
{
    const tool_args *a = of;
    return br_loaded_model_open_mass(m, mass, excite_unit(unit), a->model, a->params, a->at, why);
}

static br_status make_excitation(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->model, a->params};
    br_exciting w;
    memset(&w, 0, sizeof w);
    w.stop = tool_call_stop(a->call);
    w.who = "bristle excite: ";
    w.open_law = open_again;
    w.open_plant = open_mass;
    w.of = a;
    br_status status = tool_outputs("excite", a, inputs, 2, why);
    if (status == BR_OK && a->criterion)
        return excite_interval(a, out, why);
    if (status == BR_OK)
        status = find_axis(&w, a->limits, why);
    if (status == BR_OK)
        status = a->optimal ? excite_optimal_read(&w, a, why) : read_options(&w, a, why);
    if (status == BR_OK)
        status = read_limits(&w, a->limits, why);
    if (status == BR_OK)
        status = open_law(&w, a, why);
    if (status == BR_OK)
        status = a->optimal ? search_motion(&w, a, why) : br_exciting_make(&w, why);
    if (status == BR_OK)
        status = br_exciting_fill_record(&w, why);
    if (status == BR_OK)
        status = progress_partial(a, w.interrupted, deliver_signal(&w, a, out, why), why);
    br_exciting_free(&w);
    return status;
}

static br_status run_excite(const tool_args *a, br_buffer *out, br_diag *why)
{
    watch_open(); // a law is opened, and a motion laid out, before the first search begins
    br_status status = make_excitation(a, out, why);
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
