// identify_laws.c - the laws: which they are, their fits and their order.                 [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "law/builtin/builtin.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

br_identified_law *br_identification_add_law(br_identification *w, const char *name, const char *variant)
{
    br_identified_law *d = &w->law[w->laws];
    snprintf(d->law, sizeof d->law, "%s", name);
    snprintf(d->variant, sizeof d->variant, "%s", variant);
    w->laws++;
    return d;
}

static br_status refuse_list(const br_identification *w, br_diag *why)
{
    return br_diag_fail(why, BR_BAD_USAGE, "%s--compare '%.60s' is not a list of laws; write 'coulomb, lugre' or all",
                        w->who, w->given.compare);
}

// The next name of a list, whose comma it passes. false: there is none.
static bool read_name(const char **list, char name[BR_MAX_NAME + 1])
{
    const char *p = *list;
    size_t n = strcspn(p, ","), skip = strspn(p, " ");
    skip = skip < n ? skip : n;
    size_t size = n - skip;
    while (size > 0 && p[skip + size - 1] == ' ')
        size--;
    if (size == 0 || size > BR_MAX_NAME)
        return false;
    snprintf(name, BR_MAX_NAME + 1, "%.*s", (int)size, p + skip);
    *list = p + n + (p[n] == ',');
    return true;
}

// Those that take a velocity and give a force are all tried; fit says which cannot be.
br_status br_identification_list_laws(br_identification *w, br_diag *why)
{
    bool all = strcmp(w->given.compare, "all") == 0;
    for (int i = 0; all && i < br_builtin_count(); i++)
        if (!br_builtin_at(i).plant)
            br_identification_add_law(w, br_builtin_at(i).name, "");
    for (const char *p = w->given.compare; !all && *p && w->laws < BR_IDENTIFICATION_LAWS - 8;) {
        char name[BR_MAX_NAME + 1];
        br_loaded_model known; // an unknown name is reported before the others are fitted
        if (!read_name(&p, name))
            return refuse_list(w, why);
        br_status status = br_loaded_model_open(&known, name, NULL, NULL, why);
        if (status != BR_OK && strchr(name, ' '))
            return refuse_list(w, why);
        if (status != BR_OK)
            return status;
        br_loaded_model_close(&known);
        br_identification_add_law(w, name, "");
    }
    return BR_OK;
}

double br_identified_law_score(const br_identified_law *d)
{
    return d->status != BR_OK ? HUGE_VAL : isfinite(d->id.hold_out_error) ? d->id.hold_out_error : d->id.fit.error;
}

// Parameters that violate a requirement of their law rank last, however small the error is.
static bool ranks_behind(const br_identified_law *d, const br_identified_law *other)
{
    bool broken = d->status == BR_OK && !d->id.physical, too = other->status == BR_OK && !other->id.physical;
    if (broken != too && d->status == BR_OK && other->status == BR_OK)
        return broken;
    return br_identified_law_score(d) > br_identified_law_score(other);
}

