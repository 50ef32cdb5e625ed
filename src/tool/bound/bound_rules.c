// bound_rules.c - `--rules` of `bristle bound`: the free parameters of the rules of the paper.      [host]
#include "num/base/fp.h"

#include "tool/bound/bound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 10000 }; // boxes

// One of them: an integer of at least 1, or a number of at least 0 in the unit of a quantity of the law, or as a share.
typedef struct rule {
    const char *name;
    int *whole;
    double *number;
    const br_quantity *like;
} rule;

static br_status set_rule(const rule *r, double value, br_unit unit, br_diag *why)
{
    if (!r->whole && r->like && !(br_unit_same(unit, r->like->unit) && value >= 0 && isfinite(value)))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle bound: --rules: %s must be a number of at least 0 in its unit: '%s = 1 %s'",
                             r->name, r->name, r->like->si_text);
    bool bare = br_unit_same(unit, br_unit_none());
    if (!r->whole && !r->like && !(bare && value >= 0 && value <= 1))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --rules: %s must be a number from 0 to 1", r->name);
    if (r->whole && !(bare && value >= 1 && value <= MOST && value == floor(value)))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --rules: %s is not an integer from 1 to %d", r->name,
                             MOST);
    if (r->whole)
        *r->whole = (int)value;
    else
        *r->number = value;
    return BR_OK;
}

static br_status set_rules(const rule *rules, int count, const br_assignments *list, br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < list->count && status == BR_OK; i++) {
        const br_assignment *a = &list->item[i];
        int k = 0;
        while (k < count && strcmp(rules[k].name, a->name) != 0)
            k++;
        if (k == count || a->element)
            return tool_complain(
                why, BR_BAD_USAGE,
                "bristle bound: --rules: '%.60s' is not one of the free choices; see 'bristle bound --help'", a->name);
        br_unit unit = a->has_unit ? a->unit : br_unit_none();
        bool one = a->count == 1 && list->value[a->first].lo == list->value[a->first].hi;
        status = set_rule(&rules[k], one ? br_unit_to_si(unit, list->value[a->first].lo) : (double)NAN, unit, why);
    }
    return status;
}

br_status bound_rules(bounding *w, const char *text, br_diag *why)
{
    br_paper_options *r = &w->rules;
    const br_quantity *q = w->is.plant.model.law.q;
    const rule rules[] = {{"M", &r->M, NULL, NULL},
                          {"M_v", &r->M_v, NULL, NULL},
                          {"L", &r->L, NULL, NULL},
                          {"v_bar", NULL, &r->v_bar, &q[w->is.stick.w]},
                          {"epsilon", NULL, &r->epsilon, &q[w->is.stick.u]},
                          {"small", NULL, &r->small, NULL}};
    *r = br_paper_defaults();
    size_t name = text ? strcspn(text, ", ") : 0, open = text ? name + strspn(text + name, ", ") : 0;
    if (!text || !text[open])
        return BR_OK;
    br_assignments list;
    br_status status = br_assignments_read(&list, text + open, strlen(text + open), "--rules", why);
    if (status != BR_OK)
        return status;
    status = set_rules(rules, (int)(sizeof rules / sizeof *rules), &list, why);
    br_assignments_free(&list);
    return status;
}
