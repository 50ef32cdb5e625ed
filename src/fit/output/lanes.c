// lanes.c - the cost of many starts at once, linear parameters eliminated (variable projection). [host]
#include "num/base/fp.h"

#include "fit/output/affine.h"
#include "fit/output/lanes.h"
#include "num/base/clones.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOGETHER = 64, MOST_COLUMNS = 24, FEW = 4 }; // FEW: substeps of kinds that choose

// A batch at work. Columns of the linear regression: terms, the force with all affine parameters 0 (only of a homogeneous law;
// else it is known), then a column for each affine parameter.
typedef struct batch {
    const br_output_problem *q;
    const br_output_options *o;
    int n;         // lanes
    int terms, nl; // nl: affine parameters
    int columns;
    bool homogeneous;
    int *linear; // which parameters of the fit these are
    br_integrator flow;
    void *memory;
    double *p, *x, *u, *middle, *unit;   // of the lanes; unit: of every affine parameter what a coefficient of 1 is
    double *p_out, *x_out, *u_out, *out; // (1 + nl) points for each lane
    double *column, *y, *A, *b, *yy; // a row of the regression; normal equations: of each number all lanes side by side
    double *low, *high;              // of the coefficients, but for units
    int *m, *m_out;
    bool *dead;
    long long rows;
    double *block;
} batch;

// ---------------------------------------------------------------- opening

static bool find_linear(batch *w)
{
    const br_fit_parameters *n = w->q->parameters;
    bool *affine = calloc((size_t)n->count + 1, sizeof *affine);
    w->linear = calloc((size_t)n->count + 1, sizeof *w->linear);
    bool done = affine && w->linear && br_fit_affine(w->q->model, n, w->o->which, affine) == BR_OK;
    w->homogeneous = br_fit_homogeneous(w->q->model, n);
    w->terms = w->q->terms;
    for (int i = 0; done && i < n->count; i++)
        if (affine[i] && w->terms + 1 + w->nl < MOST_COLUMNS &&
            (!w->homogeneous || br_fit_force_power(&n->parameter[i]) == 1))
            w->linear[w->nl++] = i;
    w->columns = w->terms + w->homogeneous + w->nl;
    free(affine);
    return done;
}

static br_status open_flow(batch *w)
{
    br_integrator_options o = br_integrator_defaults();
    o.points = o.lanes = w->n;
    o.kind = w->o->flow;
    if (w->o->substeps > 0)
        o.substeps = w->o->substeps;
    o.most = o.substeps > FEW ? o.substeps : FEW; // starts are compared, not fitted
    size_t bytes = br_integrator_bytes(w->q->sys, &o);
    w->memory = bytes ? malloc(bytes) : NULL;
    if (!w->memory)
        return bytes ? BR_NO_MEMORY : BR_BAD_USAGE;
    return br_integrator_init(&w->flow, w->q->sys, &o, w->memory, bytes);
}

static br_status open_batch(batch *w, int lanes)
{
    const br_sys *s = w->q->sys;
    w->n = lanes;
    if (!find_linear(w))
        return BR_NO_MEMORY;
    size_t L = (size_t)lanes, nx = (size_t)br_sys_nx(s), nu = (size_t)br_sys_nu(s), np = (size_t)br_sys_np(s),
           nm = (size_t)br_sys_nm(s), K = 1 + (size_t)w->nl, C = (size_t)w->columns + 1;
    w->block = calloc(L * (np + nx + 2 * nu + K) + L * K * (np + 2 * nx + nu + (size_t)br_sys_ny(s)) +
                          L * (C + 1 + C * C + C + 1) + 2 * C + 1,
                      sizeof *w->block);
    w->m = calloc(L * nm * (1 + K) + 1, sizeof *w->m);
    w->dead = calloc(L + 1, sizeof *w->dead);
    if (!w->block || !w->m || !w->dead)
        return BR_NO_MEMORY;
    double *at = w->block;
    w->p = at;
    w->x = at += L * np;
    w->u = at += L * nx;
    w->middle = at += L * nu;
    w->unit = at += L * nu;
    w->p_out = at += L * K;
    w->x_out = at += L * K * np;
    w->u_out = at += L * K * nx;
    w->out = at += L * K * nu;
    w->column = at += L * K * (nx + (size_t)br_sys_ny(s));
    w->y = at += L * C;
    w->A = at += L;
    w->b = at += L * C * C;
    w->yy = at += L * C;
    w->low = at += L;
    w->high = at + C;
    w->m_out = w->m + L * nm;
    return nx > 0 ? open_flow(w) : BR_OK;
}

