// fmu_condition.c - sources/conditions.c of an FMU: what the law requires of its parameters together.   [host]
//
// The same conditions as in packages, but in words: those that stand on parameters of the FMU alone.
#include "num/base/fp.h"

#include "emit/fmu/fmu_parts.h"
#include "law/print/c_names.h"
#include "law/print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of every parameter of the law its place among those of the FMU, or -1.
static void find_places(const br_fmu_making *w, int *place)
{
    const br_model *m = w->packing.model;
    int first = w->variables - br_fmu_count(w, BR_FMU_PARAMETER);
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            char name[BR_NAME_SIZE + 16];
            br_fmu_name(m, q, i, name);
            place[m->at[q] + i] = -1;
            for (int v = first; v < w->variables; v++)
                if (strcmp(w->variable[v].name, name) == 0)
                    place[m->at[q] + i] = v - first;
        }
}

// As it is written, but for what would end a text of C.
static void put_condition(br_buffer *out, const br_condition *c)
{
    for (int i = 0; i < c->size; i++) {
        bool plain = c->text[i] >= ' ' && c->text[i] < 127 && !strchr("\"\\?", c->text[i]);
        br_buffer_add(out, plain ? &c->text[i] : " ", 1);
    }
}

static void put_list(br_buffer *out, const int *v, int n)
{
    for (int i = 0; i < n; i++)
        br_buffer_print(out, "%d, ", v[i]);
    br_buffer_put(out, "0");
}

static void put_call(const br_fmu_making *w, br_buffer *out, const char *name, const int *place)
{
    const br_model *m = w->packing.model;
    br_holes h = {.count = 0};
    br_holes_flag(&h, "HAS_CONDITIONS", place);
    br_holes_text(&h, "IDENTIFIER", w->to->identifier);
    br_holes_text(&h, "LAW", name);
    put_list(br_holes_add(&h, "SIZE_LIST"), m->n, m->law.ndim);
    put_list(br_holes_add(&h, "PLACE_LIST"), place, place ? m->np : 0);
    br_holes_count(&h, "ALL_PARAMETERS", m->np);
    br_holes_count(&h, "CONDITIONS", m->law.ncond);
    br_buffer *checks = br_holes_add(&h, "CHECKS");
    for (int i = 0, count = 0; i < m->law.ncond; i++)
        if (w->packing.required[i]) {
            br_buffer_print(checks, "    if (!(holds[%d] > 0))\n        return \"law %s requires ", count++,
                            m->law.name);
            put_condition(checks, &m->law.cond[i]);
            br_buffer_put(checks, ", which does not hold for these values\";\n");
        }
    br_template_put(&h, "conditions.c", out);
    br_holes_free(&h);
}

static br_status put_conditions(const br_fmu_making *w, br_buffer *out)
{
    br_model *m = w->packing.model;
    char prefix[2 * BR_MAX_NAME + 2], name[BR_MAX_NAME + 1], *text = NULL;
    int *place = calloc((size_t)m->np + 1, sizeof *place);
    snprintf(prefix, sizeof prefix, "%s_", w->to->identifier);
    br_c_mangle(m->law.name, name, sizeof name);
    br_print_options o = {.whole = true, .prefix = prefix, .required = w->packing.required, .alone = true};
    br_status status = place ? br_parsed_law_print(&m->law, &o, &text, w->packing.why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        find_places(w, place);
        br_buffer_put(out, text);
        br_buffer_put(out, "\n");
        put_call(w, out, name, place);
    }
    free(text);
    free(place);
    return status;
}

static br_status write_conditions(br_fmu_making *w)
{
    br_packing *k = &w->packing;
    br_buffer *out = br_fmu_file(w->to, "sources/conditions.c");
    br_status status = k->required ? w->status : br_packing_find_required(k);
    bool any = false;
    for (int i = 0; i < k->model->law.ncond && status == BR_OK; i++)
        any = any || k->required[i];
    if (status == BR_OK && any)
        return put_conditions(w, out);
    br_buffer_put(out, "// conditions.c - the law requires nothing of its parameters together.\n");
    put_call(w, out, "", NULL);
    return status;
}

br_status br_fmu_finish(br_fmu_making *w, const char *bytes)
{
    br_status status = write_conditions(w);
    if (status == BR_OK)
        status = br_fmu_key(w);
    if (status == BR_OK)
        br_fmu_header(w, bytes);
    return status;
}
