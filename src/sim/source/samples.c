// samples.c - recorded signals, interpolated over time.   [host]
#include "num/base/fp.h"

#include "file/table/field.h"
#include "sim/source/samples.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024, WINDOWS = 64 };

// Long columns go to disk, but not those of windows, which are of bounded length.
static br_status grow(br_samples *p, size_t *room, bool windows)
{
    size_t more = !*room ? BLOCK : *room < 1 << 20 ? 2 * *room : *room + *room / 4 / BLOCK * BLOCK;
    if (p->rows + BLOCK <= *room)
        return BR_OK;
    if (more > SIZE_MAX / sizeof **p->y)
        return BR_NO_MEMORY;
    for (int j = 0; j < p->signals->count; j++) {
        br_status status = br_spool_resize(&p->spool[j], more * sizeof **p->y, windows ? SIZE_MAX : BR_SPOOL_HEAP);
        if (status != BR_OK)
            return status;
        p->y[j] = p->spool[j].at;
    }
    br_samples_release(p);
    *room = more;
    return BR_OK;
}

// Every second window goes: those that stay are twice as far apart.
static void thin(br_samples *p, size_t window)
{
    for (int j = 0; j < p->signals->count; j++)
        for (size_t k = 1; p->y[j] && 2 * k * window < p->rows; k++)
            memcpy(p->y[j] + k * window, p->y[j] + 2 * k * window, window * sizeof **p->y);
    p->rows /= 2;
}

// All rows; or of every `apart` windows the first, where apart doubles whenever there is no more room.
static br_status read_rows(br_samples *p, br_signals *s, br_rows table, long long most, br_diag *why)
{
    double **at = calloc((size_t)s->count + 1, sizeof *at);
    br_status status = at ? BR_OK : BR_NO_MEMORY;
    size_t room = 0, blocks = most > 0 ? (size_t)(most / ((long long)BLOCK * WINDOWS)) : 0; // of a window
    blocks = blocks > 0 ? blocks : 1;
    size_t window = blocks * BLOCK, apart = 1, read = 0;
    for (int got = BLOCK; status == BR_OK && got == BLOCK; read++) {
        if (most > 0 && p->rows == window * WINDOWS && read % blocks == 0) {
            thin(p, window);
            apart *= 2;
        }
        bool taken = read / blocks % apart == 0;
        status = grow(p, &room, most > 0);
        if (br_spool_due((long long)p->rows + BLOCK - 1))
            br_samples_release(p);
        for (int j = 0; status == BR_OK && j < s->count; j++)
            at[j] = p->y[j] + p->rows;
        if (status == BR_OK)
            status = br_signals_next(s, table, at, BLOCK, &got, why);
        if (status == BR_OK) {
            p->rows += taken ? (size_t)got : 0;
            p->all += got;
        }
    }
    p->windows = apart > 1 ? (int)((p->rows + window - 1) / window) : 0;
    free(at);
    return status;
}

// Every number is there (of times only, where others may be missing), and time rises.
static br_status check(br_samples *p, int time, const char *name, bool missing, br_diag *why)
{
    const br_signals *s = p->signals;
    for (int j = 0; j < s->count; j++) {
        const double *y = p->y[j];
        for (size_t k = 0; y && k < p->rows && (!missing || y == p->t); k++) {
            if (br_spool_due((long long)k))
                br_samples_release(p);
            if (isnan(y[k]))
                return br_table_complain(why, BR_BAD_DATA, name, 0, 0,
                                         "signal %s is missing in row %lld; %s needs every number", s->signal[j].name,
                                         (long long)k + 1, missing ? "time" : "an input");
        }
    }
    if (p->rows < 2)
        return br_table_complain(why, BR_BAD_DATA, name, 0, 0, "it has fewer than 2 rows; signals need a step of time");
    br_status status = br_sampling_of_spool(&p->spool[time], p->rows, &p->sampling, why);
    if (status != BR_OK)
        return status;
    for (size_t k = 1; k < p->rows; k++) {
        if (br_spool_due((long long)k))
            br_samples_release(p);
        if (!(p->t[k] > p->t[k - 1]))
            return br_table_complain(
                why, BR_BAD_DATA, name, 0, 0,
                "time must rise: row %lld does not (%lld repeated times, %lld backward); reject such rows: bristle "
                "table %.60s --csv rising.csv",
                (long long)k + 1, (long long)p->sampling.duplicates, (long long)p->sampling.backwards, name);
    }
    return BR_OK;
}

