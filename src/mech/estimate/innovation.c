// innovation.c - the innovations of a measurement update: gate, normalised square and likelihood.   [host]
#include "num/base/fp.h"

#include "mech/estimate/filter.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <string.h>

// A gate that rejects for ever would be worse than none (D13): behind so many measurements beyond it those of the sensor are used
// again, until one is within the gate. What is absurd or stuck is never used.
enum { PATIENCE = BR_FILTER_PATIENCE, MOST_PATIENCE = 8 * PATIENCE, CALM = BR_FILTER_CALM };
static const double absurd = 1e8; // standard deviations

bool br_filter_rejects(br_filter *f, int k, double variance)
{
    double off = br_abs(f->gap[k]) / br_sqrt(variance);
    if (!(off <= f->farthest)) {
        f->farthest = off;
        f->far = k;
    }
    f->near = f->near || off <= absurd;
    bool beyond = f->o.gate > 0 && !(off <= f->o.gate), opens;
    opens = beyond && (f->open > 0 || f->outs[k] >= f->patience) && off <= absurd;
    bool stuck = f->o.gate > 0 &&
                 br_gate_is_stuck(&f->gate, k, f->y[k], f->y[k] - f->gap[k], f->gap[k], f->o.gate * br_sqrt(variance));
    f->out[k] = stuck || (beyond && !opens);
    f->opened += opens && !stuck;
    f->outs[k] = !beyond ? 0 : f->outs[k] < f->patience ? f->outs[k] + 1 : f->patience;
    f->rejected += f->out[k];
    f->calm = beyond ? 0 : f->calm;
    return f->out[k];
}

void br_filter_count_calm(br_filter *f)
{
    f->open -= f->open > 0;
    f->calm += f->calm < CALM;
    f->patience = f->calm == CALM ? PATIENCE : f->patience;
}

void br_filter_keep_closed(br_filter *f)
{
    f->patience = f->patience < MOST_PATIENCE ? 2 * f->patience : f->patience;
    memset(f->outs, 0, (size_t)f->o.sensors * sizeof *f->outs);
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
