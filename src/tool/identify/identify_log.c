// identify_log.c - the logs of `bristle identify`: which motion and which force they hold.         [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/number.h"

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
static br_status check_units(identifying *w, const br_loaded_log *l, br_diag *why)
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
            return tool_complain(
                why, BR_BAD_DATA,
                "--signals: no units of motion and force; write them behind the columns: 'x = position "
                "mm, u = force N' or 'x = angle rad, u = torque N*m'");
        if (turning) // an angle has no unit of its own
            snprintf(m, sizeof m, "%s", x >= 0 ? "rad" : "rad/s");
        return tool_complain(
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
static void set_hold_out(const identifying *w, br_axis_log *to)
{
    const double *t = to->trace.t, last = t[to->trace.rows - 1];
    to->from = last - w->hold_out * (last - t[0]);
    to->to = w->hold_out > 0 ? HUGE_VAL : to->from;
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
static void count_selected(identifying *w, int i, const tool_span *span, long long first, long long last)
{
    const br_loaded_log *l = &w->log[i];
    identify_rejected *rejected = &w->rejected[i];
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
static br_status select_rows(identifying *w, int i, br_diag *why)
{
    const br_loaded_log *l = &w->log[i];
    br_axis_log *to = &w->axis[i];
    const tool_span *span = to->test ? &w->test_span : &w->span;
    bool apart = to->test && (w->test_span.from != w->span.from || w->test_span.until != w->span.until);
    long long first = edge_of(l), last = l->rows - 1 - first;
    while (first <= last && l->t[first] < span->from)
        first++;
    while (last >= first && l->t[last] > span->until)
        last--;
    if (last - first < 2)
        return tool_complain(
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

static br_status load_log(identifying *w, int i, const char *name, const tool_args *a,
                          const br_prepare_options *prepare, br_diag *why)
{
    br_loaded_log *l = &w->log[i];
    br_axis_log *to = &w->axis[i];
    l->most = w->most;
    l->parted = true;
    br_status status = tool_log_load(l, "identify", name, a, why);
    if (status != BR_OK)
        return status;
    const double *F = br_loaded_log_column(l, "F"), *u = br_loaded_log_column(l, "u"),
                 *v = br_loaded_log_column(l, "v");
    to->x = br_loaded_log_column(l, "x");
    bool drive = u && (!F || a->mass);
    if (i > 0 && drive != w->drive)
        return tool_complain(why, BR_BAD_DATA,
                             "%.80s: has %s, but the log before has not; give all logs the same signals", l->name,
                             drive ? "u" : "F");
    w->drive = drive;
    if (!F && !u)
        return tool_complain(why, BR_BAD_DATA, "--signals: no force; give the drive force u or the friction force F");
    if (!v && !to->x)
        return tool_complain(why, BR_BAD_DATA, "--signals: no motion; give the position x or the velocity v");
    status = check_units(w, l, why);
    if (status == BR_OK)
        status = identify_spikes(w, i, why);
    if (status == BR_OK)
        status = br_loaded_log_check_sizes(l, (const char *const[]){"x", "v", "a", drive ? "u" : "F"}, 4, why);
    bool has_a = br_loaded_log_column(l, "a") != NULL;
    if (status == BR_OK && to->x && (!v || (drive && !has_a)))
        status = br_loaded_log_differentiate(l, prepare, why);
    else if (status == BR_OK && drive && !has_a)
        status = br_loaded_log_differentiate_velocity(l, prepare, why);
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
        identify_note_gaps(w, i);
    return status;
}

// --delay and --held; else the delay between force and motion is estimated, unless velocities come from a differentiator that runs
// sample by sample: its acceleration is later than its velocity.
static br_status read_delay(identifying *w, const tool_args *a, br_diag *why)
{
    double step = w->log[0].sampling.median;
    if (a->held && a->delay)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --held and --delay exclude each other; give one");
    bool causal = w->log[0].made.cutoff > 0 && w->differentiate[0] != 'z' &&
                  w->differentiate[0] != 'c'; // it has a delay of its own
    w->options.estimate_delay = !a->held && (a->delay ? strcmp(a->delay, "estimate") == 0 : !causal);
    w->options.delay = a->held ? 0.5 * step : 0;
    w->options.held = a->held;
    if (w->options.estimate_delay || a->held || !a->delay)
        return BR_OK;
    br_unit unit = br_unit_none(), second = br_unit_none();
    second.power[2] = 12;
    if (!tool_number("--delay", a->delay, &w->options.delay, &unit) ||
        !(br_unit_same(unit, second) || br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --delay '%.60s' is not a time such as 0.5 ms, or 0",
                             a->delay);
    if (!(fabs(w->options.delay) <= 100 * step))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --delay '%.60s' is more than 100 samples of %.3g ms",
                             a->delay, 1e3 * step);
    return BR_OK;
}

br_status identify_logs(identifying *w, const tool_args *a, br_diag *why)
{
    br_prepare_options prepare = {.central = true};
    br_status status = tool_log_prepare("identify", a, &prepare, &w->differentiate, why);
    w->logs = a->noperands;
    if (a->test && w->logs == TOOL_OPERANDS)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %d logs and a test log are too many", w->logs);
    for (int i = 0; i < w->logs && status == BR_OK; i++)
        status = load_log(w, i, a->operands[i], a, &prepare, why);
    if (a->test && status == BR_OK) {
        br_axis_log *test = &w->axis[w->logs++];
        test->test = true;
        status = load_log(w, w->logs - 1, a->test, a, &prepare, why);
        test->to = test->from;
    }
    if (status == BR_OK)
        status = identify_terms(w, a, why);
    if (status == BR_OK)
        status = read_delay(w, a, why);
    w->options.every = w->made_a ? 10 : 1;
    if (a->decimate && status == BR_OK) {
        double k = 0;
        br_unit unit = br_unit_none();
        if (!tool_number("--decimate", a->decimate, &k, &unit) || !(k >= 1 && k <= 1000) || k != floor(k))
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle identify: --decimate '%.60s' is not an integer from 1 to 1000", a->decimate);
        w->options.every = (int)k;
    }
    return status;
}
