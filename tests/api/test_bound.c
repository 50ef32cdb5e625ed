// test_bound.c - bristle/bound.h: the bits of the search, inner intervals, certificates and their check, stops, misuse and failing memory.
#include "bounding_kit.h"
#include "bound/search/certificate.h"
#include "kit/failing_memory.h"
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- plants that stick and slip

static void bounds_have_the_bits_of_the_search(void **state)
{
    (void)state;
    br_builtin of;
    br_model m;
    br_diag why = {0};
    br_stick stick;
    br_paving v;
    br_table *log = record("drive-train", "nominal", drive, 4);
    size_t rows = br_table_rows(log);
    const double *u = br_table_values(log, br_table_index(log, "u", NULL)),
                 *x = br_table_values(log, br_table_index(log, "x1", NULL)), *t = br_table_values(log, 0);
    br_interval *in = calloc(2 * rows, sizeof *in), *q = in + rows, error = br_interval_of(-1e-3, 1e-3);
    for (size_t k = 0; k < rows; k++) {
        in[k] = br_interval_add(br_interval_of(u[k], u[k]), br_interval_of(-0.0, 0.0));
        q[k] = br_interval_add(br_interval_of(x[k], x[k]), error);
    }
    assert_true(br_builtin_find("drive-train", &of));
    br_model_source from = {of.text, of.size, "drive-train", br_builtin_text, NULL};
    const br_given given[] = {{.set = "nominal"}, {.text = ranges, .size = strlen(ranges), .origin = "range"}};
    assert_int_equal(br_model_open_given(&m, &from, &given[0], &given[1], &why), BR_OK);
    assert_int_equal(br_stick_read(&stick, &m.law, &why), BR_OK);
    br_paving_options o = br_paving_defaults();
    for (int i = 0; i < stick.np; i++)
        o.range[i] = m.p[i];
    br_evidence e = {.rows = (int)rows, .h = (t[rows - 1] - t[0]) / (double)(rows - 1), .u = in, .q = q};
    assert_int_equal(br_paving_make(&v, &stick, &e, &o), BR_OK);

    br_law *law = opened("drive-train", "nominal");
    br_bound_options with_it = with(ranges, "x1 = 1 mrad");
    br_bound *b = bounded(law, &with_it, log);
    br_law_close(law);
    br_table_close(log); // it has been read
    assert_int_equal(br_bound_outcome_of(b), BR_BOUND_BOUNDED);
    assert_int_equal(br_bound_parameters(b), stick.np);
    assert_int_equal(br_bound_count(b, BR_BOUND_BOXES), v.boxes);
    assert_int_equal(br_bound_count(b, BR_BOUND_BOXES_LEFT), v.lefts);
    for (int i = 0; i < stick.np; i++) {
        br_bound_interval p = interval(b, i);
        assert_memory_equal(&p.low, &v.p[i].lo, sizeof p.low);
        assert_memory_equal(&p.high, &v.p[i].hi, sizeof p.high);
        assert_memory_equal(&p.range_low, &o.range[i].lo, sizeof p.low);
        assert_true(isnan(p.inner_low) && !p.renews);
    }
    br_bound_close(b);
    br_paving_free(&v);
    br_stick_free(&stick);
    br_model_close(&m);
    free(in);
}

static void a_statement_has_ranges_intervals_and_what_is_not_claimed(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 4);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    br_bound *b = bounding(law, &o, log);
    assert_string_equal(br_bound_statement(b), "");
    assert_true(isnan(interval(b, 0).low) && interval(b, 0).range_high >= 6);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_OK);
    assert_non_null(strstr(br_bound_statement(b), "searched ranges: alpha = 3..6 1/s, beta = 65"));
    assert_non_null(strstr(br_bound_statement(b), "nothing is claimed about parameters outside the ranges"));
    assert_string_equal(br_bound_notes(b), "");
    assert_null(br_bound_certificate(b, NULL));
    br_bound_close(b);

    o.range = "TF = 0.5..1 N*m";
    b = bounding(law, &o, log);
    br_diag why = {0};
    int died_in = -1;
    assert_int_equal(br_bound_died(b, NULL), -1);
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "inconsistent"));
    assert_int_equal(br_bound_outcome_of(b), BR_BOUND_INCONSISTENT);
    assert_true(br_bound_died(b, &died_in) > 0 && died_in == 0);
    assert_true(isnan(interval(b, 2).low));
    assert_non_null(strstr(br_bound_statement(b), "TF = 0.5..1 N*m"));
    assert_non_null(strstr(br_bound_statement(b), "no parameters of the searched ranges explain the log"));
    br_bound_close(b);
    br_law_close(law);
    br_table_close(log);
}

