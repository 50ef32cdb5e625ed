// control.c - `bristle control`: compares friction compensators on an axis.    [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/control/control.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log_options.h"
#include "tool/kit/progress.h"

// ---------------------------------------------------------------- running

static int show_progress(void *context, double share)
{
    return progress_show(context, share);
}

static tool_column column_at(const void *of, int c)
{
    const br_table *t = of;
    return (tool_column){br_table_name(t, c), br_table_unit(t, c),
                         c == 0   ? TOOL_TIME
                         : c == 1 ? TOOL_INPUT_COLUMN
                                  : TOOL_OUTPUT_COLUMN,
                         br_table_values(t, c)};
}

static br_status compare_all(controlling *w, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("controlling", a);
    w->axis.progress = show_progress, w->axis.context = &bar;
    br_status status = br_comparison_make(&w->is, w->friction, a->compensators, a->robustness, &w->axis, why);
    progress_close(&bar);
    if (bar.interrupted)
        return progress_result(&bar, status, why);
    if (status == BR_OK)
        status = br_comparison_table(w->is, &w->table, why);
    if (status != BR_OK)
        return status;
    w->rows = (tool_rows){w->table, br_table_columns(w->table), (long long)br_table_rows(w->table), column_at, NULL};
    br_buffer_put(&w->notes, br_comparison_notes(w->is));
    return w->notes.status;
}

static br_status deliver_comparison(const controlling *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_makes_text(a))
        control_text(&v.text, w);
    if (a->json)
        control_json(&v.json, w);
    br_status status = a->report ? control_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, w->feedback ? NULL : &w->rows, status, a, out, why);
}

void control_close(controlling *w)
{
    br_buffer_free(&w->notes);
    br_table_close(w->table);
    br_comparison_close(w->is);
    br_law_close(w->real);
    br_law_close(w->friction);
}

static br_status compute(controlling *w, const tool_args *a, br_diag *why)
{
    br_status status = control_read(w, "control", a, 0, why);
    w->passivity.size = sizeof w->passivity;
    if (status == BR_OK && w->feedback)
        return br_passivity_of(w->friction, w->feedback, w->by_velocity, &w->axis, &w->passivity, why);
    return status == BR_OK ? compare_all(w, a, why) : status;
}

static br_status run_control(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->operand, a->params};
    controlling w = {0};
    br_status status = tool_outputs("control", a, inputs, 2, why);
    if (status == BR_OK && a->feedback && (a->csv || a->mat))
        status = tool_complain(
            why, BR_BAD_USAGE,
            "bristle control: --feedback runs no simulation, so there is no table; leave out --csv and --mat");
    if (status == BR_OK)
        status = compute(&w, a, why);
    if (status == BR_OK)
        status = deliver_comparison(&w, a, out, why);
    if (status == BR_OK && w.feedback && !w.passivity.known)
        status = tool_complain(why, BR_NEGATIVE, "bristle control: no verdict about G(s): the law has no sigma1");
    else if (status == BR_OK && w.feedback && !w.passivity.strict)
        status = tool_complain(why, BR_NEGATIVE, "bristle control: G(s) is not strictly positive real");
    control_close(&w);
    return status;
}

// ---------------------------------------------------------------- the table of options

const tool_option control_course =
    OPTION(TOOL_INPUT, "--course", "NAME", course, "reference: sine, or moves (point to point with rests)", "sine");
const tool_option control_stroke =
    OPTION(TOOL_INPUT, "--stroke", "S", stroke, "stroke of the reference, end to end", "0.5 mm (mrad)");
const tool_option control_period =
    OPTION(TOOL_INPUT, "--period", "T", period, "period of the reference, there and back", "1 s");
const tool_option control_bandwidth =
    OPTION(TOOL_METHOD, "--bandwidth", "W", bandwidth,
           "bandwidth w of the feedback, in rad/s or Hz: Kp = m w^2, Kd = 2 m w", "0.02 per step");
const tool_option control_share =
    OPTION(TOOL_METHOD, "--share", "S", share, "share of the friction force that is compensated", "1");
const tool_option control_limits =
    OPTION(TOOL_METHOD, "--limits", "LIST", limits, "limits of the command: 'F = 30 N, rate = 1e4 N/s'", "none");
