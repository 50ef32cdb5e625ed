// read_sensor.c - sensors and virtual sensors in the text of a mechanism.        [host]
#include "num/base/fp.h"

#include "mech/text/clause.h"

#include <stdio.h>
#include <string.h>

const char *br_sensor_kind_name(br_sensor_kind kind)
{
    static const char *const name[BR_SENSOR_KINDS] = {"angle",    "displacement",  "speed",     "acceleration",
                                                      "position", "accelerometer", "gyroscope", "force",
                                                      "reaction", "strain"};
    return name[kind];
}

const char *br_sensor_unit(const br_mech *m, const br_sensor *e)
{
    switch (e->kind) {
    case BR_SENSOR_ANGLE: return "rad";
    case BR_SENSOR_SPEED: return br_unit_along(m, e->of, "rad/s", "m/s");
    case BR_SENSOR_ACCELERATION: return br_unit_along(m, e->of, "rad/s^2", "m/s^2");
    case BR_SENSOR_ACCELEROMETER: return "m/s^2";
    case BR_SENSOR_GYROSCOPE: return "rad/s";
    case BR_SENSOR_FORCE: return br_unit_along(m, m->force[e->of].measure, "N*m", "N");
    case BR_SENSOR_REACTION: return "N";
    case BR_SENSOR_STRAIN: return "1";
    default: return "m";
    }
}

static br_sensor_kind read_kind(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME], all[160] = "";
    br_mech_read_name(r, name, "the kind of the sensor");
    for (int k = 0, n = 0; k < BR_SENSOR_KINDS; k++) {
        const char *is = br_sensor_kind_name((br_sensor_kind)k);
        if (strcmp(name, is) == 0)
            return (br_sensor_kind)k;
        n += snprintf(all + n, sizeof all - (size_t)n, "%s%s", n ? ", " : "", is);
    }
    br_mech_wrong(r, t, "there is no sensor '%s'; there are %s", name, all);
    return BR_SENSOR_ANGLE;
}

// ---------------------------------------------------------------- what it is on

static int read_point(br_mech_reader *r, br_sensor *e)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME];
    br_mech_read_name(r, name, "the name of a point");
    for (int i = 0; i < r->m->spots; i++)
        if (strcmp(r->m->spot[i].name, name) == 0) {
            memcpy(e->x, r->m->spot[i].x, sizeof e->x);
            return i;
        }
    br_mech_wrong(r, t, "there is no point '%s'", name);
    return 0;
}

static int read_force(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME];
    br_mech_read_name(r, name, "the name of a spring, damper, drive or friction");
    for (int i = 0; i < r->m->forces; i++)
        if (strcmp(r->m->force[i].name, name) == 0)
            return i;
    br_mech_wrong(r, t, "there is no spring, damper, drive or friction '%s'; forces in joints: reaction", name);
    return 0;
}

static int read_joint(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME];
    br_mech_read_name(r, name, "the name of a joint");
    for (int i = 0; i < r->m->joints; i++)
        if (strcmp(r->m->joint[i].name, name) == 0)
            return i;
    br_mech_wrong(r, t, "there is no joint '%s'", name);
    return 0;
}

static int read_moving_body(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    int b = br_mech_read_body(r);
    if (r->status == BR_OK && b == BR_GROUND)
        br_mech_wrong(r, t, "the ground does not move");
    return b;
}

static int read_beam(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    int b = br_mech_read_body(r);
    if (r->status == BR_OK && (b == BR_GROUND || !r->m->body[b].beam))
        br_mech_wrong(r, t, "only a beam is strained");
    return b;
}

static int read_place(br_mech_reader *r, br_sensor *e)
{
    const br_token *t = br_mech_token(r);
    switch (e->kind) {
    case BR_SENSOR_POSITION: return read_point(r, e);
    case BR_SENSOR_ACCELEROMETER:
    case BR_SENSOR_GYROSCOPE: return read_moving_body(r);
    case BR_SENSOR_STRAIN: return read_beam(r);
    case BR_SENSOR_FORCE: return read_force(r);
    case BR_SENSOR_REACTION: return read_joint(r);
    default: break;
    }
    int i = br_mech_read_measure(r);
    bool turns = r->status == BR_OK && r->m->measure[i].kind == BR_MEASURE_TURN;
    if (r->status == BR_OK && e->kind == BR_SENSOR_ANGLE && !turns)
        br_mech_wrong(r, t, "%s does not turn: its value is a displacement", r->m->measure[i].name);
    if (e->kind == BR_SENSOR_DISPLACEMENT && turns)
        br_mech_wrong(r, t, "%s turns: its value is an angle", r->m->measure[i].name);
    return i;
}

