// drives.c - the formulas of a mechanism's drives as functions of time.          [host]
#include "num/base/fp.h"

#include "mech/motion/drives.h"

#include <stdio.h>
#include <string.h>

br_status br_drives_open(br_drives *d, const br_mech *m, br_diag *why)
{
    memset(d, 0, sizeof *d);
    if (m->drives == 0)
        return BR_OK;
    br_buffer_put(&d->law, "law drives\n");
    for (int i = 0; i < m->forces; i++) {
        const br_force *f = &m->force[i];
        if (f->kind != BR_FORCE_DRIVE)
            continue;
        bool turns = m->measure[f->measure].kind == BR_MEASURE_TURN;
        br_buffer_print(&d->law, "input %s %s\n", f->name, turns ? "N*m" : "N");
        if (f->drive == 0) // a law has an output
            br_buffer_print(&d->law, "output force_of_first %s\nforce_of_first = %s\n", turns ? "N*m" : "N", f->name);
        br_buffer_print(&d->list, "%s%s = %.*s", f->drive ? ", " : "", f->name, f->size, f->text ? f->text : "");
        if (!f->text) { // unknown: as it starts
            br_buffer_number(&d->list, f->rest);
            br_buffer_print(&d->list, " %s", turns ? "N*m" : "N");
        }
    }
    br_status status = d->law.status == BR_OK ? d->list.status : d->law.status;
    char origin[80];
    snprintf(origin, sizeof origin, "%.60s, drives", m->tokens.origin);
    br_model_source from = {.text = d->law.text, .size = d->law.size, .origin = origin};
    if (status == BR_OK)
        status = br_model_open(&d->model, &from, NULL, 0, why);
    if (status == BR_OK)
        status = br_source_read(&d->source, d->list.text, origin, &d->model, NULL, why);
    return status;
}

void br_drives_close(br_drives *d)
{
    br_source_free(&d->source);
    br_model_close(&d->model);
    br_buffer_free(&d->law);
    br_buffer_free(&d->list);
}

br_status br_drives_at(const br_drives *d, double t, double *F, br_diag *why)
{
    return d->model.nu > 0 ? br_source_at(&d->source, t, F, NULL, why) : BR_OK;
}
