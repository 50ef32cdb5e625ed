// identify_verdict.c - which law is the best, what pays, and what is not to be trusted.              [host]
#include "num/base/fp.h"

#include "law/model/condition.h"
#include "tool/identify/identify.h"

#include <math.h>
#include <string.h>

// Laws whose numbers break what they require are looked at only where there is no other.
static bool counts(const identifying *w, const identified *d, bool told)
{
    bool some = false;
    for (int i = 0; i < w->laws; i++)
        some = some || (w->law[i].status == BR_OK && w->law[i].id.physical);
    return d->status == BR_OK && (d->id.physical || !some) && (d->id.identifiable || !told);
}

// The law of least error, or one with fewer numbers that is within 2 % of it; `told`: only those whose numbers the log tells.
static int leanest(const identifying *w, bool told)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < w->laws; i++)
        if (counts(w, &w->law[i], told))
            least = fmin(least, identify_score(&w->law[i]));
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[i], *now = best >= 0 ? &w->law[best] : NULL;
        bool near = counts(w, d, told) && identify_score(d) <= 1.02 * least;
        bool fewer = !now || d->id.fit.n < now->id.fit.n ||
                     (d->id.fit.n == now->id.fit.n && identify_score(d) < identify_score(now));
        if (near && fewer)
            best = i;
    }
    return best;
}

// A law whose numbers the log tells is worth an error larger by a quarter.
static void choose(identifying *w)
{
    int told = leanest(w, true), any = leanest(w, false);
    bool worth = told >= 0 && identify_score(&w->law[told]) <= 1.25 * identify_score(&w->law[any]);
    w->best = worth ? told : any;
}

static const identified *find(const identifying *w, const char *law, bool direction)
{
    for (int i = 0; i < w->laws; i++)
        if (w->law[i].status == BR_OK && w->law[i].direction == direction && strcmp(w->law[i].law, law) == 0)
            return &w->law[i];
    return NULL;
}

// "direction: 1 number more than coulomb, error 4.1 % -> 3.9 %, held out 4.3 % -> 4.2 %: it pays"
static void note_more(identifying *w, const identified *less, const identified *more)
{
    int n = more->id.fit.n - less->id.fit.n;
    double from = identify_score(less), to = identify_score(more), bic = more->id.fit.e.bic - less->id.fit.e.bic;
    bool pays = to < from && bic < 0;
    identify_name(&w->notes, more);
    br_buffer_print(&w->notes, ": %d number%s more than ", n, n == 1 ? "" : "s");
    identify_name(&w->notes, less);
    br_buffer_print(&w->notes, ", %s %.3g %% instead of %.3g %%, BIC %+.0f: %s\n",
                    isfinite(more->id.hold_out_error) ? "held-out error" : "error", 100 * to, 100 * from, bic,
                    pays     ? n == 1 ? "it pays" : "they pay"
                    : n == 1 ? "it does not pay"
                             : "they do not pay");
}

// What the extra numbers of every law are worth, against the fewest there are, and direction against none.
static void note_worth(identifying *w)
{
    int order[IDENTIFY_LAWS];
    const identified *plain = NULL;
    identify_order(w, order);
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[i];
        if (d->status == BR_OK && !d->direction && (!plain || d->id.fit.n < plain->id.fit.n))
            plain = d;
    }
    for (int i = 0; i < w->laws && w->compare; i++) {
        const identified *d = &w->law[order[i]];
        const identified *less = d->status != BR_OK ? NULL : d->direction ? find(w, d->law, false) : plain;
        if (less && less != d && d->id.fit.n > less->id.fit.n)
            note_more(w, less, d);
    }
}

