// evaluation.c - MODEL, --params and --at of the command line as descriptions and evaluations of the library.         [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "tool/kit/evaluation.h"
#include "tool/kit/law.h"
#include "tool/kit/options.h"
#include "tool/kit/said.h"

#include <string.h>

br_status tool_describe(br_description **d, const char *model, bool brief, br_diag *why)
{
    br_description_options o = {.size = sizeof o, .brief = brief};
    return tool_law_said(br_description_open(d, model, &o, why), why);
}

br_status tool_evaluation_open(br_evaluation **e, const char *model, const br_evaluation_options *o, br_diag *why)
{
    return tool_law_said(tool_said_values("--at", br_evaluation_open(e, model, o, why), why), why);
}

br_status tool_evaluation_open_set(br_evaluation **e, const br_description *d, int set, const br_evaluation_options *o,
                                   br_diag *why)
{
    return tool_law_said(tool_said_values("--at", br_evaluation_open_set(e, d, set, o, why), why), why);
}

// ---------------------------------------------------------------- what is missing

enum { NAMES = 260, NAME = 96 }; // bytes of a list of names, and of one with its scopes

// The missing quantities of some kinds: their names with commas; answers the first of them, or NULL.
static const br_evaluated_quantity *list_missing(const br_evaluation *e, bool params, br_buffer *names)
{
    const br_evaluated_quantity *first = NULL, *q;
    for (int i = 0; (q = br_evaluation_quantity(e, i)); i++) {
        if ((q->part == BR_LAW_PARAMETERS) != params || q->origin != BR_EVALUATED_MISSING)
            continue;
        first = first ? first : q;
        if (names->size + NAME + 2 < NAMES)
            br_buffer_print(names, "%s%s", names->size > 0 ? ", " : "", q->name);
    }
    return first;
}

br_status tool_evaluation_complete(const br_evaluation *e, bool states_and_inputs, br_diag *why)
{
    const char *law = br_evaluation_name(e), *set = br_evaluation_set_name(e, 0);
    set = set ? set : "FILE";
    br_buffer params = {0}, others = {0};
    const br_evaluated_quantity *param = list_missing(e, true, &params),
                                *other = states_and_inputs ? list_missing(e, false, &others) : NULL;
    const char *unit = other && strcmp(other->unit, "-") != 0 ? other->unit : "", *blank = *unit ? " " : "";
    br_status status = params.status != BR_OK ? params.status : others.status;
    if (status == BR_OK && other && !param)
        status = tool_complain(why, BR_BAD_LAW, "bristle: law %s: no value for %s; give it with --at '%s = ...%s%s'",
                               law, others.text, other->name, blank, unit);
    else if (status == BR_OK && param && !other)
        status = tool_complain(why, BR_BAD_LAW,
                               "bristle: law %s: no value for %s; --params gives parameters, as in --params %s", law,
                               params.text, set);
    else if (status == BR_OK && param)
        status = tool_complain(
            why, BR_BAD_LAW,
            "bristle: law %s: no value for %s (--params %s gives parameters) and %s (--at '%s = ...%s%s')", law,
            params.text, set, others.text, other->name, blank, unit);
    br_buffer_free(&params);
    br_buffer_free(&others);
    return status;
}

br_status tool_evaluation_check(const br_evaluation *e, br_diag *why)
{
    br_status status = tool_evaluation_complete(e, false, why);
    if (status != BR_OK)
        return status;
    status = br_evaluation_check(e, why);
    return status == BR_BAD_LAW ? tool_prefix("bristle: ", status, why) : status;
}
