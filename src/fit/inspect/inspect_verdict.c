// inspect_verdict.c - what a log can tell of friction, what it cannot, and what motion would.  [host]
//
// Rules of thumb, each with its reason in words; docs/inspect.md has them in a table.
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>

static const double SOME = 0.02;                       // of a log: less in a direction is too little
static const double RATIO = 3, DECADE = 10;            // of speeds
static const int RESOLVED = 10, ROWS = 50, SPEEDS = 5; // steps of position in the break-away length; rows; speeds
static const double EXPLAINS = 0.8, HALF = 0.5,
                    ILL_CONDITIONED = 50; // residual of the force; condition of its regressors

typedef struct judging {
    const br_motion_found *m;
    br_can_found *can;
    int n;
} judging;

static br_can_found *next(judging *j, const char *what, const char *parameters, const char *laws)
{
    br_can_found *c = &j->can[j->n++];
    *c = (br_can_found){.what = what, .parameters = parameters, .laws = laws, .can = BR_CAN};
    return c;
}

// The first reason stays; one that forbids goes before one that limits.
static void because(br_can_found *c, br_can can, const char *excite, const char *words)
{
    if (can >= c->can)
        return;
    c->can = can;
    c->excite = excite;
    snprintf(c->why, sizeof c->why, "%s", words);
}

static bool both_ways(const br_motion_found *m)
{
    return m->forward > SOME && m->backward > SOME;
}

static void need_force(const br_motion_found *m, br_can_found *c)
{
    char words[200];
    if (!m->has_force)
        because(c, BR_CAN_NOT, NULL, "no force: give F or u in --signals");
    snprintf(words, sizeof words, "%s and Coulomb friction%s leave %.0f %% of the force: what else is in it?",
             m->inertia ? "inertia, viscous" : "viscous", m->gravity ? " and gravity" : "", 100 * m->residual);
    if (m->residual > EXPLAINS && !(m->presliding > 0.2))
        because(c, BR_CAN_PARTLY, NULL, words);
}

static void judge_coulomb(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "Coulomb friction", "FC", "coulomb, dahl");
    need_force(m, c);
    if (m->forward + m->backward < SOME)
        because(c, BR_CAN_NOT, "ladder", "it hardly moves");
    if (!both_ways(m))
        because(c, BR_CAN_PARTLY, "ladder",
                "it moves in one direction only: Coulomb friction and an offset of the force cannot be told apart");
    if (m->has_force && m->rank < m->regressors)
        because(c, BR_CAN_PARTLY, "ladder", "its regressors depend on each other");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "sliding forward in %.0f %% and backward in %.0f %% of the log",
                 100 * m->forward, 100 * m->backward);
}

static void judge_viscous(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "viscous friction", "sigma2", "coulomb, stribeck");
    char words[200];
    need_force(m, c);
    snprintf(words, sizeof words, "its speeds lie within a factor of %.2g: the slope over speed needs %g or more",
             m->slow > 0 ? m->fast / m->slow : 1, RATIO);
    if (!(m->fast >= RATIO * m->slow) || m->slow <= 0)
        because(c, BR_CAN_NOT, "ladder", words);
    if (m->has_force && m->condition > ILL_CONDITIONED)
        because(c, BR_CAN_PARTLY, "ladder", "its regressors are nearly dependent: see the condition number");
    if (m->has_force && m->viscous < 0.02)
        because(c, BR_CAN_PARTLY, "ladder", "it is less than 2 % of the force here");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "speeds over a factor of %.3g", m->fast / m->slow);
}

static void judge_stribeck(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "Stribeck curve", "FS, vs (beta)", "stribeck, static-kinetic, lugre, gms, sgms");
    char words[200];
    need_force(m, c);
    snprintf(words, sizeof words, "speeds over a factor of %.3g, in %d ranges (4 to a decade); a curve needs %g and %d",
             m->slow > 0 ? m->fast / m->slow : 1, m->speeds, DECADE, SPEEDS);
    if (m->speeds < SPEEDS || !(m->fast >= DECADE * m->slow))
        because(c, BR_CAN_NOT, "ladder", words);
    if (!both_ways(m))
        because(c, BR_CAN_PARTLY, "ladder", "it moves in one direction only");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "%d ranges of speed (4 to a decade) over a factor of %.3g", m->speeds,
                 m->fast / m->slow);
}

