// test_mathml.c - typeset equations: whoever reads them by the rules of mathematics reads what the law computes.
#include "kit/notation.h"
#include "law/text/mathml.h"

#include "law/builtin/builtin.h"

#include <math.h>
#include <time.h>

// ---------------------------------------------------------------- a reader of MathML

// It knows letters, fractions, exponents, roots, bars, cases and that things beside each other are multiplied; nothing of
// the notation of laws. What it reads it writes in full brackets in that notation.
typedef struct shown {
    const char *at;
    char out[4000];
    size_t size;
    bool factor; // what was written last can be multiplied by what follows
    bool digits; // it was a number: digits that follow at once belong to it
} shown;

static void say(shown *s, const char *text)
{
    size_t n = strlen(text);
    assert_true(s->size + n < sizeof s->out);
    memcpy(s->out + s->size, text, n + 1);
    s->size += n;
}

static void beside(shown *s, bool digits)
{
    if (s->factor && !(s->digits && digits))
        say(s, "*");
    s->factor = s->digits = false;
}

static void ended(shown *s)
{
    s->factor = true;
}

static bool skips(shown *s, const char *text)
{
    size_t n = strlen(text);
    bool here = strncmp(s->at, text, n) == 0;
    s->at += here ? n : 0;
    return here;
}

static void until(shown *s, char *to, size_t room, const char *end)
{
    const char *stop = strstr(s->at, end);
    assert_non_null(stop);
    assert_true((size_t)(stop - s->at) < room);
    memcpy(to, s->at, (size_t)(stop - s->at));
    to[stop - s->at] = 0;
    s->at = stop + strlen(end);
}

static void one(shown *s);

static void several(shown *s, const char *end)
{
    while (!skips(s, end))
        one(s);
}

static void in_brackets(shown *s, const char *open)
{
    say(s, open);
    s->factor = s->digits = false;
    one(s);
    say(s, ")");
    s->factor = s->digits = false;
}

static void sign_here(shown *s)
{
    static const struct {
        const char *shown, *means;
    } signs[] = {{"&#x2212;", " - "},  {"+", " + "},         {"&lt;", " < "}, {"&gt;", " > "}, {"&#x2264;", " <= "},
                 {"&#x2265;", " >= "}, {"&#x2260;", " != "}, {"=", " == "},   {",", ", "}};
    char text[20];
    if (skips(s, " form=\"prefix\">|</mo>")) {
        beside(s, false);
        say(s, "abs(");
        return;
    }
    if (skips(s, " form=\"postfix\">|</mo>")) {
        say(s, ")");
        ended(s);
        return;
    }
    if (!skips(s, " form=\"prefix\">"))
        assert_true(skips(s, ">"));
    until(s, text, sizeof text, "</mo>");
    if (strcmp(text, "&#x2062;") == 0)
        return; // nothing is to be seen
    if (strcmp(text, "&#x22C5;") == 0) {
        assert_true(s->factor);
        say(s, "*");
    } else if (strcmp(text, "(") == 0) {
        beside(s, false);
        say(s, "(");
    } else if (strcmp(text, ")") == 0) {
        say(s, ")");
        ended(s);
        return;
    } else {
        size_t i = 0;
        while (i < sizeof signs / sizeof *signs && strcmp(signs[i].shown, text) != 0)
            i++;
        assert_true(i < sizeof signs / sizeof *signs);
        // two signs beside each other mean nothing
        assert_true(strcmp(text, "&#x2212;") == 0 || s->factor);
        if (strcmp(text, "&#x2212;") == 0 && !s->factor)
            assert_true(s->size == 0 || strchr("(,<>= ", s->out[s->size - 1]));
        if (strcmp(text, "&#x2212;") == 0 && s->size >= 2)
            assert_true(strcmp(s->out + s->size - 2, "+ ") != 0 && strcmp(s->out + s->size - 2, "- ") != 0 &&
                        s->out[s->size - 1] != '*');
        say(s, signs[i].means);
    }
    s->factor = s->digits = false;
}

