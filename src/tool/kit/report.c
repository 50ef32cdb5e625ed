// report.c - the parts that reports of commands share.                           [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "num/text/piece.h"
#include "tool/kit/report.h"

#include <stdio.h>
#include <string.h>

void report_title(br_buffer *out, const char *title)
{
    br_buffer_put(out, "<h1>");
    br_html_text(out, title);
    br_buffer_put(out, "</h1>\n");
}

const char *report_quantity(const char *unit)
{
    static const char *const known[][2] = {
        {"rad", "Angle"},
        {"rad/s", "Angular velocity"},
        {"m", "Displacement"},
        {"m/s", "Velocity"},
        {"N", "Force"},
        {"N*m", "Torque"},
        {"m/s^2", "Acceleration"},
        {"rad/s^2", "Angular acceleration"},
        {"A", "Current"},
        {"V", "Voltage"},
        {"W", "Power"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(unit, known[i][0]) == 0)
            return known[i][1];
    return "";
}

void report_over_time(char *title, size_t size, const char *name, const char *unit)
{
    const char *quantity = report_quantity(unit);
    size_t n = strlen(quantity);
    bool same =
        n > 0 && strlen(name) == n && strcmp(name + 1, quantity + 1) == 0 && (name[0] | 32) == (quantity[0] | 32);
    snprintf(title, size, "%s%s%.60s over time", same ? "" : quantity, same || n == 0 ? "" : " ",
             same ? quantity : name);
    if (*title >= 'a' && *title <= 'z')
        *title = (char)(*title - 'a' + 'A');
}

void report_open(br_buffer *out, const char *title)
{
    br_html_open(out, title);
    report_title(out, title);
}

void report_text(br_buffer *out, br_buffer *text)
{
    br_html_text(out, text->text ? text->text : "");
    br_buffer_free_into(text, &out->status);
}

void report_answer(br_buffer *out, br_buffer *sentence)
{
    br_buffer_put(out, "<p><b>");
    report_text(out, sentence);
    br_buffer_put(out, "</b></p>\n");
}

void report_words(br_buffer *out, br_buffer *text)
{
    br_buffer_put(out, "<pre class=\"words\">");
    report_text(out, text);
    br_buffer_put(out, "</pre>\n");
}

// The line of `lines` at *at, and how long it is; *at moves behind it. NULL: there is none.
static const char *next_line(const char **at, size_t *size)
{
    const char *line = *at && **at ? *at : NULL;
    *size = line ? strcspn(line, "\n") : 0;
    *at = line ? line + *size + (line[*size] == '\n') : NULL;
    return line;
}

void report_lines(br_buffer *out, const char *word, const br_buffer *lines)
{
    size_t size;
    for (const char *at = lines->text, *line; (line = next_line(&at, &size));) {
        br_buffer_put(out, word ? "<p><b>" : "<p>");
        br_buffer_put(out, word ? word : "");
        br_buffer_put(out, word ? ":</b> " : "");
        br_html_text_of(out, line, size);
        br_buffer_put(out, "</p>\n");
    }
}

void text_lines(br_buffer *out, const char *word, const br_buffer *lines)
{
    size_t size;
    for (const char *at = lines->text, *line; (line = next_line(&at, &size));) {
        br_buffer_print(out, "%s: ", word);
        br_buffer_safe(out, line, size);
        br_buffer_put(out, "\n");
    }
}

static void write_plots(br_buffer *out, br_plot *const *plot, int count)
{
    br_buffer_put(out, count > 0 ? "<div class=\"pair\">\n" : "");
    for (int i = 0; i < count; i++) {
        const br_plot *p = plot[i];
        br_figure f = br_plot_figure(p);
        br_buffer_put(out, "<figure>\n");
        br_figure_inline(out, &f);
        br_figure_data(out, &f);
        br_buffer_put(out, "<figcaption>");
        br_html_text(out, p->caption);
        br_buffer_put(out, "</figcaption>\n</figure>\n");
    }
    br_buffer_put(out, count > 0 ? "</div>\n" : "");
}

void report_plots(br_buffer *out, const br_plots *all)
{
    write_plots(out, all->plot, all->plots);
}

void report_section(br_buffer *out, const char *title, const br_plots *all, int first, int last)
{
    if (first == last)
        return;
    br_buffer_print(out, "<section>\n<h2>%s</h2>\n", title);
    write_plots(out, all->plot + first, last - first);
    br_buffer_put(out, "</section>\n");
}

br_status report_plots_free(br_plots *all, br_status status)
{
    status = status == BR_OK ? all->status : status;
    for (int i = 0; i < all->plots && status == BR_OK; i++)
        status = all->plot[i]->status; // a plot without one of its curves is none
    br_plots_free(all);
    return status;
}

br_status report_close(br_buffer *out, br_plots *all, br_status status)
{
    br_html_close(out);
    return report_plots_free(all, status);
}
