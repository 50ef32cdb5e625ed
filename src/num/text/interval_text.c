// interval_text.c - intervals as decimal text: parsing and printing with outward rounding. [host]
#include "num/base/fp.h"

#include "num/text/interval_text.h"

#include <math.h>
#include <string.h>

int br_interval_write(char buf[BR_INTERVAL_SIZE], br_interval a, int digits)
{
    if (br_interval_is_empty(a)) {
        memcpy(buf, "empty", 6);
        return 5;
    }
    a.lo += 0; // an end has no sign of zero
    a.hi += 0;
    char above[BR_NUMBER_SIZE];
    int used = br_number_write_below(buf, a.lo, digits), more = br_number_write_above(above, a.hi, digits);
    if (a.lo == a.hi && strcmp(buf, above) == 0)
        return used;
    memcpy(buf + used, "..", 2);
    memcpy(buf + used + 2, above, (size_t)more + 1);
    return used + 2 + more;
}
