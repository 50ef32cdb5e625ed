// friction.c - a law of our own, from its text: friction force and its slope along a velocity, and a range with proof.
//
//     cc friction.c -o friction $(pkg-config --cflags --libs bristle-static)
#include <bristle/friction.h>
#include <stdio.h>

static const char law[] = "law ours\n"
                          "input v m/s\n"
                          "param FC N > 0\n"
                          "param FS N > 0\n"
                          "param vs m/s > 0\n"
                          "param c N*s/m >= 0\n"
                          "output F N\n"
                          "F = (FC + (FS - FC)*exp(-(v/vs)^2))*tanh(10*v/vs) + c*v\n";

// dF/dv in an array of derivatives: the block of row 0, by inputs
static double slope(const br_friction *f, const double *jet)
{
    for (int i = 0; i < br_friction_blocks(f); i++) {
        br_friction_block b = br_friction_block_at(f, i);
        if (b.by == BR_FRICTION_INPUTS && b.row == 0)
            return jet[b.at];
    }
    return 0;
}

int main(void)
{
    br_friction *f;
    br_diag why;
    if (br_friction_open(&f, law, NULL, "FC = 4 N, FS = 6 N, vs = 2 mm/s, c = 20 N*s/m", &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    double p[4], F, jet[8];
    br_friction_parameters(f, p);
    printf("  v [mm/s]     F [N]  dF/dv [N*s/m]\n");
    for (double v = 0; v < 5.5e-3; v += 1e-3) {
        br_friction_jet(f, 1, NULL, NULL, &v, p, &F, jet);
        printf("%10.1f%10.4f%15.1f\n", v * 1e3, F, slope(f, jet));
    }

    double from = 1e-3, to = 2e-3, lo, hi;
    if (br_friction_enclose(f, NULL, NULL, NULL, &from, &to, p, p, &lo, &hi) == BR_OK)
        printf("between 1 and 2 mm/s: F is within %.3f .. %.3f N\n", lo, hi);
    br_friction_close(f);
    return 0;
}
