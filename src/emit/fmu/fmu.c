// fmu.c - a law, a plant, an observer or a compensator as an FMU for co-simulation.   [host]
#include "num/base/fp.h"

#include "emit/fmu/fmu_parts.h"
#include "law/print/print.h"
#include "law/print/c_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void br_fmu_free(br_fmu *f)
{
    for (int i = 0; i < f->files; i++)
        br_buffer_free(&f->text[i]);
    br_buffer_free(&f->notes);
    f->files = 0;
}

static void name_binary(br_fmu *f, const char *law, const char *what)
{
    char name[sizeof f->identifier];
    snprintf(name, sizeof name, "%s%s%s", law, what ? "_" : "", what ? what : "");
    br_c_mangle(name, f->identifier, sizeof f->identifier);
}

static br_status write_rest(br_fmu_making *w)
{
    bool two = w->o->version == 2;
    br_fmu_embedded("instance.h", br_fmu_file(w->to, "sources/instance.h"));
    br_fmu_embedded(two ? "fmi2.c" : "fmi3.c", br_fmu_file(w->to, two ? "sources/fmi2.c" : "sources/fmi3.c"));
    br_fmu_description(w, br_fmu_file(w->to, "modelDescription.xml"));
    if (!two)
        br_fmu_build(w, br_fmu_file(w->to, "sources/buildDescription.xml"));
    br_status status = w->status;
    for (int i = 0; i < w->to->files && status == BR_OK; i++)
        status = w->to->text[i].status;
    return status;
}

br_status br_fmu_make(br_fmu *f, br_model *m, const br_fmu_options *o, br_diag *why)
{
    static const char *const observer[] = {[BR_PLAN_EKF] = "ekf",
                                           [BR_PLAN_UKF] = "ukf",
                                           [BR_PLAN_PARTICLE] = "particle",
                                           [BR_PLAN_MHE] = "mhe",
                                           [BR_PLAN_EP] = "ep"};
    br_package_options package = {.prefix = "model"};
    br_fmu_options with = *o;
    br_fmu_making *w = calloc(1, sizeof *w); // large: no load for a small stack
    if (!w)
        return BR_NO_MEMORY;
    w->o = &with;
    w->to = f;
    w->packing.o = &package;
    w->packing.model = m;
    w->packing.prefix = "model";
    w->packing.capital = "MODEL";
    w->packing.why = why;
    memset(f, 0, sizeof *f);
    if (o->package) {
        package = *o->package;
        package.prefix = package.compensator ? "compensator" : "observer";
        w->packing.prefix = package.prefix;
        w->packing.capital = package.compensator ? "COMPENSATOR" : "OBSERVER";
        with.step = 1 / package.rate;
    }
    name_binary(f, m->law.name,
                package.compensator ? package.compensator
                : o->package        ? observer[package.observer]
                                    : NULL);
    br_status status = br_law_check_printable(&m->law, why);
    if (status == BR_OK)
        status = package.compensator ? br_fmu_compensator(w)
                 : o->package        ? br_fmu_observer(w)
                                     : br_fmu_law(w, &with, why);
    if (status == BR_OK)
        status = write_rest(w);
    if (status == BR_OK)
        status = f->notes.status;
    f->guessed = o->package && br_packing_is_guessed(&w->packing);
    br_packing_close(&w->packing);
    free(w->variable);
    free(w);
    return status;
}
