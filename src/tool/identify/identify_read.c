// identify_read.c - options, logs and laws of `bristle identify`.           [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/law.h"
#include "tool/kit/log_options.h"
#include "tool/kit/number.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- options that need no log

// The test log has the range of the others, or one of its own.
static br_status read_spans(br_identification_options *o, const tool_args *a, br_diag *why)
{
    static const char *const all[] = {"--from", "--until"}, *const test[] = {"--test-from", "--test-until"};
    const char *const of_all[] = {a->from, a->until}, *const of_test[] = {a->test_from, a->test_until};
    bool apart = a->test_from || a->test_until;
    if (apart && !a->test)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %s has no effect without --test",
                             a->test_from ? test[0] : test[1]);
    tool_span span = {0}, apart_span = {0};
    br_status status = tool_span_read("identify", all, of_all, &span, why);
    if (status == BR_OK && apart)
        status = tool_span_read("identify", test, of_test, &apart_span, why);
    o->from = span.from;
    o->until = span.until;
    o->test_from = apart ? apart_span.from : (double)NAN;
    o->test_until = apart ? apart_span.until : (double)NAN;
    return status;
}

// "30%", "30 %", "0.3": a share from 0 to below 1.
static br_status read_hold_out(br_identification_options *o, const tool_args *a, br_diag *why)
{
    br_unit unit = br_unit_none();
    o->hold_out = a->compare && !a->test ? 0.3 : 0;
    if (a->test && a->hold_out)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --test and --hold-out exclude each other; give one");
    if (a->hold_out && (!tool_number("--hold-out", a->hold_out, &o->hold_out, &unit) ||
                        !br_unit_same(unit, br_unit_none()) || !(o->hold_out >= 0 && o->hold_out <= 0.9)))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --hold-out '%.60s' is not a share from 0 to 0.9; write 0.3 or '30 %%'",
                             a->hold_out);
    return BR_OK;
}

static br_status check_laws(const tool_args *a, br_diag *why)
{
    if (!a->model && !a->compare)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: no law given; use --model NAME or --compare all");
    if (a->model && a->compare)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --model fits one law and --compare several; give one of them");
    return BR_OK;
}

