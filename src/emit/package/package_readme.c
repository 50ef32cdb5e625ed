// package_readme.c - the README of a package.                                  [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "emit/source/licence.h"
#include "num/base/elem.h"

#include <math.h>

static void put_cell(br_buffer *out, double value)
{
    br_buffer_put(out, " ");
    br_buffer_about(out, value, 6);
    br_buffer_put(out, " |");
}

// The last cell of a row: what the law says of it.
static void put_words(br_buffer *out, const char *words)
{
    br_buffer_put(out, words[0] ? " " : "");
    br_text_in_markdown(out, words);
    br_buffer_put(out, " |\n");
}

// "| FC | N | 9 | 2.7 | 2.7 | 8.1 | 9 |": a number, its unit, start, standard deviations, noise and scale. Of a logarithm all
// but the start are plain numbers.
static void put_number(const br_packing *w, br_buffer *out, int i)
{
    const br_plan *p = &w->plan;
    const br_tuned *t = &w->ob.tuning.number[i];
    const br_plan_estimate *e = i < p->nx ? NULL : &p->estimate[i - p->nx];
    double scale = e && !e->log ? br_abs(e->scale) : 1;
    br_buffer_print(out, "| %s%s | %s |", t->name, e && e->log ? ", as its logarithm" : "", t->unit);
    put_cell(out, e ? br_tuning_start(&w->ob.tuning, i - p->nx) : p->x[i]);
    put_cell(out, p->sd[i] * scale);
    if (p->most[i] < 1e100)
        put_cell(out, p->most[i] * scale);
    else
        br_buffer_put(out, " any |");
    put_cell(out, p->q[i] * scale * scale);
    if (e)
        put_cell(out, e->scale);
    else
        br_buffer_put(out, " |");
    put_words(out, br_packing_tuned_description(w, i));
}

