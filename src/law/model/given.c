// given.c - opening a model by the name of a parameter set, or by text.        [host]
#include "num/base/fp.h"

#include "law/model/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static br_status no_set(const br_parsed_law *law, const char *set, br_diag *why)
{
    char sets[BR_SETS_SIZE];
    br_law_name_sets(law, set, sets);
    return br_complain(why, BR_BAD_LAW, &law->tokens, NULL, "law %s has no set '%.60s' (%s)", law->name, set, sets);
}

static br_status read_set(br_assignments *a, const br_model_source *source, const char *set, br_diag *why)
{
    br_parsed_law law;
    br_read_options o = {.find = source->find, .context = source->context};
    br_status status = br_law_read(&law, source->text, source->size, source->origin, &o, why);
    if (status != BR_OK)
        return status;
    int i = br_law_find_set(&law, set, strlen(set));
    status = i >= 0 ? br_assignments_of_set(a, &law, i, why) : no_set(&law, set, why);
    br_law_free(&law);
    return status;
}

static br_status read_given(br_assignments *a, const br_model_source *source, const br_given *given, br_diag *why)
{
    if (given && given->set)
        return read_set(a, source, given->set, why);
    if (given && given->text)
        return br_assignments_read(a, given->text, given->size, given->origin, why);
    return BR_OK;
}

br_status br_model_open_lists(br_model *m, const br_model_source *source, const br_given *const *given, int count,
                              br_diag *why)
{
    br_assignments *list = calloc((size_t)count + 1, sizeof *list);
    const br_assignments **lists = calloc((size_t)count + 1, sizeof *lists);
    br_status status = list && lists ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < count && status == BR_OK; i++) {
        lists[i] = &list[i];
        status = read_given(&list[i], source, given[i], why);
    }
    if (status == BR_OK)
        status = br_model_open(m, source, lists, count, why);
    for (int i = 0; i < count && list; i++)
        br_assignments_free(&list[i]);
    free(lists);
    free(list);
    return status;
}

br_status br_model_open_given(br_model *m, const br_model_source *source, const br_given *first, const br_given *then,
                              br_diag *why)
{
    const br_given *const given[] = {first, then};
    return br_model_open_lists(m, source, given, 2, why);
}

br_model_source br_model_source_body(const br_model_source *source, const br_parsed_law *law)
{
    br_model_source body = *source;
    body.size = (size_t)(law->tokens.token[law->last_equation].at - law->tokens.text);
    return body;
}
