// excite.c - `bristle excite`: what to move a machine with, so that its log tells its friction. [host]
#include "num/base/fp.h"

#include "tool/kit/caller.h"
#include "tool/kit/command_list.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/excite/excite.h"
#include "tool/excite/excite_interval.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"

#include <math.h>
#include <string.h>

enum { MOST_MOVES = 100000 };

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
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle excite: there is no kind '%.60s'%s%s; there are staircase, ramps, loops, ladder, "
                         "multisine",
                         name, near ? "; did you mean " : "", near ? near : "");
}

static br_unit unit_of(const char *text)
{
    br_unit u = br_unit_none();
    (void)br_unit_read(text, strlen(text), NULL, 0, &u, NULL);
    return u;
}

// A number above 0 with its unit, or in SI without one; rad/s and rpm are of the dimension of Hz, and something else.
br_status excite_read_measure(const char *option, const char *text, const excite_measure *is, double *value,
                              br_diag *why)
{
    br_unit unit;
    if (!text)
        return BR_OK;
    bool good = tool_number(option, text, value, &unit) && *value > 0 && isfinite(*value);
    bool fits = good && br_unit_same(unit, unit_of(is->unit)) && (strcmp(is->unit, "Hz") != 0 || strstr(text, "Hz"));
    if (fits || (good && br_unit_same(unit, br_unit_none())))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s '%.60s' is no %s above 0, such as 2 %s", option, text,
                         is->what, is->unit);
}

br_status excite_read_whole(const char *option, const char *text, int most, int *value, br_diag *why)
{
    br_unit unit;
    double number;
    if (!text)
        return BR_OK;
    if (!(tool_number(option, text, &number, &unit) && br_unit_same(unit, br_unit_none()) && number >= 1 &&
          number <= most && number == floor(number)))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s '%.60s' is not an integer from 1 to %d", option,
                             text, most);
    *value = (int)number;
    return BR_OK;
}

br_status excite_read_time(const char *option, const char *text, double *value, br_diag *why)
{
    br_status status = text ? tool_time("excite", option, text, value, why) : BR_OK;
    if (status == BR_OK && text && !(*value < 1e6))
        status = tool_complain(why, BR_BAD_USAGE, "bristle excite: %s '%.60s' is not below 1e6 s", option, text);
    return status;
}

// What a kind has no use for is a slip.
static br_status check_use(br_excite_kind kind, const tool_args *a, br_diag *why)
{
    const excite_words *k = excite_words_of(kind);
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
               {"--seed", a->seed, false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && !all[i].used)
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s takes no %s", br_excite_name(kind),
                                 all[i].option);
    return BR_OK;
}

static br_status read_options(exciting *w, const tool_args *a, br_diag *why)
{
    br_excite_kind kind = BR_EXCITE_STAIRCASE;
    double dt = 1e-3;
    br_status status = a->operand ? read_kind(a->operand, &kind, why)
                                  : tool_complain(why, BR_BAD_USAGE, "bristle excite: KIND is missing");
    if (status == BR_OK)
        status = check_use(kind, a, why);
    if (status == BR_OK)
        status = excite_read_time("--step", a->step, &dt, why);
    if (status != BR_OK)
        return status;
    const excite_words *k = excite_words_of(kind);
    br_excite_options *o = &w->o;
    *o = br_excite_defaults(kind, dt);
    if (kind == BR_EXCITE_LOOPS)
        o->stay = 0.2;
    status = excite_read_measure("--from", a->from, &k->from, &o->smallest, why);
    if (status == BR_OK)
        status = excite_read_measure("--to", a->to, &k->to, &o->largest, why);
    if (status == BR_OK)
        status = excite_read_measure("--level", a->level, &k->level, &o->level, why);
    if (status == BR_OK)
        status = excite_read_whole("--steps", a->steps, 1000, &o->steps, why);
    if (status == BR_OK)
        status = excite_read_whole("--repeats", a->repeats, 1000000, &o->repeats, why);
    if (status == BR_OK)
        status = excite_read_time("--rest", a->rest, &o->rest, why);
    return status == BR_OK ? excite_read_time("--stay", a->stay, &o->stay, why) : status;
}

