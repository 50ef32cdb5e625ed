// report.c - laws as a page with pictures, and the pictures of one law.         [host]
#include "num/fp.h"

#include "file/html.h"
#include "tool/options.h"
#include "tool/picture.h"
#include "tool/report.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- parts of a page

static void parameter_head(br_buffer *out, const br_law *law)
{
    br_buffer_put(out, "<div class=\"wide\"><table>\n<tr><th>name</th><th>unit</th><th>bounds</th>");
    if (law->nset > 0)
        br_buffer_print(out, "<th>%s</th>", law->set[0].name);
    br_buffer_put(out, "<th>what it is</th></tr>\n");
}

static void bounds(br_buffer *out, const br_quantity *q)
{
    if (isfinite(q->low)) {
        br_buffer_put(out, q->low_open ? "&gt; " : "&ge; ");
        br_buffer_number(out, q->low);
    }
    if (isfinite(q->high)) {
        br_buffer_put(out, q->high_open ? " &lt; " : " &le; ");
        br_buffer_number(out, q->high);
    }
}

static void set_value(br_buffer *out, const br_model *m, const char *name)
{
    int q = br_law_find(&m->law, name, strlen(name));
    if (q < 0 || (m->origin[q] != BR_GIVEN && m->origin[q] != BR_DEFAULT))
        return;
    for (int i = 0; i < br_model_len(m, q); i++) {
        br_buffer_put(out, i ? ", " : "");
        br_buffer_about(out, br_model_values(m, q)[i].lo, 5);
    }
}

static void parameter_row(br_buffer *out, const card_item *i, const br_model *m)
{
    br_buffer_print(out, "<tr><td class=\"n\">%s", i->q.name);
    if (i->elements[0])
        br_buffer_print(out, "[%s]", i->elements);
    br_buffer_print(out, "</td><td class=\"n\">%s</td><td class=\"n\">", i->unit);
    bounds(out, &i->q);
    br_buffer_put(out, "</td>");
    if (m) {
        br_buffer_put(out, "<td>");
        if (!i->when[0])
            set_value(out, m, i->q.name);
        br_buffer_put(out, "</td>");
    }
    br_buffer_put(out, "<td>");
    br_html_text(out, i->q.words);
    if (i->when[0]) {
        br_buffer_put(out, " <span class=\"dim\">(when ");
        br_html_text(out, i->when);
        br_buffer_put(out, ")</span>");
    }
    br_buffer_put(out, "</td></tr>\n");
}

// Comments in a quieter colour.
static void equations(br_buffer *out, const br_law *law)
{
    const char *line;
    size_t at = 0, size;
    br_buffer_put(out, "<pre>");
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
    br_buffer_put(out, "</pre>\n");
}

static void figures(br_buffer *out, const picture *p, int count, const char *values)
{
    if (count > 0)
        br_buffer_put(out, "<div class=\"pair\">\n");
    for (int i = 0; i < count; i++) {
        br_buffer_put(out, "<figure>\n");
        br_figure_inline(out, &p[i].figure);
        br_buffer_put(out, "<figcaption>");
        br_html_text(out, p[i].caption);
        br_buffer_put(out, " Values of ");
        br_html_text(out, values);
        br_buffer_put(out, ".</figcaption>\n</figure>\n");
    }
    if (count > 0)
        br_buffer_put(out, "</div>\n");
}

// ---------------------------------------------------------------- one law

