// report_equations.c - the equations of a law on its report: typeset, and as text.               [host]
#include "num/base/fp.h"

#include "tool/laws/report_equations.h"

#include "file/page/html.h"

#include <string.h>

static void beside(br_buffer *out, const char *before, const char *text, const char *after)
{
    br_buffer_print(out, "<span>%s", before);
    br_html_text(out, text);
    br_buffer_print(out, "%s</span>", after);
}

// One typeset equation, in which mode and when it holds, and its note; of a transition first what it is between.
static void typeset_row(br_buffer *out, const br_described_equation *e, bool with_when)
{
    bool transition = strstr(e->mode, " to ") != NULL;
    br_buffer_put(out, "<div>");
    if (transition)
        beside(out, "from <i>", e->mode, "</i> if");
    br_buffer_put(out, e->math);
    if (e->mode[0] && !transition)
        beside(out, "in <i>", e->mode, "</i>");
    if (with_when && e->when[0])
        beside(out, "when ", e->when, "");
    if (e->note[0]) {
        br_buffer_put(out, "<span class=\"dim\">");
        br_html_text(out, e->note);
        br_buffer_put(out, "</span>");
    }
    br_buffer_put(out, "</div>\n");
}

// The typeset equations that hold with the first choices, or those that need another one.
static int typeset_rows(br_buffer *out, const br_description *d, int use, bool usual)
{
    const br_described_equation *e;
    int rows = 0;
    for (int i = 0; (e = br_description_equation(d, use, i)); i++)
        if ((e->usual != 0) == usual) {
            br_buffer_put(out, rows++ ? "" : "<div class=\"equations\">\n");
            typeset_row(out, e, !usual);
        }
    br_buffer_put(out, rows ? "</div>\n" : "");
    return rows;
}

// Comments in a quieter colour.
static void equation_lines(br_buffer *out, const br_description *d, int use)
{
    const char *line;
    for (int i = 0; (line = br_description_line(d, use, i)); i++) {
        size_t n = strcspn(line, "#");
        br_html_text_of(out, line, n);
        if (line[n]) {
            br_buffer_put(out, "<span class=\"dim\">");
            br_html_text(out, line + n);
            br_buffer_put(out, "</span>");
        }
        br_buffer_put(out, "\n");
    }
}

static void equations_of(br_buffer *out, const br_description *d, int use)
{
    br_buffer others = {0};
    typeset_rows(out, d, use, true);
    if (typeset_rows(&others, d, use, false) > 0) {
        br_buffer_put(out, "<details><summary>with other choices</summary>\n");
        br_buffer_add(out, others.text, others.size);
        br_buffer_put(out, "</details>\n");
    }
    out->status = others.status != BR_OK ? others.status : out->status;
    br_buffer_free(&others);
    br_buffer_put(out, "<details><summary>as text</summary>\n<pre>");
    equation_lines(out, d, use);
    br_buffer_put(out, "</pre>\n</details>\n");
}

void report_equations(br_buffer *out, const br_description *d)
{
    const br_described_use *use;
    br_buffer_put(out, "<h3>Equations</h3>\n");
    equations_of(out, d, -1);
    for (int i = 0; (use = br_description_use(d, i)); i++) {
        br_buffer_print(out, "<p class=\"dim\">of %s%s%s:</p>\n", use->name, use->as[0] ? ", used as " : "", use->as);
        equations_of(out, d, i);
    }
}
