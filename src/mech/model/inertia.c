// inertia.c - masses and inertias.                                               [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "num/algebra/eigen.h"
#include "num/base/require.h"

#include <stdlib.h>

// Second moments of mass, P = tr(I)/2 - I, whose diagonal is that of x^2, y^2, z^2: the base vectors' masses. A body has one
// without negative eigenvalues, which is the triangle inequality of its principal inertias.
static void second_moments(const double I[6], double P[9])
{
    double half = (I[0] + I[1] + I[2]) / 2;
    const double full[9] = {half - I[0], -I[3],       -I[5], //
                            -I[3],       half - I[1], -I[4], //
                            -I[5],       -I[4],       half - I[2]};
    for (int i = 0; i < 9; i++)
        P[i] = full[i];
}

static br_status check_in_space(const br_mech *m, const br_body *b, br_diag *why)
{
    double P[9], w[3], work[18], most = 0;
    second_moments(b->inertia, P);
    br_status status = br_eigen(3, P, w, NULL, work);
    if (status != BR_OK)
        return br_complain(why, BR_BAD_LAW, &m->tokens, &b->where, "body %s: its inertia is not finite", b->name);
    for (int i = 0; i < 3; i++)
        most = w[i] > most ? w[i] : most;
    // principal inertias are sums of two of the spreads
    if (w[0] + w[1] < -1e-12 * most)
        return br_complain(why, BR_BAD_LAW, &m->tokens, &b->where,
                           "body %s: its inertia has a negative principal value, %.6g kg*m^2", b->name, w[0] + w[1]);
    if (w[0] < -1e-9 * most)
        return br_complain(
            why, BR_BAD_LAW, &m->tokens, &b->where,
            "body %s: one principal inertia, %.6g kg*m^2, is more than the sum of the others, %.6g; no body "
            "is so",
            b->name, w[1] + w[2], w[1] + w[2] + 2 * w[0]);
    return BR_OK;
}

br_status br_inertia_check(const br_mech *m, const br_body *b, br_diag *why)
{
    if (!(b->mass > 0))
        return br_complain(why, BR_BAD_LAW, &m->tokens, &b->where, "body %s: its mass %.6g kg is not above 0", b->name,
                           b->mass);
    if (m->space == 3)
        return check_in_space(m, b, why);
    if (!(b->inertia[0] >= 0))
        return br_complain(why, BR_BAD_LAW, &m->tokens, &b->where, "body %s: its inertia %.6g kg*m^2 is below 0",
                           b->name, b->inertia[0]);
    return BR_OK;
}

bool br_inertia_full(const br_mech *m, const br_mech_block *b)
{
    double P[9], w[3], work[18];
    if (m->space == 2)
        return b->inertia[0] > 0;
    second_moments(b->inertia, P);
    return br_eigen(3, P, w, NULL, work) == BR_OK && w[0] + w[1] > 1e-6 * (w[1] + w[2]);
}

static int rigid_mass(const br_mech *m, const br_mech_block *b, br_mass_entry *entry)
{
    int count = 0, space = m->space;
    double P[9];
    for (int c = 0; c < space; c++)
        entry[count++] = (br_mass_entry){c, c, b->mass};
    if (space == 2) {
        for (int c = 0; c < 2; c++)
            entry[count++] = (br_mass_entry){2 + c, 2 + c, b->inertia[0]};
        return count;
    }
    second_moments(b->inertia, P);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int c = 0; c < 3; c++)
                entry[count++] = (br_mass_entry){3 + 3 * i + c, 3 + 3 * j + c, P[3 * i + j]};
    return count;
}

static int pair(br_mass_entry *entry, int i, int j, double mass)
{
    entry[0] = (br_mass_entry){i, j, mass};
    entry[1] = (br_mass_entry){j, i, mass};
    return 2;
}

// The line's direction is the sum of base vectors, e_x u_x + ...; in the plane, u_y is u_x turned.
static int tilt_mass(const br_mech *m, const double *e, int z, double mass, br_mass_entry *entry)
{
    int count = 0, u = m->space;
    for (int c = 0; c < m->space; c++)
        for (int i = 0; i < m->space; i++) {
            int base = m->space == 3 ? u + 3 * i + c : i == 0 ? u + c : u + 1 - c;
            double sign = m->space == 2 && i == 1 && c == 0 ? -1 : 1;
            count += pair(entry + count, base, z + c, sign * mass * e[i]);
        }
    return count;
}

// What the modes of a beam add.
static int beam_mass(const br_mech *m, const br_mech_block *b, br_mass_entry *entry)
{
    const br_beam *beam = b->beam;
    int count = 0, first = br_mech_per_body(m), modes = beam->modes, all = beam->planes * modes;
    for (int j = 0; j < all; j++) {
        int z = first + m->space * j, mode = j % modes;
        for (int c = 0; c < m->space; c++)
            count += pair(entry + count, c, z + c, b->mass * beam->lift[mode]);
        count += tilt_mass(m, beam->axis, z, b->mass * beam->length * beam->tilt[mode], entry + count);
        for (int k = 0; k < all; k++)
            for (int c = 0; c < m->space; c++)
                entry[count++] = (br_mass_entry){z + c, first + m->space * k + c, b->mass * beam->own[mode][k % modes]};
    }
    return count;
}

int br_mass_of(const br_mech *m, int block, br_mass_entry entry[BR_MASS_MOST])
{
    BR_REQUIRE(block >= 0 && block < m->blocks);
    const br_mech_block *b = &m->block[block];
    int count = rigid_mass(m, b, entry);
    return b->beam ? count + beam_mass(m, b, entry + count) : count;
}

br_status br_mass_list(br_mech *m)
{
    br_mass_entry entry[BR_MASS_MOST];
    for (int fill = 0; fill < 2; fill++) {
        int total = 0;
        for (int b = 0; b < m->blocks; b++)
            for (int k = 0, count = br_mass_of(m, b, entry); k < count; k++)
                if (entry[k].m != 0) {
                    if (fill)
                        m->mass[total] =
                            (br_mass_entry){m->block[b].at + entry[k].i, m->block[b].at + entry[k].j, entry[k].m};
                    total++;
                }
        if (!fill)
            m->mass = calloc((size_t)total + 1, sizeof *m->mass);
        if (!m->mass)
            return BR_NO_MEMORY;
        m->masses = total;
    }
    return BR_OK;
}

void br_mass_add(const br_mech *m, const double *x, double *y)
{
    for (int k = 0; k < m->masses; k++)
        y[m->mass[k].i] += m->mass[k].m * x[m->mass[k].j];
}
