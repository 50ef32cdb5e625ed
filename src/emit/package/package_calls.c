// package_calls.c - the system of a package, and the functions of its header.  [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <string.h>

// ---------------------------------------------------------------- the system

static void put_size(br_buffer *out, const char *name, int n)
{
    br_buffer_print(out, "static inline int br_sys_%s(const br_sys *s)\n{\n    (void)s;\n    return %d;\n}\n\n", name,
                    n);
}

static void put_blocks(br_buffer *out, const char *name, const char *function, const br_sys_block *b, int n)
{
    static const char *const shape[] = {"BR_ONE", "BR_ROW", "BR_COLUMN", "BR_DIAGONAL", "BR_DENSE"};
    br_buffer_print(out, "static const br_sys_block %s[] = {\n", name);
    for (int i = 0; i < n; i++)
        br_buffer_print(out, "    {%s, '%c', %d, %d, %d, %d, %d, %d},\n", shape[b[i].shape], b[i].by, b[i].at, b[i].row,
                        b[i].rows, b[i].column, b[i].columns, b[i].some);
    br_buffer_put(out, n > 0 ? "};\n\n" : "    {BR_ONE, 'x', 0, 0, 0, 0, 0, 0}};\n\n");
    br_buffer_print(out,
                    "static inline const br_sys_block *%s(const br_sys *s, int i)\n{\n    (void)s;\n"
                    "    return &%s[i];\n}\n\n",
                    function, name);
}

static void put_jumps(br_buffer *out, const br_sys *s)
{
    br_buffer_put(out, "static const br_sys_jump br_jumps[] = {\n");
    for (int i = 0; i < s->jumps; i++)
        br_buffer_print(out, "    {%d, %d, %d, %d, %d},\n", s->jump[i].from, s->jump[i].to, s->jump[i].first,
                        s->jump[i].count, s->jump[i].at);
    br_buffer_put(out, s->jumps > 0 ? "};\n\n" : "    {0, 0, 0, 0, 0}};\n\n");
    br_buffer_put(out, "static inline const br_sys_jump *br_sys_jump_at(const br_sys *s, int i)\n{\n    (void)s;\n"
                       "    return &br_jumps[i];\n}\n\n");
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

void br_packing_system(const br_packing *w, br_buffer *out)
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
                {"has_some", 1}};
    br_buffer_put(out, "// sys.h - the system of this package: constants, and direct calls of its law.\n\n"
                       "typedef struct br_sys {\n    int number;\n} br_sys;\n\n"
                       "static const br_sys br_the_system = {0};\n\nstatic const int br_size[] = {");
    for (int i = 0; i < w->model->law.ndim; i++)
        br_buffer_print(out, "%s%d", i ? ", " : "", w->system.n[i]);
    br_buffer_put(out, w->model->law.ndim > 0 ? "};\n\n" : "0};\n\n");
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        put_size(out, size[i].name, size[i].n);
    put_blocks(out, "br_blocks", "br_sys_block_at", s->block, s->blocks);
    put_blocks(out, "br_slopes", "br_sys_slope_at", s->slope, s->slopes);
    put_jumps(out, s);
    bool here = !br_packing_is_outer(w), rows = here && s->nx + s->ny > 0, jumps = here && s->jumps > 0;
    put_call(w, out, "rate", "rate", "br_real *out", "out", rows);
    put_call(w, out, "jet", "rate_jet", "br_real *out", "out, jet", rows);
    put_call(w, out, "jet_x", "rate_jet_x", "br_real *out", "out, jet", here && s->njet_x > 0);
    put_call(w, out, "jet_some", "rate_jet_some", "br_real *out", "out, jet", rows);
    put_call(w, out, "mode", "mode", "int *next", "next", jumps);
    put_call(w, out, "margin_alone", "margin", "br_real *out", "out", jumps);
    put_call(w, out, "margin_jet", "margin_jet", "br_real *out", "out, jet", jumps);
    br_buffer_put(out,
                  "static inline void br_sys_margin(const br_sys *s, int count, const br_real *x, const int *m, const "
                  "br_real *u,\n                                 const br_real *p, int each, br_real *out, br_real "
                  "*jet)\n{\n    if (jet)\n        br_sys_margin_jet(s, count, x, m, u, p, each, out, jet);\n"
                  "    else\n        br_sys_margin_alone(s, count, x, m, u, p, each, out);\n}\n\n");
    if (here)
        br_buffer_print(
            out, "const br_flow_kind *br_flow_choose(const br_sys *s)\n{\n    (void)s;\n    return &br_flow_%s;\n}\n\n",
            w->plan.flow);
    else
        br_packing_no_flow(out);
    br_buffer_put(out, "#if !defined(BR_CLONES)\n#define BR_CLONES\n#endif\n");
}

// ---------------------------------------------------------------- the functions of the header

