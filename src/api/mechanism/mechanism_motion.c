// mechanism_motion.c - motions of mechanisms in a program: bristle/mechanism.h.    [host]
#include "num/base/fp.h"

#include "api/mechanism/mechanism_parts.h"
#include "api/mechanism/motion.h"
#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "api/log/table_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_mechanism_motion_options defaults = {.size = sizeof defaults, .step = 1e-3, .seed = 1};

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_mechanism_motion_options, drawings) };

br_status br_mechanism_motion_defaults(br_mechanism_motion_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

static br_status read_times(br_mechanism_motion *r, const br_mechanism_motion_options *o, br_diag *why)
{
    br_status status = br_motion_set_method(r, o->method, why);
    if (status == BR_OK && !(o->until > 0 && isfinite(o->until) && o->step > 0))
        status =
            br_diag_fail(why, BR_BAD_USAGE, "%s`--until` says when the motion ends, and `--step` is above 0", r->who);
    return status == BR_OK ? br_motion_set_times(r, o->until, o->step, why) : status;
}

static br_status read_table(br_mechanism_motion *r, const br_mechanism_motion_options *o, br_diag *why)
{
    if (o->until != 0 || o->method || o->sensor_noise)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s`--until`, `--method` and `--sensor-noise` have no meaning where a table has the motion",
                            r->who);
    br_status status = br_table_begin(o->motion, "br_mechanism_motion_open", why);
    if (status != BR_OK)
        return status;
    o->motion->started = true;
    return br_motion_prescribe(r, o->motion->rows, o->motion->rows.name, o->signals, why);
}

static br_status prepare_motion(br_mechanism_motion *r, const br_mechanism *m, const br_mechanism_motion_options *o,
                                br_diag *why)
{
    br_status status = br_who_read(r->who, sizeof r->who, o->who, "mechanism: ", &r->by_command, why);
    if (status != BR_OK)
        return status;
    r->dash = o->who ? "--" : "";
    r->origin = o->who ? "--inverse" : "motion";
    if (o->drawings < 0 || o->drawings > BR_DRAWINGS_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--drawings` are 0 to %d", r->who, (int)BR_DRAWINGS_MOST);
    r->drawings.most = o->drawings;
    r->noise = o->sensor_noise != 0;
    r->seed = o->seed;
    status = br_mechanism_copy_text(m, &r->text, &r->path);
    if (status == BR_OK)
        status = br_motion_open_machine(r, r->path, m->size, why);
    if (status == BR_OK)
        status = o->motion ? read_table(r, o, why) : read_times(r, o, why);
    return status;
}

static const br_handle_kind kind = {
    "br_mechanism_motion", "mechanism", "a mechanism", sizeof(br_mechanism_motion), sizeof(br_mechanism_motion_options),
    LEAST_OPTIONS,         false};

static br_status open_motion(br_mechanism_motion **r, const br_mechanism *m, const br_mechanism_motion_options *o,
                             br_diag *why)
{
    br_status status;
    br_mechanism_motion_options with = defaults;
    br_mechanism_motion *fresh = br_handle_begin(&kind, r && m, o, &with, &status, why);
    if (status == BR_OK && with.signals && !with.motion)
        status = br_diag_fail(why, BR_BAD_USAGE, "mechanism: `--signals` are columns of a motion, and there is none");
    if (status == BR_OK)
        status = prepare_motion(fresh, m, &with, why);
    if (status == BR_OK)
        *r = fresh;
    else
        br_mechanism_motion_close(fresh);
    return status;
}

br_status br_mechanism_motion_open(br_mechanism_motion **r, const br_mechanism *m, const br_mechanism_motion_options *o,
                                   br_diag *why)
{
    br_status status = open_motion(r, m, o, why);
    return br_said_to(o && o->size == sizeof *o && o->who, status, why);
}

void br_mechanism_motion_close(br_mechanism_motion *r)
{
    if (r)
        br_motion_release(r);
    free(r);
}

br_status br_mechanism_motion_run(br_mechanism_motion *r, int (*progress)(void *context, double share), void *context,
                                  br_diag *why)
{
    if (!r)
        return br_diag_fail(why, BR_BAD_USAGE, "br_mechanism_motion_run: a motion is needed");
    return br_said_to(r->by_command, br_motion_run(r, progress, context, why), why);
}

// ---------------------------------------------------------------- reading

static br_status make_table(const br_mechanism_motion *r, br_table **table, br_diag *why)
{
    if (!r || !table || r->record.rows == 0)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_mechanism_motion_table: a motion that was run and a place for the handle are needed");
    return br_table_of_record(table, "motion", &r->record, why);
}

br_status br_mechanism_motion_table(const br_mechanism_motion *r, br_table **table, br_diag *why)
{
    return br_said(make_table(r, table, why), why);
}

br_mechanism_motion_role br_mechanism_motion_role_of(const br_mechanism_motion *r, int column)
{
    br_record_role is =
        r && column >= 0 && column < r->record.columns ? r->record.column[column].role : BR_RECORD_OUTPUT;
    return is == BR_RECORD_TIME    ? BR_MECHANISM_MOTION_TIME
           : is == BR_RECORD_STATE ? BR_MECHANISM_MOTION_STATE
                                   : BR_MECHANISM_MOTION_RESULT;
}

void br_mechanism_motion_unload(const br_mechanism_motion *r)
{
    if (r && r->record.spool.on_disk)
        br_record_release(&r->record);
}

const char *br_mechanism_motion_method(const br_mechanism_motion *r)
{
    return !r ? NULL : r->scheme ? r->scheme->name : "inverse";
}

int br_mechanism_motion_drawings(const br_mechanism_motion *r)
{
    return r ? r->drawings.count : 0;
}

const double *br_mechanism_motion_drawing(const br_mechanism_motion *r, int i, double *t)
{
    return r ? br_drawings_at(&r->drawings, i, t) : NULL;
}

double br_mechanism_motion_value(const br_mechanism_motion *r, br_mechanism_motion_figure figure)
{
    double turned;
    if (!r || r->record.rows == 0)
        return (double)NAN;
    if (figure == BR_MECHANISM_MOTION_VIOLATION)
        return r->violation;
    if (!r->scheme)
        return (double)NAN;
    switch (figure) {
    case BR_MECHANISM_MOTION_GAINED: return r->record.column[r->record.columns - 1].v[r->record.rows - 1];
    case BR_MECHANISM_MOTION_WORKED: return r->w.s.worked;
    case BR_MECHANISM_MOTION_LOST: return r->w.s.lost;
    case BR_MECHANISM_MOTION_UNACCOUNTED: return br_motion_unaccounted(r, &turned);
    default: return (double)NAN;
    }
}

const char *br_mechanism_motion_warnings(const br_mechanism_motion *r)
{
    return !r ? NULL : r->w.warnings.text ? r->w.warnings.text : "";
}
