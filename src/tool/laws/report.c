// report.c - the report on laws, and the pictures of one law.                   [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "tool/kit/conditions.h"
#include "tool/kit/options.h"
#include "tool/laws/picture.h"
#include "tool/kit/report.h"
#include "tool/laws/report.h"
#include "tool/laws/report_equations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- parts of the report

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

// Six digits, large ones with a power of ten: 2.4e6.
static void number(br_buffer *out, double v)
{
    int power = 0;
    double size = 1;
    if (isfinite(v) && fabs(v) >= 1e6)
        for (; fabs(v) / size >= 10; power++)
            size *= 10;
    br_buffer_about(out, v / size, 6);
    if (power > 0)
        br_buffer_print(out, "e%d", power);
}

static void values(br_buffer *out, const br_model *m, int q)
{
    for (int i = 0; i < br_model_len(m, q); i++) {
        br_interval v = br_model_values(m, q)[i];
        br_buffer_put(out, i ? ", " : "");
        number(out, v.lo);
        if (v.lo != v.hi) {
            br_buffer_put(out, "..");
            number(out, v.hi);
        }
    }
}

// The quantity of the model that this is: another choice may give the name to another one, in another unit. Else -1.
static int in_model(const card_item *i, const br_model *m)
{
    int q = m && !i->output ? br_law_find(&m->law, i->q.name, strlen(i->q.name)) : -1;
    const char *unit = q >= 0 ? m->law.q[q].si_text : "";
    return strcmp(unit, i->unit) == 0 || (i->turning[0] && strcmp(unit, i->turning) == 0) ? q : -1;
}

// The unit for the motion of the model; without a model, all that the law allows.
static void item_unit(br_buffer *out, const card_item *i, const br_model *m)
{
    if (i->turning[0] && m && m->law.motions > 1) {
        br_html_text(out, m->law.motion > 0 ? i->turning : i->unit);
        return;
    }
    br_html_text(out, i->unit);
    br_buffer_put(out, i->turning[0] ? " or " : "");
    br_html_text(out, i->turning);
}

// A value of the set, or the default: as a number where the set makes it one, else as its formula.
static void item_value(br_buffer *out, const card_item *i, const br_model *m)
{
    int q = in_model(i, m);
    bool given = q >= 0 && m->origin[q] == BR_GIVEN, preset = q >= 0 && m->origin[q] == BR_DEFAULT;
    if (given || preset)
        values(out, m, q);
    else if (i->preset)
        br_html_text(out, i->preset);
    else
        br_buffer_put(out, "&ndash;");
    if (!given && (preset || i->preset))
        br_buffer_put(out, " <span class=\"dim\">(default)</span>");
}

static void item_row(br_buffer *out, const card_item *i, const br_model *m)
{
    br_buffer_print(out, "<tr><td class=\"n\">%s", i->q.name);
    if (i->elements[0])
        br_buffer_print(out, "[%s]", i->elements);
    br_buffer_put(out, "</td><td class=\"n\">");
    item_unit(out, i, m);
    br_buffer_put(out, "</td><td class=\"n\">");
    if (!i->output)
        bounds(out, &i->q);
    br_buffer_put(out, "</td><td>");
    if (!i->output && (i->q.kind == BR_PARAM || i->preset))
        item_value(out, i, m);
    br_buffer_put(out, "</td><td>");
    br_html_text(out, i->q.words);
    if (i->when[0]) {
        br_buffer_put(out, " <span class=\"dim\">(when ");
        br_html_text(out, i->when);
        br_buffer_put(out, ")</span>");
    }
    br_buffer_put(out, "</td></tr>\n");
}

static void group(br_buffer *out, const card *c, const br_model *m, const char *title, int kind)
{
    bool some = false;
    for (int i = 0; i < c->count; i++) {
        const card_item *k = &c->item[i];
        if (kind < 0 ? !k->output : k->output || (int)k->q.kind != kind)
            continue;
        if (!some)
            br_buffer_print(out, "<tr><th colspan=\"5\" class=\"group\">%s</th></tr>\n", title);
        some = true;
        item_row(out, k, m);
    }
}

