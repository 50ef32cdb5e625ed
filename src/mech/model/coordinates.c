// coordinates.c - natural coordinates of bodies: points and directions as linear forms of them.   [host]
#include "num/base/fp.h"

#include "mech/model/mech.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <stdio.h>
#include <string.h>

const char *br_joint_kind_name(br_joint_kind kind)
{
    static const char *const name[BR_JOINT_KINDS] = {"free",      "fixed",     "revolute",    "spherical",
                                                     "universal", "prismatic", "cylindrical", "planar"};
    return name[kind];
}

int br_mech_per_body(const br_mech *m)
{
    return m->space == 3 ? 12 : 4;
}

void br_mech_drawn(const br_mech *m, double *q)
{
    for (int b = 0; b < m->blocks; b++) {
        const br_mech_block *w = &m->block[b];
        double *to = q + w->at;
        memset(to, 0, (size_t)w->n * sizeof *to);
        memcpy(to, w->cog, (size_t)m->space * sizeof *to);
        for (int i = 0; i < (m->space == 3 ? 3 : 1); i++)
            to[m->space + (m->space + 1) * i] = 1;
    }
}

double br_form_value(const br_form *f, const double *q)
{
    double sum = f->constant;
    for (int i = 0; i < f->n; i++)
        sum += f->c[i] * q[f->var[i]];
    return sum;
}

void br_constraint_owner(const br_mech *m, int row, char text[BR_MECH_NAME + 24])
{
    const br_constraint *r = &m->row[row];
    if (r->joint >= 0)
        snprintf(text, BR_MECH_NAME + 24, "joint %s", m->joint[r->joint].name);
    else
        snprintf(text, BR_MECH_NAME + 24, "body %s", m->block[r->block].of->name);
}

// ---------------------------------------------------------------- points and directions

static void add_term(br_form *f, int var, double c)
{
    if (c == 0)
        return;
    BR_REQUIRE(f->n < BR_FORM_MOST);
    f->var[f->n] = var;
    f->c[f->n++] = c;
}

// Component c of a direction d that is fixed to a body.
br_form br_mech_direction(const br_mech *m, int body, const double *d, int c)
{
    br_form f = {0};
    int block = br_mech_block_of(m, body);
    if (c > 2) // no such axis
        return f;
    if (block == BR_GROUND) {
        f.constant = d[c];
        return f;
    }
    int u = m->block[block].at + m->space;
    if (m->space == 2) { // x u + y (u turned)
        add_term(&f, u + c, d[0]);
        add_term(&f, u + 1 - c, c == 0 ? -d[1] : d[1]);
        return f;
    }
    for (int i = 0; i < 3; i++)
        add_term(&f, u + 3 * i + c, d[i]);
    return f;
}

double br_mech_along_beam(const br_mech *m, int body, const double *at)
{
    const br_beam *b = m->body[body].beam;
    double xi = 0;
    for (int i = 0; i < 3; i++)
        xi += (at[i] - b->from[i]) * b->axis[i] / b->length;
    return xi;
}

// The shares of a beam's modes in component c of a point drawn there.
static void add_modes(const br_mech *m, int body, const double *at, int c, br_form *f)
{
    const br_beam *b = m->body[body].beam;
    double xi = br_mech_along_beam(m, body, at);
    for (int j = 0; j < b->planes * b->modes; j++)
        add_term(f, br_mech_mode(m, body, j) + c, br_beam_shape(b, j % b->modes, xi));
}

int br_mech_mode(const br_mech *m, int body, int mode)
{
    return m->block[m->body[body].block].at + br_mech_per_body(m) + m->space * mode;
}

br_form br_mech_point(const br_mech *m, int body, const double *at, int c)
{
    double d[3];
    int block = br_mech_block_of(m, body);
    for (int i = 0; i < 3; i++)
        d[i] = at[i] - (block == BR_GROUND ? 0 : m->block[block].cog[i]);
    br_form f = br_mech_direction(m, body, d, c);
    if (block == BR_GROUND)
        return f;
    add_term(&f, m->block[block].at + c, 1);
    if (m->body[body].beam)
        add_modes(m, body, at, c, &f);
    return f;
}

// In the plane the first is n turned.
void br_mech_across(const br_mech *m, const double *n, double *s, double *t)
{
    if (m->space == 2) {
        s[0] = -n[1], s[1] = n[0], s[2] = 0;
        t[0] = t[1] = 0, t[2] = 1;
        return;
    }
    int least = br_abs(n[0]) <= br_abs(n[1]) ? 0 : 1;
    least = br_abs(n[2]) < br_abs(n[least]) ? 2 : least;
    double square = 0;
    for (int i = 0; i < 3; i++) {
        s[i] = (i == least) - n[least] * n[i];
        square += s[i] * s[i];
    }
    for (int i = 0; i < 3; i++)
        s[i] /= br_sqrt(square);
    for (int i = 0; i < 3; i++)
        t[i] = n[(i + 1) % 3] * s[(i + 2) % 3] - n[(i + 2) % 3] * s[(i + 1) % 3];
}
