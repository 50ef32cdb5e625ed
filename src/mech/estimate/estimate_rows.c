// estimate_rows.c - estimates of a mechanism as a table: its columns, and its rows one by one.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool br_mech_estimate_names_force(const br_mech_estimate *w, int unknown)
{
    bool first = true;
    for (int i = 0; i < unknown; i++)
        first = first && w->unknown[i].force != w->unknown[unknown].force;
    return first;
}

double br_mech_estimate_row(const br_mech_estimate *w)
{
    return w->row > 0 ? w->row : (w->t[w->rows - 1] - w->t[0]) / (double)(w->rows - 1);
}

double br_mech_estimate_walk(const br_mech_estimate *w, double Q)
{
    return br_sqrt(Q / br_mech_estimate_row(w));
}

// ---------------------------------------------------------------- columns

typedef struct heads {
    br_record_head *head;
    char (*name)[BR_PARAMETER_NAME + 24];
    int count;
} heads;

static void add_column(heads *h, const char *name, const char *ending, const char *unit)
{
    snprintf(h->name[h->count], sizeof h->name[0], "%s%s", name, ending);
    h->head[h->count] = (br_record_head){h->name[h->count], unit, BR_RECORD_OUTPUT};
    h->count++;
}

static void add_estimate(heads *h, const char *name, const char *middle, const char *unit)
{
    char ending[24];
    snprintf(ending, sizeof ending, "%s_est", middle);
    add_column(h, name, ending, unit);
    snprintf(ending, sizeof ending, "%s_sd", middle);
    add_column(h, name, ending, unit);
}

static void name_columns(heads *h, const br_mech_estimation *o)
{
    const br_mech *m = &o->m;
    add_column(h, "t", "", "s");
    h->head[0].role = BR_RECORD_TIME;
    for (int i = 0; i < o->w->unknowns; i++) {
        if (!br_mech_estimate_names_force(o->w, i))
            continue;
        const br_force *f = &m->force[o->w->unknown[i].force];
        add_estimate(h, f->name, "", m->measure[f->measure].kind == BR_MEASURE_TURN ? "N*m" : "N");
    }
    for (int i = 0; i < o->w->parameters; i++)
        add_estimate(h, o->w->parameter[i].name, "", o->w->parameter[i].unit);
    for (int i = 0; i < m->measures; i++) {
        bool turns = m->measure[i].kind == BR_MEASURE_TURN;
        add_estimate(h, m->measure[i].name, "", turns ? "rad" : "m");
        add_estimate(h, m->measure[i].name, "_speed", turns ? "rad/s" : "m/s");
    }
    for (int i = 0; i < m->sensors; i++)
        add_estimate(h, m->sensor[i].name, "", br_sensor_unit(m, &m->sensor[i]));
    for (int i = 0; i < o->w->signals; i++) {
        const br_sensor *e = &m->sensor[o->w->sensor[i]];
        add_column(h, e->name, "_innovation", br_sensor_unit(m, e));
    }
    add_column(h, "nis", "", "-");
}

br_status br_mech_estimation_open_record(br_mech_estimation *o, br_diag *why)
{
    size_t most = 2 + 2 * (size_t)(o->w->unknowns + o->w->parameters) + 4 * (size_t)o->m.measures +
                  2 * (size_t)o->m.sensors + (size_t)o->w->signals;
    heads h = {calloc(most, sizeof *h.head), calloc(most, sizeof *h.name), 0};
    br_status status = h.head && h.name ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        name_columns(&h, o);
        status =
            br_record_open_named(o->to, h.head, h.count, o->w->every ? o->w->rows / o->w->every + 1 : o->w->rows, why);
    }
    free(h.head);
    free(h.name);
    return status;
}

// ---------------------------------------------------------------- rows

typedef struct cell {
    br_record *to;
    int column;
    long long row;
} cell;

static void write_cell(cell *c, double value)
{
    c->to->column[c->column++].v[c->row] = value;
}

static int estimates(const br_mech_estimation *o) // columns of them, behind the time
{
    return o->to->columns - 2 - o->w->signals;
}

bool br_mech_estimation_records(const br_mech_estimation *o, long long k)
{
    return o->to && (o->w->every == 0 || k % o->w->every == 0);
}

static long long row_of(const br_mech_estimation *o, long long k)
{
    return o->w->every ? k / o->w->every : k;
}

// Of row k of the log, by the filter as it stands.
br_status br_mech_estimation_write_estimates(br_mech_estimation *o, long long k, br_diag *why)
{
    cell c = {o->to, 1, row_of(o, k)};
    double sd, value;
    br_status status = br_filter_update_forces(&o->f, why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < o->w->unknowns; i++) {
        if (!br_mech_estimate_names_force(o->w, i))
            continue;
        value = br_filter_input(&o->f, i, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    for (int i = 0; i < o->w->parameters; i++) {
        value = br_filter_parameter(&o->f, i, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    for (int i = 0; i < 2 * o->m.measures; i++) {
        value = br_filter_measure(&o->f, i / 2, i % 2, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    for (int i = 0; i < o->m.sensors; i++) {
        value = br_filter_sensor(&o->f, i, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    if (o->w->on_row)
        o->w->on_row(o->w->on_row_context, k, &o->s);
    return BR_OK;
}

// Measurement i of row k corrected the filter: it is there, and not beyond the gate.
bool br_mech_estimation_used(const br_mech_estimation *o, int i, long long k)
{
    return k > 0 && isfinite(o->w->y[i][k]) && !o->f.out[i];
}

// Time, estimates unless they come later, and innovations of row k.
br_status br_mech_estimation_write_row(br_mech_estimation *o, long long k, br_diag *why)
{
    long long row = row_of(o, k);
    cell time = {o->to, 0, row}, c = {o->to, 1 + estimates(o), row};
    write_cell(&time, o->w->t[k]);
    for (int i = 0; i < o->w->signals; i++)
        write_cell(&c, br_mech_estimation_used(o, i, k) ? o->f.gap[i] : (double)NAN);
    write_cell(&c, k > 0 ? o->f.nis : (double)NAN);
    o->to->rows = row + 1;
    return o->w->smooth ? BR_OK : br_mech_estimation_write_estimates(o, k, why);
}
