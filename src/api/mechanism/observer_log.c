// observer_log.c - a log of a mechanism: which of its columns are measured, drive or are compared; then filter or smoother.   [host]
#include "num/base/fp.h"

#include "api/mechanism/machine.h"
#include "api/mechanism/observer.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

br_status br_mech_observer_read(br_mechanism_observer *o, const char *path, size_t size, br_diag *why)
{
    o->w.text = o->text;
    o->w.size = size;
    o->w.origin = path;
    br_status status = br_mech_read(&o->m, o->text, size, path, why);
    return status == BR_OK ? br_machine_warn(&o->m, &o->warnings) : status;
}

void br_mech_observer_set_log(br_mechanism_observer *o)
{
    if (o->log.notes.text)
        br_buffer_put(&o->warnings, o->log.notes.text);
    o->w.rows = o->log.rows;
    o->w.t = o->log.t;
    o->w.row = o->log.sampling.median;
}

void br_mech_observer_release(br_mechanism_observer *o)
{
    br_record_close(&o->record);
    br_drawings_close(&o->drawings);
    br_mech_online_close(o->sample.run);
    br_loaded_log_free(&o->log);
    br_mech_free(&o->m);
    br_buffer_free(&o->warnings);
    br_buffer_free(&o->failures);
    free(o->text);
    free(o->origin);
    for (int i = 0; i < BR_MECH_LISTS; i++)
        free(o->list[i]);
}

// ---------------------------------------------------------------- columns

int br_mech_observer_sensor(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->sensors; i++)
        if (strcmp(m->sensor[i].name, name) == 0)
            return i;
    return -1;
}

static br_status check_unit(const br_mechanism_observer *o, int column, const char *want, br_diag *why)
{
    br_unit is = o->log.unit[column], wanted = br_unit_none();
    char x[BR_UNIT_SIZE], y[BR_UNIT_SIZE];
    (void)br_unit_read(want, strlen(want), NULL, 0, &wanted, NULL);
    if (br_unit_same(is, wanted))
        return BR_OK;
    br_unit_write_both(x, is, y, wanted);
    return br_diag_fail(why, BR_BAD_DATA, "%ssignals: %.60s has unit %s here and %s in the mechanism%s", o->dash,
                        o->log.column[column].name, x, y,
                        br_unit_same(is, br_unit_none()) ? "; write the unit behind the column" : "");
}

