// verify_read.c - reads the problem of a certificate: plant, ranges and rows.     [host]
#include "num/base/fp.h"

#include "bound/verify/verify.h"
#include "num/text/diag.h"
#include "num/text/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- tokens

br_status br_verify_refuse(const br_verify_reader *r, br_status status, const char *message)
{
    return br_diag_fail(r->why, status, "%.100s:%d: %s", r->name, r->line, message);
}

bool br_verify_word(br_verify_reader *r, char *word, size_t room)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    size_t size = 0;
    while (r->at + size < r->end && r->at[size] != ' ' && r->at[size] != '\r' && r->at[size] != '\n')
        size++;
    if (size == 0 || size >= room)
        return false;
    memcpy(word, r->at, size);
    word[size] = 0;
    r->at += size;
    return true;
}

bool br_verify_line(br_verify_reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    if (r->at + 1 < r->end && *r->at == '\r' && r->at[1] == '\n') // as some systems and mail programs end lines
        r->at++;
    if (r->at >= r->end || *r->at != '\n')
        return false;
    r->at++;
    r->line++;
    return true;
}

br_status br_verify_number(br_verify_reader *r, double *value)
{
    char word[64];
    int range;
    if (!br_verify_word(r, word, sizeof word) || br_number_read(word, strlen(word), value, &range) != strlen(word) ||
        range > 0)
        return br_verify_refuse(r, BR_BAD_DATA, "a number is missing or wrong");
    if (r->at >= r->end) // what is left of a number may be one, too
        return br_verify_refuse(r, BR_BAD_DATA, "the file is cut off: its last line has no end");
    return BR_OK;
}

br_status br_verify_count(br_verify_reader *r, int most, int *value)
{
    double x = -1;
    br_status status = br_verify_number(r, &x);
    if (status == BR_OK && !(x >= 0 && x <= most && x == (double)(int)x))
        return br_verify_refuse(r, BR_BAD_DATA, "a whole number is out of range");
    *value = status == BR_OK ? (int)x : 0;
    return status;
}

static int find_parameter(const br_verified *v, const char *name)
{
    for (int i = 0; i < v->np; i++)
        if (strcmp(v->name[i], name) == 0)
            return i;
    return -1;
}

br_status br_verify_parameter(br_verify_reader *r, const br_verified *v, int *i)
{
    char word[BR_VERIFY_NAME];
    *i = br_verify_word(r, word, sizeof word) ? find_parameter(v, word) : -1;
    return *i >= 0 ? BR_OK : br_verify_refuse(r, BR_BAD_DATA, "the name of a parameter is missing or wrong");
}

static br_status expect(br_verify_reader *r, const char *wanted)
{
    char word[64], message[120];
    if (br_verify_word(r, word, sizeof word) && strcmp(word, wanted) == 0)
        return BR_OK;
    snprintf(message, sizeof message, "'%s' is missing", wanted);
    return br_verify_refuse(r, BR_BAD_DATA, message);
}

static br_status end_line(br_verify_reader *r)
{
    return br_verify_line(r) ? BR_OK : br_verify_refuse(r, BR_BAD_DATA, "the line does not end where it should");
}

// ---------------------------------------------------------------- the plant

// Letters, digits, _ and dots between scopes, as in laws: names are printed, and nothing else may reach a terminal.
static bool is_name(const char *word)
{
    return word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")] == 0;
}

static br_status read_names(br_verified *v, br_verify_reader *r)
{
    char word[BR_VERIFY_NAME];
    br_status status = expect(r, "parameters");
    while (status == BR_OK && br_verify_word(r, word, sizeof word)) {
        if (v->np == BR_VERIFY_PARAMS || find_parameter(v, word) >= 0)
            return br_verify_refuse(r, BR_BAD_DATA, "too many parameters, or one twice");
        if (!is_name(word))
            return br_verify_refuse(r, BR_BAD_DATA, "a name has letters, digits, _ and dots only");
        memcpy(v->name[v->np++], word, sizeof word);
    }
    if (status == BR_OK)
        status = end_line(r);
    if (status == BR_OK)
        status = expect(r, "renews");
    while (status == BR_OK && br_verify_word(r, word, sizeof word)) {
        int i = find_parameter(v, word);
        if (i < 0)
            return br_verify_refuse(r, BR_BAD_DATA, "what renews is no parameter");
        v->renews[i] = true;
    }
    return status == BR_OK ? end_line(r) : status;
}

