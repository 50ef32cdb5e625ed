// fmu_model.c - the model of an FMU as C: model.h and model.c.                   [host]
#include "num/fp.h"

#include "emit/fmu_parts.h"
#include "emit/pieces.h"

#include <stdio.h>

static size_t flow_bytes(const br_fmu_making *w)
{
    br_flow_options o = br_flow_defaults();
    o.kind = w->o->flow;
    return w->packing.model->nx > 0 ? br_flow_bytes(&w->packing.system.sys, &o) : 0;
}

void br_fmu_header(const br_fmu_making *w, br_buffer *out)
{
    const br_sys *s = &w->packing.system.sys;
    br_buffer_print(out,
                    "// model.h - %s as a model that steps. Emitted by bristle.\n#ifndef MODEL_H\n#define MODEL_H\n\n"
                    "enum {\n    MODEL_INPUTS = %d,\n    MODEL_STATES = %d,\n    MODEL_OUTPUTS = %d,\n"
                    "    MODEL_PARAMETERS = %d,\n    MODEL_MODES = %d\n};\n",
                    w->packing.model->law.name, s->nu, s->nx, s->ny, s->np, s->nm);
    br_buffer_print(out, "#define MODEL_KEY \"%s\" // of this very model\n#define MODEL_STEP ", w->key);
    br_packing_number(&w->packing, out, w->o->step);
    br_buffer_print(out,
                    " // s\n\n// Memory to work in; nothing in it is worth keeping from step to step.\n"
                    "typedef struct model {\n    union {\n        double number;\n        void *place;\n"
                    "        unsigned char byte[%zu];\n    } room;\n} model;\n\n",
                    sizeof(br_flow) + (flow_bytes(w) + 15) / 8 * 8);
    br_buffer_put(out, "void model_first(double *x, int *m, double *u, double *p); // start values\n"
                       "int model_init(model *o);                                  // 0: done\n"
                       "// x and m after a step with u held. 0: done; else nothing has changed.\n"
                       "int model_step(model *o, double *x, int *m, const double *u, const double *p);\n"
                       "// Rates of the states, then outputs.\n"
                       "void model_outputs(const double *x, const int *m, const double *u, const double *p, double *y);"
                       "\n\n#endif\n");
}

static void put_first(const br_fmu_making *w, br_buffer *out)
{
    const br_sys *s = &w->packing.system.sys;
    const br_packing *p = &w->packing;
    br_packing_numbers(p, out, "first_x", w->x, s->nx);
    br_packing_numbers(p, out, "first_u", w->u, s->nu);
    br_packing_numbers(p, out, "first_p", w->p, s->np);
    br_buffer_put(out, "static const int first_m[] = {");
    for (int i = 0; i < s->nm; i++)
        br_buffer_print(out, "%d, ", p->model->m[i]);
    br_buffer_put(out, "0};\n\n"
                       "void model_first(double *x, int *m, double *u, double *p)\n{\n"
                       "    for (int i = 0; i < MODEL_STATES; i++)\n        x[i] = first_x[i];\n"
                       "    for (int i = 0; i < MODEL_MODES; i++)\n        m[i] = first_m[i];\n"
                       "    for (int i = 0; i < MODEL_INPUTS; i++)\n        u[i] = first_u[i];\n"
                       "    for (int i = 0; i < MODEL_PARAMETERS; i++)\n        p[i] = first_p[i];\n}\n\n");
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

br_status br_fmu_source(const br_fmu_making *w, br_buffer *out)
{
    br_buffer calls = {0};
    char flow[60];
    snprintf(flow, sizeof flow, "br_flow_%s", w->o->flow->name);
    const br_piece_kind kind[] = {{"loop/flow", flow}};
    br_buffer_put(&calls, "// calls.c - what is called from outside.\n\n");
    put_first(w, &calls);
    if (w->packing.model->nx > 0)
        put_steps(w, &calls);
    else
        put_rests(&calls);
    br_buffer_put(&calls,
                  "void model_outputs(const double *x, const int *m, const double *u, const double *p, double *y)\n{\n"
                  "    br_sys_rate(&br_the_system, 1, x, m, u, p, 0, y);\n}\n");
    br_status status = calls.status;
    if (status == BR_OK)
        status = br_packing_assemble(&w->packing, &calls, kind, 1, out);
    br_buffer_free(&calls);
    return status;
}
