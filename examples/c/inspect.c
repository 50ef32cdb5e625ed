// inspect.c - log quality check of a log with planted faults: rates, ranges, problems, and what is identifiable from it.
//
//     cc inspect.c -lm -o inspect $(pkg-config --cflags --libs bristle)
#include <bristle/inspect.h>
#include <math.h>
#include <stdio.h>

enum { ROWS = 8192 };

static int failed(const br_diag *why)
{
    return fprintf(stderr, "%s\n", why->text), 3;
}

int main(void)
{
    static double t[ROWS], x[ROWS], F[ROWS];
    for (int k = 0; k < ROWS; k++) { // two sines with Coulomb and viscous friction; an encoder of 1 um
        t[k] = k / 1024.0 + (k >= 5000 ? 0.25 : 0);
        double v = 0.14 * cos(7 * t[k]) + 0.23 * cos(23 * t[k]);
        x[k] = floor(1e3 * (20 * sin(7 * t[k]) + 10 * sin(23 * t[k]))) / 1e3;
        F[k] = fmax((v > 0 ? 5 : -5) + 20 * v, -9);
    }
    F[700] = NAN;
    x[3000] += 400;

    const char *heading[] = {"time [s]", "position [mm]", "force [N]"};
    const double *numbers[] = {t, x, F};
    br_table *log = NULL;
    br_inspect *check = NULL;
    br_diag why;
    if (br_table_lend(&log, "log", heading, numbers, 3, ROWS, NULL, &why) != BR_OK || // a file: br_table_open
        br_table_write(log, "log.csv", NULL, &why) != BR_OK ||
        br_table_set_signals(log, "t = time, x = position, F = force", &why) != BR_OK ||
        br_inspect_open(&check, log, NULL, &why) != BR_OK)
        return failed(&why);
    br_table_close(log);

    const br_inspect_time *time = br_inspect_time_of(check);
    printf("%lld rows, %.1f Hz, %.2f %% of the steps are uneven\n", br_inspect_rows_of(check)->rows, 1 / time->median,
           100 * time->uneven);
    for (int c = 0; c < br_inspect_columns(check); c++) {
        const br_inspect_column *is = br_inspect_column_of(check, c);
        printf("  %s from %.4g to %.4g %s, resolution %.3g\n", br_inspect_name(check, c), is->least, is->most,
               br_inspect_unit(check, c), is->step);
    }
    const br_inspect_motion *motion = br_inspect_motion_of(check);
    printf("%lld reversals, 95 %% of the speeds are below %.3f m/s\n", motion->reversals, motion->fast);
    for (int i = 0; br_inspect_warning(check, i); i++)
        printf("warning: %s\n", br_inspect_warning(check, i));
    static const char *const answer[] = {"no", "partly", "yes"};
    const br_inspect_verdict *verdict;
    for (int i = 0; (verdict = br_inspect_verdict_at(check, i)) != NULL; i++)
        printf("%-6s %s: %s\n", answer[verdict->identifiable], verdict->what, verdict->parameters);
    br_inspect_close(check);
    return 0;
}
