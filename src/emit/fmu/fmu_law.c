// fmu_law.c - a law or a plant as the model of an FMU.                           [host]
#include "num/base/fp.h"

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
            br_fmu_say(w, "", br_packing_words(&w->packing, kind, k->number));
        } else if (k->role == BR_RECORD_OUTPUT)
            br_fmu_say(w, "", br_packing_output_words(&w->packing, k->number));
    }
}

static br_status add_variables(br_fmu_making *w, br_diag *why)
{
    const br_model *m = w->packing.model;
    br_record names;
    double *x = calloc((size_t)(m->nx + m->nu + m->np) + 1, sizeof *x), *u = x + m->nx, *p = u + m->nu;
    br_status status = x ? br_record_open(&names, m, 1, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
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
    br_flow_options o = br_flow_defaults();
    o.kind = w->o->flow;
    return w->packing.model->nx > 0 ? br_flow_bytes(&w->packing.system.sys, &o) : 0;
}

static void put_header(const br_fmu_making *w)
{
    char object[300];
    snprintf(
        object, sizeof object,
        "// Memory to work in.\ntypedef struct model {\n    union {\n        double number;\n        void *place;\n"
        "        unsigned char byte[%zu];\n    } room;\n} model;\n",
        sizeof(br_flow) + (flow_bytes(w) + 15) / 8 * 8);
    br_fmu_header(w, object);
}

static void put_first(const br_fmu_making *w, br_buffer *out)
{
    br_fmu_starts(w, out, "first_x", BR_FMU_STATE);
    br_fmu_starts(w, out, "first_u", BR_FMU_INPUT);
    br_fmu_starts(w, out, "first_p", BR_FMU_PARAMETER);
    br_buffer_put(out, "static const int first_m[] = {");
    for (int i = 0; i < w->modes; i++)
        br_buffer_print(out, "%d, ", w->packing.model->m[i]);
    br_buffer_put(out, "0};\n\n"
                       "void model_first(model *o, double *x, int *m, double *u, double *p)\n{\n    (void)o;\n"
                       "    for (int i = 0; i < MODEL_STATES; i++)\n        x[i] = first_x[i];\n"
                       "    for (int i = 0; i < MODEL_MODES; i++)\n        m[i] = first_m[i];\n"
                       "    for (int i = 0; i < MODEL_INPUTS; i++)\n        u[i] = first_u[i];\n"
                       "    for (int i = 0; i < MODEL_PARAMETERS; i++)\n        p[i] = first_p[i];\n}\n\n"
                       "int model_begin(model *o, const double *x)\n{\n    (void)o, (void)x;\n    return 0;\n}\n\n");
}

static void put_steps(const br_fmu_making *w, br_buffer *out)
{
    size_t numbers = (flow_bytes(w) + 7) / sizeof(double);
    br_buffer_print(out,
                    "typedef struct inside {\n    br_flow f;\n    br_real memory[%zu];\n} inside;\n\n"
                    "typedef char it_fits[sizeof(inside) <= sizeof(model) ? 1 : -1];\n\n"
                    "int model_init(model *o)\n{\n    inside *w = (inside *)(void *)o->room.byte;\n"
                    "    br_flow_options with = br_flow_defaults();\n    with.kind = &br_flow_%s;\n"
                    "    return (int)br_flow_init(&w->f, &br_the_system, &with, w->memory, sizeof w->memory);\n}\n\n",
                    numbers, w->o->flow->name);
    br_buffer_put(out, "int model_step(model *o, double *x, int *m, const double *u, const double *p)\n{\n"
                       "    inside *w = (inside *)(void *)o->room.byte;\n"
                       "    return (int)br_flow_step(&w->f, 1, x, m, u, p, 0, MODEL_STEP, x, m, NULL);\n}\n\n");
}

static void put_rests(br_buffer *out)
{
    br_buffer_put(out, "int model_init(model *o)\n{\n    (void)o;\n    return 0;\n}\n\n"
                       "int model_step(model *o, double *x, int *m, const double *u, const double *p)\n{\n"
                       "    (void)o, (void)x, (void)m, (void)u, (void)p;\n    return 0;\n}\n\n");
}

static br_status put_source(const br_fmu_making *w)
{
    br_buffer calls = {0}, *out = br_fmu_file(w->to, "sources/model.c");
    char flow[60];
    snprintf(flow, sizeof flow, "br_flow_%s", w->o->flow->name);
    const br_piece_kind kind[] = {{"loop/flow/", flow}};
    br_buffer_put(&calls, "// calls.c - what is called from outside.\n\n");
    put_first(w, &calls);
    br_fmu_refusals(w, &calls);
    if (w->packing.model->nx > 0)
        put_steps(w, &calls);
    else
        put_rests(&calls);
    br_buffer_put(&calls, "void model_outputs(model *o, const double *x, const int *m, const double *u, const double "
                          "*p, double *y)\n{\n    double all[MODEL_STATES + MODEL_OUTPUTS + 1]; // rates first\n"
                          "    (void)o;\n    br_sys_rate(&br_the_system, 1, x, m, u, p, 0, all);\n"
                          "    for (int i = 0; i < MODEL_OUTPUTS; i++)\n        y[i] = all[MODEL_STATES + i];\n}\n");
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
    br_flow_options with = br_flow_defaults();
    with.kind = w->o->flow;
    if (s->nx == 0 || br_flow_bytes(s, &with) > 0)
        return BR_OK;
    if (why)
        snprintf(why->text, sizeof why->text, "method %s does not fit this model", w->o->flow->name);
    return BR_BAD_USAGE;
}

br_status br_fmu_law(br_fmu_making *w, br_fmu_options *o, br_diag *why)
{
    br_packing *p = &w->packing;
    br_status status = br_system_open(&p->system, p->model, why);
    if (status != BR_OK)
        return status;
    o->flow = o->flow ? o->flow : br_flow_choose(&p->system.sys);
    p->plan = (br_plan){.observer = BR_PLAN_EKF, .flow = o->flow->name, .np = p->model->np};
    snprintf(w->title, sizeof w->title, "%s", p->model->law.name);
    snprintf(w->to->method, sizeof w->to->method, "%s", p->model->nx > 0 ? o->flow->name : "");
    status = check_flow(w, why);
    if (status == BR_OK)
        status = add_variables(w, why);
    if (status == BR_OK)
        status = put_source(w);
    if (status == BR_OK)
        status = br_fmu_conditions(w);
    if (status == BR_OK)
        status = br_fmu_key(w);
    if (status == BR_OK)
        put_header(w);
    return status;
}
