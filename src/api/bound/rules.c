// rules.c - the search by the rules of the paper, and their free choices.      [host]
#include "num/base/fp.h"

#include "api/bound/bounding.h"
#include "num/text/diag.h"

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

static br_status set_rule(const rule *r, double value, br_unit unit, br_bound_speaker says, br_diag *why)
{
    if (!r->whole && r->like && !(br_unit_same(unit, r->like->unit) && value >= 0 && isfinite(value)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%srules: %s must be a number of at least 0 in its unit: '%s = 1 %s'",
                            says.who, says.dash, r->name, r->name, r->like->si_text);
    bool bare = br_unit_same(unit, br_unit_none());
    if (!r->whole && !r->like && !(bare && value >= 0 && value <= 1))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%srules: %s must be a number from 0 to 1", says.who, says.dash,
                            r->name);
    if (r->whole && !(bare && value >= 1 && value <= MOST && value == floor(value)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%srules: %s is not an integer from 1 to %d", says.who, says.dash,
                            r->name, MOST);
    if (r->whole)
        *r->whole = (int)value;
    else
        *r->number = value;
    return BR_OK;
}

static br_status set_rules(const rule *rules, int count, const br_assignments *list, br_bound_speaker says,
                           br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < list->count && status == BR_OK; i++) {
        const br_assignment *a = &list->item[i];
        int k = 0;
        while (k < count && strcmp(rules[k].name, a->name) != 0)
            k++;
        if (k == count || a->element)
            return br_diag_fail(why, BR_BAD_USAGE, "%s%srules: '%.60s' is not one of the free choices; see %s",
                                says.who, says.dash, a->name, says.options);
        br_unit unit = a->has_unit ? a->unit : br_unit_none();
        bool one = a->count == 1 && list->value[a->first].lo == list->value[a->first].hi;
        status =
            set_rule(&rules[k], one ? br_unit_to_si(unit, list->value[a->first].lo) : (double)NAN, unit, says, why);
    }
    return status;
}

bool br_bound_is_paper(const char *rules)
{
    return strncmp(rules, "paper", 5) == 0 && (!rules[5] || strchr(", ", rules[5]));
}

br_status br_bounding_rules(br_bounding *w, const char *text, br_diag *why)
{
    br_paper_options *r = &w->rules;
    const br_quantity *q = w->plant.model.law.q;
    const rule rules[] = {{"M", &r->M, NULL, NULL},
                          {"M_v", &r->M_v, NULL, NULL},
                          {"L", &r->L, NULL, NULL},
                          {"v_bar", NULL, &r->v_bar, &q[w->stick.w]},
                          {"epsilon", NULL, &r->epsilon, &q[w->stick.u]},
                          {"small", NULL, &r->small, NULL}};
    *r = br_paper_defaults();
    size_t name = strcspn(text, ", "), open = name + strspn(text + name, ", ");
    if (!text[open])
        return BR_OK;
    char origin[16];
    snprintf(origin, sizeof origin, "%srules", w->says.dash);
    br_assignments list;
    br_status status = br_assignments_read(&list, text + open, strlen(text + open), origin, why);
    if (status != BR_OK)
        return status;
    status = set_rules(rules, (int)(sizeof rules / sizeof *rules), &list, w->says, why);
    br_assignments_free(&list);
    return status;
}

br_status br_bounding_search_paper(br_bounding *w, void *context, br_diag *why)
{
    br_paving_options o = w->options;
    w->answer.paper_left_out = w->answer.found.stopped; // who ends the one search ends both
    if (w->answer.paper_left_out)
        return BR_OK;
    o.context = context;
    br_status status = br_paper_make(&w->answer.paper, &w->stick, w->evidence, w->logs, &o, &w->rules);
    w->answer.has_paper = status == BR_OK;
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%srules paper needs a plant w' = -alpha*w + beta*(u - T), each a parameter", w->says.who,
                            w->says.dash);
    return status;
}
