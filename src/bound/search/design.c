// design.c - optimal input design for a plant: D-optimal (Fisher information) or by Rauh et al. 2017. [host]
//
// All coefficients that are tried at once are lanes of one integration.
#include "num/base/fp.h"

#include "bound/search/design.h"
#include "num/base/elem.h"
#include "num/interval/ball.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 2 * BR_DESIGN_MOST + 1, LENGTHS = 16, ITERATIONS = 40 };

struct br_design {
    br_design_options o;
    br_model *m;
    br_jet jet;
    br_tape tape;
    bool has_jet, has_tape;
    int n, size;           // states; numbers of an augmented state: n*(1 + params)
    double *x, *k[4], *at; // augmented states of all lanes, slopes, a stage
    double *u, *p, *out, *jets;
    int *modes;
    double *trace;    // measured state and its sensitivities of all lanes and rows
    double *velocity; // of all lanes and rows
};

br_design_options br_design_defaults(void)
{
    return (br_design_options){.sharpen = -1,
                               .eps = 0.01,
                               .sd = 1e-3,
                               .coefficients = 6,
                               .rows = 80,
                               .duration = 8,
                               .distance = 1,
                               .least = -1e9,
                               .most = 1e9,
                               .far = DBL_MAX,
                               .terminal = 0};
}

// ---------------------------------------------------------------- inputs and the reference

double br_design_input(const br_design_options *o, const double *c, double t)
{
    double x = t / o->duration, y = 0;
    int n = o->coefficients - 1;
    if (o->pieces) {
        int k = (int)(x * (n + 1));
        return c[k < 0 ? 0 : k > n ? n : k];
    }
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    for (int k = n; k >= 0; k--) { // (17)
        double b = 1;
        for (int i = 0; i < n; i++)
            b *= i < k ? x * (n - i) / (k - i) : 1 - x;
        y += c[k] * b;
    }
    return y;
}

double br_design_reference(const br_design_options *o, double t)
{
    double x = t / o->duration;
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return o->distance * x * x * x * (10 + x * (6 * x - 15));
}

// ---------------------------------------------------------------- integration

static double jet_of(const br_design *d, int block, int lanes, int lane)
{
    return d->jets[(size_t)d->tape.block_at[block] * (size_t)lanes + (size_t)lane];
}

// Rates of the augmented states at `at` into `to`.
static void augmented_rates(br_design *d, const double *at, int lanes, double *to)
{
    br_point where = {.x = at, .u = d->u, .p = d->p, .m = d->modes};
    const br_tape *t = &d->tape;
    size_t w = (size_t)lanes;
    br_tape_run(t, lanes, &where, d->out, d->jets);
    memcpy(to, d->out, (size_t)d->n * w * sizeof *to);
    memset(to + (size_t)d->n * w, 0, (size_t)(d->size - d->n) * w * sizeof *to);
    for (int b = 0; b < t->blocks; b++) {
        int row = t->row_at[t->block[b].row], column = t->q_at[t->block[b].column];
        bool state = t->law->q[t->block[b].column].kind == BR_STATE;
        for (int l = 0; l < d->o.params && row < d->n; l++)
            for (int i = 0; i < lanes; i++) {
                size_t s = ((size_t)d->n * (size_t)(l + 1)) * w + (size_t)i;
                double by = state ? at[s + (size_t)column * w] : (double)(column == d->o.param[l]);
                to[s + (size_t)row * w] += jet_of(d, b, lanes, i) * by;
            }
    }
}

static void set_stage(const br_design *d, const double *k, double h, int lanes)
{
    for (size_t i = 0; i < (size_t)d->size * (size_t)lanes; i++)
        d->at[i] = d->x[i] + h * k[i];
}

static void set_inputs(br_design *d, const double *c, int lanes, double t)
{
    for (int i = 0; i < lanes; i++)
        d->u[(size_t)d->o.input * (size_t)lanes + (size_t)i] =
            br_design_input(&d->o, c + (size_t)i * BR_DESIGN_MOST, t);
}