static void letter_here(shown *s)
{
    static const char *const functions[][2] = {{"ln", "log("},      {"sgn", "sign("},         {"exp", "exp("},
                                               {"tanh", "tanh("},   {"min", "min("},          {"arctan", "atan("},
                                               {"clamp", "clamp("}, {"logistic", "logistic("}};
    char text[40];
    until(s, text, sizeof text, "</mi>");
    beside(s, false);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(text, functions[i][0]) == 0) {
            assert_true(skips(s, "<mrow><mo>(</mo>"));
            say(s, functions[i][1]);
            several(s, "</mrow>"); // with its closing bracket
            return;
        }
    say(s, strcmp(text, "&#x3C0;") == 0 ? "pi" : text);
    ended(s);
}

static void cases_here(shown *s)
{
    beside(s, false);
    say(s, "(");
    while (skips(s, "<mtr><mtd>")) {
        shown value = {.at = s->at};
        several(&value, "</mtd>");
        s->at = value.at;
        bool last = skips(s, "<mtd><mtext>otherwise</mtext></mtd></mtr>");
        if (!last) {
            assert_true(skips(s, "<mtd><mtext>if&#xA0;</mtext>"));
            say(s, "if (");
            s->factor = s->digits = false;
            several(s, "</mtd>");
            assert_true(skips(s, "</mtr>"));
            say(s, ") then ");
        }
        say(s, "(");
        say(s, value.out);
        say(s, last ? ")" : ") else ");
    }
    assert_true(skips(s, "</mtable>"));
    say(s, ")");
    ended(s);
    assert_true(skips(s, "</mrow>")); // a brace that ends nowhere may have nothing behind it in its row
    s->at -= strlen("</mrow>");
}

static void pair_here(shown *s, const char *between, const char *end)
{
    beside(s, false);
    in_brackets(s, "((");
    say(s, between);
    in_brackets(s, "(");
    say(s, ")");
    assert_true(skips(s, end));
    ended(s);
}

// What an exponent belongs to is what stands right before it: a letter, a number or brackets, and no function.
static void power_here(shown *s)
{
    const char *base = s->at;
    assert_true(strncmp(base, "<mrow>", 6) == 0);
    base += 6;
    assert_true(strncmp(base, "<mi>", 4) == 0 || strncmp(base, "<mn>", 4) == 0 || strncmp(base, "<mo>(", 5) == 0 ||
                strncmp(base, "<mo form=\"prefix\">|", 19) == 0 || strncmp(base, "<msqrt>", 7) == 0 ||
                strncmp(base, "<mroot>", 7) == 0 || strncmp(base, "<mrow><mo>(", 11) == 0 ||
                strncmp(base, "<mrow><mo form=\"prefix\">|", 25) == 0);
    bool number = strncmp(base, "<mn>", 4) == 0;
    beside(s, number); // 2 3^x would be 23^x
    pair_here(s, ")^(", "</msup>");
}

static void one(shown *s)
{
    if (skips(s, "<mrow><mo>{</mo><mtable class=\"cases\">")) {
        cases_here(s);
        assert_true(skips(s, "</mrow>"));
    } else if (skips(s, "<mrow>")) {
        several(s, "</mrow>");
    } else if (skips(s, "<mi>")) {
        letter_here(s);
    } else if (skips(s, "<mn>")) {
        char text[40];
        beside(s, true);
        until(s, text, sizeof text, "</mn>");
        say(s, text);
        s->factor = s->digits = true;
    } else if (skips(s, "<mo")) {
        sign_here(s);
    } else if (skips(s, "<mspace width=\"0.17em\"/>")) {
        s->digits = false;
    } else if (skips(s, "<mfrac>")) {
        pair_here(s, ")/(", "</mfrac>");
    } else if (skips(s, "<msqrt>")) {
        beside(s, false);
        in_brackets(s, "sqrt(");
        assert_true(skips(s, "</msqrt>"));
        ended(s);
    } else if (skips(s, "<mroot>")) {
        beside(s, false);
        in_brackets(s, "cbrt(");
        assert_true(skips(s, "<mn>3</mn></mroot>"));
        ended(s);
    } else if (skips(s, "<msup><mn>10</mn>")) {
        s->at -= strlen("<mn>10</mn>");
        beside(s, true);
        say(s, "10^(");
        assert_true(skips(s, "<mn>10</mn>"));
        one(s);
        say(s, ")");
        assert_true(skips(s, "</msup>"));
        ended(s);
    } else if (skips(s, "<msup>")) {
        power_here(s);
    } else if (skips(s, "<mtext>&#xA0;and&#xA0;</mtext>")) {
        say(s, " and ");
        s->factor = s->digits = false;
    } else if (skips(s, "<mtext>&#xA0;or&#xA0;</mtext>")) {
        say(s, " or ");
        s->factor = s->digits = false;
    } else if (skips(s, "<mtext>not&#xA0;</mtext>")) {
        say(s, "not ");
        s->factor = s->digits = false;
    } else {
        fail_msg("not known: %.60s", s->at);
    }
}

