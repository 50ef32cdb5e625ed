// estimator.h - what observers and horizons of the C API have in common: a plan, names, and what may be changed.   [host]
//
// Both are what an emitted package is: its plan, carried out by the library.
#ifndef BR_API_ESTIMATE_ESTIMATOR_H
#define BR_API_ESTIMATE_ESTIMATOR_H

#include "api/law/opened_law.h"
#include "emit/package/packing.h"
#include "emit/package/plan_options.h"
#include "law/model/required.h"

#include <string.h>

// Made once, for all handles that are like the first one.
typedef struct br_estimator {
    br_opened_law *law;
    br_package_options options;
    br_packing packing;  // the plan, and the system
    br_plan_reals reals; // the numbers of the plan
    br_required *required;
    bool stationary; // a filter of constant gain
} br_estimator;

// Lists that stand in every kind of options.
typedef struct br_estimator_lists {
    double rate;
    const char *measured, *estimate, *noise, *prior, *most, *method;
    int substeps;
    double gate;
} br_estimator_lists;

// Into the options of a package, which lends their texts.
br_status br_estimator_read_lists(br_package_options *o, const br_estimator_lists *l, br_diag *why) BR_CHECKED;

// Reads the law again, and makes the plan: what o says (its observer, horizon and every) with the lists.
br_status br_estimator_open(br_estimator **e, const br_law *law, br_package_options o, const br_estimator_lists *lists,
                            br_diag *why) BR_CHECKED;
void br_estimator_close(br_estimator *e); // NULL is fine

// One that was planned otherwise: its numbers, and what its law requires. Released after a failure, too.
br_status br_estimator_complete(br_estimator *e) BR_CHECKED;
void br_estimator_release(br_estimator *e);

typedef enum br_estimator_part {
    BR_PART_INPUTS,
    BR_PART_MEASURED,
    BR_PART_NUMBERS,
    BR_PART_OUTPUTS,
    BR_PART_PARAMETERS
} br_estimator_part;

int br_estimator_size(const br_estimator *e, int part); // 0: there is no such part
br_status br_estimator_number_at(const br_estimator *e, int part, int i, br_law_number *number) BR_CHECKED;
int br_estimator_index(const br_estimator *e, int part, const char *name);

static inline const br_sys *br_estimator_system(const br_estimator *e)
{
    return &e->packing.system.sys;
}

// What a program may change between samples, side by side: one comparison says whether it has; and as it was valid last.
typedef struct br_adjusted {
    double *p, *q, *most, *r; // r: of all that can be measured, or of what is
    double *kept_p, *kept_q, *kept_most, *kept_r;
    int rs;           // numbers of r
    const int *r_at;  // of every measurement its place in r; NULL: the same
    const int *fresh; // of a horizon: estimated inputs, whose noise is above 0; NULL: of a filter
    bool lent;        // a program has asked where they are: until then nothing can have changed
} br_adjusted;

// Room for both; and copies p, q, most and r (rs numbers) of *a to it, from where they are read from then on. q NULL: parameters alone.
int br_adjusted_numbers(const br_estimator *e);
void br_adjusted_begin(br_adjusted *a, const br_estimator *e, double *room);

bool br_adjusted_repair(br_adjusted *a,
                        const br_estimator *e); // some have been changed; false: some of them are restored

// A place among them, for a program to write to.
static inline double *br_adjusted_lend(br_adjusted *a, double *place)
{
    a->lent = true;
    return place;
}

// Whether all is as it was, to the bit: one comparison in most samples of those who adjust.
static inline bool br_adjusted_is_same(const br_adjusted *a)
{
    return !a->lent || memcmp(a->p, a->kept_p, (size_t)(a->r + a->rs - a->p) * sizeof *a->p) == 0;
}

// False: some were not valid, and are restored.
static inline bool br_adjusted_restore(br_adjusted *a, const br_estimator *e)
{
    return br_adjusted_is_same(a) || br_adjusted_repair(a, e);
}

// x, or the largest number of its sign; `otherwise` where it is NaN.
static inline double br_finite_or(double x, double otherwise)
{
    return x > BR_MOST ? BR_MOST : x < -BR_MOST ? -BR_MOST : x == x ? x : otherwise;
}

#endif