static void runge_kutta_step(br_design *d, const double *c, int lanes, double t, double h)
{
    double *const *k = d->k;
    double middle = t + 0.5 * h, end = t + h * (1 - 1e-9); // of the piece that holds here
    set_inputs(d, c, lanes, t);
    augmented_rates(d, d->x, lanes, k[0]);
    set_inputs(d, c, lanes, middle);
    set_stage(d, k[0], 0.5 * h, lanes);
    augmented_rates(d, d->at, lanes, k[1]);
    set_stage(d, k[1], 0.5 * h, lanes);
    augmented_rates(d, d->at, lanes, k[2]);
    set_inputs(d, c, lanes, end);
    set_stage(d, k[2], h, lanes);
    augmented_rates(d, d->at, lanes, k[3]);
    for (size_t i = 0; i < (size_t)d->size * (size_t)lanes; i++)
        d->x[i] += h / 6 * (k[0][i] + 2 * (k[1][i] + k[2][i]) + k[3][i]);
}

static double *trace_of(const br_design *d, int row, int lane)
{
    return d->trace + ((size_t)row * LANES + (size_t)lane) * (size_t)(d->o.params + 1);
}

static void note_row(const br_design *d, int row, int lanes)
{
    size_t w = (size_t)lanes;
    for (int i = 0; i < lanes; i++) {
        for (int l = 0; l <= d->o.params; l++)
            trace_of(d, row, i)[l] = d->x[((size_t)d->n * (size_t)l + (size_t)d->o.measured) * w + (size_t)i];
        d->velocity[(size_t)row * LANES + (size_t)i] = d->x[(size_t)d->o.velocity * w + (size_t)i];
    }
}

// Coefficients of lane i at c + i*BR_DESIGN_MOST.
static void integrate_lanes(br_design *d, const double *c, int lanes)
{
    double h = d->o.duration / d->o.rows;
    memset(d->x, 0, (size_t)d->size * (size_t)lanes * sizeof *d->x);
    for (int j = 0; j < d->n; j++)
        for (int i = 0; i < lanes; i++)
            d->x[(size_t)j * (size_t)lanes + (size_t)i] = br_interval_mid(d->m->x[j]);
    for (int j = 0; j < d->m->nu; j++)
        for (int i = 0; i < lanes; i++)
            d->u[(size_t)j * (size_t)lanes + (size_t)i] = br_interval_mid(d->m->u[j]);
    for (int j = 0; j < d->m->nm; j++)
        for (int i = 0; i < lanes; i++)
            d->modes[(size_t)j * (size_t)lanes + (size_t)i] = d->m->m[j];
    note_row(d, 0, lanes);
    for (int k = 0; k < d->o.rows; k++) {
        runge_kutta_step(d, c, lanes, k * h, h);
        note_row(d, k + 1, lanes);
    }
}

// ---------------------------------------------------------------- criteria

// det of a symmetric matrix, which is destroyed; 0: not definite.
static double determinant(double m[BR_DESIGN_PARAMS][BR_DESIGN_PARAMS], int n)
{
    double det = 1;
    for (int i = 0; i < n; i++) {
        if (!(m[i][i] > 0))
            return 0;
        det *= m[i][i];
        for (int j = i + 1; j < n; j++)
            for (int k = n - 1; k > i; k--)
                m[j][k] -= m[j][i] / m[i][i] * m[i][k];
    }
    return det;
}

// Fisher information of the rows, each parameter as a share of its range.
static void fisher_information(const br_design *d, int lane, double m[BR_DESIGN_PARAMS][BR_DESIGN_PARAMS])
{
    const br_design_options *o = &d->o;
    memset(m, 0, sizeof(double) * BR_DESIGN_PARAMS * BR_DESIGN_PARAMS);
    for (int k = 1; k <= o->rows; k++) {
        const double *s = trace_of(d, k, lane) + 1;
        for (int a = 0; a < o->params; a++)
            for (int b = 0; b < o->params; b++)
                m[a][b] += s[a] * o->range[a] * s[b] * o->range[b] / (o->sd * o->sd);
    }
    for (int a = 0; a < o->params; a++)
        m[a][a] += 1; // the range itself is known
}