static void close_batch(batch *w)
{
    free(w->memory);
    free(w->linear);
    free(w->block);
    free(w->m);
    free(w->dead);
}

// ---------------------------------------------------------------- simulating

// Parameter `number` of lane k at all points of its outputs.
static void set_points(batch *w, int k, int number, double value)
{
    int points = w->n * (1 + w->nl);
    for (int i = 0; i <= w->nl; i++)
        w->p_out[(ptrdiff_t)number * points + i * w->n + k] = value;
}

// Point 0 of a lane has all affine parameters 0, point 1 + i has the i-th one at its unit, and what must not lie below it.
static void set_lane(batch *w, int k, const double *p)
{
    const br_fit_parameters *n = w->q->parameters;
    int points = w->n * (1 + w->nl);
    for (int i = 0; i < w->q->model->np; i++) {
        w->p[(ptrdiff_t)i * w->n + k] = p[i];
        set_points(w, k, i, p[i]);
    }
    for (int i = 0; i < w->nl; i++)
        set_points(w, k, n->parameter[w->linear[i]].at, 0);
    for (int i = 0; i < w->nl; i++) {
        const br_fit_parameter *is = &n->parameter[w->linear[i]];
        double unit = w->unit[i * w->n + k] = p[is->at] != 0 ? fabs(p[is->at]) : 1;
        w->p_out[(ptrdiff_t)is->at * points + (1 + i) * w->n + k] = unit;
        for (int j = 0; j < w->nl; j++)
            if (n->parameter[w->linear[j]].kind == BR_FIT_ABOVE && n->parameter[w->linear[j]].other == w->linear[i])
                w->p_out[(ptrdiff_t)n->parameter[w->linear[j]].at * points + (1 + i) * w->n + k] = unit;
    }
}

static void reset_states(batch *w)
{
    const br_model *m = w->q->model;
    for (int k = 0; k < w->n; k++) {
        for (int i = 0; i < m->nx; i++)
            w->x[i * w->n + k] = br_interval_mid(m->x[i]);
        for (int i = 0; i < m->nm; i++)
            w->m[i * w->n + k] = m->m[i];
    }
}

// The inputs of a row, the same for all lanes; one that is missing keeps what it was. false: it is not there yet.
static bool read_row(const batch *w, const br_stretch *s, long long row, double *u)
{
    bool whole = true;
    for (int i = 0; i < br_sys_nu(w->q->sys); i++) {
        double now = s->u[i] ? s->u[i][row] : s->hold[i];
        for (int k = 0; k < w->n && isfinite(now); k++)
            u[i * w->n + k] = now;
        whole = whole && isfinite(u[i * w->n]);
    }
    return whole;
}

// Lanes that cannot be stepped go on as copies of one that can, and cost an infinite amount. false: there is none.
static bool bury_lanes(batch *w, double dt)
{
    const br_sys *s = w->q->sys;
    int alive = -1, nx = br_sys_nx(s), nu = br_sys_nu(s), np = br_sys_np(s), nm = br_sys_nm(s);
    double *own = calloc((size_t)(2 * nx + nu + np) + 1, sizeof *own);
    int *modes = calloc((size_t)nm + 1, sizeof *modes);
    for (int k = 0; own && modes && k < w->n; k++) {
        double *next = own + nx, *u = next + nx, *p = u + nu;
        for (int i = 0; i < nx; i++)
            own[i] = w->x[i * w->n + k];
        for (int i = 0; i < nu; i++)
            u[i] = w->middle[i * w->n + k];
        for (int i = 0; i < np; i++)
            p[i] = w->p[(ptrdiff_t)i * w->n + k];
        for (int i = 0; i < nm; i++)
            modes[i] = w->m[i * w->n + k];
        bool fine = br_integrator_step(&w->flow, 1, own, nm > 0 ? modes : NULL, u, p, 1, dt, next, NULL, NULL) == BR_OK;
        w->dead[k] = w->dead[k] || !fine;
        alive = fine && alive < 0 ? k : alive;
    }
    for (int k = 0; k < w->n && alive >= 0; k++)
        if (w->dead[k]) {
            for (int i = 0; i < nx; i++)
                w->x[i * w->n + k] = w->x[i * w->n + alive];
            for (int i = 0; i < np; i++)
                w->p[(ptrdiff_t)i * w->n + k] = w->p[(ptrdiff_t)i * w->n + alive];
            for (int i = 0; i < nm; i++)
                w->m[i * w->n + k] = w->m[i * w->n + alive];
        }
    free(own);
    free(modes);
    return alive >= 0;
}

