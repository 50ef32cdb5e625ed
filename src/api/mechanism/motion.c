// motion.c - a mechanism in motion: forward in time, or held to a motion that a table prescribes; rows, energies, warnings.   [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/mechanism/motion.h"

#include "api/mechanism/prescribed_motion.h"
#include "mech/estimate/table.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int progress_call(void *context, double share);

// ---------------------------------------------------------------- opening

br_status br_motion_open_machine(br_mechanism_motion *r, const char *path, size_t size, br_diag *why)
{
    r->size = size;
    br_status status = br_machine_open(&r->w, r->text, size, path, why);
    if (status != BR_OK)
        return status;
    r->held = calloc((size_t)r->w.m.measures + 1, sizeof *r->held);
    return r->held ? br_drawings_open(&r->drawings, &r->w.m) : BR_NO_MEMORY;
}

br_status br_motion_set_method(br_mechanism_motion *r, const char *method, br_diag *why)
{
    const br_mech_scheme *const is[] = {&br_mech_alpha, &br_mech_bdf1};
    r->scheme = method ? NULL : is[0];
    for (size_t i = 0; method && i < sizeof is / sizeof *is; i++)
        if (strcmp(method, is[i]->name) == 0)
            r->scheme = is[i];
    if (r->scheme)
        return BR_OK;
    return br_diag_fail(why, BR_BAD_USAGE, "%sthere is no method '%.60s' for mechanisms; there are alpha, bdf1", r->who,
                        method);
}

br_status br_motion_set_times(br_mechanism_motion *r, double until, double step, br_diag *why)
{
    r->until = until;
    r->step = step;
    if (until / step > 1e8)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%.3g steps are too many; use a longer %sstep", r->who, until / step,
                            r->dash);
    if (!(until >= step))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sstep is longer than the run", r->who, r->dash);
    return BR_OK;
}

void br_motion_release(br_mechanism_motion *r)
{
    br_record_close(&r->record);
    br_drawings_close(&r->drawings);
    br_coarse_close(&r->coarse);
    br_machine_close(&r->w);
    if (r->has_samples)
        br_samples_free(&r->samples);
    if (r->has_signals)
        br_signals_free(&r->signals);
    free(r->text);
    free(r->path);
    free(r->name);
    free(r->held);
}

// ---------------------------------------------------------------- energies

double br_motion_unaccounted(const br_mechanism_motion *r, double *turned)
{
    double gained = r->record.column[r->record.columns - 1].v[r->record.rows - 1];
    *turned = r->fastest + br_abs(r->w.s.worked) + br_abs(r->w.s.lost);
    return gained - r->w.s.worked + r->w.s.lost;
}

// An energy error shows a step that is too long.
static void warn_energy(br_mechanism_motion *r)
{
    const double fair = 0.01, off = 1e-14, v = off / r->step, *g = r->w.m.gravity; // off: positions, by rounding
    double pull = br_abs(g[0]) + br_abs(g[1]) + br_abs(g[2]), noise = (v * v + pull * off) * r->w.s.rho * r->w.s.n;
    double turned, left = br_motion_unaccounted(r, &turned);
    if (br_abs(left) > fair * turned + noise)
        br_buffer_print(&r->w.warnings, "%.2g %% of the energy exchanged is unaccounted for; use a shorter %sstep\n",
                        100 * br_abs(left) / turned, r->dash);
}

// Steps that keep the energy may still be too long: a swing that is too slow.
static void warn_coarse(br_mechanism_motion *r)
{
    double share;
    const char *name = br_coarse_worst(&r->coarse, &share);
    if (br_coarse_error(&r->coarse) > BR_COARSE_LIMIT)
        br_buffer_print(&r->w.warnings,
                        "coordinates or speeds are off by about %.2g %% (RMS) of the largest, as steps of twice the "
                        "length show; use a shorter %sstep\n",
                        100 * br_coarse_error(&r->coarse), r->dash);
    else if (share > BR_COARSE_LIMIT)
        br_buffer_print(&r->w.warnings,
                        "%s is off by about %.2g %% (RMS) of its largest value, as steps of twice the length show; use "
                        "a shorter %sstep\n",
                        name, 100 * share, r->dash);
    if (r->coarse.lost)
        br_buffer_print(&r->w.warnings,
                        "steps of twice the length do not converge from t = %.6g s on, so that errors are not known; "
                        "compare a shorter %sstep\n",
                        r->coarse.w.s.t, r->dash);
}

// The zero of potential energy is arbitrary, and a large offset would hide the changes.
static void subtract_start_energy(br_record *r)
{
    double *energy = r->column[r->columns - 1].v, start = energy[0];
    for (long long k = 0; k < r->rows; k++)
        energy[k] -= start;
}

// ---------------------------------------------------------------- rows

// Evenly over the rows.
static void draw_row(br_mechanism_motion *r, long long k, long long rows)
{
    br_drawings *d = &r->drawings;
    if (d->count < d->most && k * (d->most - 1) >= d->count * (rows - 1))
        br_drawings_put(d, d->count, r->w.s.t, &r->w.s);
}

