// sensor.c - sensor models: noise, quantisation, delay and others in series.   [host]
#include "num/base/fp.h"

#include "file/table/field.h"
#include "law/token/guess.h"
#include "num/base/elem.h"
#include "num/text/number.h"
#include "sim/source/arguments.h"
#include "sim/run/sensor.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.283185307179586  // 2 pi
#define KEPT ((size_t)1 << 24) // samples of a delay, at most
enum { ARGUMENTS = 4, CHAIN = 16 };

typedef struct sample {
    double t, y;
} sample;

typedef struct effect_kind {
    const char *name, *form;
    const char *takes;                        // of each argument: a an amount, n a plain number, s a signal
    const char *(*wrong)(const br_effect *e); // NULL, or what is wrong with its arguments
    double (*apply)(const br_effect *e, br_effect_state *now, double t, const double *truth, double y);
    int least;  // arguments
    bool loses; // it may give NaN for a number
} effect_kind;

struct br_effect {
    const effect_kind *kind;
    const char *at; // in the list, while it is read
    int signal, place;
    int first, n;
    double a[ARGUMENTS];
    sample *kept; // a ring
    size_t room;  // a power of 2
};

// ---------------------------------------------------------------- effects

static double scale(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)now, (void)t, (void)truth;
    return y * e->a[0];
}

static double bias(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)now, (void)t, (void)truth;
    return y + e->a[0];
}

static const char *wrong_noise(const br_effect *e)
{
    return e->a[0] >= 0 ? NULL : "a standard deviation is not negative";
}

static double noise(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)t, (void)truth;
    return y + e->a[0] * br_random_normal(&now->random);
}

static const char *wrong_quantise(const br_effect *e)
{
    if (!(e->a[0] > 0))
        return "step > 0 is needed";
    return e->n < 2 || (e->a[1] >= 1 && e->a[1] <= 0x1p53 && e->a[1] == floor(e->a[1]))
               ? NULL
               : "counts must be whole and positive";
}

static double quantise(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)now, (void)t, (void)truth;
    double x = y / e->a[0], k = floor(x);
    k += x - k >= 0.5;
    if (e->n > 1)
        k -= e->a[1] * floor(k / e->a[1]);
    return k * e->a[0];
}

static const char *wrong_cogging(const br_effect *e)
{
    return e->a[1] > 0 ? NULL : "pitch > 0 is needed";
}

static double cogging(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)now, (void)t;
    return y + e->a[0] * br_sin(TAU * (truth[(int)e->a[2]] / e->a[1]) + e->a[3]);
}

static double ripple(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)now, (void)truth;
    return y + e->a[0] * br_sin(TAU * (e->a[1] * t) + e->a[2]);
}

static const char *wrong_delay(const br_effect *e)
{
    return e->a[0] >= 0 ? NULL : "a delay is not negative";
}

static sample kept(const br_effect *e, const br_effect_state *now, size_t i)
{
    return e->kept[(now->head + i) & (e->room - 1)];
}

// There is room for one more (br_sensor_step).
static double delay(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)truth;
    double then = t - e->a[0];
    e->kept[(now->head + now->count++) & (e->room - 1)] = (sample){t, y};
    while (now->count > 1 && kept(e, now, 1).t <= then) {
        now->head = (now->head + 1) & (e->room - 1);
        now->count--;
    }
    sample p = kept(e, now, 0);
    if (now->count == 1 || then <= p.t)
        return p.y;
    sample q = kept(e, now, 1);
    return p.y + (then - p.t) / (q.t - p.t) * (q.y - p.y);
}

static const char *wrong_saturate(const br_effect *e)
{
    return e->a[0] < e->a[1] ? NULL : "low < high is needed";
}

static double saturate(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)now, (void)t, (void)truth;
    return y < e->a[0] ? e->a[0] : y > e->a[1] ? e->a[1] : y;
}

static const char *wrong_drop(const br_effect *e)
{
    return e->a[0] >= 0 && e->a[0] <= 1 ? NULL : "a probability is from 0 to 1";
}

static double drop(const br_effect *e, br_effect_state *now, double t, const double *truth, double y)
{
    (void)t, (void)truth;
    return br_random_uniform(&now->random) < e->a[0] ? (double)NAN : y;
}

