// diag.h - the message of a call that fails.                                    [host]
#ifndef BR_NUM_TEXT_DIAG_H
#define BR_NUM_TEXT_DIAG_H

#include <bristle/status.h>

#include <stdarg.h>

// Writes the message of a failure without a place, control characters escaped, and answers status. why may be NULL.
br_status br_diag_fail(br_diag *why, br_status status, const char *format, ...) BR_PRINTF(3, 4);
br_status br_diag_fail_list(br_diag *why, br_status status, const char *format, va_list list);

// What br_diag_member and br_diag_place answer of this text: the member it is about (its first letters, if it is long), and where
// names of members stand in the text. It is kept in the last bytes of the text, and forgotten where these are needed or the text changes.
enum { BR_DIAG_PLACES = 8 };
typedef struct br_diag_members {
    char name[27];
    unsigned char count;
    unsigned short at[BR_DIAG_PLACES];
} br_diag_members;
void br_diag_set_members(br_diag *why, const br_diag_members *members);
br_status br_diag_about(br_diag *why, const char *member, br_status status); // no place in the text; answers status

#endif
