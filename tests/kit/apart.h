// apart.h - tests that may be skipped are run apart, by a name of their own. Included by the build before a program of which
// `cmocka_unit_test(NAME), // may be skipped` marks some (tests/CMakeLists.txt): a skip inside a program that passes is hidden.
//
// BR_ONLY=NAME: that test alone. BR_EXCEPT=NAME:NAME...: all but those.
#ifndef BR_TESTS_KIT_APART_H
#define BR_TESTS_KIT_APART_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline bool kit_lists_name(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
        if (strncmp(at, name, n) == 0 && (at[n] == ':' || at[n] == 0))
            return true;
    return false;
}

static inline int kit_run_tests(const char *group, const struct CMUnitTest *test, size_t count, CMFixtureFunction begin,
                                CMFixtureFunction end)
{
    const char *only = getenv("BR_ONLY"), *except = getenv("BR_EXCEPT");
    struct CMUnitTest *kept = calloc(count + 1, sizeof *kept);
    size_t n = 0;
    for (size_t i = 0; kept && i < count; i++)
        if (only ? strcmp(test[i].name, only) == 0 : !(except && kit_lists_name(except, test[i].name)))
            kept[n++] = test[i];
    int failed = n > 0 ? _cmocka_run_group_tests(group, kept, n, begin, end) : 1;
    free(kept);
    return failed;
}

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, begin, end)                                                                      \
    kit_run_tests(#tests, tests, sizeof(tests) / sizeof *(tests), begin, end)

#endif
