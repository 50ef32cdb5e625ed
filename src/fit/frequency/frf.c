// frf.c - frequency responses: what kind of signal a log has, and the mean of several realisations.     [host]
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "num/algebra/fft_any.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi

void br_frf_free(br_frf *f)
{
    free(f->line);
    *f = (br_frf){0};
}

// ---------------------------------------------------------------- one log

// RMS of u about its mean, and of x about its least-squares line.
static void measure_record(br_frf *to, const br_frf_record *r)
{
    double n = (double)r->n, middle = (n - 1) / 2, mean_x = 0, slope = 0, square = 0;
    for (long long i = 0; i < r->n; i++) {
        to->mean_u += r->u[i] / n;
        mean_x += (r->x[i] - r->x[0]) / n;
    }
    for (long long i = 0; i < r->n; i++) {
        double t = (double)i - middle;
        slope += t * (r->x[i] - r->x[0] - mean_x);
        square += t * t;
    }
    slope /= square;
    for (long long i = 0; i < r->n; i++) {
        double u = r->u[i] - to->mean_u, x = r->x[i] - r->x[0] - mean_x - slope * ((double)i - middle);
        to->rms_u += u * u / n;
        to->rms_x += x * x / n;
    }
    to->rms_u = br_sqrt(to->rms_u);
    to->rms_x = br_sqrt(to->rms_x);
    to->drift = slope / r->dt;
    to->dt = r->dt;
    to->realisations = 1;
    to->slope_change = to->slope_change_sd = to->reversing = to->reversing_sd =
        (double)NAN; // known of a multisine only
}

// Velocity at the lines: all at once, or of a stepped sine the largest.
static void measure_velocity(br_frf *to)
{
    double sum = 0, most = 0;
    for (int i = 0; i < to->lines; i++) {
        const br_frf_line *l = &to->line[i];
        double w = tau * l->f, size = (l->re * l->re + l->im * l->im) * (l->u_re * l->u_re + l->u_im * l->u_im);
        sum += w * w * size / 2;
        most = br_max(most, w * w * size / 2);
    }
    to->rms_v = br_sqrt(to->kind == BR_FRF_STEPPED ? most : sum);
}

// The force behind a zero-order hold is sin(a)/a exp(-j a) times that of the samples, a = w dt/2.
static void correct_hold(br_frf *to)
{
    for (int i = 0; i < to->lines; i++) {
        br_frf_line *l = &to->line[i];
        double a = tau * l->f * to->dt / 2, size = br_sin(a) / a;
        br_complex G = br_complex_over((br_complex){l->re, l->im}, (br_complex){size * br_cos(a), -size * br_sin(a)});
        l->re = G.re;
        l->im = G.im;
        l->noise /= size;
        l->distortion /= size;
        l->sd /= size;
        double u = l->u_re * br_cos(a) + l->u_im * br_sin(a);
        l->u_im = size * (l->u_im * br_cos(a) - l->u_re * br_sin(a));
        l->u_re = size * u;
    }
}

static const double most_samples = 1e15; // more than any log has; beyond, no integer may hold them

static long long samples_of(double time, double dt)
{
    return (long long)(br_min(time / dt, most_samples) + 0.5);
}

// A period in samples as a whole number of them: less than half a sample off over all periods.
static br_status whole_period(const br_frf_record *r, double period, long long *samples, br_diag *why)
{
    *samples = (long long)(period + 0.5);
    double count = *samples > 0 ? (double)(r->n / *samples) : 0;
    if (br_abs(period - (double)*samples) * count < 0.5)
        return BR_OK;
    return br_diag_fail(why, BR_BAD_DATA,
                        "the period of about %.4g s is %.5g samples, no whole number; resample the log by 'bristle "
                        "table' with a --step "
                        "that divides the period",
                        period * r->dt, period);
}

static long long usual_window(long long rows)
{
    long long window = 16;
    while (window * 2 <= rows / 8)
        window *= 2;
    return window;
}

static br_status find_stepped(br_frf *to, const br_frf_record *r, bool asked, bool *is, br_diag *why)
{
    br_sine_segment *s = NULL;
    int count;
    double covered;
    br_status status = br_sine_segments(r, &s, &count, &covered);
    *is = asked || covered > 0.6;
    if (status == BR_OK && *is)
        status = br_frf_stepped(to, r, s, count, why);
    free(s);
    return status;
}

