// stamps.c - how even the time stamps of a log are, as text.           [host]
#include "num/base/fp.h"

#include "tool/kit/stamps.h"

void stamps_text(br_buffer *out, double uneven, double least, double most)
{
    if (!(uneven > 0))
        return;
    br_buffer_print(out, ", uneven: %.2g %% of the steps are off by more than 5 %%, ", 100 * uneven);
    br_buffer_about(out, 1e3 * least, 4);
    br_buffer_put(out, " to ");
    br_buffer_about(out, 1e3 * most, 4);
    br_buffer_put(out, " ms");
}
