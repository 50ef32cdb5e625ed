// identify_rows.c - the logs of an identification in a program: how they were read, and what became of their rows.   [host]
#include "num/base/fp.h"

#include "api/identify/identify_parts.h"
#include "api/law/sized.h"

#include <math.h>

static const char *const STEPS[] = {[BR_TIME_EVEN] = "even", [BR_TIME_STAMPS] = "stamps", [BR_TIME_ROWS] = "rows"};

static long long rows_of_table(const br_loaded_log *l)
{
    return l->samples.windows > 0 ? l->samples.all : l->rows;
}

br_status br_identification_log_at(const br_identification *id, int log, br_identification_log *l)
{
    if (!id || log < 0 || log >= id->logs)
        return BR_BAD_USAGE;
    const br_loaded_log *from = &id->log[log];
    const br_axis_log *axis = &id->axis[log];
    const br_stamps *s = &from->stamps;
    const br_identification_log is = {.size = sizeof is,
                                      .name = from->name,
                                      .test = axis->test,
                                      .drive = id->drive,
                                      .position = axis->x != NULL,
                                      .all = rows_of_table(from),
                                      .rows = from->rows,
                                      .windows = from->samples.windows,
                                      .first = axis->trace.t[0],
                                      .last = axis->trace.t[axis->trace.rows - 1],
                                      .used = axis->trace.rows,
                                      .step = from->sampling.median,
                                      .step_least = s->least,
                                      .step_most = s->most,
                                      .uneven = s->uneven,
                                      .rows_over_stamps = s->by_rows / s->by_stamps,
                                      .steps = STEPS[s->base],
                                      .cutoff = from->made.cutoff,
                                      .derived_v = from->made.v != NULL,
                                      .derived_a = from->made.a != NULL,
                                      .force_unit = id->force_unit,
                                      .speed_unit = id->speed_unit,
                                      .position_unit = id->position_unit};
    return br_sized_answer(l, &is, sizeof is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

br_status br_identification_rows_of(const br_identification *id, int log, br_identification_rows *rows)
{
    const br_identified *fit = br_identification_shown_fit(id);
    if (!fit || log < 0 || log >= fit->logs)
        return BR_BAD_USAGE;
    const br_axis_errors *e = &fit->log[log];
    const br_identification_rows is = {.size = sizeof is,
                                       .used = e->rows[BR_ROW_USED],
                                       .hold_out = e->held,
                                       .residuals = e->fit[BR_FITTED].rows,
                                       .outside = id->outside[log],
                                       .between_windows = rows_of_table(&id->log[log]) - id->log[log].rows,
                                       .ends = id->ends[log] + e->rows[BR_ROW_END],
                                       .spikes = e->rows[BR_ROW_SPIKE],
                                       .missing = e->rows[BR_ROW_MISSING],
                                       .direction = e->rows[BR_ROW_DIRECTION],
                                       .segments = e->rows[BR_ROW_SEGMENT],
                                       .test = e->rows[BR_ROW_TEST]};
    return br_sized_answer(rows, &is, sizeof is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

const char *br_identification_predicted(const br_identification *w)
{
    return w->options.predictions ? "step" : w->options.motion ? "motion" : "force";
}

static const br_owned_identification *tried(const br_identification *id)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    return own && own->tried ? own : NULL;
}

br_status br_identification_setup_of(const br_identification *id, br_identification_setup *s)
{
    const br_owned_identification *own = tried(id);
    if (!own)
        return BR_BAD_USAGE;
    const br_identification_setup is = {.size = sizeof is,
                                        .predict = br_identification_predicted(id),
                                        .balance = own->balance.text,
                                        .differentiate = id->differentiate,
                                        .motion = br_identification_motion(id),
                                        .motion_unit = br_identification_motion_unit(id),
                                        .decimate = id->options.every};
    return br_sized_answer(s, &is, sizeof is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

br_status br_identification_position_noise_of(const br_identification *id, br_identification_position_noise *n)
{
    if (!tried(id))
        return BR_BAD_USAGE;
    const br_bandwidth *b = &id->noise.band;
    const br_identification_position_noise is = {.size = sizeof is,
                                                 .biased = b->biased,
                                                 .off = b->off,
                                                 .sd_ratio = b->gain,
                                                 .cutoff = id->noise.cutoff / b->best.narrower,
                                                 .attenuation = b->attenuation,
                                                 .attenuated = b->attenuated};
    if (id->noise.tested)
        return br_sized_answer(n, &is, sizeof is, sizeof is) ? BR_OK : BR_BAD_USAGE;
    return n && n->size == sizeof *n ? BR_NEGATIVE : BR_BAD_USAGE;
}