// Row k of so many.
static void add_row(br_mechanism_motion *r, const bool *held, long long k, long long rows)
{
    draw_row(r, k, rows);
    double violation = br_moving_violation(&r->w.s), kinetic, potential;
    br_moving_energy(&r->w.s, &kinetic, &potential);
    r->fastest = kinetic > r->fastest ? kinetic : r->fastest;
    br_mech_table_add(&r->record, &r->w.s, held);
    r->violation = violation > r->violation ? violation : r->violation;
}

// Nothing that is not finite is answered: values of the last row, and energies.
static br_status check_finite(const br_mechanism_motion *r, br_diag *why)
{
    const br_record *to = &r->record;
    double turned, left = br_motion_unaccounted(r, &turned);
    const char *name = isfinite(left) && isfinite(turned) && isfinite(r->violation) ? NULL : "the energy";
    for (int c = 0; c < to->columns; c++)
        if (!isfinite(to->column[c].v[to->rows - 1]))
            name = to->column[c].name;
    if (!name)
        return BR_OK;
    return br_diag_fail(why, BR_NOT_FINITE,
                        "%st = %.9g s: %.60s is not a finite number; drives, speeds or masses are too "
                        "large, or %sstep is too long",
                        r->who, r->w.s.t, name, r->dash);
}

// Whether to go on; asked every 64 rows.
static br_status ask_progress(br_mechanism_motion *r, progress_call *progress, void *context, double share)
{
    r->interrupted = progress && !progress(context, share);
    return r->interrupted ? BR_NEGATIVE : BR_OK;
}

// Rows so far are valid.
static br_status note_interrupt(br_mechanism_motion *r, double until, br_status status, br_diag *why)
{
    if (!r->interrupted)
        return status;
    br_buffer_print(&r->w.warnings, "interrupted at t = %.9g s of %.9g s: the rows until then are reported\n", r->w.s.t,
                    until);
    return br_diag_fail(why, BR_NEGATIVE, "%sinterrupted at t = %.9g s of %.9g s", r->who, r->w.s.t, until);
}

// ---------------------------------------------------------------- forward in time

// A step that fails says whether a shorter one would not.
static br_status step_once(br_mechanism_motion *r, br_diag *why)
{
    const double shorter = r->step / 64;
    br_status status = br_moving_step(&r->w.s, r->scheme, r->step, why);
    size_t used = status != BR_OK && why ? strlen(why->text) : 0;
    if (used > 0 && br_moving_step(&r->w.s, r->scheme, shorter, NULL) == BR_OK)
        snprintf(why->text + used, sizeof why->text - used, "; one of %.3g s does", shorter);
    return status;
}

static br_status move_to_row(br_mechanism_motion *r, long long k, long long rows, br_diag *why)
{
    br_status status = br_drives_at(&r->w.drives, (double)k * r->step, r->w.s.drive, why);
    if (status == BR_OK)
        status = step_once(r, why);
    if (status != BR_OK)
        return status;
    r->w.s.t = (double)k * r->step;
    add_row(r, NULL, k, rows);
    br_coarse_follow(&r->coarse, &r->w.s, &r->record, k);
    return check_finite(r, why);
}

static br_status run_forward(br_mechanism_motion *r, progress_call *progress, void *context, br_diag *why)
{
    long long steps = (long long)(r->until / r->step * (1 + 1e-12));
    br_status status = br_mech_table_open(&r->record, &r->w.s, NULL, steps + 1, why);
    if (status == BR_OK)
        status = br_coarse_open(&r->coarse, r->text, r->size, r->path, r->scheme, r->step, why);
    if (status != BR_OK)
        return status;
    add_row(r, NULL, 0, steps + 1);
    for (long long k = 1; k <= steps && status == BR_OK; k++) {
        status = move_to_row(r, k, steps + 1, why);
        if (status == BR_OK && k % 64 == 0)
            status = ask_progress(r, progress, context, (double)k / (double)steps);
    }
    subtract_start_energy(&r->record);
    if (status == BR_OK)
        status = check_finite(r, why); // changes, too
    warn_energy(r);
    warn_coarse(r);
    return note_interrupt(r, r->until, status, why);
}

// ---------------------------------------------------------------- inverse dynamics

// The columns of a table that are called as the time, a measure or its speed, as a list of signals.
static void list_columns(br_buffer *list, const br_mech *m, br_rows table)
{
    for (int c = 0; c < table.columns; c++) {
        const char *name = table.column[c].name;
        if (strcmp(name, "t") == 0 || br_machine_measure(m, name) >= 0 || br_machine_measure_of_speed(m, name) >= 0)
            br_buffer_print(list, "%s%s = \"%s\"", list->size ? ", " : "", name, name);
    }
}

