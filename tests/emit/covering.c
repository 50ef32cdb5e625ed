// covering.c - a package along the samples of its self-test, as tables: the log that it saw, and what it found; for test_covering.sh.
#define main its_main // of the self-test: `object`, name, step and read_all
#include "p/selftest.c"
#undef main

// "z", "z_sd", "F_est", "F_sd": as the columns of `bristle observe`.
static void put_head(FILE *found)
{
    fprintf(found, "t");
    for (int i = 0; i < AXIS_NUMBERS; i++)
        fprintf(found, ",%s", name[i]);
    for (int i = 0; i < AXIS_NUMBERS; i++)
        fprintf(found, ",%s%s_sd", name[i], strcmp(name[i], MEASURED) == 0 ? "_state" : "");
    for (int i = 0; i < AXIS_OUTPUTS; i++)
        fprintf(found, ",%s_est", name[2 * AXIS_NUMBERS + i]);
    for (int i = 0; i < AXIS_OUTPUTS; i++)
        fprintf(found, ",%s_sd", name[2 * AXIS_NUMBERS + i]);
#ifdef AXIS_SLICES
    fprintf(found, ",%s_innovation,%s_innovation_sd,objective,kkt", MEASURED, MEASURED);
#endif
    fprintf(found, "\n");
}

// Observe reads outputs first: where a sample is not corrected, that brings the covariance up to date, and what is read of it later has its
// last bit from there.
static void put_row(FILE *found, double t)
{
    axis_real now[FOUND], first;
    for (int i = 0; i < AXIS_OUTPUTS; i++)
        (void)axis_output(&object, i, &first);
    read_all(now);
    fprintf(found, "%.17g", t);
    for (int i = 0; i < FOUND; i++)
        fprintf(found, ",%.17g", (double)now[i]);
#ifdef AXIS_SLICES
    axis_real sd, e = axis_innovation(&object, 0, &sd);
    fprintf(found, ",%.17g,%.17g,%.17g,%.17g", (double)e, (double)sd, (double)axis_objective(&object),
            (double)axis_kkt(&object));
#endif
    fprintf(found, "\n");
}

// The work for the next sample: not done, done, or done in parts.
static void work_ahead(int k)
{
#ifdef AXIS_SLICES
    int n = k % 3 == 1 ? AXIS_SLICES : k % 3 == 2 ? k % AXIS_SLICES : 0;
    for (int i = 0; i < n && !axis_slice(&object); i++) {
    }
    if (k % 7 == 6)
        (void)axis_prepare(&object);
#else
    (void)k;
#endif
}

int main(int argc, char **argv)
{
    FILE *log = fopen(argv[1], "w"), *found = fopen(argv[2], "w");
    (void)its_main, (void)argc;
    if (axis_init(&object) != 0 || !log || !found)
        return 1;
    fprintf(log, "t,in,out\n");
    put_head(found);
    for (int k = 0; k < VECTORS; k++) {
        double t = k / 1024.0, y = (double)vector_y[k][0];
        (void)step(k);
        put_row(found, t);
        fprintf(log, vector_y[k][0] < LARGEST ? "%.17g,%.17g,%.17g\n" : "%.17g,%.17g,nan\n", t, (double)vector_u[k][0],
                y);
        work_ahead(k);
    }
    return fclose(log) != 0 || fclose(found) != 0;
}
