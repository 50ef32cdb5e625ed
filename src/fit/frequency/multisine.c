// multisine.c - frequency response from a periodic multisine: mean and variance over periods, and the nonlinear [host]
// distortions at lines that the force leaves out (Pintelon and Schoukens, System Identification, 2nd ed., ch. 4).
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "fit/statistics/median.h"
#include "num/algebra/fft_any.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi

// Of one period from another: variances of U and of X, and their covariance.
typedef struct spread {
    double uu, xx;
    br_complex ux; // conjugate of U times X
} spread;

typedef struct spectra {
    const br_frf_record *r;
    long long period, bins; // samples; bins 0 to bins - 1, below half the sample rate
    int all, skipped, used; // periods
    double scale;           // of x beside u in one transform, so that both keep their digits
    br_complex *U, *X;      // all*bins: amplitudes of each period
    br_complex *mean_U, *mean_X, *G;
    spread *of;    // bins
    double *noise; // bins: variance of X - G U of one period, complex, with spreads averaged over neighbours
    double *dof;   // of that
    bool *excited;
    long long low, high; // first and last excited bin
    long long top;       // up to which harmonics are looked at: 3 high, or half the sample rate
} spectra;

// ---------------------------------------------------------------- spectra of periods

// Both at once, u as real and x as imaginary part of one transform.
static br_status transform_periods(spectra *s)
{
    br_fft_plan plan;
    size_t n = (size_t)s->period;
    br_status status = br_fft_plan_open(&plan, n);
    double *re = malloc(2 * n * sizeof *re), *im = re ? re + n : NULL;
    for (int p = 0; p < s->all && status == BR_OK && re; p++) {
        const double *u = s->r->u + p * s->period, *x = s->r->x + p * s->period;
        double scale = 1 / (double)n, back = scale / s->scale; // 2/n of half the sum of two halves
        for (size_t i = 0; i < n; i++) {
            re[i] = u[i];
            im[i] = s->scale * (x[i] - s->r->x[0]);
        }
        br_fft_any(&plan, re, im);
        for (long long k = 1; k < s->bins; k++) {
            size_t a = (size_t)k, b = n - a;
            s->U[p * s->bins + k] = (br_complex){scale * (re[a] + re[b]), scale * (im[a] - im[b])};
            s->X[p * s->bins + k] = (br_complex){back * (im[a] + im[b]), back * (re[b] - re[a])};
        }
    }
    br_fft_plan_close(&plan);
    status = status == BR_OK && !re ? BR_NO_MEMORY : status;
    free(re);
    return status;
}

static double mean_of(const double *x, long long n)
{
    double sum = 0;
    for (long long i = 0; i < n; i++)
        sum += (x[i] - x[0]) / (double)n;
    return x[0] + sum;
}

// Takes a drift of x at constant speed off: the spectrum of the ramp 0, 1, 2, ... is 2/(exp(-j 2 pi k/n) - 1).
static double remove_drift(spectra *s)
{
    const double *first = s->r->x + s->skipped * s->period, *last = first + (s->used - 1) * s->period;
    double slope =
        s->used > 1 ? (mean_of(last, s->period) - mean_of(first, s->period)) / (double)((s->used - 1) * s->period) : 0;
    for (long long k = 1; k < s->bins; k++) {
        double angle = tau * (double)k / (double)s->period;
        br_complex ramp = br_complex_over((br_complex){2 * slope, 0}, (br_complex){br_cos(angle) - 1, -br_sin(angle)});
        for (int p = s->skipped; p < s->all; p++)
            s->X[p * s->bins + k] = br_complex_minus(s->X[p * s->bins + k], ramp);
    }
    return slope;
}

static void average_periods(spectra *s)
{
    for (long long k = 1; k < s->bins; k++) {
        br_complex u = {0, 0}, x = {0, 0};
        for (int p = s->skipped; p < s->all; p++) {
            br_complex a = s->U[p * s->bins + k], b = s->X[p * s->bins + k];
            u = (br_complex){u.re + a.re / s->used, u.im + a.im / s->used};
            x = (br_complex){x.re + b.re / s->used, x.im + b.im / s->used};
        }
        s->mean_U[k] = u;
        s->mean_X[k] = x;
    }
}

// ---------------------------------------------------------------- excited lines

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

