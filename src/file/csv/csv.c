// csv.c - reading CSV tables: rows are parsed field by field, from a file or a stream. [host]
#define _XOPEN_SOURCE 700 // open, read
#include "num/base/fp.h"

#include "file/csv/csv.h"
#include "file/table/field.h"
#include "file/csv/head.h"
#include "num/text/number.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 2 * BR_CSV_SAMPLE, SAMPLE_LINES = 8 };

struct br_csv {
    br_csv_options o;
    br_csv_format f;
    br_csv_counts n;
    char *name;
    br_csv_pull *pull;
    void *from;
    int file;            // ours to close; -1: none
    double size, pulled; // bytes of the file, 0: not known; those that were read
    char *text;          // the window: what is left of it stands from `at` to `end`
    size_t room, at, end;
    bool over;      // the source has ended
    long long line; // of text[at]
    int *slot;      // of each column: its place among those wanted, -1
    int wanted;
    double *held; // the row before, for BR_MISSING_HOLD
    bool started;
    br_status dead;
    br_diag why;
};

br_csv_options br_csv_defaults(void)
{
    return (br_csv_options){.preamble = BR_CSV_FIND, .header = BR_CSV_FIND, .units = BR_CSV_FIND};
}

// ---------------------------------------------------------------- the window

static br_status no_read(const br_csv *t, const char *reason, br_diag *why)
{
    return br_table_complain(why, BR_NO_FILE, t->name, 0, 0, "cannot be read: %s", reason);
}

// Makes room behind what is left: by moving it to the front, then by a larger window.
static br_status make_room(br_csv *t, br_diag *why)
{
    if (t->at > 0) {
        memmove(t->text, t->text + t->at, t->end - t->at);
        t->end -= t->at;
        t->at = 0;
    }
    if (t->end < t->room)
        return BR_OK;
    if (t->room >= BR_CSV_LINE)
        return br_table_complain(why, BR_BAD_DATA, t->name, t->line, 0, "a row of more than %zu bytes%s", BR_CSV_LINE,
                                 memchr(t->text, '"', t->end) ? " (a quote that is not closed?)" : "");
    char *text = realloc(t->text, 2 * t->room);
    if (!text)
        return BR_NO_MEMORY;
    t->text = text;
    t->room *= 2;
    return BR_OK;
}

// One pull.
static br_status fill_buffer(br_csv *t, br_diag *why)
{
    br_status status = make_room(t, why);
    if (status != BR_OK)
        return status;
    long got = t->pull(t->from, t->text + t->end, t->room - t->end);
    if (got < 0)
        return no_read(t, strerror(errno), why);
    t->over = got == 0;
    t->end += (size_t)got;
    t->pulled += (double)got;
    return BR_OK;
}

// The sample: so many bytes and lines, or all there is; but not more than one row may have.
static br_status fill_sample(br_csv *t, br_diag *why)
{
    br_status status = BR_OK;
    size_t counted = 0;
    for (int lines = 0; status == BR_OK && !t->over && t->end < BR_CSV_LINE;) {
        for (; counted < t->end; counted++)
            lines += t->text[counted] == '\n';
        if (t->end >= BR_CSV_SAMPLE && lines >= SAMPLE_LINES)
            break;
        status = fill_buffer(t, why);
    }
    return status;
}

// The sample is the same however the bytes arrive.
static size_t sample_size(const br_csv *t, bool *whole)
{
    size_t size = 0;
    int lines = 0;
    for (; size < t->end && size < BR_CSV_LINE && (size < BR_CSV_SAMPLE || lines < SAMPLE_LINES); size++)
        lines += t->text[size] == '\n';
    *whole = t->over && size == t->end;
    return size;
}