static void quantities(br_buffer *out, const card *c, const br_model *m, const char *values_of)
{
    br_buffer_put(out, "<h3>Quantities</h3>\n<div class=\"wide\"><table class=\"fold\">\n"
                       "<tr class=\"heads\"><th>name</th><th>unit</th><th>bounds</th><th>");
    br_html_text(out, m ? values_of : "value");
    br_buffer_put(out, "</th><th>what it is</th></tr>\n");
    group(out, c, m, "inputs", BR_INPUT);
    group(out, c, m, "states", BR_STATE);
    group(out, c, m, "parameters", BR_PARAM);
    group(out, c, m, "outputs", -1);
    br_buffer_put(out, "</table></div>\n");
}

static void choices(br_buffer *out, const card *c)
{
    const br_parsed_law *law = &c->law;
    char words[BR_MAX_WORDS + 1];
    bool some = false;
    for (int i = 0; i < law->nchoice; i++) {
        const br_choice *k = &law->choice[i];
        if (k->fixed)
            continue;
        br_buffer_print(
            out, "%s<li><code>%s</code> is ",
            some ? ""
                 : "<h3>Choices</h3>\n<p>Choose with the values of the law: <code>NAME = VALUE</code>.</p>\n<ul>\n",
            k->name);
        some = true;
        for (int v = 0; v < k->values; v++)
            br_buffer_print(out, "%s<code>%s</code>%s", v ? " or " : "", k->value[v], v ? "" : " (default)");
        card_choice_words(law, k->name, words);
        br_buffer_put(out, words[0] ? ": " : "");
        br_html_text(out, words);
        br_buffer_put(out, "</li>\n");
    }
    br_buffer_put(out, some ? "</ul>\n" : "");
}

static void figures(br_buffer *out, const picture *p, int count, const char *values)
{
    if (count > 0)
        br_buffer_put(out, "<div class=\"pair\">\n");
    for (int i = 0; i < count; i++) {
        br_buffer_put(out, "<figure>\n");
        br_figure_inline(out, &p[i].figure);
        br_figure_data(out, &p[i].figure);
        br_buffer_put(out, "<figcaption>");
        br_html_text(out, p[i].caption);
        br_buffer_put(out, " Values of ");
        br_html_text(out, values);
        br_buffer_put(out, ".</figcaption>\n</figure>\n");
    }
    if (count > 0)
        br_buffer_put(out, "</div>\n");
}

// ---------------------------------------------------------------- sets

static void set_rows(br_buffer *out, const br_model *m, const br_assignments *list)
{
    char unit[BR_UNIT_SIZE];
    br_buffer_put(out, "<div class=\"wide\"><table class=\"fold\">\n<tr "
                       "class=\"heads\"><th>name</th><th>value</th><th>unit</th></tr>\n");
    for (int i = 0; i < list->count; i++)
        if (list->item[i].word[0])
            br_buffer_print(out, "<tr><td class=\"n\">%s</td><td>%s</td><td></td></tr>\n", list->item[i].name,
                            list->item[i].word);
    for (int q = 0; q < m->law.nq; q++) {
        bool given = m->origin[q] == BR_GIVEN;
        if (!given && !(m->law.q[q].kind == BR_PARAM && m->origin[q] == BR_DEFAULT))
            continue;
        br_buffer_print(out, "<tr><td class=\"n\">%s</td><td>", m->law.q[q].name);
        values(out, m, q);
        snprintf(unit, BR_UNIT_SIZE, "%s", m->law.q[q].si_text);
        br_buffer_print(out, "%s</td><td class=\"n\">", given ? "" : " <span class=\"dim\">(default)</span>");
        br_html_text(out, unit);
        br_buffer_put(out, "</td></tr>\n");
    }
    br_buffer_put(out, "</table></div>\n");
}

static br_status set_details(br_buffer *out, const br_law_source *s, const br_parsed_law *law, int set, br_diag *why)
{
    br_loaded_set t;
    br_status status = br_loaded_set_open(&t, s, law, set, NULL, why);
    if (status != BR_OK)
        return status;
    br_buffer_print(out, "<details><summary><code>%s</code> ", law->set[set].name);
    br_html_text(out, law->set[set].words);
    br_buffer_put(out, "</summary>\n");
    set_rows(out, &t.model, &t.list);
    br_buffer_put(out, "</details>\n");
    br_loaded_set_close(&t);
    return BR_OK;
}

// ---------------------------------------------------------------- one law

