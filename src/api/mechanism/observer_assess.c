// observer_assess.c - estimates of a mechanism beside its log, and reasons not to trust them.    [host]
#include "num/base/fp.h"

#include "api/mechanism/observer.h"

#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- compared signals

static double noise_of(const br_mechanism_observer *o, const char *name)
{
    for (int i = 0; i < o->w.signals; i++)
        if (strcmp(o->m.sensor[o->w.sensor[i]].name, name) == 0)
            return o->w.sd[i];
    return 0;
}

// A measurement has corrected the estimate: their difference has the variance of the noise minus that of the estimate. 0:
// the estimate equals the measurement, and the difference carries no information.
static double variance_of(const br_mech_compared *c, double noise, double sd)
{
    const double rounding = 1e-4;
    double left = noise * noise - sd * sd;
    return !c->measured ? sd * sd : left > rounding * noise * noise ? left : 0;
}

// A rejected measurement has no innovation and counts as an empty cell.
static void compare_signal(br_mechanism_observer *o, br_mech_compared *c)
{
    char name[BR_NAME_SIZE + 16];
    snprintf(name, sizeof name, "%.*s_innovation", BR_NAME_SIZE, c->name);
    const double *taken =
        c->measured ? o->record.column[br_record_find(&o->record, name)].v : o->log.column[c->column].v;
    snprintf(name, sizeof name, "%.*s_est", BR_NAME_SIZE, c->name);
    c->est = br_record_find(&o->record, name);
    const double *y = o->log.column[c->column].v, *est = o->record.column[c->est].v,
                 *sd = o->record.column[c->est + 1].v;
    const double rounding = 1e-12;
    double sum = 0, inside = 0, noise = c->measured ? noise_of(o, c->name) : 0;
    long long n = 0;
    for (long long k = 1; k < o->log.rows; k++) {
        double off = fabs(y[k] - est[k]), variance = variance_of(c, noise, sd[k]);
        if (!isfinite(taken[k]))
            continue;
        sum += off * off;
        n++;
        if (c->measured && !(variance > 0))
            continue;
        inside += off <= 1.96 * br_sqrt(variance) + (c->measured ? 0 : rounding * fabs(y[k]));
        c->judged++;
    }
    c->rms = n > 0 ? br_sqrt(sum / (double)n) : (double)NAN;
    c->inside = c->judged > 0 ? inside / (double)c->judged : (double)NAN;
}

// ---------------------------------------------------------------- warnings

// How much of the prior standard deviation remains.
static void warn_unobservable(br_mechanism_observer *o, const br_named_parameter *p)
{
    char name[BR_PARAMETER_NAME + 8];
    snprintf(name, sizeof name, "%s_sd", p->name);
    const double *sd = o->record.column[br_record_find(&o->record, name)].v;
    double left = sd[o->record.rows - 1] / (fabs(br_parameter_slope(&p->is, p->is.x)) * p->is.sd);
    if (left > 0.9)
        br_buffer_print(&o->warnings,
                        "%s is hardly observable: %.0f %% of its prior standard deviation is left at the end\n",
                        p->name, 100 * left);
}

// The numerical damping of the scheme is part of an estimated damping.
static void warn_damping(br_mechanism_observer *o, int i)
{
    const br_named_parameter *p = &o->w.parameter[i];
    char name[BR_PARAMETER_NAME + 8];
    snprintf(name, sizeof name, "%s_sd", p->name);
    double sd = o->record.column[br_record_find(&o->record, name)].v[o->record.rows - 1], own = o->result.braking[i];
    bool bdf1 = o->w.scheme == &br_mech_bdf1;
    if (fabs(own) > sd)
        br_buffer_print(&o->warnings,
                        "numerical damping of %s equals %.3g %s of %s, %.3g times its standard deviation: the estimate "
                        "is too small by %s; %s%s%s\n",
                        o->w.scheme->name, own, p->unit, p->name, fabs(own) / sd,
                        o->result.freedoms == 1 ? "about that" : "at most that", bdf1 ? "" : "use a shorter ", o->dash,
                        bdf1 ? "method newmark has none" : "step");
}

