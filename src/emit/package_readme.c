// package_readme.c - the README of a package.                                  [host]
#include "num/fp.h"

#include "emit/package_parts.h"

// "| z[1] | N | 0 | 0.1 | 2.5 |": a number, its unit, start, standard deviation and noise.
static void put_number(const br_packing *w, br_buffer *out, int i)
{
    const br_plan *p = &w->plan;
    const br_tuned *t = &w->ob.tuning.number[i];
    const double value[] = {p->x[i], p->sd[i], p->q[i]};
    br_buffer_print(out, "| %s | %s |", t->name, t->unit);
    for (int k = 0; k < 3; k++) {
        br_buffer_put(out, " ");
        br_buffer_about(out, value[k], 6);
        br_buffer_put(out, " |");
    }
    br_buffer_put(out, "\n");
}

static void put_weights(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_buffer_put(
        out, "\n## Weights\n\nEstimated numbers count in their scale, or as its logarithm. Those that the command line "
             "did not give are as\n`bristle observe` finds them along the samples of vectors.h.\n\n"
             "| number | unit | start | standard deviation | process noise, variance per second |\n"
             "|---|---|---|---|---|\n");
    for (int i = 0; i < p->nx + p->ne; i++)
        put_number(w, out, i);
    br_buffer_put(out, "\n| measured | unit | variance |\n|---|---|---|\n");
    for (int i = 0; i < p->measured; i++) {
        br_buffer_print(out, "| %s | %s | ", w->ob.observed[i].name, w->ob.observed[i].unit);
        br_buffer_about(out, p->r[p->which[i]], 6);
        br_buffer_put(out, " |\n");
    }
}

void br_packing_readme(const br_packing *w, br_buffer *out)
{
    br_packing_put(w, out, "# @\n\nEmitted by bristle: ");
    br_packing_subject(w, out);
    br_buffer_print(out, ", in %s, at ",
                    w->o->single  ? "float"
                    : w->o->mixed ? "double with steps in float"
                                  : "double");
    br_buffer_number(out, w->o->rate);
    br_packing_put(
        w, out,
        " Hz.\n\n| file | what it is |\n|---|---|\n| @.h | the manual: what is called, and where every number stands "
        "|\n"
        "| @.c | C99 without heap, files, globals, and calls through pointers; of libm only sqrt |\n"
        "| selftest.c, vectors.h | samples, and what the library of bristle makes of them |\n");
    if (w->o->mixed)
        br_packing_put(w, out,
                       "| @_float.h, @_float.c | steps of the law and their derivatives, in float, for @.c |\n");
    br_packing_put(w, out, "\n    cc -std=c99 -O2 @.c");
    br_packing_put(w, out, w->o->mixed ? " @_float.c" : "");
    br_packing_put(
        w, out,
        " selftest.c -lm -o selftest && ./selftest\n\n"
        "says PASS where this compiler and machine compute the bits of the library. Compile without -ffast-math; @.c "
        "refuses it.\nA processor without double arithmetic adds doubles in software: libgcc of ARM rounds some "
        "subnormal sums wrongly, which\nshows in the self-test if it matters.\n");
    if (w->plan.compensator)
        br_packing_compensator_readme(w, out);
    else if (w->plan.observer != BR_PLAN_EP)
        put_weights(w, out);
}
