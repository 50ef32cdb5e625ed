// load.c - MODEL, --params and --at of the command line: what is missing.         [host]
#include "num/base/fp.h"

#include "tool/kit/load.h"
#include "tool/kit/options.h"

#include <stdio.h>
#include <string.h>

// The missing quantities of some kinds: their names with commas; answers the first of them, or -1.
static int list_missing(const br_model *m, bool params, char names[260])
{
    size_t n = 0;
    int first = -1;
    names[0] = 0;
    for (int q = 0; q < m->law.nq; q++) {
        if ((m->law.q[q].kind == BR_PARAM) != params || m->origin[q] != BR_UNSET)
            continue;
        first = first < 0 ? q : first;
        if (n + BR_NAME_SIZE + 2 < 260)
            n += (size_t)snprintf(names + n, 260 - n, "%s%s", n ? ", " : "", m->law.q[q].name);
    }
    return first;
}

br_status tool_model_complete(const br_model *m, const br_parsed_law *sets, bool states_and_inputs, br_diag *why)
{
    const br_parsed_law *law = &m->law;
    char params[260], others[260], unit[BR_UNIT_SIZE] = "";
    int param = list_missing(m, true, params), other = states_and_inputs ? list_missing(m, false, others) : -1;
    const char *set = sets->nset > 0 ? sets->set[0].name : "FILE";
    if (other >= 0)
        snprintf(unit, BR_UNIT_SIZE, "%s", law->q[other].si_text);
    const char *blank = other >= 0 && strcmp(unit, "-") != 0 ? " " : "";
    if (param < 0 && other < 0)
        return BR_OK;
    if (param < 0)
        return tool_complain(why, BR_BAD_LAW, "bristle: law %s: no value for %s; give it with --at '%s = ...%s%s'",
                             law->name, others, law->q[other].name, blank, *blank ? unit : "");
    if (other < 0)
        return tool_complain(why, BR_BAD_LAW,
                             "bristle: law %s: no value for %s; --params gives parameters, as in --params %s",
                             law->name, params, set);
    return tool_complain(why, BR_BAD_LAW,
                         "bristle: law %s: no value for %s (--params %s gives parameters) and %s (--at '%s = ...%s%s')",
                         law->name, params, set, others, law->q[other].name, blank, *blank ? unit : "");
}
