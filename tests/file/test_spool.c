// test_spool.c - A12, A19: arrays that are larger than memory keep their bytes on disk, and fall back to the heap where there is none.
#include "file/disk/spool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void fill(br_spool *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        ((double *)s->at)[i] = (double)i;
}

static void assert_filled(const br_spool *s, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_true(((const double *)s->at)[i] == (double)i);
}

static void what_is_released_is_still_there(void **unused)
{
    (void)unused;
    br_spool s = {0};
    assert_int_equal(br_spool_resize(&s, 100 * sizeof(double), 4096), BR_OK);
    assert_false(s.on_disk);
    fill(&s, 0, 100);
    br_spool_release(&s);
    assert_filled(&s, 100);
    assert_int_equal(br_spool_resize(&s, 100000 * sizeof(double), 4096), BR_OK);
    assert_true(s.on_disk);
    assert_filled(&s, 100);
    fill(&s, 100, 100000);
    for (int turn = 0; turn < 3; turn++)
        br_spool_release(&s);
    assert_filled(&s, 100000);
    assert_int_equal(br_spool_resize(&s, 300000 * sizeof(double), 4096), BR_OK);
    assert_filled(&s, 100000);
    fill(&s, 100000, 300000);
    br_spool_release(&s);
    assert_filled(&s, 300000);
    br_spool_free(&s);
    assert_null(s.at);
}

static void without_a_disk_the_heap_takes_it(void **unused)
{
    (void)unused;
    br_spool s = {0};
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_int_equal(br_spool_resize(&s, 100000 * sizeof(double), 4096), BR_OK);
    unsetenv("TMPDIR");
    assert_false(s.on_disk);
    fill(&s, 0, 100000);
    assert_int_equal(br_spool_resize(&s, 200000 * sizeof(double), 4096), BR_OK); // now there is one
    assert_true(s.on_disk);
    assert_filled(&s, 100000);
    br_spool_free(&s);
}

static void more_than_disk_and_memory_is_refused_and_changes_nothing(void **unused)
{
    (void)unused;
    br_spool s = {0};
    assert_int_equal(br_spool_resize(&s, 1000 * sizeof(double), 4096), BR_OK);
    fill(&s, 0, 1000);
    assert_int_equal(br_spool_resize(&s, SIZE_MAX / 4, 4096), BR_NO_MEMORY);
    assert_filled(&s, 1000);
    br_spool_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_released_is_still_there),
        cmocka_unit_test(without_a_disk_the_heap_takes_it),
        cmocka_unit_test(more_than_disk_and_memory_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
