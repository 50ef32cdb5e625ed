// decimate.c - fewer samples of a whole log, without delay and without what would fold back.          [host]
#include "num/fp.h"

#include "fit/decimate.h"
#include "loop/zero_phase.h"
#include "num/elem.h"

#include <stdlib.h>
#include <string.h>

enum { ORDER = 8, SECTIONS = ORDER / 2 };
static const double pi = 3.141592653589793, ripple = 0.05, share = 0.8; // dB; of half the new rate

static double asinh_of(double x)
{
    return br_log(x + br_sqrt(1 + x * x));
}

// Section k of the filter: poles of the analogue one at -sinh(a) sin(theta) +- j cosh(a) cos(theta) of the edge, a low-pass
// of order 2 each.
static br_lowpass_options section(int k, int every)
{
    double eps = br_sqrt(br_pow(10, ripple / 10) - 1), a = asinh_of(1 / eps) / ORDER;
    double theta = pi * (2 * k + 1) / (2 * ORDER);
    double re = br_sinh(a) * br_sin(theta), im = br_cosh(a) * br_cos(theta), size = br_sqrt(re * re + im * im);
    double edge = br_tan(pi / 2 * share / every);
    return (br_lowpass_options){.dt = 1, .cutoff = br_atan(size * edge) / pi, .order = 2, .damping = re / size};
}

static br_status filter(int every, int n, double *x)
{
    br_status status = BR_OK;
    for (int k = 0; k < SECTIONS && status == BR_OK; k++) {
        br_lowpass_options o = section(k, every);
        size_t bytes = br_zero_phase_bytes(&o, n);
        void *memory = malloc(bytes ? bytes : 1);
        status = memory ? br_zero_phase_lowpass(&o, n, x, memory, bytes, NULL) : BR_NO_MEMORY;
        free(memory);
    }
    for (int i = 0; i < n && status == BR_OK; i++)
        x[i] *= br_pow(10, -2 * ripple / 20); // an even order is at the bottom of the ripple at 0
    return status;
}

br_status br_decimate(int every, int n, double *x, int *left)
{
    if (every < 1 || every > 1000)
        return BR_BAD_USAGE;
    *left = n;
    if (every == 1)
        return BR_OK;
    double *y = malloc((size_t)(n > 0 ? n : 1) * sizeof *y);
    if (!y)
        return BR_NO_MEMORY;
    memcpy(y, x, (size_t)n * sizeof *y);
    br_status status = filter(every, n, y);
    if (status == BR_OK) {
        *left = (n + every - 1) / every;
        for (int i = 0, from = (n - 1) % every; i < *left; i++)
            x[i] = y[from + i * every];
    }
    free(y);
    return status;
}
