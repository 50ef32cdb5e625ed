// required.h - what a law requires of its parameters, judged again and again without asking for memory.   [host]
#ifndef BR_LAW_MODEL_REQUIRED_H
#define BR_LAW_MODEL_REQUIRED_H

#include "law/model/model.h"

typedef struct br_required br_required;

// Of the conditions those that are marked; of the parameters' bounds those of parameters that are not `unbounded`. The model must outlive it.
br_status br_required_open(br_required **r, const br_model *m, const bool *condition, const bool *unbounded) BR_CHECKED;
void br_required_close(br_required *r); // NULL is fine

// Whether parameters are finite, within their bounds, and meet the conditions.
bool br_required_accepts(const br_required *r, const double *p);

#endif
