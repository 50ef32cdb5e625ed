// diag.h - the message of a call that fails.                                    [host]
#ifndef BR_NUM_TEXT_DIAG_H
#define BR_NUM_TEXT_DIAG_H

#include <bristle/status.h>

#include <stdarg.h>

// Writes the message of a failure without a place, control characters escaped, and answers status. why may be NULL.
br_status br_diag_fail(br_diag *why, br_status status, const char *format, ...) BR_PRINTF(3, 4);
br_status br_diag_fail_list(br_diag *why, br_status status, const char *format, va_list list);

#endif
