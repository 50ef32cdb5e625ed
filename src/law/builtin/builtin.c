// builtin.c - the table of built-in laws: their text and their compiled C.     [host]
#include "num/base/fp.h"

#include "law/builtin/builtin.h"
#include "law/builtin/embedded.h"
#include "law/token/guess.h"
#include "law/token/lex.h"
#include <string.h>

static void find_code(br_builtin *b)
{
    (void)b; // before the first print there is no code
#define RATE(c, law_name)                                                                                              \
    if (strcmp(b->name, law_name) == 0)                                                                                \
        b->rate = br_##c##_rate, b->rate_jet = br_##c##_rate_jet;
#define STATES(c, law_name)                                                                                            \
    if (strcmp(b->name, law_name) == 0)                                                                                \
        b->rate_jet_x = br_##c##_rate_jet_x;
#define STEP(c, law_name)                                                                                              \
    if (strcmp(b->name, law_name) == 0)                                                                                \
        b->step = br_##c##_step, b->step_jet = br_##c##_step_jet;
#define MODE(c, law_name)                                                                                              \
    if (strcmp(b->name, law_name) == 0)                                                                                \
        b->mode = br_##c##_mode, b->margin = br_##c##_margin, b->margin_jet = br_##c##_margin_jet;
#define FLOAT(c, law_name)                                                                                             \
    if (strcmp(b->name, law_name) == 0)                                                                                \
        b->rate_jet_some = br_##c##_rate_jet_some,                                                                     \
        b->single = (br_builtin_float){brf_##c##_rate, brf_##c##_rate_jet, brf_##c##_rate_jet_x,                       \
                                       brf_##c##_rate_jet_some, NULL};
#define LIE(c, law_name)                                                                                               \
    if (strcmp(b->name, law_name) == 0)                                                                                \
        b->lie = br_##c##_lie, b->single.lie = brf_##c##_lie;
    BR_PRINTED_LIST(RATE, STATES, STEP, MODE, FLOAT, LIE)
#undef RATE
#undef STATES
#undef STEP
#undef MODE
#undef FLOAT
#undef LIE
}

int br_builtin_count(void)
{
    int n = 0;
    while (br_embedded_laws[n].name)
        n++;
    return n;
}

br_builtin br_builtin_at(int index)
{
    const br_text *t = &br_embedded_laws[index];
    br_builtin b = {.name = t->name, .text = t->text, .size = t->size, .plant = t->plant};
    if (b.name)
        find_code(&b);
    return b;
}

bool br_builtin_find(const char *name, br_builtin *b)
{
    for (int i = 0; br_embedded_laws[i].name; i++)
        if (strcmp(br_embedded_laws[i].name, name) == 0) {
            *b = br_builtin_at(i);
            return true;
        }
    return false;
}

const char *br_builtin_near(const char *name)
{
    size_t size = strlen(name);
    br_guess g = br_guess_of(name, size > BR_MAX_NAME ? 0 : (int)size);
    for (int i = 0; br_embedded_laws[i].name; i++)
        br_guess_try(&g, br_embedded_laws[i].name);
    return g.best;
}

const char *br_builtin_text(void *context, const char *name, size_t *size)
{
    (void)context;
    br_builtin b;
    if (!br_builtin_find(name, &b))
        return NULL;
    *size = b.size;
    return b.text;
}
