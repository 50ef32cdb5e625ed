// integrator.h - one step of a system: x+ = f(x, m, p, u, dt) with its sensitivities.   [target]
//
//     br_integrator_options o = br_integrator_defaults();
//     o.points = 1024;
//     br_integrator_init(&f, sys, &o, memory, br_integrator_bytes(sys, &o));
//     br_integrator_step(&f, 1024, x, m, u, p, 0, dt, x, m, NULL);
//
// The input is held over dt. docs/flows.md says which kind suits which system; br_integrator_choose reads it off the system.
#ifndef BR_LOOP_FLOW_INTEGRATOR_H
#define BR_LOOP_FLOW_INTEGRATOR_H

#include "loop/flow/estimate.h"
#include "num/base/arena.h"
#include "num/base/sys.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_integrator br_integrator;

// What a call was given: number j of point k at [j*count + k].
typedef struct br_integrator_call {
    int count;
    const br_real *x, *u, *p;
    const int *m;
    const br_real *S; // sensitivities of x; NULL: the identity
} br_integrator_call;

typedef struct br_integrator_kind {
    const char *name;
    int stages;                          // of the linear systems it solves; 0: none
    int switches;                        // it locates transitions itself
    int (*fits)(const br_sys *s);        // may be NULL: any system
    int (*room)(const br_integrator *f); // numbers of work a point needs
    void (*plan)(br_integrator *f);      // says how many substeps every point needs; NULL: as the options say
    void (*step)(br_integrator *f, int substep);
    int (*steps)(br_integrator *f, int substeps); // takes the first of these at once, says how many; NULL: none
    int (*direct)(br_integrator *f, const br_integrator_call *c,
                  br_real dt); // a whole call that fits a tile; NULL: none
} br_integrator_kind;

extern const br_integrator_kind br_integrator_rk4;      // explicit, order 4; only for steps below br_integrator_stable
extern const br_integrator_kind br_integrator_midpoint; // Gauss-Legendre, order 2
extern const br_integrator_kind br_integrator_gauss4;   // Gauss-Legendre, order 4
extern const br_integrator_kind br_integrator_lie;      // linearly implicit Euler, order 1, chooses its substeps
extern const br_integrator_kind
    br_integrator_rosenbrock; // exponential Rosenbrock, order 3, chooses its substeps; uncoupled states
extern const br_integrator_kind br_integrator_exponential; // exact for uncoupled states with affine rates
extern const br_integrator_kind
    br_integrator_exact; // the same with modes: transitions are located, every state has its own mode

// Uncoupled: no rate sees a state other than its own. Affine uncoupled systems get an exact flow, uncoupled ones scalar
// implicit steps, all others Gauss-Legendre.
const br_integrator_kind *br_integrator_choose(const br_sys *s);

// Whether one function of the law takes all substeps; kind may be NULL: not known yet.
static inline int br_integrator_fuses(const br_sys *s, const br_integrator_kind *kind)
{
    return kind && kind->steps && br_sys_lie_held(s) > 0;
}

// Frozen at init.
typedef struct br_integrator_options {
    const br_integrator_kind *kind; // NULL: br_integrator_choose
    int points;                     // most points of a call
    int lanes;                      // points worked on together, most of the memory is per lane
    int slopes;                     // whether sensitivities can be asked for
    const br_estimate *by;          // sensitivities by these and the states only; NULL: by all. Not read after init
    int nby;
    int substeps;     // of a step; kinds that choose take at least so many
    int most;         // and at most so many; the same number: nothing is chosen, and nothing counted as capped
    int iterations;   // Newton iterations of Gauss-Legendre
    int begun;        // br_integrator_begun will be asked: a step begins with rates, outputs and derivatives
    int transitions;  // most transitions of a mode within a step
    br_real accuracy; // of kinds that choose: error of a step as a share of the state
} br_integrator_options;

br_integrator_options br_integrator_defaults(void); // one point

// What happened since init, in points; never reset by the flow.
typedef struct br_integrator_health {
    unsigned long refused;     // calls that gave a number that is not finite
    unsigned long capped;      // wanted more substeps than `most`
    unsigned long unconverged; // Newton's last correction was not small
    unsigned long unsettled;   // wanted more transitions than allowed
} br_integrator_health;

