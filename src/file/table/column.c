// column.c - columns of a table: heading with unit, look-up by name or number, sample time. [host]
#define _XOPEN_SOURCE 700 // strnlen
#include "num/base/fp.h"

#include "file/table/column.h"
#include "num/base/elem.h"
#include "num/base/order.h"
#include "file/table/field.h"
#include "num/text/spelling.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- headings

static bool is_unit(const char *s, size_t n, br_heading *h)
{
    while (n && *s == ' ')
        s++, n--;
    while (n && s[n - 1] == ' ')
        n--;
    // A digit alone is an index.
    if (n == 0 || (*s >= '0' && *s <= '9' && !memchr(s, '/', n)) || br_unit_read(s, n, NULL, 0, &h->is, NULL) != n)
        return false;
    h->unit = s;
    h->unit_size = n;
    return true;
}

bool br_heading_unit(const char *text, size_t size, br_heading *h)
{
    bool brackets = size > 2 && ((*text == '[' && text[size - 1] == ']') || (*text == '(' && text[size - 1] == ')'));
    return brackets ? is_unit(text + 1, size - 2, h) : is_unit(text, size, h);
}

// The place of the bracket, or of the slash with blanks around it, that a unit stands behind; size: none.
static size_t unit_starts(const char *text, size_t size)
{
    char close = size ? text[size - 1] : 0, open = (char)(close == ']' ? '[' : close == ')' ? '(' : 0);
    for (size_t i = size; open && i-- > 0;)
        if (text[i] == open)
            return i;
    for (size_t i = 0; i + 3 < size; i++)
        if (memcmp(text + i, " / ", 3) == 0)
            return i + 1;
    return size;
}

br_heading br_heading_read(const char *text, size_t size)
{
    br_heading h = {.name = size};
    size_t at = unit_starts(text, size);
    if (at == 0 || at == size)
        return h;
    size_t behind = text[at] == '/' ? size - at - 1 : size - at - 2;
    if (!is_unit(text + at + 1, behind, &h))
        return h;
    for (h.name = at; h.name > 0 && text[h.name - 1] == ' ';)
        h.name--;
    return h;
}

// ---------------------------------------------------------------- by name or number

