// test_interval_itl.c - F3: assertions in the notation of ITF1788, the interval test framework for IEEE 1788.          [host]
//
// Those of tests/num/itl are our own. The suite itself has other licences and is no part of the repository: its files (*.itl) are
// read from the folder that BR_ITF1788 names, or from ../shared/data/itf1788; without them that test is skipped by name. Operations
// that bristle does not have are counted by name; decorations are not compared. + - * / sqr sqrt and whatever is exact must be equal,
// elementary functions may be one double wider at each end (num/interval/interval.h).
#include "num/base/fp.h"

#include "num/interval/interval.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef br_interval iv;

enum { ARGUMENTS = 4, UNKNOWN = 200, NAME = 40, STATEMENT = 4096 };

typedef enum kind { INTERVAL, NUMBER, TRUTH, OTHER } kind;

typedef struct value {
    kind kind;
    iv x;
    double number; // TRUTH: 0 or 1
} value;

typedef struct tally {
    long held, failed, outside;
    char unknown[UNKNOWN][NAME]; // operations that are not here
    long times[UNKNOWN];
    int unknowns;
} tally;

// ---------------------------------------------------------------- operations

static iv recip(iv a)
{
    return br_interval_div(br_interval_point(1), a);
}

static iv pos(iv a)
{
    return a;
}

typedef struct unary {
    const char *name;
    iv (*of)(iv);
    int wider; // doubles at each end
} unary;

static const unary unaries[] = {
    {"pos", pos, 0},
    {"neg", br_interval_neg, 0},
    {"recip", recip, 0},
    {"sqr", br_interval_sqr, 0},
    {"sqrt", br_interval_sqrt, 0},
    {"abs", br_interval_abs, 0},
    {"sign", br_interval_sign, 0},
    {"exp", br_interval_exp, 1},
    {"expm1", br_interval_expm1, 1},
    {"log", br_interval_log, 1},
    {"logp1", br_interval_log1p, 1},
    {"log1p", br_interval_log1p, 1},
    {"sinh", br_interval_sinh, 1},
    {"cosh", br_interval_cosh, 1},
    {"tanh", br_interval_tanh, 1},
    {"sin", br_interval_sin, 1},
    {"cos", br_interval_cos, 1},
    {"tan", br_interval_tan, 1},
    {"asin", br_interval_asin, 1},
    {"acos", br_interval_acos, 1},
    {"atan", br_interval_atan, 1},
    {"cbrt", br_interval_cbrt, 1},
};

typedef struct binary {
    const char *name;
    iv (*of)(iv, iv);
    int wider;
} binary;

static const binary binaries[] = {
    {"add", br_interval_add, 0},         {"sub", br_interval_sub, 0}, {"mul", br_interval_mul, 0},
    {"div", br_interval_div, 0},         {"min", br_interval_min, 0}, {"max", br_interval_max, 0},
    {"atan2", br_interval_atan2, 1},     {"pow", br_interval_pow, 1}, {"intersection", br_interval_intersect, 0},
    {"convexHull", br_interval_hull, 0},
};

static double lower(iv a)
{
    return a.lo;
}

static double upper(iv a)
{
    return a.hi;
}

typedef struct measure {
    const char *name;
    double (*of)(iv);
} measure;

static const measure measures[] = {{"inf", lower},
                                   {"sup", upper},
                                   {"mid", br_interval_mid},
                                   {"rad", br_interval_rad},
                                   {"wid", br_interval_width},
                                   {"mag", br_interval_mag}};

static bool is_entire(iv a)
{
    return br_interval_equal(a, br_interval_entire());
}

typedef struct question {
    const char *name;
    bool (*of)(iv);
} question;

static const question questions[] = {{"isEmpty", br_interval_is_empty},
                                     {"isEntire", is_entire},
                                     {"isCommonInterval", br_interval_is_bounded},
                                     {"isSingleton", br_interval_is_point}};

static value an_interval(iv x)
{
    return (value){.kind = INTERVAL, .x = x};
}

static value a_truth(bool x)
{
    return (value){.kind = TRUTH, .number = x};
}

#define ROWS(table) (sizeof(table) / sizeof *(table))

// Of one interval. False: there is no such operation.
static bool apply_to_one(const char *name, iv a, value *to, int *wider)
{
    for (size_t i = 0; i < ROWS(unaries); i++)
        if (strcmp(name, unaries[i].name) == 0) {
            *to = an_interval(unaries[i].of(a));
            *wider = unaries[i].wider;
            return true;
        }
    for (size_t i = 0; i < ROWS(measures); i++)
        if (strcmp(name, measures[i].name) == 0) {
            *to = (value){.kind = NUMBER, .number = measures[i].of(a)};
            return true;
        }
    for (size_t i = 0; i < ROWS(questions); i++)
        if (strcmp(name, questions[i].name) == 0) {
            *to = a_truth(questions[i].of(a));
            return true;
        }
    return false;
}

