// test_notation_errors.c - bad laws: one clear line with its place, quickly, and never a crash (docs/faults.md B1-B3, B12, B13).
#include "kit/notation.h"
#include <time.h>

static void every_kind_of_slip_has_its_line_and_column(void **state)
{
    (void)state;
    refuses("", "t:1:1: a law starts with: law NAME \"words\"");
    refuses("# nothing\n\n", "t:3:1: a law starts with: law NAME \"words\"");
    refuses("lew t\n", "t:1:1: a law starts with: law NAME \"words\"");
    refuses("law\n", "t:1:4: a name is needed here: letters, digits, _ and -");
    refuses("law t \"x\" y\n", "t:1:11: the line should end here; 'y' is too much");
    refuses("law t\n", "t:1:1: the law has no output (output F N)");
    refuses("law t\nlaw s\n", "t:2:1: one file holds one law");
    refuses("law t\nversion 3\n", "t:2:9: version 3 of the notation; this bristle reads version 1");
    refuses("law t\nversion one\n", "t:2:9: a version number is needed: version 1");
    refuses("law t\nsource me\n", "t:2:8: `source` needs a quoted text");
    refuses("law t\nsource \"me\n", "t:2:8: a quoted text is not closed on its line");
    refuses("law t\nfoo bar\n", "t:2:1: no statement starts with 'foo'; an equation reads NAME = ...");
    refuses("law t\n+ 3\n", "t:2:1: a line starts with a word of the notation or the name of a quantity");
    refuses("law t\nparam 3\n", "t:2:7: a name is needed here: letters, digits and _");
    refuses("law t\nparam if\n", "t:2:7: 'if' is a word of the notation; choose another name");
    refuses("law t\nparam a\nparam a\n", "t:3:7: 'a' stands here a second time (first on line 2)");
    refuses("law t\nparam a \"x\" \"y\"\n", "t:2:13: the line should end here; '\"y\"' is too much");
    refuses("law t\nparam a[n]\n", "t:2:9: in [ ] stands the name of a dimension (declared above by `elements n = 4`)");
    refuses("law t\nelements n\nparam a[n\n", "t:3:10: a ] is missing");
    refuses("law t\nelements n = 0\n", "t:2:14: the number of elements is a whole number from 1 to 100000");
    refuses("law t\nelements n = 1e7\n", "t:2:14: the number of elements is a whole number from 1 to 100000");
    refuses("law t\nchoice c\n", "t:2:9: write: choice NAME = VALUE | VALUE");
    refuses("law t\nchoice c = 3\n", "t:2:12: a value of the choice is needed here (at most 8 names, divided by |)");
    refuses("law t\nchoice c = a | a\n", "t:2:16: a second value 'a'");
    refuses("law t\nparam a when c is d\n",
            "t:2:14: `when` needs the name of a choice declared above (choice form = a | b)");
    refuses("law t\nchoice c = a\nparam x when c a\n", "t:3:16: write `when CHOICE is VALUE`");
    refuses("law t\nchoice c = a\nparam x when c is b\n", "t:3:19: choice c has no value 'b'");
    refuses("law t\nchoice c = a\nparam x when c is a b\n", "t:3:21: the line should end here; 'b' is too much");
    refuses("law t\nunit X\n", "t:2:7: write: unit X = m | rad");
    refuses("law t\nunit X = | m\n", "t:2:10: a unit is needed here: unit X = m | rad");
    refuses("law t\noutput 3\n", "t:2:8: `output` needs a name: output F N");
    refuses("law t\noutput y\noutput y\n", "t:3:8: a second output 'y'");
    refuses("law t\noutput y\n", "t:2:8: output 'y' has no equation (y = ...)");
    refuses("law t\nparam y\noutput y\n",
            "t:3:8: 'y' stands for something else already; give the output a name and an equation of its own");
    refuses("law t\nelements n\nmodes a, b per m\n", "t:3:16: `per` needs a dimension declared above by `elements`");
    refuses("law t\nset 3\n", "t:2:5: a name is needed here: letters, digits, _ and -");
}

