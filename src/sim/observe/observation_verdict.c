// observation_verdict.c - checks of an observation: warnings, and failures for which it is not to be trusted.   [host]
//
// docs/observers.md, "When a run has failed", has these rules in words.
#include "num/base/fp.h"

#include "loop/filter/gate.h"
#include "law/model/condition.h"
#include "num/base/chi2.h"
#include "num/base/elem.h"
#include "num/text/piece.h"
#include "sim/observe/observation_verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double COLOURED = 0.3;   // lag-1 autocorrelation: sds are too small by a third
static const double IMPOSSIBLE = 100; // mean square of normalised innovations: sds are ten times too small

typedef struct judging {
    const br_observation *ob;
    const br_observed_run *run;
    br_verdict *to;
} judging;

// ---------------------------------------------------------------- what is compared

bool br_observation_input(const br_observation *ob, const br_observation_options *o, int i)
{
    const br_tuning *t = &ob->tuning;
    return o->horizon.intervals > 0 && i >= t->nx && i < t->nx + t->ne && t->estimate[i - t->nx].by == 'u';
}

static bool is_input(const judging *o, int i)
{
    return br_observation_input(o->ob, o->run->options, i);
}

// Takes rows out of memory, now and then.
static void release_rows(const judging *o, long long row)
{
    if (!br_spool_due(row))
        return;
    br_record_release(&o->ob->record);
    if (o->run->options->release)
        o->run->options->release(o->run->options->log);
}

static double error_of_force(const judging *o)
{
    for (int k = 0; k < o->ob->observeds; k++)
        if (strcmp(o->ob->observed[k].name, "F") == 0)
            return o->ob->observed[k].nrmse;
    const double *measured = o->run->force, *found = br_observation_column(o->ob, "F_est");
    double sum = 0, low = (double)INFINITY, high = -(double)INFINITY;
    long long n = 0;
    for (long long k = 0; measured && found && k < o->run->log->rows; k++) {
        release_rows(o, k);
        double e = found[k] - measured[k];
        if (!isfinite(e) || !br_gate_takes_input(measured[k])) // such a force was none of the inputs, either
            continue;
        sum += e * e;
        low = br_min(low, measured[k]);
        high = br_max(high, measured[k]);
        n++;
    }
    return n > 0 && high > low ? br_sqrt(sum / (double)n) / (high - low) : (double)NAN;
}

