// control_read.c - the axis and the options of `bristle control`.                 [host]
#include "num/base/fp.h"

#include "tool/control/control.h"
#include "tool/kit/law.h"
#include "tool/kit/log_options.h"
#include "tool/kit/number.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/said.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the axis

static br_status open_rig(controlling *w, const tool_args *a, br_diag *why)
{
    bool massive = strcmp(a->operand, "rig/axis") == 0 || strcmp(a->operand, "rig/exact") == 0;
    br_status status = rig_known(w->command, a->operand, why);
    if (status == BR_OK && !massive)
        status = tool_complain(why, BR_BAD_USAGE, "bristle %s: %s has no mass; use rig/axis or rig/exact", w->command,
                               a->operand);
    if (status == BR_OK && (a->params || a->at || a->mass))
        status =
            tool_complain(why, BR_BAD_USAGE,
                          "bristle %s: --params, --at and --mass have no effect on a rig; leave them out", w->command);
    return status == BR_OK ? br_axis_of_rig(&w->axis, a->operand, &w->friction, &w->real, why) : status;
}

static bool names_velocity(const char *at)
{
    br_law_assignment is = {.size = sizeof is};
    for (int i = 0; at && br_law_read_list(at, "--at", i, &is, NULL) == BR_OK; i++)
        if (strcmp(is.name, "v") == 0)
            return true;
    return false;
}

// Every parameter has a single value, and what the law requires holds.
static br_status check_values(const controlling *w, br_diag *why)
{
    if (br_law_missing(w->friction)[0])
        return tool_law_check(w->friction, why);
    br_status status = br_law_check(w->friction, why);
    if (status != BR_OK)
        return status == BR_BAD_LAW ? tool_prefix(w->who, status, why) : status;
    return !tool_law_ranged(w->friction)
               ? BR_OK
               : tool_complain(why, BR_BAD_USAGE, "bristle %s: a parameter is a range; give single values", w->command);
}

static void find_units(controlling *w)
{
    br_law_number force = {.size = sizeof force};
    bool turns = br_law_number_at(w->friction, BR_LAW_OUTPUTS, 0, &force) == BR_OK && strstr(force.unit, "N*m");
    w->length = turns ? "rad" : "m";
    w->force = turns ? "N*m" : "N";
}

static br_status open_axis(controlling *w, const tool_args *a, br_diag *why)
{
    bool rig = rig_named(a->operand);
    w->name = a->operand;
    br_status status = rig ? open_rig(w, a, why) : tool_law_open(&w->friction, a->operand, a->params, a->at, why);
    if (status == BR_OK)
        status = check_values(w, why);
    if (status != BR_OK)
        return status;
    if (names_velocity(a->at))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --at: v comes from the reference; leave it out",
                             w->command);
    if (br_law_index(w->friction, BR_LAW_INPUTS, "v") < 0 || br_law_index(w->friction, BR_LAW_OUTPUTS, "F") < 0)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle %s: %s is not a friction law: it has no input v or no output F", w->command,
                             br_law_name(w->friction));
    find_units(w);
    if (!rig)
        status = tool_log_mass(w->command, a, tool_law_mass_unit(w->friction), &w->axis.mass, why);
    if (status == BR_OK && !(w->axis.mass > 0))
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle %s: no mass; give --mass, such as --mass '20 kg'", w->command);
    return status;
}

// ---------------------------------------------------------------- numbers behind options

// Beyond this, in SI, nothing is a number of a machine: as compensators have it for their inputs.
static const double largest = 1e9;
static const double largest_limit = 1e15; // of a command

// A number with this unit, or in SI without one; NULL text leaves it as it is. zero: it may be 0.
static br_status read_number(const controlling *w, const char *option, const char *text, const char *unit, bool zero,
                             double *value, br_diag *why)
{
    br_unit is, wanted = br_unit_none();
    double number;
    if (!text)
        return BR_OK;
    (void)br_unit_read(unit, strlen(unit), NULL, 0, &wanted, NULL);
    bool good = tool_number(option, text, &number, &is) && isfinite(number) && (zero ? number >= 0 : number > 0);
    if (!good || !(br_unit_same(is, wanted) || br_unit_same(is, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is not a number %s 0%s%s", w->command, option,
                             text, zero ? "from" : "above", strcmp(unit, "-") == 0 ? "" : " in ",
                             strcmp(unit, "-") == 0 ? "" : unit);
    if (number > largest)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is beyond 1e9%s%s", w->command, option, text,
                             strcmp(unit, "-") == 0 ? "" : " ", strcmp(unit, "-") == 0 ? "" : unit);
    *value = number;
    return BR_OK;
}

// "20 %", "-0.2"
static br_status read_wrong(const controlling *w, const char *text, double *value, br_diag *why)
{
    br_unit is;
    double number;
    if (!text)
        return BR_OK;
    if (!tool_number("--wrong", text, &number, &is) || !br_unit_same(is, br_unit_none()) || !(number > -1) ||
        !isfinite(number))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --wrong '%.60s' is not a share above -100 %%", w->command,
                             text);
    *value = number;
    return BR_OK;
}

