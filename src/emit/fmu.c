// fmu.c - a law or a plant as an FMU for co-simulation.                          [host]
#include "num/fp.h"

#include "emit/fmu_parts.h"
#include "law/embedded.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- files

static br_buffer *add_file(br_fmu *f, const char *name)
{
    f->name[f->files] = name;
    return &f->text[f->files++];
}

static void add_embedded(br_fmu *f, const char *name, const char *from)
{
    br_buffer *to = add_file(f, name);
    for (const br_text *t = br_embedded_fmu; t->name; t++)
        if (strcmp(t->name, from) == 0)
            br_buffer_add(to, t->text, t->size);
}

static br_status write_files(br_fmu_making *w)
{
    bool two = w->o->version == 2;
    br_fmu_description(w, add_file(w->to, "modelDescription.xml"));
    br_fmu_header(w, add_file(w->to, "sources/model.h"));
    br_status status = br_fmu_source(w, add_file(w->to, "sources/model.c"));
    add_embedded(w->to, "sources/instance.h", "instance.h");
    add_embedded(w->to, two ? "sources/fmi2.c" : "sources/fmi3.c", two ? "fmi2.c" : "fmi3.c");
    if (!two)
        br_fmu_build(w, add_file(w->to, "sources/buildDescription.xml"));
    for (int i = 0; i < w->to->files && status == BR_OK; i++)
        status = w->to->text[i].status;
    return status;
}

void br_fmu_free(br_fmu *f)
{
    for (int i = 0; i < f->files; i++)
        br_buffer_free(&f->text[i]);
    f->files = 0;
}

// ---------------------------------------------------------------- its name and its key

static void name_binary(br_fmu *f, const char *law)
{
    snprintf(f->identifier, sizeof f->identifier, "%s", law);
    for (char *c = f->identifier; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9')))
            *c = '_';
}

static uint64_t digest(const br_buffer *text, uint64_t start) // FNV-1a
{
    uint64_t h = start;
    for (size_t i = 0; i < text->size; i++)
        h = (h ^ (unsigned char)text->text[i]) * 0x100000001b3u;
    return h;
}

// Another model, step, method or start value gives another key.
static br_status make_key(br_fmu_making *w)
{
    br_buffer all = {0};
    const br_model *m = w->packing.model;
    br_buffer_print(&all, "%d %s %s", w->o->version, m->law.name, w->o->flow->name);
    br_buffer_number(&all, w->o->step);
    for (int i = 0; i < m->nx + m->nu + m->np; i++) {
        br_buffer_put(&all, " ");
        br_buffer_number(&all, w->x[i]);
    }
    uint64_t a = digest(&all, 0xcbf29ce484222325u), b = digest(&all, 0x84222325cbf29ce4u);
    snprintf(w->key, sizeof w->key, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
             (unsigned)(a & 0xffff), (unsigned)(b >> 48), (unsigned long long)(b & 0xffffffffffffu));
    br_status status = all.status;
    br_buffer_free(&all);
    return status;
}

// ---------------------------------------------------------------- all of it

static br_status check_flow(br_fmu_making *w, br_fmu_options *o, br_diag *why)
{
    const br_sys *s = &w->packing.system.sys;
    br_flow_options with = br_flow_defaults();
    o->flow = o->flow ? o->flow : br_flow_choose(s);
    with.kind = o->flow;
    if (s->nx == 0 || br_flow_bytes(s, &with) > 0)
        return BR_OK;
    if (why)
        snprintf(why->text, sizeof why->text, "method %s does not fit this model", o->flow->name);
    return BR_BAD_USAGE;
}

static br_status make(br_fmu_making *w, br_fmu_options *o, br_diag *why)
{
    br_model *m = w->packing.model;
    br_status status = br_record_open(&w->names, m, 1, why);
    w->x = calloc((size_t)(m->nx + m->nu + m->np) + 1, sizeof *w->x);
    if (status == BR_OK && !w->x)
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = check_flow(w, o, why);
    if (status != BR_OK)
        return status;
    w->u = w->x + m->nx;
    w->p = w->u + m->nu;
    br_model_points(m, w->x, w->u, w->p);
    for (int i = 0; i < m->nu; i++) // inputs without a value
        w->u[i] = isfinite(w->u[i]) ? w->u[i] : 0;
    w->packing.plan = (br_plan){.observer = BR_PLAN_EKF, .flow = o->flow->name};
    name_binary(w->to, m->law.name);
    status = make_key(w);
    return status == BR_OK ? write_files(w) : status;
}

br_status br_fmu_make(br_fmu *f, br_model *m, const br_fmu_options *o, br_diag *why)
{
    br_package_options package = {.prefix = "model"};
    br_fmu_options with = *o;
    br_fmu_making w = {.o = &with, .to = f, .packing = {.o = &package, .model = m, .capital = "MODEL", .why = why}};
    memset(f, 0, sizeof *f);
    br_status status = br_system_open(&w.packing.system, m, why);
    if (status != BR_OK)
        return status;
    status = make(&w, &with, why);
    br_record_close(&w.names);
    br_system_close(&w.packing.system);
    free(w.x);
    return status;
}