static void a_stopped_search_holds_but_is_wider(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 4);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    br_bound *whole = bounded(law, &o, log), *part = bounding(law, &o, log);
    int calls = 0;
    assert_int_equal(br_bound_run(part, stop_at_once, &calls, NULL), BR_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(br_bound_outcome_of(part), BR_BOUND_STOPPED);
    bool wider = false;
    for (int i = 0; i < br_bound_parameters(part); i++) {
        br_bound_interval p = interval(part, i), q = interval(whole, i);
        assert_true(p.low <= q.low && p.high >= q.high);
        wider = wider || p.high - p.low > q.high - q.low;
    }
    assert_true(wider);
    assert_non_null(strstr(br_bound_statement(part), "interrupted"));
    br_bound_close(whole);
    br_bound_close(part);

    o.boxes = 1;
    o.passes = 1;
    br_bound *few = bounded(law, &o, log);
    assert_int_equal(br_bound_outcome_of(few), BR_BOUND_UNDECIDED);
    br_bound_close(few);
    br_law_close(law);
    br_table_close(log);
}

// Breakaway renews where the column `still` says that the plant rests.
static void what_renews_has_an_interval_for_each_slide(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", "u = 0.5*max(0, sin(pi*t)) N*m", 4), *marked = NULL;
    static const char *const heading[] = {"t [s]", "u [N*m]", "x1 [rad]", "still"};
    size_t rows = br_table_rows(log);
    const double *mode = br_table_values(log, br_table_index(log, "mode", NULL));
    double *still = calloc(rows, sizeof *still);
    assert_non_null(mode);
    for (size_t k = 0; k < rows; k++)
        still[k] = mode[k] == 0;
    const double *const column[] = {br_table_values(log, 0), br_table_values(log, br_table_index(log, "u", NULL)),
                                    br_table_values(log, br_table_index(log, "x1", NULL)), still};
    assert_int_equal(br_table_lend(&marked, "marked", heading, column, 4, rows, NULL, NULL), BR_OK);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    o.signals = "t = t, u = u, x1 = x1, rest = still";
    o.renew = "TF";
    o.linear = 1;
    br_bound *b = bounded(law, &o, marked);
    int slides = (int)br_bound_count(b, BR_BOUND_SLIDES);
    assert_true(slides >= 2 && interval(b, 2).renews);
    double low[3], high[3];
    br_bound_slide s = {.size = sizeof s};
    assert_int_equal(br_bound_slide_at(b, 1, &s, low, high), BR_OK);
    assert_true(s.moves && s.searched && s.log == 0);
    assert_true(low[2] <= 0.1 && high[2] >= 0.1);
    assert_int_equal(br_bound_slide_at(b, slides, &s, low, high), BR_BAD_USAGE);
    br_bound_close(b);

    o.signals = NULL; // no signal of rest
    b = bounding(law, &o, marked);
    br_diag why = {0};
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "renew needs a signal of rest"));
    br_bound_close(b);
    br_law_close(law);
    br_table_close(marked);
    br_table_close(log);
    free(still);
}

