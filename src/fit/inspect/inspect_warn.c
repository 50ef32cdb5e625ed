// inspect_warn.c - problems that a log quality check found, as sentences.          [host]
#include "num/base/fp.h"

#include "fit/inspect/inspect.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

// A unit behind a number; nothing for a plain one.
static void put_unit(br_buffer *out, const char *unit, const char *behind)
{
    if (strcmp(unit, "-") != 0)
        br_buffer_print(out, " %s%s", unit, behind);
}

static void put_rows(br_buffer *out, const br_events *e)
{
    br_buffer_print(out, ": row%s", e->named == 1 ? "" : "s");
    for (int i = 0; i < e->named; i++)
        br_buffer_print(out, "%s %lld", i ? "," : "", e->row[i]);
    br_buffer_put(out, e->count > e->named ? ", ...\n" : "\n");
}

static void warn_time(br_buffer *out, const br_time_found *t)
{
    if (!t->known) {
        br_buffer_put(out, "no time column with two or more times; name it by --signals 't = ...'\n");
        return;
    }
    if (t->missing.count > 0) {
        br_buffer_print(out, t->missing.count == 1 ? "%lld time is missing" : "%lld times are missing",
                        t->missing.count);
        put_rows(out, &t->missing);
    }
    if (t->duplicates.count > 0) {
        br_buffer_print(out, "%lld repeated time%s, which other commands refuse", t->duplicates.count,
                        t->duplicates.count == 1 ? "" : "s");
        put_rows(out, &t->duplicates);
    }
    if (t->backwards.count > 0) {
        br_buffer_print(out, "%lld decreasing time%s, which other commands refuse", t->backwards.count,
                        t->backwards.count == 1 ? "" : "s");
        put_rows(out, &t->backwards);
    }
    if (t->gaps.count > 0) {
        br_buffer_print(out,
                        t->gaps.count == 1 ? "%lld gap: a time step above 1.5 times the median, %.3g s"
                                           : "%lld gaps: time steps above 1.5 times the median, up to %.3g s",
                        t->gaps.count, t->gaps.value[0]);
        put_rows(out, &t->gaps);
    }
    if (t->since_1970)
        br_buffer_print(out, "times look like dates since 1970 in %s%s\n", t->since_1970,
                        strcmp(t->since_1970, "s") == 0 ? "" : "; give this unit in --signals");
    if (t->perhaps_ms)
        br_buffer_print(
            out, "time steps of %.4g s, all whole numbers: if the time is in ms, write --signals 't = (...) ms'\n",
            t->median);
    if (t->coarse)
        br_buffer_print(
            out,
            "resolution of double at these times is %.3g s, more than 1/1000 of a time step; subtract the first time\n",
            t->grain);
}

static void warn_jumps(br_buffer *out, const br_events *e, const br_inspector_column *is)
{
    if (e->count == 0)
        return;
    br_buffer_print(out, "%s jumps%s", is->name, e->count == 1 ? " by " : "");
    if (e->count > 1)
        br_buffer_print(out, " %lld times, by up to ", e->count);
    br_buffer_print(out, "%.6g", e->value[0]);
    put_unit(out, is->unit, "");
    br_buffer_put(out,
                  ", and goes on from there: rows are missing though times go on, the encoder was reset, or an angle "
                  "wraps; fits are biased there; correct the log, or fit a part of it, --from and --until");
    put_rows(out, e);
}

