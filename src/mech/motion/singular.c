// singular.c - positions in which a mechanism can go on in more than one way: dead centres and the like.    [host]
#include "num/base/fp.h"

#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

bool br_moving_perturb(br_moving *s, br_random *dice, double far)
{
    int bad;
    double most = 0;
    memset(s->b, 0, (size_t)s->size * sizeof *s->b);
    for (int i = 0; i < s->n; i++)
        s->b[i] = br_random_normal(dice);
    if (br_moving_factor(s, &s->now, 0, 0, &bad) != BR_OK)
        return false;
    br_kkt_solve(&s->kkt, s->b, 1, false);
    for (int i = 0; i < s->n; i++)
        most = br_abs(s->b[i]) > most ? br_abs(s->b[i]) : most;
    for (int i = 0; i < s->n && most > 0; i++)
        s->now.q[i] += s->b[i] * (far / most);
    return most > 0;
}

// How far it came.
static double largest_move(const br_moving *s, const double *q)
{
    double most = 0;
    for (int i = 0; i < s->n; i++)
        most = br_abs(s->now.q[i] - q[i]) > most ? br_abs(s->now.q[i] - q[i]) : most;
    return most;
}

// The highest rank at places beside the one where it stands; 0: it cannot come to any. Redundant constraints are redundant
// there too.
static br_status rank_beside(br_moving *s, const double *q, double level, int *rank, int *which)
{
    enum { TRIES = 8 };
    const double far = 0.05, beside = 1e-3; // m, or of a base vector
    br_random dice;
    br_status status = BR_OK;
    double least;
    br_random_init(&dice, 1, 0);
    *rank = 0;
    for (int k = 0; k < TRIES && status == BR_OK; k++) {
        int found = 0;
        if (br_moving_perturb(s, &dice, far) && br_moving_project_positions(s, NULL) == BR_OK &&
            largest_move(s, q) > beside)
            status = br_moving_rank_above(s, level, &found, which, &least);
        *rank = found > *rank ? found : *rank;
        memcpy(s->now.q, q, (size_t)s->n * sizeof *q);
    }
    return status;
}

static br_status refuse_singular(const br_moving *s, int rank, int beside, const int *which, br_diag *why)
{
    char owner[BR_MECH_NAME + 24];
    br_constraint_owner(s->m, which[rank], owner);
    if (beside == 0)
        return br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL,
                           "it starts in a singular position that it cannot leave: its parts are stretched out, and %s "
                           "holds nothing that others do not (rank %d of %d)",
                           owner, rank, s->m->rigid);
    return br_complain(
        why, BR_BAD_LAW, &s->m->tokens, NULL,
        "it starts in a singular position, as a dead centre is: %s holds nothing there (or within 1e-5) that others do "
        "not (rank %d, beside it %d), and it could go on in more than one way; start it beside, by 1e-3 or more",
        owner, rank, beside);
}

// Where joint forces are not unique, neither is friction that takes them.
static br_status check_pressed(const br_moving *s, int rank, br_diag *why)
{
    const br_mech *m = s->m;
    for (int i = 0; i < m->forces; i++)
        if (m->force[i].presses && rank < m->rigid)
            return br_complain(why, BR_BAD_LAW, &m->tokens, &m->force[i].where,
                               "friction %s needs normal forces, and %d redundant constraint%s leave%s them open; give "
                               "joints a stiffness, or take others",
                               m->force[i].name, m->rigid - rank, m->rigid - rank > 1 ? "s" : "",
                               m->rigid - rank > 1 ? "" : "s");
    return BR_OK;
}

// Rank here and beside, pivots up to `level` counted as none. At full rank all constraints hold something, whatever is beside: far from
// the origin their rows differ in size, which makes pivots small beside the first and says nothing.
static br_status compare_ranks(br_moving *s, double level, br_diag *why)
{
    double *q = malloc((size_t)s->n * sizeof *q);
    int *which = malloc(2 * (size_t)s->rows * sizeof *which), here = 0, beside = 0;
    double least;
    br_status status = q && which ? br_moving_rank_above(s, level, &here, which, &least) : BR_NO_MEMORY;
    bool full = here == s->m->rigid;
    if (status == BR_OK && !full) {
        memcpy(q, s->now.q, (size_t)s->n * sizeof *q);
        br_dry_hold_sticking(s, false);
        status = rank_beside(s, q, level, &beside, which + s->rows);
        br_dry_hold_sticking(s, true);
        br_moving_update_measures(s, &s->now);
    }
    if (status == BR_OK && !full && beside != here)
        status = refuse_singular(s, here, beside, which, why);
    free(q);
    free(which);
    return status;
}

// A start that leads to a singular position ends beside it, by what is left of its fit: by a root of rounding, as the
// constraints are flat there. A pivot may also be small because the machine is: then it is as small beside.
br_status br_moving_check_start(br_moving *s, int *rank, int *which, br_diag *why)
{
    const double fitted = 1e-5, as_small = 100;
    double least;
    br_status status = br_moving_rank_above(s, BR_MECH_RANK, rank, which, &least);
    if (status != BR_OK || (*rank == s->m->rigid && least > fitted))
        return status;
    if (*rank < s->n)
        status = compare_ranks(s, least > fitted ? BR_MECH_RANK : as_small * least, why);
    return status == BR_OK ? check_pressed(s, *rank, why) : status;
}
