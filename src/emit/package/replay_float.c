// replay_float.c - an observer of the library as a plan says, in float.        [host]
#define BR_FLOAT
#include "num/base/fp.h"

#include "emit/package/replay.h"

br_status br_replay_run_float(const void *sys, const br_plan *plan, br_replay *r)
{
    return replay(sys, plan, r);
}
