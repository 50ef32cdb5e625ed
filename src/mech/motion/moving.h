// moving.h - a mechanism in motion: its equations, their tangents and one factor for them.          [host]
//
// Index-3 equations M v' - f(q, v, t) + J'lambda = 0, phi(q) = 0 (paper 001 (4)). All work is done on one matrix,
//     [ M + s (K + c C)    J'  ]
//     [ J                 -eps ]
// scaled by s = h^2 times a number of the scheme: K and C are the tangents (13), the multipliers are those times s. eps keeps
// redundant constraints of joints from dividing by zero. Behind the constraints stands a row for each measure, by which its
// value can be prescribed. mech/kkt/kkt.h factors it.
//
// Nothing allocates after br_moving_open.
#ifndef BR_MECH_MOTION_MOVING_H
#define BR_MECH_MOTION_MOVING_H

#include "mech/kkt/kkt.h"
#include "mech/model/measure.h"
#include "num/base/random.h"

typedef struct br_mech_state {
    double *q, *v, *dv, *a,
        *lambda; // dv: v'; a: the acceleration of generalised-alpha; lambda: constraints, then measures
    double *y;   // values of the measures
} br_mech_state;

typedef struct br_moving {
    br_mech *m;
    br_kkt kkt;
    int n, rows, size; // coordinates, constraints, all rows of the matrix
    // Places among the coordinates: of the masses, two for each curved term of a constraint, those of a measure's patch.
    int *slot, *row_slot, *measure_slot;
    double rho, eps; // a typical mass, and what keeps redundant constraints apart
    double *light;   // 1/mass of each coordinate; of one without: 1/rho
    br_mech_state now, next;
    bool *held;     // measures that are prescribed
    double *target; // and where
    double *load,
        *pace;      // of constraints, while a start is looked for: how far joints that yield give, and how fast; else 0
    double softest; // then the least stiffness: joints that yield share forces by theirs; else 0
    bool *stuck;    // measures that dry friction holds (mech/motion/dry.c)
    int *way;       // of each force, if it is dry friction: 1 or -1, it slips forth or back; 0: it sticks
    double *drive;  // forces of the drives
    double *b, *f;  // right side, and the correction; forces
    double *rise, risen; // by how much accelerations changed over the last step, and how long it was; 0: none was made
    bool smooth;         // friction does not act: while an equilibrium is looked for
    bool accelerates;    // accelerations are looked for, from positions and speeds as they are,
    bool yields;         // joints that yield hold nothing: they act as springs do
    double t, h;         // t: kept by the caller; h: of the step, for friction; 0: its states stand still
    double c;            // dv/dq of the step; 0: there is none
    bool settled;        // dry joints stop, turn or start in a step that was tried
    double stale;        // how far next is from where the matrix was factored: the largest move of a coordinate
    double worked, lost; // J: by drives, and to dampers and friction
    double power[2];     // the same in W, now
    double *memory;
} br_moving;

// The mechanism must outlive it, and its friction laws are stepped by it.
br_status br_moving_open(br_moving *s, br_mech *m, br_diag *why) BR_CHECKED;
void br_moving_close(br_moving *s);

// The rank of the rigid constraints where it stands. which: m->rigid numbers; those from *rank on are rows that say again
// what the others say.
br_status br_moving_rank(const br_moving *s, int *rank, int *which) BR_CHECKED;

// Rank and rows as above where it starts. BR_BAD_LAW: the position is singular, the rank is higher beside it (mech/motion/singular.c).
br_status br_moving_check_start(br_moving *s, int *rank, int *which, br_diag *why) BR_CHECKED;

// A stable equilibrium near the drawing, if the text asks for one (mech/motion/balance.c). BR_BAD_LAW: none was found.
br_status br_moving_find_equilibrium(br_moving *s, br_diag *why) BR_CHECKED;
// Nothing pulls it anywhere beside where it stands: neither gravity nor springs.
bool br_moving_indifferent(br_moving *s);
// Measures along which nothing pulls it from the equilibrium where it stands: it rests as well beside.
br_status br_moving_loose(br_moving *s, bool *loose) BR_CHECKED;

