// notation.h - helpers for tests of the notation: laws from a few lines of text, values and refusals from them.
#ifndef BR_TESTS_NOTATION_H
#define BR_TESTS_NOTATION_H

#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/eval/tape.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// Laws that `use` finds besides the built-in ones; a NULL name ends the list.
typedef struct shelf {
    const char *name, *text;
} shelf;

static inline const char *from_shelf(void *context, const char *name, size_t *size)
{
    for (const shelf *s = context; s && s->name; s++)
        if (strcmp(s->name, name) == 0) {
            *size = strlen(s->text);
            return s->text;
        }
    return br_builtin_text(NULL, name, size);
}

static inline br_status read_law(br_parsed_law *law, const char *text, const shelf *on, br_diag *why)
{
    union {
        const shelf *in;
        void *out;
    } context = {.in = on};
    br_read_options o = {.find = from_shelf, .context = context.out};
    return br_law_read(law, text, strlen(text), "t", &o, why);
}

#define must_read(law, text) must_read_at(law, text, NULL, __LINE__)
static inline void must_read_at(br_parsed_law *law, const char *text, const shelf *on, int line)
{
    br_diag why = {0};
    if (read_law(law, text, on, &why) == BR_OK)
        return;
    fail_msg("line %d: refused: %s", line, why.text);
    abort(); // not reached, which cmocka does not tell the compiler
}

#define accepts(text) accepts_at(text, NULL, __LINE__)
#define accepts_with(shelf, text) accepts_at(text, shelf, __LINE__)
static inline void accepts_at(const char *text, const shelf *on, int line)
{
    br_parsed_law law;
    must_read_at(&law, text, on, line);
    br_law_free(&law);
}

// Refused with exactly this message: "ORIGIN:LINE:COLUMN: words".
#define refuses(text, words) refuses_at(text, NULL, words, __LINE__)
#define refuses_with(shelf, text, words) refuses_at(text, shelf, words, __LINE__)
static inline void refuses_at(const char *text, const shelf *on, const char *words, int line)
{
    br_parsed_law law;
    br_diag why = {0};
    br_status status = read_law(&law, text, on, &why);
    if (status == BR_OK) {
        br_law_free(&law);
        fail_msg("line %d: accepted, should say: %s", line, words);
    }
    if (status != BR_BAD_LAW || strcmp(why.text, words) != 0)
        fail_msg("line %d: says '%s', should say '%s'", line, why.text, words);
}

// A model of text with the assignments of list ("" for none).
static inline br_status open_model(br_model *m, const char *text, const char *list, br_diag *why)
{
    br_model_source source = {text, strlen(text), "t", br_builtin_text, NULL};
    return br_model_open_given(m, &source, &(br_given){.text = list, .size = strlen(list), .origin = "list"}, NULL,
                               why);
}

#define must_open(m, text, list) must_open_at(m, text, list, __LINE__)
static inline void must_open_at(br_model *m, const char *text, const char *list, int line)
{
    br_diag why = {0};
    if (open_model(m, text, list, &why) == BR_OK)
        return;
    fail_msg("line %d: refused: %s", line, why.text);
    abort();
}

#define refuses_list(text, list, words) refuses_list_at(text, list, words, __LINE__)
static inline void refuses_list_at(const char *text, const char *list, const char *words, int line)
{
    br_model m;
    br_diag why = {0};
    br_status status = open_model(&m, text, list, &why);
    if (status == BR_OK) {
        br_model_close(&m);
        fail_msg("line %d: accepted, should say: %s", line, words);
    }
    if (status != BR_BAD_LAW || strcmp(why.text, words) != 0)
        fail_msg("line %d: says '%s', should say '%s'", line, why.text, words);
}

static inline double value_in(const br_model *m, const char *name, int element)
{
    int q = br_law_find(&m->law, name, strlen(name));
    assert_true(q >= 0 && element < br_model_len(m, q));
    return br_model_values(m, q)[element].lo;
}

// The first number that the law's rates and outputs (next: updates) give, in the order of br_law_rows.
static inline double first_result(const br_model *m, bool next)
{
    br_tape t;
    double out[64] = {0}, *at = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + 1, sizeof *at);
    assert_non_null(at);
    assert_int_equal(br_tape_make(&t, &m->law, next, NULL, m->n), BR_OK);
    assert_true(t.nrow <= 64);
    br_model_points(m, at, at + m->nx, at + m->nx + m->nu);
    br_point point = {.x = at, .u = at + m->nx, .p = at + m->nx + m->nu, .m = m->m};
    br_tape_run(&t, 1, &point, out, NULL);
    br_tape_free(&t);
    free(at);
    return out[0];
}

// The value of an expression of the plain numbers a = 2, b = 3, c = 5.
static inline double calculated(const char *expression)
{
    char text[2000];
    snprintf(text, sizeof text, "law t\nparam a = 2\nparam b = 3\nparam c = 5\noutput y\ny = %s\n", expression);
    br_model m;
    must_open(&m, text, "");
    double y = first_result(&m, false);
    br_model_close(&m);
    return y;
}

#endif