// What a program shows of a search, as `bristle bound` does.
static void all_of_a_search_can_be_read(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 4);
    br_law *law = opened("drive-train", "nominal"), *other = opened("stribeck", "table-II");
    assert_true(br_bound_by_slides(law) && !br_bound_by_slides(other) && !br_bound_by_slides(NULL));
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    o.rules = "paper, M = 5";
    o.boxes = 50;
    br_bound *b = bounded(law, &o, log);
    br_bound_log_of is = {.size = sizeof is};
    assert_int_equal(br_bound_log_at(b, 0, &is), BR_OK);
    assert_true(is.rows == 401 && fabs(is.step - 0.01) < 1e-12 && is.name[0]);
    assert_int_equal(br_bound_log_at(b, 1, &is), BR_BAD_USAGE);
    char name[80] = "x", text[32];
    br_bound_slide_name(b, 0, name);
    assert_ptr_equal(strstr(name, "slide 1, rows 1 to "), name);
    br_bound_slide_name(b, 1000, name);
    assert_string_equal(name, "");
    assert_int_equal(br_bound_end(b, 2, interval(b, 2).range_high, text), 1);
    assert_string_equal(text, "1");
    assert_int_equal(br_bound_end(b, 0, interval(b, 0).range_high, text), 1); // its double is above 6
    assert_string_equal(text, "6");
    assert_int_equal(br_bound_end(b, 2, 0.125, text), 0);
    assert_string_equal(text, "0.125");
    assert_int_equal(br_bound_end(b, 3, 0, text), -1);
    double low[3], high[3];
    long long moments = br_bound_count(b, BR_BOUND_MOMENTS), rows = br_bound_count(b, BR_BOUND_PAPER_ROWS);
    assert_true(moments > 1 && rows > 400);
    assert_int_equal(br_bound_moment_at(b, moments - 1, low, high), BR_OK);
    assert_true(low[2] == interval(b, 2).low && high[2] == interval(b, 2).high);
    assert_int_equal(br_bound_moment_at(b, moments, low, high), BR_BAD_USAGE);
    assert_int_equal(br_bound_paper_row_at(b, rows - 1, low, high), BR_OK);
    br_bound_paper paper = {.size = sizeof paper};
    double paper_low[3], paper_high[3];
    assert_int_equal(br_bound_paper_of(b, &paper, paper_low, paper_high), BR_OK);
    assert_memory_equal(low, paper_low, sizeof low);
    assert_int_equal(br_bound_paper_row_at(b, rows, low, high), BR_BAD_USAGE);
    assert_int_equal(br_bound_count(b, BR_BOUND_SLAB) + br_bound_count(b, BR_BOUND_SLABS), 0);
    assert_string_equal(br_bound_sliced(b), "");
    for (int k = BR_BOUND_NOTE_LOGS; k <= BR_BOUND_NOTE_CERTIFICATE; k++)
        assert_string_equal(br_bound_note(b, (br_bound_note_of)k), "");

    br_bound_slide s = {.size = sizeof s};
    int moving = 0;
    while (br_bound_slide_at(b, moving, &s, NULL, NULL) == BR_OK && !s.moves)
        moving++;
    size_t n = (size_t)(s.last - s.first);
    double *v = calloc(4 * n, sizeof *v);
    br_bound_tube tube = {sizeof tube, v, v + n, v + 2 * n, v + 3 * n, 0, NULL};
    assert_int_equal(br_bound_tube_of(b, moving, &tube), BR_OK);
    assert_string_equal(tube.unit, "rad");
    assert_true(tube.rows > 0 && tube.rows <= (long long)n);
    for (long long k = 0; k < tube.rows; k++)
        assert_true(tube.both[k] <= tube.predicted[k] && tube.both[k] <= 1.0001 * tube.measured[k] &&
                    fabs(tube.measured[k] - 1e-3) < 1e-9);
    tube.both = NULL;
    assert_int_equal(br_bound_tube_of(b, moving, &tube), BR_BAD_USAGE);
    free(v);

    char *json = NULL;
    assert_int_equal(br_bound_json(b, &json, NULL), BR_OK);
    assert_non_null(strstr(json, "\"verdict\": \""));
    free(json);
    br_bound_close(b);
    b = bounding(law, &o, log);
    assert_int_equal(br_bound_json(b, &json, NULL), BR_BAD_USAGE); // not run
    br_bound_close(b);
    br_law_close(other);
    br_law_close(law);
    br_table_close(log);
}

static int saw_boxes, saw_widths;
static int look_at_bounds(void *context, double share)
{
    const br_bound *b = *(br_bound *const *)context;
    br_bound_interval p = {.size = sizeof p};
    (void)share;
    saw_boxes += br_bound_count(b, BR_BOUND_BOXES) > 0;
    saw_widths += br_bound_interval_at(b, 2, &p) == BR_OK && p.high - p.low <= 1.0001;
    return 1;
}

// Tasks by a program: here one after the other, as they are awaited.
static br_bound_task line[64];
static long offered, taken;
static void offer(void *context, const br_bound_task *task)
{
    (void)context;
    line[offered++ % 64] = *task;
    assert_true(offered - taken <= 64);
}

