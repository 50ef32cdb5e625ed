// observation_smooth.c - the smoother over a log.                               [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/observe/observation_parts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { AT_WORK = 32 << 20 }; // bytes of the smoother that are in memory at a time, of a long log

// A log in equal steps: where time jumps, samples without measurements stand between two rows.
typedef struct grid {
    int samples, *at;      // at[row]: its node; a sample lies between two nodes
    double *u, *after, *y; // number i of sample k at [i*samples + k]; after and y: at its end
    br_spool numbers;      // where these are
    br_spool memory;       // of the smoother
    double *first;         // measured in the first row
    double *sd, *q, *r, *x;
    int *which;
    const br_watch *w;
} grid;

// Takes all rows out of memory.
static void release_grid(const void *of)
{
    const grid *g = of;
    br_spool_release(&g->numbers);
    br_spool_release(&g->memory);
    br_watch_release_all(g->w);
}

static br_status count_samples(const br_watch *w, grid *g)
{
    long long samples = 0;
    double step;
    g->at = calloc((size_t)w->log->rows + 1, sizeof *g->at);
    if (!g->at)
        return BR_NO_MEMORY;
    for (long long k = 0; k < w->log->rows; k++) {
        samples += k > 0 ? br_watch_steps(w, k, &step) : 0;
        if (samples > INT_MAX / 64)
            return BR_NO_MEMORY;
        g->at[k] = (int)samples;
    }
    g->samples = (int)samples;
    return BR_OK;
}

// What the smoother sees of a row: not what the gate of the EKF has rejected.
static double seen_in(const br_watch *w, long long row, int i)
{
    return w->rejected[row * w->ob.observeds + i] ? (double)NAN : w->measure[w->ob.observed[i].which][row];
}

static void fill_samples(br_watch *w, grid *g)
{
    int nu = w->system.sys.nu, next = 0;
    size_t samples = (size_t)g->samples;
    br_watch_inputs(w, 0);
    for (int i = 0; i < w->ob.observeds; i++)
        g->first[i] = seen_in(w, 0, i);
    for (long long k = 1; k < w->log->rows; k++) {
        br_watch_step_inputs(w, k - 1);
        for (; next < g->at[k]; next++) {
            if (br_spool_due(next))
                release_grid(g);
            bool here = next + 1 == g->at[k];
            for (int i = 0; i < nu; i++)
                g->u[(size_t)i * samples + (size_t)next] = w->u[i];
            if (here)
                br_watch_inputs(w, k);
            for (int i = 0; i < nu; i++)
                g->after[(size_t)i * samples + (size_t)next] = w->u[i];
            for (int i = 0; i < w->ob.observeds; i++)
                g->y[(size_t)i * samples + (size_t)next] = here ? seen_in(w, k, i) : (double)NAN;
        }
    }
}

static br_status open_grid(br_watch *w, grid *g)
{
    const br_tuning *t = &w->ob.tuning;
    size_t n = (size_t)t->nx + (size_t)t->ne, seen = (size_t)w->ob.observeds;
    br_status status = count_samples(w, g);
    if (status != BR_OK)
        return status;
    size_t inputs = (size_t)w->system.sys.nu * (size_t)g->samples;
    status = br_spool_resize(&g->numbers, (2 * inputs + seen * (size_t)g->samples + 1) * sizeof *g->u, BR_SPOOL_HEAP);
    if (status != BR_OK)
        return status;
    g->w = w;
    g->u = g->numbers.at;
    g->after = g->u + inputs;
    g->y = g->after + inputs;
    g->sd = calloc(3 * n + 2 * seen + 1, sizeof *g->sd);
    g->which = calloc(seen + 1, sizeof *g->which);
    if (!g->sd || !g->which)
        return BR_NO_MEMORY;
    g->q = g->sd + n;
    g->x = g->q + n;
    g->r = g->x + n;
    g->first = g->r + seen;
    for (size_t i = 0; i < n; i++) {
        g->sd[i] = t->number[i].sd;
        g->q[i] = t->number[i].q;
        g->x[i] = t->number[i].x;
    }
    for (int k = 0; k < w->ob.observeds; k++) {
        g->which[k] = w->ob.observed[k].which;
        g->r[k] = br_watch_number(w, k)->r;
    }
    fill_samples(w, g);
    return BR_OK;
}

static void close_grid(grid *g)
{
    free(g->at);
    br_spool_free(&g->numbers);
    br_spool_free(&g->memory);
    free(g->sd);
    free(g->which);
}

