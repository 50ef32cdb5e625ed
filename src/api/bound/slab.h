// slab.h - slabs of a search, parts that are searched apart: their JSON, and how they are merged; for the files of the C API only.   [host]
#ifndef BR_API_BOUND_SLAB_H
#define BR_API_BOUND_SLAB_H

#include "api/bound/bounding.h"
#include "file/json/read.h"

// The JSON of a search, of a slab with its seal.
void br_bound_write_json(br_buffer *out, const br_bound_answer *a);

// Over everything that the JSON of a slab says but its 'seal', which is this: keys, texts, numbers, in their order.
uint64_t br_bound_seal(const br_json_tree *t);

// Slabs as their JSON files have them, joined; all is zero before. BR_BAD_DATA: some are missing, or are of different problems.
br_status br_bound_merge_slabs(br_bound_answer *all, const char *const *file, int files, br_bound_speaker says,
                               br_diag *why) BR_CHECKED;

#endif