void br_identification_order(const br_identification *w, int order[BR_IDENTIFICATION_LAWS])
{
    for (int i = 0; i < w->laws; i++) {
        int k = i;
        for (; k > 0 && ranks_behind(&w->law[order[k - 1]], &w->law[i]); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

// The three best laws, and the three best identifiable ones, again with friction that depends on the direction.
static void add_directions(br_identification *w)
{
    int order[BR_IDENTIFICATION_LAWS], n = w->laws, known = 0;
    br_identification_order(w, order);
    for (int i = 0; i < n && w->laws < BR_IDENTIFICATION_LAWS; i++) {
        const br_identified_law *d = &w->law[order[i]];
        bool identifiable = d->status == BR_OK && d->id.identifiable;
        if (d->status != BR_OK || (i >= 3 && !(identifiable && known < 3)))
            continue;
        known += identifiable;
        char name[BR_MAX_NAME + 1];
        memcpy(name, d->law, sizeof name);
        br_identification_add_law(w, name, "direction")->direction = true;
    }
}

// One law alone that cannot be fitted is an error; so is memory that gives out.
static br_status first_failure(const br_identification *w, br_diag *why)
{
    for (int i = 0; i < w->laws; i++) {
        const br_identified_law *d = &w->law[i];
        if (d->status != BR_NO_MEMORY && (d->status == BR_OK || w->compare))
            continue;
        if (d->why.text[0])
            (void)br_diag_fail(why, d->status, "%s%s", strncmp(d->why.text, "bristle", 7) == 0 ? "" : w->who,
                               d->why.text);
        return d->status;
    }
    return BR_OK;
}

// A parameter of the best law by which a fit of the force is found wrong.
typedef struct doubt {
    const br_identified *id; // NULL: there is none
    int parameter;
    double value; // what it is by the check that found it
    const char *check;
} doubt;

// Rows that are too far apart for a law make it wrong by a good share of a parameter: with every second one it moves on, and
// predictions give quite another value. Predictions need positions and a drive force; who differentiates in another way wants a fit of forces.
static doubt find_doubt(const br_identification *w)
{
    const double good = 0.05, most = 0.2, sds = 5;
    int order[BR_IDENTIFICATION_LAWS];
    bool may =
        w->free_choice && w->drive && !w->options.motion && !w->given.profile && w->prepare.central && w->laws > 0;
    for (int i = 0; i < w->logs; i++)
        may = may && w->axis[i].x;
    br_identification_order(w, order);
    if (!may || w->law[order[0]].status != BR_OK)
        return (doubt){0};
    const br_identified *id = &w->law[order[0]].id;
    const br_mismatch *m = &id->coarse;
    if (m->parameter >= 0 && fabs(m->value - id->fit.value[m->parameter]) > good * fabs(m->value))
        return (doubt){id, m->parameter, m->value,
                       "the rows are too far apart to fit the force: with every second row"};
    int i = id->disagrees;
    double off = i >= 0 ? fabs(id->predicted - id->fit.value[i]) : 0;
    if (i >= 0 && off > most * fabs(id->predicted) && off > sds * id->predicted_sd)
        return (doubt){id, i, id->predicted,
                       "a fit of the force is biased here: by predictions from one row to the next"};
    return (doubt){0};
}

// What the axis does between rows follows from the force there, which is smooth, better than from the motion: predictions are
// fitted instead of the force, and what has been fitted is forgotten.
static void predict_instead(br_identification *w, const doubt *d)
{
    br_buffer_print(&w->notes, "%s %s = %.4g instead of %.4g", d->check, br_identified_name(d->id, d->parameter),
                    d->value, d->id->fit.value[d->parameter]);
    br_identified_put_unit(&w->notes, d->id, d->parameter);
    br_buffer_put(&w->notes, "; so one-step predictions of the position are fitted; to fit the force anyway: "
                             "--predict force\n");
    w->options.predictions = w->options.motion = true;
    for (int i = 0; i < w->laws + w->aids; i++) {
        br_identified_law *law = i < w->laws ? &w->law[i] : &w->aid[i - w->laws];
        br_identification_forget_fit(law);
        law->state = BR_LAW_WAITING;
        atomic_store(&law->progress, 0);
    }
}

br_status br_identification_fit(br_identification *w, br_identification_progress *progress, void *context, br_diag *why)
{
    br_status status = br_identification_find_elements(w);
    if (status != BR_OK)
        return status;
    const double middle = w->compare ? 0.6 : 1; // the best laws again, with a direction, take nearly as long as all
    bool all = br_identification_fit_from(w, 0, progress, context, (const double[]){0, middle}, why);
    doubt found = all ? find_doubt(w) : (doubt){0};
    if (found.id) {
        predict_instead(w, &found);
        all = br_identification_fit_from(w, 0, progress, context, (const double[]){0, middle}, why);
    }
    if (w->compare && all) {
        int first = w->laws;
        add_directions(w);
        all = br_identification_fit_from(w, first, progress, context, (const double[]){middle, 1}, why);
    }
    return all ? first_failure(w, why) : BR_NEGATIVE;
}