static void await(void *context)
{
    const br_bound_task *t = &line[taken++ % 64];
    (void)context;
    t->run(t->of, t->i);
}

static void a_crew_of_the_program_finds_the_same_and_progress_may_look(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 4);
    br_law *law = opened("drive-train", "nominal");
    const br_bound_crew crew = {offer, await, NULL}, half = {offer, NULL, NULL};
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    br_bound *here = bounded(law, &o, log);
    o.crew = &crew;
    br_bound *there = bounding(law, &o, log);
    assert_int_equal(br_bound_run(there, look_at_bounds, &there, NULL), BR_OK);
    assert_true(offered > 0 && offered == taken && saw_boxes > 0 && saw_widths > 0);
    for (int i = 0; i < 3; i++)
        assert_true(interval(here, i).low == interval(there, i).low &&
                    interval(here, i).high == interval(there, i).high);
    br_bound_close(there);
    br_bound_close(here);
    here = NULL;
    o.crew = &half;
    assert_int_equal(br_bound_open(&here, law, &o, NULL), BR_BAD_USAGE);
    assert_null(here);
    br_law_close(law);
    br_table_close(log);
}

// A program with a command line of its own: its name, and options as it has them.
static void messages_have_the_words_of_a_program(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 1);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    br_bound *b = NULL;
    br_diag why = {0};
    o.passes = 0;
    assert_int_equal(br_bound_open(&b, law, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "bound: passes are 1 to 100");
    assert_string_equal(br_diag_member(&why), "passes");
    o.who = "axis-tool: ";
    assert_int_equal(br_bound_open(&b, law, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "axis-tool: --passes are 1 to 100");
    o.passes = 1;
    o.rules = "paper, Q = 3";
    assert_int_equal(br_bound_open(&b, law, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "'axis-tool --help'"));
    o.rules = NULL;
    o.renew = "beta_";
    b = bounding(law, &o, log);
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: --renew: 'beta_' is not a parameter"));
    br_bound_close(b);
    b = NULL;
    o.who = "a name that is longer than any message needs: ";
    assert_int_equal(br_bound_open(&b, law, &o, &why), BR_BAD_USAGE);
    assert_null(b);
    br_law_close(law);
    br_table_close(log);
}

// ---------------------------------------------------------------- other laws

static void other_laws_have_inner_intervals_between_the_outer_ones(void **state)
{
    (void)state;
    br_table *log = record("stribeck", "table-II", "v = 20*sin(2*pi*t) mm/s", 1);
    br_law *law = opened("stribeck", "table-II");
    br_bound_options o = with("FC = 0.5..2 N, FS = 0.1..5 N", "F = 0.2 N");
    br_bound *b = bounded(law, &o, log);
    assert_int_equal(br_bound_outcome_of(b), BR_BOUND_BOUNDED);
    assert_int_equal(br_bound_parameters(b), 2);
    static const double truth[] = {1, 1.5};
    for (int i = 0; i < 2; i++) {
        br_bound_interval p = interval(b, i);
        assert_string_equal(p.unit, "N");
        assert_true(p.range_low < p.low && p.low <= p.inner_low && p.inner_low <= truth[i]);
        assert_true(truth[i] <= p.inner_high && p.inner_high <= p.high && p.high < p.range_high);
    }
    double low[2], high[2], least = (double)INFINITY, most = -(double)INFINITY;
    for (long long k = 0; k < br_bound_count(b, BR_BOUND_BOXES_LEFT); k++)
        if (br_bound_box_at(b, k, low, high) == 1) {
            least = low[0] < least ? low[0] : least;
            most = high[0] > most ? high[0] : most;
        }
    assert_true(interval(b, 0).inner_low == least && interval(b, 0).inner_high == most); // of the boxes inside
    assert_true(interval(b, 0).low < least && most < interval(b, 0).high);
    assert_true(br_bound_share(b, 1) > 0 && br_bound_share(b, 1) < br_bound_share(b, 0) && br_bound_share(b, 0) < 1);
    assert_non_null(strstr(br_bound_statement(b), "searched ranges: FC = 0.5..2 N, FS = 0.1..5 N"));
    assert_int_equal(br_bound_add(b, log, NULL), BR_BAD_USAGE);
    char *json = NULL;
    br_bound_log_of is = {.size = sizeof is};
    assert_int_equal(br_bound_json(b, &json, NULL), BR_OK);
    assert_non_null(strstr(json, "\"verdict\": \"consistent\""));
    free(json);
    assert_int_equal(br_bound_log_at(b, 0, &is), BR_OK);
    assert_true(is.rows == 101 && isnan(is.step));
    assert_int_equal(br_bound_moment_at(b, 0, low, high), BR_BAD_USAGE);
    br_bound_close(b);

    o.range = "FC = 20..21 N, FS = 22 N";
    b = bounding(law, &o, log);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_NEGATIVE);
    assert_int_equal(br_bound_outcome_of(b), BR_BOUND_INCONSISTENT);
    br_bound_close(b);
    br_bound *none = NULL;
    o.certificate = 1;
    assert_int_equal(br_bound_open(&none, law, &o, NULL), BR_BAD_USAGE);
    assert_null(none);
    br_law_close(law);
    br_table_close(log);
}

