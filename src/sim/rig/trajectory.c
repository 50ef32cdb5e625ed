// trajectory.c - what the rigs share: trajectory, log, and friction that is stepped at a held velocity.   [host]
#include "num/base/fp.h"

#include "law/builtin/builtin.h"
#include "law/model/condition.h"
#include "num/base/elem.h"
#include "sim/rig/trajectory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void br_rig_free(br_rig *r)
{
    br_record_close(&r->log);
    memset(r, 0, sizeof *r);
}

// ---------------------------------------------------------------- the trajectory

// Turning points in m. The run-in slides back to 0, so that all elements slide where the log begins; it takes 0.15 s. Then two rounds over
// 200 um: loops of 20 um (from 70 to 50 um, as Figs 4.8 and 4.9 show one) and of 80 um on the way out and on the way back.
#define ROUND 70e-6, 50e-6, 140e-6, 60e-6, 200e-6, 60e-6, 140e-6, 50e-6, 70e-6, 0
static const double moves[] = {0.02, 112.5e-6, 0, ROUND, ROUND}; // first the acceleration, m/s^2
enum {
    MOVES = sizeof moves / sizeof *moves,
    RUN_IN = 1,
    LOOP = 12
}; // turning points that end the run-in, begin the loop

static br_status make_wave(br_wave *w, const char *name)
{
    const char *wrong;
    int i = 0;
    while (strcmp(br_wave_kind_at(i)->name, name) != 0)
        i++;
    return br_wave_make(w, br_wave_kind_at(i), moves, MOVES, &wrong);
}

// When it is at turning point i; a move has two knots.
static double turning_time(const br_course *c, size_t i)
{
    return c->x.knot[2 * i];
}

br_status br_course_make(br_course *c)
{
    memset(c, 0, sizeof *c);
    br_status status = make_wave(&c->x, "moves");
    if (status == BR_OK)
        status = make_wave(&c->v, "moves_rate");
    if (status != BR_OK) {
        br_course_free(c);
        return status;
    }
    double width = moves[1 + LOOP] - moves[2 + LOOP];
    c->lead = turning_time(c, RUN_IN);
    c->end = turning_time(c, MOVES - 2) - c->lead;
    c->minor[0] = turning_time(c, LOOP) - c->lead;
    c->minor[1] = turning_time(c, LOOP + 1) + br_sqrt(2 * width / moves[0]) - c->lead;
    return BR_OK;
}

void br_course_free(br_course *c)
{
    br_wave_free(&c->x);
    br_wave_free(&c->v);
}

long long br_course_lead(const br_course *c)
{
    return (long long)(c->lead / BR_RIG_DT + 0.5);
}

long long br_course_rows(const br_course *c)
{
    return (long long)(c->end / BR_RIG_DT) + 1;
}

double br_course_at(const br_course *c, double t, double *v, double *a)
{
    double slope;
    *v = br_wave_at(&c->v, t + c->lead, a);
    return br_wave_at(&c->x, t + c->lead, &slope);
}

void br_rig_mark_minor(br_rig *r, const br_course *c)
{
    for (int i = 0; i < 2; i++) {
        long long row = (long long)(c->minor[i] / r->dt) + 1;
        r->minor[i] = row < r->log.rows ? row : r->log.rows;
    }
}

// ---------------------------------------------------------------- the log

typedef struct name {
    char text[BR_NAME_SIZE + 32];
} name;

static void name_states(const br_model *m, name *text, br_record_head *head)
{
    for (int q = 0, at = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        for (int i = 0; w->kind == BR_STATE && i < br_model_len(m, q); i++, at++) {
            if (w->dim == BR_SCALAR)
                snprintf(text[at].text, sizeof text[at].text, "%s_true", w->name);
            else
                snprintf(text[at].text, sizeof text[at].text, "%s[%d]_true", w->name, i + 1);
            head[at] = (br_record_head){text[at].text, w->si_text, BR_RECORD_TRUTH};
        }
    }
}

br_status br_rig_open_log(br_rig *r, const br_record_head *head, int columns, const br_model *m, long long rows,
                          br_diag *why)
{
    br_record_head *all = calloc((size_t)columns + (size_t)m->nx, sizeof *all);
    name *text = calloc((size_t)m->nx + 1, sizeof *text);
    br_status status = all && text ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        memcpy(all, head, (size_t)columns * sizeof *all);
        name_states(m, text, all + columns);
        status = br_record_open_named(&r->log, all, columns + m->nx, rows, why);
    }
    free(all);
    free(text);
    return status;
}

