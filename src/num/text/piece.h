// piece.h - the end of a text that was made beside a larger one, and went into it.                    [host]
#ifndef BR_NUM_TEXT_PIECE_H
#define BR_NUM_TEXT_PIECE_H

#include "num/text/buffer.h"

// Frees the piece. Where memory gave out for it, `whole`, the status of the larger text, says so: without that a line or a table
// would be missing there, and nobody would know.
static inline void br_buffer_free_into(br_buffer *piece, br_status *whole)
{
    if (*whole == BR_OK)
        *whole = piece->status;
    br_buffer_free(piece);
}

#endif
