// tuning.c - tuning of an observer: lists of estimated parameters, noise, priors and limits.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/source/list.h"
#include "sim/observe/tuning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static br_status wrong(br_diag *why, const char *list, const char *format, const char *a, const char *b)
{
    if (why) {
        memset(why, 0, sizeof *why);
        int used = snprintf(why->text, sizeof why->text, "--%s: ", list);
        snprintf(why->text + used, sizeof why->text - (size_t)used, format, a, b); // NOLINT: formats of this file only
    }
    return BR_BAD_USAGE;
}

// ---------------------------------------------------------------- numbers and their names

static void name_number(br_tuned *n, const char *name, int element, const char *unit, br_unit is)
{
    const double none = (double)NAN;
    *n = (br_tuned){.is = is, .sd = none, .most = none, .q = none, .r = none};
    if (element > 0)
        snprintf(n->name, sizeof n->name, "%s[%d]", name, element);
    else
        snprintf(n->name, sizeof n->name, "%s", name);
    snprintf(n->unit, sizeof n->unit, "%s", unit);
}

static bool is_output(const br_parsed_law *law, const char *name)
{
    for (int o = 0; o < law->nout; o++)
        if (strcmp(law->out[o].name, name) == 0)
            return true;
    return false;
}

// A name without the part it stands behind, unless the model has another thing of that name.
static const char *shorten(const br_model *m, const char *part, const char *name)
{
    size_t n = part ? strlen(part) : 0;
    if (n == 0 || strncmp(name, part, n) != 0 || name[n] != '.')
        return name;
    const char *rest = name + n + 1;
    bool taken = br_law_find(&m->law, rest, strcspn(rest, "[")) >= 0 || is_output(&m->law, rest);
    return taken ? name : rest;
}

static br_tuned *add_number(br_tuning *t)
{
    br_tuned *all = realloc(t->number, (size_t)(t->numbers + 1) * sizeof *all);
    if (!all)
        return NULL;
    t->number = all;
    return &all[t->numbers++];
}

static br_status add_states(br_tuning *t, const br_model *m, const char *part)
{
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        for (int i = 0; w->kind == BR_STATE && i < br_model_len(m, q); i++) {
            br_tuned *n = add_number(t);
            if (!n)
                return BR_NO_MEMORY;
            name_number(n, shorten(m, part, w->name), w->dim == BR_SCALAR ? 0 : i + 1, w->si_text, w->unit);
            n->x = br_interval_mid(m->x[t->nx++]);
        }
    }
    return BR_OK;
}

static br_status add_outputs(br_tuning *t, const br_model *m, const char *part)
{
    for (int o = 0; o < m->law.nout; o++) {
        const br_output *w = &m->law.out[o];
        int len = w->dim == BR_SCALAR ? 1 : m->n[w->dim];
        for (int i = 0; w->now != BR_NO_NODE && i < len; i++) {
            br_tuned *n = add_number(t);
            if (!n)
                return BR_NO_MEMORY;
            name_number(n, shorten(m, part, w->name), w->dim == BR_SCALAR ? 0 : i + 1, w->si_text, w->unit);
            t->ny++;
        }
    }
    return BR_OK;
}

double br_tuning_start(const br_tuning *t, int estimate)
{
    const br_estimate *e = &t->estimate[estimate];
    double x = t->number[t->nx + estimate].x;
    return e->scale * (e->log ? br_exp(x) : x);
}

// ---------------------------------------------------------------- what is estimated

// The bounds of a quantity; an open one is kept off by a millionth of the scale.
static br_estimate bounds(const br_quantity *w, double scale)
{
    double off = 1e-6 * br_abs(scale);
    return (br_estimate){.by = w->kind == BR_INPUT ? 'u' : 'p',
                         .scale = scale,
                         .low = isinf(w->low) ? -1e300
                                : w->low_open ? w->low + off
                                              : w->low,
                         .high = isinf(w->high) ? 1e300
                                 : w->high_open ? w->high - off
                                                : w->high};
}

// "> 0 N/m", ">= 0, <= 1": what a quantity may be.
static void write_range(const br_quantity *w, char *text, size_t size)
{
    const char *unit = strcmp(w->si_text, "-") == 0 ? "" : w->si_text, *blank = *unit ? " " : "";
    int used = 0;
    text[0] = 0;
    if (!isinf(w->low))
        used = snprintf(text, size, "%s %g%s%s", w->low_open ? ">" : ">=", w->low, blank, unit);
    if (!isinf(w->high) && used >= 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, "%s%s %g%s%s", used ? ", " : "", w->high_open ? "<" : "<=", w->high,
                 blank, unit);
}