// ---------------------------------------------------------------- certificates

static br_certificate *parsed(const char *text, size_t size)
{
    br_certificate *c = NULL;
    assert_int_equal(br_certificate_parse(&c, "proof", text, size, NULL), BR_OK);
    return c;
}

static void a_certificate_is_proved_again_and_compared(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 4);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with(ranges, "x1 = 1 mrad");
    o.certificate = 1;
    br_bound *b = bounded(law, &o, log);
    size_t size = 0;
    const char *text = br_bound_certificate(b, &size);
    assert_true(text && size == strlen(text));
    assert_string_equal(br_bound_notes(b), "");
    br_certificate *c = parsed(text, size);
    assert_string_equal(br_certificate_statement(c), "");
    assert_int_equal(br_certificate_check(c, NULL, NULL, NULL, NULL), BR_OK);
    assert_non_null(strstr(br_certificate_statement(c), "for rows with this hash"));
    assert_int_equal(br_certificate_check(c, b, NULL, NULL, NULL), BR_OK);
    assert_non_null(strstr(br_certificate_statement(c), "nothing is claimed about parameters outside the ranges"));
    assert_non_null(strstr(br_certificate_statement(c), br_certificate_rows(c)));
    assert_int_equal(strlen(br_certificate_problem(c)), 64); // SHA-256, in hex
    assert_true(strcmp(br_certificate_problem(c), br_certificate_rows(c)) != 0);
    assert_int_equal(br_certificate_parameters(c), 3);
    assert_int_equal(br_certificate_count(c, BR_CERTIFICATE_ROWS), br_bound_count(b, BR_BOUND_ROWS));
    assert_true(br_certificate_count(c, BR_CERTIFICATE_DELETED) > 0);
    for (int i = 0; i < 3; i++) {
        br_bound_interval p = {.size = sizeof p}, q = interval(b, i);
        assert_int_equal(br_certificate_interval_at(c, i, &p), BR_OK);
        assert_string_equal(p.name, q.name);
        assert_true(p.low == q.low && p.high == q.high && p.range_low == q.range_low && p.range_high == q.range_high);
    }

    br_bound_options other = with(NULL, "x1 = 1 mrad"); // the rows alone
    br_bound *rows = bounding(law, &other, log);
    assert_int_equal(br_bound_run(rows, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_certificate_check(c, rows, NULL, NULL, NULL), BR_OK);
    br_bound_close(rows);
    br_diag why = {0};
    other.error = "x1 = 2 mrad";
    rows = bounding(law, &other, log);
    assert_int_equal(br_certificate_check(c, rows, NULL, NULL, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "of other rows"));
    assert_string_equal(br_certificate_statement(c), "");
    br_bound_close(rows);
    other = with("alpha = 3..7 1/s, TF = 0..1 N*m", "x1 = 1 mrad");
    rows = bounding(law, &other, log);
    assert_int_equal(br_certificate_check(c, rows, NULL, NULL, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "other ranges"));
    br_bound_close(rows);
    int calls = 0;
    assert_int_equal(br_certificate_check(c, NULL, stop_at_once, &calls, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "stopped"));
    br_certificate_close(c);
    br_bound_close(b);
    br_law_close(law);
    br_table_close(log);
}

