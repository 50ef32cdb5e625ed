// fmu_compensator.c - a compensator as the model of an FMU: its package, and what makes a model of it (fmu/compensator.c).   [host]
#include "num/base/fp.h"

#include "emit/fmu/fmu_parts.h"

#include <stdio.h>

// Settings, then parameters of the law; what has been added is counted.
static int add_settings(br_fmu_making *w)
{
    int n = 0;
    br_packing_setting s;
    for (; br_packing_setting_at(&w->packing, n, &s); n++) {
        br_fmu_add(w, BR_FMU_PARAMETER, s.name, "", s.unit, s.value);
        br_fmu_bound(w, 0, s.positive, (double)BR_COMPENSATE_LARGEST, false);
        br_fmu_describe(w, "", s.words);
    }
    return n;
}

static void add_variables(br_fmu_making *w)
{
    static const char *const out[][2] = {{"command", "force of the drive"},
                                         {"feedback", "its part from the feedback"},
                                         {"friction", "friction force that is expected"}};
    const br_packing *k = &w->packing;
    const br_model *m = k->model;
    const char *x = k->bench.known.rotary ? "rad" : "m", *v = k->bench.known.rotary ? "rad/s" : "m/s";
    br_fmu_add(w, BR_FMU_TIME, "time", "", "s", 0);
    br_fmu_add(w, BR_FMU_INPUT, "reference", "", x, 0);
    br_fmu_describe(w, "", "position that is asked for");
    br_fmu_add(w, BR_FMU_INPUT, "reference_velocity", "", v, 0);
    br_fmu_describe(w, "", "its derivative");
    br_fmu_add(w, BR_FMU_INPUT, "reference_acceleration", "", k->bench.known.rotary ? "rad/s^2" : "m/s^2", 0);
    br_fmu_describe(w, "", "and that of the velocity");
    br_fmu_add(w, BR_FMU_INPUT, "position", "", x, 0);
    br_fmu_describe(w, "", "position as it is measured; NaN: missing");
    w->held = 3;
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        br_fmu_add(w, BR_FMU_OUTPUT, out[i][0], "", k->bench.known.rotary ? "N*m" : "N", 0);
        br_fmu_describe(w, "", out[i][1]);
    }
    br_fmu_add(w, BR_FMU_OUTPUT, "trust", "", "-", 0);
    br_fmu_describe(w, "", "how far the friction force is trusted, 0 to 1");
    for (int q = 0; k->plan.estimates && q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_STATE && i < br_model_len(m, q); i++) {
            char name[BR_NAME_SIZE + 16];
            br_fmu_name(m, q, i, name);
            br_fmu_add(w, BR_FMU_OUTPUT, name, "_est", m->law.q[q].si_text, 0);
            br_fmu_describe(w, "estimated: ", m->law.q[q].words);
        }
}

br_status br_fmu_compensator(br_fmu_making *w)
{
    br_packing *k = &w->packing;
    br_status status = br_packing_plan(k);
    if (status != BR_OK)
        return status;
    br_packing_compensator_notes(k, &w->to->notes);
    snprintf(w->title, sizeof w->title, "compensator %s", k->row.rival->name);
    snprintf(w->to->method, sizeof w->to->method, "%s", k->plan.np > 0 && k->plan.nx > 0 ? k->plan.flow : "");
    add_variables(w);
    int settings = add_settings(w);
    if (k->plan.np > 0)
        br_fmu_parameters(w, k->plan.p, NULL);
    br_fmu_package_header(w, "sources/compensator.h");
    status = br_packing_source(k, br_fmu_file(w->to, "sources/compensator.c"));
    br_buffer *out = br_fmu_file(w->to, "sources/model.c");
    br_buffer_put(out, "// model.c - what model.h declares. Emitted by bristle.\n#include \"model.h\"\n\n");
    br_buffer_print(out, "#define SETTINGS %d\n#define OF_LAW %d\n#define ESTIMATED %d\n", settings, k->plan.np,
                    k->plan.estimates ? k->plan.nx : 0);
    br_fmu_starts(w, out, "first_u", BR_FMU_INPUT);
    br_buffer_put(out, "\n");
    br_fmu_refusals(w, out);
    br_buffer_put(out, "\n");
    br_fmu_embedded("compensator.c", out);
    return status == BR_OK ? br_fmu_finish(w, NULL) : status;
}