// ---------------------------------------------------------------- limits

static br_status take_limit(exciting *w, const br_assignments *list, const br_assignment *is, br_diag *why)
{
    int i = excite_limit_find(is->name);
    if (i < 0) {
        const char *near = tool_nearest(is->name, excite_limit_name, NULL);
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: --limits: there is no limit '%.60s'%s%s; there are x, v, a, F, rate",
                             is->name, near ? "; did you mean " : "", near ? near : "");
    }
    excite_limit known = excite_limit_at(w, i);
    double *to = excite_limit_place(&w->o.limit, i);
    bool one =
        is->count == 1 && !is->word[0] && is->element == 0 && list->value[is->first].lo == list->value[is->first].hi;
    if (one)
        *to = br_unit_to_si(is->unit, list->value[is->first].lo);
    if (!one || !is->has_unit || !br_unit_same(is->unit, unit_of(known.unit)) || !(*to > 0 && isfinite(*to)))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: --limits: %s is a number above 0 with its unit, such as %s = 2 %s",
                             known.name, known.name, known.unit);
    return BR_OK;
}

// A machine is moved within its limits: without those of its motion or its drive nothing is made.
static br_status check_limits(const exciting *w, br_diag *why)
{
    static const char *const position[] = {"x", "a", NULL}, *const force[] = {"F", NULL};
    for (const char *const *name = excite_is_force(w) ? force : position; *name; name++) {
        excite_limit l = excite_limit_at(w, excite_limit_find(*name));
        if (!isfinite(l.most))
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s needs a limit of %s: --limits '%s = 2 %s'",
                                 excite_name(w), l.name, l.name, l.unit);
    }
    return BR_OK;
}

static br_status read_limits(exciting *w, const char *text, br_diag *why)
{
    br_assignments list;
    br_status status = br_assignments_read(&list, text, strlen(text), "--limits", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++)
        status = take_limit(w, &list, &list.item[i], why);
    br_assignments_free(&list);
    return status == BR_OK ? check_limits(w, why) : status;
}

// ---------------------------------------------------------------- sizes

static br_status take_law(exciting *w, const tool_args *a, br_diag *why)
{
    if (!a->model && (a->params || a->at))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: whose values are these? --model NAME says it");
    if (!a->model)
        return BR_OK;
    br_status status = tool_model_open(&w->model, a->model, a->params, a->at, why);
    br_model *m = &w->model.model;
    w->has_model = status == BR_OK;
    if (status == BR_OK)
        status = tool_model_complete(m, &m->law, false, why);
    if (status == BR_OK && !m->exact)
        status = tool_complain(why, BR_BAD_USAGE, "bristle excite: values are numbers here, not ranges");
    if (status == BR_OK)
        status = conditions_must_hold(m, why);
    if (status == BR_OK && !w->optimal) {
        status = excite_scales_of(&w->scale, m, why);
        if (status == BR_OK)
            excite_scale(w);
    }
    return status;
}

static br_status check_sizes(const exciting *w, br_diag *why)
{
    const br_excite_options *o = &w->o;
    const excite_words *k = excite_words_of(o->kind);
    const struct {
        const char *option;
        const excite_measure *is;
        double value;
    } all[] = {{"--from", &k->from, o->smallest}, {"--to", &k->to, o->largest}, {"--level", &k->level, o->level}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is->what && !(all[i].value > 0) && (i > 0 || o->steps > 1))
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s needs %s, a %s in %s%s",
                                 br_excite_name(o->kind), all[i].option, all[i].is->what, all[i].is->unit,
                                 w->has_model ? "; the law has no number for it" : ", or a law (--model, --params)");
    if (o->kind != BR_EXCITE_MULTISINE && o->steps > MOST_MOVES / o->repeats)
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: %d %s, %d times, are more than %d", o->steps, k->steps,
                             o->repeats, (int)MOST_MOVES);
    if (k->from.what && o->steps > 1 && !(o->smallest < o->largest))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --from, %.6g %s, is not below --to, %.6g %s",
                             o->smallest, k->from.unit, o->largest, k->to.unit);
    return BR_OK;
}

