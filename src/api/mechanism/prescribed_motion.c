// prescribed_motion.c - a motion that a table prescribes, and what in the table contradicts it.    [host]
#include "num/base/fp.h"

#include "api/mechanism/prescribed_motion.h"

#include "api/mechanism/machine.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- names and units

// A column without a unit is taken in SI.
static br_status check_unit(const br_prescribed *d, const br_signal *is, const char *want, br_diag *why)
{
    br_unit wanted = br_unit_none();
    char x[BR_UNIT_SIZE], y[BR_UNIT_SIZE]; // rad is no unit there
    (void)br_unit_read(want, strlen(want), NULL, 0, &wanted, NULL);
    if (br_unit_same(is->unit, wanted) || br_unit_same(is->unit, br_unit_none()))
        return BR_OK;
    br_unit_write_both(x, is->unit, y, wanted);
    return br_diag_fail(why, BR_BAD_DATA, "%s: %.60s is in %s here, and in %s in the mechanism", d->origin, is->name, x,
                        want);
}

// Of a shaft that turns by more than half a turn between rows the same is true of all rows; an angle that starts again
// after a turn goes back in one.
static br_status check_turns(const br_prescribed *d, int measure, const double *y, br_diag *why)
{
    const double half = 3.141592653589793;
    const double *t = d->log->t;
    for (size_t k = 2; k < d->log->rows; k++) {
        double now = y[k] - y[k - 1], before = y[k - 1] - y[k - 2];
        if (br_abs(now) > half && br_abs(now - before) > half)
            return br_diag_fail(why, BR_BAD_DATA,
                                "%s: %.60s goes from %.6g to %.6g rad between t = %.9g and %.9g s, as wrapped "
                                "angles do; unwrap them",
                                d->origin, d->m->measure[measure].name, y[k - 1], y[k], t[k - 1], t[k]);
    }
    return BR_OK;
}

static br_status check_signal(br_prescribed *d, int signal, br_diag *why)
{
    const br_signal *is = &d->log->signals->signal[signal];
    int value = br_machine_measure(d->m, is->name),
        speed = value < 0 ? br_machine_measure_of_speed(d->m, is->name) : -1;
    if (strcmp(is->name, "t") == 0)
        return BR_OK;
    if (value < 0 && speed < 0)
        return br_diag_fail(why, BR_BAD_DATA, "%s: %.60s is no joint or distance of %s, and no speed of one", d->origin,
                            is->name, d->m->name);
    if (speed >= 0)
        d->of[speed].speed = signal;
    br_status status = check_unit(d, is, br_machine_measure_unit(d->m, value >= 0 ? value : speed, value < 0), why);
    if (status == BR_OK && value >= 0 && d->m->measure[value].kind == BR_MEASURE_TURN)
        status = check_turns(d, value, d->log->y[signal], why);
    return status;
}

br_status br_prescribed_open(br_prescribed *d, const br_mech *m, const br_samples *log, const char *origin,
                             br_diag *why)
{
    *d = (br_prescribed){.m = m, .log = log, .origin = origin, .of = calloc((size_t)m->measures + 1, sizeof *d->of)};
    br_status status = d->of ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < m->measures && d->of; i++)
        d->of[i].speed = -1;
    for (int i = 0; i < log->signals->count && status == BR_OK; i++)
        status = check_signal(d, i, why);
    return status;
}

void br_prescribed_close(br_prescribed *d)
{
    free(d->of);
    d->of = NULL;
}

// ---------------------------------------------------------------- rows

static void compare_rows(br_prescribed_measure *o, double t, double rate, double second, bool first)
{
    double by = first ? 0 : (t - o->t) * (o->second + second) / 2;
    double gap = first ? 0 : br_abs(rate - o->rate - by);
    if (gap > o->jump.gap) {
        o->jump.gap = gap;
        o->jump.from = o->rate;
        o->jump.to = rate;
        o->jump.by = by;
        o->jump.t[0] = o->t;
        o->jump.t[1] = t;
    }
    o->rate = rate;
    o->second = second;
    o->t = t;
}