void br_packing_estimates(const br_packing *w, br_buffer *out)
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
    br_packing_estimates(w, out);
    br_buffer_put(out, "static const int first_which[] = {");
    for (int i = 0; i < p->measured; i++)
        br_buffer_print(out, "%s%d", i ? ", " : "", p->which[i]);
    br_buffer_put(out, "};\n\n");
}

void br_packing_substeps(const br_packing *w, br_buffer *out, const char *joint)
{
    int substeps = w->plan.substeps;
    if (substeps > 0)
        br_buffer_print(out, "    %s.flow.substeps = %d;\n    %s.flow.most = %d;\n", joint, substeps, joint,
                        substeps > 64 ? substeps : 64);
}

static void put_filter_options(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_buffer_print(
        out,
        "static br_sampled_options options(void)\n{\n"
        "    br_sampled_options o = {.observer = br_observer_defaults(), .every = %d, .which = first_which, "
        ".measured = %d};\n    o.dt = ",
        p->every, p->measured);
    br_packing_number(w, out, p->dt);
    br_buffer_print(out, ";\n    o.observer.kind = &br_observer_%s;\n    o.observer.joint.flow.kind = &br_flow_%s;\n",
                    p->observer == BR_PLAN_UKF ? "ukf" : "ekf", p->flow);
    br_packing_substeps(w, out, "o.observer.joint");
    br_buffer_print(out,
                    "    o.observer.joint.estimate = first_estimate;\n    o.observer.joint.estimates = %d;\n"
                    "    o.observer.gate = ",
                    p->ne);
    br_packing_number(w, out, p->gate);
    br_buffer_put(out,
                  ";\n    o.observer.sd = first_sd;\n    o.observer.most = first_most;\n    o.observer.q = first_q;\n"
                  "    o.observer.r = first_r;\n    return o;\n}\n\n");
}

// The object as it is, and as it is seen from outside.
void br_packing_inside(const br_packing *w, br_buffer *out, const char *members, size_t bytes)
{
    br_buffer_put(out, "typedef struct inside {\n    const void *self; // where it was begun\n");
    br_packing_put(w, out, members);
    if (bytes > 0)
        br_buffer_print(out, "    br_real memory[%zu];\n",
                        (bytes + 7) / (w->o->single ? sizeof(float) : sizeof(double)));
    br_packing_put(
        w, out,
        "} inside;\n\n"
        "typedef char it_fits[sizeof(inside) <= sizeof(@) ? 1 : -1];\n\n"
        "static inside *of(@ *o)\n{\n    return (inside *)(void *)o->room.byte;\n}\n\n"
        "static const inside *look(const @ *o)\n{\n    return (const inside *)(const void *)o->room.byte;\n}\n\n"
        "// One that is copied or moved still points to where it was.\n"
        "static int begun(const @ *o)\n{\n    return o && look(o)->self == (const void *)o;\n}\n\n");
}

// The answer where there is none.
void br_packing_nothing(br_buffer *out)
{
    br_buffer_put(
        out, "static br_real nothing(void)\n{\n    br_real most = BR_MOST;\n    return 2 * most - 2 * most; // NaN\n"
             "}\n\n");
}

#define OUTPUT                                                                                                         \
    "@_real @_output(@ *o, int i, @_real *sd)\n{\n    if (sd)\n        *sd = nothing();\n"                             \
    "    if (!begun(o) || i < 0 || i >= ^_OUTPUTS)\n        return nothing();\n    inside *w = of(o);\n"

static void put_inside(const br_packing *w, br_buffer *out, const char *members)
{
    br_buffer all = {0};
    br_buffer_put(&all, members);
    br_packing_kept_members(w, &all);
    if (all.status == BR_OK)
        br_packing_inside(w, out, all.text, w->replay.bytes);
    else
        out->status = all.status;
    br_buffer_free(&all);
    br_packing_nothing(out);
}

