// list.c - every experiment of the papers, in the order of `bristle reproduce`.   [host]
#include "num/base/fp.h"

#include "paper/kit/groups.h"
#include "paper/list/list.h"

#include <string.h>

static const br_experiment *const groups[] = {
    br_stribeck_experiments, br_lugre_experiments,    br_sgms_experiments,      br_transition_experiments,
    br_maxwell_experiments,  br_ep_experiments,       br_elasto_experiments,    br_haptic_experiments,
    br_kalman_experiments,   br_horizon_experiments,  br_iteration_experiments, br_control_experiments,
    br_frf_experiments,      br_interval_experiments, br_mechanism_experiments, NULL};

const br_experiment *br_experiment_at(int i)
{
    for (int g = 0; groups[g]; g++)
        for (const br_experiment *e = groups[g]; e->name; e++)
            if (i-- == 0)
                return e;
    return NULL;
}

int br_experiments(void)
{
    int n = 0;
    while (br_experiment_at(n))
        n++;
    return n;
}

const br_experiment *br_experiment_find(const char *name)
{
    for (int i = 0; br_experiment_at(i); i++)
        if (strcmp(br_experiment_at(i)->name, name) == 0)
            return br_experiment_at(i);
    return NULL;
}