// One number of a quantity, starting at this value.
static br_status add_estimate(br_tuning *t, const br_model *m, const char *part, int q, int i, bool logarithm,
                              const double *start, br_diag *why)
{
    const br_quantity *w = &m->law.q[q];
    double nominal = m->origin[q] == BR_UNSET ? 0 : br_interval_mid(br_model_values(m, q)[i]);
    double value = start ? *start : nominal;
    br_estimate *all = realloc(t->estimate, (size_t)(t->ne + 1) * sizeof *all);
    if (!all)
        return BR_NO_MEMORY;
    t->estimate = all;
    br_estimate *e = &all[t->ne];
    *e = bounds(w, nominal != 0 ? nominal : value != 0 ? value : 1);
    e->number = m->at[q] + i;
    e->log = logarithm;
    br_tuned *n = add_number(t);
    if (!n)
        return BR_NO_MEMORY;
    name_number(n, shorten(m, part, w->name), w->dim == BR_SCALAR ? 0 : i + 1, w->si_text, w->unit);
    for (int k = 0; k < t->numbers - 1; k++)
        if (strcmp(t->number[k].name, n->name) == 0)
            return wrong(why, "estimate", "%s stands there twice%s", n->name, "");
    if (logarithm && e->scale > 0)
        e->low = e->low > 0 ? e->low : 1e-6 * e->scale;
    else if (logarithm)
        e->high = e->high < 0 ? e->high : 1e-6 * e->scale;
    if (!(value >= e->low && value <= e->high)) {
        char range[120];
        write_range(w, range, sizeof range);
        return wrong(why, "estimate",
                     logarithm ? "%s cannot start there: a logarithm is of numbers of the sign of the nominal value%s"
                               : "%s cannot start there: it is %s",
                     n->name, logarithm ? "" : range);
    }
    n->x = logarithm ? br_log(value / e->scale) : value / e->scale;
    if (start && value != nominal)
        n->sd = 3 * br_abs(value - nominal) / br_abs(e->scale);
    t->ne++;
    return BR_OK;
}

static br_status unknown(const br_model *m, const char *part, const char *name, br_diag *why)
{
    char names[200] = "";
    for (int q = 0; q < m->law.nq; q++) {
        size_t used = strlen(names);
        if (m->law.q[q].kind == BR_PARAM && m->origin[q] != BR_UNSET)
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", shorten(m, part, m->law.q[q].name));
    }
    return wrong(why, "estimate", "'%s' is none of the parameters: %s", name, names);
}

// "kappa[3] = 0", "FC", "log(vs)": without the start value, a list of one assignment to it.
static br_status read_estimate(br_tuning *t, const br_model *m, const char *part, const char *item, br_diag *why)
{
    char name[BR_NAME_SIZE + 16], list[240];
    size_t size = strcspn(item, "=");
    bool has_start = item[size] == '=';
    while (size > 0 && item[size - 1] == ' ')
        size--;
    bool logarithm = size > 5 && strncmp(item, "log(", 4) == 0 && item[size - 1] == ')';
    snprintf(name, sizeof name, "%.*s", (int)(logarithm ? size - 5 : size), item + (logarithm ? 4 : 0));
    char *bracket = strchr(name, '[');
    int q = br_model_find(m, part, name, strcspn(name, "[")), element = bracket ? atoi(bracket + 1) : 0;
    if (q >= 0 && m->law.q[q].kind == BR_STATE)
        return wrong(why, "estimate", "%s is a state, and states are always estimated%s", name, "");
    if (q < 0 || (m->origin[q] == BR_UNSET && m->law.q[q].kind != BR_INPUT))
        return unknown(m, part, name, why);
    int len = br_model_len(m, q);
    if (bracket && (element < 1 || element > len || bracket[strlen(bracket) - 1] != ']'))
        return wrong(why, "estimate", "there is no %s in %s", name, m->law.name);
    double start = 0;
    if (has_start) {
        br_assignments a;
        snprintf(list, sizeof list, "%s %s", name, strchr(item, '='));
        br_status status = br_assignments_read(&a, list, strlen(list), "--estimate", why);
        if (status != BR_OK)
            return status == BR_NO_MEMORY ? status : BR_BAD_USAGE;
        bool one = a.count == 1 && a.values == 1 && !a.item[0].word[0] && a.value[0].lo == a.value[0].hi;
        br_unit unit = one && a.item[0].has_unit ? a.item[0].unit : br_unit_none();
        bool fits = one && (br_unit_same(unit, m->law.q[q].unit) || (!a.item[0].has_unit && a.value[0].lo == 0));
        start = one ? br_unit_to_si(unit, a.value[0].lo) : 0;
        br_assignments_free(&a);
        if (!fits)
            return wrong(why, "estimate", "%s starts at one value in %s", name, m->law.q[q].si_text);
    }
    br_status status = BR_OK;
    for (int i = element > 0 ? element - 1 : 0; i < (element > 0 ? element : len) && status == BR_OK; i++)
        status = add_estimate(t, m, part, q, i, logarithm, has_start ? &start : NULL, why);
    return status;
}

