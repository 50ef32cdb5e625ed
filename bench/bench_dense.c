// bench_dense.c - speed of the dense algebra against textbook loops and, where installed, LAPACK.          [host]
//
// LAPACK is looked for when the program runs (liblapack.so.3, whichever one the machine has chosen), and left out with a
// word if it is absent. Times are of one factorisation, the copy of the matrix included.
#include "num/algebra/cholesky.h"
#include "num/algebra/eigen.h"
#include "num/algebra/qr.h"
#include "bench.h"
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

typedef struct {
    int m, n;
    double A[MOST * MOST], B[MOST * MOST], w[MOST], V[MOST * MOST], tau[MOST], work[4 * MOST * MOST];
    int order[MOST];
} job;

// ---- ours

static void our_cholesky(void *data)
{
    job *j = data;
    if (br_cholesky_factor(j->n, j->A, j->B, NULL, j->work) != BR_OK)
        abort();
    bench_keep(j->B);
}

static void our_qr(void *data)
{
    job *j = data;
    int rank;
    memcpy(j->B, j->A, (size_t)(j->m * j->n) * sizeof *j->B);
    if (br_qr_factor(j->m, j->n, j->B, j->tau, j->order, 0, &rank, j->work) != BR_OK)
        abort();
    bench_keep(j->B);
}

static void our_eigen(void *data)
{
    job *j = data;
    if (br_eigen(j->n, j->A, j->w, j->V, j->work) != BR_OK)
        abort();
    bench_keep(j->V);
}

// ---- as textbooks write them

static void text_cholesky(void *data)
{
    job *d = data;
    int n = d->n;
    memcpy(d->B, d->A, (size_t)(n * n) * sizeof *d->B);
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double s = d->B[i * n + j];
            for (int k = 0; k < j; k++)
                s -= d->B[i * n + k] * d->B[j * n + k];
            d->B[i * n + j] = i == j ? sqrt(s) : s / d->B[j * n + j];
        }
    bench_keep(d->B);
}

static void text_qr(void *data)
{
    job *d = data;
    int m = d->m, n = d->n;
    double *a = d->B;
    memcpy(a, d->A, (size_t)(m * n) * sizeof *a);
    for (int k = 0; k < n; k++) {
        int best = k;
        double most = -1;
        for (int j = k; j < n; j++) {
            double s = 0;
            for (int i = k; i < m; i++)
                s += a[i * n + j] * a[i * n + j];
            best = s > most ? j : best;
            most = s > most ? s : most;
        }
        for (int i = 0; i < m; i++) {
            double t = a[i * n + k];
            a[i * n + k] = a[i * n + best];
            a[i * n + best] = t;
        }
        double beta = a[k * n + k] > 0 ? -sqrt(most) : sqrt(most), head = a[k * n + k] - beta;
        d->tau[k] = -head / beta;
        a[k * n + k] = beta;
        for (int i = k + 1; i < m; i++)
            a[i * n + k] /= head;
        for (int j = k + 1; j < n; j++) {
            double s = a[k * n + j];
            for (int i = k + 1; i < m; i++)
                s += a[i * n + k] * a[i * n + j];
            s *= d->tau[k];
            a[k * n + j] -= s;
            for (int i = k + 1; i < m; i++)
                a[i * n + j] -= s * a[i * n + k];
        }
    }
    bench_keep(a);
}

static void turn(double *x, double *y, double c, double s)
{
    double t = c * *x - s * *y;
    *y = s * *x + c * *y;
    *x = t;
}

static void text_eigen(void *data)
{
    job *d = data;
    int n = d->n;
    double *a = d->B;
    memcpy(a, d->A, (size_t)(n * n) * sizeof *a);
    for (int i = 0; i < n * n; i++)
        d->V[i] = i % (n + 1) == 0;
    for (int sweep = 0, more = 1; sweep < 60 && more; sweep++) {
        more = 0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (fabs(a[p * n + q]) <= 1e-16 * sqrt(fabs(a[p * n + p] * a[q * n + q])))
                    continue;
                double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
                double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1);
                for (int k = 0; k < n; k++)
                    turn(&a[k * n + p], &a[k * n + q], c, t * c);
                for (int k = 0; k < n; k++)
                    turn(&a[p * n + k], &a[q * n + k], c, t * c);
                for (int k = 0; k < n; k++)
                    turn(&d->V[k * n + p], &d->V[k * n + q], c, t * c);
                more = 1;
            }
    }
    bench_keep(d->V);
}

