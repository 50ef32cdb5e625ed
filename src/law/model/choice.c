// choice.c - choices and open units (m or rad) of a law, resolved from the values given. [host]
#include "num/base/fp.h"

#include "law/token/guess.h"
#include "law/model/model_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_choice *find_choice(const br_parsed_law *law, const char *name)
{
    for (int i = 0; i < law->nchoice; i++)
        if (strcmp(law->choice[i].name, name) == 0)
            return &law->choice[i];
    return NULL;
}

// The quantity stands under choices that were not made.
static br_status absent_quantity(const br_parsed_law *law, const br_tokens *in, const br_assignment *a,
                                 const br_absent *it, br_diag *why)
{
    char when[160] = "", add[160] = "";
    size_t n = 0, k = 0;
    for (int i = 0; i < it->conditions; i++) {
        const br_choice *c = &law->choice[it->choice[i]];
        const char *value = c->value[it->value[i]];
        size_t most = strlen(c->name) + strlen(value) + 12;
        if (n + most >= sizeof when || k + most >= sizeof add)
            break;
        n += (size_t)snprintf(when + n, sizeof when - n, "%s%s is %s", i ? " and " : "", c->name, value);
        if (c->chosen != it->value[i] && !c->fixed)
            k += (size_t)snprintf(add + k, sizeof add - k, "%s%s = %s", k ? ", " : "", c->name, value);
    }
    return br_complain(why, BR_BAD_LAW, in, &a->at, "%s is a quantity only when %s%s%s%s", a->name, when,
                       k ? " (add " : "", add, k ? ")" : "");
}

// "; did you mean NAME?", or nothing; of choices where a word was given, else of quantities.
static void suggest_name(const br_parsed_law *law, const br_assignment *a, char text[BR_NAME_SIZE + 20])
{
    br_guess near = br_guess_of(a->name, (int)strlen(a->name));
    for (int i = 0; a->word[0] && i < law->nchoice; i++)
        br_guess_try(&near, law->choice[i].name);
    for (int i = 0; !a->word[0] && i < law->nq; i++)
        br_guess_try(&near, law->q[i].name);
    snprintf(text, BR_NAME_SIZE + 20, "%s%s%s", near.best ? "; did you mean " : "", near.best ? near.best : "",
             near.best ? "?" : "");
}

static br_status unknown_name(const br_parsed_law *law, const br_tokens *in, const br_assignment *a, br_diag *why)
{
    char names[220], near[BR_NAME_SIZE + 20];
    size_t n = 0;
    names[0] = 0;
    for (int i = 0; i < law->nq && n + BR_NAME_SIZE + 8 < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "", law->q[i].name);
    bool number = br_law_find(law, a->name, strlen(a->name)) >= 0 || br_model_find_dim(law, a->name) >= 0;
    for (int i = 0; i < law->nabsent && !number; i++)
        if (strcmp(law->absent[i].name, a->name) == 0)
            return absent_quantity(law, in, a, &law->absent[i], why);
    if (br_word_distance(a->word, (int)strlen(a->word), "nan", 3) == 0)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s is not a value", a->word);
    if (a->word[0] && number)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s needs a number, not '%s'", a->name, a->word);
    suggest_name(law, a, near);
    if (a->word[0])
        return br_complain(why, BR_BAD_LAW, in, &a->at, "law %s has no choice '%s'%s", law->name, a->name, near);
    return br_complain(why, BR_BAD_LAW, in, &a->at, "law %s has no quantity '%s'; it has %s%s", law->name, a->name,
                       names, near);
}

static bool fits_unit(const br_parsed_law *law, const br_assignments *list, const br_assignment *a)
{
    int q = br_law_find(law, a->name, strlen(a->name));
    bool count = br_model_find_dim(law, a->name) >= 0, zero = !a->has_unit;
    if (a->word[0])
        return true;
    if (q < 0 && !count)
        return false;
    for (int k = 0; k < a->count; k++)
        zero = zero && list->value[a->first + k].lo == 0 && list->value[a->first + k].hi == 0;
    return zero || br_unit_same(a->has_unit ? a->unit : br_unit_none(), count ? br_unit_none() : law->q[q].unit);
}

typedef struct place { // an assignment: of all lists the i-th of list l; i < 0: none
    int l, i;
} place;

static bool is_before(place a, place b)
{
    return b.i < 0 ? a.i >= 0 : a.i >= 0 && (a.l < b.l || (a.l == b.l && a.i < b.i));
}

