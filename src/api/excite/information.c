// information.c - Fisher information of motions on the parameters of interest, and the best motion.   [host]
#include "num/base/fp.h"

#include "api/excite/exciting.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>

br_status br_exciting_open_fisher(const br_exciting *w, br_model *m, br_fisher *to, br_diag *why)
{
    const br_exciting_optimal *b = w->optimal;
    br_diag words = {0};
    bool *wanted = calloc((size_t)m->np + 1, sizeof *wanted);
    if (!wanted)
        return BR_NO_MEMORY;
    if (!b->wanted)
        br_fit_parameters_usual(m, wanted);
    br_status status = b->wanted ? br_fit_parameters_select(m, b->wanted, NULL, true, wanted, &words) : BR_OK;
    if (status == BR_OK)
        status = br_fisher_open(to, m, wanted, b->noise, b->mass, w->stop, &words);
    free(wanted);
    if (status != BR_OK)
        return words.text[0] ? br_diag_fail(why, status, "%s%s", w->who, words.text) : status;
    if (to->parameters.count < 1 || to->parameters.count > BR_EXCITING_PARAMETERS)
        status = br_diag_fail(why, BR_BAD_USAGE, "%s%d parameters are not 1 to %d; choose some by --for", w->who,
                              to->parameters.count, (int)BR_EXCITING_PARAMETERS);
    for (int i = 1; i < b->motions && status == BR_OK; i++)
        if (b->motion[i].x) { // the first one is the same for every search
            status = br_fisher_scale(to, w->o.dt, b->rows, b->motion[i].x);
            break;
        }
    if (status != BR_OK)
        br_fisher_close(to);
    return status;
}

double br_exciting_parameter_size(const br_exciting_optimal *b, int i)
{
    double value = fabs(b->fisher.p[b->fisher.parameters.parameter[i].at]);
    return value > 0 ? value : b->fisher.parameters.parameter[i].scale;
}

double br_exciting_optimal_force(const br_exciting_optimal *b)
{
    return b->motion[b->best].is.force;
}

// The one of the smallest size that fits, from motion `first` on.
int br_exciting_best_from(const br_exciting_optimal *b, int first)
{
    int best = -1;
    for (int i = first; i < b->motions; i++)
        if (b->motion[i].fits &&
            (best < 0 || b->motion[i].is.size[b->o.criterion] < b->motion[best].is.size[b->o.criterion]))
            best = i;
    return best;
}
