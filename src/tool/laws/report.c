// report.c - the report on laws, and the pictures of one law.                   [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "tool/kit/evaluation.h"
#include "tool/kit/options.h"
#include "tool/kit/report.h"
#include "tool/laws/picture.h"
#include "tool/laws/report.h"
#include "tool/laws/report_equations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- parts of the report

static void bounds(br_buffer *out, const br_described_quantity *q)
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

static void values(br_buffer *out, const br_evaluated_quantity *q)
{
    for (int i = 0; i < q->count; i++) {
        br_buffer_put(out, i ? ", " : "");
        number(out, q->low[i]);
        if (q->low[i] != q->high[i]) {
            br_buffer_put(out, "..");
            number(out, q->high[i]);
        }
    }
}

// The quantity with its value: another choice may give the name to another one, in another unit. Else NULL.
static const br_evaluated_quantity *evaluated(const br_described_quantity *q, const br_evaluation *e)
{
    const br_evaluated_quantity *is;
    for (int i = 0; q->part != BR_LAW_OUTPUTS && (is = br_evaluation_quantity(e, i)); i++)
        if (strcmp(is->name, q->name) == 0)
            return strcmp(is->unit, q->unit) == 0 || (q->turning[0] && strcmp(is->unit, q->turning) == 0) ? is : NULL;
    return NULL;
}

// The unit for the motion of the values; without values, all that the law allows.
static void quantity_unit(br_buffer *out, const br_described_quantity *q, const br_evaluation *e)
{
    if (q->turning[0] && e) {
        br_html_text(out, br_evaluation_turns(e) ? q->turning : q->unit);
        return;
    }
    br_html_text(out, q->unit);
    br_buffer_put(out, q->turning[0] ? " or " : "");
    br_html_text(out, q->turning);
}

// A value of the set, or the default: as a number where the set makes it one, else as its formula.
static void quantity_value(br_buffer *out, const br_described_quantity *q, const br_evaluation *e)
{
    const br_evaluated_quantity *is = evaluated(q, e);
    bool given = is && is->origin == BR_EVALUATED_GIVEN, preset = is && is->origin == BR_EVALUATED_DEFAULT;
    if (given || preset)
        values(out, is);
    else if (q->formula[0])
        br_html_text(out, q->formula);
    else
        br_buffer_put(out, "&ndash;");
    if (!given && (preset || q->formula[0]))
        br_buffer_put(out, " <span class=\"dim\">(default)</span>");
}

static void quantity_row(br_buffer *out, const br_described_quantity *q, const br_evaluation *e)
{
    br_buffer_print(out, "<tr><td class=\"n\">%s", q->name);
    if (q->elements[0])
        br_buffer_print(out, "[%s]", q->elements);
    br_buffer_put(out, "</td><td class=\"n\">");
    quantity_unit(out, q, e);
    br_buffer_put(out, "</td><td class=\"n\">");
    bounds(out, q);
    br_buffer_put(out, "</td><td>");
    if (q->part == BR_LAW_PARAMETERS || q->formula[0])
        quantity_value(out, q, e);
    br_buffer_put(out, "</td><td>");
    br_html_text(out, q->meaning);
    if (q->when[0]) {
        br_buffer_put(out, " <span class=\"dim\">(when ");
        br_html_text(out, q->when);
        br_buffer_put(out, ")</span>");
    }
    br_buffer_put(out, "</td></tr>\n");
}

static void group(br_buffer *out, const br_description *d, const br_evaluation *e, const char *title, br_law_part part)
{
    const br_described_quantity *q;
    bool some = false;
    for (int i = 0; (q = br_description_quantity(d, i)); i++) {
        if (q->part != part)
            continue;
        if (!some)
            br_buffer_print(out, "<tr><th colspan=\"5\" class=\"group\">%s</th></tr>\n", title);
        some = true;
        quantity_row(out, q, e);
    }
}

static void quantities(br_buffer *out, const br_description *d, const br_evaluation *e, const char *values_of)
{
    br_buffer_put(out, "<h3>Quantities</h3>\n<div class=\"wide\"><table class=\"fold\">\n"
                       "<tr class=\"heads\"><th>name</th><th>unit</th><th>bounds</th><th>");
    br_html_text(out, e ? values_of : "value");
    br_buffer_put(out, "</th><th>what it is</th></tr>\n");
    group(out, d, e, "inputs", BR_LAW_INPUTS);
    group(out, d, e, "states", BR_LAW_STATES);
    group(out, d, e, "parameters", BR_LAW_PARAMETERS);
    group(out, d, e, "outputs", BR_LAW_OUTPUTS);
    br_buffer_put(out, "</table></div>\n");
}

