// mechanism.c - mechanisms in a program: bristle/mechanism.h. Opening, names and units.   [host]
#include "num/base/fp.h"

#include "api/mechanism/drawing.h"
#include "api/mechanism/mechanism_parts.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------- opening

// A name of br_parameter_names, or the elements of a list of that name.
static void add_parameter(br_mechanism *m, const char *name, int room)
{
    br_named_parameter p;
    char element[BR_PARAMETER_NAME + 16];
    if (br_parameter_find(&m->w.m, name, &p)) {
        if (m->parameters < room)
            m->parameter[m->parameters] = p;
        m->parameters++;
        return;
    }
    for (int i = 1; snprintf(element, sizeof element, "%s[%d]", name, i) > 0; i++) {
        if (!br_parameter_find(&m->w.m, element, &p))
            return;
        if (m->parameters < room)
            m->parameter[m->parameters] = p;
        m->parameters++;
    }
}

static void list_parameters(br_mechanism *m, const char *names, int room)
{
    char name[BR_PARAMETER_NAME];
    m->parameters = 0;
    for (const char *s = names; s && *s; s += strspn(s, ", ")) {
        size_t n = strcspn(s, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, s);
        add_parameter(m, name, room);
        s += n;
    }
}

static br_status find_parameters(br_mechanism *m)
{
    br_buffer names = {0};
    br_parameter_names(&m->w.m, &names);
    list_parameters(m, names.text, 0); // counts
    int room = m->parameters;
    m->parameter = calloc((size_t)room + 1, sizeof *m->parameter);
    if (m->parameter)
        list_parameters(m, names.text, room);
    br_status status = m->parameter ? names.status : BR_NO_MEMORY;
    br_buffer_free(&names);
    return status;
}

static br_status evaluate_forces(br_mechanism *m)
{
    br_moving *s = &m->w.s;
    br_measure_state l;
    m->force = calloc((size_t)m->w.m.forces + 1, sizeof *m->force);
    if (!m->force)
        return BR_NO_MEMORY;
    for (int i = 0; i < m->w.m.forces; i++) {
        int measure = m->w.m.force[i].measure;
        br_measure_gradient(&m->w.m, measure, s->now.q, s->now.v, s->now.y[measure], &l);
        m->force[i] = br_moving_force(s, i, &l);
    }
    return BR_OK;
}

static br_status list_points(br_mechanism *m)
{
    m->points = br_drawing_points(&m->w.m);
    m->drawn = calloc((size_t)m->points + 1, sizeof *m->drawn);
    if (m->drawn)
        br_drawing_bodies(&m->w.m, m->drawn);
    return m->drawn ? BR_OK : BR_NO_MEMORY;
}

static br_status copy_of(const char *text, size_t size, char **to)
{
    *to = malloc(size + 1);
    if (!*to)
        return BR_NO_MEMORY;
    memcpy(*to, text, size);
    (*to)[size] = 0;
    return BR_OK;
}

// The text is its own from now on.
static br_status open_text(br_mechanism **m, const char *name, char *text, size_t size, br_diag *why)
{
    br_mechanism *fresh = calloc(1, sizeof *fresh);
    if (!fresh) {
        free(text);
        return BR_NO_MEMORY;
    }
    fresh->text = text;
    fresh->size = size;
    br_status status = copy_of(name, strlen(name), &fresh->origin);
    if (status == BR_OK)
        status = br_machine_open(&fresh->w, text, size, fresh->origin, why);
    if (status == BR_OK)
        status = find_parameters(fresh);
    if (status == BR_OK)
        status = evaluate_forces(fresh);
    if (status == BR_OK)
        status = list_points(fresh);
    if (status == BR_OK)
        *m = fresh;
    else
        br_mechanism_close(fresh);
    return status;
}

br_status br_mechanism_open(br_mechanism **m, const char *path, br_diag *why)
{
    char *text = NULL;
    size_t size = 0;
    if (!m || !path)
        return br_diag_fail(why, BR_BAD_USAGE, "br_mechanism_open: a file and a place for the handle are needed");
    br_status status = br_file_read(path, BR_MAX_TEXT, &text, &size, why);
    return br_said(status == BR_OK ? open_text(m, path, text, size, why) : status, why);
}

