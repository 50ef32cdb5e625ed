// shift.c - the time shift between two logs, from a signal that both have.        [host]
//
// Both signals go onto one even grid. The correlation coefficient over the samples they share, for every shift of whole
// samples, comes from Fourier transforms of y1, y1^2, y2, y2^2 and of which samples are there. The best shift is refined
// to a fraction of a sample by the slopes of both signals.
#include "num/base/fp.h"

#include "file/join/shift.h"
#include "file/table/field.h"
#include "num/algebra/fft.h"
#include "num/base/elem.h"
#include "num/base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 19, LEAST = 16 };

typedef struct even {    // a signal on an even grid, missing numbers 0 and there[] 0
    double start, scale; // numbers are divided by the scale: their squares stay finite
    double *y, *there;
    size_t count;
} even;

typedef struct search {
    even a, b;
    double step;      // s
    size_t n;         // of the transforms
    double *r;        // correlation coefficient of shift k - b.count + 1 samples; NaN: too few in common
    size_t shifts;    // a.count + b.count - 1
    double *work[10]; // n numbers each
} search;

// ---------------------------------------------------------------- the grid

static double mean_step(const br_shift_signal *s)
{
    return (s->t[s->count - 1] - s->t[0]) / (double)(s->count - 1);
}

// Linear between rows; missing where they are farther apart than ten times the mean step.
static br_status put_on_grid(even *e, const br_shift_signal *s, double step)
{
    double far = 10 * mean_step(s), mean = 0, used = 0;
    e->start = s->t[0];
    e->scale = 0;
    for (size_t i = 0; i < s->count; i++)
        e->scale = fabs(s->y[i]) > e->scale ? fabs(s->y[i]) : e->scale;
    e->count = (size_t)((s->t[s->count - 1] - s->t[0]) / step) + 1;
    e->y = calloc(e->count, sizeof *e->y);
    e->there = calloc(e->count, sizeof *e->there);
    if (!e->y || !e->there)
        return BR_NO_MEMORY;
    for (size_t k = 0, i = 0; k < e->count; k++) {
        double t = e->start + (double)k * step;
        while (i + 2 < s->count && s->t[i + 1] < t)
            i++;
        double width = s->t[i + 1] - s->t[i], y1 = s->y[i] / e->scale, y2 = s->y[i + 1] / e->scale;
        double y = y1 + (y2 - y1) * ((t - s->t[i]) / width);
        if (isnan(y) || width > far)
            continue;
        e->y[k] = y;
        e->there[k] = 1;
        mean += y;
        used++;
    }
    mean /= used > 0 ? used : 1;
    for (size_t k = 0; k < e->count; k++) // large offsets would cancel in the sums
        e->y[k] -= e->there[k] * mean;
    return BR_OK;
}

// ---------------------------------------------------------------- spikes

// The range of the signal without its smallest and largest hundredth, widened 20 times on both sides.
static bool usual_range(const br_shift_signal *s, double *sorted, double *low, double *high)
{
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++)
        if (!isnan(s->y[i]))
            sorted[n++] = s->y[i];
    qsort(sorted, n, sizeof *sorted, br_ascending);
    size_t few = n / 100 + 1;
    if (n < 3 * few)
        return false;
    double least = sorted[few], most = sorted[n - 1 - few];
    *low = least - 20 * (most - least);
    *high = most + 20 * (most - least);
    return most > least;
}

// y[] becomes the signal without spikes: one of them would decide the correlation alone, and two would be taken for one event.
static void remove_spikes(const br_shift_signal *s, double *y, br_shift *out, int which)
{
    enum { RUN = 3 };
    double low = 0, high = 0;
    bool ranged = usual_range(s, y, &low, &high);
    memcpy(y, s->y, s->count * sizeof *y);
    for (size_t i = 0, run = 0; i < s->count && ranged; i += run + 1) {
        for (run = 0; i + run < s->count && (y[i + run] < low || y[i + run] > high);)
            run++;
        if (run == 0 || run > RUN)
            continue;
        if (out->spikes[which] == 0)
            out->spike_time[which] = s->t[i];
        out->spikes[which] += run;
        for (size_t k = 0; k < run; k++)
            y[i + k] = (double)NAN;
    }
}

