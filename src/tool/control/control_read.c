// control_read.c - the axis and the options of `bristle control`.                 [host]
#include "num/base/fp.h"

#include "law/model/condition.h"
#include "num/base/elem.h"
#include "sim/rig/trajectory.h"
#include "tool/control/control.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/rig_names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the axis

// The friction of rig/axis is richer than its known law, that of rig/exact the same; both are known as in Table 4.1.
static br_status open_rig(controlling *w, const tool_args *a, br_diag *why)
{
    br_buffer list = {0};
    bool axis = strcmp(a->operand, "rig/axis") == 0;
    br_status status = rig_known("control", a->operand, why);
    if (status == BR_OK && !axis && strcmp(a->operand, "rig/exact") != 0)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle control: %s has no mass; use rig/axis or rig/exact", a->operand);
    if (status == BR_OK && (a->params || a->at || a->mass))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle control: --params, --at and --mass have no effect on a rig; leave them out");
    if (status != BR_OK)
        return status;
    br_servo_options sensors = {0};
    w->given.mass = br_control_rig(&sensors, axis);
    w->given.encoder = sensors.encoder, w->given.noise = sensors.noise;
    w->given.force_noise = sensors.force_noise, w->given.cogging = sensors.cogging, w->given.pitch = sensors.pitch;
    status = axis ? br_rig_rich(&list) : BR_OK;
    if (status == BR_OK && axis)
        status = br_model_open_builtin(&w->truth, "gms", NULL, list.text, why);
    w->has_truth = status == BR_OK && axis;
    br_buffer_free(&list);
    return status;
}

// A law that does not work in the plant `mass` has no ekf and mhe of its own.
static br_status open_plant(controlling *w, const char *model, const char *params, const char *at)
{
    br_diag words = {0};
    br_unit unit = br_law_mass_unit(&w->friction.model.law);
    br_status status = br_loaded_model_open_mass(&w->plant, w->given.mass, unit, model, params, at, &words);
    w->has_plant = status == BR_OK && w->plant.model.nu == 1;
    if (status == BR_OK && !w->has_plant)
        br_loaded_model_close(&w->plant);
    w->c.axis.in_mass = w->has_plant ? &w->plant.model : NULL;
    return status == BR_NO_MEMORY ? status : BR_OK;
}

static br_status must_hold(const br_model *m, br_diag *why)
{
    br_diag words = {0};
    br_status status = br_model_must_hold(m, &words);
    return status == BR_OK ? BR_OK : tool_complain(why, status, "bristle control: %s", words.text);
}

static bool names_velocity(const char *at)
{
    br_assignments list;
    bool named = false;
    if (!at || br_assignments_read(&list, at, strlen(at), "--at", NULL) != BR_OK)
        return false;
    for (int i = 0; i < list.count; i++)
        named |= strcmp(list.item[i].name, "v") == 0;
    br_assignments_free(&list);
    return named;
}

static br_status open_axis(controlling *w, const tool_args *a, br_diag *why)
{
    bool rig = rig_named(a->operand);
    const char *law = rig ? "sgms" : a->operand, *params = rig ? "table-4.1" : a->params;
    br_status status = rig ? open_rig(w, a, why) : BR_OK;
    w->name = a->operand;
    if (status == BR_OK)
        status = br_loaded_model_open(&w->friction, law, params, a->at, why);
    w->has_friction = status == BR_OK;
    w->c.axis.known = &w->friction.model;
    w->c.axis.real_truth = w->has_truth ? &w->truth : &w->friction.model;
    if (status == BR_OK)
        status = tool_model_complete(&w->friction.model, &w->friction.model.law, false, why);
    if (status == BR_OK)
        status = must_hold(&w->friction.model, why);
    if (status != BR_OK)
        return status;
    if (!w->friction.model.exact)
        return tool_complain(why, BR_BAD_USAGE, "bristle control: a parameter is a range; give single values");
    if (names_velocity(a->at))
        return tool_complain(why, BR_BAD_USAGE, "bristle control: --at: v comes from the reference; leave it out");
    if (br_law_velocity(&w->friction.model) < 0 || br_law_force(&w->friction.model) < 0)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle control: %s is not a friction law: it has no input v or no output F",
                             w->friction.model.law.name);
    if (!rig)
        status = tool_log_mass("control", a, br_law_mass_unit(&w->friction.model.law), &w->given.mass, why);
    if (status == BR_OK && !(w->given.mass > 0))
        status = tool_complain(why, BR_BAD_USAGE, "bristle control: no mass; give --mass, such as --mass '20 kg'");
    return status == BR_OK ? open_plant(w, law, params, a->at) : status;
}