// From the drawing to values and speeds that the text asks for, and the accelerations and multipliers there. BR_BAD_LAW:
// the mechanism cannot be brought there, or some part could turn without any inertia.
br_status br_moving_start(br_moving *s, br_diag *why) BR_CHECKED;

// Positions, speeds and accelerations with the held measures at y[3*i], y[3*i+1], y[3*i+2]; now.lambda behind the
// constraints are then minus the forces that it takes.
// dt: since the place before, for friction laws with states. BR_BAD_DATA: it cannot be there, or not move so.
br_status br_moving_follow(br_moving *s, const double *y, double dt, br_diag *why) BR_CHECKED;

typedef enum br_mech_method {
    BR_MECH_GENERALISED_ALPHA, // Arnold and Bruels 2007
    BR_MECH_NEWMARK,    // beta = gamma = 1/2: it remembers nothing, so br_moving_accelerate stands before each step
    BR_MECH_FIRST_ORDER // v1 = v0 + h a1, q1 = q0 + h v0 + weight h^2 a1
} br_mech_method;

typedef struct br_mech_scheme {
    const char *name;
    br_mech_method method;
    double radius; // generalised-alpha: spectral radius at infinite frequency
    double weight; // first order
} br_mech_scheme;
extern const br_mech_scheme br_mech_alpha;
extern const br_mech_scheme br_mech_bdf1; // paper 001 (9)-(15)
// For who changes positions and speeds between steps, as filters do: of second order, does not brake, and what speeds leave
// the constraints by is gone after a step.
extern const br_mech_scheme br_mech_newmark;
extern const br_mech_scheme br_mech_settling; // in generalised-alpha, where dry joints stop, turn or start

// A step: q1 = q0 + s (v1' - a0'), v1 = v0' + c (q1 - q0'), where from now q0' = q + h v + q_a a, v0' = v + v_a a and
// a0' = (alpha_m a - alpha_f v')/(1 - alpha_f).
typedef struct br_mech_plan {
    double s, c, q_a, v_a, alpha_m, alpha_f;
} br_mech_plan;
br_mech_plan br_mech_plan_of(const br_mech_scheme *scheme, double h);

// One step of h; drive has the forces at its end. BR_NOT_FINITE: no solution was found, and nothing changed.
br_status br_moving_step(br_moving *s, const br_mech_scheme *scheme, double h, br_diag *why) BR_CHECKED;
// The same in two: `try` finds next and leaves the matrix as it was factored near there; `accept` moves on to next.
br_status br_moving_try_step(br_moving *s, const br_mech_scheme *scheme, double h, br_diag *why) BR_CHECKED;
br_status br_moving_accept_step(br_moving *s, const br_mech_scheme *scheme, br_diag *why) BR_CHECKED;
const br_mech_scheme *br_moving_scheme_used(const br_moving *s, const br_mech_scheme *scheme); // what was tried in fact

// All that a next step depends on, friction laws too, as so many numbers.
size_t br_moving_saved_numbers(const br_moving *s);
void br_moving_save(const br_moving *s, double *to);
void br_moving_restore(br_moving *s, const double *from);

double br_moving_force(br_moving *s, int force, const br_measure_state *l); // along its measure, now
// Of a measure, now. What dry friction holds is at rest, whatever rounding leaves of its speed.
static inline double br_moving_speed(const br_moving *s, int measure, const br_measure_state *l)
{
    return s->stuck[measure] ? 0 : l->w;
}
void br_moving_energy(const br_moving *s, double *kinetic, double *potential);
double br_moving_violation(const br_moving *s); // largest |phi|

