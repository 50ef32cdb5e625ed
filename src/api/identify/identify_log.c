// identify_log.c - the logs: which motion and which force they hold.         [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static br_unit per_second(br_unit u)
{
    u.power[2] = (short)(u.power[2] - 12);
    return u;
}

static int index_of(const br_loaded_log *l, const char *name)
{
    for (int i = 0; i < l->columns; i++)
        if (strcmp(l->column[i].name, name) == 0)
            return i;
    return -1;
}

// The kind of motion: units of position, speed and force fit together, for all logs alike.
static br_status check_units(br_identification *w, const br_loaded_log *l, br_diag *why)
{
    static const br_unit meter = {{12}}, newton = {{12, 12, -24}}, torque = {{24, 12, -24}};
    int x = index_of(l, "x"), v = index_of(l, "v"), y = index_of(l, w->drive ? "u" : "F");
    br_unit motion = x >= 0 ? l->unit[x] : l->unit[v], none = br_unit_none();
    bool straight = br_unit_same(motion, x >= 0 ? meter : per_second(meter));
    bool turning = br_unit_same(motion, x >= 0 ? none : per_second(none));
    br_unit length = turning ? none : meter;
    bool moves = (x < 0 || br_unit_same(l->unit[x], length)) && (v < 0 || br_unit_same(l->unit[v], per_second(length)));
    bool forces = turning ? br_unit_same(l->unit[y], torque) : br_unit_same(l->unit[y], newton);
    if (!(straight || turning) || !moves || !forces) {
        char is[BR_UNIT_SIZE], m[BR_UNIT_SIZE];
        br_unit_write(is, l->unit[y]);
        br_unit_write(m, motion);
        if (br_unit_same(motion, none) && br_unit_same(l->unit[y], none))
            return br_diag_fail(why, BR_BAD_DATA,
                                "--signals: no units of motion and force; write them behind the columns: 'x = position "
                                "mm, u = force N' or 'x = angle rad, u = torque N*m'");
        if (turning) // an angle has no unit of its own
            snprintf(m, sizeof m, "%s", x >= 0 ? "rad" : "rad/s");
        return br_diag_fail(
            why, BR_BAD_DATA,
            "--signals: motion in %s and force in %s do not fit together; use m, m/s and N, or rad, rad/s and N*m", m,
            is);
    }
    w->rotary = turning;
    snprintf(w->position_unit, sizeof w->position_unit, "%s", turning ? "rad" : "m");
    snprintf(w->speed_unit, sizeof w->speed_unit, "%s", turning ? "rad/s" : "m/s");
    snprintf(w->force_unit, sizeof w->force_unit, "%s", turning ? "N*m" : "N");
    return BR_OK;
}

// The hold-out rows are the last part of every log.
static void set_hold_out(const br_identification *w, br_axis_log *to)
{
    const double *t = to->trace.t, last = t[to->trace.rows - 1];
    to->from = last - w->given.hold_out * (last - t[0]);
    to->to = w->given.hold_out > 0 ? HUGE_VAL : to->from;
}

// Where derivatives are made, so many samples at either end are those of the filter.
static long long edge_of(const br_loaded_log *l)
{
    double samples = l->made.cutoff > 0 ? 5 / (l->made.cutoff * l->sampling.median) : 0;
    return samples < 0.1 * (double)l->rows ? (long long)(samples + 0.5) : l->rows / 10;
}

static const double *behind(const double *column, long long first)
{
    return column ? column + first : NULL;
}

