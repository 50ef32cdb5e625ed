// control.c - `bristle control`: compares friction compensators on an axis.    [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "sim/control/control_warnings.h"
#include "tool/control/control.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log.h"
#include "tool/kit/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- running

static br_status check_positive_real(controlling *w, br_diag *why)
{
    br_rational G;
    br_diag words = {0};
    const br_servo_course *c = &w->o.servo.course;
    br_status status = br_known_of(&w->known, &w->friction.model, w->mass, 30 * c->stroke / c->period, &words);
    if (status == BR_OK)
        status = br_friction_loop(&G, w->known.sigma0, w->known.sigma1, w->mass, w->loop, &w->over, &w->under, &words);
    if (status != BR_OK)
        return tool_complain(why, status, "bristle control: %s", words.text);
    w->G = G;
    w->spr = br_positive_real_of(&G);
    return BR_OK;
}

static bool show_progress(void *context, double share)
{
    return progress_show(context, share);
}

// Compensators that use the friction law of the axis itself.
static void note_exact(controlling *w)
{
    const br_control *c = &w->made;
    int named = 0;
    for (int i = 0; i < c->rows; i++) {
        const br_rival *r = c->row[i].rival;
        if (r->own || (r->lugre && c->is_lugre))
            br_buffer_print(&w->notes, "%s%s", named++ ? ", " : "", r->name);
    }
    if (named > 0)
        br_buffer_print(&w->notes, " %s the exact friction, unlike on a real machine: see --wrong, --robustness\n",
                        named > 1 ? "know" : "knows");
}

static void note_theorem(controlling *w)
{
    const br_control *c = &w->made;
    bool observer = false;
    for (int i = 0; i < c->rows; i++)
        observer |= c->row[i].rival->theorem;
    if (observer)
        br_control_note_theorem(&w->notes, c->observed ? &c->spr : NULL, &w->friction.model.law);
}

static void add_notes(controlling *w)
{
    const br_control *c = &w->made;
    br_control_note_share(&w->notes, w->o.share);
    note_theorem(w);
    if (!w->has_plant)
        br_buffer_print(&w->notes, "%s does not work in the plant mass: no ekf and mhe with the law itself\n",
                        w->friction.model.law.name);
    if (!w->has_truth && w->o.wrong == 0)
        note_exact(w);
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].at_end) {
            br_buffer_put(&w->notes, "*: at an end of the range searched\n");
            break;
        }
}

br_control_axis control_axis(controlling *w)
{
    return (br_control_axis){.truth = w->has_truth ? &w->truth : &w->friction.model,
                             .known = &w->friction.model,
                             .plant = w->has_plant ? &w->plant.model : NULL,
                             .mass = w->mass};
}

static br_status run_all(controlling *w, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("controlling", a);
    br_control_axis axis = control_axis(w);
    br_diag words = {0};
    w->o.progress = show_progress, w->o.context = &bar;
    br_status status = br_control_run(&w->made, &axis, &w->o, &words);
    progress_close(&bar);
    if (bar.interrupted)
        return progress_result(&bar, status, why);
    if (status != BR_OK && words.text[0])
        return tool_complain(why, status, "bristle control: %s", words.text);
    return status;
}

// Time and reference, then error and command of each.
static br_status make_record(controlling *w, br_diag *why)
{
    enum { MOST = 64 };
    char name[MOST][BR_CONTROL_NAME + 8];
    br_record_head head[MOST] = {{"t", "s", BR_RECORD_TIME}, {"reference", control_length(w), BR_RECORD_INPUT}};
    const br_control *c = &w->made;
    int columns = 2;
    for (int i = 0; i < c->rows; i++, columns += 2) {
        const char *rival = c->row[i].rival->name;
        for (int k = 0; k < 2; k++) {
            size_t n = strlen(rival);
            memcpy(name[columns + k], k ? "u_" : "e_", 2);
            memcpy(name[columns + k] + 2, rival, n + 1);
            for (char *at = name[columns + k]; *at; at++)
                *at = *at == '-' ? '_' : *at;
            head[columns + k] =
                (br_record_head){name[columns + k], k ? control_force(w) : control_length(w), BR_RECORD_OUTPUT};
        }
    }
    const br_servo *longest = &c->row[0].run; // unstable ones end early
    for (int i = 1; i < c->rows; i++)
        longest = c->row[i].run.rows > longest->rows ? &c->row[i].run : longest;
    long long rows = longest->rows;
    const double missing = (double)NAN;
    br_status status = br_record_open_named(&w->record, head, columns, rows, why);
    if (status != BR_OK)
        return status;
    w->record.rows = rows;
    memcpy(w->record.column[0].v, longest->t, (size_t)rows * sizeof(double));
    memcpy(w->record.column[1].v, longest->aim, (size_t)rows * sizeof(double));
    for (int i = 0; i < c->rows; i++) {
        const br_servo *r = &c->row[i].run;
        double *e = w->record.column[2 + 2 * i].v, *u = w->record.column[3 + 2 * i].v;
        for (long long k = 0; k < rows; k++)
            e[k] = k < r->rows ? r->e[k] : missing, u[k] = k < r->rows ? r->u[k] : missing;
    }
    return BR_OK;
}

static br_status deliver_comparison(const controlling *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        control_text(&v.text, w);
    if (a->json)
        control_json(&v.json, w);
    br_status status = a->report ? control_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, w->judges ? NULL : &w->record, status, a, out, why);
}

void control_close(controlling *w)
{
    br_control_free(&w->made);
    br_record_close(&w->record);
    br_buffer_free(&w->notes);
    if (w->has_plant)
        br_loaded_model_close(&w->plant);
    if (w->has_friction)
        br_loaded_model_close(&w->friction);
    if (w->has_truth)
        br_model_close(&w->truth);
}

static br_status compare_compensators(controlling *w, const tool_args *a, br_diag *why)
{
    br_status status = control_read(w, a, why);
    if (status == BR_OK && w->judges)
        return check_positive_real(w, why);
    if (status == BR_OK)
        status = run_all(w, a, why);
    if (status == BR_OK)
        status = make_record(w, why);
    if (status == BR_OK)
        add_notes(w);
    return status;
}

static br_status run_control(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->operand, a->params};
    controlling *w = calloc(1, sizeof *w); // large: no load for a small stack
    if (!w)
        return BR_NO_MEMORY;
    br_status status = tool_outputs("control", a, inputs, 2, why);
    if (status == BR_OK && a->feedback && (a->csv || a->mat))
        status = tool_complain(
            why, BR_BAD_USAGE,
            "bristle control: --feedback runs no simulation, so there is no table; leave out --csv and --mat");
    if (status == BR_OK)
        status = compare_compensators(w, a, why);
    if (status == BR_OK)
        status = deliver_comparison(w, a, out, why);
    if (status == BR_OK && w->judges && !w->known.own)
        status = tool_complain(why, BR_NEGATIVE, "bristle control: no verdict about G(s): the law has no sigma1");
    else if (status == BR_OK && w->judges && !w->spr.strict)
        status = tool_complain(why, BR_NEGATIVE, "bristle control: G(s) is not strictly positive real");
    control_close(w);
    free(w);
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