// From row to row + 1: the input between two rows is the mean of theirs.
static br_status step_lanes(batch *w, const br_stretch *s, long long row)
{
    size_t inputs = (size_t)br_sys_nu(w->q->sys) * (size_t)w->n;
    memcpy(w->middle, w->u, inputs * sizeof *w->u);
    (void)read_row(w, s, row + 1, w->u);
    for (size_t i = 0; i < inputs; i++)
        w->middle[i] = 0.5 * w->middle[i] + 0.5 * w->u[i];
    if (br_sys_nx(w->q->sys) == 0)
        return BR_OK;
    int *m = br_sys_nm(w->q->sys) > 0 ? w->m : NULL;
    double dt = s->t[row + 1] - s->t[row];
    br_status status = br_integrator_step(&w->flow, w->n, w->x, m, w->middle, w->p, 1, dt, w->x, m, NULL);
    if (status != BR_NOT_FINITE)
        return status;
    if (!bury_lanes(w, dt))
        return BR_NEGATIVE;
    return br_integrator_step(&w->flow, w->n, w->x, m, w->middle, w->p, 1, dt, w->x, m, NULL);
}

// ---------------------------------------------------------------- normal equations

// The outputs of all lanes, each at its 1 + nl points.
static void evaluate_outputs(batch *w)
{
    const br_sys *s = w->q->sys;
    int points = w->n * (1 + w->nl), nm = br_sys_nm(s);
    for (int v = 0; v <= w->nl; v++) {
        for (int i = 0; i < br_sys_nx(s); i++)
            memcpy(w->x_out + (ptrdiff_t)i * points + v * w->n, w->x + i * w->n, (size_t)w->n * sizeof *w->x);
        for (int i = 0; i < br_sys_nu(s); i++)
            memcpy(w->u_out + (ptrdiff_t)i * points + v * w->n, w->u + i * w->n, (size_t)w->n * sizeof *w->u);
        for (int i = 0; i < nm; i++)
            memcpy(w->m_out + (ptrdiff_t)i * points + v * w->n, w->m + i * w->n, (size_t)w->n * sizeof *w->m);
    }
    br_sys_rate(s, points, w->x_out, nm > 0 ? w->m_out : NULL, w->u_out, w->p_out, 1, w->out);
}

// The columns of a row of the regression, and what it explains.
static void set_row(batch *w, const br_output_log *l, long long row)
{
    int n = w->n, points = n * (1 + w->nl);
    const double *F = w->out + (ptrdiff_t)(br_sys_nx(w->q->sys) + w->o->which) * points;
    double *c = w->column;
    for (int j = 0; j < w->terms; j++, c += n)
        for (int k = 0; k < n; k++)
            c[k] = l->term[j][row];
    if (w->homogeneous) {
        memcpy(c, F, (size_t)n * sizeof *c);
        c += n;
    }
    for (int i = 0; i < w->nl; i++, c += n)
        for (int k = 0; k < n; k++)
            c[k] = F[(1 + i) * n + k] - F[k];
    for (int k = 0; k < n; k++)
        w->y[k] = l->y[row] - (w->homogeneous ? 0 : F[k]);
}

// Adds a row to the normal equations of n lanes.
BR_CLONES static void accumulate(int n, int C, const double *column, const double *y, double *restrict A,
                                 double *restrict b, double *restrict yy)
{
    for (int i = 0; i < C; i++) {
        const double *ci = column + (ptrdiff_t)i * n;
        for (int j = 0; j <= i; j++) {
            const double *cj = column + (ptrdiff_t)j * n;
            double *a = A + ((ptrdiff_t)i * C + j) * n;
            for (int k = 0; k < n; k++)
                a[k] += ci[k] * cj[k];
        }
        for (int k = 0; k < n; k++)
            b[(ptrdiff_t)i * n + k] += ci[k] * y[k];
    }
    for (int k = 0; k < n; k++)
        yy[k] += y[k] * y[k];
}