// "-1*alpha*beta"
static br_status read_term(br_verified *v, br_verify_reader *r, const char *term, br_verify_sum *s)
{
    int range;
    size_t size = strlen(term), used = br_number_read(term, size, &s->factor[s->terms], &range);
    if (used == 0 || range > 0)
        return br_verify_refuse(r, BR_BAD_DATA, "a term starts with its factor");
    while (used < size) {
        char name[BR_VERIFY_NAME];
        size_t n = term[used] == '*' ? strcspn(term + used + 1, "*") : 0;
        if (n == 0 || n >= sizeof name)
            return br_verify_refuse(r, BR_BAD_DATA, "a term is no product of parameters");
        memcpy(name, term + used + 1, n);
        name[n] = 0;
        int i = find_parameter(v, name);
        if (i < 0 || s->of[s->terms] >> i & 1)
            return br_verify_refuse(r, BR_BAD_DATA, "a product has an unknown parameter, or one twice");
        s->of[s->terms] |= 1u << i;
        used += n + 1;
    }
    s->terms++;
    return BR_OK;
}

static br_status read_sum(br_verified *v, br_verify_reader *r, int side, int which)
{
    static const char *const sides[] = {"forward", "backward"}, *const letters[] = {"a", "k", "c"};
    char term[1024];
    br_status status = expect(r, sides[side]);
    if (status == BR_OK)
        status = expect(r, letters[which]);
    while (status == BR_OK && br_verify_word(r, term, sizeof term)) {
        if (v->side[side][which].terms == BR_VERIFY_TERMS)
            return br_verify_refuse(r, BR_BAD_DATA, "too many terms");
        status = read_term(v, r, term, &v->side[side][which]);
    }
    return status == BR_OK ? end_line(r) : status;
}

static br_status read_range(br_verified *v, br_verify_reader *r, int i)
{
    double lo = 0, hi = 0;
    int which = 0;
    br_status status = expect(r, "range");
    if (status == BR_OK)
        status = br_verify_parameter(r, v, &which);
    if (status == BR_OK)
        status = br_verify_number(r, &lo);
    if (status == BR_OK)
        status = br_verify_number(r, &hi);
    if (status == BR_OK && (which != i || !(lo <= hi)))
        return br_verify_refuse(r, BR_BAD_DATA, "a range is reversed, or of another parameter than the next");
    v->range[i] = v->p[i] = br_interval_of(lo, hi);
    return status == BR_OK ? end_line(r) : status;
}

// ---------------------------------------------------------------- the rows

static br_status read_position(br_verify_reader *r, br_interval *q)
{
    const char *before = r->at;
    char word[64];
    double lo, hi;
    if (br_verify_word(r, word, sizeof word) && strcmp(word, "*") == 0) {
        *q = br_interval_entire();
        return expect(r, "*");
    }
    r->at = before;
    br_status status = br_verify_number(r, &lo);
    if (status == BR_OK)
        status = br_verify_number(r, &hi);
    if (status == BR_OK)
        *q = br_interval_of(lo, hi);
    return status == BR_OK && !(lo <= hi) ? br_verify_refuse(r, BR_BAD_DATA, "a position is reversed") : status;
}

static br_status read_row(br_verify_log *l, br_verify_reader *r, int k)
{
    double lo = 0, hi = 0;
    int rests = 0;
    br_status status = br_verify_number(r, &lo);
    if (status == BR_OK)
        status = br_verify_number(r, &hi);
    if (status == BR_OK && !(lo <= hi))
        return br_verify_refuse(r, BR_BAD_DATA, "an input is reversed");
    l->u[k] = br_interval_of(lo, hi);
    if (status == BR_OK)
        status = read_position(r, &l->q[k]);
    if (status == BR_OK)
        status = br_verify_count(r, 1, &rests);
    l->rests[k] = rests || k == 0;
    return status == BR_OK ? end_line(r) : status;
}

// Each row takes at least ten bytes, so a number of rows that the file cannot hold is refused before memory is asked for.
static br_status read_log(br_verified *v, br_verify_reader *r)
{
    br_verify_log *l = realloc(v->log, ((size_t)v->logs + 1) * sizeof *l);
    if (!l)
        return BR_NO_MEMORY;
    v->log = l;
    l += v->logs++;
    memset(l, 0, sizeof *l);
    br_status status = br_verify_number(r, &l->h);
    if (status == BR_OK)
        status = br_verify_count(r, 100000000, &l->rows);
    if (status == BR_OK && !(l->h > 0 && l->rows >= 2 && l->rows <= (r->end - r->at) / 10))
        return br_verify_refuse(r, BR_BAD_DATA, "a log needs a step above 0 and two rows or more");
    if (status == BR_OK)
        status = end_line(r);
    if (status != BR_OK)
        return status;
    l->u = calloc((size_t)l->rows, sizeof *l->u);
    l->q = calloc((size_t)l->rows, sizeof *l->q);
    l->rests = calloc((size_t)l->rows, sizeof *l->rests);
    if (!l->u || !l->q || !l->rests)
        return BR_NO_MEMORY;
    for (int k = 0; k < l->rows && status == BR_OK; k++)
        status = read_row(l, r, k);
    return status;
}

