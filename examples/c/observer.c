// observer.c - an extended Kalman filter finds the stiffness and the Coulomb force of an axis, sample by sample.
//
//     cc observer.c -o observer $(pkg-config --cflags --libs bristle) -lm
#include <bristle/flow.h>
#include <bristle/observer.h>
#include <math.h>
#include <stdio.h>

// The axis: LuGre friction with these values, its force measured with an error of 0.01 N.
static const char truth[] =
    "sigma0 = 8e4 N/m, sigma1 = 300 N*s/m, sigma2 = 0.4 N*s/m, FC = 1.2 N, FS = 1.6 N, vs = 1 mm/s";
static const char guess[] =
    "sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, sigma2 = 0.4 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s";

static double noise(void)
{
    static unsigned long long state = 1;
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        sum += (double)(state >> 11) / 9007199254740992.0;
    }
    return 0.01 * (sum - 6);
}

int main(void)
{
    br_law *axis, *model;
    br_flow *flow;
    br_observer *o;
    br_observer_options with;
    br_diag why;
    if (br_law_open(&axis, "lugre", NULL, &why) != BR_OK || br_law_set(axis, truth, &why) != BR_OK ||
        br_law_open(&model, "lugre", NULL, &why) != BR_OK || br_law_set(model, guess, &why) != BR_OK ||
        br_flow_open(&flow, axis, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;

    if (br_observer_defaults(&with, sizeof with) != BR_OK)
        return 2;
    with.rate = 1000;
    with.estimate = "sigma0, FC";
    with.noise = "F = 0.01 N, z = 1e-9 m, sigma0 = 0.1 %, FC = 0.02 %";
    with.prior = "z = 1e-6 m, sigma0 = 50 %, FC = 30 %";
    if (br_observer_open(&o, model, &with, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    int sigma0 = br_observer_index(o, BR_OBSERVER_NUMBERS, "sigma0"),
        FC = br_observer_index(o, BR_OBSERVER_NUMBERS, "FC");

    printf("   t in s        sigma0 in N/m              FC in N            F in N\n");
    double z = 0, out[2], sd;
    for (int k = 0; k <= 4000; k++) {
        double v = 2e-3 * sin(6.283185307179586 * 1e-3 * k), F;
        if (br_law_rate(axis, 1, &z, NULL, &v, NULL, out) != BR_OK)
            return 5;
        F = out[1] + noise();
        if (br_observer_step(o, &v, &F) != BR_OK) // no allocation, bounded time
            return fprintf(stderr, "sample %d: not finite\n", k), 5;
        if (k % 500 == 0) {
            double force = br_observer_output(o, 0, &sd);
            printf("%8.1f %12.0f +- %6.0f %12.4f +- %.4f %10.4f +- %.4f\n", 1e-3 * k, br_observer_value(o, sigma0),
                   br_observer_sd(o, sigma0), br_observer_value(o, FC), br_observer_sd(o, FC), force, sd);
        }
        if (br_flow_step(flow, 1, &z, NULL, &v, NULL, 1e-3, &z, NULL, NULL) != BR_OK)
            return 5;
    }
    printf("normalised innovations %.2f (1 where model and noise are right), %lu measurements rejected\n",
           br_observer_nis(o), br_observer_count(o, BR_OBSERVER_REJECTED));
    br_observer_close(o);
    br_flow_close(flow);
    br_law_close(axis);
    br_law_close(model);
    return 0;
}