static void warn_column(br_buffer *out, const br_column_found *f, const br_inspector_column *is, const char *position)
{
    if (f->missing.count > 0) {
        br_buffer_print(out, f->missing.count == 1 ? "%lld value of %s is missing" : "%lld values of %s are missing",
                        f->missing.count, is->name);
        put_rows(out, &f->missing);
    }
    if (f->spikes.count > 0) {
        br_buffer_print(out, "%lld spike%s of %s, up to %.3g", f->spikes.count, f->spikes.count == 1 ? "" : "s",
                        is->name, f->spikes.value[0]);
        put_unit(out, is->unit, "");
        put_rows(out, &f->spikes);
    }
    warn_jumps(out, &f->jumps, is);
    const br_events *end[2] = {f->clipped_low ? &f->low : NULL, f->clipped_high ? &f->high : NULL};
    for (int i = 0; i < 2; i++)
        if (end[i])
            br_buffer_print(out,
                            "%s is %.6g%s%s in %lld rows, the longest run %.0f rows from row %lld: possibly clipped\n",
                            is->name, i ? f->most : f->least, strcmp(is->unit, "-") ? " " : "",
                            strcmp(is->unit, "-") ? is->unit : "", end[i]->count, end[i]->value[0], end[i]->row[0]);
    if (f->stuck.count > 0) {
        br_buffer_print(out, "%s is frozen %lld time%s while the position changes, by up to %.3g", is->name,
                        f->stuck.count, f->stuck.count == 1 ? "" : "s", f->stuck.value[0]);
        put_unit(out, position, "");
        put_rows(out, &f->stuck);
    }
    double size = br_max(fabs(f->least), fabs(f->most));
    if (f->numbers > 0 && f->spikes.count == 0 && (size > 1e100 || (size > 0 && size < 1e-100)))
        br_buffer_print(out, "%s is %.3g at most, in SI units: check its unit, or its factor in --signals\n", is->name,
                        size);
    if (f->step > 0 && f->jump < 3 * f->step && is->role != BR_ROLE_TIME && !f->constant)
        br_buffer_print(out, "%s has a coarse resolution: it changes by about %.2g times %.3g%s%s per sample\n",
                        is->name, f->jump / f->step, f->step, strcmp(is->unit, "-") ? " " : "",
                        strcmp(is->unit, "-") ? is->unit : "");
}

void br_inspector_warn_jitter(br_buffer *out, double ratio, double step)
{
    br_buffer_print(
        out,
        "the time stamps jitter, the samples do not: even steps of %.5g ms predict the positions with %.2g "
        "times the error of the stamps, and are used for velocities; log the time of the sampling clock, or "
        "a counter n of samples: --signals 't = %.5g*n ms'\n",
        1e3 * step, ratio, 1e3 * step);
}

void br_inspector_warn_velocity(br_buffer *out, const br_motion_found *m)
{
    if (m->v_over_x == m->v_over_x && (m->v_over_x < 0.9 || m->v_over_x > 1.1))
        br_buffer_print(out, "v is %.3g times the derivative of x; check its unit and filter\n", m->v_over_x);
}

static void warn_motion(br_buffer *out, const br_inspection *n)
{
    const br_motion_found *m = &n->motion;
    if (!m->known)
        return;
    if (m->has_force && m->work < -0.2)
        br_buffer_print(out,
                        "%s supplies energy where friction would dissipate it; check its sign (it is inverted here)\n",
                        m->inertia ? "u" : "F");
    br_inspector_warn_velocity(out, m);
    if (m->stamps_jitter)
        br_inspector_warn_jitter(out, m->rows_over_stamps, (n->time.end - n->time.start) / (double)(n->rows - 1));
    if (m->delay != 0)
        br_buffer_print(out,
                        "possible delay of the force: it fits the motion best %d row%s %s (%.3g s), which reduces the "
                        "residual by %.0f %%\n",
                        m->delay > 0 ? m->delay : -m->delay, m->delay == 1 || m->delay == -1 ? "" : "s",
                        m->delay > 0 ? "later" : "earlier", fabs(m->delay * n->time.median), 100 * m->delay_gain);
}

static const char *unit_of(const br_inspector_column *column, int count, br_role role)
{
    for (int c = 0; c < count; c++)
        if (column[c].role == role)
            return column[c].unit;
    return "-";
}

const char *br_inspector_position_unit(const br_inspector_column *column, int count)
{
    const char *x = unit_of(column, count, BR_ROLE_POSITION), *v = unit_of(column, count, BR_ROLE_VELOCITY);
    return strcmp(x, "-") == 0 && strcmp(v, "m/s") == 0 ? "m" : x;
}

void br_inspector_warn(br_buffer *out, const br_inspection *n, const br_inspector_column *column, int count)
{
    warn_time(out, &n->time);
    for (int c = 0; c < count; c++)
        if (column[c].role != BR_ROLE_TIME)
            warn_column(out, &n->column[c], &column[c], br_inspector_position_unit(column, count));
    warn_motion(out, n);
}
