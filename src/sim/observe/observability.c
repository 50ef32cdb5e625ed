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
    br_status status = memory ? br_joint_init(&o->joint, s, &options, o->lent, bytes) : BR_NO_MEMORY;
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
    double *said = (size_t)room < SIZE_MAX / sizeof *said / (size_t)(o->n + 1)
                       ? realloc(o->said, (size_t)room * (size_t)(o->n + 1) * sizeof *said)
                       : NULL;
    if (!said)
        return BR_NO_MEMORY;
    o->said = said;
    o->room = room;
    return BR_OK;
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
        o->said[o->seen * n + c] = o->row[c] * o->row[c] / r;
        if (!isfinite(o->said[o->seen * n + c]))
            return BR_NOT_FINITE;
    }
    for (int i = 0; i < n; i++)
        for (int c = i; c < n; c++)
            o->J[i * n + c] += o->row[i] * o->row[c] / r;
    o->seen++;
    return BR_OK;
}

// ---------------------------------------------------------------- what it means

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x > y ? -1 : x < y;
}

// The share of the measurements, the most telling first, that hold 90 % of what all say of number i.
static double share(const br_observability *o, int i, double *sorted)
{
    double sum = 0, part = 0;
    long long k = 0;
    for (long long s = 0; s < o->seen; s++)
        sum += sorted[s] = o->said[s * o->n + i];
    if (!(sum > 0))
        return 0;
    qsort(sorted, (size_t)o->seen, sizeof *sorted, compare);
    while (k < o->seen && part < 0.9 * sum)
        part += sorted[k++];
    return (double)k / (double)o->seen;
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

static void explain(br_observability *o, int k, const int *which, const double *V, double *sorted)
{
    for (int i = 0; i < o->n; i++)
        o->left[i] = 1;
    for (int i = 0; i < k; i++) {
        double left = 0; // of (1 + J)^-1 = V' diag(1/(1 + w)) V
        for (int r = 0; r < k; r++)
            left += V[r * k + i] * V[r * k + i] / (1 + br_max(o->value[r], 0));
        o->left[which[i]] = br_sqrt(br_min(left, 1));
        o->weakest[which[i]] = V[i];
        o->busy[which[i]] = share(o, which[i], sorted);
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
    double *V = calloc(n * n * 5 + n + 1, sizeof *V), *sorted = malloc(((size_t)o->seen + 1) * sizeof *sorted);
    int *which = malloc((n + 1) * sizeof *which);
    br_status status = V && sorted && which ? BR_OK : BR_NO_MEMORY;
    int k = status == BR_OK ? pack(o, which, V) : 0;
    if (k > 0)
        status = br_eigen(k, V, o->value, V, V + n * n);
    if (k > 0 && status == BR_OK)
        explain(o, k, which, V, sorted);
    if (k > 0 && status == BR_OK)
        status = find_blur(o, k, which, V, V + n * n);
    o->values = k;
    free(V);
    free(sorted);
    free(which);
    return status;
}
