// identify_verdict.c - the best law, which extra parameters are justified, warnings and failures.     [host]
#include "num/base/fp.h"

#include "law/model/condition.h"
#include "api/identify/identification.h"
#include "num/text/piece.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- one law

static void write_list(char *to, size_t size, const char *name)
{
    size_t used = strlen(to);
    snprintf(to + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

// The largest force of all logs, and the largest speed.
static void find_ranges(const br_identification *w, double *force, double *speed)
{
    *force = *speed = 0;
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->axis[i].trace.rows; k++) {
            *force = br_larger(*force, fabs(w->axis[i].y[k])); // NaN is passed over
            *speed = br_larger(*speed, fabs(w->axis[i].v[k]));
        }
}

// Parameters in the unit of a force far beyond all forces of the log, or of a speed beyond all of its speeds: what happens at a speed
// that the axis never had is a guess.
static void list_far(const br_identification *w, const br_identified_law *d, char *to, size_t size)
{
    const double most = 3; // of forces: one may be a part of others
    double force, speed;
    find_ranges(w, &force, &speed);
    for (int i = 0; i < d->id.parameters.count; i++) {
        const char *unit = br_identified_unit(&d->id, i);
        double limit = strcmp(unit, w->force_unit) == 0   ? most * force
                       : strcmp(unit, w->speed_unit) == 0 ? speed
                                                          : HUGE_VAL;
        if (fabs(d->id.fit.value[i]) > limit)
            write_list(to, size, br_identified_name(&d->id, i));
    }
}

// The offset beside a spring says where the spring is at rest: both are as large as the axis is far from there.
static bool balances_spring(const br_identified *id, int i)
{
    bool spring = false;
    for (int j = 0; j < id->terms; j++)
        spring = spring || id->which[j] == BR_AXIS_SPRING;
    br_axis_term which = i < id->parameters.count ? BR_AXIS_MASS : id->which[i - id->parameters.count];
    return spring && (which == BR_AXIS_OFFSET || which == BR_AXIS_SPRING);
}

// Parameters that make far more force than there is: others must cancel it.
static void list_cancelling(const br_identification *w, const br_identified_law *d, char *to, size_t size)
{
    const double most = 3;
    for (int i = 0; i < d->id.fit.n && !w->options.motion; i++)
        if (d->id.fit.effect[i] > most && !balances_spring(&d->id, i))
            write_list(to, size, br_identified_name(&d->id, i));
}

// Why a law earns no star, the gravest reason first; "": nothing is against it.
static void find_against(const br_identification *w, br_identified_law *d)
{
    char far[100] = "", cancelling[100] = "";
    size_t size = sizeof d->against;
    d->against[0] = 0;
    if (d->status != BR_OK)
        return;
    list_far(w, d, far, sizeof far);
    list_cancelling(w, d, cancelling, sizeof cancelling);
    if (!d->id.physical)
        snprintf(d->against, size, "violates a requirement");
    else if (!d->id.identifiable && d->id.weak >= 0)
        snprintf(d->against, size, "%.40s not identifiable", br_identified_name(&d->id, d->id.weak));
    else if (!d->id.identifiable)
        snprintf(d->against, size, "not identifiable");
    else if (!br_identification_beats_no_friction(w, d))
        snprintf(d->against, size, "no better than no friction");
    else if (far[0])
        snprintf(d->against, size, "%s beyond the range of the log", far);
    else if (cancelling[0])
        snprintf(d->against, size, "%s cancel%s", cancelling, strchr(cancelling, ',') ? " each other" : "s others");
    else if (!br_identification_beats_coulomb(w, d))
        snprintf(d->against, size, "no better than Coulomb and viscous friction");
}

// ---------------------------------------------------------------- the best law

// Which laws are looked at: those that earn a star, those whose parameters are identifiable, those that meet their
// requirements, or all.
typedef enum grade { STAR, IDENTIFIABLE, PHYSICAL, ANY } grade;

static bool is_candidate(const br_identified_law *d, grade g)
{
    return d->status == BR_OK && (g > PHYSICAL || d->id.physical) && (g > IDENTIFIABLE || d->id.identifiable) &&
           (g > STAR || !d->against[0]);
}

// The law of least error, or the one with the fewest parameters that is within 2 % of it or worse by no more than the noise.
static int simplest_law(const br_identification *w, grade g)
{
    int least = -1, best = -1;
    for (int i = 0; i < w->laws; i++)
        if (is_candidate(&w->law[i], g) &&
            (least < 0 || br_identified_law_score(&w->law[i]) < br_identified_law_score(&w->law[least])))
            least = i;
    for (int i = 0; i < w->laws && least >= 0; i++) {
        const br_identified_law *d = &w->law[i], *now = best >= 0 ? &w->law[best] : NULL, *top = &w->law[least];
        bool near = is_candidate(d, g) && (br_identified_law_score(d) <= 1.02 * br_identified_law_score(top) ||
                                           br_identified_law_score(d) < br_identified_exact_error(&d->id) ||
                                           !br_identified_is_better(&top->id, &d->id));
        bool fewer = !now || br_identified_law_count(d) < br_identified_law_count(now) ||
                     (br_identified_law_count(d) == br_identified_law_count(now) &&
                      br_identified_law_score(d) < br_identified_law_score(now));
        if (near && fewer)
            best = i;
    }
    return best;
}

// Without a star, an identifiable law is preferred up to an error larger by a quarter.
static void choose_best(br_identification *w)
{
    for (int i = 0; i < w->laws; i++)
        find_against(w, &w->law[i]);
    w->best = simplest_law(w, STAR);
    w->star = w->best >= 0;
    if (w->star) {
        w->law[w->best].star = true;
        return;
    }
    int known = simplest_law(w, IDENTIFIABLE), any = simplest_law(w, PHYSICAL);
    any = any >= 0 ? any : simplest_law(w, ANY);
    bool preferred =
        known >= 0 && br_identified_law_score(&w->law[known]) <= 1.25 * br_identified_law_score(&w->law[any]);
    w->best = preferred ? known : any;
}

static const double MARGIN = -2; // of BIC: less is not worth a mention (Kass and Raftery 1995)

static const br_identified_law *find_fit(const br_identification *w, const char *law, bool direction)
{
    for (int i = 0; i < w->laws; i++)
        if (w->law[i].status == BR_OK && w->law[i].direction == direction && strcmp(w->law[i].law, law) == 0)
            return &w->law[i];
    return NULL;
}

// "coulomb, direction: 1 more parameter than coulomb, hold-out error 4.2 % instead of 4.3 %: justified (BIC -27)"
static void note_extra(br_identification *w, const br_identified_law *less, const br_identified_law *more)
{
    int n = br_identified_law_count(more) - br_identified_law_count(less);
    double from = br_identified_law_score(less), to = br_identified_law_score(more),
           bic = more->id.fit.e.bic - less->id.fit.e.bic;
    double sim_from = less->id.hold_out_simulation_rms, sim_to = more->id.hold_out_simulation_rms;
    bool worse = sim_to > sim_from;                      // false where one of them is unknown
    int digits = fabs(to - from) > 0.005 * from ? 3 : 5; // that tell them apart
    bool exact = from < br_identified_exact_error(&less->id), justified = !exact && to < from && bic < MARGIN && !worse;
    br_identified_law_name(&w->notes, more);
    br_buffer_print(&w->notes, ": %d more parameter%s than ", n, n == 1 ? "" : "s");
    br_identified_law_name(&w->notes, less);
    if (exact) {
        br_buffer_put(&w->notes, ", which is exact but for rounding: not justified\n");
        return;
    }
    br_buffer_print(&w->notes, ", %s %.*g %% instead of %.*g %%",
                    isfinite(more->id.hold_out_error) ? "hold-out error" : "fit error", digits, 100 * to, digits,
                    100 * from);
    if (worse && isinf(sim_to))
        br_buffer_print(&w->notes, ", %s hold-out simulation diverges", to < from ? "but" : "and");
    else if (worse && sim_to < 1.005 * sim_from) // the same in three digits
        br_buffer_print(&w->notes, ", %s hold-out simulation no better", to < from ? "but" : "and");
    else if (worse)
        br_buffer_print(&w->notes, ", %s hold-out simulation off by %.3g instead of %.3g %s", to < from ? "but" : "and",
                        sim_to, sim_from, br_identification_motion_unit(w));
    br_buffer_print(&w->notes, fabs(bic) < 10 ? ": %s (BIC %+.1f)\n" : ": %s (BIC %+.0f)\n",
                    justified ? "justified" : "not justified", fabs(bic) < 0.05 ? 0.0 : bic);
}

// Whether the extra parameters of each law are justified, against the law with the fewest, and direction against none.
static void note_parameters(br_identification *w)
{
    int order[BR_IDENTIFICATION_LAWS];
    const br_identified_law *plain = NULL;
    br_identification_order(w, order);
    for (int i = 0; i < w->laws; i++) {
        const br_identified_law *d = &w->law[i];
        if (d->status == BR_OK && !d->direction &&
            (!plain || br_identified_law_count(d) < br_identified_law_count(plain)))
            plain = d;
    }
    for (int i = 0; i < w->laws && w->compare; i++) {
        const br_identified_law *d = &w->law[order[i]];
        const br_identified_law *less = d->status != BR_OK ? NULL : d->direction ? find_fit(w, d->law, false) : plain;
        if (less && less != d && br_identified_law_count(d) > br_identified_law_count(less))
            note_extra(w, less, d);
    }
}

// What moves together: "0.98 vs - 0.20 FC".
static void write_direction(br_buffer *out, const br_fit_estimate *e)
{
    double most = 0;
    for (int i = 0; i < e->n; i++)
        most = br_larger(most, fabs(e->direction[i]));
    bool some = false;
    for (int i = 0; i < e->n; i++) {
        double share = e->direction[i] / most;
        if (fabs(share) < 0.15)
            continue;
        br_buffer_print(out, "%s%.2f %s",
                        some        ? share < 0 ? " - " : " + "
                        : share < 0 ? "-"
                                    : "",
                        fabs(share), e->name[i]);
        some = true;
    }
}

// Which law it is and why, and what the simplest models make of the log.
static void note_best(br_identification *w, const br_identified_law *d)
{
    br_buffer_print(&w->notes, "baselines: no friction %.3g %%", 100 * br_identification_no_friction_error(w));
    if (w->coulomb)
        br_buffer_print(&w->notes, ", Coulomb and viscous friction %.3g %%", 100 * br_identified_law_score(w->coulomb));
    br_buffer_put(&w->notes, isfinite(d->id.hold_out_error) ? " (hold-out error)\n" : " (fit error)\n");
    if (w->compare && w->star) {
        br_identified_law_name(&w->notes, d);
        br_buffer_put(
            &w->notes,
            ": the fewest parameters of the laws with verdict ok that explain the log as well as the best of these\n");
    }
}

// "sgms (2 elements): not all of 3 elements are identifiable from this log; of fewer, 2 have the least BIC"
static void note_elements(br_identification *w, const br_identified_law *d)
{
    if (d->asked == 0)
        return;
    br_identified_law_name(&w->notes, d);
    br_buffer_print(&w->notes,
                    ": cross validation of this log asks for %d elements, but not all of these are identifiable; of "
                    "smaller numbers that are, %d has the least BIC\n",
                    d->asked, d->elements);
}

// Parameters that are known without a share of their own: those that the law fixes, and those that are about 0.
static void note_known(br_identification *w, const br_identified *id)
{
    for (int i = 0; i < id->fit.n; i++) {
        const char *name = br_identified_name(id, i);
        if (br_identified_is_fixed(id, i))
            br_buffer_print(&w->notes, "%s = %.4g: fixed by what the law requires, not estimated\n", name,
                            id->fit.value[i]);
        if (br_identified_is_about_zero(id, i))
            br_buffer_print(
                &w->notes, "%s = %.3g +- %.2g %s is about 0: one standard deviation of it makes %.2g %% of the force\n",
                name, id->fit.value[i], id->fit.corrected_sd[i], br_identified_unit(id, i),
                100 * br_identified_sd_force(id, i));
    }
}

// Without a star: what is against the best law, unless that is a failure by itself.
static void report_no_star(br_identification *w, const br_identified_law *d)
{
    if (w->star || !d->id.identifiable || !d->id.physical || !br_identification_beats_no_friction(w, d))
        return;
    br_buffer *to = w->compare ? &w->failures : &w->warnings;
    br_buffer_put(to, w->compare ? "no law here explains this log: " : "");
    br_identified_law_name(to, d);
    br_buffer_print(to, ": %s\n", d->against);
}

// "two explanations: with FC = 3.5, vs = 0.1 (FC = 2.4, vs = 0.02 here) the log is explained as well (fit error 4.1 %)"
static void note_other(br_identification *w, const br_identified_law *d)
{
    const br_explanation *e = &d->id.other;
    if (!e->value)
        return;
    br_buffer_put(&w->warnings, "two explanations: ");
    br_identified_law_name(&w->warnings, d);
    br_buffer_print(&w->warnings, " fits as well (%.4g %%, not rejected at 95 %%) with", 100 * e->error);
    for (int i = 0; i < d->id.fit.n; i++)
        br_buffer_print(&w->warnings, "%s %s = %.4g", i > 0 ? "," : "", br_identified_name(&d->id, i), e->value[i]);
    br_buffer_put(&w->warnings, "\n");
}

// "FC = 1.62 +- 0.05 N"
static void write_estimate(br_buffer *out, const br_identified *id, int i, double value, double sd)
{
    br_buffer_print(out, "%s = %.6g +- %.2g", br_identified_name(id, i), value, sd);
    br_identified_put_unit(out, id, i);
}

static void warn_bias(br_identification *w, const br_identified *id)
{
    if (id->noise_bias > 0 && id->motion)
        br_buffer_print(&w->warnings,
                        "noise of the force biases these predictions, unless the axis feels it, by up to %.1f standard "
                        "deviations (%s); those for autocorrelated residuals include that; compare --predict force\n",
                        id->noise_bias, br_identified_name(id, id->biased));
    else if (id->noise_bias > 0)
        br_buffer_print(&w->warnings,
                        "noise of the positions biases this fit of the force: as much noise again moves %s by %.1f "
                        "standard deviations; those for autocorrelated residuals include that; %s\n",
                        br_identified_name(id, id->biased), id->noise_bias,
                        w->drive ? "compare --predict step, in which it is no regressor"
                                 : "compare a lower --cutoff, or log a velocity v that is measured");
    if (id->disagrees < 0)
        return;
    br_buffer_print(&w->warnings, "one-step predictions of the %s give ", id->velocity ? "velocity" : "position");
    write_estimate(&w->warnings, id, id->disagrees, id->predicted, id->predicted_sd);
    br_buffer_print(
        &w->warnings,
        ", where this fit of the %s gives %.6g: one of them is biased, or the law does not fit; the standard "
        "deviations for autocorrelated residuals include that; compare --predict step\n",
        id->motion ? "motion" : "force", id->fit.value[id->disagrees]);
}

// What a fit with one more term says, and what it may be.
static const char *const MISMATCH[BR_MISMATCH_CAUSES][2] = {
    [BR_MISMATCH_SPEED] = {"a term v |v|", "friction is not linear in the velocity"},
    [BR_MISMATCH_SIDE] = {"another gain of positive than of negative forces",
                          "check the gain and the offset of the force"},
    [BR_MISMATCH_SIZE] = {"another gain of large forces",
                          "the drive saturates, or its force is not proportional to what is logged"},
    [BR_MISMATCH_SMOOTH] = {"a term of the second derivative of the force",
                            "the force may be smoothed, or the velocity"},
    [BR_MISMATCH_MOTION] = {"a velocity less smooth",
                            "the velocity may be smoothed, or a difference over several rows"},
    [BR_MISMATCH_POSITION] = {"a spring", "--spring estimates one"},
    [BR_MISMATCH_TIME] = {"friction that changes with time", "fit a part of the log, --from and --until"},
    [BR_MISMATCH_CYCLE] = {"a force periodic in the position", "cogging, or a part that is out of round"},
    [BR_MISMATCH_RIPPLE] = {"friction periodic in the position", "a part is out of round, or worn"},
    [BR_MISMATCH_DEAD_ZONE] = {"a dead zone", "the drive, or the measurement of the force, passes over small forces"},
    [BR_MISMATCH_LAG] = {"a first-order low-pass of the force", "the force is filtered, or the drive lags"},
    [BR_MISMATCH_DRIFT] = {"an offset that changes with time",
                           "the sensor drifts; fit a part of the log, --from and --until"},
    [BR_MISMATCH_PLACE] = {"friction that changes with the position", "fit parts of the stroke"},
    [BR_MISMATCH_ROWS] = {"every second row",
                          "the rows are too far apart for this law; log faster, or compare --predict step"},
};

// " (period 0.003 m, amplitude 0.8 N)"
static void write_shape(br_identification *w, const br_mismatch *m)
{
    br_buffer *out = &w->warnings;
    if (m->cause == BR_MISMATCH_CYCLE || m->cause == BR_MISMATCH_RIPPLE)
        br_buffer_print(out, " (period %.4g %s, amplitude %.3g %s)", m->scale, w->position_unit, fabs(m->coefficient),
                        w->force_unit);
    else if (m->cause == BR_MISMATCH_DEAD_ZONE)
        br_buffer_print(out, " (%.3g %s at forces beyond %.3g %s)", m->coefficient, w->force_unit, m->scale,
                        w->force_unit);
    else if (m->cause == BR_MISMATCH_LAG)
        br_buffer_print(out, " (time constant %.3g s)", m->scale);
    else if (m->cause == BR_MISMATCH_DRIFT)
        br_buffer_print(out, " (%.3g %s/s)", m->coefficient, w->force_unit);
}

static void warn_mismatch(br_identification *w, const br_identified *id, const br_mismatch *m)
{
    if (m->parameter < 0)
        return;
    br_buffer_print(&w->warnings, "with %s", MISMATCH[m->cause][0]);
    write_shape(w, m);
    br_buffer_put(&w->warnings, " ");
    write_estimate(&w->warnings, id, m->parameter, m->value, m->sd);
    br_buffer_print(&w->warnings,
                    ", where this fit gives %.6g: model mismatch; the standard deviations for autocorrelated "
                    "residuals include that; %s\n",
                    id->fit.value[m->parameter], MISMATCH[m->cause][1]);
}

// Of a velocity with steps near those over which friction changes, no filter brings back what lies between. A parameter that is a
// speed may be wrong by such a step.
static void warn_quantised(br_identification *w, const br_identified *id)
{
    const double most = 0.1;
    for (int i = 0; i < id->parameters.count; i++) {
        double value = fabs(id->fit.value[i]);
        if (strcmp(br_identified_unit(id, i), w->speed_unit) != 0 || !(w->speed_step > most * value))
            continue;
        br_buffer_print(
            &w->warnings,
            "the velocity has steps of %.3g %s, where %s = %.3g %s: too coarse for this law, whose parameters "
            "are biased; log a finer velocity, or the position: then leave v out\n",
            w->speed_step, w->speed_unit, br_identified_name(id, i), value, w->speed_unit);
        return;
    }
}

static void warn_best(br_identification *w, const br_identified_law *d)
{
    const br_output_fit *f = &d->id.fit;
    if (!f->settled)
        br_buffer_put(&w->warnings, "the search stopped before it converged\n");
    if (f->outliers > 0)
        br_buffer_print(&w->warnings, "%d outlier%s, off by more than 6 robust standard deviations; --robust %s\n",
                        f->outliers, f->outliers == 1 ? "" : "s",
                        w->options.huber > 0 ? "has reduced their weight" : "reduces their weight");
    note_other(w, d);
    warn_bias(w, &d->id);
    warn_quantised(w, &d->id);
    warn_mismatch(w, &d->id, &d->id.mismatch);
    warn_mismatch(w, &d->id, &d->id.coarse);
    // the low-pass before decimation correlates white noise, too, by less than a quarter
    bool decimated = w->options.every > 1 && !w->options.motion;
    if (f->e.whiteness < 0.01 && f->error > br_identified_exact_error(&d->id) &&
        (!decimated || f->autocorrelation_factor > 1.25))
        br_buffer_put(
            &w->warnings,
            "autocorrelated residuals: model mismatch; use the standard deviations for autocorrelated residuals\n");
    if (d->id.spikes > 0 && !w->drive_spikes)
        br_buffer_print(&w->warnings, "%lld spike%s in the drive force, the largest at %.6g s: the simulation %s\n",
                        d->id.spikes, d->id.spikes > 1 ? "s" : "", w->axis[d->id.spike_log].trace.t[d->id.spike_row],
                        w->options.huber > 0 ? "holds the previous force there"
                                             : "includes them; --robust removes them");
    for (int i = 0; i < f->n; i++)
        if (f->bound[i] && !br_identified_unneeded(&d->id, i) && !br_identified_is_fixed(&d->id, i))
            br_buffer_print(&w->warnings, "%s is at its bound\n", br_identified_name(&d->id, i));
}

// No better than no friction. Where not even the fitted rows are explained, the force has most often the other sign.
static void fail_useless(br_identification *w, const br_identified_law *d)
{
    if (br_identification_beats_no_friction(w, d) || (!d->id.identifiable && d->id.fit.error < 0.9))
        return;
    br_buffer_put(&w->failures, "no law here explains this log: ");
    br_identified_law_name(&w->failures, d);
    br_buffer_print(&w->failures, " is off by %.3g %%, the model without friction by %.3g %%",
                    100 * br_identified_law_score(d), 100 * br_identification_no_friction_error(w));
    if (d->id.fit.error > 0.9)
        br_buffer_print(&w->failures,
                        "; check the sign of the force: friction is positive at positive speed, a positive drive force "
                        "accelerates; to invert it, write '%s = -...' in --signals",
                        w->drive ? "u" : "F");
    br_buffer_put(&w->failures, "\n");
}

// Of the best law a failure: every command refuses such parameters. Of others a warning.
static void report_violations(br_identification *w)
{
    for (int i = 0; i < w->laws; i++) {
        const br_identified_law *d = &w->law[i];
        if (d->status != BR_OK || d->id.physical)
            continue;
        br_buffer *to = i == w->best ? &w->failures : &w->warnings;
        br_identified_law_name(to, d);
        br_buffer_print(to, " %s: %s\n", br_broken_words(&d->id.breaks),
                        i == w->best ? "these parameters are not saved, since every command refuses them"
                                     : "ranked behind laws that meet their requirements");
    }
}

static void fail_best(br_identification *w, const br_identified_law *d)
{
    const br_output_fit *f = &d->id.fit;
    br_buffer weak = {0};
    for (int i = 0; i < f->n; i++)
        if (!br_identified_unneeded(&d->id, i) && !br_identified_is_identifiable(&d->id, i))
            br_buffer_print(&weak, "%s%s", weak.size ? ", " : "", br_identified_name(&d->id, i));
    bool several = !weak.text || strchr(weak.text, ',');
    br_buffer_print(&w->failures, "%s of ", weak.text ? weak.text : "parameters");
    br_identified_law_name(&w->failures, d);
    br_buffer_print(&w->failures, " %s not identifiable from this log", several ? "are" : "is");
    if (f->e.n > 0 && !(f->e.condition < 1e6)) {
        br_buffer_put(&w->failures, "; least identifiable direction: ");
        write_direction(&w->failures, &f->e);
    }
    br_buffer_put(&w->failures, "\n");
    br_buffer_free_into(&weak, &w->failures.status);
}

void br_identification_find_verdict(br_identification *w)
{
    choose_best(w);
    note_parameters(w);
    for (int i = 0; i < w->logs; i++)
        if (w->log[i].notes.text)
            br_buffer_put(&w->warnings, w->log[i].notes.text);
    if (w->best < 0) {
        br_buffer_put(&w->failures, "no law could be fitted\n");
        return;
    }
    br_identified_law_write_delay(br_delay_is_wrong(&w->law[w->best].id.delay) ? &w->warnings : &w->notes,
                                  &w->law[w->best]);
    note_best(w, &w->law[w->best]);
    note_elements(w, &w->law[w->best]);
    note_known(w, &w->law[w->best].id);
    warn_best(w, &w->law[w->best]);
    br_identification_report_terms(w);
    report_no_star(w, &w->law[w->best]);
    fail_useless(w, &w->law[w->best]);
    report_violations(w);
    if (!w->law[w->best].id.identifiable)
        fail_best(w, &w->law[w->best]);
}