static br_status read_estimates(br_tuning *t, const br_model *m, const br_tuning_lists *lists, br_diag *why)
{
    br_status status = BR_OK;
    const char *list = lists->estimate, *end = list + strlen(list);
    for (const char *p = list; p < end && status == BR_OK;) {
        const char *item = br_list_blanks(p, end), *stop = br_list_item(item, end), *to = br_list_trim(item, stop);
        char text[240];
        if (to - item >= (long)sizeof text || to == item)
            return wrong(why, "estimate", "'%s' is no list of parameters%s", list, "");
        snprintf(text, sizeof text, "%.*s", (int)(to - item), item);
        status = read_estimate(t, m, lists->part, text, why);
        p = stop < end ? stop + 1 : end;
    }
    return status;
}

// ---------------------------------------------------------------- noise and priors

// A standard deviation in the unit of a number, per step or, unless it is met once, per root of a second; of an estimate also
// as a share.
static bool convert(const br_tuning *t, int i, br_unit unit, double value, double dt, bool once, double *sd, bool *step)
{
    bool ok, estimate = i >= t->nx && i < t->nx + t->ne;
    br_unit second = br_unit_none();
    second.power[2] = 12;
    br_unit root = br_unit_pow(second, 1, 2, &ok), rated = br_unit_mul(unit, root);
    const br_tuned *n = &t->number[i];
    double scale = 1, si = br_unit_to_si(unit, value);
    if (estimate && !t->estimate[i - t->nx].log)
        scale = br_abs(t->estimate[i - t->nx].scale);
    *step = true;
    if (value == 0 && br_unit_same(unit, br_unit_none()))
        *sd = 0; // in any unit
    else if (estimate && br_unit_same(unit, br_unit_none()))
        *sd = si; // a share
    else if (br_unit_same(unit, n->is))
        *sd = si / scale;
    else if (!once && (br_unit_same(rated, n->is) || (estimate && br_unit_same(rated, br_unit_none())))) {
        *sd = si / (br_unit_same(rated, n->is) ? scale : 1) * br_sqrt(dt);
        *step = false;
    } else
        return false;
    return *sd >= 0 && *sd <= 1e100;
}

// Which list it is.
typedef enum sd_list { NOISE, PRIOR, MOST } sd_list;

static const char *const list_name[] = {"noise", "prior", "most"};

static void set_number(br_tuning *t, int i, double sd, double dt, bool step, sd_list list)
{
    br_tuned *n = &t->number[i];
    if (list == PRIOR) {
        n->sd = sd;
    } else if (list == MOST) {
        n->most = sd;
    } else if (i < t->nx + t->ne) {
        n->q = sd * sd / dt;
        n->per_step = step;
    } else {
        n->r = sd * sd;
    }
}

typedef struct sds { // a list of standard deviations
    br_tuning *t;
    const br_model *m;
    const br_tuning_lists *lists;
    sd_list list;
    br_diag *why;
} sds;

// The number's element if it has this name, "z" for all of z[]; 0: it has not.
static int element_of(const br_tuned *n, const char *name)
{
    size_t size = strlen(name);
    if (strncmp(n->name, name, size) != 0 || (n->name[size] != 0 && n->name[size] != '['))
        return 0;
    return n->name[size] ? atoi(n->name + size + 1) : 1;
}