static br_status find_format(br_csv *t, br_diag *why)
{
    br_status status = fill_sample(t, why);
    if (status != BR_OK)
        return status;
    bool bom = t->end >= 3 && memcmp(t->text, "\xef\xbb\xbf", 3) == 0, whole = false;
    size_t skip = bom ? 3 : 0, start = 0, size = sample_size(t, &whole);
    br_csv_sample s = {t->text + skip, size - skip, whole, t->name};
    status = br_csv_find(s, &t->o, &t->f, &start, why);
    if (status != BR_OK)
        return status;
    t->f.bom = bom;
    t->at = skip + start;
    t->line = t->f.first_line;
    t->slot = malloc((size_t)t->f.columns * sizeof *t->slot);
    t->held = calloc((size_t)t->f.columns, sizeof *t->held);
    for (int c = 0; t->slot && c < t->f.columns; c++)
        t->slot[c] = -1;
    return t->slot && t->held ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- opening

static long read_chunk(void *from, char *to, size_t room)
{
    const br_csv *t = from;
    for (;;) {
        ssize_t got = read(t->file < 0 ? 0 : t->file, to, room);
        if (got >= 0 || errno != EINTR)
            return (long)got;
    }
}

static br_status check_options(const br_csv_options *o, br_diag *why)
{
    if (o->delimiter && !strchr(",;|\t ", o->delimiter))
        return br_table_complain(why, BR_BAD_USAGE, "table", 0, 0, "the delimiter is one of , ; | tab and blank");
    if (o->decimal && o->decimal != '.' && o->decimal != ',')
        return br_table_complain(why, BR_BAD_USAGE, "table", 0, 0, "the decimal mark is . or ,");
    return BR_OK;
}

static br_csv *new_table(const char *name, br_csv_options o)
{
    br_csv *t = calloc(1, sizeof *t);
    size_t size = strlen(name) + 1;
    if (!t)
        return NULL;
    t->o = o;
    t->file = -1;
    t->room = WINDOW;
    t->line = 1;
    t->name = malloc(size);
    t->text = calloc(t->room, 1);
    if (t->name)
        memcpy(t->name, name, size);
    if (t->name && t->text)
        return t;
    br_csv_close(t);
    return NULL;
}

static const char *open_file(br_csv *t, const char *path)
{
    struct stat s = {0};
    t->file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (t->file < 0 || fstat(t->file, &s) != 0)
        return strerror(errno);
    if (S_ISDIR(s.st_mode))
        return "it is a folder";
    t->size = (double)s.st_size;
    return S_ISREG(s.st_mode) ? NULL : "it is not a regular file; - reads standard input";
}

static br_status finish_open(br_csv **to, br_csv *t, br_status status, br_diag *why)
{
    if (status == BR_OK)
        status = find_format(t, why);
    if (status == BR_OK)
        *to = t;
    else
        br_csv_close(t);
    return status;
}

br_status br_csv_open(br_csv **to, const char *path, br_csv_options o, br_diag *why)
{
    br_status status = check_options(&o, why);
    if (status != BR_OK)
        return status;
    bool standard = strcmp(path, "-") == 0;
    br_csv *t = new_table(standard ? "standard input" : path, o);
    if (!t)
        return BR_NO_MEMORY;
    t->pull = read_chunk;
    t->from = t;
    const char *reason = standard ? NULL : open_file(t, path);
    return finish_open(to, t, reason ? no_read(t, reason, why) : BR_OK, why);
}

br_status br_csv_open_from(br_csv **to, br_csv_pull *pull, void *from, const char *name, br_csv_options o, br_diag *why)
{
    br_status status = check_options(&o, why);
    if (status != BR_OK)
        return status;
    br_csv *t = new_table(name, o);
    if (!t)
        return BR_NO_MEMORY;
    t->pull = pull;
    t->from = from;
    return finish_open(to, t, BR_OK, why);
}

void br_csv_close(br_csv *t)
{
    if (!t)
        return;
    if (t->file >= 0)
        close(t->file);
    br_csv_format_free(&t->f);
    free(t->name);
    free(t->text);
    free(t->slot);
    free(t->held);
    free(t);
}

const br_csv_format *br_csv_format_of(const br_csv *t)
{
    return &t->f;
}

br_csv_counts br_csv_counts_of(const br_csv *t)
{
    return t->n;
}

br_status br_csv_want(br_csv *t, const int *column, int count, br_diag *why)
{
    if (t->started)
        return br_table_complain(why, BR_BAD_USAGE, t->name, 0, 0, "columns are chosen before the first row is read");
    for (int i = 0; i < count; i++) {
        if (column[i] < 0 || column[i] >= t->f.columns)
            return br_table_complain(why, BR_BAD_USAGE, t->name, 0, 0, "there is no column %d", column[i] + 1);
        for (int k = 0; k < i; k++)
            if (column[k] == column[i])
                return br_table_complain(why, BR_BAD_USAGE, t->name, 0, 0, "column %d is chosen twice", column[i] + 1);
    }
    for (int c = 0; c < t->f.columns; c++)
        t->slot[c] = -1;
    for (int i = 0; i < count; i++)
        t->slot[column[i]] = i;
    t->wanted = count;
    return BR_OK;
}

// ---------------------------------------------------------------- one row

typedef struct record {
    char *at, *end; // without its line end
    bool finished;  // it has one
    long long line;
} record;

typedef enum parsed { PARSED, SKIPPED, FAILED } parsed;

static void fail_at(br_csv *t, const record *r, const char *at, const char *message, const char *shown, size_t size)
{
    long long line = r->line;
    const char *start = r->at;
    for (const char *p = r->at; p < at; p++)
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    int n = (int)(size < 40 ? size : 40);
    t->dead = br_table_complain(&t->why, BR_BAD_DATA, t->name, line, at - start + 1, "%s%.*s%s%s", shown ? "'" : "", n,
                                shown ? shown : "", shown ? "': " : "", message);
}

// The value of a field without a number, by the option for missing values; answers whether the row can go on.
static bool missing_value(br_csv *t, const record *r, const br_field *x, int slot, double *to, bool *leave)
{
    t->n.missing++;
    switch (t->o.missing) {
    case BR_MISSING_MARK: *to = (double)NAN; return true;
    case BR_MISSING_SKIP: *leave = true; return true;
    case BR_MISSING_HOLD:
        *to = t->held[slot];
        if (t->n.rows > 0)
            return true;
        fail_at(t, r, x->at, "no number in the first row, and none before it to hold", NULL, 0);
        return false;
    default: fail_at(t, r, x->at, "a number is missing here", x->at, x->size); return false;
    }
}

// A truncated last line: skipped where that is allowed, else an error.
static parsed truncated_row(br_csv *t, const record *r, const char *at, const char *message)
{
    if (!r->finished && t->o.allow_truncated) {
        t->n.truncated = true;
        return SKIPPED;
    }
    char text[160];
    snprintf(text, sizeof text, "%s%s", message,
             r->finished ? "" : " (truncated? --allow-truncated skips the last line)");
    fail_at(t, r, at, text, NULL, 0);
    return FAILED;
}

static const char *field_error(br_cell cell, char decimal)
{
    switch (cell) {
    case BR_CELL_INFINITE: return "not finite, or larger than a double can be (--allow-infinite counts it as missing)";
    case BR_CELL_THOUSANDS: return "digits in groups; thousands have no separator here";
    case BR_CELL_OTHER_POINT:
        return decimal == '.' ? "a decimal comma; give --decimal , if all numbers have it"
                              : "a decimal point; give --decimal . if all numbers have it";
    default: return "not a number";
    }
}

static parsed parse_field(br_csv *t, const record *r, const br_field *x, bool last, int slot, double *to, bool *leave)
{
    bool tiny = false;
    br_cell cell = br_cell_read(x->at, x->size, t->f.decimal, to, &tiny);
    t->n.underflows += tiny;
    if (cell == BR_CELL_NUMBER)
        return PARSED;
    if (last && !r->finished)
        return truncated_row(t, r, x->at, "no number at the end of the file");
    if (cell == BR_CELL_MISSING || (cell == BR_CELL_INFINITE && t->o.allow_infinite))
        return missing_value(t, r, x, slot, to, leave) ? PARSED : FAILED;
    fail_at(t, r, x->at, field_error(cell, t->f.decimal), x->at, x->size);
    return FAILED;
}

// The common case: a plain number up to the delimiter or the end of the row.
static bool parse_plain_number(br_fields *f, double *to)
{
    int range = 0;
    size_t used = br_number_read(f->at, (size_t)(f->end - f->at), to, &range);
    if (used == 0 || range != 0)
        return false;
    char *p = f->at + used;
    if (p == f->end) {
        f->at = p;
        f->done = true;
        return true;
    }
    if (*p != f->delimiter)
        return false;
    for (p++; p < f->end && br_is_blank(*p, f->delimiter);)
        p++;
    f->at = p;
    return true;
}

static parsed wrong_field_count(br_csv *t, const record *r, const char *at, int n)
{
    char message[80];
    snprintf(message, sizeof message, "%d field%s, but the table has %d column%s", n, n == 1 ? "" : "s", t->f.columns,
             t->f.columns == 1 ? "" : "s");
    if (n < t->f.columns)
        return truncated_row(t, r, r->at, message);
    fail_at(t, r, at, message, NULL, 0);
    return FAILED;
}

// The numbers of the row become to[...][k].
static parsed parse_row(br_csv *t, const record *r, double *const to[], int k)
{
    br_fields f = br_fields_of(r->at, r->end, t->f.delimiter);
    bool quick = t->f.decimal == '.', leave = false;
    int n = 0;
    for (; !f.done && n < t->f.columns; n++) {
        int slot = t->slot[n];
        if (slot >= 0 && quick && parse_plain_number(&f, &to[slot][k]))
            continue;
        br_field x = br_fields_next(&f);
        if (x.broken)
            return truncated_row(t, r, x.at,
                                 "a quote is not closed, or text stands behind it; a quote inside is doubled");
        parsed is = slot >= 0 ? parse_field(t, r, &x, f.done, slot, &to[slot][k], &leave) : PARSED;
        if (is != PARSED)
            return is;
    }
    const char *more = f.at;
    for (; !f.done && n <= BR_CSV_COLUMNS; n++)
        br_fields_next(&f);
    if (n != t->f.columns)
        return wrong_field_count(t, r, more, n);
    t->n.skipped += leave;
    return leave ? SKIPPED : PARSED;
}

// ---------------------------------------------------------------- rows

static bool is_blank_or_comment(br_csv *t, const record *r)
{
    const char *p = r->at;
    while (p < r->end && (*p == ' ' || *p == '\t'))
        p++;
    bool comment = br_csv_is_comment(p, r->end);
    t->n.comments += comment;
    return comment || p == r->end;
}

// Reads until there is another line end, or no more: a row is parsed again only when it may have ended.
static br_status fill_line(br_csv *t, br_diag *why)
{
    br_status status = BR_OK;
    for (bool feed = false; status == BR_OK && !t->over && !feed;) {
        size_t old = t->end - t->at;
        status = fill_buffer(t, why);
        const char *more = t->text + t->at + old;
        feed = status == BR_OK && memchr(more, '\n', (size_t)(t->text + t->end - more));
    }
    return status;
}

// Steps over the line that ends at `stop`, or that the file ends in (NULL).
static record cut_line(br_csv *t, char *stop, bool quotes)
{
    char *at = t->text + t->at, *end = stop ? stop : t->text + t->end;
    record r = {at, end > at && end[-1] == '\r' ? end - 1 : end, stop != NULL, t->line};
    for (const char *p = at; quotes && p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        t->line++;
    t->line++;
    t->at = stop ? (size_t)(stop + 1 - t->text) : t->end;
    return r;
}

// The next line that is a row; false at the end, or when t->dead.
static bool next_record(br_csv *t, record *r)
{
    while (!t->dead) {
        char *at = t->text + t->at, *end = t->text + t->end;
        bool quotes = false;
        char *stop = at < end ? br_row_end(at, end, t->f.delimiter, &quotes) : NULL;
        if (!stop && !t->over) {
            t->dead = fill_line(t, &t->why);
            continue;
        }
        if (at == end)
            return false;
        *r = cut_line(t, stop, quotes);
        const char *zero = memchr(at, 0, (size_t)((stop ? stop : end) - at));
        if (zero)
            fail_at(t, r, zero, "a zero byte", NULL, 0);
        else if ((*at >= '0' && *at <= '9') || *at == '-' || !is_blank_or_comment(t, r))
            return true;
    }
    return false;
}

static int read_rows(br_csv *t, double *const to[], int rows)
{
    int k = 0, wanted = t->wanted;
    record r;
    while (k < rows && next_record(t, &r)) {
        parsed is = parse_row(t, &r, to, k);
        if (is == PARSED && !r.finished)
            is = truncated_row(t, &r, r.at, "no line end, so its last number may be cut; add one if it is complete");
        if (is == FAILED)
            return 0;
        if (is == SKIPPED)
            continue;
        for (int j = 0; j < wanted && t->o.missing == BR_MISSING_HOLD; j++)
            t->held[j] = to[j][k];
        t->n.rows++;
        k++;
    }
    return t->dead ? 0 : k;
}

br_status br_csv_read(br_csv *t, double *const to[], int rows, int *got, br_diag *why)
{
    t->started = true;
    *got = t->dead ? 0 : read_rows(t, to, rows);
    if (t->dead && why)
        *why = t->why;
    return t->dead;
}

// ---------------------------------------------------------------- as br_rows

static br_status choose_columns(void *of, const int *column, int count, br_diag *why)
{
    return br_csv_want(of, column, count, why);
}

static br_status read_table_rows(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    return br_csv_read(of, to, rows, got, why);
}

static double share_read(const void *of)
{
    const br_csv *t = of;
    return t->size > 0 && t->pulled < t->size ? t->pulled / t->size : t->size > 0 ? 1 : 0;
}

static const char *warning_of(const void *of)
{
    const br_csv *t = of;
    return t->n.truncated ? "the last line is truncated and was skipped" : NULL;
}

static void close_table(void *of)
{
    br_csv_close(of);
}

br_rows br_csv_rows(br_csv *t)
{
    static const br_rows_kind kind = {choose_columns, read_table_rows, share_read, warning_of, close_table};
    return (br_rows){&kind, t, t->name, t->f.column, t->f.columns};
}

// ---------------------------------------------------------------- a whole table in memory

static br_status grow_columns(br_columns *table, size_t *room)
{
    size_t more = *room ? 2 * *room : 1024;
    if (more > (size_t)-1 / sizeof(double) / 2)
        return BR_NO_MEMORY;
    for (int j = 0; j < table->columns; j++) {
        double *column = realloc(table->column[j], more * sizeof *column);
        if (!column)
            return BR_NO_MEMORY;
        table->column[j] = column;
    }
    *room = more;
    return BR_OK;
}

br_status br_columns_load(br_columns *table, br_csv *t, br_diag *why)
{
    br_columns x = {.columns = t->wanted, .column = calloc((size_t)t->wanted + 1, sizeof *x.column)};
    double **to = calloc((size_t)t->wanted + 1, sizeof *to);
    br_status status = x.column && to ? BR_OK : BR_NO_MEMORY;
    size_t room = 0;
    for (int got = 1; status == BR_OK && got > 0; x.rows += (size_t)got) {
        if (x.rows == room)
            status = grow_columns(&x, &room);
        for (int j = 0; j < t->wanted && status == BR_OK; j++)
            to[j] = x.column[j] + x.rows;
        size_t left = room - x.rows;
        got = 0;
        if (status == BR_OK)
            status = br_csv_read(t, to, left < 1 << 20 ? (int)left : 1 << 20, &got, why);
    }
    free(to);
    if (status == BR_OK)
        *table = x;
    else
        br_columns_free(&x);
    return status;
}

void br_columns_free(br_columns *table)
{
    for (int j = 0; table->column && j < table->columns; j++)
        free(table->column[j]);
    free(table->column);
    memset(table, 0, sizeof *table);
}
