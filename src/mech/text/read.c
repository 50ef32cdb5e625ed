// read.c - the text of a mechanism.                                              [host]
#include "num/base/fp.h"

#include "mech/text/clause.h"
#include "mech/model/inertia.h"
#include "num/base/elem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENTS = 4000 }; // most lines of a mechanism

// ---------------------------------------------------------------- bodies, joints

static void read_planar(br_mech_reader *r)
{
    if (r->m->bodies > 0)
        br_mech_wrong(r, br_mech_token(r), "`planar` stands above all bodies");
    r->m->space = 2;
    br_mech_read_end(r);
}

static void read_gravity(br_mech_reader *r)
{
    br_clause_key k = {
        .name = "gravity", .unit = "m/s^2", .least = r->m->space, .most = r->m->space, .to = r->m->gravity};
    if (!br_token_is_mark(br_mech_token(r), '='))
        br_mech_wrong(r, br_mech_token(r), "write: gravity = 0, 0, -9.81 m/s^2");
    r->at++;
    if (r->status == BR_OK)
        br_mech_read_numbers(r, &k);
    br_mech_read_end(r);
}

static void read_body_line(br_mech_reader *r)
{
    br_mech *m = r->m;
    br_body b = {.where = *br_mech_token(r)};
    int inertias = 0, space = m->space;
    br_mech_read_new_name(r, b.name);
    const br_clause_key keys[] = {
        {.name = "mass", .unit = "kg", .least = 1, .most = 1, .to = &b.mass, .needed = true},
        {.name = "cog", .unit = "m", .least = space, .most = space, .to = b.cog, .needed = true},
        {.name = "inertia",
         .unit = "kg*m^2",
         .least = space == 3 ? 3 : 1,
         .most = space == 3 ? 6 : 1,
         .to = b.inertia,
         .given = &inertias}};
    br_mech_read_keys(r, keys, 3);
    if (r->status == BR_OK && inertias > 3 && inertias < 6)
        br_mech_wrong(r, &b.where, "an inertia has 3 numbers (xx, yy, zz) or 6 (xx, yy, zz, xy, yz, zx)");
    if (r->status == BR_OK)
        r->status = br_inertia_check(m, &b, r->why);
    if (r->status == BR_OK)
        m->body[m->bodies++] = b;
}

static br_joint_kind read_kind(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME], all[120] = "";
    br_mech_read_name(r, name, "the kind of the joint");
    for (int k = 0, n = 0; k < BR_JOINT_KINDS; k++) {
        bool fits = r->m->space == 3 || k == BR_JOINT_FREE || k == BR_JOINT_FIXED || k == BR_JOINT_REVOLUTE ||
                    k == BR_JOINT_PRISMATIC;
        if (fits && strcmp(name, br_joint_kind_name((br_joint_kind)k)) == 0)
            return (br_joint_kind)k;
        if (fits)
            n += snprintf(all + n, sizeof all - (size_t)n, "%s%s", n ? ", " : "", br_joint_kind_name((br_joint_kind)k));
    }
    br_mech_wrong(r, t, "there is no joint '%s' here; there are %s", name, all);
    return BR_JOINT_FREE;
}

// The frame of a beam has the direction of its clamped end only.
static void check_beam(br_mech_reader *r, const br_mech_joint *j, int body)
{
    const br_beam *b = body >= 0 ? r->m->body[body].beam : NULL;
    bool directs =
        j->kind != BR_JOINT_FREE && j->kind != BR_JOINT_SPHERICAL && (r->m->space == 3 || j->kind != BR_JOINT_REVOLUTE);
    if (b && directs && !(b->clamped && memcmp(b->from, j->at, sizeof j->at) == 0))
        br_mech_wrong(r, &j->where,
                      "joint %s holds a direction of beam %s: it can do so where that is clamped, at its `from`",
                      j->name, r->m->body[body].name);
}

