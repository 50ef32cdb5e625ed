// emit.c - from a program to the controller: an EKF is tried on samples, then goes out as C that stands alone.
//
//     cc emit.c -o emit $(pkg-config --cflags --libs bristle) -lm
#include <bristle/emit.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    br_law *law;
    br_observer *o;
    br_emit *made;
    br_observer_options with;
    br_emit_options as;
    br_diag why;
    double sd = 0;
    if (br_law_open(&law, "lugre", "table-I", &why) != BR_OK || br_observer_defaults(&with, sizeof with) != BR_OK ||
        br_emit_defaults(&as, sizeof as) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    with.rate = 2000;
    with.estimate = "FC";
    with.noise = "F = 0.05 N, z = 1e-8 m, FC = 0.1 %";
    if (br_observer_open(&o, law, &with, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    for (int k = 0; k < 8000; k++) { // an axis whose Coulomb force is 1.3 N, not 1 N
        double v = 5e-2 * sin(6.283185307179586 * k / 2000), F = v > 0 ? 1.3 : -1.3;
        (void)br_observer_step(o, &v, &F);
    }
    double FC = br_observer_value(o, br_observer_index(o, BR_OBSERVER_NUMBERS, "FC"));
    (void)br_observer_output(o, 0, &sd);
    printf("in the library: FC = %.2f N, the force +- %.2g N\n", FC, sd);
    br_observer_close(o);

    as.prefix = "axis"; // the same options: in double the package computes the same bits
    if (br_emit_observer(&made, law, &with, &as, &why) != BR_OK ||
        br_emit_write(made, "axis_package", 1, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    for (int i = 0; i < br_emit_files(made); i++) {
        size_t size;
        (void)br_emit_text(made, i, &size);
        printf("axis_package/%-12s %6s\n", br_emit_name(made, i), size > 50000 ? "large" : "small");
    }
    br_emit_close(made);

    as.prefix = NULL;
    as.fmu = 2; // and as an FMU for a simulation of the whole machine
    if (br_emit_observer(&made, law, &with, &as, &why) != BR_OK || br_emit_write(made, "axis_fmu", 1, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    printf("axis_fmu/%s\n", br_emit_name(made, 0));
    br_emit_close(made);
    br_law_close(law);
    return 0;
}
