// identified.c - parameters of an identified law: names, units, and which of them are identifiable.   [host]
#include "num/base/fp.h"

#include "fit/identify/identify.h"

#include <math.h>
#include <string.h>

const char *br_identified_name(const br_identified *id, int i)
{
    if (i == id->parameters.count + id->terms)
        return "delay";
    return i < id->parameters.count ? id->parameters.parameter[i].name : id->term[i - id->parameters.count].name;
}

const char *br_identified_unit(const br_identified *id, int i)
{
    if (i == id->parameters.count + id->terms)
        return "s";
    return i < id->parameters.count ? id->parameters.parameter[i].unit : id->term[i - id->parameters.count].unit;
}

bool br_identified_is_fixed(const br_identified *id, int i)
{
    int shares = 0;
    for (int k = 0; k < id->parameters.count; k++)
        shares += id->parameters.parameter[k].kind == BR_FIT_SHARE && id->parameters.parameter[k].other == i;
    return i < id->parameters.count && shares == 1;
}

static bool has_unit(const br_fit_parameter *n, const char *linear, const char *rotary)
{
    return strcmp(n->unit, linear) == 0 || strcmp(n->unit, rotary) == 0;
}

double br_identified_sd_force(const br_identified *id, int i)
{
    const br_fit_parameter *n = i < id->parameters.count ? &id->parameters.parameter[i] : NULL;
    if (!n || !(id->force_rms > 0))
        return HUGE_VAL;
    double sd = id->fit.corrected_sd[i] / id->force_rms;
    return has_unit(n, "N", "N*m") ? sd : has_unit(n, "N*s/m", "N*m*s/rad") ? sd * id->speed_rms : HUGE_VAL;
}

bool br_identified_is_about_zero(const br_identified *id, int i)
{
    const br_output_fit *f = &id->fit;
    bool may = i < id->parameters.count && id->parameters.parameter[i].kind == BR_FIT_SCALED &&
               id->parameters.parameter[i].low <= 0;
    return may && f->value[i] != 0 && !f->bound[i] && isfinite(f->corrected_sd[i]) &&
           f->corrected_sd[i] >= fabs(f->value[i]) && br_identified_sd_force(id, i) < BR_ZERO_FORCE;
}

bool br_identified_unneeded(const br_identified *id, int i)
{
    if (br_identified_is_about_zero(id, i))
        return true;
    return i < id->parameters.count && id->fit.value[i] == 0 && !id->fit.hidden[i] && !isinf(id->fit.sd[i]);
}

bool br_identified_is_identifiable(const br_identified *id, int i)
{
    const br_output_fit *f = &id->fit;
    int term = i - id->parameters.count;
    bool small = term == id->terms || (term >= 0 && id->which[term] != BR_AXIS_MASS);
    if (br_identified_is_fixed(id, i))
        return true;
    return !f->bound[i] && (small ? isfinite(f->sd[i]) : f->corrected_sd[i] < fabs(f->value[i]));
}

double br_identified_exact_error(const br_identified *id)
{
    return id->motion && id->measured_sd > 0 ? 1e-9 : 1e-6;
}