const tool_option control_dead_band =
    OPTION(TOOL_METHOD, "--dead-band", "V", dead_band, "speed below which the velocity counts as 0", "0");
const tool_option control_fade_in =
    OPTION(TOOL_METHOD, "--fade-in", "T", fade_in, "time in which the compensation rises to its share", "10 steps");
const tool_option control_velocity =
    OPTION(TOOL_METHOD, "--velocity", "NAME", velocity,
           "velocity that friction is computed from: reference or measured", "depends on the compensator");
const tool_option control_wrong = OPTION(TOOL_MODEL, "--wrong", "P", wrong,
                                         "relative error of the friction parameters in the compensators, '20 %'", "0");
const tool_option control_encoder =
    OPTION(TOOL_MODEL, "--encoder", "S", encoder, "resolution of the measured position, '1 um'", "0: exact");
static const tool_option *const options[] = {
    &option_params,
    &option_at,
    &option_mass,
    OWN_OPTION(TOOL_METHOD, "--compensators", "LIST", compensators,
               "comma-separated names, see below; none, pid and disturbance are always included",
               "all but mhe-lugre, mhe"),
    &control_course,
    &control_stroke,
    &control_period,
    OWN_OPTION(TOOL_METHOD, "--step", "H", step, "sample time of the controller", "0.2 ms"),
    CONTROL_TUNED_BY,
    OWN_OPTION(TOOL_MODEL, "--noise", "S", noise, "standard deviation of the measured position", "0"),
    OWN_OPTION(TOOL_MODEL, "--delay", "N", delay, "dead time from command to force, in samples", "0"),
    OWN_OPTION(TOOL_OUTPUT, "--robustness", NULL, robustness,
               "add a robustness table: parameters and mass wrong by +-20 % and +-50 %, encoder, noise, 1, 5 and 20 "
               "kHz, delay",
               NULL),
    OWN_OPTION(
        TOOL_OUTPUT, "--feedback", "H", feedback,
        "no simulation: check if G(s) of a LuGre observer is strictly positive real with this H(s). Coefficients, "
        "constant first: '3, 6' is 3 + 6 s, '4, 3, 6 / 0, 1' is 4/s + 3 + 6 s. Exit code 1: it is not",
        NULL),
    OWN_OPTION(TOOL_OUTPUT, "--loop", "NAME", loop, "with --feedback: position (Theorem 1) or velocity (Theorem 2)",
               "position"),
    OWN_OPTION(TOOL_METHOD, "--seed", "N", seed, "seed of the noise", "1"),
    &option_csv,
    &option_mat,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "Compensators: none (PD feedback only), pid, disturbance (disturbance observer), coulomb, stribeck, model (the "
    "law, at the reference velocity), dahl (nonlinear integral action), lugre (LuGre observer of Canudas de Wit et al. "
    "1995), observer (the same with the law itself), elasto-plastic, adaptive, ekf-lugre, ekf (with the law), and "
    "only if named: mhe-lugre, mhe.",
    "One tuning rule for all: the same Kp and Kd; the integral gain and one gain of the compensator are tuned by 8 "
    "runs each on a shorter, slower reference for the smallest RMS error without limit cycle and chatter. --robustness "
    "does not tune again. docs/control.md explains the columns.",
    NULL};
static const tool_example examples[] = {
    {"compare three compensators and the baselines on a sine",
     "bristle control lugre --params table-I --mass '1 kg' --compensators coulomb,lugre,ekf-lugre"},
    {"the axis of a rig from point to point, with an HTML report",
     "bristle control rig/exact --course moves --period '0.4 s' --compensators dahl --report c.html"},
    {"is a LuGre observer stable with this feedback?",
     "bristle control lugre --params table-I --mass '1 kg' --feedback '2000, 400'"},
    {NULL, NULL}};

const tool_command command_control = {
    .name = "control",
    .purpose = "compare friction compensators on a simulated axis",
    .operand = "LAW",
    .operand_help = "friction law of the axis: a built-in name, a file NAME.law, rig/axis or rig/exact",
    .operand_needed = true,
    .options = options,
    .more = more,
    .examples = examples,
    .run = run_control};
