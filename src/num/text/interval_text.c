// interval_text.c - intervals as decimal text: parsing and printing with outward rounding. [host]
#include "num/base/fp.h"

#include "num/text/interval_text.h"

#include <math.h>
#include <string.h>

static bool starts(const char *s, size_t n, const char *word)
{
    return n >= strlen(word) && memcmp(s, word, strlen(word)) == 0;
}

// One end: a number, inf or -inf.
static size_t read_end(const char *s, size_t n, br_interval *a)
{
    size_t sign = n > 0 && (*s == '+' || *s == '-');
    if (!starts(s + sign, n - sign, "inf"))
        return br_number_enclose(s, n, &a->lo, &a->hi);
    a->lo = a->hi = (double)(sign && *s == '-' ? -INFINITY : INFINITY);
    return sign + 3;
}

size_t br_interval_read(const char *s, size_t n, br_interval *a)
{
    if (starts(s, n, "empty")) {
        *a = br_interval_empty();
        return 5;
    }
    br_interval from, to;
    size_t used = read_end(s, n, &from);
    if (!used)
        return 0;
    to = from;
    if (starts(s + used, n - used, "..")) {
        size_t more = read_end(s + used + 2, n - used - 2, &to);
        used = more ? used + 2 + more : 0;
    }
    br_interval r = br_interval_of(from.lo, to.hi);
    if (!used || from.lo > to.lo || br_interval_is_empty(r))
        return 0;
    *a = r;
    return used;
}

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