// A result that is narrower than what the steps prove; a file that ends early; no certificate at all.
static void a_certificate_that_was_changed_is_refused(void **state)
{
    (void)state;
    br_table *log = record("drive-train", "nominal", drive, 4);
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    o.certificate = 1;
    br_bound *b = bounded(law, &o, log);
    size_t size = 0;
    const char *text = br_bound_certificate(b, &size);
    char *forged = malloc(size + 1), *result;
    memcpy(forged, text, size + 1);
    result = strstr(forged, "result TF 0.0");
    assert_non_null(result);
    memcpy(result, "result TF 0.1", 13);
    br_diag why = {0};
    br_certificate *c = parsed(forged, size);
    assert_int_equal(br_certificate_check(c, NULL, NULL, NULL, &why), BR_NEGATIVE);
    assert_string_equal(br_certificate_statement(c), "");
    assert_int_equal(br_certificate_parameters(c), 0);
    br_certificate_close(c);
    c = parsed(text, size / 2);
    assert_int_not_equal(br_certificate_check(c, NULL, NULL, NULL, &why), BR_OK);
    br_certificate_close(c);
    c = parsed("t,x\n0,1\n", 8);
    assert_int_equal(br_certificate_check(c, NULL, NULL, NULL, &why), BR_BAD_DATA);
    br_certificate_close(c);
    free(forged);
    br_bound_close(b);
    br_law_close(law);
    br_table_close(log);
}

