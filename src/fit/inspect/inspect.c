// inspect.c - log quality check in one pass over the rows.                        [host]
#include "num/base/fp.h"

#include "fit/inspect/envelope.h"
#include "fit/inspect/inspect_parts.h"
#include "fit/inspect/spikes.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct br_inspector {
    int columns;
    br_role role[BR_INSPECTOR_COLUMNS];
    const char *unit[BR_INSPECTOR_COLUMNS]; // borrowed
    int of[BR_ROLE_DRIVE + 1];              // the column of each role; -1: none
    long long rows, skipped;
    br_time_state time;
    br_column_state *column;
    br_jump_state jumps;
    br_motion_state *motion; // NULL: nothing moves here
    br_motion_row *head;     // the first rows, until scales are taken
    bool scaled;
    br_motion_row last, held; // behind the head: the row before, and the one that waits for the next
    double spike[3];          // of x, v and force: how far a spike is from both neighbours, when last looked at
    double *thin;             // pictures: rows of all columns, one behind the other
    int thinned;
    long long every;
    double *kept[BR_INSPECTOR_COLUMNS]; // the same column by column, at the end
    br_envelope envelope;
    double *curve[BR_INSPECTOR_COLUMNS]; // its points at the end: times, and values behind them
};

br_role br_role_of(const char *signal)
{
    static const char *const names[] = {"", "t", "x", "v", "F", "u"};
    for (int i = BR_ROLE_TIME; i <= BR_ROLE_DRIVE; i++)
        if (strcmp(signal, names[i]) == 0)
            return (br_role)i;
    return BR_ROLE_NONE;
}

static bool has(const br_inspector *w, br_role role)
{
    return w->of[role] >= 0;
}

// ---------------------------------------------------------------- opening

static br_status open_motion(br_inspector *w)
{
    bool force = has(w, BR_ROLE_FRICTION) || has(w, BR_ROLE_DRIVE);
    bool moves = has(w, BR_ROLE_POSITION) || has(w, BR_ROLE_VELOCITY);
    if (!has(w, BR_ROLE_TIME) || !moves)
        return BR_OK;
    w->head = malloc(BR_INSPECTOR_HEAD * sizeof *w->head);
    if (!w->head)
        return BR_NO_MEMORY;
    bool angle = has(w, BR_ROLE_POSITION) && strcmp(w->unit[w->of[BR_ROLE_POSITION]], "rad") == 0;
    return br_motion_open(&w->motion, has(w, BR_ROLE_POSITION), has(w, BR_ROLE_VELOCITY), force,
                          !has(w, BR_ROLE_FRICTION) && has(w, BR_ROLE_DRIVE), angle);
}

br_status br_inspector_open(br_inspector **to, const br_inspector_column *column, int count, br_diag *why)
{
    if (count < 1 || count > BR_INSPECTOR_COLUMNS)
        return br_diag_fail(why, BR_BAD_USAGE, "%d columns: give 1 to %d", count, BR_INSPECTOR_COLUMNS);
    br_inspector *w = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    w->columns = count;
    w->every = 1;
    for (int r = 0; r <= BR_ROLE_DRIVE; r++)
        w->of[r] = -1;
    for (int c = 0; c < count; c++) {
        w->role[c] = column[c].role;
        w->unit[c] = column[c].unit;
        if (column[c].role != BR_ROLE_NONE)
            w->of[column[c].role] = c;
    }
    w->column = calloc((size_t)count, sizeof *w->column);
    w->thin = malloc((size_t)count * BR_INSPECTOR_THIN * sizeof *w->thin);
    br_status status = w->column && w->thin ? br_envelope_open(&w->envelope, count) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_time_open(&w->time);
    for (int c = 0; c < count && status == BR_OK; c++)
        status = br_column_open(&w->column[c]);
    if (status == BR_OK)
        status = br_jump_open(&w->jumps);
    if (status == BR_OK)
        status = open_motion(w);
    if (status == BR_OK)
        *to = w;
    else
        br_inspector_close(w);
    return status;
}

void br_inspector_close(br_inspector *w)
{
    if (!w)
        return;
    for (int c = 0; c < w->columns; c++) {
        if (w->column)
            br_column_close(&w->column[c]);
        free(w->kept[c]);
        free(w->curve[c]);
    }
    br_envelope_close(&w->envelope);
    br_time_close(&w->time);
    br_jump_close(&w->jumps);
    br_motion_close(w->motion);
    free(w->column);
    free(w->thin);
    free(w->head);
    free(w);
}