static void section(br_buffer *out, const card *c, const br_model *m, const picture *p, int drawn)
{
    const br_law *law = &c->law;
    br_buffer_print(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p>", law->name, law->name);
    br_html_text(out, law->title);
    br_buffer_put(out, "</p>\n");
    if (law->source[0]) {
        br_buffer_put(out, "<p class=\"dim\">Source: ");
        br_html_text(out, law->source);
        br_buffer_put(out, "</p>\n");
    }
    figures(out, p, drawn, law->nset > 0 ? law->set[0].name : "");
    br_buffer_put(out, "<h3>Equations</h3>\n");
    equations(out, law);
    br_buffer_put(out, "<h3>Parameters</h3>\n");
    parameter_head(out, law);
    for (int i = 0; i < c->count; i++)
        if (!c->item[i].output && c->item[i].q.kind == BR_PARAM)
            parameter_row(out, &c->item[i], m);
    br_buffer_put(out, "</table></div>\n");
    for (int i = 0; i < law->nset; i++) {
        br_buffer_print(out, "%s<li><code>%s</code> ", i ? "" : "<h3>Sets</h3>\n<ul>\n", law->set[i].name);
        br_html_text(out, law->set[i].words);
        br_buffer_print(out, "</li>\n%s", i + 1 == law->nset ? "</ul>\n" : "");
    }
    br_buffer_put(out, "</section>\n");
}

static br_status add_law(br_buffer *out, const char *name, br_diag *why)
{
    tool_source s;
    card c;
    tool_model t = {0};
    picture p[2] = {0};
    int drawn = 0;
    br_status status = tool_source_open(&s, name, why);
    if (status != BR_OK)
        return status;
    status = card_open(&c, &s, why);
    if (status != BR_OK) {
        tool_source_close(&s);
        return status;
    }
    bool set = c.law.nset > 0;
    if (set)
        status = tool_model_open(&t, name, c.law.set[0].name, NULL, why);
    if (status == BR_OK && set)
        status = pictures_make(&t.model, p, &drawn);
    if (status == BR_OK)
        section(out, &c, set ? &t.model : NULL, p, drawn);
    pictures_free(p);
    tool_model_close(&t);
    card_close(&c);
    tool_source_close(&s);
    return status;
}

br_status report_page(br_buffer *out, const char *const *laws, int count, br_diag *why)
{
    br_html_open(out, "Friction laws of bristle");
    br_buffer_print(out, "<h1>%s</h1>\n<p>", count > 1 ? "Friction laws of bristle" : "A friction law");
    br_buffer_put(
        out, "Each law stands once, as text, in the notation of its paper; every picture here was computed from that "
             "text. Units are SI. Made by bristle " BR_VERSION ".</p>\n");
    if (count > 1)
        br_buffer_put(out, "<nav><ul>\n");
    for (int i = 0; count > 1 && i < count; i++)
        br_buffer_print(out, "<li><a href=\"#%s\">%s</a></li>\n", laws[i], laws[i]);
    if (count > 1)
        br_buffer_put(out, "</ul></nav>\n");
    br_status status = BR_OK;
    for (int i = 0; i < count && status == BR_OK; i++)
        status = add_law(out, laws[i], why);
    br_html_close(out);
    return status;
}

br_status report_svg(br_buffer *out, const char *law, const char *params, br_diag *why)
{
    tool_source s;
    br_law first;
    tool_model t;
    picture p[2] = {0};
    int drawn = 0;
    br_status status = tool_source_open(&s, law, why);
    if (status != BR_OK)
        return status;
    br_read_options o = {.find = s.source.find, .context = s.source.context};
    status = br_law_read(&first, s.source.text, s.source.size, s.source.origin, &o, why);
    if (status != BR_OK) {
        tool_source_close(&s);
        return status;
    }
    if (!params && first.nset > 0)
        params = first.set[0].name;
    status = tool_model_open(&t, law, params, NULL, why);
    if (status == BR_OK) {
        status = br_model_complete(&t.model, false, why);
        if (status == BR_OK)
            status = pictures_make(&t.model, p, &drawn);
        if (status == BR_OK && drawn == 0)
            status = tool_complain(
                why, BR_BAD_LAW,
                "bristle laws: law %s has no velocity among its inputs to draw it over, or too many states",
                first.name);
        if (status == BR_OK) {
            br_figure f[2] = {p[0].figure, p[1].figure};
            br_figure_file(out, f, drawn);
        }
        pictures_free(p);
        tool_model_close(&t);
    }
    br_law_free(&first);
    tool_source_close(&s);
    return status;
}
