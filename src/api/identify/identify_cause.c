// identify_cause.c - what a model mismatch follows: residuals against every column of the table.   [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 64, BLOCK = 512, PARTS = 20 };

// Sums over a column c and the residuals r of the first stretch: [1] of residuals along the motion, r sign(v), as of a friction
// that grows with c.
typedef struct follower {
    double n, c, cc, r[2], rr, rc[2];
    double score[2][PARTS]; // of (c - mean) times what the column leaves of the residual, in parts of the stretch
} follower;

static double along_motion(double r, double v, int way)
{
    return way == 0 || v > 0 ? r : -r;
}

static void add_row(follower *f, double r, double c, double v)
{
    f->n++;
    f->c += c;
    f->cc += c * c;
    f->rr += r * r;
    for (int i = 0; i < 2; i++) {
        f->r[i] += along_motion(r, v, i);
        f->rc[i] += along_motion(r, v, i) * c;
    }
}

static double column_spread(const follower *f)
{
    double cc = f->cc - f->c * f->c / f->n;
    return cc > 1e-12 * f->cc ? cc : 0;
}

static double shared_spread(const follower *f, int way)
{
    return f->rc[way] - f->r[way] * f->c / f->n;
}

// The same rows once more, when the sums are known.
static void add_score(follower *f, int part, double r, double c, double v)
{
    double cc = column_spread(f), off = c - f->c / f->n;
    for (int i = 0; i < 2 && cc > 0; i++)
        f->score[i][part] += off * (along_motion(r, v, i) - f->r[i] / f->n - shared_spread(f, i) / cc * off);
}

// The share of the variance of residuals that the column explains, R^2.
static double explained_share(const follower *f, int way)
{
    double rr = f->rr - f->r[way] * f->r[way] / f->n, cc = column_spread(f), rc = shared_spread(f, way);
    return cc > 0 && rr > 0 ? rc * rc / (rr * cc) : 0;
}

// Square of the slope over its standard deviation. The latter from sums over parts of the stretch: residuals that are autocorrelated,
// and a column that rises with time, count as the few samples that they are.
static double squared_slope(const follower *f, int way)
{
    double sum = 0, rc = shared_spread(f, way);
    for (int i = 0; i < PARTS; i++)
        sum += f->score[way][i] * f->score[way][i];
    return sum > 0 ? rc * rc * (PARTS - 1) / (PARTS * sum) : 0;
}

// One row of the first stretch, by its place there, into sums or, when these are known, into scores.
static void add_table_row(const br_identified_law *d, const br_axis_log *l, long long at, bool first, follower *f,
                          double c)
{
    double r = d->id.fit.residual[0][at], v = l->v[d->id.place[0].row + at];
    if (!isfinite(r) || !isfinite(c))
        return;
    if (first)
        add_row(f, r, c, v);
    else
        add_score(f, (int)(at * PARTS / d->id.fit.rows[0]), r, c, v);
}

// Reads the table, all columns of it; rows are those of the log, or it is not used. first: sums, else scores.
static br_status read_followers(const br_identification *w, const br_identified_law *d,
                                br_identification_reopen *reopen, const void *context, bool first, follower *f)
{
    const br_axis_log *l = &w->axis[d->id.place[0].log];
    const br_loaded_log *log = &w->log[d->id.place[0].log];
    long long start = l->trace.t - log->t + d->id.place[0].row, k = 0;
    br_rows table = {0};
    br_diag why;
    br_status status = reopen(context, d->id.place[0].log, &table, &why);
    int columns = table.columns < COLUMNS ? table.columns : COLUMNS, wanted = 0, which[COLUMNS], got = BLOCK;
    double *block = malloc((size_t)columns * BLOCK * sizeof *block + 1), *to[COLUMNS];
    for (int i = 0; block && i < columns && status == BR_OK; i++)
        if (table.column[i].has_numbers) {
            to[wanted] = block + (ptrdiff_t)wanted * BLOCK;
            which[wanted++] = i;
        }
    if (status == BR_OK)
        status = block ? br_rows_want(table, which, wanted, &why) : BR_NO_MEMORY;
    while (status == BR_OK && got == BLOCK) {
        status = br_rows_read(table, to, BLOCK, &got, &why);
        for (int i = 0; i < got && status == BR_OK; i++, k++)
            for (int c = 0; c < wanted && k >= start && k - start < d->id.fit.rows[0]; c++)
                add_table_row(d, l, k - start, first, &f[which[c]], to[c][i]);
    }
    free(block);
    br_rows_close(table);
    return status != BR_OK ? status : k == log->rows ? BR_OK : BR_BAD_DATA;
}

// Does the force, and nothing else, stand on this column? Residuals are a part of it, and follow it whatever the cause.
static bool is_force_alone(const br_loaded_log *log, int column)
{
    const br_signals *s = &log->signals;
    bool force = false, other = false;
    for (int k = 0; k < s->columns; k++)
        for (int j = 0; j < s->count && s->column[k] == column; j++) {
            bool is_force = strcmp(s->signal[j].name, "u") == 0 || strcmp(s->signal[j].name, "F") == 0;
            force = force || (s->uses[j * s->stride + k] && is_force);
            other = other || (s->uses[j * s->stride + k] && !is_force);
        }
    return force && !other;
}

static void note_followers(br_identification *w, const br_loaded_log *log, const follower *f)
{
    const double least = 0.1, sure = 25; // of the variance; five standard deviations
    int best = -1, way = 0;
    double share = least;
    for (int i = 0; i < log->table.columns && i < COLUMNS; i++)
        for (int k = 0; k < 2 && f[i].n > 0 && !is_force_alone(log, i); k++) {
            double is = explained_share(&f[i], k);
            if (is > share && squared_slope(&f[i], k) > sure) {
                share = is;
                best = i;
                way = k;
            }
        }
    if (best < 0)
        return;
    const char *name = log->table.column[best].name;
    br_buffer_print(&w->warnings, "the residuals follow column ");
    br_buffer_safe(&w->warnings, name, strlen(name));
    br_buffer_print(&w->warnings, "%s, which explains %.0f %% of their variance: friction may depend on it\n",
                    way ? " times the direction of motion" : "", 100 * share);
}

// Not of a fitted motion: an error of a simulated position grows with time and with the position itself, whatever the cause.
br_status br_identification_find_cause(br_identification *w, br_identification_reopen *reopen, const void *context)
{
    const br_identified_law *d = w->best >= 0 ? &w->law[w->best] : NULL;
    const br_loaded_log *log = d ? &w->log[d->id.place[0].log] : NULL;
    if (!d || d->id.motion || log->samples.windows > 0 || !(d->id.fit.e.whiteness < 0.01))
        return BR_OK;
    follower *f = calloc(COLUMNS, sizeof *f);
    if (!f)
        return BR_NO_MEMORY;
    br_status status = read_followers(w, d, reopen, context, true, f);
    if (status == BR_OK)
        status = read_followers(w, d, reopen, context, false, f);
    if (status == BR_OK)
        note_followers(w, log, f);
    free(f);
    return status == BR_NO_MEMORY ? status : BR_OK;
}