// ---------------------------------------------------------------- random expressions

static uint64_t random_state = 1;

static double chance(void) // between 0 and 1
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = (random_state ^ random_state >> 29) * 0xbf58476d1ce4e5b9u;
    return (double)((x ^ x >> 32) >> 11) / 9007199254740992.0;
}

static void random_sum(br_buffer *out, int depth, bool condition);

static void random_atom(br_buffer *out, int depth)
{
    static const char *const plain[] = {"a", "b", "c", "2", "0.5", "3", "1e-3", "2.5e2", "pi", "a", "b", "c"};
    static const char *const functions[] = {"abs",  "sqrt",     "exp",  "log", "tanh", "sign",
                                            "sign", "logistic", "atan", "min", "cbrt", "clamp"};
    unsigned pick = (unsigned)(chance() * 10);
    if (depth <= 0 || pick < 4) {
        br_buffer_put(out, plain[(int)(chance() * 12)]);
    } else if (pick < 7) {
        br_buffer_put(out, "(");
        random_sum(out, depth - 1, false);
        br_buffer_put(out, ")");
    } else if (pick < 9) {
        int f = (int)(chance() * 12);
        br_buffer_print(out, "%s(", functions[f]);
        random_sum(out, depth - 1, false);
        for (int i = 0; i < (f == 9 ? 1 : f == 11 ? 2 : 0); i++) {
            br_buffer_put(out, ", ");
            random_sum(out, depth - 1, false);
        }
        br_buffer_put(out, ")");
    } else {
        br_buffer_put(out, "(if ");
        random_sum(out, depth - 2, true);
        br_buffer_put(out, " then ");
        random_sum(out, depth - 1, false);
        br_buffer_put(out, " else ");
        random_sum(out, depth - 1, false);
        br_buffer_put(out, ")");
    }
}

static void random_factor(br_buffer *out, int depth)
{
    if (chance() < 0.15)
        br_buffer_put(out, "-");
    random_atom(out, depth);
    if (chance() < 0.2) {
        br_buffer_put(out, chance() < 0.2 ? "^-" : "^");
        random_atom(out, depth - 1);
    }
}

static void random_comparison(br_buffer *out, int depth)
{
    static const char *const signs[] = {" < ", " > ", " <= ", " >= ", " != "};
    br_buffer_put(out, chance() < 0.2 ? "not " : "");
    random_sum(out, depth, false);
    br_buffer_put(out, signs[(int)(chance() * 5)]);
    random_sum(out, depth, false);
}

static void random_sum(br_buffer *out, int depth, bool condition)
{
    if (condition) {
        random_comparison(out, depth);
        while (chance() < 0.3) {
            br_buffer_put(out, chance() < 0.5 ? " and " : " or ");
            random_comparison(out, depth);
        }
        return;
    }
    for (bool first = true; first || chance() < 0.4; first = false) {
        br_buffer_put(out, first ? "" : chance() < 0.5 ? " + " : " - ");
        random_factor(out, depth);
        while (chance() < 0.4) {
            br_buffer_put(out, chance() < 0.6 ? "*" : "/");
            random_factor(out, depth);
        }
    }
}

// Is it small enough, and are its constants finite?
static bool is_a_law(const char *text)
{
    char law_text[1000];
    br_parsed_law law;
    br_diag why = {0};
    snprintf(law_text, sizeof law_text, "law t\nparam a = 2\nparam b = 3\nparam c = 5\noutput y\ny = %s\n", text);
    bool is = read_law(&law, law_text, NULL, &why) == BR_OK;
    if (is)
        br_law_free(&law);
    return is;
}