static br_status find_nominal(judging *o)
{
    const br_tuning *t = &o->ob->tuning;
    const br_model *m = o->run->model;
    double *nominal = malloc(((size_t)t->ne + 1) * sizeof *nominal);
    for (int i = 0; nominal && i < t->ne; i++)
        nominal[i] = is_input(o, t->nx + i)
                         ? (double)NAN
                         : br_interval_mid((t->estimate[i].by == 'u' ? m->u : m->p)[t->estimate[i].number]);
    o->to->nominal = nominal;
    return nominal ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- the log, steps and the smoother

// An input that is missing holds its last value.
static void warn_of_inputs(judging *o)
{
    const br_parsed_law *law = &o->run->model->law;
    for (int i = 0; i < o->run->logged; i++) {
        const br_trace_column *c = &o->run->log->column[i];
        int q = br_law_find(law, c->name, strlen(c->name));
        long long missing = 0;
        for (long long k = 0; k < o->run->log->rows; k++) {
            release_rows(o, k);
            missing += !isfinite(c->v[k]);
        }
        if (missing > 0 && q >= 0 && law->q[q].kind == BR_INPUT)
            br_buffer_print(&o->to->warnings, "%lld values of %s are missing: the previous value is held\n", missing,
                            c->name);
    }
}

static void warn_of_log(judging *o)
{
    const br_sampling *s = o->run->sampling;
    const br_kalman_health *h = &o->ob->health;
    br_buffer *w = &o->to->warnings;
    if (s->gaps > 0)
        br_buffer_print(
            w, "%lld steps are longer than 1.5 times the median, the longest %.3g s at t = %.6g s: time update only\n",
            (long long)s->gaps, s->most, o->run->log->t[s->widest]);
    if (s->coarse)
        br_buffer_put(
            w, "times are too coarse for the sample time: they count from a date far back; subtract the first time\n");
    if (h->missing > 0)
        br_buffer_print(w, "%lu measurements are missing: time update only\n", h->missing);
    if (o->run->options->correct_every > 0 && o->run->options->correct_every < 0.5 * o->ob->dt)
        br_buffer_print(w, "%s is shorter than the sample time of the log, %.3g s: every sample is a correction\n",
                        o->run->every, o->ob->dt);
    else if (fabs(o->run->options->correct_every - o->ob->dt * o->ob->every) > 0.01 * o->ob->dt &&
             o->run->options->correct_every > 0)
        br_buffer_print(w, "%s %.6g s is not a multiple of the sample time: %.6g s is used, %d samples\n",
                        o->run->every, o->run->options->correct_every, o->ob->dt * o->ob->every, o->ob->every);
}

static void warn_of_steps(judging *o)
{
    const br_integrator_health *f = &o->ob->flow;
    br_buffer *w = &o->to->warnings;
    if (o->ob->steps_off > 0)
        br_buffer_print(
            w,
            "method %s is not accurate here: %lu of %lu checked steps differ by more than %g %% of the largest "
            "state from smaller steps, at worst by %.3g %%; increase --substeps, or use another --method\n",
            o->ob->method, o->ob->steps_off, o->ob->steps_checked, 100 * BR_STEP_CHECK_LIMIT, 100 * o->ob->steps_worst);
    if (f->capped > 0)
        br_buffer_print(w, "%lu steps needed more substeps than allowed; increase --substeps\n", f->capped);
    if (f->unconverged > 0)
        br_buffer_print(w, "%lu steps did not converge; increase --substeps\n", f->unconverged);
    if (f->unsettled > 0)
        br_buffer_print(w, "%lu steps had more mode transitions than allowed; increase --substeps\n", f->unsettled);
}

// The cost is a sum of as many squares as there are measurements, and not above that of the EKF by much, at the least value.
static void warn_of_noise_search(judging *o)
{
    const br_smoother_report *r = &o->ob->smoothing;
    double n = (double)o->ob->taken, most = n >= 1 ? br_chi2_quantile(0.9999, n) : (double)INFINITY;
    if (r->end == BR_SMOOTHER_STUCK || r->end == BR_SMOOTHER_ITERATIONS)
        br_buffer_print(
            r->promised > 1 ? &o->to->failures : &o->to->warnings,
            "the smoother did not converge: %s after %d iterations; expected decrease of the cost %.2g of %.4g\n",
            r->end == BR_SMOOTHER_STUCK ? "no step decreased the cost" : "stopped", r->iterations, r->promised,
            r->cost);
    if (r->cost > IMPOSSIBLE * n || (r->cost > most && r->cost > 2 * o->ob->filter_cost))
        br_buffer_print(&o->to->failures,
                        "the cost of the smoother is %.4g; with %.0f measurements about %.4g is expected, and the EKF "
                        "had %.4g: wrong minimum, or model or noise wrong\n",
                        r->cost, n, n, o->ob->filter_cost);
    else if (r->cost > most)
        br_buffer_print(&o->to->warnings,
                        "the cost of the smoother is %.4g, above the chi-square limit %.4g: assumed noise too small, "
                        "or model mismatch\n",
                        r->cost, most);
}

// ---------------------------------------------------------------- estimated parameters and inputs

static void warn_of_unobservable(judging *o)
{
    const br_tuning *t = &o->ob->tuning;
    const br_observability *see = &o->ob->gramian;
    br_buffer lost = {0};
    if (see->n == 0)
        br_buffer_put(&o->to->warnings, "observability is not known: a simulation of the model alone is not finite\n");
    for (int i = t->nx; i < t->nx + t->ne && see->n > 0; i++) {
        if (!(see->left[i] > 0.9) || t->estimate[i - t->nx].by == 'u') // inputs have their own measurement
            continue;
        br_buffer_print(&o->to->warnings,
                        "%s is %s observable from this log: at least %.3g of its prior standard deviation is left\n",
                        t->number[i].name, see->left[i] > 0.99 ? "not" : "hardly", see->left[i]);
        if (see->left[i] > 0.99)
            br_buffer_print(&lost, "%s%s", lost.size ? ", " : "", t->number[i].name);
    }
    if (lost.size > 0)
        br_buffer_print(&o->to->failures, "not observable from this log: %s\n", lost.text);
    br_buffer_free_into(&lost, &o->to->failures.status);
}

// A prior that the log contradicts is too narrow, or the start too far off.
static void warn_of_priors(judging *o)
{
    const br_tuning *t = &o->ob->tuning;
    for (int i = 0; i < t->ne; i++) {
        const br_estimate *e = &t->estimate[i];
        const br_tuned *n = &t->number[t->nx + i];
        double last = br_observation_column(o->ob, n->name)[o->run->log->rows - 1];
        double way = e->log ? br_log(last / e->scale) - n->x : last / e->scale - n->x;
        if (fabs(way) > 5 * n->sd && !is_input(o, t->nx + i))
            br_buffer_print(
                &o->to->warnings,
                "%s moved %.3g prior standard deviations away from its start; give a better start or a wider --prior\n",
                n->name, fabs(way) / n->sd);
    }
}

// An estimate that ends at a limit has not arrived, unless its nominal value stands there, too.
static void warn_of_limits(judging *o)
{
    const br_tuning *t = &o->ob->tuning;
    for (int i = 0; i < t->ne; i++) {
        const br_estimate *e = &t->estimate[i];
        const br_tuned *n = &t->number[t->nx + i];
        const double *v = br_observation_column(o->ob, n->name);
        double last = v[o->run->log->rows - 1], near = 1e-9 * fabs(e->scale),
               limit = last <= e->low + near ? e->low : e->high;
        if (last > e->low + near && last < e->high - near)
            continue;
        bool nominal = fabs(o->to->nominal[i] - limit) <= 2e-6 * fabs(e->scale);
        br_buffer_print(nominal ? &o->to->warnings : &o->to->failures, "%s ended at its limit, %.6g%s%s\n", n->name,
                        limit, strcmp(n->unit, "-") == 0 ? "" : " ", strcmp(n->unit, "-") == 0 ? "" : n->unit);
    }
}

// Bounds of single numbers are kept; what a law requires of several is not.
static br_status check_requirements(judging *o)
{
    const br_tuning *t = &o->ob->tuning;
    br_model found = *o->run->model;
    br_diag words = {0};
    size_t size = (size_t)found.np * sizeof *found.p;
    found.p = malloc(size + sizeof *found.p);
    if (!found.p)
        return BR_NO_MEMORY;
    memcpy(found.p, o->run->model->p, size);
    for (int i = 0; i < t->ne; i++) {
        double last = br_observation_column(o->ob, t->number[t->nx + i].name)[o->run->log->rows - 1];
        if (t->estimate[i].by == 'p')
            found.p[t->estimate[i].number] = (br_interval){last, last};
    }
    br_status status = t->ne > 0 ? br_model_should_hold(&found, &words) : BR_OK;
    if (status == BR_BAD_LAW)
        br_buffer_print(&o->to->warnings, "final parameters violate a requirement of the law: %s %s\n", found.law.name,
                        br_broken_words(&words));
    free(found.p);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// ---------------------------------------------------------------- measurements

static const br_tuned *noise_of(const judging *o, const br_observed *s)
{
    const br_tuning *t = &o->ob->tuning;
    return &t->number[s->which < t->ny ? t->nx + t->ne + s->which : s->which - t->ny];
}

// An estimate that is further off than the mean of what is measured follows nothing.
static void check_error(judging *o)
{
    for (int k = 0; k < o->ob->observeds; k++) {
        const br_observed *s = &o->ob->observed[k];
        const br_tuned *n = noise_of(o, s);
        if (s->rmse > s->sd && (n->found_r || s->rmse > 3 * br_sqrt(n->r)))
            br_buffer_print(&o->to->failures,
                            "diverged: RMS error of the estimated %s is %.3g %s; the error of its mean is only %.3g\n",
                            s->name, s->rmse, s->unit, s->sd);
    }
    if (o->to->nrmse > 1 && o->run->full)
        br_buffer_print(&o->to->failures, "diverged: the error of the force is %.3g times its range\n", o->to->nrmse);
}

// With much process noise an estimate follows anything, whatever the model.
static void warn_of_followers(judging *o)
{
    for (int k = 0; k < o->ob->observeds && o->run->options->kind; k++) {
        const br_observed *s = &o->ob->observed[k];
        if (s->corrections >= BR_OBSERVATION_FEW && s->surprise >= s->naive)
            br_buffer_print(&o->to->warnings,
                            "model mismatch: the model predicts %s no better than a straight line: RMS error over a "
                            "correction period %.3g %s, of a line through the last samples %.3g; the estimate follows "
                            "the measurements, not the model\n",
                            s->name, s->surprise, s->unit, s->naive);
    }
}

static void check_gate(judging *o)
{
    const br_kalman_health *h = &o->ob->health;
    unsigned long looked = h->corrections + h->rejected + h->stuck;
    if (4 * (h->rejected + h->stuck) > looked)
        br_buffer_print(&o->to->failures,
                        "%lu of %lu measurements were rejected: assumed noise too small for the gate\n",
                        h->rejected + h->stuck, looked);
    else if (h->resets >= 10 && h->resets > looked / 1000)
        br_buffer_print(&o->to->failures, "%lu restarts of the observer: it rejected too many measurements in a row\n",
                        h->resets);
}

// Innovations are autocorrelated because of the model, or because what is measured was smoothed before.
static void explain_colour(br_buffer *to, const judging *o, const br_observed *s, const char *end)
{
    double apart = o->run->smoothed;
    br_buffer_print(to, "lag-1 autocorrelation %.2f, ", s->correlation);
    if (o->ob->dt * o->ob->every < apart)
        br_buffer_print(to, "from smoothing the signal; use --correct-every '%.0f ms' or more%s", ceil(1e3 * apart),
                        end);
    else
        br_buffer_print(to, "model mismatch or wrong inputs%s", end);
}

static void check_innovations(judging *o)
{
    const char *called = o->run->options->kind ? "innovations" : "residuals";
    for (int k = 0; k < o->ob->observeds; k++) {
        const br_observed *s = &o->ob->observed[k];
        bool wide = s->inside<0.9, narrow = s->inside> 0.99 && s->nis < 0.25;
        bool coloured = fabs(s->correlation) > s->white && fabs(s->correlation) > COLOURED;
        if (s->corrections < BR_OBSERVATION_FEW || !(wide || narrow || coloured))
            continue;
        bool impossible = s->nis > IMPOSSIBLE;
        br_buffer *to = impossible ? &o->to->failures : &o->to->warnings;
        br_buffer_print(to, "standard deviations cannot be trusted: %s of %s: ", called, s->name);
        bool guessed = noise_of(o, s)->found_r;
        if (wide || narrow)
            br_buffer_print(to, "%.3g %% inside the 95 %% band, %s noise too %s%s", 100 * s->inside,
                            guessed ? "guessed" : "assumed", wide ? "small" : "large",
                            coloured || impossible ? "; " : "");
        if (coloured)
            explain_colour(to, o, s, impossible ? "; " : "");
        if (impossible)
            br_buffer_print(to, "%.3g times as large as assumed", br_sqrt(s->nis));
        if (guessed)
            br_buffer_print(to, "; the noise of %s was not given: use --noise", s->name);
        br_buffer_put(to, "\n");
    }
}

// ---------------------------------------------------------------- all of it

br_status br_observation_verdict(const br_observation *ob, const br_observed_run *run, br_verdict *to)
{
    judging w = {ob, run, to}, *o = &w;
    br_status status = find_nominal(o);
    if (status != BR_OK)
        return status;
    to->nrmse = error_of_force(o);
    warn_of_inputs(o);
    warn_of_log(o);
    warn_of_steps(o);
    if (!run->options->kind)
        warn_of_noise_search(o);
    warn_of_unobservable(o);
    warn_of_priors(o);
    warn_of_limits(o);
    status = check_requirements(o);
    if (status != BR_OK)
        return status;
    check_error(o);
    warn_of_followers(o);
    check_gate(o);
    check_innovations(o);
    return to->warnings.status != BR_OK ? to->warnings.status : to->failures.status;
}

void br_verdict_free(br_verdict *v)
{
    free(v->nominal);
    br_buffer_free(&v->warnings);
    br_buffer_free(&v->failures);
}
