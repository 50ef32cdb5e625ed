// test_order.c - order statistics without sorting are those of a sorted list, to the last bit.
#include "num/base/elem.h"
#include "num/base/order.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

typedef struct list {
    const double *v;
    size_t skip; // every so many are none; 0: all are
} list;

static bool value_of(const void *of, size_t i, double *value)
{
    const list *l = of;
    *value = l->v[i];
    return l->skip == 0 || i % l->skip != 0;
}

static void every_rank_is_that_of_the_sorted_list(void **unused)
{
    (void)unused;
    enum { N = 300 };
    uint64_t x = 88172645463325252u;
    double v[N], sorted[N];
    for (int turn = 0; turn < 50; turn++) {
        size_t n = (size_t)(turn < 3 ? turn + 1 : N), kept = 0, skip = turn % 2 ? 3 : 0;
        for (size_t i = 0; i < n; i++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            double wide = br_from_bits(x), narrow = 1e-3 + 1e-19 * (double)(int)(x % 100);
            v[i] = turn % 3 == 0 ? narrow : isnan(wide) ? -(double)INFINITY : wide;
            v[i] = x % 17 == 0 ? (x & 64 ? 0.0 : -0.0) : v[i];
            if (value_of(&(list){v, skip}, i, &sorted[kept]))
                kept++;
        }
        qsort(sorted, kept, sizeof *sorted, br_ascending);
        for (size_t rank = 0; rank < kept; rank++)
            assert_true(br_order_statistic(value_of, &(list){v, skip}, n, rank) == sorted[rank]);
        assert_true(isnan(br_order_statistic(value_of, &(list){v, skip}, n, kept)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_rank_is_that_of_the_sorted_list)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
