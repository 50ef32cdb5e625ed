// emit_compensator.c - `bristle emit --compensator`: a compensator of `bristle control`.   [host]
#include "num/base/fp.h"

#include "tool/control/control.h"
#include "tool/emit/emit.h"

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

br_status emit_make_compensator(emitting *e, br_diag *why)
{
    controlling w = {0};
    br_status status = check_options(e->a, why);
    if (status == BR_OK)
        status = control_read(&w, "emit", e->a, e->rate, why);
    if (status == BR_OK) {
        emit_begin(e);
        status = emit_end(e, br_emit_compensator(&e->made, w.friction, e->a->compensator, &w.axis, &e->o, why), why);
    }
    control_close(&w);
    return status;
}
