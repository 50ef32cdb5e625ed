// curves.c - what a law does: friction over velocity, and over displacement. bristle/evaluate.h.    [host]
#include "num/base/fp.h"

#include "api/describe/evaluate_parts.h"
#include "api/law/sized.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "num/text/number.h"
#include "sim/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct curve {
    double *numbers; // x, then y
    int room, count; // numbers of either
    char meaning[400];
} curve;

enum { SPEEDS = 61, STATIC_SPEEDS = 801, SAMPLES = 700, MOST_STATES = 200 };

// ---------------------------------------------------------------- what to draw it at

static bool has_powers(br_unit u, int m, int kg, int s)
{
    return u.power[0] == 12 * m && u.power[1] == 12 * kg && u.power[2] == 12 * s && u.power[3] == 0 && u.power[4] == 0;
}

static bool is_speed(br_unit u)
{
    return has_powers(u, 1, 0, -1) || has_powers(u, 0, 0, -1);
}

static int find_velocity(const br_parsed_law *law)
{
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_INPUT && law->q[q].dim == BR_SCALAR && is_speed(law->q[q].unit))
            return q;
    return -1;
}

// Inputs beside the velocity: loads are 1 N or 1 N*m, compressions a micrometre.
static void fill_inputs(br_model *m, int velocity, char *words, size_t room)
{
    size_t n = 0;
    words[0] = 0;
    for (int q = 0; q < m->law.nq; q++) {
        if (q == velocity || m->law.q[q].kind != BR_INPUT || m->origin[q] != BR_UNSET)
            continue;
        br_unit u = m->law.q[q].unit;
        bool force = has_powers(u, 1, 1, -2) || has_powers(u, 2, 1, -2), length = has_powers(u, 1, 0, 0);
        double value = force ? 1 : length && m->law.q[q].presets == 0 ? 1e-6 : 0;
        for (int i = 0; i < br_model_len(m, q); i++)
            br_model_values(m, q)[i] = br_interval_of(value, value);
        char text[BR_NUMBER_SIZE], unit[BR_UNIT_SIZE];
        br_number_write(text, value);
        br_unit_write_like(unit, u, m->law.q[q].unit_text);
        if (value != 0 && n + BR_NAME_SIZE + BR_NUMBER_SIZE + 12 < room)
            n += (size_t)snprintf(words + n, room - n, ", %s = %s %s", m->law.q[q].name, text, unit);
    }
}

// A speed at which the law shows what it does, read off the units of its parameters.
static double find_speed(const br_model *m)
{
    double speed = 0, slowness = (double)INFINITY, force = 0, viscous = 0;
    for (int q = 0; q < m->law.nq; q++) {
        if (m->law.q[q].kind != BR_PARAM)
            continue;
        br_unit u = m->law.q[q].unit;
        double v = br_model_values(m, q)[0].lo;
        if (is_speed(u) && v > speed && m->origin[q] == BR_GIVEN)
            speed = v;
        if ((has_powers(u, -1, 0, 1) || has_powers(u, 0, 0, 1)) && v > 0 && v < slowness &&
            strcmp(m->law.q[q].unit_text, "s") != 0)
            slowness = v;
        if (has_powers(u, 1, 1, -2) && v > force)
            force = v;
        if (has_powers(u, 0, 1, -1) && v > viscous)
            viscous = v;
    }
    if (speed > 0)
        return 5 * speed;
    if (isfinite(slowness))
        return 5 / slowness;
    return force > 0 && viscous > 0 ? force / viscous : 0.01;
}

// ---------------------------------------------------------------- friction over velocity

// A law that is driven to and fro: v = speed*cos(omega*t), the other inputs as the model has them.
typedef struct motion {
    br_model *model;
    int quantity, velocity; // the velocity: of the quantities of the law, number of u
    double speed, omega;
    double *x, *u, *p; // of the model
    br_status status;  // BR_NO_MEMORY: a run could not go on
} motion;

static void set_velocity(void *self, double t, double *u)
{
    const motion *m = self;
    memcpy(u, m->u, (size_t)m->model->nu * sizeof *u);
    u[m->velocity] = m->speed * br_cos(m->omega * t);
}

static br_status open_run(br_run *r, motion *m, double speed, double omega)
{
    br_run_options o = br_run_defaults();
    br_drive moves = {set_velocity, NULL, m};
    br_diag why;
    m->speed = speed;
    m->omega = omega;
    o.relative = 1e-5;
    o.absolute = 1e-11;
    return br_run_open(r, m->model, &moves, &o, &why);
}

