// said.c - messages of public calls.                                              [host]
#include "num/base/fp.h"

#include "api/sized.h"

// "--noise" of a message is "noise" to a program.
static void use_words_of_a_program(br_diag *why)
{
    char *to = why->text;
    char before = ' ';
    for (const char *from = why->text; *from; from++) {
        bool begins = before == ' ' || before == '\'' || before == '(';
        before = *from;
        if (begins && from[0] == '-' && from[1] == '-' && from[2] >= 'a' && from[2] <= 'z')
            from += 2;
        *to++ = *from;
    }
    *to = 0;
}

br_status br_said(br_status status, br_diag *why)
{
    if (status == BR_NO_MEMORY)
        return br_diag_fail(why, status, "out of memory");
    if (status != BR_OK && why)
        use_words_of_a_program(why);
    return status;
}