// The numbers of a signal that are there, without spikes, with their times. A column that only every other row of a log fills
// has no neighbours in it. to: 2*count numbers.
static br_shift_signal usable_rows(const br_shift_signal *s, double *to, br_shift *out, int which)
{
    double *t = to, *y = to + s->count;
    size_t n = 0;
    remove_spikes(s, y, out, which);
    for (size_t i = 0; i < s->count; i++)
        if (!isnan(y[i])) {
            t[n] = s->t[i];
            y[n++] = y[i];
        }
    return (br_shift_signal){t, y, n, s->name};
}

// ---------------------------------------------------------------- correlation over all shifts

// work[to] = circular correlation of x and y, both of n numbers with zeros behind: sum over i of x[i + k] y[i].
static void correlate_signals(search *w, const double *x, size_t nx, const double *y, size_t ny, int to)
{
    double *xr = w->work[6], *xi = w->work[7], *yr = w->work[8], *yi = w->work[9];
    memset(xi, 0, w->n * sizeof *xi);
    memset(yi, 0, w->n * sizeof *yi);
    memset(xr + nx, 0, (w->n - nx) * sizeof *xr);
    memset(yr + ny, 0, (w->n - ny) * sizeof *yr);
    memcpy(xr, x, nx * sizeof *x);
    memcpy(yr, y, ny * sizeof *y);
    br_fft(xr, xi, w->n, false);
    br_fft(yr, yi, w->n, false);
    for (size_t k = 0; k < w->n; k++) { // X conj(Y)
        double re = xr[k] * yr[k] + xi[k] * yi[k], im = xi[k] * yr[k] - xr[k] * yi[k];
        xr[k] = re, xi[k] = im;
    }
    br_fft(xr, xi, w->n, true);
    memcpy(w->work[to], xr, w->n * sizeof *xr);
}

static void square_all(double *to, const double *x, size_t n)
{
    for (size_t k = 0; k < n; k++)
        to[k] = x[k] * x[k];
}

