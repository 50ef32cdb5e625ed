// nasty.c - feeds a package every nasty number in each of its inputs, and looks at every answer after every sample.
//
// Compiled by test_nasty_inputs.sh with the header of the package; -DOBSERVER, -DELASTO or -DCOMPENSATOR say what it is.
#include "axis.h"
#include <float.h>
#include <math.h>
#include <stdio.h>

static const double nasty[] = {(double)NAN, (double)INFINITY,
                               4.9e-324,    1e-310,
                               1e-40,       1e10,
                               1e37,        3.4e38,
                               1e100,       1e152,
                               1e153,       1e154,
                               1e155,       1e200,
                               1e250,       1e300,
                               1.7e308};
enum { NASTY = sizeof nasty / sizeof *nasty };
static axis o;
static int wrong, looks;

static void look(const char *what, int i, axis_real x, int least)
{
    looks++;
    if (isfinite(x) && (!least || x >= 0))
        return;
    if (wrong++ < 10)
        printf("%s %d is %g\n", what, i, (double)x);
}

static void look_at_all(void)
{
#ifdef OBSERVER
    for (int i = 0; i < AXIS_NUMBERS; i++) {
        look("value", i, axis_value(&o, i), 0);
        look("sd", i, axis_sd(&o, i), 1);
    }
    for (int i = 0; i < AXIS_OUTPUTS; i++) {
        axis_real sd = 0;
        look("output", i, axis_output(&o, i, &sd), 0);
        look("sd of output", i, sd, 1);
    }
#elif defined(ELASTO)
    look("force", 0, axis_force(&o), 0);
    look("deflection", 0, axis_deflection(&o), 0);
#else
    look("command", 0, axis_command(&o), 0);
    look("feedback", 0, axis_feedback(&o), 0);
    look("friction", 0, axis_friction(&o), 0);
    look("trust", 0, axis_trust(&o), 1);
#endif
}

static void sample(int k, int at, double bad)
{
    axis_real u[AXIS_INPUTS + 1] = {0}, y[AXIS_MEASURED + 1] = {0};
    for (int i = 0; i < AXIS_INPUTS; i++)
        u[i] = (axis_real)(2e-3 * sin(0.02 * k + i));
    for (int i = 0; i < AXIS_MEASURED; i++)
        y[i] = (axis_real)(8 * sin(0.02 * k - 0.1));
    if (at >= 0 && at < AXIS_INPUTS)
        u[at] = (axis_real)bad;
    else if (at >= AXIS_INPUTS)
        y[at - AXIS_INPUTS] = (axis_real)bad;
    (void)axis_step(&o, u, y);
    look_at_all();
}

int main(void)
{
    int k = 0;
    if (axis_init(&o) != 0)
        return 1;
    look_at_all();
    for (int at = 0; at < AXIS_INPUTS + AXIS_MEASURED; at++)
        for (int i = 0; i < NASTY; i++)
            for (int sign = -1; sign <= 1; sign += 2)
                for (int row = 1; row <= 30; row += 29) { // one, and a row of them
                    for (int n = 0; n < row; n++)
                        sample(k++, at, sign * nasty[i]);
                    for (int n = 0; n < 5; n++)
                        sample(k++, -1, 0);
                }
    printf("%d answers, %d are not finite\n", looks, wrong);
    return wrong > 0;
}
