// test_csv_stream.c - tables in pieces of any size, cut anywhere, and longer than memory.
//
// BR_COUNT: random numbers that are held against strtod (100000), BR_SEED: the seed (from the clock; printed).
#include "kit/table.h"

#include <sys/resource.h>
#include <time.h>

static uint64_t state = 1;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717u;
}

static const char *const texts[] = {
    "t [s],x [mm]\n0,1.5\n0.001,2.5\n0.002,-3.25e-3\n0.003,4\n0.004,5\n",
    "R;1\r\n\r\nt;x;n\r\ns;mm;\r\n0,1;1,5;a\r\n0,2;2,5;\"b;\r\nc\"\r\n0,3;;d\r\n0,4;4,5;e\r\n",
    "% time   actual angle\n  0.0  1.0\n  0.1  2.0\n# pause\n  0.2  nan\n  0.3  4.0\n  0.4  5.0\n",
    "\xef\xbb\xbf\"t\"\t\"x\"\n\"0\"\t\"1\"\n1\t2\n2\t3\n\n3\t4\n4\t5\n",
    "a,b,c\n1,2,3\n1,2,3\n1,2,3\n1,2\n1,2,3\n",     // ragged
    "a,b,c\n1,2,3\n1,2,3\n1,2,3\n1,2,z\n1,2,3\n",   // no number
    "a,b,c\n1,2,3\n1,2,3\n1,2,3\n1,2,\"3\n1,2,3\n", // a quote that is not closed
    "1,5\n2,5\n",                                   // ambiguous
    "no table\n",
};
enum { TEXTS = sizeof texts / sizeof *texts, GOOD = 4 };

static void are_same(const outcome *a, const outcome *b, size_t rows)
{
    for (int j = 0; j < a->columns; j++)
        assert_memory_equal(a->table.column[j], b->table.column[j], rows * sizeof(double));
}

static void is_same_outcome(const outcome *a, const outcome *b)
{
    assert_int_equal(a->status, b->status);
    assert_string_equal(a->why.text, b->why.text);
    assert_string_equal(a->format, b->format);
    assert_string_equal(a->names, b->names);
    assert_memory_equal(&a->n, &b->n, sizeof a->n);
    assert_int_equal(a->table.rows, b->table.rows);
    if (a->status == BR_OK)
        are_same(a, b, a->table.rows);
}

static void pieces_of_any_size_give_the_same_table(void **unused)
{
    (void)unused;
    for (int i = 0; i < TEXTS; i++) {
        size_t size = strlen(texts[i]);
        outcome whole = read_bytes(texts[i], size, 0, br_csv_defaults());
        for (size_t piece = 1; piece <= size; piece++) {
            outcome o = read_bytes(texts[i], size, piece, br_csv_defaults());
            is_same_outcome(&whole, &o);
            outcome_free(&o);
        }
        outcome_free(&whole);
    }
}

// Rows longer than the first window, and pieces that end just before and behind its ends.
static void windows_of_any_size_give_the_same_table(void **unused)
{
    (void)unused;
    static const size_t pieces[] = {1, 7, 4095, 65535, 65536, 65537, 131071, 131072, 131073};
    br_buffer text = {0};
    br_buffer_put(&text, "n,x,y\n");
    for (int k = 0; k < 4000; k++) {
        br_buffer_print(&text, "\"%*d\",", k % 1000 == 500 ? 200000 : 30, k);
        br_buffer_number(&text, (double)(int64_t)draw() * 1e-20);
        br_buffer_print(&text, ",%d.%d\n", k, k % 7);
    }
    assert_int_equal(text.status, BR_OK);
    outcome whole = read_bytes(text.text, text.size, 0, br_csv_defaults());
    assert_int_equal(whole.status, BR_OK);
    assert_int_equal(whole.table.rows, 4000);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        outcome o = read_bytes(text.text, text.size, pieces[i], br_csv_defaults());
        is_same_outcome(&whole, &o);
        outcome_free(&o);
    }
    outcome_free(&whole);
    br_buffer_free(&text);
}

// The rows that are complete in the first `size` bytes, by reading them with the rest cut off at a line end.
static size_t complete_rows(const char *text, size_t size, const outcome *whole)
{
    size_t rows = 0;
    while (size > 0 && text[size - 1] != '\n')
        size--;
    outcome o = read_bytes(text, size, 0, br_csv_defaults());
    if (o.status == BR_OK && strcmp(o.format, whole->format) == 0)
        rows = o.table.rows;
    outcome_free(&o);
    return rows;
}