// The linear systems (I - h a J) of a tile: elements are eliminated first, then the core is solved (flow_linear.c).
typedef struct br_integrator_linear {
    int stages, nc, ne;  // core states, elements
    int *place;          // of every state: its number in the core, or -1 - its number among the elements
    int *core, *element; // and back
    br_real *J, *M;      // by element: diagonal, seen from core, seen by core; then the core
    int *pivot;
    int *run, runs, known; // which derivatives of the system the numbers of J are, and how many of them
} br_integrator_linear;

struct br_integrator {
    const br_sys *sys;
    br_integrator_options o;
    br_integrator_health health;
    int uncoupled;
    // Sensitivities: nslope numbers of a point, described as the derivatives of a system are: rows are the numbers of
    // next, `at` the place among the nslope. Uncoupled: all states share one column, and an array parameter has one.
    const br_sys_block *slope;
    int slopes, nslope, columns;
    int some; // br_sys_jet_some gives all that is wanted
    // Inside: a tile of n points; number j of point k at [j*n + k].
    int n, each, want, once; // once: every point that moves takes one substep, which has been planned
    int all;                 // every point moves
    int waiting;             // points of the call that need more: which (point) and how many (wants)
    br_real *x, *next, *u, *own, *h, *S, *T, *out, *jet, *work;
    const br_real *p;
    int *m, *to_m, *substeps, *left, *at; // of every lane: its substeps, those to come, and where in the call it is
    int *point, *wants;
    br_real *out1, *jet1;
    br_integrator_linear linear;
    br_sys_block *described, *column;
    int *direct;   // by column and state: which derivative of the system moves it, beside the Jacobian; -1: none
    int *straight; // by column: the first of these if they are neighbours; -1: all are none; -2: they are not
    int in_order;  // none are -2
    br_real *none; // nx zeros
    int fused;     // the system has all substeps in one function: 1 without sensitivities, 2 with those wanted, too
    int identity;  // S has the sensitivities of so many points before any step
    int *lie_at;   // which column of S each of its columns is
    br_real *held; // work for it
    const br_real *to, *to_S;   // where the results of a call stand that went directly
    br_real *result, *result_S; // of a call, until it is known to be finite
    int *result_m;
    const br_real *begun_out, *begun_jet; // rates and derivatives where the first tile of a call began; NULL: not known
};

// Bytes of memory that br_integrator_init needs, and numbers of a point's sensitivities; 0 for options it refuses.
size_t br_integrator_bytes(const br_sys *s, const br_integrator_options *o);
int br_integrator_nslope(const br_sys *s, const br_integrator_options *o);

// memory: lent for the life of the flow, aligned for br_real. BR_BAD_USAGE for a kind that does not fit the system.
br_status br_integrator_init(br_integrator *f, const br_sys *s, const br_integrator_options *o, void *memory,
                             size_t bytes) BR_CHECKED;

// One step of `count` points: number j of point k stands at [j*count + k]; each: every point has its own parameters.
// m (NULL: all in the first mode): nm modes. next, next_m (NULL: not wanted) may be x and m. slopes (NULL: not wanted):
// nslope numbers. dt = 0 changes nothing. Safe in a control loop. Every point gets the bits it would get alone.
// BR_BAD_USAGE: dt negative or not finite, too many points. BR_NOT_FINITE: some result is not finite. Both leave all
// results as they were.
br_status br_integrator_step(br_integrator *f, int count, const br_real *x, const int *m, const br_real *u,
                             const br_real *p, int each, br_real dt, br_real *next, int *next_m,
                             br_real *slopes) BR_CHECKED;

// The same of the step after it: slopes (not NULL) hold the sensitivities of x, and then those of next. x may be next.
br_status br_integrator_step_on(br_integrator *f, int count, const br_real *x, const int *m, const br_real *u,
                                const br_real *p, int each, br_real dt, br_real *next, int *next_m,
                                br_real *slopes) BR_CHECKED;

// Are rates, outputs and, if wanted, derivatives of so many points where the last step began still known, in begun_out and
// begun_jet?
int br_integrator_begun(const br_integrator *f, int count, int slopes);

// The largest step at which RK4 is certainly stable near this point: 2.78 over the largest row sum of |d x'/d x|.
br_real br_integrator_stable(br_integrator *f, const br_real *x, const int *m, const br_real *u, const br_real *p);

#endif
