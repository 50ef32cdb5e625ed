// observer_samples.c - estimation of a mechanism sample by sample: bristle/mechanism.h.    [host]
#include "num/base/fp.h"

#include "api/mechanism/observer.h"
#include "api/law/sized.h"

#include <math.h>
#include <stdio.h>

// A sensor that is measured, or a drive that was logged.
static br_status add_name(br_mechanism_observer *o, const char *name, br_diag *why)
{
    int sensor = br_mech_observer_sensor(&o->m, name), force = br_mech_observer_drive(&o->m, name);
    bool measured = sensor >= 0 && !o->m.sensor[sensor].imagined,
         drives = force >= 0 && br_mech_observer_unknown(o, force) < 0;
    if (!measured && !drives)
        return br_diag_fail(why, BR_BAD_USAGE, "%ssamples: '%.60s' is not a sensor or a known drive of %s", o->who,
                            name, o->m.name);
    if (o->w.inputs == BR_MECH_ESTIMATE_MOST || o->sample.count == BR_LOADED_COLUMNS)
        return br_diag_fail(why, BR_BAD_USAGE, "%ssamples have too many numbers", o->who);
    o->sample.at[o->sample.count++] = measured ? o->w.signals : -1 - o->w.inputs;
    if (measured)
        return br_mech_observer_add_sensor(o, sensor, NULL, why);
    o->w.input[o->w.inputs++] = o->m.force[force].drive;
    return BR_OK;
}

static br_status read_names(br_mechanism_observer *o, br_diag *why)
{
    const char *list = o->list[BR_MECH_LIST_SAMPLES];
    char name[BR_MECH_NAME + 8];
    br_status status = BR_OK;
    o->sample.count = o->w.signals = o->w.inputs = 0;
    for (int i = 0; !list && i < o->m.sensors && status == BR_OK; i++)
        if (!o->m.sensor[i].imagined)
            status = add_name(o, o->m.sensor[i].name, why);
    while (list && *list && status == BR_OK) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ", ");
        snprintf(name, sizeof name, "%.*s", (int)n, list);
        list += n;
        if (n > 0)
            status = add_name(o, name, why);
    }
    if (status == BR_OK && o->w.signals == 0)
        status = br_diag_fail(why, BR_BAD_USAGE, "%ssamples: no sensor of %s is measured", o->who, o->m.name);
    return status;
}

static br_status check_samples(br_mechanism_observer *o, br_diag *why)
{
    if (o->tune || o->w.smooth || o->w.dense)
        return br_diag_fail(why, BR_BAD_USAGE, "%stune, smooth and dense need a log", o->who);
    for (int i = 0; i < o->w.unknowns; i++) {
        br_input *u = &o->w.unknown[i];
        if (!(u->walk > 0) && !(o->sample.period > 0))
            return br_diag_fail(why, BR_BAD_USAGE, "%sunknown %s needs what it gains in a second, or `--period`",
                                o->who, o->m.force[u->force].name);
        u->walk = u->walk > 0 ? u->walk : br_mech_estimate_walk(&o->w, 1); // paper 001 5.3
    }
    return read_names(o, why);
}

// Numbers of a sample to those of measurements and of drives.
static void sort_sample(const br_mechanism_observer *o, const double *from, double *y, double *u)
{
    for (int i = 0; i < o->sample.count; i++) {
        int at = o->sample.at[i];
        if (at >= 0)
            y[at] = from[i];
        else
            u[-1 - at] = from[i];
    }
}

static br_status take_sample(br_mechanism_observer *o, double t, const double *from, br_diag *why)
{
    double y[BR_MECH_ESTIMATE_MOST], u[BR_MECH_ESTIMATE_MOST];
    if (!o || !from || !isfinite(t))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_mechanism_observer_step: an observer, a time and numbers are needed");
    if (o->ran)
        return br_diag_fail(why, BR_BAD_USAGE, "br_mechanism_observer_step: an observer takes one log, or samples");
    if (o->sample.run && !(t > o->sample.t))
        return br_diag_fail(why, BR_BAD_USAGE, "%ssamples: time does not rise, t = %.9g s after %.9g s", o->who, t,
                            o->sample.t);
    br_status status = o->sample.run ? BR_OK : check_samples(o, why);
    if (status != BR_OK)
        return status;
    sort_sample(o, from, y, u);
    if (!o->sample.run) {
        o->w.row = o->sample.period;
        status = br_mech_online_open(&o->sample.run, &o->w, t, y, u, why);
    } else
        status = br_mech_online_step(o->sample.run, t, y, u, why);
    o->sample.t = t;
    return status;
}

br_status br_mechanism_observer_step(br_mechanism_observer *o, double t, const double *y, br_diag *why)
{
    br_status status = take_sample(o, t, y, why);
    return br_said_to(o && o->by_command, status, why);
}