static void cut_anywhere_a_table_keeps_its_complete_rows_or_is_refused(void **unused)
{
    (void)unused;
    int kept = 0;
    for (int i = 0; i < GOOD; i++) {
        outcome whole = read_table(texts[i]);
        assert_int_equal(whole.status, BR_OK);
        for (size_t size = 0; size < strlen(texts[i]); size++) {
            size_t complete = complete_rows(texts[i], size, &whole);
            for (int allow = 0; allow < 2; allow++) {
                br_csv_options options = br_csv_defaults();
                options.allow_truncated = allow;
                outcome o = read_bytes(texts[i], size, 0, options);
                if (o.status != BR_OK) {
                    assert_int_equal(o.status, BR_BAD_DATA);
                    assert_true(strncmp(o.why.text, "t:", 2) == 0 && !strchr(o.why.text, '\n'));
                    if (allow && complete >= 2)
                        fail_msg("text %d cut at %zu: %s", i, size, o.why.text);
                } else if (complete >= 2) {
                    assert_string_equal(o.format, whole.format);
                    assert_true(o.table.rows == complete);
                    are_same(&whole, &o, complete);
                    kept++;
                }
                outcome_free(&o);
            }
        }
        outcome_free(&whole);
    }
    printf("%d cuts kept their rows\n", kept);
    assert_true(kept > 100);
}

// ---------------------------------------------------------------- numbers

static size_t random_number(char *to)
{
    char *p = to;
    int whole = (int)(draw() % 20), part = (int)(draw() % 25);
    if (draw() % 3 == 0)
        *p++ = "+-"[draw() % 2];
    for (int i = 0; i < whole; i++)
        *p++ = (char)('0' + draw() % 10);
    if (part > 0 || whole == 0)
        *p++ = '.';
    for (int i = 0; i < part + (whole == 0); i++)
        *p++ = (char)('0' + draw() % 10);
    if (draw() % 2)
        p += sprintf(p, "%c%d", "eE"[draw() % 2], (int)(draw() % 580) - 290);
    *p = 0;
    return (size_t)(p - to);
}

static void every_number_is_the_nearest_double(void **unused)
{
    (void)unused;
    const char *n = getenv("BR_COUNT"), *s = getenv("BR_SEED");
    long count = n ? strtol(n, NULL, 10) : 100000;
    state = (s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL)) | 1;
    printf("BR_SEED=%llu BR_COUNT=%ld\n", (unsigned long long)state, count);
    for (long done = 0; done < count; done += 1000)
        for (int comma = 0; comma < 2; comma++) {
            br_buffer text = {0};
            double expected[1000];
            br_buffer_put(&text, "t;x\n");
            for (int k = 0; k < 1000; k++) {
                char number[80];
                random_number(number);
                expected[k] = strtod(number, NULL);
                if (comma && strchr(number, '.'))
                    *strchr(number, '.') = strchr(number, '.')[1] >= '0' && strchr(number, '.')[1] <= '9' ? ',' : '0';
                br_buffer_print(&text, "%d;%s\n", k, number);
            }
            br_csv_options options = br_csv_defaults();
            options.decimal = comma ? ',' : '.';
            outcome o = read_bytes(text.text, text.size, 0, options);
            if (o.status != BR_OK)
                fail_msg("%s", o.why.text);
            if (!comma)
                assert_memory_equal(o.table.column[1], expected, sizeof expected);
            for (int k = 0; k < 1000; k++)
                assert_true(o.table.column[1][k] == expected[k]);
            outcome_free(&o);
            br_buffer_free(&text);
        }
}

// ---------------------------------------------------------------- length

typedef struct endless {
    const char *block;
    size_t size, at;
    long left; // blocks
} endless;

static long pull_endless(void *from, char *to, size_t room)
{
    endless *e = from;
    if (e->at == e->size) {
        e->at = 0;
        e->left--;
    }
    if (e->left <= 0)
        return 0;
    size_t n = e->size - e->at < room ? e->size - e->at : room;
    memcpy(to, e->block + e->at, n);
    e->at += n;
    return (long)n;
}

static long peak(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return r.ru_maxrss; // kB
}

static void a12_a_million_rows_take_no_more_memory_than_a_few(void **unused)
{
    (void)unused;
    br_buffer block = {0};
    for (int k = 0; k < 1000; k++)
        br_buffer_print(&block, "%d.%03d,%d.5,-%d.25e-3\n", k, k, k * k, k);
    endless e = {block.text, block.size, 0, 1000};
    br_csv *t = NULL;
    br_diag why = {0};
    double x[2][512], *to[] = {x[0], x[1]};
    int want[] = {0, 2}, got = 1;
    long long rows = 0;
    double sum = 0;
    assert_int_equal(br_csv_open_from(&t, pull_endless, &e, "t", br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(t, want, 2, &why), BR_OK);
    long before = peak();
    while (got > 0) {
        assert_int_equal(br_csv_read(t, to, 512, &got, &why), BR_OK);
        for (int k = 0; k < got; k++)
            sum += x[1][k];
        rows += got;
    }
    br_csv_close(t);
    br_buffer_free(&block);
    assert_int_equal(rows, 1000000);
    assert_true(sum < -499749 && sum > -499751); // 1000 * (1000*0.25e-3 + sum of k*1e-3)
    printf("%ld kB more for 30 MB\n", peak() - before);
    assert_true(peak() - before < 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_any_size_give_the_same_table),
        cmocka_unit_test(windows_of_any_size_give_the_same_table),
        cmocka_unit_test(cut_anywhere_a_table_keeps_its_complete_rows_or_is_refused),
        cmocka_unit_test(every_number_is_the_nearest_double),
        cmocka_unit_test(a12_a_million_rows_take_no_more_memory_than_a_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
