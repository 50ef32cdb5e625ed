// beside.c - a run beside a simulation: whether it matters that inputs are held, or that an update stands for the rates.   [host]
#include "num/base/fp.h"

#include "api/simulate/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool holds_signals(const br_simulation *s)
{
    return s->has_samples && !s->samples.linear;
}

// Would the run beside be another one?
static bool differs(const br_simulation *s)
{
    if (s->run.system.sys.nx == 0)
        return false;
    return s->method->update ||
           (s->source.leads + s->source.formulas.count > 0 && (s->method->fixed || holds_signals(s)));
}

static br_run_options options_beside(const br_simulation *s, const br_run_options *o)
{
    br_run_options with = *o;
    with.mean = s->method->fixed != NULL;
    if (s->method->update)
        with.method = br_run_method_find("stiff");
    return with;
}

br_status br_beside_open(br_beside *b, br_simulation *s, const br_run_options *o, br_diag *why)
{
    memset(b, 0, sizeof *b);
    if (!differs(s))
        return BR_OK;
    const br_sys *sys = &s->run.system.sys;
    b->samples = s->samples;
    b->samples.linear = true;
    b->source = s->source;
    b->source.samples = s->has_samples ? &b->samples : NULL;
    br_drive drive = br_driver_of(&b->driver, &b->source);
    br_run_options with = options_beside(s, o);
    b->row = calloc(2 * (size_t)(sys->nx + sys->ny) + 1, sizeof *b->row);
    br_status status = b->row ? br_apart_open(&b->apart, sys->nx + sys->ny) : BR_NO_MEMORY;
    br_diag ignored = {0};
    if (status == BR_OK)
        status = br_run_open(&b->run, s->model, &drive, &with, &ignored);
    b->open = status == BR_OK;
    if (status == BR_NO_MEMORY && why)
        *why = ignored;
    return status == BR_NO_MEMORY ? status : BR_OK;
}

void br_beside_close(br_beside *b)
{
    if (b->open)
        br_run_close(&b->run);
    br_apart_close(&b->apart);
    free(b->row);
    memset(b, 0, sizeof *b);
}

static void put_row(double *row, const br_run *r)
{
    memcpy(row, r->x, (size_t)r->system.sys.nx * sizeof *row);
    memcpy(row + r->system.sys.nx, r->y, (size_t)r->system.sys.ny * sizeof *row);
}

br_status br_beside_follow(br_beside *b, const br_simulation *s)
{
    if (!b->open || b->lost)
        return BR_OK;
    const br_sys *sys = &s->run.system.sys;
    br_diag ignored = {0};
    br_status status = br_run_to(&b->run, s->run.t, &ignored);
    b->lost = status != BR_OK;
    if (b->lost)
        return status == BR_NO_MEMORY ? status : BR_OK;
    bool same = memcmp(s->run.m, b->run.m, (size_t)sys->nm * sizeof *s->run.m) == 0; // in other modes outputs may jump
    double *row = b->row, *other = row + sys->nx + sys->ny;
    put_row(row, &s->run);
    put_row(other, &b->run);
    br_apart_row(&b->apart, same ? sys->nx + sys->ny : sys->nx, row, other);
    return BR_OK;
}

void br_beside_warn(const br_beside *b, const br_simulation *s, br_buffer *w)
{
    double apart = 100 * br_apart_share(&b->apart);
    if (!(apart > 100 * BR_BESIDE_LIMIT && isfinite(apart)))
        return;
    if (s->method->update)
        br_buffer_print(
            w,
            "from the rates of the law (method stiff) this run of its update is %.3g %% (RMS) of the largest "
            "value away; use a shorter step, and inputs of the update that agree with those of the rates\n",
            apart);
    else if (s->method->fixed)
        br_buffer_print(
            w,
            "inputs are held over each step: with their means this run is %.3g %% (RMS) of the largest value "
            "away; a command that a drive holds is right as it is, for others use a shorter step, or method "
            "stiff%s\n",
            apart, holds_signals(s) ? ", and straight lines between rows (linear)" : "");
    else
        br_buffer_print(
            w,
            "signals are held from row to row: on straight lines (linear) this run is %.3g %% (RMS) of the "
            "largest value away; a command that a drive holds is right as it is, what was measured is half a "
            "row late\n",
            apart);
}
