// joint.h - the augmented state of an observer: states of a system, then estimated parameters and inputs.   [target]
//
// Thesis (2.7)-(2.11): parameters are states that do not move by themselves, and so are inputs that are only known through
// a measurement (2.4). An estimated number stands in the vector as value/scale, or as log(value/scale). Measurements are
// the outputs of the system, then the elements of the vector themselves: states, estimated parameters and inputs.
#ifndef BR_LOOP_FILTER_JOINT_H
#define BR_LOOP_FILTER_JOINT_H

#include "loop/flow/estimate.h"
#include "loop/flow/integrator.h"
#include "num/base/arena.h"
#include "num/base/sys.h"
#include <bristle/status.h>

// A derivative that is not zero by structure: row, column, and where it stands.
typedef struct br_joint_entry {
    int row, column, at;
} br_joint_entry;

// The work of a joint done elsewhere, in another number type (loop/filter/mixed_precision.h): steps and measurements as below (begun: where the
// last step has begun), numbers given and answered in type `real`. Without a tag: what sources of both number types say of it is one type.
// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define BR_ELSEWHERE(real)                                                                                             \
    struct {                                                                                                           \
        void *self;                                                                                                    \
        int nx, n, ny, points, each, nF;                                                                               \
        const br_joint_entry *F;                                                                                       \
        const br_integrator_health *health;                                                                            \
        br_status (*step)(void *self, int i, int steps, int count, const real *X, const int *m, const real *u,         \
                          const real *p, real dt, real *next, int *next_m, real *F);                                   \
        void (*measure)(void *self, int begun, int count, const real *X, const int *m, const real *u, const real *p,   \
                        int which, real *y, real *h);                                                                  \
    }
// NOLINTEND(bugprone-macro-parentheses)
typedef BR_ELSEWHERE(br_real) br_elsewhere;

typedef struct br_joint_options {
    br_integrator_options flow; // its slopes, by and nby are set here
    const br_estimate *estimate;
    int estimates;
    int slopes; // whether derivatives can be asked for
    int each;   // every point has its own inputs: number i of point k of u stands at [i*count + k]; 2: and parameters
    // NULL: here. Else made for the same system, estimates and `each`, and for as many points; of the system here only its
    // sizes are looked at, and flow.points of the flow. Lent for the life of the joint.
    const br_elsewhere *elsewhere;
} br_joint_options;

typedef struct br_joint {
    const br_sys *sys;
    br_integrator flow;
    int nx, ne, n, ny; // states, estimated parameters and inputs, both; measurements
    br_estimate *estimate;
    const br_elsewhere *elsewhere; // NULL: flow and measurements are those here
    br_joint_entry *F, *H;         // of x+ (nx rows) and of the outputs by the joint vector
    int nF, nH, points, each;
    br_real *u, *p, *out, *jet, *slope, *stretch, *flow_memory; // inside
    br_real *one;   // parameters of a single point; p: of several, which are
    br_real *given; // those given
    int spread;     // to so many points
} br_joint;

// 0: refused.
size_t br_joint_bytes(const br_sys *s, const br_joint_options *o);
br_status br_joint_init(br_joint *j, const br_sys *s, const br_joint_options *o, void *memory, size_t bytes) BR_CHECKED;

// From the vector to the value of estimate i, and back; a value is moved into low..high first.
br_real br_joint_value(const br_joint *j, int i, br_real e);
br_real br_joint_number(const br_joint *j, int i, br_real value);

// The standard deviation of the value, from that of the number e of the vector.
br_real br_joint_value_sd(const br_joint *j, int i, br_real e, br_real sd);

// One step of `count` points; number i of point k of X stands at [i*count + k], as in a flow. p unless `each` is 2, and u unless `each`: one
// set for all points, of which the estimated ones are not read. F (NULL: not wanted): nF numbers of every point.
// BR_NOT_FINITE and BR_BAD_USAGE leave everything as it was.
br_status br_joint_step(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                        br_real dt, br_real *next, int *next_m, br_real *F) BR_CHECKED;

// Step i of several in a row, for which estimated numbers and p stay; X is that of the first. next is where it ends, and the next
// one begins: whoever calls leaves it, and m, as they are. F of all of them comes with the last.
br_status br_joint_step_of(br_joint *j, int i, int steps, int count, const br_real *X, const int *m, const br_real *u,
                           const br_real *p, br_real dt, br_real *next, int *next_m, br_real *F) BR_CHECKED;

// Measurement `which` at every point, and its derivatives by the joint vector (h NULL: not wanted): n numbers of
// every point.
void br_joint_measure(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                      int which, br_real *y, br_real *h);

// The same at the points where the last step has begun, with all that was given to it: what the flow has seen there is not
// evaluated again.
void br_joint_measure_begun(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                            int which, br_real *y, br_real *h);

#endif
