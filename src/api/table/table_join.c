// table_join.c - logs of a program joined, resampled and cut, and the shift between two: bristle/table.h.   [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "file/join/shift.h"
#include "file/table/column.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TABLES = 64, SAMPLES = 1 << 19 }; // samples of a signal that is aligned

// ---------------------------------------------------------------- options

static const br_table_join_options defaults = {
    .size = sizeof defaults, .from = (double)NAN, .until = (double)NAN, .method = BR_TABLE_LINEAR};

br_status br_table_join_defaults(br_table_join_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

static br_status read_options(const br_table_join_options *from, br_join_options *to, br_diag *why)
{
    static const br_join_method method[] = {BR_JOIN_LINEAR, BR_JOIN_HOLD, BR_JOIN_MEAN};
    br_table_join_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, sizeof o, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "join: options come from br_table_join_defaults(&options, sizeof options)");
    if ((int)o.method < 0 || o.method > BR_TABLE_MEAN)
        return br_diag_fail(why, BR_BAD_USAGE, "join: there is no method %d", (int)o.method);
    if (!(o.step >= 0 && isfinite(o.step)) || !(o.gap >= 0) || (o.method == BR_TABLE_MEAN && o.step == 0))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "join: --step and --gap are times in s, 0 for none, and a mean needs a step");
    if (isinf(o.from) || isinf(o.until) || o.until < o.from)
        return br_diag_fail(why, BR_BAD_USAGE, "join: --from and --until are times in s, in this order, or NaN");
    *to = (br_join_options){.step = o.step, .from = o.from, .until = o.until, .gap = o.gap, .method = method[o.method]};
    return BR_OK;
}

// ---------------------------------------------------------------- parts of a join

static br_status find_time(const br_table *t, int *time, br_diag *why)
{
    *time = br_table_time(t);
    if (*time >= 0)
        return BR_OK;
    br_buffer list = {0};
    br_column_list(&list, t->rows);
    br_status status = br_diag_fail(why, BR_BAD_DATA,
                                    "%.100s: no column is named as time or has a unit of time; name it by "
                                    "br_table_set_time (columns: %.240s)",
                                    t->rows.name, list.text ? list.text : "none");
    br_buffer_free(&list);
    return status;
}

// The part of a join; the table is busy until that is closed.
static br_status hold_table(br_table *t, br_join_part *part, br_diag *why)
{
    int time = 0;
    br_status status =
        t ? find_time(t, &time, why) : br_diag_fail(why, BR_BAD_USAGE, "br_table_join: a table is needed");
    if (status == BR_OK)
        status = br_table_hold(t, "br_table_join", &part->rows, why);
    if (status != BR_OK)
        return status;
    part->time = time;
    part->shift = t->shift;
    return BR_OK;
}

static br_status open_join(br_rows *joined, br_table *const *table, int tables, const br_join_options *o, br_diag *why)
{
    br_join_part part[MOST_TABLES];
    br_status status = BR_OK;
    int held = 0;
    for (; held < tables && status == BR_OK; held++)
        status = hold_table(table[held], &part[held], why);
    if (status == BR_OK)
        return br_join_open(joined, part, tables, o, why); // closes the parts if it fails
    for (int i = 0; i + 1 < held; i++)
        br_rows_close(part[i].rows);
    return status;
}

br_status br_table_join(br_table **joined, br_table *const *table, int tables, const br_table_join_options *o,
                        br_diag *why)
{
    br_join_options with;
    if (!joined || !table || tables < 1 || tables > MOST_TABLES)
        return br_diag_fail(why, BR_BAD_USAGE, "br_table_join: 1 to %d tables and a place for the handle are needed",
                            MOST_TABLES);
    br_status status = read_options(o, &with, why);
    br_table *fresh = status == BR_OK ? br_table_create() : NULL;
    if (status == BR_OK)
        status = fresh ? open_join(&fresh->joined, table, tables, &with, why) : BR_NO_MEMORY;
    if (status != BR_OK) {
        br_table_close(fresh);
        return br_said(status, why);
    }
    fresh->rows = fresh->joined;
    fresh->parts = tables;
    fresh->step = with.step;
    *joined = fresh;
    return BR_OK;
}

// ---------------------------------------------------------------- what became of the rows

br_status br_table_counts_of(const br_table *t, int table, br_table_counts *counts)
{
    if (!t || !counts || counts->size != sizeof *counts || table < 0 || table >= t->parts)
        return BR_BAD_USAGE;
    br_join_counts c = t->counts ? t->counts[table] : br_join_counts_of(t->joined, table);
    *counts = (br_table_counts){.size = sizeof *counts,
                                .rows = c.rows,
                                .no_time = c.no_time,
                                .not_rising = c.not_rising,
                                .first_no_time = c.first_no_time,
                                .first_not_rising = c.first_not_rising,
                                .ended = c.ended,
                                .first = c.first,
                                .last = c.last,
                                .least = c.least,
                                .longest = c.longest};
    return BR_OK;
}

// A step of the wrong unit would fill the disk.
static br_status check_step(const br_table *t, br_diag *why)
{
    const long long least = 1000000, each = 1000;
    long long read = 0;
    for (int i = 0; i < t->parts; i++)
        read += br_join_counts_of(t->joined, i).rows;
    if (t->given <= least + each * read)
        return BR_OK;
    return br_diag_fail(why, BR_BAD_USAGE, "a step of %g s makes more than %lld rows of one; is its unit right?",
                        t->step, each);
}

