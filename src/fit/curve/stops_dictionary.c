// stops_dictionary.c - a dictionary of stop operators with non-negative stiffnesses (NNLS). [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "fit/curve/stops_parts.h"
#include "num/base/elem.h"
#include "num/optimise/nnls.h"
#include "num/algebra/vector.h"

#include <stdlib.h>
#include <string.h>

// Offset and sigma2 may have any sign: two columns each, of opposite sign.
enum { EXTRA = 4, MOST = BR_STOPS_ATOMS + EXTRA };

static br_status add_rows(br_linear *rows, const br_stops_log *log, int atoms, const double *l)
{
    double row[MOST], z[BR_STOPS_ATOMS] = {0};
    br_status status = BR_OK;
    for (long long k = 0; k < log->n && status == BR_OK; k++) {
        double dx = k > 0 ? log->x[k] - log->x[k - 1] : 0;
        for (int j = 0; j < atoms; j++)
            row[j] = z[j] = br_min(br_max(z[j] + dx, -l[j]), l[j]);
        row[atoms] = 1;
        row[atoms + 1] = -1;
        row[atoms + 2] = log->v ? log->v[k] : 0;
        row[atoms + 3] = -row[atoms + 2];
        if (br_stops_block(log, k) >= 0)
            status = br_linear_add(rows, 1, row, &log->F[k], NULL);
    }
    return status;
}

// The rows as NNLS takes them, and one more that holds the sum of the stiffnesses against `weight`.
static br_status solve_nnls(const br_linear *rows, int atoms, double weight, double *kappa)
{
    int n = rows->n, m = rows->all.held + 1;
    size_t size = (size_t)m * ((size_t)n + 1) + (size_t)n, bytes = br_nnls_bytes(m, n);
    double *A = calloc(size, sizeof *A);
    void *memory = malloc(bytes + 1);
    if (!A || !memory) {
        free(A);
        free(memory);
        return BR_NO_MEMORY;
    }
    double *b = br_row(A, m, n), *x = b + m;
    for (int i = 0; i < rows->all.held; i++) {
        memcpy(br_row(A, n, i), br_row_of(rows->all.block, n + 1, i), (size_t)n * sizeof *A);
        b[i] = rows->all.block[i * (n + 1) + n];
    }
    for (int j = 0; j < atoms; j++)
        A[(m - 1) * n + j] = weight * br_sqrt((double)rows->count);
    br_status status = br_nnls(m, n, A, b, x, NULL, NULL, memory, bytes);
    if (status == BR_OK)
        memcpy(kappa, x, (size_t)atoms * sizeof *kappa);
    free(A);
    free(memory);
    return status;
}

br_status br_stops_dictionary(const br_stops_options *o, long long n, const double *x, const double *v, const double *F,
                              double weight, double *l, double *kappa)
{
    static const char *const name[MOST] = {0}; // not used
    br_stops_log log = {.n = n, .x = x, .v = v, .F = F};
    br_stops_options own = *o;
    br_linear rows;
    br_status status = br_stops_prepare(&log, &own);
    if (status != BR_OK)
        return status;
    double growth = br_log(own.longest / own.shortest) / (own.atoms - 1);
    for (int j = 0; j < own.atoms; j++)
        l[j] = own.shortest * br_exp(growth * j);
    status = br_linear_init(&rows, own.atoms + EXTRA, name);
    if (status == BR_OK)
        status = add_rows(&rows, &log, own.atoms, l);
    if (status == BR_OK)
        status = rows.count > 0 ? solve_nnls(&rows, own.atoms, weight, kappa) : BR_NEGATIVE;
    br_linear_free(&rows);
    return status;
}
