// join.c - several logs on one time axis, read row by row as one table.           [host]
#include "num/base/fp.h"

#include "file/join/join.h"
#include "file/table/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512 }; // rows of a log that are read at once

// One log: the rows before and at or behind the time that is asked for.
typedef struct feed {
    br_join_part part;
    br_join_counts counts;
    int *column; // of the log: its time, then those that are wanted
    int columns;
    double *block, **at; // rows read in advance, column by column
    int next, got;
    double t[2];      // times of the two rows, NaN: there is none
    double *value[2]; // their numbers, without time
    bool ended;
} feed;

typedef struct joined_column {
    int part, column; // of which log; part -1: time
} joined_column;

typedef struct join {
    br_join_options o;
    feed *feed;
    int feeds;
    br_column *column;
    joined_column *from;
    int columns;
    int *wanted; // columns of the join, as they are read
    int wants;
    double start;    // s, of the first row
    long long index; // rows given so far
    bool ready, ended;
    br_status failed;
    br_diag why;
} join;

br_join_options br_join_defaults(void)
{
    return (br_join_options){.from = (double)NAN, .until = (double)NAN};
}

// ---------------------------------------------------------------- rows of one log

static void close_feed(feed *f)
{
    br_rows_close(f->part.rows);
    free(f->column);
    free(f->block);
    free(f->at);
    free(f->value[0]);
    free(f->value[1]);
}

// Memory for the columns that are wanted, f->column[0] is time.
static br_status open_feed(feed *f, br_diag *why)
{
    size_t n = (size_t)f->columns;
    f->block = malloc(n * BLOCK * sizeof *f->block);
    f->at = malloc(n * sizeof *f->at);
    f->value[0] = malloc(n * sizeof(double));
    f->value[1] = malloc(n * sizeof(double));
    if (!f->block || !f->at || !f->value[0] || !f->value[1])
        return BR_NO_MEMORY;
    for (size_t i = 0; i < n; i++)
        f->at[i] = f->block + i * BLOCK;
    f->t[0] = f->t[1] = (double)NAN;
    return br_rows_want(f->part.rows, f->column, f->columns, why);
}

static br_status refill_block(feed *f, br_diag *why)
{
    f->next = 0;
    br_status status = br_rows_read(f->part.rows, f->at, BLOCK, &f->got, why);
    f->ended = f->counts.ended = status == BR_OK && f->got == 0;
    return status;
}

static void count_row(feed *f, double t)
{
    br_join_counts *c = &f->counts;
    double step = t - f->t[1];
    if (isnan(f->t[1])) {
        c->first = t;
        c->least = (double)INFINITY;
    } else {
        c->least = step < c->least ? step : c->least;
        c->longest = step > c->longest ? step : c->longest;
    }
    c->last = t;
}

static void reject_row(const feed *f, long long *count, long long *first)
{
    if (++*count == 1)
        *first = f->counts.rows;
}

// Moves on to the next row with a time that rises; f->ended at the end of the log.
static br_status next_row(feed *f, br_diag *why)
{
    for (;;) {
        br_status status = f->next == f->got && !f->ended ? refill_block(f, why) : BR_OK;
        if (status != BR_OK || f->ended)
            return status;
        int k = f->next++;
        const br_column *time = &f->part.rows.column[f->column[0]];
        double t = f->at[0][k];
        t = (time->unit_text[0] ? br_unit_to_si(time->unit, t) : t) + f->part.shift;
        f->counts.rows++;
        if (isnan(t))
            reject_row(f, &f->counts.no_time, &f->counts.first_no_time);
        else if (t <= f->t[1])
            reject_row(f, &f->counts.not_rising, &f->counts.first_not_rising);
        else {
            count_row(f, t);
            double *oldest = f->value[0];
            f->value[0] = f->value[1];
            f->value[1] = oldest;
            f->t[0] = f->t[1];
            f->t[1] = t;
            for (int i = 1; i < f->columns; i++)
                oldest[i - 1] = f->at[i][k];
            return BR_OK;
        }
    }
}

