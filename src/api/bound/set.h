// set.h - set membership for laws that are no plants which stick and slip: which parameters explain a log; for the files of the C API only.   [host]
#ifndef BR_API_BOUND_SET_H
#define BR_API_BOUND_SET_H

#include "api/bound/error_list.h"
#include "api/law/load.h"
#include "bound/search/member.h"
#include "num/text/buffer.h"

typedef struct br_bound_set {
    br_bound_speaker says;
    br_loaded_model law;      // with the ranges
    const br_loaded_log *log; // lent
    br_bound_errors errors;
    br_readings data;
    br_members found;
    double *u;
    br_interval *off, *y;
    int *what;
    bool has_law, has_log, has_found;
} br_bound_set;

enum { BR_BOUND_DIMENSION_SIZE = BR_NAME_SIZE + 16 };

// All zero before, but for says, and law with has_law. Must not move once begun; freed after a failure, too.
br_status br_bound_set_begin(br_bound_set *w, const char *errors, br_diag *why) BR_CHECKED;
// The log, which stays until the end. linear: between rows inputs are straight lines, instead of being held. On failure nothing has changed.
br_status br_bound_set_add(br_bound_set *w, const br_loaded_log *log, bool linear, br_diag *why) BR_CHECKED;
br_status br_bound_set_search(br_bound_set *w, const br_member_options *o, br_diag *why) BR_CHECKED;
void br_bound_set_free(br_bound_set *w);

// ---- in words

const char *br_bound_set_verdict(const br_members *s);
// The name and unit of dimension i, "kappa[2]" and "N/m", and its range.
void br_bound_set_name(const br_bound_set *w, int i, char name[BR_BOUND_DIMENSION_SIZE], const char **unit);
br_interval br_bound_set_range(const br_bound_set *w, int i);
// The searched ranges, the verdict, the intervals, and shares of the range.
void br_bound_set_show(br_buffer *out, const br_bound_set *w);
void br_bound_set_write_json(br_buffer *out, const br_bound_set *w);

#endif
