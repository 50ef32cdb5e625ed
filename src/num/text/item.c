// item.c - the items of a list, NAME = SOMETHING, ...: where they begin and end.   [host]
#include "num/base/fp.h"

#include "num/text/item.h"

#include <stdbool.h>
#include <string.h>

const char *br_list_blanks(const char *p, const char *end)
{
    while (p < end && strchr(" \t\r\n", *p))
        p++;
    return p;
}

const char *br_list_trim(const char *from, const char *end)
{
    while (end > from && strchr(" \t\r\n", end[-1]))
        end--;
    return end;
}

const char *br_list_item(const char *p, const char *end)
{
    int depth = 0;
    for (bool quotes = false; p < end && (quotes || depth > 0 || *p != ','); p++) {
        quotes ^= *p == '"';
        depth += quotes ? 0 : *p == '(' ? 1 : *p == ')' && depth > 0 ? -1 : 0;
    }
    return p;
}