// What somebody should know before the machine moves.
static void note(exciting *w)
{
    const br_excite_options *o = &w->o;
    if (br_excite_is_force(o->kind))
        br_buffer_put(&w->notes, "a force does not tell where the machine goes: watch x and v while it runs\n");
    if (o->kind == BR_EXCITE_RAMPS)
        br_buffer_put(&w->notes, "a machine that breaks away runs off: end a ramp there\n");
    if (!br_excite_is_force(o->kind) && isfinite(o->limit.force))
        br_buffer_put(&w->notes, "a position does not tell which force it takes: watch F while it runs\n");
    if (o->kind == BR_EXCITE_LADDER && excite_shortest_stay(o) < o->stay)
        br_buffer_print(&w->notes, "the range leaves %.3g s at %.4g m/s, less than the %.3g s of --stay\n",
                        excite_shortest_stay(o), o->largest, o->stay);
    if (o->kind == BR_EXCITE_MULTISINE && w->has_model && w->made.most > w->scale.FC)
        br_buffer_print(&w->notes, "its peaks of %.4g N are above the Coulomb force, %.4g N: it leaves presliding\n",
                        w->made.most, w->scale.FC);
    if (o->kind == BR_EXCITE_RAMPS && w->has_model && o->level < w->scale.FS)
        br_buffer_print(&w->notes, "ramps to %.4g N stay below the static force, %.4g N: nothing breaks away\n",
                        o->level, w->scale.FS);
}

// ---------------------------------------------------------------- making and delivering

// Rows that are too far apart miss what is between them.
static br_status check_rows(const exciting *w, br_diag *why)
{
    const br_excite_options *o = &w->o;
    bool speed = o->kind == BR_EXCITE_LADDER, level = o->kind == BR_EXCITE_RAMPS;
    double wanted = level ? o->level : o->largest, left = speed ? w->made.speed : w->made.most;
    if (o->kind == BR_EXCITE_MULTISINE || left > 0.9 * wanted)
        return BR_OK;
    return tool_complain(why, BR_NEGATIVE, "bristle excite: rows of %.4g s leave %.4g of %.4g %s; use a shorter --step",
                         o->dt, left, wanted, level ? "N" : excite_words_of(o->kind)->to.unit);
}

static br_status make(exciting *w, br_diag *why)
{
    br_diag words = {0};
    br_excite_options o = w->o;
    br_status status = check_sizes(w, why);
    if (status != BR_OK)
        return status;
    if (o.kind == BR_EXCITE_LOOPS)
        o.limit.speed = excite_slow_speed(&o);
    status = br_excite_make(&w->made, &o, &words);
    if (status != BR_OK)
        return words.text[0] ? tool_complain(why, status, "bristle excite: %s", words.text) : status;
    note(w);
    return check_rows(w, why);
}

static br_status record(exciting *w, br_diag *why)
{
    bool force = excite_is_force(w);
    const br_record_head head[] = {{"t", "s", BR_RECORD_TIME}, {force ? "u" : "x", force ? "N" : "m", BR_RECORD_INPUT}};
    br_status status = br_record_open_named(&w->record, head, 2, w->made.n, why);
    if (status != BR_OK)
        return status;
    w->record.rows = w->made.n;
    for (long long i = 0; i < w->made.n; i++)
        w->record.column[0].v[i] = (double)i * w->o.dt;
    memcpy(w->record.column[1].v, w->made.value, (size_t)w->made.n * sizeof *w->made.value);
    return BR_OK;
}

