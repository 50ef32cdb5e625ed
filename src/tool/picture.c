// picture.c - two pictures of a law: friction over velocity, and over displacement.             [host]
#include "num/fp.h"

#include "num/elem.h"
#include "num/text.h"
#include "tool/load.h"
#include "tool/picture.h"
#include "tool/stepper.h"

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

static int find_velocity(const br_law *law)
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

// Runs at a constant speed until the force stays the same while the time doubles, four times in a row; no number if
// that takes too long.
static double steady(stepper *s, double speed)
{
    double before = 0;
    int calm = 0;
    stepper_start(s, speed, 0, 1);
    if (s->model->nm == 0 && stepper_settle(s))
        return stepper_output(s);
    stepper_start(s, speed, 0, 1);
    s->left = 3000;
    for (int i = 0; i < 25 && calm < 4; i++) {
        double t = 1e-4 * (1 << i);
        s->longest = t / 20;
        if (!stepper_go(s, t))
            break;
        double force = stepper_output(s);
        calm = fabs(force - before) <= 1e-3 * fabs(force) ? calm + 1 : 0;
        before = force;
    }
    return calm < 4 ? (double)NAN : before;
}

static br_status draw_speeds(stepper *s, picture *p, double most, const char *inputs)
{
    bool dynamic = s->model->nx > 0;
    int count = dynamic ? SPEEDS : STATIC_SPEEDS;
    p->numbers = calloc((size_t)2 * (size_t)count, sizeof *p->numbers);
    if (!p->numbers)
        return BR_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        double share = 2.0 * i / (count - 1) - 1, v = most * share * fabs(share); // closer to each other around rest
        bool rest = i == count / 2;
        stepper_start(s, v, 0, 1);
        p->numbers[i] = rest ? 0 : v;
        p->numbers[count + i] = !dynamic ? stepper_output(s) : rest ? (double)NAN : steady(s, v);
    }
    p->curve = (br_curve){p->numbers, p->numbers + count, count, NULL};
    snprintf(p->caption, sizeof p->caption, "Friction at constant velocity%s%s.",
             dynamic ? ", when nothing in the contact moves any more" : "", inputs);
    return BR_OK;
}

// ---------------------------------------------------------------- friction over displacement

// Have the states settled since they were saved? Saves them again.
static bool settled(stepper *s)
{
    bool calm = true;
    for (int i = 0; i < s->model->nx; i++) {
        calm = calm && fabs(s->x[i] - s->saved[i]) <= 0.02 * s->largest[i];
        s->saved[i] = s->x[i];
    }
    return calm;
}

// How far the law must slide until its states have settled.
static double build_up(stepper *s, double speed)
{
    double distance = 1e-9;
    stepper_start(s, speed, 0, 1);
    s->left = 60000;
    settled(s);
    for (int calm = 0, i = 0; i < 30 && calm < 2; i++) {
        s->longest = distance / speed / 50;
        if (!stepper_go(s, distance / speed))
            break;
        calm = settled(s) ? calm + 1 : 0;
        distance *= 2;
    }
    return distance / 8;
}

// "12.8 um"
static void with_prefix(char text[40], double v, const char *unit)
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
    snprintf(text, 40, "%.20s %s%s", b.text ? b.text : "", step[k].prefix, unit);
    br_buffer_free(&b);
}

static br_status draw_loop(stepper *s, picture *p, double speed, bool turns, const char *inputs)
{
    double far = build_up(s, speed), omega = speed / far, period = 2 * 3.14159265358979323846 / omega;
    p->numbers = calloc((size_t)2 * SAMPLES, sizeof *p->numbers);
    if (!p->numbers)
        return BR_NO_MEMORY;
    int count = 0;
    stepper_start(s, speed, omega, period / 500);
    s->left = 150000;
    for (; count < SAMPLES; count++) {
        double t = 1.3 * period * count / (SAMPLES - 1);
        if (!stepper_go(s, t))
            break;
        p->numbers[count] = far * br_sin(omega * t);
        p->numbers[SAMPLES + count] = stepper_output(s);
    }
    p->curve = (br_curve){p->numbers, p->numbers + SAMPLES, count, NULL};
    char amplitude[40], seconds[40];
    with_prefix(amplitude, far, turns ? "rad" : "m");
    with_prefix(seconds, period, "s");
    snprintf(p->caption, sizeof p->caption,
             "A slow sine from rest (amplitude %s, period %s): how the force builds up, and the loop it closes%s.",
             amplitude, seconds, inputs);
    return BR_OK;
}

br_status pictures_make(br_model *m, picture p[2], int *drawn)
{
    int velocity = find_velocity(&m->law);
    char inputs[160];
    *drawn = 0;
    memset(p, 0, 2 * sizeof *p);
    if (velocity < 0 || m->law.nout == 0 || m->nx > MOST_STATES)
        return BR_OK;
    stepper s;
    fill_inputs(m, velocity, inputs, sizeof inputs);
    br_status status = stepper_open(&s, m, m->at[velocity]);
    if (status != BR_OK)
        return status;
    double most = find_speed(m);
    bool turns = strstr(m->law.q[velocity].unit_text, "rad") != NULL;
    status = draw_speeds(&s, &p[0], most, inputs);
    p[0].figure = (br_figure){"Friction over velocity", "velocity", turns ? "rad/s" : "m/s", "", "", &p[0].curve, 1};
    if (status == BR_OK && m->nx > 0) {
        status = draw_loop(&s, &p[1], most / 25, turns, inputs);
        p[1].figure = (br_figure){"Friction over displacement",
                                  turns ? "angle" : "displacement",
                                  turns ? "rad" : "m",
                                  "",
                                  "",
                                  &p[1].curve,
                                  1};
        *drawn = 2;
    } else {
        *drawn = 1;
    }
    for (int i = 0; i < *drawn; i++) {
        p[i].figure.y_name = m->law.out[0].words[0] ? m->law.out[0].words : m->law.out[0].name;
        p[i].figure.y_unit = m->law.out[0].unit_text;
    }
    stepper_close(&s);
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
