// part.c - parameter sets of the parts of a model: `fr = table-I`.             [host]
#include "num/base/fp.h"

#include "law/model/model_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_status br_lists_open(br_lists *all, const br_assignments *const *lists, int nlists)
{
    memset(all, 0, sizeof *all);
    all->list = calloc((size_t)nlists + 1, sizeof *all->list);
    if (!all->list)
        return BR_NO_MEMORY;
    for (int l = 0; l < nlists; l++)
        all->list[l].items = lists[l];
    all->count = nlists;
    return BR_OK;
}

void br_lists_close(br_lists *all)
{
    for (int l = 0; l < all->count; l++)
        if (all->list[l].own) {
            br_assignments_free(all->list[l].own);
            free(all->list[l].own);
        }
    free(all->list);
    memset(all, 0, sizeof *all);
}

const br_part *br_model_part(const br_parsed_law *law, const char *name)
{
    for (int i = 0; i < law->nparts; i++)
        if (strcmp(law->part[i].name, name) == 0)
            return &law->part[i];
    return NULL;
}

// Nothing behind it gives the same part another set.
static bool is_last(const br_lists *all, int l, int i)
{
    const br_assignment *a = &all->list[l].items->item[i];
    for (int k = l; k < all->count; k++) {
        const br_assignments *list = all->list[k].items;
        for (int j = k == l ? i + 1 : 0; j < list->count; j++)
            if (list->item[j].word[0] && strcmp(list->item[j].name, a->name) == 0)
                return false;
    }
    return true;
}

static bool is_taken(const br_lists *all, const br_assignment *a)
{
    for (int l = 0; l < all->count; l++)
        if (all->list[l].for_part == a)
            return true;
    return false;
}

// Names of the part become names of the model: sigma0 becomes fr.sigma0.
static br_status prefix_names(br_assignments *set, const char *part, br_diag *why)
{
    for (int i = 0; i < set->count; i++) {
        char name[2 * BR_NAME_SIZE];
        int n = snprintf(name, sizeof name, "%s.%s", part, set->item[i].name);
        if (n >= BR_NAME_SIZE)
            return br_complain(why, BR_BAD_LAW, &set->tokens, &set->item[i].at,
                               "this name is too long behind the name of the part, %.60s", part);
        memcpy(set->item[i].name, name, (size_t)n + 1);
    }
    set->law[0] = 0;
    return BR_OK;
}

static br_status read_part_set(br_assignments *set, const br_model_source *source, const br_part *part,
                               const br_assignments *list, const br_assignment *a, br_diag *why)
{
    size_t size = 0;
    const char *text = source->find ? source->find(source->context, part->law, &size) : NULL;
    br_read_options o = {.find = source->find, .context = source->context};
    br_parsed_law law;
    br_status status = text ? br_law_read(&law, text, size, part->law, &o, why) : BR_BAD_LAW; // it has been read before
    if (status != BR_OK)
        return status;
    int k = br_law_find_set(&law, a->word, strlen(a->word));
    if (k >= 0) {
        status = br_assignments_of_set(set, &law, k, why);
    } else {
        char sets[BR_SETS_SIZE];
        br_law_name_sets(&law, a->word, sets);
        status = br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s is law %s, which has no set '%.60s' (%s)",
                             part->name, part->law, a->word, sets);
    }
    br_law_free(&law);
    return status;
}

// The set comes before the list that asks for it, whose own values win.
static br_status add_part_set(br_lists *all, int l, const br_model_source *source, const br_part *part,
                              const br_assignment *a, br_diag *why)
{
    br_listed *longer = realloc(all->list, ((size_t)all->count + 1) * sizeof *longer);
    if (!longer)
        return BR_NO_MEMORY;
    all->list = longer;
    br_assignments *set = calloc(1, sizeof *set);
    if (!set)
        return BR_NO_MEMORY;
    br_status status = read_part_set(set, source, part, all->list[l].items, a, why);
    if (status == BR_OK)
        status = prefix_names(set, part->name, why);
    if (status != BR_OK) {
        br_assignments_free(set);
        free(set);
        return status;
    }
    memmove(&all->list[l + 1], &all->list[l], (size_t)(all->count - l) * sizeof *all->list);
    all->list[l] = (br_listed){set, set, a};
    all->count++;
    return BR_OK;
}

br_status br_lists_add_part_sets(br_lists *all, const br_model_source *source, const br_parsed_law *law, bool *took,
                                 br_diag *why)
{
    *took = false;
    for (int l = 0; l < all->count && !*took; l++)
        for (int i = 0; i < all->list[l].items->count && !*took; i++) {
            const br_assignment *a = &all->list[l].items->item[i];
            const br_part *part = a->word[0] ? br_model_part(law, a->name) : NULL;
            if (!part || !is_last(all, l, i) || is_taken(all, a))
                continue;
            br_status status = add_part_set(all, l, source, part, a, why);
            if (status != BR_OK)
                return status;
            *took = true;
        }
    return BR_OK;
}
