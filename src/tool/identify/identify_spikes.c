// identify_spikes.c - spikes in the columns of a log: named, refused where they dominate the fit, rejected by --robust.  [host]
//
// They are found before velocities are made: behind the filter one wrong position is a second of wrong motion.
#include "num/base/fp.h"

#include "fit/inspect/spikes.h"
#include "tool/identify/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAG = 5 }; // rows: half the period of the cutoff

// What stands in the fit of a column: itself, its derivative or its second derivative, over LAG rows.
static double difference(const double *y, long long k, int order)
{
    return order == 0 ? y[k] : order == 1 ? y[k + LAG] - y[k - LAG] : y[k + LAG] - 2 * y[k] + y[k - LAG];
}

// Squares of what spikes put into the fit, over those of all else.
static double spike_share(const br_spikes *s, long long rows, const double *y, int order)
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
static void write_signal(br_buffer *out, const tool_log *l, const char *name)
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

// "axis.csv: x (column enc), row 3000, t = 2.999 s: 1e+09 m between 0.31 and 0.32 m is a spike, and 2 more"
static void write_spike(br_buffer *out, const tool_log *l, const char *name, const char *unit, const br_spikes *s)
{
    const double *y = tool_log_column(l, name);
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

// The rows that have lost a value, for the count of rows that are not fitted.
static br_status keep_rows(identify_rejected *to, const br_spikes *s)
{
    long long *row = realloc(to->row, (size_t)(to->count + s->count + 1) * sizeof *row);
    if (!row)
        return BR_NO_MEMORY;
    memcpy(row + to->count, s->row, (size_t)s->count * sizeof *row);
    to->row = row;
    to->count += s->count;
    return BR_OK;
}

static br_status handle_spikes(identifying *w, int i, const char *name, int order, const br_spikes *s, br_diag *why)
{
    tool_log *l = &w->log[i];
    bool force = strcmp(name, "u") == 0 || strcmp(name, "F") == 0;
    const char *unit = force                    ? w->force_unit
                       : strcmp(name, "x") == 0 ? w->position_unit
                       : strcmp(name, "v") == 0 ? w->speed_unit
                       : w->rotary              ? "rad/s^2"
                                                : "m/s^2";
    const double most = force ? 1 : 0.1; // motions are regressors: what is wrong there biases every parameter
    br_buffer words = {0};
    br_status status = BR_OK;
    write_spike(&words, l, name, unit, s);
    if (w->options.huber > 0) {
        double *y = tool_log_values(l, name);
        for (long long k = 0; k < s->count; k++)
            y[s->row[k]] = (double)NAN;
        br_buffer_print(&w->notes, "%s; rejected (--robust)\n", words.text ? words.text : "");
        if (strcmp(name, "x") != 0) // a missing position is bridged
            status = keep_rows(&w->rejected[i], s);
    } else if (spike_share(s, l->rows, tool_log_column(l, name), order) > most)
        status = tool_complain(why, BR_NEGATIVE,
                               "bristle identify: %s, and dominates the fit; correct the log, or "
                               "reject such values: --robust",
                               words.text ? words.text : "");
    else
        br_buffer_print(&w->warnings, "%s; --robust rejects such values\n", words.text ? words.text : "");
    w->drive_spikes = w->drive_spikes || strcmp(name, "u") == 0;
    br_buffer_free(&words);
    return status;
}

// Spikes outside of the rows that are fitted, and of what the filter sees of them, are none of this fit.
static void keep_near(const identifying *w, int i, int order, br_spikes *s)
{
    enum { NEAR = 200 }; // rows
    const tool_log *l = &w->log[i];
    const tool_span *span = w->axis[i].test ? &w->test_span : &w->span;
    double margin = order > 0 ? NEAR * l->sampling.median : 0;
    long long n = 0, last = s->largest;
    for (long long k = 0; k < s->count; k++)
        if (l->t[s->row[k]] >= span->from - margin && l->t[s->row[k]] <= span->until + margin)
            s->row[n++] = s->row[k];
    s->count = n;
    if (n > 0 && !br_spikes_has(s, last))
        s->largest = s->row[0];
}

br_status identify_spikes(identifying *w, int i, br_diag *why)
{
    const tool_log *l = &w->log[i];
    bool has_a = tool_log_column(l, "a"), has_v = tool_log_column(l, "v");
    const struct {
        const char *name;
        int order;
    } column[] = {{"x", w->drive && !has_a ? 2
                        : has_v            ? 0
                                           : 1},
                  {"v", w->drive && !has_a && !tool_log_column(l, "x") ? 1 : 0},
                  {"a", 0},
                  {w->drive ? "u" : "F", 0}};
    br_status status = BR_OK;
    for (size_t c = 0; c < sizeof column / sizeof *column && status == BR_OK && l->has_samples; c++) {
        const double *y = tool_log_column(l, column[c].name);
        br_spikes s = {0};
        status = y ? br_spikes_find(l->rows, y, &s) : BR_OK;
        if (status == BR_OK)
            keep_near(w, i, column[c].order, &s);
        if (status == BR_OK && s.count > 0)
            status = handle_spikes(w, i, column[c].name, column[c].order, &s, why);
        br_spikes_free(&s);
    }
    return status;
}
