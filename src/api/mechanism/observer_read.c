// observer_read.c - lists of unknown inputs and parameters of a mechanism that are estimated.    [host]
#include "num/base/fp.h"

#include "api/mechanism/observer.h"

#include "api/mechanism/machine.h"
#include "law/model/quantity.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "sim/source/list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM = 300 };
static const double largest = 1e20; // standard deviation, so that squares of it are far from overflow

// ---------------------------------------------------------------- names

int br_mech_observer_drive(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->forces; i++)
        if (m->force[i].kind == BR_FORCE_DRIVE && strcmp(m->force[i].name, name) == 0)
            return i;
    return -1;
}

int br_mech_observer_unknown(const br_mechanism_observer *o, int force)
{
    for (int i = 0; i < o->w.unknowns; i++)
        if (o->w.unknown[i].force == force)
            return i;
    return -1;
}

static bool turns(const br_mechanism_observer *o, int force)
{
    return o->m.measure[o->m.force[force].measure].kind == BR_MEASURE_TURN;
}

static const char *walk_unit(const br_mechanism_observer *o, const br_input *u)
{
    bool ramp = u->kind == BR_INPUT_RAMP;
    return turns(o, u->force) ? ramp ? "N*m/s" : "N*m" : ramp ? "N/s" : "N";
}

const char *br_mech_observer_walk_unit(const br_mechanism_observer *o, int unknown)
{
    return walk_unit(o, &o->w.unknown[unknown]);
}

void br_mech_observer_model(const br_mechanism_observer *o, int unknown, char text[BR_MECH_INPUT_MODEL])
{
    const br_input *u = &o->w.unknown[unknown];
    const double tau = 6.28318530717958623;
    switch (u->kind) {
    case BR_INPUT_RAMP: snprintf(text, BR_MECH_INPUT_MODEL, "ramp"); break;
    case BR_INPUT_DECAY: snprintf(text, BR_MECH_INPUT_MODEL, "decay %.6g s", 1 / u->rate); break;
    case BR_INPUT_SINE: snprintf(text, BR_MECH_INPUT_MODEL, "sine %.6g Hz", u->rate / tau); break;
    case BR_INPUT_ORDER:
        snprintf(text, BR_MECH_INPUT_MODEL, "order %.6g %s", u->rate, o->m.measure[u->measure].name);
        break;
    default: snprintf(text, BR_MECH_INPUT_MODEL, "walk");
    }
}

const char *br_mech_observer_unit(const br_mechanism_observer *o, int unknown)
{
    return br_machine_force_unit(&o->m, o->m.force[o->w.unknown[unknown].force].measure);
}

double br_mech_observer_Q(const br_mechanism_observer *o, int unknown)
{
    double walk = o->w.unknown[unknown].walk;
    return walk * walk * br_mech_estimate_row(&o->w);
}

static bool has_unit(br_unit unit, const char *want)
{
    br_unit wanted = br_unit_none();
    (void)br_unit_read(want, strlen(want), NULL, 0, &wanted, NULL);
    return br_unit_same(unit, wanted);
}

// ---------------------------------------------------------------- lists

typedef br_status item_reader(br_mechanism_observer *o, char *item, br_diag *why);

static char *trim(char *text)
{
    text += strspn(text, " ");
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        text[--n] = 0;
    return text;
}

static br_status read_list(br_mechanism_observer *o, const char *option, const char *list, item_reader *read,
                           br_diag *why)
{
    const char *end = list + strlen(list);
    br_status status = BR_OK;
    for (const char *p = list; p <= end && status == BR_OK;) {
        const char *stop = br_list_item(p, end);
        char item[ITEM];
        if (stop - p >= ITEM)
            return br_diag_fail(why, BR_BAD_USAGE, "%s%s%s: an item is too long", o->who, o->dash, option);
        snprintf(item, sizeof item, "%.*s", (int)(stop - p), p);
        status = read(o, trim(item), why);
        p = stop + 1;
    }
    return status;
}

