// bars.c - a bar chart as SVG.                                                 [host]
#include "num/base/fp.h"

#include "file/page/bars.h"
#include "file/page/html.h"
#include "num/base/elem.h"

#include <math.h>

enum { WIDE = 460, LEFT = 120, RIGHT = 80, TOP = 34, ROW = 20 };

typedef struct span {
    double low, high; // above 0
    bool logarithmic;
} span;

static span span_of(const br_bar *bar, int count)
{
    span s = {(double)INFINITY, 0, false};
    for (int i = 0; i < count; i++)
        if (bar[i].value > 0 && isfinite(bar[i].value)) {
            s.low = br_min(s.low, bar[i].value);
            s.high = br_max(s.high, bar[i].value);
        }
    s.logarithmic = s.high > 30 * s.low;
    s.low /= 3; // so that the least has a bar too
    return s;
}

static int length_of(const span *s, double v)
{
    double share = !(v > 0) || !(s->high > 0) ? 0 : v / s->high;
    if (s->logarithmic)
        share = v > s->low ? br_log(v / s->low) / br_log(s->high / s->low) : 0;
    return (int)lround((WIDE - LEFT - RIGHT) * br_min(share, 1));
}

void br_bars_inline(br_buffer *out, const char *title, const char *unit, const br_bar *bar, int count)
{
    span s = span_of(bar, count);
    br_buffer_print(out, "<figure>\n<svg class=\"figure\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE,
                    TOP + ROW * count + 8);
    br_html_text(out, title);
    br_buffer_print(out, "\">\n<text class=\"title\" x=\"0\" y=\"20\">");
    br_html_text(out, title);
    br_buffer_print(out, " in %s%s</text>\n", unit, s.logarithmic ? ", logarithmic" : "");
    for (int i = 0; i < count; i++) {
        int y = TOP + ROW * i, length = length_of(&s, bar[i].value);
        br_buffer_print(out, "<text text-anchor=\"end\" x=\"%d\" y=\"%d\">", LEFT - 8, y + 14);
        br_html_text(out, bar[i].name);
        br_buffer_print(out,
                        "</text>\n<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n"
                        "<text x=\"%d\" y=\"%d\">%.3g</text>\n",
                        LEFT, y + 3, length, ROW - 6, LEFT + length + 6, y + 14, bar[i].value);
    }
    br_buffer_put(out, "</svg>\n</figure>\n");
}
