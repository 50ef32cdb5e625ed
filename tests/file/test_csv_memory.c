// test_csv_memory.c - memory gives out at the n-th call, for every n, once and for ever (docs/faults.md J1): tables.
#include "kit/failing_memory.h"
#include "kit/table.h"

#include "file/table/column.h"
#include "file/csv/write.h"
#include "sim/source/columns.h"

static br_status write_back(const br_columns *x, br_diag *why)
{
    br_draft file;
    br_csv_writer w;
    const br_csv_head head[] = {{"t", "s"}, {"x", "mm"}};
    const double *at[] = {x->column[0], x->column[1]};
    br_status status = br_draft_open(&file, "/dev/null", true, why);
    if (status != BR_OK)
        return status;
    status = br_csv_writer_open(&w, &file, head, 2, ',', '.', why);
    if (status == BR_OK) {
        status = br_csv_write(&w, at, (int)x->rows, why);
        br_csv_writer_drop(&w);
    }
    br_draft_drop(&file);
    return status;
}

// Everything that allocates: open, want, load, sampling, signals, write.
static br_status all_of_it(void)
{
    source from = {"t [s],x [mm]\n0,1.5\n1,2.5\n2,3.5\n", 31, 0, 0};
    br_csv *t = NULL;
    br_columns x;
    br_signals s;
    br_sampling sampling;
    br_diag why = {0};
    int want[] = {0, 1};
    br_status status = br_csv_open_from(&t, pull_source, &from, "t", br_csv_defaults(), &why);
    if (status != BR_OK)
        return status;
    status = br_signals_read(&s, "a = x, b = 2*x + t m", "list", br_csv_rows(t), &why);
    if (status == BR_OK)
        br_signals_free(&s);
    if (status == BR_OK)
        status = br_csv_want(t, want, 2, &why);
    if (status == BR_OK)
        status = br_columns_load(&x, t, &why);
    br_csv_close(t);
    if (status != BR_OK)
        return status;
    status = br_sampling_of(x.column[0], x.rows, &sampling, &why);
    if (status == BR_OK)
        status = write_back(&x, &why);
    br_columns_free(&x);
    return status;
}

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    for (int ever = 0; ever < 2; ever++) {
        br_status status = BR_NO_MEMORY;
        long n = 0;
        for (; status != BR_OK && n < 10000; n++) {
            for_ever = ever;
            countdown = n;
            status = all_of_it();
            bool failed = ever ? countdown == 0 : countdown < 0;
            countdown = -1;
            if (status != BR_OK)
                assert_true(status == BR_NO_MEMORY || status == BR_NO_FILE); // a draft cannot tell
            else if (failed)
                status = BR_NO_MEMORY; // only words were lost
        }
        printf("%ld allocations\n", n);
        assert_true(n > 20 && n < 10000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