static void check_joint(br_mech_reader *r, br_mech_joint *j, const int given[2])
{
    bool straight = j->kind == BR_JOINT_PRISMATIC || j->kind == BR_JOINT_CYLINDRICAL;
    bool axis = straight || (r->m->space == 3 && (j->kind == BR_JOINT_REVOLUTE || j->kind == BR_JOINT_UNIVERSAL ||
                                                  j->kind == BR_JOINT_PLANAR));
    double dot = 0;
    if (j->a == j->b)
        br_mech_wrong(r, &j->where, "joint %s joins a body to itself", j->name);
    if (axis && !given[0])
        br_mech_wrong(r, &j->where, "a %s joint needs axis = ...", br_joint_kind_name(j->kind));
    if (j->kind == BR_JOINT_UNIVERSAL && !given[1])
        br_mech_wrong(r, &j->where, "a universal joint needs second = ..., the axis that is fixed to the second body");
    if (given[0])
        br_mech_normalise_axis(r, &j->where, j->axis);
    if (given[1])
        br_mech_normalise_axis(r, &j->where, j->second);
    for (int i = 0; i < 3; i++)
        dot += j->axis[i] * j->second[i];
    for (int i = 0; i < 4; i++)
        if (!(j->give[i] >= 0) || (i % 2 == 1 && j->give[i] > 0 && j->give[i - 1] == 0))
            br_mech_wrong(r, &j->where, "joint %s: stiffness is not below 0, and damping stands beside a stiffness",
                          j->name);
    check_beam(r, j, j->a);
    check_beam(r, j, j->b);
    if (j->kind == BR_JOINT_UNIVERSAL && br_abs(dot) > 1e-9)
        br_mech_wrong(r, &j->where, "the two axes of a universal joint are square to each other");
    if (!given[0])
        j->axis[r->m->space - 1] = 1; // any will do
}

static void read_joint(br_mech_reader *r)
{
    br_mech *m = r->m;
    br_mech_joint j = {.where = *br_mech_token(r)};
    int given[2] = {0}, space = m->space;
    br_mech_read_new_name(r, j.name);
    j.kind = r->status == BR_OK ? read_kind(r) : BR_JOINT_FREE;
    j.a = r->status == BR_OK ? br_mech_read_body(r) : 0;
    j.b = r->status == BR_OK ? br_mech_read_body(r) : 0;
    const br_clause_key keys[] = {
        {.name = "at", .unit = "m", .least = space, .most = space, .to = j.at, .needed = j.kind != BR_JOINT_FREE},
        {.name = "axis", .unit = "1", .least = space, .most = space, .to = j.axis, .given = &given[0]},
        {.name = "second", .unit = "1", .least = space, .most = space, .to = j.second, .given = &given[1]},
        {.name = "stiffness", .unit = "N/m", .least = 1, .most = 1, .to = &j.give[0]},
        {.name = "damping", .unit = "N*s/m", .least = 1, .most = 1, .to = &j.give[1]},
        {.name = "bending", .unit = "N*m/rad", .least = 1, .most = 1, .to = &j.give[2]},
        {.name = "bending_damping", .unit = "N*m*s/rad", .least = 1, .most = 1, .to = &j.give[3]}};
    if (r->status == BR_OK)
        br_mech_read_keys(r, keys, 7);
    if (r->status == BR_OK)
        check_joint(r, &j, given);
    if (r->status == BR_OK)
        m->joint[m->joints++] = j;
}

static void read_point(br_mech_reader *r)
{
    br_spot p = {0};
    const br_clause_key key = {
        .name = "at", .unit = "m", .least = r->m->space, .most = r->m->space, .to = p.at, .needed = true};
    br_mech_read_new_name(r, p.name);
    p.body = r->status == BR_OK ? br_mech_read_body(r) : 0;
    if (r->status == BR_OK)
        br_mech_read_keys(r, &key, 1);
    if (r->status == BR_OK)
        r->m->spot[r->m->spots++] = p;
}

// ---------------------------------------------------------------- what acts

static void read_distance(br_mech_reader *r)
{
    char name[BR_MECH_NAME];
    const br_token *t = br_mech_token(r);
    int body[2] = {0}, space = r->m->space;
    double at[2][3] = {{0}};
    br_mech_read_new_name(r, name);
    for (int i = 0; i < 2 && r->status == BR_OK; i++)
        body[i] = br_mech_read_body(r);
    const br_clause_key keys[] = {
        {.name = "from", .unit = "m", .least = space, .most = space, .to = at[0], .needed = true},
        {.name = "to", .unit = "m", .least = space, .most = space, .to = at[1], .needed = true}};
    if (r->status == BR_OK)
        br_mech_read_keys(r, keys, 2);
    if (r->status == BR_OK && body[0] == body[1])
        br_mech_wrong(r, t, "both points of distance %s are on one body", name);
    if (r->status == BR_OK && memcmp(at[0], at[1], sizeof at[0]) == 0)
        br_mech_wrong(r, t, "both points of distance %s are one: it has no direction there", name);
    if (r->status == BR_OK)
        r->status = br_mech_add_distance(r->m, name, body, (const double(*)[3])at);
}