static br_status deliver(const exciting *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    tool_args to = *a;
    to.csv = a->out; // the table is what the command is for
    if (tool_wants_text(&to))
        excite_text(&v.text, w);
    if (a->json)
        excite_json(&v.json, w, !a->call);
    br_status status = a->report ? excite_page(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, &w->record, status, &to, out, why);
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->model, a->params};
    exciting w;
    memset(&w, 0, sizeof w);
    w.stop = tool_call_stop(a->call);
    br_status status = tool_outputs("excite", a, inputs, 2, why);
    if (status == BR_OK && a->criterion)
        return excite_interval(a, out, why);
    if (status == BR_OK)
        status = a->optimal ? excite_optimal_read(&w, a, why) : read_options(&w, a, why);
    if (status == BR_OK)
        status = read_limits(&w, a->limits, why);
    if (status == BR_OK)
        status = take_law(&w, a, why);
    if (status == BR_OK)
        status = a->optimal ? excite_optimal_make(&w, a, why) : make(&w, why);
    if (status == BR_OK)
        status = record(&w, why);
    if (status == BR_OK)
        status = deliver(&w, a, out, why);
    br_record_close(&w.record);
    br_excite_free(&w.made);
    excite_optimal_free(&w);
    if (w.has_model)
        tool_model_close(&w.model);
    br_buffer_free(&w.notes);
    return status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option limits = OPTION(TOOL_INPUT, "--limits", "LIST", limits,
                                         "what the machine may do, with units: 'x = 50 mm, v = 0.1 m/s, a = 2 m/s^2' "
                                         "either way from the start; 'F = 30 N, rate = 100 N/s' of forces",
                                         tool_required);
static const tool_option model = OPTION(TOOL_MODEL, "--model", "LAW", model,
                                        "a friction law whose numbers give the sizes: FC, FS, vs, and the length over "
                                        "which friction builds up; options win over it",
                                        NULL);
static const tool_option from = OPTION(TOOL_METHOD, "--from", "S", from,
                                       "the smallest rate of force, amplitude, speed or frequency, '0.1 mm/s'", NULL);
static const tool_option to =
    OPTION(TOOL_METHOD, "--to", "S", to, "the largest one; of a staircase, the force at its top", NULL);
static const tool_option level =
    OPTION(TOOL_METHOD, "--level", "F", level, "the force at the top of ramps, the rms of a multisine, '10 N'", NULL);
static const tool_option steps =
    OPTION(TOOL_METHOD, "--steps", "N", steps,
           "how many levels (10), rates (5), amplitudes (6), speeds (10) or lines (30); sizes "
           "grow by equal factors, levels of a staircase by equal steps",
           NULL);
static const tool_option repeats =
    OPTION(TOOL_METHOD, "--repeats", "N", repeats,
           "of the whole (1), of each amplitude of loops (4), periods of a multisine (4)", NULL);
static const tool_option rest =
    OPTION(TOOL_METHOD, "--rest", "T", rest, "at each level, between ramps, and at each end of a move", "0.5 s");
static const tool_option stay = OPTION(TOOL_METHOD, "--stay", "T", stay,
                                       "at each speed of a ladder (2 s), as far as the range allows; of the smallest "
                                       "stroke of loops (0.2 s); the period of a multisine (10 s)",
                                       NULL);
static const tool_option optimal =
    OPTION(TOOL_METHOD, "--optimal", "d|e", optimal,
           "instead of a KIND: the motion whose log tells the parameters of the law best; d: the mean of their "
           "standard deviations is smallest, e: the worst one",
           NULL);
static const tool_option criterion =
    OPTION(TOOL_METHOD, "--criterion", "NAME", criterion,
           "instead of a KIND: the input of a plant that sticks and slips whose log bounds its parameters best; "
           "interval: by their information, paper: (19) of Rauh et al. 2017, tracking: nothing but the way; with "
           "--limits 'u = 0.7 N*m, x1 = 20 rad', --range and --error",
           NULL);
static const tool_option range = OPTION(TOOL_MODEL, "--range", "LIST", range,
                                        "with --criterion: what parameters may be, as of 'bristle bound'", NULL);
