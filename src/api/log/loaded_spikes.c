// loaded_spikes.c - spikes in the columns of a log: which rows, how much they weigh, and their names.   [host]
#include "num/base/fp.h"

#include "api/log/loaded_log.h"

#include <math.h>
#include <string.h>

enum { LAG = 5 }; // rows: half the period of the cutoff

// What stands in the fit of a column: itself, its derivative or its second derivative, over LAG rows.
static double difference(const double *y, long long k, int order)
{
    return order == 0 ? y[k] : order == 1 ? y[k + LAG] - y[k - LAG] : y[k + LAG] - 2 * y[k] + y[k - LAG];
}

double br_loaded_spike_share(const br_spikes *s, long long rows, const double *y, int order)
{
    static const double gain[] = {1, 2, 6}; // squares of the weights of a difference
    double all = 0, mean = 0, n = 0, spikes = 0;
    long long edge = order > 0 ? LAG : 0;
    for (int pass = 0; pass < 2; pass++) {
        for (long long k = edge; k < rows - edge; k++) {
            bool clean = !br_spikes_has(s, k) && !br_spikes_has(s, k - edge) && !br_spikes_has(s, k + edge);
            double d = clean ? difference(y, k, order) : (double)NAN;
            if (!isfinite(d))
                continue;
            n += pass == 0;
            mean += pass == 0 ? d : 0;
            all += pass == 1 ? (d - mean) * (d - mean) : 0;
        }
        mean = pass == 0 && n > 0 ? mean / n : mean;
    }
    for (long long i = 0; i < s->count; i++) {
        double around[2];
        br_spike_neighbours(s, rows, y, s->row[i], around);
        double from = isfinite(around[0]) ? around[0] : around[1], off = y[s->row[i]] - from;
        spikes += gain[order] * off * off;
    }
    return all > 0 ? spikes / all : HUGE_VAL;
}

// "x (column enc)": a signal and the columns of the table that it is made of, unless it is one of that name.
static void write_signal(br_buffer *out, const br_loaded_log *l, const char *name)
{
    const br_signals *s = &l->signals;
    int j = 0, columns = 0;
    br_buffer_put(out, name);
    while (j < s->count && strcmp(s->signal[j].name, name) != 0)
        j++;
    if (j == s->count || !l->has_signals)
        return;
    for (int c = 0; c < s->columns; c++) {
        const char *column = l->table.column[s->column[c]].name;
        if (!s->uses[j * s->stride + c] || strcmp(column, name) == 0)
            continue;
        br_buffer_put(out, columns++ ? ", " : " (column ");
        if (*column)
            br_buffer_safe(out, column, strlen(column));
        else
            br_buffer_print(out, "#%d", s->column[c] + 1);
    }
    br_buffer_put(out, columns ? ")" : "");
}

void br_loaded_spike_write(br_buffer *out, const br_loaded_log *l, const char *name, const char *unit,
                           const br_spikes *s)
{
    const double *y = br_loaded_log_column(l, name);
    double around[2];
    br_spike_neighbours(s, l->rows, y, s->largest, around);
    br_buffer_safe(out, l->name, strlen(l->name));
    br_buffer_put(out, ": ");
    write_signal(out, l, name);
    if (l->samples.windows == 0)
        br_buffer_print(out, ", row %lld", s->largest + 1);
    br_buffer_print(out, ", t = %.6g s: %.6g %s between %.6g and %.6g %s is a spike", l->t[s->largest], y[s->largest],
                    unit, around[0], around[1], unit);
    if (s->count > 1)
        br_buffer_print(out, ", and %lld more", s->count - 1);
}

void br_loaded_spikes_keep(br_spikes *s, const br_loaded_log *l, double from, double until)
{
    long long n = 0, last = s->largest;
    for (long long k = 0; k < s->count; k++)
        if (l->t[s->row[k]] >= from && l->t[s->row[k]] <= until)
            s->row[n++] = s->row[k];
    s->count = n;
    if (n > 0 && !br_spikes_has(s, last))
        s->largest = s->row[0];
}
