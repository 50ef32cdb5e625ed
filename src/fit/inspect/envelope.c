// envelope.c - the least and the largest value of each piece of a log: no peak is lost, however long it is. [host]
#include "num/base/fp.h"

#include "fit/inspect/envelope.h"

#include <math.h>
#include <stdlib.h>

br_status br_envelope_open(br_envelope *e, int columns)
{
    *e = (br_envelope){.columns = columns, .every = 1};
    e->piece = malloc((size_t)columns * BR_ENVELOPE_PIECES * sizeof *e->piece);
    return e->piece ? BR_OK : BR_NO_MEMORY;
}

void br_envelope_close(br_envelope *e)
{
    free(e->piece);
    e->piece = NULL;
}

static br_envelope_piece hull_of(br_envelope_piece a, br_envelope_piece b)
{
    if (!isfinite(a.low))
        return b;
    if (b.low < a.low) {
        a.low = b.low;
        a.low_at = b.low_at;
    }
    if (b.high > a.high) {
        a.high = b.high;
        a.high_at = b.high_at;
    }
    return a;
}

// Pieces of twice as many rows.
static void merge_pieces(br_envelope *e)
{
    for (int c = 0; c < e->columns; c++) {
        br_envelope_piece *p = e->piece + (size_t)c * BR_ENVELOPE_PIECES;
        for (int i = 0; i < BR_ENVELOPE_PIECES / 2; i++)
            p[i] = hull_of(p[2 * i], p[2 * i + 1]);
    }
    e->pieces = BR_ENVELOPE_PIECES / 2;
    e->every *= 2;
}

void br_envelope_add(br_envelope *e, double at, const double *const from[], int k)
{
    bool first = e->rows++ % e->every == 0;
    if (first && e->pieces == BR_ENVELOPE_PIECES)
        merge_pieces(e);
    e->pieces += first;
    for (int c = 0; c < e->columns; c++) {
        br_envelope_piece *p = e->piece + (size_t)c * BR_ENVELOPE_PIECES + e->pieces - 1;
        double v = isfinite(from[c][k]) ? from[c][k] : (double)NAN;
        br_envelope_piece row = {v, v, at, at};
        *p = first ? row : hull_of(*p, row);
    }
}

int br_envelope_points(const br_envelope *e, int column, double *at, double *value)
{
    const br_envelope_piece *p = e->piece + (size_t)column * BR_ENVELOPE_PIECES;
    int n = 0;
    for (int i = 0; i < e->pieces; i++, p++) {
        bool rises = p->low_at <= p->high_at;
        at[n] = rises ? p->low_at : p->high_at;
        value[n++] = rises ? p->low : p->high;
        if (p->low_at == p->high_at)
            continue;
        at[n] = rises ? p->high_at : p->low_at;
        value[n++] = rises ? p->high : p->low;
    }
    return n;
}