// ---- LAPACK

static void (*dpotrf)(const char *, const int *, double *, const int *, int *);
static void (*dgeqp3)(const int *, const int *, double *, const int *, int *, double *, double *, const int *, int *);
static void (*dsyev)(const char *, const char *, const int *, double *, const int *, double *, double *, const int *,
                     int *);

static int find_lapack(void)
{
    void *library = dlopen("liblapack.so.3", RTLD_NOW);
    if (!library)
        return 0;
    *(void **)&dpotrf = dlsym(library, "dpotrf_");
    *(void **)&dgeqp3 = dlsym(library, "dgeqp3_");
    *(void **)&dsyev = dlsym(library, "dsyev_");
    return dpotrf && dgeqp3 && dsyev;
}

static void lapack_cholesky(void *data)
{
    job *j = data;
    int info;
    memcpy(j->B, j->A, (size_t)(j->n * j->n) * sizeof *j->B);
    dpotrf("L", &j->n, j->B, &j->n, &info);
    bench_keep(j->B);
}

static void lapack_qr(void *data) // column by column: the same shape, random numbers as good as any
{
    job *j = data;
    int info, size = 4 * MOST * MOST;
    memcpy(j->B, j->A, (size_t)(j->m * j->n) * sizeof *j->B);
    memset(j->order, 0, sizeof j->order);
    dgeqp3(&j->m, &j->n, j->B, &j->m, j->order, j->tau, j->work, &size, &info);
    bench_keep(j->B);
}

static void lapack_eigen(void *data)
{
    job *j = data;
    int info, size = 4 * MOST * MOST;
    memcpy(j->V, j->A, (size_t)(j->n * j->n) * sizeof *j->V);
    dsyev("V", "L", &j->n, j->V, &j->n, j->w, j->work, &size, &info);
    bench_keep(j->V);
}

static void fill(job *j, int m, int n, int definite)
{
    unsigned state = 1;
    j->m = m;
    j->n = n;
    for (int i = 0; i < m * n; i++)
        j->B[i] = (double)((state = state * 1664525u + 1013904223u) >> 8) / 16777216 - 0.5;
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++) {
            double s = definite ? (i == k) : j->B[i * n + k];
            for (int l = 0; definite && l < n; l++)
                s += j->B[i * n + l] * j->B[k * n + l];
            j->A[i * n + k] = s;
        }
}

static void compare(const char *name, job *j, bench_work *ours, bench_work *text, bench_work *lapack, int found)
{
    bench_compare(name, ours, j, "textbook loops", text, j, 1);
    if (found)
        bench_compare(name, ours, j, "LAPACK", lapack, j, 1);
}

int main(void)
{
    static job j;
    int found = find_lapack();
    if (!found)
        puts("dense: no liblapack.so.3 here, compared with textbook loops only");
    fill(&j, 6, 6, 1);
    compare("Cholesky, n = 6", &j, our_cholesky, text_cholesky, lapack_cholesky, found);
    fill(&j, 20, 20, 1);
    compare("Cholesky, n = 20", &j, our_cholesky, text_cholesky, lapack_cholesky, found);
    compare("eigenvalues and vectors, n = 20", &j, our_eigen, text_eigen, lapack_eigen, found);
    fill(&j, 60, 60, 1);
    compare("Cholesky, n = 60", &j, our_cholesky, text_cholesky, lapack_cholesky, found);
    fill(&j, 60, 20, 0);
    compare("pivoted QR, 60 by 20", &j, our_qr, text_qr, lapack_qr, found);
    return 0;
}