static const effect_kind kinds[] = {
    {"scale", "scale(k)", "n", NULL, scale, 1, false},
    {"bias", "bias(b)", "a", NULL, bias, 1, false},
    {"noise", "noise(sd)", "a", wrong_noise, noise, 1, false},
    {"quantise", "quantise(step, counts), the last one if wanted", "an", wrong_quantise, quantise, 1, false},
    {"cogging", "cogging(amplitude, pitch, signal, phase), the last one if wanted", "ansn", wrong_cogging, cogging, 3,
     false},
    {"ripple", "ripple(amplitude, f, phase), the last one if wanted", "ann", NULL, ripple, 2, false},
    {"delay", "delay(s)", "n", wrong_delay, delay, 1, true},
    {"saturate", "saturate(low, high)", "aa", wrong_saturate, saturate, 2, false},
    {"drop", "drop(p)", "n", wrong_drop, drop, 1, true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// ---------------------------------------------------------------- reading

typedef struct reading {
    br_sensor *s;
    const br_sensor_signal *signal;
    br_list list;
    br_arguments arguments;
    int room; // for effects
    bool *seen;
} reading;

static int find_signal(void *context, const char *name, size_t size)
{
    const reading *r = context;
    for (int i = 0; i < r->s->signals; i++)
        if (strlen(r->signal[i].name) == size && memcmp(r->signal[i].name, name, size) == 0)
            return i;
    return -1;
}

static br_status no_signal(const reading *r, const char *at, const char *name)
{
    br_guess near = br_guess_of(name, (int)strlen(name));
    for (int i = 0; i < r->s->signals; i++)
        br_guess_try(&near, r->signal[i].name);
    return br_list_bad(&r->list, BR_BAD_LAW, at, "no signal '%.80s' is measured%s%.80s%s", name,
                       near.best ? "; did you mean " : "", near.best ? near.best : "", near.best ? "?" : "");
}

static br_status find_kind(const reading *r, const char *at, const char *end, const effect_kind **kind)
{
    br_guess near = br_guess_of(at, (int)(end - at));
    char all[200] = "";
    size_t n = 0;
    for (int i = 0; i < KINDS; i++) {
        if (strlen(kinds[i].name) == (size_t)(end - at) && memcmp(kinds[i].name, at, (size_t)(end - at)) == 0) {
            *kind = &kinds[i];
            return BR_OK;
        }
        br_guess_try(&near, kinds[i].name);
        n += (size_t)snprintf(all + n, sizeof all - n, " %s", kinds[i].name);
    }
    return br_list_bad(&r->list, BR_BAD_LAW, at, "no sensor does '%.*s'; %s%s", (int)(end - at), at,
                       near.best ? "did you mean " : "there are", near.best ? near.best : all);
}

static br_status new_effect(reading *r, br_effect **e)
{
    br_sensor *s = r->s;
    if (s->effects == r->room) {
        int room = r->room ? 2 * r->room : 16;
        br_effect *more = realloc(s->effect, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        s->effect = more;
        r->room = room;
    }
    *e = &s->effect[s->effects++];
    **e = (br_effect){0};
    return BR_OK;
}

// NAME(ARGUMENTS) in from..end.
static br_status read_effect(reading *r, const char *from, const char *end, int signal, int place)
{
    const char *stop = br_list_word(from, end), *open = br_list_blanks(stop, end);
    const effect_kind *kind = NULL;
    br_effect *e = NULL;
    if (stop == from || open == end || *open != '(')
        return br_list_bad(&r->list, BR_BAD_LAW, from,
                           "here stands what the sensor does, as in noise(0.05) | quantise(0.1)");
    if (place == CHAIN)
        return br_list_bad(&r->list, BR_BAD_LAW, from, "more than %d steps for one signal", CHAIN);
    br_status status = find_kind(r, from, stop, &kind);
    if (status == BR_OK)
        status = new_effect(r, &e);
    if (status != BR_OK)
        return status;
    *e = (br_effect){.kind = kind, .at = from, .signal = signal, .place = place};
    status = br_arguments_take(&r->arguments, &r->list, &open, end, &e->first, &e->n);
    if (status == BR_OK && (e->n < kind->least || e->n > (int)strlen(kind->takes)))
        return br_list_bad(&r->list, BR_BAD_LAW, from, "this is %s; here are %d arguments", kind->form, e->n);
    if (status == BR_OK && br_list_blanks(open, end) < end)
        return br_list_bad(&r->list, BR_BAD_LAW, br_list_blanks(open, end),
                           "here stands | and what follows, or a unit");
    return status;
}

// The end of one step of a chain: a bar outside of brackets.
static const char *step_end(const char *p, const char *end)
{
    for (int depth = 0; p < end && (depth > 0 || *p != '|'); p++)
        depth += *p == '(' ? 1 : *p == ')' && depth > 0 ? -1 : 0;
    return p;
}

static br_status read_effects(reading *r, const char *p, const char *end, int signal)
{
    br_status status = BR_OK;
    bool more = true;
    for (int place = 0; more && status == BR_OK; place++) {
        const char *stop = step_end(p, end);
        more = stop < end;
        status = read_effect(r, br_list_blanks(p, stop), br_list_trim(p, stop), signal, place);
        p = stop + 1;
    }
    return status;
}

// Arguments become numbers in SI.
static br_status make_effect(reading *r, br_effect *e, const br_list_unit *unit)
{
    const br_sensor_signal *g = &r->signal[e->signal];
    for (int i = 0; i < e->n; i++) {
        const br_argument *from = &r->arguments.item[e->first + i];
        char takes = e->kind->takes[i];
        if ((takes == 's') != from->named)
            return br_list_bad(&r->list, BR_BAD_LAW, e->at, "this is %s", e->kind->form);
        if (takes == 'a' && !br_unit_same(unit->unit, g->unit)) {
            char is[BR_UNIT_SIZE], wanted[BR_UNIT_SIZE];
            br_unit_write_both(is, unit->unit, wanted, g->unit);
            return br_list_bad(&r->list, BR_BAD_LAW, unit->has_unit ? unit->at : e->at, "%.80s is in %.60s%s%.60s",
                               g->name, wanted, unit->has_unit ? ", not " : "; give the unit at the end",
                               unit->has_unit ? is : "");
        }
        e->a[i] = takes == 'a' ? br_unit_to_si(unit->unit, from->value) : from->value;
    }
    for (int i = 0; i < e->n; i++)
        if (!isfinite(e->a[i]))
            return br_list_bad(&r->list, BR_BAD_LAW, e->at, "a number is too large");
    const char *wrong = e->kind->wrong ? e->kind->wrong(e) : NULL;
    return wrong ? br_list_bad(&r->list, BR_BAD_LAW, e->at, "%s: %s", e->kind->form, wrong) : BR_OK;
}

static br_status read_item(reading *r, const char *p, const char *end)
{
    const char *at = br_list_blanks(p, end);
    char name[BR_NAME_SIZE];
    br_list_unit unit;
    int first = r->s->effects;
    br_status status = br_list_name(&r->list, &p, end, "a sensor is NAME = STEP(...) | STEP(...) UNIT", name);
    if (status != BR_OK)
        return status;
    int signal = find_signal(r, name, strlen(name));
    if (signal < 0)
        return no_signal(r, at, name);
    if (r->seen[signal])
        return br_list_bad(&r->list, BR_BAD_LAW, at, "this signal stands here a second time");
    r->seen[signal] = true;
    status = br_list_take_unit(&r->list, p, &end, &unit);
    if (status == BR_OK)
        status = read_effects(r, p, end, signal);
    if (status == BR_OK)
        status = br_arguments_make(&r->arguments, &r->list);
    for (int i = first; status == BR_OK && i < r->s->effects; i++)
        status = make_effect(r, &r->s->effect[i], &unit);
    br_argument_name *find = r->arguments.name; // the next item has arguments of its own
    br_arguments_free(&r->arguments);
    r->arguments.name = find;
    r->arguments.context = r;
    return status;
}

static br_status read_list(reading *r)
{
    br_status status = BR_OK;
    const char *p = r->list.text, *end = p + strlen(p);
    for (bool more = br_list_blanks(p, end) < end; more && status == BR_OK;) {
        const char *stop = br_list_item(p, end);
        more = stop < end;
        status = read_item(r, p, br_list_trim(p, stop));
        p = stop + 1;
    }
    return status;
}

br_status br_sensor_read(br_sensor *s, const char *list, const char *origin, const br_sensor_signal *signal,
                         int signals, uint64_t seed, br_diag *why)
{
    *s = (br_sensor){.signals = signals, .seed = seed};
    snprintf(s->origin, sizeof s->origin, "%s", origin);
    reading r = {.s = s, .signal = signal, .list = {list, origin, why}, .arguments = {.name = find_signal}};
    r.arguments.context = &r;
    r.seen = calloc((size_t)signals + 1, sizeof *r.seen);
    s->value = calloc((size_t)signals + 1, sizeof *s->value);
    s->name = calloc((size_t)signals + 1, sizeof *s->name);
    br_status status = r.seen && s->value && s->name ? read_list(&r) : BR_NO_MEMORY;
    for (int i = 0; status == BR_OK && i < signals; i++)
        snprintf(s->name[i], sizeof s->name[i], "%s", signal[i].name);
    br_arguments_free(&r.arguments);
    free(r.seen);
    if (status == BR_OK) {
        s->state = calloc((size_t)s->effects + 1, sizeof *s->state);
        s->spare = calloc((size_t)s->effects + 1, sizeof *s->spare);
        status = s->state && s->spare ? BR_OK : BR_NO_MEMORY;
    }
    if (status == BR_OK)
        br_sensor_reset(s);
    else
        br_sensor_free(s);
    return status;
}

void br_sensor_free(br_sensor *s)
{
    for (int i = 0; i < s->effects; i++)
        free(s->effect[i].kept);
    free(s->effect);
    free(s->state);
    free(s->spare);
    free(s->value);
    free(s->name);
    memset(s, 0, sizeof *s);
}

void br_sensor_reset(br_sensor *s)
{
    s->started = false;
    for (int i = 0; i < s->effects; i++) {
        const br_effect *e = &s->effect[i];
        s->state[i] = (br_effect_state){0};
        br_random_init(&s->state[i].random, s->seed, (uint64_t)e->signal * CHAIN + (uint64_t)e->place + 1);
    }
}

// ---------------------------------------------------------------- steps

// Room for one more sample: a ring that is full moves to one of twice the size.
static br_status make_room(br_effect *e, br_effect_state *now)
{
    if (now->count < e->room)
        return BR_OK;
    size_t room = e->room ? 2 * e->room : 64;
    sample *wider = room <= KEPT ? malloc(room * sizeof *wider) : NULL;
    if (!wider)
        return BR_NO_MEMORY;
    for (size_t i = 0; i < now->count; i++)
        wider[i] = kept(e, now, i);
    free(e->kept);
    e->kept = wider;
    e->room = room;
    now->head = 0;
    return BR_OK;
}

static br_status check(const br_sensor *s, double t, const double *truth, br_diag *why)
{
    if (!(fabs(t) <= DBL_MAX) || (s->started && !(t > s->t)))
        return br_table_complain(why, BR_BAD_USAGE, s->origin, 0, 0,
                                 "times must be finite and rise from sample to sample");
    for (int i = 0; i < s->signals; i++)
        if (!(fabs(truth[i]) <= DBL_MAX))
            return br_table_complain(why, BR_NOT_FINITE, s->origin, 0, 0,
                                     "the true %s is not a finite number at t = %.9g", s->name[i], t);
    return BR_OK;
}

br_status br_sensor_step(br_sensor *s, double t, const double *truth, double *measured, br_diag *why)
{
    br_status status = check(s, t, truth, why);
    for (int i = 0; status == BR_OK && i < s->effects; i++)
        if (s->effect[i].kind->apply == delay)
            status = make_room(&s->effect[i], &s->state[i]);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < s->signals; i++)
        s->value[i] = truth[i];
    for (int i = 0; i < s->effects; i++) {
        const br_effect *e = &s->effect[i];
        double *y = &s->value[e->signal], before = *y;
        s->spare[i] = s->state[i];
        *y = e->kind->apply(e, &s->spare[i], t, truth, before);
        if (isinf(*y) || (isnan(*y) && !isnan(before) && !e->kind->loses))
            return br_table_complain(why, BR_NOT_FINITE, s->origin, 0, 0, "%s of %s gives no finite number at t = %.9g",
                                     e->kind->name, s->name[e->signal], t);
    }
    br_effect_state *now = s->spare;
    s->spare = s->state;
    s->state = now;
    s->started = true;
    s->t = t;
    for (int i = 0; i < s->signals; i++)
        measured[i] = s->value[i];
    return BR_OK;
}
