// observe_mechanism.c - `bristle observe LOG --model F.mech`: states and unknown inputs of a mechanism.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "file/disk/whole.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/kit/record_rows.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- running

static br_status read_gate(const tool_args *a, double *gate, br_diag *why)
{
    br_unit unit = br_unit_none();
    *gate = a->gate ? 0 : BR_OBSERVE_GATE;
    if (!a->gate || strcmp(a->gate, "none") == 0 ||
        (tool_number("--gate", a->gate, gate, &unit) && br_unit_same(unit, br_unit_none()) && *gate >= 0.1 &&
         *gate <= 1e9))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle observe: --gate '%.60s' is not a number from 0.1 to 1e9", a->gate);
}

static br_status read_method(br_mechanism_observer *o, const tool_args *a, br_diag *why)
{
    br_status status = br_mech_observer_set_method(o, a->method, why);
    if (status == BR_OK && a->step)
        status = tool_time("observe", "--step", a->step, &o->w.step, why);
    if (status == BR_OK)
        status = read_gate(a, &o->w.gate, why);
    o->w.dense = a->dense;
    o->w.smooth = a->smooth;
    o->filter_only = a->filter_only;
    return status == BR_OK ? br_mech_observer_check_length(o, why) : status;
}

static br_status run_filter(watching *v, const tool_args *a, br_diag *why)
{
    br_mechanism_observer *o = &v->o;
    br_status status = read_method(o, a, why);
    o->drawings.most = a->report ? SKETCH_FRAMES : 0; // as it is estimated
    if (status == BR_OK && a->report)
        status = br_mechanism_open(&v->m, a->model, why);
    progress bar = progress_open(a->tune ? "tuning" : "observing", a);
    o->w.progress = progress_show;
    o->w.context = &bar;
    if (status == BR_OK)
        status = br_mech_observer_filter(o, why);
    progress_close(&bar);
    return progress_result(&bar, status, why);
}

static br_status run_fit(br_mechanism_observer *o, const tool_args *a, br_diag *why)
{
    if (o->w.parameters == 0 || o->filter_only || o->result.stopped)
        return BR_OK;
    progress bar = progress_open("fitting", a);
    o->w.context = &bar;
    br_status status = br_mech_observer_fit(o, why);
    progress_close(&bar);
    return progress_result(&bar, status, why);
}

// ---------------------------------------------------------------- the command

static br_status check_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--params", a->params},
                               {"--at", a->at},
                               {"--observer", a->observer},
                               {"--order", a->order},
                               {"--correct-every", a->correct_every},
                               {"--substeps", a->substeps},
                               {"--horizon", a->horizon},
                               {"--most", a->most},
                               {"--period", a->period},
                               {"--arrival", a->arrival},
                               {"--parameters", a->parameters},
                               {"--iterations", a->iterations},
                               {"--bounds", a->bounds},
                               {"--levenberg", a->levenberg},
                               {"--precision", a->precision},
                               {"--huber", a->huber},
                               {"--mass", a->mass},
                               {"--differentiate", a->differentiate},
                               {"--cutoff", a->cutoff},
                               {"--seed", a->seed},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: %s has no effect on a mechanism; leave it out",
                             other);
    if (a->dense && a->smooth)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --smooth cannot be combined with --dense; give one of them");
    return BR_OK;
}

static br_status read_model(br_mechanism_observer *o, const tool_args *a, br_diag *why)
{
    size_t size = 0;
    o->tune = a->tune;
    br_status status = br_file_read(a->model, BR_MAX_TEXT, &o->text, &size, why);
    if (status == BR_NO_FILE) // as of a law
        status = BR_BAD_LAW;
    if (status == BR_OK)
        status = br_mech_observer_read(o, a->model, size, why);
    if (status == BR_OK)
        status = br_mech_observer_read_unknown(o, a->unknown, why);
    return status;
}

// Names are those of the text.
static br_status ask_for_signals(const br_mechanism_observer *o, const tool_args *a, br_diag *why)
{
    br_buffer names = {0};
    for (int i = 0; i < o->m.sensors && names.size < 200; i++)
        if (!o->m.sensor[i].imagined)
            br_buffer_print(&names, ", %s = COLUMN %s", o->m.sensor[i].name, br_sensor_unit(&o->m, &o->m.sensor[i]));
    br_status status =
        tool_complain(why, BR_BAD_USAGE, "bristle observe: %.100s needs --signals 't = COLUMN s%s' (sensors of %.60s)",
                      a->operand, names.text ? names.text : "", o->m.name);
    br_buffer_free(&names);
    return status;
}

static br_status observe_log(watching *v, const tool_args *a, br_diag *why)
{
    br_mechanism_observer *o = &v->o;
    o->who = "bristle observe: ";
    o->dash = "--";
    br_status status = check_options(a, why);
    if (status == BR_OK)
        status = read_model(o, a, why);
    if (status == BR_OK && !a->signals)
        status = ask_for_signals(o, a, why);
    if (status == BR_OK)
        status = tool_log_load(&o->log, "observe", a->operand, a, why);
    if (status == BR_OK) {
        br_mech_observer_set_log(o);
        status = br_mech_observer_read_parameters(o, (br_mech_lists){a->estimate, a->prior, a->noise}, why);
    }
    if (status == BR_OK)
        status = br_mech_observer_match(o, why);
    if (status == BR_OK)
        status = run_filter(v, a, why);
    if (status == BR_OK)
        status = run_fit(o, a, why);
    if (status == BR_OK)
        br_mech_observer_assess(o);
    return status;
}

static br_status deliver_estimates(const watching *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_makes_text(a))
        watching_text(&v.text, &w->o);
    if (a->json)
        watching_json(&v.json, &w->o);
    br_status status = a->report ? watching_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, RECORD_ROWS(&w->o.record), status, a, out, why);
}

br_status observe_mechanism(const tool_args *a, br_buffer *out, br_diag *why)
{
    watching *v = calloc(1, sizeof *v);
    if (!v)
        return BR_NO_MEMORY;
    const br_buffer *failures = &v->o.failures;
    br_status status = observe_log(v, a, why);
    if (status == BR_OK)
        status = deliver_estimates(v, a, out, why);
    if (status == BR_OK && failures->text)
        status = tool_complain(why, BR_NEGATIVE, "bristle observe: failed: %.*s", (int)strcspn(failures->text, "\n"),
                               failures->text);
    status = progress_partial(a, v->o.result.stopped, status, why);
    br_mech_observer_release(&v->o);
    br_mechanism_close(v->m);
    free(v);
    return status;
}
