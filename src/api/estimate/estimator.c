// estimator.c - what observers and horizons of the C API have in common.       [host]
#include "num/base/fp.h"

#include "api/estimate/estimator.h"
#include "api/law/method.h"
#include "loop/signal/checked.h"
#include "num/text/diag.h"

#include <stdio.h>

#include <string.h>

enum { MOST_SUBSTEPS = 100000 };

// ---------------------------------------------------------------- the plan

br_status br_estimator_read_lists(br_package_options *o, const br_estimator_lists *l, br_diag *why)
{
    if (!(l->rate >= 1e-3 && l->rate <= 1e9))
        return br_diag_fail(why, BR_BAD_USAGE, "the rate is 0.001 to 1e9 samples a second");
    if (!(l->gate == 0 || (l->gate >= 0.1 && l->gate <= 1e9)) || l->substeps < 0 || l->substeps > MOST_SUBSTEPS)
        return br_diag_fail(why, BR_BAD_USAGE, "the gate is 0 (none) or 0.1 to 1e9, and substeps are 0 to %d",
                            (int)MOST_SUBSTEPS);
    br_status status = br_method_read(l->method, &o->observe.flow, "", why);
    if (status != BR_OK)
        return status;
    o->rate = l->rate;
    o->measured = l->measured;
    o->observe.tuning = (br_tuning_lists){
        .estimate = l->estimate, .noise = l->noise, .prior = l->prior, .most = l->most, .dt = 1 / l->rate};
    o->observe.gate = l->gate;
    o->observe.default_gate = l->gate == BR_REJECT_BEYOND;
    o->observe.substeps = l->substeps;
    return BR_OK;
}

// What is estimated is not read, and may be anything.
static br_status note_requirements(br_estimator *e)
{
    const br_plan *plan = &e->packing.plan;
    int np = e->packing.model->np; // that of a plan without a law, as of the compensator none, is 0
    bool *estimated = calloc((size_t)(plan->np > np ? plan->np : np) + 1, sizeof *estimated);
    if (!estimated)
        return BR_NO_MEMORY;
    for (int i = 0; i < plan->ne; i++)
        if (plan->estimate[i].by == 'p')
            estimated[plan->estimate[i].number] = true;
    br_status status = br_required_open(&e->required, e->packing.model, e->packing.required, estimated);
    free(estimated);
    return status;
}

br_status br_estimator_complete(br_estimator *e)
{
    br_status status = br_packing_find_required(&e->packing);
    if (status == BR_OK && !br_plan_reals_make(&e->reals, &e->packing.plan))
        status = BR_NO_MEMORY;
    return status == BR_OK ? note_requirements(e) : status;
}

static br_status make_plan(br_estimator *e, const br_estimator_lists *lists, br_diag *why)
{
    br_status status = br_estimator_read_lists(&e->options, lists, why);
    if (status == BR_OK && !e->law->is_complete) {
        if (why)
            *why = e->law->incomplete;
        return BR_BAD_LAW;
    }
    e->packing.o = &e->options;
    e->packing.model = &e->law->loaded.model;
    e->packing.why = why;
    if (status == BR_OK)
        status = br_packing_plan_observer(&e->packing);
    e->packing.why = NULL;
    return status == BR_OK ? br_estimator_complete(e) : status;
}

// Names of what is measured: each is there, and they stand in the order of the measurements of a sample.
static br_status check_measured(const br_estimator *e, const char *list, br_diag *why)
{
    int count = 0;
    for (const char *s = list; s; count++) {
        size_t size = strcspn(s, ",");
        const char *end = s + size, *next = *end ? end + 1 : NULL;
        char name[sizeof((br_law_number *)0)->name];
        while (s < end && *s == ' ')
            s++;
        while (end > s && end[-1] == ' ')
            end--;
        snprintf(name, sizeof name, "%.*s", (int)(end - s), s);
        int at = br_estimator_index(e, BR_PART_MEASURED, name);
        if (at < 0)
            return br_diag_fail(why, BR_BAD_USAGE, "measured: '%.60s' is no output or state of %s that is one number",
                                name, e->packing.model->law.name);
        if (at != count)
            return br_diag_fail(
                why, BR_BAD_USAGE,
                "measured: measurements stand in the order of the law, outputs first; '%.60s' is number %d", name,
                at + 1);
        s = next;
    }
    return BR_OK;
}

br_status br_estimator_open(br_estimator **e, const br_law *law, br_package_options o, const br_estimator_lists *lists,
                            br_diag *why)
{
    br_estimator *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return BR_NO_MEMORY;
    fresh->options = o;
    br_status status = br_opened_law_read(&fresh->law, law, NULL, why);
    if (status == BR_OK)
        status = make_plan(fresh, lists, why);
    if (status == BR_OK && lists->measured)
        status = check_measured(fresh, lists->measured, why);
    else if (status == BR_BAD_DATA && lists->measured)
        status = br_diag_fail(why, BR_BAD_USAGE, "measured: '%.60s' names no output or state of %s", lists->measured,
                              fresh->law->loaded.model.law.name);
    if (status == BR_OK)
        *e = fresh;
    else
        br_estimator_close(fresh);
    return status;
}

void br_estimator_release(br_estimator *e)
{
    br_required_close(e->required);
    br_plan_reals_free(&e->reals);
    br_packing_close(&e->packing);
    br_opened_law_close(e->law);
}

