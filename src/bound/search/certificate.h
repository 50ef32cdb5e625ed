// certificate.h - certificates: what a search proved, written so that another program can check it. [host]
//
//     bristle certificate 2
//     parameters alpha beta TF
//     renews TF                      maybe none
//     forward a -1*alpha             w' = a*w + k*(u - c) of both sides
//     ...
//     range alpha 3 6                one line each
//     log 0.01 4001                  s between rows, rows; then each row: u from .. to, q from .. to (* *: not measured), rests
//     0 0 -0.00077 0.00077 1
//     ...
//     rows-sha256 5f..               of the lines from the first 'log' on
//     problem-sha256 2a..            of all lines up to the rows' last, so of plant, ranges and rows
//     slide 0 0                      of log 0 from row 0 on; box 0 is what is known by now
//     cut 0 1 65                     box 0 becomes 1 and 2: parameter 1 below and above 65
//     shrink 2 1                     of box 2, by 1 bound; each of them stands on the whole box
//     bound 0 hi 5.1 2 300 above 4.2e-3 400 below 3.9e-3   parameter 0, by rows 300 and 400 with their weights (horizon.h)
//     dead 1 455                     box 1 cannot explain the rows from the slide's first to 455
//     ...                            what is left of a slide is what is known after it
//     verdict consistent
//     result alpha 4.49 4.51         of those that do not renew
//     slide-result 0 0 TF 0.09 0.11  of those that do
//
// bound/verify/verify.h reads it. A step of the search is a line, in the order of the search. The hashes name rows and problem,
// and find damage. They are no protection against malice: who changes the ranges can compute new ones, and what is proved then
// is a statement about those ranges, which is why every output shows them.
#ifndef BR_BOUND_SEARCH_CERTIFICATE_H
#define BR_BOUND_SEARCH_CERTIFICATE_H

#include "bound/search/horizon.h"
#include "num/text/buffer.h"
#include "num/text/sha256.h"

typedef struct br_certificate_draft {
    br_buffer text;
    size_t problem; // bytes of plant, ranges and rows
    const br_stick *s;
} br_certificate_draft;

// Starts it: the plant, the ranges and the rows. BR_NEGATIVE: the plant cannot be written out (form.h).
br_status br_certificate_begin(br_certificate_draft *c, const br_stick *s, const br_evidence *e, int logs,
                               const br_paving_options *o) BR_CHECKED;

// The SHA-256 of the rows as a certificate of these logs has them.
br_status br_certificate_rows_hash(const br_evidence *e, int logs, char hex[BR_SHA256_HEX]) BR_CHECKED;
// That of the whole problem, of a certificate that has begun.
void br_certificate_problem_hash(const br_certificate_draft *c, char hex[BR_SHA256_HEX]);

// Steps, added by the search; nothing where c is NULL.
void br_certificate_slide(br_certificate_draft *c, int log, int first);
void br_certificate_cut(br_certificate_draft *c, int box, int parameter, double at);
void br_certificate_shrink(br_certificate_draft *c, int box, const br_shrinks *s);
void br_certificate_dead(br_certificate_draft *c, int box, int row);

// Ends it with what was found.
void br_certificate_end(br_certificate_draft *c, const br_paving *v, const br_paving_options *o);
void br_certificate_free(br_certificate_draft *c);

#endif
