// notation.c - notations of other programs by their names.                       [host]
#include "num/base/fp.h"

#include "emit/export/export.h"
#include "num/text/diag.h"

#include <math.h>
#include <string.h>

static const br_notation notations[] = {{"modelica", ".mo", NULL},
                                        {"mujoco", ".xml", br_export_mujoco},
                                        {"dcmotor", ".xml", br_export_dcmotor},
                                        {"urdf", ".urdf", br_export_urdf},
                                        {"cia402", ".csv", br_export_cia402}};

const br_notation *br_notation_find(const char *name)
{
    for (size_t i = 0; i < sizeof notations / sizeof *notations; i++)
        if (strcmp(notations[i].name, name) == 0)
            return &notations[i];
    return NULL;
}

br_status br_notation_write(br_buffer *out, const br_notation *n, br_model *m, double speed, br_diag *why)
{
    br_steady s;
    if (n->write && br_law_find(&m->law, "v", 1) < 0)
        return br_diag_fail(why, BR_BAD_LAW,
                            "%s has no input v, so it has no steady-state friction; give a friction law", m->law.name);
    br_status status = n->write ? br_steady_of(&s, m, speed, why) : br_export_modelica(out, m, why);
    if (status == BR_OK && n->write)
        n->write(out, &s);
    return status == BR_OK ? out->status : status;
}
