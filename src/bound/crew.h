// crew.h - work in parts that may be done at once.                              [host]
#ifndef BR_BOUND_CREW_H
#define BR_BOUND_CREW_H

#include <stddef.h>

// share calls task(of, i) for every i below count, in any order and by any threads or processes; all that a task changes for others
// to see is its result, `size` plain bytes at result + i*size, which everybody has in the end. NULL: one after the other, here.
typedef struct br_crew {
    void (*share)(void *context, void (*task)(void *of, int i), void *of, void *result, size_t size, int count);
    void *context;
} br_crew;

static inline void br_crew_share(const br_crew *crew, void (*task)(void *of, int i), void *of, void *result,
                                 size_t size, int count)
{
    if (crew->share)
        crew->share(crew->context, task, of, result, size, count);
    else
        for (int i = 0; i < count; i++)
            task(of, i);
}

#endif
