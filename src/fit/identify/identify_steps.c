// identify_steps.c - steps of a simulated axis, as short as its motion needs them.   [host]
//
// An axis that slides needs few of them; around reversals, where the bristles turn or friction follows the Stribeck curve within a
// millisecond, it needs many. So every row has its own number, from the errors of single steps (one long against two short ones
// from the same place); whether that is enough is judged by a whole run with all steps halved. The numbers stay while parameters
// are searched: the residuals remain smooth.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Halvings of a step, at most; rows on both sides of one that needs them have them, too: another reversal is a little elsewhere.
enum { MOST = 4, MARGIN = 2 };

// Do y and a simulation with finer steps differ, on the fitted rows, by what moves the parameters by more than about a tenth of
// an sd? Noise averages out over the rows, errors of steps do not.
static bool steps_matter(const br_identify_work *w, const double *y, const double *finer)
{
    double off = 0, moved = 0;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        for (long long k = g->from; k < g->to; k++)
            if (isfinite(g->y[k])) {
                off += (finer[k] - g->y[k]) * (finer[k] - g->y[k]);
                moved += (finer[k] - y[k]) * (finer[k] - y[k]);
            }
        y += g->stretch.rows;
        finer += g->stretch.rows;
    }
    double share = 0.01 * (double)w->id->fit.n / (double)br_identify_rows(w);
    return moved > share * off;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The errors from which on steps are halved: nine tenths of their sum are theirs. sorted: work.
static double large_error(long long rows, const double *error, double *sorted)
{
    double sum = 0, small = 0;
    memcpy(sorted, error, (size_t)rows * sizeof *sorted);
    qsort(sorted, (size_t)rows, sizeof *sorted, ascending);
    for (long long k = 0; k < rows; k++)
        sum += sorted[k];
    long long k = 0;
    while (k + 1 < rows && small + sorted[k] <= 0.1 * sum)
        small += sorted[k++];
    return sorted[k];
}

// Steps with large errors become half as long. false: none can.
static bool halve_steps(br_identify_work *w, const double *error, double large)
{
    bool any = false;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        unsigned char *halvings = w->halvings[g->of] + g->first;
        long long rows = g->stretch.rows, done = 0; // rows before it are what they shall be
        for (long long k = 0; k + 1 < rows; k++) {
            if (!(error[k] > 0 && error[k] >= large) || halvings[k] >= MOST)
                continue;
            long long from = k > MARGIN ? k - MARGIN : 0, to = k + MARGIN + 1 < rows ? k + MARGIN + 1 : rows;
            for (long long i = from > done ? from : done; i < to; i++)
                if (halvings[i] < MOST)
                    halvings[i]++;
            done = to;
            any = true;
        }
        error += rows;
    }
    return any;
}

br_status br_identify_refine_steps(br_identify_work *w, bool predict, double *y, bool *more)
{
    long long rows = br_identify_rows(w);
    double *finer = calloc(2 * (size_t)rows + 1, sizeof *finer), *error = finer ? finer + rows : NULL;
    br_status status = finer ? BR_OK : BR_NO_MEMORY;
    *more = false;
    for (bool on = true; on && status == BR_OK; *more = *more || on) {
        status = br_identify_simulate_all(w, &w->id->fit, 1, predict, y, error);
        if (status == BR_OK)
            status = br_identify_simulate_all(w, &w->id->fit, 2, predict, finer, NULL);
        on = status == BR_OK && steps_matter(w, y, finer);
        memcpy(y, finer, (size_t)rows * sizeof *y);
        on = on && halve_steps(w, error, large_error(rows, error, finer));
    }
    free(finer);
    return status;
}
