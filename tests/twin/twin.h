// twin.h - every built-in law a second time: by hand from the papers, in long double, one number after the other.
//
// Twins compute with complex numbers so that one text serves two ends. With real arguments they give values. With one
// argument moved along the imaginary axis by a tiny step, the imaginary part of the result over the step is the
// derivative by that argument, and nothing cancels. At kinks the functions below follow the side that jet.h documents.
//
// A result is a sum of terms. Its error is judged by the largest number that is added on the way (a partial sum is a
// term of the next addition), so a twin_sum keeps that size, too. Where an
// inner sum is sharpened on its way (a steep tanh, a ratio of near numbers) its terms count as much as they weigh in the
// result: twin_lean says so.
#ifndef BR_TWIN_H
#define BR_TWIN_H

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "law/eval/tape.h"

typedef long double complex num;

// CMPLXL, which not every compiler has: re + I*im would make a NaN of an infinite im.
static inline num twin_num(long double re, long double im)
{
    const long double part[2] = {re, im};
    num x;
    memcpy(&x, part, sizeof x);
    return x;
}

typedef struct twin_at { // one point of a law
    const br_tape *tape; // names and places of the quantities, elements of each dimension
    const double *x, *u, *p;
    const int *m;
    int q, i;         // the number that moves: element i of quantity q; q < 0: none
    long double step; // how far along the imaginary axis
} twin_at;

typedef struct twin_sum {
    num x;
    long double term, slope; // largest magnitude among the terms, and among their imaginary parts
    bool edge;               // so near a kink that rounding decides on which side
} twin_sum;

// Writes every number of the rows: rates of the states, then outputs; or updates, then updated outputs.
typedef void twin_law(const twin_at *a, twin_sum *row);

typedef struct twin {
    const char *name;
    twin_law *now, *next;
} twin;

extern const twin twins[]; // ends with a name of NULL
const twin *twin_find(const char *name);

num twin_get(const twin_at *a, const char *name, int i);
bool twin_is(const twin_at *a, const char *choice, const char *value);
int twin_count(const twin_at *a); // elements
int twin_mode(const twin_at *a, int i);

void twin_take(twin_sum *s, num term);                           // s += term
void twin_carry(twin_sum *s, num factor, const twin_sum *inner); // s += factor*inner, whose terms count, too
bool twin_near(num a, num b);                                    // equal but for rounding
void twin_lean(twin_sum *s, long double weight, num inner);      // `inner` is a term further in, `weight` its effect

// The viscous term c(v) of every law.
num twin_viscous(const twin_at *a, num v);
// s+ of thesis (3.2); `outweigh`: the largest term inside it over s+ itself (beta < 0 cancels).
num twin_stribeck(const twin_at *a, num v, long double *outweigh);

num twin_abs(num x);                      // slope +1 at 0
num twin_sgn(num x);                      // flat
num twin_power(num b, num e);             // b >= 0; slope 0 by e at b = 0
num twin_clamp(num x, num low, num high); // follows x on a tie

twin_law twin_coulomb, twin_karnopp, twin_makkar, twin_pacejka, twin_static_kinetic, twin_stribeck_law,
    twin_viscous_law;
twin_law twin_bliman_sorine, twin_dahl, twin_gear, twin_load_dahl;
twin_law twin_lugre, twin_elasto_plastic, twin_elasto_plastic_next;
twin_law twin_dam, twin_gms, twin_maxwell_slip, twin_sgms;

// ---------------------------------------------------------------- random points

typedef struct twin_random {
    uint64_t state;
} twin_random;

uint64_t twin_bits(twin_random *r);
double twin_uniform(twin_random *r, double low, double high);
double twin_decades(twin_random *r, double low, double high); // log-uniform between positive bounds
bool twin_chance(twin_random *r, double share);
int twin_below(twin_random *r, int n);

// Environment BR_COUNT and BR_SEED; printed, so that a failure can be repeated.
long twin_points(long usual);
twin_random twin_seed(const char *what);

// A random point within the bounds and conditions of the law: rest, reversal, break-away and sliding. `extreme`: one
// state or input is huge, tiny or subnormal.
void twin_draw(twin_random *r, const br_tape *t, bool extreme, double *x, double *u, double *p, int *m);

// ---------------------------------------------------------------- built-in laws in every combination of choices

typedef struct twin_case {
    const twin *twin;
    br_parsed_law law;
    char label[160]; // "lugre direction=dependent damping=constant viscous=power"
} twin_case;

br_law_finder twin_law_text;
bool twin_is_law(const char *name); // stands in laws/, not in plants/
// Calls `each` for every law and combination; answers how many there were.
int twin_cases(void (*each)(twin_case *c, void *context), void *context);
int twin_cases_of(const char *law, void (*each)(twin_case *c, void *context), void *context);

// ---------------------------------------------------------------- batches of random points

typedef struct twin_batch { // `count` points of one law, as the library wants them and point by point
    br_tape tape;
    int count;
    double *x, *u, *p, *out, *jet; // number j of point k at [j*count + k]
    int *m;
    double *px, *pu, *pp; // number j of point k at [k*numbers + j]
    int *pm;
} twin_batch;

// elements: of every dimension.
void twin_batch_make(twin_batch *b, const br_parsed_law *law, bool next, const br_jet *jet, int elements, int count);
void twin_batch_free(twin_batch *b);
void twin_batch_draw(twin_batch *b, twin_random *r, double extremes); // a share of extreme points
void twin_batch_spread(twin_batch *b);                                // after changes to px, pu, pp, pm
void twin_batch_run(twin_batch *b);
twin_at twin_batch_at(const twin_batch *b, int k);
double twin_batch_out(const twin_batch *b, int row_number, int k);
double twin_batch_jet(const twin_batch *b, int block_number, int k);
void twin_batch_print(const twin_batch *b, int k); // the point, as text that names every quantity

#endif
