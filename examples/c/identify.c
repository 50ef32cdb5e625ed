// identify.c - friction and mass of an axis from its log: parameters with intervals, a test log, and what speaks against them.
//
//     cc identify.c -o identify $(pkg-config --cflags --libs bristle) -lm
#include <bristle/identify.h>
#include <bristle/simulate.h>
#include <stdio.h>
#include <string.h>

// The machine: 2 kg with LuGre friction, an encoder with noise of 0.1 um, a force sensor with noise of 20 mN.
static const char axis[] =
    "m = 2 kg, friction = lugre, fr.sigma0 = 1e5 N/m, fr.sigma1 = 300 N*s/m, fr.sigma2 = 8 N*s/m, fr.FC = 3 N, "
    "fr.FS = 4 N, fr.vs = 1 cm/s, fr.z = 0 m, x = 0 m, v = 0 m/s";

// A log of some seconds at 1 kHz, in memory; it is also written, for the tool.
static br_simulation *measure(const char *force, double seconds, unsigned long long seed, const char *path,
                              br_table **log, br_diag *why)
{
    br_law *plant;
    br_simulation *s = NULL;
    br_simulation_options o;
    if (br_law_open(&plant, "mass", NULL, why) != BR_OK)
        return NULL;
    (void)br_simulation_defaults(&o, sizeof o);
    o.input = force;
    o.until = seconds;
    o.step = 1e-3;
    o.sensors = "x = noise(1e-7) m, u = noise(0.02) N";
    o.seed = seed;
    int done = br_law_set(plant, axis, why) == BR_OK && br_simulation_open(&s, plant, &o, why) == BR_OK &&
               br_simulation_run(s, NULL, NULL, why) == BR_OK && br_simulation_table(s, log, why) == BR_OK &&
               br_table_write(*log, path, NULL, why) == BR_OK;
    br_law_close(plant);
    return done ? s : NULL;
}

int main(void)
{
    br_table *log = NULL, *test = NULL;
    br_law *law, *fitted = NULL;
    br_identification *id;
    br_identification_options o;
    br_diag why;
    br_simulation *rows = measure("u = 6*sin(2*pi*0.7*t) + 5*sin(2*pi*1.9*t) N", 4, 1, "drive.csv", &log, &why);
    br_simulation *more = rows ? measure("u = 9*sin(2*pi*t) N", 2, 2, "check.csv", &test, &why) : NULL;
    if (!more || br_law_open(&law, "lugre", NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 3;
    (void)br_identification_defaults(&o, sizeof o);
    o.signals = "t = t, x = x, u = u"; // neither v nor a is measured, nor is friction
    o.profile = "FC";
    if (br_identification_open(&id, law, &o, &why) != BR_OK ||
        br_identification_add(id, log, BR_LOG_FITTED, &why) != BR_OK ||
        br_identification_add(id, test, BR_LOG_TEST, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    br_status found = br_identification_run(id, NULL, NULL, &why);
    printf("%s\n", found == BR_OK ? "all parameters are identifiable" : why.text);

    br_identification_parameter p = {.size = sizeof p};
    for (int i = 0; br_identification_parameter_at(id, i, &p) == BR_OK; i++) {
        printf("%-8s %.17g +- %.3g %s%s", p.name, p.value, p.sd_autocorrelated, p.unit,
               p.trusted ? "" : ", not trusted");
        if (p.low == p.low) // not NaN: a profile was asked for
            printf(", from %.17g to %.17g", p.low, p.high);
        printf("\n");
    }
    br_identification_result r = {.size = sizeof r};
    if (br_identification_result_of(id, &r) == BR_OK)
        printf("error of the test log %.2f %%, without friction %.0f %%; its motion simulated: %.2f %% off\n",
               100 * r.hold_out.error, 100 * r.no_friction, 100 * r.hold_out.simulation_error);
    for (const char *w = br_identification_warnings(id); *w; w += strcspn(w, "\n") + 1)
        printf("warning: %.*s\n", (int)strcspn(w, "\n"), w);
    if (br_identification_law(id, &fitted, &why) == BR_OK) // for an observer or a simulation
        printf("FC of the law is %.17g N now\n", br_law_value(fitted, "FC"));
    br_law_close(fitted);
    br_identification_close(id);
    br_law_close(law);
    br_table_close(log), br_table_close(test);
    br_simulation_close(rows), br_simulation_close(more);
    return 0;
}