// Cuts an item at its equals sign; what stands behind it, or NULL.
static char *cut(char *item, char at)
{
    char *found = strchr(item, at);
    if (found)
        *found = 0;
    trim(item);
    return found ? trim(found + 1) : NULL;
}

// ---------------------------------------------------------------- unknown inputs

static br_status add_unknown(br_mechanism_observer *o, const br_input *u, br_diag *why)
{
    if (o->w.unknowns == BR_MECH_ESTIMATE_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%sat most %d unknown inputs", o->who, BR_MECH_ESTIMATE_MOST);
    o->w.unknown[o->w.unknowns++] = *u;
    return BR_OK;
}

// "2 A": so many times in a turn of A
static bool read_order(const br_mechanism_observer *o, const char *text, br_input *u)
{
    char *behind;
    double times = strtod(text, &behind);
    bool given = behind > text;
    const char *name = given ? behind + strspn(behind, " ") : text;
    u->measure = -1;
    for (int i = 0; i < o->m.measures; i++)
        if (strcmp(o->m.measure[i].name, name) == 0 && o->m.measure[i].kind == BR_MEASURE_TURN)
            u->measure = i;
    u->rate = given ? times : 1;
    for (int i = 0; i < o->w.unknowns; i++) { // sums are over one angle
        const br_input *other = &o->w.unknown[i];
        if (other->force == u->force && other->kind == BR_INPUT_ORDER && other->measure != u->measure)
            return false;
    }
    return u->measure >= 0 && u->rate > 0 && isfinite(u->rate);
}

// walk, ramp, decay TIME, sine FREQUENCY, order TIMES JOINT
static bool read_input_model(const br_mechanism_observer *o, const char *model, br_input *u)
{
    size_t word = strcspn(model, " ");
    const char *rest = model + word + strspn(model + word, " ");
    double value = 0;
    br_unit unit = br_unit_none();
    bool number = *rest && br_quantity_read("unknown", rest, &value, &unit) && value > 0 && isfinite(value);
    if (strncmp(model, "order ", 6) == 0) {
        u->kind = BR_INPUT_ORDER;
        return read_order(o, rest, u);
    }
    if (strncmp(model, "decay ", 6) == 0) {
        u->kind = BR_INPUT_DECAY;
        u->rate = 1 / value;
        return number && has_unit(unit, "s");
    }
    if (strncmp(model, "sine ", 5) == 0) {
        u->kind = BR_INPUT_SINE;
        bool frequency = !(number && has_unit(unit, "")) && br_frequency_read("unknown", rest, &value);
        u->rate = 6.28318530717958623 * value;
        return frequency;
    }
    u->kind = strcmp(model, "ramp") == 0 ? BR_INPUT_RAMP : BR_INPUT_WALK;
    return *rest == 0 && (u->kind == BR_INPUT_RAMP || strcmp(model, "walk") == 0);
}

// MODEL [= what it gains in a second]
static br_status read_part(br_mechanism_observer *o, int force, char *part, br_diag *why)
{
    br_input u = {.force = force, .walk = o->m.force[force].walk};
    br_unit unit = br_unit_none();
    char *amount = cut(part, '=');
    part = trim(part);
    if (!read_input_model(o, part, &u))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%sunknown: %s: '%.60s' is not an input model; use walk, ramp, decay 0.1 "
                            "s, sine 5 Hz, order 2 JOINT (a rotary one, the same for all orders), or a sum with ' + '",
                            o->who, o->dash, o->m.force[force].name, part);
    const char *si = walk_unit(o, &u);
    u.walk = u.kind == BR_INPUT_WALK ? u.walk : 0;
    if (amount &&
        !(br_quantity_read("unknown", amount, &u.walk, &unit) && has_unit(unit, si) && u.walk > 0 && u.walk <= largest))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sunknown: %s = '%.60s' is not an amount above 0 in %s", o->who,
                            o->dash, o->m.force[force].name, amount, si);
    return add_unknown(o, &u, why);
}

