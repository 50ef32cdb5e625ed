// excite.c - how to move a stage of 2 kg so that its log tells most about friction: an optimal motion of 3 s, beside standard ones.
//
//     cc excite.c -o excite $(pkg-config --cflags --libs bristle) -lm
#include <bristle/excite.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    br_law *law;
    br_excitation *x;
    br_excitation_options o;
    br_table *rows;
    br_diag why;
    if (br_law_open(&law, "lugre", "table-I", &why) != BR_OK) // a guess of its friction
        return fprintf(stderr, "%s\n", why.text), 4;
    br_excitation_defaults(&o, sizeof o, "optimal");
    o.limit_x = 0.05; // m, m/s^2, N: what the stage can do
    o.limit_a = 2;
    o.limit_F = 20;
    o.mass = 2;
    o.noise = 0.02;
    o.wanted = "sigma0, FC, FS, vs";
    o.duration = 3;
    o.step = 5e-3;
    o.budget = 400;
    if (br_excitation_open(&x, law, &o, &why) != BR_OK || br_excitation_run(x, NULL, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    br_law_close(law); // the excitation has its own

    printf("expected standard deviations, in SI\n%-10s", "");
    for (int i = 0; i < br_excitation_parameters(x); i++)
        printf(" %9s", br_excitation_parameter(x, i));
    printf("\n");
    for (int m = 0; m < br_excitation_motions(x); m++) {
        printf("%-10s", br_excitation_motion(x, m));
        for (int i = 0; i < br_excitation_parameters(x); i++)
            printf(" %9.3g", br_excitation_sd(x, m, i));
        printf("%s\n", m == br_excitation_best(x) ? "   taken" : "");
    }
    static const char *const limits[] = {"x", "v", "a", "F"};
    for (int i = 0; i < 4; i++) {
        double most, reached = br_excitation_reached(x, limits[i], &most);
        printf("%s: %.4g", limits[i], reached);
        printf(isfinite(most) ? " of %.4g\n" : ", no limit\n", most);
    }
    printf("%s", br_excitation_notes(x));
    printf("mean standard deviation %.17g\n", br_excitation_size(x, br_excitation_best(x), 0));

    if (br_excitation_table(x, &rows, &why) != BR_OK || br_table_write(rows, "motion.csv", NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 6;
    br_table_close(rows);
    br_excitation_close(x);
    return 0;
}