static bool begins(const br_verify_log *l, int k)
{
    return k == 0 || (l->rests[k] && !l->rests[k - 1]);
}

// A slide starts where a rest does.
static br_status find_slides(br_verified *v)
{
    size_t count = 0;
    for (int i = 0; i < v->logs; i++)
        for (int k = 0; k < v->log[i].rows - 1; k++)
            count += begins(&v->log[i], k);
    v->slide = calloc(count + 1, sizeof *v->slide);
    if (!v->slide)
        return BR_NO_MEMORY;
    for (int i = 0; i < v->logs; i++)
        for (int k = 0; k < v->log[i].rows - 1; k++) {
            if (begins(&v->log[i], k)) {
                v->slide[v->slides] = (br_verify_slide){.log = i, .first = k};
                memcpy(v->slide[v->slides++].p, v->range, sizeof v->range);
            }
            v->slide[v->slides - 1].last = k + 1;
        }
    return BR_OK;
}

// ---------------------------------------------------------------- hashes

// Of the text from `from` to `to`, whatever ends its lines.
static void hash_lines(const char *from, const char *to, char hex[BR_SHA256_HEX])
{
    br_sha256 s;
    br_sha256_init(&s);
    while (from < to) {
        const char *end = memchr(from, '\r', (size_t)(to - from));
        br_sha256_add(&s, from, (size_t)((end ? end : to) - from));
        from = end ? end + 1 : to;
    }
    br_sha256_hex(&s, hex);
}

static br_status check_hash(br_verify_reader *r, const char *name, const char *hex, const char *message)
{
    char word[BR_SHA256_HEX + 1];
    br_status status = expect(r, name);
    if (status == BR_OK && (!br_verify_word(r, word, sizeof word) || strcmp(word, hex) != 0))
        return br_verify_refuse(r, BR_BAD_DATA, message);
    return status == BR_OK ? end_line(r) : status;
}

static br_status check_hashes(br_verified *v, br_verify_reader *r, const char *rows)
{
    hash_lines(rows, r->at, v->rows_hash);
    hash_lines(r->text, r->at, v->problem_hash);
    br_status status =
        check_hash(r, "rows-sha256", v->rows_hash, "the rows are not those that the certificate was written for");
    return status == BR_OK ? check_hash(r, "problem-sha256", v->problem_hash,
                                        "the plant or the ranges are not those that the certificate was written for")
                           : status;
}

// ---------------------------------------------------------------- together

static br_status read_version(br_verify_reader *r)
{
    char word[64];
    if (!br_verify_word(r, word, sizeof word) || strcmp(word, "bristle") != 0)
        return br_verify_refuse(r, BR_BAD_DATA,
                                "this is no certificate; 'bristle bound --certificate FILE' writes one");
    br_status status = expect(r, "certificate");
    if (status == BR_OK && !br_verify_word(r, word, sizeof word))
        return br_verify_refuse(r, BR_BAD_DATA, "the version is missing");
    if (status == BR_OK && strcmp(word, "1") == 0)
        return br_verify_refuse(r, BR_BAD_DATA,
                                "a certificate of version 1, which does not name its log; write it again with 'bristle "
                                "bound --certificate'");
    if (status == BR_OK && strcmp(word, "2") != 0)
        return br_verify_refuse(r, BR_BAD_DATA, "a certificate of an unknown version; this program reads version 2");
    return status == BR_OK ? end_line(r) : status;
}

br_status br_verify_problem(br_verified *v, br_verify_reader *r)
{
    br_status status = read_version(r);
    if (status == BR_OK)
        status = read_names(v, r);
    for (int n = 0; n < 6 && status == BR_OK; n++)
        status = read_sum(v, r, n / 3, n % 3);
    for (int i = 0; i < v->np && status == BR_OK; i++)
        status = read_range(v, r, i);
    const char *rows = r->at;
    while (status == BR_OK && r->end - r->at > 4 && memcmp(r->at, "log ", 4) == 0) {
        r->at += 4;
        status = read_log(v, r);
    }
    if (status == BR_OK && v->logs == 0)
        return br_verify_refuse(r, BR_BAD_DATA, "'log' is missing");
    if (status == BR_OK)
        status = check_hashes(v, r, rows);
    return status == BR_OK ? find_slides(v) : status;
}