// "N/m, as a share of nominal, or as a density in N/m/s^(1/2)": what a standard deviation may be given in.
static void write_units(const br_tuning *t, int i, bool once, char *text, size_t size)
{
    const br_tuned *n = &t->number[i];
    bool estimate = i >= t->nx && i < t->nx + t->ne, plain = strcmp(n->unit, "-") == 0,
         log = estimate && t->estimate[i - t->nx].log;
    snprintf(text, size, "%s%s%s%s%s%s", log || plain ? "plain numbers" : n->unit,
             estimate && !log ? plain ? "" : ", as a share of nominal such as 5 %" : "",
             once ? "" : ", or as a density in ", once || log || plain ? "" : n->unit,
             once           ? ""
             : log || plain ? "1"
                            : "",
             once ? "" : "/s^(1/2)");
}

// A state that is measured has two standard deviations: x of the process, measured.x of the sensor.
static br_status set_sd(const sds *s, const br_assignments *a, const br_assignment *w)
{
    static const char measured[] = "measured.";
    br_tuning *t = s->t;
    const char *called = list_name[s->list];
    bool seen = s->list == NOISE && strncmp(w->name, measured, sizeof measured - 1) == 0, step;
    const char *name = shorten(s->m, s->lists->part, w->name + (seen ? sizeof measured - 1 : 0));
    double sd;
    int most = 0;
    for (int i = 0; i < t->numbers; i++) {
        br_tuned *n = &t->number[i];
        int element = element_of(n, name);
        if (element == 0 || (w->element > 0 && w->element != element))
            continue;
        most = element > most ? element : most;
        if (w->count > 1 && element > w->count)
            break;
        const br_written *value = w->word[0] ? NULL : &a->value[w->first + (w->count > 1 ? element - 1 : 0)];
        bool once = s->list != NOISE || seen || i >= t->nx + t->ne; // and no process
        if (s->list != NOISE && i >= t->nx + t->ne)
            return wrong(s->why, called, "%s is an output, which has none; --noise gives that of its sensor%s", n->name,
                         "");
        if (seen && i >= t->nx)
            return wrong(s->why, called, "%s is no state; without 'measured.' it is its sensor%s", n->name, "");
        if (!value || value->lo != value->hi ||
            !convert(t, i, w->has_unit ? w->unit : br_unit_none(), value->lo, s->lists->dt, once, &sd, &step)) {
            char units[3 * BR_UNIT_SIZE];
            write_units(t, i, once, units, sizeof units);
            return wrong(s->why, called, "%s needs a standard deviation, not negative, in %s", n->name, units);
        }
        if (seen)
            n->r = sd * sd;
        else
            set_number(t, i, sd, s->lists->dt, step, s->list);
    }
    if (most == 0)
        return wrong(s->why, called, "'%s' is no state or output, and is not estimated%s", w->name, "");
    if (w->count > 1 && most != w->count)
        return wrong(s->why, called, "%s needs one standard deviation, or one for each of its elements%s", w->name, "");
    return BR_OK;
}

static br_status read_sds(br_tuning *t, const br_model *m, const br_tuning_lists *lists, sd_list which, br_diag *why)
{
    static const char *const option[] = {"--noise", "--prior", "--most"};
    const char *list = which == NOISE ? lists->noise : which == PRIOR ? lists->prior : lists->most;
    const sds s = {t, m, lists, which, why};
    br_assignments a;
    if (!list)
        return BR_OK;
    br_status status = br_assignments_read(&a, list, strlen(list), option[which], why);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_BAD_USAGE;
    for (int k = 0; k < a.count && status == BR_OK; k++)
        status = set_sd(&s, &a, &a.item[k]);
    br_assignments_free(&a);
    return status;
}

br_status br_tuning_read(br_tuning *to, const br_model *m, const br_tuning_lists *lists, br_diag *why)
{
    br_tuning t = {0};
    br_status status = lists->dt > 0 ? add_states(&t, m, lists->part) : BR_BAD_USAGE;
    if (status == BR_OK && lists->estimate)
        status = read_estimates(&t, m, lists, why);
    if (status == BR_OK)
        status = add_outputs(&t, m, lists->part);
    for (sd_list which = NOISE; which <= MOST && status == BR_OK; which++)
        status = read_sds(&t, m, lists, which, why);
    if (status == BR_OK)
        *to = t;
    else
        br_tuning_free(&t);
    return status;
}

void br_tuning_free(br_tuning *t)
{
    free(t->estimate);
    free(t->number);
    memset(t, 0, sizeof *t);
}