static br_status make_room(curve *p, int room)
{
    p->numbers = calloc(2 * (size_t)room, sizeof *p->numbers);
    p->room = room;
    return p->numbers ? BR_OK : BR_NO_MEMORY;
}

static bool run_to(motion *m, br_run *r, double t)
{
    br_diag why;
    br_status status = br_run_to(r, t, &why);
    m->status = status == BR_NO_MEMORY ? status : m->status;
    return status == BR_OK;
}

// Runs at a constant speed until the force stays the same while the time doubles, four times in a row; NaN if
// that does not happen.
static double steady_force(motion *m, br_run *r)
{
    double before = 0;
    int calm = 0;
    for (int i = 0; i < 40 && calm < 4 && run_to(m, r, 1e-4 * (double)(1LL << i)); i++) {
        calm = fabs(r->y[0] - before) <= 1e-3 * fabs(r->y[0]) ? calm + 1 : 0;
        before = r->y[0];
    }
    return calm < 4 ? (double)NAN : before;
}

static br_status find_steady_curve(motion *m, curve *p, double most, const char *inputs)
{
    bool dynamic = m->model->nx > 0;
    int count = dynamic ? SPEEDS : STATIC_SPEEDS;
    br_status status = make_room(p, count);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < count; i++) {
        double share = 2.0 * i / (count - 1) - 1, v = most * share * fabs(share); // closer to each other around rest
        bool rest = i == count / 2;
        br_run r;
        status = open_run(&r, m, rest ? 0 : v, 0);
        if (status == BR_NO_MEMORY)
            return status;
        p->numbers[i] = rest ? 0 : v;
        p->numbers[count + i] = (double)NAN; // at rest a law with states has no value of its own
        if (status == BR_OK && !dynamic && run_to(m, &r, 0))
            p->numbers[count + i] = r.y[0];
        else if (status == BR_OK && dynamic && !rest)
            p->numbers[count + i] = steady_force(m, &r);
        if (status == BR_OK)
            br_run_close(&r);
    }
    p->count = count;
    snprintf(p->meaning, sizeof p->meaning, "Friction at constant velocity%s%s.", dynamic ? ", in steady state" : "",
             inputs);
    return BR_OK;
}

// ---------------------------------------------------------------- friction over displacement

// Have the states settled since they were saved? Saves them again; largest: of each so far.
static bool is_settled(const br_run *r, int nx, double *saved, double *largest)
{
    bool calm = true;
    for (int i = 0; i < nx; i++) {
        largest[i] = fabs(r->x[i]) > largest[i] ? fabs(r->x[i]) : largest[i];
        calm = calm && fabs(r->x[i] - saved[i]) <= 0.02 * largest[i];
        saved[i] = r->x[i];
    }
    return calm;
}

// The sliding distance after which the states have settled; 0: not found.
static br_status find_settling_distance(motion *m, double speed, double *found)
{
    int nx = m->model->nx;
    double distance = 1e-9, *saved = calloc(2 * (size_t)nx, sizeof *saved);
    br_run r;
    *found = 0;
    br_status status = saved ? open_run(&r, m, speed, 0) : BR_NO_MEMORY;
    if (status != BR_OK) {
        free(saved);
        return status == BR_NO_MEMORY ? status : BR_OK;
    }
    memcpy(saved, m->x, (size_t)nx * sizeof *saved);
    for (int calm = 0, i = 0; i < 30 && calm < 2 && run_to(m, &r, distance / speed); i++) {
        calm = is_settled(&r, nx, saved, saved + nx) ? calm + 1 : 0;
        distance *= 2;
    }
    br_run_close(&r);
    free(saved);
    *found = distance / 8;
    return BR_OK;
}

// "12.8 um"
static br_status write_with_prefix(char text[40], double v, const char *unit)
{
    static const struct {
        double scale;
        const char *prefix;
    } step[] = {{1, ""}, {1e-3, "m"}, {1e-6, "\xc2\xb5"}, {1e-9, "n"}};
    size_t k = 0;
    while (k < 3 && fabs(v) < step[k].scale)
        k++;
    br_buffer b = {0};
    br_buffer_about(&b, v / step[k].scale, 3);
    br_status status = b.status;
    snprintf(text, 40, "%.20s %s%s", b.text ? b.text : "", step[k].prefix, unit);
    br_buffer_free(&b);
    return status;
}

