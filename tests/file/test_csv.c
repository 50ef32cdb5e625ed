// test_csv.c - tables as they are found in the field, and the faults of docs/faults.md A by their numbers.
#include "kit/comma_locale.h"
#include "kit/table.h"

#include <locale.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ---------------------------------------------------------------- formats

static void every_delimiter_is_found(void **unused)
{
    (void)unused;
    gives("t,x\n0,1.5\n1,2.5\n", "comma, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("t;x\n0;1.5\n1;2.5\n", "semicolon, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("t\tx\n0\t1.5\n1\t2.5\n", "tab, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("t|x\n0|1.5\n1|2.5\n", "bar, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("  t   x \n 0 1.5\n 1\t2.5 \n", "blanks, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("t, x\n0, 1.5\n1 ,\t2.5\n", "comma, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("sep=;\nt;x\n0;1\n", "semicolon, decimal point, 1 preamble line, header, 2 columns", "t, x", "0 1");
    gives("5\n6\n", "comma, decimal point, no header, 1 column", "", "5; 6");
    gives("1\t\t3\n4\t5\t6\n", "tab, decimal point, no header, 3 columns", ", , ", "1 nan 3; 4 5 6");
}

static void decimal_commas_are_found_by_consistency(void **unused)
{
    (void)unused;
    gives("t;x\n0,5;1,25\n1,5;2\n", "semicolon, decimal comma, header, 2 columns", "t, x", "0.5 1.25; 1.5 2");
    gives("0,5 1,25\n1,5 -2e-1\n", "blanks, decimal comma, no header, 2 columns", ", ", "0.5 1.25; 1.5 -0.2");
    gives("0,5\t1,25\n1,5\t2\n", "tab, decimal comma, no header, 2 columns", ", ", "0.5 1.25; 1.5 2");
    gives("\"0,5\",\"1,25\"\n\"1,5\",2\n", "comma, decimal comma, no header, 2 columns", ", ", "0.5 1.25; 1.5 2");
    gives("10:00;0,5;1,5\n10:01;0,5;1,5\n", "semicolon, decimal comma, no header, 3 columns", ", , ",
          "0.5 1.5; 0.5 1.5");
    // two columns, or one? the header tells
    gives("t,x\n1,5\n2,5\n", "comma, decimal point, header, 2 columns", "t, x", "1 5; 2 5");
    gives("force\n1,5\n2,5\n", "semicolon, decimal comma, header, 1 column", "force", "1.5; 2.5");
    gives("1,5\n2,-5\n", "comma, decimal point, no header, 2 columns", ", ", "1 5; 2 -5");
}

static void what_is_truly_ambiguous_is_refused_and_an_option_decides(void **unused)
{
    (void)unused;
    refuses("1,5\n2,5\n", "t:1: two columns, or one with decimal commas? give --delimiter , or --decimal ,");
    br_csv_options o = br_csv_defaults();
    o.delimiter = ',';
    gives_with("1,5\n2,5\n", o, "comma, decimal point, no header, 2 columns", ", ", "1 5; 2 5");
    o = br_csv_defaults();
    o.decimal = ',';
    gives_with("1,5\n2,5\n", o, "semicolon, decimal comma, no header, 1 column", "", "1.5; 2.5");
    refuses("a,7\n1,2\n", "t:1: names or numbers? rename such columns, or put # before that line to leave it out");
    refuses("a,b,c\n1,2.5\n",
            "t:1: 3 names above rows of 2 fields; name all columns, or put # before that line to leave it out");
    o = br_csv_defaults();
    o.header = 0;
    gives_with("a,b,c\n1,2.5\n", o, "comma, decimal point, 1 preamble line, no header, 2 columns", ", ", "1 2.5");
    o.header = 1;
    gives_with("1,2.5\n3,4\n", o, "comma, decimal point, header, 2 columns", "1, 2.5", "3 4");
    gives_with("a,7\n1,2\n", o, "comma, decimal point, header, 2 columns", "a, 7", "1 2");
    o = br_csv_defaults();
    o.preamble = 2;
    gives_with("1,2\n3\n4,5,6\n", o, "comma, decimal point, 2 preamble lines, no header, 3 columns", ", , ", "4 5 6");
    br_csv *t = NULL;
    br_diag why;
    source s = {"1\n", 2, 0, 0};
    o.delimiter = ':';
    assert_int_equal(br_csv_open_from(&t, pull_source, &s, "t", o, &why), BR_BAD_USAGE);
}

static void preambles_and_comments_are_left_out(void **unused)
{
    (void)unused;
    gives("Scope export\nRate;1000\nDate;1.2.2024\n\nt;x\n0;1,5\n0,1;2,5\n",
          "semicolon, decimal comma, 4 preamble lines, header, 2 columns", "t, x", "0 1.5; 0.1 2.5");
    gives("File,log7,,\nRate,1000,,\nt,x,v,u\n0,1,2.5,3\n1,1,2.5,3\n",
          "comma, decimal point, 2 preamble lines, header, 4 columns", "t, x, v, u", "0 1 2.5 3; 1 1 2.5 3");
    gives("# run 7\nt,x\n# start\n0,1.5\n% pause\n1,2.5\n\n",
          "comma, decimal point, 1 preamble line, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    gives("% results\n% time   actual angle\n 0.0  1.0\n 0.1  2.0\n",
          "blanks, decimal point, 1 preamble line, header in a comment, 2 columns", "time, actual angle", "0 1; 0.1 2");
    gives("#t,x\n0.5,1\n", "comma, decimal point, header in a comment, 2 columns", "t, x", "0.5 1");
    gives("#N/A,1.5\n2,3.5\n", "comma, decimal point, no header, 2 columns", ", ", "nan 1.5; 2 3.5");
    gives("a,b\n1,2,\n3,4,\n", "comma, decimal point, header, 3 columns", "a, b, ", "1 2 nan; 3 4 nan");
}

static void units_are_read_from_headings_and_from_a_line_below(void **unused)
{
    (void)unused;
    gives("t [s],pos (mm),v / m/s,\"F [N]\",q[4],u_V,a [blah]\n0,1,2,3,4,5,6.5\n",
          "comma, decimal point, header, 7 columns", "t|s, pos|mm, v|m/s, F|N, q[4], u_V, a [blah]", "0 1 2 3 4 5 6.5");
    gives("Time\tForce\tn\n[s]\t[kN]\t\n0\t1.5\t3\n", "tab, decimal point, header and a line of units, 3 columns",
          "Time|s, Force|kN, n", "0 1.5 3");
    gives("zeit;weg\ns;mm\n0,1;2\n", "semicolon, decimal comma, header and a line of units, 2 columns",
          "zeit|s, weg|mm", "0.1 2");
    gives("t,x,n\ns,mm,counts\n0,1,2.5\n", "comma, decimal point, header and a line of units, 3 columns",
          "t|s, x|mm, n",
          "0 1 2.5"); // one of them unknown
    gives("Axis,Axis,Axis\nt,F,v\n0,1,2.5\n", "comma, decimal point, 1 preamble line, header, 3 columns", "t, F, v",
          "0 1 2.5"); // names, of which two would be units
    gives("t,x\ncounts,mm\n0,1.5\n", "comma, decimal point, 1 preamble line, header, 2 columns", "counts, mm", "0 1.5");
    gives("m;s\n0,1;2\n", "semicolon, decimal comma, header, 2 columns", "m, s", "0.1 2"); // names, not units
    gives("x [\xc2\xb5m];w [\xb0]\n0,1;2\n", "semicolon, decimal comma, header, 2 columns", "x|\xc2\xb5m, w|\xc2\xb0",
          "0.1 2"); // UTF-8, and Latin-1
    br_csv_options o = br_csv_defaults();
    o.units = 0;
    gives_with("a b\nt;x\ns;mm\n0;1\n", o, "semicolon, decimal point, 2 preamble lines, header, 2 columns", "s, mm",
               "0 1");
}

// ---------------------------------------------------------------- docs/faults.md, A

static void a1_no_samples(void **unused)
{
    (void)unused;
    refuses("", "t: no samples: the file is empty");
    refuses("\n\n", "t: no samples: no row of numbers in the first 2 lines");
    refuses("t,x\n", "t: no samples: no row of numbers in the first 1 lines");
    refuses("# only a comment", "t: no samples: no row of numbers in the first 1 lines");
    refuses("Dear reader,\nthis is prose with 2 numbers, 3.\nIt ends here,\nor there.\n",
            "t: no samples: no row of numbers in the first 4 lines");
    gives("1,2,3\n", "comma, decimal point, no header, 3 columns", ", , ", "1 2 3");
}

static void a2_a_last_line_that_was_cut_is_refused_or_left_out_and_told(void **unused)
{
    (void)unused;
    br_csv_options o = br_csv_defaults();
    o.allow_truncated = true;
    static const struct {
        const char *text, *words;
    } cut[] = {
        {"t,x\n0,1\n1", "t:3:1: 1 field, but the table has 2 columns"},
        {"t,x\n0,1\n1,", "t:3:3: no number at the end of the file"},
        {"t,x\n0,1\n1,2.5e", "t:3:3: no number at the end of the file"},
        {"t,x\n0,1\n1,-", "t:3:3: no number at the end of the file"},
        {"t,x\n0,1\n1,2.5",
         "t:3:1: no line end, so its last number may be cut; add one if it is complete"}, // or 1,2.57
        {"t,x\n0,1\n1,\"2", "t:3:4: a quote is not closed, or text stands behind it; a quote inside is doubled"},
    };
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        char words[200];
        snprintf(words, sizeof words, "%s (truncated? --allow-truncated skips the last line)", cut[i].words);
        refuses(cut[i].text, words);
        outcome got = read_bytes(cut[i].text, strlen(cut[i].text), 0, o);
        assert_int_equal(got.status, BR_OK);
        assert_int_equal(got.table.rows, 1);
        assert_true(got.n.truncated);
        outcome_free(&got);
    }
    outcome whole = read_table("t,x\n0,1\n1,2.5\n");
    assert_int_equal(whole.table.rows, 2);
    assert_false(whole.n.truncated);
    outcome_free(&whole);
    refuses_with("t,x\n0,1\n1\n2,3\n", o, "t:3:1: 1 field, but the table has 2 columns");         // not the last line
    refuses_with("t,x\n0,1\n1,2\n2,3\n3,4,5", o, "t:5:5: 3 fields, but the table has 2 columns"); // nothing is cut off
}

static void a3_ragged_rows(void **unused)
{
    (void)unused;
    refuses("t,x,v\n0,1,2\n1,2\n2,3,4\n3,4,5\n", "t:3:1: 2 fields, but the table has 3 columns");
    refuses("t,x,v\n0,1,2\n1,2,3,4\n2,3,4\n3,4,5\n", "t:3:7: 4 fields, but the table has 3 columns");
    refuses("0,1\n1,2,3\n2,3,4\n3,4,5\n",
            "t:1: 2 fields, but the rows below have 3; put # before the lines up to here to leave them out");
    refuses("1 2 3\n1 2 3\n1 2\n1 2 3\n", "t:3:1: 2 fields, but the table has 3 columns");
}

static void a4_missing_infinite_and_tiny_numbers(void **unused)
{
    (void)unused;
    const char *holes = "t,x\n0,1\n1,\n2,NA\n3,#N/A\n4,NaN\n5,-nan(ind)\n6,null\n7,7\n";
    gives(holes, "comma, decimal point, header, 2 columns", "t, x",
          "0 1; 1 nan; 2 nan; 3 nan; 4 nan; 5 nan; 6 nan; 7 7");
    br_csv_options o = br_csv_defaults();
    o.missing = BR_MISSING_REJECT;
    refuses_with(holes, o, "t:3:3: '': a number is missing here");
    o.missing = BR_MISSING_SKIP;
    outcome s = read_bytes(holes, strlen(holes), 0, o);
    assert_int_equal(s.table.rows, 2);
    assert_int_equal(s.n.skipped, 6);
    assert_int_equal(s.n.missing, 6);
    assert_true(s.table.column[1][1] == 7);
    outcome_free(&s);
    o.missing = BR_MISSING_HOLD;
    gives_with(holes, o, "comma, decimal point, header, 2 columns", "t, x", "0 1; 1 1; 2 1; 3 1; 4 1; 5 1; 6 1; 7 7");
    refuses_with("t,x\n0,\n1,2.5\n", o, "t:2:3: no number in the first row, and none before it to hold");

    static const char *const large[] = {"inf", "-INF", "Infinity", "1e999", "-1e400000000"};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        char text[80], words[160];
        snprintf(text, sizeof text, "t,x\n0,1\n1,%s\n2,3\n", large[i]);
        snprintf(words, sizeof words,
                 "t:3:3: '%s': not finite, or larger than a double can be (--allow-infinite counts it as missing)",
                 large[i]);
        refuses(text, words);
        o = br_csv_defaults();
        o.allow_infinite = true;
        outcome got = read_bytes(text, strlen(text), 0, o);
        assert_int_equal(got.status, BR_OK);
        assert_int_equal(got.n.missing, 1);
        assert_true(isnan(got.table.column[1][1]));
        outcome_free(&got);
    }
    outcome tiny = read_table("t,x\n0,1e-310\n1,1e-999\n2,-1e-400000000\n");
    assert_int_equal(tiny.n.underflows, 3);
    assert_true(tiny.table.column[1][0] == 1e-310 && tiny.table.column[1][1] == 0);
    assert_true(signbit(tiny.table.column[1][2]));
    outcome_free(&tiny);
}

static void a6_encodings_and_line_ends(void **unused)
{
    (void)unused;
    gives("\xef\xbb\xbft,x\r\n0,1.5\r\n1,2.5\r\n", "comma, decimal point, header, 2 columns", "t, x", "0 1.5; 1 2.5");
    refuses("t,x\r0,1\r1,2\r", "t:1:4: a lone carriage return; lines end in LF or CR LF");
    refuses("t,x\n0,1\r1,2\n2,3\n3,4\n", "t:2:4: a lone carriage return; lines end in LF or CR LF");
    refuses_bytes("\xff\xfet\0,\0x\0\n\0", "t:1:1: the file is UTF-16; save it as UTF-8");
    refuses_bytes("t\0,\0x\0\n\0", "t:1:2: a zero byte: no text, or UTF-16");
    refuses_bytes("t,x\n0,1\n\0\0\0\0", "t:3:1: a zero byte: no text, or UTF-16");
    refuses_bytes("\x89PNG\r\n\x1a\n\x01\x02\x03", "t: no samples: no row of numbers in the first 3 lines");
}

static void a7_quotes(void **unused)
{
    (void)unused;
    gives("\"t\",\"x, and\nmore\",\"say \"\"y\"\"\"\n\"0\",\"1.5\" , 2\n1,2,\"3\"\n",
          "comma, decimal point, header, 3 columns", "t, x, and\nmore, say \"y\"", "0 1.5 2; 1 2 3");
    gives("note,x\n\"a\nb, \"\"c\"\"\",1.5\n5\" pipe,2.5\n", "comma, decimal point, header, 2 columns", "note, x",
          "1.5; 2.5");
    refuses("t,x\n0,1\n\"1\"2,3\n4,5\n",
            "t:3:2: a quote is not closed, or text stands behind it; a quote inside is doubled");
    refuses("n,t,x\n\"a\nb\",0,1\nc,1,q\nc,1,2\n", "t:4:5: 'q': not a number"); // lines are those of the file
}

static void put(char *to, const char *text)
{
    for (; *text; text++)
        *to++ = *text;
}

// A row of so many bytes in one quoted field, or of so many columns.
static void a7_what_is_too_large(void **unused)
{
    (void)unused;
    size_t size = 3 << 20;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    put(text, "n,v\na,1\nb,2\n\"");
    outcome o = read_bytes(text, size, 0, br_csv_defaults());
    assert_string_equal(o.why.text, "t:4: a row of more than 1048576 bytes (a quote that is not closed?)");
    assert_int_equal(o.status, BR_BAD_DATA);

    put(text + 900000, "\",3\n"); // a field of 900 kB that ends
    o = read_bytes(text, 900004, 0, br_csv_defaults());
    assert_int_equal(o.status, BR_OK);
    assert_int_equal(o.table.rows, 3);
    outcome_free(&o);

    for (size_t i = 0; i + 1 < size; i += 2)
        put(text + i, "1,");
    text[2 * BR_CSV_COLUMNS - 1] = '\n';
    o = read_bytes(text, 2 * BR_CSV_COLUMNS, 0, br_csv_defaults());
    text[2 * BR_CSV_COLUMNS - 1] = ',';
    assert_int_equal(o.status, BR_OK);
    assert_int_equal(o.columns, BR_CSV_COLUMNS);
    outcome_free(&o);
    o = read_bytes(text, 2 * BR_CSV_COLUMNS + 1, 0, br_csv_defaults());
    assert_string_equal(o.why.text, "t:1: more than 4096 columns");
    o = read_bytes(text, 2000000, 0, br_csv_defaults()); // 10^6 columns
    assert_int_equal(o.status, BR_BAD_DATA);
    free(text);
}

static void a8_numbers_as_people_write_them(void **unused)
{
    (void)unused;
    gives("t,x\n+1,.5\n 2 ,5.\n-3,1E+2\n", "comma, decimal point, header, 2 columns", "t, x", "1 0.5; 2 5; -3 100");
    refuses("t,x\n0,1\n1,0x1p3\n2,3\n", "t:3:3: '0x1p3': not a number");
    refuses("t,x\n0,1\n1,1.5.2\n2,3\n", "t:3:3: '1.5.2': not a number");
    refuses("t,x\n0,1\n1,2 3\n2,3\n", "t:3:3: '2 3': not a number");
    refuses("t;x\n0;1,5\n1;1.234,5\n2;2,5\n", "t:3:3: '1.234,5': digits in groups; thousands have no separator here");
    refuses("t;x\n0;1.5\n1;12,345.5\n2;2.5\n", "t:3:3: '12,345.5': digits in groups; thousands have no separator here");
    refuses("t;x\n0;1.5\n1;2,5\n2;2.5\n", "t:3:3: '2,5': a decimal comma; give --decimal , if all numbers have it");
    refuses("t;x\n0;1,5\n1;2.5\n2;2,5\n", "t:3:3: '2.5': a decimal point; give --decimal . if all numbers have it");
    refuses("t,x\n0,1\n1,\033[31m\n2,3\n", "t:3:3: '\\x1b[31m': not a number"); // nothing steers a terminal

    char text[1200] = "x\n0.", long_digits[1100];
    memset(long_digits, '3', 1000);
    long_digits[1000] = 0;
    snprintf(text + 4, sizeof text - 4, "%s\n", long_digits);
    outcome o = read_table(text);
    assert_true(o.table.column[0][0] == 1.0 / 3);
    outcome_free(&o);
}

static char box[] = "/tmp/bristle-csv-XXXXXX";

static int make_box(void **unused)
{
    (void)unused;
    return mkdtemp(box) ? 0 : -1;
}

static int remove_box(void **unused)
{
    (void)unused;
    return rmdir(box);
}

static const char *inside(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", box, name);
    return path;
}

static void a5_no_locale_changes_a_number(void **unused)
{
    (void)unused;
    char text[20];
    bool set = kit_set_comma_locale();
    snprintf(text, sizeof text, "%.1f", 0.5);
    gives("t,x\n0.5,1.5e1\n", "comma, decimal point, header, 2 columns", "t, x", "0.5 15");
    gives("t;x\n0,5;1,5e1\n", "semicolon, decimal comma, header, 2 columns", "t, x", "0.5 15");
    setlocale(LC_ALL, "C");
    if (!set) {
        print_message("skipped: no locale with a decimal comma here, and none can be made (scripts/deps test)\n");
        skip();
    }
    assert_string_equal(text, "0,5");
}

static void cannot_open(const char *path, const char *reason)
{
    br_csv *t = NULL;
    br_diag why = {0};
    assert_int_equal(br_csv_open(&t, path, br_csv_defaults(), &why), BR_NO_FILE);
    assert_null(t);
    if (!strstr(why.text, reason))
        fail_msg("says '%s', should say '%s'", why.text, reason);
}

static void a13_folders_pipes_and_devices_end_at_once(void **unused)
{
    (void)unused;
    br_csv *t = NULL;
    br_diag why = {0};
    cannot_open(inside("none"), "none: cannot be read: ");
    cannot_open(box, "it is a folder");
    assert_int_equal(mkfifo(inside("pipe"), 0600), 0);
    cannot_open(inside("pipe"), "it is not a regular file; - reads standard input");
    unlink(inside("pipe"));
    if (access("/dev/zero", R_OK) == 0)
        cannot_open("/dev/zero", "it is not a regular file");

    FILE *sparse = fopen(inside("sparse"), "w");
    assert_non_null(sparse);
    assert_int_equal(ftruncate(fileno(sparse), (off_t)1 << 40), 0); // 1 TB of zeros
    fclose(sparse);
    assert_int_equal(br_csv_open(&t, inside("sparse"), br_csv_defaults(), &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "a zero byte"));
    unlink(inside("sparse"));
}

// A source that fails at the n-th pull.
typedef struct failing {
    source s;
    int left;
} failing;

static long pull_failing(void *from, char *to, size_t room)
{
    failing *f = from;
    return f->left-- > 0 ? pull_source(&f->s, to, room) : -1;
}

static void a19_a_source_that_fails_at_any_pull_is_no_table(void **unused)
{
    (void)unused;
    for (int n = 0; n < 40; n++) {
        failing f = {{"t,x\n0,1.5\n1,2.5\n2,3.5\n", 22, 0, 1}, n};
        br_csv *t = NULL;
        br_diag why = {0};
        br_columns x;
        br_status status = br_csv_open_from(&t, pull_failing, &f, "t", br_csv_defaults(), &why);
        if (status == BR_OK) {
            int want[] = {0, 1};
            assert_int_equal(br_csv_want(t, want, 2, &why), BR_OK);
            status = br_columns_load(&x, t, &why);
            if (status == BR_OK)
                br_columns_free(&x);
        }
        br_csv_close(t);
        assert_int_equal(status, n <= 22 ? BR_NO_FILE : BR_OK);
        if (n <= 22)
            assert_non_null(strstr(why.text, "t: cannot be read: "));
    }
}

static void standard_input_is_a_source(void **unused)
{
    (void)unused;
    int ends[2], old = dup(0);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "t,x\n0,1.5\n", 10), 10);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], 0), 0);
    close(ends[0]);
    br_csv *t = NULL;
    br_diag why;
    double x = 0, *to[] = {&x};
    int want = 1, got = 0;
    assert_int_equal(br_csv_open(&t, "-", br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(t, &want, 1, &why), BR_OK);
    assert_int_equal(br_csv_read(t, to, 1, &got, &why), BR_OK);
    assert_true(got == 1 && x == 1.5);
    br_csv_close(t);
    dup2(old, 0);
    close(old);
}

