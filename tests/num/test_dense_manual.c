// test_dense_manual.c - the example of docs/algebra.md compiles, finds what it should, and stands there as it is here.
#include "num/base/elem.h"
#include "num/optimise/least_squares.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dense_example.h"

static void the_example_finds_the_parameters_of_the_curve(void **state)
{
    (void)state;
    enum { M = 40 };
    double v[M], F[M], x[4] = {0.8, 1.2, 2e-3, 1}, want[4] = {1, 1.5, 1e-3, 4};
    for (int i = 0; i < M; i++) {
        v[i] = 1e-4 * (i + 1);
        F[i] = 1 + 0.5 * exp(-(v[i] / 1e-3) * (v[i] / 1e-3)) + 4 * v[i];
    }
    log_of_axis l = {M, v, F};
    br_least_report report;
    size_t bytes = br_least_bytes(M, 4);
    void *memory = malloc(bytes);
    assert_int_equal(fit(&l, x, &report, memory, bytes), BR_OK);
    for (int j = 0; j < 4; j++)
        assert_true(fabs(x[j] - want[j]) < 1e-7 * want[j]);
    assert_true(report.rank == 4 && report.rcond > 1e-4 && report.rcond < 1);

    for (int i = 0; i < M; i++)
        F[i] = 1 + 0.5 * exp(-(v[i] / 1e-3) * (v[i] / 1e-3)) - 4 * v[i]; // the best sigma2 is negative: it stays at 0
    assert_int_equal(fit(&l, x, &report, memory, bytes), BR_OK);
    assert_true(x[3] == 0 && report.held[3] == -1 && report.free == 3 && report.g[3] > 0);
    free(memory);
}

static char *read_file(const char *name)
{
    FILE *f = fopen(name, "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(f);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

static void the_manual_shows_the_code_that_is_tested(void **state)
{
    (void)state;
    char *manual = read_file("docs/algebra.md"), *code = read_file("tests/num/dense_example.h");
    char *from = strstr(manual, "    typedef struct {\n");
    assert_non_null(from);
    for (char *line = strtok(code, "\n"); line; line = strtok(NULL, "\n")) {
        from += strspn(from, "\n");
        assert_memory_equal(from, "    ", 4);
        assert_memory_equal(from + 4, line, strlen(line));
        from += 4 + strlen(line);
        assert_int_equal(*from, '\n');
    }
    free(manual);
    free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_finds_the_parameters_of_the_curve),
        cmocka_unit_test(the_manual_shows_the_code_that_is_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