// The first value whose unit does not fit the law as read.
static place first_misfit(const br_parsed_law *law, const br_lists *lists)
{
    for (int l = 0; l < lists->count; l++)
        for (int i = 0; i < lists->list[l].items->count; i++)
            if (!fits_unit(law, lists->list[l].items, &lists->list[l].items->item[i]))
                return (place){l, i};
    return (place){-1, -1};
}

// The law is sliding or turning because of the value `by` (NULL: there is no such question); a does not fit it.
static br_status unit_error(const br_parsed_law *law, const br_tokens *in, const br_assignment *a,
                            const br_assignment *by, br_diag *why)
{
    int q = br_law_find(law, a->name, strlen(a->name));
    bool count = br_model_find_dim(law, a->name) >= 0;
    const char *motion = strcmp(law->motion_text, "m") == 0     ? " (a sliding law)"
                         : strcmp(law->motion_text, "rad") == 0 ? " (a turning law)"
                                                                : "";
    if (q < 0 && find_choice(law, a->name))
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s is a choice; give one of its values by name", a->name);
    if (q < 0 && !count)
        return unknown_name(law, in, a, why);
    const char *want = count ? "-" : law->q[q].unit_text;
    if (!a->has_unit)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s needs a unit, such as %s", a->name, want);
    if (by)
        return br_complain(why, BR_BAD_LAW, in, &a->at,
                           "units differ: %s is in %s here, because %s %s%s%s; this value is in %s", a->name, want,
                           by->name, by->has_unit ? "is in " : "has no unit", by->has_unit ? by->unit_text : "", motion,
                           a->unit_text);
    return br_complain(why, BR_BAD_LAW, in, &a->at, "units differ: %s is in %s, this value in %s", a->name, want,
                       a->unit_text);
}

// A list that says which law it is for must have found it.
static br_status check_law_name(const br_parsed_law *law, const br_assignments *list, br_diag *why)
{
    if (!list->law[0] || strcmp(list->law, law->name) == 0)
        return BR_OK;
    return br_complain(why, BR_BAD_LAW, &list->tokens, list->built_in ? NULL : &list->law_at,
                       "this set is for %s, not %s", list->law, law->name);
}

// Whether a choice has the value; says so if not. A choice between laws has every law there is.
static br_status check_choice_value(const br_model_source *source, const br_choice *c, const br_assignments *list,
                                    const br_assignment *a, br_diag *why)
{
    char all[240] = "";
    size_t n = 0, size;
    int found = -1;
    for (int v = 0; v < c->values; v++) {
        found = strcmp(c->value[v], a->word) == 0 ? v : found;
        if (n + BR_MAX_NAME + 20 < sizeof all)
            n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", v ? " | " : "", c->value[v]);
    }
    if (c->open && source->find && source->find(source->context, a->word, &size))
        found = c->chosen;
    if (found < 0)
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "choice %s has no value '%s'; there are %s%s",
                           c->name, a->word, all, c->open ? ", and every law by its name" : "");
    if (c->fixed && (c->open ? strcmp(a->word, c->value[c->chosen]) != 0 : found != c->chosen))
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "choice %s is %s by `use` and cannot be changed",
                           c->name, c->value[c->chosen]);
    return BR_OK;
}

// Later ones win.
static void set_choice(br_read_options *o, br_chosen *chosen, const br_assignment *a)
{
    int k = 0;
    while (k < o->nchosen && strcmp(chosen[k].name, a->name) != 0)
        k++;
    if (k == BR_MAX_CHOICES)
        return; // a law has no more
    snprintf(chosen[k].name, sizeof chosen[k].name, "%.*s", BR_MAX_NAME, a->name);
    memcpy(chosen[k].value, a->word, sizeof a->word);
    o->nchosen += k == o->nchosen;
}

// All choices of the lists that the law, as read, has. last: what it has not, and is no part, is an error; before, another law
// may still come to stand in the place of one that has no such choice or value.
static br_status set_choices(br_read_options *o, br_chosen *chosen, const br_model_source *source,
                             const br_parsed_law *law, const br_lists *lists, bool last, br_diag *why)
{
    o->nchosen = 0;
    for (int l = 0; l < lists->count; l++)
        for (int i = 0; i < lists->list[l].items->count; i++) {
            const br_assignments *list = lists->list[l].items;
            const br_assignment *a = &list->item[i];
            const br_choice *c = a->word[0] ? find_choice(law, a->name) : NULL;
            br_status status = c ? check_choice_value(source, c, list, a, last ? why : NULL) : BR_OK;
            if (c && status == BR_OK)
                set_choice(o, chosen, a);
            if (last && !c && a->word[0] && !br_model_part(law, a->name))
                status = unknown_name(law, &list->tokens, a, why);
            if (last && status != BR_OK)
                return status;
        }
    return BR_OK;
}