static br_force open_force(br_mech_reader *r, br_force_kind kind)
{
    br_force f = {.where = *br_mech_token(r), .kind = kind};
    br_mech_read_new_name(r, f.name);
    f.measure = r->status == BR_OK ? br_mech_read_measure(r) : BR_NO_MEASURE;
    return f;
}

static void close_force(br_mech_reader *r, const br_force *f)
{
    if (r->status == BR_OK)
        r->m->force[r->m->forces++] = *f;
}

static void read_spring(br_mech_reader *r)
{
    br_force f = open_force(r, BR_FORCE_SPRING);
    const br_clause_key keys[] = {
        {.name = "stiffness",
         .unit = br_unit_along(r->m, f.measure, "N*m/rad", "N/m"),
         .least = 1,
         .most = 1,
         .to = &f.k,
         .needed = true},
        {.name = "rest", .unit = br_unit_along(r->m, f.measure, "rad", "m"), .least = 1, .most = 1, .to = &f.rest}};
    if (r->status == BR_OK)
        br_mech_read_keys(r, keys, 2);
    if (r->status == BR_OK && !(f.k > 0))
        br_mech_wrong(r, &f.where, "the stiffness of a spring is above 0");
    close_force(r, &f);
}

static void read_damper(br_mech_reader *r)
{
    br_force f = open_force(r, BR_FORCE_DAMPER);
    const br_clause_key key = {.name = "damping",
                               .unit = br_unit_along(r->m, f.measure, "N*m*s/rad", "N*s/m"),
                               .least = 1,
                               .most = 1,
                               .to = &f.k,
                               .needed = true};
    if (r->status == BR_OK)
        br_mech_read_keys(r, &key, 1);
    if (r->status == BR_OK && !(f.k >= 0))
        br_mech_wrong(r, &f.where, "the damping of a damper is not below 0");
    close_force(r, &f);
}

// drive NAME JOINT = FORMULA UNIT: read when a run begins, as --input is.
static void read_drive(br_mech_reader *r)
{
    br_force f = open_force(r, BR_FORCE_DRIVE);
    if (strpbrk(f.name, "-."))
        br_mech_wrong(r, &f.where, "the name of a drive has letters, digits and _");
    if (r->status == BR_OK && !br_token_is_mark(br_mech_token(r), '='))
        br_mech_wrong(r, br_mech_token(r), "write: drive NAME JOINT = FORMULA UNIT, as 0.1*sin(2*pi*t) N*m");
    if (r->status != BR_OK)
        return;
    const br_token *first = &r->m->tokens.token[++r->at];
    while (br_mech_token(r)->kind != BR_T_LINE && br_mech_token(r)->kind != BR_T_END)
        r->at++;
    if (br_mech_token(r) == first)
        br_mech_wrong(r, first, "a formula is needed here");
    const br_token *last = br_mech_token(r) - 1;
    f.text = first->at;
    f.size = (int)(last->at + last->size - first->at);
    f.drive = r->m->drives++;
    close_force(r, &f);
}

// unknown NAME JOINT walk = ..., start = ..., sd = ...: an unknown drive, to be estimated.
static void read_unknown(br_mech_reader *r)
{
    br_force f = open_force(r, BR_FORCE_DRIVE);
    const char *unit = br_unit_along(r->m, f.measure, "N*m", "N");
    const br_clause_key keys[] = {{.name = "walk", .unit = unit, .least = 1, .most = 1, .to = &f.walk},
                                  {.name = "start", .unit = unit, .least = 1, .most = 1, .to = &f.rest},
                                  {.name = "sd", .unit = unit, .least = 1, .most = 1, .to = &f.sd}};
    if (strpbrk(f.name, "-."))
        br_mech_wrong(r, &f.where, "the name of an unknown input has letters, digits and _");
    if (r->status == BR_OK)
        br_mech_read_keys(r, keys, 3);
    if (!(f.walk >= 0 && f.sd >= 0))
        br_mech_wrong(r, &f.where, "a standard deviation is not below 0");
    f.drive = r->m->drives++;
    close_force(r, &f);
}

// A law whose numbers are for sliding does not go into a joint that turns.
static void check_units(br_mech_reader *r, const br_force *f, const char *name, const br_token *at)
{
    const char *text = br_unit_along(r->m, f->measure, "rad/s", "m/s");
    const br_parsed_law *law = &f->friction->contact.model.law;
    br_unit want = br_unit_none();
    (void)br_unit_read(text, strlen(text), NULL, 0, &want, NULL);
    for (int q = 0; q < law->nq; q++)
        if (strcmp(law->q[q].name, "v") == 0 && !br_unit_same(law->q[q].unit, want))
            br_mech_wrong(r, at, "law %s has numbers for a speed in %s here; along %s it is in %s", name,
                          law->q[q].si_text, r->m->measure[f->measure].name, text);
}