// ---------------------------------------------------------------- the line

static bool has_axis(const br_mech *m, br_sensor_kind kind)
{
    return kind == BR_SENSOR_POSITION || kind == BR_SENSOR_ACCELEROMETER || kind == BR_SENSOR_REACTION ||
           ((kind == BR_SENSOR_GYROSCOPE || kind == BR_SENSOR_STRAIN) && m->space == 3);
}

typedef struct spot { // where it is drawn, and how far off the line of a beam
    double at[3], height;
} spot;

static void read_keys(br_mech_reader *r, br_sensor *e, spot *w)
{
    int space = r->m->space, keys = 0;
    br_clause_key key[4];
    if (!e->imagined)
        key[keys++] =
            (br_clause_key){.name = "sd", .unit = br_sensor_unit(r->m, e), .least = 1, .most = 1, .to = &e->sd};
    if (has_axis(r->m, e->kind))
        key[keys++] =
            (br_clause_key){.name = "axis", .unit = "1", .least = space, .most = space, .to = e->axis, .needed = true};
    if (e->kind == BR_SENSOR_STRAIN)
        key[keys++] =
            (br_clause_key){.name = "height", .unit = "m", .least = 1, .most = 1, .to = &w->height, .needed = true};
    if (e->kind == BR_SENSOR_ACCELEROMETER || e->kind == BR_SENSOR_STRAIN)
        key[keys++] =
            (br_clause_key){.name = "at", .unit = "m", .least = space, .most = space, .to = w->at, .needed = true};
    br_mech_read_keys(r, key, keys);
}

static void place(const br_mech *m, br_sensor *e, const double at[3])
{
    for (int c = 0; c < m->space; c++) {
        e->e[c] = br_mech_direction(m, e->of, e->axis, c);
        if (e->kind == BR_SENSOR_ACCELEROMETER)
            e->x[c] = br_mech_point(m, e->of, at, c);
    }
}

// A fibre at some height above the line of a beam: -height times the curvature towards the axis.
static void place_fibre(const br_mech *m, br_sensor *e, const double at[3], double height)
{
    const br_beam *b = m->body[e->of].beam;
    double xi = br_mech_along_beam(m, e->of, at), unused[3];
    if (m->space == 2)
        br_mech_across(m, b->axis, e->axis, unused);
    for (int c = 0; c < m->space; c++) {
        e->e[c] = br_mech_direction(m, e->of, e->axis, c);
        e->x[c] = (br_form){.n = b->planes * b->modes};
        for (int j = 0; j < e->x[c].n; j++) {
            e->x[c].var[j] = br_mech_mode(m, e->of, j) + c;
            e->x[c].c[j] = -height * br_beam_curve(b, j % b->modes, xi);
        }
    }
}

static void read_line(br_mech_reader *r, bool imagined)
{
    br_sensor e = {.where = *br_mech_token(r), .imagined = imagined};
    spot w = {{0}, 0};
    br_mech_read_new_name(r, e.name);
    e.kind = r->status == BR_OK ? read_kind(r) : BR_SENSOR_ANGLE;
    e.of = r->status == BR_OK ? read_place(r, &e) : 0;
    if (r->status == BR_OK)
        read_keys(r, &e, &w);
    if (r->status == BR_OK && has_axis(r->m, e.kind))
        br_mech_normalise_axis(r, &e.where, e.axis);
    if (r->status == BR_OK && !(e.sd >= 0))
        br_mech_wrong(r, &e.where, "a standard deviation is not below 0");
    if (r->status != BR_OK)
        return;
    if (e.kind == BR_SENSOR_ACCELEROMETER || e.kind == BR_SENSOR_GYROSCOPE)
        place(r->m, &e, w.at);
    if (e.kind == BR_SENSOR_STRAIN)
        place_fibre(r->m, &e, w.at, w.height);
    r->m->sensor[r->m->sensors++] = e;
}

// sensor NAME KIND ON sd = ..., axis = ..., at = ..., height = ...
void br_mech_read_sensor(br_mech_reader *r)
{
    read_line(r, false);
}

// virtual NAME KIND ON axis = ..., at = ...
void br_mech_read_virtual(br_mech_reader *r)
{
    read_line(r, true);
}
