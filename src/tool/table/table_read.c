// table_read.c - the logs of `bristle table` as one table: options, shifts, columns with their units.   [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "num/text/item.h"
#include "tool/kit/number.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"
#include "tool/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- options

static br_status bad_option(br_diag *why, const char *option, const char *text, const char *form)
{
    return tool_complain(why, BR_BAD_USAGE, "bristle table: %s '%.60s' is not %s", option, text, form);
}

static br_status read_method(tabling *w, br_diag *why)
{
    static const char *const names[] = {"linear", "hold", "mean"};
    const char *word = w->a->method ? w->a->method : "linear";
    for (int i = 0; i < 3; i++)
        if (strcmp(word, names[i]) == 0) {
            w->o.method = (br_table_method)i;
            if (i == BR_TABLE_MEAN && !w->a->step)
                return tool_complain(why, BR_BAD_USAGE,
                                     "bristle table: --method mean averages over a step; give it with --step");
            return BR_OK;
        }
    return bad_option(why, "--method", word, "linear, hold or mean");
}

// --shift: one time for each log behind the first.
static br_status read_shifts(tabling *w, br_diag *why)
{
    const char *p = w->a->shift, *end = p ? p + strlen(p) : NULL;
    for (int i = 1; p; i++) {
        const char *stop = br_list_item(p, end);
        char text[80];
        p = br_list_blanks(p, stop);
        size_t size = (size_t)(br_list_trim(p, stop) - p);
        if (i == w->logs || size >= sizeof text)
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle table: --shift '%.60s' is not a time for each log behind the first: %d, "
                                 "separated by commas",
                                 w->a->shift, w->logs - 1);
        memcpy(text, p, size);
        text[size] = 0;
        br_status status = tool_instant("table", "--shift", text, &w->shift[i], why);
        if (status != BR_OK)
            return status;
        p = stop < end ? stop + 1 : NULL;
    }
    return BR_OK;
}

br_status table_options(tabling *w, br_diag *why)
{
    const tool_args *a = w->a;
    (void)br_table_join_defaults(&w->o, sizeof w->o);
    w->logs = a->noperands;
    for (int i = 0; i < w->logs; i++)
        w->name[i] = a->operands[i];
    br_status status = a->step ? tool_time("table", "--step", a->step, &w->o.step, why) : BR_OK;
    if (status == BR_OK && a->gap)
        status = tool_time("table", "--gap", a->gap, &w->o.gap, why);
    tool_span span;
    if (status == BR_OK)
        status = tool_span_read("table", (const char *const[]){"--from", "--until"},
                                (const char *const[]){a->from, a->until}, &span, why);
    if (status == BR_OK && a->from)
        w->o.from = span.from;
    if (status == BR_OK && a->until)
        w->o.until = span.until;
    if (status == BR_OK)
        status = read_method(w, why);
    if (status == BR_OK && a->shift && a->align)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle table: --shift gives what --align looks for; give one of them");
    return status == BR_OK ? read_shifts(w, why) : status;
}

// ---------------------------------------------------------------- one log

static br_status no_time(const br_table *log, const char *name, br_diag *why)
{
    br_buffer list = {0};
    for (int c = 0; c < br_table_columns(log); c++) {
        const char *column = br_table_name(log, c);
        br_buffer_put(&list, c ? ", " : "");
        if (*column)
            br_buffer_print(&list, "%.60s", column);
        else
            br_buffer_print(&list, "#%d", c + 1);
    }
    br_status status =
        tool_complain(why, BR_BAD_DATA,
                      "%.100s: no column is named as time or has a unit of time; name it with --time (columns: %.240s)",
                      name, list.text ? list.text : "none");
    br_buffer_free(&list);
    return status;
}

static br_status open_log(const tabling *w, int i, br_table **log, br_diag *why)
{
    br_status status = tool_table_handle(log, "table", w->name[i], w->a, why);
    if (status == BR_OK)
        status = tool_said(br_table_set_time(*log, w->a->time, w->shift[i], why), why);
    if (status == BR_OK && br_table_time(*log) < 0)
        status = no_time(*log, w->name[i], why);
    return status;
}

// ---------------------------------------------------------------- shifts by correlation

// The column at p of the first log, and that at q of log i.
static br_status find_shift(tabling *w, int i, const char *p, const char *q, br_diag *why)
{
    br_table *first = NULL, *other = NULL;
    if (strcmp(w->name[0], "-") == 0 || strcmp(w->name[i], "-") == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle table: --align reads a log twice; standard input cannot be");
    br_status status = open_log(w, 0, &first, why);
    if (status == BR_OK)
        status = open_log(w, i, &other, why);
    w->found[i].size = sizeof w->found[i];
    if (status == BR_OK)
        status = tool_said(br_table_align(first, p, other, q, &w->found[i], why), why);
    br_table_close(first);
    br_table_close(other);
    if (status == BR_OK) {
        w->shift[i] = w->found[i].shift;
        w->aligned[i] = true;
    }
    return status;
}

static char *word_of(const char *from, const char *end)
{
    size_t size = (size_t)(br_list_trim(from, end) - from);
    char *word = malloc(size + 1);
    if (word) {
        memcpy(word, from, size);
        word[size] = 0;
    }
    return word;
}

// An item of --align, FIRST = OTHER, for log i.
static br_status align_log(tabling *w, int i, const char *from, const char *end, br_diag *why)
{
    const char *equals = memchr(from, '=', (size_t)(end - from));
    const char *p = equals ? br_list_blanks(from, equals) : end, *q = equals ? br_list_blanks(equals + 1, end) : end;
    if (q == end || p == equals)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle table: --align '%.60s' is not 'COLUMN = COLUMN', of the first log and of another",
                             w->a->align);
    char *first = word_of(p, equals), *other = word_of(q, end);
    br_status status = first && other ? find_shift(w, i, first, other, why) : BR_NO_MEMORY;
    free(first);
    free(other);
    return status;
}

br_status table_align(tabling *w, br_diag *why)
{
    const char *p = w->a->align, *end = p ? p + strlen(p) : NULL;
    br_status status = BR_OK;
    int i = 1;
    for (; p && i < w->logs && status == BR_OK; i++) {
        const char *stop = br_list_item(p, end);
        status = align_log(w, i, p, stop, why);
        p = stop < end ? stop + 1 : NULL;
    }
    if (status == BR_OK && w->a->align && (p || i < w->logs))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle table: --align '%.60s' is not one 'COLUMN = COLUMN' for each log behind the "
                               "first: %d",
                               w->a->align, w->logs - 1);
    return status;
}

// ---------------------------------------------------------------- all logs

br_status table_open(tabling *w, br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < w->logs && status == BR_OK; i++)
        status = open_log(w, i, &w->log[i], why);
    if (status == BR_OK)
        status = br_table_join(&w->joined, w->log, w->logs, &w->o, why);
    if (status == BR_OK && w->a->signals)
        status = tool_said(br_table_set_signals(w->joined, w->a->signals, why), why);
    if (status == BR_OK && w->a->units)
        status = tool_said(br_table_set_units(w->joined, w->a->units, why), why);
    w->columns = br_table_columns(w->joined);
    return status;
}

void table_close(tabling *w)
{
    br_table_close(w->joined);
    for (int i = 0; i < w->logs; i++)
        br_table_close(w->log[i]);
}
