// crew.h - a search on several threads; for the files of the C API only.             [host]
//
// A search is the same, bit for bit, whoever does it.
#ifndef BR_API_BOUND_CREW_H
#define BR_API_BOUND_CREW_H

#include "bound/search/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { BR_THREADS_MOST = 64 };

typedef struct br_threads {
    pthread_t thread[BR_THREADS_MOST];
    int threads; // besides the one that asks
    br_task task[BR_CREW_TASKS];
    atomic_bool done[BR_CREW_TASKS];
    atomic_long offered, taken; // tasks so far; number i stands at i mod BR_CREW_TASKS
    long awaited;
    pthread_mutex_t lock; // of those who sleep
    pthread_cond_t offers, ends;
    atomic_int sleepers;
    atomic_bool asker_sleeps, closes;
} br_threads;

// Opens a crew of so many threads in all; fewer where the system has no more. Must not move until it is closed.
br_crew br_threads_open(br_threads *c, int threads);
void br_threads_close(br_threads *c);
int br_threads_cores(void); // 1 to BR_THREADS_MOST

#endif