// Moves on until t lies between the two rows.
static br_status reach_time(feed *f, double t, br_diag *why)
{
    br_status status = BR_OK;
    while (status == BR_OK && !f->ended && !(f->t[1] >= t))
        status = next_row(f, why);
    return status;
}

static double value_at(const feed *f, double t, int i, const br_join_options *o)
{
    double width = f->t[1] - f->t[0], a = f->value[0][i], b = f->value[1][i];
    if (t == f->t[1])
        return b;
    if (isnan(width) || (o->gap > 0 && width > o->gap))
        return (double)NAN;
    return o->method == BR_JOIN_HOLD ? a : a + (b - a) * ((t - f->t[0]) / width);
}

// Sums of all rows up to `end` into mean[], which starts at those that were left over from the bin before.
static br_status mean_until(feed *f, double end, double *mean, br_diag *why)
{
    long long used[BLOCK] = {0};
    br_status status = BR_OK;
    for (int i = 0; i + 1 < f->columns; i++)
        mean[i] = 0;
    while (status == BR_OK && !f->ended && f->t[1] <= end) {
        for (int i = 0; i + 1 < f->columns; i++) {
            bool missing = isnan(f->value[1][i]);
            mean[i] += missing ? 0 : f->value[1][i];
            used[i] += !missing;
        }
        status = next_row(f, why);
    }
    for (int i = 0; i + 1 < f->columns; i++)
        mean[i] = used[i] ? mean[i] / (double)used[i] : (double)NAN;
    return status;
}

// ---------------------------------------------------------------- rows of the join

// Reads the first row of every log: the join begins where all have begun.
static br_status make_ready(join *j, br_diag *why)
{
    j->start = j->o.from;
    for (int p = 0; p < j->feeds; p++) {
        feed *f = &j->feed[p];
        br_status status = open_feed(f, why);
        if (status == BR_OK)
            status = next_row(f, why);
        if (status != BR_OK)
            return status;
        if (f->ended)
            return br_table_complain(why, BR_BAD_DATA, f->part.rows.name, 0, 0, "there is no row with a time");
        if (!(j->start >= f->t[1]))
            j->start = f->t[1];
    }
    if (j->o.method == BR_JOIN_MEAN) // rows before the first bin belong to none
        for (int p = 0; p < j->feeds; p++) {
            br_status status = reach_time(&j->feed[p], j->start - j->o.step / 2, why);
            if (status != BR_OK)
                return status;
        }
    j->ready = true;
    return BR_OK;
}

// Time of the next row: on the grid, or the next stamp of the first log that all others reach.
static br_status next_time(join *j, double *t, br_diag *why)
{
    feed *first = &j->feed[0];
    br_status status = BR_OK;
    if (j->o.step > 0) {
        *t = j->start + (double)j->index * j->o.step;
    } else {
        if (j->index > 0)
            status = next_row(first, why);
        while (status == BR_OK && !first->ended && first->t[1] < j->start)
            status = next_row(first, why);
        j->ended = first->ended;
        *t = first->t[1];
    }
    j->ended = j->ended || *t > j->o.until;
    return status;
}

// One row of every log at time t, into the rows of to[] that are wanted; j->ended where a log ends before.
static br_status make_row(join *j, double t, double *const to[], int row, br_diag *why)
{
    double mean[BLOCK];
    for (int p = 0; p < j->feeds && !j->ended; p++) {
        feed *f = &j->feed[p];
        bool averaged = j->o.method == BR_JOIN_MEAN;
        if (averaged && f->ended) {
            j->ended = true;
            break;
        }
        br_status status = averaged ? mean_until(f, t + j->o.step / 2, mean, why) : reach_time(f, t, why);
        if (status != BR_OK)
            return status;
        j->ended = !averaged && f->ended && !(f->t[1] >= t);
        for (int w = 0, i = 0; w < j->wants; w++)
            if (j->from[j->wanted[w]].part == p) {
                to[w][row] = averaged ? mean[i] : value_at(f, t, i, &j->o);
                i++;
            }
    }
    for (int w = 0; w < j->wants; w++)
        if (j->from[j->wanted[w]].part < 0)
            to[w][row] = t;
    return BR_OK;
}

