// identify_options.c - options of an identification, before its first log; and its last steps.   [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- options

// What is fitted: force, motion, or predictions of every row from the one before; else the logs decide.
static br_status set_prediction(br_identification *w, br_diag *why)
{
    const br_identification_options *given = &w->given;
    const char *what = given->predict;
    br_identify_options *o = &w->options;
    o->predictions = what && strcmp(what, "step") == 0;
    o->motion = o->predictions || (what && strcmp(what, "motion") == 0);
    w->free_choice = !what && given->piece == 0;
    if (what && !o->motion && strcmp(what, "force") != 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--predict '%.60s' is none of force, motion and step", w->who, what);
    if (given->piece != 0 && (!o->motion || o->predictions))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--piece needs --predict motion", w->who);
    if (given->piece != 0 && !(given->piece > 0 && isfinite(given->piece)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--piece %g is not a time above 0", w->who, given->piece);
    o->piece = given->piece;
    return BR_OK;
}

static br_identification_span span_of(double from, double until)
{
    return (br_identification_span){isnan(from) ? -HUGE_VAL : from, isnan(until) ? HUGE_VAL : until};
}

// Test logs have the range of the others, or one of their own.
static br_status set_spans(br_identification *w, br_diag *why)
{
    const br_identification_options *given = &w->given;
    bool apart = !isnan(given->test_from) || !isnan(given->test_until);
    w->span = span_of(given->from, given->until);
    w->test_span = apart ? span_of(given->test_from, given->test_until) : w->span;
    if (w->span.until < w->span.from)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--until lies before --from", w->who);
    if (w->test_span.until < w->test_span.from)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--test-until lies before --test-from", w->who);
    return BR_OK;
}

// How velocities are made, and residuals.
static br_status set_filters(br_identification *w, br_diag *why)
{
    const br_identification_options *given = &w->given;
    w->prepare.central = true;
    if (!br_loaded_log_way(given->differentiate, &w->prepare, &w->differentiate))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s--differentiate '%.60s' is none of zero-phase, central, lowpass, kalman, window", w->who,
                            given->differentiate);
    if (!(given->cutoff >= 0 && isfinite(given->cutoff)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--cutoff %g is not a positive frequency", w->who, given->cutoff);
    w->prepare.cutoff = given->cutoff;
    if (given->decimate < 0 || given->decimate > 1000)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--decimate %d is not an integer from 1 to 1000", w->who,
                            given->decimate);
    return BR_OK;
}

// What belongs to one law alone.
static const char *option_of_one_law(const br_identification *w)
{
    const br_identification_options *given = &w->given;
    return given->fix         ? "--fix"
           : given->estimate  ? "--estimate"
           : w->params        ? "--params"
           : given->profile   ? "--profile"
           : given->prior     ? "--prior"
           : given->direction ? "--direction"
           : w->at            ? "--at"
                              : NULL;
}

br_status br_identification_set_options(br_identification *w, br_diag *why)
{
    const br_identification_options *given = &w->given;
    w->compare = given->compare != NULL;
    if (w->compare && option_of_one_law(w))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%s needs a single law; use --model instead of --compare", w->who,
                            option_of_one_law(w));
    w->options = br_identify_defaults();
    w->options.fix = given->fix;
    w->options.also = given->estimate;
    w->options.huber = given->robust ? 1.345 : 0;
    w->options.profile = given->profile;
    w->options.prior = given->prior;
    w->options.stop = &w->stopped;
    w->best = -1;
    if (!(given->rows >= 1e5 && given->rows <= 1e9))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--rows %g is not a number from 1e5 to 1e9", w->who, given->rows);
    w->most = (long long)given->rows;
    if (given->profile && (given->prior || given->robust))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--profile cannot be combined with %s; give one of them", w->who,
                            given->prior ? "--prior" : "--robust");
    if (!(given->hold_out >= 0 && given->hold_out <= 0.9))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--hold-out %g is not a share from 0 to 0.9", w->who, given->hold_out);
    br_status status = set_prediction(w, why);
    if (status == BR_OK)
        status = set_spans(w, why);
    return status == BR_OK ? set_filters(w, why) : status;
}

// ---------------------------------------------------------------- behind the fits

br_status br_identification_judge(br_identification *w, br_identification_reopen *reopen, const void *context)
{
    br_status status = br_identification_fit_baselines(w);
    if (status != BR_OK)
        return status;
    br_identification_find_verdict(w);
    status = br_identification_find_cause(w, reopen, context);
    const br_buffer *said[] = {&w->notes, &w->warnings, &w->failures};
    for (int i = 0; i < 3 && status == BR_OK; i++)
        status = said[i]->status;
    return status == BR_OK ? br_identification_find_map(w) : status;
}

br_status br_identification_first_failure(const br_identification *w, br_diag *why)
{
    if (w->failures.size == 0)
        return BR_OK;
    return br_diag_fail(why, BR_NEGATIVE, "%sfailed: %.*s", w->who, (int)strcspn(w->failures.text, "\n"),
                        w->failures.text);
}

void br_identification_release(br_identification *w)
{
    for (int i = 0; i < w->laws + w->aids; i++)
        br_identification_forget_fit(i < w->laws ? &w->law[i] : &w->aid[i - w->laws]);
    br_identification_free_baselines(w);
    for (int i = 0; i < BR_IDENTIFICATION_LOGS; i++) { // one that was not taken is there, too
        br_loaded_log_free(&w->log[i]);
        free(w->rejected[i].row);
    }
    br_identification_free_map(&w->map);
    br_buffer_free(&w->notes);
    br_buffer_free(&w->warnings);
    br_buffer_free(&w->failures);
}