// The typeset form of `y = text`, without what is around the right side.
static void typeset_of(const char *text, char *to, size_t room)
{
    char law_text[4000];
    br_parsed_law law;
    br_typeset t;
    snprintf(law_text, sizeof law_text, "law t\nparam a = 2\nparam b = 3\nparam c = 5\noutput y\ny = %s\n", text);
    must_read(&law, law_text);
    int at = law.first_equation;
    assert_true(br_law_typeset(&law, &at, &t));
    const char *from = strstr(t.math.text, "<mo>=</mo>");
    assert_non_null(from);
    from += strlen("<mo>=</mo>");
    size_t n = strlen(from) - strlen("</mrow></math>");
    assert_true(n + 14 < room);
    snprintf(to, room, "<mrow>%.*s</mrow>", (int)n, from);
    br_typeset_free(&t);
    assert_false(br_law_typeset(&law, &at, &t));
    br_law_free(&law);
}

static void what_is_read_from_a_typeset_equation_has_its_value(void **state)
{
    (void)state;
    int compared = 0;
    const char *seed = getenv("BR_SEED"), *count = getenv("BR_COUNT");
    random_state = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu\n", (unsigned long long)random_state);
    long rounds = count && strtol(count, NULL, 10) > 300000 ? strtol(count, NULL, 10) / 100 : 3000;
    for (long i = 0; i < rounds; i++) {
        br_buffer text = {0};
        random_sum(&text, 3, false);
        if (text.size > 400 || !is_a_law(text.text)) {
            br_buffer_free(&text);
            continue;
        }
        char math[16000];
        typeset_of(text.text, math, sizeof math);
        shown s = {.at = math};
        one(&s);
        if (*s.at)
            fail_msg("'%s' was not read to its end: %s", text.text, s.at);
        double want = calculated(text.text), have = calculated(s.out);
        bool same = (isnan(want) && isnan(have)) || want == have || fabs(want - have) <= 1e-9 * fabs(want);
        if (!same && fabs(want) > 1e-9 && fabs(want) < 1e9)
            fail_msg("'%s' is %.17g, but it reads as '%s': %.17g", text.text, want, s.out, have);
        compared += same && isfinite(want);
        br_buffer_free(&text);
    }
    assert_true(compared > 1000);
}

// ---------------------------------------------------------------- names, lines

static void is_typeset(const char *text, const char *want)
{
    char math[16000];
    typeset_of(text, math, sizeof math);
    assert_int_equal(strncmp(math, "<mrow>", 6), 0);
    math[strlen(math) - strlen("</mrow>")] = 0;
    assert_string_equal(math + 6, want);
}

static void names_have_greek_letters_and_indices(void **state)
{
    (void)state;
    static const struct {
        const char *name, *math;
    } is[] = {
        {"sigma0", "<msub><mi>&#x3C3;</mi><mrow><mtext>0</mtext></mrow></msub>"},
        {"etaA", "<msub><mi>&#x3B7;</mi><mrow><mtext>A</mtext></mrow></msub>"},
        {"beta", "<mi>&#x3B2;</mi>"},
        {"FC", "<msub><mi>F</mi><mrow><mtext>C</mtext></mrow></msub>"},
        {"FC_neg", "<msub><mi>F</mi><mrow><mtext>C,neg</mtext></mrow></msub>"},
        {"f_n", "<msub><mi>f</mi><mrow><mtext>n</mtext></mrow></msub>"},
        {"vs", "<msub><mi>v</mi><mrow><mtext>s</mtext></mrow></msub>"},
        {"slope", "<mi>slope</mi>"},
        {"delta_rate", "<msub><mi>&#x3B4;</mi><mrow><mtext>rate</mtext></mrow></msub>"},
        {"nudge", "<mi>nudge</mi>"}, // not nu with an index
        {"z", "<mi>z</mi>"},
    };
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        char text[200];
        br_parsed_law law;
        br_typeset t;
        snprintf(text, sizeof text, "law t\nparam %s = 2\noutput y\ny = %s\n", is[i].name, is[i].name);
        must_read(&law, text);
        int at = law.first_equation;
        assert_true(br_law_typeset(&law, &at, &t));
        snprintf(text, sizeof text, "<mi>y</mi><mo>=</mo>%s</mrow></math>", is[i].math);
        assert_non_null(strstr(t.math.text, text));
        br_typeset_free(&t);
        br_law_free(&law);
    }
}

