// flow_kind.h - the method of a flow by its name, in the number type of who includes this.   [host]
#ifndef BR_SIM_OBSERVE_FLOW_KIND_H
#define BR_SIM_OBSERVE_FLOW_KIND_H

#include "loop/flow/integrator.h"

#include <string.h>

// NULL: there is none.
static inline const br_integrator_kind *br_flow_kind(const char *name)
{
    static const br_integrator_kind *const all[] = {
        &br_integrator_rk4,        &br_integrator_midpoint,    &br_integrator_gauss4, &br_integrator_lie,
        &br_integrator_rosenbrock, &br_integrator_exponential, &br_integrator_exact,  NULL};
    for (int i = 0; all[i]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

#endif