// Inside (mech/motion/position.c). The matrix of masses and constraints alone; and whether all that can move moves some mass.
br_status br_moving_factor_masses(br_moving *s, br_diag *why) BR_CHECKED;
br_status br_moving_check_masses(br_moving *s, br_diag *why) BR_CHECKED;
// Newton's method on the constraints and what is held; corrections move as little mass as can be.
br_status br_moving_project_positions(br_moving *s, br_diag *why) BR_CHECKED;
// From where it stands to the targets to[i*stride] of held measures, by steps that Newton's method can follow; else it stays at
// the last, and because says why.
br_status br_moving_reach(br_moving *s, const double *to, ptrdiff_t stride, const char **because) BR_CHECKED;
// Speeds of least energy that fit the constraints; those of held measures are given.
br_status br_moving_set_speeds(br_moving *s, const double *speed, br_diag *why) BR_CHECKED;
double br_moving_speed_of(const br_moving *s, int measure);
// Inside (mech/motion/moving.c): the rank by pivots that are above `level` of the largest, and the least of them, as a part of it.
#define BR_MECH_RANK 1e-9
br_status br_moving_rank_above(const br_moving *s, double level, int *rank, int *which, double *least) BR_CHECKED;
// Inside (mech/motion/singular.c): a move along the constraints, drawn at random; its largest number is `far`. false: there is none.
bool br_moving_perturb(br_moving *s, br_random *dice, double far);
// Inside (mech/motion/acceleration.c): accelerations and multipliers of now, (39), and the factor of their matrix; then joints
// that friction cannot hold do not stick any more. second: y'' of held measures at second[i*stride]; NULL: joints yield.
br_status br_moving_accelerate(br_moving *s, br_diag *why) BR_CHECKED;
br_status br_moving_accelerate_held(br_moving *s, const double *second, ptrdiff_t stride, br_diag *why) BR_CHECKED;
br_status br_moving_release_joints(br_moving *s, br_diag *why) BR_CHECKED;
br_status br_moving_release_held(br_moving *s, const double *second, br_diag *why) BR_CHECKED;

// Inside (mech/motion/dry.c). Friction that jumps at rest sticks or slips; w: the end of a step, or now.
void br_dry_set_ways(br_moving *s);                  // the ways, by the speeds now
void br_dry_hold_sticking(br_moving *s, bool holds); // what sticks is held, or nothing is
// The first force whose joint sticks though friction cannot hold it, or at the end of a step slips another way; or -1.
int br_dry_first_wrong(const br_moving *s, const br_mech_state *w);
void br_dry_restore_ways(br_moving *s); // the ways before the step
void br_dry_change_way(br_moving *s, int force,
                       const br_mech_state *w); // it turns, and if it did, sticks; or starts to slip

// Inside (mech/motion/equations.c). w: a state; scale and c: s and c of the matrix above.
typedef struct br_force_value { // a force along its measure, and its derivatives
    double F, by_y, by_w, by_N; // by_N: by the normal force, where it has one
} br_force_value;
br_force_value br_moving_evaluate_force(const br_moving *s, int force, const double *lambda,
                                        const br_measure_state *l);             // while it sticks: 0
double br_moving_normal_force(const br_force *f, const double *lambda);         // the normal force; 1: it has none
double br_moving_row_rate(const br_moving *s, const br_mech_state *w, int row); // phi' of a constraint

typedef struct br_kkt_row { // what a row asks of the coordinates of its patch, phi = 0
    int n;
    bool even; // g and r are the same
    double phi;
    double g[BR_PATCH_MOST], r[BR_PATCH_MOST]; // direction of its force; gradient of phi, speeds moving with positions
    double rho, soft;                          // -soft stands in its corner of the matrix; rho: mech/kkt/kkt.h
} br_kkt_row;
// Of a constraint. A joint that yields is held as it was drawn where scale is 0.
void br_moving_constraint_row(const br_moving *s, const br_mech_state *w, int row, double scale, br_kkt_row *k);
void br_moving_gravity(const br_mech *m, double *f); // f += weights
void br_moving_forces(br_moving *s, const br_mech_state *w, double *f, double power[2]);
void br_moving_residual(br_moving *s, const br_mech_state *w, double scale, double *b); // b = -(residual)
void br_moving_assemble(br_moving *s, const br_mech_state *w, double scale, double c);
double br_moving_matrix_entry(const br_moving *s, const br_mech_state *w, int row,
                              int column); // that was assembled at w
br_status br_moving_factor(br_moving *s, const br_mech_state *w, double scale, double c, int *bad) BR_CHECKED;
void br_moving_advance_friction(br_moving *s, const br_mech_state *w); // states of the laws move on by h
void br_moving_update_measures(br_moving *s, br_mech_state *w);        // its y, counted on from now.y
// The function that holds a measure at its target, and its gradient; answers the gap.
double br_moving_gap(const br_moving *s, int measure, const br_measure_state *l);

#endif