// NAME, NAME = AMOUNT, NAME: PART + PART ...
static br_status read_unknown(br_mechanism_observer *o, char *item, br_diag *why)
{
    char walk[ITEM + 8] = "walk", *parts = cut(item, ':'), *amount = parts ? NULL : cut(item, '=');
    int force = br_mech_observer_drive(&o->m, item);
    if (force < 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sunknown: %s has no drive or unknown input '%.60s'", o->who, o->dash,
                            o->m.name, item);
    if (br_mech_observer_unknown(o, force) >= 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sunknown names %s twice", o->who, o->dash, item);
    if (amount)
        snprintf(walk, sizeof walk, "walk = %s", amount);
    br_status status = BR_OK;
    for (char *part = parts ? parts : walk; part && status == BR_OK;) {
        char *plus = strstr(part, " + ");
        if (plus)
            *plus = 0;
        status = read_part(o, force, part, why);
        part = plus ? plus + 3 : NULL;
    }
    return status;
}

static br_status read_all_unknown(br_mechanism_observer *o, br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < o->m.forces && status == BR_OK; i++)
        if (o->m.force[i].kind == BR_FORCE_DRIVE && !o->m.force[i].text)
            status = add_unknown(o, &(br_input){.force = i, .walk = o->m.force[i].walk}, why);
    return status;
}

br_status br_mech_observer_read_unknown(br_mechanism_observer *o, const char *list, br_diag *why)
{
    br_status status = list ? read_list(o, "unknown", list, read_unknown, why) : read_all_unknown(o, why);
    if (status == BR_OK && o->tune && o->w.unknowns == 0)
        status = br_diag_fail(why, BR_BAD_USAGE, "%s%stune: no input is unknown; name one by %sunknown", o->who,
                              o->dash, o->dash);
    return status;
}

// ---------------------------------------------------------------- parameters

static br_named_parameter *find_parameter(br_mechanism_observer *o, const char *name)
{
    for (int i = 0; i < o->w.parameters; i++)
        if (strcmp(o->w.parameter[i].name, name) == 0)
            return &o->w.parameter[i];
    return NULL;
}

static br_status no_parameter(const br_mechanism_observer *o, const char *name, br_diag *why)
{
    br_buffer names = {0};
    br_parameter_names(&o->m, &names);
    br_status status =
        br_diag_fail(why, BR_BAD_USAGE, "%s%sestimate: '%.60s' is not a parameter of %s; there are %.300s", o->who,
                     o->dash, name, o->m.name, names.text ? names.text : "none");
    br_buffer_free(&names);
    return status;
}

// Its start in the state vector: relative to the nominal value, or the logarithm of that; absolute without one.
static br_status set_start(const br_mechanism_observer *o, br_named_parameter *p, bool logarithm, double start,
                           br_diag *why)
{
    br_estimate *is = &p->is.is;
    is->scale = p->nominal != 0 ? p->nominal : start != 0 ? start : 1;
    is->log = logarithm;
    if (logarithm && is->low <= 0)
        is->low = 1e-6 * is->scale;
    if ((logarithm && !(is->scale > 0)) || !(start >= is->low && start <= is->high))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sestimate: %s cannot start at %.6g %s", o->who, o->dash, p->name,
                            start, p->unit);
    p->is.x = logarithm ? br_log(start / is->scale) : start / is->scale;
    p->is.sd = start != p->nominal ? 3 * br_abs(start - p->nominal) / br_abs(is->scale) : 0.3;
    return BR_OK;
}

