// proved.h - a certificate of guaranteed bounds as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_BOUND_PROVED_H
#define BR_API_BOUND_PROVED_H

#include "api/bound/bounding.h"
#include "bound/verify/verify.h"

#define BR_CERTIFICATE_MOST ((size_t)1 << 32) // bytes of one

// Checks a certificate, and compares it with hash (NULL: nothing to compare), that of log. BR_BAD_DATA: no certificate; BR_NEGATIVE:
// a step, or anything at all, is not proved, or it is of another problem. *v is freed by the caller in any case.
br_status br_proved_check(br_verified *v, const char *text, size_t size, const char *name,
                          bool (*go_on)(void *context, double share), void *context, br_diag *why) BR_CHECKED;
br_status br_proved_compare(const br_verified *v, const char *name, const br_bound_hash *hash, const char *log,
                            br_bound_speaker says, br_diag *why) BR_CHECKED;

long br_proved_rows(const br_verified *v); // of all logs

// Of one that renews, over all slides.
br_interval br_proved_interval(const br_verified *v, int i);

// ---- the theorem, in words

void br_proved_show_steps(br_buffer *out, const br_verified *v); // how many, against how many rows
void br_proved_show_statement(br_buffer *out, const br_verified *v);

#endif