static double paper_cost(const br_design *d, const double *c, int lane)
{
    const br_design_options *o = &d->o;
    double h = o->duration / o->rows, J = 0, last = 0;
    for (int k = 0; k <= o->rows; k++) {
        const double *y = trace_of(d, k, lane);
        double t = k * h, off = y[0] - br_design_reference(o, t), u = br_design_input(o, c, t), sum = off * off;
        for (int l = 0; l < o->params; l++)
            sum +=
                l == o->sharpen ? 1 / (o->kappa[l] * y[1 + l] * y[1 + l] + o->eps) : o->kappa[l] * y[1 + l] * y[1 + l];
        sum += o->kappa_u * u * u;
        J += (k == 0 || k == o->rows ? 0.5 : 1) * h * sum;
        last = off * off;
    }
    return J + o->terminal * last;
}

static double fisher_cost(const br_design *d, int lane)
{
    const br_design_options *o = &d->o;
    double m[BR_DESIGN_PARAMS][BR_DESIGN_PARAMS], off = trace_of(d, o->rows, lane)[0] - o->distance;
    fisher_information(d, lane, m);
    double det = determinant(m, o->params);
    double size = det > 0 ? br_exp(-br_log(det) / (2 * o->params)) : 1;
    return size + o->terminal * off * off;
}

// Beyond the limits, and turning round: the plant would stick.
static double penalty(const br_design *d, const double *c, int lane)
{
    const br_design_options *o = &d->o;
    double sum = 0, span = o->most - o->least;
    for (int i = 0; i < o->coefficients; i++) {
        double over = c[i] > o->most ? c[i] - o->most : c[i] < o->least ? o->least - c[i] : 0;
        sum += 100 * (over / span) * (over / span);
    }
    for (int k = 1; k <= o->rows; k++) {
        double over = br_far(trace_of(d, k, lane)[0]) / o->far - 1;
        sum += over > 0 ? over * over * (o->fisher ? 0.01 : 100) : 0;
    }
    for (int k = 1; k < o->rows; k++) {
        double v = d->velocity[(size_t)k * LANES + (size_t)lane] * o->duration / o->distance;
        sum += v < 0 ? v * v * (o->fisher ? 1 : 0.01) : 0;
    }
    return sum;
}

static double design_cost(const br_design *d, const double *c, int lane)
{
    double J = (d->o.fisher ? fisher_cost(d, lane) : paper_cost(d, c, lane)) + penalty(d, c, lane);
    return J <= DBL_MAX ? J : DBL_MAX;
}

// ---------------------------------------------------------------- searching

typedef struct quasi { // a quasi-Newton search (BFGS), slopes by central differences
    double c[LANES][BR_DESIGN_MOST], J[LANES];
    double x[BR_DESIGN_MOST], g[BR_DESIGN_MOST], H[BR_DESIGN_MOST][BR_DESIGN_MOST], at;
    double direction[BR_DESIGN_MOST];
    int n;
} quasi;

static void evaluate_costs(br_design *d, quasi *q, int lanes)
{
    integrate_lanes(d, q->c[0], lanes);
    for (int i = 0; i < lanes; i++)
        q->J[i] = design_cost(d, q->c[i], i);
}

static double size_of(const br_design *d)
{
    double span = d->o.most - d->o.least;
    return span < 1e3 ? span : 1;
}

static void find_slope(br_design *d, quasi *q, double g[BR_DESIGN_MOST])
{
    double e = 1e-6 * size_of(d);
    for (int i = 0; i < 2 * q->n + 1; i++) {
        memcpy(q->c[i], q->x, sizeof q->x);
        if (i > 0)
            q->c[i][(i - 1) / 2] += i % 2 ? e : -e;
    }
    evaluate_costs(d, q, 2 * q->n + 1);
    q->at = q->J[0];
    for (int i = 0; i < q->n; i++)
        g[i] = (q->J[1 + 2 * i] - q->J[2 + 2 * i]) / (2 * e);
}

