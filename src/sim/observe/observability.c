// observability.c - observability Gramian of states and parameters along a log.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/algebra/eigen.h"
#include "sim/observe/observability.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

static void carve_gramian(br_arena *a, br_observability *o, const br_sys *s, size_t joint)
{
    int n = o->n;
    o->value = br_arena_reals(a, n);
    o->weakest = br_arena_reals(a, n);
    o->left = br_arena_reals(a, n);
    o->busy = br_arena_reals(a, n);
    o->blurred = br_arena_reals(a, n);
    o->X = br_arena_reals(a, n);
    o->sd = br_arena_reals(a, n);
    o->h = br_arena_reals(a, n);
    o->row = br_arena_reals(a, n);
    o->Phi = br_arena_reals(a, n * n);
    o->next = br_arena_reals(a, n * n);
    o->J = br_arena_reals(a, n * n);
    o->F = br_arena_reals(a, n * n);
    o->m = br_arena_ints(a, s->nm);
    o->lent = br_arena_reals(a, (int)(joint / sizeof(double)) + 1);
}

br_status br_observability_open(br_observability *o, const br_sys *s, const br_joint_options *joint, const double *X,
                                const double *sd)
{
    br_joint_options options = *joint;
    options.slopes = 1;
    options.flow.points = 1;
    size_t bytes = br_joint_bytes(s, &options);
    memset(o, 0, sizeof *o);
    if (bytes == 0)
        return BR_BAD_USAGE;
    br_arena a = {0};
    o->n = s->nx + options.estimates;
    carve_gramian(&a, o, s, bytes);
    void *memory = calloc(a.used + 1, 1);
    a = (br_arena){memory, 0};
    if (memory)
        carve_gramian(&a, o, s, bytes);
    o->memory = memory;
    o->said = calloc((size_t)o->n + 1, sizeof *o->said);
    br_status status = memory && o->said ? br_joint_init(&o->joint, s, &options, o->lent, bytes) : BR_NO_MEMORY;
    if (status != BR_OK) {
        br_observability_close(o);
        return status;
    }
    memcpy(o->X, X, (size_t)o->n * sizeof *X);
    memcpy(o->sd, sd, (size_t)o->n * sizeof *sd);
    for (int i = 0; i < o->n; i++)
        o->Phi[i * o->n + i] = 1;
    return BR_OK;
}

void br_observability_close(br_observability *o)
{
    free(o->memory);
    for (int i = 0; o->said && i < o->n; i++)
        br_spool_free(&o->said[i]);
    free(o->said);
    memset(o, 0, sizeof *o);
}

// ---------------------------------------------------------------- along the log

br_status br_observability_step(br_observability *o, const double *u, const double *p, double dt)
{
    int n = o->n;
    const br_joint *j = &o->joint;
    br_status status = br_joint_step(&o->joint, 1, o->X, o->m, u, p, dt, o->X, o->m, o->F);
    if (status != BR_OK)
        return status;
    memset(o->next, 0, (size_t)(j->nx * n) * sizeof *o->next);
    for (int i = 0; i < j->nF; i++) // Phi = F Phi; estimated parameters stay
        for (int c = 0; c < n; c++)
            o->next[j->F[i].row * n + c] += o->F[i] * o->Phi[j->F[i].column * n + c];
    memcpy(o->Phi, o->next, (size_t)(j->nx * n) * sizeof *o->Phi);
    return BR_OK;
}

static br_status grow(br_observability *o)
{
    if (o->seen < o->room)
        return BR_OK;
    long long room = o->room ? 2 * o->room : 1024;
    br_status status = BR_OK;
    for (int i = 0; i < o->n && status == BR_OK; i++)
        status = br_spool_resize(&o->said[i], (size_t)room * sizeof(double), BR_SPOOL_HEAP);
    o->room = status == BR_OK ? room : o->room;
    return status;
}

static void release_if_due(const br_observability *o, long long seen)
{
    for (int i = 0; i < o->n && br_spool_due(seen); i++)
        br_spool_release(&o->said[i]);
}

br_status br_observability_see(br_observability *o, const double *u, const double *p, int which, double r)
{
    int n = o->n;
    double y;
    br_status status = grow(o);
    if (status != BR_OK)
        return status;
    br_joint_measure(&o->joint, 1, o->X, o->m, u, p, which, &y, o->h);
    for (int c = 0; c < n; c++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += o->h[i] * o->Phi[i * n + c];
        o->row[c] = sum * o->sd[c];
        double said = o->row[c] * o->row[c] / r;
        ((double *)o->said[c].at)[o->seen] = said;
        if (!isfinite(said))
            return BR_NOT_FINITE;
    }
    for (int i = 0; i < n; i++)
        for (int c = i; c < n; c++)
            o->J[i * n + c] += o->row[i] * o->row[c] / r;
    release_if_due(o, o->seen++);
    return BR_OK;
}

// ---------------------------------------------------------------- what it means

enum { DIGITS = 1 << 16 };

