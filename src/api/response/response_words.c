// response_words.c - what a frequency response says, in sentences: answer, reasons, warnings and failures.     [host]
#include "num/base/fp.h"

#include "api/response/response_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *br_response_parameter_name(const br_frf_model *m, br_frf_parameter p)
{
    static const char *const name[3][BR_FRF_PARAMETERS] = {
        {"mass m", "damping sigma1 + sigma2", "stiffness sigma0", "delay"},
        {"mass m", "damping d, local slope dF/dv", "stiffness sigma0", "delay"},
        {"mass m", "damping at this level", "stiffness at this level", "delay"}};
    br_frf_verdict v = m->of[p].verdict;
    return name[v == BR_FRF_LOCAL || v == BR_FRF_REVERSES ? 2 : m->sliding][p];
}

static void put_reason(br_buffer *out, const br_response *w, const br_frf_model *m, br_frf_parameter p)
{
    static const char *const help[] = {"excite higher frequencies", "excite frequencies near the bend of the response",
                                       "excite lower frequencies"};
    const br_frf_value *v = &m->of[p];
    switch (v->verdict) {
    case BR_FRF_NOT_REACHED:
        br_buffer_print(out, "not identifiable: at most %.2g %% of u/x, at %.4g Hz; %s", 100 * v->share, v->at,
                        help[p]);
        break;
    case BR_FRF_UNCERTAIN:
        br_buffer_put(out, "not identifiable: its interval is wider than +-50 %; use more periods, or less nonlinear "
                           "motion");
        break;
    case BR_FRF_NEGATIVE: br_buffer_put(out, "negative: this is no linear axis"); break;
    case BR_FRF_LOCAL:
        br_buffer_put(out,
                      "no parameter of friction: the axis is nonlinear by more than 5 % of its motion; use less force "
                      "for presliding, or add a mean force for sliding");
        break;
    case BR_FRF_REVERSES:
        br_buffer_put(out,
                      "no viscous coefficient: the motion reverses, and it has a part of the Coulomb friction; add "
                      "a mean force");
        break;
    case BR_FRF_ABSENT:
        if (m->limit > 0)
            br_buffer_print(out, "0 within its interval: sliding; below %.3g %s", m->limit, w->of[p]);
        else
            br_buffer_put(out, "0: sliding");
        break;
    case BR_FRF_GIVEN: br_buffer_put(out, "given"); break;
    default: break;
    }
}

static bool is_claimed(const br_frf_value *v)
{
    return v->verdict == BR_FRF_IDENTIFIABLE;
}

static void put_distortion(br_buffer *out, const br_frf *f)
{
    if (isnan(f->distortion))
        br_buffer_put(out, "nonlinear distortions are not known");
    else if (f->distortion > 0)
        br_buffer_print(out, "nonlinear distortions have %.2g %% of the amplitude of the position",
                        100 * br_sqrt(f->distortion));
    else
        br_buffer_put(out, "no nonlinear distortions beyond the noise");
}

// Nothing in presliding.
static void put_slope(br_buffer *out, const br_response *w, const br_response_group *g)
{
    if (g->has_model && g->model.sliding)
        br_buffer_print(out,
                        "d is the local slope of friction dF/dv at %.3g %s/s; it is sigma2 only far above the "
                        "Stribeck velocity",
                        g->frf.drift, w->x);
}

// "20.02 kg (19.96 to 20.08)"
static void put_value(br_buffer *out, const br_frf_value *v, const char *unit)
{
    int digits = br_digits_apart(v->low, v->high);
    br_buffer_about(out, v->value, digits);
    br_buffer_print(out, " %s (", unit);
    br_buffer_about(out, v->low, digits);
    br_buffer_put(out, " to ");
    br_buffer_about(out, v->high, digits);
    br_buffer_put(out, ")");
}

// "Presliding: mass 20 kg (19.9 to 20.1), ...; nonlinear distortions have 2 % of the amplitude of the position."
static void put_answer(br_buffer *out, const br_response *w, const br_response_group *g)
{
    const br_frf_model *m = &g->model;
    int claimed = 0;
    if (!g->has_model) {
        br_buffer_put(out, "One frequency only: no parameter is identifiable; ");
    } else {
        br_buffer_put(out, m->nonlinear > 0.05 * 0.05 ? "Between presliding and sliding: "
                           : m->sliding               ? "Sliding: "
                                                      : "Presliding: ");
        for (int p = 0; p < BR_FRF_DELAY; p++)
            if (is_claimed(&m->of[p])) {
                br_buffer_print(out, "%s%s ", claimed++ ? ", " : "",
                                br_response_parameter_name(m, (br_frf_parameter)p));
                if (p == BR_FRF_DAMPING && m->sliding)
                    br_buffer_print(out, "at %.3g %s/s ", g->frf.drift, w->x);
                put_value(out, &m->of[p], w->of[p]);
            }
        br_buffer_put(out, claimed ? "; " : "no parameter is identifiable; ");
    }
    put_distortion(out, &g->frf);
    br_buffer_put(out, ".");
}

// ---------------------------------------------------------------- warnings

