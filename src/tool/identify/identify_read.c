// identify_read.c - options, logs and laws of `bristle identify`.           [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- options that need no log

// The test log has the range of the others, or one of its own.
static br_status read_spans(br_identification *w, const tool_args *a, br_diag *why)
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
    w->given.from = span.from;
    w->given.until = span.until;
    w->given.test_from = apart ? apart_span.from : (double)NAN;
    w->given.test_until = apart ? apart_span.until : (double)NAN;
    return status;
}

// "30%", "30 %", "0.3": a share from 0 to below 1.
static br_status read_hold_out(br_identification *w, const tool_args *a, br_diag *why)
{
    br_unit unit = br_unit_none();
    w->given.hold_out = w->compare && !a->test ? 0.3 : 0;
    if (a->test && a->hold_out)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --test and --hold-out exclude each other; give one");
    if (a->hold_out && (!tool_number("--hold-out", a->hold_out, &w->given.hold_out, &unit) ||
                        !br_unit_same(unit, br_unit_none()) || !(w->given.hold_out >= 0 && w->given.hold_out <= 0.9)))
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

static br_status read_rows(br_identification *w, const tool_args *a, br_diag *why)
{
    double rows = 0;
    br_unit unit = br_unit_none();
    if (a->rows && (!tool_number("--rows", a->rows, &rows, &unit) || !(rows >= 1e5 && rows <= 1e9)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --rows '%.60s' is not a number from 1e5 to 1e9",
                             a->rows);
    if (a->rows)
        w->given.rows = floor(rows);
    return BR_OK;
}

static void take_texts(br_identification *w, const tool_args *a)
{
    br_identification_options *o = &w->given;
    w->who = "bristle identify: ";
    w->compare = a->compare != NULL;
    o->compare = a->compare;
    w->params = a->params;
    w->at = a->at;
    o->fix = a->fix;
    o->estimate = a->estimate;
    o->prior = a->prior;
    o->profile = a->profile;
    o->predict = a->predict;
    o->robust = a->robust;
    o->direction = a->direction;
    o->gravity = a->gravity;
    o->held = a->held;
    o->mass = a->mass ? (double)NAN : 0; // read when its unit is known
}

br_status identify_options(br_identification *w, const tool_args *a, br_diag *why)
{
    br_status status = br_identification_defaults(&w->given, sizeof w->given);
    take_texts(w, a);
    if (status == BR_OK)
        status = read_rows(w, a, why);
    if (status == BR_OK)
        status = check_laws(a, why);
    if (status == BR_OK && a->piece)
        status = tool_time("identify", "--piece", a->piece, &w->given.piece, why);
    if (status == BR_OK)
        status = read_spans(w, a, why);
    if (status == BR_OK)
        status = read_hold_out(w, a, why);
    return status == BR_OK ? br_identification_set_options(w, why) : status;
}

// ---------------------------------------------------------------- logs, and options that need them

static br_status load_log(br_identification *w, const char *name, bool test, const tool_args *a, br_diag *why)
{
    br_loaded_log *l = &w->log[w->logs];
    l->most = w->most;
    l->parted = true;
    w->axis[w->logs].test = test;
    br_status status = tool_log_load(l, "identify", name, a, why);
    return status == BR_OK ? br_identification_take_log(w, why) : status;
}

static br_status read_mass(br_identification *w, const tool_args *a, br_diag *why)
{
    br_unit unit = {{0, 12}};
    unit.power[0] = w->rotary ? 24 : 0;
    bool known = a->mass && w->drive && strcmp(a->mass, "estimate") != 0;
    return known ? tool_log_mass("identify", a, unit, &w->given.mass, why) : BR_OK;
}

// one, each or none; --no-offset is none.
static br_status read_offset(br_identification *w, const tool_args *a, br_diag *why)
{
    const char *word = a->offset ? a->offset : a->no_offset ? "none" : "one";
    bool none = strcmp(word, "none") == 0, each = strcmp(word, "each") == 0;
    if (a->offset && a->no_offset && !none)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --offset and --no-offset exclude each other; give one");
    if (!none && !each && strcmp(word, "one") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --offset '%.60s' is none of one, each, none", word);
    w->given.offset = none ? BR_OFFSET_NONE : each ? BR_OFFSET_EACH : BR_OFFSET_ONE;
    return BR_OK;
}

// "estimate", or the coefficient of a force that is proportional to the position or to the velocity.
static br_status read_coefficient(const br_identification *w, const char *option, const char *text, br_axis_term which,
                                  double *known, br_diag *why)
{
    br_unit wanted = {{w->rotary ? 24 : 0, 12, -24}}, unit = br_unit_none();
    char words[BR_UNIT_SIZE];
    wanted.power[2] = (short)(wanted.power[2] + (which == BR_AXIS_DAMPER ? 12 : 0));
    br_unit_write(words, wanted);
    if (!text)
        return BR_OK;
    if (strcmp(text, "estimate") == 0) {
        *known = (double)NAN;
        return BR_OK;
    }
    if (!(tool_number(option, text, known, &unit) && isfinite(*known) &&
          (br_unit_same(unit, wanted) || br_unit_same(unit, br_unit_none()))))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %s '%.60s' is neither a number in %s nor estimate",
                             option, text, words);
    return BR_OK;
}

static br_status read_terms(br_identification *w, const tool_args *a, br_diag *why)
{
    br_status status = read_mass(w, a, why);
    if (status == BR_OK)
        status = read_offset(w, a, why);
    if (status == BR_OK)
        status = read_coefficient(w, "--spring", a->spring, BR_AXIS_SPRING, &w->given.spring, why);
    if (status == BR_OK)
        status = read_coefficient(w, "--damper", a->damper, BR_AXIS_DAMPER, &w->given.damper, why);
    return status == BR_OK ? br_identification_set_terms(w, why) : status;
}

static br_status read_delay(br_identification *w, const tool_args *a, br_diag *why)
{
    double step = w->log[0].sampling.median, delay = 0;
    br_unit unit = br_unit_none(), second = br_unit_none();
    second.power[2] = 12;
    if (!a->delay)
        return BR_OK;
    w->given.delay = HUGE_VAL;
    if (a->held || strcmp(a->delay, "estimate") == 0)
        return BR_OK;
    if (!tool_number("--delay", a->delay, &delay, &unit) ||
        !(br_unit_same(unit, second) || br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --delay '%.60s' is not a time such as 0.5 ms, or 0",
                             a->delay);
    if (!(fabs(delay) <= 100 * step))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --delay '%.60s' is more than 100 samples of %.3g ms",
                             a->delay, 1e3 * step);
    w->given.delay = delay;
    return BR_OK;
}

static br_status read_decimation(br_identification *w, const tool_args *a, br_diag *why)
{
    double k = 0;
    br_unit unit = br_unit_none();
    if (a->decimate && (!tool_number("--decimate", a->decimate, &k, &unit) || !(k >= 1 && k <= 1000) || k != floor(k)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --decimate '%.60s' is not an integer from 1 to 1000",
                             a->decimate);
    w->given.decimate = (int)k;
    return BR_OK;
}

br_status identify_logs(br_identification *w, const tool_args *a, br_diag *why)
{
    br_status status = tool_log_prepare("identify", a, &w->prepare, &w->differentiate, why);
    if (a->test && a->noperands == BR_IDENTIFICATION_LOGS)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %d logs and a test log are too many", a->noperands);
    for (int i = 0; i < a->noperands && status == BR_OK; i++)
        status = load_log(w, a->operands[i], false, a, why);
    if (a->test && status == BR_OK)
        status = load_log(w, a->test, true, a, why);
    if (status == BR_OK)
        status = read_terms(w, a, why);
    if (status == BR_OK)
        status = read_delay(w, a, why);
    if (status == BR_OK)
        status = read_decimation(w, a, why);
    return status == BR_OK ? br_identification_set_delay(w, why) : status;
}

// ---------------------------------------------------------------- laws

br_status identify_laws(br_identification *w, const tool_args *a, br_diag *why)
{
    if (a->compare)
        return br_identification_list_laws(w, why);
    br_identification_add_law(w, a->model, a->direction ? "direction" : "")->direction = a->direction;
    return BR_OK;
}
