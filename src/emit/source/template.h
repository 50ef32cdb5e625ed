// template.h - texts of packages that stand in emit/templates as real C, and the holes in them.   [host]
//
//     br_holes_flag(&h, "IS_HORIZON", true);
//     br_holes_text(&h, "FLOW", "rk4");
//     br_template_put(&h, "observer.c", out);
//     br_holes_free(&h);
//
// Those of emit/layouts are manifests, and no C. A template compiles by itself, with sample values of its holes (tests/emit/template_sample.h). Of its lines
//     the comment at its top, up to the first empty line, is left out;
//     #if FLAG, #if !FLAG, #else, #endif are decided here, where FLAG is a hole;
//     #include "object.c" is that template, filled in, too;
//     // INSERT BLOCK is the text of that hole, none or many lines;
// and in all others a name that is a hole, or a part of a name between underscores that is one, becomes the text of it: of
// PREFIX_step, br_integrator_FLOW and DT these are PREFIX, FLOW and DT.
//
// The holes, which emit/package/package_holes.c fills; those that begin with IS_ or HAS_ are flags.
//     PREFIX, CAPITAL             begin of the package's names, as it is and in capitals: CAPITAL_STATES is their number
//     REAL, LAW, FLOW, FILTER     number type, name of the law, kind of its flow, ekf or ukf
//     KIND, MEMBER, ESTIMATE      estimator: its type (observer, mhe), its member of the object, its estimate
//     PLACE, WHICH, HEALTH        its parameters, the index of measurement i, its counters
//     NX, NN, NY, NF, EACH        states, augmented states, measurements, entries of F, whether inputs differ by point
//     BYTES, MEMORY, LENT         size of the object; numbers of memory of the package, and of its compensator's estimator
#ifndef BR_EMIT_SOURCE_TEMPLATE_H
#define BR_EMIT_SOURCE_TEMPLATE_H

#include "num/text/buffer.h"

#include <stdbool.h>

enum { BR_HOLES = 64 };

typedef struct br_holes {
    struct {
        const char *name; // lent
        br_buffer text;   // of a flag: empty means no
    } hole[BR_HOLES];
    int count;
} br_holes;

br_buffer *br_holes_add(br_holes *h, const char *name); // an empty text to be written
void br_holes_text(br_holes *h, const char *name, const char *text);
void br_holes_count(br_holes *h, const char *name, long long count);
void br_holes_flag(br_holes *h, const char *name, bool is);
void br_holes_free(br_holes *h);

void br_template_put(const br_holes *h, const char *name, br_buffer *out);
void br_template_fill(const br_holes *h, const char *text, br_buffer *out); // one that is given as text

#endif
