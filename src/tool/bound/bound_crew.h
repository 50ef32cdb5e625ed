// bound_crew.h - who searches: threads, or the processes of an MPI run; and Ctrl-C.             [host]
//
// A search is the same, bit for bit, whoever does it. Processes search in step: each does its share of the tasks that were offered
// and gets what the others found.
#ifndef BR_TOOL_BOUND_BOUND_CREW_H
#define BR_TOOL_BOUND_BOUND_CREW_H

#include "bound/search/crew.h"

#include <bristle/status.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { CREW_MOST = 64 };

typedef struct crew {
    pthread_t thread[CREW_MOST];
    int threads; // besides the one that asks
    br_task task[BR_CREW_TASKS];
    atomic_bool done[BR_CREW_TASKS];
    atomic_long offered, taken; // tasks so far; number i stands at i mod BR_CREW_TASKS
    long awaited;
    pthread_mutex_t lock; // of those who sleep
    pthread_cond_t offers, ends;
    atomic_int sleepers;
    atomic_bool asker_sleeps, closes;
} crew;

// Opens a crew of so many threads in all; fewer where the system has no more.
br_crew crew_open(crew *c, int threads);
void crew_close(crew *c);
br_status crew_threads(const char *text, int *threads, br_diag *why) BR_CHECKED; // of --threads; NULL: all cores

// Processes: 1 where the tool was not started by mpirun, or was built without MPI. The first has number 0.
int ranks_open(int *number);
br_crew ranks_crew(void);
bool ranks_any(bool here); // whether any of them says so
void ranks_close(void);

#endif