static void put_filter(const br_packing *w, br_buffer *out)
{
    put_inside(w, out, "    br_sampled s;\n");
    put_filter_options(w, out);
    br_packing_keep(w, out);
    br_packing_put(
        w, out,
        "int @_init(@ *o)\n{\n    if (!o)\n        return 2;\n    inside *w = of(o);\n"
        "    br_sampled_options with = options();\n"
        "    int status = (int)br_sampled_init(&w->s, &br_the_system, &with, first_x, first_u, first_p, w->memory, "
        "sizeof w->memory);\n");
    br_packing_kept_first(w, out);
    br_packing_put(
        w, out,
        "    w->self = status == 0 ? o : 0;\n    return status;\n}\n\n"
        "int @_reset(@ *o, const @_real *x)\n{\n    if (!begun(o) || !x)\n        return 2;\n"
        "    inside *w = of(o);\n    br_real to[^_NUMBERS];\n    int wrong = keep(w);\n"
        "    for (int i = 0; i < ^_NUMBERS; i++)\n"
        "        to[i] = i < ^_STATES ? x[i] : br_joint_number(&w->s.observer.joint, i - ^_STATES, x[i]);\n"
        "    int status = (int)br_sampled_reset(&w->s, to);\n    return status != 0 ? status : wrong;\n}\n\n"
        "int @_step(@ *o, const @_real *u, const @_real *y)\n{\n    if (!begun(o) || !u || !y)\n        return 2;\n"
        "    inside *w = of(o);\n    int wrong = keep(w), status = (int)br_sampled_step(&w->s, u, y);\n"
        "    return status != 0 ? status : wrong;\n}\n\n"
        "@_real @_value(const @ *o, int i)\n{\n    if (!begun(o) || i < 0 || i >= ^_NUMBERS)\n"
        "        return nothing();\n    const inside *w = look(o);\n"
        "    return i < ^_STATES ? w->s.observer.belief.x[i] : br_observer_value(&w->s.observer, i - ^_STATES);\n}\n\n"
        "@_real @_sd(@ *o, int i)\n{\n    if (!begun(o) || i < 0 || i >= ^_NUMBERS)\n"
        "        return nothing();\n    inside *w = of(o);\n"
        "    return i < ^_STATES ? br_observer_sd(&w->s.observer, i) : br_observer_value_sd(&w->s.observer, i - "
        "^_STATES);\n}\n\n");
    if (w->plan.ny > 0)
        br_packing_put(
            w, out,
            OUTPUT "    (void)keep(w);\n    return br_observer_expect(&w->s.observer, w->s.u, w->s.p, i, sd);\n}\n\n");
    br_packing_put(w, out,
                   "@_real *@_parameters(@ *o)\n{\n    return begun(o) ? of(o)->s.p : 0;\n}\n\n"
                   "@_real *@_process_noise(@ *o)\n{\n    return begun(o) ? of(o)->s.observer.q : 0;\n}\n\n"
                   "@_real *@_largest_sd(@ *o)\n{\n    return begun(o) ? of(o)->s.observer.most : 0;\n}\n\n"
                   "@_real *@_sensor_noise(@ *o, int i)\n{\n"
                   "    return begun(o) && i >= 0 && i < ^_MEASURED ? &of(o)->s.observer.r[first_which[i]] : 0;\n}\n");
    br_packing_count_call(w, out);
}

static void put_setting(const br_packing *w, br_buffer *out, const char *name, double value)
{
    br_buffer_print(out, "    o.%s = ", name);
    br_packing_number(w, out, value);
    br_buffer_put(out, ";\n");
}

static void put_horizon_options(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_buffer_print(out,
                    "static br_mhe_options options(void)\n{\n    br_mhe_options o = br_mhe_defaults();\n"
                    "    o.joint.estimate = first_estimate;\n    o.joint.estimates = %d;\n",
                    p->ne);
    if (!w->o->mixed)
        br_buffer_print(out, "    o.joint.flow.kind = &br_flow_%s;\n", p->flow);
    br_packing_substeps(w, out, "o.joint");
    br_buffer_print(out,
                    "    o.horizon = %d;\n    o.measured = %d;\n    o.which = first_which;\n    o.r = first_r;\n"
                    "    o.sd = first_sd;\n    o.most = first_most;\n    o.q = first_q;\n    o.low = first_low;\n"
                    "    o.high = first_high;\n    o.arrival = (br_mhe_arrival)%d;\n    o.shared = %d;\n"
                    "    o.iterations = %d;\n    o.halvings = %d;\n",
                    p->horizon, p->measured, p->arrival, p->shared, p->iterations, p->iterations > 1 ? 6 : 0);
    put_setting(w, out, "dt", p->dt);
    put_setting(w, out, "levenberg", p->levenberg);
    put_setting(w, out, "huber", p->huber);
    put_setting(w, out, "gate", p->gate);
    br_buffer_put(out, "    return o;\n}\n\n");
}

