// test_word.c - how far two words are apart, against the definition.
#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "num/text/spelling.h"

static int distance(const char *a, const char *b)
{
    return br_word_distance(a, (int)strlen(a), b, (int)strlen(b));
}

// The definition: the last letters match, or one of them is changed, added or left out.
static int defined(const char *a, int n, const char *b, int m)
{
    if (n == 0 || m == 0)
        return n + m;
    int change = defined(a, n - 1, b, m - 1) + ((a[n - 1] | 32) != (b[m - 1] | 32));
    int drop = defined(a, n - 1, b, m) + 1, add = defined(a, n, b, m - 1) + 1;
    int few = drop < add ? drop : add;
    return change < few ? change : few;
}

// The k-th word of up to four letters out of a, b and B.
static int spell(int k, char word[5])
{
    int n = 0;
    for (; k > 0; k = (k - 1) / 3)
        word[n++] = "abB"[(k - 1) % 3];
    word[n] = 0;
    return n;
}

static void all_short_words_are_as_far_apart_as_the_definition_says(void **unused)
{
    (void)unused;
    enum { WORDS = 1 + 3 + 9 + 27 + 81 };
    char a[5], b[5];
    for (int i = 0; i < WORDS; i++)
        for (int k = 0; k < WORDS; k++) {
            int n = spell(i, a), m = spell(k, b);
            assert_int_equal(br_word_distance(a, n, b, m), defined(a, n, b, m));
        }
}

static void capitals_do_not_count(void **unused)
{
    (void)unused;
    assert_int_equal(distance("NaN", "nan"), 0);
    assert_int_equal(distance("sgima0", "Sigma0"), 2);
    assert_int_equal(distance("[", "{"), 1); // 32 apart, and no letters
}

static void a_word_longer_than_any_name_is_near_nothing(void **unused)
{
    (void)unused;
    char most[BR_WORD_LETTERS + 2];
    memset(most, 'a', sizeof most);
    assert_int_equal(br_word_distance(most, BR_WORD_LETTERS, most, BR_WORD_LETTERS), 0);
    assert_int_equal(br_word_distance(most, BR_WORD_LETTERS, most, 0), BR_WORD_LETTERS);
    assert_int_equal(br_word_distance(most, BR_WORD_LETTERS + 1, most, 1), BR_WORD_FAR);
    assert_int_equal(br_word_distance(most, 1, most, BR_WORD_LETTERS + 1), BR_WORD_FAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_short_words_are_as_far_apart_as_the_definition_says),
        cmocka_unit_test(capitals_do_not_count),
        cmocka_unit_test(a_word_longer_than_any_name_is_near_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
