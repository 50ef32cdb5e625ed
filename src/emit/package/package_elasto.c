// package_elasto.c - the functions of a package with the elasto-plastic estimator.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

void br_packing_elasto_functions(const br_packing *w, br_buffer *out)
{
    br_packing_put(
        w, out,
        "// As emitted. Answers 0; anything else is a mistake of this package. Until then every other call answers 2, "
        "or "
        "NaN.\n"
        "int @_init(@ *o);\n\n"
        "// From anew: no deflection; parameters stay as they are.\n"
        "void @_reset(@ *o);\n\n"
        "// A sample: the velocity u[0] (NaN: displacement over time is taken) and the position y[0] (NaN or infinite: "
        "missing).\n"
        "// 0: done; what it answers is finite whatever comes in; 2: u or y is NULL.\n"
        "int @_step(@ *o, const @_real *u, const @_real *y);\n\n"
        "// The friction force, and the elastic deflection.\n"
        "@_real @_force(const @ *o);\n@_real @_deflection(const @ *o);\n\n"
        "// Other parameters from now on, in the order of ^_P_...; 0: done; else they are wrong, and nothing changes.\n"
        "int @_parameters(@ *o, const @_real *p);\n\n");
}

void br_packing_elasto_calls(const br_packing *w, br_buffer *out)
{
    br_buffer_put(out, "// calls.c - what is called from outside.\n\n");
    br_packing_numbers(w, out, "first_p", w->plan.p, w->plan.np);
    br_buffer_put(out, "\n");
    br_packing_inside(w, out, "    br_elasto e;\n    br_elasto_sample s;\n", 0);
    br_packing_nothing(out);
    br_packing_put(
        w, out, "static br_elasto_options options(const br_real *p)\n{\n    br_elasto_options o = br_elasto_defaults(");
    br_packing_number(w, out, w->plan.dt);
    br_buffer_print(out, ");\n    o.curve = (br_elasto_curve)%d;\n", w->plan.curve);
    br_packing_put(
        w, out,
        "    o.element[0].sigma0 = p[0];\n    o.element[0].sigma1 = p[1];\n    o.element[0].FC = p[2];\n"
        "    o.element[0].FS = p[3];\n    o.element[0].zba = p[5];\n    o.vs = p[4];\n    o.sigma2 = p[6];\n"
        "    return o;\n}\n\n"
        "int @_init(@ *o)\n{\n    if (!o)\n        return 2;\n    inside *w = of(o);\n"
        "    br_elasto_options with = options(first_p);\n    w->s.F = 0;\n"
        "    int status = (int)br_elasto_init(&w->e, &with);\n"
        "    w->self = status == 0 ? o : 0;\n    return status;\n}\n\n"
        "void @_reset(@ *o)\n{\n    if (!begun(o))\n        return;\n    inside *w = of(o);\n    w->s.F = 0;\n"
        "    br_elasto_reset(&w->e);\n}\n\n"
        "int @_step(@ *o, const @_real *u, const @_real *y)\n{\n    if (!begun(o) || !u || !y)\n        return 2;\n"
        "    inside *w = of(o);\n    return (int)br_elasto_step(&w->e, y[0], u[0], w->e.o.dt, &w->s);\n}\n\n"
        "@_real @_force(const @ *o)\n{\n    return begun(o) ? look(o)->s.F : nothing();\n}\n\n"
        "@_real @_deflection(const @ *o)\n{\n    return begun(o) ? look(o)->e.z[0] : nothing();\n}\n\n"
        "int @_parameters(@ *o, const @_real *p)\n{\n    if (!begun(o) || !p)\n        return 2;\n    inside *w = "
        "of(o);\n    br_elasto_options with = options(p);\n"
        "    br_elasto checked;\n    int status = (int)br_elasto_init(&checked, &with);\n"
        "    if (status == 0)\n        w->e.o = checked.o;\n    return status;\n}\n");
}
