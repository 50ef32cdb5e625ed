// excite_options.c - numbers behind the options of `bristle excite`.             [host]
#include "num/base/fp.h"

#include "tool/excite/excite.h"
#include "tool/kit/number.h"

#include <math.h>
#include <string.h>

br_unit excite_unit(const char *text)
{
    br_unit u = br_unit_none();
    if (strcmp(text, "-") != 0)
        (void)br_unit_read(text, strlen(text), NULL, 0, &u, NULL);
    return u;
}

const char *excite_unit_of(const exciting *w, const char *limit)
{
    return br_excitation_limit_unit(limit, w->o.turns);
}

// Units of the other kind of axis differ in the power of metres only.
const char *excite_turning(const exciting *w, br_unit given, const char *wanted)
{
    br_unit unit = excite_unit(wanted);
    int metres = unit.power[0] - given.power[0];
    given.power[0] = unit.power[0];
    if ((metres != 12 && metres != -12) || !br_unit_same(given, unit))
        return "";
    return w->o.turns ? "; --limits are those of an axis that turns"
                      : "; of an axis that turns, --limits are in rad and N*m";
}

// A number above 0 with its unit, or in SI without one; frequencies also in rad/s and rpm.
br_status excite_read_measure(const exciting *w, const char *option, const char *text, const char *what, const char *SI,
                              double *value, br_diag *why)
{
    br_unit unit;
    if (!text)
        return BR_OK;
    if (strcmp(SI, "Hz") == 0) {
        if (tool_frequency(option, text, value))
            return BR_OK;
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: %s '%.60s' is not a frequency above 0, such as 2 Hz, 12 rad/s or 120 rpm",
                             option, text);
    }
    bool good = tool_number(option, text, value, &unit) && *value > 0 && isfinite(*value);
    if (good && (br_unit_same(unit, excite_unit(SI)) || br_unit_same(unit, br_unit_none())))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s '%.60s' is not a %s above 0, such as 2 %s%s", option,
                         text, what, SI, good ? excite_turning(w, unit, SI) : "");
}

br_status excite_read_whole(const char *option, const char *text, int most, int *value, br_diag *why)
{
    br_unit unit;
    double number;
    if (!text)
        return BR_OK;
    if (!(tool_number(option, text, &number, &unit) && br_unit_same(unit, br_unit_none()) && number >= 1 &&
          number <= most && number == floor(number)))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s '%.60s' is not an integer from 1 to %d", option,
                             text, most);
    *value = (int)number;
    return BR_OK;
}

br_status excite_read_time(const char *option, const char *text, double *value, br_diag *why)
{
    br_status status = text ? tool_time("excite", option, text, value, why) : BR_OK;
    if (status == BR_OK && text && !(*value < 1e6))
        status = tool_complain(why, BR_BAD_USAGE, "bristle excite: %s '%.60s' is not below 1e6 s", option, text);
    return status;
}
