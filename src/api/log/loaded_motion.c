// loaded_motion.c - velocity, acceleration and friction force of a log of positions and drive forces.  [host]
#include "num/base/fp.h"

#include "api/log/loaded_log.h"
#include "fit/inspect/inspect.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool br_loaded_log_way(const char *name, br_prepare_options *o, const char **word)
{
    static const struct {
        const char *word;
        const br_differentiate_kind *kind;
        bool central;
    } kinds[] = {{"zero-phase", NULL, false},
                 {"central", NULL, true},
                 {"lowpass", &br_differentiate_lowpass, false},
                 {"kalman", &br_differentiate_kalman, false},
                 {"window", &br_differentiate_window, false}};
    size_t i = 0, n = sizeof kinds / sizeof *kinds;
    while (name && i < n && strcmp(name, kinds[i].word) != 0)
        i++;
    if (i == n)
        return false;
    if (!name && o->central) // the default of who asks
        i = 1;
    *word = kinds[i].word;
    o->kind = kinds[i].kind;
    o->central = kinds[i].central;
    return true;
}

enum { PART = 1 << 19 }; // rows of a long log that are differentiated at a time

static void release_log(const void *log)
{
    br_loaded_log_release(log);
}

static br_release release_of(const br_loaded_log *log)
{
    return (br_release){release_log, log};
}

// The least step of a quantised column.
static double quantisation_of(const br_loaded_log *log, const double *v)
{
    double least = (double)INFINITY;
    for (long long k = 1; k < log->rows; k++) {
        br_release_if_due(release_of(log), k);
        if (v[k] != v[k - 1] && fabs(v[k] - v[k - 1]) < least)
            least = fabs(v[k] - v[k - 1]);
    }
    return isfinite(least) ? least : 0;
}

// A log whose steps are too few or too uneven has no derivatives. speed: it is that of a velocity.
static br_status check_steps(const br_loaded_log *log, bool speed, br_diag *why)
{
    const br_sampling *s = &log->sampling;
    const char *what = speed ? "an acceleration from velocities" : "a velocity from positions";
    if (log->rows < 3)
        return br_diag_fail(why, BR_BAD_DATA, "%.80s: %lld rows are too few for %s", log->name, log->rows, what);
    if (s->most > 100 * s->median && !log->parted)
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.80s: there are no positions for %.3g s at t = %.6g s, and so no velocity; give v and "
                            "F, or split the log there",
                            log->name, s->most, log->t[s->widest]);
    if (!log->parted && (s->end - s->start) / s->median > 20.0 * (double)log->rows)
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.80s: steps of %.3g s, most of %.3g s, are too uneven for %s; give "
                            "v and F, or resample the log: bristle table %.60s --step '%.3g s' --csv even.csv",
                            log->name, s->most, s->median, what, log->name, s->most);
    if (log->rows > 100000000)
        return br_diag_fail(why, BR_BAD_DATA, "%.80s: %lld rows are too many", log->name, log->rows);
    return BR_OK;
}

// What a differentiation makes of these rows.
typedef struct derivatives {
    double *v, *a, *F; // F NULL: it is not wanted
} derivatives;

// A long segment in parts. Each begins and ends where filters that start anew have settled to the last bit: 30 periods of the cutoff
// farther out than what is kept of it.
static br_status differentiate_parts(const br_loaded_log *log, const br_prepare_options *o, long long first,
                                     long long rows, const double *x, const double *u, derivatives to)
{
    const double *t = log->t + first;
    double settled = ceil(30 / (o->cutoff * o->dt));
    long long edge = settled < (double)rows ? (long long)settled : rows, size = edge > PART / 4 ? 4 * edge : PART;
    size_t room = (size_t)(size + 2 * edge);
    br_prepare_options used = *o;
    double *v = malloc(3 * room * sizeof *v), *a = v ? v + room : NULL, *F = v && to.F ? a + room : NULL;
    br_status status = v ? BR_OK : BR_NO_MEMORY;
    used.mean = log->stamps.mean;
    for (long long k = 0; k < rows && status == BR_OK; k += size) {
        long long begin = k > edge ? k - edge : 0, kept = rows - k < size ? rows - k : size,
                  end = rows - k - kept > edge ? k + kept + edge : rows;
        status = br_prepare_timed(&used, (int)(end - begin), t + begin, x + begin, u ? u + begin : NULL, v, a, F);
        for (long long i = 0; i < kept && status == BR_OK; i++) {
            to.v[k + i] = v[k - begin + i];
            to.a[k + i] = a[k - begin + i];
            if (F)
                to.F[k + i] = F[k - begin + i];
        }
        br_loaded_log_release(log);
    }
    free(v);
    return status;
}

static br_status differentiate_rows(const br_loaded_log *log, const br_prepare_options *o, long long first,
                                    long long rows, const double *x, const double *u, derivatives to)
{
    if (rows > 2 * PART)
        return differentiate_parts(log, o, first, rows, x, u, to);
    return br_prepare_timed(o, (int)rows, log->t + first, x, u, to.v, to.a, to.F);
}

