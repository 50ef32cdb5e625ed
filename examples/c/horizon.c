// horizon.c - a moving horizon with bounds: two stiffnesses of S-GMS friction, which are not negative, from 0 on.
//
//     cc horizon.c -o horizon $(pkg-config --cflags --libs bristle) -lm
#include <bristle/flow.h>
#include <bristle/horizon.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    br_law *law;
    br_flow *flow;
    br_horizon *h;
    br_horizon_options with;
    br_diag why;
    if (br_law_open(&law, "sgms", "table-4.1", &why) != BR_OK || br_flow_open(&flow, law, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;

    if (br_horizon_defaults(&with, sizeof with) != BR_OK)
        return 2;
    with.rate = 1000;
    with.intervals = 10;
    with.estimate = "kappa[3] = 0, kappa[4] = 0"; // 142 and 158 N/mm are true
    with.bounds = "kappa[3] = 0..500 N/mm, kappa[4] = 0..500 N/mm";
    with.noise = "F = 0.1 N, z = 0.01 N, kappa[3] = 1 %, kappa[4] = 1 %";
    with.prior = "z = 1 N, kappa[3] = 100 %, kappa[4] = 100 %";
    if (br_horizon_open(&h, law, &with, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    int at[2] = {br_horizon_index(h, BR_HORIZON_NUMBERS, "kappa[3]"),
                 br_horizon_index(h, BR_HORIZON_NUMBERS, "kappa[4]")};

    double z[4] = {0, 0, 0, 0}, out[5], sd;
    printf("  t in s   kappa[3] in N/mm   kappa[4] in N/mm        F in N      objective      KKT\n");
    for (int k = 0; k <= 1000; k++) {
        double v = 2e-3 * sin(12.566370614359172 * 1e-3 * k);
        if (br_law_rate(law, 1, z, NULL, &v, NULL, out) != BR_OK)
            return 5;
        double F = out[4] + 0.1 * sin(1.9 * k) * cos(0.7 * k); // an error of 0.05 N
        if (br_horizon_step(h, &v, &F) != BR_OK)
            return fprintf(stderr, "sample %d: not finite\n", k), 5;
        if (k % 200 == 0) {
            double force = br_horizon_output(h, 0, &sd);
            printf("%8.1f", 1e-3 * k);
            for (int i = 0; i < 2; i++)
                printf("  %8.1f +- %5.1f", 1e-3 * br_horizon_value(h, at[i]), 1e-3 * br_horizon_sd(h, at[i]));
            printf("  %7.3f +- %.3f %10.4f %12.1e\n", force, sd, br_horizon_objective(h), br_horizon_kkt(h));
        }
        while (!br_horizon_slice(h)) { // the work for the next sample, part by part, as time allows
        }
        if (br_flow_step(flow, 1, z, NULL, &v, NULL, 1e-3, z, NULL, NULL) != BR_OK)
            return 5;
    }
    printf("%d nodes, the work of a sample in at most %d slices, %lu samples late\n", br_horizon_nodes(h),
           br_horizon_slices(h), br_horizon_count(h, BR_HORIZON_LATE));
    br_horizon_close(h);
    br_flow_close(flow);
    br_law_close(law);
    return 0;
}
