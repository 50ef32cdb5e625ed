// fmu_observer.c - an observer as the model of an FMU: its package, and what makes a model of it (fmu/observer.c).   [host]
#include "num/base/fp.h"

#include "emit/fmu/fmu_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- variables

static bool is_taken(const br_fmu_making *w, const char *name)
{
    for (int i = 0; i < w->variables; i++)
        if (strcmp(w->variable[i].name, name) == 0)
            return true;
    return false;
}

static void add_inputs(br_fmu_making *w)
{
    const br_packing *k = &w->packing;
    const br_model *m = k->model;
    br_fmu_add(w, BR_FMU_TIME, "time", "", "s", 0);
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_INPUT && i < br_model_len(m, q); i++) {
            char name[BR_NAME_SIZE + 16];
            br_fmu_name(m, q, i, name);
            br_fmu_add(w, BR_FMU_INPUT, name, "", m->law.q[q].si_text, k->plan.u[m->at[q] + i]);
            br_fmu_bound_like(w, BR_INPUT, m->at[q] + i);
            br_fmu_describe(w, "", m->law.q[q].words);
        }
    w->held = k->plan.nu;
    for (int i = 0; i < k->ob.observeds; i++) {
        br_fmu_add(w, BR_FMU_INPUT, k->ob.observed[i].name, "", k->ob.observed[i].unit, 0);
        br_fmu_describe(w, "measured: ", br_packing_measured_description(k, i));
    }
}

// Numbers; their standard deviations; what is expected of outputs, and its standard deviation: as fmu/observer.c has them.
static void add_results(br_fmu_making *w)
{
    const br_packing *k = &w->packing;
    const br_tuning *t = &k->ob.tuning;
    int n = t->nx + t->ne;
    for (int i = 0; i < n; i++) {
        const br_estimate *e = i < t->nx ? NULL : &t->estimate[i - t->nx];
        br_fmu_add(w, BR_FMU_STATE, t->number[i].name, is_taken(w, t->number[i].name) ? "_est" : "", t->number[i].unit,
                   e ? br_tuning_start(t, i - t->nx) : t->number[i].x);
        if (e)
            br_fmu_bound_like(w, e->by == 'u' ? BR_INPUT : BR_PARAM, e->number);
        else
            br_fmu_bound_like(w, BR_STATE, i);
        br_fmu_describe(w, "", br_packing_tuned_description(k, i));
    }
    for (int i = 0; i < n; i++) {
        br_fmu_add(w, BR_FMU_OUTPUT, t->number[i].name, "_sd", t->number[i].unit, 0);
        br_fmu_describe(w, "standard deviation: ", br_packing_tuned_description(k, i));
    }
    for (int i = 0; i < t->ny; i++) {
        br_fmu_add(w, BR_FMU_OUTPUT, t->number[n + i].name, "_est", t->number[n + i].unit, 0);
        br_fmu_describe(w, "expected: ", br_packing_tuned_description(k, n + i));
        br_fmu_add(w, BR_FMU_OUTPUT, t->number[n + i].name, "_sd", t->number[n + i].unit, 0);
        br_fmu_describe(w, "standard deviation: ", br_packing_tuned_description(k, n + i));
    }
}

// Velocity and position come in, deflection and force go out.
static void add_elasto(br_fmu_making *w)
{
    const br_parsed_law *law = &w->packing.model->law;
    const char *deflection = "m", *velocity = "m/s", *force = "N";
    for (int q = 0; q < law->nq; q++) {
        deflection = law->q[q].kind == BR_STATE ? law->q[q].si_text : deflection;
        velocity = strcmp(law->q[q].name, "v") == 0 ? law->q[q].si_text : velocity;
        force = strcmp(law->q[q].name, "FC") == 0 ? law->q[q].si_text : force;
    }
    br_fmu_add(w, BR_FMU_TIME, "time", "", "s", 0);
    br_fmu_add(w, BR_FMU_INPUT, "v", "", velocity, 0);
    br_fmu_describe(w, "", "velocity; NaN: not known");
    br_fmu_add(w, BR_FMU_INPUT, "x", "", deflection, 0);
    br_fmu_describe(w, "", "position");
    br_fmu_add(w, BR_FMU_OUTPUT, "z", "", deflection, 0);
    br_fmu_describe(w, "", br_packing_description(&w->packing, BR_STATE, 0));
    br_fmu_add(w, BR_FMU_OUTPUT, "F", "", force, 0);
    br_fmu_describe(w, "", br_packing_output_description(&w->packing, 0));
}

// ---------------------------------------------------------------- model.c

static bool is_estimated(const br_packing *w, int parameter)
{
    for (int i = 0; i < w->plan.ne; i++)
        if (w->plan.estimate[i].by == 'p' && w->plan.estimate[i].number == parameter)
            return true;
    return false;
}

static void put_source(const br_fmu_making *w, const bool *left_out)
{
    br_buffer *out = br_fmu_file(w->to, "sources/model.c");
    const br_plan *p = &w->packing.plan;
    bool elasto = p->observer == BR_PLAN_EP;
    br_buffer_put(out, "// model.c - what model.h declares. Emitted by bristle.\n#include \"model.h\"\n\n");
    br_fmu_starts(w, out, "first_u", BR_FMU_INPUT);
    if (elasto)
        br_fmu_starts(w, out, "first_p", BR_FMU_PARAMETER);
    else {
        br_buffer_print(out, "#define EXPECTED %d // outputs of the law are among those of the model\n", p->ny > 0);
        br_buffer_put(out, "static const int is_parameter[] = {");
        for (int i = 0; i < p->np; i++)
            if (!left_out[i])
                br_buffer_print(out, "%d, ", i);
        br_buffer_put(out, "0};\n");
    }
    br_buffer_put(out, "\n");
    br_fmu_refusals(w, out);
    br_buffer_put(out, "\n");
    br_fmu_embedded(elasto ? "elasto.c" : "observer.c", out);
}

// ---------------------------------------------------------------- all of it

static br_status write_sources(br_fmu_making *w, const bool *left_out)
{
    br_packing *k = &w->packing;
    br_fmu_package_header(w, "sources/observer.h");
    br_status status = br_packing_source(k, br_fmu_file(w->to, "sources/observer.c"));
    put_source(w, left_out);
    return status == BR_OK ? br_fmu_finish(w, NULL) : status;
}

br_status br_fmu_observer(br_fmu_making *w)
{
    br_packing *k = &w->packing;
    br_status status = br_packing_plan(k);
    bool *left_out = status == BR_OK ? calloc((size_t)k->plan.np + 1, sizeof *left_out) : NULL;
    if (status == BR_OK && !left_out)
        status = BR_NO_MEMORY;
    if (status != BR_OK)
        return status;
    for (int i = 0; i < k->plan.np; i++)
        left_out[i] = is_estimated(k, i);
    snprintf(w->title, sizeof w->title, "%s of the law %s", br_packing_observer(k), k->model->law.name);
    if (k->plan.observer == BR_PLAN_EP)
        add_elasto(w);
    else {
        snprintf(w->to->method, sizeof w->to->method, "%s", k->plan.nx > 0 ? k->plan.flow : "");
        add_inputs(w);
        add_results(w);
    }
    br_fmu_parameters(w, k->plan.p, left_out);
    status = write_sources(w, left_out);
    free(left_out);
    return status;
}
