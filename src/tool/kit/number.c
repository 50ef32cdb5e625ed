// number.c - single numbers as values of options.                              [host]
#include "num/base/fp.h"

#include "num/text/number.h"
#include "tool/kit/number.h"
#include "tool/kit/options.h"

#include <bristle/law.h>
#include <math.h>
#include <string.h>

bool tool_number(const char *option, const char *text, double *value, br_unit *unit)
{
    char name[BR_UNIT_SIZE];
    (void)option;
    if (br_law_read_number(text, value, name) != BR_OK)
        return false;
    *unit = br_unit_none();
    return strcmp(name, "-") == 0 || br_unit_read(name, strlen(name), NULL, 0, unit, NULL) == strlen(name);
}

bool tool_frequency(const char *option, const char *text, double *hertz)
{
    (void)option;
    return br_law_read_frequency(text, hertz) == BR_OK;
}

br_status tool_time(const char *command, const char *option, const char *text, double *value, br_diag *why)
{
    br_unit second = br_unit_none(), unit;
    second.power[2] = 12;
    if (tool_number(option, text, value, &unit) && (br_unit_same(unit, second) || br_unit_same(unit, br_unit_none())) &&
        *value > 0 && isfinite(*value))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is not a positive time such as 10 s or 0.5 ms",
                         command, option, text);
}

br_status tool_instant(const char *command, const char *option, const char *text, double *value, br_diag *why)
{
    br_unit second = br_unit_none(), unit;
    second.power[2] = 12;
    if (tool_number(option, text, value, &unit) && (br_unit_same(unit, second) || br_unit_same(unit, br_unit_none())) &&
        isfinite(*value))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is not a time such as '14 s' or '-0.5 ms'", command,
                         option, text);
}

br_status tool_span_read(const char *command, const char *const option[2], const char *const text[2], tool_span *to,
                         br_diag *why)
{
    *to = (tool_span){-HUGE_VAL, HUGE_VAL};
    br_status status = text[0] ? tool_instant(command, option[0], text[0], &to->from, why) : BR_OK;
    if (status == BR_OK && text[1])
        status = tool_instant(command, option[1], text[1], &to->until, why);
    if (status == BR_OK && to->until < to->from)
        status = tool_complain(why, BR_BAD_USAGE, "bristle %s: %s lies before %s", command, option[1], option[0]);
    return status;
}

br_status tool_seed(const char *command, const char *text, uint64_t *seed, br_diag *why)
{
    br_unit unit = br_unit_none();
    double value = 1;
    if (text && !(tool_number("--seed", text, &value, &unit) && br_unit_same(unit, br_unit_none()) && value >= 0 &&
                  value < 9007199254740992.0 && value == floor(value)))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --seed '%.60s' is not an integer from 0 to 2^53 - 1",
                             command, text);
    *seed = (uint64_t)value;
    return BR_OK;
}

br_status tool_choice(const char *command, const char *option, const char *text, const char *first, const char *second,
                      int *which, br_diag *why)
{
    *which = text && strcmp(text, second) == 0;
    return !text || *which || strcmp(text, first) == 0
               ? BR_OK
               : tool_complain(why, BR_BAD_USAGE, "bristle %s: %s '%.60s' is neither %s nor %s", command, option, text,
                               first, second);
}
