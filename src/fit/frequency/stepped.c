// stepped.c - frequency response from a stepped sine: a line for each segment of constant frequency, and the harmonics. [host]
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "fit/statistics/linear.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi
enum { HARMONICS = 5, BASIS = 2 + 2 * HARMONICS, BLOCKS = 12 };

// Amplitudes of the harmonics of one block of whole cycles, of u and of x.
typedef struct block {
    br_complex u[HARMONICS], x[HARMONICS];
} block;

typedef struct sine_rows {
    const br_frf_record *r;
    double w;           // radians from row to row
    long long from, to; // rows; phases count from `origin`
    long long origin;
    int harmonics; // in the basis: below 0.45 of the sample rate
} sine_rows;

// One row of the basis: 1, t, cosines and sines.
static void fill_row(const sine_rows *s, long long i, double *row)
{
    row[0] = 1;
    row[1] = 2 * (double)i / (double)(s->to - s->from) - 1;
    for (int h = 0; h < s->harmonics; h++) {
        double angle = s->w * (h + 1) * (double)(s->from + i - s->origin);
        row[2 + 2 * h] = br_cos(angle);
        row[3 + 2 * h] = br_sin(angle);
    }
}

static br_status add_rows(br_linear *l, const sine_rows *s, const double *y)
{
    enum { CHUNK = 256 };
    double A[CHUNK * BASIS], b[CHUNK];
    long long rows = s->to - s->from;
    br_status status = BR_OK;
    for (long long at = 0; at < rows && status == BR_OK; at += CHUNK) {
        long long count = rows - at < CHUNK ? rows - at : CHUNK;
        for (long long i = 0; i < count; i++) {
            fill_row(s, at + i, A + i * l->n);
            b[i] = y[s->from + at + i] - y[s->from];
        }
        status = br_linear_add(l, count, A, b, NULL);
    }
    return status;
}

// Least squares of y by that basis.
static br_status fit_harmonics(const sine_rows *s, const double *y, br_complex to[HARMONICS])
{
    static const char *const name[BASIS] = {"1", "t", "c1", "s1", "c2", "s2", "c3", "s3", "c4", "s4", "c5", "s5"};
    int n = 2 + 2 * s->harmonics;
    br_linear l = {0};
    br_fit_estimate e;
    br_status status = br_fit_estimate_init(&e, n, name);
    if (status == BR_OK)
        status = br_linear_init(&l, n, name);
    if (status == BR_OK)
        status = add_rows(&l, s, y);
    if (status == BR_OK)
        status = br_linear_solve(&l, 0, &e);
    for (int h = 0; h < HARMONICS && status == BR_OK; h++)
        to[h] = h < s->harmonics ? (br_complex){e.value[2 + 2 * h], -e.value[3 + 2 * h]} : (br_complex){0, 0};
    br_linear_free(&l);
    br_fit_estimate_free(&e);
    return status;
}

static br_complex mean_block(const block *b, int count, int harmonic, bool of_x)
{
    br_complex sum = {0, 0};
    for (int i = 0; i < count; i++) {
        br_complex a = of_x ? b[i].x[harmonic] : b[i].u[harmonic];
        sum = (br_complex){sum.re + a.re / count, sum.im + a.im / count};
    }
    return sum;
}

// Spread of X - G U over the blocks; of harmonics, of X.
static double block_variance(const block *b, int count, int harmonic, br_complex G)
{
    br_complex x = mean_block(b, count, harmonic, true), u = mean_block(b, count, harmonic, false);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        br_complex dx = br_complex_minus(b[i].x[harmonic], x), du = br_complex_minus(b[i].u[harmonic], u);
        sum += br_complex_power(br_complex_minus(dx, br_complex_times(G, du)));
    }
    return sum / (count - 1);
}

// Power of even and odd harmonics of x, less what noise makes of it; what is not clearly more is none.
static void add_harmonics(const block *b, int count, int harmonics, double part[2])
{
    for (int h = 1; h < harmonics; h++) {
        double power = br_complex_power(mean_block(b, count, h, true));
        double noise = block_variance(b, count, h, (br_complex){0, 0}) / count;
        part[h % 2 ? 0 : 1] += power > 8 * noise ? power - noise : 0;
    }
}

