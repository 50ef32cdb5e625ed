// table.c - two logs on one time axis: the shift between them found by a signal that both have, every ms, as a file.
//
//     cc table.c -lm -o table $(pkg-config --cflags --libs bristle)
#include <bristle/table.h>
#include <math.h>
#include <stdio.h>

enum { AXIS = 8000, DRIVE = 1500 };

static double motion(double t) // mm
{
    return 10 * sin(4.4 * t) + 4 * sin(12.37 * t + 1) + 2 * sin(31.13 * t);
}

static int failed(const br_diag *why)
{
    return fprintf(stderr, "%s\n", why->text), 3;
}

int main(void)
{
    static double t[AXIS], x[AXIS], time[DRIVE], position[DRIVE], current[DRIVE];
    for (int k = 0; k < AXIS; k++) // the controller of the axis: in s and mm
        x[k] = motion(t[k] = k / 1024.0);
    for (int k = 0; k < DRIVE; k++) { // the drive: in ms and m, with a clock that is 1.25 s behind
        time[k] = 4.0 * k;
        position[k] = -1e-3 * motion(4e-3 * k + 1.25);
        current[k] = k % 50 / 50.0;
    }
    const char *axis_heading[] = {"t [s]", "x [mm]"}, *drive_heading[] = {"time [ms]", "pos [m]", "i [A]"};
    const double *axis_numbers[] = {t, x}, *drive_numbers[] = {time, position, current};
    br_table *log[2] = {NULL, NULL}, *joined = NULL;
    br_diag why;
    if (br_table_lend(&log[0], "axis", axis_heading, axis_numbers, 2, AXIS, NULL, &why) != BR_OK ||
        br_table_lend(&log[1], "drive", drive_heading, drive_numbers, 3, DRIVE, NULL, &why) != BR_OK)
        return failed(&why);
    if (br_table_write(log[0], "axis.csv", NULL, &why) != BR_OK ||
        br_table_write(log[1], "drive.mat", NULL, &why) != BR_OK) // br_table_open(&log[1], "drive.mat", ...) reads it
        return failed(&why);

    br_table_alignment found = {.size = sizeof found};
    if (br_table_align(log[0], "x", log[1], "pos", &found, &why) != BR_OK ||
        br_table_set_time(log[1], NULL, found.shift, &why) != BR_OK)
        return failed(&why);
    printf("the drive is %.1f ms behind (coefficient %.4f over %.3f s)%s\n", 1e3 * found.shift, found.correlation,
           found.overlap, found.ambiguous || found.doubtful ? ", perhaps" : "");

    br_table_join_options o;
    br_table_join_defaults(&o, sizeof o);
    o.step = 1e-3;
    o.from = 2, o.until = 5;
    if (br_table_join(&joined, log, 2, &o, &why) != BR_OK || br_table_set_units(joined, "pos = mm", &why) != BR_OK ||
        br_table_load(joined, &why) != BR_OK || br_table_write(joined, "joined.csv", NULL, &why) != BR_OK)
        return failed(&why);

    size_t rows = br_table_rows(joined);
    printf("joined.csv: %zu rows\n", rows);
    for (int c = 0; c < br_table_columns(joined); c++) {
        const double *v = br_table_values(joined, c);
        printf("  %-3s [%s] from %.3f to %.3f\n", br_table_name(joined, c), br_table_unit(joined, c), v[0],
               v[rows - 1]);
    }
    br_table_close(joined);
    br_table_close(log[0]);
    br_table_close(log[1]);
    return 0;
}
