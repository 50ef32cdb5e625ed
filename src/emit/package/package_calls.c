// package_calls.c - the functions of a package, and the constants they start from.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

// ---------------------------------------------------------------- constants

static void put_estimates(const br_packing *w, br_buffer *out)
{
    br_buffer_put(out, "static const br_estimate first_estimate[] = {\n");
    for (int i = 0; i < w->plan.ne; i++) {
        const br_plan_estimate *e = &w->plan.estimate[i];
        br_buffer_print(out, "    {'%c', %d, ", e->by, e->number);
        br_packing_number(w, out, e->scale);
        br_buffer_print(out, ", %d, ", e->log);
        br_packing_number(w, out, e->low);
        br_buffer_put(out, ", ");
        br_packing_number(w, out, e->high);
        br_buffer_put(out, "},\n");
    }
    br_buffer_put(out, w->plan.ne > 0 ? "};\n" : "    {'p', 0, 1, 0, 0, 0}};\n");
}

// Of a horizon those of what is measured; else of all that could be.
static void put_variances(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    int n = p->nx + p->ne;
    if (p->observer != BR_PLAN_MHE) {
        br_packing_numbers(w, out, "first_r", p->r, p->ny + n);
        return;
    }
    br_buffer_put(out, "static const br_real first_r[] = {");
    for (int i = 0; i < p->measured; i++) {
        br_buffer_put(out, i ? ", " : "");
        br_packing_number(w, out, p->r[p->which[i]]);
    }
    br_buffer_put(out, "};\n");
    br_packing_numbers(w, out, "first_low", p->low, n);
    br_packing_numbers(w, out, "first_high", p->high, n);
}

static void put_constants(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    int n = p->nx + p->ne;
    br_packing_numbers(w, out, "first_x", p->x, n);
    br_packing_numbers(w, out, "first_sd", p->sd, n);
    br_packing_numbers(w, out, "first_most", p->most, n);
    br_packing_numbers(w, out, "first_q", p->q, n);
    put_variances(w, out);
    br_packing_numbers(w, out, "first_u", p->u, p->nu);
    br_packing_numbers(w, out, "first_p", p->p, p->np);
    put_estimates(w, out);
    br_buffer_put(out, "static const int first_which[] = {");
    for (int i = 0; i < p->measured; i++)
        br_buffer_print(out, "%s%d", i ? ", " : "", p->which[i]);
    br_buffer_put(out, "};\n");
}

// The derivatives that the half in float answers.
static void put_entries(const br_packing *w, br_buffer *out)
{
    const br_elsewhere *e = w->replay.elsewhere;
    for (int i = 0; i < e->nF; i++)
        br_buffer_print(out, "%s{%d, %d, %d}",
                        i == 0       ? ""
                        : i % 8 == 0 ? ",\n    "
                                     : ", ",
                        e->F[i].row, e->F[i].column, e->F[i].at);
    br_buffer_put(out, e->nF > 0 ? "" : "{0, 0, 0}");
}

// ---------------------------------------------------------------- all of it

static void add_elsewhere(const br_packing *w, br_holes *h)
{
    const br_elsewhere *e = w->replay.elsewhere;
    br_holes_count(h, "NX", e->nx);
    br_holes_count(h, "NN", e->n);
    br_holes_count(h, "NY", e->ny);
    br_holes_count(h, "EACH", e->each);
    br_holes_count(h, "NF", e->nF);
    put_entries(w, br_holes_add(h, "ENTRY_LIST"));
}

void br_packing_float_header(const br_packing *w, br_buffer *out)
{
    br_holes h = {.count = 0};
    br_packing_holes(w, &h);
    br_template_put(&h, "in_float.h", out);
    br_holes_free(&h);
}

void br_packing_calls(const br_packing *w, br_buffer *out)
{
    bool elasto = w->plan.observer == BR_PLAN_EP, half = w->o->mixed && w->o->single;
    br_holes h = {.count = 0};
    br_packing_holes(w, &h);
    br_buffer *constants = br_holes_add(&h, "CONSTANTS");
    if (elasto)
        br_packing_numbers(w, constants, "first_p", w->plan.p, w->plan.np);
    else if (half)
        put_estimates(w, constants);
    else if (w->plan.compensator)
        br_packing_compensator_constants(w, constants);
    else
        put_constants(w, constants);
    if (!elasto && !half) {
        br_holes_flag(&h, "HAS_CONDITIONS", w->plan.np > 0 && br_packing_conditions(w) > 0);
        br_holes_count(&h, "CONDITIONS", br_packing_conditions(w));
        br_packing_bounds(w, br_holes_add(&h, "BOUNDS"));
        if (w->plan.compensator)
            br_packing_compensator_holes(w, &h);
        else
            br_holes_count(&h, "COUNT", br_packing_count_members(w, br_holes_add(&h, "COUNT_LIST")));
        if (w->o->mixed)
            add_elsewhere(w, &h);
    }
    br_template_put(&h,
                    elasto                ? "elasto.c"
                    : half                ? "in_float.c"
                    : w->plan.compensator ? "compensator.c"
                                          : "observer.c",
                    out);
    br_holes_free(&h);
}
