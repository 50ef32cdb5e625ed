// innovation.c - the innovations of a measurement update: gate, normalised square and likelihood.   [host]
#include "num/base/fp.h"

#include "mech/estimate/filter.h"
#include "num/base/elem.h"
#include "num/base/require.h"

// A gate that rejects for ever would be worse than none (D13): behind so many measurements beyond it those of the sensor are used
// again, until one is within the gate. What is absurd is never used.
enum { PATIENCE = 20 };
static const double absurd = 1e8; // standard deviations

bool br_filter_rejects(br_filter *f, int k, double variance)
{
    double off = br_abs(f->gap[k]) / br_sqrt(variance);
    if (!(off <= f->farthest)) {
        f->farthest = off;
        f->far = k;
    }
    bool beyond = f->o.gate > 0 && !(off <= f->o.gate);
    f->out[k] = beyond && !(f->outs[k] >= PATIENCE && off <= absurd);
    f->outs[k] = !beyond ? 0 : f->outs[k] < PATIENCE ? f->outs[k] + 1 : PATIENCE;
    f->rejected += f->out[k];
    return f->out[k];
}

void br_filter_count_innovation(br_filter *f, int k, double variance)
{
    BR_REQUIRE(variance > 0);
    double share = f->gap[k] * f->gap[k] / variance;
    f->variance[k] = variance;
    f->nis += share;
    f->likelihood -= (br_log(2 * 3.14159265358979312 * variance) + share) / 2;
    f->used++;
}
