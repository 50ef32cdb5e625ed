// differentiate.c - differentiators in a program: bristle/differentiate.h.        [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "loop/friction/indirect.h"
#include "loop/signal/differentiate.h"

#include <bristle/differentiate.h>

#include <math.h>
#include <stdlib.h>

// Windows stand behind it.
struct br_differentiator {
    br_differentiate is;
};

static const br_differentiator_options defaults = {
    .size = sizeof defaults, .step = 1e-3, .order = 2, .window = 32, .hold = 100};

br_status br_differentiator_defaults(br_differentiator_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- opening

static br_status refuse(const br_differentiator_options *o, br_diag *why)
{
    static const int orders[] = {2, 4, 6, 8};
    bool even = false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        even = even || o->order == orders[i];
    if ((int)o->kind < 0 || o->kind > BR_DIFFERENTIATOR_WINDOW)
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: `--kind` is none of BR_DIFFERENTIATOR_...");
    if (!(o->step > 0 && isfinite(o->step)))
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: `--step` is a time above 0 s");
    if (!(o->cutoff >= 0 && o->cutoff < 0.5 / o->step))
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: `--cutoff` is from 0 to below %.6g Hz, half the rate",
                            0.5 / o->step);
    if (!even)
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: `--order` is 2, 4, 6 or 8");
    if (o->kind == BR_DIFFERENTIATOR_WINDOW && !(o->band > 0 && isfinite(o->band)))
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: windows need `--band`, the step of the encoder");
    if (o->window < 1 || o->window > 4096)
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: `--window` is 1 to 4096");
    if (o->hold < 0 || o->hold > 1000)
        return br_diag_fail(why, BR_BAD_USAGE, "differentiator: `--hold` is 0 to 1000");
    return BR_OK;
}

static br_status read_options(const br_differentiator_options *from, br_differentiate_options *to, br_diag *why)
{
    static const br_differentiate_kind *const kinds[] = {[BR_DIFFERENTIATOR_LOWPASS] = &br_differentiate_lowpass,
                                                         [BR_DIFFERENTIATOR_KALMAN] = &br_differentiate_kalman,
                                                         [BR_DIFFERENTIATOR_WINDOW] = &br_differentiate_window};
    br_differentiator_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, sizeof o, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "differentiator: options come from br_differentiator_defaults(&options, sizeof options)");
    br_status status = refuse(&o, why);
    if (status != BR_OK)
        return status;
    *to = br_differentiate_defaults(kinds[o.kind], o.step);
    to->cutoff = o.cutoff > 0 ? o.cutoff : to->cutoff;
    to->order = o.order;
    to->band = o.band;
    to->window = o.window;
    to->hold = o.hold;
    return BR_OK;
}

static size_t bytes_of(const br_differentiate_options *o)
{
    return br_bytes_aligned(sizeof(br_differentiator)) + br_differentiate_bytes(o);
}

static br_status init_differentiator(br_differentiator *d, const br_differentiate_options *o)
{
    return br_differentiate_init(&d->is, o, (char *)d + br_bytes_aligned(sizeof *d), br_differentiate_bytes(o));
}

size_t br_differentiator_bytes(const br_differentiator_options *options)
{
    br_differentiate_options o;
    return options && read_options(options, &o, NULL) == BR_OK ? bytes_of(&o) : 0;
}

br_status br_differentiator_init(br_differentiator **d, const br_differentiator_options *options, void *memory,
                                 size_t bytes)
{
    br_differentiate_options o;
    if (!d || !memory || !br_is_aligned(memory) || read_options(options, &o, NULL) != BR_OK || bytes < bytes_of(&o))
        return BR_BAD_USAGE;
    br_status status = init_differentiator(memory, &o);
    if (status == BR_OK)
        *d = memory;
    return status;
}

static br_status open_differentiator(br_differentiator **d, const br_differentiator_options *options, br_diag *why)
{
    br_differentiate_options o;
    if (!d)
        return br_diag_fail(why, BR_BAD_USAGE, "br_differentiator_open: a place for the handle is needed");
    br_status status = read_options(options, &o, why);
    if (status != BR_OK)
        return status;
    br_differentiator *fresh = malloc(bytes_of(&o));
    status = fresh ? init_differentiator(fresh, &o) : BR_NO_MEMORY;
    if (status == BR_OK)
        *d = fresh;
    else
        free(fresh);
    return status == BR_BAD_USAGE ? br_diag_fail(why, status, "differentiator: these options are out of range")
                                  : status;
}

br_status br_differentiator_open(br_differentiator **d, const br_differentiator_options *options, br_diag *why)
{
    return br_said(open_differentiator(d, options, why), why);
}

void br_differentiator_close(br_differentiator *d)
{
    free(d);
}

// ---------------------------------------------------------------- at every sample

br_status br_differentiator_step_after(br_differentiator *d, double q, double dt)
{
    return d ? br_differentiate_step(&d->is, q, dt, NULL) : BR_BAD_USAGE;
}

br_status br_differentiator_step(br_differentiator *d, double q)
{
    return d ? br_differentiate_step(&d->is, q, d->is.o.dt, NULL) : BR_BAD_USAGE;
}

double br_differentiator_position(const br_differentiator *d)
{
    return d ? d->is.x.q : (double)NAN;
}

double br_differentiator_velocity(const br_differentiator *d)
{
    return d ? d->is.x.v : (double)NAN;
}

double br_differentiator_acceleration(const br_differentiator *d)
{
    return d ? d->is.x.a : (double)NAN;
}

double br_differentiator_force(const br_differentiator *d, double drive, double mass)
{
    return d ? br_indirect_force(drive, mass, d->is.x.a) : (double)NAN;
}

void br_differentiator_reset(br_differentiator *d)
{
    if (d)
        br_differentiate_reset(&d->is);
}

unsigned long br_differentiator_count(const br_differentiator *d, br_differentiator_count_of what)
{
    if (!d)
        return 0;
    switch (what) {
    case BR_DIFFERENTIATOR_MISSING: return d->is.health.missing;
    case BR_DIFFERENTIATOR_REFUSED: return d->is.health.refused;
    case BR_DIFFERENTIATOR_RESTARTS: return d->is.health.restarts;
    default: return 0;
    }
}
