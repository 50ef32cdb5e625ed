// mechanism.c - a slider-crank with an unknown torque: the torque and the force in a pin, estimated from encoder and tachometer.
//
//     cc mechanism.c -o mechanism $(pkg-config --cflags --libs bristle) -lm
#include <bristle/mechanism.h>
#include <stdio.h>

#define CRANK                                                                                                          \
    "mechanism crank \"crank of 0.05 m, rod of 0.3 m, a slider on a rough track\"\n"                                   \
    "version 1\n"                                                                                                      \
    "planar\n"                                                                                                         \
    "body  crank  mass = 1.6 kg, cog = 0.0115, 0 m, inertia = 0.0042 kg*m^2\n"                                         \
    "body  rod    mass = 0.25 kg, cog = 0.2, 0 m, inertia = 0.012 kg*m^2\n"                                            \
    "body  slider mass = 0.56 kg, cog = 0.35, 0 m\n"                                                                   \
    "joint A  revolute crank ground at = 0, 0 m\n"                                                                     \
    "joint B  revolute rod crank at = 0.05, 0 m\n"                                                                     \
    "joint C  revolute slider rod at = 0.35, 0 m\n"                                                                    \
    "joint S  prismatic slider ground at = 0.35, 0 m, axis = 1, 0\n"                                                   \
    "friction f S makkar \"gamma1=0 N,gamma2=90 s/m,gamma3=9 s/m,gamma4=2 N,gamma5=200 s/m,sigma2=1 N*s/m\"\n"         \
    "sensor encoder angle A sd = 0.5 mrad\n"                                                                           \
    "sensor speed speed A sd = 0.05 rad/s\n"                                                                           \
    "virtual pin reaction C axis = 1, 0\n"
static const char truth[] = CRANK "drive torque A = 0.3 + 0.2*sin(8*t) N*m\n"; // what drives it
static const char model[] = CRANK "unknown torque A\n";                        // and what is known of that

// A log of 1 s with the noise of its sensors.
static br_status move_crank(br_mechanism_motion **r, br_diag *why)
{
    br_mechanism *m;
    br_mechanism_motion_options o;
    (void)br_mechanism_motion_defaults(&o, sizeof o);
    o.until = 1;
    o.sensor_noise = 1;
    br_status status = br_mechanism_parse(&m, "truth", truth, sizeof truth - 1, why);
    if (status != BR_OK)
        return status;
    status = br_mechanism_motion_open(r, m, &o, why);
    br_mechanism_close(m);
    return status == BR_OK ? br_mechanism_motion_run(*r, NULL, NULL, why) : status;
}

int main(void)
{
    br_mechanism *m;
    br_mechanism_motion *r;
    br_mechanism_observer *o;
    br_mechanism_observer_options with;
    br_table *log, *found;
    br_diag why;
    double sd;
    (void)br_mechanism_observer_defaults(&with, sizeof with);
    with.signals = "t = t, encoder = encoder, speed = speed, torque = torque"; // the last is compared only
    with.unknown = "torque = 2 N*m";                                           // what it may gain in a second
    if (move_crank(&r, &why) != BR_OK || br_mechanism_motion_table(r, &log, &why) != BR_OK ||
        br_mechanism_parse(&m, "model", model, sizeof model - 1, &why) != BR_OK ||
        br_mechanism_observer_open(&o, m, &with, &why) != BR_OK ||
        br_mechanism_observer_log(o, log, NULL, NULL, &why) != BR_OK ||
        br_mechanism_observer_table(o, &found, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    printf("%s", br_mechanism_check(m));
    printf("%.3g J of the log unaccounted for\n", br_mechanism_motion_value(r, BR_MECHANISM_MOTION_UNACCOUNTED));

    const double *is = br_table_values(log, br_table_index(log, "torque", NULL)),
                 *torque = br_table_values(found, br_table_index(found, "torque_est", NULL)),
                 *off = br_table_values(found, br_table_index(found, "torque_sd", NULL));
    printf("  t in s  torque in N*m  estimate        sd\n");
    for (size_t k = 100; k < br_table_rows(found); k += 300)
        printf("%8.1f %14.3f %9.3f %9.3f\n", 1e-3 * (double)k, is[k], torque[k], off[k]);
    double pin = br_mechanism_observer_value(o, "pin", &sd);
    printf("pin = %.17g +- %.17g N in the end\n", pin, sd);
    printf("NIS %.3f\n%s%s", br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_NIS),
           br_mechanism_observer_failures(o), br_mechanism_observer_warnings(o));
    br_table_close(found);
    br_table_close(log);
    br_mechanism_observer_close(o);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
    return 0;
}