static void close_friction(br_joint_friction *friction)
{
    br_joint_friction_close(friction);
    free(friction);
}

// Of two laws that jump at rest in one joint the share of each is undetermined.
static void check_alone(br_mech_reader *r, const br_force *f, const br_token *at)
{
    for (int i = 0; i < r->m->forces; i++)
        if (r->m->force[i].friction && r->m->force[i].friction->jumps && r->m->force[i].measure == f->measure)
            br_mech_wrong(r, at, "%s has friction that jumps at rest already: %s; add their forces in one law",
                          r->m->measure[f->measure].name, r->m->force[i].name);
}

// The rows that hold a place in a joint: their forces press it together.
static void read_normal(br_mech_reader *r, br_force *f, const char *law, const br_token *at)
{
    const br_mech *m = r->m;
    bool normal = br_token_is(br_mech_token(r), "normal"), wants = f->friction->contact.model.nu == 2;
    r->at += normal;
    for (int i = 0; i < m->rows && normal; i++)
        if (m->row[i].joint == m->measure[f->measure].joint && m->row[i].across) {
            f->press = f->presses ? f->press : i;
            f->presses++;
        }
    if (normal && m->measure[f->measure].joint < 0)
        br_mech_wrong(r, at, "a distance has no normal force");
    if (wants && !normal)
        br_mech_wrong(r, at, "law %s takes a normal force: write `normal` behind it", law);
}

// friction NAME JOINT LAW [SET] ["values"] [normal]
static void read_friction(br_mech_reader *r)
{
    br_force f = open_force(r, BR_FORCE_FRICTION);
    char law[BR_MECH_NAME] = "", set[BR_MECH_NAME] = "", values[BR_MAX_WORDS + 1] = "";
    const br_token *at = br_mech_token(r);
    br_mech_read_name(r, law, "the name of a friction law");
    if (r->status == BR_OK && br_mech_token(r)->kind == BR_T_NAME && !br_token_is(br_mech_token(r), "normal"))
        br_mech_read_name(r, set, "a set");
    br_mech_read_title(r, values);
    if (r->status != BR_OK)
        return;
    br_diag bad = {0};
    f.friction = calloc(1, sizeof *f.friction);
    r->status = f.friction
                    ? br_joint_friction_open(f.friction, law, set[0] ? set : NULL, values[0] ? values : NULL, &bad)
                    : BR_NO_MEMORY;
    if (r->status != BR_OK) {
        free(f.friction);
        r->status = br_complain(r->why, r->status == BR_NO_MEMORY ? BR_NO_MEMORY : BR_BAD_LAW, &r->m->tokens, at,
                                "friction %s: %.250s", f.name, bad.text);
        return;
    }
    check_units(r, &f, law, at);
    if (f.friction->jumps)
        check_alone(r, &f, at);
    read_normal(r, &f, law, at);
    br_mech_read_end(r);
    if (r->status != BR_OK)
        close_friction(f.friction);
    close_force(r, &f);
}

// start JOINT position = ..., speed = ...; start equilibrium; start loaded
static void read_start(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    bool balanced = br_token_is(t, "equilibrium"), loaded = br_token_is(t, "loaded");
    if (balanced || loaded) {
        r->m->balanced = r->m->balanced || balanced;
        r->m->loaded = r->m->loaded || loaded;
        r->m->loads = loaded ? *t : r->m->loads;
        r->at++;
        br_mech_read_end(r);
        return;
    }
    int i = br_mech_read_measure(r), given[2] = {0};
    double value[2] = {0}, doubt[2] = {0};
    const br_clause_key keys[] = {
        {.name = "position",
         .unit = br_unit_along(r->m, i, "rad", "m"),
         .least = 1,
         .most = 1,
         .to = &value[0],
         .given = &given[0]},
        {.name = "speed",
         .unit = br_unit_along(r->m, i, "rad/s", "m/s"),
         .least = 1,
         .most = 1,
         .to = &value[1],
         .given = &given[1]},
        {.name = "position_sd", .unit = br_unit_along(r->m, i, "rad", "m"), .least = 1, .most = 1, .to = &doubt[0]},
        {.name = "speed_sd", .unit = br_unit_along(r->m, i, "rad/s", "m/s"), .least = 1, .most = 1, .to = &doubt[1]}};
    if (r->status == BR_OK)
        br_mech_read_keys(r, keys, 4);
    for (int k = 0; k < 2 && r->status == BR_OK; k++) {
        br_measure *w = &r->m->measure[i];
        w->doubt[k] = doubt[k] != 0 ? doubt[k] : w->doubt[k];
        if (!(w->doubt[k] >= 0))
            br_mech_wrong(r, t, "a standard deviation is not below 0");
        if (given[k] && w->starts[k] && !w->calm[k])
            br_mech_wrong(r, t, "a second start of %s", w->name);
        if (given[k]) {
            w->starts[k] = true;
            w->calm[k] = false;
            w->start[k] = value[k];
            w->where[k] = *t;
        }
    }
    if (r->status == BR_OK && given[0] && r->m->measure[i].kind == BR_MEASURE_DISTANCE)
        br_mech_wrong(r, t, "a distance starts as it is drawn; give the position of a joint");
}