static void slips_in_expressions_have_their_column(void **state)
{
    (void)state;
#define HEAD "law t\nelements n\nelements k\nparam a\nparam bc\nparam p[n]\nparam q[k]\nchoice c = u\noutput y\n"
    refuses(HEAD "y = \n", "t:11:1: the line ends where a value is needed"); // = goes on in the next line
    refuses(HEAD "y = (a\n", "t:10:7: a ) is missing");
    refuses(HEAD "y = a)\n", "t:10:6: the line should end here; ')' is too much");
    refuses(HEAD "y = a a\n", "t:10:7: the line should end here; 'a' is too much");
    refuses(HEAD "y = * a\n", "t:10:5: a value is needed here, not '*'");
    refuses(HEAD "y = a < 1\n", "t:10:5: 'y' would be a comparison; write: if c then 1 else 0");
    refuses(HEAD "y = 1 < 2\n", "t:10:5: 'y' would be a comparison; write: if c then 1 else 0");
    refuses(HEAD "y = (a < 1) + 1\n", "t:10:13: a comparison is not a number; write `if c then a else b`");
    refuses(HEAD "y = if a then 1 else 2\n", "t:10:5: a comparison is needed here, such as v > 0");
    refuses(HEAD "y = if 1 then 1 else 2\n", "t:10:5: a comparison is needed here, such as v > 0");
    refuses(HEAD "y = if a > 1 else 2\n", "t:10:14: `then` is missing: if c then a else b");
    refuses(HEAD "y = if a > 1 then 2\n", "t:10:20: `else` is missing: if c then a else b");
    refuses(HEAD "y = if a > 1 then a else a > 2\n", "t:10:5: one branch is a number and the other a comparison");
    refuses(HEAD "y = 1 + if a > 1 then 1 else 2\n",
            "t:10:9: inside an expression `if` stands in brackets: a + (if c then x else y)");
    refuses(HEAD "y = if 1 < a < 2 then 1 else 2\n", "t:10:14: comparisons do not chain; write 1 < a and a < 2");
    refuses(HEAD "y = 1\ncontains coulomb (nobody = 1)\n", "t:11:19: 'nobody' is no parameter of this law");
    refuses(HEAD "y = 1\ncontains coulomb (a 1)\n", "t:11:19: write: contains LAW (PARAMETER = EXPRESSION, ...)");
    refuses(HEAD "y = 1\ncontains coulomb (a = )\n",
            "t:11:23: an expression in the parameters of that law is missing here");
    refuses(HEAD "y = 1\ncontains coulomb (a = 1\n",
            "t:11:24: a ) is missing: contains LAW (PARAMETER = EXPRESSION, ...)");
    refuses(HEAD "y = 1\ncontains t\n", "t:11:10: a law does not contain itself");
    refuses(HEAD "y = 1\nrequire 1 < a < 2\n", "t:11:15: comparisons do not chain; write 1 < a and a < 2");
    refuses(HEAD "y = 1\nrequire a + 1 >= bc == 2*a \"x\"\n",
            "t:11:21: comparisons do not chain; write a + 1 >= bc and bc == 2*a");
    refuses(HEAD "y = 1\nrequire a < bc < (1\n", "t:11:20: a ) is missing");
    refuses(HEAD "y = a**2\n", "t:10:6: a power is written ^");
    refuses(HEAD "y = nan\n", "t:10:5: nan is not a value");
    refuses(HEAD "y = 2*NaN\n", "t:10:7: NaN is not a value");
    refuses(HEAD "y = foo(a)\n",
            "t:10:5: no function 'foo'; there are abs sign sqrt cbrt exp expm1 log log1p sinh cosh tanh "
            "logistic sin cos tan asin acos atan atan2 min max clamp sum next");
#define FUNCTIONS                                                                                                      \
    "there are abs sign sqrt cbrt exp expm1 log log1p sinh cosh tanh logistic sin cos tan asin acos atan atan2 min "   \
    "max "                                                                                                             \
    "clamp sum next"
    refuses(HEAD "y = ln(a)\n", "t:10:5: no function 'ln'; did you mean log? " FUNCTIONS);
    refuses(HEAD "y = sgn(a)\n", "t:10:5: no function 'sgn'; did you mean sign? " FUNCTIONS);
    refuses(HEAD "y = arctan(a)\n", "t:10:5: no function 'arctan'; did you mean atan? " FUNCTIONS);
    refuses(HEAD "y = sqr(a)\n", "t:10:5: no function 'sqr'; did you mean x^2? " FUNCTIONS);
    refuses(HEAD "y = logstic(a)\n", "t:10:5: no function 'logstic'; did you mean logistic? " FUNCTIONS);
#undef FUNCTIONS
    refuses(HEAD "y = 3 N\n", "t:10:7: the line should end here; 'N' is too much (numbers in equations have no unit: "
                              "make it a param; a product needs a *)");
    refuses(HEAD "y = exp(a, a)\n", "t:10:5: exp() takes 1 value, here are 2");
    refuses(HEAD "y = clamp(a)\n", "t:10:5: clamp() takes 3 values, here are 1");
    refuses(HEAD "y = exp(a\n", "t:10:10: a ) or a comma is missing");
    refuses(HEAD "y = sum(a)\n", "t:10:5: sum() adds over elements; this is a single number");
    refuses(HEAD "y = sum(p*q)\n",
            "t:10:10: arrays over n and over k do not fit together; sum() makes a number of one");
    refuses(HEAD "y = p\n", "t:10:1: y is a single number, its equation gives an array over n");
    refuses(HEAD "y = bC\n", "t:10:5: unknown name 'bC'; did you mean 'bc'?");
    refuses(HEAD "y = bcd\n", "t:10:5: unknown name 'bcd'; did you mean 'bc'?");
    refuses(HEAD "y = n\n", "t:10:5: 'n' counts elements and has no value in equations");
    refuses(HEAD "y = c\n", "t:10:5: 'c' is a choice; it stands behind `when`, not in equations");
    refuses(HEAD "y = 1/0\n",
            "t:10:6: this constant is not a finite number (division by zero, log of a negative number, overflow?)");
    refuses(HEAD "y = log(-1)\n", "t:10:5: log() of this number is not a finite number");
    refuses(HEAD "y = 1 + asin(2)\n", "t:10:9: asin() of this number is not a finite number");
    refuses(HEAD "y = 0*inf\n",
            "t:10:6: this constant is not a finite number (division by zero, log of a negative number, overflow?)");
    refuses(HEAD "y = 1e999\n", "t:10:5: this number is too large (at most about 1.8e308)");
    refuses(HEAD "y = a $ 1\n", "t:10:7: the character '$' has no meaning here");
    refuses(HEAD "y = a;\n", "t:10:6: the character ';' has no meaning here");
#undef HEAD
}