static bool apply_to_two(const char *name, const value *a, const value *b, value *to, int *wider)
{
    for (size_t i = 0; i < ROWS(binaries) && a->kind == INTERVAL && b->kind == INTERVAL; i++)
        if (strcmp(name, binaries[i].name) == 0) {
            *to = an_interval(binaries[i].of(a->x, b->x));
            *wider = binaries[i].wider;
            return true;
        }
    if (strcmp(name, "pown") == 0 && a->kind == INTERVAL && b->kind == NUMBER && fabs(b->number) < 1e9) {
        *to = an_interval(br_interval_pown(a->x, (int)b->number));
        *wider = 1;
    } else if (strcmp(name, "isMember") == 0 && a->kind == NUMBER && b->kind == INTERVAL) {
        *to = a_truth(br_interval_has(b->x, a->number));
    } else if (strcmp(name, "equal") == 0 && a->kind == INTERVAL && b->kind == INTERVAL) {
        *to = a_truth(br_interval_equal(a->x, b->x));
    } else if (strcmp(name, "subset") == 0 && a->kind == INTERVAL && b->kind == INTERVAL) {
        *to = a_truth(br_interval_subset(a->x, b->x));
    } else {
        return false;
    }
    return true;
}

// ---------------------------------------------------------------- statements

static const char *skip_space(const char *s)
{
    return s + strspn(s, " \t\r\n");
}

// A number up to one of the characters that end it; NULL: it is none.
static const char *read_number(const char *s, double *to)
{
    char *end;
    s = skip_space(s);
    if (strncmp(s, "NaN", 3) == 0) {
        *to = (double)NAN;
        return s + 3;
    }
    *to = strtod(s, &end); // "infinity", hexadecimal ones, and to the nearest double
    return end == s ? NULL : end;
}

// [1.0, 2.0], [empty], [entire], [1.0], each with or without a decoration; NULL: another notation
static const char *read_interval(const char *s, iv *to)
{
    double lo, hi;
    const char *end = strchr(s, ']');
    s = skip_space(s + 1);
    if (!end || *s == ']' || strncmp(s, "nai", 3) == 0)
        return NULL;
    if (strncmp(s, "empty", 5) == 0) {
        *to = br_interval_empty();
    } else if (strncmp(s, "entire", 6) == 0) {
        *to = br_interval_entire();
    } else {
        s = read_number(s, &lo);
        s = s ? skip_space(s) : NULL;
        hi = lo;
        if (s && *s == ',')
            s = read_number(s + 1, &hi);
        if (!s || *skip_space(s) != ']')
            return NULL;
        *to = (iv){lo, hi};
    }
    end++;
    return *end == '_' ? end + strcspn(end, " \t\r\n=<[") : end;
}

// NULL: nothing that can be read.
static const char *read_value(const char *s, value *to)
{
    s = skip_space(s);
    *to = (value){.kind = OTHER};
    if (*s == '[') {
        to->kind = INTERVAL;
        return read_interval(s, &to->x);
    }
    if (strncmp(s, "true", 4) == 0 || strncmp(s, "false", 5) == 0) {
        *to = a_truth(*s == 't');
        return s + (*s == 't' ? 4 : 5);
    }
    to->kind = NUMBER;
    return read_number(s, &to->number);
}

static iv widened(iv a, int doubles)
{
    for (int i = 0; i < doubles && !br_interval_is_empty(a); i++)
        a = (iv){nextafter(a.lo, -HUGE_VAL), nextafter(a.hi, HUGE_VAL)};
    return a;
}

static bool agrees(const value *found, const value *expected, int wider)
{
    if (found->kind != expected->kind)
        return false;
    if (found->kind != INTERVAL)
        return found->number == expected->number || (isnan(found->number) && isnan(expected->number));
    if (isnan(found->x.lo) || isnan(found->x.hi))
        return false;
    return br_interval_subset(expected->x, found->x) && br_interval_subset(found->x, widened(expected->x, wider));
}

static void count_unknown(tally *t, const char *name)
{
    int i = 0;
    while (i < t->unknowns && strcmp(t->unknown[i], name) != 0)
        i++;
    if (i == UNKNOWN)
        return;
    if (i == t->unknowns)
        snprintf(t->unknown[t->unknowns++], NAME, "%s", name);
    t->times[i]++;
}