// More than half of the rows of a table were rejected: no log, or the wrong time column.
static br_status check_times(const br_table *t, br_diag *why)
{
    for (int i = 0; i < t->parts; i++) {
        br_join_counts c = br_join_counts_of(t->joined, i);
        if (2 * (c.no_time + c.not_rising) > c.rows)
            return br_diag_fail(why, BR_BAD_DATA,
                                "%.100s: of %lld rows %lld have no time and in %lld it does not rise (the first is row "
                                "%lld); sort the rows, or name another time column",
                                br_join_log(t->joined, i).name, c.rows, c.no_time, c.not_rising,
                                c.no_time > 0 && c.first_no_time < c.first_not_rising ? c.first_no_time
                                : c.not_rising > 0                                    ? c.first_not_rising
                                                                                      : c.first_no_time);
    }
    return BR_OK;
}

static br_status no_rows(const br_table *t, br_diag *why)
{
    br_buffer text = {0};
    for (int i = 0; i < t->parts; i++) {
        br_join_counts c = br_join_counts_of(t->joined, i);
        br_buffer_print(&text, "%s%.60s: %.6g s", i ? ", " : "", br_join_log(t->joined, i).name, c.first);
        if (c.ended)
            br_buffer_print(&text, " to %.6g s", c.last);
        else
            br_buffer_put(&text, " and later");
    }
    br_status status = br_diag_fail(why, BR_BAD_DATA,
                                    "no time is covered by all logs and lies within the range that is asked for (%s); "
                                    "a shift moves a log in time",
                                    text.text ? text.text : "");
    br_buffer_free(&text);
    return status;
}

br_status br_table_check_join(const br_table *t, bool ended, br_diag *why)
{
    br_status status = check_step(t, why);
    if (status == BR_OK && ended)
        status = check_times(t, why);
    return status == BR_OK && ended && t->given == 0 ? no_rows(t, why) : status;
}

// ---------------------------------------------------------------- shifts by correlation

typedef struct samples { // of one signal; neighbours are averaged where there are too many
    double *t, *y;
    size_t count;
    int each, pending; // rows in a sample, and in the one that is being made
    double sum_t, sum_y;
} samples;

static void halve_samples(samples *s)
{
    for (size_t k = 0; k + 1 < s->count; k += 2) {
        s->t[k / 2] = (s->t[k] + s->t[k + 1]) / 2;
        s->y[k / 2] = (s->y[k] + s->y[k + 1]) / 2;
    }
    s->count /= 2;
    s->each *= 2;
}

static void add_sample(samples *s, double t, double y)
{
    s->sum_t += t;
    s->sum_y += y;
    if (++s->pending < s->each)
        return;
    if (s->count == SAMPLES)
        halve_samples(s);
    s->t[s->count] = s->sum_t / s->pending;
    s->y[s->count++] = s->sum_y / s->pending;
    s->pending = 0;
    s->sum_t = s->sum_y = 0;
}

static br_status read_samples(br_rows rows, int column, samples *s, br_diag *why)
{
    const int wanted[] = {0, column};
    double t[BR_TABLE_BLOCK], y[BR_TABLE_BLOCK];
    double *const to[] = {t, y};
    s->t = malloc(SAMPLES * sizeof *s->t);
    s->y = malloc(SAMPLES * sizeof *s->y);
    s->each = 1;
    br_status status = s->t && s->y ? br_rows_want(rows, wanted, 2, why) : BR_NO_MEMORY;
    for (int got = BR_TABLE_BLOCK; got == BR_TABLE_BLOCK && status == BR_OK;) {
        status = br_rows_read(rows, to, BR_TABLE_BLOCK, &got, why);
        for (int k = 0; k < got && status == BR_OK; k++)
            add_sample(s, t[k], y[k]);
    }
    return status;
}

// A column with its time in seconds.
static br_status load_signal(br_table *t, const char *word, samples *s, br_diag *why)
{
    br_rows rows;
    int column = 0;
    br_join_options plain = br_join_defaults();
    br_status status = open_join(&rows, &t, 1, &plain, why);
    if (status != BR_OK)
        return status;
    status = br_column_find(rows, word, strlen(word), "--align", &column, why);
    if (status == BR_OK)
        status = read_samples(rows, column, s, why);
    br_rows_close(rows);
    return status;
}

static void copy_shift(const br_shift *s, br_table_alignment *to)
{
    *to = (br_table_alignment){.size = sizeof *to,
                               .shift = s->shift,
                               .sd = s->sd,
                               .gain = s->gain,
                               .correlation = s->correlation,
                               .overlap = s->overlap,
                               .samples = s->samples,
                               .doubtful = s->doubtful,
                               .ambiguous = s->ambiguous,
                               .other = s->other,
                               .other_correlation = s->other_correlation,
                               .spikes = {s->spikes[0], s->spikes[1]},
                               .spike_time = {s->spike_time[0], s->spike_time[1]}};
}

br_status br_table_align(br_table *first, const char *column, br_table *second, const char *other,
                         br_table_alignment *found, br_diag *why)
{
    samples a = {0}, b = {0};
    br_shift shift;
    if (!first || !second || first == second || !column || !other || !found || found->size != sizeof *found)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_table_align: two tables, a column of each and a structure with its size are needed");
    br_status status = load_signal(first, column, &a, why);
    if (status == BR_OK)
        status = load_signal(second, other, &b, why);
    if (status == BR_OK) {
        const br_shift_signal one = {a.t, a.y, a.count, first->rows.name}, two = {b.t, b.y, b.count, second->rows.name};
        status = br_shift_find(&shift, &one, &two, (double)INFINITY, why);
    }
    if (status == BR_OK)
        copy_shift(&shift, found);
    free(a.t);
    free(a.y);
    free(b.t);
    free(b.y);
    return br_said(status, why);
}
