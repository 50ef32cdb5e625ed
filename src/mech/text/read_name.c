// read_name.c - names in the text of a mechanism: new ones, and those of what stands above.   [host]
#include "num/base/fp.h"

#include "mech/text/clause.h"
#include "num/base/elem.h"

#include <string.h>

static int find_body(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->bodies; i++)
        if (strcmp(m->body[i].name, name) == 0)
            return i;
    return -1;
}

static int find_measure(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->measures; i++)
        if (strcmp(m->measure[i].name, name) == 0)
            return i;
    return -1;
}

// A body declared above, or `ground`.
int br_mech_read_body(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME];
    br_mech_read_name(r, name, "the name of a body, or ground,");
    if (strcmp(name, "ground") == 0)
        return BR_GROUND;
    int b = find_body(r->m, name);
    if (b < 0)
        br_mech_wrong(r, t, "there is no body '%s' above this line", name);
    return b;
}

int br_mech_read_measure(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    char name[BR_MECH_NAME];
    br_mech_read_name(r, name, "the name of a joint or a distance");
    int i = find_measure(r->m, name);
    for (int j = 0; j < r->m->joints && i < 0; j++)
        if (strcmp(r->m->joint[j].name, name) == 0 && r->m->joint[j].kind != BR_JOINT_CYLINDRICAL)
            br_mech_wrong(r, t,
                          "joint %s is %s: it leaves no single direction for a force or a scalar law; friction in more "
                          "than one is not taken",
                          name, br_joint_kind_name(r->m->joint[j].kind));
    if (i < 0)
        br_mech_wrong(
            r, t,
            "'%s' is no revolute or prismatic joint and no distance (of a cylindrical one: NAME.turn, NAME.slide)",
            name);
    return i;
}

// Words that stand where a name would, and columns that every table has.
static bool is_word(const char *name)
{
    static const char *const word[] = {"ground", "t", "equilibrium", "loaded", "energy"};
    bool is = false;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        is = is || strcmp(name, word[i]) == 0;
    return is;
}

static bool name_taken(const br_mech *m, const char *name)
{
    bool taken = false;
    for (int i = 0; i < m->bodies; i++)
        taken = taken || strcmp(m->body[i].name, name) == 0;
    for (int i = 0; i < m->joints; i++)
        taken = taken || strcmp(m->joint[i].name, name) == 0;
    for (int i = 0; i < m->forces; i++)
        taken = taken || strcmp(m->force[i].name, name) == 0;
    for (int i = 0; i < m->spots; i++)
        taken = taken || strcmp(m->spot[i].name, name) == 0;
    for (int i = 0; i < m->sensors; i++)
        taken = taken || strcmp(m->sensor[i].name, name) == 0;
    return taken || find_measure(m, name) >= 0;
}

void br_mech_read_new_name(br_mech_reader *r, char name[BR_MECH_NAME])
{
    const br_token *t = br_mech_token(r);
    br_mech_read_name(r, name, "a name");
    if (r->status == BR_OK && is_word(name))
        br_mech_wrong(r, t, "'%s' is a word of the notation and names nothing; take another name", name);
    if (r->status == BR_OK && name_taken(r->m, name))
        br_mech_wrong(r, t, "a second '%s'", name);
}

void br_mech_normalise_axis(br_mech_reader *r, const br_token *at, double *d)
{
    double most = 0, square = 0;
    for (int i = 0; i < 3; i++)
        most = br_abs(d[i]) > most ? br_abs(d[i]) : most;
    if (!(most > 0))
        br_mech_wrong(r, at, "an axis that is zero has no direction");
    for (int i = 0; i < 3 && most > 0; i++) {
        d[i] /= most;
        square += d[i] * d[i];
    }
    for (int i = 0; i < 3 && most > 0; i++)
        d[i] /= br_sqrt(square);
}

const char *br_unit_along(const br_mech *m, int measure, const char *turning, const char *sliding)
{
    return measure >= 0 && m->measure[measure].kind == BR_MEASURE_TURN ? turning : sliding;
}
