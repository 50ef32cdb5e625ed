// api_kit.h - what tests of the C API share: laws that must open, and a progress that stops.
#ifndef BR_TESTS_API_KIT_H
#define BR_TESTS_API_KIT_H

#include <bristle/law.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static inline br_law *opened(const char *source, const char *params)
{
    br_law *law = NULL;
    br_diag why = {0};
    if (br_law_open(&law, source, params, &why) != BR_OK)
        fail_msg("%s", why.text);
    return law;
}

// A progress that stops what it watches, and counts its calls.
static inline int stop_at_once(void *calls, double share)
{
    ++*(int *)calls;
    assert_true(share >= 0 && share <= 1);
    return 0;
}

#endif
