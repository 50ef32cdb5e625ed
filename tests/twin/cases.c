// cases.c - the built-in laws in every combination of their choices.
#include "twin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "law/eval/combine.h"
#include "law/builtin/embedded.h"

const char *twin_law_text(void *context, const char *name, size_t *size)
{
    (void)context;
    for (const br_text *t = br_embedded_laws; t->name; t++)
        if (strcmp(t->name, name) == 0) {
            *size = t->size;
            return t->text;
        }
    return NULL;
}

bool twin_is_law(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "laws/%s.law", name); // tests run in the root of the repository
    FILE *f = fopen(path, "rb");
    if (f)
        fclose(f);
    return f != NULL;
}

static void read_law(br_parsed_law *law, const br_text *t, const br_chosen *chosen, int nchosen)
{
    br_read_options o = {.chosen = chosen, .nchosen = nchosen, .find = twin_law_text};
    br_diag why;
    if (br_law_read(law, t->text, t->size, t->name, &o, &why) != BR_OK) {
        fprintf(stderr, "%s\n", why.text);
        abort();
    }
}

static void write_label(twin_case *c, const char *name)
{
    size_t at = (size_t)snprintf(c->label, sizeof c->label, "%s", name);
    for (int i = 0; i < c->law.nchoice && at < sizeof c->label; i++)
        at += (size_t)snprintf(c->label + at, sizeof c->label - at, " %s=%s", c->law.choice[i].name,
                               c->law.choice[i].value[c->law.choice[i].chosen]);
}

static int combinations(const br_text *t, void (*each)(twin_case *c, void *context), void *context)
{
    br_parsed_law plain;
    read_law(&plain, t, NULL, 0);
    int total = br_combine_count(&plain, INT_MAX - 1);
    for (int k = 0; k < total; k++) {
        br_chosen chosen[BR_MAX_CHOICES];
        twin_case c = {.twin = twin_find(t->name)};
        read_law(&c.law, t, chosen, br_combine_pick(&plain, k, chosen));
        write_label(&c, t->name);
        each(&c, context);
        br_law_free(&c.law);
    }
    br_law_free(&plain);
    return total;
}

int twin_cases(void (*each)(twin_case *c, void *context), void *context)
{
    int total = 0;
    for (const br_text *t = br_embedded_laws; t->name; t++)
        total += twin_find(t->name) ? combinations(t, each, context) : 0;
    return total;
}

int twin_cases_of(const char *law, void (*each)(twin_case *c, void *context), void *context)
{
    for (const br_text *t = br_embedded_laws; t->name; t++)
        if (strcmp(t->name, law) == 0)
            return combinations(t, each, context);
    return 0;
}
