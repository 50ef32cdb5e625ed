// test_csv_columns.c - columns by name, number or formula with unit, and how a time column was sampled.
#include "kit/table.h"

#include <math.h>

#include "file/table/column.h"
#include "sim/source/columns.h"

// ---------------------------------------------------------------- headings

static void units_stand_apart_from_names(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *name, *unit;
    } row[] = {
        {"position [mm]", "position", "mm"},
        {"pos(mm)", "pos", "mm"},
        {"v / m/s", "v", "m/s"},
        {"F [ N ]", "F", "N"},
        {"f [1/s]", "f", "1/s"},
        {"load [-]", "load", "-"},
        {"winkel [\xc2\xb0]", "winkel", "\xc2\xb0"},
        {"q[4]", "q[4]", NULL},
        {"kappa[1]", "kappa[1]", NULL},
        {"u_V", "u_V", NULL},
        {"current (counts)", "current (counts)", NULL},
        {"[mm]", "[mm]", NULL},
        {"x [mm] raw", "x [mm] raw", NULL},
        {"a/b", "a/b", NULL},
        {"]", "]", NULL},
        {"", "", NULL},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        br_heading h = br_heading_read(row[i].text, strlen(row[i].text));
        assert_int_equal(h.name, strlen(row[i].name));
        assert_memory_equal(row[i].text, row[i].name, h.name);
        assert_true((h.unit != NULL) == (row[i].unit != NULL));
        if (h.unit)
            assert_true(h.unit_size == strlen(row[i].unit) && memcmp(h.unit, row[i].unit, h.unit_size) == 0);
    }
}

// ---------------------------------------------------------------- by name and number

static br_csv *open_text(source *s, const char *text)
{
    br_csv *t = NULL;
    br_diag why = {0};
    *s = (source){text, strlen(text), 0, 0};
    if (br_csv_open_from(&t, pull_source, s, "t", br_csv_defaults(), &why) != BR_OK)
        fail_msg("%s", why.text);
    return t;
}

static const char table[] = "time [s],Pos [mm],pos [mm],enc,\"Motor speed\",,note,enc\n"
                            "0,1.5,2.5,100,600,7,a,1\n0.1,,3.5,200,-600,8,b,2\n0.2,2,4.5,300,0,9,c,3\n";

static void columns_are_found_by_heading_name_and_number(void **unused)
{
    (void)unused;
    static const struct {
        const char *word;
        int column;
    } row[] = {{"time [s]", 0}, {"time", 0}, {"TIME", 0},        {"Pos", 1},        {"pos", 2},
               {"#1", 0},       {"#8", 7},   {"motor speed", 4}, {"Motor speed", 4}};
    source s;
    br_csv *t = open_text(&s, table);
    br_diag why = {0};
    int column = -1;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        assert_int_equal(br_column_find(br_csv_rows(t), row[i].word, strlen(row[i].word), "x", &column, &why), BR_OK);
        assert_int_equal(column, row[i].column);
    }
    br_csv_close(t);
}

static void a10_unknown_empty_and_double_names_are_refused_with_what_there_is(void **unused)
{
    (void)unused;
    static const struct {
        const char *word, *words;
    } row[] = {
        {"tima", "x: no column 'tima' (did you mean time?); there are time [s], Pos [mm], pos [mm], enc, Motor speed, "
                 "#6, note, enc"},
        {"enc", "x: 2 columns are named 'enc'; choose by number, as #4 or #8"},
        {"POS", "x: 2 columns are named 'POS'; choose by number, as #2 or #3"},
        {"#9", "x: no column '#9'; there are time [s], Pos [mm], pos [mm], enc, Motor speed, #6, note, enc"},
        {"#0", "x: no column '#0'; there are time [s], Pos [mm], pos [mm], enc, Motor speed, #6, note, enc"},
        {"#99999999999", "x: no column '#99999999999'; there are time [s], Pos [mm], pos [mm], enc, Motor speed, #6, "
                         "note, enc"},
        {"", "x: no column ''; there are time [s], Pos [mm], pos [mm], enc, Motor speed, #6, note, enc"},
    };
    source s;
    br_csv *t = open_text(&s, table);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        br_diag why = {0};
        int column = -1;
        assert_int_equal(br_column_find(br_csv_rows(t), row[i].word, strlen(row[i].word), "x", &column, &why),
                         BR_BAD_DATA);
        assert_string_equal(why.text, row[i].words);
    }
    br_csv_close(t);
}

