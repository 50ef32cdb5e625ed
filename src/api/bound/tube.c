// tube.c - how far the position of a plant is open along a slide.      [host]
#include "num/base/fp.h"

#include "api/bound/bounding.h"

#include <math.h>

// Where it is would be steps of an encoder about a smooth curve, with nothing to see in them.
br_status br_bounding_tube(const br_bounding *w, int slide, br_bound_tube *to)
{
    const br_slide_result *s = &w->answer.found.slide[slide];
    const br_evidence *e = &w->evidence[s->log];
    br_pace pace;
    br_tube x = {0};
    br_carried along;
    br_status status = br_pace_make(&pace, &w->stick, s->p, e->h);
    if (status == BR_OK)
        status = br_evidence_begin(e, s->first, s->p, &x, &along);
    if (status != BR_OK)
        return status;
    long long n = 0;
    for (int k = s->first; k < s->last && status == BR_OK; k++) {
        br_evidence_step(e, k, &pace, &x, &along);
        br_interval q = br_tube_hull(&x).q;
        status = br_evidence_contract(e, k + 1, s->p, &x, &along);
        if (!br_interval_is_bounded(q) || br_tube_is_empty(&x))
            break;
        to->t[n] = w->log[s->log].file->t[k + 1];
        to->predicted[n] = br_interval_rad(q);
        to->measured[n] = br_interval_is_bounded(e->q[k + 1]) ? br_interval_rad(e->q[k + 1]) : (double)NAN;
        to->both[n++] = br_interval_rad(br_tube_hull(&x).q);
    }
    to->rows = n;
    to->unit = w->plant.model.law.q[w->stick.q].si_text;
    return status;
}
