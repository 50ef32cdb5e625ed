// mathml_name.c - names and numbers of a typeset equation.                                          [host]
#include "num/base/fp.h"

#include "law/text/mathml_parts.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name, *sign;
} greek[] = {{"alpha", "&#x3B1;"},   {"beta", "&#x3B2;"},  {"gamma", "&#x3B3;"},  {"delta", "&#x3B4;"},
             {"epsilon", "&#x3B5;"}, {"eps", "&#x3B5;"},   {"zeta", "&#x3B6;"},   {"eta", "&#x3B7;"},
             {"theta", "&#x3B8;"},   {"kappa", "&#x3BA;"}, {"lambda", "&#x3BB;"}, {"mu", "&#x3BC;"},
             {"nu", "&#x3BD;"},      {"xi", "&#x3BE;"},    {"rho", "&#x3C1;"},    {"sigma", "&#x3C3;"},
             {"tau", "&#x3C4;"},     {"phi", "&#x3C6;"},   {"chi", "&#x3C7;"},    {"psi", "&#x3C8;"},
             {"omega", "&#x3C9;"},   {"pi", "&#x3C0;"}};

// A name as a letter with an index: sigma0, etaA, FC_neg, f_n; what has no such form is a word in upright letters.
typedef struct symbol {
    const char *letter; // of the Greek ones their sign; NULL: the first `size` bytes of the name
    size_t size;        // of the name, the index stands behind it
} symbol;

static bool begins_index(const char *rest, size_t n)
{
    return n == 0 || rest[0] == '_' || isdigit((unsigned char)rest[0]) || isupper((unsigned char)rest[0]);
}

static symbol symbol_of(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof greek / sizeof *greek; i++) {
        size_t size = strlen(greek[i].name);
        if (n >= size && memcmp(name, greek[i].name, size) == 0 && begins_index(name + size, n - size))
            return (symbol){greek[i].sign, size};
    }
    if (n <= 3 || begins_index(name + 1, n - 1))
        return (symbol){NULL, 1};
    size_t word = 1;
    while (word < n && !begins_index(name + word, n - word))
        word++;
    return (symbol){NULL, word};
}

static void put_index(br_buffer *out, const char *text, size_t n)
{
    br_buffer_put(out, "<mtext>");
    for (size_t i = 0; i < n; i++)
        if (text[i] != '_')
            br_buffer_add(out, &text[i], 1);
        else if (i > 0)
            br_buffer_put(out, ",");
    br_buffer_put(out, "</mtext>");
}

br_math_piece br_math_name(const br_token *t, char mark, const char *scope, size_t scoped)
{
    size_t n = (size_t)t->size;
    symbol s = symbol_of(t->at, n);
    bool below = s.size < n || scoped > 0;
    br_math_piece p = {.kind = s.size > 1 && !s.letter ? WORD : PLAIN, .raised = mark == '+'};
    br_buffer *out = &p.text;
    br_buffer_put(out, mark == '+' ? below ? "<msubsup>" : "<msup>" : below ? "<msub>" : "");
    br_buffer_put(out, mark == '\'' ? "<mover><mi>" : "<mi>");
    if (s.letter)
        br_buffer_put(out, s.letter);
    else
        br_buffer_add(out, t->at, s.size);
    br_buffer_put(out, mark == '\'' ? "</mi><mo>&#x2D9;</mo></mover>" : "</mi>");
    if (below) {
        br_buffer_put(out, "<mrow>");
        if (scoped > 0)
            put_index(out, scope, scoped);
        if (scoped > 0 && s.size < n)
            br_buffer_put(out, "<mtext>,</mtext>");
        if (s.size < n)
            put_index(out, t->at + s.size, n - s.size);
        br_buffer_put(out, "</mrow>");
    }
    if (mark == '+')
        br_buffer_put(out, below ? "<mo>+</mo></msubsup>" : "<mo>+</mo></msup>");
    else
        br_buffer_put(out, below ? "</msub>" : "");
    return p;
}

br_math_piece br_math_number(const br_token *t)
{
    br_math_piece p = {.kind = NUMBER};
    const char *e = memchr(t->at, 'e', (size_t)t->size);
    e = e ? e : memchr(t->at, 'E', (size_t)t->size);
    size_t n = e ? (size_t)(e - t->at) : (size_t)t->size;
    if (!e || n != 1 || t->at[0] != '1') {
        br_buffer_put(&p.text, "<mn>");
        br_buffer_add(&p.text, t->at, n);
        br_buffer_put(&p.text, "</mn>");
        br_buffer_put(&p.text, e ? "<mo>&#x22C5;</mo>" : "");
    }
    p.raised = e != NULL;
    if (e) {
        const char *power = e + 1, *stop = t->at + t->size;
        bool minus = power < stop && *power == '-';
        power += power < stop && (*power == '-' || *power == '+');
        while (power + 1 < stop && *power == '0')
            power++;
        br_buffer_put(&p.text, "<msup><mn>10</mn><mrow>");
        br_buffer_print(&p.text, "%s<mn>%.*s</mn></mrow></msup>", minus ? "<mo>&#x2212;</mo>" : "", (int)(stop - power),
                        power);
    }
    return p;
}
