// spikes.c - single values of a column that are no part of its signal.            [host]
#include "num/base/fp.h"

#include "fit/inspect/spikes.h"
#include "fit/statistics/median.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double OUT = 10, JUMPS = 5, RANGES = 20;
enum { TOGETHER = 3 };

double br_spike_size(double before, double y, double behind)
{
    double a = y - before, b = y - behind;
    return (a > 0 && b > 0) || (a < 0 && b < 0) ? br_min(fabs(a), fabs(b)) : 0;
}

// The limits of a range 20 times as wide as that of 99 % of the values, on either side; infinite where they are all alike.
static void far_limits(long long n, double *sorted, double limit[2])
{
    double low = br_rank(n, sorted, 0.005), high = br_rank(n, sorted, 0.995);
    limit[0] = high > low ? low - RANGES * (high - low) : -HUGE_VAL;
    limit[1] = high > low ? high + RANGES * (high - low) : HUGE_VAL;
}

static br_status add_row(br_spikes *to, long long *room, long long row)
{
    if (to->count == *room) {
        *room = *room ? 2 * *room : 16;
        long long *more = realloc(to->row, (size_t)*room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        to->row = more;
    }
    to->row[to->count++] = row;
    return BR_OK;
}

// The finite values of a column: where they stand, what they are.
typedef struct finite {
    long long n, *at;
    const double *y;
} finite;

static double value(const finite *f, long long i)
{
    return f->y[f->at[i]];
}

static double size_of(const finite *f, long long i)
{
    return i > 0 && i + 1 < f->n ? br_spike_size(value(f, i - 1), value(f, i), value(f, i + 1)) : 0;
}

// How many values from i on are beyond the limits.
static long long far_run(const finite *f, long long i, const double limit[2])
{
    long long from = i;
    while (i < f->n && (value(f, i) < limit[0] || value(f, i) > limit[1]))
        i++;
    return i - from;
}

static br_status list_spikes(const finite *f, const double limit[2], br_spikes *to)
{
    long long room = 0;
    double largest = 0;
    br_status status = BR_OK;
    for (long long i = 0; i < f->n && status == BR_OK;) {
        double out = size_of(f, i);
        long long run = far_run(f, i, limit), take = run > 0 && run <= TOGETHER ? run : 0;
        if (take == 0 && to->least > 0 && out > to->least)
            take = 1;
        for (long long k = 0; k < take && status == BR_OK; k++)
            status = add_row(to, &room, f->at[i + k]);
        if (take > 0) {
            double far = take == 1 && out > 0 ? out : fabs(value(f, i));
            to->largest = far > largest ? f->at[i] : to->largest;
            largest = br_max(largest, far);
        }
        i += run > 0 ? run : 1;
    }
    return status;
}

br_status br_spikes_find(long long rows, const double *y, br_spikes *to)
{
    memset(to, 0, sizeof *to);
    size_t size = rows > 0 ? (size_t)rows : 1;
    double *out = malloc(2 * size * sizeof *out), *jump = out ? out + size : NULL, limit[2];
    finite f = {0, malloc(size * sizeof *f.at), y};
    br_status status = out && f.at ? BR_OK : BR_NO_MEMORY;
    for (long long k = 0; k < rows && status == BR_OK; k++)
        if (isfinite(y[k]))
            f.at[f.n++] = k;
    if (status == BR_OK && f.n > 2) {
        for (long long i = 0; i < f.n; i++)
            out[i] = value(&f, i);
        far_limits(f.n, out, limit);
        for (long long i = 1; i < f.n; i++) {
            jump[i - 1] = fabs(value(&f, i) - value(&f, i - 1));
            out[i - 1] = size_of(&f, i);
        }
        to->least = br_max(OUT * br_rank(f.n - 1, out, 0.99), JUMPS * br_rank(f.n - 1, jump, 0.95));
        status = list_spikes(&f, limit, to);
    }
    free(out);
    free(f.at);
    if (status != BR_OK)
        br_spikes_free(to);
    return status;
}

void br_spikes_free(br_spikes *s)
{
    free(s->row);
    memset(s, 0, sizeof *s);
}

bool br_spikes_has(const br_spikes *s, long long row)
{
    long long low = 0, high = s->count;
    while (low < high) {
        long long middle = low + (high - low) / 2;
        if (s->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && s->row[low] == row;
}

void br_spike_neighbours(const br_spikes *s, long long rows, const double *y, long long k, double around[2])
{
    for (int side = 0; side < 2; side++) {
        long long i = k, step = side ? 1 : -1;
        do
            i += step;
        while (i >= 0 && i < rows && (!isfinite(y[i]) || br_spikes_has(s, i)));
        around[side] = i >= 0 && i < rows ? y[i] : (double)NAN;
    }
}
