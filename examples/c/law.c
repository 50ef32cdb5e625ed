// law.c - what is in a law, its parameters by name, and the Stribeck curve of 1000 axes in one call.
//
//     cc law.c -o law $(pkg-config --cflags --libs bristle)
#include <bristle/law.h>
#include <stdio.h>

enum { AXES = 1000 };

int main(void)
{
    br_law *law;
    br_diag why;
    if (br_law_open(&law, "stribeck", NULL, &why) != BR_OK ||
        br_law_set(law, "FC = 4 N, FS = 6 N, vs = 2 mm/s, sigma2 = 20 N*s/m", &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;

    printf("%s\n", br_law_title(law));
    br_law_number n = {.size = sizeof n};
    for (int i = 0; br_law_number_at(law, BR_LAW_PARAMETERS, i, &n) == BR_OK; i++)
        printf("  %-8s %8g %-6s  %s\n", n.name, n.value, n.unit, n.meaning);

    static double v[AXES], F[AXES]; // one point for each axis
    for (int k = 0; k < AXES; k++)
        v[k] = 1e-5 * (k + 1);
    if (br_law_rate(law, AXES, NULL, NULL, v, NULL, F) != BR_OK)
        return fprintf(stderr, "the law has states, or parameters are missing\n"), 1;
    int least = 0;
    for (int k = 0; k < AXES; k++)
        least = F[k] < F[least] ? k : least;
    printf("%d axes from %g to %g mm/s: least friction %.4f N at %.2f mm/s\n", AXES, 1e3 * v[0], 1e3 * v[AXES - 1],
           F[least], 1e3 * v[least]);

    if (br_law_set(law, "FC = 4 m", &why) != BR_OK) // what is wrong says where, and the law is as before
        printf("%s; FC is still %g N\n", why.text, br_law_value(law, "FC"));
    br_law_close(law);
    return 0;
}