// NAME, log(NAME), NAME = START
static br_status read_estimate(br_mechanism_observer *o, char *item, br_diag *why)
{
    char *start = cut(item, '=');
    size_t n = strlen(item);
    bool logarithm = n > 5 && strncmp(item, "log(", 4) == 0 && item[n - 1] == ')';
    if (logarithm) {
        item[n - 1] = 0;
        item = trim(item + 4);
    }
    br_named_parameter p;
    br_unit unit = br_unit_none();
    if (!br_parameter_find(&o->m, item, &p))
        return no_parameter(o, item, why);
    if (find_parameter(o, item))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sestimate names %s twice", o->who, o->dash, item);
    if (o->w.parameters == BR_MECH_ESTIMATE_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%sat most %d parameters", o->who, BR_MECH_ESTIMATE_MOST);
    double value = p.nominal;
    if (start && !(br_quantity_read("estimate", start, &value, &unit) && has_unit(unit, p.unit)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sestimate: %s needs a start value in %s, not '%.60s'", o->who,
                            o->dash, item, p.unit, start);
    br_status status = set_start(o, &p, logarithm, value, why);
    if (status == BR_OK)
        o->w.parameter[o->w.parameters++] = p;
    return status;
}

// A standard deviation as it stands in the vector: in the unit of the parameter, or as a share.
static bool as_share(const br_named_parameter *p, const char *text, const char *per, double *sd)
{
    br_unit unit = br_unit_none();
    char rated[BR_UNIT_SIZE + 16];
    snprintf(rated, sizeof rated, "%s%s", p->unit, per);
    if (!br_quantity_read("prior", text, sd, &unit) || !(*sd >= 0 && *sd <= largest))
        return false;
    if (has_unit(unit, rated)) // also of plain numbers
        *sd /= strcmp(p->unit, "-") == 0 || strcmp(p->unit, "1") == 0 ? 1 : br_abs(p->is.is.scale);
    else
        return has_unit(unit, *per ? "1/s^(1/2)" : "1");
    return true;
}

static br_named_parameter *estimated(br_mechanism_observer *o, const char *option, const char *name, const char *text,
                                     br_diag *why)
{
    br_named_parameter *p = find_parameter(o, name);
    if (!p || !text)
        (void)br_diag_fail(why, BR_BAD_USAGE, "%s%s%s: '%.60s' is not NAME = VALUE with a name of %sestimate", o->who,
                           o->dash, option, name, o->dash);
    return text ? p : NULL;
}

static br_status read_prior(br_mechanism_observer *o, char *item, br_diag *why)
{
    char *text = cut(item, '=');
    br_named_parameter *p = estimated(o, "prior", item, text, why);
    if (!p)
        return BR_BAD_USAGE;
    if (!as_share(p, text, "", &p->is.sd) || !(p->is.sd > 0))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%sprior: %s needs a standard deviation above 0 in %s, or relative: 30 %%", o->who,
                            o->dash, p->name, p->unit);
    return BR_OK;
}

// Per row, or as a density: the unit says which.
static br_status read_noise(br_mechanism_observer *o, char *item, br_diag *why)
{
    char *text = cut(item, '=');
    br_named_parameter *p = estimated(o, "noise", item, text, why);
    double sd, row = br_mech_estimate_row(&o->w);
    if (!p)
        return BR_BAD_USAGE;
    if (as_share(p, text, "/s^(1/2)", &sd))
        p->is.walk = sd;
    else if (as_share(p, text, "", &sd))
        p->is.walk = sd / br_sqrt(row);
    else
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%snoise: %s needs a standard deviation per row in %s or relative, or a "
                            "density in %s/s^(1/2)",
                            o->who, o->dash, p->name, p->unit, p->unit);
    return BR_OK;
}

br_status br_mech_observer_read_parameters(br_mechanism_observer *o, br_mech_lists lists, br_diag *why)
{
    br_status status = lists.estimate ? read_list(o, "estimate", lists.estimate, read_estimate, why) : BR_OK;
    if (status == BR_OK && lists.prior)
        status = read_list(o, "prior", lists.prior, read_prior, why);
    if (status == BR_OK && lists.noise)
        status = read_list(o, "noise", lists.noise, read_noise, why);
    return status;
}
