// planted.c - drives a package with an observer along planted velocities and friction forces, and prints the error of its force.
//
// Compiled by test_default_weights.sh with the header of the package. Arguments: the table (t, v, F, with one row of names), and by how
// much friction is larger than the law has it.
// Prints the RMS error of the estimated force as a share of the RMS force, that of the noise, and how many samples were rejected.
#include "axis.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };
static double v[MOST], F[MOST];
static axis o;

static int read_table(const char *name)
{
    char line[400];
    int n = 0;
    FILE *in = fopen(name, "r");
    double t;
    if (!in || !fgets(line, sizeof line, in))
        return 0;
    while (n < MOST && fgets(line, sizeof line, in))
        n += sscanf(line, "%lf,%lf,%lf", &t, &v[n], &F[n]) == 3;
    fclose(in);
    return n;
}

// About normal, the same on every machine.
static double noise(void)
{
    static unsigned long long seed = 7;
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        sum += (double)(seed >> 11) / 9007199254740992.0;
    }
    return sum;
}

int main(int count, char **argument)
{
    int rows = count > 1 ? read_table(argument[1]) : 0, from = rows / 4;
    double largest = 0, error = 0, size = 0, times = count > 2 ? atof(argument[2]) : 1;
    if (rows < 100 || axis_init(&o) != 0)
        return 1;
    for (int i = 0; i < rows; i++)
        largest = fmax(largest, fabs(F[i] *= times));
    for (int i = 0; i < rows; i++) {
        axis_real u[AXIS_INPUTS] = {(axis_real)v[i]},
                  y[AXIS_MEASURED] = {(axis_real)(F[i] + 0.005 * largest * noise())};
        (void)axis_step(&o, u, y);
        double e = (double)axis_output(&o, 0, 0) - F[i];
        error += i >= from ? e * e : 0;
        size += i >= from ? F[i] * F[i] : 0;
    }
    printf("error %.3g noise %.3g rejected %lu of %d\n", sqrt(error / size),
           0.005 * largest / sqrt(size / (rows - from)), axis_count(&o, AXIS_C_rejected), rows);
    return 0;
}
