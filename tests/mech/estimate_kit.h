// estimate_kit.h - a log of a mechanism gone through, and its columns: for tests of the estimation of mechanisms.
#ifndef BR_TESTS_ESTIMATE_KIT_H
#define BR_TESTS_ESTIMATE_KIT_H

#include "mech/estimate/estimate.h"
#include "mech_kit.h"

static inline void run(const br_mech_estimate *w, br_record *to, br_mech_estimate_result *r)
{
    br_diag why = {0};
    memset(to, 0, sizeof *to);
    if (br_mech_estimate_run(w, to, r, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static inline const double *column(const br_record *r, const char *name)
{
    int c = br_record_find(r, name);
    if (c < 0)
        fail_msg("no column %s", name);
    return r->column[c].v;
}

#endif
