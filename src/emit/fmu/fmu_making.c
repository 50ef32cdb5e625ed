// fmu_making.c - what FMUs of laws, observers and compensators have in common: files, variables, header and key.   [host]
#include "num/base/fp.h"

#include "emit/fmu/fmu_parts.h"
#include "emit/source/licence.h"
#include "law/builtin/embedded.h"
#include "law/print/c_names.h"
#include "num/base/fnv.h"
#include "num/text/piece.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- files

br_buffer *br_fmu_file(br_fmu *f, const char *name)
{
    br_buffer *text = &f->text[f->files];
    f->name[f->files++] = name;
    if (!strstr(name, ".xml")) // in which a declaration comes first
        br_licence_put(text, name);
    return text;
}

void br_fmu_embedded(const char *name, br_buffer *to)
{
    for (const br_text *t = br_embedded_fmu; t->name; t++)
        if (strcmp(t->name, name) == 0)
            br_buffer_add(to, t->text, t->size);
}

// ---------------------------------------------------------------- variables

void br_fmu_add(br_fmu_making *w, br_fmu_role role, const char *name, const char *ending, const char *unit,
                double start)
{
    if (w->variables == w->room) {
        int room = 2 * w->room + 16;
        br_fmu_variable *more = realloc(w->variable, (size_t)room * sizeof *more);
        if (!more) {
            w->status = BR_NO_MEMORY;
            return;
        }
        w->variable = more;
        w->room = room;
    }
    br_fmu_variable *v = &w->variable[w->variables++];
    *v = (br_fmu_variable){
        .role = role, .start = start, .low = -(double)INFINITY, .high = (double)INFINITY, .before = "", .words = ""};
    snprintf(v->name, sizeof v->name, "%s%s", name, ending);
    snprintf(v->unit, sizeof v->unit, "%s", unit);
}

void br_fmu_bound(br_fmu_making *w, double low, bool low_open, double high, bool high_open)
{
    if (w->variables == 0)
        return;
    br_fmu_variable *v = &w->variable[w->variables - 1];
    v->low = low;
    v->low_open = low_open;
    v->high = high;
    v->high_open = high_open;
}

void br_fmu_describe(br_fmu_making *w, const char *before, const char *words)
{
    if (w->variables == 0)
        return;
    w->variable[w->variables - 1].before = before;
    w->variable[w->variables - 1].words = words;
}

void br_fmu_bound_like(br_fmu_making *w, br_kind kind, int number)
{
    const br_model *m = w->packing.model;
    for (int i = 0; i < m->law.nq; i++) {
        const br_quantity *q = &m->law.q[i];
        if (q->kind == kind && number >= m->at[i] && number < m->at[i] + br_model_len(m, i))
            br_fmu_bound(w, q->low, q->low_open, q->high, q->high_open);
    }
}

void br_fmu_name(const br_model *m, int q, int i, char to[BR_NAME_SIZE + 16])
{
    bool single = m->law.q[q].dim == BR_SCALAR;
    snprintf(to, BR_NAME_SIZE + 16, single ? "%s" : "%s[%d]", m->law.q[q].name, i + 1);
}

void br_fmu_parameters(br_fmu_making *w, const double *p, const bool *left_out)
{
    const br_model *m = w->packing.model;
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            char name[BR_NAME_SIZE + 16];
            int at = m->at[q] + i;
            br_fmu_name(m, q, i, name);
            if (left_out && left_out[at])
                continue;
            br_fmu_add(w, BR_FMU_PARAMETER, name, "", m->law.q[q].si_text, p[at]);
            br_fmu_bound_like(w, BR_PARAM, at);
            br_fmu_describe(w, "", m->law.q[q].words);
        }
}

int br_fmu_count(const br_fmu_making *w, br_fmu_role role)
{
    int count = 0;
    for (int i = 0; i < w->variables; i++)
        count += w->variable[i].role == role;
    return count;
}

// ---------------------------------------------------------------- what all models have in common

void br_fmu_starts(const br_fmu_making *w, br_buffer *out, const char *name, br_fmu_role role)
{
    br_buffer_print(out, "static const double %s[] = {", name);
    for (int i = 0; i < w->variables; i++)
        if (w->variable[i].role == role) {
            br_packing_number(&w->packing, out, w->variable[i].start);
            br_buffer_put(out, ", ");
        }
    br_buffer_put(out, "0};\n");
}

// "value > 0.0 && value <= 1.0"
static void put_test(const br_fmu_making *w, br_buffer *out, const br_fmu_variable *v)
{
    if (!isinf(v->low)) {
        br_buffer_put(out, v->low_open ? "value > " : "value >= ");
        br_packing_number(&w->packing, out, v->low);
    }
    br_buffer_put(out, isinf(v->low) || isinf(v->high) ? "" : " && ");
    if (!isinf(v->high)) {
        br_buffer_put(out, v->high_open ? "value < " : "value <= ");
        br_packing_number(&w->packing, out, v->high);
    }
}

// "FC > 0 N"
static void put_side(br_buffer *out, const br_fmu_variable *v, const char *sign, double bound)
{
    br_buffer_print(out, "%s %s ", v->name, sign);
    br_buffer_number(out, bound);
    br_buffer_print(out, "%s%s", strcmp(v->unit, "-") == 0 ? "" : " ", strcmp(v->unit, "-") == 0 ? "" : v->unit);
}

