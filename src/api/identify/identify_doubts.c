// identify_doubts.c - what speaks against a fit, as numbers: bristle/identify.h.    [host]
#include "num/base/fp.h"

#include "api/identify/identify_parts.h"
#include "api/law/sized.h"

#include <math.h>
#include <string.h>

static const char *const CAUSE[BR_MISMATCH_CAUSES] = {"speed",    "side",  "size",  "smooth", "motion",
                                                      "position", "time",  "cycle", "ripple", "dead_zone",
                                                      "lag",      "drift", "place", "rows"};

const char *br_mismatch_cause_name(br_mismatch_cause cause)
{
    return CAUSE[cause];
}

// ---------------------------------------------------------------- intervals

int br_identification_intervals(const br_identification *id, int i)
{
    const br_identified *fit = br_identification_shown_fit(id);
    return fit && fit->profile && i >= 0 && i < fit->fit.n ? fit->profile[i].count : 0;
}

br_status br_identification_interval_at(const br_identification *id, int i, int part, double *low, double *high)
{
    if (!low || !high || part < 0 || part >= br_identification_intervals(id, i))
        return BR_BAD_USAGE;
    *low = br_identification_shown_fit(id)->profile[i].part[part][0];
    *high = br_identification_shown_fit(id)->profile[i].part[part][1];
    return BR_OK;
}

// ---------------------------------------------------------------- other fits

double br_identification_other(const br_identification *id, int i, double *sd)
{
    const br_identified *fit = br_identification_shown_fit(id);
    bool there = fit && fit->other.value && i >= 0 && i < fit->fit.n;
    if (sd)
        *sd = there ? fit->other.sd[i] : (double)NAN;
    return there ? fit->other.value[i] : (double)NAN;
}

double br_identification_other_error(const br_identification *id)
{
    const br_identified *fit = br_identification_shown_fit(id);
    return fit && fit->other.value ? fit->other.error : (double)NAN;
}

// ---------------------------------------------------------------- mismatch

static br_identification_mismatch of_term(const br_identified *fit, const br_mismatch *m)
{
    bool scaled = m->scale > 0;
    return (br_identification_mismatch){.size = sizeof(br_identification_mismatch),
                                        .cause = CAUSE[m->cause],
                                        .parameter = m->parameter,
                                        .value = m->value,
                                        .sd = m->sd,
                                        .fitted = fit->fit.value[m->parameter],
                                        .score = m->score,
                                        .scale = scaled ? m->scale : (double)NAN,
                                        .coefficient = scaled ? m->coefficient : (double)NAN};
}

static br_identification_mismatch of_predictions(const br_identified *fit)
{
    double off = fit->predicted - fit->fit.value[fit->disagrees];
    return (br_identification_mismatch){.size = sizeof(br_identification_mismatch),
                                        .cause = "predictions",
                                        .parameter = fit->disagrees,
                                        .value = fit->predicted,
                                        .sd = fit->predicted_sd,
                                        .fitted = fit->fit.value[fit->disagrees],
                                        .score = fabs(off) / fit->predicted_sd,
                                        .scale = (double)NAN,
                                        .coefficient = (double)NAN};
}

br_status br_identification_mismatch_of(const br_identification *id, br_identification_doubt doubt,
                                        br_identification_mismatch *mismatch)
{
    const br_identified *fit = br_identification_shown_fit(id);
    if (!fit || !mismatch || mismatch->size != sizeof *mismatch || (int)doubt < 0 || doubt > BR_DOUBT_PREDICTIONS)
        return BR_BAD_USAGE;
    const br_mismatch *m = doubt == BR_DOUBT_TERM ? &fit->mismatch : &fit->coarse;
    if (doubt == BR_DOUBT_PREDICTIONS ? fit->disagrees < 0 : m->parameter < 0)
        return BR_NEGATIVE;
    *mismatch = doubt == BR_DOUBT_PREDICTIONS ? of_predictions(fit) : of_term(fit, m);
    return BR_OK;
}
