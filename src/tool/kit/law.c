// law.c - MODEL, --params and --at of the command line as a law of the library.         [host]
#include "num/base/fp.h"

#include "tool/kit/law.h"
#include "tool/kit/options.h"
#include "tool/kit/said.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What is said of a law that is not there, or of its sets, has the name of the tool before it.
br_status tool_law_said(br_status status, br_diag *why)
{
    static const tool_wording words[] = {{"br_law_builtin lists them", "'bristle laws' lists them"}};
    bool whose = strncmp(why->text, "there is no law '", 17) == 0 ||
                 (strncmp(why->text, "law ", 4) == 0 && strstr(why->text, " has no set"));
    if (status == BR_OK)
        return status;
    tool_name_commands(words, 1, why);
    return whose ? tool_prefix("bristle: ", status, why) : status;
}

br_status tool_law_open(br_law **law, const char *model, const char *params, const char *at, br_diag *why)
{
    br_status status = tool_law_said(br_law_open(law, model, params, why), why);
    if (status != BR_OK || !at)
        return status;
    status = tool_law_set(*law, "--at", at, why);
    if (status != BR_OK) {
        br_law_close(*law);
        *law = NULL;
    }
    return status;
}

br_status tool_law_set(br_law *law, const char *name, const char *values, br_diag *why)
{
    return tool_said_values(name, br_law_set(law, values, why), why);
}

br_status tool_law_check(const br_law *law, br_diag *why)
{
    const char *set = br_law_set_name(law, 0), *missing = br_law_missing(law);
    if (missing[0])
        return tool_complain(why, BR_BAD_LAW,
                             "bristle: law %s: no value for %s; --params gives parameters, as in --params %s",
                             br_law_name(law), missing, set ? set : "FILE");
    br_status status = br_law_check(law, why);
    return status == BR_BAD_LAW ? tool_prefix("bristle: ", status, why) : status;
}

bool tool_law_ranged(const br_law *law)
{
    br_law_number n = {.size = sizeof n};
    for (int i = 0; i < br_law_count(law, BR_LAW_PARAMETERS); i++)
        if (br_law_number_at(law, BR_LAW_PARAMETERS, i, &n) == BR_OK && isnan(n.value))
            return true;
    return false;
}

br_status tool_law_single(const br_law *law, const char *command, br_diag *why)
{
    if (!br_law_missing(law)[0] && tool_law_ranged(law))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: a parameter is a range; give single values", command);
    return tool_law_check(law, why);
}

static br_unit unit_of(const br_law *law, br_law_part part, const char *name)
{
    br_law_number n = {.size = sizeof n};
    br_unit unit = br_unit_none();
    if (br_law_number_at(law, part, br_law_index(law, part, name), &n) == BR_OK && strcmp(n.unit, "-") != 0)
        br_unit_read(n.unit, strlen(n.unit), NULL, 0, &unit, NULL);
    return unit;
}

br_unit tool_law_mass_unit(const br_law *law)
{
    br_unit unit = br_unit_div(unit_of(law, BR_LAW_OUTPUTS, "F"), unit_of(law, BR_LAW_INPUTS, "v"));
    unit.power[2] = (short)(unit.power[2] + 12); // times s
    return unit;
}

void tool_law_name(br_buffer *out, const br_law *law)
{
    int some = 0;
    br_buffer_put(out, br_law_name(law));
    for (int i = 0; br_law_choice(law, i); i++)
        if (br_law_choice_any(law, i))
            br_buffer_print(out, "%s%s = %s", some++ ? ", " : " (", br_law_choice(law, i), br_law_chosen(law, i));
    br_buffer_put(out, some ? ")" : "");
}