// ---------------------------------------------------------------- sampling

static void a9_sampling_is_counted_and_nothing_is_mended(void **unused)
{
    (void)unused;
    const double t[] = {0, 1, 2, 2, 3, (double)NAN, 4, 9, 8, 9, 10};
    br_sampling s;
    br_diag why = {0};
    assert_int_equal(br_sampling_of(t, 11, &s, &why), BR_OK);
    assert_int_equal(s.samples, 11);
    assert_int_equal(s.missing, 1);
    assert_int_equal(s.duplicates, 1);
    assert_int_equal(s.backwards, 1);
    assert_int_equal(s.gaps, 1);
    assert_int_equal(s.widest, 6);
    assert_true(s.start == 0 && s.end == 10 && s.least == -1 && s.median == 1 && s.most == 5 && !s.coarse);

    const double ns[] = {1.7e18, 1.7e18 + 1e6, 1.7e18 + 2e6}, us[] = {1.7e18, 1.7e18 + 1000, 1.7e18 + 2000};
    assert_int_equal(br_sampling_of(ns, 3, &s, &why), BR_OK);
    assert_true(s.grain == 256 && !s.coarse); // 1 ms apart: the grain is a 4000th
    assert_int_equal(br_sampling_of(us, 3, &s, &why), BR_OK);
    assert_true(s.coarse); // 1 us apart: a quarter
    assert_int_equal(br_sampling_of(t, 1, &s, &why), BR_BAD_DATA);
    assert_string_equal(why.text, "time: 1 samples with a time; at least 2 are needed");
    assert_int_equal(br_sampling_of(t, 0, &s, &why), BR_BAD_DATA);
}

// ---------------------------------------------------------------- formulas

// The signals of a list over the table: "0 1; 2 nan", or the message.
static void signals_of(const char *list, char *to, size_t size)
{
    source from;
    br_csv *t = open_text(&from, table);
    br_signals s;
    br_diag why = {0};
    double x[8][10] = {{0}}, *at[8];
    int got = 0;
    br_status status = br_signals_read(&s, list, "--signals", br_csv_rows(t), &why);
    if (status == BR_OK) {
        assert_true(s.count <= 8);
        for (int j = 0; j < s.count; j++)
            at[j] = x[j];
        status = br_signals_want(&s, br_csv_rows(t), &why);
        if (status == BR_OK)
            status = br_signals_next(&s, br_csv_rows(t), at, 10, &got, &why);
    }
    br_buffer b = {0};
    if (status != BR_OK)
        br_buffer_print(&b, "%d %s", br_status_exit_code(status), why.text);
    for (int k = 0; k < got && status == BR_OK; k++)
        for (int j = 0; j < s.count; j++) {
            br_buffer_put(&b, j ? " " : k ? "; " : "");
            br_buffer_number(&b, x[j][k]);
        }
    snprintf(to, size, "%s", b.text ? b.text : "");
    br_buffer_free(&b);
    br_signals_free(&s);
    br_csv_close(t);
}

#define signals_are(list, text) signals_are_at(list, text, __LINE__)
static void signals_are_at(const char *list, const char *text, int line)
{
    char got[500];
    signals_of(list, got, sizeof got);
    if (strcmp(got, text) != 0)
        fail_msg("line %d: '%s' gives '%s', should give '%s'", line, list, got, text);
}

static void signals_are_columns_and_formulas_in_si(void **unused)
{
    (void)unused;
    signals_are("t = time, x = pos, v = #4*2 mm/s", "0 0.0025 0.2; 0.1 0.0035 0.4; 0.2 0.0045 0.6");
    signals_are("t = #1 s", "0; 0.1; 0.2");
    signals_are("x = (pos) m", "2.5; 3.5; 4.5"); // in brackets: the numbers as they are
    signals_are("w = \"Motor speed\"/60*2*pi rad/s", "62.83185307179586; -62.83185307179586; 0");
    signals_are("w=\"Motor speed\" rpm", "62.83185307179586; -62.83185307179586; 0");
    signals_are("F = if \"Motor speed\" < 0 then -1 else 1 kN", "1000; -1000; 1000");
    signals_are("a = min(#4, 150) -, b = abs(-#6)", "100 7; 150 8; 150 9");
    signals_are("rail.v[2] = 0.5*#6 m", "3.5; 4; 4.5");
    signals_are("c = 3 N", "3; 3; 3");
    signals_are("a = #1 - #6, b = #6 -", "-7 7; -7.9 8; -8.8 9");
}

