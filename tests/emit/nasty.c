// nasty.c - feeds a package every nasty number in each of its inputs, and looks at every answer after every sample.
//
// Compiled by test_nasty_inputs.sh with the header of the package; -DOBSERVER, -DELASTO or -DCOMPENSATOR say what it is,
// -DHAS_PARAMETERS and -DHAS_VALUES what it has.
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
#ifdef HAS_VALUES
    for (int i = 0; i < AXIS_STATES; i++)
        look("value", i, axis_value(&o, i), 0);
#endif
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

// Every number that may be changed between samples, x, is every nasty one for some samples whose inputs are as large as they may be.
static void change(axis_real *x, int *k)
{
    for (int i = 0; i < NASTY; i++) {
        axis_real was = *x;
        *x = (axis_real)nasty[i];
        for (int n = 0; n < 4; n++)
            sample((*k)++, -1, 0);
        for (int at = 0; at < AXIS_INPUTS + AXIS_MEASURED; at++)
            sample((*k)++, at, at % 2 ? 1e9 : -1e9);
        *x = was;
        for (int n = 0; n < 4; n++)
            sample((*k)++, -1, 0);
    }
}

static void change_all(int *k)
{
#ifndef ELASTO
#ifdef HAS_PARAMETERS
    for (int i = 0; i < AXIS_PARAMETERS; i++)
        change(&axis_parameters(&o)[i], k);
#endif
#ifdef COMPENSATOR
    for (int i = 0; axis_setting(&o, i) != axis_setting(&o, -1); i++) // that is one that nothing reads
        change(axis_setting(&o, i), k);
#else
    for (int i = 0; i < AXIS_NUMBERS; i++) {
        change(&axis_process_noise(&o)[i], k);
        change(&axis_largest_sd(&o)[i], k);
    }
    for (int i = 0; i < AXIS_MEASURED; i++)
        change(axis_sensor_noise(&o, i), k);
#endif
#else
    axis_real p[7] = {0};
    for (int i = 0; i < NASTY; i++) {
        p[i % 7] = (axis_real)nasty[i];
        (void)axis_parameters(&o, p);
        sample((*k)++, -1, 0);
    }
#endif
}

#ifdef COMPENSATOR
// A motion that is asked for beyond 1e9 is refused, counted, and the last one is held; a position beyond it is missing.
static void range(void)
{
    axis_real u[AXIS_INPUTS] = {0}, y[AXIS_MEASURED] = {0};
    for (int i = 0; i < AXIS_INPUTS + AXIS_MEASURED; i++) {
        int count = i < AXIS_INPUTS ? AXIS_C_refused : AXIS_C_missing;
        axis_reset(&o);
        (void)axis_step(&o, u, y);
        unsigned long before = axis_count(&o, count);
        axis_real was = axis_command(&o), *at = i < AXIS_INPUTS ? &u[i] : &y[i - AXIS_INPUTS];
        *at = (axis_real)1.01e9;
        (void)axis_step(&o, u, y);
        *at = 0;
        if (axis_count(&o, count) != before + 1 || fabs((double)(axis_command(&o) - was)) > 1) {
            printf("%d beyond 1e9: %lu counted, command %g\n", i, axis_count(&o, count) - before,
                   (double)axis_command(&o));
            wrong++;
        }
    }
}
#endif

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
    change_all(&k);
#ifdef COMPENSATOR
    range();
#endif
    printf("%d answers, %d are not finite\n", looks, wrong);
    return wrong > 0;
}