static br_status read_rows(br_identification_options *o, const tool_args *a, br_diag *why)
{
    double rows = 0;
    br_unit unit = br_unit_none();
    if (a->rows && (!tool_number("--rows", a->rows, &rows, &unit) || !(rows >= 1e5 && rows <= 1e9)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --rows '%.60s' is not a number from 1e5 to 1e9",
                             a->rows);
    if (a->rows)
        o->rows = floor(rows);
    return BR_OK;
}

static void take_texts(br_identification_options *o, const tool_args *a)
{
    o->who = "bristle identify: ";
    o->signals = a->signals;
    o->compare = a->compare;
    o->fix = a->fix;
    o->estimate = a->estimate;
    o->prior = a->prior;
    o->profile = a->profile;
    o->predict = a->predict;
    o->differentiate = a->differentiate;
    o->robust = a->robust;
    o->direction = a->direction;
    o->gravity = a->gravity;
    o->held = a->held;
}

// one, each or none; --no-offset is none.
static br_status read_offset(br_identification_options *o, const tool_args *a, br_diag *why)
{
    const char *word = a->offset ? a->offset : a->no_offset ? "none" : "one";
    bool none = strcmp(word, "none") == 0, each = strcmp(word, "each") == 0;
    if (a->offset && a->no_offset && !none)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --offset and --no-offset exclude each other; give one");
    if (!none && !each && strcmp(word, "one") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --offset '%.60s' is none of one, each, none", word);
    o->offset = none ? BR_OFFSET_NONE : each ? BR_OFFSET_EACH : BR_OFFSET_ONE;
    return BR_OK;
}

static br_status read_decimation(br_identification_options *o, const tool_args *a, br_diag *why)
{
    double k = 0;
    br_unit unit = br_unit_none();
    if (a->decimate && (!tool_number("--decimate", a->decimate, &k, &unit) || !(k >= 1 && k <= 1000) || k != floor(k)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --decimate '%.60s' is not an integer from 1 to 1000",
                             a->decimate);
    o->decimate = (int)k;
    return BR_OK;
}

static br_status read_options(br_identification_options *o, const tool_args *a, br_diag *why)
{
    br_status status = br_identification_defaults(o, sizeof *o);
    take_texts(o, a);
    if (status == BR_OK)
        status = read_rows(o, a, why);
    if (status == BR_OK)
        status = check_laws(a, why);
    if (status == BR_OK && a->piece)
        status = tool_time("identify", "--piece", a->piece, &o->piece, why);
    if (status == BR_OK)
        status = read_spans(o, a, why);
    if (status == BR_OK)
        status = read_hold_out(o, a, why);
    if (status == BR_OK)
        status = tool_log_cutoff("identify", a, &o->cutoff, why);
    if (status == BR_OK)
        status = read_offset(o, a, why);
    return status == BR_OK ? read_decimation(o, a, why) : status;
}

// ---------------------------------------------------------------- options whose units are those of the logs
// They are read before the logs are, and checked behind them: log is NULL, then the first one.

static bool turns(const br_identification_log *log)
{
    return strcmp(log->position_unit, "rad") == 0;
}

static br_status read_mass(br_identification_options *o, const tool_args *a, const br_identification_log *log,
                           br_diag *why)
{
    br_unit unit = {{0, 12}};
    if (!a->mass || (log && (!log->drive || strcmp(a->mass, "estimate") == 0)))
        return BR_OK;
    if (log) {
        unit.power[0] = turns(log) ? 24 : 0;
        return tool_log_mass("identify", a, unit, &o->mass, why);
    }
    if (!tool_number("--mass", a->mass, &o->mass, &unit) || !(o->mass > 0 && isfinite(o->mass)))
        o->mass = (double)NAN;
    return BR_OK;
}

// "estimate", or the coefficient of a force that is proportional to the position or to the velocity, whose unit has a second more.
static br_status read_coefficient(const char *option, const char *text, int seconds, const br_identification_log *log,
                                  double *known, br_diag *why)
{
    br_unit unit = br_unit_none();
    char words[BR_UNIT_SIZE];
    if (!text)
        return BR_OK;
    if (strcmp(text, "estimate") == 0) {
        *known = (double)NAN;
        return BR_OK;
    }
    bool is_number = tool_number(option, text, known, &unit) && isfinite(*known);
    br_unit wanted = {{log && turns(log) ? 24 : 0, 12, (short)(12 * seconds - 24)}};
    br_unit_write(words, wanted);
    if (log && !(is_number && (br_unit_same(unit, wanted) || br_unit_same(unit, br_unit_none()))))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %s '%.60s' is neither a number in %s nor estimate",
                             option, text, words);
    *known = is_number ? *known : 0;
    return BR_OK;
}

static br_status read_delay(br_identification_options *o, const tool_args *a, const br_identification_log *log,
                            br_diag *why)
{
    double delay = 0;
    br_unit unit = br_unit_none(), second = br_unit_none();
    second.power[2] = 12;
    if (!a->delay)
        return BR_OK;
    o->delay = HUGE_VAL;
    if (a->held || strcmp(a->delay, "estimate") == 0)
        return BR_OK;
    bool is_time = tool_number("--delay", a->delay, &delay, &unit) &&
                   (br_unit_same(unit, second) || br_unit_same(unit, br_unit_none()));
    if (log && !is_time)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --delay '%.60s' is not a time such as 0.5 ms, or 0",
                             a->delay);
    if (log && !(fabs(delay) <= 100 * log->step))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --delay '%.60s' is more than 100 samples of %.3g ms",
                             a->delay, 1e3 * log->step);
    o->delay = is_time ? delay : 0;
    return BR_OK;
}

