// simulate_run.c - a simulation: log, times, inputs, rows, sensors and warnings.   [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/simulate/simulation.h"
#include "api/law/sized.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- before the run

br_status br_simulation_read_log(br_simulation *s, const char *signals, const char *origin, br_rows table, bool linear,
                                 br_diag *why)
{
    br_status status = br_signals_read(&s->signals, signals, origin, table, why);
    s->has_signals = status == BR_OK;
    if (status == BR_OK)
        status = br_samples_load(&s->samples, &s->signals, table, linear, why);
    s->has_samples = status == BR_OK;
    return status;
}

br_status br_simulation_set_times(br_simulation *s, double until, double step, br_diag *why)
{
    s->start = s->has_samples ? s->samples.t[0] : 0;
    s->until = until != 0 || !s->has_samples ? until : s->samples.sampling.end;
    if (!(s->until > s->start))
        return br_diag_fail(why, BR_BAD_USAGE, "%sthe run would end at %.9g s, where the record begins", s->who,
                            s->until);
    s->step = step != 0 ? step : (s->until - s->start) / 1000;
    if (!(s->step > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--step is not above 0", s->who);
    if (s->step > s->until - s->start)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--step is longer than the run", s->who);
    return BR_OK;
}

br_status br_simulation_read_inputs(br_simulation *s, const char *input, const char *origin, br_diag *why)
{
    br_status status = br_source_read(&s->source, input, origin, s->model, s->has_samples ? &s->samples : NULL, why);
    return status == BR_OK ? br_source_no_jump(&s->source, s->start, s->until, why) : status;
}

// An estimate of the number of steps of the run, from its first two thousand; 0: the run is short. Failures other than of memory
// are left to the run itself.
static br_status count_steps(br_simulation *s, const br_run_options *o, double *count)
{
    enum { SCOUTED = 2000 };
    br_driver driver;
    br_drive drive = br_driver_of(&driver, &s->source);
    br_run scout;
    br_diag words = {0};
    double span = s->until - s->start, way = 1e-9 * (span < 1 ? span : 1);
    br_status status = br_run_open(&scout, s->model, &drive, o, &words);
    *count = 0;
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_OK;
    while (way < s->step && scout.count.steps < SCOUTED && status == BR_OK) {
        status = br_run_to(&scout, s->start + way, &words);
        way *= status == BR_OK ? 2 : 1;
    }
    if (scout.count.steps >= SCOUTED)
        *count = (double)scout.count.steps * (span / (scout.t - s->start));
    br_run_close(&scout);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

static br_status check_length(br_simulation *s, const br_run_options *o, br_diag *why)
{
    const double most = 1e9;
    double span = s->until - s->start, count = span / s->step;
    if (count > most)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%.3g samples are too many; use a longer --step", s->who, count);
    br_status status = s->method->adaptive ? count_steps(s, o, &count) : BR_OK;
    if (status != BR_OK)
        return status;
    if (count > most)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%sthe run would take about %.1g steps, and 1e9 are allowed; use --until '%.1g s' or less",
                            s->who, count, s->start + span * (most / count));
    if (s->until > BR_RUN_FAR)
        return br_diag_fail(why, BR_BAD_USAGE, "%sthe run would end at %g s, and no run goes beyond %g s", s->who,
                            s->until, BR_RUN_FAR);
    return BR_OK;
}

static br_status open_run(br_simulation *s, br_diag *why)
{
    br_run_options o = br_run_defaults();
    br_drive drive = br_driver_of(&s->driver, &s->source);
    o.method = s->method;
    o.step = s->step;
    o.start = s->start;
    o.until = s->until;
    o.relative = s->tolerance;
    o.absolute = 1e-6 * s->tolerance;
    br_status status = check_length(s, &o, why);
    if (status == BR_OK)
        status = br_run_open(&s->run, s->model, &drive, &o, why);
    if (status == BR_OK)
        status = br_beside_open(&s->beside, s, &o, why);
    if (status != BR_OK && s->driver.why.text[0] && why)
        *why = s->driver.why;
    return status;
}

br_status br_simulation_begin(br_simulation *s, const char *sensors, const char *origin, br_diag *why)
{
    double span = s->until - s->start, count = span / s->step;
    br_status status = open_run(s, why);
    if (status != BR_OK)
        return status;
    bool fixed = !s->method->adaptive; // whose last sample is the last whole step
    long long whole = (long long)(count * (1 + 1e-12));
    s->rows = whole + 1 + (!fixed && (double)whole * s->step < span * (1 - 1e-12));
    status = br_record_open(&s->record, s->model, s->rows, why);
    if (status == BR_OK && sensors) { // an error in the list is reported before the work
        s->sensors = strdup(sensors);
        status = s->sensors ? br_record_measure(&s->record, sensors, origin, s->seed, why) : BR_NO_MEMORY;
    }
    return status;
}

// ---------------------------------------------------------------- rows

// An input that no machine has, as of a wrong unit or a faulty sensor: its row, if it comes from a log. Empty: there was none.
static void write_far_input(const br_simulation *s, char *text, size_t size)
{
    const br_driver *d = &s->driver;
    char row[60] = "", unit[BR_UNIT_SIZE] = "";
    const br_parsed_law *law = &s->model->law;
    text[0] = 0;
    if (!d->far)
        return;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_INPUT && d->which >= s->model->at[q] &&
            d->which < s->model->at[q] + br_model_len(s->model, q))
            br_unit_write(unit, law->q[q].unit);
    if (s->has_samples)
        snprintf(row, sizeof row, ", in row %zu of the log",
                 br_samples_row_after(&s->samples, d->when) + (s->samples.linear ? 1 : 0));
    snprintf(text, size, "input %.80s is %.3g %s at %.9g s%s: beyond 1e9 in its SI unit",
             s->source.input[d->which].name, d->was, unit, d->when, row);
}

// Why a run could not go on.
static br_status explain_end(const br_simulation *s, br_status status, br_diag *why)
{
    char far[300];
    if (!why)
        return status;
    if (s->driver.why.text[0])
        *why = s->driver.why;
    write_far_input(s, far, sizeof far);
    br_diag first = *why;
    return far[0] ? br_diag_fail(why, status, "%.150s; %s", first.text, far) : status;
}

br_status br_simulation_next(br_simulation *s, br_diag *why)
{
    if (!s)
        return br_diag_fail(why, BR_BAD_USAGE, "br_simulation_next: a simulation is needed");
    if (s->ended || s->record.rows >= s->rows)
        return br_diag_fail(why, BR_NEGATIVE, "%sthere is no further row", s->who);
    double t =
        br_run_snap(&s->run, s->start + (double)s->record.rows * s->step); // a row at a break has the values behind it
    br_status status = br_run_to(&s->run, t < s->until ? t : s->until, why);
    if (status == BR_OK) {
        br_record_add(&s->record, &s->run);
        return br_beside_follow(&s->beside, s);
    }
    return explain_end(s, status, why);
}

static br_status run_rows(br_simulation *s, int (*progress)(void *context, double share), void *context, br_diag *why)
{
    if (!s)
        return br_diag_fail(why, BR_BAD_USAGE, "br_simulation_run: a simulation is needed");
    br_status status = BR_OK;
    bool stopped = false;
    while (s->record.rows < s->rows && !s->ended && status == BR_OK && !stopped) {
        status = br_simulation_next(s, why);
        if (status == BR_OK && s->record.rows % 64 == 1 && progress)
            stopped = !progress(context, (double)s->record.rows / (double)s->rows);
    }
    if (status == BR_OK && stopped)
        br_buffer_print(&s->warnings, "interrupted at t = %.9g s of %.9g s: the rows until then are reported\n",
                        s->run.t, s->until);
    if (status == BR_OK)
        status = br_simulation_end(s, why);
    return status == BR_OK && stopped ? br_diag_fail(why, BR_NEGATIVE, "%sstopped", s->who) : status;
}

br_status br_simulation_run(br_simulation *s, int (*progress)(void *context, double share), void *context, br_diag *why)
{
    return br_said(run_rows(s, progress, context, why), why);
}

// ---------------------------------------------------------------- behind the run

// What a step and smaller ones over the same time say.
static void warn_of_check(br_simulation *s, const char *other)
{
    br_buffer *w = &s->warnings;
    const br_step_check *c = &s->run.check;
    if (c->off == 0)
        return;
    br_buffer_print(w,
                    "%s is not accurate here: %lu of %lu checked steps differ by more than %g %% of the largest state "
                    "from smaller steps, ",
                    s->method->name, c->off, c->checked, 100 * BR_STEP_CHECK_LIMIT);
    if (isfinite(c->worst))
        br_buffer_print(w, "at worst by %.3g %%; ", 100 * c->worst);
    else
        br_buffer_put(w, "and some are not finite; ");
    br_buffer_print(w, "use a shorter step, or method %s\n", other);
}

static void warn_of_shadow(br_simulation *s, const char *other)
{
    double apart = br_apart_share(&s->run.check.apart);
    if (apart > BR_SHADOW_LIMIT && isfinite(apart))
        br_buffer_print(&s->warnings,
                        "errors of %s add up: from a run with half the step this one is %.3g %% (RMS) of the largest "
                        "value away; use a shorter step, or method %s\n",
                        s->method->name, 100 * apart, other);
}

static void warn(br_simulation *s)
{
    const br_integrator_health *h = &s->run.health;
    br_buffer *w = &s->warnings;
    if (s->run.stiff && s->method->adaptive)
        br_buffer_print(
            w, "the model is stiff: stability limited the steps of %s to about %.2g s; method stiff is faster\n",
            s->method->name, s->run.stable);
    if (s->run.stiff && s->method->fixed)
        br_buffer_print(
            w, "%s is guaranteed stable only for steps below %.2g s here; method stiff and lie have no such limit\n",
            s->method->name, s->run.stable);
    char far[300];
    write_far_input(s, far, sizeof far);
    if (far[0])
        br_buffer_print(w, "%s\n", far);
    const char *other = strcmp(s->method->name, "exact") != 0 && s->run.system.sys.nm > 0 ? "exact or stiff" : "stiff";
    br_step_check_end(&s->run.check);
    warn_of_check(s, other);
    warn_of_shadow(s, other);
    br_beside_warn(&s->beside, s, w);
    if (h->capped)
        br_buffer_print(w, "%lu of %lld steps needed more substeps than allowed; use a shorter step\n", h->capped,
                        s->run.steps);
    if (h->unconverged)
        br_buffer_print(w, "%lu substeps did not converge, in %lld steps; use a shorter step\n", h->unconverged,
                        s->run.steps);
    if (h->unsettled)
        br_buffer_print(w, "modes needed more transitions than allowed, %lu times; use a shorter step\n", h->unsettled);
}

br_status br_simulation_end(br_simulation *s, br_diag *why)
{
    if (s->ended)
        return BR_OK;
    s->ended = true;
    br_status status = s->sensors ? br_record_measure(&s->record, s->sensors, "--sensors", s->seed, why) : BR_OK;
    warn(s);
    return status == BR_OK ? s->warnings.status : status;
}

void br_simulation_release(br_simulation *s)
{
    br_record_close(&s->record);
    br_beside_close(&s->beside);
    br_run_close(&s->run);
    br_source_free(&s->source);
    if (s->has_samples)
        br_samples_free(&s->samples);
    if (s->has_signals)
        br_signals_free(&s->signals);
    br_opened_law_close(s->law);
    br_buffer_free(&s->warnings);
    free(s->sensors);
}
