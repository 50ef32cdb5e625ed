// identify_spikes.c - spikes in the columns of a log: named, refused where they dominate the fit, rejected by --robust.  [host]
//
// They are found before velocities are made: behind the filter one wrong position is a second of wrong motion.
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The rows that have lost a value, for the count of rows that are not fitted.
static br_status keep_rows(br_identification_rejected *to, const br_spikes *s)
{
    long long *row = realloc(to->row, (size_t)(to->count + s->count + 1) * sizeof *row);
    if (!row)
        return BR_NO_MEMORY;
    memcpy(row + to->count, s->row, (size_t)s->count * sizeof *row);
    to->row = row;
    to->count += s->count;
    return BR_OK;
}

static br_status handle_spikes(br_identification *w, int i, const char *name, int order, const br_spikes *s,
                               br_diag *why)
{
    br_loaded_log *l = &w->log[i];
    bool force = strcmp(name, "u") == 0 || strcmp(name, "F") == 0;
    const char *unit = force                    ? w->force_unit
                       : strcmp(name, "x") == 0 ? w->position_unit
                       : strcmp(name, "v") == 0 ? w->speed_unit
                       : w->rotary              ? "rad/s^2"
                                                : "m/s^2";
    const double most = force ? 1 : 0.1; // motions are regressors: what is wrong there biases every parameter
    br_buffer words = {0};
    br_status status = BR_OK;
    br_loaded_spike_write(&words, l, name, unit, s);
    if (w->options.huber > 0) {
        double *y = br_loaded_log_values(l, name);
        for (long long k = 0; k < s->count; k++)
            y[s->row[k]] = (double)NAN;
        br_buffer_print(&w->notes, "%s; rejected (--robust)\n", words.text ? words.text : "");
        if (strcmp(name, "x") != 0) // a missing position is bridged
            status = keep_rows(&w->rejected[i], s);
    } else if (br_loaded_spike_share(s, l->rows, br_loaded_log_column(l, name), order) > most)
        status = br_diag_fail(why, BR_NEGATIVE,
                              "%s%s, and dominates the fit; correct the log, or "
                              "reject such values: --robust",
                              w->who, words.text ? words.text : "");
    else
        br_buffer_print(&w->warnings, "%s; --robust rejects such values\n", words.text ? words.text : "");
    w->drive_spikes = w->drive_spikes || strcmp(name, "u") == 0;
    br_buffer_free(&words);
    return status;
}

// Spikes outside of the rows that are fitted, and of what the filter sees of them, are none of this fit.
static void keep_near(const br_identification *w, int i, int order, br_spikes *s)
{
    enum { NEAR = 200 }; // rows
    const br_loaded_log *l = &w->log[i];
    const br_identification_span *span = w->axis[i].test ? &w->test_span : &w->span;
    double margin = order > 0 ? NEAR * l->sampling.median : 0;
    br_loaded_spikes_keep(s, l, span->from - margin, span->until + margin);
}

// ---------------------------------------------------------------- jumps

// The row that follows the largest jump, as far as it moves more than the rows around it.
static void warn_jump(br_identification *w, const br_loaded_log *l, const double *x, const br_spikes *s)
{
    long long k = s->largest;
    br_buffer_safe(&w->warnings, l->name, strlen(l->name));
    br_buffer_print(&w->warnings, ": x jumps by %.6g %s ", x[k] - x[k - 1], w->position_unit);
    if (l->samples.windows == 0)
        br_buffer_print(&w->warnings, "from row %lld to the next, ", k);
    br_buffer_print(&w->warnings, "t = %.6g s", l->t[k - 1]);
    if (s->count > 1)
        br_buffer_print(&w->warnings, ", and %lld more time%s", s->count - 1, s->count > 2 ? "s" : "");
    br_buffer_put(&w->warnings, ": rows are missing though times go on, the encoder was reset, or an angle wraps; "
                                "parameters are biased; correct the log, or fit a part of it, --from and --until\n");
}

// A jump of the position is a spike of its change from row to row. x: without spikes of its own, but near them nothing is looked for.
static br_status find_jumps(br_identification *w, int i, const br_spikes *spikes)
{
    const br_loaded_log *l = &w->log[i];
    const double *x = br_loaded_log_column(l, "x"), longest = 1.5 * l->sampling.median;
    br_spikes s = {0};
    double *change = malloc(((size_t)l->rows + 1) * sizeof *change);
    if (!change)
        return BR_NO_MEMORY;
    for (long long k = 0; k < l->rows; k++) {
        double dt = k > 0 ? l->t[k] - l->t[k - 1] : 0;
        bool near = br_spikes_has(spikes, k) || br_spikes_has(spikes, k - 1);
        change[k] = dt > 0 && dt <= longest && !near ? (x[k] - x[k - 1]) / dt : (double)NAN;
    }
    br_status status = br_spikes_find(l->rows, change, &s);
    free(change);
    if (status == BR_OK)
        keep_near(w, i, 1, &s);
    if (status == BR_OK && s.count > 0)
        warn_jump(w, l, x, &s);
    br_spikes_free(&s);
    return status;
}

br_status br_identification_find_spikes(br_identification *w, int i, br_diag *why)
{
    const br_loaded_log *l = &w->log[i];
    bool has_a = br_loaded_log_column(l, "a"), has_v = br_loaded_log_column(l, "v");
    const struct {
        const char *name;
        int order;
    } column[] = {{"x", w->drive && !has_a ? 2
                        : has_v            ? 0
                                           : 1},
                  {"v", w->drive && !has_a && !br_loaded_log_column(l, "x") ? 1 : 0},
                  {"a", 0},
                  {w->drive ? "u" : "F", 0}};
    br_status status = BR_OK;
    for (size_t c = 0; c < sizeof column / sizeof *column && status == BR_OK && l->has_samples; c++) {
        const double *y = br_loaded_log_column(l, column[c].name);
        br_spikes s = {0};
        status = y ? br_spikes_find(l->rows, y, &s) : BR_OK;
        if (status == BR_OK)
            keep_near(w, i, column[c].order, &s);
        if (status == BR_OK && s.count > 0)
            status = handle_spikes(w, i, column[c].name, column[c].order, &s, why);
        if (status == BR_OK && y && c == 0)
            status = find_jumps(w, i, &s);
        br_spikes_free(&s);
    }
    return status;
}
