// estimation.c - is the noise of an observer right, and what can a log say of each parameter? With a filter and a moving horizon.
//
//     cc estimation.c -o estimation $(pkg-config --cflags --libs bristle) -lm
#include <bristle/estimation.h>
#include <bristle/simulate.h>
#include <stdio.h>

// The contact has LuGre friction; what is known of it is 40 % and 20 % off.
static const char contact[] = "sigma0 = 8e4 N/m, sigma1 = 300 N*s/m, FC = 1.2 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m";
static const char known[] = "sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m";

static br_law *lugre(const char *values, br_diag *why)
{
    br_law *law = NULL;
    if (br_law_open(&law, "lugre", NULL, why) != BR_OK || br_law_set(law, values, why) == BR_OK)
        return law;
    br_law_close(law);
    return NULL;
}

// A log of two seconds, its force with noise of 20 mN, in contact2.csv.
static br_status write_log(br_diag *why)
{
    br_simulation_options how;
    br_simulation *run = NULL;
    br_table *log = NULL;
    br_law *law = lugre(contact, why);
    (void)br_simulation_defaults(&how, sizeof how);
    how.input = "v = 2*sin(2*pi*t) mm/s";
    how.until = 2, how.step = 1.0 / 512;
    how.method = "rk4"; // velocities are held from row to row
    how.sensors = "F = noise(0.02) N";
    br_status status = law ? br_simulation_open(&run, law, &how, why) : BR_BAD_LAW;
    if (status == BR_OK)
        status = br_simulation_run(run, NULL, NULL, why);
    if (status == BR_OK)
        status = br_simulation_table(run, &log, why);
    if (status == BR_OK)
        status = br_table_write(log, "contact2.csv", NULL, why);
    br_table_close(log);
    br_simulation_close(run);
    br_law_close(law);
    return status;
}

static br_status estimate(const br_law *law, br_estimation_kind kind, const char *noise, br_diag *why)
{
    br_estimation *e = NULL;
    br_table *log = NULL;
    br_estimation_options with;
    br_estimation_number n = {.size = sizeof n};
    br_estimation_measured m = {.size = sizeof m};
    (void)br_estimation_defaults(&with, sizeof with);
    with.kind = kind, with.noise = noise, with.intervals = 10; // of the horizon
    with.signals = "t = t, v = v, F = F", with.between = "held";
    with.estimate = "sigma0, FC", with.prior = "z = 1e-6 m, sigma0 = 50 %, FC = 30 %";
    br_status status = br_estimation_open(&e, law, &with, why);
    if (status == BR_OK && (status = br_table_open(&log, "contact2.csv", NULL, why)) == BR_OK)
        status = br_estimation_log(e, log, NULL, NULL, why);
    for (int i = 0; i < br_estimation_numbers(e) && br_estimation_number_at(e, i, &n) == BR_OK; i++)
        printf("%s = %.17g +- %.17g %s, %.1f %% of the prior left\n", n.name, n.value, n.sd, n.unit, 100 * n.left);
    for (int i = 0; i < br_estimation_measurements(e) && br_estimation_measured_at(e, i, &m) == BR_OK; i++)
        printf("%s: %.4g %s of noise, NIS %.2f, %.0f %% inside 95 %%\n%s%s\n", m.name, m.noise, m.unit, m.nis,
               100 * m.inside, br_estimation_failures(e), br_estimation_warnings(e));
    br_table_close(log);
    br_estimation_close(e);
    return status;
}

int main(void)
{
    br_diag why;
    br_law *law = lugre(known, &why);
    int good = law && write_log(&why) == BR_OK &&
               estimate(law, BR_ESTIMATION_EKF, "F = 60 mN, z = 1e-9 m", &why) == BR_OK && // three times the truth
               estimate(law, BR_ESTIMATION_EKF, "F = 20 mN, z = 1e-9 m", &why) == BR_OK &&
               estimate(law, BR_ESTIMATION_HORIZON, "F = 20 mN, z = 1e-9 m", &why) == BR_OK;
    br_law_close(law);
    return good ? 0 : (fprintf(stderr, "%s\n", why.text), 2);
}