static void what_is_missing_in_a_column_is_missing_in_its_signals(void **unused)
{
    (void)unused;
    signals_are("x = Pos, y = 2*Pos + #1 mm, z = if Pos > 0 then 1 else 2, w = #1",
                "0.0015 0.003 1 0; nan nan nan 0.1; 0.002 0.0042 1 0.2");
}

static void wrong_lists_name_the_place(void **unused)
{
    (void)unused;
    signals_are("t = time, x = 2*posi",
                "3 --signals:1:17: no column 'posi' (did you mean Pos?); there are time [s], Pos "
                "[mm], pos [mm], enc, Motor speed, #6, note, enc");
    signals_are("x = enc m", "3 --signals:1:5: 2 columns are named 'enc'; choose by number, as #4 or #8");
    signals_are("x = note", "3 --signals:1:5: this column has no numbers");
    signals_are("x = pos m",
                "3 --signals:1:5: column 'pos' is in mm, not m; in brackets, (pos), its numbers are taken as "
                "they are");
    signals_are("x = pos mm, x = #4", "4 --signals:1:13: this signal stands here a second time");
    signals_are("x = 2*(pos mm", "4 --signals:1:11: a ) is missing");
    signals_are("x = pos +* 2 mm", "4 --signals:1:10: a value is needed here, not '*'");
    signals_are("x = 2*pos furlong",
                "4 --signals:1:11: unknown unit 'furlong'; use SI units such as m, N, s, rad, with "
                "prefixes f to G");
    signals_are("x = sin(#4, 2)", "4 --signals:1:5: sin() takes 1 value, here are 2");
    signals_are("x = 1/(#4 - #4)", "5 t: signal x is not a finite number in row 1");
    signals_are("x = exp(1000*#4)", "5 t: signal x is not a finite number in row 1");
    signals_are("x = \"pos", "4 --signals:1:5: a quote is not closed");
    signals_are("x = ", "4 --signals:1:4: a column or a formula is missing");
    signals_are("x", "4 --signals:1:1: a signal is NAME = COLUMN or NAME = FORMULA UNIT");
    signals_are("", "4 --signals:1:1: a signal is NAME = COLUMN or NAME = FORMULA UNIT");
    signals_are("x = pos,", "4 --signals:1:9: a signal is NAME = COLUMN or NAME = FORMULA UNIT");
    signals_are("x = pos\nparam k = 1", // a line end is a blank
                "4 --signals:1:17: a comma is missing before this signal; write 't = time s, x = position mm'");
}

// Blocks of rows of any size give the same numbers.
static void signals_come_in_blocks_of_any_size(void **unused)
{
    (void)unused;
    br_buffer text = {0};
    br_buffer_put(&text, "t,x\n");
    for (int k = 0; k < 1000; k++)
        br_buffer_print(&text, "%d.5,%d\n", k, k % 13);
    for (int rows = 1; rows < 700; rows += 1 + rows / 2) {
        source s;
        br_csv *t = open_text(&s, text.text);
        br_signals g;
        br_diag why = {0};
        double a[700], b[700], *to[] = {a, b};
        int got = rows, done = 0;
        assert_int_equal(br_signals_read(&g, "a = t*2, b = x - t", "s", br_csv_rows(t), &why), BR_OK);
        assert_int_equal(br_signals_want(&g, br_csv_rows(t), &why), BR_OK);
        for (; got == rows; done += got) {
            assert_int_equal(br_signals_next(&g, br_csv_rows(t), to, rows, &got, &why), BR_OK);
            for (int k = 0; k < got; k++)
                assert_true(a[k] == 2 * (done + k + 0.5) && b[k] == (done + k) % 13 - (done + k + 0.5));
        }
        assert_int_equal(done, 1000);
        br_signals_free(&g);
        br_csv_close(t);
    }
    br_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_stand_apart_from_names),
        cmocka_unit_test(columns_are_found_by_heading_name_and_number),
        cmocka_unit_test(a10_unknown_empty_and_double_names_are_refused_with_what_there_is),
        cmocka_unit_test(a9_sampling_is_counted_and_nothing_is_mended),
        cmocka_unit_test(signals_are_columns_and_formulas_in_si),
        cmocka_unit_test(what_is_missing_in_a_column_is_missing_in_its_signals),
        cmocka_unit_test(wrong_lists_name_the_place),
        cmocka_unit_test(signals_come_in_blocks_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
