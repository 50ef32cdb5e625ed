// fmu_law.c - a law or a plant as the model of an FMU.                           [host]
#include "num/base/fp.h"

#include "emit/package/object_sizes.h"
#include "emit/fmu/fmu_parts.h"
#include "emit/source/pieces.h"
#include "sim/run/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------- variables

static void add_columns(br_fmu_making *w, const br_record *names, const double *x, const double *u)
{
    for (int c = 0; c < names->columns; c++) {
        const br_record_column *k = &names->column[c];
        if (k->role == BR_RECORD_TIME)
            br_fmu_add(w, BR_FMU_TIME, "time", "", k->unit, 0);
        else if (k->role == BR_RECORD_INPUT) // without a value: 0
            br_fmu_add(w, BR_FMU_INPUT, k->name, "", k->unit, isfinite(u[k->number]) ? u[k->number] : 0);
        else if (k->role == BR_RECORD_STATE)
            br_fmu_add(w, BR_FMU_STATE, k->name, "", k->unit, x[k->number]);
        else if (k->role == BR_RECORD_OUTPUT)
            br_fmu_add(w, BR_FMU_OUTPUT, k->name, "", k->unit, 0);
        if (k->role == BR_RECORD_INPUT || k->role == BR_RECORD_STATE) {
            br_kind kind = k->role == BR_RECORD_INPUT ? BR_INPUT : BR_STATE;
            br_fmu_bound_like(w, kind, k->number);
            br_fmu_describe(w, "", br_packing_description(&w->packing, kind, k->number));
        } else if (k->role == BR_RECORD_OUTPUT)
            br_fmu_describe(w, "", br_packing_output_description(&w->packing, k->number));
    }
}

static br_status add_variables(br_fmu_making *w, br_diag *why)
{
    const br_model *m = w->packing.model;
    br_record names;
    double *x = calloc((size_t)(m->nx + m->nu + m->np) + 1, sizeof *x);
    br_status status = x ? br_record_open(&names, m, 1, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        double *u = x + m->nx, *p = u + m->nu;
        br_model_points(m, x, u, p);
        add_columns(w, &names, x, u);
        br_fmu_parameters(w, p, NULL);
        br_record_close(&names);
    }
    free(x);
    w->held = m->nu;
    w->modes = w->packing.system.sys.nm;
    return status;
}

// ---------------------------------------------------------------- model.h and model.c

static size_t flow_bytes(const br_fmu_making *w)
{
    br_integrator_options o = br_integrator_defaults();
    o.kind = w->o->flow;
    return w->packing.model->nx > 0 ? br_integrator_bytes(&w->packing.system.sys, &o) : 0;
}

static void put_first(const br_fmu_making *w, br_buffer *out)
{
    br_fmu_starts(w, out, "first_x", BR_FMU_STATE);
    br_fmu_starts(w, out, "first_u", BR_FMU_INPUT);
    br_fmu_starts(w, out, "first_p", BR_FMU_PARAMETER);
    br_buffer_put(out, "static const int first_m[] = {");
    for (int i = 0; i < w->modes; i++)
        br_buffer_print(out, "%d, ", w->packing.model->m[i]);
    br_buffer_put(out, "0};\n");
}

static br_status put_source(const br_fmu_making *w)
{
    br_holes h = {.count = 0};
    br_buffer calls = {0}, *out = br_fmu_file(w->to, "sources/model.c");
    char flow[60];
    snprintf(flow, sizeof flow, "br_integrator_%s", w->o->flow->name);
    const br_piece_kind kind[] = {{"loop/flow/", flow}};
    br_holes_flag(&h, "HAS_STATES", w->packing.model->nx > 0);
    br_holes_text(&h, "FLOW", w->o->flow->name);
    br_holes_count(&h, "MEMORY", (long long)((flow_bytes(w) + 7) / sizeof(double)));
    put_first(w, br_holes_add(&h, "CONSTANTS"));
    br_fmu_refusals(w, br_holes_add(&h, "REFUSALS"));
    br_template_put(&h, "model.c", &calls);
    br_holes_free(&h);
    br_status status = calls.status;
    if (status == BR_OK)
        status = br_packing_assemble(&w->packing, &calls, kind, 1, out);
    br_buffer_free(&calls);
    return status;
}

// ---------------------------------------------------------------- all of it

static br_status check_flow(br_fmu_making *w, br_diag *why)
{
    const br_sys *s = &w->packing.system.sys;
    br_integrator_options with = br_integrator_defaults();
    with.kind = w->o->flow;
    if (s->nx == 0 || br_integrator_bytes(s, &with) > 0)
        return BR_OK;
    if (why)
        snprintf(why->text, sizeof why->text, "method %s does not fit this model", w->o->flow->name);
    return BR_BAD_USAGE;
}

br_status br_fmu_law(br_fmu_making *w, br_fmu_options *o, br_diag *why)
{
    br_packing *p = &w->packing;
    br_status status = br_system_open_as_packed(&p->system, p->model, why);
    if (status != BR_OK)
        return status;
    o->flow = o->flow ? o->flow : br_integrator_choose(&p->system.sys);
    p->plan = (br_plan){.observer = BR_PLAN_EKF, .flow = o->flow->name, .np = p->model->np};
    snprintf(w->title, sizeof w->title, "%s", p->model->law.name);
    snprintf(w->to->method, sizeof w->to->method, "%s", p->model->nx > 0 ? o->flow->name : "");
    status = check_flow(w, why);
    if (status == BR_OK)
        status = add_variables(w, why);
    if (status == BR_OK)
        status = put_source(w);
    br_buffer bytes = {0};
    br_packing_object_size(&bytes, (br_object_size){BR_INTEGRATOR_DOUBLE_WIDE, BR_INTEGRATOR_DOUBLE_NARROW},
                           (flow_bytes(w) + 15) / 8 * 8);
    if (status == BR_OK)
        status = bytes.status == BR_OK ? br_fmu_finish(w, bytes.text) : bytes.status;
    br_buffer_free(&bytes);
    return status;
}