static br_status read_rows(join *j, double *const to[], int rows, int *got, br_diag *why)
{
    br_status status = j->ready ? BR_OK : make_ready(j, why);
    *got = 0;
    while (status == BR_OK && *got < rows && !j->ended) {
        double t = 0;
        status = next_time(j, &t, why);
        if (status == BR_OK && !j->ended)
            status = make_row(j, t, to, *got, why);
        if (status == BR_OK && !j->ended) {
            j->index++;
            ++*got;
        }
    }
    return status;
}

static br_status read_join(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    join *j = of;
    br_status status = j->failed;
    if (status == BR_OK)
        j->failed = status = read_rows(j, to, rows, got, &j->why);
    if (status != BR_OK) {
        *got = 0;
        if (why)
            *why = j->why;
    }
    return status;
}

// Every log reads its time and, in their order, those of its columns that are wanted.
static br_status choose_columns(void *of, const int *column, int count, br_diag *why)
{
    join *j = of;
    if (j->ready || count > j->columns)
        return br_table_complain(why, BR_BAD_USAGE, "join", 0, 0, "columns are chosen once, before the first row");
    memcpy(j->wanted, column, (size_t)count * sizeof *column);
    j->wants = count;
    for (int p = 0; p < j->feeds; p++)
        j->feed[p].columns = 1;
    for (int w = 0; w < count; w++) {
        const joined_column *c = &j->from[column[w]];
        if (c->part < 0)
            continue;
        feed *f = &j->feed[c->part];
        f->column[f->columns++] = c->column;
    }
    return BR_OK;
}

static double share_read(const void *of)
{
    const join *j = of;
    return br_rows_share(j->feed[0].part.rows);
}

static void close_join(void *of)
{
    join *j = of;
    for (int p = 0; p < j->feeds; p++)
        close_feed(&j->feed[p]);
    for (int c = 0; j->column && c < j->columns; c++) {
        free(j->column[c].text);
        free(j->column[c].name);
        free(j->column[c].unit_text);
        free(j->column[c].note);
    }
    free(j->feed);
    free(j->column);
    free(j->from);
    free(j->wanted);
    free(j);
}

// ---------------------------------------------------------------- columns