static br_status section(br_buffer *out, const br_law_source *s, const card *c, const char *params, br_model *m,
                         br_diag *why)
{
    const br_parsed_law *law = &c->law;
    picture p[2] = {0};
    int drawn = 0;
    br_status status = m ? pictures_make(m, p, &drawn) : BR_OK;
    if (status != BR_OK)
        return status;
    br_buffer_print(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p>", law->name, law->name);
    br_html_text(out, law->title);
    br_buffer_put(out, "</p>\n");
    if (law->source[0]) {
        br_buffer_put(out, "<p class=\"dim\">Source: ");
        br_html_text(out, law->source);
        br_buffer_put(out, "</p>\n");
    }
    figures(out, p, drawn, params ? params : "");
    pictures_free(p);
    report_equations(out, c);
    quantities(out, c, m, params);
    choices(out, c);
    br_buffer_put(out, law->nset > 0 ? "<h3>Sets</h3>\n" : "");
    for (int i = 0; i < law->nset && status == BR_OK; i++)
        status = set_details(out, s, law, i, why);
    br_buffer_put(out, "</section>\n");
    return status;
}

// The values of params, or else of the law's first set; a law without both is shown without pictures.
static br_status add_law(br_buffer *out, const char *name, const char *params, br_diag *why)
{
    br_law_source s;
    card c;
    br_loaded_model t = {0};
    br_status status = br_law_source_open(&s, name, why);
    if (status != BR_OK)
        return status;
    status = card_open(&c, &s, why);
    if (status != BR_OK) {
        br_law_source_close(&s);
        return status;
    }
    if (!params && c.law.nset > 0)
        params = c.law.set[0].name;
    if (params) {
        status = br_loaded_model_open(&t, name, params, NULL, why);
        if (status == BR_OK)
            status = tool_model_check(&t.model, why);
    }
    if (status == BR_OK)
        status = section(out, &s, &c, params, params ? &t.model : NULL, why);
    if (params)
        br_loaded_model_close(&t);
    card_close(&c);
    br_law_source_close(&s);
    return status;
}

br_status laws_report(br_buffer *out, const char *const *laws, int count, const char *params, br_diag *why)
{
    report_open(out, count > 1 ? "Friction laws of bristle" : "Friction law");
    br_buffer_put(out, "<p>Each law is written once, as text, in the notation of its paper. All pictures are computed "
                       "from that text. Units are SI.</p>\n");
    if (count > 1)
        br_buffer_put(out, "<nav><ul>\n");
    for (int i = 0; count > 1 && i < count; i++)
        br_buffer_print(out, "<li><a href=\"#%s\">%s</a></li>\n", laws[i], laws[i]);
    if (count > 1)
        br_buffer_put(out, "</ul></nav>\n");
    br_status status = BR_OK;
    for (int i = 0; i < count && status == BR_OK; i++)
        status = add_law(out, laws[i], params, why);
    br_html_close(out);
    return status;
}

br_status laws_pictures(br_buffer *out, const char *law, const char *params, br_diag *why)
{
    br_law_source s;
    br_parsed_law first;
    br_loaded_model t;
    picture p[2] = {0};
    int drawn = 0;
    br_status status = br_law_source_open(&s, law, why);
    if (status != BR_OK)
        return status;
    br_read_options o = {.find = s.source.find, .context = s.source.context};
    status = br_law_read(&first, s.source.text, s.source.size, s.source.origin, &o, why);
    if (status != BR_OK) {
        br_law_source_close(&s);
        return status;
    }
    if (!params && first.nset > 0)
        params = first.set[0].name;
    status = br_loaded_model_open(&t, law, params, NULL, why);
    if (status == BR_OK) {
        status = tool_model_check(&t.model, why);
        if (status == BR_OK)
            status = pictures_make(&t.model, p, &drawn);
        if (status == BR_OK && drawn == 0)
            status = tool_complain(
                why, BR_BAD_LAW,
                "bristle laws: law %s has no velocity among its inputs, or too many states: it cannot be drawn",
                first.name);
        if (status == BR_OK) {
            br_figure f[2] = {p[0].figure, p[1].figure};
            const char *caption[2] = {p[0].caption, p[1].caption};
            br_buffer heading = {0};
            br_buffer_print(&heading, "%s, values of %s", first.name, params ? params : "its defaults");
            br_figure_file(out, f, caption, drawn, heading.text ? heading.text : "");
            out->status = out->status == BR_OK ? heading.status : out->status;
            br_buffer_free(&heading);
        }
        pictures_free(p);
        br_loaded_model_close(&t);
    }
    br_law_free(&first);
    br_law_source_close(&s);
    return status;
}
