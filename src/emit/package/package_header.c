// package_header.c - the header of a package: where every number stands, and its functions.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "law/print/c_names.h"

#include <string.h>

static bool same_mangled(const char *a, const char *b)
{
    char x[BR_NAME_SIZE + 48], y[BR_NAME_SIZE + 48];
    br_c_mangle(a, x, sizeof x);
    br_c_mangle(b, y, sizeof y);
    return strcmp(x, y) == 0;
}

static void put_quantities(const br_packing *w, br_buffer *out, br_kind kind, const char *what)
{
    const br_model *m = w->model;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *k = &m->law.q[q];
        bool taken = false;
        for (int i = 0; i < q; i++)
            taken = taken || (m->law.q[i].kind == kind && same_mangled(m->law.q[i].name, k->name));
        if (k->kind == kind)
            br_packing_place(w, out,
                             &(br_place){what, k->name, m->at[q], br_model_len(m, q), k->si_text, k->words, taken});
    }
}

// Numbers of the tuning: estimated ones, outputs.
static void put_tuned(const br_packing *w, br_buffer *out, int from, int count, int first, const char *what)
{
    const br_tuned *t = count > 0 ? w->ob.tuning.number + from : NULL; // an elasto-plastic observer tunes nothing
    for (int i = 0; i < count; i++) {
        bool taken = false;
        for (int k = 0; k < i; k++)
            taken = taken || same_mangled(t[k].name, t[i].name);
        br_place place = {what, t[i].name, first + i, 1, t[i].unit, br_packing_tuned_description(w, from + i), taken};
        br_packing_place(w, out, &place);
    }
}

static void put_measured(const br_packing *w, br_buffer *out)
{
    if (w->plan.observer == BR_PLAN_EP)
        br_packing_place(w, out, &(br_place){"Y", "x", .unit = "the position, in the unit of z", .words = ""});
    for (int i = 0; i < w->ob.observeds; i++) {
        const br_observed *o = &w->ob.observed[i];
        br_place place = {"Y", o->name, i, 1, o->unit, br_packing_measured_description(w, i), false};
        br_packing_place(w, out, &place);
    }
}

static void put_enum(const br_packing *w, br_buffer *out, const char *words, br_kind kind, const char *what,
                     int numbers)
{
    if (numbers == 0)
        return;
    br_buffer_print(out, "\n// %s\nenum {\n", words);
    put_quantities(w, out, kind, what);
    br_packing_end_places(out);
}

static void put_places(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    if (p->compensator) {
        br_packing_compensator_places(w, out);
        if (p->estimates)
            put_enum(w, out, "Numbers that are estimated.", BR_STATE, "X", p->nx);
        put_enum(w, out, "Parameters of the law.", BR_PARAM, "P", p->np);
        return;
    }
    if (p->observer == BR_PLAN_EP)
        br_buffer_print(
            out, "\n// Inputs, in SI as everything here.\nenum {\n    %s_U_v = 0 // velocity; NaN: not known\n};\n",
            w->capital);
    else
        put_enum(w, out, "Inputs, in SI as everything here.", BR_INPUT, "U", p->nu);
    br_buffer_put(out, "\n// Measurements.\nenum {\n");
    put_measured(w, out);
    br_packing_end_places(out);
    br_buffer_put(out, "\n// Numbers that are estimated: states, then the others.\nenum {\n");
    put_quantities(w, out, BR_STATE, "X");
    put_tuned(w, out, p->nx, p->ne, p->nx, "E");
    br_packing_end_places(out);
    if (p->ny > 0) {
        br_buffer_put(out, "\n// Outputs.\nenum {\n");
        if (p->observer == BR_PLAN_EP)
            br_packing_place(w, out, &(br_place){"F", "F", .unit = "friction force", .words = ""});
        else
            put_tuned(w, out, p->nx + p->ne, p->ny, 0, "F");
        br_packing_end_places(out);
    }
    put_enum(w, out, "Parameters; what is estimated is not read.", BR_PARAM, "P", p->np);
    if (p->observer != BR_PLAN_EP)
        br_packing_count_places(w, out);
}

// As part_saved.c lists them.
static int saved_bytes(const br_packing *w)
{
    const br_plan *p = &w->plan;
    bool elasto = p->observer == BR_PLAN_EP, weights = !elasto && (!p->compensator || p->estimates);
    bool beside = !elasto && (p->compensator || p->observer == BR_PLAN_MHE); // parameters, inputs
    int reals = elasto ? 1 : p->np;
    reals += weights ? 2 * (p->nx + p->ne) + p->measured : 0;
    reals += (beside ? p->np : 0) + (beside && !p->compensator ? p->nu : 0);
    enum { HEAD = 12, PHASE = 4, SUM = 8 };
    return HEAD + (p->observer == BR_PLAN_MHE && !p->compensator ? PHASE : 0) + (int)w->replay.saved +
           reals * (w->o->single ? 4 : 8) + SUM;
}

static void put_sizes(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    const struct {
        const char *name, *words;
        int n;
    } size[] = {{"INPUTS", "of a sample", p->nu},
                {"MEASURED", "of a sample", p->measured},
                {"STATES", "of the law", p->nx},
                {"NUMBERS", "that are estimated: states, then the others", p->nx + p->ne},
                {"OUTPUTS", "of the law", p->ny},
                {"PARAMETERS", "of the law", p->np},
                {"SLICES", "of the work for a sample, at most", w->replay.slices},
                {"SAVED", "bytes of a saved state", saved_bytes(w)}};
    const char *left_out = p->compensator               ? p->estimates ? "OUTPUTS SLICES" : "NUMBERS OUTPUTS SLICES"
                           : p->observer == BR_PLAN_MHE ? ""
                                                        : "SLICES";
    br_buffer_put(out, "enum {\n");
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        if (!strstr(left_out, size[i].name) && (!p->compensator || size[i].n > 0))
            br_buffer_print(out, "    %s_%s = %d, // %s\n", w->capital, size[i].name, size[i].n, size[i].words);
    br_packing_end_places(out);
}

void br_packing_header(const br_packing *w, br_buffer *out)
{
    br_holes h = {.count = 0};
    br_packing_holes(w, &h);
    br_packing_subject(w, br_holes_add(&h, "SUBJECT"));
    br_buffer_number(br_holes_add(&h, "RATE"), w->o->rate);
    br_buffer *places = br_holes_add(&h, "PLACES");
    put_sizes(w, places);
    put_places(w, places);
    br_template_put(&h, "package.h", out);
    br_holes_free(&h);
}
