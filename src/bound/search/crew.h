// crew.h - a queue of tasks that may run in parallel.                             [host]
#ifndef BR_BOUND_SEARCH_CREW_H
#define BR_BOUND_SEARCH_CREW_H

#include <stddef.h>

enum { BR_CREW_TASKS = 64 }; // under way at most

// run(of, i), in any order with others and by any thread or process; all that it changes for others to see is its result, `size`
// plain bytes.
typedef struct br_task {
    void (*run)(void *of, int i);
    void *of;
    int i;
    void *result;
    size_t size;
} br_task;

// A line of tasks. offer puts one at its end, await returns when the first is done and takes it away. NULL: each is done as it is
// offered, here.
typedef struct br_crew {
    void (*offer)(void *context, const br_task *t);
    void (*await)(void *context);
    void *context;
} br_crew;

static inline void br_crew_offer(const br_crew *crew, const br_task *t)
{
    if (crew->offer)
        crew->offer(crew->context, t);
    else
        t->run(t->of, t->i);
}

static inline void br_crew_await(const br_crew *crew)
{
    if (crew->await)
        crew->await(crew->context);
}

#endif
