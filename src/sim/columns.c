// columns.c - columns of a table as the signals of a model.                     [host]
//
// Formulas become a small law, with an input for each column and an output for each formula, and its tape runs over
// blocks of rows. Columns alone are copied.
#include "num/fp.h"

#include "file/column.h"
#include "file/csv_field.h"
#include "num/buffer.h"
#include "sim/columns.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, MOST = 256 }; // rows that are computed at once; signals of a list

// Where a piece of the law's text comes from: line and column there, column in the list.
typedef struct piece {
    int line, column, source;
} piece;

typedef struct reading {
    br_signals *s;
    const br_csv_format *f;
    const char *list, *name; // name: of the list
    br_buffer law;           // equations; the declarations come last
    piece *from;
    int nfrom, room, line;
    size_t line_start;
    br_diag *why;
} reading;

static br_status bad(const reading *r, br_status status, const char *at, const char *words)
{
    return br_csv_complain(r->why, status, r->name, 1, at - r->list + 1, "%s", words);
}

// ---------------------------------------------------------------- words of the list

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && strchr(" \t\r\n", *p))
        p++;
    return p;
}

static const char *trim(const char *from, const char *end)
{
    while (end > from && strchr(" \t\r\n", end[-1]))
        end--;
    return end;
}

// The end of a word: a name, a number of a column (#3), a quoted name; p itself for anything else.
static const char *word_end(const char *p, const char *end)
{
    const char *q = p;
    if (p < end && *p == '"') {
        const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));
        return close ? close + 1 : end;
    }
    if (p < end && *p == '#')
        q++;
    else if (p == end || !is_letter(*p))
        return p;
    while (q < end && (is_digit(*q) || (*p != '#' && is_letter(*q))))
        q++;
    return q;
}

static const char *number_end(const char *p, const char *end)
{
    for (; p < end && (is_digit(*p) || *p == '.'); p++)
        if (p + 1 < end && (p[1] == 'e' || p[1] == 'E')) {
            const char *q = p + 2;
            q += q < end && (*q == '+' || *q == '-');
            if (q < end && is_digit(*q))
                p = q;
        }
    return p;
}