// Takes the first motion that all values fit. Where none does, the values that come first decide, and the first one that
// does not follow them is named.
static br_status read_with_motion(br_parsed_law *law, const br_model_source *source, br_read_options *o, int motions,
                                  const br_lists *lists, br_diag *why)
{
    place bad[BR_MAX_MODES];
    bool readable[BR_MAX_MODES] = {false}; // the laws that it uses have this motion, too
    int best = -1, other = -1;
    memset(bad, 0, sizeof bad);
    for (o->motion = 0; o->motion < motions && o->motion < BR_MAX_MODES; o->motion++) {
        br_status status = br_law_read(law, source->text, source->size, source->origin, o, NULL);
        if (status == BR_BAD_LAW)
            continue;
        if (status != BR_OK)
            return status;
        readable[o->motion] = true;
        bad[o->motion] = first_misfit(law, lists);
        if (bad[o->motion].i < 0)
            return BR_OK;
        best = best < 0 || is_before(bad[best], bad[o->motion]) ? o->motion : best;
        br_law_free(law);
    }
    place at = bad[best];
    const br_assignment *a = &lists->list[at.l].items->item[at.i];
    br_status status = BR_OK;
    for (o->motion = 0; o->motion < motions && status == BR_OK && other < 0; o->motion++) { // a motion that a would fit
        if (!readable[o->motion])
            continue;
        status = br_law_read(law, source->text, source->size, source->origin, o, why);
        if (status == BR_OK && is_before(bad[o->motion], at) && fits_unit(law, lists->list[at.l].items, a))
            other = o->motion;
        if (status == BR_OK)
            br_law_free(law);
    }
    o->motion = best;
    if (status == BR_OK)
        status = br_law_read(law, source->text, source->size, source->origin, o, why);
    if (status != BR_OK)
        return status;
    const br_assignment *by = other >= 0 ? &lists->list[bad[other].l].items->item[bad[other].i] : NULL;
    status = unit_error(law, &lists->list[at.l].items->tokens, a, by, why);
    br_law_free(law);
    return status;
}

static bool same_choices(const br_chosen *a, const br_chosen *b, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(a[i].name, b[i].name) != 0 || strcmp(a[i].value, b[i].value) != 0)
            return false;
    return true;
}

br_status br_law_read_either(br_parsed_law *law, const br_model_source *source, br_read_options *o, br_diag *why)
{
    br_diag first = {0};
    o->motion = 0;
    br_status status = br_law_read(law, source->text, source->size, source->origin, o, &first);
    if (status == BR_BAD_LAW) {
        o->motion = 1;
        status = br_law_read(law, source->text, source->size, source->origin, o, NULL);
        if (status == BR_OK && law->motions > 1)
            return BR_OK;
        if (status == BR_OK)
            br_law_free(law);
        o->motion = 0;
        status = status == BR_NO_MEMORY ? status : BR_BAD_LAW;
    }
    if (status != BR_OK && why)
        *why = first;
    return status;
}

// A choice may bring in a law with choices and sets of its own: read again until no list has more to say.
br_status br_model_read_law(br_model *m, const br_model_source *source, br_lists *lists, br_diag *why)
{
    br_chosen chosen[BR_MAX_CHOICES], before[BR_MAX_CHOICES];
    memset(chosen, 0, sizeof chosen);
    br_read_options o = {.chosen = chosen, .find = source->find, .context = source->context};
    br_parsed_law *law = &m->law;
    br_status status = BR_OK;
    int motions = 1;
    for (bool again = true; again && status == BR_OK;) {
        int nbefore = o.nchosen;
        status = br_law_read_either(law, source, &o, why);
        if (status != BR_OK)
            break;
        for (int l = 0; l < lists->count && status == BR_OK; l++)
            status = check_law_name(law, lists->list[l].items, why);
        memcpy(before, chosen, sizeof before);
        if (status == BR_OK)
            status = set_choices(&o, chosen, source, law, lists, false, why);
        again = o.nchosen != nbefore || !same_choices(before, chosen, nbefore);
        if (status == BR_OK && !again)
            status = br_lists_add_part_sets(lists, source, law, &again, why);
        if (status == BR_OK && !again)
            status = set_choices(&o, chosen, source, law, lists, true, why);
        if (status == BR_OK && !again && o.motion == 0 && first_misfit(law, lists).i < 0)
            return BR_OK;
        motions = law->motions;
        br_law_free(law);
    }
    return status == BR_OK ? read_with_motion(law, source, &o, motions, lists, why) : status;
}
