// test_sha256.c - SHA-256 gives the digests of FIPS 180-4, however the bytes are divided.
#include "num/text/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void digest(const char *text, size_t size, size_t piece, char hex[BR_SHA256_HEX])
{
    br_sha256 s;
    br_sha256_init(&s);
    for (size_t at = 0; at < size; at += piece)
        br_sha256_add(&s, text + at, size - at < piece ? size - at : piece);
    br_sha256_hex(&s, hex);
}

static void digests_are_those_of_the_standard(void **state)
{
    static const char *const cases[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqr"
         "stu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"}};
    char hex[BR_SHA256_HEX], million[1000];
    br_sha256 s;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t piece = 1; piece < 130; piece++) {
            digest(cases[i][0], strlen(cases[i][0]), piece, hex);
            assert_string_equal(hex, cases[i][1]);
        }
    memset(million, 'a', sizeof million);
    br_sha256_init(&s);
    for (int i = 0; i < 1000; i++)
        br_sha256_add(&s, million, sizeof million);
    br_sha256_hex(&s, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(digests_are_those_of_the_standard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
