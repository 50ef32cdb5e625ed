// simulate_prepare.c - law, log, times and inputs of a simulation, from the arguments.      [host]
#include "num/base/fp.h"

#include "tool/kit/number.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"
#include "tool/simulate/simulate.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

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

static br_status read_tolerance(const char *text, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    if (!text || (tool_number("--tolerance", text, value, &unit) && br_unit_same(unit, br_unit_none()) &&
                  *value >= 1e-13 && *value <= 0.1))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle simulate: --tolerance '%.60s' is not a number between 1e-13 and 0.1", text);
}

// ---------------------------------------------------------------- messages

static const char *next_method(const void *list, int i)
{
    (void)list;
    return br_simulation_method_name(i);
}

static br_status no_method(const char *name, br_diag *why)
{
    const char *near = tool_nearest(name, next_method, NULL);
    br_buffer all = {0};
    for (int i = 0; br_simulation_method_name(i); i++)
        br_buffer_print(&all, "%s%s", i ? ", " : "", br_simulation_method_name(i));
    tool_complain(why, BR_BAD_USAGE, "bristle simulate: there is no method '%.60s'%s%s; there are %s", name,
                  near ? "; did you mean " : "", near ? near : "", all.text ? all.text : "");
    br_buffer_free(&all);
    return BR_BAD_USAGE;
}

br_status simulation_said(br_status status, br_diag *why)
{
    return tool_said_by("bristle simulate: ", "simulation: ", status, why);
}

// ---------------------------------------------------------------- together

static br_status open_run(simulation *s, const br_simulation_options *o, br_diag *why)
{
    br_status status = br_simulation_open(&s->is, s->law, o, why);
    const char *member = status == BR_BAD_USAGE ? br_diag_member(why) : "";
    if (strcmp(member, "method") == 0 && br_diag_place(why, 0) < 0)
        return no_method(o->method, why);
    if (strcmp(member, "until") == 0 && o->until == 0 && !o->log)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: the run would end at 0 s, where the record begins");
    if (status == BR_BAD_LAW && strstr(why->text, "not ranges"))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: values must be numbers, not ranges; ranges need --verified");
    return simulation_said(status, why);
}

br_status simulation_open(simulation *s, const tool_args *a, unsigned long long seed, br_diag *why)
{
    const char *model, *file;
    br_simulation_options o;
    (void)br_simulation_defaults(&o, sizeof o);
    o.input = a->input;
    o.signals = a->signals;
    o.linear = a->linear;
    o.method = a->method;
    o.mode = a->mode;
    o.sensors = a->sensor;
    o.seed = seed;
    br_status status = read_tolerance(a->tolerance, &o.tolerance, why);
    if (status == BR_OK)
        status = simulation_operands(a, &model, &file, why);
    if (status == BR_OK)
        status = tool_law_open(&s->law, model, a->params, a->at, why);
    if (status == BR_OK)
        status = tool_law_check(s->law, why);
    if (status == BR_OK && file)
        status = tool_table_handle(&s->log, "simulate", file, a, why);
    if (status == BR_OK)
        status = simulation_times(a, file != NULL, &o.until, &o.step, why);
    o.log = s->log;
    return status == BR_OK ? open_run(s, &o, why) : status;
}

static tool_column column_at(const void *of, int c)
{
    return (tool_column){br_simulation_name(of, c), br_simulation_unit(of, c), (tool_role)br_simulation_role_of(of, c),
                         br_simulation_values(of, c)};
}

static void unload(const void *of)
{
    br_simulation_unload(of);
}

// Warnings name options, and those of the command its options.
static void write_warning(br_buffer *out, const char *line, size_t size)
{
    static const tool_wording words[] = {{"use a shorter step", "use a shorter --step"},
                                         {", or method ", ", or --method "},
                                         {"; method stiff", "; --method stiff"},
                                         {"(method stiff)", "(--method stiff)"},
                                         {"(linear)", "(--linear)"}};
    const char *end = line + size;
    while (line < end) {
        size_t next = (size_t)(end - line);
        const tool_wording *found = NULL;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const char *at = strstr(line, words[i][0]);
            if (at && at < end && (size_t)(at - line) < next) {
                next = (size_t)(at - line);
                found = &words[i];
            }
        }
        br_buffer_add(out, line, next);
        line += next;
        if (found) {
            br_buffer_put(out, (*found)[1]);
            line += strlen((*found)[0]);
        }
    }
}

br_status simulation_finish(simulation *s)
{
    const char *warnings = br_simulation_warnings(s->is);
    s->rows = (tool_rows){s->is, br_simulation_columns(s->is), (long long)br_simulation_rows(s->is), column_at, unload};
    write_warning(&s->warnings, warnings, strlen(warnings));
    return s->warnings.status;
}

void simulation_close(simulation *s)
{
    br_simulation_close(s->is);
    br_table_close(s->log);
    br_law_close(s->law);
    br_buffer_free(&s->warnings);
}
