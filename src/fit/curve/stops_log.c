// stops_log.c - rows of a presliding log that are fitted, in blocks for cross validation. [host]
#include "num/base/fp.h"

#include "fit/curve/stops_parts.h"

static br_status check_options(const br_stops_options *o, long long n, const double *x, const double *v)
{
    if (n < 20 || o->atoms < 2 || o->atoms > BR_STOPS_ATOMS || o->most < 1 || o->most > BR_STOPS_MOST ||
        o->blocks < 2 || o->blocks > BR_STOPS_BLOCKS || o->rows < 50 || !(o->better >= 0))
        return BR_BAD_USAGE;
    for (long long i = 0; i < n; i++)
        if (x[i] - x[i] != 0 || (v && v[i] - v[i] != 0))
            return BR_BAD_DATA;
    return BR_OK;
}

static double range_of(long long n, const double *x)
{
    double low = x[0], high = x[0];
    for (long long i = 1; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    return high - low;
}

// From when on x has moved by twice the longest l: every element has slipped, and forgotten how it began.
static long long first_without_memory(double longest, long long n, const double *x)
{
    double low = x[0], high = x[0];
    for (long long i = 0; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
        if (high - low >= 2 * longest * (1 - 1e-12))
            return i;
    }
    return n;
}

br_status br_stops_prepare(br_stops_log *log, br_stops_options *o)
{
    br_status status = check_options(o, log->n, log->x, log->v);
    if (status != BR_OK)
        return status;
    if (!(o->longest > 0))
        o->longest = 0.45 * range_of(log->n, log->x);
    if (!(o->shortest > 0))
        o->shortest = 1e-3 * o->longest;
    log->first = o->virgin ? 0 : first_without_memory(o->longest, log->n, log->x);
    log->blocks = o->blocks;
    return o->longest > o->shortest && log->n - log->first > 20 ? BR_OK : BR_NEGATIVE;
}

int br_stops_block(const br_stops_log *log, long long i)
{
    if (i < log->first || log->F[i] - log->F[i] != 0)
        return -1;
    return (int)((double)(i - log->first) / (double)(log->n - log->first) * log->blocks);
}