// The velocities of rows first .. end - 1; a segment inside a log has ends of its own, where filters have not settled.
static br_status differentiate_segment(const br_loaded_log *log, const br_prepare_options *o, const double *x,
                                       const double *u, long long first, long long end)
{
    long long rows = end - first, edge = (long long)(5 / (o->cutoff * o->dt) + 0.5);
    double *v = (double *)log->made.memory.at + first, *a = v + log->rows,
           *F = log->made.F ? log->made.F + first : NULL;
    bool whole = rows == log->rows;
    br_status status =
        rows > (whole ? 0 : 2 * edge + 3)
            ? differentiate_rows(log, o, first, rows, x + first, u ? u + first : NULL, (derivatives){v, a, F})
            : BR_BAD_DATA;
    if (whole || status == BR_NO_MEMORY || status == BR_BAD_USAGE)
        return status;
    for (long long k = 0; k < rows; k++)
        if (status != BR_OK || (first > 0 && k < edge) || (end < log->rows && k >= rows - edge)) {
            v[k] = a[k] = (double)NAN;
            if (F)
                F[k] = (double)NAN;
        }
    return BR_OK;
}

static br_status differentiate_segments(const br_loaded_log *log, const br_prepare_options *o, const double *x,
                                        const double *u)
{
    br_status status = BR_OK;
    for (long long first = 0, k = 1; k <= log->rows && status == BR_OK; k++)
        if (k == log->rows || (log->parted && log->t[k] - log->t[k - 1] > 100 * o->dt)) {
            status = differentiate_segment(log, o, x, u, first, k);
            first = k;
        }
    return status;
}

br_status br_loaded_log_stamps(br_loaded_log *log)
{
    const double *x = br_loaded_log_column(log, "x");
    log->stamps = br_stamps_of_long(log->rows, log->t, x ? x : br_loaded_log_column(log, "v"), release_of(log));
    return BR_OK;
}

// First and second derivative of a position, or of a velocity, and the friction force where u is given.
static br_status differentiate_column(br_loaded_log *log, const br_prepare_options *o, const char *name,
                                      const double *u, br_diag *why)
{
    const double *x = br_loaded_log_column(log, name);
    size_t rows = (size_t)log->rows;
    br_prepare_options used = *o;
    br_status status = check_steps(log, name[0] == 'v', why);
    if (status == BR_OK)
        status = br_loaded_log_stamps(log);
    if (status == BR_OK && log->stamps.base == BR_TIME_ROWS) {
        br_buffer_print(&log->notes, "%.60s: ", log->name);
        br_inspector_warn_jitter(&log->notes, log->stamps.by_rows / log->stamps.by_stamps, log->stamps.mean);
    }
    if (status != BR_OK)
        return status;
    br_spool_free(&log->made.memory);
    status = br_spool_resize(&log->made.memory, 3 * rows * sizeof(double), 3 * BR_SPOOL_HEAP);
    if (status != BR_OK)
        return status;
    log->made.v = log->made.memory.at;
    log->made.a = log->made.v + rows;
    log->made.F = u ? log->made.a + rows : NULL;
    used.dt = log->sampling.median;
    used.time = log->stamps.base;
    used.band = quantisation_of(log, x);
    if (!(used.cutoff > 0) && used.central)
        used.cutoff = 0.1 / used.dt;
    else if (!(used.cutoff > 0))
        used.cutoff = br_differentiate_defaults(used.kind ? used.kind : &br_differentiate_kalman, used.dt).cutoff;
    log->made.cutoff = used.cutoff;
    log->made.by = used;
    double least = 1 / (log->t[rows - 1] - log->t[0]), most = 0.5 / used.dt; // once in the log; half its rate
    if (!isfinite(most) || !isfinite(least))
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.80s: rows every %.3g s, of which no derivative can be made; check the unit of t",
                            log->name, used.dt);
    if (o->cutoff > 0 && (used.cutoff < least || used.cutoff >= most))
        status = BR_BAD_USAGE;
    else
        status = differentiate_segments(log, &used, x, u);
    if (status == BR_BAD_DATA)
        return br_diag_fail(why, status, "%.80s: %s has too few values for a derivative", log->name, name);
    if (status == BR_BAD_USAGE)
        return br_diag_fail(why, status, "%s--cutoff %.6g Hz does not suit this log; use %.3g to below %.3g Hz",
                            log->who, used.cutoff, least, most);
    return status;
}

br_status br_loaded_log_differentiate(br_loaded_log *log, const br_prepare_options *o, br_diag *why)
{
    if (!br_loaded_log_column(log, "x"))
        return br_diag_fail(why, BR_BAD_DATA, "%.80s: there is no position x to differentiate; name it in --signals",
                            log->name);
    return differentiate_column(log, o, "x", o->mass > 0 ? br_loaded_log_column(log, "u") : NULL, why);
}

br_status br_loaded_log_differentiate_velocity(br_loaded_log *log, const br_prepare_options *o, br_diag *why)
{
    if (!br_loaded_log_column(log, "v"))
        return br_diag_fail(why, BR_BAD_DATA, "%.80s: there is no velocity v to differentiate; name it in --signals",
                            log->name);
    br_status status = differentiate_column(log, o, "v", NULL, why);
    log->made.a = log->made.memory.at; // its first derivative
    log->made.v = NULL;
    return status;
}
