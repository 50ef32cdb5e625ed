// emit_compensator.c - `bristle emit --compensator`: a compensator of `bristle control` as a folder of C.   [host]
#include "num/base/fp.h"

#include "api/control/axis.h"
#include "tool/control/control.h"
#include "tool/emit/emit.h"
#include "tool/kit/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Options of observers have no effect here.
static br_status check_options(const tool_args *a, br_diag *why)
{
    const struct {
        const char *name, *value;
    } of_observers[] = {
        {"--observer", a->observer}, {"--measured", a->measured},     {"--estimate", a->estimate},
        {"--noise", a->noise},       {"--prior", a->prior},           {"--most", a->most},
        {"--gate", a->gate},         {"--bounds", a->bounds},         {"--correct-every", a->correct_every},
        {"--horizon", a->horizon},   {"--iterations", a->iterations}, {"--mixed", a->mixed ? "" : NULL},
        {"--substeps", a->substeps}, {"--method", a->method}};
    for (size_t i = 0; i < sizeof of_observers / sizeof *of_observers; i++)
        if (of_observers[i].value)
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle emit: %s has no effect on a compensator; ekf, ekf-lugre, mhe and mhe-lugre "
                                 "have their own observer",
                                 of_observers[i].name);
    return BR_OK;
}

static br_status tune(const controlling *w, const br_package_options *options, const tool_args *a, emit_work *work,
                      void *context, br_diag *why)
{
    br_package_options o = *options;
    br_axis_setup *setup = calloc(1, sizeof *setup); // large: no load for a small stack
    if (!setup)
        return BR_NO_MEMORY;
    br_status status = br_axis_setup_open(setup, w->friction, &w->axis, why);
    if (status == BR_OK) {
        br_control_axis axis = br_axis_for_control(setup);
        o.compensator = a->compensator;
        o.axis = &axis;
        o.control = &setup->o;
        progress bar = progress_open("tuning", a);
        setup->o.progress = emit_progress, setup->o.context = &bar;
        status = work(setup->known, &o, context, why);
        progress_close(&bar);
        status = progress_result(&bar, status, why);
    }
    br_axis_setup_release(setup);
    free(setup);
    return status;
}

br_status emit_with_compensator(const tool_args *a, emit_work *work, void *context, br_diag *why)
{
    br_package_options o;
    controlling w = {0};
    br_status status = check_options(a, why);
    if (status == BR_OK)
        status = emit_read_common(&o, a, why);
    if (status == BR_OK)
        status = control_read(&w, "emit", a, 1 / o.rate, why);
    if (status == BR_OK)
        status = tune(&w, &o, a, work, context, why);
    control_close(&w);
    return status;
}

static br_status make(br_package *k, const br_package_options *o, void *context, br_diag *why)
{
    br_diag words = {0};
    return emit_complain(why, br_package_make(k, context, o, &words), &words);
}

typedef struct folder {
    const tool_args *a;
    br_buffer *out;
} folder;

static br_status make_folder(br_model *m, const br_package_options *o, void *context, br_diag *why)
{
    const folder *f = context;
    return emit_folder(f->a, o, f->out, why, make, m);
}

br_status emit_compensator(const tool_args *a, br_buffer *out, br_diag *why)
{
    folder f = {a, out};
    return emit_with_compensator(a, make_folder, &f, why);
}
