// record.c - the record of a simulation: a table of samples.   [host]
#include "num/base/fp.h"

#include "num/text/diag.h"
#include "sim/run/record.h"
#include "sim/run/sensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void name_column(br_record *r, br_record_role role, int number, const char *name, int element, const char *unit,
                        br_unit is)
{
    br_record_column *c = &r->column[r->columns++];
    c->role = role;
    c->number = number;
    c->is = is;
    if (element > 0)
        snprintf(c->name, sizeof c->name, "%s[%d]", name, element);
    else
        snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->unit, sizeof c->unit, "%s", unit);
}

static void name_quantities(br_record *r, const br_model *m, br_kind kind, br_record_role role)
{
    int number = 0;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        for (int i = 0; w->kind == kind && i < br_model_len(m, q); i++)
            name_column(r, role, number++, w->name, w->dim == BR_SCALAR ? 0 : i + 1, w->si_text, w->unit);
    }
}

static void name_outputs(br_record *r, const br_model *m)
{
    int number = 0;
    for (int o = 0; o < m->law.nout; o++) {
        const br_output *w = &m->law.out[o];
        int len = w->dim == BR_SCALAR ? 1 : m->n[w->dim];
        for (int i = 0; w->now != BR_NO_NODE && i < len; i++)
            name_column(r, BR_RECORD_OUTPUT, number++, w->name, w->dim == BR_SCALAR ? 0 : i + 1, w->si_text, w->unit);
    }
}

static void name_modes(br_record *r, const br_model *m)
{
    int number = 0;
    for (int a = 0; a < m->law.nautomata; a++) {
        const br_automaton *w = &m->law.automaton[a];
        char name[BR_NAME_SIZE + 8];
        snprintf(name, sizeof name, "%s%smode", w->name, w->name[0] ? "." : "");
        int len = w->dim == BR_SCALAR ? 1 : m->n[w->dim];
        for (int i = 0; i < len; i++)
            name_column(r, BR_RECORD_MODE, number++, name, w->dim == BR_SCALAR ? 0 : i + 1, "-", br_unit_none());
    }
}

static br_status make_columns(br_record *r, long long columns, long long rows, long long most, br_diag *why)
{
    memset(r, 0, sizeof *r);
    if (rows < 1 || rows > most / columns)
        return br_diag_fail(why, BR_NO_MEMORY, "%lld samples of %lld columns are too many; take a longer step", rows,
                            columns);
    r->column = calloc((size_t)columns, sizeof *r->column);
    r->room = rows;
    return r->column ? BR_OK : BR_NO_MEMORY;
}

enum { HEAP = 64 << 20 }; // bytes of a table that stay in memory

static br_status make_rows(br_record *r)
{
    size_t bytes = (size_t)r->room * sizeof(double);
    br_status status = br_spool_resize(&r->spool, (size_t)r->columns * bytes, HEAP);
    if (status != BR_OK) {
        br_record_close(r);
        return status;
    }
    for (int c = 0; c < r->columns; c++)
        r->column[c].v = (double *)r->spool.at + (size_t)c * (size_t)r->room;
    return BR_OK;
}

void br_record_release(const br_record *r)
{
    br_spool_release(&r->spool);
}

br_status br_record_open(br_record *r, const br_model *m, long long rows, br_diag *why)
{
    int outputs = 0;
    for (int o = 0; o < m->law.nout; o++)
        outputs += m->law.out[o].dim == BR_SCALAR ? 1 : m->n[m->law.out[o].dim];
    br_status status = make_columns(r, 1 + (long long)m->nu + m->nx + outputs + m->nm, rows, 1LL << 28, why);
    if (status != BR_OK)
        return status;
    br_unit second = {.power = {[2] = 12}};
    name_column(r, BR_RECORD_TIME, 0, "t", 0, "s", second);
    name_quantities(r, m, BR_INPUT, BR_RECORD_INPUT);
    name_quantities(r, m, BR_STATE, BR_RECORD_STATE);
    name_outputs(r, m);
    name_modes(r, m);
    return make_rows(r);
}

br_status br_record_open_named(br_record *r, const br_record_head *head, int columns, long long rows, br_diag *why)
{
    br_status status = make_columns(r, columns, rows, 1LL << 31, why);
    if (status != BR_OK)
        return status;
    for (int c = 0; c < columns; c++) {
        br_unit is = br_unit_none();
        (void)br_unit_read(head[c].unit, strlen(head[c].unit), NULL, 0, &is, NULL);
        name_column(r, head[c].role, c, head[c].name, 0, head[c].unit, is);
    }
    return make_rows(r);
}

void br_record_close(br_record *r)
{
    br_spool_free(&r->spool);
    free(r->column);
    memset(r, 0, sizeof *r);
}

// A row that has been passed need not stay in memory.
static void pass_row(const br_record *r, long long k)
{
    if (br_spool_due(k))
        br_record_release(r);
}

void br_record_add(br_record *r, const br_run *at)
{
    if (r->rows == r->room)
        return;
    for (int c = 0; c < r->columns; c++) {
        const br_record_column *w = &r->column[c];
        double v = 0;
        switch (w->role) {
        case BR_RECORD_TIME: v = at->t; break;
        case BR_RECORD_INPUT: v = at->u[w->number]; break;
        case BR_RECORD_STATE: v = at->x[w->number]; break;
        case BR_RECORD_OUTPUT: v = at->y[w->number]; break;
        case BR_RECORD_MODE: v = at->m[w->number]; break;
        case BR_RECORD_TRUTH: break;
        }
        w->v[r->rows] = v;
    }
    pass_row(r, r->rows++);
}

static br_status measure_rows(br_record *r, br_sensor *s, double *truth, double *measured, br_diag *why)
{
    br_status status = BR_OK;
    for (long long k = 0; k < r->rows && status == BR_OK; k++) {
        for (int c = 1; c < r->columns; c++)
            truth[c - 1] = r->column[c].v[k];
        status = br_sensor_step(s, r->column[0].v[k], truth, measured, why);
        for (int c = 1; c < r->columns && status == BR_OK; c++)
            r->column[c].v[k] = measured[c - 1];
        pass_row(r, k);
    }
    return status;
}

br_status br_record_measure(br_record *r, const char *sensors, const char *origin, uint64_t seed, br_diag *why)
{
    int n = r->columns - 1;
    br_sensor_signal *signal = calloc((size_t)n + 1, sizeof *signal);
    double *truth = calloc(2 * (size_t)n + 1, sizeof *truth);
    br_sensor s = {0};
    br_status status = signal && truth ? BR_OK : BR_NO_MEMORY;
    for (int c = 0; c < n && status == BR_OK; c++)
        signal[c] = (br_sensor_signal){r->column[c + 1].name, r->column[c + 1].is};
    if (status == BR_OK)
        status = br_sensor_read(&s, sensors, origin, signal, n, seed, why);
    if (status == BR_OK) {
        status = measure_rows(r, &s, truth, truth + n, why);
        br_sensor_free(&s);
    }
    free(signal);
    free(truth);
    return status;
}

int br_record_find(const br_record *r, const char *name)
{
    for (int c = 0; c < r->columns; c++)
        if (strcmp(r->column[c].name, name) == 0)
            return c;
    return -1;
}
