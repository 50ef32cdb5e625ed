// diag.c - the message of a call that fails.                                    [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <string.h>

// Without memory of its own, as memory may be what is missing: what does not fit is cut off.
static void copy_safely(char *to, size_t room, const char *text)
{
    size_t size = strlen(text), used = 0;
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(text + i, size - i, &c), bytes = n > 0 ? n : 1;
        bool safe = n > 0 && !br_utf8_steers(c);
        if (used + (size_t)(safe ? bytes : 4 * bytes) >= room)
            break;
        for (int k = 0; k < bytes; k++, i++)
            if (safe)
                to[used++] = text[i];
            else
                used += (size_t)snprintf(to + used, room - used, "\\x%02x", (unsigned)(unsigned char)text[i]);
    }
    to[used] = 0;
}

br_status br_diag_fail_list(br_diag *why, br_status status, const char *format, va_list list)
{
    char words[sizeof why->text];
    if (!why)
        return status;
    (void)vsnprintf(words, sizeof words, format, list);
    memset(why, 0, sizeof *why);
    copy_safely(why->text, sizeof why->text, words);
    return status;
}

br_status br_diag_fail(br_diag *why, br_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)br_diag_fail_list(why, status, format, list);
    va_end(list);
    return status;
}