// Amplitude above which a bin is excited: in the widest gap of the sorted amplitudes below those that hold 95 % of the power.
static double excited_above(const double *sorted, long long n)
{
    double power = 0, sum = 0, widest = 3, level = 0, floor = 1e-9 * sorted[0];
    for (long long i = 0; i < n; i++)
        power += sorted[i] * sorted[i];
    for (long long i = 0; i + 1 < n && sorted[i] > floor; i++) {
        sum += sorted[i] * sorted[i];
        double next = br_max(sorted[i + 1], floor), gap = sorted[i] / next;
        if (sum >= 0.95 * power && gap > widest) {
            widest = gap;
            level = br_sqrt(sorted[i] * next);
        }
    }
    return level;
}

static br_status find_excited(spectra *s, br_diag *why)
{
    long long n = s->bins - 1, lines = 0;
    double *size = malloc((size_t)n * sizeof *size);
    if (!size)
        return BR_NO_MEMORY;
    for (long long k = 1; k < s->bins; k++)
        size[k - 1] = br_sqrt(br_complex_power(s->mean_U[k]));
    qsort(size, (size_t)n, sizeof *size, falling);
    double above = excited_above(size, n);
    free(size);
    for (long long k = 1; k < s->bins; k++) {
        s->excited[k] = br_complex_power(s->mean_U[k]) > above * above;
        lines += s->excited[k];
        s->low = s->excited[k] && s->low == 0 ? k : s->low;
        s->high = s->excited[k] ? k : s->high;
    }
    return lines > 0 && lines < 1000000 ? BR_OK
                                        : br_diag_fail(why, BR_BAD_DATA, "the force has no lines: it does not change");
}

// Periods at the start whose change to the next one is larger than later ones: the transient. At most half of them.
static br_status skip_transient(spectra *s)
{
    int pairs = s->all - 1;
    double *change = calloc((size_t)(2 * pairs), sizeof *change), *later = change ? change + pairs : NULL;
    if (!change)
        return BR_NO_MEMORY;
    for (int p = 0; p < pairs; p++)
        for (long long k = s->low; k <= s->high; k++)
            if (s->excited[k])
                change[p] += br_complex_power(br_complex_minus(s->X[(p + 1) * s->bins + k], s->X[p * s->bins + k]));
    for (int p = pairs / 2; p < pairs; p++)
        later[p - pairs / 2] = change[p];
    double usual = br_median(pairs - pairs / 2, later);
    int skipped = s->all > 2;
    while (skipped < s->all / 2 && change[skipped] > 3 * usual)
        skipped++;
    free(change);
    s->skipped = skipped;
    s->used = s->all - skipped;
    return BR_OK;
}

// ---------------------------------------------------------------- response, noise

static spread spread_at(const spectra *s, long long k)
{
    spread v = {0};
    for (int p = s->skipped; p < s->all; p++) {
        br_complex u = br_complex_minus(s->U[p * s->bins + k], s->mean_U[k]);
        br_complex x = br_complex_minus(s->X[p * s->bins + k], s->mean_X[k]);
        br_complex both = br_complex_times((br_complex){u.re, -u.im}, x);
        double share = 1 / (double)(s->used - 1);
        v.uu += share * br_complex_power(u);
        v.xx += share * br_complex_power(x);
        v.ux = (br_complex){v.ux.re + share * both.re, v.ux.im + share * both.im};
    }
    return v;
}

// G at excited bins. Between them it is linear in frequency where u has more than noise there, by feedback, and else 0: then all of
// x is what the force did not ask for.
static void find_response(spectra *s)
{
    long long last = s->low;
    for (long long k = s->low; k <= s->high; k++) {
        if (!s->excited[k])
            continue;
        s->G[k] = br_complex_over(s->mean_X[k], s->mean_U[k]);
        for (long long i = last + 1; i < k; i++) {
            double share = (double)(i - last) / (double)(k - last);
            if (br_complex_power(s->mean_U[i]) > 9 * s->of[i].uu / s->used)
                s->G[i] = (br_complex){s->G[last].re + share * (s->G[k].re - s->G[last].re),
                                       s->G[last].im + share * (s->G[k].im - s->G[last].im)};
        }
        last = k;
    }
}