static bool is_operator(const char *p, const char *end)
{
    static const char *const words[] = {"if", "then", "else", "and", "or", "not", "pi", "inf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((size_t)(end - p) == strlen(words[i]) && memcmp(p, words[i], (size_t)(end - p)) == 0)
            return true;
    return false;
}

// The end of one signal: a comma outside of brackets and quotes.
static const char *signal_end(const char *p, const char *end)
{
    int depth = 0;
    for (bool quotes = false; p < end && (quotes || depth > 0 || *p != ','); p++) {
        quotes ^= *p == '"';
        depth += quotes ? 0 : *p == '(' ? 1 : *p == ')' && depth > 0 ? -1 : 0;
    }
    return p;
}

// The unit is the last word behind a blank, where a value stands before it: 5e-8*enc m. NULL: there is none.
static const char *find_unit(const char *from, const char *end)
{
    const char *at = end, *quote = NULL;
    for (const char *p = from; p < end; p++)
        quote = *p == '"' ? p : quote;
    while (at > from && !strchr(" \t\r\n", at[-1]))
        at--;
    const char *value = trim(from, at), *word = value;
    if (value == from || (quote && at <= quote)) // a blank inside quotes
        return NULL;
    while (word > from && (is_letter(word[-1]) || is_digit(word[-1])))
        word--;
    bool ends = is_letter(value[-1]) || is_digit(value[-1]) || strchr(").\"", value[-1]);
    bool binds = is_operator(word, value) && memcmp(word, "pi", 2) != 0 && memcmp(word, "inf", 3) != 0;
    bool goes_on =
        strchr("*/^<>=!,)", *at) || is_operator(at, word_end(at, end)) || (strchr("+-", *at) && end > at + 1);
    return ends && !binds && !goes_on ? at : NULL;
}

// ---------------------------------------------------------------- columns

// The place of a column among those needed.
static int place_of(br_signals *s, int column)
{
    int i = 0;
    while (i < s->columns && s->column[i] != column)
        i++;
    if (i == s->columns)
        s->column[s->columns++] = column;
    return i;
}

static br_status take_column(const reading *r, const char *at, const char *end, int *place)
{
    char where[120];
    int column = 0;
    size_t quotes = *at == '\"';
    if (quotes && (end - at < 2 || end[-1] != '"'))
        return bad(r, BR_BAD_LAW, at, "a quote is not closed");
    snprintf(where, sizeof where, "%.80s:1:%d", r->name, (int)(at - r->list) + 1);
    br_status status = br_column_find(r->f, at + quotes, (size_t)(end - at) - 2 * quotes, where, &column, r->why);
    if (status != BR_OK)
        return status;
    if (!r->f->column[column].has_numbers)
        return bad(r, BR_BAD_DATA, at, "this column has no numbers");
    *place = place_of(r->s, column);
    return BR_OK;
}

// ---------------------------------------------------------------- formulas

static br_status note(reading *r, const char *source)
{
    if (r->nfrom == r->room) {
        int room = r->room ? 2 * r->room : 64;
        piece *more = realloc(r->from, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        r->from = more;
        r->room = room;
    }
    r->from[r->nfrom++] = (piece){r->line, (int)(r->law.size - r->line_start) + 1, (int)(source - r->list) + 1};
    return BR_OK;
}

// One word, number or sign of a formula.
static br_status take_piece(reading *r, const char **p, const char *end, int signal)
{
    const char *at = *p, *stop = is_digit(*at) || *at == '.' ? number_end(at, end) : word_end(at, end);
    const char *next = skip_blanks(stop, end);
    br_status status = note(r, at);
    if (status != BR_OK)
        return status;
    bool word = stop > at && !is_digit(*at) && *at != '.';
    if (word && !is_operator(at, stop) && !(next < end && *next == '(')) {
        int place = 0;
        status = take_column(r, at, stop, &place);
        if (status != BR_OK)
            return status;
        r->s->uses[(size_t)signal * (size_t)r->s->stride + (size_t)place] = true;
        br_buffer_print(&r->law, "c%d", place + 1);
    } else if (stop > at) {
        br_buffer_add(&r->law, at, (size_t)(stop - at));
    } else {
        br_buffer_add(&r->law, strchr("\t\r\n", *at) ? " " : at, 1);
        stop = at + 1;
    }
    *p = stop;
    return BR_OK;
}

static br_status take_formula(reading *r, const char *from, const char *end, int signal)
{
    br_status status = BR_OK;
    br_signal *g = &r->s->signal[signal];
    g->column = -1;
    g->formula = r->line - 1;
    br_buffer_print(&r->law, "y%d = ", r->line);
    for (const char *p = from; p < end && status == BR_OK;)
        status = take_piece(r, &p, end, signal);
    if (status == BR_OK)
        status = note(r, end);
    br_buffer_put(&r->law, "\n");
    r->line_start = r->law.size;
    r->line++;
    return status;
}

// ---------------------------------------------------------------- signals

static br_status take_name(const reading *r, const char **p, const char *end, br_signal *g)
{
    const char *at = skip_blanks(*p, end), *stop = at;
    while (stop < end && (is_letter(*stop) || (stop > at && (is_digit(*stop) || strchr(".[]", *stop)))))
        stop++;
    const char *equals = skip_blanks(stop, end);
    if (stop == at || equals == end || *equals != '=')
        return bad(r, BR_BAD_LAW, at, "a signal is NAME = COLUMN or NAME = FORMULA UNIT");
    if ((size_t)(stop - at) >= sizeof g->name)
        return bad(r, BR_BAD_LAW, at, "this name is too long");
    snprintf(g->name, sizeof g->name, "%.*s", (int)(stop - at), at);
    for (const br_signal *o = r->s->signal; o < g; o++)
        if (strcmp(o->name, g->name) == 0)
            return bad(r, BR_BAD_LAW, at, "this signal stands here a second time");
    *p = skip_blanks(equals + 1, end);
    return BR_OK;
}

static br_status take_unit(const reading *r, const char *at, const char *end, br_signal *g)
{
    br_diag why = {0};
    size_t size = (size_t)(end - at);
    if (br_unit_read(at, size, NULL, 0, &g->unit, &why) != size || size >= sizeof g->unit_text)
        return bad(r, BR_BAD_LAW, at, why.text[0] ? why.text : "this is no unit");
    memcpy(g->unit_text, at, size);
    g->unit_text[size] = 0;
    return BR_OK;
}

// A column alone has the unit of its heading; another one in the list is a mistake.
static br_status take_heading(const reading *r, const char *at, bool given, br_signal *g)
{
    const br_csv_column *c = &r->f->column[r->s->column[g->column]];
    if (c->unit_text[0] == 0)
        return BR_OK;
    if (given && memcmp(&c->unit, &g->unit, sizeof c->unit) != 0) {
        char words[320];
        snprintf(words, sizeof words,
                 "column '%.60s' is in %.60s, not %.60s; in brackets, (%.40s), its numbers are taken as they are",
                 c->name, c->unit_text, g->unit_text, c->name);
        return bad(r, BR_BAD_DATA, at, words);
    }
    g->unit = c->unit;
    snprintf(g->unit_text, sizeof g->unit_text, "%.63s", c->unit_text);
    return BR_OK;
}

static br_status take_signal(reading *r, const char *p, const char *end)
{
    br_signal *g = &r->s->signal[r->s->count];
    *g = (br_signal){.unit_text = "-", .formula = -1};
    br_status status = take_name(r, &p, end, g);
    if (status != BR_OK)
        return status;
    const char *unit = find_unit(p, end), *stop = trim(p, unit ? unit : end);
    if (p >= stop)
        return bad(r, BR_BAD_LAW, p, "a column or a formula is missing");
    if (unit)
        status = take_unit(r, unit, end, g);
    bool alone = word_end(p, stop) == stop && !is_operator(p, stop);
    if (status == BR_OK && alone) {
        status = take_column(r, p, stop, &g->column);
        if (status == BR_OK) {
            r->s->uses[(size_t)r->s->count * (size_t)r->s->stride + (size_t)g->column] = true;
            status = take_heading(r, p, unit != NULL, g);
        }
    } else if (status == BR_OK) {
        status = take_formula(r, p, stop, r->s->count);
    }
    r->s->count++;
    return status;
}

// ---------------------------------------------------------------- the law of the formulas

// The reader of laws speaks of its own text; the place in the list is what counts.
static br_status translate(const reading *r, br_status status, const br_diag *law)
{
    const char *words = strstr(law->text, ": ");
    int column = 1;
    for (int i = 0; i < r->nfrom; i++)
        if (r->from[i].line == law->line && r->from[i].column <= law->column)
            column = r->from[i].source;
    return br_csv_complain(r->why, status, r->name, 1, column, "%s", words ? words + 2 : law->text);
}

static br_status make_law(reading *r)
{
    br_signals *s = r->s;
    br_diag why = {0};
    for (int i = 1; i < r->line; i++)
        br_buffer_print(&r->law, "output y%d\n", i);
    for (int i = 0; i < s->columns; i++)
        br_buffer_print(&r->law, "input c%d\n", i + 1);
    br_buffer text = {0};
    br_buffer_put(&text, "law signals\n");
    if (r->law.text)
        br_buffer_add(&text, r->law.text, r->law.size);
    br_status status = r->law.status == BR_OK ? text.status : r->law.status;
    s->text = text.text;
    br_read_options o = {0};
    if (status == BR_OK)
        status = br_law_read(&s->law, s->text, text.size, "formula", &o, &why);
    s->has_law = status == BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&s->tape, &s->law, false, NULL, NULL);
    s->has_tape = status == BR_OK;
    why.line--; // below the line that names the law
    return status == BR_OK || !why.text[0] ? status : translate(r, status, &why);
}

static br_status read_list(reading *r)
{
    br_status status = BR_OK;
    const char *p = r->list, *end = r->list + strlen(r->list);
    bool more = true;
    while (status == BR_OK && more) {
        const char *stop = signal_end(p, end);
        more = stop < end;
        if (r->s->count == MOST)
            return bad(r, BR_BAD_LAW, p, "more than 256 signals");
        status = take_signal(r, p, trim(p, stop));
        p = stop + 1;
    }
    return status == BR_OK && r->line > 1 ? make_law(r) : status;
}

static br_status make_block(br_signals *s, int formulas)
{
    s->block = malloc((size_t)BLOCK * (size_t)(s->columns + formulas + 1) * sizeof *s->block);
    s->at = malloc(((size_t)s->columns + 1) * sizeof *s->at);
    return s->block && s->at ? BR_OK : BR_NO_MEMORY;
}

br_status br_signals_read(br_signals *s, const char *list, const char *origin, const br_csv_format *f, br_diag *why)
{
    memset(s, 0, sizeof *s);
    reading r = {.s = s, .f = f, .list = list, .name = origin, .line = 1, .why = why};
    s->stride = f->columns;
    s->signal = calloc(MOST, sizeof *s->signal);
    s->column = calloc((size_t)f->columns, sizeof *s->column);
    s->uses = calloc((size_t)MOST * (size_t)f->columns, sizeof *s->uses);
    br_status status = s->signal && s->column && s->uses ? read_list(&r) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = make_block(s, r.line - 1);
    br_buffer_free(&r.law);
    free(r.from);
    if (status != BR_OK)
        br_signals_free(s);
    return status;
}

void br_signals_free(br_signals *s)
{
    if (s->has_tape)
        br_tape_free(&s->tape);
    if (s->has_law)
        br_law_free(&s->law);
    free(s->signal);
    free(s->column);
    free(s->uses);
    free(s->text);
    free(s->block);
    free(s->at);
    memset(s, 0, sizeof *s);
}

br_status br_signals_want(const br_signals *s, br_csv *t, br_diag *why)
{
    return br_csv_want(t, s->column, s->columns, why);
}

// ---------------------------------------------------------------- rows

static bool is_si(br_unit u)
{
    for (int i = BR_UNIT_DIMENSIONS; i < BR_UNIT_POWERS; i++)
        if (u.power[i] != 0)
            return false;
    return true;
}

static bool is_missing(const br_signals *s, int signal, const double *columns, int count, int row)
{
    const bool *uses = s->uses + (size_t)signal * (size_t)s->stride;
    for (int i = 0; i < s->columns; i++)
        if (uses[i] && isnan(columns[(size_t)i * (size_t)count + (size_t)row]))
            return true;
    return false;
}

static br_status put_signal(const br_signals *s, int signal, int count, double *to, const char *name, br_diag *why)
{
    const br_signal *g = &s->signal[signal];
    const double *columns = s->block, *made = s->block + (size_t)s->columns * BLOCK;
    const double *from =
        g->formula < 0 ? columns + (size_t)g->column * (size_t)count : made + (size_t)g->formula * (size_t)count;
    bool si = is_si(g->unit);
    for (int k = 0; k < count; k++) {
        to[k] = si ? from[k] : br_unit_to_si(g->unit, from[k]);
        if (fabs(to[k]) <= DBL_MAX && g->formula < 0)
            continue;
        if (is_missing(s, signal, columns, count, k))
            to[k] = (double)NAN;
        else if (!(fabs(to[k]) <= DBL_MAX))
            return br_csv_complain(why, BR_NOT_FINITE, name, 0, 0, "signal %s is not a finite number in row %lld",
                                   g->name, s->rows + k + 1);
    }
    return BR_OK;
}

// Reads one block; the numbers of a column then stand `*count` apart.
static br_status next_block(br_signals *s, br_csv *t, int most, int *count, br_diag *why)
{
    for (int i = 0; i < s->columns; i++)
        s->at[i] = s->block + (size_t)i * (size_t)most;
    br_status status = br_csv_read(t, s->at, most, count, why);
    for (int i = 1; status == BR_OK && *count < most && i < s->columns; i++)
        memmove(s->block + (size_t)i * (size_t)*count, s->at[i], (size_t)*count * sizeof *s->block);
    if (status == BR_OK && s->has_tape && *count > 0) {
        br_point at = {.u = s->block};
        br_tape_run(&s->tape, *count, &at, s->block + (size_t)s->columns * BLOCK, NULL);
    }
    return status;
}

br_status br_signals_next(br_signals *s, br_csv *t, double *const to[], int rows, int *got, br_diag *why)
{
    int done = 0, count = BLOCK;
    *got = 0;
    for (int most = BLOCK; done < rows && count == most; done += count) {
        most = rows - done < BLOCK ? rows - done : BLOCK;
        br_status status = next_block(s, t, most, &count, why);
        for (int j = 0; j < s->count && status == BR_OK; j++)
            status = put_signal(s, j, count, to[j] + done, br_csv_name(t), why);
        if (status != BR_OK)
            return status;
        s->rows += count;
    }
    *got = done;
    return BR_OK;
}
