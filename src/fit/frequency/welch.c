// welch.c - frequency response from any signal: Welch's method with Hann windows, the H1 estimator, coherence. [host]
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "num/algebra/fft.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi
enum { LEAST_WINDOW = 16, FIRST = 4, APART = 2 };

typedef struct sums {
    double uu, xx;
    br_complex ux; // conjugate of U times X
} sums;

// A window of y less its least-squares line, times Hann's window.
static void window_of(const double *y, long long n, double scale, double *to)
{
    double mean = 0, slope = 0, square = 0, middle = (double)(n - 1) / 2;
    for (long long i = 0; i < n; i++)
        mean += (y[i] - y[0]) / (double)n;
    for (long long i = 0; i < n; i++) {
        slope += ((double)i - middle) * (y[i] - y[0] - mean);
        square += ((double)i - middle) * ((double)i - middle);
    }
    slope /= square;
    for (long long i = 0; i < n; i++)
        to[i] = scale * (y[i] - y[0] - mean - slope * ((double)i - middle)) *
                (0.5 - 0.5 * br_cos(tau * (double)i / (double)n));
}

static void add_window(sums *s, const double *re, const double *im, size_t n, double scale)
{
    for (size_t k = 1; k < n / 2; k++) {
        br_complex u = {(re[k] + re[n - k]) / 2, (im[k] - im[n - k]) / 2};
        br_complex x = {(im[k] + im[n - k]) / (2 * scale), (re[n - k] - re[k]) / (2 * scale)};
        br_complex both = br_complex_times((br_complex){u.re, -u.im}, x);
        s[k].uu += br_complex_power(u);
        s[k].xx += br_complex_power(x);
        s[k].ux = (br_complex){s[k].ux.re + both.re, s[k].ux.im + both.im};
    }
}

// Normalised random errors (Bendat and Piersol, Random Data, ch. 9); windows that overlap by half count as 0.947 each.
static void fill_line(br_frf_line *l, const sums *s, double f, int windows, double gain)
{
    double coherence = br_complex_power(s->ux) / (s->uu * s->xx), count = windows > 1 ? 0.947 * windows : 1;
    br_complex G = {s->ux.re / s->uu, s->ux.im / s->uu};
    double share = (1 - br_min(coherence, 1)) / (2 * coherence * br_max(count - 1, 1));
    double sd = br_sqrt(br_complex_power(G) * share);
    *l = (br_frf_line){.f = f,
                       .re = G.re,
                       .im = G.im,
                       .noise = sd,
                       .distortion = (double)NAN,
                       .sd = sd,
                       .dof = br_max(2 * count - 2, 2),
                       .coherence = coherence,
                       .u_re = br_sqrt(s->uu / windows) * gain,
                       .u_im = 0};
}

// Bins two apart, between which Hann's window leaves a correlation of 1/36; those that the force excites: above 1e-6 of the
// largest power.
static br_status fill_lines(br_frf *to, const sums *s, long long window, int windows)
{
    double most = 0, step = 1 / ((double)window * to->dt);
    for (long long k = FIRST; k < window / 2; k++)
        most = br_max(most, s[k].uu);
    to->line = malloc((size_t)window / 2 * sizeof *to->line);
    if (!to->line)
        return BR_NO_MEMORY;
    for (long long k = FIRST; k < window / 2; k += APART)
        if (s[k].uu > 1e-6 * most && s[k].xx > 0 && br_complex_power(s[k].ux) > 0)
            fill_line(&to->line[to->lines++], &s[k], (double)k * step, windows, 4 / (double)window);
    return BR_OK;
}

br_status br_frf_broadband(br_frf *to, const br_frf_record *r, long long window, br_diag *why)
{
    if (window < LEAST_WINDOW || window > r->n)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "a window of Welch's method has from %d samples to the length of the log",
                            (int)LEAST_WINDOW);
    size_t n = br_fft_size((size_t)window);
    n = n > (size_t)window ? n / 2 : n;
    sums *s = calloc(n / 2, sizeof *s);
    double *re = malloc(2 * n * sizeof *re), scale = to->rms_x > 0 ? to->rms_u / to->rms_x : 1;
    br_status status = s && re ? BR_OK : BR_NO_MEMORY;
    int windows = 0;
    for (long long at = 0; status == BR_OK && at + (long long)n <= r->n; at += (long long)n / 2, windows++) {
        window_of(r->u + at, (long long)n, 1, re);
        window_of(r->x + at, (long long)n, scale, re + n);
        br_fft(re, re + n, n, false);
        add_window(s, re, re + n, n, scale);
    }
    to->kind = BR_FRF_BROADBAND;
    to->period = (long long)n;
    to->periods = windows;
    to->rows_used = windows > 0 ? (windows + 1) * ((long long)n / 2) : 0;
    to->distortion = to->even = to->odd = (double)NAN;
    if (status == BR_OK)
        status = fill_lines(to, s, (long long)n, windows);
    free(s);
    free(re);
    if (status == BR_OK && (windows < 4 || to->lines == 0))
        status = br_diag_fail(why, BR_BAD_DATA, "%d windows of %.4g s are too few to average; give a shorter --window",
                              windows, (double)n * r->dt);
    return status;
}
