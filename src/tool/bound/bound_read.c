// bound_read.c - the problem of `bristle bound` as the command line has it.      [host]
#include "num/base/fp.h"

#include "tool/bound/bound.h"
#include "tool/bound/slab_option.h"
#include "tool/kit/conditions.h"
#include "tool/kit/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)TOOL_OPERANDS <= (int)BR_BOUND_LOGS, "every operand may be a log");

const br_bound_speaker bound_says = {"bristle bound: ", "--", "'bristle bound'", "'bristle bound --help'"};

// ---------------------------------------------------------------- the model

static br_status read_count(const char *option, const char *text, double most, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    if (!text || (tool_number(option, text, value, &unit) && br_unit_same(unit, br_unit_none()) && *value >= 1 &&
                  *value <= most && *value == floor(*value)))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s '%.60s' is not an integer from 1 to %.0f", option, text,
                         most);
}

static br_status read_effort(br_bounding *w, const tool_args *a, br_diag *why)
{
    double passes = w->options.passes, boxes = (double)w->options.boxes;
    br_status status = read_count("--passes", a->passes, 100, &passes, why);
    if (status == BR_OK)
        status = read_count("--boxes", a->boxes, 1e9, &boxes, why);
    w->options.passes = (int)passes;
    w->options.boxes = (long)boxes;
    return status;
}

static br_status open_plant(br_bounding *w, const tool_args *a, br_diag *why)
{
    w->says = bound_says;
    br_status status =
        br_loaded_model_open_ranged(&w->plant, a->model ? a->model : "drive-train", a->params, NULL, a->range, why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = conditions_must_hold(&w->plant.model, why);
    if (status == BR_OK)
        status = br_bounding_begin(w, a->error, a->range != NULL, why);
    return status == BR_OK ? read_effort(w, a, why) : status;
}

// ---------------------------------------------------------------- logs

// Without --signals the columns have the names of the model.
static br_status read_log(bounding *w, int i, const tool_args *a, br_diag *why)
{
    br_buffer own = {0};
    tool_args with = *a;
    br_bounding_signals(&w->is, &own);
    with.signals = a->signals ? a->signals : own.text;
    br_status status =
        own.status == BR_OK ? tool_log_load(&w->file[i], "bound", a->operands[i], &with, why) : own.status;
    br_buffer_free(&own);
    return status == BR_OK ? br_bounding_add(&w->is, &w->file[i], a->linear, why) : status;
}

// ---------------------------------------------------------------- slabs

static br_status read_slab(br_bounding *w, const char *text, br_diag *why)
{
    int part, of;
    br_status status = bound_slab_option(text, &part, &of, why);
    return status == BR_OK && of > 0 ? br_bounding_slab(w, part, of, why) : status;
}

// ---------------------------------------------------------------- the whole problem

br_status bound_read(bounding *w, const tool_args *a, br_diag *why)
{
    br_status status = open_plant(&w->is, a, why);
    for (int i = 0; i < a->noperands && status == BR_OK; i++)
        status = read_log(w, i, a, why);
    if (status == BR_OK)
        status = br_bounding_settle(&w->is, a->renew, why);
    return status == BR_OK ? read_slab(&w->is, a->slab, why) : status;
}

void bound_free(bounding *w)
{
    br_bounding_free(&w->is);
    for (int i = 0; i < TOOL_OPERANDS; i++)
        br_loaded_log_free(&w->file[i]);
}
