// card_show.c - a law's card as text for people.                                [host]
#include "num/base/fp.h"

#include "tool/laws/card.h"

#include <math.h>
#include <string.h>

static void safe(br_buffer *out, const char *text)
{
    br_buffer_safe(out, text, strlen(text));
}

static void show_bounds(br_buffer *out, const br_described_quantity *q)
{
    if (isfinite(q->low)) {
        br_buffer_put(out, q->low_open ? "> " : ">= ");
        br_buffer_number(out, q->low);
    }
    if (isfinite(q->high)) {
        br_buffer_put(out, isfinite(q->low) ? " " : "");
        br_buffer_put(out, q->high_open ? "< " : "<= ");
        br_buffer_number(out, q->high);
    }
}

static void show_quantity(br_buffer *out, const br_described_quantity *q)
{
    bool united = !isnan(q->value) && strcmp(q->unit, "-") != 0;
    size_t from = out->size;
    br_buffer_print(out, "  %s", q->name);
    if (q->elements[0])
        br_buffer_print(out, "[%s]", q->elements);
    br_buffer_pad(out, from, 14);
    br_buffer_put(out, q->unit);
    if (q->turning[0])
        br_buffer_print(out, " or %s", q->turning);
    br_buffer_pad(out, from, 35);
    show_bounds(out, q);
    br_buffer_pad(out, from, 44);
    safe(out, q->meaning);
    if (q->formula[0])
        br_buffer_print(out, "%s(default %s%s%s)", q->meaning[0] ? " " : "", q->formula, united ? " " : "",
                        united ? q->unit : "");
    if (q->when[0])
        br_buffer_print(out, " [when %s]", q->when);
    while (out->size > from && out->text[out->size - 1] == ' ')
        out->size--;
    br_buffer_put(out, "\n");
}

static void show_group(br_buffer *out, const br_description *d, const char *title, br_law_part part)
{
    const br_described_quantity *q;
    bool some = false;
    for (int i = 0; (q = br_description_quantity(d, i)); i++) {
        if (q->part != part)
            continue;
        if (!some)
            br_buffer_print(out, "\n%s\n", title);
        some = true;
        show_quantity(out, q);
    }
}

static void show_choices(br_buffer *out, const br_description *d)
{
    const br_described_choice *c;
    const br_described_elements *n;
    for (int i = 0; (c = br_description_choice(d, i)); i++) {
        br_buffer_print(out, "%s  %s = ", i ? "" : "\nchoices (the first is the default)\n", c->name);
        for (int k = 0; k < c->values; k++)
            br_buffer_print(out, "%s%s", k ? " | " : "", c->value[k]);
        br_buffer_put(out, c->meaning[0] ? "  " : "");
        safe(out, c->meaning);
        br_buffer_put(out, "\n");
    }
    for (int i = 0; (n = br_description_elements(d, i)); i++)
        br_buffer_print(out, "%s  %s = %d unless the values say otherwise\n", i ? "" : "\nelements\n", n->name,
                        n->count);
}

static void show_automaton(br_buffer *out, const br_description *d, int automaton)
{
    const br_described_automaton *a = br_description_automaton(d, automaton);
    const br_described_transition *t;
    br_buffer_print(out, br_description_automaton(d, 1) ? "  %s: " : "  ", a->name);
    for (int i = 0; i < a->modes; i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", a->mode[i]);
    if (a->elements[0])
        br_buffer_print(out, "; each element of %s has its own", a->elements);
    br_buffer_put(out, "\n");
    for (int i = 0; (t = br_description_transition(d, i)); i++)
        if (t->automaton == automaton)
            br_buffer_print(out, "  from %s to %s if %s\n", a->mode[t->from], a->mode[t->to], t->guard);
}

static void show_modes(br_buffer *out, const br_description *d)
{
    for (int a = 0; br_description_automaton(d, a); a++) {
        br_buffer_put(out, a ? "" : "\nmodes\n");
        show_automaton(out, d, a);
    }
}

static void show_indented(br_buffer *out, const char *text)
{
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, "\n");
        br_buffer_put(out, "    ");
        br_buffer_safe(out, at, n);
        br_buffer_put(out, "\n");
        at += n + (at[n] != 0);
    }
}

static void show_equations(br_buffer *out, const br_description *d, int use, const char *indent)
{
    const char *line;
    for (int i = 0; (line = br_description_line(d, use, i)); i++) {
        br_buffer_put(out, line[0] ? indent : "");
        safe(out, line);
        br_buffer_put(out, "\n");
    }
}

// "lugre is dahl with FS = FC, sigma1 = 0"
static void show_contained(br_buffer *out, const br_description *d)
{
    const br_described_contained *c;
    for (int i = 0; (c = br_description_contained(d, i)); i++) {
        br_buffer_print(out, "%s  %s%s", i ? "" : "\ncontains (equal parameters have equal names)\n", c->law,
                        c->with[0] ? " with " : "");
        safe(out, c->with);
        br_buffer_put(out, "\n");
    }
}

static void show_sets(br_buffer *out, const br_description *d)
{
    const br_described_set *set;
    for (int i = 0; (set = br_description_set(d, i)); i++) {
        br_buffer_print(out, "%s  %s  ", i ? "" : "\nsets (for --params)\n", set->name);
        safe(out, set->meaning);
        br_buffer_put(out, "\n");
        show_indented(out, set->text);
    }
}

void card_show(br_buffer *out, const br_description *d)
{
    const br_described_use *use;
    br_buffer_print(out, "%s - ", br_description_name(d));
    safe(out, br_description_title(d));
    if (br_description_source(d)[0]) {
        br_buffer_put(out, "\nsource: ");
        safe(out, br_description_source(d));
    }
    br_buffer_put(out, "\n");
    show_group(out, d, "inputs", BR_LAW_INPUTS);
    show_group(out, d, "states", BR_LAW_STATES);
    show_group(out, d, "parameters", BR_LAW_PARAMETERS);
    show_group(out, d, "outputs", BR_LAW_OUTPUTS);
    show_choices(out, d);
    show_modes(out, d);
    show_contained(out, d);
    br_buffer_put(out, "\nequations\n");
    show_equations(out, d, -1, "  ");
    for (int i = 0; (use = br_description_use(d, i)); i++) {
        br_buffer_print(out, "  of %s%s%s:\n", use->name, use->as[0] ? ", used as " : "", use->as);
        show_equations(out, d, i, "    ");
    }
    show_sets(out, d);
}
