// simulate.c - stick-slip: a mass that a spring pulls over a rough plane, with LuGre friction; when it slips, and how hard friction holds it.
//
//     cc simulate.c -o simulate $(pkg-config --cflags --libs bristle) -lm
#include <bristle/simulate.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    br_law *law;
    br_simulation *s;
    br_simulation_options o;
    br_diag why;
    if (br_law_open(&law, "stick-slip", "fig-6", &why) != BR_OK || br_simulation_defaults(&o, sizeof o) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    o.until = 20;
    o.step = 10e-3;
    if (br_simulation_open(&s, law, &o, &why) != BR_OK || br_simulation_run(s, NULL, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    br_law_close(law); // the simulation has its own

    size_t rows = br_simulation_rows(s);
    const double *t = br_simulation_values(s, 0), *x = br_simulation_values(s, br_simulation_index(s, "x")),
                 *v = br_simulation_values(s, br_simulation_index(s, "v")),
                 *F = br_simulation_values(s, br_simulation_index(s, "F"));
    if (!x || !v || !F)
        return fprintf(stderr, "no such column\n"), 2;
    printf("   t in s    x in m   v in m/s    F in N\n");
    for (size_t k = 0; k < rows; k += 200)
        printf("%9.2f %9.4f %10.5f %9.4f\n", t[k], x[k], v[k], F[k]);

    int slips = 0;
    double most = 0;
    for (size_t k = 1; k < rows; k++) {
        slips += v[k] > 0.05 && v[k - 1] <= 0.05;
        most = fabs(F[k]) > most ? fabs(F[k]) : most;
    }
    printf("%d slips, friction up to %.3f N; %llu steps, %llu kinks located\n", slips, most,
           br_simulation_count(s, BR_SIMULATION_STEPS), br_simulation_count(s, BR_SIMULATION_KINKS));

    br_simulation_close(s);
    return 0;
}
