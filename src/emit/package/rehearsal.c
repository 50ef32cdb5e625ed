// rehearsal.c - the run that test vectors of a package come from.                 [host]
#include "num/base/fp.h"

#include "emit/package/rehearsal.h"
#include "loop/flow/integrator.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "sim/control/control.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double br_rounded(double x, bool single)
{
    return single ? (double)(float)x : x;
}

// How far an input swings: twice the largest parameter of its unit, else 0.01.
static double swing(const br_model *m, const br_quantity *input)
{
    double most = 0;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *k = &m->law.q[q];
        if (k->kind != BR_PARAM || !br_unit_same(k->unit, input->unit))
            continue;
        for (int i = 0; i < br_model_len(m, q); i++)
            most = br_max(most, br_abs(br_model_values(m, q)[i].hi));
    }
    return most > 0 ? 2 * most : 0.01;
}

// Two sines, which come to rest together only at the start.
static double shape(double share)
{
    return br_sin(6 * 3.14159265358979 * share) + 0.5 * br_sin(14 * 3.14159265358979 * share);
}

// The least way between two reversals of that velocity, for an amplitude and a duration of 1.
static const double least_way = 0.1;

// The break-away displacement, over which half of the force of a friction law builds up; 0: it has no input v, or no such way.
static br_status find_breakaway(br_model *m, const br_quantity *velocity, double *length)
{
    br_known known = {0};
    *length = 0;
    if (br_law_velocity(m) < 0 || br_law_force(m) < 0)
        return BR_OK;
    br_status status = br_known_of(&known, m, 1, 10 * swing(m, velocity), NULL);
    *length = status == BR_OK ? known.length : 0;
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// How many times as fast it has to move in this time so that it slides between reversals: 1 where it does. To reverse takes about
// four times the break-away displacement.
static br_status find_stretch(br_model *m, const br_quantity *velocity, double duration, double *times)
{
    double way = least_way * swing(m, velocity) * duration, least;
    br_status status = find_breakaway(m, velocity, &least);
    *times = way >= 5 * least ? 1 : 10 * least / way;
    return status;
}

static const br_quantity *velocity_of(const br_model *m)
{
    int q = br_law_find(&m->law, "v", 1);
    bool given = q >= 0 && (m->origin[q] == BR_GIVEN || m->origin[q] == BR_DEFAULT);
    return q >= 0 && m->law.q[q].kind == BR_INPUT && !given ? &m->law.q[q] : NULL;
}

br_status br_rehearsal_rows(br_model *m, double dt, int *rows)
{
    const br_quantity *v = velocity_of(m);
    double times = 1, most = br_min(0.2 / dt, BR_TUNING_ROWS_MOST);
    br_status status = v ? find_stretch(m, v, BR_PACKAGE_ROWS * dt, &times) : BR_OK;
    *rows = times == 1 || most < 2 * BR_PACKAGE_ROWS ? BR_PACKAGE_ROWS : (int)most;
    return status;
}

static br_status move(br_rehearsal *c, br_model *m, bool single)
{
    const br_quantity *v = velocity_of(m);
    double times = 1;
    br_status status = v ? find_stretch(m, v, c->rows * c->dt, &times) : BR_OK;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *k = &m->law.q[q];
        bool given = m->origin[q] == BR_GIVEN || m->origin[q] == BR_DEFAULT;
        double size = k->kind == BR_INPUT && !given ? swing(m, k) * (k == v ? times : 1) : 0,
               middle = k->low >= 0 ? 2 * size : 0; // a load
        for (int i = 0; k->kind == BR_INPUT && i < br_model_len(m, q); i++)
            for (int r = 0; r < c->rows; r++) {
                double value = given ? br_model_values(m, q)[i].hi : middle;
                c->u[(m->at[q] + i) * c->rows + r] = br_rounded(value + size * shape((double)r / c->rows), single);
            }
    }
    return status;
}

// N or N*m
static bool is_force(br_unit u)
{
    br_unit force = br_unit_none(), torque = force;
    force.power[0] = force.power[1] = 12, force.power[2] = -24;
    torque.power[0] = 24, torque.power[1] = 12, torque.power[2] = -24;
    return br_unit_same(u, force) || br_unit_same(u, torque);
}

// No machine is as its model: forces that come in are so much larger than is said, and those that go out than the model has
// them. By that much observers tuned here do not trust the model.
static void find_gains(const br_model *m, double *in, double *out)
{
    const double larger = 1.1;
    int at = 0;
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_INPUT && i < br_model_len(m, q); i++)
            in[m->at[q] + i] = is_force(m->law.q[q].unit) ? larger : 1;
    for (int k = 0; k < m->law.nout; k++) {
        const br_output *o = &m->law.out[k];
        int len = o->now == BR_NO_NODE ? 0 : o->dim == BR_SCALAR ? 1 : m->n[o->dim];
        for (int i = 0; i < len; i++)
            out[at++] = is_force(o->unit) ? larger : 1;
    }
}

