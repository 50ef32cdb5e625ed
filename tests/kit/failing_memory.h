// failing_memory.h - memory that gives out at the n-th call (docs/faults.md J1), and how often it was asked for.
//
// The linker hands every allocation of the library to the wrappers below: tests/CMakeLists.txt sees who includes this.
#ifndef BR_TESTS_FAILING_MEMORY_H
#define BR_TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

static long countdown = -1; // calls until one fails; -1: none does
static bool for_ever;       // and all later ones, too
static long allocations;    // calls so far

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

static bool gives_out(void)
{
    allocations++;
    if (countdown < 0)
        return false;
    if (countdown > 0) {
        countdown--;
        return false;
    }
    if (!for_ever)
        countdown = -1;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return gives_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return gives_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    return gives_out() ? NULL : __real_realloc(p, size);
}

#endif
