// simulate_prepare.c - model, signals, times and inputs of a simulation, from the arguments.      [host]
#include "num/base/fp.h"

#include "tool/kit/conditions.h"
#include "tool/kit/number.h"
#include "tool/kit/tables.h"
#include "tool/simulate/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *next_method(const void *list, int i)
{
    (void)list;
    return i < br_run_methods() ? br_run_method_at(i)->name : NULL;
}

static br_status find_method(const char *name, const br_run_method **m, br_diag *why)
{
    *m = name ? br_run_method_find(name) : br_run_method_at(0);
    if (*m)
        return BR_OK;
    const char *near = tool_nearest(name, next_method, NULL);
    br_buffer all = {0};
    for (int i = 0; i < br_run_methods(); i++)
        br_buffer_print(&all, "%s%s", i ? ", " : "", br_run_method_at(i)->name);
    tool_complain(why, BR_BAD_USAGE, "bristle simulate: there is no method '%.60s'%s%s; there are %s", name,
                  near ? "; did you mean " : "", near ? near : "", all.text ? all.text : "");
    br_buffer_free(&all);
    return BR_BAD_USAGE;
}

br_status simulation_operands(const tool_args *a, const char **model, const char **file, br_diag *why)
{
    int first = a->model ? 0 : 1;
    *model = a->model ? a->model : a->operand;
    *file = a->noperands > first ? a->operands[first] : NULL;
    if (!*model)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: MODEL is missing; see 'bristle simulate --help'");
    if (a->noperands > first + 1)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: '%.60s' is one argument too many",
                             a->operands[first + 1]);
    if (a->signals && !*file)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: --signals needs a table; give FILE.csv after the model");
    if (*file && !a->signals)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle simulate: the signals of %.60s are not given; use --signals 't = time, v = speed'", *file);
    return BR_OK;
}

// ---------------------------------------------------------------- preparing

static br_status load_signals(simulation *s, const tool_args *a, const char *file, br_diag *why)
{
    br_status status = tool_table_open(&s->table, "simulate", file, a, why);
    if (status != BR_OK)
        return status;
    return br_simulation_read_log(&s->sim, a->signals, "--signals", s->table, a->linear, why);
}

br_status simulation_times(const tool_args *a, bool has_log, double *until, double *step, br_diag *why)
{
    *until = *step = 0;
    if (!a->until && !has_log)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: --until T is missing; see 'bristle simulate --help'");
    br_status status = a->until ? tool_time("simulate", "--until", a->until, until, why) : BR_OK;
    if (status == BR_OK && a->step)
        status = tool_time("simulate", "--step", a->step, step, why);
    return status;
}

static br_status read_times(simulation *s, const tool_args *a, br_diag *why)
{
    double until, step;
    br_status status = simulation_times(a, s->sim.has_samples, &until, &step, why);
    return status == BR_OK ? br_simulation_set_times(&s->sim, until, step, why) : status;
}

// ---------------------------------------------------------------- together

br_status simulation_prepare(simulation *s, const tool_args *a, br_diag *why)
{
    const char *model, *file;
    s->sim.model = &s->model.model;
    s->sim.who = "bristle simulate: ";
    s->sim.dash = "--";
    br_status status = simulation_operands(a, &model, &file, why);
    if (status == BR_OK)
        status = find_method(a->method, &s->sim.method, why);
    if (status == BR_OK)
        status = br_loaded_model_open(&s->model, model, a->params, a->at, why);
    br_model *m = &s->model.model;
    if (status == BR_OK)
        status = tool_model_complete(m, &m->law, false, why);
    if (status == BR_OK && a->mode)
        status = br_model_set_mode(m, a->mode, why);
    if (status == BR_OK && !m->exact)
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle simulate: values must be numbers, not ranges; ranges need --verified");
    if (status == BR_OK)
        status = conditions_must_hold(m, why);
    if (status == BR_OK)
        status = br_model_warn(m, &s->sim.warnings);
    if (status == BR_OK && file)
        status = load_signals(s, a, file, why);
    if (status == BR_OK)
        status = read_times(s, a, why);
    if (status == BR_OK)
        status = br_source_fill(m, s->sim.method->update, s->sim.step);
    return status == BR_OK ? br_simulation_read_inputs(&s->sim, a->input ? a->input : "", "--input", why) : status;
}

void simulation_close(simulation *s)
{
    br_simulation_release(&s->sim);
    br_rows_close(s->table);
    br_loaded_model_close(&s->model);
}