// ---------------------------------------------------------------- the whole

typedef struct statement {
    const char *word;
    void (*take)(br_mech_reader *r);
    int pass; // bodies and joints come first: forces stand on them
} statement;

static void read_version(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    if (t->kind != BR_T_NUMBER || t->value != 1)
        br_mech_wrong(r, t, "this bristle reads version 1");
    r->at++;
    br_mech_read_end(r);
}

static void read_lines(br_mech_reader *r, int pass)
{
    static const statement all[] = {{"version", read_version, 1},       {"planar", read_planar, 1},
                                    {"gravity", read_gravity, 1},       {"body", read_body_line, 1},
                                    {"beam", br_mech_read_beam, 1},     {"joint", read_joint, 1},
                                    {"point", read_point, 1},           {"distance", read_distance, 2},
                                    {"spring", read_spring, 3},         {"damper", read_damper, 3},
                                    {"drive", read_drive, 3},           {"friction", read_friction, 3},
                                    {"start", read_start, 3},           {"unknown", read_unknown, 3},
                                    {"sensor", br_mech_read_sensor, 4}, {"virtual", br_mech_read_virtual, 4}};
    while (r->status == BR_OK && br_mech_token(r)->kind != BR_T_END) {
        size_t i = 0, count = sizeof all / sizeof *all;
        while (i < count && !br_token_is(br_mech_token(r), all[i].word))
            i++;
        if (i == count && br_mech_token(r)->kind != BR_T_LINE)
            br_mech_wrong(
                r, br_mech_token(r),
                "a line starts with version, planar, gravity, body, beam, joint, point, distance, spring, damper, "
                "drive, unknown, friction, start, sensor or virtual");
        if (i < count && all[i].pass == pass) {
            r->at++;
            all[i].take(r);
        }
        while (br_mech_token(r)->kind != BR_T_LINE && br_mech_token(r)->kind != BR_T_END)
            r->at++;
        r->at += br_mech_token(r)->kind == BR_T_LINE;
    }
}

static void read_head(br_mech_reader *r)
{
    char name[BR_MECH_NAME];
    if (!br_token_is(br_mech_token(r), "mechanism"))
        br_mech_wrong(r, br_mech_token(r), "a mechanism starts with: mechanism NAME \"words\"");
    r->at++;
    if (r->status == BR_OK)
        br_mech_read_name(r, name, "the name of the mechanism");
    if (r->status != BR_OK)
        return;
    memcpy(r->m->name, name, sizeof r->m->name);
    br_mech_read_title(r, r->m->title);
    br_mech_read_end(r);
}

// Bodies that no chain of joints, and no force, ties to the ground would fall out of the machine: a slip of the pen.
static void check_tied(br_mech_reader *r)
{
    br_mech *m = r->m;
    bool *tied = calloc((size_t)m->bodies + 1, sizeof *tied), more = true;
    if (!tied) {
        r->status = BR_NO_MEMORY;
        return;
    }
    while (more) {
        more = false;
        for (int i = 0; i < m->joints; i++) {
            int a = m->joint[i].a, b = m->joint[i].b;
            bool has_a = a < 0 || tied[a], has_b = b < 0 || tied[b];
            if (has_a != has_b) {
                tied[has_a ? b : a] = true;
                more = true;
            }
        }
    }
    for (int i = 0; i < m->bodies; i++)
        if (!tied[i])
            br_mech_wrong(r, &m->body[i].where,
                          "no joints lead from body %s to the ground; one that flies has a free joint",
                          m->body[i].name);
    free(tied);
}

