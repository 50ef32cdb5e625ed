// test_json_read.c - JSON is read as it stands, what is none is refused, and no damaged text does harm.
#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "file/json/read.h"

static const char sample[] =
    "{\"a\": [1, -2.5e-3, 0, true, false, null, [], {}],\n \"b\": {\"c\": \"x\\u00e9\\n\\\"y\\\\\", "
    "\"\": \"\\ud83d\\ude00\"}, \"n\": 1e400 }\n";

// In memory of its own size, so that a byte too far is noticed.
static br_status read_from(br_json_tree *t, const char *from, size_t size, char **text)
{
    br_diag why = {0};
    *text = malloc(size + 1);
    assert_non_null(*text);
    memcpy(*text, from, size);
    (*text)[size] = 0;
    br_status status = br_json_read(t, *text, size, "sample", &why);
    assert_true(status == BR_OK || (status == BR_BAD_DATA && strncmp(why.text, "sample:", 7) == 0));
    return status;
}

static void values_are_those_of_the_text(void **state)
{
    br_json_tree t;
    char *text;
    (void)state;
    assert_int_equal(read_from(&t, sample, sizeof sample - 1, &text), BR_OK);
    int a = br_json_find(&t, 0, "a"), at = br_json_first(&t, a);
    static const br_json_kind kinds[] = {BR_JSON_NUMBER, BR_JSON_NUMBER, BR_JSON_NUMBER, BR_JSON_TRUE,
                                         BR_JSON_FALSE,  BR_JSON_NULL,   BR_JSON_ARRAY,  BR_JSON_OBJECT};
    static const double numbers[] = {1, -2.5e-3, 0};
    assert_int_equal(t.value[a].count, 8);
    for (int i = 0; i < 8; i++, at = t.value[at].next) {
        assert_int_equal(t.value[at].kind, kinds[i]);
        assert_null(t.value[at].key);
        assert_true(i > 2 || t.value[at].number == numbers[i]);
    }
    assert_int_equal(at, -1);
    int b = br_json_find(&t, 0, "b");
    assert_string_equal(t.value[br_json_find(&t, b, "c")].text, "x\xc3\xa9\n\"y\\");
    assert_string_equal(t.value[br_json_find(&t, b, "")].text, "\xf0\x9f\x98\x80");
    assert_int_equal(br_json_find(&t, 0, "c"), -1);
    assert_int_equal(br_json_find(&t, a, "c"), -1);
    assert_int_equal(br_json_first(&t, br_json_find(&t, 0, "n")), -1);
    br_json_free(&t);
    free(text);
}

static void what_is_no_json_is_refused(void **state)
{
    static const char *const wrong[] = {
        "",        "{",         "[1,]",        "[1 2]",       "{\"a\" 1}", "{a: 1}",     "{\"a\":}",
        "nul",     "1 2",       "+1",          ".5",          "1.",        "-",          "\"a",
        "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\u0000\"", "\"\n\"",    "{\"a\":1,}", "\"\\ud800\\u0041\"",
        "[",       "]",         "{\"a\"",      "\\"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        br_json_tree t;
        char *text;
        assert_int_equal(read_from(&t, wrong[i], strlen(wrong[i]), &text), BR_BAD_DATA);
        free(text);
    }
    char deep[2 * BR_JSON_DEEP + 2];
    for (int n = BR_JSON_DEEP; n <= BR_JSON_DEEP + 1; n++) {
        br_json_tree t;
        char *text;
        memset(deep, '[', (size_t)n);
        memset(deep + n, ']', (size_t)n);
        assert_int_equal(read_from(&t, deep, 2 * (size_t)n, &text), n > BR_JSON_DEEP ? BR_BAD_DATA : BR_OK);
        if (n <= BR_JSON_DEEP)
            br_json_free(&t);
        free(text);
    }
}

static void damage_does_no_harm(void **state)
{
    (void)state;
    int refused = 0;
    for (size_t cut = 0; cut < sizeof sample; cut++)
        for (int byte = -1; byte < 256; byte += 5) { // -1: what follows is missing; else one byte is another
            char damaged[sizeof sample], *text;
            br_json_tree t;
            memcpy(damaged, sample, sizeof sample);
            damaged[cut] = byte < 0 ? damaged[cut] : (char)byte;
            br_status status = read_from(&t, damaged, byte < 0 ? cut : sizeof sample - 1, &text);
            refused += status != BR_OK;
            if (status == BR_OK)
                br_json_free(&t);
            free(text);
        }
    assert_true(refused > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_text),
        cmocka_unit_test(what_is_no_json_is_refused),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