static void compare_speeds(br_prescribed_measure *o, double t, double moved, double logged)
{
    double gap = br_abs(logged - moved);
    if (gap > o->apart.gap) {
        o->apart.gap = gap;
        o->apart.logged = logged;
        o->apart.moved = moved;
        o->apart.t = t;
    }
    o->apart.square += gap * gap;
    o->apart.moves += moved * moved;
    o->apart.logs += logged * logged;
    o->apart.product += moved * logged;
}

void br_prescribed_add_row(br_prescribed *d, const br_moving *s, size_t row)
{
    br_measure_state l;
    for (int i = 0; i < d->m->measures; i++) {
        br_prescribed_measure *o = &d->of[i];
        br_measure_derivatives(d->m, i, s->now.q, s->now.v, s->now.y[i], &l);
        double second = l.bend;
        for (int k = 0; k < l.n; k++)
            second += l.g[k] * s->now.dv[d->m->measure[i].patch.var[k]];
        compare_rows(o, s->t, l.w, second, row == 0);
        if (o->speed >= 0)
            compare_speeds(o, s->t, l.w, d->log->y[o->speed][row]);
        o->size = br_max(o->size, br_abs(l.y));
        o->fastest = br_max(o->fastest, br_abs(l.w));
    }
}

// ---------------------------------------------------------------- as text

// The least speed that differences of positions of this size can resolve, rows dt apart.
static double least_speed(const br_prescribed_measure *o, double dt)
{
    const double rounding = 1e-12;
    return rounding * (1 + o->size) / dt;
}

// Of all measures the one whose speed jumps most.
static void report_jump(const br_prescribed *d, br_buffer *warnings)
{
    const double much = 0.25;
    double most = much;
    int worst = -1;
    for (int i = 0; i < d->m->measures; i++) {
        const br_prescribed_measure *o = &d->of[i];
        if (o->jump.gap > most * o->fastest && o->jump.gap > least_speed(o, o->jump.t[1] - o->jump.t[0])) {
            most = o->jump.gap / o->fastest;
            worst = i;
        }
    }
    if (worst < 0)
        return;
    const br_prescribed_measure *o = &d->of[worst];
    br_buffer_print(warnings,
                    "speeds contradict each other: that of %s goes from %.4g to %.4g %s between t = %.6g and %.6g s, "
                    "where its acceleration gives %.2g: positions of the table jump there, its rows are too far apart, "
                    "or it is at a dead centre, from which two motions are possible\n",
                    d->m->measure[worst].name, o->jump.from, o->jump.to, br_machine_measure_unit(d->m, worst, true),
                    o->jump.t[0], o->jump.t[1], o->jump.by);
}

static void report_speed_gap(const br_prescribed *d, int measure, br_buffer *warnings)
{
    const double in_mean = 0.05, anywhere = 0.25;
    const br_prescribed_measure *o = &d->of[measure];
    const char *name = d->m->measure[measure].name, *unit = br_machine_measure_unit(d->m, measure, true);
    double rows = (double)d->log->rows, rms = br_sqrt(o->apart.square / rows);
    double dt = (d->log->t[d->log->rows - 1] - d->log->t[0]) / (rows - 1);
    if (!(rms > in_mean * br_sqrt(o->apart.moves / rows) || o->apart.gap > anywhere * o->fastest) ||
        rms <= least_speed(o, dt))
        return;
    br_buffer_print(warnings,
                    "%s_speed of the table contradicts its positions: %.6g %s at t = %.6g s, where %s moves by %.6g; "
                    "root mean square %.3g %s apart",
                    name, o->apart.logged, unit, o->apart.t, name, o->apart.moved, rms, unit);
    double times = o->apart.product / o->apart.moves, left = o->apart.logs - times * o->apart.product;
    if (o->apart.moves > 0 && left < in_mean * in_mean * o->apart.logs && br_abs(times - 1) > in_mean)
        br_buffer_print(warnings, ", as it is %.4g times that of the positions", times);
    br_buffer_put(warnings, "; the positions were used\n");
}

void br_prescribed_report(const br_prescribed *d, br_buffer *warnings)
{
    for (int i = 0; i < d->m->measures; i++)
        if (d->of[i].speed >= 0)
            report_speed_gap(d, i, warnings);
    report_jump(d, warnings);
}
