// observer.c - an extended Kalman filter on a log: stiffness and Coulomb force of an axis, sample by sample.
//
//     cc observer.c -o observer $(pkg-config --cflags --libs bristle) -lm
#include <bristle/observer.h>
#include <bristle/simulate.h>
#include <stdio.h>

// The axis has LuGre friction; what is known of it is 40 % and 20 % off.
static const char axis[] = "sigma0 = 8e4 N/m, sigma1 = 300 N*s/m, FC = 1.2 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m";
static const char known[] = "sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m";

// A log of 4 s at 1024 Hz, whose force has an error of 0.01 N.
static br_status write_log(const char *path, br_diag *why)
{
    br_law *law;
    br_simulation *s = NULL;
    br_table *table = NULL;
    br_simulation_options o;
    br_status status = br_law_open(&law, "lugre", NULL, why);
    if (status != BR_OK)
        return status;
    (void)br_simulation_defaults(&o, sizeof o);
    o.input = "v = 2*sin(2*pi*t) mm/s";
    o.until = 4;
    o.step = 1.0 / 1024;
    o.method = "rk4"; // velocities are held from sample to sample, as a controller has them
    o.sensors = "F = noise(0.01) N";
    if ((status = br_law_set(law, axis, why)) == BR_OK && (status = br_simulation_open(&s, law, &o, why)) == BR_OK &&
        (status = br_simulation_run(s, NULL, NULL, why)) == BR_OK &&
        (status = br_simulation_table(s, &table, why)) == BR_OK)
        status = br_table_write(table, path, NULL, why);
    br_table_close(table);
    br_simulation_close(s);
    br_law_close(law);
    return status;
}

int main(void)
{
    br_table *log;
    br_law *law;
    br_observer *o;
    br_observer_options with;
    br_diag why;
    if (write_log("stage.csv", &why) != BR_OK || br_table_open(&log, "stage.csv", NULL, &why) != BR_OK ||
        br_table_load(log, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 3;
    if (br_law_open(&law, "lugre", NULL, &why) != BR_OK || br_law_set(law, known, &why) != BR_OK ||
        br_observer_defaults(&with, sizeof with) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    with.rate = 1024;
    with.estimate = "sigma0, FC";
    with.noise = "F = 0.01 N, z = 1e-9 m, sigma0 = 0.1 %, FC = 0.02 %";
    with.prior = with.most = "z = 1e-6 m, sigma0 = 50 %, FC = 30 %";
    if (br_observer_open(&o, law, &with, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;

    const double *v = br_table_values(log, br_table_index(log, "v", NULL)),
                 *F = br_table_values(log, br_table_index(log, "F", NULL));
    int sigma0 = br_observer_index(o, BR_OBSERVER_NUMBERS, "sigma0"),
        FC = br_observer_index(o, BR_OBSERVER_NUMBERS, "FC");
    printf("   t in s        sigma0 in N/m              FC in N            F in N\n");
    for (size_t k = 0; k < br_table_rows(log); k++) {
        if (br_observer_step(o, &v[k], &F[k]) != BR_OK) // no allocation, bounded time
            return fprintf(stderr, "row %zu: not finite\n", k + 1), 5;
        double sd, force = br_observer_output(o, 0, &sd);
        if (k % 512 == 0)
            printf("%8.1f %12.0f +- %6.0f %12.4f +- %.4f %10.4f +- %.4f\n", (double)k / 1024,
                   br_observer_value(o, sigma0), br_observer_sd(o, sigma0), br_observer_value(o, FC),
                   br_observer_sd(o, FC), force, sd);
    }
    printf("sigma0 = %.17g +- %.17g N/m in the end\n", br_observer_value(o, sigma0), br_observer_sd(o, sigma0));
    printf("normalised innovations %.2f (1 where model and noise are right), %lu measurements rejected\n",
           br_observer_nis(o), br_observer_count(o, BR_OBSERVER_REJECTED));
    br_observer_close(o);
    br_law_close(law);
    br_table_close(log);
    return 0;
}