static void put_weights(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_buffer_put(out, "\n## Weights\n\n");
    if (br_packing_is_guessed(w))
        br_buffer_put(
            out,
            "Noise that the command line does not give is estimated as by `bristle observe` along a "
            "simulation of the model with forces that are 10 %\noff, corrected at every sample (vectors.h, "
            "or more samples where so few hardly slide): first values, not those of your machine. Take those\nthat "
            "`bristle observe` finds in a log of it, by `--noise`.\n");
    br_buffer_put(
        out, "Upper limits of standard deviations are those of `--most` (default: of a state from its size along "
             "that simulation, where\n`bristle observe` takes that along its log).\n\n"
             "| number | unit | start | standard deviation | upper limit | process noise, variance per second | scale "
             "| |\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < p->nx + p->ne; i++)
        put_number(w, out, i);
    if (p->ne > 0)
        br_packing_put(w, out, "\n@_process_noise of parameters and inputs is in units of their scale, squared.\n");
    br_buffer_put(out, "\n| measured | unit | variance | |\n|---|---|---|---|\n");
    for (int i = 0; i < p->measured; i++) {
        br_buffer_print(out, "| %s | %s |", w->ob.observed[i].name, w->ob.observed[i].unit);
        put_cell(out, p->r[p->which[i]]);
        put_words(out, br_packing_measured_description(w, i));
    }
}

// "| fr.z | m | 0 | 1e-5 | any | 1e-10 | mean deflection |": of a compensator's estimator, which the tool tunes by one number
static void put_state(const br_packing *w, br_buffer *out, int i)
{
    const br_plan *p = &w->plan;
    br_buffer_put(out, "| ");
    br_packing_state_name(w, out, i);
    br_buffer_print(out, " | %s |", br_packing_state_unit(w, i));
    put_cell(out, p->x[i]);
    put_cell(out, p->sd[i]);
    br_buffer_put(out, " any |");
    put_cell(out, p->q[i]);
    put_words(out, br_packing_description(w, BR_STATE, i));
}

static void put_estimator(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    int measured = p->which[0] - p->ny;
    br_packing_put(
        w, out,
        "\n## Weights\n\nThe process noise of friction is the compensator's own gain, squared, times the size of "
        "its state, squared;\nthat of the velocity comes from forces of 1 % of the Coulomb force; the variance of the "
        "position from `--encoder` and from how far\nfriction builds up. `@_process_noise`, `@_sensor_noise` and "
        "`@_largest_sd` change what stands here between samples.\n\n"
        "| number | unit | start | standard deviation | upper limit | process noise, variance per second | |\n"
        "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < p->nx; i++)
        put_state(w, out, i);
    br_buffer_put(out, "\n| measured | unit | variance | |\n|---|---|---|---|\n| ");
    br_packing_state_name(w, out, measured);
    br_buffer_print(out, " | %s |", br_packing_state_unit(w, measured));
    put_cell(out, p->r[p->which[0]]);
    put_words(out, br_packing_description(w, BR_STATE, measured));
}

static void put_problem(br_buffer *out, const br_plan *p)
{
    static const char *const arrivals[] = {"one step of a Kalman filter",
                                           "the same, linearised about the nodes as they are now",
                                           "from the last solution", "always the prior"};
    br_buffer_print(out, "| samples from one correction, and interval, to the next | %d |\n", p->every);
    br_buffer_print(out, "| horizon, intervals | %d |\n| iterations a sample | %d |\n| cost of arrival | %s |\n",
                    p->horizon, p->iterations, arrivals[p->arrival]);
    if (p->noise_in_arrival)
        br_buffer_put(out, "| process noise | in the cost of arrival only: the model is exact within the horizon |\n");
    else if (p->shared)
        br_buffer_put(out, "| parameters | one value over the horizon |\n");
    if (p->levenberg > 0) {
        br_buffer_put(out, "| Levenberg-Marquardt damping |");
        put_cell(out, p->levenberg);
        br_buffer_put(out, "\n");
    }
    if (p->huber > 0) {
        br_buffer_put(out, "| Huber loss, standard deviations |");
        put_cell(out, p->huber);
        br_buffer_put(out, "\n");
    }
}

// What else was said on the command line.
static void put_settings(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    const char *bounds = w->o->observe.horizon.bounds;
    br_buffer_put(out, "\n## Settings\n\n| | |\n|---|---|\n");
    if (p->gate > 0) {
        br_buffer_put(out, "| gate, standard deviations |");
        put_cell(out, p->gate);
        br_buffer_put(
            out, "\n| after 20 rejected in a row | states are uncertain again (count resets); then a restart from the "
                 "start values (count restarts) |\n");
    } else
        br_buffer_put(out, "| gate | none: only innovations beyond 1e8 standard deviations are rejected |\n");
    if (p->observer == BR_PLAN_MHE)
        put_problem(out, p);
    else
        br_buffer_print(out, "| samples from one correction to the next | %d |\n", p->every);
    if (p->observer == BR_PLAN_PARTICLE)
        br_buffer_print(out, "| particles | %d |\n", p->particles);
    if (p->observer == BR_PLAN_MHE && bounds)
        br_buffer_print(out, "| bounds | %s |\n", bounds);
    br_buffer_print(out, "| steps | %s", p->flow);
    if (p->substeps > 0)
        br_buffer_print(out, ", substeps of each: %d", p->substeps);
    br_buffer_put(out, " |\n");
}

// " > 0, < 1 |": where the law has it
static void put_bounds(br_buffer *out, const br_quantity *k)
{
    if (!isinf(k->low)) {
        br_buffer_put(out, k->low_open ? " > " : " >= ");
        br_buffer_number(out, k->low);
    }
    br_buffer_put(out, isinf(k->low) || isinf(k->high) ? "" : ",");
    if (!isinf(k->high)) {
        br_buffer_put(out, k->high_open ? " < " : " <= ");
        br_buffer_number(out, k->high);
    }
    br_buffer_put(out, " |");
}

static void put_parameters(const br_packing *w, br_buffer *out)
{
    const br_model *m = w->model;
    br_buffer_print(out, "\n## Parameters of %s\n\n| name | unit | value | is | |\n|---|---|---|---|---|\n",
                    m->law.name);
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            const br_quantity *k = &m->law.q[q];
            br_buffer_print(out, k->dim == BR_SCALAR ? "| %s" : "| %s[%d]", k->name, i + 1);
            br_buffer_print(out, " | %s | ", k->si_text);
            br_buffer_number(out, w->plan.p[m->at[q] + i]);
            br_buffer_put(out, " |");
            put_bounds(out, k);
            put_words(out, k->words);
        }
    for (int i = 0; i < m->law.ncond; i++)
        if (w->required[i]) {
            br_buffer_put(out, "\nRequired: `");
            br_buffer_safe(out, m->law.cond[i].text, (size_t)m->law.cond[i].size);
            br_buffer_put(out, "`\n");
        }
}

static void put_top(const br_packing *w, br_buffer *out)
{
    br_packing_put(w, out, "# @\n\nEmitted by bristle");
    if (w->o->version)
        br_buffer_print(out, " %s", w->o->version);
    br_buffer_put(out, ": ");
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
    br_buffer_put(out, "\nLicence: " BR_EMITTED_LICENCE
                       ". All of it is yours, to use, change and ship without any notice; there is no warranty.\n");
}

void br_packing_readme(const br_packing *w, br_buffer *out)
{
    put_top(w, out);
    const char *at = br_packing_sources_at(w);
    br_packing_use(w, out);
    br_buffer_print(out, "\n    cc -std=c99 -O2 %s%s%s", at[0] ? "-I src " : "", at, w->prefix);
    if (w->o->mixed)
        br_buffer_print(out, ".c %s%s_float", at, w->prefix);
    br_buffer_print(out, ".c %sselftest.c", br_packing_tests_at(w));
    br_packing_put(
        w, out,
        " -lm -o selftest && ./selftest\n\n"
        "prints PASS where results are bit-identical to those of the library. Run it with the flags of your build: "
        "-ffast-math and\nits parts change bits, and so does -ffp-contract=fast of clang. @.c refuses those that a "
        "compiler declares; not all do.\nA processor without double arithmetic adds doubles in software: libgcc of ARM "
        "rounds some "
        "subnormal sums wrongly, which\nshows in the self-test if it matters.\n");
    if (w->plan.compensator) {
        br_packing_compensator_readme(w, out);
        if (w->plan.estimates)
            put_estimator(w, out);
    } else if (w->plan.observer != BR_PLAN_EP) {
        put_settings(w, out);
        put_weights(w, out);
    }
    if (w->plan.np > 0)
        put_parameters(w, out);
}
