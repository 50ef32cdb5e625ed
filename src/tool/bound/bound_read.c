// bound_read.c - the problem of `bristle bound` as the command line has it.      [host]
#include "num/base/fp.h"

#include "tool/bound/bound.h"
#include "tool/bound/bound_crew.h"
#include "tool/bound/bound_options.h"
#include "tool/kit/law.h"
#include "tool/kit/number.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- effort

static br_status read_count(const char *option, const char *text, const char *most, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    if (!text || (tool_number(option, text, value, &unit) && br_unit_same(unit, br_unit_none()) && *value >= 1 &&
                  *value <= strtod(most, NULL) && *value == floor(*value)))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s '%.60s' is not an integer from 1 to %s", option, text,
                         most);
}

static br_status read_effort(br_bound_options *o, const tool_args *a, bool sticks, br_diag *why)
{
    double passes = o->passes, boxes = (double)o->boxes;
    br_status status = read_count("--passes", a->passes, "100", &passes, why);
    if (status == BR_OK)
        status = read_count("--boxes", a->boxes, sticks ? "1000000000" : "1e9", &boxes, why);
    o->passes = (int)passes;
    o->boxes = (long long)boxes;
    return status == BR_OK ? bound_slab_option(a->slab, &o->slab, &o->slabs, why) : status;
}

// ---------------------------------------------------------------- the law

// What the law requires holds on the ranges; complete: every parameter has a value.
static br_status check_law(const tool_args *a, const char *model, bool complete, br_diag *why)
{
    br_law *law = NULL;
    br_status status = tool_law_open(&law, model, a->params, NULL, why);
    if (status == BR_OK)
        status = tool_law_set(law, "--range", a->range, why);
    if (status == BR_OK && (complete || !br_law_missing(law)[0]))
        status = tool_law_check(law, why);
    br_law_close(law);
    return status;
}

// What only the search of plants that stick and slip takes.
static br_status refuse_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--renew", a->renew}, {"--passes", a->passes},
                               {"--slab", a->slab},   {"--certificate", a->certificate},
                               {"--rules", a->rules}, {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s is for plants that stick and slip", other);
    if (a->noperands != 1)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: such a law takes one LOG, not %d", a->noperands);
    return BR_OK;
}

// ---------------------------------------------------------------- logs

// Without --signals the columns of a plant have the names of the model; a rig has its own, which only other laws fit.
static br_status add_log(bounding *w, const char *name, const char *signals, br_diag *why)
{
    tool_args with = *w->a;
    rig_log rig = {0};
    br_table *table = NULL;
    bool is_rig = false;
    with.signals = signals && *signals ? signals : NULL;
    is_rig = rig_log_named(name, &with);
    br_status status =
        is_rig ? rig_log_open(&rig, "bound", name, &with, why) : tool_table_handle(&table, "bound", name, &with, why);
    if (status == BR_OK && is_rig)
        status = rig_log_rename(&rig, name, NULL, why);
    if (status == BR_OK && !is_rig && with.seed)
        status = tool_complain(why, BR_BAD_USAGE, "bristle bound: --seed is for rigs; %.60s is a table", name);
    if (status == BR_OK)
        status = br_bound_add(w->is, is_rig ? rig.table : table, why);
    br_table_close(table);
    rig_log_close(&rig);
    return status;
}

// ---------------------------------------------------------------- the whole problem

br_status bound_read(bounding *w, int ranks, int threads, br_diag *why)
{
    const tool_args *a = w->a;
    const char *model = a->model ? a->model : "drive-train";
    br_bound_options o;
    br_buffer columns = {0};
    (void)br_bound_defaults(&o, sizeof o);
    o.who = "bristle bound: ";
    o.range = a->range, o.error = a->error, o.renew = a->renew, o.rules = a->rules;
    o.linear = a->linear;
    o.certificate = a->certificate != NULL;
    o.threads = threads;
    o.crew = ranks > 1 ? ranks_crew() : NULL;
    br_status status = tool_law_open(&w->law, model, a->params, NULL, why);
    bool sticks = status == BR_OK && br_bound_by_slides(w->law);
    if (status == BR_OK && !sticks)
        status = refuse_options(a, why);
    if (status == BR_OK)
        status = check_law(a, model, !sticks, why);
    if (status == BR_OK)
        status = read_effort(&o, a, sticks, why);
    if (status == BR_OK && sticks && !a->signals)
        bound_columns(&columns, w->law, a->error);
    o.signals = a->signals ? a->signals : sticks ? columns.text : rig_log_named(a->operand, a) ? NULL : "";
    if (status == BR_OK)
        status = columns.status == BR_OK ? br_bound_open(&w->is, w->law, &o, why) : columns.status;
    for (int i = 0; i < a->noperands && status == BR_OK; i++)
        status = add_log(w, a->operands[i], o.signals, why);
    br_buffer_free(&columns);
    return status;
}

void bound_close(bounding *w)
{
    br_bound_close(w->is);
    br_law_close(w->law);
}
