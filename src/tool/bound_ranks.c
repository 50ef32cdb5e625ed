// bound_ranks.c - a search by the processes of an MPI run, where the tool was built with it.      [host]
#include "num/fp.h"

#include "tool/bound_crew.h"

#include <stdlib.h>

#ifdef BR_MPI

#include <mpi.h>

// Task i is done by process i mod all; every process gets its result.
static void share(void *context, void (*task)(void *of, int i), void *of, void *result, size_t size, int count)
{
    int all = 1, number = 0;
    (void)context;
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    for (int i = number; i < count; i += all)
        task(of, i);
    for (int i = 0; i < count; i++)
        MPI_Bcast((char *)result + (size_t)i * size, (int)size, MPI_BYTE, i % all, MPI_COMM_WORLD);
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

br_crew ranks_crew(void)
{
    return (br_crew){share, NULL};
}

bool ranks_any(bool here)
{
    int ready = 0, said = here, any = here;
    MPI_Initialized(&ready);
    if (ready)
        MPI_Allreduce(&said, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
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

br_crew ranks_crew(void)
{
    return (br_crew){0};
}

bool ranks_any(bool here)
{
    return here;
}

void ranks_close(void)
{
}

#endif
