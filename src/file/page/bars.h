// bars.h - a bar chart as SVG: a name, a bar and its value in each row.          [host]
#ifndef BR_FILE_PAGE_BARS_H
#define BR_FILE_PAGE_BARS_H

#include "num/text/buffer.h"

typedef struct br_bar {
    const char *name;
    double value; // 0 or more
} br_bar;

// A <figure> of these bars in their order; with a logarithmic scale, which the title says, where they differ by more than 30 times.
void br_bars_inline(br_buffer *out, const char *title, const char *unit, const br_bar *bar, int count);

#endif