static br_status find_response(br_frf *to, const br_frf_record *r, const br_frf_options *o, br_diag *why)
{
    double found = br_min(o->period / r->dt, most_samples);
    long long period = 0, window = o->window > 0 ? samples_of(o->window, r->dt) : usual_window(r->n);
    bool stepped = false, any = o->kind == BR_FRF_DETECT && o->period == 0 && o->window == 0;
    br_status status = BR_OK;
    if (any || o->kind == BR_FRF_STEPPED)
        status = find_stepped(to, r, o->kind == BR_FRF_STEPPED, &stepped, why);
    if (status != BR_OK || stepped)
        return status;
    if (o->period == 0 && (any || o->kind == BR_FRF_MULTISINE))
        status = br_frf_period(r, &found);
    if (status == BR_OK && found > 0)
        status = whole_period(r, found, &period, why);
    if (status != BR_OK)
        return status;
    if (period > 0)
        return br_frf_multisine(to, r, period, why);
    if (o->kind == BR_FRF_MULTISINE)
        return br_diag_fail(why, BR_BAD_DATA, "the force has no period that it repeats; give it with --period");
    return br_frf_broadband(to, r, window, why);
}

br_status br_frf_find(br_frf *to, const br_frf_record *r, const br_frf_options *o, br_diag *why)
{
    *to = (br_frf){0};
    if (!(r->dt > 0) || r->n < 16)
        return br_diag_fail(why, BR_BAD_DATA, "a frequency response needs more rows");
    measure_record(to, r);
    bool moves[] = {to->rms_u > 1e-12 * br_abs(to->mean_u), to->rms_x > 1e-13 * br_abs(r->x[0])};
    if (!moves[0] || !moves[1] || !isfinite(to->rms_u + to->rms_x)) {
        *to = (br_frf){0};
        return br_diag_fail(why, BR_BAD_DATA, "the %s does not change", moves[0] ? "position" : "force");
    }
    br_status status = find_response(to, r, o, why);
    if (status == BR_OK && o->held)
        correct_hold(to);
    if (status == BR_OK)
        measure_velocity(to);
    else
        br_frf_free(to);
    return status;
}

// ---------------------------------------------------------------- several realisations

bool br_frf_alike(const br_frf *a, const br_frf *b)
{
    bool same = a->kind == BR_FRF_MULTISINE && b->kind == BR_FRF_MULTISINE && a->period == b->period &&
                a->lines == b->lines && br_abs(a->dt / b->dt - 1) < 1e-6 && br_abs(a->rms_u / b->rms_u - 1) < 0.1;
    for (int i = 0; i < a->lines && same; i++)
        same = br_abs(a->line[i].f - b->line[i].f) < 0.1 / ((double)a->period * a->dt);
    return same;
}

// Whether the forces of both are one, but for a shift in time: the largest cross-correlation is that of equal signals.
static br_status same_phases(const br_frf *a, const br_frf *b, bool *same)
{
    br_fft_plan plan;
    size_t n = (size_t)a->period;
    br_status status = br_fft_plan_open(&plan, n);
    double *re = calloc(2 * n, sizeof *re), total = 0, most = 0;
    if (status == BR_OK && !re)
        status = BR_NO_MEMORY;
    for (int i = 0; i < a->lines && status == BR_OK; i++) {
        const br_frf_line *p = &a->line[i], *q = &b->line[i];
        br_complex c = br_complex_times((br_complex){p->u_re, p->u_im}, (br_complex){q->u_re, -q->u_im});
        size_t k = (size_t)(p->f * (double)n * a->dt + 0.5);
        re[k] = c.re;
        re[n + k] = c.im;
        total += br_sqrt(br_complex_power(c));
    }
    if (status == BR_OK)
        br_fft_any(&plan, re, re + n);
    for (size_t i = 0; i < n && status == BR_OK; i++)
        most = br_max(most, re[i]);
    *same = most > 0.95 * total;
    br_fft_plan_close(&plan);
    free(re);
    return status;
}

