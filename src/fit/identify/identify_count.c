// identify_count.c - rows of an identification, counted by what became of them: used, or why not. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"

#include <math.h>

// Is the row one of those that have lost a value as a spike?
static bool is_rejected(const br_axis_log *l, long long row)
{
    long long low = 0, high = l->rejects;
    while (low < high) {
        long long middle = low + (high - low) / 2;
        if (l->rejected[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->rejects && l->rejected[low] == row;
}

// The terms of the fit and the known forces in that row.
static bool has_terms(const br_identify_work *w, int log, long long row)
{
    const br_axis_log *l = &w->given[log];
    bool all = isfinite(br_identify_known_force(w->o, l, row));
    for (int j = 0; j < w->id->terms; j++)
        all = all && isfinite(br_identified_term_at(w->id, j, l, log, row));
    return all;
}

// Why a row has no residual; inside: in a stretch that is fitted. The log as it was given has the reason; where it has none, the
// motion at t + delay is missing.
static br_row_use reason_of(const br_identify_work *w, int log, long long row, bool inside)
{
    const br_axis_log *l = &w->given[log];
    bool end = (l->made_v && !isfinite(l->v[row])) || (l->made_a && l->a && !isfinite(l->a[row]));
    if (is_rejected(l, row))
        return BR_ROW_SPIKE;
    if (!isfinite(l->y[row]))
        return BR_ROW_MISSING;
    if (end)
        return BR_ROW_END;
    if (!br_identify_can_start(w, l, row) || !has_terms(w, log, row) ||
        (w->id->motion && !w->id->velocity && !isfinite(l->x[row])))
        return BR_ROW_MISSING;
    if (!w->id->motion && !br_identify_direction_known(w, l, l->v[row]))
        return BR_ROW_DIRECTION;
    return inside ? BR_ROW_END : BR_ROW_SEGMENT;
}

static void count_row(br_identify_work *w, int log, long long row, const double *y)
{
    const br_axis_log *l = &w->given[log];
    br_axis_errors *to = &w->id->log[log];
    bool used = y && isfinite(*y), held = l->trace.t[row] >= l->from && l->trace.t[row] < l->to;
    br_row_use use = l->test ? BR_ROW_TEST : used ? BR_ROW_USED : reason_of(w, log, row, y != NULL);
    to->rows[use]++;
    to->held += use == BR_ROW_USED && held;
}

void br_identify_count_rows(br_identify_work *w)
{
    int s = 0; // stretches stand in the order of logs and rows
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->given[i].trace.rows; k++) {
            while (s < w->stretches &&
                   (w->stretch[s].of < i ||
                    (w->stretch[s].of == i && k >= w->stretch[s].first + w->stretch[s].stretch.rows)))
                s++;
            bool inside = s < w->stretches && w->stretch[s].of == i && k >= w->stretch[s].first;
            count_row(w, i, k, inside ? w->stretch[s].y + (k - w->stretch[s].first) : NULL);
        }
}