static void add_row(batch *w, const br_output_log *l, long long row)
{
    evaluate_outputs(w);
    set_row(w, l, row);
    accumulate(w->n, w->columns, w->column, w->y, w->A, w->b, w->yy);
}

static br_status run_log(batch *w, const br_output_log *l)
{
    const br_stretch *s = &l->stretch;
    br_status status = BR_OK;
    if (l->from >= l->to)
        return BR_OK;
    for (int i = 0; i < br_sys_nu(w->q->sys) * w->n; i++)
        w->u[i] = (double)NAN;
    reset_states(w);
    if (!read_row(w, s, 0, w->u))
        return BR_BAD_DATA;
    for (long long row = 0; row < l->to && status == BR_OK; row++) {
        if (row >= l->from && isfinite(l->y[row])) {
            add_row(w, l, row);
            w->rows++;
        }
        if (w->o->stop && *w->o->stop != 0)
            status = BR_NEGATIVE;
        else if (row + 1 < l->to)
            status = step_lanes(w, s, row);
    }
    return status;
}

// Solves A c = b over the free columns, the others held; A: the lower triangle. Columns that make nothing are 0.
static void solve_free(int C, const double *A, const double *b, const bool *held, double *c)
{
    double L[MOST_COLUMNS][MOST_COLUMNS] = {{0}}, y[MOST_COLUMNS] = {0};
    for (int i = 0; i < C; i++) {
        double right = b[i], left = A[i * C + i];
        for (int j = 0; j < C && !held[i]; j++)
            right -= held[j] ? (i > j ? A[i * C + j] : A[j * C + i]) * c[j] : 0;
        for (int j = 0; j < i && !held[i]; j++) {
            double sum = held[j] ? 0 : A[i * C + j];
            for (int k = 0; k < j; k++)
                sum -= L[i][k] * L[j][k];
            L[i][j] = held[j] || L[j][j] == 0 ? 0 : sum / L[j][j];
            left -= L[i][j] * L[i][j];
            right -= L[i][j] * y[j];
        }
        L[i][i] = !held[i] && left > 1e-12 * A[i * C + i] ? br_sqrt(left) : 0;
        y[i] = L[i][i] > 0 ? right / L[i][i] : 0;
    }
    for (int i = C; i-- > 0;) {
        if (held[i])
            continue;
        double sum = y[i];
        for (int j = i + 1; j < C; j++)
            sum -= held[j] ? 0 : L[j][i] * c[j];
        c[i] = L[i][i] > 0 ? sum / L[i][i] : 0;
    }
}

// Least squares with bounds: the coefficient that is farthest beyond its bound is held there, until none is. Answers the sum of
// squares.
static double solve_lane(const batch *w, int k, double *c)
{
    int C = w->columns;
    double A[MOST_COLUMNS * MOST_COLUMNS], b[MOST_COLUMNS];
    for (int i = 0; i < C * C; i++)
        A[i] = w->A[(ptrdiff_t)i * w->n + k];
    for (int i = 0; i < C; i++)
        b[i] = w->b[(ptrdiff_t)i * w->n + k];
    bool held[MOST_COLUMNS] = {false};
    for (int pass = 0; pass <= C; pass++) {
        int worst = -1;
        double most = 0;
        solve_free(C, A, b, held, c);
        for (int i = 0; i < C; i++) {
            double beyond = c[i] < w->low[i] ? w->low[i] - c[i] : c[i] > w->high[i] ? c[i] - w->high[i] : 0;
            beyond *= br_sqrt(A[i * C + i]);
            if (!held[i] && beyond > most) {
                most = beyond;
                worst = i;
            }
        }
        if (worst < 0)
            break;
        held[worst] = true;
        c[worst] = c[worst] < w->low[worst] ? w->low[worst] : w->high[worst];
    }
    double sum = w->yy[k];
    for (int i = 0; i < C; i++) {
        sum -= 2 * b[i] * c[i] - A[i * C + i] * c[i] * c[i];
        for (int j = 0; j < i; j++)
            sum += 2 * A[i * C + j] * c[i] * c[j];
    }
    return br_max(sum, 0);
}

