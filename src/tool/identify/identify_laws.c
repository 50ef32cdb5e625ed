// identify_laws.c - the laws of `bristle identify`: which they are, and their order.                 [host]
#include "num/base/fp.h"

#include "law/builtin/builtin.h"
#include "tool/identify/identify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static identified *add_law(identifying *w, const char *name, const char *variant)
{
    identified *d = &w->law[w->laws];
    snprintf(d->law, sizeof d->law, "%s", name);
    snprintf(d->variant, sizeof d->variant, "%s", variant);
    w->laws++;
    return d;
}

static br_status complain_list(const char *laws, br_diag *why)
{
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle identify: --compare '%.60s' is not a list of laws; write 'coulomb, lugre' or all",
                         laws);
}

// Those that take a velocity and give a force are all tried; fit says which cannot be.
static br_status list_laws(identifying *w, const tool_args *a, br_diag *why)
{
    if (a->model) {
        add_law(w, a->model, a->direction ? "direction" : "")->direction = a->direction;
        return BR_OK;
    }
    bool all = strcmp(a->compare, "all") == 0;
    for (int i = 0; all && i < br_builtin_count(); i++)
        if (!br_builtin_at(i).plant)
            add_law(w, br_builtin_at(i).name, "");
    for (const char *p = a->compare; !all && *p && w->laws < IDENTIFY_LAWS - 8;) {
        size_t n = strcspn(p, ","), skip = strspn(p, " ");
        char name[BR_MAX_NAME + 1];
        skip = skip < n ? skip : n;
        size_t size = n - skip;
        while (size > 0 && p[skip + size - 1] == ' ')
            size--;
        if (size == 0 || size > BR_MAX_NAME)
            return complain_list(a->compare, why);
        snprintf(name, sizeof name, "%.*s", (int)size, p + skip);
        br_loaded_model known; // an unknown name is reported before the others are fitted
        br_status status = br_loaded_model_open(&known, name, NULL, NULL, why);
        if (status != BR_OK && strchr(name, ' '))
            return complain_list(a->compare, why);
        if (status != BR_OK)
            return status;
        br_loaded_model_close(&known);
        add_law(w, name, "");
        p += n + (p[n] == ',');
    }
    return BR_OK;
}

double identify_score(const identified *d)
{
    return d->status != BR_OK ? HUGE_VAL : isfinite(d->id.hold_out_error) ? d->id.hold_out_error : d->id.fit.error;
}

// Parameters that violate a requirement of their law rank last, however small the error is.
static bool ranks_behind(const identified *d, const identified *other)
{
    bool broken = d->status == BR_OK && !d->id.physical, too = other->status == BR_OK && !other->id.physical;
    if (broken != too && d->status == BR_OK && other->status == BR_OK)
        return broken;
    return identify_score(d) > identify_score(other);
}

void identify_order(const identifying *w, int order[IDENTIFY_LAWS])
{
    for (int i = 0; i < w->laws; i++) {
        int k = i;
        for (; k > 0 && ranks_behind(&w->law[order[k - 1]], &w->law[i]); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

// The three best laws, and the three best identifiable ones, again with friction that depends on the direction.
static void add_directions(identifying *w)
{
    int order[IDENTIFY_LAWS], n = w->laws, known = 0;
    identify_order(w, order);
    for (int i = 0; i < n && w->laws < IDENTIFY_LAWS; i++) {
        const identified *d = &w->law[order[i]];
        bool identifiable = d->status == BR_OK && d->id.identifiable;
        if (d->status != BR_OK || (i >= 3 && !(identifiable && known < 3)))
            continue;
        known += identifiable;
        char name[BR_MAX_NAME + 1];
        memcpy(name, d->law, sizeof name);
        add_law(w, name, "direction")->direction = true;
    }
}

// One law alone that cannot be fitted is an error; so is memory that gives out.
static br_status first_failure(const identifying *w, br_diag *why)
{
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[i];
        if (d->status != BR_NO_MEMORY && (d->status == BR_OK || w->compare))
            continue;
        if (d->why.text[0])
            tool_complain(why, d->status, "%s%s",
                          strncmp(d->why.text, "bristle", 7) == 0 ? "" : "bristle identify: ", d->why.text);
        return d->status;
    }
    return BR_OK;
}

br_status identify_laws(identifying *w, const tool_args *a, br_diag *why)
{
    br_status status = list_laws(w, a, why);
    if (status == BR_OK)
        status = identify_elements(w);
    if (status != BR_OK)
        return status;
    progress bar = progress_open("identifying", a);
    const double middle = w->compare ? 0.6 : 1; // the best laws again, with a direction, take nearly as long as all
    bool all = identify_fit_from(w, 0, a, &bar, (const double[]){0, middle}, why);
    if (w->compare && all) {
        int first = w->laws;
        add_directions(w);
        all = identify_fit_from(w, first, a, &bar, (const double[]){middle, 1}, why);
    }
    progress_close(&bar);
    return all ? first_failure(w, why) : BR_NEGATIVE;
}