// Mean of G, its noise, and what the spread between realisations is more than that.
static void combine_line(br_frf_line *to, const br_frf *all, int count, int i, bool repeated)
{
    double R = count, re = 0, im = 0, spread = 0, noise = 0, coherence = 0, distortion = 0, dof = 0;
    for (int r = 0; r < count; r++) {
        const br_frf_line *l = &all[r].line[i];
        re += l->re / R;
        im += l->im / R;
        noise += l->noise * l->noise / R;
        distortion += l->distortion * l->distortion / R;
        coherence += l->coherence / R;
        dof += l->dof;
    }
    for (int r = 0; r < count; r++) {
        double a = all[r].line[i].re - re, b = all[r].line[i].im - im;
        spread += (a * a + b * b) / (2 * (R - 1)); // of one realisation, each part
    }
    *to = all[0].line[i];
    to->re = re;
    to->im = im;
    to->noise = br_sqrt(noise / R);
    to->coherence = coherence;
    if (repeated) {
        to->distortion = br_sqrt(distortion);
        to->sd = br_sqrt(br_max(noise, spread) / R + (isnan(distortion) ? 0 : distortion));
        to->dof = dof;
        return;
    }
    to->distortion = br_sqrt(br_max(spread - noise, 0));
    to->sd = br_sqrt(spread);
    to->dof = 2 * (R - 1);
}

// Few realisations: the spread of a line is averaged over lines nearby, as a share of |G|, and the sd is that of the mean.
static void smooth_spread(br_frf *to, const double *spread)
{
    enum { REACH = 2 };
    for (int i = 0; i < to->lines; i++) {
        int from = i < REACH ? 0 : i - REACH, end = i + REACH < to->lines ? i + REACH : to->lines - 1;
        br_frf_line *l = &to->line[i];
        double size = l->re * l->re + l->im * l->im, sum = 0;
        for (int k = from; k <= end; k++)
            sum += spread[k] / (end - from + 1);
        double total = br_max(sum * size, l->noise * l->noise * to->realisations);
        l->sd = br_sqrt(total / to->realisations);
        l->distortion = br_sqrt(br_max(total - l->noise * l->noise * to->realisations, 0));
        l->dof = 2.0 * (to->realisations - 1) * (end - from + 1);
    }
}

static br_status find_repeated(const br_frf *all, int count, bool *repeated)
{
    br_status status = BR_OK;
    *repeated = true;
    for (int r = 1; r < count && status == BR_OK && *repeated; r++)
        status = same_phases(&all[0], &all[r], repeated);
    return status;
}

// The mean by the inverse of the variances.
static void add_weighted(double value, double sd, double sum[2])
{
    sum[0] += value / (sd * sd);
    sum[1] += 1 / (sd * sd);
}

static void combine_shapes(br_frf *to, const br_frf *all, int count)
{
    double change[2] = {0}, reversing[2] = {0};
    for (int r = 0; r < count; r++) {
        add_weighted(all[r].slope_change, all[r].slope_change_sd, change);
        add_weighted(all[r].reversing, all[r].reversing_sd, reversing);
    }
    to->slope_change = change[0] / change[1];
    to->slope_change_sd = 1 / br_sqrt(change[1]);
    to->reversing = reversing[0] / reversing[1];
    to->reversing_sd = 1 / br_sqrt(reversing[1]);
}

static void combine_totals(br_frf *to, const br_frf *all, int count)
{
    double R = count;
    to->realisations = count;
    to->periods = to->skipped = 0;
    to->distortion = to->even = to->odd = to->rms_u = to->mean_u = to->rms_x = to->rms_v = to->drift = 0;
    for (int r = 0; r < count; r++) {
        to->periods += all[r].periods;
        to->skipped += all[r].skipped;
        to->rms_u += all[r].rms_u / R;
        to->mean_u += all[r].mean_u / R;
        to->rms_x += all[r].rms_x / R;
        to->rms_v += all[r].rms_v / R;
        to->drift += all[r].drift / R;
        to->distortion += all[r].distortion / R;
        to->even += all[r].even / R;
        to->odd += all[r].odd / R;
    }
}

br_status br_frf_combine(br_frf *to, const br_frf *all, int count)
{
    bool repeated;
    *to = (br_frf){0};
    br_status status = find_repeated(all, count, &repeated);
    br_frf f = all[0];
    f.line = malloc((size_t)f.lines * sizeof *f.line);
    double *spread = malloc((size_t)f.lines * sizeof *spread);
    if (status == BR_OK && (!f.line || !spread))
        status = BR_NO_MEMORY;
    if (status == BR_OK) {
        combine_totals(&f, all, count);
        combine_shapes(&f, all, count);
        f.repeated = repeated;
        for (int i = 0; i < f.lines; i++) {
            combine_line(&f.line[i], all, count, i, repeated);
            const br_frf_line *l = &f.line[i];
            spread[i] = l->sd * l->sd / (l->re * l->re + l->im * l->im);
        }
        if (!repeated)
            smooth_spread(&f, spread);
        *to = f;
    } else
        free(f.line);
    free(spread);
    return status;
}
