// plots.c - plots on a page.                                                    [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "tool/kit/plots.h"

void plots_page(br_buffer *out, const br_plot *const *plot, int count)
{
    br_buffer_put(out, count > 0 ? "<div class=\"pair\">\n" : "");
    for (int i = 0; i < count; i++) {
        const br_plot *p = plot[i];
        br_figure f = {p->title, p->x_name, p->x_unit, p->y_name, p->y_unit, p->curve, p->curves};
        br_buffer_put(out, "<figure>\n");
        br_figure_inline(out, &f);
        br_buffer_put(out, "<figcaption>");
        br_html_text(out, p->caption);
        br_buffer_put(out, "</figcaption>\n</figure>\n");
    }
    br_buffer_put(out, count > 0 ? "</div>\n" : "");
}
