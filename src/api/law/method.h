// method.h - methods of fixed steps by the names that options give.   [host]
#ifndef BR_API_LAW_METHOD_H
#define BR_API_LAW_METHOD_H

#include "num/text/diag.h"
#include "sim/run/run.h"

// *kind is that of the name; of NULL it is NULL. who: "flow: " in messages.
static inline br_status br_method_read(const char *name, const br_integrator_kind **kind, const char *who, br_diag *why)
{
    const br_run_method *method = name ? br_run_method_find(name) : NULL;
    *kind = method ? method->fixed : NULL;
    if (!name || *kind)
        return BR_OK;
    (void)br_diag_fail(why, BR_BAD_USAGE,
                       "%sthere is no method '%.40s' (rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact)", who,
                       name);
    return br_diag_about(why, "method", BR_BAD_USAGE);
}

#endif
