// backwards_crew.h - a crew that does nothing before it is asked, and then the last task first.
#ifndef BR_TESTS_BACKWARDS_CREW_H
#define BR_TESTS_BACKWARDS_CREW_H

#include "bound/search/crew.h"

typedef struct backwards {
    br_task task[BR_CREW_TASKS];
    long offered, done, awaited;
    long shared; // how often there was more than one to do
} backwards;

static void backwards_put(void *context, const br_task *t)
{
    backwards *b = context;
    assert_true(b->offered - b->awaited < BR_CREW_TASKS);
    b->task[b->offered++ % BR_CREW_TASKS] = *t;
}

static void backwards_do(void *context)
{
    backwards *b = context;
    assert_true(b->awaited < b->offered);
    if (b->done == b->awaited++) {
        b->shared += b->offered - b->done > 1;
        for (long i = b->offered - 1; i >= b->done; i--) {
            const br_task *t = &b->task[i % BR_CREW_TASKS];
            t->run(t->of, t->i);
        }
        b->done = b->offered;
    }
}

static br_crew backwards_crew(backwards *b)
{
    return (br_crew){backwards_put, backwards_do, b};
}

#endif