// The model along the course: outputs, then states, of every row.
static br_status follow(br_rehearsal *c, const br_system *s, br_integrator *f, const double *gain, double *x, double *u,
                        double *p, int *m, double *out)
{
    const br_sys *sys = &s->sys;
    br_status status = BR_OK;
    for (int r = 0; r < c->rows && status == BR_OK; r++) {
        for (int i = 0; i < c->nu; i++)
            u[i] = gain[i] * c->u[i * c->rows + r];
        br_sys_rate(sys, 1, x, m, u, p, 0, out);
        for (int i = 0; i < sys->ny; i++)
            c->out[i * c->rows + r] = gain[c->nu + i] * out[sys->nx + i];
        for (int i = 0; i < sys->nx; i++)
            c->out[(sys->ny + i) * c->rows + r] = x[i];
        status = br_integrator_step(f, 1, x, m, u, p, 0, c->dt, x, m, NULL);
    }
    return status;
}

static br_status run_rehearsal(br_rehearsal *c, const br_model *m, const br_system *s)
{
    const br_sys *sys = &s->sys;
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    size_t bytes = br_integrator_bytes(sys, &o), numbers = (size_t)(2 * (sys->nx + sys->ny + sys->nu) + sys->np) + 1;
    void *memory = malloc(bytes + 1);
    double *v = calloc(numbers, sizeof *v);
    int *mode = calloc((size_t)sys->nm + 1, sizeof *mode);
    br_status status = memory && v && mode ? br_integrator_init(&f, sys, &o, memory, bytes) : BR_NO_MEMORY;
    if (status == BR_OK) {
        double *x = v, *u = x + sys->nx, *p = u + sys->nu, *out = p + sys->np, *gain = out + sys->nx + sys->ny;
        br_model_points(m, x, u, p);
        find_gains(m, gain, gain + sys->nu);
        status = follow(c, s, &f, gain, x, u, p, mode, out);
    }
    free(mode);
    free(v);
    free(memory);
    return status;
}

void br_rehearsal_spoil(double *v, int rows, double most, bool single, br_random *seed)
{
    static const int gaps[] = {1, 10, 100, 1000};
    for (int r = 0; r < rows; r++) {
        int what = (int)(400 * br_random_uniform(seed)),
            size = what < 1 ? gaps[(int)(4 * br_random_uniform(seed))] : 50;
        double stuck = v[r];
        if (what == 2 || what == 3)
            v[r] = br_rounded(what == 2 ? v[r] + 1000 * most : -1e30 * most, single);
        for (int k = 0; what < 2 && k < size && r + 1 < rows; k++, r++)
            v[r] = what == 0 ? (double)NAN : stuck;
    }
}

// Noise, gaps, and the number type.
static void add_noise(br_rehearsal *c, bool single)
{
    br_random seed;
    br_random_init(&seed, 11, 0);
    for (int i = 0; i < c->nout; i++) {
        double *v = c->out + (ptrdiff_t)i * c->rows, most = 0;
        for (int r = 0; r < c->rows; r++)
            most = br_max(most, br_abs(v[r]));
        for (int r = 0; r < c->rows; r++) {
            bool gap = r % 97 == 50;
            v[r] = gap ? (double)NAN : br_rounded(v[r] + 0.005 * most * br_random_normal(&seed), single);
        }
    }
}

void br_rehearsal_add_faults(br_rehearsal *c, bool single)
{
    br_random seed;
    br_random_init(&seed, 11, 1);
    for (int i = 0; i < c->nout && c->rows > BR_PACKAGE_ROWS; i++) {
        double *v = c->out + (ptrdiff_t)i * c->rows, most = 0;
        for (int r = 0; r < c->rows; r++)
            most = v[r] == v[r] ? br_max(most, br_abs(v[r])) : most;
        br_rehearsal_spoil(v + BR_PACKAGE_ROWS, c->rows - BR_PACKAGE_ROWS, most, single, &seed);
    }
}

br_status br_rehearsal_make(br_rehearsal *c, br_model *m, const br_system *s, int rows, double dt, bool single,
                            br_diag *why)
{
    br_rehearsal made = {.rows = rows, .nu = s->sys.nu, .nout = s->sys.ny + s->sys.nx, .dt = dt};
    made.t = calloc((size_t)rows, sizeof *made.t);
    made.u = calloc((size_t)rows * (size_t)made.nu + 1, sizeof *made.u);
    made.out = calloc((size_t)rows * (size_t)made.nout + 1, sizeof *made.out);
    br_status status = made.t && made.u && made.out ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        for (int r = 0; r < rows; r++)
            made.t[r] = r * dt;
        status = move(&made, m, single);
        if (status == BR_OK)
            status = run_rehearsal(&made, m, s);
        if (status == BR_NOT_FINITE && why)
            snprintf(why->text, sizeof why->text, "%s does not stay finite when it is simulated for the test vectors",
                     m->law.name);
    }
    if (status != BR_OK) {
        br_rehearsal_free(&made);
        return status;
    }
    add_noise(&made, single);
    *c = made;
    return BR_OK;
}

void br_rehearsal_free(br_rehearsal *c)
{
    free(c->t);
    free(c->u);
    free(c->out);
    memset(c, 0, sizeof *c);
}