static br_status find_time(const br_samples *p, const char *name, int *time, br_diag *why)
{
    br_unit second, plain = br_unit_none();
    (void)br_unit_read("s", 1, NULL, 0, &second, NULL);
    *time = br_samples_find(p, "t", 1);
    if (*time < 0)
        return br_table_complain(why, BR_BAD_DATA, name, 0, 0, "no signal is named t; give it, as in t = time s");
    const br_signal *g = &p->signals->signal[*time];
    if (!br_unit_same(g->unit, second) && !br_unit_same(g->unit, plain))
        return br_table_complain(why, BR_BAD_DATA, name, 0, 0, "t is a time, and in %s here", g->unit_text);
    return BR_OK;
}

static br_status load(br_samples *p, br_signals *s, br_rows table, bool linear, bool missing, long long most,
                      br_diag *why)
{
    br_samples made = {.signals = s, .linear = linear};
    int time = 0;
    br_status status = find_time(&made, table.name, &time, why);
    if (status == BR_OK)
        status = br_signals_want(s, table, why);
    made.y = status == BR_OK ? calloc((size_t)s->count, sizeof *made.y) : NULL;
    made.spool = status == BR_OK ? calloc((size_t)s->count, sizeof *made.spool) : NULL;
    if (status == BR_OK)
        status = made.y && made.spool ? read_rows(&made, s, table, most, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        made.t = made.y[time];
        status = check(&made, time, table.name, missing, why);
    }
    if (status == BR_OK)
        *p = made;
    else
        br_samples_free(&made);
    return status;
}

br_status br_samples_load(br_samples *p, br_signals *s, br_rows table, bool linear, br_diag *why)
{
    return load(p, s, table, linear, false, 0, why);
}

br_status br_samples_load_measured(br_samples *p, br_signals *s, br_rows table, long long most, br_diag *why)
{
    return load(p, s, table, false, true, most, why);
}

void br_samples_free(br_samples *p)
{
    for (int j = 0; p->spool && j < p->signals->count; j++)
        br_spool_free(&p->spool[j]);
    free(p->spool);
    free(p->y);
    memset(p, 0, sizeof *p);
}

void br_samples_release(const br_samples *p)
{
    for (int j = 0; p->spool && j < p->signals->count; j++)
        br_spool_release(&p->spool[j]);
}

int br_samples_find(const br_samples *p, const char *name, size_t size)
{
    for (int j = 0; j < p->signals->count; j++)
        if (strlen(p->signals->signal[j].name) == size && memcmp(p->signals->signal[j].name, name, size) == 0)
            return j;
    return -1;
}

size_t br_samples_row_after(const br_samples *p, double t)
{
    size_t low = 0, high = p->rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->t[middle] > t)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double br_samples_at(const br_samples *p, int signal, double t, double *slope)
{
    const double *y = p->y[signal];
    size_t k = br_samples_row_after(p, t);
    *slope = 0;
    if (k == 0 || k == p->rows || !p->linear)
        return y[k == 0 ? 0 : k - 1];
    *slope = (y[k] - y[k - 1]) / (p->t[k] - p->t[k - 1]);
    return y[k - 1] + *slope * (t - p->t[k - 1]);
}

double br_samples_break(const br_samples *p, double t)
{
    size_t k = br_samples_row_after(p, t);
    return k < p->rows ? p->t[k] : (double)INFINITY;
}
