// test_printed.c - the committed print of the built-in laws is what the printer prints today.
//
// With BR_UPDATE=1 (make laws) it writes the files instead. Run from the project's root or with BR_ROOT set.
#include "law/builtin/builtin.h"
#include "law/print/print.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#ifndef BR_SOURCE_DIR
#define BR_SOURCE_DIR "."
#endif

static char *whole_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

static void same_or_update(const char *file, const char *text)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/src/law/printed/%s", BR_SOURCE_DIR, file);
    char *old = whole_file(path);
    bool same = old && strcmp(old, text) == 0;
    free(old);
    if (same)
        return;
    if (!getenv("BR_UPDATE"))
        fail_msg("%s is stale: run `make laws`", file);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    print_message("wrote %s\n", file);
}

static void c_name(const char *name, char *to)
{
    for (; *name; name++)
        *to++ = *name == '-' ? '_' : *name;
    *to = 0;
}

static void the_committed_print_is_what_the_printer_prints(void **state)
{
    (void)state;
    char list[8000] = "// list.h - which functions the printed laws have; made by `make laws`.      [target]\n"
                      "#ifndef BR_LAW_PRINTED_LIST_H\n#define BR_LAW_PRINTED_LIST_H\n\n"
                      "#define BR_PRINTED_LIST(RATE, STATES, STEP, MODE, FLOAT, LIE)";
    for (int i = 0; i < br_builtin_count(); i++) {
        br_builtin b = br_builtin_at(i);
        br_parsed_law law;
        br_diag why = {0};
        br_read_options o = {.find = br_builtin_text};
        if (br_law_read(&law, b.text, b.size, b.name, &o, &why) != BR_OK)
            fail_msg("%s", why.text);
        char c[100], file[120], line[300], *text = NULL;
        c_name(b.name, c);
        assert_int_equal(br_parsed_law_print(&law, &(br_print_options){.library = true, .margins = true}, &text, &why),
                         BR_OK);
        bool states = strstr(text, "_rate_jet_x_point0(") != NULL, smooth = !b.plant && states && law.njump == 0;
        if (smooth) {
            free(text);
            br_print_options twice = {.library = true, .both = true, .some = true, .flow = true};
            assert_int_equal(br_parsed_law_print(&law, &twice, &text, &why), BR_OK);
        }
        snprintf(line, sizeof line, " \\\n    RATE(%s, \"%s\")", c, b.name);
        strcat(list, line);
        if (states) {
            snprintf(line, sizeof line, " \\\n    STATES(%s, \"%s\")", c, b.name);
            strcat(list, line);
        }
        if (br_law_rows(&law, true, NULL) > 0) {
            snprintf(line, sizeof line, " \\\n    STEP(%s, \"%s\")", c, b.name);
            strcat(list, line);
        }
        if (law.njump > 0) {
            snprintf(line, sizeof line, " \\\n    MODE(%s, \"%s\")", c, b.name);
            strcat(list, line);
        }
        snprintf(file, sizeof file, "%s.c", b.name);
        same_or_update(file, text);
        if (smooth) {
            snprintf(line, sizeof line, " \\\n    FLOAT(%s, \"%s\")", c, b.name);
            strcat(list, line);
        }
        if (strstr(text, "_lie_substep(")) {
            snprintf(line, sizeof line, " \\\n    LIE(%s, \"%s\")", c, b.name);
            strcat(list, line);
        }
        free(text);
        br_law_free(&law);
    }
    strcat(list, "\n\n#endif\n");
    same_or_update("list.h", list);
}

// A law that is gone must not live on as C.
static void files_have_their_laws(const char *path)
{
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        size_t n = strlen(e->d_name);
        char name[300];
        br_builtin b;
        if (n < 3 || strcmp(e->d_name + n - 2, ".c") != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)n - 2, e->d_name);
        if (!br_builtin_find(name, &b))
            fail_msg("%s/%s has no law: remove it", path, e->d_name);
    }
    closedir(folder);
}

static void every_printed_file_has_its_law(void **state)
{
    (void)state;
    files_have_their_laws(BR_SOURCE_DIR "/src/law/printed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_committed_print_is_what_the_printer_prints),
        cmocka_unit_test(every_printed_file_has_its_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