// The best of many lengths along the direction; false: none is better.
static bool line_search(br_design *d, quasi *q)
{
    int best = -1;
    double length = 4;
    for (int i = 0; i < LENGTHS; i++) {
        for (int j = 0; j < q->n; j++)
            q->c[i][j] = q->x[j] + length * q->direction[j];
        length *= 0.4;
    }
    evaluate_costs(d, q, LENGTHS);
    for (int i = 0; i < LENGTHS; i++)
        best = q->J[i] < (best < 0 ? q->at : q->J[best]) ? i : best;
    if (best >= 0)
        memcpy(q->x, q->c[best], sizeof q->x);
    return best >= 0;
}

static void reset_hessian(const br_design *d, quasi *q) // down the slope, at most a tenth of the limits
{
    double most = 1e-300;
    memset(q->H, 0, sizeof q->H);
    for (int i = 0; i < q->n; i++)
        most = br_far(q->g[i]) > most ? br_far(q->g[i]) : most;
    for (int i = 0; i < q->n; i++)
        q->H[i][i] = 0.1 * size_of(d) / most;
}

static void bfgs_update(quasi *q, const double *s, const double *y)
{
    double sy = 0, Hy[BR_DESIGN_MOST] = {0}, yHy = 0;
    for (int i = 0; i < q->n; i++) {
        sy += s[i] * y[i];
        for (int j = 0; j < q->n; j++)
            Hy[i] += q->H[i][j] * y[j];
        yHy += y[i] * Hy[i];
    }
    for (int i = 0; i < q->n && sy > 0; i++)
        for (int j = 0; j < q->n; j++)
            q->H[i][j] += (1 + yHy / sy) * s[i] * s[j] / sy - (Hy[i] * s[j] + s[i] * Hy[j]) / sy;
}

void br_design_search(br_design *d, br_designed *at)
{
    quasi q = {.n = d->o.coefficients};
    bool fresh = true;
    memcpy(q.x, at->c, sizeof q.x);
    find_slope(d, &q, q.g);
    reset_hessian(d, &q);
    for (at->steps = 0; at->steps < ITERATIONS; at->steps++) {
        double s[BR_DESIGN_MOST], y[BR_DESIGN_MOST], before[BR_DESIGN_MOST];
        memcpy(before, q.x, sizeof before);
        for (int i = 0; i < q.n; i++) {
            q.direction[i] = 0;
            for (int j = 0; j < q.n; j++)
                q.direction[i] -= q.H[i][j] * q.g[j];
        }
        if (!line_search(d, &q)) {
            if (fresh)
                break;
            fresh = true;
            reset_hessian(d, &q);
            continue;
        }
        fresh = false;
        memcpy(y, q.g, sizeof y);
        find_slope(d, &q, q.g);
        for (int i = 0; i < q.n; i++) {
            s[i] = q.x[i] - before[i];
            y[i] = q.g[i] - y[i];
        }
        bfgs_update(&q, s, y);
    }
    for (int i = 0; i < q.n; i++)
        at->c[i] = q.x[i] > d->o.most ? d->o.most : q.x[i] < d->o.least ? d->o.least : q.x[i];
    br_design_evaluate(d, at);
}

void br_design_evaluate(br_design *d, br_designed *at)
{
    double m[BR_DESIGN_PARAMS][BR_DESIGN_PARAMS], less[BR_DESIGN_PARAMS][BR_DESIGN_PARAMS], all;
    integrate_lanes(d, at->c, 1);
    at->cost = design_cost(d, at->c, 0);
    fisher_information(d, 0, m);
    memcpy(less, m, sizeof less);
    all = determinant(less, d->o.params);
    for (int l = 0; l < d->o.params; l++) { // Cramer: the determinant without row and column l over that of all
        for (int a = 0, i = 0; a < d->o.params; a++) {
            if (a == l)
                continue;
            for (int b = 0, j = 0; b < d->o.params; b++)
                if (b != l)
                    less[i][j++] = m[a][b];
            i++;
        }
        at->sd[l] = d->o.range[l] * br_sqrt(determinant(less, d->o.params - 1) / all);
    }
    at->slowest = DBL_MAX;
    for (int k = 1; k < d->o.rows; k++)
        at->slowest = d->velocity[(size_t)k * LANES] < at->slowest ? d->velocity[(size_t)k * LANES] : at->slowest;
}