// ---------------------------------------------------------------- numbers behind options

// Beyond this, in SI, nothing is a number of a machine: as compensators have it for their inputs (BR_GATE_INPUT).
static const double largest = 1e9;

// A number with this unit, or in SI without one; NULL text leaves it as it is. zero: it may be 0.
static br_status read_number(const char *option, const char *text, const char *unit, bool zero, double *value,
                             br_diag *why)
{
    br_unit is, wanted = br_unit_none();
    double number;
    if (!text)
        return BR_OK;
    (void)br_unit_read(unit, strlen(unit), NULL, 0, &wanted, NULL);
    bool good = tool_number(option, text, &number, &is) && isfinite(number) && (zero ? number >= 0 : number > 0);
    if (!good || !(br_unit_same(is, wanted) || br_unit_same(is, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle control: %s '%.60s' is not a number %s 0%s%s", option, text,
                             zero ? "from" : "above", strcmp(unit, "-") == 0 ? "" : " in ",
                             strcmp(unit, "-") == 0 ? "" : unit);
    if (number > largest)
        return tool_complain(why, BR_BAD_USAGE, "bristle control: %s '%.60s' is beyond 1e9%s%s", option, text,
                             strcmp(unit, "-") == 0 ? "" : " ", strcmp(unit, "-") == 0 ? "" : unit);
    *value = number;
    return BR_OK;
}

// "20 %", "-0.2"
static br_status read_wrong(const char *text, double *value, br_diag *why)
{
    br_unit is;
    double number;
    if (!text)
        return BR_OK;
    if (!tool_number("--wrong", text, &number, &is) || !br_unit_same(is, br_unit_none()) || !(number > -1) ||
        !isfinite(number))
        return tool_complain(why, BR_BAD_USAGE, "bristle control: --wrong '%.60s' is not a share above -100 %%", text);
    *value = number;
    return BR_OK;
}

// One of 'F = 30 N, rate = 1e4 N/s'.
static br_status read_limit(controlling *w, const br_assignments *list, const br_assignment *is, br_diag *why)
{
    bool rate = strcmp(is->name, "rate") == 0;
    char text[BR_UNIT_SIZE + 4];
    br_unit unit;
    snprintf(text, sizeof text, "%s%s", br_axis_force(&w->c.axis), rate ? "/s" : "");
    (void)br_unit_read(text, strlen(text), NULL, 0, &unit, NULL);
    double value = is->count == 1 && !is->word[0] ? br_unit_to_si(is->unit, list->value[is->first].lo) : -1;
    if ((!rate && strcmp(is->name, "F") != 0) || !is->has_unit || !br_unit_same(is->unit, unit) ||
        !(value > 0 && isfinite(value)))
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle control: --limits: '%.40s' is not valid; use 'F = 30 %s, rate = 1e4 %s/s' with numbers above 0",
            is->name, br_axis_force(&w->c.axis), br_axis_force(&w->c.axis));
    if (value > (double)BR_COMPENSATE_LARGEST)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle control: --limits: %s is beyond 1e15 %s; for no limit leave it out", is->name,
                             text);
    *(rate ? &w->given.slew : &w->given.most) = value;
    return BR_OK;
}

static br_status read_limits(controlling *w, const char *text, br_diag *why)
{
    br_assignments list;
    br_status status = text ? br_assignments_read(&list, text, strlen(text), "--limits", why) : BR_NEGATIVE;
    if (status != BR_OK)
        return text ? status : BR_OK;
    for (int i = 0; i < list.count && status == BR_OK; i++)
        status = read_limit(w, &list, &list.item[i], why);
    br_assignments_free(&list);
    return status;
}

