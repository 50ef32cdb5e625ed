// bound_crew.h - who searches: threads, or the processes of an MPI run; and Ctrl-C.             [host]
//
// A search is the same, bit for bit, whoever does it. Processes search in step: each does its share of the tasks that were offered
// and gets what the others found.
#ifndef BR_TOOL_BOUND_BOUND_CREW_H
#define BR_TOOL_BOUND_BOUND_CREW_H

#include <bristle/bound.h>

#include <stdbool.h>

br_status crew_threads(const char *text, int *threads, br_diag *why) BR_CHECKED; // of --threads; NULL: 0, all cores

// Processes: 1 where the tool was not started by mpirun, or was built without MPI. The first has number 0.
int ranks_open(int *number);
const br_bound_crew *ranks_crew(void);
bool ranks_any(bool here); // whether any of them says so
void ranks_close(void);

#endif