// Variance of X - G U over periods. Spreads are averaged over bins nearby, which gives more degrees of freedom; before G, so that
// sensor noise, which is smooth over frequency, stays so at a resonance.
static void find_noise(spectra *s)
{
    for (long long k = s->low; k <= s->top; k++) {
        long long reach = k / 20 > 2 ? k / 20 : 2, from = k - reach, to = k + reach;
        long long first = k > s->high ? s->high + 1 : s->low, last = k > s->high ? s->top : s->high;
        from = from < first ? first : from;
        to = to > last ? last : to;
        spread v = {0};
        for (long long i = from; i <= to; i++) {
            v.uu += s->of[i].uu;
            v.xx += s->of[i].xx;
            v.ux = (br_complex){v.ux.re + s->of[i].ux.re, v.ux.im + s->of[i].ux.im};
        }
        double bins = (double)(to - from + 1), both = s->G[k].re * v.ux.re + s->G[k].im * v.ux.im;
        s->noise[k] = br_max(v.xx + br_complex_power(s->G[k]) * v.uu - 2 * both, 0) / bins;
        s->dof[k] = 2 * bins * (s->used - 1);
    }
}

// ---------------------------------------------------------------- distortions

static double distortion_at(const spectra *s, long long k)
{
    br_complex left = br_complex_minus(s->mean_X[k], br_complex_times(s->G[k], s->mean_U[k]));
    return br_complex_power(left) - s->noise[k] / s->used;
}

// Mean power at bins near k that are not excited, at least 6 of them; *bins: how many. 0: less than three standard deviations by
// noise. NaN: there are too few bins.
static double distortion_near(const spectra *s, long long k, int *bins)
{
    enum { LEAST = 6 };
    double sum = 0, square = 0;
    long long reach = k / 10 > 3 ? k / 10 : 3;
    *bins = 0;
    for (long long d = 1; d <= s->high - s->low && (d <= reach || *bins < LEAST); d++)
        for (int side = -1; side <= 1; side += 2) {
            long long i = k + side * d;
            if (i < s->low || i > s->high || s->excited[i])
                continue;
            double sd = s->noise[i] / s->used;
            sum += distortion_at(s, i);
            square += sd * sd;
            ++*bins;
        }
    if (*bins < LEAST)
        return (double)NAN;
    return sum > 3 * br_sqrt(square) ? sum / *bins : 0;
}

// Power of x at bins of one parity that are not excited, as if all bins of that parity had it.
typedef struct parity {
    double power, square; // sum, and sum of squares of its standard deviations by noise
    long long bins, left_out;
} parity;

// Less than three standard deviations are none. NaN: no bin is left out.
static double parity_power(const parity *p)
{
    bool clear = p->power > 3 * br_sqrt(p->square);
    double each = p->left_out > 0 ? p->power / (double)p->left_out : (double)NAN;
    return clear || isnan(each) ? each * (double)p->bins : 0;
}

// Shares of the power of x: at even and odd bins that are not excited, between the lowest and the highest line.
static void share_distortions(br_frf *to, const spectra *s)
{
    double power = 0;
    long long even_lines = 0;
    parity part[2] = {{0}};
    for (long long k = s->low; k <= s->high; k++) {
        parity *p = &part[k % 2];
        double sd = s->noise[k] / s->used;
        p->bins++;
        if (s->excited[k]) {
            power += br_complex_power(s->mean_X[k]);
            even_lines += k % 2 == 0;
        } else {
            p->power += distortion_at(s, k);
            p->square += sd * sd;
            p->left_out++;
        }
    }
    to->distortion = to->even = to->odd = (double)NAN;
    if (part[0].left_out + part[1].left_out < 6 || !(power > 0))
        return;
    double even = parity_power(&part[0]) / power, odd = parity_power(&part[1]) / power;
    if (even_lines == 0) {
        to->even = even;
        to->odd = part[1].left_out >= 3 ? odd : (double)NAN;
    }
    to->distortion = (isnan(even) ? 0 : even) + (isnan(odd) ? 0 : odd);
}

// ---------------------------------------------------------------- lines