// Measured less estimated. Its variance is that of the sensor less that of the estimate, which saw it; where hardly anything
// is left of that, the residual says nothing.
static void write_residual(br_watch *w, const grid *g, long long row, int observed, br_record_column *c)
{
    int k = g->at[row];
    double r = br_watch_number(w, observed)->r, left = r - c[2].v[row] * c[2].v[row], y = (double)NAN;
    if (k == 0)
        y = g->first[observed];
    else if (k % w->ob.every == 0)
        y = g->y[(size_t)observed * (size_t)g->samples + (size_t)k - 1];
    bool says = isfinite(y) && left > 1e-3 * r;
    w->ob.taken += isfinite(y);
    c[3].v[row] = says ? y - c[1].v[row] : (double)NAN;
    c[4].v[row] = says ? br_sqrt(left) : (double)NAN;
}

// Cost of the innovations of the EKF; of a linear system this is the least cost of the smoother.
static void add_filter_cost(br_watch *w)
{
    for (int i = 0; i < w->ob.observeds; i++) {
        const br_record_column *c = &w->ob.record.column[1 + 5 * i];
        for (long long row = 0; row < w->log->rows; row++) {
            br_watch_release(w, row);
            double z = c[3].v[row] / c[4].v[row];
            if (isfinite(z) && !w->rejected[row * w->ob.observeds + i])
                w->ob.filter_cost += z * z;
        }
    }
}

// The columns of open_record that hold estimates and innovations.
static void write_rows(br_watch *w, br_smoother *sm, const br_smoother_log *log, const grid *g)
{
    const br_tuning *t = &w->ob.tuning;
    for (long long row = 0; row < w->log->rows; row++) {
        if (sm->piece > 0 && row % sm->piece == 0)
            release_grid(g);
        br_record_column *c = w->ob.record.column + 1;
        int k = g->at[row];
        for (int i = 0; i < w->ob.observeds; i++, c += 5) {
            c[1].v[row] = br_smoother_expect(sm, log, k - 1, w->ob.observed[i].which, &c[2].v[row]);
            write_residual(w, g, row, i, c);
        }
        for (int i = 0; i < t->ny; i++)
            if (!w->measure[i]) {
                c[0].v[row] = br_smoother_expect(sm, log, k - 1, i, &c[1].v[row]);
                c += 2;
            }
        for (int i = 0; i < t->nx + t->ne; i++, c += 2) {
            int e = i - t->nx;
            c[0].v[row] = e < 0 ? br_smoother_at(sm, k)[i] : br_smoother_value(sm, k, e);
            c[1].v[row] = e < 0 ? br_smoother_sd(sm, k, i) : br_smoother_value_sd(sm, k, e);
        }
    }
}

// How many samples of the smoother AT_WORK holds; bytes: of all its samples.
static int piece_of(const grid *g, size_t bytes)
{
    size_t each = bytes / (size_t)g->samples + 1;
    return each < AT_WORK ? (int)(AT_WORK / each) : 1;
}

static br_status smooth(br_watch *w, grid *g)
{
    br_smoother sm;
    br_smoother_options o = br_smoother_defaults();
    double accuracy = o.joint.flow.accuracy; // without jumps where the number of substeps changes
    o.joint = br_watch_joint(w);
    o.joint.flow.accuracy = accuracy;
    o.samples = g->samples;
    o.measured = w->ob.observeds;
    o.which = g->which;
    o.sd = g->sd;
    o.q = g->q;
    o.r = g->r;
    o.every = w->ob.every;
    size_t bytes = br_smoother_bytes(&w->system.sys, &o);
    br_smoother_log log = {g->samples, w->ob.dt, g->u, g->after, g->y, w->p, g->first};
    br_status status = br_spool_resize(&g->memory, bytes + 1, AT_WORK);
    if (status == BR_OK)
        status = br_smoother_init(&sm, &w->system.sys, &o, g->memory.at, bytes);
    double start = w->o->now ? w->o->now() : 0;
    if (status == BR_OK && g->memory.on_disk) {
        sm.piece = piece_of(g, bytes);
        sm.release = release_grid;
        sm.of = g;
    }
    if (status == BR_OK)
        status = br_smoother_iterate(&sm, &log, g->x, &w->ob.smoothing);
    if (status == BR_OK && w->o->now) // the mean: a smoother has no steps of its own
        w->ob.time[0] = w->ob.time[1] = w->ob.time[2] = (w->o->now() - start) / g->samples;
    if (status == BR_OK) {
        add_filter_cost(w);
        write_rows(w, &sm, &log, g);
    }
    return status;
}

br_status br_watch_smooth(br_watch *w)
{
    grid g = {0};
    br_status status = open_grid(w, &g);
    if (status == BR_OK)
        status = smooth(w, &g);
    close_grid(&g);
    if (status == BR_NOT_FINITE)
        return br_diag_fail(w->why, status, "the smoother would leave the finite numbers");
    if (status == BR_BAD_USAGE) // all else has passed the EKF
        return br_diag_fail(w->why, status, "%lld rows are too many for the smoother, which keeps them all",
                            w->log->rows);
    return status;
}
