// ode.h - adaptive integration with dense output and located events.            [host]
//
//     br_ode_options o = br_ode_defaults();
//     br_ode_open(&s, &ode, &o, &why);
//     br_ode_reset(&s, 0, x, &why);
//     for (br_ode_end end = BR_ODE_STEPPED; end != BR_ODE_REACHED;) {
//         br_ode_step(&s, 10, &end, &why);
//         if (end == BR_ODE_EVENT) ... s.t, s.x, s.fired; change x or the equations, then br_ode_reset(&s, s.t, x, &why)
//     }
//     br_ode_close(&s);
//
// Knows nothing of laws: rates are a function. Memory is taken at open, none in a step. The same bits on every machine, if
// the functions given keep that promise. docs/simulation.md explains the choices.
#ifndef BR_SIM_RUN_ODE_H
#define BR_SIM_RUN_ODE_H

#include <bristle/status.h>
#include "sim/run/ode_linear.h"
#include <stdbool.h>

// The equations. What they depend on beside t and x (inputs that jump, modes) may change only before a br_ode_reset.
enum { BR_ODE_LANES = 6 };
typedef struct br_ode {
    int n, events;
    void (*rate)(void *self, double t, const double *x, double *dx);
    // n*n numbers, row by row: J[i*n + j] = d dx[i]/d x[j]. Only for stiff methods; NULL: by differences.
    void (*slope)(void *self, double t, const double *x, double *J);
    // `events` numbers; an event is a change of sign, and zero is a sign of its own. May be infinite, never NaN.
    void (*event)(void *self, double t, const double *x, double *g);
    void *self;
    // The same for `count` points at once, at most BR_ODE_LANES: number i of point k stands at [i*count + k]. NULL: one by one.
    void (*rates)(void *self, int count, const double *t, const double *x, double *dx);
    void (*watch)(void *self, int count, const double *t, const double *x, double *g);
} br_ode;

typedef struct br_ode_method br_ode_method;
extern const br_ode_method br_ode_dopri; // Dormand-Prince 5(4), explicit; dense output of order 4
extern const br_ode_method br_ode_bosh;  // Bogacki-Shampine 3(2), explicit, as in the thesis; cubic dense output
extern const br_ode_method br_ode_radau; // Radau IIA of order 9, L-stable, for stiff systems; dense output of order 5
const char *br_ode_method_name(const br_ode_method *m);

// Frozen at open.
typedef struct br_ode_options {
    const br_ode_method *method;
    double relative, absolute; // error of a step in every state: absolute + relative*|x|
    const double *each;        // absolute tolerance of every state, n numbers, copied; NULL: `absolute` for all
    double first;              // step after a reset; 0: by the rule of Hairer, Norsett and Wanner (II.4)
    double least, longest;     // steps; 0: no limit. Equal: all steps are so long and no error is looked at
    long long most;            // steps tried since open; 0: no limit
} br_ode_options;

br_ode_options br_ode_defaults(void); // Dormand-Prince, 1e-6 relative, 1e-12 absolute

typedef enum br_ode_end {
    BR_ODE_STEPPED, // on the way
    BR_ODE_REACHED, // t equals `until` exactly
    BR_ODE_EVENT    // stopped at an event; t may be `until`
} br_ode_end;

typedef struct br_ode_count { // since open
    long long steps, rejected, rates, slopes, factorisations, events;
} br_ode_count;

typedef struct br_ode_solver {
    // To be read by all: where it is, and what happened there.
    double t, *x;
    int *fired;    // of every event in the last step: +1 it came from below zero, -1 from above, 0 not fired
    bool stiff;    // an explicit method has been held at its border of stability for many steps since the reset
    double stable; // and the longest step that is stable there
    br_ode_count count;
    // Inside.
    br_ode ode;
    br_ode_options o;
    double begin, end;                    // of the last whole step, which an event may have cut
    double *from, *to;                    // states there
    double *k[7];                         // rates at its stages; first and last are those at from and to
    double *error, *weight, *each;        // of the step; tolerance at `from`; absolute tolerances
    double *trial, *base, *move;          // states and corrections that are tried
    double *slope;                        // J
    br_ode_linear linear;                 // the systems of a stiff step
    double *stage, *f, *w;                // its stages: states, rates, turned states
    double *right, *earlier;              // corrections of w, and those before
    double *path, *root;                  // its polynomial, by powers, and where that starts
    double path_begin, path_long;         // its time and length
    double *g, *ga, *gb, *gm;             // events now, at the ends of a bracket and within it
    double *places, *watched;             // states and events at several places of a step
    int *side, *next_side;                // side: sign an event had last beside zero; 0: it is still at zero
    int rounds;                           // iterations of the last stiff step
    double h, before, last_long;          // next step; error and length of the last one
    double factored, theta;               // step of the factors, 0: none; how fast the last iteration converged
    bool path_known, careful;             // there is a polynomial; the step follows a reset or a rejected one
    bool carried, slope_known, slope_new; // k[last] is the rate at x; J may be used; J is that at `from`
    int worst;                            // the state that asks for the smallest step
    int hits, misses;                     // steps at the border of stability, and those since that were not
    void *memory;
} br_ode_solver;

// BR_BAD_USAGE: sizes, options, a missing function. BR_NO_MEMORY. After a failure s is all zero.
br_status br_ode_open(br_ode_solver *s, const br_ode *ode, const br_ode_options *o, br_diag *why) BR_CHECKED;
void br_ode_close(br_ode_solver *s);

// Starts at t from n numbers x (may be s->x), and after every jump of a state, of an input or of a mode. An event that is
// exactly zero here fires when it comes back to zero, not when it leaves. BR_NOT_FINITE: t, x or an event is not.
br_status br_ode_reset(br_ode_solver *s, double t, const double *x, br_diag *why) BR_CHECKED;

// One step forward, never past `until`. It stops just behind an event: at s->t and s->x the sign has changed, and one double
// earlier it had not; of several the earliest is taken, with all that have changed there. Events are looked at, at six
// places of a step: two changes of sign between two of them pass unseen.
// A number that is not finite shrinks the step. BR_NOT_FINITE: even the shortest gives one, or the rate at s->x is none.
// BR_NEGATIVE: the error asks for a step below `least` or below the rounding of t; too many steps. BR_BAD_USAGE: `until` lies
// behind, or there was no reset. A failure leaves t and x as they were, and `why` names the time and the state.
br_status br_ode_step(br_ode_solver *s, double until, br_ode_end *end, br_diag *why) BR_CHECKED;

// The states at a time within the last step, n numbers; at its ends the very states it had there. BR_BAD_USAGE elsewhere.
br_status br_ode_at(const br_ode_solver *s, double t, double *x) BR_CHECKED;

#endif
