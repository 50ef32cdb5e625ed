// identify_cause.c - what a model mismatch follows: residuals against every column of the table.   [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 64, BLOCK = 512 };

// Sums over a column c and the residuals r of the first stretch: [1] of residuals along the motion, r sign(v), as of a friction
// that grows with c.
typedef struct follower {
    double n, c, cc, r[2], rr, rc[2];
} follower;

static void add_row(follower *f, double r, double c, double v)
{
    const double along[2] = {r, v > 0 ? r : -r};
    if (!isfinite(r) || !isfinite(c))
        return;
    f->n++;
    f->c += c;
    f->cc += c * c;
    f->rr += r * r;
    for (int i = 0; i < 2; i++) {
        f->r[i] += along[i];
        f->rc[i] += along[i] * c;
    }
}

// The share of the variance of residuals i that the column explains, R^2.
static double explained_share(const follower *f, int i)
{
    double rr = f->rr - f->r[i] * f->r[i] / f->n, cc = f->cc - f->c * f->c / f->n,
           rc = f->rc[i] - f->r[i] * f->c / f->n;
    bool varies = cc > 1e-12 * f->cc;
    return varies && rr > 0 ? rc * rc / (rr * cc) : 0;
}

// Reads the table once more, all columns of it; rows are those of the log, or it is not used.
static br_status read_followers(const identifying *w, const identified *d, br_rows rows, follower *f)
{
    const br_axis_log *l = &w->axis[d->id.first_log];
    const tool_log *log = &w->log[d->id.first_log];
    long long first = l->trace.t - log->t + d->id.first_row, k = 0;
    int columns = rows.columns < COLUMNS ? rows.columns : COLUMNS, wanted = 0, which[COLUMNS], got = BLOCK;
    double *block = malloc((size_t)columns * BLOCK * sizeof *block + 1), *to[COLUMNS];
    br_diag why;
    for (int i = 0; i < columns; i++)
        if (rows.column[i].has_numbers) {
            to[wanted] = block + (ptrdiff_t)wanted * BLOCK;
            which[wanted++] = i;
        }
    br_status status = block ? br_rows_want(rows, which, wanted, &why) : BR_NO_MEMORY;
    while (status == BR_OK && got == BLOCK) {
        status = br_rows_read(rows, to, BLOCK, &got, &why);
        for (int i = 0; i < got && status == BR_OK; i++, k++) {
            long long at = k - first;
            for (int c = 0; at >= 0 && at < d->id.fit.rows[0] && c < wanted; c++)
                add_row(&f[which[c]], d->id.fit.residual[0][at], to[c][i], l->v[d->id.first_row + at]);
        }
    }
    free(block);
    return status != BR_OK ? status : k == log->rows ? BR_OK : BR_BAD_DATA;
}

static void note_followers(identifying *w, const identified *d, br_rows rows, const follower *f)
{
    const double least = 0.1, sure = 25; // of the variance; five standard deviations of a correlation of noise
    double colour = d->id.fit.autocorrelation_factor > 1 ? d->id.fit.autocorrelation_factor : 1;
    int best = -1, way = 0;
    double share = least;
    for (int i = 0; i < rows.columns && i < COLUMNS; i++)
        for (int k = 0; k < 2 && f[i].n > 0; k++) {
            double is = explained_share(&f[i], k), worth = f[i].n / (colour * colour * w->options.every);
            if (is > share && is * worth > sure) {
                share = is;
                best = i;
                way = k;
            }
        }
    if (best < 0)
        return;
    br_buffer_print(&w->warnings, "the residuals follow column ");
    br_buffer_safe(&w->warnings, rows.column[best].name, strlen(rows.column[best].name));
    br_buffer_print(&w->warnings, "%s, which explains %.0f %% of their variance: friction may depend on it\n",
                    way ? " times the direction of motion" : "", 100 * share);
}

br_status identify_cause(identifying *w, const tool_args *a)
{
    const identified *d = w->best >= 0 ? &w->law[w->best] : NULL;
    const tool_log *log = d ? &w->log[d->id.first_log] : NULL;
    br_rows rows = {0};
    br_diag why;
    if (!d || log->has_rig || log->samples.windows > 0 || !(d->id.fit.e.whiteness < 0.01))
        return BR_OK;
    follower *f = calloc(COLUMNS, sizeof *f);
    if (!f)
        return BR_NO_MEMORY;
    br_status status = tool_table_open(&rows, "identify", log->name, a, &why);
    if (status == BR_OK)
        status = read_followers(w, d, rows, f);
    if (status == BR_OK)
        note_followers(w, d, rows, f);
    br_rows_close(rows);
    free(f);
    return status == BR_NO_MEMORY ? status : BR_OK;
}
