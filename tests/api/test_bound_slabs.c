// test_bound_slabs.c - bristle/bound.h: slabs and their merging, threads, the rules of the paper; misuse and failing memory of these.
#include "bounding_kit.h"
#include "kit/failing_memory.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SLABS = 3 };

static char file[SLABS][64];
static const char *const path[SLABS] = {file[0], file[1], file[2]};

static int name_files(void **state)
{
    (void)state;
    for (int i = 0; i < SLABS; i++)
        snprintf(file[i], sizeof file[i], "slab-%ld-%d.json", (long)getpid(), i);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    for (int i = 0; i < SLABS; i++)
        remove(file[i]);
    return 0;
}

static br_bound *merged(int count)
{
    br_bound *b = NULL;
    br_diag why = {0};
    if (br_bound_merge(&b, path, count, &why) != BR_OK)
        fail_msg("%s", why.text);
    return b;
}

// The slabs of a problem, each in its file; hull: of what they leave of parameter i.
static void write_slabs(const br_law *law, br_bound_options o, br_table *log, int slabs, int i, double hull[2])
{
    hull[0] = (double)INFINITY;
    hull[1] = -(double)INFINITY;
    o.slabs = slabs;
    for (o.slab = 1; o.slab <= slabs; o.slab++) {
        br_diag why = {0};
        br_bound *b = bounding(law, &o, log);
        br_status status = br_bound_run(b, NULL, NULL, &why);
        assert_true(status == BR_OK || status == BR_NEGATIVE);
        if (status == BR_OK) {
            hull[0] = fmin(hull[0], interval(b, i).low);
            hull[1] = fmax(hull[1], interval(b, i).high);
        }
        assert_int_equal(br_bound_write_slab(b, path[o.slab - 1], &why), BR_OK);
        br_bound_close(b);
    }
}

// ---------------------------------------------------------------- slabs

static void merged_slabs_are_the_hull_of_what_each_leaves(void **state)
{
    (void)state;
    double hull[2];
    br_table *log = record("drive-train", "nominal", drive, 2);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    br_bound *whole = bounded(law, &o, log);
    int tf = br_bound_parameters(whole) - 1;
    while (strcmp(interval(whole, tf).name, "TF") != 0)
        tf--;
    write_slabs(law, o, log, SLABS, tf, hull);
    br_bound *b = merged(SLABS);
    br_bound_interval p = interval(b, tf), of = interval(whole, tf);
    assert_true(p.low == hull[0] && p.high == hull[1] && p.low < p.high);
    assert_true(p.range_low == of.range_low && p.range_high == of.range_high);
    assert_string_equal(p.unit, of.unit);
    assert_int_equal(br_bound_parameters(b), br_bound_parameters(whole));
    for (int k = BR_BOUND_LOGS_READ; k <= BR_BOUND_ROWS; k++)
        assert_int_equal(br_bound_count(b, (br_bound_count_of)k), br_bound_count(whole, (br_bound_count_of)k));
    assert_int_equal(br_bound_count(b, BR_BOUND_SLIDES), br_bound_count(whole, BR_BOUND_SLIDES));
    br_bound_slide slide = {.size = sizeof slide};
    double low[16];
    assert_int_equal(br_bound_slide_at(b, 0, &slide, low, NULL), BR_OK);
    assert_true(slide.moves && low[tf] <= p.low);
    assert_non_null(strstr(br_bound_statement(b), "nothing is claimed about parameters outside the ranges"));
    assert_non_null(strstr(br_bound_statement(b), "TF = 0..1"));
    br_bound_close(b);
    br_bound_close(whole);
    br_table_close(log);
    br_law_close(law);
}

static void a_slab_searches_its_part_of_the_range_only(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 2);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    o.slab = 2;
    o.slabs = 3; // of alpha, the first range
    br_bound *b = bounded(law, &o, log);
    int alpha = strcmp(interval(b, 0).name, "alpha") == 0 ? 0 : 1;
    assert_true(interval(b, alpha).range_low == 4 && interval(b, alpha).range_high == 5);
    assert_true(interval(b, alpha).low >= 4 && interval(b, alpha).high <= 5);
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
}

static void merged_slabs_may_be_inconsistent(void **state)
{
    (void)state;
    double hull[2];
    int at = -1;
    br_table *log = record("drive-train", "nominal", drive, 2);
    br_law *law = opened("drive-train", "nominal");
    write_slabs(law, with("TF = 0.6..1 N*m", "x1 = 1 mrad"), log, 2, 0, hull);
    br_bound *b = merged(2);
    assert_int_equal(br_bound_outcome_of(b), BR_BOUND_INCONSISTENT);
    assert_true(br_bound_died(b, &at) > 0 && at == 0 && isnan(interval(b, 0).low));
    assert_non_null(strstr(br_bound_statement(b), "no parameters of the searched ranges explain the log"));
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
}

