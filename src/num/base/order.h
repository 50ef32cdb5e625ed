// order.h - the order of numbers, for qsort, and order statistics without sorting.   [host]
#ifndef BR_NUM_BASE_ORDER_H
#define BR_NUM_BASE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

static inline int br_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Gives value i of n, no NaN; false: there is none at i. It is asked for all of them in order, eight times.
typedef bool br_order_value(const void *of, size_t i, double *value);

// The value that would stand at place `rank` (from 0) if they were sorted; -0 stands before 0. NaN: there are not so many. Takes no
// memory, so that values may be more than memory holds.
double br_order_statistic(br_order_value *value, const void *of, size_t n, size_t rank);

#endif