static void warn_signal(br_response_group *g)
{
    const br_frf *f = &g->frf;
    if (f->kind == BR_FRF_MULTISINE && f->periods < 4 * g->logs)
        br_buffer_print(&g->warnings.text,
                        "only %d period%s used: the noise is poorly known; measure at least 5 periods, of which the "
                        "first is transient\n",
                        f->periods / g->logs, f->periods == g->logs ? " is" : "s are");
    if (f->repeated)
        br_buffer_put(&g->warnings.text,
                      "the logs repeat one realisation: they reduce the noise, but say nothing more of "
                      "nonlinear distortions; use other phases ('bristle excite multisine --seed 2')\n");
    if (isnan(f->distortion) && f->kind == BR_FRF_MULTISINE && f->realisations < 2)
        br_buffer_put(&g->warnings.text,
                      "nonlinear distortions are not known: the force excites every line; leave lines "
                      "out ('bristle excite multisine'), or measure several realisations\n");
    if (f->kind == BR_FRF_BROADBAND)
        br_buffer_put(&g->warnings.text,
                      "Welch's method cannot tell nonlinear distortions from "
                      "noise, and is biased where noise is fed back to the force; 'bristle excite multisine' is "
                      "better\n");
}

// Damping that is not that of the law far from here: its slope varies with speed, or friction that reverses adds to it.
static void warn_damping(const br_response *w, br_response_group *g)
{
    const br_frf_model *m = &g->model;
    const br_frf_value *d = &m->of[BR_FRF_DAMPING];
    double mean = br_abs(g->frf.drift), reach = 2 * g->frf.rms_v;
    if (d->verdict != BR_FRF_IDENTIFIABLE)
        return;
    if (m->sliding && m->slope_varies > d->sd)
        br_buffer_print(
            &g->warnings.text,
            "the slope of friction varies by +-%.2g %s from %.3g to %.3g %s/s: d is its local slope, not the "
            "viscous coefficient sigma2, and the mass has a part of the lag of friction; measure at higher "
            "mean speeds until d is the same\n",
            m->slope_varies, w->of[BR_FRF_DAMPING], mean - reach, mean + reach, w->x);
    if (!m->sliding && d->systematic > 2 * d->sd)
        br_buffer_print(
            &g->warnings.text,
            "nonlinear distortions: friction that reverses adds to the damping; d may be too large by up to "
            "%.2g %s. Measure with other forces to see how it moves\n",
            d->systematic, w->of[BR_FRF_DAMPING]);
}

static void warn_model(const br_response *w, br_response_group *g)
{
    const br_frf_model *m = &g->model;
    const br_frf_value *T = &m->of[BR_FRF_DELAY];
    if (m->mismatch)
        br_buffer_print(&g->warnings.text,
                        "model mismatch: chi-squared %.4g for %.4g degrees of freedom; standard deviations are larger "
                        "by a factor of %.3g. Between presliding and sliding, and with other resonances, no such model "
                        "holds\n",
                        m->chi2, m->dof, m->factor);
    if (m->nonlinear > 1e-3)
        br_buffer_print(
            &g->warnings.text,
            "nonlinear: %.2g %% of the amplitude of the position is distortions, or not explained by the "
            "model. Intervals are wider by as much; measure at half the force to see how the parameters move\n",
            100 * br_sqrt(m->nonlinear));
    warn_damping(w, g);
    if (T->verdict != BR_FRF_GIVEN && !w->options.held && T->low > 0)
        br_buffer_print(&g->warnings.text,
                        "the position is %.3g +- %.2g samples behind the force; if u is a command that is held from "
                        "sample to sample, give --held\n",
                        T->value / g->frf.dt, T->sd / g->frf.dt);
}

// Nothing of the axis is known: the check fails.
static void fail_group(br_response_group *g)
{
    bool some = false;
    for (int p = 0; p < BR_FRF_DELAY && g->has_model; p++)
        some = some || is_claimed(&g->model.of[p]);
    if (!some)
        br_buffer_print(&g->failures.text, "no parameter is identifiable from %s%s\n", g->name,
                        g->has_model ? "" : ": one frequency only");
}

static void put_warnings(const br_response *w, br_response_group *g)
{
    fail_group(g);
    warn_signal(g);
    if (g->has_model)
        warn_model(w, g);
}

// ---------------------------------------------------------------- all of them

// The name of a path without folders; that of a rig whole.
static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] && strncmp(path, "rig/", 4) != 0 ? slash + 1 : path;
}

static void name_group(const br_response *w, br_response_group *g)
{
    int at = snprintf(g->name, sizeof g->name, "%.60s", file_of(w->name[g->log[0]]));
    if (g->logs > 1)
        snprintf(g->name + at, sizeof g->name - (size_t)at, " and %d more", g->logs - 1);
}

void br_response_write_words(const br_response *w, br_response_group *g)
{
    name_group(w, g);
    for (int i = 0; i < g->logs; i++)
        if (w->notes[g->log[i]].text)
            br_buffer_put(&g->warnings.text, w->notes[g->log[i]].text);
    put_warnings(w, g);
    put_answer(&g->answer, w, g);
    put_slope(&g->slope, w, g);
    for (int p = 0; p < BR_FRF_PARAMETERS && g->has_model; p++)
        put_reason(&g->why[p], w, &g->model, (br_frf_parameter)p);
}