static void brackets_that_a_fraction_makes_needless_are_left_out(void **state)
{
    (void)state;
    is_typeset("(a + b)/(a - b)", "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>"
                                  "<mrow><mi>a</mi><mo>&#x2212;</mo><mi>b</mi></mrow></mfrac>");
    is_typeset("a^(b)", "<msup><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></msup>");
    is_typeset("log1p(-a/b)", "<mi>ln</mi><mrow><mo>(</mo><mn>1</mn><mo>+</mo><mfrac><mrow><mo form=\"prefix\">&#x2212;"
                              "</mo><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac><mo>)</mo></mrow>");
    is_typeset("log1p(a - b)",
               "<mi>ln</mi><mrow><mo>(</mo><mn>1</mn><mo>+</mo><mrow><mo>(</mo><mi>a</mi><mo>&#x2212;</mo>"
               "<mi>b</mi><mo>)</mo></mrow><mo>)</mo></mrow>");
    is_typeset("2*3", "<mn>2</mn><mo>&#x22C5;</mo><mn>3</mn>");
    is_typeset("a - -b", "<mi>a</mi><mo>&#x2212;</mo><mrow><mo>(</mo><mo form=\"prefix\">&#x2212;</mo><mi>b</mi>"
                         "<mo>)</mo></mrow>");
}

static void conditions_modes_and_notes_stand_beside_the_equation(void **state)
{
    (void)state;
    static const char text[] = "law t\nchoice form = one | two\ninput v m/s\nstate z N\nparam k N/m\noutput F N\n"
                               "modes stick, slip\n"
                               "z' = k*v in stick when form is one # (3.6) <b>\n"
                               "z' = 2*k*v in stick when form is two\n"
                               "z' = -k* # goes on\n v in slip\n"
                               "from stick to slip if v > 0 and z > 0\n"
                               "F = z\n"
                               "set a\nk = 1 N/m\n";
    static const struct {
        const char *mode, *when, *note;
        bool usual;
    } want[] = {{"stick", "form is one", "(3.6) <b>", true},
                {"stick", "form is two", "", false},
                {"slip", "", "", true},
                {"stick to slip", "", "", true},
                {"", "", "", true}};
    br_parsed_law law;
    br_typeset t;
    must_read(&law, text);
    int at = law.first_equation, n = 0;
    for (; br_law_typeset(&law, &at, &t); n++) {
        assert_true(n < 5);
        assert_string_equal(t.mode.text ? t.mode.text : "", want[n].mode);
        assert_string_equal(t.when.text ? t.when.text : "", want[n].when);
        assert_string_equal(t.note.text ? t.note.text : "", want[n].note);
        assert_int_equal(t.usual, want[n].usual);
        assert_null(strstr(t.math.text, "<b>"));
        br_typeset_free(&t);
    }
    assert_int_equal(n, 5);
    br_law_free(&law);
}

// Every equation and transition of every built-in law has a typeset form.
static void all_equations_of_the_built_in_laws_are_typeset(void **state)
{
    (void)state;
    int laws = 0;
    for (; laws < br_builtin_count(); laws++) {
        const char *name = br_builtin_at(laws).name;
        size_t size;
        const char *text = br_builtin_text(NULL, name, &size);
        br_parsed_law law;
        br_diag why = {0};
        br_read_options o = {.find = br_builtin_text};
        if (br_law_read(&law, text, size, name, &o, &why) != BR_OK)
            fail_msg("%s", why.text);
        int want = 0, have = 0, at = law.first_equation;
        for (int i = law.first_equation; i < law.last_equation; i++)
            if (i == law.first_equation || law.tokens.token[i - 1].kind == BR_T_LINE) {
                const br_token *t = &law.tokens.token[i];
                want += t->kind == BR_T_NAME && !br_token_is(t, "modes") && !br_token_is(t, "use") &&
                        !br_token_is(t, "require") && !br_token_is(t, "expect") && !br_law_declares(t);
            }
        for (br_typeset t; br_law_typeset(&law, &at, &t); have++)
            br_typeset_free(&t);
        if (have != want)
            fail_msg("%s: %d of %d equations are typeset", name, have, want);
        br_law_free(&law);
    }
    assert_true(laws > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_from_a_typeset_equation_has_its_value),
        cmocka_unit_test(names_have_greek_letters_and_indices),
        cmocka_unit_test(brackets_that_a_fraction_makes_needless_are_left_out),
        cmocka_unit_test(conditions_modes_and_notes_stand_beside_the_equation),
        cmocka_unit_test(all_equations_of_the_built_in_laws_are_typeset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
