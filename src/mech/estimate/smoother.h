// smoother.h - smoother of Rauch, Tung and Striebel: estimates from the whole log, by a backward pass.    [host]
//
// In terms of the columns of the square root of the covariance. Over a prediction the pushed columns are those
// predicted times a matrix A, a part of an orthogonal one; over a correction those predicted become those corrected times
// B, and the estimate moves by them times g. Tails of the columns (mech/estimate/directions.h) contain A', B and g. With the smoothed estimate
// less the filtered one as S eta, and the smoothed covariance as S (1 - L) S', the backward pass is
//     xi = g + B eta,   eta = A' xi,   L = A'(1 - B (1 - L) B)A
// for the row before: no covariance is inverted, and singular ones do no harm.
#ifndef BR_MECH_ESTIMATE_SMOOTHER_H
#define BR_MECH_ESTIMATE_SMOOTHER_H

#include "mech/estimate/filter.h"

typedef struct br_mech_smoother {
    int all, most;      // numbers of a state, columns of a root
    long long rows;     // kept
    size_t each;        // numbers of a row
    double *row;        // the rows
    double *eta, *less; // of the last row that is kept; 0 in the last of all
    double *work;
} br_mech_smoother;

size_t br_mech_smoother_numbers(const br_filter *f); // of a row
// Room for so many rows; the filter is `tails`.
br_status br_mech_smoother_open(br_mech_smoother *t, const br_filter *f, long long rows) BR_CHECKED;
void br_mech_smoother_close(br_mech_smoother *t);

// Forward: begin, predictions, turn, correction, keep.
void br_mech_smoother_begin_row(br_filter *f);
void br_mech_smoother_note_prediction(br_mech_smoother *t, br_filter *f);
void br_mech_smoother_store_row(br_mech_smoother *t, br_filter *f);

// Backward: the filter stands where it was in the last row that is kept, by all rows behind it; f->less is then set. The last
// row of all is as it was filtered. `back` forgets that row.
br_status br_mech_smoother_restore_row(const br_mech_smoother *t, br_filter *f, br_diag *why) BR_CHECKED;
void br_mech_smoother_step_back(br_mech_smoother *t);

// Where a filter stands, to go on from there once more, to the same bits.
size_t br_checkpoint_numbers(const br_filter *f);
void br_checkpoint_save(const br_filter *f, double *mark);
void br_checkpoint_restore(br_filter *f, const double *mark);

#endif