static br_status make_room(br_mech *m)
{
    enum { BEAM = 4 * BR_BEAM_MODES }; // rows, or forces, of one more than a line has
    int lines = 0;
    size_t bent = 0;
    for (int i = 0; i < m->tokens.count; i++) {
        lines += m->tokens.token[i].kind == BR_T_LINE;
        bent += br_token_is(&m->tokens.token[i], "beam") ? BEAM : 0;
    }
    size_t room = (size_t)(lines < STATEMENTS ? lines : STATEMENTS) + 1;
    m->body = calloc(room, sizeof *m->body);
    m->block = calloc(room, sizeof *m->block);
    m->joint = calloc(room, sizeof *m->joint);
    m->measure = calloc(2 * room + bent, sizeof *m->measure);
    m->row = calloc(6 * room + bent, sizeof *m->row);
    m->force = calloc(room + bent, sizeof *m->force);
    m->spot = calloc(room, sizeof *m->spot);
    m->sensor = calloc(room, sizeof *m->sensor);
    bool there = m->body && m->block && m->joint && m->measure && m->row && m->force && m->spot && m->sensor;
    return lines > STATEMENTS ? BR_BAD_LAW : there ? BR_OK : BR_NO_MEMORY;
}

// Bodies and joints are read: blocks, and all that stands on them.
static br_status build(br_mech *m, const bool *weld, br_diag *why)
{
    br_status status = br_weld_blocks(m, weld, why);
    return status == BR_OK ? br_mech_build(m, why) : status;
}

static br_status read_welded(br_mech *m, const char *text, size_t size, const char *origin, const bool *weld,
                             br_diag *why)
{
    br_mech_reader r = {.m = m, .why = why};
    memset(m, 0, sizeof *m);
    m->space = 3;
    r.status = br_tokens_read(&m->tokens, text, size, origin, why);
    if (r.status != BR_OK)
        return r.status;
    r.status = make_room(m);
    if (r.status != BR_OK)
        br_complain(why, r.status, &m->tokens, NULL, "%s",
                    r.status == BR_BAD_LAW ? "more than 4000 lines" : "out of memory");
    while (r.status == BR_OK && br_mech_token(&r)->kind == BR_T_LINE)
        r.at++;
    if (r.status == BR_OK)
        read_head(&r);
    int first = r.at;
    for (int pass = 1; pass <= 4; pass++) {
        r.at = first;
        read_lines(&r, pass);
        if (pass == 1 && r.status == BR_OK && m->bodies == 0)
            br_mech_wrong(&r, &m->tokens.token[0], "a mechanism has a body");
        if (pass == 1 && r.status == BR_OK)
            check_tied(&r);
        if (pass == 1 && r.status == BR_OK)
            r.status = build(m, weld, why);
    }
    if (r.status != BR_OK)
        br_mech_free(m);
    return r.status;
}

br_status br_mech_read_apart(br_mech *m, const char *text, size_t size, const char *origin, br_diag *why)
{
    return read_welded(m, text, size, origin, NULL, why);
}

// Which joints are welds is known once all is read: then it is read once more.
br_status br_mech_read(br_mech *m, const char *text, size_t size, const char *origin, br_diag *why)
{
    br_status status = br_mech_read_apart(m, text, size, origin, why);
    if (status != BR_OK)
        return status;
    int count = 0;
    bool *weld = calloc((size_t)m->joints + 1, sizeof *weld);
    status = weld ? br_weld_choose(m, weld, &count) : BR_NO_MEMORY;
    if (status != BR_OK)
        (void)br_complain(why, status, &m->tokens, NULL, "out of memory");
    if (status != BR_OK || count > 0)
        br_mech_free(m);
    if (status == BR_OK && count > 0)
        status = read_welded(m, text, size, origin, weld, why);
    free(weld);
    return status;
}

void br_mech_free(br_mech *m)
{
    for (int i = 0; i < m->forces; i++)
        if (m->force[i].friction)
            close_friction(m->force[i].friction);
    for (int i = 0; i < m->bodies; i++)
        free(m->body[i].beam);
    free(m->body);
    free(m->block);
    free(m->joint);
    free(m->measure);
    free(m->row);
    free(m->force);
    free(m->spot);
    free(m->sensor);
    free(m->terms.term);
    free(m->mass);
    br_tokens_free(&m->tokens);
    memset(m, 0, sizeof *m);
}
