// stops_refine.c - stiffnesses and lengths of Maxwell-slip elements by Levenberg-Marquardt. [host]
#include "num/base/fp.h"

#include "fit/curve/stops_parts.h"
#include "num/base/elem.h"
#include "num/optimise/least_squares.h"

#include <math.h>
#include <stdlib.h>

typedef struct refined {
    const br_stops_log *log;
    int without, elements, extra; // extra: offset, and sigma2 before it where there are speeds
    int n;
} refined;

// Variables: [sigma2,] offset, l and kappa of each element.
static void to_values(const refined *r, const br_stops *s, double *x)
{
    if (r->extra == 2)
        x[0] = s->sigma2;
    x[r->extra - 1] = s->offset;
    for (int i = 0; i < r->elements; i++) {
        x[r->extra + 2 * i] = s->l[i];
        x[r->extra + 2 * i + 1] = s->kappa[i];
    }
}

static void from_values(const refined *r, const double *x, br_stops *s)
{
    s->sigma2 = r->extra == 2 ? x[0] : 0;
    s->offset = x[r->extra - 1];
    for (int i = 0; i < r->elements; i++) {
        s->l[i] = x[r->extra + 2 * i];
        s->kappa[i] = x[r->extra + 2 * i + 1];
    }
}

typedef struct spring {
    double z, by_l; // stretch, and how it changes with l: 1 or -1 where it slipped last, 0 before
} spring;

static void step_stop(spring *s, double dx, double l)
{
    double z = s->z + dx;
    s->by_l = z > l ? 1 : z < -l ? -1 : s->by_l;
    s->z = z > l ? l : z < -l ? -l : z;
}

static void jacobian_row(const refined *r, const double *x, long long k, const spring *s, double *row)
{
    if (r->extra == 2)
        row[0] = r->log->v[k];
    row[r->extra - 1] = 1;
    for (int i = 0; i < r->elements; i++) {
        row[r->extra + 2 * i] = x[r->extra + 2 * i + 1] * s[i].by_l;
        row[r->extra + 2 * i + 1] = s[i].z;
    }
}

// Residuals of the rows that are fitted (or, inside out, of the others).
static long long residuals(const refined *r, const double *x, bool others, double *to, double *J)
{
    const br_stops_log *log = r->log;
    spring s[BR_STOPS_MOST] = {{0, 0}};
    long long m = 0;
    for (long long k = 0; k < log->n; k++) {
        double dx = k > 0 ? log->x[k] - log->x[k - 1] : 0, sum = x[r->extra - 1];
        for (int i = 0; i < r->elements; i++) {
            step_stop(&s[i], dx, x[r->extra + 2 * i]);
            sum += x[r->extra + 2 * i + 1] * s[i].z;
        }
        int block = br_stops_block(log, k);
        if (block < 0 || (block == r->without) != others)
            continue;
        if (to)
            to[m] = sum + (r->extra == 2 ? x[0] * log->v[k] : 0) - log->F[k];
        if (J)
            jacobian_row(r, x, k, s, J + m * r->n);
        m++;
    }
    return m;
}

static br_status residual(void *self, const double *x, double *to, double *J)
{
    (void)residuals(self, x, false, to, J);
    return BR_OK;
}

static br_status hold_out_rms(const refined *r, const double *x, double *rms)
{
    long long m = residuals(r, x, true, NULL, NULL);
    double *e = calloc((size_t)m + 1, sizeof *e), sum = 0;
    if (!e)
        return BR_NO_MEMORY;
    (void)residuals(r, x, true, e, NULL);
    for (long long i = 0; i < m; i++)
        sum += e[i] * e[i];
    free(e);
    *rms = m > 0 ? br_sqrt(sum / (double)m) : 0;
    return BR_OK;
}

static void sort_by_length(br_stops *s)
{
    for (int i = 1; i < s->n; i++)
        for (int k = i; k > 0 && s->l[k] < s->l[k - 1]; k--) {
            double l = s->l[k], kappa = s->kappa[k];
            s->l[k] = s->l[k - 1];
            s->kappa[k] = s->kappa[k - 1];
            s->l[k - 1] = l;
            s->kappa[k - 1] = kappa;
        }
}

static void set_statistics(const refined *r, const double *x, const br_least_report *report, long long m,
                           br_fit_estimate *e, br_status *status)
{
    double measured = 0, *left = calloc((size_t)m + 1, sizeof *left);
    *status = left ? BR_OK : BR_NO_MEMORY;
    if (!left)
        return;
    for (int i = 0; i < r->n; i++)
        e->value[i] = x[i];
    (void)residuals(r, x, false, left, NULL);
    for (long long k = 0; k < r->log->n; k++)
        if (br_stops_block(r->log, k) >= 0)
            measured += r->log->F[k] * r->log->F[k];
    *status = br_fit_estimate_statistics(e, r->n, report->R, report->norm * report->norm, m, 0, -1);
    e->relative = br_sqrt(e->cost / measured);
    e->whiteness = br_fit_whiteness(m, left);
    free(left);
}

br_status br_stops_refine(br_stops *s, const br_stops_log *log, const br_stops_options *o, int steps, int without,
                          double *rms, double *hold_out_error, br_fit_estimate *e)
{
    refined r = {.log = log, .without = without, .elements = s->n, .extra = log->v ? 2 : 1};
    double x[BR_STOPS_VALUES], lo[BR_STOPS_VALUES], hi[BR_STOPS_VALUES];
    if (o->stop && *o->stop != 0)
        return BR_NEGATIVE;
    r.n = r.extra + 2 * r.elements;
    for (int i = 0; i < r.n; i++) {
        bool length = i >= r.extra && (i - r.extra) % 2 == 0;
        lo[i] = length ? o->shortest / 2 : i >= r.extra ? 0 : -(double)INFINITY;
        hi[i] = length ? o->longest : (double)INFINITY;
    }
    to_values(&r, s, x);
    long long m = residuals(&r, x, false, NULL, NULL);
    if (m < r.n)
        return BR_NEGATIVE;
    br_least_problem p = {(int)m, r.n, &r, residual, lo, hi};
    br_least_options options = br_least_defaults();
    br_least_report report;
    size_t bytes = br_least_bytes((int)m, r.n);
    void *memory = bytes ? malloc(bytes) : NULL;
    options.steps = steps;
    options.tol = 1e-6;
    br_status status = memory ? br_least(&p, &options, x, &report, memory, bytes) : BR_NO_MEMORY;
    if (status == BR_OK) {
        *rms = report.norm / br_sqrt((double)m);
        from_values(&r, x, s);
        sort_by_length(s);
        if (e) {
            to_values(&r, s, x);
            set_statistics(&r, x, &report, m, e, &status);
        }
    }
    if (status == BR_OK && hold_out_error)
        status = hold_out_rms(&r, x, hold_out_error);
    free(memory);
    return status;
}
