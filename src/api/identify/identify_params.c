// identify_params.c - the best law as a parameter file, with what is known of it as comments.   [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "num/base/fnv.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- what is fitted

static void write_known(br_buffer *out, const char *name, double value, const char *unit)
{
    if (value == 0)
        return;
    br_buffer_print(out, ", %s ", name);
    br_buffer_about(out, value, 6);
    br_buffer_print(out, " %s", unit);
}

// "drive force = friction + m*a + offset, mass 20 kg"
void br_identification_write_balance(br_buffer *out, const br_identification *w)
{
    const br_identify_options *o = &w->options;
    br_buffer_put(out, w->drive ? "drive force = friction + m*a" : "friction force");
    br_buffer_put(out, !o->term[BR_AXIS_OFFSET] ? "" : o->offset_each ? " + offset of each log" : " + offset");
    br_buffer_put(out, o->term[BR_AXIS_SIN] ? " + gravity" : "");
    br_buffer_put(out, o->term[BR_AXIS_SPRING] || o->spring != 0 ? " + spring*x" : "");
    br_buffer_put(out, o->term[BR_AXIS_DAMPER] || o->damper != 0 ? " + damper*v" : "");
    write_known(out, "mass", w->mass, w->rotary ? "kg*m^2" : "kg");
    write_known(out, "spring", o->spring, w->rotary ? "N*m/rad" : "N/m");
    write_known(out, "damper", o->damper, w->rotary ? "N*m*s/rad" : "N*s/m");
}

// ---------------------------------------------------------------- the file

// FNV-1a hash of the fitted data: which log a parameter file belongs to.
static uint64_t hash_of(const br_identification *w)
{
    uint64_t h = BR_FNV64_START;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->axis[i];
        if (l->test)
            continue;
        const double *column[] = {l->trace.t, l->v, l->y};
        for (int c = 0; c < 3; c++)
            for (long long k = 0; k < l->trace.rows; k++) {
                unsigned char byte[sizeof(uint64_t)]; // the least first, on every machine
                uint64_t bits;
                memcpy(&bits, &column[c][k], sizeof bits);
                for (int b = 0; b < 8; b++)
                    byte[b] = (unsigned char)(bits >> 8 * b);
                h = br_fnv64(h, byte, sizeof byte);
            }
    }
    return h;
}

static void write_ranges(br_buffer *out, const br_identification *w)
{
    double v[2] = {HUGE_VAL, -HUGE_VAL}, y[2] = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->axis[i].trace.rows && !w->axis[i].test; k++) {
            v[0] = br_smaller(v[0], w->axis[i].v[k]);
            v[1] = br_larger(v[1], w->axis[i].v[k]);
            y[0] = br_smaller(y[0], w->axis[i].y[k]);
            y[1] = br_larger(y[1], w->axis[i].y[k]);
        }
    br_buffer_print(out, "# range of the data: v from %.4g to %.4g %s, %s from %.4g to %.4g %s\n", v[0], v[1],
                    w->speed_unit, w->drive ? "u" : "F", y[0], y[1], w->force_unit);
}

static void write_covariance(br_buffer *out, const br_identified *id)
{
    br_buffer_put(out, "# covariance, in the order of");
    for (int i = 0; i < id->fit.n; i++)
        br_buffer_print(out, " %s", br_identified_name(id, i));
    br_buffer_put(out, ":\n");
    for (int i = 0; i < id->fit.n; i++) {
        br_buffer_put(out, "#  ");
        for (int k = 0; k < id->fit.n; k++) {
            br_buffer_put(out, " ");
            br_buffer_about(out, id->fit.covariance[i * id->fit.n + k], 6);
        }
        br_buffer_put(out, "\n");
    }
}

void br_identification_write_params(br_buffer *out, const br_identification *w, const char *by)
{
    const br_identified_law *d = &w->law[w->best];
    const br_identified *id = &d->id;
    br_buffer_put(out, "version 1\n# made by ");
    br_buffer_print(out, "%s from", by);
    for (int i = 0; i < w->logs; i++) {
        br_buffer_put(out, " ");
        br_buffer_safe(out, w->log[i].name, strlen(w->log[i].name));
    }
    br_buffer_print(out, "\n# data %016llx\n", (unsigned long long)hash_of(w));
    write_ranges(out, w);
    br_buffer_put(out, "# sign: F opposes the motion: positive at positive v; ");
    br_identification_write_balance(out, w);
    br_buffer_put(out, "\n");
    br_buffer_print(out, "# fit error %.4g %%", 100 * id->fit.error);
    if (isfinite(id->hold_out_error))
        br_buffer_print(out, ", hold-out error %.4g %%", 100 * id->hold_out_error);
    br_buffer_put(out, "\n");
    for (int i = 0; i < id->fit.n; i++) {
        br_buffer_print(out, "# %s = ", br_identified_name(id, i));
        br_buffer_number(out, id->fit.value[i]);
        br_buffer_print(out, " %s, sd %.4g, for autocorrelated residuals %.4g\n", br_identified_unit(id, i),
                        id->fit.sd[i], id->fit.corrected_sd[i]);
    }
    write_covariance(out, id);
    br_buffer_print(out, "set identified \"identified from a log\" for %s\n", id->model->law.name);
    br_model_write_values(out, id->model, "\n");
    br_buffer_put(out, "\n");
}
