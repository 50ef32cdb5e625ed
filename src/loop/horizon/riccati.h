// riccati.h - Riccati recursion over the steps of a horizon: forward pass, backward pass.       [target]
//
//     x[k+1] = F[k] x[k] + ... + w,   w of variance Q,        e = h'x[k] + v,   v of variance r
//
// What smoothers and moving horizons solve when they have linearised: least squares over all steps (thesis (2.18)) in work
// and memory that grow with the steps, without any inverse. F has nx rows that are given by their entries; the numbers below
// them stay. The sensitivities may come from anywhere, all steps at once. Forwards:
//
//     br_riccati_begin(c, x, sd);                   // node 0
//     br_riccati_innovation_update(c, h, r, e);     // every measurement at this node
//     br_riccati_time_update(c, x);                 // on to the next, with c->F of this step
//
// then br_riccati_backward_pass for the means of all nodes, and br_riccati_smoothed_covariances for their covariances.
#ifndef BR_LOOP_HORIZON_RICCATI_H
#define BR_LOOP_HORIZON_RICCATI_H

#include "loop/filter/gaussian.h"
#include "loop/filter/joint.h"
#include "num/base/arena.h"

typedef struct br_riccati_options {
    int n, nx;
    int nF;          // entries of F
    int steps, seen; // most of them: steps, and numbers seen at all nodes together
    int plain; // covariances as they are, not factored: several times faster, for some hundred steps in double at most
    int uncoupled; // of plain: no state acts on another
} br_riccati_options;

typedef struct br_riccati {
    br_riccati_options o;
    const br_joint_entry *entry; // rows and columns of the nF entries
    const br_real *q;            // n: variances of w, or
    const br_real *Q;            // n*n of every step, not if plain; NULL: q holds
    const int *fresh;            // n: whether a number below F is drawn anew at every step; NULL: all of them stay
    br_real *F;                  // nF numbers of every step; plain: as riccati_plain.h has it
    br_real *x;                  // n numbers of every node: its mean
    br_real *P;                  // n*(n + 1)/2 of every node: rows of U from the diagonal on, D in place of its ones;
                                 // plain: that, too
    br_gaussian gaussian;        // of the present node
    br_real *C;                  // plain: its covariance, in P, of which the Gaussian knows nothing
    int node;
    br_real cost;     // least value of (2.18) so far: sum of e^2/variance over all innovations
    br_real *adjoint; // n numbers of every node, which br_riccati_backward_pass leaves here; NULL: it does not
    int piece; // nodes of one call of br_riccati_backward_pass and br_riccati_smoothed_covariances, not if plain; 0: all
    int done;  // nodes that such a pass has behind it; 0: it has ended, or was not begun
    // Inside.
    br_real *seen; // of every number seen: h, gain, e/variance, r
    int *first;    // of every node: its first number seen; then the end
    br_gaussian ahead;
    br_real *W, *d, *L, *l, *f;
    int *at; // plain: where the entries stand in F
} br_riccati;

// Numbers seen, `count` at every node: y of h'x with variance r; r = 0: it is missing.
typedef struct br_riccati_measurements {
    int count;
    const br_real *h, *r, *y;
} br_riccati_measurements;

// How many numbers its largest array has; beyond INT_MAX there is no such recursion.
long long br_riccati_largest_array(const br_riccati_options *o);
void br_riccati_carve(br_arena *a, br_riccati *c, const br_riccati_options *o);

// To be called once its entries, q and fresh are set.
void br_riccati_open(br_riccati *c);

// Node 0: uncorrelated, with these standard deviations; or with the covariance U D U'.
void br_riccati_begin(br_riccati *c, const br_real *x, const br_real *sd);
void br_riccati_begin_factored(br_riccati *c, const br_real *x, const br_real *U, const br_real *D);

// Measurement update by a number whose innovation, at the mean of the present node, is e; r > 0. 0: there is no room, or it is
// not finite. Not if plain.
int br_riccati_innovation_update(br_riccati *c, const br_real *h, br_real r, br_real e);

// Measurement update by a measured value y of h'x.
int br_riccati_measurement_update(br_riccati *c, const br_real *h, br_real r, br_real y);

// F of steps first .. first + count: entry i of step k stands at F[i*count + k]. And entry i of one step, as it is there.
void br_riccati_set_F(br_riccati *c, int first, int count, const br_real *F);
br_real br_riccati_F(const br_riccati *c, int k, int i);

// Time update to the next node, where the mean is x; not if plain.
void br_riccati_time_update(br_riccati *c, const br_real *x);

// Time update to the next node, where the mean is F x + gap.
void br_riccati_step(br_riccati *c, const br_real *gap);

// to = F[k] x; to and x do not overlap.
void br_riccati_transition(const br_riccati *c, int k, const br_real *x, br_real *to);

// Forward pass from the present node to node `end`: at every one before it its measurement updates, then a step with its gap,
// n numbers.
void br_riccati_forward_pass(br_riccati *c, int end, const br_riccati_measurements *rows, const br_real *gap);

// Of the present node: the variance of number i, that of h'x, and the covariance.
br_real br_riccati_variance_now(br_riccati *c, int i);
br_real br_riccati_variance_along_now(br_riccati *c, const br_real *h);
void br_riccati_covariance_now(br_riccati *c, br_real *P);

// Backward pass: means given all measurements, c->x of all nodes. Constants without noise get those of the last node. By c->piece
// it is done in parts, to be called again while c->done > 0; the bits are the same.
void br_riccati_backward_pass(br_riccati *c);

// After that, of the i-th number seen: what remains of e at the smoothed mean, over r. Where r is next to nothing, the
// multiplier of e = h'x: positive where x is pulled along h.
br_real br_riccati_multiplier(const br_riccati *c, int i);

// Smoothed covariances, given all measurements: c->P of all nodes; the Gaussian is lost. In parts as above. Not if plain.
void br_riccati_smoothed_covariances(br_riccati *c);

// Of node k as c->P has it, and that of a mean h'x.
br_real br_riccati_variance(const br_riccati *c, int k, int i);
br_real br_riccati_variance_along(br_riccati *c, int k, const br_real *h);
void br_riccati_covariance(br_riccati *c, int k, br_real *P);

#endif
