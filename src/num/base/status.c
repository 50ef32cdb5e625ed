// status.c - status codes: their texts and the exit codes of the tool.         [target]
#include "num/base/fp.h"

#include <bristle/status.h>

const char *br_status_text(br_status s)
{
    switch (s) {
#define TEXT(name, text, code)                                                                                         \
    case name: return text;
        BR_STATUS_LIST(TEXT)
#undef TEXT
    case BR_STATUS_COUNT: break;
    }
    return "unknown status";
}

int br_status_exit_code(br_status s)
{
    switch (s) {
#define CODE(name, text, code)                                                                                         \
    case name: return code;
        BR_STATUS_LIST(CODE)
#undef CODE
    case BR_STATUS_COUNT: break;
    }
    return br_status_exit_code(BR_BAD_USAGE);
}
