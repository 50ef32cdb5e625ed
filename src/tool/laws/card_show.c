// card_show.c - a law's card as text for people.                                [host]
#include "num/base/fp.h"

#include "law/model/contained.h"
#include "tool/laws/card.h"
#include "tool/laws/formula.h"

#include <math.h>
#include <string.h>

static void safe(br_buffer *out, const char *text)
{
    br_buffer_safe(out, text, strlen(text));
}

static void show_bounds(br_buffer *out, const br_quantity *q)
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

static void show_item(br_buffer *out, const card_item *i)
{
    bool united = i->preset_is_number && strcmp(i->unit, "-") != 0;
    size_t from = out->size;
    br_buffer_print(out, "  %s", i->q.name);
    if (i->elements[0])
        br_buffer_print(out, "[%s]", i->elements);
    br_buffer_pad(out, from, 14);
    br_buffer_put(out, i->unit);
    if (i->turning[0])
        br_buffer_print(out, " or %s", i->turning);
    br_buffer_pad(out, from, 35);
    if (!i->output)
        show_bounds(out, &i->q);
    br_buffer_pad(out, from, 44);
    safe(out, i->q.words);
    if (i->preset)
        br_buffer_print(out, "%s(default %s%s%s)", i->q.words[0] ? " " : "", i->preset, united ? " " : "",
                        united ? i->unit : "");
    if (i->when[0])
        br_buffer_print(out, " [when %s]", i->when);
    while (out->size > from && out->text[out->size - 1] == ' ')
        out->size--;
    br_buffer_put(out, "\n");
}

static void show_group(br_buffer *out, const card *c, const char *title, int kind)
{
    bool some = false;
    for (int i = 0; i < c->count; i++) {
        if (kind < 0 ? !c->item[i].output : c->item[i].output || (int)c->item[i].q.kind != kind)
            continue;
        if (!some)
            br_buffer_print(out, "\n%s\n", title);
        some = true;
        show_item(out, &c->item[i]);
    }
}

static void show_choices(br_buffer *out, const br_parsed_law *law)
{
    char words[BR_MAX_WORDS + 1];
    bool some = false;
    for (int i = 0; i < law->nchoice; i++) {
        if (law->choice[i].fixed)
            continue;
        br_buffer_print(out, "%s  %s = ", some ? "" : "\nchoices (the first is the default)\n", law->choice[i].name);
        some = true;
        for (int k = 0; k < law->choice[i].values; k++)
            br_buffer_print(out, "%s%s", k ? " | " : "", law->choice[i].value[k]);
        card_choice_words(law, law->choice[i].name, words);
        br_buffer_put(out, words[0] ? "  " : "");
        safe(out, words);
        br_buffer_put(out, "\n");
    }
    for (int d = 0; d < law->ndim; d++)
        br_buffer_print(out, "%s  %s = %d unless the values say otherwise\n", d ? "" : "\nelements\n", law->dim[d].name,
                        law->dim[d].preset);
}

static void show_automaton(br_buffer *out, const br_parsed_law *law, int automaton)
{
    const br_automaton *a = &law->automaton[automaton];
    char name[BR_NAME_SIZE];
    br_law_mode_name(law, automaton, name);
    br_buffer_print(out, law->nautomata > 1 ? "  %s: " : "  ", name);
    for (int i = 0; i < a->nmode; i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", a->mode[i]);
    if (a->dim != BR_SCALAR)
        br_buffer_print(out, "; each element of %s has its own", law->dim[a->dim].name);
    br_buffer_put(out, "\n");
    for (int i = 0; i < law->njump; i++) {
        const br_transition *j = &law->jump[i];
        if (j->automaton != automaton)
            continue;
        br_buffer_print(out, "  from %s to %s if ", a->mode[j->from], a->mode[j->to]);
        formula_write(out, law, j->guard);
        br_buffer_put(out, "\n");
    }
}

static void show_modes(br_buffer *out, const br_parsed_law *law)
{
    for (int a = 0; a < law->nautomata; a++) {
        br_buffer_put(out, a ? "" : "\nmodes\n");
        show_automaton(out, law, a);
    }
}

// Lines of the text from token `first` up to token `last`.
static void show_lines(br_buffer *out, const br_parsed_law *law, int first, int last)
{
    const char *at = law->tokens.token[first].at, *end = law->tokens.token[last].at;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        while (n > 0 && (at[n - 1] == '\r' || at[n - 1] == ' '))
            n--;
        if (n > 0) {
            br_buffer_put(out, "    ");
            br_buffer_safe(out, at, n);
            br_buffer_put(out, "\n");
        }
        at = stop ? stop + 1 : end;
    }
}

static void show_equations(br_buffer *out, const br_parsed_law *law, const char *indent)
{
    const char *line;
    size_t at = 0, size;
    while (card_equation(law, &at, &line, &size)) {
        br_buffer_put(out, size ? indent : "");
        br_buffer_safe(out, line, size);
        br_buffer_put(out, "\n");
    }
}

// "lugre is dahl with FS = FC, sigma1 = 0"
static void show_contained(br_buffer *out, const br_parsed_law *law)
{
    for (int i = 0; i < law->ncontained; i++) {
        size_t size;
        const char *given = br_law_contained_text(law, i, &size);
        br_buffer_print(out, "%s  %s", i ? "" : "\ncontains (equal parameters have equal names)\n",
                        law->contained[i].law);
        br_buffer_put(out, size ? " with " : "");
        br_buffer_safe(out, given, size);
        br_buffer_put(out, "\n");
    }
}

void card_show(br_buffer *out, const card *c)
{
    const br_parsed_law *law = &c->law;
    br_buffer_print(out, "%s - ", law->name);
    safe(out, law->title);
    if (law->source[0]) {
        br_buffer_put(out, "\nsource: ");
        safe(out, law->source);
    }
    br_buffer_put(out, "\n");
    show_group(out, c, "inputs", BR_INPUT);
    show_group(out, c, "states", BR_STATE);
    show_group(out, c, "parameters", BR_PARAM);
    show_group(out, c, "outputs", -1);
    show_choices(out, law);
    show_modes(out, law);
    show_contained(out, law);
    br_buffer_put(out, "\nequations\n");
    show_equations(out, law, "  ");
    for (int i = 0; i < c->nused; i++) {
        bool as = c->used[i]->as[0];
        br_buffer_print(out, "  of %s%s%s:\n", c->used[i]->name, as ? ", used as " : "", c->used[i]->as);
        show_equations(out, &c->used[i]->law, "    ");
    }
    for (int i = 0; i < law->nset; i++) {
        br_buffer_print(out, "%s  %s  ", i ? "" : "\nsets (for --params)\n", law->set[i].name);
        safe(out, law->set[i].words);
        br_buffer_put(out, "\n");
        show_lines(out, law, law->set[i].first, law->set[i].last);
    }
}