// The measurement update changes a deflection whether or not its element slides.
static void warn_modes(br_mechanism_observer *o)
{
    for (int e = 0; e < o->m.forces; e++) {
        const br_force *f = &o->m.force[e];
        if (f->kind == BR_FORCE_FRICTION && f->friction->contact.system.sys.nm > 0)
            br_buffer_print(&o->warnings,
                            "%s: law %s has modes, which the filter does not correct: its estimated force may be too "
                            "large; use a smooth law (sgms)\n",
                            f->name, f->friction->contact.model.law.name);
    }
}

// Inputs as a list of options has them, which walk so many times as much.
static void write_walks(br_buffer *out, const br_mechanism_observer *o, double times)
{
    for (int i = 0; i < o->w.unknowns; i++) {
        const br_input *u = &o->w.unknown[i];
        char model[BR_MECH_INPUT_MODEL];
        br_mech_observer_model(o, i, model);
        if (i > 0 && u->force == u[-1].force)
            br_buffer_print(out, " + %s", model);
        else
            br_buffer_print(out, "%s%s: %s", i > 0 ? ", " : "", o->m.force[u->force].name, model);
        br_buffer_print(out, " = %.3g %s", u->walk * times, br_mech_observer_walk_unit(o, i));
    }
}

static void warn_tuning(br_mechanism_observer *o)
{
    const br_mech_l_curve *c = &o->curve;
    if (!o->tuned)
        return;
    if (!c->agree) {
        br_buffer_print(&o->warnings,
                        "the corner of the L-curve, Q_d = %.3g (variance that inputs gain from row to row), and the "
                        "maximum likelihood, %.3g, are more than a decade apart: the corner is used, whose bands are "
                        "wide, as for a model that may be wrong; where the model is right, use %sunknown '",
                        c->Q[c->corner], c->Q[c->likeliest], o->dash);
        write_walks(&o->warnings, o, br_sqrt(c->Q[c->likeliest] / c->Q[c->corner]));
        br_buffer_put(&o->warnings, "' (maximum likelihood)\n");
    }
    if (c->likeliest == 0 || c->likeliest == BR_L_CURVE_TRIES - 1)
        br_buffer_print(&o->warnings, "the Q_d of maximum likelihood (variance that inputs gain from row to row) is at "
                                      "an end of the range searched\n");
}

static void warn_gaps(br_mechanism_observer *o)
{
    const br_sampling *s = &o->log.sampling;
    if (s->gaps > 0)
        br_buffer_print(&o->warnings,
                        "%zu gap%s in the rows, the longest %.4g s at t = %.6g s (sample time %.4g s): time update "
                        "only, in steps of %.4g s\n",
                        s->gaps, s->gaps == 1 ? "" : "s", s->most, o->log.t[s->widest], s->median,
                        o->w.step > 0 ? o->w.step : s->median);
}

void br_mech_observer_assess(br_mechanism_observer *o)
{
    const br_mech_estimate_result *r = &o->result;
    for (int i = 0; i < o->compared; i++)
        compare_signal(o, &o->signal[i]);
    br_mech_observer_verdict(o);
    br_mech_observer_assess_fit(o);
    for (int i = 0; i < r->named; i++)
        for (int k = 0; k < 2; k++)
            if (r->motion[i].left[k] > 0.5)
                br_buffer_print(
                    &o->warnings,
                    "%s of %s is hardly observable: %.0f %% of a wide prior standard deviation is left at the end\n",
                    k ? "the speed" : "the value", o->m.measure[r->motion[i].measure].name, 100 * r->motion[i].left[k]);
    for (int i = 0; i < o->w.parameters; i++)
        warn_unobservable(o, &o->w.parameter[i]);
    for (int i = 0; i < o->w.parameters; i++)
        warn_damping(o, i);
    if (r->limited > 0)
        br_buffer_print(&o->warnings, "%lld corrections were cut at the range of a parameter\n", r->limited);
    if (r->rejected > 0)
        br_buffer_print(&o->warnings, "%lld measurement%s beyond the gate, and rejected\n", r->rejected,
                        r->rejected == 1 ? " was" : "s were");
    if (r->restarts > 0)
        br_buffer_print(
            &o->warnings,
            "%lld restart%s from the prior: too many measurements in a row were beyond the gate, and behind the next "
            "ones, which were used, steps did not converge; or all were absurd for 60 rows\n",
            r->restarts, r->restarts == 1 ? "" : "s");
    warn_modes(o);
    warn_tuning(o);
    warn_gaps(o);
}