br_status br_mech_observer_add_sensor(br_mechanism_observer *o, int sensor, const double *y, br_diag *why)
{
    const br_sensor *e = &o->m.sensor[sensor];
    double sd = e->sd > 0 ? e->sd : strcmp(br_sensor_unit(&o->m, e), "rad/s") == 0 ? 0.1 : 0; // paper 001 (57)
    if (!(sd > 0))
        return br_diag_fail(why, BR_BAD_LAW, "%ssensor %s has no standard deviation; give it one (sd) in %s", o->who,
                            e->name, o->w.origin);
    if (o->w.signals == BR_MECH_ESTIMATE_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%sat most %d sensors", o->who, BR_MECH_ESTIMATE_MOST);
    o->w.sensor[o->w.signals] = sensor;
    o->w.sd[o->w.signals] = sd;
    o->w.y[o->w.signals++] = y;
    return BR_OK;
}

static void add_comparison(br_mechanism_observer *o, int column, bool measured)
{
    o->signal[o->compared++] =
        (br_mech_compared){.name = o->log.column[column].name, .column = column, .measured = measured};
}

// A measure's value by its name, its speed by NAME_speed; its unit, or NULL.
static const char *measure_unit(const br_mech *m, const char *name)
{
    int value = br_machine_measure(m, name), speed = value < 0 ? br_machine_measure_of_speed(m, name) : -1;
    return value >= 0 || speed >= 0 ? br_machine_measure_unit(m, value >= 0 ? value : speed, value < 0) : NULL;
}

bool br_mech_observer_names(const br_mechanism_observer *o, const char *name)
{
    return br_mech_observer_sensor(&o->m, name) >= 0 || br_mech_observer_drive(&o->m, name) >= 0 ||
           measure_unit(&o->m, name);
}

static long long count_missing(const br_mechanism_observer *o, int column)
{
    long long missing = 0;
    for (long long k = 0; k < o->log.rows; k++)
        missing += !isfinite(o->log.column[column].v[k]);
    return missing;
}

// Of a drive that was logged.
static void warn_missing(br_mechanism_observer *o, int column)
{
    long long missing = count_missing(o, column);
    if (missing > 0)
        br_buffer_print(&o->warnings, "%lld values of %s are missing: the previous value is held\n", missing,
                        o->log.column[column].name);
}

static br_status match_column(br_mechanism_observer *o, int column, br_diag *why)
{
    const char *name = o->log.column[column].name, *unit = measure_unit(&o->m, name);
    int sensor = br_mech_observer_sensor(&o->m, name), force = br_mech_observer_drive(&o->m, name);
    if (!br_mech_observer_names(o, name))
        return br_diag_fail(why, BR_BAD_DATA, "%ssignals: %.60s is not a sensor, drive, unknown input or joint of %s",
                            o->dash, name, o->m.name);
    if (sensor >= 0)
        unit = br_sensor_unit(&o->m, &o->m.sensor[sensor]);
    if (force >= 0)
        unit = br_machine_force_unit(&o->m, o->m.force[force].measure);
    br_status status = check_unit(o, column, unit, why);
    if (status != BR_OK)
        return status;
    bool measured = sensor >= 0 && !o->m.sensor[sensor].imagined;
    if (force >= 0 && br_mech_observer_unknown(o, force) < 0) { // a drive that was logged
        if (o->w.inputs == BR_MECH_ESTIMATE_MOST)
            return br_diag_fail(why, BR_BAD_USAGE, "%sat most %d drives", o->who, BR_MECH_ESTIMATE_MOST);
        o->w.input[o->w.inputs] = o->m.force[force].drive;
        o->w.u[o->w.inputs++] = o->log.column[column].v;
        warn_missing(o, column);
        return BR_OK;
    }
    add_comparison(o, column, measured);
    return measured ? br_mech_observer_add_sensor(o, sensor, o->log.column[column].v, why) : BR_OK;
}

// The filter starts in the first row; measurements count from the second on.
static br_status check_measured(br_mechanism_observer *o, br_diag *why)
{
    bool any = false;
    for (int i = 0; i < o->compared; i++) {
        const br_mech_compared *c = &o->signal[i];
        if (!c->measured)
            continue;
        long long missing = count_missing(o, c->column);
        for (long long k = 1; k < o->log.rows && !any; k++)
            any = isfinite(o->log.column[c->column].v[k]);
        if (missing > 0)
            br_buffer_print(&o->warnings, "%lld of %lld measurements of %s are missing: time update only\n", missing,
                            o->log.rows, c->name);
    }
    if (any)
        return BR_OK;
    return br_diag_fail(why, BR_BAD_DATA,
                        "%.100s: no measurement after the first row; the columns of all sensors in %ssignals are empty",
                        o->log.name, o->dash);
}

br_status br_mech_observer_match(br_mechanism_observer *o, br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = match_column(o, i, why);
    if (status == BR_OK && o->w.signals == 0)
        status = br_diag_fail(why, BR_BAD_DATA, "%ssignals: no sensor of %s is measured", o->dash, o->m.name);
    return status == BR_OK ? check_measured(o, why) : status;
}

// ---------------------------------------------------------------- running

// Newmark does not brake, and so leaves dampings to be estimated; modes of a beam that steps do not resolve need some braking.
static const br_mech_scheme *default_scheme(const br_mech *m)
{
    for (int i = 0; i < m->bodies; i++)
        if (m->body[i].beam)
            return &br_mech_bdf1;
    return &br_mech_newmark;
}

br_status br_mech_observer_set_method(br_mechanism_observer *o, const char *name, br_diag *why)
{
    const br_mech_scheme *is[] = {&br_mech_bdf1, &br_mech_newmark};
    if (!name)
        o->w.scheme = default_scheme(&o->m);
    for (int i = 0; name && i < 2; i++)
        if (strcmp(name, is[i]->name) == 0)
            o->w.scheme = is[i];
    if (o->w.scheme)
        return BR_OK;
    return br_diag_fail(why, BR_BAD_USAGE, "%sthere is no method '%.60s' for mechanisms; there are bdf1, newmark",
                        o->who, name);
}

br_status br_mech_observer_check_length(const br_mechanism_observer *o, br_diag *why)
{
    double steps = br_mech_estimate_length(&o->w);
    if (steps > 1e8)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%.3g steps are too many; use a longer %sstep", o->who, steps,
                            o->dash);
    return BR_OK;
}

// Evenly over the rows, which a smoother gives from the last one on.
static void draw_row(void *observer, long long row, const br_moving *s)
{
    br_mechanism_observer *o = observer;
    for (int i = 0; i < o->drawings.most; i++)
        if (row == (o->drawings.most > 1 ? i * (o->w.rows - 1) / (o->drawings.most - 1) : 0))
            br_drawings_put(&o->drawings, i, o->w.t[row], s);
}

br_status br_mech_observer_filter(br_mechanism_observer *o, br_diag *why)
{
    br_status status = br_drawings_open(&o->drawings, &o->m);
    if (status != BR_OK)
        return status;
    o->w.on_row = draw_row;
    o->w.on_row_context = o;
    for (int i = 0; i < o->w.unknowns; i++)
        if (!(o->w.unknown[i].walk > 0))
            o->w.unknown[i].walk = br_mech_estimate_walk(&o->w, 1); // paper 001 5.3
    o->w.partial = true;
    o->log_rows = o->log.rows;
    if (o->tune)
        status = br_mech_estimate_tune(&o->w, &o->curve, why);
    o->tuned = status == BR_OK && o->tune;
    if (status == BR_OK)
        status = br_mech_estimate_run(&o->w, &o->record, &o->result, why);
    if (status == BR_OK && o->result.stopped) {
        br_buffer_print(&o->warnings, "interrupted after row %lld of %lld: the rows until then are reported\n",
                        o->record.rows, o->log.rows);
        o->log.rows = o->w.rows = o->record.rows;
    }
    return status;
}
