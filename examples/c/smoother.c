// smoother.c - what happened in a contact: its deflection at every row of a log, and its stiffness, from the whole log.
//
//     cc smoother.c -o smoother $(pkg-config --cflags --libs bristle) -lm
#include <bristle/simulate.h>
#include <bristle/smoother.h>
#include <math.h>
#include <stdio.h>

// The contact has LuGre friction; what is known of it is 40 % and 20 % off.
static const char contact[] = "sigma0 = 8e4 N/m, sigma1 = 300 N*s/m, FC = 1.2 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m";
static const char known[] = "sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m";

// A law with these parameters, or NULL.
static br_law *lugre(const char *values, br_diag *why)
{
    br_law *law;
    if (br_law_open(&law, "lugre", NULL, why) != BR_OK)
        return NULL;
    if (br_law_set(law, values, why) == BR_OK)
        return law;
    br_law_close(law);
    return NULL;
}

int main(void)
{
    br_law *is, *model;
    br_simulation *run;
    br_simulation_options how;
    br_smoothing *s;
    br_smoothing_options with;
    br_table *log, *found;
    br_diag why;
    double sd;
    (void)br_simulation_defaults(&how, sizeof how);
    how.input = "v = 2*sin(2*pi*t) mm/s";
    how.until = 2;
    how.step = 1.0 / 512;
    how.method = "rk4"; // velocities are held from row to row
    how.sensors = "F = noise(0.02) N";
    (void)br_smoothing_defaults(&with, sizeof with);
    with.signals = "t = t, v = v, F = F";
    with.between = "held";
    with.estimate = "sigma0, FC";
    with.noise = "F = 0.02 N, z = 1e-9 m";
    with.prior = "z = 1e-6 m, sigma0 = 50 %, FC = 30 %";
    if (!(is = lugre(contact, &why)) || !(model = lugre(known, &why)) ||
        br_simulation_open(&run, is, &how, &why) != BR_OK || br_simulation_run(run, NULL, NULL, &why) != BR_OK ||
        br_simulation_table(run, &log, &why) != BR_OK || br_table_write(log, "contact.csv", NULL, &why) != BR_OK ||
        br_smoothing_open(&s, model, &with, &why) != BR_OK || br_smoothing_log(s, log, NULL, NULL, &why) != BR_OK ||
        br_smoothing_table(s, &found, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;

    const double *z = br_simulation_values(run, br_simulation_index(run, "z")),
                 *est = br_table_values(found, br_table_index(found, "z", NULL)),
                 *off = br_table_values(found, br_table_index(found, "z_sd", NULL));
    if (!z || !est || !off)
        return fprintf(stderr, "no such column\n"), 2;
    printf("  t in s   z in um  estimate        sd\n");
    for (size_t k = 0; k < br_table_rows(found); k += 256)
        printf("%8.2f %9.3f %9.3f %9.3f\n", (double)k / 512, 1e6 * z[k], 1e6 * est[k], 1e6 * off[k]);
    double sigma0 = br_smoothing_value(s, "sigma0", &sd);
    printf("sigma0 = %.17g +- %.17g N/m\n", sigma0, sd);
    printf("cost %.0f of %.0f measurements\n%s%s", br_smoothing_result(s, BR_SMOOTHING_COST),
           br_smoothing_result(s, BR_SMOOTHING_MEASUREMENTS), br_smoothing_failures(s), br_smoothing_warnings(s));
    br_table_close(found);
    br_smoothing_close(s);
    br_table_close(log);
    br_simulation_close(run);
    br_law_close(model);
    br_law_close(is);
    return 0;
}