// One of 'F = 30 N, rate = 1e4 N/s'.
static br_status read_limit(controlling *w, const br_law_assignment *is, br_diag *why)
{
    bool rate = strcmp(is->name, "rate") == 0;
    char text[24];
    br_unit unit = br_unit_none(), given = unit;
    snprintf(text, sizeof text, "%s%s", w->force, rate ? "/s" : "");
    (void)br_unit_read(text, strlen(text), NULL, 0, &unit, NULL);
    (void)br_unit_read(is->unit, strlen(is->unit), NULL, 0, &given, NULL);
    double value = is->count == 1 && !is->word[0] ? is->low : -1;
    if ((!rate && strcmp(is->name, "F") != 0) || !is->has_unit || !br_unit_same(given, unit) ||
        !(value > 0 && isfinite(value)))
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle %s: --limits: '%.40s' is not valid; use 'F = 30 %s, rate = 1e4 %s/s' with numbers above 0",
            w->command, is->name, w->force, w->force);
    if (value > largest_limit)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --limits: %s is beyond 1e15 %s; for no limit leave it out",
                             w->command, is->name, text);
    *(rate ? &w->axis.slew : &w->axis.most) = value;
    return BR_OK;
}

static br_status read_limits(controlling *w, const char *text, br_diag *why)
{
    br_law_assignment is = {.size = sizeof is};
    br_status status = BR_OK;
    for (int i = 0; text && status == BR_OK; i++) {
        status = br_law_read_list(text, "--limits", i, &is, why);
        if (status != BR_OK)
            return status == BR_NEGATIVE ? BR_OK : status;
        status = read_limit(w, &is, why);
    }
    return status;
}

static br_status read_course(controlling *w, const tool_args *a, br_diag *why)
{
    br_axis_options *o = &w->axis;
    const char *X = w->length;
    int moves = 0;
    br_status status = tool_choice(w->command, "--course", a->course, "sine", "moves", &moves, why);
    o->course = a->course;
    if (status == BR_OK)
        status = read_number(w, "--stroke", a->stroke, X, false, &o->stroke, why);
    if (status == BR_OK && a->period)
        status = tool_time(w->command, "--period", a->period, &o->period, why);
    if (status == BR_OK)
        status = read_number(w, "--encoder", a->encoder, X, true, &o->encoder, why);
    if (status == BR_OK)
        status = read_number(w, "--noise", a->noise, X, true, &o->noise, why);
    double delay = 0;
    if (status == BR_OK)
        status = read_number(w, "--delay", a->delay, "-", true, &delay, why);
    if (status == BR_OK && (delay != floor(delay) || delay > 50))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle %s: --delay is not an integer number of samples from 0 to 50", w->command);
    o->delay = (int)delay;
    uint64_t seed = o->seed;
    if (status == BR_OK)
        status = tool_seed(w->command, a->seed, &seed, why);
    o->seed = seed;
    return status;
}

// rad/s; Hz are turns a second.
static br_status read_bandwidth(controlling *w, const char *text, br_diag *why)
{
    br_status status = read_number(w, "--bandwidth", text, "rad/s", false, &w->axis.bandwidth, why);
    if (status == BR_OK && text && strstr(text, "Hz"))
        w->axis.bandwidth *= 6.283185307179586;
    return status;
}

static br_status read_tuning(controlling *w, const tool_args *a, br_diag *why)
{
    const char *speed = strcmp(w->length, "m") == 0 ? "m/s" : "rad/s";
    br_axis_options *o = &w->axis;
    int measured = 0;
    br_status status = read_bandwidth(w, a->bandwidth, why);
    if (status == BR_OK)
        status = read_number(w, "--share", a->share, "-", true, &o->share, why);
    if (status == BR_OK)
        status = read_number(w, "--dead-band", a->dead_band, speed, true, &o->dead_band, why);
    if (status == BR_OK)
        status = read_number(w, "--fade-in", a->fade_in, "s", true, &o->fade_in, why);
    if (status == BR_OK)
        status = tool_choice(w->command, "--velocity", a->velocity, "reference", "measured", &measured, why);
    o->velocity = a->velocity;
    if (status == BR_OK)
        status = read_wrong(w, a->wrong, &o->wrong, why);
    const char *names = a->compensators;
    if (status == BR_OK && names && strspn(names, ", ") == strlen(names))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle %s: --compensators '%.60s' is empty; see 'bristle control --help' for names",
                               w->command, names);
    return status == BR_OK ? read_limits(w, a->limits, why) : status;
}

// ---------------------------------------------------------------- --feedback H(s)

static br_status read_feedback(controlling *w, const tool_args *a, br_diag *why)
{
    br_status status = tool_choice(w->command, "--loop", a->loop, "position", "velocity", &w->by_velocity, why);
    w->feedback = a->feedback;
    if (status == BR_OK && a->loop && !a->feedback)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --loop needs --feedback", w->command);
    if (status == BR_OK && a->feedback && a->compensators)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --feedback runs no simulation; leave out --compensators",
                             w->command);
    return status;
}

// ---------------------------------------------------------------- all of it

br_status control_read(controlling *w, const char *command, const tool_args *a, double rate, br_diag *why)
{
    w->command = command;
    snprintf(w->who, sizeof w->who, "bristle %s: ", command);
    (void)br_axis_defaults(&w->axis, sizeof w->axis);
    w->axis.who = w->who;
    w->axis.rate = rate > 0 ? rate : w->axis.rate;
    w->axis.step = rate > 0 ? 0 : 2e-4;
    br_status status = a->step && !(rate > 0) ? tool_time(command, "--step", a->step, &w->axis.step, why) : BR_OK;
    if (status == BR_OK)
        status = open_axis(w, a, why);
    if (status == BR_OK)
        status = read_course(w, a, why);
    if (status == BR_OK)
        status = read_tuning(w, a, why);
    return status == BR_OK ? read_feedback(w, a, why) : status;
}