static void choices(br_buffer *out, const br_description *d)
{
    const br_described_choice *k;
    for (int i = 0; (k = br_description_choice(d, i)); i++) {
        br_buffer_print(
            out, "%s<li><code>%s</code> is ",
            i ? "" : "<h3>Choices</h3>\n<p>Choose with the values of the law: <code>NAME = VALUE</code>.</p>\n<ul>\n",
            k->name);
        for (int v = 0; v < k->values; v++)
            br_buffer_print(out, "%s<code>%s</code>%s", v ? " or " : "", k->value[v], v ? "" : " (default)");
        br_buffer_put(out, k->meaning[0] ? ": " : "");
        br_html_text(out, k->meaning);
        br_buffer_put(out, "</li>\n");
    }
    br_buffer_put(out, br_description_choice(d, 0) ? "</ul>\n" : "");
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

static void set_rows(br_buffer *out, const br_evaluation *e)
{
    const br_evaluated_assignment *a;
    const br_evaluated_quantity *q;
    br_buffer_put(out, "<div class=\"wide\"><table class=\"fold\">\n<tr "
                       "class=\"heads\"><th>name</th><th>value</th><th>unit</th></tr>\n");
    for (int i = 0; (a = br_evaluation_assignment(e, i)); i++)
        if (a->word[0])
            br_buffer_print(out, "<tr><td class=\"n\">%s</td><td>%s</td><td></td></tr>\n", a->name, a->word);
    for (int i = 0; (q = br_evaluation_quantity(e, i)); i++) {
        bool given = q->origin == BR_EVALUATED_GIVEN;
        if (!given && !(q->part == BR_LAW_PARAMETERS && q->origin == BR_EVALUATED_DEFAULT))
            continue;
        br_buffer_print(out, "<tr><td class=\"n\">%s</td><td>", q->name);
        values(out, q);
        br_buffer_print(out, "%s</td><td class=\"n\">", given ? "" : " <span class=\"dim\">(default)</span>");
        br_html_text(out, q->unit);
        br_buffer_put(out, "</td></tr>\n");
    }
    br_buffer_put(out, "</table></div>\n");
}

static br_status set_details(br_buffer *out, const br_description *d, int i, br_diag *why)
{
    const br_described_set *set = br_description_set(d, i);
    br_evaluation *e;
    br_status status = tool_evaluation_open_set(&e, d, i, NULL, why);
    if (status != BR_OK)
        return status;
    br_buffer_print(out, "<details><summary><code>%s</code> ", set->name);
    br_html_text(out, set->meaning);
    br_buffer_put(out, "</summary>\n");
    set_rows(out, e);
    br_buffer_put(out, "</details>\n");
    br_evaluation_close(e);
    return BR_OK;
}

// ---------------------------------------------------------------- one law

static br_status section(br_buffer *out, const br_description *d, const char *params, br_evaluation *e, br_diag *why)
{
    const char *name = br_description_name(d), *source = br_description_source(d);
    picture p[2] = {0};
    int drawn = 0;
    br_status status = e ? pictures_make(e, p, &drawn, why) : BR_OK;
    if (status != BR_OK)
        return status;
    br_buffer_print(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p>", name, name);
    br_html_text(out, br_description_title(d));
    br_buffer_put(out, "</p>\n");
    if (source[0]) {
        br_buffer_put(out, "<p class=\"dim\">Source: ");
        br_html_text(out, source);
        br_buffer_put(out, "</p>\n");
    }
    figures(out, p, drawn, params ? params : "");
    report_equations(out, d);
    quantities(out, d, e, params);
    choices(out, d);
    br_buffer_put(out, br_description_set(d, 0) ? "<h3>Sets</h3>\n" : "");
    for (int i = 0; br_description_set(d, i) && status == BR_OK; i++)
        status = set_details(out, d, i, why);
    br_buffer_put(out, "</section>\n");
    return status;
}

// The law at the values of params, complete.
static br_status evaluate(br_evaluation **e, const char *law, const char *params, br_diag *why)
{
    br_evaluation_options o = {.size = sizeof o, .params = params};
    br_status status = tool_evaluation_open(e, law, &o, why);
    return status == BR_OK ? tool_evaluation_check(*e, why) : status;
}

// The values of params, or else of the law's first set; a law without both is shown without pictures.
static br_status add_law(br_buffer *out, const char *name, const char *params, br_diag *why)
{
    br_description *d;
    br_evaluation *e = NULL;
    br_status status = tool_describe(&d, name, false, why);
    if (status != BR_OK)
        return status;
    if (!params && br_description_set(d, 0))
        params = br_description_set(d, 0)->name;
    if (params)
        status = evaluate(&e, name, params, why);
    if (status == BR_OK)
        status = section(out, d, params, e, why);
    br_evaluation_close(e);
    br_description_close(d);
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

static void write_pictures(br_buffer *out, const picture *p, int drawn, const char *law, const char *params)
{
    br_figure f[2];
    const char *caption[2];
    br_buffer heading = {0};
    for (int i = 0; i < drawn; i++) {
        f[i] = p[i].figure;
        caption[i] = p[i].caption;
    }
    br_buffer_print(&heading, "%s, values of %s", law, params ? params : "its defaults");
    br_figure_file(out, f, caption, drawn, heading.text ? heading.text : "");
    out->status = out->status == BR_OK ? heading.status : out->status;
    br_buffer_free(&heading);
}

br_status laws_pictures(br_buffer *out, const char *law, const char *params, br_diag *why)
{
    br_description *d;
    br_evaluation *e = NULL;
    picture p[2] = {0};
    int drawn = 0;
    br_status status = tool_describe(&d, law, true, why);
    if (status != BR_OK)
        return status;
    if (!params && br_description_set(d, 0))
        params = br_description_set(d, 0)->name;
    status = evaluate(&e, law, params, why);
    if (status == BR_OK)
        status = pictures_make(e, p, &drawn, why);
    if (status == BR_OK && drawn == 0)
        status = tool_complain(
            why, BR_BAD_LAW,
            "bristle laws: law %s has no velocity among its inputs, or too many states: it cannot be drawn",
            br_description_name(d));
    if (status == BR_OK)
        write_pictures(out, p, drawn, br_description_name(d), params);
    br_evaluation_close(e);
    br_description_close(d);
    return status;
}
