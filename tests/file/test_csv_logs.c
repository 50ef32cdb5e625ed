// test_csv_logs.c - every log of ../shared/data that is a table is read without options; skipped where they are absent.
#include "kit/table.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "file/table/column.h"

static const char folder[] = "../shared/data";

static const struct {
    const char *path, *format, *names;
    size_t rows;
    double first, last; // of the last column
    double step;        // median of the first one
} logs[] = {
    {"emps/emps_identification.csv", "comma, decimal point, header, 4 columns", "t_s, q_ref_m, q_meas_m, v_ctrl_V",
     24841, 2.53862809, -0.95273243, 1e-3},
    {"tribometer/tribometer.csv", "comma, decimal point, header, 4 columns", "t_s, normal_uN, position_mm, friction_uN",
     19822, 242.2, 2252706, 5e-3},
    {"rock_velstep/velstep3_TR2_exp013_sepiolite.csv", "comma, decimal point, header, 4 columns",
     "t_s, displacement_um, friction_coeff, normal_stress_MPa", 16466, 30.004552, 30.008975, 0.136},
    {"rock_velstep/velstep4_BRAVA_expb819_basalt.csv", "comma, decimal point, header, 4 columns",
     "t_s, displacement_um, friction_coeff, normal_stress_MPa", 5849, 19.969273, 19.97444, 0.01},
    {"bodies/A01_solution_data.txt", "blanks, decimal point, header, 3 columns", "Time, DX, DY", 4000, 0, -0.0994392,
     0.5}, // its last line has no line end
    {"bodies/slidercrankRefSolM0.1_tol1e-6.txt", "comma, decimal point, 7 preamble lines, no header, 3 columns", ", , ",
     3309, 0, 101.69399, 6.49e-4},
    {"bodies/InverseDynamics_4bars_MSC.tab", "blanks, decimal point, 2 preamble lines, header in a comment, 3 columns",
     "timestamp, torque, actual angle", 2000, 0, 40.071, 5e-3},
    {"bodies/fourbars1-with-rel-angle-trajectory.txt", "blanks, decimal point, header in a comment, 2 columns",
     "timestamp, q[4] (relative angle [rad])", 2000, 0, 0.69937085, 5e-3},
};
enum { LOGS = sizeof logs / sizeof *logs };

static br_status read_log(const char *path, outcome *o, br_sampling *s)
{
    br_csv *t = NULL;
    int want[64];
    memset(o, 0, sizeof *o);
    br_csv_options options = br_csv_defaults();
    options.allow_truncated = true;
    o->status = br_csv_open(&t, path, options, &o->why);
    if (o->status != BR_OK)
        return o->status;
    take_format(o, br_csv_format_of(t), want);
    o->status = br_csv_want(t, want, o->columns, &o->why);
    if (o->status == BR_OK)
        o->status = br_columns_load(&o->table, t, &o->why);
    o->n = br_csv_counts_of(t);
    br_csv_close(t);
    if (o->status == BR_OK)
        o->status = br_sampling_of(o->table.column[0], o->table.rows, s, &o->why);
    return o->status;
}

static void needs(const char *path)
{
    if (access(path, R_OK) == 0)
        return;
    print_message("skipped: no %s\n", path);
    skip();
}

static void logs_are_read_as_they_are(void **unused)
{
    (void)unused;
    needs(folder);
    for (int i = 0; i < LOGS; i++) {
        char path[200];
        outcome o;
        br_sampling s = {0};
        snprintf(path, sizeof path, "%s/%s", folder, logs[i].path);
        if (read_log(path, &o, &s) != BR_OK)
            fail_msg("%s", o.why.text);
        const double *last = o.table.column[o.columns - 1];
        assert_string_equal(o.format, logs[i].format);
        assert_string_equal(o.names, logs[i].names);
        assert_int_equal(o.table.rows, logs[i].rows);
        assert_true(last[0] == logs[i].first && last[o.table.rows - 1] == logs[i].last);
        assert_true(fabs(s.median - logs[i].step) < 1e-3 * logs[i].step);
        assert_int_equal(o.n.missing, 0);
        assert_true(s.duplicates == 0 && s.backwards == 0);
        outcome_free(&o);
    }
}

static void all_logs_of_the_servo_are_read(void **unused)
{
    (void)unused;
    char path[400];
    int logs_read = 0;
    snprintf(path, sizeof path, "%s/bam_servos", folder);
    needs(path);
    DIR *all = opendir(path);
    assert_non_null(all);
    for (struct dirent *d; (d = readdir(all)) != NULL;) {
        outcome o;
        br_sampling s = {0};
        if (!strstr(d->d_name, ".csv"))
            continue;
        snprintf(path, sizeof path, "%s/bam_servos/%s", folder, d->d_name);
        if (read_log(path, &o, &s) != BR_OK)
            fail_msg("%s", o.why.text);
        assert_int_equal(o.columns, 8);
        assert_true(o.table.rows > 1000 && s.median > 3e-3 && s.median < 6e-3);
        outcome_free(&o);
        logs_read++;
    }
    closedir(all);
    assert_int_equal(logs_read, 8);
}

static void what_is_no_table_is_refused(void **unused)
{
    (void)unused;
    static const char *const others[] = {"README.md", "emps/DATA_EMPS.mat", "bam_servos/xl330_m1.json",
                                         "bodies/fourbars1-with-rel-angle.yaml"};
    needs(folder);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char path[200];
        outcome o;
        br_sampling s = {0};
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        assert_int_equal(read_log(path, &o, &s), BR_BAD_DATA);
        assert_true(strncmp(o.why.text, path, strlen(path)) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_are_read_as_they_are),      // may be skipped
        cmocka_unit_test(all_logs_of_the_servo_are_read), // may be skipped
        cmocka_unit_test(what_is_no_table_is_refused),    // may be skipped
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
