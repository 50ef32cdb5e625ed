// axis.c - an estimator over a log of a rig.                        [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "law/builtin/builtin.h"
#include "paper/kit/axis.h"
#include "sim/observe/prepare.h"

#include <stdlib.h>
#include <string.h>

void br_axis_close(br_axis *a)
{
    br_rig_free(&a->rig);
    free(a->v);
    memset(a, 0, sizeof *a);
}

br_status br_axis_open(br_axis *a, const char *rig, uint64_t seed, br_diag *why)
{
    memset(a, 0, sizeof *a);
    br_status status = br_rig_run(&a->rig, rig, seed, why);
    if (status != BR_OK)
        return status;
    size_t rows = (size_t)a->rig.log.rows;
    const double *v = br_rig_column(&a->rig, "v"), *F = br_rig_column(&a->rig, "F");
    a->v = malloc(3 * rows * sizeof *a->v);
    a->F = a->v ? a->v + rows : NULL;
    status = a->v ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK && v && F) {
        memcpy(a->v, v, rows * sizeof *v);
        memcpy(a->F, F, rows * sizeof *F);
    } else if (status == BR_OK) {
        br_prepare_options o = {.kind = &br_differentiate_lowpass, .dt = a->rig.dt, .cutoff = 500, .mass = a->rig.m};
        status = br_prepare(&o, (int)rows, br_rig_column(&a->rig, "q"), br_rig_column(&a->rig, "u"), a->v, a->F + rows,
                            a->F);
    }
    if (status != BR_OK)
        br_axis_close(a);
    return status;
}

br_status br_axis_model(br_model *m, const char *law, const char *values, br_diag *why)
{
    br_builtin b;
    if (!br_builtin_find(law, &b))
        return BR_BAD_USAGE;
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    br_given set = {.set = "table-4.1"}, more = {.text = values, .origin = "values"};
    more.size = values ? strlen(values) : 0;
    return br_model_open_given(m, &source, &set, values ? &more : NULL, why);
}

br_status br_axis_observe(br_observation *ob, const br_axis *a, const char *law, const char *values,
                          const br_observation_options *o, br_diag *why)
{
    br_model m;
    br_status status = br_axis_model(&m, law, values, why);
    if (status != BR_OK)
        return status;
    const br_trace_column column[] = {{"v", a->v}, {"F", a->F}};
    br_trace log = {a->rig.log.rows, br_rig_column(&a->rig, "t"), column, 2};
    status = br_observation_run(ob, &m, &log, o, why);
    br_model_close(&m);
    return status;
}

double br_axis_error(const br_observation *ob, const long long rows[2])
{
    const double *y = br_observation_column(ob, "F"), *e = br_observation_column(ob, "F_est");
    double sum = 0;
    for (long long k = rows[0]; k < rows[1]; k++)
        sum += (y[k] - e[k]) * (y[k] - e[k]);
    return br_sqrt(sum / (double)(rows[1] - rows[0])) / ob->observed[0].range;
}

double br_axis_last(const br_observation *ob, const char *name)
{
    return br_observation_column(ob, name)[ob->record.rows - 1];
}
