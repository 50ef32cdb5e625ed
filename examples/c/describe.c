// describe.c - what a law says: its quantities with all choices, its equations, and whether its text is right.
//
//     cc describe.c -o describe $(pkg-config --cflags --libs bristle)
#include <bristle/describe.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    static const char law[] = "law mine \"stiction and viscous friction\"\n"
                              "input v m/s \"velocity\"\n"
                              "param FC N > 0 \"Coulomb force\"\n"
                              "param FS = 1.5*FC N > 0 \"static force\"\n"
                              "param c = 0 N*s/m >= 0 \"viscous coefficient\"\n"
                              "param vs = 1 mm/s > 0 \"Stribeck velocity\"\n"
                              "choice curve = gauss | none \"of the Stribeck effect\"\n"
                              "output F N \"friction force\"\n"
                              "rise = (FS - FC)*exp(-(v/vs)^2) when curve is gauss\n"
                              "rise = 0*FC when curve is none\n"
                              "F = sign(v)*(FC + rise) + c*v\n"
                              "expect FS >= FC \"static force not below Coulomb force\"\n";
    br_description *d;
    br_diag why;
    if (br_description_open(&d, law, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;

    printf("%s: %s\n", br_description_name(d), br_description_title(d));
    const br_described_quantity *q;
    for (int i = 0; (q = br_description_quantity(d, i)); i++) {
        printf("  %-3s %-6s %s", q->name, q->unit, q->meaning);
        if (isfinite(q->low))
            printf(", %s %g", q->low_open ? "above" : "at least", q->low);
        printf(q->formula[0] ? " (default %s)\n" : "\n", q->formula);
    }
    const br_described_choice *c;
    for (int i = 0; (c = br_description_choice(d, i)); i++)
        printf("  %s is %s or %s: %s\n", c->name, c->value[0], c->value[1], c->meaning);
    const char *line;
    for (int i = 0; (line = br_description_line(d, -1, i)); i++)
        printf("    %s\n", line);

    const br_described_check *check; // with every combination of choices
    if (br_description_check(d, &check, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    printf("right in %s%d combinations of choices\n", check->all ? "all " : "", check->combinations);
    const br_described_unused *u;
    for (int i = 0; (u = br_description_unused(d, i)); i++)
        printf("%s %s is never used\n", u->kind, u->name);

    const br_described_properties *p;
    if (br_description_properties(d, &p, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 6;
    printf("smooth in the inputs: %s; a reversed motion (%s) reverses all results: %s\n",
           p->smooth_inputs ? "yes" : "no", p->reversed, p->mirror == 1 ? "yes" : "no");
    br_description_close(d);
    return 0;
}