void br_fmu_refusals(const br_fmu_making *w, br_buffer *out)
{
    br_buffer_put(out, "const char *model_refuses(int at, double value)\n{\n    (void)value;\n    switch (at) {\n");
    for (int i = 0; i < w->variables; i++) {
        const br_fmu_variable *v = &w->variable[i];
        if (isinf(v->low) && isinf(v->high))
            continue;
        br_buffer_print(out, "    case %d:\n        return ", i);
        put_test(w, out, v);
        br_buffer_print(out, " ? 0 : \"%s is out of bounds: ", v->name);
        if (!isinf(v->low))
            put_side(out, v, v->low_open ? ">" : ">=", v->low);
        br_buffer_put(out, isinf(v->low) || isinf(v->high) ? "" : ", ");
        if (!isinf(v->high))
            put_side(out, v, v->high_open ? "<" : "<=", v->high);
        br_buffer_put(out, "\";\n");
    }
    br_buffer_put(out, "    default:\n        return 0;\n    }\n}\n");
}

// The functions of a header are what has the prefix and a parenthesis behind it, outside comments.
static void put_renames(const br_fmu_making *w, const char *prefix, const br_buffer *header, br_buffer *out)
{
    size_t size = strlen(prefix);
    if (header->status != BR_OK) { // there may be no text
        out->status = header->status;
        return;
    }
    const char *at = header->text, *end = at + header->size;
    br_buffer_put(out, "// What the linker sees has the name of the FMU in front: sources of several go together.\n");
    for (br_c_token_kind kind = BR_C_TOKEN_SPACE; kind != BR_C_TOKEN_END;) {
        const char *name = at;
        kind = br_c_token(&at, end);
        int letters = (int)(at - name);
        if (kind == BR_C_TOKEN_NAME && (size_t)letters > size && memcmp(name, prefix, size) == 0 && name[size] == '_' &&
            at < end && *at == '(')
            br_buffer_print(out, "#define %.*s %s_%.*s\n", letters, name, w->to->identifier, letters, name);
    }
}

void br_fmu_package_header(const br_fmu_making *w, const char *name)
{
    br_buffer header = {0};
    br_packing_header(&w->packing, &header);
    br_buffer *out = br_fmu_file(w->to, name);
    put_renames(w, w->packing.o->prefix, &header, out);
    br_buffer_put(out, "\n");
    br_buffer_add(out, header.text, header.size);
    br_buffer_free_into(&header, &out->status);
}

void br_fmu_header(const br_fmu_making *w, const char *bytes)
{
    br_holes h = {.count = 0};
    br_holes_text(&h, "TITLE", w->title);
    br_holes_count(&h, "INPUTS_ALL", br_fmu_count(w, BR_FMU_INPUT));
    br_holes_count(&h, "INPUTS_HELD", w->held);
    br_holes_count(&h, "STATES_ALL", br_fmu_count(w, BR_FMU_STATE));
    br_holes_count(&h, "OUTPUTS_ALL", br_fmu_count(w, BR_FMU_OUTPUT));
    br_holes_count(&h, "PARAMETERS_ALL", br_fmu_count(w, BR_FMU_PARAMETER));
    br_holes_count(&h, "MODES_ALL", w->modes);
    br_holes_text(&h, "KEY_TEXT", w->key);
    br_packing_number(&w->packing, br_holes_add(&h, "STEP_SIZE"), w->o->step);
    br_holes_text(&h, "IDENTIFIER", w->to->identifier);
    br_holes_flag(&h, "IS_LAW", bytes != NULL);
    br_holes_text(&h, "BYTES", bytes ? bytes : "0");
    br_holes_text(&h, "PACKAGE", w->packing.prefix);
    br_buffer header = {0};
    br_template_put(&h, "model.h", &header);
    put_renames(w, "model", &header, br_holes_add(&h, "RENAMES"));
    br_buffer *out = br_fmu_file(w->to, "sources/model.h");
    br_template_put(&h, "model.h", out);
    br_buffer_free_into(&header, &out->status);
    br_holes_free(&h);
}

static uint64_t digest(const br_buffer *text, uint64_t h)
{
    return br_fnv64(h, text->text, text->size);
}

// Another version, step or source gives another key; start values stand in the sources.
br_status br_fmu_key(br_fmu_making *w)
{
    br_buffer head = {0};
    uint64_t a = BR_FNV64_START, b = 0x84222325cbf29ce4u;
    br_buffer_print(&head, "%d ", w->o->version);
    br_buffer_number(&head, w->o->step);
    a = digest(&head, a);
    b = digest(&head, b);
    for (int i = 0; i < w->to->files; i++) {
        a = digest(&w->to->text[i], a);
        b = digest(&w->to->text[i], b);
    }
    snprintf(w->key, sizeof w->key, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
             (unsigned)(a & 0xffff), (unsigned)(b >> 48), (unsigned long long)(b & 0xffffffffffffu));
    br_status status = head.status;
    br_buffer_free(&head);
    return status;
}