// The coefficient for each shift over the samples that both have there; NaN where they are fewer than half of the shorter.
static br_status correlation_coefficients(search *w)
{
    const even *a = &w->a, *b = &w->b;
    size_t less = a->count < b->count ? a->count : b->count;
    double *squares = malloc((a->count > b->count ? a->count : b->count) * sizeof *squares);
    if (!squares)
        return BR_NO_MEMORY;
    correlate_signals(w, a->there, a->count, b->there, b->count, 0); // how many
    correlate_signals(w, a->y, a->count, b->there, b->count, 1);     // sum of a
    correlate_signals(w, a->there, a->count, b->y, b->count, 2);     // sum of b
    correlate_signals(w, a->y, a->count, b->y, b->count, 3);         // sum of a*b
    square_all(squares, a->y, a->count);
    correlate_signals(w, squares, a->count, b->there, b->count, 4); // sum of a^2
    square_all(squares, b->y, b->count);
    correlate_signals(w, a->there, a->count, squares, b->count, 5); // sum of b^2
    free(squares);
    for (size_t i = 0; i < w->shifts; i++) {
        size_t k = (i + w->n - (b->count - 1)) % w->n;
        double n = w->work[0][k], A = w->work[1][k], B = w->work[2][k];
        double aa = w->work[4][k] - A * A / n, bb = w->work[5][k] - B * B / n, ab = w->work[3][k] - A * B / n;
        bool enough = n >= (double)less / 2 && n >= LEAST && aa > 0 && bb > 0;
        w->r[i] = enough ? ab / br_sqrt(aa * bb) : (double)NAN;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- the best shift

static double shift_of(const search *w, size_t i)
{
    return w->a.start - w->b.start + ((double)i - (double)(w->b.count - 1)) * w->step;
}

static bool is_peak(const search *w, size_t i)
{
    double r = fabs(w->r[i]);
    return !isnan(r) && !(i > 0 && fabs(w->r[i - 1]) > r) && !(i + 1 < w->shifts && fabs(w->r[i + 1]) > r);
}

// A peak at the last shift that leaves enough in common may rise beyond it.
static bool is_at_edge(const search *w, size_t i)
{
    return i == 0 || i + 1 == w->shifts || isnan(w->r[i - 1]) || isnan(w->r[i + 1]);
}

// Around its peak a lobe of the coefficient ends where it has fallen by a fifth.
static bool is_in_lobe(const search *w, size_t peak, size_t i)
{
    return fabs(w->r[i]) > 0.8 * fabs(w->r[peak]);
}

// The highest peak, or with `besides` the highest one of another lobe.
static size_t highest_peak(const search *w, double within, size_t besides)
{
    size_t best = w->shifts, from = besides, to = besides;
    while (besides < w->shifts && from > 0 && is_in_lobe(w, besides, from - 1))
        from--;
    while (besides < w->shifts && to + 1 < w->shifts && is_in_lobe(w, besides, to + 1))
        to++;
    for (size_t i = 0; i < w->shifts; i++) {
        bool in_first_lobe = besides < w->shifts && i >= from && i <= to;
        if (!in_first_lobe && fabs(shift_of(w, i)) <= within && is_peak(w, i) &&
            (best == w->shifts || fabs(w->r[i]) > fabs(w->r[best])))
            best = i;
    }
    return best;
}

// ---------------------------------------------------------------- a fraction of a sample

// How far the signals look alike: half the width of the lobe, in samples.
static size_t peak_width(const search *w, size_t best)
{
    size_t width = 1;
    while (best >= width && best + width < w->shifts && is_in_lobe(w, best, best - width) &&
           is_in_lobe(w, best, best + width))
        width++;
    return width;
}

// The slope at sample i, by the line of least squares through `reach` samples on both sides; NaN: one is missing.
static double slope_at(const even *e, size_t i, size_t reach)
{
    double sum = 0, squares = 0;
    if (i < reach || i + reach >= e->count)
        return (double)NAN;
    for (size_t j = 1; j <= reach; j++) {
        if (!(e->there[i - j] > 0 && e->there[i + j] > 0))
            return (double)NAN;
        sum += (double)j * (e->y[i + j] - e->y[i - j]);
        squares += 2 * (double)j * (double)j;
    }
    return sum / squares;
}

typedef struct pair { // what both signals are at one time, at a whole shift, with their slopes
    double y, m, slope_y, slope_m;
} pair;

static bool pair_at(const search *w, size_t shift, size_t k, size_t reach, pair *p)
{
    size_t i = k + w->b.count - 1 - shift; // wraps below 0, and is then too large
    if (i >= w->b.count || !(w->a.there[k] > 0 && w->b.there[i] > 0))
        return false;
    *p = (pair){w->a.y[k], w->b.y[i], slope_at(&w->a, k, reach), slope_at(&w->b, i, reach)};
    return !isnan(p->slope_y) && !isnan(p->slope_m);
}

typedef struct moments { // means, and sums of products about them: y, m, slopes p of y and d of m
    double n, y, m, p, d;
    double yy, mm, dd, ym, yd, md, dp, mp;
} moments;

static moments moments_of(const search *w, size_t shift, size_t reach)
{
    moments s = {0};
    pair at;
    for (size_t k = 0; k < w->a.count; k++)
        if (pair_at(w, shift, k, reach, &at))
            s.n++, s.y += at.y, s.m += at.m, s.p += at.slope_y, s.d += at.slope_m;
    s.y /= s.n, s.m /= s.n, s.p /= s.n, s.d /= s.n;
    for (size_t k = 0; k < w->a.count; k++)
        if (pair_at(w, shift, k, reach, &at)) {
            double y = at.y - s.y, m = at.m - s.m, p = at.slope_y - s.p, d = at.slope_m - s.d;
            s.yy += y * y, s.mm += m * m, s.dd += d * d;
            s.ym += y * m, s.yd += y * d, s.md += m * d;
            s.dp += d * p, s.mp += m * p;
        }
    return s;
}

// The variance of y - gain*m + delta*p, and its lag-1 autocorrelation.
static double residual_variance(const search *w, size_t shift, size_t reach, const moments *s, double delta,
                                double *rho)
{
    double squares = 0, neighbours = 0, before = 0;
    pair at;
    for (size_t k = 0; k < w->a.count; k++) {
        bool here = pair_at(w, shift, k, reach, &at);
        double e = here ? at.y - s->y - s->ym / s->mm * (at.m - s->m) + delta * (at.slope_y - s->p) : 0;
        squares += e * e;
        neighbours += e * before;
        before = e;
    }
    *rho = squares > 0 ? neighbours / squares : 0;
    *rho = *rho < 0 ? 0 : *rho > 0.999 ? 0.999 : *rho;
    return squares / (s->n > 3 ? s->n - 3 : 1);
}

// y1 = gain*m - delta*p + noise, for a rest of the shift of delta samples, where p is the slope of y1. The slope d of y2,
// without its part along m, is the instrument: a symmetric difference, whose noise correlates neither with that of y2 at
// the same time nor with that of p. To interpolate y2 instead would be biased, because it smooths noise most in the
// middle between two samples.
static void refine_shift(const search *w, size_t best, br_shift *out)
{
    enum { STEPS = 10 };
    const double floor_of_slopes = 0.05; // of a sample: what curvature within their reach may add
    size_t width = peak_width(w, best), reach = width < 800 ? (width + 3) / 4 : 200;
    double dd = 0, dp = 0, delta = 0, rho;
    moments s;
    for (int i = 0; i < STEPS; i++) { // noise can move the highest peak by some samples
        s = moments_of(w, best, reach);
        double along = s.mm > 0 ? s.md / s.mm : 0;
        dd = s.dd - along * s.md;
        dp = s.dp - along * s.mp;
        delta = dp != 0 ? -(s.yd - along * s.ym) / dp : 0;
        double to = round((double)best + delta);
        if (fabs(delta) <= 0.75 || !(fabs(delta) < (double)width) || !(to >= 0) || to >= (double)w->shifts)
            break;
        best = (size_t)to;
    }
    double variance = residual_variance(w, best, reach, &s, delta, &rho), widened = (1 + rho) / (1 - rho);
    out->shift = shift_of(w, best) + (delta > 1 ? 1 : delta < -1 ? -1 : delta) * w->step;
    out->gain = s.ym / s.mm * (w->a.scale / w->b.scale);
    out->correlation = br_max(-1, br_min(1, s.ym / br_sqrt(s.mm * s.yy))); // 1 + 2e-16 happens
    out->overlap = s.n * w->step;
    double noise = variance * widened * dd / (dp * dp), floor = floor_of_slopes * floor_of_slopes;
    out->sd = dp != 0 ? w->step * br_sqrt(noise + floor) : (double)INFINITY;
    out->samples = s.n / widened;
}

// ---------------------------------------------------------------- all of it

static br_status search_shift(search *w, br_shift *out, double within, const char *second_name, br_diag *why)
{
    br_status status = correlation_coefficients(w);
    if (status != BR_OK)
        return status;
    size_t best = highest_peak(w, within, w->shifts);
    if (best == w->shifts)
        return br_table_complain(why, BR_BAD_DATA, second_name, 0, 0,
                                 "no shift leaves it enough samples in common with the first log");
    size_t next = highest_peak(w, within, best);
    refine_shift(w, best, out);
    double r2 = br_min(out->correlation * out->correlation, 1 - 1e-12);
    double evidence = out->samples * r2 / (1 - r2); // two random walks: up to 200
    out->doubtful = !(r2 >= 0.1) || !(evidence >= 300) || is_at_edge(w, best);
    if (next < w->shifts) {
        double r = out->correlation, q = w->r[next];
        out->other = shift_of(w, next);
        out->other_correlation = q;
        // log-likelihoods that differ by less than 8, with the residual variance of each
        out->ambiguous = 1 - q * q < (1 - r * r) * (1 + 16 / out->samples) + 1e-6;
    }
    return status;
}

static br_status check_signal(const br_shift_signal *s, br_diag *why)
{
    double least = (double)INFINITY, most = -(double)INFINITY;
    size_t there = 0;
    for (size_t i = 0; i < s->count; i++) {
        least = s->y[i] < least ? s->y[i] : least;
        most = s->y[i] > most ? s->y[i] : most;
        there += isnan(s->y[i]) ? 0 : 1;
    }
    if (there < LEAST)
        return br_table_complain(why, BR_BAD_DATA, s->name, 0, 0,
                                 "its signal has %zu numbers, and a shift needs %d; give it with --shift", there,
                                 LEAST);
    if (!(most > least))
        return br_table_complain(why, BR_BAD_DATA, s->name, 0, 0,
                                 "its signal does not change, so no shift can be found; choose another one, or give "
                                 "the shift with --shift");
    return BR_OK;
}

static br_status find_on_grid(br_shift *s, const br_shift_signal *first, const br_shift_signal *second, double within,
                              br_diag *why)
{
    search w = {0};
    double a = first->t[first->count - 1] - first->t[0], b = second->t[second->count - 1] - second->t[0];
    double finer = br_min(mean_step(first), mean_step(second)), longer = a > b ? a : b;
    if (!isfinite(longer) || !(finer > 0))
        return br_table_complain(why, BR_BAD_DATA, second->name, 0, 0,
                                 "the times of its signal, or of the first one, do not span a finite time; check t");
    w.step = longer / finer > MOST / 2 ? longer / (MOST / 2) : finer;
    br_status status = put_on_grid(&w.a, first, w.step);
    if (status == BR_OK)
        status = put_on_grid(&w.b, second, w.step);
    w.shifts = w.a.count + w.b.count - 1;
    w.n = br_fft_size(w.shifts);
    w.r = status == BR_OK ? malloc(w.shifts * sizeof *w.r) : NULL;
    for (int i = 0; i < 10 && status == BR_OK; i++) {
        w.work[i] = malloc(w.n * sizeof(double));
        status = w.work[i] && w.r ? BR_OK : BR_NO_MEMORY;
    }
    if (status == BR_OK)
        status = search_shift(&w, s, within, second->name, why);
    for (int i = 0; i < 10; i++)
        free(w.work[i]);
    free(w.r);
    free(w.a.y);
    free(w.a.there);
    free(w.b.y);
    free(w.b.there);
    return status;
}

br_status br_shift_find(br_shift *s, const br_shift_signal *first, const br_shift_signal *second, double within,
                        br_diag *why)
{
    memset(s, 0, sizeof *s);
    br_status status = check_signal(first, why);
    if (status == BR_OK)
        status = check_signal(second, why);
    if (status != BR_OK)
        return status;
    double *rows = malloc(2 * (first->count + second->count) * sizeof *rows);
    if (!rows)
        return BR_NO_MEMORY;
    const br_shift_signal a = usable_rows(first, rows, s, 0), b = usable_rows(second, rows + 2 * first->count, s, 1);
    status = find_on_grid(s, &a, &b, within, why);
    free(rows);
    return status;
}
