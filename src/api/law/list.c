// list.c - lists of values in a program: bristle/law.h.    [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "law/text/list.h"

#include <bristle/law.h>

#include <stdio.h>

static void describe_assignment(const br_assignments *list, const br_assignment *is, br_law_assignment *to)
{
    const br_written *value = &list->value[is->first];
    bool is_number = is->count > 0 && !is->word[0];
    *to = (br_law_assignment){.size = sizeof *to, .element = is->element, .count = is->count, .has_unit = is->has_unit};
    snprintf(to->name, sizeof to->name, "%s", is->name);
    snprintf(to->word, sizeof to->word, "%s", is->word);
    if (is_number) {
        to->low = br_unit_to_si(is->unit, value->lo);
        to->high = br_unit_to_si(is->unit, value->hi);
        br_unit_write(to->unit, is->unit);
    }
}

br_status br_law_read_list(const char *list, const char *called, int i, br_law_assignment *assignment, br_diag *why)
{
    br_assignments all;
    if (!list || !called || i < 0 || !assignment || assignment->size != sizeof *assignment)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_law_read_list: a list, its name and an assignment of a known size are needed");
    br_status status = br_assignments_read(&all, list, strlen(list), called, why);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? br_said(status, why) : status;
    if (i < all.count)
        describe_assignment(&all, &all.item[i], assignment);
    else
        status = BR_NEGATIVE;
    br_assignments_free(&all);
    return status;
}
