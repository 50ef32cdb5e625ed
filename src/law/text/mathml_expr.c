// mathml_expr.c - expressions as MathML, from tight to loose as expr.c reads them.                   [host]
#include "num/base/fp.h"

#include "law/text/mathml_parts.h"

#include <string.h>

enum { DEEPEST = 100 };

static br_math_piece unary(br_math_reader *r);

// ---------------------------------------------------------------- pieces

static void put_row(br_buffer *out, br_math_piece *p)
{
    br_buffer_put(out, "<mrow>");
    br_math_drain(out, &p->text);
    br_buffer_put(out, "</mrow>");
}

static void put_in_brackets(br_buffer *out, br_math_piece *p)
{
    br_buffer_put(out, "<mrow><mo>(</mo>");
    br_math_drain(out, &p->text);
    br_buffer_put(out, "<mo>)</mo></mrow>");
}

// Beside others: with the brackets that were written.
static void put(br_buffer *out, br_math_piece *p)
{
    if (p->kind == BRACKET)
        put_in_brackets(out, p);
    else
        br_math_drain(out, &p->text);
}

// Behind another term or factor a sign needs brackets.
static void put_behind(br_buffer *out, br_math_piece *p)
{
    if (p->kind == NEGATIVE)
        put_in_brackets(out, p);
    else
        put(out, p);
}

static bool takes(br_math_reader *r, int mark)
{
    bool here = r->at < r->end && br_token_is_mark(&r->token[r->at], mark);
    r->at += here;
    return here;
}

static bool takes_word(br_math_reader *r, const char *word)
{
    bool here = r->at < r->end && br_token_is(&r->token[r->at], word);
    r->at += here;
    return here;
}

static void need(br_math_reader *r, bool yes)
{
    r->bad = r->bad || !yes;
}

// ---------------------------------------------------------------- functions

static const struct {
    const char *name, *written;
} renamed[] = {{"log", "ln"},      {"sign", "sgn"},     {"asin", "arcsin"}, {"acos", "arccos"},
               {"atan", "arctan"}, {"sum", "&#x2211;"}, {"log1p", "ln"}};

static void put_arguments(br_buffer *out, br_math_piece *x, int n)
{
    br_buffer_put(out, "<mrow><mo>(</mo>");
    for (int i = 0; i < n; i++) {
        br_buffer_put(out, i ? "<mo>,</mo>" : "");
        br_math_drain(out, &x[i].text);
    }
    br_buffer_put(out, "<mo>)</mo></mrow>");
}

static br_math_piece applied(const br_token *f, br_math_piece *x, int n)
{
    br_math_piece p = {.kind = PLAIN};
    if (br_token_is(f, "sqrt")) {
        br_buffer_put(&p.text, "<msqrt>");
        put_row(&p.text, &x[0]);
        br_buffer_put(&p.text, "</msqrt>");
    } else if (br_token_is(f, "cbrt")) {
        br_buffer_put(&p.text, "<mroot>");
        put_row(&p.text, &x[0]);
        br_buffer_put(&p.text, "<mn>3</mn></mroot>");
    } else if (br_token_is(f, "abs")) {
        br_buffer_put(&p.text, "<mrow><mo form=\"prefix\">|</mo>");
        br_math_drain(&p.text, &x[0].text);
        br_buffer_put(&p.text, "<mo form=\"postfix\">|</mo></mrow>");
    } else {
        p.kind = CALL;
        if (br_token_is(f, "log1p")) { // ln(1 + x)
            br_math_piece more = {.kind = LOOSE};
            br_buffer_put(&more.text, "<mn>1</mn><mo>+</mo>");
            if (x[0].kind == NEGATIVE || x[0].kind == LOOSE)
                put_in_brackets(&more.text, &x[0]);
            else
                put(&more.text, &x[0]);
            x[0] = more;
        }
        const char *written = NULL;
        for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
            if (br_token_is(f, renamed[i].name))
                written = renamed[i].written;
        br_buffer_put(&p.text, br_token_is(f, "sum") ? "<mo>" : "<mi>");
        if (written)
            br_buffer_put(&p.text, written);
        else
            br_buffer_add(&p.text, f->at, (size_t)f->size);
        br_buffer_put(&p.text, br_token_is(f, "sum") ? "</mo>" : "</mi>");
        put_arguments(&p.text, x, n);
    }
    return p;
}