// op argument ... = result <= a wider one;
static void check_statement(tally *t, const char *path, const char *text)
{
    char name[NAME] = "";
    const char *s = skip_space(text);
    size_t length = strcspn(s, " \t\r\n[=");
    value argument[ARGUMENTS], expected, found = {.kind = OTHER};
    int count = 0, wider = 0;
    if (length == 0)
        return;
    snprintf(name, sizeof name, "%.*s", (int)length, s);
    s = skip_space(s + length);
    while (s && *s != '=' && *s && count < ARGUMENTS) {
        s = read_value(s, &argument[count++]);
        s = s ? skip_space(s) : NULL;
    }
    bool read = s && *s == '=' && (s = read_value(s + 1, &expected)) != NULL;
    bool here =
        read && ((count == 1 && argument[0].kind == INTERVAL && apply_to_one(name, argument[0].x, &found, &wider)) ||
                 (count == 2 && apply_to_two(name, &argument[0], &argument[1], &found, &wider)));
    if (!here) {
        t->outside++;
        count_unknown(t, name);
        return;
    }
    bool holds = agrees(&found, &expected, wider);
    t->held += holds;
    t->failed += !holds;
    if (!holds)
        printf("%s: %s: found [%a, %a] or %a\n", path, text, found.x.lo, found.x.hi, found.number);
}

// Comments become spaces.
static void blank_comments(char *s)
{
    for (; *s; s++) {
        size_t length = strncmp(s, "//", 2) == 0 ? strcspn(s, "\n") : 0;
        if (strncmp(s, "/*", 2) == 0) {
            const char *end = strstr(s + 2, "*/");
            length = end ? (size_t)(end + 2 - s) : strlen(s);
        }
        memset(s, ' ', length);
        s += length > 0 ? length - 1 : 0;
    }
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static void check_file(tally *t, const char *path)
{
    char *text = read_text(path), statement[STATEMENT];
    blank_comments(text);
    for (const char *s = text; *s;) {
        size_t length = strcspn(s, ";{}");
        bool whole = s[length] == ';' && length < sizeof statement; // what stands before { is the name of a case
        snprintf(statement, sizeof statement, "%.*s", whole ? (int)length : 0, s);
        check_statement(t, path, statement);
        s += length + (s[length] != '\0');
    }
    free(text);
}

// All files of a folder; answers how many.
static int check_folder(tally *t, const char *folder)
{
    DIR *d = opendir(folder);
    int files = 0;
    if (!d)
        return 0;
    for (const struct dirent *e; (e = readdir(d));) {
        const char *end = strrchr(e->d_name, '.');
        char path[1024];
        if (!end || strcmp(end, ".itl") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        check_file(t, path);
        files++;
    }
    closedir(d);
    printf("%s: %d files, %ld assertions hold, %ld do not, %ld of other operations:", folder, files, t->held, t->failed,
           t->outside);
    for (int i = 0; i < t->unknowns; i++)
        printf(" %s (%ld)", t->unknown[i], t->times[i]);
    printf("\n");
    return files;
}

// ---------------------------------------------------------------- tests

static void F3_our_own_assertions_hold(void **state)
{
    (void)state;
    static tally t;
    assert_int_not_equal(check_folder(&t, "tests/num/itl"), 0);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.outside, 0);
    assert_true(t.held >= 750);
}

static void F3_the_suite_holds_where_it_is(void **state)
{
    (void)state;
    static tally t;
    const char *folder = getenv("BR_ITF1788");
    if (check_folder(&t, folder ? folder : "../shared/data/itf1788") == 0) {
        printf(
            "skipped: ITF1788 is not here: git clone https://github.com/oheim/ITF1788, then BR_ITF1788=ITF1788/itl\n");
        skip();
    }
    assert_int_equal(t.failed, 0);
    assert_true(t.held > 0);
}

// What the reader would not see cannot fail: an assertion that is false is counted as such.
static void false_assertions_are_seen(void **state)
{
    (void)state;
    static tally t;
    static const char *const wrong[] = {"add [1.0, 2.0] [1.0, 2.0] = [2.0, 5.0]",
                                        "add [1.0, 2.0] [1.0, 2.0] = [2.0, 3.0]",
                                        "sqrt [empty] = [entire]",
                                        "exp [0.0, 0.0] = [1.0, 2.0]",
                                        "isEmpty [1.0, 2.0] = true",
                                        "mid [1.0, 3.0]_com = 2.5",
                                        "pown [2.0, 2.0] 3 = [9.0, 9.0]"};
    for (size_t i = 0; i < ROWS(wrong); i++)
        check_statement(&t, "a false one", wrong[i]);
    assert_int_equal(t.failed, ROWS(wrong));
    check_statement(&t, "another operation", "cosh2 [1.0, 2.0]_com = [2.0, 5.0]_com");
    assert_int_equal(t.outside, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(F3_our_own_assertions_hold),
        cmocka_unit_test(F3_the_suite_holds_where_it_is), // may be skipped
        cmocka_unit_test(false_assertions_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
