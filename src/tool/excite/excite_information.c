// excite_information.c - Fisher information of motions on the parameters of interest, and the best motion.   [host]
#include "num/base/fp.h"

#include "tool/excite/excite_optimal.h"

#include <math.h>
#include <stdlib.h>

br_status excite_open_fisher(const exciting *w, br_model *m, br_fisher *to, br_diag *why)
{
    const excite_optimal *b = w->optimal;
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
        return words.text[0] ? tool_complain(why, status, "bristle excite: %s", words.text) : status;
    if (to->parameters.count < 1 || to->parameters.count > EXCITE_PARAMETERS)
        status = tool_complain(why, BR_BAD_USAGE, "bristle excite: %d parameters are not 1 to %d; choose some by --for",
                               to->parameters.count, (int)EXCITE_PARAMETERS);
    for (int i = 1; i < b->motions && status == BR_OK; i++)
        if (b->motion[i].x) { // the first one is the same for every search
            status = br_fisher_scale(to, w->o.dt, b->rows, b->motion[i].x);
            break;
        }
    if (status != BR_OK)
        br_fisher_close(to);
    return status;
}

double excite_parameter_size(const excite_optimal *b, int i)
{
    double value = fabs(b->fisher.p[b->fisher.parameters.parameter[i].at]);
    return value > 0 ? value : b->fisher.parameters.parameter[i].scale;
}

double excite_optimal_force(const excite_optimal *b)
{
    return b->motion[b->best].is.force;
}

// The one of the smallest size that fits, from motion `first` on.
int excite_best_from(const excite_optimal *b, int first)
{
    int best = -1;
    for (int i = first; i < b->motions; i++)
        if (b->motion[i].fits &&
            (best < 0 || b->motion[i].is.size[b->o.criterion] < b->motion[best].is.size[b->o.criterion]))
            best = i;
    return best;
}

int excite_best_standard(const excite_optimal *b)
{
    return excite_best_from(b, 1);
}

double excite_share(const excite_optimal *b)
{
    int rival = excite_best_standard(b);
    return rival < 0 ? (double)NAN
                     : b->motion[b->best].is.size[b->o.criterion] / b->motion[rival].is.size[b->o.criterion];
}