br_status br_motion_prescribe(br_mechanism_motion *r, br_rows table, const char *name, const char *signals,
                              br_diag *why)
{
    br_buffer list = {0};
    r->name = strdup(name);
    if (!r->name)
        return BR_NO_MEMORY;
    if (!signals)
        list_columns(&list, &r->w.m, table);
    br_status status = list.status;
    if (status == BR_OK)
        status = br_signals_read(&r->signals, signals ? signals : list.text ? list.text : "", r->origin, table, why);
    r->has_signals = status == BR_OK;
    if (status == BR_OK)
        status = br_samples_load(&r->samples, &r->signals, table, true, why);
    r->has_samples = status == BR_OK;
    br_buffer_free(&list);
    return status;
}

// Exactly as many motions as there are freedoms.
static br_status check_held(const br_mechanism_motion *r, int held, br_diag *why)
{
    const br_mech *m = &r->w.m;
    int free = br_machine_freedoms(&r->w) - (m->rows - m->rigid); // compliant joints are rigid here
    if (held == free)
        return BR_OK;
    return br_diag_fail(
        why, BR_BAD_DATA, "%sthe motion names %d of the joints and distances; %s has %d degree%s of freedom%s%s%s",
        r->who, held, m->name, free, free == 1 ? "" : "s", held > free && free > 0 ? ": the others follow; " : "",
        held > free && free > 0 ? r->dash : "", held > free && free > 0 ? "signals chooses" : "");
}

static br_status hold_signals(br_mechanism_motion *r, double *y, br_diag *why)
{
    const br_samples *p = &r->samples;
    const br_mech *m = &r->w.m;
    int held = 0;
    br_status status = BR_OK;
    for (int i = 0; i < m->measures && status == BR_OK; i++) {
        const char *name = m->measure[i].name;
        int signal = br_samples_find(p, name, strlen(name));
        r->held[i] = r->w.s.held[i] = signal >= 0;
        if (signal < 0)
            continue;
        held++;
        status = br_mech_slopes(p->t, p->y[signal], (long long)p->rows, y + (ptrdiff_t)3 * i, 3 * m->measures, why);
    }
    return status == BR_OK ? check_held(r, held, why) : status;
}

// One row of the motion. BR_BAD_DATA: the mechanism cannot be there.
static br_status follow_row(br_mechanism_motion *r, size_t k, const double *y, br_diag *why)
{
    const double *t = r->samples.t;
    br_diag what = {0};
    r->w.s.t = t[k];
    br_status status = br_drives_at(&r->w.drives, t[k], r->w.s.drive, why);
    if (status != BR_OK)
        return status;
    status = br_moving_follow(&r->w.s, y, k ? t[k] - t[k - 1] : 0, &what);
    if (status == BR_BAD_DATA)
        return br_diag_fail(why, status, "%.150s, row %zu, t = %.9g s: %.300s", r->name, k + 1, t[k], what.text);
    if (status != BR_OK && why)
        *why = what;
    return status;
}

static br_status follow_rows(br_mechanism_motion *r, const double *y, progress_call *progress, void *context,
                             br_diag *why)
{
    const br_samples *p = &r->samples;
    br_prescribed d;
    br_status status = br_prescribed_open(&d, &r->w.m, p, r->origin, why);
    for (size_t k = 0; k < p->rows && status == BR_OK; k++) {
        if (k % 64 == 63)
            status = ask_progress(r, progress, context, (double)k / (double)p->rows);
        if (status == BR_OK)
            status = follow_row(r, k, y + k * 3 * (size_t)r->w.m.measures, why);
        if (status == BR_OK) {
            br_prescribed_add_row(&d, &r->w.s, k);
            add_row(r, r->held, (long long)k, (long long)p->rows);
            status = check_finite(r, why);
        }
    }
    if (status == BR_OK)
        br_prescribed_report(&d, &r->w.warnings);
    br_prescribed_close(&d);
    return note_interrupt(r, p->rows > 0 ? p->t[p->rows - 1] : 0, status, why);
}

static br_status run_inverse(br_mechanism_motion *r, progress_call *progress, void *context, br_diag *why)
{
    size_t rows = r->samples.rows;
    double *y = calloc(rows * 3 * (size_t)r->w.m.measures + 1, sizeof *y);
    br_status status = y ? hold_signals(r, y, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_mech_table_open(&r->record, &r->w.s, r->held, (long long)rows, why);
    if (status == BR_OK)
        status = follow_rows(r, y, progress, context, why);
    if (status == BR_OK || r->interrupted)
        subtract_start_energy(&r->record);
    free(y);
    return status;
}

// ---------------------------------------------------------------- the run

br_status br_motion_run(br_mechanism_motion *r, int (*progress)(void *context, double share), void *context,
                        br_diag *why)
{
    if (r->ended)
        return br_diag_fail(why, BR_NEGATIVE, "%sthe motion has been run", r->who);
    r->ended = true;
    br_status status = r->scheme ? run_forward(r, progress, context, why) : run_inverse(r, progress, context, why);
    if ((status == BR_OK || r->interrupted) && r->noise)
        br_mech_table_noise(&r->record, &r->w.m, r->seed);
    return status;
}
