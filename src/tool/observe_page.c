// observe_page.c - what an observer found, as a page with pictures.              [host]
#include "num/fp.h"

#include "tool/observe.h"

br_status observe_page(br_buffer *out, const observing *o)
{
    (void)out, (void)o;
    return BR_OK;
}