// ---------------------------------------------------------------- rows

// Every n-th row is kept; when there is no more room, every second of these.
static void thin_row(br_inspector *w, const double *const from[], int k)
{
    size_t n = (size_t)w->columns;
    if (w->rows % w->every != 0)
        return;
    if (w->thinned == BR_INSPECTOR_THIN) {
        w->thinned /= 2;
        w->every *= 2;
        for (int i = 1; i < w->thinned; i++)
            memcpy(w->thin + (size_t)i * n, w->thin + 2 * (size_t)i * n, n * sizeof *w->thin);
        if (w->rows % w->every != 0)
            return;
    }
    for (size_t c = 0; c < n; c++)
        w->thin[(size_t)w->thinned * n + c] = from[c][k];
    w->thinned++;
}

static double value_of(const br_inspector *w, br_role role, const double *const from[], int k)
{
    return has(w, role) ? from[w->of[role]][k] : (double)NAN;
}

// Squares of larger ones would overflow; no machine has them.
static double plausible(double v)
{
    return fabs(v) <= BR_INSPECTOR_PLAUSIBLE ? v : (double)NAN;
}

// The motion is looked at without spikes: one wrong position would be the largest stroke, one wrong force all of its variance.
static double *signal_of(br_motion_row *row, int i)
{
    return i == 0 ? &row->x : i == 1 ? &row->v : &row->f;
}

static br_status clear_head(br_inspector *w, int rows)
{
    double *y = malloc((size_t)rows * sizeof *y + 1);
    br_status status = y ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < 3 && status == BR_OK; i++) {
        br_spikes s;
        for (int k = 0; k < rows; k++)
            y[k] = *signal_of(&w->head[k], i);
        status = br_spikes_find(rows, y, &s);
        for (long long k = 0; status == BR_OK && k < s.count; k++)
            *signal_of(&w->head[s.row[k]], i) = (double)NAN;
        if (status == BR_OK)
            br_spikes_free(&s);
    }
    free(y);
    return status;
}

// Behind the head a row waits for the next one, which says whether it is a spike.
static void add_held(br_inspector *w, br_motion_row *next)
{
    const int column[] = {w->of[BR_ROLE_POSITION], w->of[BR_ROLE_VELOCITY],
                          w->of[has(w, BR_ROLE_FRICTION) ? BR_ROLE_FRICTION : BR_ROLE_DRIVE]};
    for (int i = 0; i < 3 && next; i++) {
        double *is = signal_of(&w->held, i);
        double size = br_spike_size(*signal_of(&w->last, i), *is, *signal_of(next, i));
        if (size > w->spike[i])
            w->spike[i] = br_column_spike(&w->column[column[i]]);
        if (size > 0 && size > w->spike[i])
            *is = (double)NAN;
    }
    br_motion_add(w->motion, &w->held);
    w->last = w->held;
    if (next)
        w->held = *next;
}

static br_status set_scales(br_inspector *w, int rows)
{
    double step = has(w, BR_ROLE_POSITION) ? br_column_step(&w->column[w->of[BR_ROLE_POSITION]]) : 0;
    br_time_found t;
    br_time_state s = w->time;
    br_time_finish(&s, &t);
    w->scaled = true;
    br_status status = clear_head(w, rows);
    if (status == BR_OK)
        status = br_motion_scale(w->motion, w->head, rows, step, t.median > 0 ? t.median : 1);
    w->last = w->head[rows > 1 ? rows - 2 : 0];
    w->held = w->head[rows - 1];
    for (int i = 0; i + 1 < rows && status == BR_OK; i++)
        br_motion_add(w->motion, &w->head[i]);
    free(w->head);
    w->head = NULL;
    return status;
}

static br_status add_motion(br_inspector *w, const double *const from[], int k)
{
    br_role force = has(w, BR_ROLE_FRICTION) ? BR_ROLE_FRICTION : BR_ROLE_DRIVE;
    br_motion_row row = {value_of(w, BR_ROLE_TIME, from, k), plausible(value_of(w, BR_ROLE_POSITION, from, k)),
                         plausible(value_of(w, BR_ROLE_VELOCITY, from, k)), plausible(value_of(w, force, from, k))};
    if (w->scaled) {
        add_held(w, &row);
        return BR_OK;
    }
    w->head[w->rows] = row;
    return w->rows + 1 == BR_INSPECTOR_HEAD ? set_scales(w, BR_INSPECTOR_HEAD) : BR_OK;
}