void br_estimator_close(br_estimator *e)
{
    if (e)
        br_estimator_release(e);
    free(e);
}

// ---------------------------------------------------------------- names

int br_estimator_size(const br_estimator *e, int part)
{
    const br_plan *p = &e->packing.plan;
    const int size[] = {p->nu, p->measured, p->nx + p->ne, p->ny, p->np};
    return part >= 0 && (size_t)part < sizeof size / sizeof *size ? size[part] : 0;
}

// States, then what is estimated of parameters and inputs.
static br_status describe_number(const br_estimator *e, const br_law *law, int i, br_law_number *to)
{
    const br_plan *p = &e->packing.plan;
    if (i < p->nx)
        return br_law_number_at(law, BR_LAW_STATES, i, to);
    const br_plan_estimate *k = &p->estimate[i - p->nx];
    br_status status = br_law_number_at(law, k->by == 'u' ? BR_LAW_INPUTS : BR_LAW_PARAMETERS, k->number, to);
    to->value = br_tuning_start(&e->packing.ob.tuning, i - p->nx);
    return status;
}

static br_status describe_measured(const br_estimator *e, const br_law *law, int i, br_law_number *to)
{
    const br_plan *p = &e->packing.plan;
    if (p->observer != BR_PLAN_EP)
        return p->which[i] < p->ny ? br_law_number_at(law, BR_LAW_OUTPUTS, p->which[i], to)
                                   : describe_number(e, law, p->which[i] - p->ny, to);
    br_status status = br_law_number_at(law, BR_LAW_STATES, 0, to); // a position, in the unit of the deflection
    strcpy(to->name, "x");
    strcpy(to->meaning, "position");
    return status;
}

br_status br_estimator_number_at(const br_estimator *e, int part, int i, br_law_number *number)
{
    br_law law = {.open = e->law};
    if (!number || number->size != sizeof *number || i < 0 || i >= br_estimator_size(e, part))
        return BR_BAD_USAGE;
    switch (part) {
    case BR_PART_INPUTS: return br_law_number_at(&law, BR_LAW_INPUTS, i, number);
    case BR_PART_MEASURED: return describe_measured(e, &law, i, number);
    case BR_PART_NUMBERS: return describe_number(e, &law, i, number);
    case BR_PART_OUTPUTS: return br_law_number_at(&law, BR_LAW_OUTPUTS, i, number);
    default: return br_law_number_at(&law, BR_LAW_PARAMETERS, i, number);
    }
}

int br_estimator_index(const br_estimator *e, int part, const char *name)
{
    br_law_number n = {.size = sizeof n};
    for (int i = 0; name && i < br_estimator_size(e, part); i++)
        if (br_estimator_number_at(e, part, i, &n) == BR_OK && strcmp(n.name, name) == 0)
            return i;
    return -1;
}

// ---------------------------------------------------------------- what may be changed

// Where an input of a horizon is estimated its noise is not 0, and nothing that was 0 leaves it.
static bool noise_fits(const br_adjusted *a, int n)
{
    double largest = br_gaussian_largest_sd();
    bool fits = br_gaussian_in_range(n, a->q, largest * largest);
    for (int i = 0; a->fresh && i < n; i++)
        fits = fits && (a->fresh[i] ? a->q[i] > 0 : a->kept_q[i] > 0 || a->q[i] == 0);
    return fits;
}

int br_adjusted_numbers(const br_estimator *e)
{
    const br_plan *p = &e->packing.plan;
    return 2 * (p->np + 3 * (p->nx + p->ne) + p->ny);
}

static double *take(double **list, int n, double *room)
{
    if (*list)
        br_vec_copy(n, *list, room);
    *list = room;
    return room + n;
}

void br_adjusted_begin(br_adjusted *a, const br_estimator *e, double *room)
{
    const br_plan *p = &e->packing.plan;
    int n = a->q ? p->nx + p->ne : 0;
    double *end = take(&a->r, a->rs, take(&a->most, n, take(&a->q, n, take(&a->p, p->np, room))));
    a->kept_p = end;
    a->kept_q = a->kept_p + (a->q - a->p);
    a->kept_most = a->kept_p + (a->most - a->p);
    a->kept_r = a->kept_p + (a->r - a->p);
    br_vec_copy((int)(end - room), room, a->kept_p);
}

bool br_adjusted_repair(br_adjusted *a, const br_estimator *e)
{
    const br_plan *plan = &e->packing.plan;
    int n = (int)(a->most - a->q), measured = a->rs > 0 ? plan->measured : 0; // 0: there are parameters alone
    double largest = br_gaussian_largest_sd();
    bool fine = br_checked_same(plan->np, a->p, a->kept_p) ||
                br_checked_accept(plan->np, a->p, a->kept_p, br_required_accepts(e->required, a->p));
    fine &= br_checked_accept(n, a->q, a->kept_q, noise_fits(a, n)) != 0;
    fine &= br_checked_accept(n, a->most, a->kept_most, br_gaussian_in_range(n, a->most, largest)) != 0;
    for (int i = 0; i < measured; i++) {
        int at = a->r_at ? a->r_at[i] : i;
        double r = a->r[at];
        fine &= br_checked_accept(1, &a->r[at], &a->kept_r[at], r > 0 && r <= largest * largest) != 0;
    }
    br_vec_copy(a->rs, a->kept_r, a->r); // what is not measured stays as it is
    return fine;
}
