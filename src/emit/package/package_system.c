// package_system.c - the system of a package: constants, and direct calls of its law.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <string.h>

static void put_size(br_buffer *out, const char *name, int n)
{
    br_buffer_print(out, "static inline int br_sys_%s(const br_sys *s)\n{\n    (void)s;\n    return %d;\n}\n\n", name,
                    n);
}

static void put_blocks(br_buffer *out, const char *name, const br_sys_block *b, int n)
{
    static const char *const shape[] = {"BR_ONE", "BR_ROW", "BR_COLUMN", "BR_DIAGONAL", "BR_DENSE"};
    br_buffer_print(out, "static const br_sys_block %s[] = {\n", name);
    for (int i = 0; i < n; i++)
        br_buffer_print(out, "    {%s, '%c', %d, %d, %d, %d, %d, %d},\n", shape[b[i].shape], b[i].by, b[i].at, b[i].row,
                        b[i].rows, b[i].column, b[i].columns, b[i].some);
    br_buffer_put(out, n > 0 ? "};\n\n" : "    {BR_ONE, 'x', 0, 0, 0, 0, 0, 0}};\n\n");
}

static void put_jumps(br_buffer *out, const br_sys *s)
{
    br_buffer_put(out, "static const br_sys_jump br_jumps[] = {\n");
    for (int i = 0; i < s->jumps; i++)
        br_buffer_print(out, "    {%d, %d, %d, %d, %d},\n", s->jump[i].from, s->jump[i].to, s->jump[i].first,
                        s->jump[i].count, s->jump[i].at);
    br_buffer_put(out, s->jumps > 0 ? "};\n\n" : "    {0, 0, 0, 0, 0}};\n\n");
}

// A call of the law; without its function there is nothing to call.
static void put_call(const br_packing *w, br_buffer *out, const char *name, const char *law, const char *type,
                     const char *results, bool exists)
{
    const char *comma = strcmp(results, "out, jet") == 0 ? ", br_real *jet" : "";
    br_buffer_print(out,
                    "static inline void br_sys_%s(const br_sys *s, int count, const br_real *x, const int *m, const "
                    "br_real *u,\n                               const br_real *p, int each, %s%s)\n{\n    (void)s;\n",
                    name, type, comma);
    if (!exists) {
        br_buffer_print(out, "    (void)count, (void)x, (void)m, (void)u, (void)p, (void)each, (void)%s;\n}\n\n",
                        comma[0] ? "out, (void)jet" : results);
        return;
    }
    br_buffer_put(out, "    br_law_");
    for (const char *c = w->model->law.name; *c; c++)
        br_buffer_add(out, *c == '-' ? "_" : c, 1);
    if (w->plan.observer == BR_PLAN_EKF) // one point: the law need not be compiled for several
        br_buffer_print(out, "_%s(br_size, 1, x, m, u, p, 0, %s);\n    (void)count, (void)each;\n}\n\n", law, results);
    else
        br_buffer_print(out, "_%s(br_size, count, x, m, u, p, each, %s);\n}\n\n", law, results);
}

static void put_constants_of_system(const br_packing *w, br_buffer *out)
{
    const br_sys *s = &w->system.sys;
    const struct {
        const char *name;
        int n;
    } size[] = {{"nx", s->nx},
                {"nu", s->nu},
                {"np", s->np},
                {"ny", s->ny},
                {"nm", s->nm},
                {"njet", s->njet},
                {"njet_x", s->njet_x},
                {"blocks", s->blocks},
                {"affine", s->affine},
                {"jumps", s->jumps},
                {"own_modes", s->own_modes},
                {"nmargin", s->nmargin},
                {"nslope", s->nslope},
                {"slopes", s->slopes},
                {"has_some", 1},
                {"lie_held", 0},
                {"lie_columns", 0}};
    br_buffer_put(out, "static const int br_size[] = {");
    for (int i = 0; i < w->model->law.ndim; i++)
        br_buffer_print(out, "%s%d", i ? ", " : "", w->system.n[i]);
    br_buffer_put(out, w->model->law.ndim > 0 ? "};\n\n" : "0};\n\n");
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        put_size(out, size[i].name, size[i].n);
    put_blocks(out, "br_blocks", s->block, s->blocks);
    put_blocks(out, "br_slopes", s->slope, s->slopes);
    put_jumps(out, s);
}

static void put_calls_of_law(const br_packing *w, br_buffer *out)
{
    const br_sys *s = &w->system.sys;
    bool here = !br_packing_is_outer(w), rows = here && s->nx + s->ny > 0, jumps = here && s->jumps > 0;
    put_call(w, out, "rate", "rate", "br_real *out", "out", rows);
    put_call(w, out, "jet", "rate_jet", "br_real *out", "out, jet", rows);
    put_call(w, out, "jet_x", "rate_jet_x", "br_real *out", "out, jet", here && s->njet_x > 0);
    put_call(w, out, "jet_some", "rate_jet_some", "br_real *out", "out, jet", rows);
    put_call(w, out, "mode", "mode", "int *next", "next", jumps);
    put_call(w, out, "margin_alone", "margin", "br_real *out", "out", jumps);
    put_call(w, out, "margin_jet", "margin_jet", "br_real *out", "out, jet", jumps);
}

void br_packing_system(const br_packing *w, br_buffer *out)
{
    br_holes h = {.count = 0};
    br_packing_holes(w, &h);
    put_constants_of_system(w, br_holes_add(&h, "CONSTANTS"));
    put_calls_of_law(w, br_holes_add(&h, "CALLS"));
    br_template_put(&h, "system.h", out);
    br_holes_free(&h);
}