void br_inspector_skip(br_inspector *w, long long rows)
{
    w->skipped += rows;
}

br_status br_inspector_add(br_inspector *w, const double *const from[], int rows)
{
    br_status status = BR_OK;
    int x = has(w, BR_ROLE_TIME) ? w->of[BR_ROLE_POSITION] : -1;
    for (int k = 0; k < rows && status == BR_OK; k++) {
        long long row = w->skipped + w->rows + 1;
        thin_row(w, from, k);
        br_envelope_add(&w->envelope, has(w, BR_ROLE_TIME) ? from[w->of[BR_ROLE_TIME]][k] : (double)w->rows, from, k);
        if (has(w, BR_ROLE_TIME))
            br_time_add(&w->time, row, from[w->of[BR_ROLE_TIME]][k]);
        if (x >= 0)
            br_jump_add(&w->jumps, row, from[w->of[BR_ROLE_TIME]][k], plausible(from[x][k]));
        for (int c = 0; c < w->columns; c++) {
            if (x >= 0)
                br_column_moved(&w->column[c], row, from[c][k], from[x][k]);
            br_column_add(&w->column[c], row, from[c][k]);
        }
        if (w->motion)
            status = add_motion(w, from, k);
        w->rows++;
    }
    return status;
}

// ---------------------------------------------------------------- at the end

static br_status hand_over_rows(br_inspector *w, br_inspection *n)
{
    for (int c = 0; c < w->columns; c++) {
        w->kept[c] = malloc(((size_t)w->thinned + 1) * sizeof *w->kept[c]);
        w->curve[c] = malloc(4 * (size_t)BR_ENVELOPE_PIECES * sizeof *w->curve[c]);
        if (!w->kept[c] || !w->curve[c])
            return BR_NO_MEMORY;
        for (int i = 0; i < w->thinned; i++)
            w->kept[c][i] = w->thin[(size_t)i * (size_t)w->columns + (size_t)c];
        n->thin[c] = w->kept[c];
        n->curve_at[c] = w->curve[c];
        n->curve[c] = w->curve[c] + 2 * BR_ENVELOPE_PIECES;
        n->points[c] = br_envelope_points(&w->envelope, c, w->curve[c], w->curve[c] + 2 * BR_ENVELOPE_PIECES);
    }
    n->curve_every = w->envelope.every;
    n->thinned = w->thinned;
    n->every = w->every;
    return BR_OK;
}

// Times whose differences, or whose rate, are no doubles any more.
static br_status check_clock(const br_time_found *t, br_diag *why)
{
    bool clock = !t->known || (fabs(t->start) <= BR_INSPECTOR_PLAUSIBLE && fabs(t->end) <= BR_INSPECTOR_PLAUSIBLE &&
                               fabs(t->least) <= BR_INSPECTOR_PLAUSIBLE && fabs(t->most) <= BR_INSPECTOR_PLAUSIBLE &&
                               (t->median == 0 || t->median >= 1 / BR_INSPECTOR_PLAUSIBLE));
    return clock ? BR_OK
                 : br_diag_fail(
                       why, BR_BAD_DATA,
                       "times from %g to %g s are not those of a clock; name the time column and its unit in --signals",
                       t->start, t->end);
}

br_status br_inspector_finish(br_inspector *w, br_inspection *n, br_diag *why)
{
    memset(n, 0, sizeof *n);
    if (w->rows == 0)
        return br_diag_fail(why, BR_BAD_DATA, "no samples: the log has no row");
    br_status status = w->motion && !w->scaled ? set_scales(w, (int)w->rows) : BR_OK;
    if (status != BR_OK)
        return status;
    br_time_finish(&w->time, &n->time);
    status = check_clock(&n->time, why);
    if (status != BR_OK)
        return status;
    if (w->motion)
        add_held(w, NULL);
    n->rows = w->rows;
    n->columns = w->columns;
    for (int c = 0; c < w->columns; c++)
        br_column_finish(&w->column[c], w->role[c], w->motion ? br_motion_far(w->motion) : 0, &n->column[c]);
    if (has(w, BR_ROLE_POSITION))
        br_jump_finish(&w->jumps, n->column[w->of[BR_ROLE_POSITION]].step, &n->column[w->of[BR_ROLE_POSITION]].jumps);
    if (w->motion)
        br_motion_finish(w->motion, &n->motion);
    n->verdicts = br_inspector_identifiability(n, n->verdict);
    return hand_over_rows(w, n);
}