static br_math_piece call(br_math_reader *r)
{
    const br_token *f = &r->token[r->at];
    br_math_piece x[3] = {{.kind = PLAIN}, {.kind = PLAIN}, {.kind = PLAIN}};
    int n = 0;
    r->at += 2;
    if (br_token_is(f, "next") && r->at < r->end && r->token[r->at].kind == BR_T_NAME) {
        br_math_piece p = br_math_name(&r->token[r->at++], '+', NULL, 0);
        need(r, takes(r, ')'));
        return p;
    }
    const br_function *known = br_function_of(f);
    need(r, known != NULL);
    do
        x[n++] = br_math_expression(r);
    while (n < 3 && !r->bad && takes(r, ','));
    need(r, takes(r, ')') && known && n == known->takes);
    br_math_piece p = applied(f, x, n);
    for (int i = 0; i < n; i++)
        br_buffer_free(&x[i].text);
    return p;
}

// ---------------------------------------------------------------- from tight to loose
// name, name', scope.name
static br_math_piece name_here(br_math_reader *r)
{
    const br_token *first = &r->token[r->at];
    while (r->at + 2 < r->end && br_token_is_mark(&r->token[r->at + 1], '.') && r->token[r->at + 1].glued)
        r->at += 2;
    const br_token *t = &r->token[r->at++];
    bool rate = r->at < r->end && r->token[r->at].glued && takes(r, '\'');
    return br_math_name(t, rate ? '\'' : 0, first->at,
                        t > first ? (size_t)(t - 1)->size + (size_t)((t - 1)->at - first->at) - 1 : 0);
}

static br_math_piece atom(br_math_reader *r)
{
    const br_token *t = &r->token[r->at];
    if (r->at >= r->end || ++r->depth > DEEPEST)
        r->bad = true;
    if (r->bad)
        return (br_math_piece){.kind = PLAIN};
    br_math_piece p = {.kind = PLAIN};
    if (t->kind == BR_T_NUMBER) {
        r->at++;
        p = br_math_number(t);
    } else if (takes(r, '(')) {
        p = br_math_expression(r);
        need(r, takes(r, ')'));
        p.kind = BRACKET;
    } else if (takes_word(r, "inf")) {
        br_buffer_put(&p.text, "<mi>&#x221E;</mi>");
    } else if (t->kind == BR_T_NAME && r->at + 1 < r->end && br_token_is_mark(&r->token[r->at + 1], '(')) {
        p = call(r);
    } else if (t->kind == BR_T_NAME && (br_token_is(t, "pi") || !br_is_reserved(t))) {
        p = name_here(r);
    } else {
        r->bad = true;
    }
    r->depth--;
    return p;
}

static br_math_piece power(br_math_reader *r)
{
    br_math_piece x = atom(r);
    if (r->bad || !takes(r, '^'))
        return x;
    br_math_piece p = {.kind = (x.kind == WORD || x.kind == NUMBER) && !x.raised ? x.kind : PLAIN, .raised = true},
                  y = unary(r);
    br_buffer_put(&p.text, "<msup>");
    if (x.kind == CALL || x.kind == BRACKET || x.raised)
        put_in_brackets(&p.text, &x);
    else
        put_row(&p.text, &x);
    put_row(&p.text, &y);
    br_buffer_put(&p.text, "</msup>");
    return p;
}

static br_math_piece unary(br_math_reader *r)
{
    if (r->bad || !takes(r, '-'))
        return power(r);
    if (++r->depth > DEEPEST)
        r->bad = true;
    br_math_piece p = {.kind = NEGATIVE}, x = unary(r);
    r->depth--;
    br_buffer_put(&p.text, "<mo form=\"prefix\">&#x2212;</mo>");
    p.last = x.kind;
    put_behind(&p.text, &x);
    return p;
}

static void put_times(br_buffer *out, br_math_kind left, br_math_kind right)
{
    bool dot = right == NUMBER || left == WORD || right == WORD || (left == NUMBER && right == CALL);
    br_buffer_put(out, dot ? "<mo>&#x22C5;</mo>" : right == CALL ? "<mspace width=\"0.17em\"/>" : "<mo>&#x2062;</mo>");
}

