// identify_terms.c - forces beside the law in an identification: mass, offset, spring, damper, gravity.       [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "num/text/piece.h"

#include <math.h>
#include <string.h>

// A coefficient beside the mass: NaN is estimated.
static void set_coefficient(br_identification *w, double given, br_axis_term which, double *known)
{
    w->options.term[which] = isnan(given);
    *known = isnan(given) ? 0 : given;
}

// Whether a number is known that has to be finite, or NaN: estimated.
static bool is_number(double given)
{
    return isnan(given) || isfinite(given);
}

br_status br_identification_set_terms(br_identification *w, br_diag *why)
{
    const br_identification_options *given = &w->given;
    br_identify_options *o = &w->options;
    if (!is_number(given->mass) || given->mass < 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--mass %g is not a mass above 0", w->who, given->mass);
    if (!is_number(given->spring) || !is_number(given->damper))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--spring and --damper are numbers that are finite", w->who);
    if (given->mass != 0 && !w->drive)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--mass has no effect, since the friction force is measured", w->who);
    w->estimate_mass = w->drive && !(given->mass > 0);
    w->mass = given->mass > 0 ? given->mass : 0;
    o->term[BR_AXIS_OFFSET] = given->offset != BR_OFFSET_NONE;
    o->offset_each = given->offset == BR_OFFSET_EACH;
    set_coefficient(w, given->spring, BR_AXIS_SPRING, &o->spring);
    set_coefficient(w, given->damper, BR_AXIS_DAMPER, &o->damper);
    for (int i = 0; given->spring != 0 && i < w->logs; i++)
        if (!w->axis[i].x)
            return br_diag_fail(why, BR_BAD_USAGE, "%s--spring needs the position x in --signals", w->who);
    if (given->gravity && (!w->rotary || !w->axis[0].x))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--gravity needs an angle x in rad", w->who);
    o->rotary = w->rotary;
    o->mass = w->mass;
    o->term[BR_AXIS_MASS] = w->estimate_mass;
    o->term[BR_AXIS_SKEW] = given->direction != 0;
    o->term[BR_AXIS_SIN] = o->term[BR_AXIS_COS] = given->gravity != 0;
    return BR_OK;
}

// ---------------------------------------------------------------- notes and warnings

// Laws beside which a damper is not estimated, since a parameter of theirs makes the same force.
static void note_dampers(br_identification *w)
{
    br_buffer laws = {0};
    for (int i = 0; i < w->laws; i++) {
        const br_identified_law *d = &w->law[i];
        if (d->status != BR_OK || !d->id.same_as_damper[0] || d->direction != w->law[0].direction)
            continue;
        br_buffer_print(&laws, "%s%s of ", laws.size ? ", " : "", d->id.same_as_damper);
        br_buffer_safe(&laws, d->law, strlen(d->law));
    }
    if (laws.text)
        br_buffer_print(&w->notes,
                        "a damper makes the same force as %s, proportional to v: only their sum is identifiable, and "
                        "it is that parameter; to split it, give --damper a value\n",
                        laws.text);
    br_buffer_free_into(&laws, &w->notes.status);
}

// The two logs whose offsets differ most, in standard deviations of the difference, by a fit of an offset for each.
static double largest_difference(const br_identified *id, int pair[2])
{
    double most = 0;
    for (int i = 0; i < id->terms; i++)
        for (int k = i + 1; k < id->terms; k++) {
            int a = id->parameters.count + i, b = id->parameters.count + k;
            if (id->which[i] != BR_AXIS_OFFSET || id->which[k] != BR_AXIS_OFFSET)
                continue;
            double sd[] = {id->fit.corrected_sd[a], id->fit.corrected_sd[b]};
            double far = fabs(id->fit.value[a] - id->fit.value[b]) / br_sqrt(sd[0] * sd[0] + sd[1] * sd[1]);
            if (far > most) {
                most = far;
                pair[0] = a;
                pair[1] = b;
            }
        }
    return most;
}

// One offset for logs whose offsets differ biases other parameters.
static void warn_offsets(br_identification *w)
{
    const br_identified *id = &w->offsets.id;
    const double sure = 4, worth = 0.01; // standard deviations; of the Coulomb force
    int pair[2] = {0, 0};
    if (w->offsets.status != BR_OK || !(largest_difference(id, pair) > sure) ||
        fabs(id->fit.value[pair[0]] - id->fit.value[pair[1]]) < worth * fabs(id->fit.value[0]))
        return;
    br_buffer_put(&w->warnings, "the logs have different offsets, ");
    for (int i = 0; i < 2; i++) {
        br_buffer_print(&w->warnings, "%s%s = ", i ? " and " : "", br_identified_name(id, pair[i]));
        br_buffer_about(&w->warnings, id->fit.value[pair[i]], 4);
        br_buffer_print(&w->warnings, " %s", w->force_unit);
    }
    br_buffer_put(&w->warnings, ", but one is fitted, which biases other parameters; use --offset each\n");
}

void br_identification_report_terms(br_identification *w)
{
    note_dampers(w);
    if (w->law[w->best].id.one_frequency)
        br_buffer_put(&w->warnings,
                      "the motion has one frequency, at which mass and spring make the same force; give one "
                      "of --mass and --spring, or measure a motion of several frequencies\n");
    warn_offsets(w);
}