static void slips_in_units_say_how_units_are_written(void **state)
{
    (void)state;
    refuses("law t\nparam k N * s / m > 0 \"x\"\n", "t:2:11: units are written without blanks: N*s/m");
    refuses("law t\nparam k = 2 N*s /m\n", "t:2:17: units are written without blanks: N*s/m");
    refuses("law t\ninput A m ^ 2\n", "t:2:11: units are written without blanks: m^2");
    refuses("law t\ninput A m**2\n", "t:2:10: a power is written ^");
    refuses("law t\noutput F N / m when c is d\n",
            "t:2:21: `when` needs the name of a choice declared above (choice form = a | b)");
    refuses("law t\nunit X = m / s | rad\n", "t:2:12: units are written without blanks: m/s");
    refuses("law t\ninput x in\n", "t:2:9: unknown unit 'in'; 1 in is 25.4 mm");
    refuses("law t\ninput v m/s\ninput f N\noutput F N\nF = v*f\n",
            "t:5:1: units differ: F has N, its equation gives N*m/s"); // not W
    refuses("law t\ninput p Pa\ninput f N\noutput F N\nF = p + f\n", "t:5:7: units differ: + joins N/m^2 and N");
    refuses("law t\ninput p Pa\ninput v m\noutput F N\nF = p + v\n", "t:5:7: units differ: + joins Pa and m");
    refuses("law t\ninput v m/s\nstate q rad\noutput y\nq' = v\ny = q\n",
            "t:5:1: units differ: q' has rad/s, its equation gives m/s");
    refuses("law t\ninput v m/s\noutput w rpm\nw = v\n", "t:4:1: units differ: w has rad/s, its equation gives m/s");
}

static void cycles_name_all_who_are_in_them(void **state)
{
    (void)state;
    refuses("law t\noutput y\ny = y\n", "t:3:1: defined by itself, a cycle: y needs y");
    refuses("law t\noutput y\ny = 2*g\ng = h + 1\nh = y\n",
            "t:3:1: defined by itself, a cycle: y needs g needs h needs y");
    refuses("law t\nstate z\noutput y\ny = z'\nz' = y + z\n", "t:4:1: defined by itself, a cycle: y needs z' needs y");
    refuses("law t\nstate z\noutput y\ny = z\nz+ = next(z)\n", "t:5:1: defined by itself, a cycle: z+ needs z+");
    refuses("law t\nuse viscous as c (v = c.c/k)\nparam k N*s/m\noutput y N\ny = c.c\n",
            "t:2:19: defined by itself, a cycle: c.v needs c.c needs c.v");
}

