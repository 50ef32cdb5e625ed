// flow.c - 1000 axes in one batch: S-GMS friction over a reversal, and how stiffness changes the force of one of them.
//
//     cc flow.c -o flow $(pkg-config --cflags --libs bristle) -lm
#include <bristle/flow.h>
#include <math.h>
#include <stdio.h>

enum { AXES = 1000, STATES = 4, SLOPES = 64 };

int main(void)
{
    static double z[STATES * AXES], v[AXES], F[(STATES + 1) * AXES], slopes[SLOPES * AXES];
    br_law *law;
    br_flow *flow;
    br_flow_options o;
    br_diag why;
    if (br_law_open(&law, "sgms", "table-4.1", &why) != BR_OK || br_flow_defaults(&o, sizeof o) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    o.points = AXES;
    o.sensitivities = 1;
    if (br_flow_open(&flow, law, &o, &why) != BR_OK || br_flow_slopes(flow) > SLOPES)
        return fprintf(stderr, "%s\n", why.text), 2;

    const double dt = 1e-4;
    for (int k = 0; k < 5000; k++) { // 0.5 s; axis i swings with i micrometers
        for (int i = 0; i < AXES; i++)
            v[i] = 1e-6 * (i + 1) * 12.566370614359172 * cos(12.566370614359172 * k * dt);
        if (br_flow_step(flow, AXES, z, NULL, v, NULL, dt, z, NULL, slopes) != BR_OK) // z of element j at [j*AXES + i]
            return fprintf(stderr, "a state would not be finite\n"), 5;
    }
    if (br_law_rate(law, AXES, z, NULL, v, NULL, F) != BR_OK)
        return 5;
    printf("method %s, %d axes, %d steps of %g ms\n", br_flow_method(flow), AXES, 5000, 1e3 * dt);
    for (int i = 0; i < AXES; i = i ? 10 * i + 9 : 9) // amplitudes of 10, 100 and 1000 um
        printf("  amplitude %4d um: F = %8.4f N at %7.3f mm/s\n", i + 1, F[STATES * AXES + i], 1e3 * v[i]);

    static double by_p[STATES * 64];
    int kappa = br_law_index(law, BR_LAW_PARAMETERS, "kappa[1]"), parameters = br_law_count(law, BR_LAW_PARAMETERS);
    if (br_flow_matrix(flow, slopes, AXES, 9, BR_LAW_PARAMETERS, by_p) == BR_OK)
        printf("d z[1]/d kappa[1] of the axis with 10 um, over one step: %.3e m\n", by_p[0 * parameters + kappa]);
    br_flow_close(flow);
    br_law_close(law);
    return 0;
}