void br_design_simulate(br_design *d, const double *c, double *y)
{
    integrate_lanes(d, c, 1);
    for (int k = 0; k <= d->o.rows; k++)
        y[k] = trace_of(d, k, 0)[0];
}

// ---------------------------------------------------------------- memory

static br_status make_tape(br_design *d)
{
    br_parsed_law *law = &d->m->law;
    bool *want = calloc((size_t)law->nq + 1, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    for (int q = 0; q < law->nq; q++) {
        want[q] = law->q[q].kind == BR_STATE;
        for (int l = 0; l < d->o.params; l++)
            want[q] = want[q] || (law->q[q].kind == BR_PARAM && d->m->at[q] == d->o.param[l]);
        if (want[q] && law->q[q].dim != BR_SCALAR) {
            free(want);
            return BR_BAD_LAW;
        }
    }
    br_status status = br_jet_make(&d->jet, law, false, want);
    free(want);
    d->has_jet = status == BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&d->tape, law, false, &d->jet, d->m->n);
    d->has_tape = status == BR_OK;
    return status;
}

static br_status allocate_lanes(br_design *d)
{
    size_t lanes = LANES, all = (size_t)d->size * lanes, rows = ((size_t)d->o.rows + 1) * lanes;
    d->x = calloc(6 * all + 1, sizeof *d->x);
    d->u = calloc((size_t)d->m->nu * lanes + 1, sizeof *d->u);
    d->p = calloc((size_t)d->m->np + 1, sizeof *d->p);
    d->out = calloc((size_t)d->tape.nrow * lanes + 1, sizeof *d->out);
    d->jets = calloc((size_t)d->tape.nblock * lanes + 1, sizeof *d->jets);
    d->modes = calloc((size_t)d->m->nm * lanes + 1, sizeof *d->modes);
    d->trace = calloc(rows * ((size_t)d->o.params + 1), sizeof *d->trace);
    d->velocity = calloc(rows, sizeof *d->velocity);
    if (!d->x || !d->u || !d->p || !d->out || !d->jets || !d->modes || !d->trace || !d->velocity)
        return BR_NO_MEMORY;
    for (int i = 0; i < 4; i++)
        d->k[i] = d->x + (size_t)(i + 1) * all;
    d->at = d->x + 5 * all;
    for (int j = 0; j < d->m->np; j++)
        d->p[j] = br_interval_mid(d->m->p[j]);
    return BR_OK;
}

br_status br_design_open(br_design **d, br_model *m, const br_design_options *o)
{
    *d = NULL;
    if (o->coefficients < 1 || o->coefficients > BR_DESIGN_MOST || o->params < 1 || o->params > BR_DESIGN_PARAMS ||
        o->rows < 2 || !(o->duration > 0))
        return BR_BAD_USAGE;
    br_design *made = calloc(1, sizeof *made);
    if (!made)
        return BR_NO_MEMORY;
    made->o = *o;
    made->m = m;
    made->n = m->nx;
    made->size = m->nx * (1 + o->params);
    br_status status = make_tape(made);
    if (status == BR_OK)
        status = allocate_lanes(made);
    if (status != BR_OK)
        br_design_close(made);
    else
        *d = made;
    return status;
}

void br_design_close(br_design *d)
{
    if (!d)
        return;
    if (d->has_tape)
        br_tape_free(&d->tape);
    if (d->has_jet)
        br_jet_free(&d->jet);
    free(d->x);
    free(d->u);
    free(d->p);
    free(d->out);
    free(d->jets);
    free(d->modes);
    free(d->trace);
    free(d->velocity);
    free(d);
}