static int by_row(const void *a, const void *b)
{
    long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

// Rows that are not among first .. last: outside of the range, or else at the ends. Rejected ones count from the first.
static void count_selected(br_identification *w, int i, const br_identification_span *span, long long first,
                           long long last)
{
    const br_loaded_log *l = &w->log[i];
    br_identification_rejected *rejected = &w->rejected[i];
    w->outside[i] = w->ends[i] = 0;
    for (long long k = 0; k < l->rows; k++)
        if (l->t[k] < span->from || l->t[k] > span->until)
            w->outside[i]++;
        else
            w->ends[i] += k < first || k > last;
    for (long long k = 0; k < rejected->count; k++)
        rejected->row[k] -= first;
    if (rejected->count > 0)
        qsort(rejected->row, (size_t)rejected->count, sizeof *rejected->row, by_row);
    w->axis[i].rejected = rejected->row;
    w->axis[i].rejects = rejected->count;
}

// The rows from --from to --until, without the edges.
static br_status select_rows(br_identification *w, int i, br_diag *why)
{
    const br_loaded_log *l = &w->log[i];
    br_axis_log *to = &w->axis[i];
    const br_identification_span *span = to->test ? &w->test_span : &w->span;
    bool apart = to->test && (w->test_span.from != w->span.from || w->test_span.until != w->span.until);
    long long first = edge_of(l), last = l->rows - 1 - first;
    while (first <= last && l->t[first] < span->from)
        first++;
    while (last >= first && l->t[last] > span->until)
        last--;
    if (last - first < 2)
        return br_diag_fail(
            why, BR_BAD_DATA, "%.80s: fewer than three samples between %s and %s; the log lasts from %.6g to %.6g s",
            l->name, apart ? "--test-from" : "--from", apart ? "--test-until" : "--until", l->t[0], l->t[l->rows - 1]);
    count_selected(w, i, span, first, last);
    for (int c = 0; c < l->columns; c++)
        w->column[i][c] = (br_trace_column){l->column[c].name, l->column[c].v + first};
    to->trace = (br_trace){last - first + 1, l->t + first, w->column[i], l->columns};
    to->x = behind(to->x, first);
    to->v = behind(to->v, first);
    to->a = behind(to->a, first);
    to->y = behind(to->y, first);
    return BR_OK;
}

// Gaps that begin a new segment, among the rows that are taken; between windows there is one on purpose.
static void note_gaps(br_identification *w, int i)
{
    const br_loaded_log *l = &w->log[i];
    const br_trace *t = &w->axis[i].trace;
    long long gaps = 0, widest = 1;
    for (long long k = 1; k < t->rows; k++)
        if (t->t[k] - t->t[k - 1] > 5 * l->sampling.median) {
            gaps++;
            if (gaps == 1 || t->t[k] - t->t[k - 1] > t->t[widest] - t->t[widest - 1])
                widest = k;
        }
    if (gaps == 0 || l->samples.windows > 0)
        return;
    br_buffer_safe(&w->notes, l->name, strlen(l->name));
    br_buffer_print(&w->notes, ": %lld gap%s of more than five samples, ", gaps, gaps == 1 ? "" : "s");
    br_buffer_print(&w->notes, "%s %.4g s at t = %.6g s: each segment has initial states of its own\n",
                    gaps == 1 ? "of" : "the widest of", t->t[widest] - t->t[widest - 1], t->t[widest - 1]);
}

static br_status take_log(br_identification *w, int i, br_diag *why)
{
    br_loaded_log *l = &w->log[i];
    br_axis_log *to = &w->axis[i];
    const double *F = br_loaded_log_column(l, "F"), *u = br_loaded_log_column(l, "u"),
                 *v = br_loaded_log_column(l, "v");
    to->x = br_loaded_log_column(l, "x");
    bool drive = u && (!F || w->given.mass != 0);
    if (i > 0 && drive != w->drive)
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.80s: has %s, but the log before has not; give all logs the same signals", l->name,
                            drive ? "u" : "F");
    w->drive = drive;
    if (!F && !u)
        return br_diag_fail(why, BR_BAD_DATA, "--signals: no force; give the drive force u or the friction force F");
    if (!v && !to->x)
        return br_diag_fail(why, BR_BAD_DATA, "--signals: no motion; give the position x or the velocity v");
    br_status status = check_units(w, l, why);
    if (status == BR_OK)
        status = br_identification_find_spikes(w, i, why);
    if (status == BR_OK)
        status = br_loaded_log_check_sizes(l, (const char *const[]){"x", "v", "a", drive ? "u" : "F"}, 4, why);
    bool has_a = br_loaded_log_column(l, "a") != NULL;
    if (status == BR_OK && to->x && (!v || (drive && !has_a)))
        status = br_loaded_log_differentiate(l, &w->prepare, why);
    else if (status == BR_OK && drive && !has_a)
        status = br_loaded_log_differentiate_velocity(l, &w->prepare, why);
    else if (status == BR_OK)
        status = br_loaded_log_stamps(l);
    if (status != BR_OK)
        return status;
    w->made_a = w->made_a || (drive && !has_a);
    to->v = v ? v : l->made.v;
    to->a = has_a ? br_loaded_log_column(l, "a") : l->made.a;
    to->y = drive ? u : F;
    to->made_v = !v;
    to->made_a = !has_a;
    to->made = to->made_v ? &l->made.by : NULL;
    status = select_rows(w, i, why);
    if (status == BR_OK)
        set_hold_out(w, to);
    if (status == BR_OK)
        note_gaps(w, i);
    return status;
}

br_status br_identification_take_log(br_identification *w, br_diag *why)
{
    br_status status = take_log(w, w->logs, why);
    if (status != BR_OK)
        return status;
    br_axis_log *to = &w->axis[w->logs++];
    if (to->test)
        to->to = to->from;
    return BR_OK;
}

// --delay and --held; else the delay between force and motion is estimated, unless velocities come from a differentiator that runs
// sample by sample: its acceleration is later than its velocity.
br_status br_identification_set_delay(br_identification *w, br_diag *why)
{
    const br_identification_options *given = &w->given;
    double step = w->log[0].sampling.median;
    if (given->held && !isnan(given->delay))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--held and --delay exclude each other; give one", w->who);
    bool causal = w->log[0].made.cutoff > 0 && w->differentiate[0] != 'z' &&
                  w->differentiate[0] != 'c'; // it has a delay of its own
    w->options.estimate_delay = !given->held && (isinf(given->delay) || (isnan(given->delay) && !causal));
    w->options.delay = given->held ? 0.5 * step : isfinite(given->delay) ? given->delay : 0;
    w->options.held = given->held != 0;
    if (!(fabs(w->options.delay) <= 100 * step))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--delay %g s is more than 100 samples of %.3g ms", w->who,
                            given->delay, 1e3 * step);
    w->options.every = given->decimate > 0 ? given->decimate : w->made_a ? 10 : 1;
    return BR_OK;
}
