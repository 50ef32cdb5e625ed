// rig.c - the list of rigs.                                                     [host]
#include "num/base/fp.h"

#include "sim/rig/trajectory.h"

#include <string.h>

static const br_rig_kind kinds[] = {
    {"rig/axis", "direct-drive axis, richer than any observer: GMS with 16 elements, cogging, noise", br_rig_axis},
    {"rig/exact", "the same axis with the observer's own S-GMS and little noise", br_rig_exact},
    {"rig/consistent", "friction drawn from a filter's own prior, Q and R", br_rig_consistent},
};

const br_rig_kind *br_rig_at(int i)
{
    return i >= 0 && i < (int)(sizeof kinds / sizeof *kinds) ? &kinds[i] : NULL;
}

const br_rig_kind *br_rig_find(const char *name)
{
    for (int i = 0; br_rig_at(i); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

br_status br_rig_run(br_rig *r, const char *name, uint64_t seed, br_diag *why)
{
    const br_rig_kind *kind = br_rig_find(name);
    memset(r, 0, sizeof *r);
    if (!kind)
        return br_diag_fail(why, BR_BAD_USAGE, "there is no rig '%.60s'", name);
    br_status status = kind->run(r, seed, why);
    if (status != BR_OK)
        br_rig_free(r);
    return status;
}

const double *br_rig_column(const br_rig *r, const char *name)
{
    int c = br_record_find(&r->log, name);
    return c >= 0 ? r->log.column[c].v : NULL;
}