// No curve where the law cannot be run.
static br_status find_loop(motion *m, curve *p, double speed, bool turns, const char *inputs)
{
    double far;
    br_status status = find_settling_distance(m, speed, &far);
    if (status == BR_OK)
        status = make_room(p, SAMPLES);
    if (status != BR_OK || far == 0)
        return status;
    double omega = speed / far, period = 2 * 3.14159265358979323846 / omega;
    br_run r;
    status = open_run(&r, m, speed, omega);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_OK;
    for (; p->count < SAMPLES; p->count++) {
        double t = 1.3 * period * p->count / (SAMPLES - 1);
        if (!run_to(m, &r, t))
            break;
        p->numbers[p->count] = far * br_sin(omega * t);
        p->numbers[SAMPLES + p->count] = r.y[0];
    }
    br_run_close(&r);
    char amplitude[40], seconds[40];
    status = write_with_prefix(amplitude, far, turns ? "rad" : "m");
    if (status == BR_OK)
        status = write_with_prefix(seconds, period, "s");
    snprintf(p->meaning, sizeof p->meaning,
             "A slow sine from rest (amplitude %s, period %s): build-up of the force and hysteresis loop%s.", amplitude,
             seconds, inputs);
    return status;
}

// ---------------------------------------------------------------- both of them

static void keep_curve(br_evaluation *e, const curve *p, const char *title, const char *x_name, const char *x_unit)
{
    const br_output *y = &e->model->law.out[0];
    br_store *s = &e->drawn;
    br_evaluated_curve *to = p->count > 0 ? br_listed_add(&e->curve, s, sizeof *to, sizeof *to) : NULL;
    size_t bytes = 2 * (size_t)p->room * sizeof *p->numbers;
    double *numbers = to ? br_store_bytes(s, bytes) : NULL;
    if (!numbers)
        return;
    memcpy(numbers, p->numbers, bytes);
    to->title = title;
    to->meaning = br_store_words(s, p->meaning);
    to->x_name = x_name;
    to->x_unit = x_unit;
    to->y_name = br_store_words(s, y->words[0] ? y->words : y->name);
    to->y_unit = br_store_words(s, y->unit_text);
    to->count = p->count;
    to->x = numbers;
    to->y = numbers + p->room;
}

static br_status find_both(br_evaluation *e, motion *s, const char *inputs)
{
    const br_model *m = e->model;
    bool turns = strstr(m->law.q[s->quantity].unit_text, "rad") != NULL;
    double most = find_speed(m);
    curve p[2] = {{0}};
    br_status status = find_steady_curve(s, &p[0], most, inputs);
    if (status == BR_OK && m->nx > 0)
        status = find_loop(s, &p[1], most / 25, turns, inputs);
    if (status == BR_OK) {
        keep_curve(e, &p[0], "Friction over velocity", "velocity", turns ? "rad/s" : "m/s");
        keep_curve(e, &p[1], "Friction over displacement", turns ? "angle" : "displacement", turns ? "rad" : "m");
    }
    free(p[0].numbers);
    free(p[1].numbers);
    return status == BR_OK ? e->drawn.status : status;
}

static br_status find_curves(br_evaluation *e)
{
    br_model *m = e->model;
    int velocity = find_velocity(&m->law);
    if (velocity < 0 || m->law.nout == 0 || m->nx > MOST_STATES || m->law.nparts > 0) // a plant is to be simulated
        return BR_OK;
    size_t inputs = (size_t)m->nu * sizeof *m->u;
    br_interval *u = malloc(inputs + 1); // those that the point has
    motion s = {.model = m, .quantity = velocity, .velocity = m->at[velocity]};
    s.x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + 1, sizeof *s.x);
    br_status status = u && s.x ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        char words[160];
        memcpy(u, m->u, inputs);
        fill_inputs(m, velocity, words, sizeof words);
        s.u = s.x + m->nx;
        s.p = s.u + m->nu;
        br_model_points(m, s.x, s.u, s.p);
        status = find_both(e, &s, words);
        status = status == BR_OK ? s.status : status;
        memcpy(m->u, u, inputs);
    }
    free(s.x);
    free(u);
    return status;
}

br_status br_evaluation_find_curves(br_evaluation *e, br_diag *why)
{
    if (!e)
        return br_diag_fail(why, BR_BAD_USAGE, "br_evaluation_find_curves: an evaluation is needed");
    br_store_free(&e->drawn);
    e->curve.count = 0;
    br_status status = br_evaluation_is_right(e, why);
    if (status == BR_OK)
        status = find_curves(e);
    if (status != BR_OK)
        e->curve.count = 0;
    return br_said(status, why);
}

const br_evaluated_curve *br_evaluation_curve(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->curve, i) : NULL;
}
