// test_embedded.c - the texts inside the library are the files, byte for byte, in order.
#include "num/base/fp.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law/builtin/embedded.h"

// ctest runs every test in the root of the tree.
static void same_as_file(const br_text *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = malloc(t->size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, t->size + 1, f), t->size);
    assert_memory_equal(text, t->text, t->size);
    assert_int_equal(t->text[t->size], 0);
    free(text);
    fclose(f);
}

static const br_text *law_named(const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    size_t size = strlen(name) - strlen(".law");
    for (const br_text *t = br_embedded_laws; t->name; t++)
        if (strlen(t->name) == size && memcmp(t->name, name, size) == 0)
            return t;
    return NULL;
}

static void every_law_file_is_inside_and_nothing_else(void **unused)
{
    (void)unused;
    glob_t files = {0};
    int none = glob("laws/*.law", 0, NULL, &files);
    assert_true(none == 0 || none == GLOB_NOMATCH);
    none = glob("plants/*.law", none == 0 ? GLOB_APPEND : 0, NULL, &files);
    assert_true(none == 0 || none == GLOB_NOMATCH);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const br_text *t = law_named(files.gl_pathv[i]);
        assert_non_null(t);
        same_as_file(t, files.gl_pathv[i]);
    }
    size_t count = 0;
    while (br_embedded_laws[count].name)
        count++;
    assert_int_equal(count, files.gl_pathc);
    globfree(&files);
}

static void laws_are_sorted_by_name(void **unused)
{
    (void)unused;
    for (const br_text *t = br_embedded_laws; t->name && t[1].name; t++)
        assert_true(strcmp(t->name, t[1].name) < 0);
}

static void headers_of_emitted_packages_are_inside(void **unused)
{
    (void)unused;
    same_as_file(&br_embedded_fp, "src/num/base/fp.h");
    same_as_file(&br_embedded_tile, "src/law/printed/tile.h");
}

static size_t count_of(const char *text, const char *word)
{
    size_t n = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        n++;
    return n;
}

static char *file_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 18);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 18) - 1, f) > 0);
    fclose(f);
    return text;
}

static void every_section_of_the_elementary_functions_is_inside_once(void **unused)
{
    (void)unused;
    glob_t parts = {0};
    assert_int_equal(glob("src/num/base/elem_*.h", 0, NULL, &parts), 0);
    size_t sections = 0;
    for (size_t i = 0; i < parts.gl_pathc; i++) {
        char *text = file_text(parts.gl_pathv[i]), *start = strstr(text, "\n//@ "), *end = strstr(text, "\n#endif\n");
        while (end && strstr(end + 1, "\n#endif\n")) // the last one is the guard's
            end = strstr(end + 1, "\n#endif\n");
        assert_non_null(start);
        assert_non_null(end);
        end[1] = 0;
        sections += count_of(start, "\n//@ ");
        assert_int_equal(count_of(br_embedded_elem.text, start + 1), 1);
        free(text);
    }
    assert_int_equal(count_of(br_embedded_elem.text, "\n//@ "), sections);
    assert_int_equal(strlen(br_embedded_elem.text), br_embedded_elem.size);
    globfree(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_file_is_inside_and_nothing_else),
        cmocka_unit_test(laws_are_sorted_by_name),
        cmocka_unit_test(headers_of_emitted_packages_are_inside),
        cmocka_unit_test(every_section_of_the_elementary_functions_is_inside_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