static void slabs_that_do_not_belong_together_are_refused(void **state)
{
    (void)state;
    double hull[2];
    br_bound *b = NULL;
    br_diag why = {0};
    br_table *log = record("drive-train", "nominal", drive, 1);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    write_slabs(law, o, log, 2, 0, hull);
    assert_int_equal(br_bound_merge(&b, path, 1, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "merge: slab 2/2 is missing"));
    assert_null(strstr(why.text, "--merge"));
    const char *const twice[] = {path[0], path[0]};
    assert_int_equal(br_bound_merge(&b, twice, 2, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "given twice"));
    o.error = "x1 = 2 mrad";
    o.slab = 1;
    o.slabs = 2;
    br_bound *other = bounded(law, &o, log);
    assert_int_equal(br_bound_write_slab(other, path[2], &why), BR_OK);
    const char *const mixed[] = {path[1], path[2]};
    assert_int_equal(br_bound_merge(&b, mixed, 2, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "another problem"));
    const char *const none[] = {"there is none.json"};
    assert_int_equal(br_bound_merge(&b, none, 1, &why), BR_NO_FILE);
    assert_null(b);
    br_bound_close(other);
    br_table_close(log);
    br_law_close(law);
}

// ---------------------------------------------------------------- threads

static void threads_do_not_change_a_bit(void **state)
{
    (void)state;
    static const struct {
        const char *law, *params, *input, *range, *error, *signals;
    } of[] = {{"drive-train", "nominal", "u = square(1) N*m", "alpha = 3..6 1/s, TF = 0..1 N*m", "x1 = 1 mrad", NULL},
              {"stribeck", "table-II", "v = sin(2*pi*t) mm/s", "FC = 0.5..2 N, FS = 0.1..5 N", "F = 0.02 N", NULL}};
    for (int i = 0; i < 2; i++) {
        br_table *log = record(of[i].law, of[i].params, of[i].input, 1);
        br_law *law = opened(of[i].law, of[i].params);
        br_bound_options o = with(of[i].range, of[i].error);
        o.boxes = 400;
        br_bound *one = bounded(law, &o, log);
        for (o.threads = 0; o.threads < 4; o.threads += 3) { // all cores, and three
            br_bound *b = bounded(law, &o, log);
            assert_string_equal(br_bound_statement(b), br_bound_statement(one));
            for (int k = 0; k < br_bound_parameters(one); k++) {
                br_bound_interval p = interval(one, k), q = interval(b, k);
                assert_memory_equal(&p.low, &q.low, sizeof p.low);
                assert_memory_equal(&p.high, &q.high, sizeof p.high);
            }
            assert_int_equal(br_bound_count(b, BR_BOUND_BOXES), br_bound_count(one, BR_BOUND_BOXES));
            br_bound_close(b);
        }
        br_bound_close(one);
        br_table_close(log);
        br_law_close(law);
    }
}

// ---------------------------------------------------------------- the rules of the paper

static void the_rules_of_the_paper_enclose_the_planted_parameter(void **state)
{
    (void)state;
    double low[16], high[16];
    br_bound_paper paper = {.size = sizeof paper};
    br_table *log = record("drive-train", "nominal", drive, 2);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    o.rules = "paper, M = 10, L = 50";
    o.passes = 1;
    br_bound *b = bounded(law, &o, log);
    assert_int_equal(br_bound_paper_of(b, &paper, low, high), BR_OK);
    assert_int_equal(paper.outcome, BR_BOUND_BOUNDED);
    assert_true(paper.boxes > 0 && paper.passes == 1 && paper.log == -1 && paper.row == -1);
    for (int i = 0; i < br_bound_parameters(b); i++) {
        double planted = br_law_value(law, interval(b, i).name);
        assert_true(low[i] <= planted && planted <= high[i] && low[i] >= interval(b, i).range_low);
    }
    br_bound_close(b);
    o.range = "TF = 0.6..1 N*m";
    b = bounding(law, &o, log);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_NEGATIVE);
    assert_int_equal(br_bound_paper_of(b, &paper, low, NULL), BR_OK);
    assert_true(paper.outcome == BR_BOUND_INCONSISTENT && paper.log == 0 && paper.row > 0 && isnan(low[0]));
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
}

static void who_stops_the_search_stops_the_rules_of_the_paper(void **state)
{
    (void)state;
    int calls = 0;
    br_bound_paper paper = {.size = sizeof paper};
    br_table *log = record("drive-train", "nominal", drive, 2);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    o.rules = "paper";
    br_bound *b = bounding(law, &o, log);
    assert_int_equal(br_bound_run(b, stop_at_once, &calls, NULL), BR_OK);
    assert_int_equal(br_bound_outcome_of(b), BR_BOUND_STOPPED);
    assert_int_equal(br_bound_paper_of(b, &paper, NULL, NULL), BR_BAD_USAGE);
    assert_non_null(strstr(br_bound_notes(b), "interrupted before the search by the rules of the paper"));
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
}

