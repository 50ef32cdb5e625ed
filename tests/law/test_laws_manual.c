// test_laws_manual.c - every law in docs/laws*.md is one: it is read, differentiated, and opened with each of its sets.
#include "law/eval/combine.h"
#include "kit/notation.h"

static char *whole_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(f);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

// Every choice, and both motions, as `bristle check` does.
static void read_variants(const char *text, size_t size, const br_parsed_law *plain)
{
    for (int c = 0; c < plain->nchoice; c++)
        for (int v = 0; v < plain->choice[c].values && !plain->choice[c].fixed; v++) {
            br_chosen chosen;
            br_combine_choose(&chosen, &plain->choice[c], v);
            br_read_options o = {
                .chosen = &chosen, .nchosen = 1, .motion = v % plain->motions, .find = br_builtin_text};
            br_parsed_law law;
            br_diag why = {0};
            if (br_law_read(&law, text, size, "laws.md", &o, &why) != BR_OK)
                fail_msg("%s = %s: %s", chosen.name, chosen.value, why.text);
            br_law_free(&law);
        }
}

static void read_everything(const char *text, size_t size)
{
    br_parsed_law law;
    br_jet jet;
    br_diag why = {0};
    br_read_options o = {.find = br_builtin_text};
    if (br_law_read(&law, text, size, "laws.md", &o, &why) != BR_OK)
        fail_msg("%s\n%.*s", why.text, (int)size, text);
    read_variants(text, size, &law);
    assert_int_equal(br_jet_make(&jet, &law, false, NULL), BR_OK);
    br_jet_free(&jet);
    for (int i = 0; i < law.nset; i++) {
        br_model m;
        br_model_source source = {text, size, "laws.md", br_builtin_text, NULL};
        br_given given = {.set = law.set[i].name};
        if (br_model_open_given(&m, &source, &given, NULL, &why) != BR_OK ||
            br_model_complete(&m, false, &why) != BR_OK)
            fail_msg("set %s: %s", law.set[i].name, why.text);
        br_model_close(&m);
    }
    br_law_free(&law);
}

static void every_law_of_the_manual_is_one(void **state)
{
    (void)state;
    static const char *const pages[] = {"docs/laws.md", "docs/laws-parts.md", "docs/laws-writing.md"};
    int found = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *page = whole_file(pages[i]);
        for (char *at = strstr(page, "```law\n"); at; at = strstr(at, "```law\n")) {
            at += strlen("```law\n");
            char *end = strstr(at, "```");
            assert_non_null(end);
            read_everything(at, (size_t)(end - at));
            at = end;
            found++;
        }
        free(page);
    }
    assert_int_equal(found, 11);
}

static void the_list_of_the_manual_is_one(void **state)
{
    (void)state;
    char *page = whole_file("docs/laws.md"), *at = strstr(page, "```text\nversion 1\n");
    assert_non_null(at);
    at += strlen("```text\n");
    br_assignments a;
    br_diag why = {0};
    if (br_assignments_read(&a, at, (size_t)(strstr(at, "```") - at), "laws.md", &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(a.count, 8);
    br_assignments_free(&a);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_of_the_manual_is_one),
        cmocka_unit_test(the_list_of_the_manual_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