static br_status read_course(controlling *w, const tool_args *a, br_diag *why)
{
    br_axis_options *o = &w->given;
    const char *X = br_axis_length(&w->c.axis);
    int moves = 0;
    br_status status = tool_choice("control", "--course", a->course, "sine", "moves", &moves, why);
    o->course = a->course;
    if (status == BR_OK)
        status = read_number("--stroke", a->stroke, X, false, &o->stroke, why);
    if (status == BR_OK && a->period)
        status = tool_time("control", "--period", a->period, &o->period, why);
    if (status == BR_OK)
        status = read_number("--encoder", a->encoder, X, true, &o->encoder, why);
    if (status == BR_OK)
        status = read_number("--noise", a->noise, X, true, &o->noise, why);
    double delay = 0;
    if (status == BR_OK)
        status = read_number("--delay", a->delay, "-", true, &delay, why);
    if (status == BR_OK && (delay != floor(delay) || delay > 50))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle control: --delay is not an integer number of samples from 0 to 50");
    o->delay = (int)delay;
    uint64_t seed = o->seed;
    if (status == BR_OK)
        status = tool_seed("control", a->seed, &seed, why);
    o->seed = seed;
    return status;
}

// rad/s; Hz are turns a second.
static br_status read_bandwidth(const char *text, double *w, br_diag *why)
{
    br_status status = read_number("--bandwidth", text, "rad/s", false, w, why);
    if (status == BR_OK && text && strstr(text, "Hz"))
        *w *= 6.283185307179586;
    return status;
}

static br_status read_tuning(controlling *w, const tool_args *a, br_diag *why)
{
    const char *speed = strcmp(br_axis_length(&w->c.axis), "m") == 0 ? "m/s" : "rad/s";
    br_axis_options *o = &w->given;
    int measured = 0;
    br_status status = read_bandwidth(a->bandwidth, &o->bandwidth, why);
    if (status == BR_OK)
        status = read_number("--share", a->share, "-", true, &o->share, why);
    if (status == BR_OK)
        status = read_number("--dead-band", a->dead_band, speed, true, &o->dead_band, why);
    if (status == BR_OK)
        status = read_number("--fade-in", a->fade_in, "s", true, &o->fade_in, why);
    if (status == BR_OK)
        status = tool_choice("control", "--velocity", a->velocity, "reference", "measured", &measured, why);
    o->velocity = a->velocity;
    if (status == BR_OK)
        status = read_wrong(a->wrong, &o->wrong, why);
    const char *names = a->compensators;
    if (status == BR_OK && names && strspn(names, ", ") == strlen(names))
        status = tool_complain(
            why, BR_BAD_USAGE,
            "bristle control: --compensators '%.60s' is empty; see 'bristle control --help' for names", names);
    return status == BR_OK ? read_limits(w, a->limits, why) : status;
}

// ---------------------------------------------------------------- --feedback H(s)

static br_status read_feedback(controlling *w, const tool_args *a, br_diag *why)
{
    int velocity = 0;
    br_status status = tool_choice("control", "--loop", a->loop, "position", "velocity", &velocity, why);
    w->check.loop = velocity ? BR_LOOP_VELOCITY : BR_LOOP_POSITION;
    w->judges = a->feedback != NULL;
    if (status == BR_OK && a->loop && !w->judges)
        status = tool_complain(why, BR_BAD_USAGE, "bristle control: --loop needs --feedback");
    if (status == BR_OK && w->judges && a->compensators)
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle control: --feedback runs no simulation; leave out --compensators");
    if (status != BR_OK || !w->judges)
        return status;
    if (!br_feedback_read(a->feedback, &w->check.over, &w->check.under))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle control: --feedback '%.60s' is not a list of coefficients; write '3, 6' for 3 + "
                             "6 s or '4, 3, 6 / 0, 1' for 4/s + 3 + 6 s",
                             a->feedback);
    return BR_OK;
}

// ---------------------------------------------------------------- all of it

br_status control_read(controlling *w, const tool_args *a, br_diag *why)
{
    double dt = 2e-4;
    br_status status = a->step ? tool_time("control", "--step", a->step, &dt, why) : BR_OK;
    (void)br_axis_defaults(&w->given, sizeof w->given);
    w->c.dash = "--";
    if (status == BR_OK)
        status = open_axis(w, a, why);
    if (status == BR_OK)
        status = read_course(w, a, why);
    if (status == BR_OK)
        status = read_tuning(w, a, why);
    if (status == BR_OK)
        status = read_feedback(w, a, why);
    if (status != BR_OK)
        return status;
    br_axis_setup_take(&w->c.axis, &w->given, dt);
    w->c.axis.o.rivals = a->compensators;
    w->c.axis.o.robustness = a->robustness;
    return BR_OK;
}
