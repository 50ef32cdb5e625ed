// envelope.h - columns of a log of any length over time, for pictures: of each piece the least and the largest value. [host]
#ifndef BR_FIT_INSPECT_ENVELOPE_H
#define BR_FIT_INSPECT_ENVELOPE_H

#include <bristle/status.h>
#include <stdbool.h>

enum { BR_ENVELOPE_PIECES = 1024 };

typedef struct br_envelope_piece {
    double low, high, low_at, high_at; // low: NaN where no value was finite
} br_envelope_piece;

typedef struct br_envelope {
    int columns, pieces;      // pieces that have begun
    long long rows, every;    // rows so far, and of a piece
    br_envelope_piece *piece; // [columns*BR_ENVELOPE_PIECES]: a column behind the other
} br_envelope;

br_status br_envelope_open(br_envelope *e, int columns) BR_CHECKED; // BR_NO_MEMORY
void br_envelope_close(br_envelope *e);
void br_envelope_add(br_envelope *e, double at, const double *const from[], int k); // row k of the columns

// At most 2*BR_ENVELOPE_PIECES points of a column in the order of time; a NaN where a piece has no value.
int br_envelope_points(const br_envelope *e, int column, double *at, double *value);

#endif
