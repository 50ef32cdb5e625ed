// bound_ranks.c - a search by the processes of an MPI run, where the tool was built with it.      [host]
#include "num/base/fp.h"

#include "tool/bound/bound_crew.h"

#include <stdlib.h>

#ifdef BR_MPI

#include <mpi.h>

enum { TASKS = 64 }; // under way at most

static struct {
    br_bound_task task[TASKS];
    int offered, done, awaited; // since none was left the last time
} line;

static void offer_task(void *context, const br_bound_task *t)
{
    (void)context;
    line.task[line.offered++ % TASKS] = *t;
}

// Every process offers and awaits the same tasks. When one is asked for that is not done, all that were offered are: task i by process
// i mod all; everybody gets its result.
static void await_tasks(void *context)
{
    int all = 1, number = 0;
    (void)context;
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    if (line.done == line.awaited) {
        for (int i = line.done; i < line.offered; i++) {
            const br_bound_task *t = &line.task[i % TASKS];
            if (i % all == number)
                t->run(t->of, t->i);
        }
        for (; line.done < line.offered; line.done++) {
            const br_bound_task *t = &line.task[line.done % TASKS];
            MPI_Bcast(t->result, (int)t->size, MPI_BYTE, line.done % all, MPI_COMM_WORLD);
        }
    }
    if (++line.awaited == line.offered)
        line.offered = line.done = line.awaited = 0;
}

int ranks_open(int *number)
{
    int all = 1, ready = 0;
    *number = 0;
    if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMI_SIZE"))
        return 1;
    MPI_Initialized(&ready);
    if (!ready && MPI_Init(NULL, NULL) != MPI_SUCCESS)
        return 1;
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    MPI_Comm_rank(MPI_COMM_WORLD, number);
    return all;
}

const br_bound_crew *ranks_crew(void)
{
    static const br_bound_crew crew = {offer_task, await_tasks, NULL};
    return &crew;
}

bool ranks_any(bool here)
{
    int ready = 0, own = here, any = here;
    MPI_Initialized(&ready);
    if (ready)
        MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return any != 0;
}

void ranks_close(void)
{
    int ready = 0;
    MPI_Initialized(&ready);
    if (ready)
        MPI_Finalize();
}

#else

int ranks_open(int *number)
{
    *number = 0;
    return 1;
}

const br_bound_crew *ranks_crew(void)
{
    return NULL;
}

bool ranks_any(bool here)
{
    return here;
}

void ranks_close(void)
{
}

#endif
