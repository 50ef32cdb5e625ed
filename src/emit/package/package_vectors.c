// package_vectors.c - samples of the self-test of a package, and what the library makes of them.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

static void put_rows(const br_packing *w, br_buffer *out, const char *name, const double *v, int rows, int width)
{
    br_packing_put(w, out, "static const @_real ");
    br_buffer_print(out, "%s[%d][%d] = {\n", name, rows, width > 0 ? width : 1);
    for (int k = 0; k < rows; k++) {
        br_buffer_put(out, "    {");
        br_packing_list(w, out, v + (ptrdiff_t)k * width, width);
        br_buffer_put(out, "},\n");
    }
    br_buffer_put(out, "};\n");
}

void br_packing_vectors(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    int width = br_plan_found(p);
    br_packing_put(w, out, "// vectors.h - samples for @, and what the library of bristle makes of them.\n");
    br_buffer_print(out, "enum { VECTORS = %d, FOUND = %d };\n", w->replay.rows, width);
    br_buffer_put(out,
                  p->compensator ? "// Position, velocity and acceleration that are asked for.\n" : "// Inputs.\n");
    put_rows(w, out, "vector_u", w->vector_u, w->replay.rows, p->nu);
    br_buffer_put(out, "// Measurements; the largest number that there is: missing.\n");
    put_rows(w, out, "vector_y", w->vector_y, w->replay.rows, p->measured);
    br_buffer_put(out, p->compensator              ? "// Command, feedback, friction, trust; states of the estimator.\n"
                       : p->observer == BR_PLAN_EP ? "// Deflection and friction force.\n"
                                                   : "// Numbers, their standard deviations, outputs, theirs.\n");
    put_rows(w, out, "vector_found", w->replay.found, w->replay.rows, width);
    br_buffer_put(out, "// What a step answers.\nstatic const unsigned char vector_answer[VECTORS] = {");
    for (int k = 0; k < w->replay.rows; k++)
        br_buffer_print(out, "%s%d", k == 0 ? "" : k % 40 == 0 ? ",\n    " : ", ", w->replay.answer[k]);
    br_buffer_put(out, "};\n");
}

// Names of what the self-test reads, in the order of br_plan_found: "z", "standard deviation of z".
static void put_found_names(const br_packing *w, br_buffer *out)
{
    static const char *const of_compensators[] = {"command", "feedback", "friction", "trust"};
    const br_plan *p = &w->plan;
    int found = br_plan_found(p), n = p->nx + p->ne;
    for (int i = 0; i < found; i++) {
        br_buffer_put(out, "\n    \"");
        if (p->compensator && i >= 4)
            br_packing_state_name(w, out, i - 4);
        else if (p->compensator)
            br_buffer_put(out, of_compensators[i]);
        else if (p->observer == BR_PLAN_EP)
            br_buffer_put(out, i == 0 ? "deflection" : "force");
        else {
            bool sd = i < 2 * n ? i >= n : i >= 2 * n + p->ny;
            int at = i < 2 * n ? i % n : n + (i - 2 * n) % p->ny;
            br_buffer_print(out, "%s%s", sd ? "standard deviation of " : "", w->ob.tuning.number[at].name);
        }
        br_buffer_put(out, i + 1 < found ? "\"," : "\"\n");
    }
}

void br_packing_selftest(const br_packing *w, br_buffer *out)
{
    br_holes h = {.count = 0};
    br_packing_holes(w, &h);
    br_holes_text(&h, "LARGEST_NUMBER", w->o->single ? "FLT_MAX" : "DBL_MAX");
    put_found_names(w, br_holes_add(&h, "NAME_LIST"));
    br_template_put(&h, "selftest.c", out);
    br_holes_free(&h);
}
