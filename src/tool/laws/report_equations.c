// report_equations.c - the equations of a law on its report: typeset, and as text.               [host]
#include "num/base/fp.h"

#include "tool/laws/report_equations.h"

#include "file/page/html.h"
#include "law/text/mathml.h"

#include <string.h>

static void beside(br_buffer *out, const char *before, const br_buffer *text, const char *after)
{
    br_buffer_print(out, "<span>%s", before);
    br_html_text(out, text->text);
    br_buffer_print(out, "%s</span>", after);
}

// One typeset equation, in which mode and when it holds, and its note; of a transition first what it is between.
static void typeset_row(br_buffer *out, const br_typeset *t, bool with_when)
{
    bool transition = t->mode.size > 0 && strstr(t->mode.text, " to ");
    br_buffer_put(out, "<div>");
    if (transition)
        beside(out, "from <i>", &t->mode, "</i> if");
    br_buffer_add(out, t->math.text, t->math.size);
    if (t->mode.size > 0 && !transition)
        beside(out, "in <i>", &t->mode, "</i>");
    if (with_when && t->when.size > 0)
        beside(out, "when ", &t->when, "");
    if (t->note.size > 0) {
        br_buffer_put(out, "<span class=\"dim\">");
        br_html_text(out, t->note.text);
        br_buffer_put(out, "</span>");
    }
    br_buffer_put(out, "</div>\n");
}

// The typeset equations that hold with the first choices, or those that need another one.
static int typeset_rows(br_buffer *out, const br_parsed_law *law, bool usual)
{
    br_typeset t;
    int at = law->first_equation, rows = 0;
    while (br_law_typeset(law, &at, &t)) {
        if (t.usual == usual) {
            br_buffer_put(out, rows++ ? "" : "<div class=\"equations\">\n");
            typeset_row(out, &t, !usual);
        }
        br_typeset_free(&t);
    }
    if (t.math.status != BR_OK)
        out->status = t.math.status;
    br_buffer_put(out, rows ? "</div>\n" : "");
    return rows;
}

// Comments in a quieter colour.
static void equation_lines(br_buffer *out, const br_parsed_law *law)
{
    const char *line;
    size_t at = 0, size;
    while (card_equation(law, &at, &line, &size)) {
        const char *note = memchr(line, '#', size);
        size_t n = note ? (size_t)(note - line) : size;
        br_html_text_of(out, line, n);
        if (note) {
            br_buffer_put(out, "<span class=\"dim\">");
            br_html_text_of(out, note, size - n);
            br_buffer_put(out, "</span>");
        }
        br_buffer_put(out, "\n");
    }
}

static void equations_of(br_buffer *out, const br_parsed_law *law)
{
    br_buffer others = {0};
    typeset_rows(out, law, true);
    if (typeset_rows(&others, law, false) > 0) {
        br_buffer_put(out, "<details><summary>with other choices</summary>\n");
        br_buffer_add(out, others.text, others.size);
        br_buffer_put(out, "</details>\n");
    }
    out->status = others.status != BR_OK ? others.status : out->status;
    br_buffer_free(&others);
    br_buffer_put(out, "<details><summary>as text</summary>\n<pre>");
    equation_lines(out, law);
    br_buffer_put(out, "</pre>\n</details>\n");
}

void report_equations(br_buffer *out, const card *c)
{
    br_buffer_put(out, "<h3>Equations</h3>\n");
    equations_of(out, &c->law);
    for (int i = 0; i < c->nused; i++) {
        const card_used *u = c->used[i];
        br_buffer_print(out, "<p class=\"dim\">of %s%s%s:</p>\n", u->name, u->as[0] ? ", used as " : "", u->as);
        equations_of(out, &u->law);
    }
}
