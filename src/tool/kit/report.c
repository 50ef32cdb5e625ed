// report.c - the parts that reports of commands share.                           [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "tool/kit/report.h"

#include <string.h>

void report_open(br_buffer *out, const char *title)
{
    br_html_open(out, title);
    br_buffer_put(out, "<h1>");
    br_html_text(out, title);
    br_buffer_put(out, "</h1>\n");
}

void report_lines(br_buffer *out, const char *word, const br_buffer *lines)
{
    for (const char *line = lines->text; line && *line; line += strcspn(line, "\n") + 1) {
        br_buffer_print(out, "<p><b>%s:</b> ", word);
        br_html_text_of(out, line, strcspn(line, "\n"));
        br_buffer_put(out, "</p>\n");
    }
}

void text_lines(br_buffer *out, const char *word, const br_buffer *lines)
{
    for (const char *line = lines->text; line && *line; line += strcspn(line, "\n") + 1)
        br_buffer_print(out, "%s: %.*s\n", word, (int)strcspn(line, "\n"), line);
}

void report_plots(br_buffer *out, const br_plot *const *plot, int count)
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