static void defaults_of_any_shape_are_checked(void **state)
{
    (void)state;
    refuses("law t\nparam a = 1, 2\noutput y\ny = a\n", "t:2:14: a is a single number and has one default");
    refuses("law t\nelements n\nparam p[n]\nparam a = p\noutput y\ny = a\n",
            "t:4:11: a is a single number, this default is an array over n");
    refuses("law t\nparam a = 1 2 N\n", "t:2:13: a unit is needed here, such as N/m, or - for none");
}

static br_status read_bytes(const char *text, size_t size, br_diag *why)
{
    char *copy = malloc(size + 1); // its own block: reading beyond the end is seen
    br_parsed_law law;
    br_read_options o = {.find = br_builtin_text};
    assert_non_null(copy);
    memcpy(copy, text, size);
    char *tight = realloc(copy, size ? size : 1);
    br_status status = br_law_read(&law, tight, size, "t", &o, why);
    if (status == BR_OK)
        br_law_free(&law);
    free(tight);
    return status;
}

static void truncation_at_every_byte_gives_a_law_or_a_place(void **state)
{
    (void)state;
    for (int i = 0; i < br_builtin_count(); i++) {
        br_builtin b = br_builtin_at(i);
        for (size_t n = 0; n < b.size; n++) {
            br_diag why = {0};
            br_status status = read_bytes(b.text, n, &why);
            if (status != BR_OK && (status != BR_BAD_LAW || why.line < 1 || why.column < 1 || !why.text[0]))
                fail_msg("%s cut at %zu: %s", b.name, n, why.text);
        }
    }
}

static void one_changed_byte_gives_a_law_or_a_place(void **state)
{
    (void)state;
    static const char with[] = "\0\n\"#(=+'.,0zX\x80";
    for (int i = 0; i < br_builtin_count(); i++) {
        br_builtin b = br_builtin_at(i);
        char *copy = malloc(b.size);
        assert_non_null(copy);
        for (size_t n = 0; n < b.size; n++) {
            br_diag why = {0};
            memcpy(copy, b.text, b.size);
            copy[n] = with[n % sizeof with];
            br_status status = read_bytes(copy, b.size, &why);
            if (status != BR_OK && (status != BR_BAD_LAW || why.line < 1))
                fail_msg("%s changed at %zu: %s", b.name, n, why.text);
        }
        free(copy);
    }
}

// ---------------------------------------------------------------- hostile texts

// head, then n times piece (where %d is the count), then tail: refused with words, within a second.
static void refuses_long(const char *head, const char *piece, int n, const char *tail, const char *words)
{
    size_t each = strlen(piece) + 12, used = strlen(head);
    char *text = malloc(used + (size_t)n * each + strlen(tail) + 1);
    assert_non_null(text);
    strcpy(text, head);
    for (int i = 0; i < n; i++) {
        const char *mark = strstr(piece, "%d");
        used += mark ? (size_t)snprintf(text + used, each, "%.*s%d%s", (int)(mark - piece), piece, i, mark + 2)
                     : (size_t)snprintf(text + used, each, "%s", piece);
    }
    strcpy(text + used, tail);
    br_diag why = {0};
    clock_t before = clock();
    br_status status = read_bytes(text, strlen(text), &why);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    free(text);
    if (status != BR_BAD_LAW || strcmp(why.text, words) != 0)
        fail_msg("%s..: says '%s', should say '%s'", piece, why.text, words);
    if (seconds > 5) // a second, and the slowness of sanitizers
        fail_msg("%s..: took %g s", piece, seconds);
}

