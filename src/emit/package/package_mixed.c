// package_mixed.c - mixed precision in a package: a second source in float, and what both halves say of each other.  [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "loop/filter/joint.h"

// The header that both sources include. Sizes are those of this machine, whose pointers are the largest.
void br_packing_between(const br_packing *w, br_buffer *out)
{
    br_packing_put(
        w, out,
        "// @_float.h - what @.c, in double, calls of @_float.c: steps and measurements of the law in float.\n"
        "#ifndef ^_FLOAT_H\n#define ^_FLOAT_H\n\n");
    br_buffer_print(out, "enum { %s_FLOAT = %zu }; // doubles that it stands in\n\n", w->capital,
                    (w->mixed.bytes + 15) / sizeof(double));
    br_packing_put(
        w, out,
        "int @_begin_in_float(double *self);\n"
        "int @_step_in_float(void *self, int count, const double *X, const int *m, const double *u, const double *p, "
        "double dt,\n                    double *next, int *next_m, double *F);\n"
        "void @_measure_in_float(void *self, int begun, int count, const double *X, const int *m, const double *u,\n"
        "                        const double *p, int which, double *y, double *h);\n\n#endif\n");
}

// Of the half in double: flows are made elsewhere, and never here.
void br_packing_no_flow(br_buffer *out)
{
    br_buffer_put(
        out,
        "size_t br_flow_bytes(const br_sys *s, const br_flow_options *o)\n{\n    (void)s, (void)o;\n    return "
        "0;\n}\n\n"
        "int br_flow_nslope(const br_sys *s, const br_flow_options *o)\n{\n    (void)s, (void)o;\n    return 0;\n}\n\n"
        "br_status br_flow_init(br_flow *f, const br_sys *s, const br_flow_options *o, void *memory, size_t bytes)\n{\n"
        "    (void)f, (void)s, (void)o, (void)memory, (void)bytes;\n    return BR_BAD_USAGE;\n}\n\n"
        "br_status br_flow_step(br_flow *f, int count, const br_real *x, const int *m, const br_real *u, const br_real "
        "*p,\n                       int each, br_real dt, br_real *next, int *next_m, br_real *slopes)\n{\n"
        "    (void)f, (void)count, (void)x, (void)m, (void)u, (void)p, (void)each, (void)dt, (void)next;\n"
        "    (void)next_m, (void)slopes;\n    return BR_BAD_USAGE;\n}\n\n");
}

// "static const br_joint_entry first_F[]": the derivatives that the other half answers, and the object as this one sees it.
void br_packing_elsewhere(const br_packing *w, br_buffer *out)
{
    const br_elsewhere *e = w->replay.elsewhere;
    br_buffer_put(out, "static const br_joint_entry first_F[] = {");
    for (int i = 0; i < e->nF; i++)
        br_buffer_print(out, "%s{%d, %d, %d}",
                        i == 0       ? ""
                        : i % 8 == 0 ? ",\n    "
                                     : ", ",
                        e->F[i].row, e->F[i].column, e->F[i].at);
    br_buffer_put(out, e->nF > 0 ? "};\n\n" : "{0, 0, 0}};\n\n");
    br_buffer_print(out,
                    "static br_elsewhere in_float(void *self)\n{\n"
                    "    br_elsewhere e = {.self = self, .nx = %d, .n = %d, .ny = %d, .points = %d, .each = %d, .nF = "
                    "%d, .F = first_F};\n    return e;\n}\n\n",
                    e->nx, e->n, e->ny, e->points, e->each, e->nF);
    br_packing_put(
        w, out,
        "static br_status br_step_in_float(void *self, int count, const double *X, const int *m, const double *u, "
        "const "
        "double *p,\n                               double dt, double *next, int *next_m, double *F)\n{\n"
        "    return (br_status)@_step_in_float(self, count, X, m, u, p, dt, next, next_m, F);\n}\n\n"
        "static void br_measure_in_float(void *self, int begun, int count, const double *X, const int *m, const double "
        "*u,\n                             const double *p, int which, double *y, double *h)\n{\n"
        "    @_measure_in_float(self, begun, count, X, m, u, p, which, y, h);\n}\n\n");
}

// The half in float.
void br_packing_float_calls(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    size_t own = w->mixed.bytes / sizeof(double) + 1;
    br_buffer_put(out, "// calls.c - what the half in double calls.\n\n");
    br_packing_estimates(w, out);
    br_buffer_print(out,
                    "\ntypedef struct inside {\n    br_narrow n;\n    double memory[%zu - sizeof(br_narrow) / %zu];\n",
                    own, sizeof(double));
    br_packing_put(w, out,
                   "} inside;\n\ntypedef char it_fits[sizeof(inside) <= ^_FLOAT * sizeof(double) ? 1 : -1];\n\n"
                   "static inside *of(void *self)\n{\n    return (inside *)self;\n}\n\n");
    br_buffer_print(out,
                    "static br_joint_options options(void)\n{\n"
                    "    br_joint_options o = {.flow = br_flow_defaults(), .estimate = first_estimate, .estimates = "
                    "%d, .slopes = 1, .each = 1};\n"
                    "    o.flow.kind = &br_flow_%s;\n    o.flow.points = %d;\n",
                    p->ne, p->flow, p->points);
    br_packing_substeps(w, out, "o");
    br_packing_put(
        w, out,
        "    return o;\n}\n\n"
        "int @_begin_in_float(double *self)\n{\n    inside *w = of(self);\n    br_joint_options o = options();\n"
        "    int status = (int)br_narrow_init(&w->n, &br_the_system, &o, w->memory, sizeof w->memory);\n"
        "    w->n.flush = 0; // the same bits on every machine\n    return status;\n}\n\n"
        "int @_step_in_float(void *self, int count, const double *X, const int *m, const double *u, const double *p, "
        "double dt,\n                    double *next, int *next_m, double *F)\n{\n"
        "    return (int)br_narrow_step(&of(self)->n, count, X, m, u, p, dt, next, next_m, F);\n}\n\n"
        "void @_measure_in_float(void *self, int begun, int count, const double *X, const int *m, const double *u,\n"
        "                        const double *p, int which, double *y, double *h)\n{\n"
        "    br_narrow_measure(&of(self)->n, begun, count, X, m, u, p, which, y, h);\n}\n");
}