// ---------------------------------------------------------------- misuse

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("drive-train", "nominal");
    br_table *log = record("drive-train", "nominal", drive, 1);
    br_bound *b = NULL;
    br_bound_options good = with(ranges, "x1 = 1 mrad"), o = good;
    br_diag why = {0};
    assert_int_equal(br_bound_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_bound_defaults(&o, 3), BR_BAD_USAGE);
    assert_int_equal(br_bound_open(&b, law, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_open(NULL, law, &good, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_open(&b, NULL, &good, &why), BR_BAD_USAGE);
    struct {
        const char *range, *error, *renew;
        int passes;
        long long boxes;
        br_status status;
    } const wrong[] = {{ranges, NULL, NULL, 3, 1, BR_BAD_USAGE},
                       {ranges, "x1 = 1 mrad", NULL, 0, 1, BR_BAD_USAGE},
                       {ranges, "x1 = 1 mrad", NULL, 1, 0, BR_BAD_USAGE},
                       {ranges, "x1 = 1 N", NULL, 1, 1, BR_BAD_USAGE},
                       {ranges, "x1 = nan rad", NULL, 1, 1, BR_BAD_LAW},
                       {ranges, "y = 1 rad", NULL, 1, 1, BR_BAD_USAGE},
                       {ranges, "x1 = ", NULL, 1, 1, BR_BAD_LAW},
                       {"TF = -1..1 N*m", "x1 = 1 mrad", NULL, 1, 1, BR_BAD_LAW},
                       {"TG = 0..1 N*m", "x1 = 1 mrad", NULL, 1, 1, BR_BAD_LAW}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        o = good;
        o.range = wrong[i].range;
        o.error = wrong[i].error;
        o.renew = wrong[i].renew;
        o.passes = wrong[i].passes;
        o.boxes = wrong[i].boxes;
        why.text[0] = 0;
        br_status status = br_bound_open(&b, law, &o, &why);
        if (status != wrong[i].status || b || !why.text[0])
            fail_msg("wrong option %zu: status %d: %s", i, (int)status, why.text);
    }
    assert_int_equal(br_bound_open(&b, law, &good, &why), BR_OK);
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_BAD_USAGE); // without a log
    assert_int_equal(br_bound_add(b, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_add(NULL, log, &why), BR_BAD_USAGE);
    br_table *strange = record("stribeck", "table-II", "v = sin(2*pi*t) mm/s", 1);
    assert_int_equal(br_bound_add(b, strange, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "signals has no u"));
    assert_int_equal(br_bound_count(b, BR_BOUND_LOGS_READ), 0);
    assert_int_equal(br_bound_add(b, log, &why), BR_OK);
    assert_int_equal(br_bound_write_certificate(b, "none.crt", &why), BR_BAD_USAGE);
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_OK);
    assert_int_equal(br_bound_run(b, NULL, NULL, &why), BR_BAD_USAGE); // again
    assert_int_equal(br_bound_add(b, log, &why), BR_BAD_USAGE);        // too late
    br_bound_interval p = {.size = 3};
    double low[3], high[3];
    assert_int_equal(br_bound_interval_at(b, 0, &p), BR_BAD_USAGE);
    p.size = sizeof p;
    assert_int_equal(br_bound_interval_at(b, 3, &p), BR_BAD_USAGE);
    assert_int_equal(br_bound_interval_at(b, -1, &p), BR_BAD_USAGE);
    assert_int_equal(br_bound_box_at(b, -1, low, high), -1);
    assert_int_equal(br_bound_box_at(b, 1 << 20, low, high), -1);
    br_bound_close(b);
    br_bound_close(NULL);
    br_certificate_close(NULL);
    assert_null(br_bound_statement(NULL));
    assert_null(br_bound_note(NULL, BR_BOUND_NOTE_LOGS));
    assert_null(br_bound_sliced(NULL));
    assert_int_equal(br_bound_json(NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_bound_log_at(NULL, 0, NULL), BR_BAD_USAGE);
    assert_int_equal(br_bound_moment_at(NULL, 0, low, high), BR_BAD_USAGE);
    assert_int_equal(br_bound_paper_row_at(NULL, 0, low, high), BR_BAD_USAGE);
    assert_int_equal(br_bound_tube_of(NULL, 0, NULL), BR_BAD_USAGE);
    assert_int_equal(br_bound_end(NULL, 0, 0, NULL), -1);
    br_bound_slide_name(NULL, 0, NULL);
    assert_null(br_certificate_statement(NULL));
    assert_int_equal(br_bound_outcome_of(NULL), BR_BOUND_NONE);
    assert_int_equal(br_bound_run(NULL, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_bound_parameters(NULL) + br_certificate_parameters(NULL), 0);
    assert_int_equal(br_bound_count(NULL, BR_BOUND_ROWS), 0);
    assert_true(isnan(br_bound_share(NULL, 1)));
    br_certificate *c = NULL;
    assert_int_equal(br_certificate_check(NULL, NULL, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_certificate_open(&c, "there is none.crt", &why), BR_NO_FILE);
    assert_int_equal(br_certificate_open(NULL, "x", &why), BR_BAD_USAGE);
    assert_null(c);
    br_table_close(strange);
    br_table_close(log);
    br_law_close(law);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("drive-train", "nominal");
    br_table *log = record("drive-train", "nominal", drive, 0.5);
    br_bound_options o = with("TF = 0..1 N*m", "x1 = 1 mrad");
    o.certificate = 1;
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 200 ? 1 : 11) {
        br_bound *b = NULL;
        br_certificate *c = NULL;
        br_diag why = {0};
        countdown = n;
        status = try_bound(&b, law, &o, log, &why);
        size_t size = 0;
        const char *text = status == BR_OK ? br_bound_certificate(b, &size) : NULL;
        if (status == BR_OK)
            status = br_certificate_parse(&c, "proof", text, size, &why);
        if (status == BR_OK)
            status = br_certificate_check(c, b, NULL, NULL, &why);
        char *json = NULL;
        if (status == BR_OK)
            status = br_bound_json(b, &json, &why);
        free(json);
        double v[4][64];
        br_bound_tube tube = {sizeof tube, v[0], v[1], v[2], v[3], 0, NULL};
        if (status == BR_OK)
            status = br_bound_tube_of(b, 0, &tube);
        if (status == BR_NO_MEMORY && !why.text[0])
            why.text[0] = '?'; // a tube has no message
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (status != BR_OK && !why.text[0]))
            fail_msg("call %ld: status %d: %s", n, (int)status, why.text);
        br_certificate_close(c);
        br_bound_close(b);
    }
    assert_int_equal(status, BR_OK);
    br_table_close(log);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_have_the_bits_of_the_search),
        cmocka_unit_test(a_statement_has_ranges_intervals_and_what_is_not_claimed),
        cmocka_unit_test(a_stopped_search_holds_but_is_wider),
        cmocka_unit_test(what_renews_has_an_interval_for_each_slide),
        cmocka_unit_test(all_of_a_search_can_be_read),
        cmocka_unit_test(a_crew_of_the_program_finds_the_same_and_progress_may_look),
        cmocka_unit_test(messages_have_the_words_of_a_program),
        cmocka_unit_test(other_laws_have_inner_intervals_between_the_outer_ones),
        cmocka_unit_test(a_certificate_is_proved_again_and_compared),
        cmocka_unit_test(a_certificate_that_was_changed_is_refused),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