static void put_horizon(const br_packing *w, br_buffer *out)
{
    bool mixed = w->o->mixed;
    put_inside(w, out,
               mixed ? "    br_mhe m;\n    br_elsewhere in_float;\n    double half[^_FLOAT];\n"
                       "    br_real p[^_PARAMETERS + 1], u[^_INPUTS + 1];\n"
                     : "    br_mhe m;\n    br_real p[^_PARAMETERS + 1], u[^_INPUTS + 1];\n");
    put_horizon_options(w, out);
    br_packing_keep(w, out);
    if (mixed)
        br_packing_elsewhere(w, out);
    br_packing_put(w, out,
                   "int @_init(@ *o)\n{\n    if (!o)\n        return 2;\n    inside *w = of(o);\n"
                   "    br_mhe_options with = options();\n    w->self = 0;\n"
                   "    br_vec_copy(^_PARAMETERS, first_p, w->p);\n    br_vec_copy(^_INPUTS, first_u, w->u);\n");
    if (mixed)
        br_packing_put(w, out,
                       "    w->in_float = in_float(w->half);\n    with.joint.elsewhere = &w->in_float;\n"
                       "    if (@_begin_in_float(w->half) != 0)\n        return (int)BR_BAD_USAGE;\n");
    br_packing_put(
        w, out,
        "    int status = (int)br_mhe_init(&w->m, &br_the_system, &with, first_x, w->memory, sizeof w->memory);\n");
    br_packing_kept_first(w, out);
    br_packing_put(
        w, out,
        "    w->self = status == 0 ? o : 0;\n    return status;\n}\n\n"
        "int @_reset(@ *o, const @_real *x)\n{\n    if (!begun(o) || !x)\n        return 2;\n    inside *w = of(o);\n"
        "    br_real to[^_NUMBERS];\n    int wrong = keep(w);\n"
        "    for (int i = 0; i < ^_NUMBERS; i++)\n"
        "        to[i] = i < ^_STATES ? x[i] : br_joint_number(&w->m.joint, i - ^_STATES, x[i]);\n"
        "    int status = (int)br_mhe_reset(&w->m, to);\n    return status != 0 ? status : wrong;\n}\n\n"
        "int @_step(@ *o, const @_real *u, const @_real *y)\n{\n    if (!begun(o) || !u || !y)\n        return 2;\n"
        "    inside *w = of(o);\n    int wrong = keep(w), status = (int)br_mhe_prepare(&w->m, w->p);\n"
        "    for (int i = 0; i < ^_INPUTS; i++)\n        w->u[i] = br_vec_finite(1, u + i) ? u[i] : w->u[i];\n"
        "    if (status == 0)\n        status = (int)br_mhe_feedback(&w->m, w->u, w->p, y);\n"
        "    return status != 0 ? status : wrong;\n}\n\n"
        "int @_prepare(@ *o)\n{\n    if (!begun(o))\n        return 2;\n"
        "    int wrong = keep(of(o)), status = (int)br_mhe_prepare(&of(o)->m, of(o)->p);\n"
        "    return status != 0 ? status : wrong;\n}\n\n"
        "int @_slice(@ *o)\n{\n    if (!begun(o))\n        return 2;\n    (void)keep(of(o));\n"
        "    return br_mhe_slice(&of(o)->m, of(o)->p);\n}\n\n"
        "@_real @_value(const @ *o, int i)\n{\n    if (!begun(o) || i < 0 || i >= ^_NUMBERS)\n"
        "        return nothing();\n    const inside *w = look(o);\n"
        "    return i < ^_STATES ? w->m.x[i] : br_mhe_value(&w->m, i - ^_STATES);\n}\n\n"
        "@_real @_sd(@ *o, int i)\n{\n    if (!begun(o) || i < 0 || i >= ^_NUMBERS)\n"
        "        return nothing();\n    const inside *w = look(o);\n"
        "    return i < ^_STATES ? br_mhe_sd(&w->m, i) : br_mhe_value_sd(&w->m, i - ^_STATES);\n}\n\n");
    if (w->plan.ny > 0)
        br_packing_put(w, out, OUTPUT "    (void)keep(w);\n    return br_mhe_expect(&w->m, w->u, w->p, i, sd);\n}\n\n");
    br_packing_put(w, out,
                   "@_real *@_parameters(@ *o)\n{\n    return begun(o) ? of(o)->p : 0;\n}\n\n"
                   "@_real *@_process_noise(@ *o)\n{\n    return begun(o) ? of(o)->m.q : 0;\n}\n\n"
                   "@_real *@_largest_sd(@ *o)\n{\n    return begun(o) ? of(o)->m.most : 0;\n}\n\n"
                   "@_real *@_sensor_noise(@ *o, int i)\n{\n"
                   "    return begun(o) && i >= 0 && i < ^_MEASURED ? &of(o)->m.r[i] : 0;\n}\n");
    br_packing_count_call(w, out);
}

void br_packing_calls(const br_packing *w, br_buffer *out)
{
    if (w->plan.observer == BR_PLAN_EP) {
        br_packing_elasto_calls(w, out);
        return;
    }
    if (w->o->mixed && w->o->single) {
        br_packing_float_calls(w, out);
        return;
    }
    br_buffer_put(out, "// calls.c - what is called from outside.\n\n");
    if (w->plan.compensator) {
        br_packing_compensator_calls(w, out);
        return;
    }
    put_constants(w, out);
    if (w->plan.observer == BR_PLAN_MHE)
        put_horizon(w, out);
    else
        put_filter(w, out);
}