static br_math_piece product(br_math_reader *r)
{
    br_math_piece x = unary(r);
    while (!r->bad && r->at < r->end) {
        br_math_piece p = {.kind = PLAIN};
        if (takes(r, '*')) {
            br_math_piece y = unary(r);
            p.kind = x.kind == NEGATIVE ? NEGATIVE : x.kind == NUMBER ? NUMBER : PRODUCT;
            br_math_kind left = x.kind == PRODUCT || x.kind == NEGATIVE ? x.last : x.kind;
            left = x.kind == NUMBER && x.last != PLAIN ? x.last : left;
            p.last = y.kind;
            put(&p.text, &x);
            put_times(&p.text, left, y.kind);
            put_behind(&p.text, &y);
        } else if (takes(r, '/')) {
            br_math_piece y = unary(r);
            br_buffer_put(&p.text, "<mfrac>");
            put_row(&p.text, &x);
            put_row(&p.text, &y);
            br_buffer_put(&p.text, "</mfrac>");
        } else {
            return x;
        }
        x = p;
    }
    return x;
}

static br_math_piece sum(br_math_reader *r)
{
    br_math_piece x = product(r);
    while (!r->bad && r->at < r->end) {
        bool plus = takes(r, '+');
        if (!plus && !takes(r, '-'))
            return x;
        br_math_piece p = {.kind = LOOSE}, y = product(r);
        put(&p.text, &x);
        br_buffer_put(&p.text, plus ? "<mo>+</mo>" : "<mo>&#x2212;</mo>");
        put_behind(&p.text, &y);
        x = p;
    }
    return x;
}

static br_math_piece comparison(br_math_reader *r)
{
    static const struct {
        int mark;
        const char *sign;
    } signs[] = {{'<', "&lt;"},         {'>', "&gt;"},  {BR_M_LE, "&#x2264;"},
                 {BR_M_GE, "&#x2265;"}, {BR_M_EQ, "="}, {BR_M_NE, "&#x2260;"}};
    br_math_piece x = sum(r);
    for (size_t i = 0; !r->bad && i < sizeof signs / sizeof *signs; i++) {
        if (!takes(r, signs[i].mark))
            continue;
        br_math_piece p = {.kind = LOOSE}, y = sum(r);
        put(&p.text, &x);
        br_buffer_print(&p.text, "<mo>%s</mo>", signs[i].sign);
        put(&p.text, &y);
        return p;
    }
    return x;
}

static br_math_piece negation(br_math_reader *r)
{
    if (r->bad || !takes_word(r, "not"))
        return comparison(r);
    if (++r->depth > DEEPEST)
        r->bad = true;
    br_math_piece p = {.kind = LOOSE}, x = negation(r);
    r->depth--;
    br_buffer_put(&p.text, "<mtext>not&#xA0;</mtext>");
    put(&p.text, &x);
    return p;
}

static br_math_piece joined(br_math_reader *r, const char *word, br_math_piece (*part)(br_math_reader *))
{
    br_math_piece x = part(r);
    while (!r->bad && takes_word(r, word)) {
        br_math_piece p = {.kind = LOOSE}, y = part(r);
        put(&p.text, &x);
        br_buffer_print(&p.text, "<mtext>&#xA0;%s&#xA0;</mtext>", word);
        put(&p.text, &y);
        x = p;
    }
    return x;
}

static br_math_piece conjunction(br_math_reader *r)
{
    return joined(r, "and", negation);
}

// if a then x else if b then y else z: a row for each value, all behind one brace.
static br_math_piece cases(br_math_reader *r)
{
    br_math_piece p = {.kind = LOOSE};
    br_buffer_put(&p.text, "<mrow><mo>{</mo><mtable class=\"cases\">");
    do {
        br_math_piece c = br_math_expression(r);
        need(r, takes_word(r, "then"));
        br_math_piece x = br_math_expression(r);
        need(r, takes_word(r, "else"));
        br_buffer_put(&p.text, "<mtr><mtd>");
        br_math_drain(&p.text, &x.text);
        br_buffer_put(&p.text, "</mtd><mtd><mtext>if&#xA0;</mtext>");
        br_math_drain(&p.text, &c.text);
        br_buffer_put(&p.text, "</mtd></mtr>");
    } while (!r->bad && takes_word(r, "if"));
    br_math_piece last = br_math_expression(r);
    br_buffer_put(&p.text, "<mtr><mtd>");
    br_math_drain(&p.text, &last.text);
    br_buffer_put(&p.text, "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>");
    return p;
}

br_math_piece br_math_expression(br_math_reader *r)
{
    if (++r->depth > DEEPEST)
        r->bad = true;
    br_math_piece p = r->bad                ? (br_math_piece){.kind = PLAIN}
                      : takes_word(r, "if") ? cases(r)
                                            : joined(r, "or", conjunction);
    r->depth--;
    return p;
}
