// said.c - messages of public calls.                                              [host]
#include "num/base/fp.h"

#include "api/law/sized.h"

// "--noise" of a message is "noise" to a program.
void br_plain_words(char *text)
{
    char *to = text;
    char before = ' ';
    for (const char *from = text; from && *from; from++) {
        bool begins = before == ' ' || before == '\'' || before == '(' || before == '\n';
        before = *from;
        if (begins && from[0] == '-' && from[1] == '-' && from[2] >= 'a' && from[2] <= 'z')
            from += 2;
        *to++ = *from;
    }
    if (to)
        *to = 0;
}

br_status br_said_plainly(br_status status, br_diag *why)
{
    if (status != BR_OK && status != BR_NO_MEMORY && why)
        br_plain_words(why->text);
    return br_said(status, why);
}
