// lines.c - lines of text, each a text of its own.                                                     [host]
#include "num/base/fp.h"

#include "num/text/lines.h"

#include <string.h>

void br_lines_split(br_lines *l)
{
    for (size_t i = 0; i < l->text.size; i++)
        if (l->text.text[i] == '\n') {
            l->text.text[i] = 0;
            l->count++;
        }
}

const char *br_lines_at(const br_lines *l, int i)
{
    if (i < 0 || i >= l->count)
        return NULL;
    const char *p = l->text.text;
    for (; i > 0; i--)
        p += strlen(p) + 1;
    return p;
}