// ---------------------------------------------------------------- misuse, and failing memory

static void misuse_is_answered(void **state)
{
    (void)state;
    static const struct {
        int threads, slab, slabs;
        const char *rules, *says;
    } wrong[] = {{-1, 0, 0, NULL, "threads are"},
                 {65, 0, 0, NULL, "threads are"},
                 {1, 3, 2, NULL, "`slab` is"},
                 {1, 0, 2, NULL, "`slab` is"},
                 {1, 1, 0, NULL, "`slab` is"},
                 {1, 1, 2000000, NULL, "`slab` is"},
                 {1, 0, 0, "papers", "use 'paper'"},
                 {1, 0, 0, "paper, q = 1", "'q' is not one of the free choices; see br_bound_options"},
                 {1, 0, 0, "paper, M = 0.5", "rules: M is not an integer"},
                 {1, 0, 0, "paper, v_bar = 1 N", "rules: v_bar must be"}};
    br_bound *b = NULL;
    br_diag why = {0};
    br_law *law = opened("drive-train", "nominal"), *other = opened("stribeck", "table-II");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
        o.threads = wrong[i].threads;
        o.slab = wrong[i].slab;
        o.slabs = wrong[i].slabs;
        o.rules = wrong[i].rules;
        assert_int_equal(br_bound_open(&b, law, &o, &why), BR_BAD_USAGE);
        if (!strstr(why.text, wrong[i].says) || strstr(why.text, "--"))
            fail_msg("%zu: %s", i, why.text);
    }
    br_bound_options o = with("FC = 0.5..2 N", "F = 0.02 N");
    o.rules = "paper";
    assert_int_equal(br_bound_open(&b, other, &o, &why), BR_BAD_USAGE);
    o.rules = NULL;
    o.slab = o.slabs = 2;
    assert_int_equal(br_bound_open(&b, other, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "slab is for plants that stick and slip"));
    assert_int_equal(br_bound_merge(&b, path, 0, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_merge(&b, NULL, 1, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_merge(NULL, path, 1, &why), BR_BAD_USAGE);
    assert_null(b);
    assert_int_equal(br_bound_write_slab(NULL, "x.json", &why), BR_BAD_USAGE);
    br_law_close(law);
    br_law_close(other);
}

static void calls_at_the_wrong_time_are_answered(void **state)
{
    (void)state;
    double hull[2];
    br_diag why = {0};
    br_bound_paper paper = {.size = sizeof paper};
    br_law *law = opened("drive-train", "nominal");
    br_table *log = record("drive-train", "nominal", drive, 1);
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    br_bound *b = bounding(law, &o, log);
    assert_int_equal(br_bound_write_slab(b, path[0], &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_bound_write_slab(b, path[0], &why), BR_BAD_USAGE); // no slab
    assert_int_equal(br_bound_paper_of(b, &paper, NULL, NULL), BR_BAD_USAGE);
    br_bound_close(b);
    write_slabs(law, o, log, 1, 0, hull);
    b = merged(1);
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_add(b, log, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_write_slab(b, path[1], &why), BR_BAD_USAGE);
    assert_null(br_bound_certificate(b, NULL));
    assert_int_equal(br_bound_box_at(b, 0, hull, hull), -1);
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("drive-train", "nominal");
    br_table *log = record("drive-train", "nominal", drive, 0.5);
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    o.slab = o.slabs = 1;
    o.rules = "paper, M = 2, L = 5";
    o.passes = 1;
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 200 ? 1 : 11) {
        br_bound *b = NULL, *all = NULL;
        br_diag why = {0};
        countdown = n;
        status = try_bound(&b, law, &o, log, &why);
        if (status == BR_OK)
            status = br_bound_write_slab(b, path[0], &why);
        if (status == BR_OK)
            status = br_bound_merge(&all, path, 1, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (status != BR_OK && !why.text[0]))
            fail_msg("call %ld: status %d: %s", n, (int)status, why.text);
        br_bound_close(all);
        br_bound_close(b);
    }
    assert_int_equal(status, BR_OK);
    br_table_close(log);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_slabs_are_the_hull_of_what_each_leaves),
        cmocka_unit_test(a_slab_searches_its_part_of_the_range_only),
        cmocka_unit_test(merged_slabs_may_be_inconsistent),
        cmocka_unit_test(slabs_that_do_not_belong_together_are_refused),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(the_rules_of_the_paper_enclose_the_planted_parameter),
        cmocka_unit_test(who_stops_the_search_stops_the_rules_of_the_paper),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(calls_at_the_wrong_time_are_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, name_files, remove_files);
}
