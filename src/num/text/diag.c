// diag.c - the message of a call that fails.                                    [host]
#include "num/base/fp.h"

#include "num/text/diag.h"

#include <stdarg.h>
#include <stdio.h>

br_status br_diag_fail(br_diag *why, br_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (why) {
        why->line = why->column = 0;
        (void)vsnprintf(why->text, sizeof why->text, format, list);
    }
    va_end(list);
    return status;
}
