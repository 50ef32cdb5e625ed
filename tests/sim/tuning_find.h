// tuning_find.h - a tuned number by its name.
#ifndef BR_TESTS_SIM_TUNING_FIND_H
#define BR_TESTS_SIM_TUNING_FIND_H

#include "sim/observe/tuning.h"

#include <string.h>

// "kappa[3]"; -1: there is none
static inline int br_tuning_find(const br_tuning *t, const char *name)
{
    for (int i = 0; i < t->numbers; i++)
        if (strcmp(t->number[i].name, name) == 0)
            return i;
    return -1;
}

#endif
