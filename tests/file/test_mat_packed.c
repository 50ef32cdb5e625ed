// test_mat_packed.c - compressed variables of MAT files, and memory that gives out while they are read.
#include "kit/failing_memory.h"
#include "mat_kit.h"

#include <zlib.h>

static file f, plain;
static const double three[] = {1.5, -2.25, 1e300};

// The one variable of `plain`, packed behind a header of its own.
static void pack(int level)
{
    uLongf size = sizeof f.b - 200;
    start(&f, plain.big);
    put(&f, MI_COMPRESSED, 4);
    put(&f, 0, 4);
    assert_int_equal(compress2(f.b + f.n, &size, plain.b + 128, plain.n - 128, level), Z_OK);
    size_t n = f.n + size;
    f.n -= 4;
    put(&f, size, 4);
    f.n = n;
}

static void good(bool big)
{
    start(&plain, big);
    add_doubles(&plain, "x", 3, 1, three);
    pack(6);
}

static void set_size(size_t size)
{
    size_t n = f.n;
    f.n = 132;
    put(&f, size, 4);
    f.n = n;
}

static void packed_variables_give_the_same_doubles(void **unused)
{
    (void)unused;
    for (int big = 0; big < 2; big++)
        for (int level = 0; level < 10; level++) {
            good(big);
            pack(level);
            br_mat *m = opens(&f);
            column_is(m, "x", three, 3);
            br_mat_close(m);
        }
}

static void a15_a_bad_checksum_is_refused(void **unused)
{
    (void)unused;
    good(false);
    f.b[f.n - 1] ^= 1;
    refuses(&f, "incorrect data check");
}

static void a15_streams_that_are_too_short_or_too_long_are_refused(void **unused)
{
    (void)unused;
    good(false);
    for (size_t cut = 1; f.n > 136 + cut; cut++) {
        file *g = malloc(sizeof *g);
        assert_non_null(g);
        memcpy(g, &f, sizeof f);
        g->n -= cut;
        g->b[132] = (uint8_t)(g->n - 136);
        refuses(g, "compressed data: ");
        free(g);
    }
    good(false);
    f.b[f.n++] = 0;
    set_size(f.n - 136);
    refuses(&f, "bytes stand behind its end");
    // The tag inside says less, or more, than there is.
    for (int i = 0; i < 2; i++) {
        good(false);
        plain.b[132] = (uint8_t)(plain.b[132] + (i ? 8 : -8));
        pack(6);
        refuses(&f, i ? "it ends before its variable does" : "it goes on behind the end of its variable");
    }
}

// 64 MiB of zeros in 64 KiB, behind a tag that says 100 bytes: what is unpacked ends there.
static void a15_a_bomb_is_unpacked_no_further_than_its_tag_says(void **unused)
{
    (void)unused;
    enum { MANY = 64 << 20 };
    uint8_t *zeros = calloc(MANY, 1);
    uLongf size = sizeof f.b - 200;
    assert_non_null(zeros);
    for (int claims = 0; claims < 2; claims++) {
        zeros[0] = MI_MATRIX;
        memset(zeros + 4, 0, 4);
        zeros[claims ? 7 : 4] = claims ? 0x7f : 100; // 2 GiB; 100 bytes
        start(&f, false);
        put(&f, MI_COMPRESSED, 4);
        put(&f, 0, 4);
        size = sizeof f.b - 200;
        assert_int_equal(compress2(f.b + f.n, &size, zeros, MANY, 9), Z_OK);
        f.n += size;
        set_size(size);
        long before = allocations;
        refuses(&f, claims ? "it unpacks to more than 1 GiB" : "it goes on behind the end of its variable");
        assert_true(allocations - before < 50); // one of 64 KiB among them, and no more of its kind
    }
    free(zeros);
}

static void memory_that_gives_out_at_any_call_is_reported(void **unused)
{
    (void)unused;
    good(false);
    br_status status = BR_NO_MEMORY;
    for (long k = 0; status != BR_OK; k++) {
        br_mat *m = NULL;
        br_diag why = {0};
        assert_true(k < 1000);
        countdown = k;
        status = br_mat_open_bytes(&m, f.b, f.n, "f", false, &why);
        countdown = -1;
        // zlib asks for memory by itself; a refusal in words needs some, too.
        assert_true(status == BR_OK || status == BR_NO_MEMORY || status == BR_BAD_DATA);
        br_mat_close(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_variables_give_the_same_doubles),
        cmocka_unit_test(a15_a_bad_checksum_is_refused),
        cmocka_unit_test(a15_streams_that_are_too_short_or_too_long_are_refused),
        cmocka_unit_test(a15_a_bomb_is_unpacked_no_further_than_its_tag_says),
        cmocka_unit_test(memory_that_gives_out_at_any_call_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