static void fill_line(br_frf_line *l, const spectra *s, long long k)
{
    double force = br_complex_power(s->mean_U[k]), size = br_complex_power(s->G[k]) * force;
    double noise = s->noise[k] / s->used / (2 * force); // of each part
    int bins;
    double distortion = distortion_near(s, k, &bins) / (2 * force);
    double both = noise + (isnan(distortion) ? 0 : distortion), dof = s->dof[k];
    if (distortion > 0 && both > 0)
        dof = both * both / (noise * noise / s->dof[k] + distortion * distortion / (2 * bins));
    *l = (br_frf_line){.f = (double)k / ((double)s->period * s->r->dt),
                       .re = s->G[k].re,
                       .im = s->G[k].im,
                       .noise = br_sqrt(noise),
                       .distortion = br_sqrt(distortion),
                       .sd = br_sqrt(both),
                       .dof = dof,
                       .coherence = size / (size + s->noise[k]),
                       .u_re = s->mean_U[k].re,
                       .u_im = s->mean_U[k].im};
}

static br_status fill_lines(br_frf *to, const spectra *s)
{
    for (long long k = s->low; k <= s->high; k++)
        to->lines += s->excited[k];
    to->line = malloc((size_t)to->lines * sizeof *to->line);
    if (!to->line)
        return BR_NO_MEMORY;
    int at = 0;
    for (long long k = s->low; k <= s->high; k++)
        if (s->excited[k])
            fill_line(&to->line[at++], s, k);
    share_distortions(to, s);
    return BR_OK;
}

static br_status find_slope_change(br_frf *to, const spectra *s)
{
    const br_frf_bins b = {.period = s->period,
                           .low = s->low,
                           .high = s->high,
                           .top = s->top,
                           .periods = s->used,
                           .dt = s->r->dt,
                           .excited = s->excited,
                           .U = s->mean_U,
                           .X = s->mean_X,
                           .G = s->G,
                           .noise = s->noise};
    return br_frf_slope_change(&b, to);
}

static br_status open_spectra(spectra *s)
{
    size_t bins = (size_t)s->bins, cells = bins * (size_t)s->all;
    s->U = calloc(2 * cells + 3 * bins, sizeof *s->U);
    s->noise = calloc(2 * bins, sizeof *s->noise);
    s->of = calloc(bins, sizeof *s->of);
    s->excited = calloc(bins, sizeof *s->excited);
    if (!s->U || !s->noise || !s->of || !s->excited)
        return BR_NO_MEMORY;
    s->X = s->U + cells;
    s->mean_U = s->X + cells;
    s->mean_X = s->mean_U + bins;
    s->G = s->mean_X + bins;
    s->dof = s->noise + bins;
    return BR_OK;
}

static br_status respond(br_frf *to, spectra *s, br_diag *why)
{
    s->used = s->all;
    br_status status = transform_periods(s);
    if (status == BR_OK) {
        average_periods(s);
        status = find_excited(s, why);
    }
    if (status == BR_OK)
        status = skip_transient(s);
    if (status != BR_OK)
        return status;
    to->drift = remove_drift(s) / s->r->dt;
    average_periods(s);
    s->top = 3 * s->high < s->bins ? 3 * s->high : s->bins - 1;
    for (long long k = s->low; k <= s->top; k++)
        s->of[k] = spread_at(s, k);
    find_response(s);
    find_noise(s);
    to->periods = s->used;
    to->skipped = s->skipped;
    to->rows_used = s->used * s->period;
    to->rows_transient = s->skipped * s->period;
    status = fill_lines(to, s);
    return status == BR_OK ? find_slope_change(to, s) : status;
}

br_status br_frf_multisine(br_frf *to, const br_frf_record *r, long long period, br_diag *why)
{
    spectra s = {.r = r, .period = period, .bins = (period + 1) / 2, .all = (int)(r->n / period)};
    s.scale = to->rms_x > 0 && to->rms_u > 0 ? to->rms_u / to->rms_x : 1;
    if (period < 4 || s.all < 2)
        return br_diag_fail(why, BR_BAD_DATA,
                            "a multisine needs two periods, and four to know its variance well; here are %.3g of "
                            "%.6g s",
                            (double)r->n / (double)period, (double)period * r->dt);
    to->kind = BR_FRF_MULTISINE;
    to->period = period;
    br_status status = open_spectra(&s);
    if (status == BR_OK)
        status = respond(to, &s, why);
    free(s.U);
    free(s.noise);
    free(s.of);
    free(s.excited);
    return status;
}
