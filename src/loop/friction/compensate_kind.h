// compensate_kind.h - what the kinds of compensators use.                      [target]
#ifndef BR_LOOP_FRICTION_COMPENSATE_KIND_H
#define BR_LOOP_FRICTION_COMPENSATE_KIND_H

#include "loop/friction/compensate.h"
#include "num/algebra/vector.h"

// The answer of a kind that does not know: not finite.
static inline br_real br_compensate_unknown(void)
{
    br_real most = BR_MOST;
    return 2 * most;
}

#endif
