// axis_rig.c - a synthetic rig as the axis of compensators: bristle/control.h.   [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "sim/control/control.h"
#include "sim/rig/trajectory.h"

#include <bristle/control.h>

// The friction of rig/axis is richer than its known law, that of rig/exact the same; both are known as in Table 4.1 of the thesis.
static br_status open_laws(br_law **friction, br_law **real, bool rich, br_diag *why)
{
    br_buffer list = {0};
    br_law *known = NULL, *truth = NULL;
    br_status status = br_law_open(&known, "sgms", "table-4.1", why);
    if (status == BR_OK && rich)
        status = br_law_open(&truth, "gms", NULL, why);
    if (status == BR_OK && rich)
        status = br_rig_rich(&list);
    if (status == BR_OK && rich)
        status = br_law_set(truth, list.text, why);
    br_buffer_free(&list);
    if (status == BR_OK) {
        *friction = known;
        *real = truth;
        return BR_OK;
    }
    br_law_close(truth);
    br_law_close(known);
    return status;
}

static br_status axis_of_rig(br_axis_options *o, const char *rig, br_law **friction, br_law **real, br_diag *why)
{
    br_servo_options sensors = {0};
    if (!o || o->size != sizeof *o || !rig || !friction || !real)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_axis_of_rig: options, the name of a rig and places for two laws are needed");
    bool rich = strcmp(rig, "rig/axis") == 0;
    if (!rich && strcmp(rig, "rig/exact") != 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%.60s is no rig with a mass; use rig/axis or rig/exact",
                            o->who ? o->who : "axis: ", rig);
    br_status status = open_laws(friction, real, rich, why);
    if (status != BR_OK)
        return status;
    o->mass = br_control_rig(&sensors, rich);
    o->encoder = sensors.encoder;
    o->noise = sensors.noise;
    o->force_noise = sensors.force_noise;
    o->cogging = sensors.cogging;
    o->pitch = sensors.pitch;
    o->real = *real;
    return BR_OK;
}

br_status br_axis_of_rig(br_axis_options *o, const char *rig, br_law **friction, br_law **real, br_diag *why)
{
    return br_said(axis_of_rig(o, rig, friction, real, why), why);
}