br_status br_mechanism_parse(br_mechanism **m, const char *name, const char *text, size_t size, br_diag *why)
{
    char *own = NULL;
    if (!m || !name || !text || size > BR_MAX_TEXT)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_mechanism_parse: a name, a text of at most %zu bytes and a place for the handle are "
                            "needed",
                            BR_MAX_TEXT);
    br_status status = copy_of(text, size, &own);
    return br_said(status == BR_OK ? open_text(m, name, own, size, why) : status, why);
}

void br_mechanism_close(br_mechanism *m)
{
    if (!m)
        return;
    br_machine_close(&m->w);
    br_buffer_free(&m->summary);
    br_buffer_free(&m->check);
    free(m->parameter);
    free(m->drawn);
    free(m->force);
    free(m->origin);
    free(m->text);
    free(m);
}

br_status br_mechanism_copy_text(const br_mechanism *m, char **text, char **origin)
{
    br_status status = copy_of(m->text, m->size, text);
    return status == BR_OK ? copy_of(m->origin, strlen(m->origin), origin) : status;
}

// ---------------------------------------------------------------- what is in it

// Sensor i of those that are measured, or of the virtual ones; NULL: there is none.
static const br_sensor *sensor_at(const br_mech *m, bool imagined, int i)
{
    for (int k = 0; k < m->sensors; k++)
        if (m->sensor[k].imagined == imagined && i-- == 0)
            return &m->sensor[k];
    return NULL;
}

static int count_sensors(const br_mech *m, bool imagined)
{
    int count = 0;
    for (int k = 0; k < m->sensors; k++)
        count += m->sensor[k].imagined == imagined;
    return count;
}

int br_mechanism_size(const br_mechanism *m, br_mechanism_part part)
{
    if (!m)
        return 0;
    switch (part) {
    case BR_MECHANISM_BODIES: return m->w.m.bodies;
    case BR_MECHANISM_JOINTS: return m->w.m.joints;
    case BR_MECHANISM_COORDINATES: return m->w.m.measures;
    case BR_MECHANISM_POINTS: return m->w.m.spots;
    case BR_MECHANISM_FORCES: return m->w.m.forces;
    case BR_MECHANISM_SENSORS: return count_sensors(&m->w.m, false);
    case BR_MECHANISM_VIRTUAL: return count_sensors(&m->w.m, true);
    case BR_MECHANISM_PARAMETERS: return m->parameters;
    default: return 0;
    }
}

typedef struct named { // one of a part
    const char *name, *unit;
    double value;
} named;

static named sensor_named(const br_mechanism *m, bool imagined, int i)
{
    const br_sensor *e = sensor_at(&m->w.m, imagined, i);
    return (named){e->name, br_sensor_unit(&m->w.m, e), e->sd};
}

static named parameter_named(const br_named_parameter *p)
{
    return (named){p->name, strcmp(p->unit, "1") == 0 ? "-" : p->unit, p->nominal};
}

static named named_at(const br_mechanism *m, br_mechanism_part part, int i)
{
    const named none = {NULL, NULL, (double)NAN};
    if (i < 0 || i >= br_mechanism_size(m, part))
        return none;
    const br_mech *w = &m->w.m;
    switch (part) {
    case BR_MECHANISM_BODIES: return (named){w->body[i].name, "kg", w->body[i].mass};
    case BR_MECHANISM_JOINTS: return (named){w->joint[i].name, "-", (double)NAN};
    case BR_MECHANISM_COORDINATES:
        return (named){w->measure[i].name, br_machine_measure_unit(w, i, false), m->w.s.now.y[i]};
    case BR_MECHANISM_POINTS: return (named){w->spot[i].name, "m", (double)NAN};
    case BR_MECHANISM_FORCES:
        return (named){w->force[i].name, br_machine_force_unit(w, w->force[i].measure), m->force[i]};
    case BR_MECHANISM_SENSORS: return sensor_named(m, false, i);
    case BR_MECHANISM_VIRTUAL: return sensor_named(m, true, i);
    case BR_MECHANISM_PARAMETERS: return parameter_named(&m->parameter[i]);
    default: return none;
    }
}

