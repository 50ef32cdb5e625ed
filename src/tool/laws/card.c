// card.c - everything a law declares, gathered over all of its choices.         [host]
#include "num/base/fp.h"

#include "law/eval/combine.h"
#include "tool/laws/card.h"
#include "tool/laws/formula.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void combination_words(const br_chosen *chosen, int n, char words[200])
{
    size_t size = 0;
    words[0] = 0;
    for (int i = 0; i < n && size < 200; i++)
        size += (size_t)snprintf(words + size, 200 - size, "%s%.*s is %.*s", i ? " and " : "", BR_MAX_NAME,
                                 chosen[i].name, BR_MAX_NAME, chosen[i].value);
}

// ---------------------------------------------------------------- items

static const card_item *find_item(const card *c, const char *name, const char *unit)
{
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->item[i].q.name, name) == 0 && strcmp(c->item[i].q.unit_text, unit) == 0)
            return &c->item[i];
    return NULL;
}

static void set_preset(card_item *to, const br_parsed_law *law, br_status *status)
{
    br_buffer b = {0};
    for (int i = 0; i < to->q.presets; i++) {
        br_buffer_put(&b, i ? ", " : "");
        int node = law->preset[to->q.preset + i];
        if (law->g.node[node].op == BR_OP_SPREAD)
            node = law->g.node[node].arg[0];
        to->preset_is_number = to->q.presets == 1 && br_graph_is_const(&law->g, node, &to->preset_value);
        formula_write(&b, law, node);
    }
    to->preset = b.text;
    if (b.status != BR_OK)
        *status = b.status;
}