// What moves together: "0.98 vs - 0.20 FC".
static void write_direction(br_buffer *out, const br_fit_estimate *e)
{
    double most = 0;
    for (int i = 0; i < e->n; i++)
        most = fmax(most, fabs(e->direction[i]));
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

static void warn_best(identifying *w, const identified *d)
{
    const br_output_fit *f = &d->id.fit;
    if (!f->settled)
        br_buffer_put(&w->warnings, "the search was stopped before it came to rest\n");
    if (f->outliers > 0)
        br_buffer_print(&w->warnings,
                        "%d samples are off by more than 6 robust standard deviations; --robust lets them count "
                        "less\n",
                        f->outliers);
    // the low-pass before decimation colours white noise, too, by less than a quarter
    bool decimated = w->options.every > 1 && !w->options.motion;
    if (f->e.whiteness < 0.01 && (!decimated || f->autocorrelation_factor > 1.25))
        br_buffer_put(&w->warnings,
                      "residuals are not white: the law leaves something out; believe the standard deviations for "
                      "coloured residuals\n");
    if (d->id.spikes > 0)
        br_buffer_print(
            &w->warnings,
            "%lld sample%s of the drive force stand%s out from both neighbours, the farthest at %.6g s: the free "
            "run %s\n",
            d->id.spikes, d->id.spikes > 1 ? "s" : "", d->id.spikes > 1 ? "" : "s",
            w->axis[d->id.spike_log].trace.t[d->id.spike_row],
            w->options.huber > 0 ? "keeps the force before" : "feels them; --robust takes them out there");
    for (int i = 0; i < f->n; i++)
        if (f->bound[i] && !br_identified_unneeded(&d->id, i))
            br_buffer_print(&w->warnings, "%s lies on its bound\n", br_identified_name(&d->id, i));
}

// A law that explains next to nothing: most often the force has the other sign.
static void fail_useless(identifying *w, const identified *d)
{
    if (!(d->id.fit.error > 0.9))
        return;
    identify_name(&w->failures, d);
    br_buffer_print(&w->failures,
                    " explains next to nothing of this log: is the sign of the force right? Friction is positive at "
                    "positive speed; a drive force accelerates. If not: '%s = -...' in --signals\n",
                    w->drive ? "u" : "F");
}

// Numbers in the unit of the force that are far beyond all forces of the log.
static void warn_far(identifying *w, const identified *d)
{
    double most = 0;
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->axis[i].trace.rows; k++)
            most = fmax(most, fabs(w->axis[i].y[k])); // NaN is passed over
    for (int i = 0; i < d->id.parameters.count; i++)
        if (strcmp(br_identified_unit(&d->id, i), w->force_unit) == 0 && fabs(d->id.fit.value[i]) > 3 * most)
            br_buffer_print(&w->warnings, "%s is %.2g times the largest force of the log: it is an extrapolation\n",
                            br_identified_name(&d->id, i), fabs(d->id.fit.value[i]) / most);
}

// Of the best law a failure: such numbers are refused wherever they are given. Of others a warning.
static void tell_broken(identifying *w)
{
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[i];
        if (d->status != BR_OK || d->id.physical)
            continue;
        br_buffer *to = i == w->best ? &w->failures : &w->warnings;
        identify_name(to, d);
        br_buffer_print(to, " %s: %s\n", br_broken_words(&d->id.breaks),
                        i == w->best ? "these numbers are refused wherever they are given, and are not saved"
                                     : "it stands behind laws that keep to what they require");
    }
}

static void fail_best(identifying *w, const identified *d)
{
    const br_output_fit *f = &d->id.fit;
    br_buffer weak = {0};
    for (int i = 0; i < f->n; i++)
        if (!br_identified_unneeded(&d->id, i) && !br_identified_is_identifiable(&d->id, i))
            br_buffer_print(&weak, "%s%s", weak.size ? ", " : "", br_identified_name(&d->id, i));
    br_buffer_print(&w->failures, "this log does not tell %s of ", weak.text ? weak.text : "all numbers");
    identify_name(&w->failures, d);
    if (f->e.n > 0 && !(f->e.condition < 1e6)) {
        br_buffer_put(&w->failures, "; what it tells least is ");
        write_direction(&w->failures, &f->e);
    }
    br_buffer_put(&w->failures, "\n");
    br_buffer_free(&weak);
}

void identify_judge(identifying *w)
{
    choose(w);
    note_worth(w);
    for (int i = 0; i < w->logs; i++)
        if (w->log[i].notes.text)
            br_buffer_put(&w->warnings, w->log[i].notes.text);
    if (w->best < 0) {
        br_buffer_put(&w->failures, "no law could be fitted\n");
        return;
    }
    warn_best(w, &w->law[w->best]);
    warn_far(w, &w->law[w->best]);
    fail_useless(w, &w->law[w->best]);
    tell_broken(w);
    if (!w->law[w->best].id.identifiable)
        fail_best(w, &w->law[w->best]);
}
