// identify_results.c - parameters of a fit with what is known of them, errors of its logs, values of its law.   [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"

#include <math.h>
#include <stdio.h>

static br_parameter_state state_of(const br_identified *id, int i)
{
    const br_output_fit *f = &id->fit;
    if (br_identified_is_fixed(id, i))
        return BR_PARAMETER_FIXED;
    if (f->value[i] == 0 && br_identified_unneeded(id, i))
        return BR_PARAMETER_NOT_NEEDED;
    if (f->bound[i])
        return BR_PARAMETER_AT_BOUND;
    return isfinite(f->sd[i]) && !f->hidden[i] ? BR_PARAMETER_IDENTIFIABLE : BR_PARAMETER_NOT_IDENTIFIABLE;
}

br_identification_parameter br_identified_parameter(const br_identified *id, int i)
{
    br_identification_parameter p = {.size = sizeof p,
                                     .value = id->fit.value[i],
                                     .sd = id->fit.sd[i],
                                     .sd_autocorrelated = id->fit.corrected_sd[i],
                                     .low = id->profile ? id->profile[i].low : (double)NAN,
                                     .high = id->profile ? id->profile[i].high : (double)NAN,
                                     .state = state_of(id, i),
                                     .trusted = br_identified_is_fixed(id, i) || br_identified_unneeded(id, i) ||
                                                br_identified_is_identifiable(id, i),
                                     .at_bound = id->fit.bound[i],
                                     .sd_known = isfinite(id->fit.sd[i]) && !id->fit.hidden[i]};
    snprintf(p.name, sizeof p.name, "%s", br_identified_name(id, i));
    snprintf(p.unit, sizeof p.unit, "%s", br_identified_unit(id, i));
    return p;
}

double br_identified_correlation(const br_identified *id, int i, int k)
{
    const br_output_fit *f = &id->fit;
    return f->covariance[i * f->n + k] / (f->sd[i] * f->sd[k]);
}

br_identification_errors br_identified_log_errors(const br_identified *id, int i, int which)
{
    const br_error_sum *fit = &id->log[i].fit[which], *simulation = &id->log[i].simulation[which];
    return (br_identification_errors){.rows = fit->rows,
                                      .error = br_error_share(fit),
                                      .rms = br_error_rms(fit),
                                      .simulation_error = br_error_share(simulation),
                                      .simulation_rms = br_error_rms(simulation)};
}