static bool same_word(const char *a, const char *b, size_t n, bool capitals)
{
    if (strlen(a) != n || n == 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if (capitals ? a[i] != b[i] : br_letter_lower(a[i]) != br_letter_lower(b[i]))
            return false;
    return true;
}

static int count_matches(br_rows r, const char *word, size_t size, bool whole, bool capitals, int found[2])
{
    int n = 0;
    for (int c = 0; c < r.columns; c++)
        if (same_word(whole ? r.column[c].text : r.column[c].name, word, size, capitals)) {
            found[n > 0] = c;
            n++;
        }
    return n;
}

void br_column_list(br_buffer *out, br_rows r)
{
    for (int c = 0; c < r.columns; c++) {
        if (out->size > 160 && c + 1 < r.columns) {
            br_buffer_print(out, ", ... (%d columns)", r.columns);
            return;
        }
        br_buffer_put(out, c ? ", " : "");
        if (r.column[c].text[0])
            br_buffer_add(out, r.column[c].text, strnlen(r.column[c].text, 40));
        else
            br_buffer_print(out, "#%d", c + 1);
    }
}

static const char *nearest_column(br_rows r, const char *word, size_t size)
{
    const char *best = NULL;
    int least = size < 4 ? 2 : 3;
    for (int c = 0; c < r.columns; c++) {
        const char *name = r.column[c].name;
        int far =
            size > BR_WORD_LETTERS ? BR_WORD_FAR : br_word_distance(word, (int)size, name, (int)strnlen(name, 99));
        if (*name && far < least) {
            best = name;
            least = far;
        }
    }
    return best;
}

static br_status unknown_column(br_rows r, const char *word, size_t size, const char *place, br_diag *why)
{
    br_buffer list = {0};
    br_column_list(&list, r);
    const char *near = nearest_column(r, word, size);
    br_status status = br_table_complain(why, BR_BAD_DATA, place, 0, 0, "no column '%.*s'%s%.40s%s; there are %s",
                                         (int)(size < 60 ? size : 60), word, near ? " (did you mean " : "",
                                         near ? near : "", near ? "?)" : "", list.text ? list.text : "");
    br_buffer_free(&list);
    return status;
}

static bool column_by_number(br_rows r, const char *word, size_t size, int *column)
{
    int number = 0;
    for (size_t i = 1; i < size && number <= r.columns; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
        number = 10 * number + (word[i] - '0');
    }
    *column = number - 1;
    return number >= 1 && number <= r.columns;
}

br_status br_column_find(br_rows r, const char *word, size_t size, const char *place, int *column, br_diag *why)
{
    if (size > 1 && *word == '#' && column_by_number(r, word, size, column))
        return BR_OK;
    for (int way = 0; way < 4; way++) { // whole, name; then the same without regard to capitals
        int found[2] = {0, 0}, n = count_matches(r, word, size, way % 2 == 0, way < 2, found);
        if (n > 1)
            return br_table_complain(why, BR_BAD_DATA, place, 0, 0,
                                     "%d columns are named '%.*s'; choose by number, as #%d or #%d", n,
                                     (int)(size < 60 ? size : 60), word, found[0] + 1, found[1] + 1);
        if (n == 1) {
            *column = found[0];
            return BR_OK;
        }
    }
    return unknown_column(r, word, size, place, why);
}

// ---------------------------------------------------------------- sampling

static void add_time_step(br_sampling *s, double step, size_t before)
{
    s->duplicates += step == 0;
    s->backwards += step < 0;
    if (step < s->least)
        s->least = step;
    if (step > s->most) {
        s->most = step;
        s->widest = before;
    }
}

static bool is_time_name(const char *name)
{
    static const char *const names[] = {"t", "time", "t_s", "time_s", "timestamp", "t_ms", "time_ms", "seconds", "sec"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *p = name, *q = names[i];
        while (*p && br_letter_lower(*p) == *q)
            p++, q++;
        if (!*p && !*q)
            return true;
    }
    return false;
}

int br_column_time(br_rows table)
{
    br_unit second;
    (void)br_unit_read("s", 1, NULL, 0, &second, NULL);
    for (int c = 0; c < table.columns; c++)
        if (table.column[c].has_numbers && is_time_name(table.column[c].name))
            return c;
    for (int c = 0; c < table.columns; c++)
        if (table.column[c].has_numbers && table.column[c].unit_text[0] && br_unit_same(table.column[c].unit, second))
            return c;
    return -1;
}

// Times in order, those that are none left out.
typedef struct times {
    const double *t;
    br_spool *spool; // where they are, to be released; NULL: in memory
    double *before;  // the last time
} times;

// The step that ends at time i.
static bool step_to(const void *of, size_t i, double *step)
{
    const times *w = of;
    if (w->spool && br_spool_due((long long)i))
        br_spool_release(w->spool);
    *w->before = i == 0 ? (double)NAN : *w->before;
    if (!(fabs(w->t[i]) <= DBL_MAX))
        return false;
    *step = w->t[i] - *w->before;
    *w->before = w->t[i];
    return !isnan(*step);
}

static br_status sampling_of(const double *time, br_spool *spool, size_t n, br_sampling *s, br_diag *why)
{
    double largest = 0, last = (double)NAN, step;
    size_t steps = 0, before = 0;
    times w = {time, spool, &last};
    br_sampling r = {.samples = n, .least = (double)INFINITY, .most = -(double)INFINITY};
    for (size_t i = 0; i < n; i++) {
        bool first = isnan(last);
        if (step_to(&w, i, &step)) {
            add_time_step(&r, step, before);
            steps++;
        } else if (!(fabs(time[i]) <= DBL_MAX)) {
            r.missing++;
            continue;
        }
        r.start = first ? time[i] : r.start;
        r.end = time[i];
        before = i;
        largest = fabs(time[i]) > largest ? fabs(time[i]) : largest;
    }
    if (steps == 0)
        return br_table_complain(why, BR_BAD_DATA, "time", 0, 0, "%zu samples with a time; at least 2 are needed",
                                 n - r.missing);
    r.median = br_order_statistic(step_to, &w, n, steps / 2);
    for (size_t i = 0; i < n; i++)
        r.gaps += step_to(&w, i, &step) && step > 1.5 * r.median && step > 0;
    r.grain = br_from_bits(br_bits(largest) + 1) - largest;
    r.coarse = r.grain > 1e-3 * fabs(r.median);
    *s = r;
    return BR_OK;
}

br_status br_sampling_of(const double *time, size_t n, br_sampling *s, br_diag *why)
{
    return sampling_of(time, NULL, n, s, why);
}

br_status br_sampling_of_spool(br_spool *time, size_t n, br_sampling *s, br_diag *why)
{
    return sampling_of(time->at, time, n, s, why);
}
