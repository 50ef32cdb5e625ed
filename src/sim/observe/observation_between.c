// observation_between.c - estimates by inputs that are held, and by the mean of both rows: do they differ?   [host]
#include "num/base/fp.h"

#include "sim/observe/observation_verdict.h"

#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>

// The estimates of a name over all rows, and their standard deviations; NULL: there are none.
static const double *estimates_of(const br_observation *ob, const char *name, const double **sd)
{
    char with[BR_NAME_SIZE + 60];
    snprintf(with, sizeof with, "%s_state_sd", name); // of a state that is measured, too
    *sd = br_observation_column(ob, with);
    snprintf(with, sizeof with, "%s_sd", name);
    *sd = *sd ? *sd : br_observation_column(ob, with);
    return br_observation_column(ob, name);
}

// A log as it was observed with inputs that are held, and with their mean.
typedef struct held_or_mean {
    const br_observation *held, *mean;
    bool moving; // `held` is the EKF beside a moving horizon
    const char *input, *remedy;
} held_or_mean;

// Estimates that differ by more than their standard deviation at the last row.
static bool warn_of_parameters(const held_or_mean *both, br_buffer *warnings)
{
    const br_tuning *t = &both->held->tuning;
    long long last = both->held->record.rows - 1;
    bool any = false;
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        const br_tuned *e = &t->number[i];
        const double *sd, *other_sd, *held = estimates_of(both->held, e->name, &sd),
                                     *mean = estimates_of(both->mean, e->name, &other_sd);
        if (!held || !mean || !sd || !other_sd || !(fabs(held[last] - mean[last]) > br_max(other_sd[last], sd[last])))
            continue;
        any = true;
        br_buffer_print(warnings,
                        "%s depends on %s between rows: %.5g +- %.2g %s where it is held (%s), %.5g +- %.2g %s by the "
                        "mean of both rows; %s\n",
                        e->name, both->input, held[last], sd[last], e->unit, both->moving ? "by ekf" : "as here",
                        mean[last], other_sd[last], e->unit, both->remedy);
    }
    return any;
}

// The state whose estimates differ most, as a share of their standard deviations; RMS of both over all rows.
static void warn_of_states(const held_or_mean *both, br_buffer *warnings)
{
    const br_tuning *t = &both->held->tuning;
    const br_tuned *worst = NULL;
    double most = 1, off = 0, promised = 0;
    for (int i = 0; i < t->nx; i++) {
        double squares = 0, variances = 0;
        const double *sd, *ignored, *held = estimates_of(both->held, t->number[i].name, &sd),
                                    *mean = estimates_of(both->mean, t->number[i].name, &ignored);
        for (long long k = 0; held && mean && sd && k < both->held->record.rows; k++) {
            if (br_spool_due(k)) {
                br_record_release(&both->held->record);
                br_record_release(&both->mean->record);
            }
            squares += (held[k] - mean[k]) * (held[k] - mean[k]);
            variances += sd[k] * sd[k];
        }
        if (!(squares > most * most * variances))
            continue;
        worst = &t->number[i];
        most = br_sqrt(squares / variances);
        off = br_sqrt(squares / (double)both->held->record.rows);
        promised = br_sqrt(variances / (double)both->held->record.rows);
    }
    if (worst)
        br_buffer_print(warnings,
                        "%s depends on %s between rows: estimates with %s held%s and with the mean of both rows differ "
                        "by %.2g %s (RMS), the standard deviation is %.2g %s; %s\n",
                        worst->name, both->input, both->input, both->moving ? " (by ekf)" : "", off, worst->unit,
                        promised, worst->unit, both->remedy);
}

static void warn_of_held(held_or_mean both, bool full, br_buffer *warnings)
{
    both.input = full ? "the input" : "the velocity";
    both.remedy = both.moving
                      ? "a moving horizon holds it, as a drive holds a command; of what was measured the latter is "
                        "right: --observer smoother --between mean"
                  : full ? "a command that a drive holds is right with the former (--between held), what was "
                           "measured with the latter (--between mean)"
                         : "that of a sampled motion is the latter: --between mean";
    if (!warn_of_parameters(&both, warnings))
        warn_of_states(&both, warnings);
}

static br_status observe_again(br_model *m, const br_observed_run *run, bool mean, br_observation *to)
{
    br_diag words = {0};
    br_observation_options options = *run->options;
    options.mean_inputs = mean;
    options.partial = false;
    options.horizon = (br_observation_horizon){0}; // which holds its inputs: the EKF stands for it
    return br_observation_run(to, m, run->log, &options, &words);
}

// A velocity that is sampled from a motion and then held is half a row late, as a measured force is, and estimates follow that
// without a word from the innovations.
br_status br_observation_compare_between(const br_observation *ob, br_model *m, const br_observed_run *run,
                                         br_buffer *warnings)
{
    br_observation mean = {0}, held = {0};
    bool moving = run->options->horizon.intervals > 0;
    if (ob->tuning.nx + ob->tuning.ne == 0)
        return BR_OK;
    br_status status = observe_again(m, run, true, &mean);
    if (status == BR_OK && moving)
        status = observe_again(m, run, false, &held);
    if (status == BR_OK) // else there is nothing to compare with
        warn_of_held((held_or_mean){.held = moving ? &held : ob, .mean = &mean, .moving = moving}, run->full, warnings);
    br_observation_free(&mean);
    br_observation_free(&held);
    return status == BR_NEGATIVE || status == BR_NO_MEMORY ? status : BR_OK;
}
