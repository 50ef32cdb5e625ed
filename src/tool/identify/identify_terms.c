// identify_terms.c - forces beside the law in `bristle identify`: mass, offset, spring, damper, gravity.       [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

#include <math.h>
#include <string.h>

static br_status read_mass(identifying *w, const tool_args *a, br_diag *why)
{
    br_unit unit = {{0, 12}};
    unit.power[0] = w->rotary ? 24 : 0;
    if (a->mass && !w->drive)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --mass has no effect, since the friction force is measured");
    w->estimate_mass = w->drive && (!a->mass || strcmp(a->mass, "estimate") == 0);
    return w->estimate_mass ? BR_OK : tool_log_mass("identify", a, unit, &w->mass, why);
}

// one, each or none; --no-offset is none.
static br_status read_offset(identifying *w, const tool_args *a, br_diag *why)
{
    const char *word = a->offset ? a->offset : a->no_offset ? "none" : "one";
    bool none = strcmp(word, "none") == 0, each = strcmp(word, "each") == 0;
    if (a->offset && a->no_offset && !none)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --offset and --no-offset exclude each other; give one");
    if (!none && !each && strcmp(word, "one") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --offset '%.60s' is none of one, each, none", word);
    w->options.term[BR_AXIS_OFFSET] = !none;
    w->options.offset_each = each;
    return BR_OK;
}

// "estimate", or the coefficient of a force that is proportional to the position or to the velocity.
static br_status read_coefficient(identifying *w, const char *option, const char *text, br_axis_term which,
                                  double *known, br_diag *why)
{
    br_unit wanted = {{w->rotary ? 24 : 0, 12, -24}}, unit = br_unit_none();
    char words[BR_UNIT_SIZE];
    wanted.power[2] = (short)(wanted.power[2] + (which == BR_AXIS_DAMPER ? 12 : 0));
    br_unit_write(words, wanted);
    if (!text)
        return BR_OK;
    if (strcmp(text, "estimate") == 0) {
        w->options.term[which] = true;
        return BR_OK;
    }
    if (!(tool_number(option, text, known, &unit) && isfinite(*known) &&
          (br_unit_same(unit, wanted) || br_unit_same(unit, br_unit_none()))))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %s '%.60s' is neither a number in %s nor estimate",
                             option, text, words);
    return BR_OK;
}

br_status identify_terms(identifying *w, const tool_args *a, br_diag *why)
{
    br_identify_options *o = &w->options;
    br_status status = read_mass(w, a, why);
    if (status == BR_OK)
        status = read_offset(w, a, why);
    if (status == BR_OK)
        status = read_coefficient(w, "--spring", a->spring, BR_AXIS_SPRING, &o->spring, why);
    if (status == BR_OK)
        status = read_coefficient(w, "--damper", a->damper, BR_AXIS_DAMPER, &o->damper, why);
    if (status != BR_OK)
        return status;
    for (int i = 0; a->spring && i < w->logs; i++)
        if (!w->axis[i].x)
            return tool_complain(why, BR_BAD_USAGE, "bristle identify: --spring needs the position x in --signals");
    if (a->gravity && (!w->rotary || !w->axis[0].x))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --gravity needs an angle x in rad");
    o->rotary = w->rotary;
    o->mass = w->mass;
    o->term[BR_AXIS_MASS] = w->estimate_mass;
    o->term[BR_AXIS_SKEW] = a->direction;
    o->term[BR_AXIS_SIN] = o->term[BR_AXIS_COS] = a->gravity;
    return BR_OK;
}

// ---------------------------------------------------------------- as text

static void write_known(br_buffer *out, const char *name, double value, const char *unit)
{
    if (value == 0)
        return;
    br_buffer_print(out, ", %s ", name);
    br_buffer_about(out, value, 6);
    br_buffer_print(out, " %s", unit);
}

// "drive force = friction + m*a + offset, mass 20 kg"
void identify_balance(br_buffer *out, const identifying *w)
{
    const br_identify_options *o = &w->options;
    br_buffer_put(out, w->drive ? "drive force = friction + m*a" : "friction force");
    br_buffer_put(out, !o->term[BR_AXIS_OFFSET] ? "" : o->offset_each ? " + offset of each log" : " + offset");
    br_buffer_put(out, o->term[BR_AXIS_SIN] ? " + gravity" : "");
    br_buffer_put(out, o->term[BR_AXIS_SPRING] || o->spring != 0 ? " + spring*x" : "");
    br_buffer_put(out, o->term[BR_AXIS_DAMPER] || o->damper != 0 ? " + damper*v" : "");
    write_known(out, "mass", w->mass, w->rotary ? "kg*m^2" : "kg");
    write_known(out, "spring", o->spring, w->rotary ? "N*m/rad" : "N/m");
    write_known(out, "damper", o->damper, w->rotary ? "N*m*s/rad" : "N*s/m");
}

// ---------------------------------------------------------------- notes and warnings

// Laws beside which a damper is not estimated, since a parameter of theirs makes the same force.
static void note_dampers(identifying *w)
{
    br_buffer laws = {0};
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[i];
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
    br_buffer_free(&laws);
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
            double far =
                fabs(id->fit.value[a] - id->fit.value[b]) / hypot(id->fit.corrected_sd[a], id->fit.corrected_sd[b]);
            if (far > most) {
                most = far;
                pair[0] = a;
                pair[1] = b;
            }
        }
    return most;
}

// One offset for logs whose offsets differ biases other parameters.
static void warn_offsets(identifying *w)
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

void identify_report_terms(identifying *w)
{
    note_dampers(w);
    if (w->law[w->best].id.one_frequency)
        br_buffer_put(&w->warnings,
                      "the motion has one frequency, at which mass and spring make the same force; give one "
                      "of --mass and --spring, or measure a motion of several frequencies\n");
    warn_offsets(w);
}