static void endless_texts_are_refused_quickly(void **state)
{
    (void)state;
    refuses_long("law t\n", "a%d = 1\n", 100000, "", "t:5002:1: more than 5000 names in one law");
    refuses_long("law t\n", "param a%d = a0\n", 100000, "",
                 "t:1002:7: more than 1000 states, inputs and parameters in one law");
    refuses_long(
        "law t\noutput y\ny = ", "(", 100000, "1",
        "t:3:204: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
    refuses_long(
        "law t\noutput y\ny = ", "-", 100000, "1",
        "t:3:204: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
    refuses_long(
        "law t\noutput y\ny = ", "exp(", 100000, "1",
        "t:3:801: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
    refuses_long(
        "law t\noutput y\ny = ", "2^", 100000, "1",
        "t:3:404: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
    refuses_long(
        "law t\noutput y\ny = ", "if 1 < 2 then 1 else ", 100000, "1",
        "t:3:4184: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
    refuses_long(
        "law t\nrequire ", "not ", 100000, "1 < 2\noutput y\ny = 1\n",
        "t:2:809: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
    refuses_long("law t\nparam a\noutput y\ny = a", "+a", 1000000, "\n",
                 "t:4:999994: the text has more than 1000000 tokens");
    refuses_long("law t\nparam a\noutput y\ny = a", "+%d.5*a", 200000, "\n",
                 "t:4:1355548: the law is too large: more than 400000 operations");
    refuses_long("law t\noutput y\ny = 1\n", "require 1 < 2\n", 100000, "",
                 "t:1004:1: more than 1000 conditions in one law");
    refuses_long("law t\noutput y\ny = 1\n", "set s%d\n", 100000, "", "t:1004:1: more than 1000 sets in one law");
    refuses_long("law t\n", "output y%d\n", 100000, "", "t:1002:8: more than 1000 outputs in one law");
    refuses_long("law t\n", "choice c%d = a\n", 100, "", "t:18:8: more than 16 choices in one law");
    refuses_long("law t\nunit X = m", " | m", 100000, "\n", "t:2:42: at most 8 alternatives");
    refuses_long("law t\nchoice x = y", " | z%d", 100000, "\n",
                 "t:2:51: a value of the choice is needed here (at most 8 names, divided by |)");
    refuses_long("law t\n", "elements n%d\n", 100, "", "t:10:10: more than 8 dimensions in one law");
    refuses_long("law t\nmodes m", ", m%d", 100, "\n", "t:2:38: more than 8 modes in one list");
    refuses_long("law t\n", "use viscous as u%d\n", 1000, "",
                 "viscous:4:8: more than 16 choices in law t with all that it uses");
    refuses_long("law ", "n", 1000000, "\n", "t:1:5: a name has at most 63 letters");
    refuses_long("law t\nparam ", "n", 10000, "\n", "t:2:7: a name has at most 63 letters");
    refuses_long("law t \"", "n", 1000000, "\"\n", "t:1:7: a quoted text has at most 400 bytes");
    refuses_long("law t\nparam a = 0.", "1", 1000000, "\n", "t:1:1: the law has no output (output F N)");
    refuses_long("law t\n", "# comment\n", 500000, "", "t: the text has more than 4 MiB");
    refuses_long("law t\nparam a ", "m*", 100000, "m\n", "t:2:209: the powers of this unit are too large");
}

// A definition that the next one stands on, the last one first: as deep as it is long.
static void reversed_chains_are_followed_to_a_limit(void **state)
{
    (void)state;
    char text[8000] = "law t\noutput a0\n";
    for (int i = 0; i < 190; i++)
        snprintf(text + strlen(text), 40, "a%d = a%d + 1\n", i, i + 1);
    snprintf(text + strlen(text), 40, "a190 = 1\n");
    accepts(text);
    snprintf(strstr(text, "a190 = 1"), 40, "a190 = a191\n");
    for (int i = 191; i < 230; i++)
        snprintf(text + strlen(text), 40, "a%d = a%d + 1\n", i, i + 1);
    snprintf(text + strlen(text), 40, "a230 = 1\n");
    refuses(
        text,
        "t:203:1: nested more than 200 deep; write inner parts, or equations that others stand on, first and by name");
}

// Each law uses the next one twice: 2^16 scopes if nobody counted.
static const char *doubling(void *context, const char *name, size_t *size)
{
    static char text[20][200];
    (void)context;
    int level = name[0] == 'l' ? atoi(name + 1) : 0;
    snprintf(text[level], sizeof text[level], "law l%d\nuse l%d as a\nuse l%d as b\noutput F\nF = 1\n", level,
             level + 1, level + 1);
    *size = strlen(text[level]);
    return text[level];
}

static void laws_that_use_laws_are_counted(void **state)
{
    (void)state;
    br_parsed_law law;
    br_diag why;
    br_read_options o = {.find = doubling};
    static const char text[] = "law t\nuse l1 as a\noutput F\nF = 1\n";
    assert_int_equal(br_law_read(&law, text, strlen(text), "t", &o, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "laws used inside each other more than 16 deep"));
}

static void bytes_that_are_no_text_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        const char *words;
    } cases[] = {
        {"law t\0x\n", 8, "t:1:6: a zero byte; the text must be UTF-8 (is it UTF-16 or binary?)"},
        {"law t # \0\n", 10, "t:1:9: a zero byte; the text must be UTF-8 (is it UTF-16 or binary?)"},
        {"law t \"a\0b\"\n", 12, "t:1:9: a zero byte; the text must be UTF-8 (is it UTF-16 or binary?)"},
        {"\xff\xfel\0a\0w\0", 8, "t: the text is UTF-16; save it as UTF-8"},
        {"l\0a\0w\0", 6, "t:1:2: a zero byte; the text must be UTF-8 (is it UTF-16 or binary?)"},
        {"law t\rversion 1\r", 16, "t:1:6: a lone carriage return; lines end in LF or CRLF"},
        {"law t # x\rversion 1\r", 20, "t:1:10: a lone carriage return; lines end in LF or CRLF"},
        {"law t\nparam \xc3\xa4\n", 15,
         "t:2:7: a byte of value 195; outside comments and quoted texts only ASCII is read"},
        {"law t\nparam d \xc2\xb5m\n", 18, "t:2:9: this sign is written u, as in um here"},
        {"law t\nparam d m\xc2\xb2\n", 18, "t:2:10: this sign is written ^2 here"},
        {"law t\ny = 2 \xe2\x88\x92 1\n", 18, "t:2:7: this sign is written - here"},
        {"law t\nparam a\x1b[31m\n", 19,
         "t:2:8: a byte of value 27; outside comments and quoted texts only ASCII is read"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        br_diag why = {0};
        if (read_bytes(cases[i].text, cases[i].size, &why) != BR_BAD_LAW || strcmp(why.text, cases[i].words) != 0)
            fail_msg("case %zu: says '%s', should say '%s'", i, why.text, cases[i].words);
    }
}

static void names_cannot_smuggle_code(void **state)
{
    (void)state;
    refuses("law t\nparam a\";system(\"x\n", "t:2:18: the line should end here; 'x' is too much");
    refuses("law t\nparam */\n", "t:2:7: a name is needed here: letters, digits and _");
    refuses("law t\nparam ?"
            "?/\n",
            "t:2:7: the character '?' has no meaning here");
    refuses("law ../t\n", "t:1:5: a name is needed here: letters, digits, _ and -");
    refuses("law t/../x\n", "t:1:6: the line should end here; '/' is too much");
    br_parsed_law law;
    must_read(&law, "law t \"*/ \x1b[31m ?"
                    "?/\"\noutput y\ny = 1\n");
    assert_string_equal(law.title, "*/  [31m ?"
                                   "?/"); // no control character; whoever prints C or JSON escapes the rest
    br_law_free(&law);
}

static void messages_hold_no_control_character(void **state)
{
    (void)state;
    br_parsed_law law;
    br_diag why;
    assert_int_equal(br_law_read(&law, "x", 1, "a\x1b[2Jb\n", NULL, &why), BR_BAD_LAW);
    assert_string_equal(why.text, "a?[2Jb?:1:1: a law starts with: law NAME \"words\"");
    assert_int_equal(br_law_read(&law, "x", 1, "a", NULL, NULL), BR_BAD_LAW); // nobody wants the words
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_slip_has_its_line_and_column),
        cmocka_unit_test(slips_in_expressions_have_their_column),
        cmocka_unit_test(slips_in_units_say_how_units_are_written),
        cmocka_unit_test(cycles_name_all_who_are_in_them),
        cmocka_unit_test(defaults_of_any_shape_are_checked),
        cmocka_unit_test(truncation_at_every_byte_gives_a_law_or_a_place),
        cmocka_unit_test(one_changed_byte_gives_a_law_or_a_place),
        cmocka_unit_test(endless_texts_are_refused_quickly),
        cmocka_unit_test(reversed_chains_are_followed_to_a_limit),
        cmocka_unit_test(laws_that_use_laws_are_counted),
        cmocka_unit_test(bytes_that_are_no_text_are_named),
        cmocka_unit_test(names_cannot_smuggle_code),
        cmocka_unit_test(messages_hold_no_control_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