// ---------------------------------------------------------------- what calls promise

static void only_wanted_columns_must_be_numbers(void **unused)
{
    (void)unused;
    source s = {"t,note,x\n0,start,1.5\n1,5,2.5\n2,,\n", 33, 0, 0};
    br_csv *t = NULL;
    br_diag why;
    double x[4], time[4], *to[] = {x, time};
    int want[] = {2, 0}, twice[] = {1, 1}, beyond = 3, got = 0;
    assert_int_equal(br_csv_open_from(&t, pull_source, &s, "t", br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(t, twice, 2, &why), BR_BAD_USAGE);
    assert_int_equal(br_csv_want(t, &beyond, 1, &why), BR_BAD_USAGE);
    assert_int_equal(br_csv_want(t, want, 2, &why), BR_OK);
    assert_int_equal(br_csv_read(t, to, 2, &got, &why), BR_OK);
    assert_int_equal(got, 2);
    assert_true(x[0] == 1.5 && x[1] == 2.5 && time[1] == 1);
    assert_int_equal(br_csv_want(t, want, 1, &why), BR_BAD_USAGE); // too late
    assert_int_equal(br_csv_read(t, to, 4, &got, &why), BR_OK);
    assert_true(got == 1 && isnan(x[0]) && time[0] == 2);
    assert_int_equal(br_csv_read(t, to, 4, &got, &why), BR_OK);
    assert_int_equal(got, 0);
    br_csv_close(t);
}

static void a_reader_that_failed_keeps_failing_in_the_same_words(void **unused)
{
    (void)unused;
    source s = {"x\n1.5\n2\nz\n3\n4\n5\n", 16, 0, 0};
    br_csv *t = NULL;
    br_diag first = {0}, second = {0};
    double x[9], *to[] = {x};
    int want = 0, got = 0;
    assert_int_equal(br_csv_open_from(&t, pull_source, &s, "t", br_csv_defaults(), &first), BR_OK);
    assert_int_equal(br_csv_want(t, &want, 1, &first), BR_OK);
    assert_int_equal(br_csv_read(t, to, 2, &got, &first), BR_OK);
    assert_int_equal(got, 2);
    assert_int_equal(br_csv_read(t, to, 9, &got, &first), BR_BAD_DATA);
    assert_int_equal(got, 0);
    assert_int_equal(br_csv_read(t, to, 9, &got, &second), BR_BAD_DATA);
    assert_string_equal(first.text, "t:4:1: 'z': not a number");
    assert_string_equal(first.text, second.text);
    assert_int_equal(second.line, 4);
    assert_int_equal(second.column, 1);
    br_csv_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_delimiter_is_found),
        cmocka_unit_test(decimal_commas_are_found_by_consistency),
        cmocka_unit_test(what_is_truly_ambiguous_is_refused_and_an_option_decides),
        cmocka_unit_test(preambles_and_comments_are_left_out),
        cmocka_unit_test(units_are_read_from_headings_and_from_a_line_below),
        cmocka_unit_test(a1_no_samples),
        cmocka_unit_test(a2_a_last_line_that_was_cut_is_refused_or_left_out_and_told),
        cmocka_unit_test(a3_ragged_rows),
        cmocka_unit_test(a4_missing_infinite_and_tiny_numbers),
        cmocka_unit_test(a5_no_locale_changes_a_number), // may be skipped
        cmocka_unit_test(a6_encodings_and_line_ends),
        cmocka_unit_test(a7_quotes),
        cmocka_unit_test(a7_what_is_too_large),
        cmocka_unit_test(a8_numbers_as_people_write_them),
        cmocka_unit_test(a13_folders_pipes_and_devices_end_at_once),
        cmocka_unit_test(a19_a_source_that_fails_at_any_pull_is_no_table),
        cmocka_unit_test(standard_input_is_a_source),
        cmocka_unit_test(only_wanted_columns_must_be_numbers),
        cmocka_unit_test(a_reader_that_failed_keeps_failing_in_the_same_words),
    };
    return cmocka_run_group_tests(tests, make_box, remove_box);
}