static void fill_line(br_frf *to, const block *b, int count, const sine_rows *s)
{
    br_complex u = mean_block(b, count, 0, false), x = mean_block(b, count, 0, true), G = br_complex_over(x, u);
    double force = br_complex_power(u), noise = block_variance(b, count, 0, G), part[2] = {0, 0};
    add_harmonics(b, count, s->harmonics, part);
    double size = br_complex_power(x), w = s->w / s->r->dt, sd = br_sqrt(noise / count / (2 * force));
    to->line[to->lines++] =
        (br_frf_line){.f = w / tau,
                      .re = G.re,
                      .im = G.im,
                      .noise = sd,
                      .distortion = s->harmonics > 2 ? br_sqrt((part[0] + part[1]) / (2 * force)) : (double)NAN,
                      .sd = sd, // harmonics do not disturb the line
                      .dof = 2.0 * (count - 1),
                      .coherence = size / (size + noise),
                      .u_re = u.re,
                      .u_im = u.im};
    if (s->harmonics > 2) {
        to->even += part[0];
        to->odd += part[1];
        to->distortion += size;
    }
}

// The first quarter of the cycles, at least one, is transient. The rest is cut into blocks of whole cycles.
static br_status add_segment(br_frf *to, const br_frf_record *r, const br_sine_segment *g)
{
    block b[BLOCKS];
    double cycle = (double)g->rows / g->cycles;
    int skip = g->cycles < 8 ? 1 : (int)(g->cycles / 4), cycles = (int)g->cycles - skip;
    int blocks = cycles < BLOCKS ? cycles : BLOCKS, harmonics = 1;
    while (blocks > 2 && cycle * (cycles / blocks) < 2.5 * BASIS)
        blocks--;
    while (harmonics < HARMONICS && (harmonics + 1) * 2.25 < cycle && cycle * (cycles / blocks) > 4 + 2.5 * harmonics)
        harmonics++;
    int each = cycles / blocks;
    br_status status = blocks >= 2 ? BR_OK : BR_NEGATIVE;
    sine_rows s = {r, tau * g->f * r->dt, 0, 0, g->from, harmonics};
    for (int i = 0; i < blocks && status == BR_OK; i++) {
        s.from = g->from + (long long)((skip + i * each) * cycle + 0.5);
        s.to = g->from + (long long)((skip + (i + 1) * each) * cycle + 0.5);
        s.to = s.to > r->n ? r->n : s.to;
        status = s.to - s.from >= 2 + 2 * harmonics + 1 ? fit_harmonics(&s, r->u, b[i].u) : BR_NEGATIVE;
        if (status == BR_OK)
            status = fit_harmonics(&s, r->x, b[i].x);
    }
    if (status == BR_OK) {
        long long first = g->from + (long long)(skip * cycle + 0.5);
        to->rows_used += s.to - first;
        to->rows_transient += first - g->from;
        fill_line(to, b, blocks, &s);
    }
    return status == BR_NEGATIVE ? BR_OK : status;
}

static int by_frequency(const void *a, const void *b)
{
    double x = ((const br_frf_line *)a)->f, y = ((const br_frf_line *)b)->f;
    return (x > y) - (x < y);
}

br_status br_frf_stepped(br_frf *to, const br_frf_record *r, const br_sine_segment *s, int count, br_diag *why)
{
    br_status status = BR_OK;
    to->kind = BR_FRF_STEPPED;
    to->line = malloc((size_t)(count > 0 ? count : 1) * sizeof *to->line);
    if (!to->line)
        return BR_NO_MEMORY;
    for (int i = 0; i < count && status == BR_OK; i++)
        if (s[i].explained > 0.98)
            status = add_segment(to, r, &s[i]);
    if (status == BR_OK && to->lines == 0)
        status = br_diag_fail(why, BR_BAD_DATA, "no segment of constant frequency has the three cycles that it needs");
    if (status != BR_OK)
        return status;
    double power = to->distortion;
    to->even = power > 0 ? to->even / power : (double)NAN;
    to->odd = power > 0 ? to->odd / power : (double)NAN;
    to->distortion = to->even + to->odd;
    to->periods = to->lines;
    qsort(to->line, (size_t)to->lines, sizeof *to->line, by_frequency);
    return BR_OK;
}
