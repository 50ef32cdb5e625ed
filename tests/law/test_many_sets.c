// test_many_sets.c - opening one set costs the same however many sets a law has.
//
// Work is counted in bytes that the library allocates; the linker hands its allocations to the wrappers below.
#include "kit/notation.h"

static unsigned long long bytes;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_malloc(size_t size)
{
    bytes += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    bytes += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    bytes += size;
    return __real_realloc(p, size);
}

static char text[200000];

static size_t write_law(int sets)
{
    size_t n = (size_t)snprintf(text, sizeof text, "law t\nparam k N/m > 0\ninput x m\noutput F N\nF = k*x\n");
    for (int i = 0; i < sets; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "set s%04d \"one of many\"\n  k = %d N/m\n", i, i + 1001);
    assert_true(n < sizeof text);
    return n;
}

static unsigned long long cost_of_set(int sets, int which)
{
    br_parsed_law law;
    br_model m;
    br_assignments list;
    br_model_source source = {text, write_law(sets), "t", br_builtin_text, NULL};
    br_read_options o = {.find = br_builtin_text};
    assert_int_equal(br_law_read(&law, source.text, source.size, "t", &o, NULL), BR_OK);
    assert_int_equal(law.nset, sets);
    br_model_source body = br_model_source_body(&source, &law);
    unsigned long long before = bytes;
    assert_int_equal(br_assignments_of_set(&list, &law, which, NULL), BR_OK);
    const br_assignments *lists[] = {&list};
    assert_int_equal(br_model_open(&m, &body, lists, 1, NULL), BR_OK);
    unsigned long long cost = bytes - before;
    assert_true(value_in(&m, "k", 0) == which + 1001);
    br_model_close(&m);
    br_assignments_free(&list);
    br_law_free(&law);
    return cost;
}

static void a_set_costs_the_same_among_a_thousand(void **state)
{
    (void)state;
    unsigned long long alone = cost_of_set(1, 0);
    assert_true(alone > 0);
    assert_int_equal(cost_of_set(1000, 0), alone);
    assert_int_equal(cost_of_set(1000, 999), alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_set_costs_the_same_among_a_thousand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
