// enclosure.c - the friction force of a stage whose Coulomb force is known to 10 % and whose encoder is off by 10 um/s: proved bounds.
//
//     cc enclosure.c -o enclosure $(pkg-config --cflags --libs bristle) -lm
#include <bristle/enclosure.h>
#include <stdio.h>

int main(void)
{
    br_law *law;
    br_enclosure *e;
    br_enclosure_options o;
    br_diag why;
    if (br_law_open(&law, "lugre", "table-I", &why) != BR_OK || br_enclosure_defaults(&o, sizeof o) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    o.range = "FC = 0.9..1.1 N";
    o.input = "v = sin(2*pi*t) mm/s";
    o.error = "v = 10 um/s";
    o.until = 1;
    o.step = 1e-3;
    if (br_enclosure_open(&e, law, &o, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    br_law_close(law); // the enclosure has its own
    if (br_enclosure_run(e, NULL, NULL, &why) == BR_NEGATIVE)
        printf("%s\n", why.text); // rows so far hold

    int F = br_enclosure_index(e, "F");
    size_t rows = br_enclosure_rows(e);
    const double *t = br_enclosure_times(e), *low = br_enclosure_lower(e, F), *high = br_enclosure_upper(e, F);
    if (F < 0 || rows == 0)
        return fprintf(stderr, "no force\n"), 1;
    printf("  t in s   F in N, at least    at most\n");
    for (size_t k = 0; k < rows; k += 100)
        printf("%8.2f %18.4f %10.4f\n", t[k], low[k], high[k]);

    double most = low[0];
    for (size_t k = 0; k < rows; k++)
        most = high[k] > most ? high[k] : most;
    printf("proved until %g s: friction never exceeds %.17g N\n", br_enclosure_reached(e), most);
    printf("%lld steps\n", br_enclosure_count(e, BR_ENCLOSURE_STEPS));
    br_enclosure_close(e);
    return 0;
}