// Of what the measurements say of one number: how many have a digit, and their sum.
typedef struct tally {
    long long count;
    double sum;
} tally;

// Adds up measurements whose bits above `shift` + 16 are those of `key`.
static void add_tallies(const br_observability *o, int i, uint64_t key, int shift, tally *t)
{
    const double *said = o->said[i].at;
    memset(t, 0, DIGITS * sizeof *t);
    for (long long s = 0; s < o->seen; s++) {
        release_if_due(o, s);
        uint64_t bits = br_bits(said[s]); // not negative: in the order of the numbers
        if (shift < 48 && bits >> (shift + 16) != key >> (shift + 16))
            continue;
        t[bits >> shift & (DIGITS - 1)].count++;
        t[bits >> shift & (DIGITS - 1)].sum += said[s];
    }
}

// The share of the measurements, the most telling first, that hold 90 % of what all say of number i: the bits of the last of them are
// found sixteen at a time, without sorting.
static double share(const br_observability *o, int i, tally *t)
{
    double sum = 0, part = 0;
    long long k = 0;
    uint64_t key = 0;
    add_tallies(o, i, 0, 48, t);
    for (int d = 0; d < DIGITS; d++)
        sum += t[d].sum;
    if (!(sum > 0))
        return 0;
    for (int shift = 48; shift >= 0; shift -= 16) {
        int d = DIGITS - 1;
        if (shift < 48)
            add_tallies(o, i, key, shift, t);
        for (; d > 0 && part + t[d].sum < 0.9 * sum; d--) {
            part += t[d].sum;
            k += t[d].count;
        }
        key |= (uint64_t)d << shift;
    }
    double last = br_from_bits(key), more = last > 0 ? ceil((0.9 * sum - part) / last) : 0;
    return br_min(((double)k + br_max(more, 0)) / (double)o->seen, 1);
}

// J of the numbers that are not known at the start, row by row; which[] says which they are.
static int pack(const br_observability *o, int *which, double *J)
{
    int k = 0;
    for (int i = 0; i < o->n; i++)
        if (o->sd[i] > 0)
            which[k++] = i;
    for (int r = 0; r < k; r++)
        for (int c = 0; c < k; c++)
            J[r * k + c] = o->J[which[r < c ? r : c] * o->n + which[r < c ? c : r]];
    return k;
}

static void explain(br_observability *o, int k, const int *which, const double *V, tally *t)
{
    for (int i = 0; i < o->n; i++)
        o->left[i] = 1;
    for (int i = 0; i < k; i++) {
        double left = 0; // of (1 + J)^-1 = V' diag(1/(1 + w)) V
        for (int r = 0; r < k; r++)
            left += V[r * k + i] * V[r * k + i] / (1 + br_max(o->value[r], 0));
        o->left[which[i]] = br_sqrt(br_min(left, 1));
        o->weakest[which[i]] = V[i];
        o->busy[which[i]] = share(o, which[i], t);
    }
    o->condition = o->value[0] > 0 ? o->value[k - 1] / o->value[0] : (double)INFINITY;
}

// Eigenvectors of the covariance (1 + J)^-1 = V' diag(1/(1 + w)) V of the estimated parameters. P: 3*e*e + e numbers for e of them.
static br_status find_blur(br_observability *o, int k, const int *which, const double *V, double *P)
{
    int first = 0;
    while (first < k && which[first] < o->joint.nx)
        first++;
    int e = k - first;
    double *value = P + (ptrdiff_t)3 * e * e;
    for (int i = 0; i < e; i++)
        for (int c = 0; c < e; c++) {
            P[i * e + c] = 0;
            for (int r = 0; r < k; r++)
                P[i * e + c] += V[r * k + first + i] * V[r * k + first + c] / (1 + br_max(o->value[r], 0));
        }
    br_status status = e > 0 ? br_eigen(e, P, value, P, P + (ptrdiff_t)e * e) : BR_OK;
    for (int i = 0; i < e && status == BR_OK; i++)
        o->blurred[which[first + i]] = P[(e - 1) * e + i];
    o->blur = e > 0 && status == BR_OK ? br_sqrt(br_min(br_max(value[e - 1], 0), 1)) : 0;
    return status;
}

br_status br_observability_analyse(br_observability *o)
{
    size_t n = (size_t)o->n;
    double *V = calloc(n * n * 5 + n + 1, sizeof *V);
    tally *t = malloc(DIGITS * sizeof *t);
    int *which = malloc((n + 1) * sizeof *which);
    br_status status = V && t && which ? BR_OK : BR_NO_MEMORY;
    int k = status == BR_OK ? pack(o, which, V) : 0;
    if (k > 0)
        status = br_eigen(k, V, o->value, V, V + n * n);
    if (k > 0 && status == BR_OK)
        explain(o, k, which, V, t);
    if (k > 0 && status == BR_OK)
        status = find_blur(o, k, which, V, V + n * n);
    o->values = k;
    free(V);
    free(t);
    free(which);
    return status;
}
