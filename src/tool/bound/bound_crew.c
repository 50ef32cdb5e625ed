// bound_crew.c - how many threads search.                                       [host]
#include "num/base/fp.h"

#include "tool/bound/bound_crew.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/number.h"

enum { MOST = 64 };

br_status crew_threads(const char *text, int *threads, br_diag *why)
{
    double value = 0;
    br_unit unit = br_unit_none();
    *threads = 0;
    if (!text)
        return BR_OK;
    if (!tool_number("--threads", text, &value, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(value >= 1 && value <= MOST && value == (double)(int)value))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --threads '%.60s' is not an integer from 1 to %d", text,
                             MOST);
    *threads = (int)value;
    return BR_OK;
}