// ---------------------------------------------------------------- friction

static br_status open_model(br_model *m, const char *law, const char *set, const char *values, br_diag *why)
{
    size_t size = 0;
    const char *text = br_builtin_text(NULL, law, &size), *list = values ? values : "";
    if (!text)
        return br_diag_fail(why, BR_BAD_USAGE, "there is no law '%.60s'", law);
    br_model_source source = {text, size, law, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = list, .size = strlen(list), .origin = law};
    return br_model_open_given(m, &source, &first, &then, why);
}

int br_law_velocity(const br_model *m)
{
    int q = br_law_find(&m->law, "v", 1);
    return q >= 0 && m->law.q[q].kind == BR_INPUT ? m->at[q] : -1;
}

int br_law_force(const br_model *m)
{
    for (int o = 0, at = 0; o < m->law.nout; o++) {
        const br_output *w = &m->law.out[o];
        if (w->now == BR_NO_NODE)
            continue;
        if (strcmp(w->name, "F") == 0 && w->dim == BR_SCALAR)
            return at;
        at += w->dim == BR_SCALAR ? 1 : m->n[w->dim];
    }
    return -1;
}

// v, and a normal force fn behind it if there is one.
static bool inputs_fit(const br_model *m)
{
    static const char *const taken[] = {"v", "fn"};
    int at = 0;
    bool fits = m->nu == 1 || m->nu == 2;
    for (int q = 0; q < m->law.nq && fits; q++)
        if (m->law.q[q].kind == BR_INPUT)
            fits = at < 2 && strcmp(m->law.q[q].name, taken[at++]) == 0;
    return fits;
}

static br_status open_parts(br_contact *c, const br_integrator_options *o, br_diag *why)
{
    const br_model *m = &c->model;
    br_status status = br_model_complete(m, false, why);
    if (status == BR_OK)
        status = br_model_must_hold(m, why);
    c->F = m->nx + br_law_force(m);
    if (status == BR_OK && (!inputs_fit(m) || c->F < m->nx))
        status =
            br_diag_fail(why, BR_BAD_USAGE, "law %.60s has other inputs than v and fn, or no force F", m->law.name);
    if (status == BR_OK)
        status = br_system_open(&c->system, &c->model, why);
    if (status != BR_OK)
        return status;
    size_t bytes = br_integrator_bytes(&c->system.sys, o), nx = (size_t)m->nx, np = (size_t)m->np;
    c->memory = malloc(bytes + 1);
    c->x = calloc(2 * nx + np + (size_t)c->system.sys.ny + 1, sizeof *c->x);
    c->m = calloc((size_t)m->nm + 1, sizeof *c->m);
    if (!c->memory || !c->x || !c->m)
        return BR_NO_MEMORY;
    double u[2];
    c->p = c->x + nx;
    c->out = c->p + np;
    br_model_points(m, c->x, u, c->p);
    memcpy(c->m, m->m, (size_t)m->nm * sizeof *c->m);
    return br_integrator_init(&c->flow, &c->system.sys, o, c->memory, bytes);
}

br_status br_contact_open(br_contact *c, const char *law, const char *set, const char *values,
                          const br_integrator_options *o, br_diag *why)
{
    memset(c, 0, sizeof *c);
    br_status status = open_model(&c->model, law, set, values, why);
    if (status != BR_OK)
        return status;
    status = open_parts(c, o, why);
    if (status != BR_OK)
        br_contact_close(c);
    return status;
}

void br_contact_close(br_contact *c)
{
    if (c->system.law)
        br_system_close(&c->system);
    br_model_close(&c->model);
    free(c->memory);
    free(c->x);
    free(c->m);
    memset(c, 0, sizeof *c);
}

double br_contact_force(br_contact *c, double v)
{
    const double u[2] = {v, 1};
    br_sys_rate(&c->system.sys, 1, c->x, c->m, u, c->p, 0, c->out);
    return c->out[c->F];
}

br_status br_contact_move(br_contact *c, double v, double dt)
{
    const double u[2] = {v, 1};
    return br_integrator_step(&c->flow, 1, c->x, c->m, u, c->p, 0, dt, c->x, c->m, NULL);
}