static void judge_static(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "static friction at rest", "FS", "stribeck, lugre, static-kinetic");
    need_force(m, c);
    if (m->breakaways == 0)
        because(c, BR_CAN_NOT, "ramps", "it never starts from rest");
    if (m->breakaways < 6)
        because(c, BR_CAN_PARTLY, "ramps", "it starts from rest less than 6 times");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "%lld starts from rest", m->breakaways);
}

static void judge_stiffness(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "presliding stiffness", "sigma0", "dahl, lugre, elasto-plastic");
    double unsure = br_max(m->step, m->noise);
    need_force(m, c);
    if (m->reversals < 2 || (!both_ways(m) && m->still < SOME))
        because(c, BR_CAN_NOT, "loops", "it hardly ever turns round");
    if (m->unresolved > 0)
        because(c, BR_CAN_NOT, "loops",
                "friction builds up within less than the samples resolve: slower, or sampled faster");
    if (m->has_force && m->breakaway_length <= 0)
        because(c, BR_CAN_NOT, "loops", "no build-up of the force after reversals was found");
    if (unsure * RESOLVED > m->breakaway_length)
        because(c, BR_CAN_NOT, "loops", "the position resolves the break-away length into fewer than 10 steps");
    if (m->presliding_rows < ROWS)
        because(c, BR_CAN_PARTLY, "loops", "fewer than 50 rows lie in presliding");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "%lld rows within the break-away length, which is %.3g steps of the position",
                 m->presliding_rows, unsure > 0 ? m->breakaway_length / unsure : (double)INFINITY);
}

static void judge_elements(judging *j)
{
    const br_motion_found *m = j->m;
    const br_can_found *stiffness = &j->can[j->n - 1];
    br_can_found *c = next(j, "several presliding elements", "kappa[n], nu[n]", "maxwell-slip, gms, sgms");
    if (stiffness->can < BR_CAN)
        because(c, stiffness->can, stiffness->excite, stiffness->why);
    if (m->presliding_loops < 2)
        because(c, BR_CAN_PARTLY, "loops",
                "no loops inside presliding: elements follow from build-ups alone, and their memory is not tested");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "%lld loops inside presliding, of %lld strokes", m->presliding_loops,
                 m->reversals + 1);
}

static void judge_mass(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "mass", "m", "plant mass");
    char words[200];
    if (!m->has_force || !m->inertia)
        because(c, BR_CAN_NOT, NULL, "no drive force u: a friction force F has no inertia in it");
    need_force(m, c);
    snprintf(words, sizeof words, "inertia is %.2g %% of the force", 100 * m->inertial);
    if (m->residual > HALF)
        because(c, BR_CAN_PARTLY, "multisine", "sliding explains too little of the force: presliding hides inertia");
    if (m->inertial < 0.1)
        because(c, BR_CAN_PARTLY, "multisine", words);
    if (m->rank < m->regressors || m->condition > ILL_CONDITIONED)
        because(c, BR_CAN_PARTLY, "multisine", "acceleration, velocity and its sign are nearly dependent here");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "inertia is %.2g %% of the force; condition number %.3g", 100 * m->inertial,
                 m->condition);
}

static void judge_direction(judging *j)
{
    const br_motion_found *m = j->m;
    br_can_found *c = next(j, "dependence on direction", "FC_neg, FS_neg, vs_neg", "lugre");
    need_force(m, c);
    if (!both_ways(m))
        because(c, BR_CAN_NOT, "ladder", "it moves in one direction only");
    if (c->can == BR_CAN)
        snprintf(c->why, sizeof c->why, "forward %.0f %%, backward %.0f %% of the log", 100 * m->forward,
                 100 * m->backward);
}

int br_inspect_judge(const br_inspection *n, br_can_found can[BR_INSPECT_VERDICTS])
{
    judging j = {&n->motion, can, 0};
    if (!n->motion.known)
        return 0;
    judge_coulomb(&j);
    judge_viscous(&j);
    judge_stribeck(&j);
    judge_static(&j);
    judge_stiffness(&j);
    judge_elements(&j);
    judge_mass(&j);
    judge_direction(&j);
    for (int i = 0; i < j.n && j.m->has_force && !isfinite(j.m->residual); i++)
        because(&can[i], BR_CAN_NOT, NULL, "the force is missing, or the same throughout");
    return j.n;
}