static const tool_option error =
    OPTION(TOOL_INPUT, "--error", "LIST", error, "with --criterion: how far the position is off at most, 'x1 = 1 mrad'",
           "a thousandth of the way");
static const tool_option wanted =
    OPTION(TOOL_METHOD, "--for", "LIST", wanted,
           "parameters that --optimal looks at, 'FC, vs, kappa'; the others count as known", NULL);
static const tool_option basis = OPTION(
    TOOL_METHOD, "--basis", "NAME", basis,
    "of an optimal motion; pieces: moves from rest to rest, there and back; bernstein: one polynomial", "pieces");
static const tool_option pieces = OPTION(TOOL_METHOD, "--pieces", "N", pieces,
                                         "moves one way (8), or free coefficients of the polynomial (16)", NULL);
static const tool_option duration = OPTION(TOOL_METHOD, "--duration", "T", duration, "of an optimal motion", "10 s");
static const tool_option noise =
    OPTION(TOOL_INPUT, "--noise", "F", noise, "standard deviation of the measured force in each row", "1 % of FC");
static const tool_option budget =
    OPTION(TOOL_METHOD, "--budget", "N", budget, "motions that --optimal looks at", "4000");
static const tool_option seed = OPTION(TOOL_METHOD, "--seed", "N", seed, "of the random starts of --optimal", "1");
static const tool_option step = OPTION(TOOL_METHOD, "--step", "H", step, "the time between rows", "1 ms");
static const tool_option table =
    OPTION(TOOL_OUTPUT, "-o", "FILE", out, "the table, t and x or u, to FILE.csv; - for standard output", NULL);
static const tool_option *const options[] = {&limits,    &model,      &option_params, &option_at,     &from,  &to,
                                             &level,     &steps,      &repeats,       &rest,          &stay,  &optimal,
                                             &criterion, &range,      &error,         &wanted,        &basis, &pieces,
                                             &duration,  &noise,      &option_mass,   &budget,        &seed,  &step,
                                             &table,     &option_mat, &option_json,   &option_report, NULL};
static const char *const more[] = {
    "staircase: a force in steps with rests, for the presliding curve. ramps: a force to --level and back at several "
    "rates, for break-away. loops: positions to and fro, largest first, for hysteresis. ladder: constant speeds there "
    "and back, for friction over speed. multisine: a force of many frequencies, for frequency responses.",
    "Every sample is checked against the limits, with its first and second differences. Forces need F; positions need "
    "x "
    "and a. Exit code 1: the limits leave no room. docs/excite.md says which kind tells what, and what no table can "
    "promise.",
    "--optimal d or e instead of a KIND looks for a position: exact sensitivities along each motion say how well its "
    "log would tell the parameters, and several searches make that best within the limits, the force with --mass "
    "among them. A table shows its standard deviations beside those of the standard kinds in the same time; the same "
    "--seed gives the same motion on any machine.",
    NULL};
static const tool_example examples[] = {
    {"speeds on both sides of the Stribeck velocity of a law",
     "bristle excite ladder --model lugre --params table-I --limits 'x=50 mm, a=2 m/s^2' -o v.csv"},
    {"break-away at rates of one's own, with a page",
     "bristle excite ramps --limits 'F = 30 N' --from 1 --to 100 --level '20 N' --report ramps.html"},
    {"the motion that tells the parameters of a law best within 10 s",
     "bristle excite --optimal d --model coulomb --params fig-3.1 --limits 'x=1 m, a=2 m/s^2' -o x.csv"},
    {"the torque whose log bounds the breakaway of a drive train",
     "bristle excite --criterion paper --params nominal --limits 'u=1 N*m,x1=40 rad' --range 'TF=0..1 J'"},
    {NULL, NULL}};

const tool_command command_excite = {.name = "excite",
                                     .purpose = "what to move a machine with, so that its log tells its friction",
                                     .operand = "KIND",
                                     .operand_help =
                                         "staircase, ramps, loops, ladder or multisine; none with --optimal",
                                     .options = options,
                                     .more = more,
                                     .examples = examples,
                                     .run = run};
