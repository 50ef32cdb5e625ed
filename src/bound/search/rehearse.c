// rehearse.c - the log that a plant with known parameters would give.             [host]
//
// With point parameters corner trajectories are as good as exact: their error is far below a step of the encoder.
#include "num/base/fp.h"

#include "bound/search/rehearse.h"

enum { KNOWN = 10 }; // rows of rest until it is known

void br_rehearsal_start(br_rehearsal *r)
{
    r->at = br_tube_at_rest(br_interval_point(0.3 * r->count));
    r->rested = KNOWN;
}

static void read_encoder(br_rehearsal *r, int k)
{
    double q = br_interval_mid(br_tube_hull(&r->at).q) / r->count,
           steps = (double)(long long)(q < 0 ? q - 0.5 : q + 0.5);
    double error = 0.500001 * r->count; // and what the trajectory is off
    r->u[k] = br_interval_point(r->torque[k]);
    r->q[k] = br_interval_of(steps * r->count - error, steps * r->count + error);
    r->stands[k] = r->rested >= KNOWN;
}

br_status br_rehearse(br_rehearsal *r, const br_stick *s, const br_interval *p, int first, int last)
{
    br_pace pace;
    br_status status = br_pace_make(&pace, s, p, r->h);
    for (int k = first; k < last && status == BR_OK; k++) {
        read_encoder(r, k);
        br_corner_step(&pace, r->u[k], &r->at);
        const br_states *at = r->at.states;
        r->rested = at[BR_REST].on && !at[BR_FORWARD].on && !at[BR_BACKWARD].on ? r->rested + 1 : 0;
    }
    return status;
}

br_evidence br_rehearsed(const br_rehearsal *r)
{
    return (br_evidence){.rows = r->rows, .h = r->h, .u = r->u, .q = r->q, .stands = r->stands};
}