static br_status add_item(card *c, const br_parsed_law *law, const br_quantity *q, bool output, const char *when)
{
    if (find_item(c, q->name, q->unit_text))
        return BR_OK;
    if (c->count == c->room) {
        int room = c->room ? 2 * c->room : 16;
        card_item *more = realloc(c->item, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        c->item = more;
        c->room = room;
    }
    card_item *to = &c->item[c->count++];
    br_status status = BR_OK;
    memset(to, 0, sizeof *to);
    to->q = *q;
    to->output = output;
    snprintf(to->when, sizeof to->when, "%s", when);
    snprintf(to->unit, BR_UNIT_SIZE, "%s", q->si_text);
    if (q->dim != BR_SCALAR)
        snprintf(to->elements, sizeof to->elements, "%s", law->dim[q->dim].name);
    if (!output)
        set_preset(to, law, &status);
    return status;
}

static br_status add_all(card *c, const br_parsed_law *law, const char *when)
{
    br_status status = BR_OK;
    for (int i = 0; i < law->nq && status == BR_OK; i++)
        status = add_item(c, law, &law->q[i], false, when);
    for (int i = 0; i < law->nout && status == BR_OK; i++) {
        const br_output *o = &law->out[i];
        br_quantity q = {.unit = o->unit, .dim = o->dim};
        memcpy(q.name, o->name, sizeof q.name);
        memcpy(q.words, o->words, sizeof q.words);
        memcpy(q.unit_text, o->unit_text, sizeof q.unit_text);
        memcpy(q.si_text, o->si_text, sizeof q.si_text);
        status = add_item(c, law, &q, true, when);
    }
    return status;
}

static br_status read_law(const br_law_source *s, const br_chosen *chosen, int n, int motion, br_parsed_law *law,
                          br_diag *why)
{
    br_read_options o = {
        .chosen = chosen, .nchosen = n, .motion = motion, .find = s->source.find, .context = s->source.context};
    return br_law_read(law, s->source.text, s->source.size, s->source.origin, &o, why);
}

// Adds what a reading with these choices has; one that does not read is for `check` to complain about.
static br_status add_reading(card *c, const br_law_source *s, const br_chosen *chosen, int n)
{
    char when[200];
    br_parsed_law law;
    br_status status = read_law(s, chosen, n, 0, &law, NULL);
    if (status != BR_OK)
        return status == BR_BAD_LAW ? BR_OK : status;
    combination_words(chosen, n, when);
    status = add_all(c, &law, when);
    br_law_free(&law);
    return status;
}

// Choices one by one, so that a quantity is shown with the one it needs; then together, for those that need several.
static br_status add_choices(card *c, const br_law_source *s)
{
    br_chosen chosen[BR_MAX_CHOICES];
    br_status status = BR_OK;
    for (int i = 0; i < c->law.nchoice; i++)
        for (int v = 1; v < c->law.choice[i].values && !c->law.choice[i].fixed && status == BR_OK; v++) {
            br_combine_choose(&chosen[0], &c->law.choice[i], v);
            status = add_reading(c, s, chosen, 1);
        }
    int n = br_combine_count(&c->law, CARD_COMBINATIONS);
    for (int k = 0; k < n && k < CARD_COMBINATIONS && status == BR_OK; k++) {
        int picked = br_combine_pick(&c->law, k, chosen);
        if (picked > 1)
            status = add_reading(c, s, chosen, picked);
    }
    return status;
}

// The units a rotating machine gives the same quantities.
static br_status add_turning(card *c, const br_law_source *s)
{
    br_parsed_law law;
    br_status status = BR_OK;
    if (c->law.motions < 2)
        return BR_OK;
    for (int i = 0; i < c->count && status == BR_OK; i++) {
        card_item *to = &c->item[i];
        br_chosen chosen[BR_MAX_CHOICES];
        int n = br_combine_count(&c->law, CARD_COMBINATIONS), found = -1;
        for (int k = 0; k < n && k < CARD_COMBINATIONS && found < 0; k++) {
            char when[200];
            combination_words(chosen, br_combine_pick(&c->law, k, chosen), when);
            found = strcmp(when, to->when) == 0 ? k : -1;
        }
        if (found < 0)
            continue;
        status = read_law(s, chosen, br_combine_pick(&c->law, found, chosen), 1, &law, NULL);
        if (status != BR_OK)
            return status == BR_BAD_LAW ? BR_OK : status;
        int q = br_law_find(&law, to->q.name, strlen(to->q.name));
        for (int k = 0; k < law.nout && to->output; k++)
            if (strcmp(law.out[k].name, to->q.name) == 0)
                snprintf(to->turning, BR_UNIT_SIZE, "%s", law.out[k].si_text);
        if (!to->output && q >= 0)
            snprintf(to->turning, BR_UNIT_SIZE, "%s", law.q[q].si_text);
        if (strcmp(to->turning, to->unit) == 0)
            to->turning[0] = 0;
        br_law_free(&law);
    }
    return status;
}

// ---------------------------------------------------------------- laws that are used

// The name at a token, hyphens included; answers the token behind it.
static int read_name(const br_tokens *t, int at, char name[BR_MAX_NAME + 1])
{
    const char *from = t->token[at].at;
    int end = at;
    while (end == at || (t->token[end].glued && (t->token[end].kind == BR_T_NAME || t->token[end].kind == BR_T_NUMBER ||
                                                 br_token_is_mark(&t->token[end], '-'))))
        end++;
    snprintf(name, BR_MAX_NAME + 1, "%.*s", (int)(t->token[end - 1].at + t->token[end - 1].size - from), from);
    return end;
}

static bool starts_line(const br_tokens *t, int at, const char *word)
{
    return (at == 0 || t->token[at - 1].kind == BR_T_LINE) && br_token_is(&t->token[at], word);
}

static br_status add_one_used(card *c, const br_law_source *s, const char *name, const char *as);

static br_status add_used(card *c, const br_law_source *s, const br_tokens *t)
{
    br_status status = BR_OK;
    for (int at = 0; at + 1 < t->count && status == BR_OK; at++) {
        char name[BR_MAX_NAME + 1], as[BR_MAX_NAME + 1] = "";
        if (!starts_line(t, at, "use"))
            continue;
        int end = read_name(t, at + 1, name);
        if (br_token_is(&t->token[end], "as"))
            read_name(t, end + 1, as);
        status = add_one_used(c, s, name, as);
    }
    return status;
}

static br_status add_one_used(card *c, const br_law_source *s, const char *name, const char *as)
{
    size_t size = 0;
    for (int i = 0; i < c->nused; i++)
        if (strcmp(c->used[i]->name, name) == 0)
            return BR_OK;
    const char *text = s->source.find && c->nused < CARD_USED ? s->source.find(s->source.context, name, &size) : NULL;
    if (!text)
        return BR_OK;
    card_used *u = calloc(1, sizeof *u);
    if (!u)
        return BR_NO_MEMORY;
    br_read_options o = {.find = s->source.find, .context = s->source.context};
    br_status status = br_law_read(&u->law, text, size, name, &o, NULL);
    if (status != BR_OK) {
        free(u);
        return status == BR_BAD_LAW ? BR_OK : status;
    }
    snprintf(u->name, sizeof u->name, "%s", name);
    snprintf(u->as, sizeof u->as, "%s", as);
    c->used[c->nused++] = u;
    return add_used(c, s, &u->law.tokens);
}

void card_choice_words(const br_parsed_law *law, const char *choice, char words[BR_MAX_WORDS + 1])
{
    const br_tokens *t = &law->tokens;
    words[0] = 0;
    for (int at = 0; at + 2 < t->count; at++) {
        if (!starts_line(t, at, "choice") || !br_token_is(&t->token[at + 1], choice))
            continue;
        while (t->token[at].kind != BR_T_LINE && t->token[at].kind != BR_T_END && t->token[at].kind != BR_T_TEXT)
            at++;
        const br_token *w = &t->token[at];
        if (w->kind == BR_T_TEXT && w->size >= 2)
            snprintf(words, BR_MAX_WORDS + 1, "%.*s", w->size - 2, w->at + 1);
        return;
    }
}

br_status card_open(card *c, const br_law_source *s, br_diag *why)
{
    memset(c, 0, sizeof *c);
    br_status status = read_law(s, NULL, 0, 0, &c->law, why);
    if (status != BR_OK)
        return status;
    status = add_all(c, &c->law, "");
    if (status == BR_OK)
        status = add_choices(c, s);
    if (status == BR_OK)
        status = add_turning(c, s);
    if (status == BR_OK)
        status = add_used(c, s, &c->law.tokens);
    if (status != BR_OK)
        card_close(c);
    return status;
}

void card_close(card *c)
{
    for (int i = 0; i < c->count; i++)
        free(c->item[i].preset);
    for (int i = 0; i < c->nused; i++) {
        br_law_free(&c->used[i]->law);
        free(c->used[i]);
    }
    free(c->item);
    br_law_free(&c->law);
    memset(c, 0, sizeof *c);
}

// Do words of a declaration stand on this line of the text? They may go on from the line before.
static bool declares(const br_tokens *t, const char *line, size_t size)
{
    int low = 0, high = t->count - 1; // the first token that ends behind the start of the line
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (t->token[mid].at + t->token[mid].size <= line)
            low = mid + 1;
        else
            high = mid;
    }
    if (t->token[low].at >= line + size)
        return false; // a blank, or a comment
    while (low > 0 && t->token[low - 1].kind != BR_T_LINE)
        low--;
    return br_law_declares(&t->token[low]);
}

// Any line from the first equation to the sets.
static bool next_line(const br_parsed_law *law, size_t *at, const char **line, size_t *size)
{
    const char *text = law->tokens.text;
    size_t end = (size_t)(law->tokens.token[law->last_equation].at - text);
    if (*at == 0) {
        *at = (size_t)(law->tokens.token[law->first_equation].at - text);
        while (*at > 0 && text[*at - 1] != '\n')
            --*at;
    }
    while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == '\r' || text[end - 1] == ' ' || text[end - 1] == '\t'))
        end--;
    if (*at >= end)
        return false;
    const char *stop = memchr(text + *at, '\n', end - *at);
    *line = text + *at;
    *size = stop ? (size_t)(stop - *line) : end - *at;
    *at += *size + 1;
    while (*size > 0 && ((*line)[*size - 1] == '\r' || (*line)[*size - 1] == ' '))
        --*size;
    return true;
}

bool card_equation(const br_parsed_law *law, size_t *at, const char **line, size_t *size)
{
    bool some;
    do
        some = next_line(law, at, line, size);
    while (some && declares(&law->tokens, *line, *size));
    return some;
}