int br_mechanism_index(const br_mechanism *m, br_mechanism_part part, const char *name)
{
    for (int i = 0; name && i < br_mechanism_size(m, part); i++)
        if (strcmp(named_at(m, part, i).name, name) == 0)
            return i;
    return -1;
}

const char *br_mechanism_name(const br_mechanism *m, br_mechanism_part part, int i)
{
    return named_at(m, part, i).name;
}

const char *br_mechanism_unit(const br_mechanism *m, br_mechanism_part part, int i)
{
    return named_at(m, part, i).unit;
}

double br_mechanism_value(const br_mechanism *m, br_mechanism_part part, int i)
{
    return named_at(m, part, i).value;
}

int br_mechanism_freedoms(const br_mechanism *m)
{
    return m ? br_machine_freedoms(&m->w) : 0;
}

int br_mechanism_redundant(const br_mechanism *m)
{
    return m ? m->w.m.rigid - m->w.rank : 0;
}

int br_mechanism_rank(const br_mechanism *m)
{
    return m ? m->w.rank : 0;
}

int br_mechanism_blocks(const br_mechanism *m)
{
    return m ? m->w.m.blocks : 0;
}

int br_mechanism_planar(const br_mechanism *m)
{
    return m && m->w.m.space == 2;
}

const char *br_mechanism_called(const br_mechanism *m)
{
    return m ? m->w.m.name : NULL;
}

const char *br_mechanism_title(const br_mechanism *m)
{
    return m ? m->w.m.title : NULL;
}

br_status br_mechanism_joint_at(const br_mechanism *m, int i, br_mechanism_joint *joint)
{
    if (i < 0 || i >= br_mechanism_size(m, BR_MECHANISM_JOINTS) || !joint || joint->size != sizeof *joint)
        return BR_BAD_USAGE;
    const br_mech_joint *j = &m->w.m.joint[i];
    *joint = (br_mechanism_joint){
        .size = sizeof *joint, .name = j->name, .kind = br_joint_kind_name(j->kind), .a = j->a, .b = j->b};
    memcpy(joint->at, j->at, sizeof joint->at);
    memcpy(joint->axis, j->axis, sizeof joint->axis);
    return BR_OK;
}

int br_mechanism_drawing_points(const br_mechanism *m)
{
    return m ? m->points : 0;
}

int br_mechanism_drawing_body(const br_mechanism *m, int i)
{
    return i >= 0 && i < br_mechanism_drawing_points(m) ? m->drawn[i] : -1;
}

// ---------------------------------------------------------------- statements

const char *br_mechanism_summary(br_mechanism *m)
{
    if (m && !m->summary.text) {
        br_machine_write_size(&m->summary, &m->w);
        if (m->summary.status != BR_OK)
            br_buffer_free(&m->summary);
    }
    return m ? m->summary.text : NULL;
}

// By a machine of its own: the search for an equilibrium moves it.
static br_status write_check(br_mechanism *m)
{
    br_diag why = {0};
    br_machine *w = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    br_status status = br_machine_open(w, m->text, m->size, m->origin, &why);
    if (status == BR_OK)
        br_machine_write_size(&m->check, w);
    if (status == BR_OK)
        status = br_machine_write_equilibrium(&m->check, w);
    br_machine_close(w);
    free(w);
    return status == BR_OK ? m->check.status : status;
}

const char *br_mechanism_check(br_mechanism *m)
{
    if (m && !m->check.text && write_check(m) != BR_OK)
        br_buffer_free(&m->check);
    return m ? m->check.text : NULL;
}

const char *br_mechanism_warnings(const br_mechanism *m)
{
    return !m ? NULL : m->w.warnings.text ? m->w.warnings.text : "";
}
