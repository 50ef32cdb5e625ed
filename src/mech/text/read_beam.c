// read_beam.c - beams in the text of a mechanism.                                 [host]
#include "num/base/fp.h"

#include "mech/text/clause.h"
#include "mech/model/inertia.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

// beam NAME pinned|clamped ...
static bool read_clamped(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    bool clamped = br_token_is(t, "clamped");
    if (!clamped && !br_token_is(t, "pinned"))
        br_mech_wrong(r, t, "a beam is pinned (its frame is the chord) or clamped (the tangent at `from`)");
    r->at++;
    return clamped;
}

// A thin rod; inertia about its own line as given.
static void spread_mass(br_body *b, int space, double axial)
{
    const double *e = b->beam->axis;
    double across = b->mass * b->beam->length * b->beam->length / 12;
    if (space == 2) {
        b->inertia[0] = across;
        return;
    }
    for (int i = 0; i < 3; i++) {
        b->inertia[i] = across + (axial - across) * e[i] * e[i];
        b->inertia[3 + i] = (axial - across) * e[i] * e[(i + 1) % 3];
    }
}

static void set_line(br_mech_reader *r, br_body *b, const double *to)
{
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double way = to[i] - b->beam->from[i];
        b->cog[i] = b->beam->from[i] + way / 2;
        square += way * way;
    }
    b->beam->length = br_sqrt(square);
    if (!(square > 0))
        br_mech_wrong(r, &b->where, "both ends of beam %s are one point", b->name);
    for (int i = 0; i < 3 && square > 0; i++)
        b->beam->axis[i] = (to[i] - b->beam->from[i]) / b->beam->length;
}

static void check(br_mech_reader *r, const br_body *b, double modes, double axial)
{
    int most = r->m->space == 3 ? 2 : BR_BEAM_MODES;
    if (!(b->beam->rigidity > 0))
        br_mech_wrong(r, &b->where, "the rigidity of beam %s is above 0", b->name);
    if (!(b->beam->damping >= 0 && b->beam->damping < 1))
        br_mech_wrong(r, &b->where, "the damping of beam %s is a share of the critical one, 0 or more and below 1",
                      b->name);
    if (!(modes >= 1 && modes <= most) || modes != (int)modes)
        br_mech_wrong(r, &b->where, "beam %s has 1 to %d modes here", b->name, most);
    if (!(axial >= 0))
        br_mech_wrong(r, &b->where, "the axial inertia of beam %s is not below 0", b->name);
}

void br_mech_read_beam(br_mech_reader *r)
{
    br_mech *m = r->m;
    br_body b = {.where = *br_mech_token(r)};
    int space = m->space;
    double to[3] = {0}, modes = 2, axial = 0;
    br_mech_read_new_name(r, b.name);
    b.beam = calloc(1, sizeof *b.beam);
    if (!b.beam) {
        r->status = BR_NO_MEMORY;
        return;
    }
    b.beam->clamped = r->status == BR_OK && read_clamped(r);
    b.beam->planes = space - 1;
    const br_clause_key keys[] = {
        {.name = "mass", .unit = "kg", .least = 1, .most = 1, .to = &b.mass, .needed = true},
        {.name = "from", .unit = "m", .least = space, .most = space, .to = b.beam->from, .needed = true},
        {.name = "to", .unit = "m", .least = space, .most = space, .to = to, .needed = true},
        {.name = "rigidity", .unit = "N*m^2", .least = 1, .most = 1, .to = &b.beam->rigidity, .needed = true},
        {.name = "modes", .unit = "1", .least = 1, .most = 1, .to = &modes},
        {.name = "damping", .unit = "1", .least = 1, .most = 1, .to = &b.beam->damping},
        {.name = "axial", .unit = "kg*m^2", .least = 1, .most = 1, .to = &axial}};
    if (r->status == BR_OK)
        br_mech_read_keys(r, keys, space == 3 ? 7 : 6);
    if (r->status == BR_OK) {
        set_line(r, &b, to);
        check(r, &b, modes, axial);
    }
    if (r->status == BR_OK) {
        b.beam->modes = (int)modes;
        spread_mass(&b, space, axial);
        br_beam_prepare(b.beam);
        r->status = br_inertia_check(m, &b, r->why);
    }
    if (r->status == BR_OK)
        m->body[m->bodies++] = b;
    else
        free(b.beam);
}
