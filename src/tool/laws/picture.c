// picture.c - two pictures of a law: friction over velocity, and over displacement.             [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/text/number.h"
#include "sim/run/run.h"
#include "tool/kit/load.h"
#include "tool/laws/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    int velocity; // number of u
    double speed, omega;
    double *x, *u, *p; // of the model
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

static bool run_to(br_run *r, double t)
{
    br_diag why;
    return br_run_to(r, t, &why) == BR_OK;
}

// Runs at a constant speed until the force stays the same while the time doubles, four times in a row; NaN if
// that does not happen.
static double steady_force(br_run *r)
{
    double before = 0;
    int calm = 0;
    for (int i = 0; i < 40 && calm < 4 && run_to(r, 1e-4 * (double)(1LL << i)); i++) {
        calm = fabs(r->y[0] - before) <= 1e-3 * fabs(r->y[0]) ? calm + 1 : 0;
        before = r->y[0];
    }
    return calm < 4 ? (double)NAN : before;
}

static br_status draw_speeds(motion *m, picture *p, double most, const char *inputs)
{
    bool dynamic = m->model->nx > 0;
    int count = dynamic ? SPEEDS : STATIC_SPEEDS;
    p->numbers = calloc((size_t)2 * (size_t)count, sizeof *p->numbers);
    if (!p->numbers)
        return BR_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        double share = 2.0 * i / (count - 1) - 1, v = most * share * fabs(share); // closer to each other around rest
        bool rest = i == count / 2;
        br_run r;
        br_status status = open_run(&r, m, rest ? 0 : v, 0);
        if (status == BR_NO_MEMORY)
            return status;
        p->numbers[i] = rest ? 0 : v;
        p->numbers[count + i] = (double)NAN; // at rest a law with states has no value of its own
        if (status == BR_OK && !dynamic && run_to(&r, 0))
            p->numbers[count + i] = r.y[0];
        else if (status == BR_OK && dynamic && !rest)
            p->numbers[count + i] = steady_force(&r);
        if (status == BR_OK)
            br_run_close(&r);
    }
    p->curve = (br_curve){.x = p->numbers, .y = p->numbers + count, .count = count};
    snprintf(p->caption, sizeof p->caption, "Friction at constant velocity%s%s.", dynamic ? ", in steady state" : "",
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
static double settling_distance(motion *m, double speed)
{
    int nx = m->model->nx;
    double distance = 1e-9, *saved = calloc(2 * (size_t)nx, sizeof *saved);
    br_run r;
    if (!saved || open_run(&r, m, speed, 0) != BR_OK) {
        free(saved);
        return 0;
    }
    memcpy(saved, m->x, (size_t)nx * sizeof *saved);
    for (int calm = 0, i = 0; i < 30 && calm < 2 && run_to(&r, distance / speed); i++) {
        calm = is_settled(&r, nx, saved, saved + nx) ? calm + 1 : 0;
        distance *= 2;
    }
    br_run_close(&r);
    free(saved);
    return distance / 8;
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

static br_status draw_loop(motion *m, picture *p, double speed, bool turns, const char *inputs)
{
    double far = settling_distance(m, speed), omega = speed / far, period = 2 * 3.14159265358979323846 / omega;
    p->numbers = calloc((size_t)2 * SAMPLES, sizeof *p->numbers);
    if (!p->numbers || far == 0)
        return BR_NO_MEMORY;
    br_run r;
    int count = 0;
    br_status status = open_run(&r, m, speed, omega);
    if (status != BR_OK)
        return status;
    for (; count < SAMPLES; count++) {
        double t = 1.3 * period * count / (SAMPLES - 1);
        if (!run_to(&r, t))
            break;
        p->numbers[count] = far * br_sin(omega * t);
        p->numbers[SAMPLES + count] = r.y[0];
    }
    br_run_close(&r);
    p->curve = (br_curve){.x = p->numbers, .y = p->numbers + SAMPLES, .count = count};
    char amplitude[40], seconds[40];
    status = write_with_prefix(amplitude, far, turns ? "rad" : "m");
    if (status == BR_OK)
        status = write_with_prefix(seconds, period, "s");
    snprintf(p->caption, sizeof p->caption,
             "A slow sine from rest (amplitude %s, period %s): build-up of the force and hysteresis loop%s.", amplitude,
             seconds, inputs);
    return status;
}

br_status pictures_make(br_model *m, picture p[2], int *drawn)
{
    int velocity = find_velocity(&m->law);
    char inputs[160];
    *drawn = 0;
    memset(p, 0, 2 * sizeof *p);
    if (velocity < 0 || m->law.nout == 0 || m->nx > MOST_STATES || m->law.nparts > 0) // a plant is to be simulated
        return BR_OK;
    fill_inputs(m, velocity, inputs, sizeof inputs);
    motion s = {.model = m, .velocity = m->at[velocity]};
    s.x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + 1, sizeof *s.x);
    if (!s.x)
        return BR_NO_MEMORY;
    s.u = s.x + m->nx;
    s.p = s.u + m->nu;
    br_model_points(m, s.x, s.u, s.p);
    br_status status = BR_OK;
    double most = find_speed(m);
    bool turns = strstr(m->law.q[velocity].unit_text, "rad") != NULL;
    status = draw_speeds(&s, &p[0], most, inputs);
    p[0].figure = (br_figure){.title = "Friction over velocity",
                              .x_name = "velocity",
                              .x_unit = turns ? "rad/s" : "m/s",
                              .curve = &p[0].curve,
                              .curves = 1};
    if (status == BR_OK && m->nx > 0) {
        status = draw_loop(&s, &p[1], most / 25, turns, inputs);
        p[1].figure = (br_figure){.title = "Friction over displacement",
                                  .x_name = turns ? "angle" : "displacement",
                                  .x_unit = turns ? "rad" : "m",
                                  .curve = &p[1].curve,
                                  .curves = 1};
        *drawn = 2;
    } else {
        *drawn = 1;
    }
    for (int i = 0; i < *drawn; i++) {
        p[i].figure.y_name = m->law.out[0].words[0] ? m->law.out[0].words : m->law.out[0].name;
        p[i].figure.y_unit = m->law.out[0].unit_text;
    }
    free(s.x);
    if (status != BR_OK)
        pictures_free(p);
    return status;
}

void pictures_free(picture p[2])
{
    for (int i = 0; i < 2; i++)
        free(p[i].numbers);
    memset(p, 0, 2 * sizeof *p);
}
