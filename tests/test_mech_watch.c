// test_mech_watch.c - logs of mechanisms as they come: drives that were held, gaps, outliers, and what the scheme takes.
#include "num/fp.h"

#include <math.h>

#include "mech/watch.h"
#include "mech_kit.h"
#include "num/random.h"

#define MASS                                                                                                           \
    "mechanism mass\nplanar\nbody block mass = 2 kg, cog = 0, 0 m\njoint A prismatic block ground at = 0, 0 m, axis "  \
    "= 1, 0\n"                                                                                                         \
    "sensor x displacement A sd = 1 mm\nsensor a accelerometer block at = 0, 0 m, axis = 1, 0, sd = 1 m/s^2\n"

static void run(const br_watch *w, br_record *to, br_watch_result *r)
{
    br_diag why = {0};
    memset(to, 0, sizeof *to);
    if (br_watch_run(w, to, r, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static const double *column(const br_record *r, const char *name)
{
    int c = br_record_find(r, name);
    if (c < 0)
        fail_msg("no column %s", name);
    return r->column[c].v;
}

static br_watch watch_of(const char *text, long long rows, const double *t, const double *x)
{
    return (br_watch){.text = text,
                      .size = strlen(text),
                      .origin = "test",
                      .rows = rows,
                      .t = t,
                      .signals = 1,
                      .sensor = {0},
                      .sd = {1e-3},
                      .y = {x}};
}

// ---------------------------------------------------------------- drives

// A force that is held changes the speed of a mass by h*u/m, of the row before; nothing is measured. Where it is missing it
// is the one before, and before all as the text has it.
static void a_logged_drive_is_held_until_the_next_row(void **state)
{
    (void)state;
    enum { ROWS = 50 };
    double t[ROWS], x[ROWS], u[ROWS], held[ROWS];
    br_random dice;
    br_random_init(&dice, 5, 0);
    for (int k = 0; k < ROWS; k++) {
        t[k] = k == 0 ? 0 : t[k - 1] + (k % 3 ? 0.01 : 0.02);
        x[k] = (double)NAN;
        u[k] = k < 2 || k % 7 == 5 ? (double)NAN : 3 * br_random_normal(&dice);
        held[k] = isfinite(u[k]) ? u[k] : k < 2 ? 4 : held[k - 1];
    }
    for (int smooth = 0; smooth < 2; smooth++) {
        br_watch w = watch_of(MASS "drive F A = 4 N\n", ROWS, t, x);
        br_record record;
        br_watch_result r;
        w.inputs = 1;
        w.u[0] = u;
        w.smooth = smooth;
        run(&w, &record, &r);
        double speed = 0, worst = 0;
        for (int k = 0; k < ROWS; k++) {
            worst = fmax(worst, fabs(column(&record, "A_speed_est")[k] - speed));
            worst = fmax(worst, fabs(column(&record, "a_est")[k] - held[k] / 2));
            speed += k + 1 < ROWS ? (t[k + 1] - t[k]) * held[k] / 2 : 0;
        }
        print_message("speeds and accelerations by a held force differ by %.2g\n", worst);
        assert_true(worst < 1e-12);
        br_record_close(&record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_logged_drive_is_held_until_the_next_row)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
