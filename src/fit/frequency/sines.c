// sines.c - segments of constant frequency in a stepped-sine log, by the zero crossings of its force.         [host]
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"

#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi
enum { LEAST_CYCLES = 3 };

// ---------------------------------------------------------------- cycles

typedef struct crossings {
    double *at; // rows, with fractions
    long long count, room;
} crossings;

static br_status add_crossing(crossings *c, double at)
{
    if (c->count == c->room) {
        long long room = 2 * c->room + 256;
        double *more = realloc(c->at, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        c->at = more;
        c->room = room;
    }
    c->at[c->count++] = at;
    return BR_OK;
}

// Where u rises through its mean, once after each time that it was below by a fifth of its RMS: noise makes no cycles.
static br_status find_crossings(const br_frf_record *r, double mean, double rms, crossings *c)
{
    br_status status = BR_OK;
    double last = 0;
    bool low = false, risen = false;
    for (long long i = 1; i < r->n && status == BR_OK; i++) {
        double a = r->u[i - 1] - mean, b = r->u[i] - mean;
        low = low || a < -0.2 * rms;
        if (low && !risen && a < 0 && b >= 0) {
            last = (double)(i - 1) + a / (a - b);
            risen = true;
        }
        if (risen && b > 0.2 * rms) {
            status = add_crossing(c, last);
            low = risen = false;
        }
        if (risen && b < 0) // noise about zero: the next crossing is looked for
            risen = false;
    }
    return status;
}

// ---------------------------------------------------------------- a sine

// Least squares of u - mean by a cos wt + b sin wt + c over the rows; *gradient: change of w that fits better (Gauss-Newton).
static double explained_by_sine(const double *u, long long rows, double w, double *change)
{
    // normal equations of 1, cos, sin and then of t times the derivative of the sine
    double S[3][4] = {{0}}, mean = 0, total = 0, left = 0, product = 0, square = 0;
    for (long long i = 0; i < rows; i++)
        mean += u[i] / (double)rows;
    for (long long i = 0; i < rows; i++) {
        double basis[3] = {1, br_cos(w * (double)i), br_sin(w * (double)i)}, y = u[i] - mean;
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++)
                S[a][b] += basis[a] * basis[b];
            S[a][3] += basis[a] * y;
        }
        total += y * y;
    }
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++) {
            double factor = i == a ? 0 : S[i][a] / S[a][a];
            for (int b = a; b < 4 && i != a; b++)
                S[i][b] -= factor * S[a][b];
        }
    double c[3] = {S[0][3] / S[0][0], S[1][3] / S[1][1], S[2][3] / S[2][2]};
    for (long long i = 0; i < rows; i++) {
        double cosine = br_cos(w * (double)i), sine = br_sin(w * (double)i);
        double e = u[i] - mean - c[0] - c[1] * cosine - c[2] * sine, t = (double)i - (double)(rows - 1) / 2;
        double slope = t * (c[2] * cosine - c[1] * sine);
        left += e * e;
        product += e * slope;
        square += slope * slope;
    }
    *change = square > 0 ? product / square : 0;
    return total > 0 ? 1 - left / total : 0;
}

static void fit_sine(const br_frf_record *r, br_sine_segment *s)
{
    double w = tau * s->f * r->dt, change;
    for (int i = 0; i < 8; i++) {
        s->explained = explained_by_sine(r->u + s->from, s->rows, w, &change);
        w += change;
        if (br_abs(change) * (double)s->rows < 1e-9)
            break;
    }
    if (br_abs(w / (tau * s->f * r->dt) - 1) < 0.02)
        s->f = w / (tau * r->dt);
}

// ---------------------------------------------------------------- segments

// Cycles from i on that last as long as their mean, 3 % apart at most; the number of them.
static long long equal_cycles(const crossings *c, long long i)
{
    long long n = 1;
    while (i + n + 1 < c->count) {
        double mean = (c->at[i + n] - c->at[i]) / (double)n, next = c->at[i + n + 1] - c->at[i + n];
        if (br_abs(next - mean) > 0.03 * mean + 0.1)
            break;
        n++;
    }
    return n;
}

static br_status collect_segments(const br_frf_record *r, const crossings *c, br_sine_segment *to, int *count)
{
    for (long long i = 0; i + 1 < c->count;) {
        long long n = equal_cycles(c, i), ends = n > LEAST_CYCLES + 1; // the first and the last one may be half another
        double from = c->at[i + ends], whole = (double)(n - 2 * ends), rows = c->at[i + n - ends] - from;
        if (whole >= LEAST_CYCLES && rows >= 8) {
            br_sine_segment s = {.from = (long long)from + 1, .rows = (long long)rows, .cycles = whole};
            s.f = whole / (rows * r->dt);
            fit_sine(r, &s);
            to[(*count)++] = s;
        }
        i += n;
    }
    return BR_OK;
}

br_status br_sine_segments(const br_frf_record *r, br_sine_segment **to, int *count, double *covered)
{
    crossings c = {0};
    double mean = 0, square = 0;
    *to = NULL;
    *count = 0;
    *covered = 0;
    for (long long i = 0; i < r->n; i++)
        mean += r->u[i] / (double)r->n;
    for (long long i = 0; i < r->n; i++)
        square += (r->u[i] - mean) * (r->u[i] - mean) / (double)r->n;
    br_status status = square > 0 ? find_crossings(r, mean, br_sqrt(square), &c) : BR_OK;
    if (status == BR_OK && c.count > LEAST_CYCLES) {
        *to = malloc((size_t)(c.count / LEAST_CYCLES + 1) * sizeof **to);
        status = *to ? collect_segments(r, &c, *to, count) : BR_NO_MEMORY;
    }
    free(c.at);
    for (int i = 0; i < *count; i++)
        if ((*to)[i].explained > 0.98)
            *covered += (double)(*to)[i].rows / (double)r->n;
    return status;
}
