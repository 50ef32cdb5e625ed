// inspect_verdict.c - which parameters are identifiable from a log, why FC, FS, sigma0 ... are not, what motion helps. [host]
//
// Rules of thumb, each with its reason; docs/inspect.md has them in a table.
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>

static const double SOME = 0.02;                       // of a log: less in a direction is too little
static const double RATIO = 3, DECADE = 10;            // of speeds
static const int RESOLVED = 10, ROWS = 50, SPEEDS = 5; // steps of position in the break-away length; rows; speeds
static const double EXPLAINS = 0.8, HALF = 0.5;        // residual of the force
static const double ILL_CONDITIONED = 50;              // condition of its regressors

typedef struct assessment {
    const br_motion_found *m;
    br_identifiability *verdict;
    int n;
} assessment;

static br_identifiability *next_verdict(assessment *j, const char *what, const char *parameters, const char *laws)
{
    br_identifiability *c = &j->verdict[j->n++];
    *c = (br_identifiability){.what = what, .parameters = parameters, .laws = laws, .identifiable = BR_IDENTIFIABLE};
    return c;
}

// The first reason stays; one that forbids goes before one that limits.
static void set_reason(br_identifiability *c, br_identifiable identifiable, const char *excite, const char *message)
{
    if (identifiable >= c->identifiable)
        return;
    c->identifiable = identifiable;
    c->excite = excite;
    snprintf(c->why, sizeof c->why, "%s", message);
}

static bool both_ways(const br_motion_found *m)
{
    return m->forward > SOME && m->backward > SOME;
}

static void check_force(const br_motion_found *m, br_identifiability *c)
{
    char message[200];
    if (!m->has_force)
        set_reason(c, BR_NOT_IDENTIFIABLE, NULL, "no force; give F or u in --signals");
    snprintf(message, sizeof message,
             "%s and Coulomb friction%s leave a residual of %.0f %% of the force: model mismatch",
             m->inertia ? "inertia, viscous" : "viscous", m->gravity ? " and gravity" : "", 100 * m->residual);
    if (m->residual > EXPLAINS && !(m->presliding > 0.2))
        set_reason(c, BR_PARTLY_IDENTIFIABLE, NULL, message);
}

static void coulomb_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c = next_verdict(j, "Coulomb friction", "FC", "coulomb, dahl");
    check_force(m, c);
    if (m->forward + m->backward < SOME)
        set_reason(c, BR_NOT_IDENTIFIABLE, "ladder", "almost no motion");
    if (!both_ways(m))
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ladder",
                   "motion in one direction only: Coulomb friction and a force offset cannot be separated");
    if (m->has_force && m->rank < m->regressors)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ladder", "linearly dependent regressors");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "sliding forward in %.0f %% and backward in %.0f %% of the log",
                 100 * m->forward, 100 * m->backward);
}

static void viscous_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c = next_verdict(j, "viscous friction", "sigma2", "coulomb, stribeck");
    char message[200];
    check_force(m, c);
    snprintf(message, sizeof message, "speeds within a factor of %.2g; the slope over speed needs %g or more",
             m->slow > 0 ? m->fast / m->slow : 1, RATIO);
    if (!(m->fast >= RATIO * m->slow) || m->slow <= 0)
        set_reason(c, BR_NOT_IDENTIFIABLE, "ladder", message);
    if (!both_ways(m))
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ladder",
                   "motion in one direction only: sigma2 of this direction; another one backward would not show");
    if (m->has_force && m->condition > ILL_CONDITIONED)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ladder", "nearly dependent regressors: see the condition number");
    if (m->has_force && m->viscous < 0.02)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ladder", "less than 2 % of the force");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "speeds over a factor of %.3g", m->fast / m->slow);
}

static void stribeck_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c =
        next_verdict(j, "Stribeck curve", "FS, vs (beta)", "stribeck, static-kinetic, lugre, gms, sgms");
    char message[200];
    check_force(m, c);
    snprintf(message, sizeof message,
             "speeds over a factor of %.3g, in %d ranges (4 to a decade); a curve needs %g and %d",
             m->slow > 0 ? m->fast / m->slow : 1, m->speeds, DECADE, SPEEDS);
    if (m->speeds < SPEEDS || !(m->fast >= DECADE * m->slow))
        set_reason(c, BR_NOT_IDENTIFIABLE, "ladder", message);
    if (!both_ways(m))
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ladder",
                   "motion in one direction only: the curve and a force offset cannot be separated");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "%d ranges of speed (4 to a decade) over a factor of %.3g", m->speeds,
                 m->fast / m->slow);
}

