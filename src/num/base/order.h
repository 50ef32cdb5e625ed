// order.h - the order of numbers, for qsort.                                          [host]
#ifndef BR_NUM_BASE_ORDER_H
#define BR_NUM_BASE_ORDER_H

static inline int br_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
