// table.c - a mechanism in motion as a table.                                     [host]
#include "num/base/fp.h"

#include "mech/estimate/sensor.h"
#include "mech/estimate/table.h"
#include "num/algebra/qr.h"
#include "num/base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- columns

enum { COLUMNS = 4096 };

typedef struct heads {
    br_record_head head[COLUMNS];
    char name[COLUMNS][BR_MECH_NAME + 8];
    int count; // may be more than there is room for
} heads;

static void add_head(heads *h, const char *name, const char *ending, const char *unit, br_record_role role)
{
    if (h->count < COLUMNS) {
        snprintf(h->name[h->count], sizeof h->name[0], "%s%s", name, ending);
        h->head[h->count] = (br_record_head){h->name[h->count], unit, role};
    }
    h->count++;
}

static void name_columns(heads *h, const br_mech *m, const bool *held)
{
    static const char *const axis[] = {"_x", "_y", "_z"};
    add_head(h, "t", "", "s", BR_RECORD_TIME);
    for (int i = 0; i < m->measures; i++) {
        bool turns = m->measure[i].kind == BR_MEASURE_TURN;
        add_head(h, m->measure[i].name, "", turns ? "rad" : "m", BR_RECORD_STATE);
        add_head(h, m->measure[i].name, "_speed", turns ? "rad/s" : "m/s", BR_RECORD_STATE);
        if (held && held[i])
            add_head(h, m->measure[i].name, "_force", turns ? "N*m" : "N", BR_RECORD_OUTPUT);
    }
    for (int i = 0; i < m->spots; i++)
        for (int c = 0; c < m->space && c < 3; c++)
            add_head(h, m->spot[i].name, axis[c], "m", BR_RECORD_OUTPUT);
    for (int i = 0; i < m->forces; i++)
        add_head(h, m->force[i].name, "", m->measure[m->force[i].measure].kind == BR_MEASURE_TURN ? "N*m" : "N",
                 BR_RECORD_OUTPUT);
    for (int i = 0; i < m->sensors; i++)
        add_head(h, m->sensor[i].name, "", br_sensor_unit(m, &m->sensor[i]), BR_RECORD_OUTPUT);
    add_head(h, "energy", "", "J", BR_RECORD_OUTPUT);
}

br_status br_mech_table_open(br_record *r, const br_moving *s, const bool *held, long long rows, br_diag *why)
{
    heads *h = calloc(1, sizeof *h);
    if (!h)
        return BR_NO_MEMORY;
    name_columns(h, s->m, held);
    br_status status = h->count <= COLUMNS ? br_record_open_named(r, h->head, h->count, rows, why)
                                           : br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL,
                                                         "%d columns; a table has at most %d", h->count, COLUMNS);
    free(h);
    return status;
}

// ---------------------------------------------------------------- rows

typedef struct row {
    br_record *to;
    int column;
} row;

static void write_cell(row *w, double value)
{
    if (w->column < w->to->columns)
        w->to->column[w->column++].v[w->to->rows] = value;
}

void br_mech_table_add(br_record *r, br_moving *s, const bool *held)
{
    const br_mech *m = s->m;
    row w = {r, 0};
    double kinetic, potential;
    br_measure_state l;
    if (r->rows == r->room)
        return;
    write_cell(&w, s->t);
    for (int i = 0; i < m->measures; i++) {
        br_measure_gradient(m, i, s->now.q, s->now.v, s->now.y[i], &l);
        write_cell(&w, l.y);
        write_cell(&w, br_moving_speed(s, i, &l));
        if (held && held[i])
            write_cell(&w, -s->now.lambda[s->rows + i]);
    }
    for (int i = 0; i < m->spots; i++)
        for (int c = 0; c < m->space; c++)
            write_cell(&w, br_form_value(&m->spot[i].x[c], s->now.q));
    for (int i = 0; i < m->forces; i++) {
        br_measure_gradient(m, m->force[i].measure, s->now.q, s->now.v, s->now.y[m->force[i].measure], &l);
        write_cell(&w, br_moving_force(s, i, &l));
    }
    for (int i = 0; i < m->sensors; i++)
        write_cell(&w, br_sensor_value(s, &m->sensor[i]));
    br_moving_energy(s, &kinetic, &potential);
    write_cell(&w, kinetic + potential);
    r->rows++;
}

void br_mech_table_noise(br_record *r, const br_mech *m, uint64_t seed)
{
    br_random dice;
    for (int i = 0; i < m->sensors; i++) {
        int c = br_record_find(r, m->sensor[i].name);
        br_random_init(&dice, seed, (uint64_t)i);
        for (long long k = 0; k < r->rows && c >= 0; k++)
            r->column[c].v[k] += m->sensor[i].sd * br_random_normal(&dice);
    }
}

// ---------------------------------------------------------------- slopes

br_status br_mech_slopes(const double *t, const double *y, long long rows, double *out, int stride, br_diag *why)
{
    enum { WINDOW = 9, TERMS = 5 };
    double A[WINDOW * TERMS], tau[TERMS], b[WINDOW], c[TERMS], left, work[4 * TERMS + 3 * WINDOW + 1];
    int order[TERMS], rank;
    br_status status = rows >= WINDOW ? BR_OK : BR_BAD_DATA;
    if (status != BR_OK && why)
        snprintf(why->text, sizeof why->text, "%lld rows; accelerations need %d or more", rows, WINDOW);
    for (long long k = 0; k < rows && status == BR_OK; k++) {
        long long first = k - WINDOW / 2;
        first = first < 0 ? 0 : first > rows - WINDOW ? rows - WINDOW : first;
        double unit = (t[first + WINDOW - 1] - t[first]) / 2;
        for (int i = 0; i < WINDOW; i++) {
            double x = (t[first + i] - t[k]) / unit;
            double *to = A + (ptrdiff_t)TERMS * i;
            to[0] = 1;
            for (int j = 1; j < TERMS; j++)
                to[j] = to[j - 1] * x;
            b[i] = y[first + i] - y[k];
        }
        status = br_qr_factor(WINDOW, TERMS, A, tau, order, 0, &rank, work);
        if (status == BR_OK)
            status = br_qr_solve(WINDOW, TERMS, A, tau, order, rank, b, c, &left, work);
        if (status != BR_OK)
            return status;
        out[k * stride] = y[k];
        out[k * stride + 1] = c[1] / unit;
        out[k * stride + 2] = 2 * c[2] / (unit * unit);
    }
    return status;
}