static void static_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c = next_verdict(j, "static friction at rest", "FS", "stribeck, lugre, static-kinetic");
    check_force(m, c);
    if (m->breakaways == 0)
        set_reason(c, BR_NOT_IDENTIFIABLE, "ramps", "no start from rest");
    if (m->breakaways < 6)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ramps", "fewer than 6 starts from rest");
    if (!both_ways(m))
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "ramps",
                   "motion in one direction only: static friction and a force offset cannot be separated");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "%lld starts from rest", m->breakaways);
}

static void stiffness_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c = next_verdict(j, "presliding stiffness", "sigma0", "dahl, lugre, elasto-plastic");
    double unsure = br_max(m->step, m->noise);
    check_force(m, c);
    if (m->reversals < 2 || (!both_ways(m) && m->still < SOME))
        set_reason(c, BR_NOT_IDENTIFIABLE, "loops", "almost no reversals");
    if (m->unresolved > 0)
        set_reason(c, BR_NOT_IDENTIFIABLE, "loops",
                   "friction builds up within one sample; move slower or sample faster");
    if (m->has_force && m->breakaway_length <= 0)
        set_reason(c, BR_NOT_IDENTIFIABLE, "loops", "no build-up of the force after reversals was found");
    if (unsure * RESOLVED > m->breakaway_length)
        set_reason(c, BR_NOT_IDENTIFIABLE, "loops",
                   "the position resolves the break-away length into fewer than 10 steps");
    if (m->presliding_rows < ROWS)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "loops", "fewer than 50 rows lie in presliding");
    const double most = 1e6; // steps beyond are rounding errors, as of a position that was integrated
    if (c->identifiable == BR_IDENTIFIABLE && unsure * most > m->breakaway_length)
        snprintf(c->why, sizeof c->why, "%lld rows within the break-away length, which is %.0f steps of the position",
                 m->presliding_rows, m->breakaway_length / unsure);
    else if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "%lld rows within the break-away length", m->presliding_rows);
}

static void elements_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    const br_identifiability *stiffness = &j->verdict[j->n - 1];
    br_identifiability *c =
        next_verdict(j, "several presliding elements", "kappa[n], nu[n]", "maxwell-slip, gms, sgms");
    if (stiffness->identifiable < BR_IDENTIFIABLE)
        set_reason(c, stiffness->identifiable, stiffness->excite, stiffness->why);
    if (m->presliding_loops < 2)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "loops",
                   "no loops inside presliding: elements follow from the build-up only, their memory is not tested");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "%lld loops inside presliding, of %lld strokes", m->presliding_loops,
                 m->reversals + 1);
}

static void mass_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c = next_verdict(j, "mass", "m", "plant mass");
    char message[200];
    if (!m->has_force || !m->inertia)
        set_reason(c, BR_NOT_IDENTIFIABLE, NULL, "no drive force u: a friction force F has no inertia in it");
    check_force(m, c);
    snprintf(message, sizeof message, "inertia is %.2g %% of the force", 100 * m->inertial);
    if (m->residual > HALF)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "multisine", "large residual of the force: presliding hides inertia");
    if (m->inertial < 0.1)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "multisine", message);
    if (m->rank < m->regressors || m->condition > ILL_CONDITIONED)
        set_reason(c, BR_PARTLY_IDENTIFIABLE, "multisine", "acceleration, velocity and its sign are nearly dependent");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "inertia is %.2g %% of the force; condition number %.3g", 100 * m->inertial,
                 m->condition);
}

static void direction_identifiability(assessment *j)
{
    const br_motion_found *m = j->m;
    br_identifiability *c = next_verdict(j, "dependence on direction", "FC_neg, FS_neg, vs_neg", "lugre");
    check_force(m, c);
    if (!both_ways(m))
        set_reason(c, BR_NOT_IDENTIFIABLE, "ladder", "motion in one direction only");
    if (c->identifiable == BR_IDENTIFIABLE)
        snprintf(c->why, sizeof c->why, "forward %.0f %%, backward %.0f %% of the log", 100 * m->forward,
                 100 * m->backward);
}

int br_inspector_identifiability(const br_inspection *n, br_identifiability verdict[BR_INSPECTOR_VERDICTS])
{
    assessment j = {&n->motion, verdict, 0};
    if (!n->motion.known)
        return 0;
    coulomb_identifiability(&j);
    viscous_identifiability(&j);
    stribeck_identifiability(&j);
    static_identifiability(&j);
    stiffness_identifiability(&j);
    elements_identifiability(&j);
    mass_identifiability(&j);
    direction_identifiability(&j);
    for (int i = 0; i < j.n && j.m->has_force && !isfinite(j.m->residual); i++)
        set_reason(&verdict[i], BR_NOT_IDENTIFIABLE, NULL, "the force is missing or constant");
    return j.n;
}