// ---------------------------------------------------------------- lanes

// Bounds of the coefficients of lane k, whose affine parameters have units of their own.
static void set_bounds(batch *w, int k)
{
    const br_fit_parameters *n = w->q->parameters;
    for (int j = 0; j < w->terms; j++) {
        w->low[j] = w->q->term[j].low;
        w->high[j] = w->q->term[j].high;
    }
    if (w->homogeneous) {
        w->low[w->terms] = 1e-3; // a law that vanishes is no start
        w->high[w->terms] = HUGE_VAL;
    }
    for (int i = 0; i < w->nl; i++) {
        const br_fit_parameter *is = &n->parameter[w->linear[i]];
        int c = w->terms + w->homogeneous + i;
        bool above =
            is->kind == BR_FIT_ABOVE; // a search starts off a bound of 0, from where it could not tell a direction
        w->low[c] = above          ? 1e-3
                    : is->low >= 0 ? br_max(1e-2, is->low / w->unit[i * w->n + k])
                                   : is->low / w->unit[i * w->n + k];
        w->high[c] = above ? HUGE_VAL : is->high / w->unit[i * w->n + k];
    }
}

// What was eliminated, put into the lane.
static void set_result(const batch *w, int k, const double *c, br_lane *to)
{
    const br_fit_parameters *n = w->q->parameters;
    double scale = w->homogeneous ? c[w->terms] : 1;
    memcpy(to->term, c, (size_t)w->terms * sizeof *c);
    if (w->homogeneous && w->A[(ptrdiff_t)(w->terms * w->columns + w->terms) * w->n + k] > 0)
        for (int i = 0; i < n->count; i++)
            if (br_fit_force_power(&n->parameter[i]) != 0)
                to->p[n->parameter[i].at] *= br_pow(scale, br_fit_force_power(&n->parameter[i]));
    for (int i = 0; i < w->nl; i++)
        to->p[n->parameter[w->linear[i]].at] = c[w->terms + w->homogeneous + i] * w->unit[i * w->n + k];
    for (int i = 0; i < w->nl; i++)
        if (n->parameter[w->linear[i]].kind == BR_FIT_ABOVE)
            to->p[n->parameter[w->linear[i]].at] += to->p[n->parameter[n->parameter[w->linear[i]].other].at];
}

static br_status run_batch(batch *w, br_lane *lane, int lanes)
{
    br_status status = BR_OK;
    int C = w->columns;
    double c[MOST_COLUMNS];
    for (int k = 0; k < w->n; k++) // the last batch is filled up
        set_lane(w, k, lane[k < lanes ? k : 0].p);
    memset(w->A, 0, (size_t)w->n * (size_t)(C * C) * sizeof *w->A);
    memset(w->b, 0, (size_t)w->n * (size_t)C * sizeof *w->b);
    memset(w->yy, 0, (size_t)w->n * sizeof *w->yy);
    memset(w->dead, 0, (size_t)w->n * sizeof *w->dead);
    w->rows = 0;
    for (int i = 0; i < w->q->logs && status == BR_OK; i++)
        status = run_log(w, &w->q->log[i]);
    for (int k = 0; k < lanes; k++) {
        lane[k].cost = HUGE_VAL;
        if (status != BR_OK || w->dead[k] || w->rows == 0)
            continue;
        set_bounds(w, k);
        double sum = solve_lane(w, k, c);
        if (!isfinite(sum))
            continue;
        set_result(w, k, c, &lane[k]);
        lane[k].cost = br_sqrt(sum / (double)w->rows);
    }
    bool stopped = w->o->stop && *w->o->stop != 0;
    return status == BR_NEGATIVE && !stopped ? BR_OK : status; // all lanes are dead
}

br_status br_lanes_evaluate(const br_output_problem *q, const br_output_options *o, br_lane *lane, int lanes,
                            int together)
{
    int size = together > 0 ? together : TOGETHER;
    batch w = {.q = q, .o = o};
    br_status status = open_batch(&w, size < lanes ? size : lanes);
    for (int k = 0; k < lanes && status == BR_OK; k += w.n)
        status = run_batch(&w, lane + k, lanes - k < w.n ? lanes - k : w.n);
    close_batch(&w);
    return status;
}