static br_status read_terms(br_identification_options *o, const tool_args *a, const br_identification_log *log,
                            br_diag *why)
{
    br_status status = read_mass(o, a, log, why);
    if (status == BR_OK)
        status = read_coefficient("--spring", a->spring, 0, log, &o->spring, why);
    if (status == BR_OK)
        status = read_coefficient("--damper", a->damper, 1, log, &o->damper, why);
    return status == BR_OK ? read_delay(o, a, log, why) : status;
}

// ---------------------------------------------------------------- the law

static br_status open_law(identifying *o, br_diag *why)
{
    const tool_args *a = o->a;
    if (!a->compare) {
        br_status status = tool_law_open(&o->law, a->model, a->params, a->at, why);
        bool whose = strncmp(why->text, "bristle", 7) == 0;
        return status == BR_OK || whose ? status : tool_prefix("bristle identify: ", status, why);
    }
    if (a->params || a->at)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: %s needs a single law; use --model instead of --compare",
                             a->params ? "--params" : "--at");
    return BR_OK;
}

// ---------------------------------------------------------------- logs

// Of two forces one is fitted: the drive force where the mass stands beside it, else the friction force.
static br_status open_rig(identifying *o, int i, rig_log *rig, br_diag *why)
{
    br_status status = rig_log_open(rig, "identify", o->name[i], o->a, why);
    o->seed[i] = rig->seed;
    if (status != BR_OK)
        return status;
    bool both = rig_log_measures(rig, "u") && rig_log_measures(rig, "F");
    return rig_log_rename(rig, o->name[i], !both ? NULL : o->a->mass ? "F" : "u", why);
}

static br_status add_log(identifying *o, int i, br_diag *why)
{
    rig_log rig = {0};
    br_table *table = NULL;
    bool is_test = o->a->test && i == o->logs - 1;
    br_status status = BR_OK;
    if (o->is_rig[i])
        status = open_rig(o, i, &rig, why);
    else if (o->a->seed)
        status = tool_complain(why, BR_BAD_USAGE, "bristle identify: --seed is for rigs; %.60s is a table", o->name[i]);
    else
        status = tool_table_handle(&table, "identify", o->name[i], o->a, why);
    if (status == BR_OK)
        status =
            br_identification_add(o->is, o->is_rig[i] ? rig.table : table, is_test ? BR_LOG_TEST : BR_LOG_FITTED, why);
    br_table_close(table);
    rig_log_close(&rig);
    return status;
}

br_status identify_reopen(void *of, int log, br_table **table, br_diag *why)
{
    const identifying *o = of;
    return o->is_rig[log] ? BR_NEGATIVE : tool_table_handle(table, "identify", o->name[log], o->a, why);
}

static br_status name_logs(identifying *o, br_diag *why)
{
    const tool_args *a = o->a;
    if (a->test && a->noperands == TOOL_OPERANDS)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %d logs and a test log are too many", a->noperands);
    for (int i = 0; i < a->noperands; i++)
        o->name[o->logs++] = a->operands[i];
    if (a->test)
        o->name[o->logs++] = a->test;
    for (int i = 0; i < o->logs; i++)
        o->is_rig[i] = rig_log_named(o->name[i], a);
    return BR_OK;
}

static br_status add_logs(identifying *o, br_diag *why)
{
    br_identification_log first = {.size = sizeof first};
    br_status status = BR_OK;
    for (int i = 0; i < o->logs && status == BR_OK; i++)
        status = add_log(o, i, why);
    if (status == BR_OK)
        status = br_identification_log_at(o->is, 0, &first);
    return status == BR_OK ? read_terms(&o->options, o->a, &first, why) : status;
}

br_status identify_open(identifying *o, const tool_args *a, br_diag *why)
{
    o->a = a;
    br_status status = read_options(&o->options, a, why);
    if (status == BR_OK)
        status = read_terms(&o->options, a, NULL, why);
    if (status == BR_OK)
        status = name_logs(o, why);
    if (status == BR_OK)
        status = open_law(o, why);
    o->options.again = identify_reopen;
    o->options.context = o;
    if (status == BR_OK)
        status = br_identification_open(&o->is, o->law, &o->options, why);
    return status == BR_OK ? add_logs(o, why) : status;
}