static char *copy_of(const char *text)
{
    size_t size = text ? strlen(text) + 1 : 0;
    char *copy = text ? malloc(size) : NULL;
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

static bool is_taken(const join *j, const char *name)
{
    for (int c = 0; c < j->columns; c++)
        if (strcmp(j->column[c].name, name) == 0)
            return true;
    return false;
}

// The name of a column: as it is, or with the number of its log behind it.
static char *unique_name(const join *j, const char *name, int part)
{
    if (!is_taken(j, name))
        return copy_of(name);
    char *text = NULL;
    size_t size = strlen(name) + 24;
    for (int n = part + 1; (text = malloc(size)) != NULL; n++) {
        snprintf(text, size, "%s_%d", name, n);
        if (!is_taken(j, text))
            break;
        free(text);
    }
    return text;
}

static br_status add_column(join *j, const br_column *as, const char *name, int part, int column)
{
    br_column *c = &j->column[j->columns];
    *c = (br_column){.name = unique_name(j, name, part),
                     .unit_text = copy_of(as ? as->unit_text : "s"),
                     .note = copy_of(as ? as->note : NULL),
                     .has_numbers = true};
    if (as)
        c->unit = as->unit;
    else
        (void)br_unit_read("s", 1, NULL, 0, &c->unit, NULL);
    size_t size = c->name && c->unit_text ? strlen(c->name) + strlen(c->unit_text) + 4 : 0;
    c->text = size ? malloc(size) : NULL;
    if (c->text)
        snprintf(c->text, size, c->unit_text[0] ? "%s [%s]" : "%s", c->name, c->unit_text);
    j->from[j->columns++] = (joined_column){part, column};
    return c->text && (!as || !as->note || c->note) ? BR_OK : BR_NO_MEMORY;
}

static br_status add_columns(join *j, br_diag *why)
{
    br_status status = add_column(j, NULL, "t", -1, -1);
    for (int p = 0; p < j->feeds; p++) {
        const br_join_part *part = &j->feed[p].part;
        int here = 0;
        for (int c = 0; c < part->rows.columns && status == BR_OK; c++) {
            const br_column *as = &part->rows.column[c];
            if (c == part->time || !as->has_numbers)
                continue;
            if (++here >= BLOCK)
                return br_table_complain(why, BR_BAD_DATA, part->rows.name, 0, 0, "more than %d columns", BLOCK - 1);
            status = add_column(j, as, as->name[0] ? as->name : "column", p, c);
        }
    }
    return status;
}

static br_status check_time(const br_join_part *part, br_diag *why)
{
    const br_column *c = &part->rows.column[part->time];
    br_unit second;
    (void)br_unit_read("s", 1, NULL, 0, &second, NULL);
    if (!c->has_numbers)
        return br_table_complain(why, BR_BAD_DATA, part->rows.name, 0, 0, "the time column %.60s has no numbers",
                                 c->name);
    if (c->unit_text[0] && !br_unit_same(c->unit, second))
        return br_table_complain(why, BR_BAD_DATA, part->rows.name, 0, 0,
                                 "the time column %.60s is in %.60s, which is no time", c->name, c->unit_text);
    return BR_OK;
}

static br_status open_parts(join *j, const br_join_part *part, int parts, br_diag *why)
{
    size_t columns = 1;
    j->feed = calloc((size_t)parts, sizeof *j->feed);
    if (!j->feed) {
        for (int p = 0; p < parts; p++)
            br_rows_close(part[p].rows);
        return BR_NO_MEMORY;
    }
    for (j->feeds = 0; j->feeds < parts; j->feeds++) {
        j->feed[j->feeds].part = part[j->feeds];
        columns += (size_t)part[j->feeds].rows.columns;
    }
    j->column = calloc(columns, sizeof *j->column);
    j->from = calloc(columns, sizeof *j->from);
    j->wanted = calloc(columns, sizeof *j->wanted);
    if (!j->column || !j->from || !j->wanted)
        return BR_NO_MEMORY;
    for (int p = 0; p < parts; p++) {
        feed *f = &j->feed[p];
        f->column = calloc((size_t)part[p].rows.columns + 1, sizeof *f->column);
        if (!f->column)
            return BR_NO_MEMORY;
        f->column[0] = part[p].time;
        br_status status = check_time(&part[p], why);
        if (status != BR_OK)
            return status;
    }
    return add_columns(j, why);
}

br_status br_join_open(br_rows *r, const br_join_part *part, int parts, const br_join_options *o, br_diag *why)
{
    static const br_rows_kind kind = {choose_columns, read_join, share_read, NULL, close_join};
    join *j = calloc(1, sizeof *j);
    br_status status = j ? open_parts(j, part, parts, why) : BR_NO_MEMORY;
    if (status == BR_OK && (!(o->step >= 0) || !(o->gap >= 0) || (o->method == BR_JOIN_MEAN && !(o->step > 0))))
        status = br_table_complain(why, BR_BAD_USAGE, "join", 0, 0, "a mean needs a step above 0");
    if (status == BR_OK) {
        j->o = *o;
        *r = (br_rows){&kind, j, part[0].rows.name, j->column, j->columns};
    } else if (j)
        close_join(j);
    else
        for (int p = 0; p < parts; p++)
            br_rows_close(part[p].rows);
    return status;
}

br_rows br_join_log(br_rows r, int part)
{
    const join *j = r.of;
    return j->feed[part].part.rows;
}

br_join_counts br_join_counts_of(br_rows r, int part)
{
    const join *j = r.of;
    return j->feed[part].counts;
}
