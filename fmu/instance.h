// instance.h - what FMUs of both versions share: numbers by value reference, the order of calls, time, state and errors.
//
// Value references: 0 is time, then inputs, states, outputs and parameters, each in the order of the model description.
// A function that answers words cannot do it, and has changed nothing; NULL: it is done.
#ifndef FMU_INSTANCE_H
#define FMU_INSTANCE_H

#include "model.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif

// A function of the standard under the name that fmi2.c or fmi3.c says.
#define FMU_PASTE(a, b) a##b
#define FMU_PASTED(a, b) FMU_PASTE(a, b)

enum {
    FMU_INPUT = 1,
    FMU_STATE = FMU_INPUT + MODEL_INPUTS,
    FMU_OUTPUT = FMU_STATE + MODEL_STATES,
    FMU_PARAMETER = FMU_OUTPUT + MODEL_OUTPUTS,
    FMU_END = FMU_PARAMETER + MODEL_PARAMETERS,
    FMU_WORDS = sizeof(model) / sizeof(uintptr_t)
};

typedef enum fmu_phase { FMU_MADE, FMU_STARTING, FMU_STEPPING, FMU_OVER } fmu_phase;

// All that a later run depends on.
typedef struct fmu_numbers {
    double x[MODEL_STATES + 1], u[MODEL_INPUTS + 1], p[MODEL_PARAMETERS + 1], start;
    int64_t steps; // since start
    int m[MODEL_MODES + 1];
    fmu_phase phase;
} fmu_numbers;

// A state by itself. The object of the model is kept as the difference to what it was when it was made: so it can be put into
// any instance, because pointers into the object move with it, and pointers to constants do not change.
typedef struct fmu_state {
    char key[sizeof MODEL_KEY];
    fmu_numbers now;
    uintptr_t work[FMU_WORDS];
} fmu_state;

typedef union fmu_model {
    model it;
    uintptr_t word[FMU_WORDS];
} fmu_model;

typedef struct fmu {
    fmu_numbers now, before; // before: the last communication step, to which one that fails goes back
    double y[MODEL_OUTPUTS + 1];
    int fresh;                         // y is that of now
    int judged;                        // the parameters of now are what the law requires of them together
    fmu_model work, work_before, born; // as it is, as it was before that step, and as it was made
} fmu;

static const char fmu_no_instance[] = "there is no instance";

static int fmu_is_finite(double value)
{
    return value - value == 0;
}

// ---------------------------------------------------------------- life

static const char *fmu_begin(fmu *f)
{
    if (!f)
        return fmu_no_instance;
    f->work = f->born;
    memset(&f->now, 0, sizeof f->now);
    model_first(&f->work.it, f->now.x, f->now.m, f->now.u, f->now.p);
    f->now.phase = FMU_MADE;
    f->fresh = f->judged = 0;
    return NULL;
}

// NULL, and why.
static fmu *fmu_make(const char *key, const char **wrong)
{
    fmu *f = NULL;
    if (!key || strcmp(key, MODEL_KEY) != 0)
        *wrong = "another key: the description is not the one of this binary";
    else if (!(f = calloc(1, sizeof *f)))
        *wrong = "out of memory";
    else if (model_init(&f->work.it) != 0) {
        *wrong = "the model cannot be set up";
        free(f);
        f = NULL;
    } else {
        f->born = f->work;
        *wrong = fmu_begin(f);
    }
    return f;
}

static const char *fmu_change(fmu *f, fmu_phase from, fmu_phase to)
{
    if (!f)
        return fmu_no_instance;
    if (f->now.phase != from)
        return "this call does not stand here in the order of calls";
    f->now.phase = to;
    return NULL;
}

// Parameters are set one by one: what they must be together is looked at when all are set, before they are used.
static const char *fmu_judge(fmu *f)
{
    const char *wrong = f->judged ? NULL : model_requires(f->now.p);
    f->judged = !wrong;
    return wrong;
}

// The end of the initialisation.
static const char *fmu_go(fmu *f)
{
    const char *wrong = f && f->now.phase == FMU_STARTING ? fmu_judge(f) : NULL;
    return wrong ? wrong : fmu_change(f, FMU_STARTING, FMU_STEPPING);
}

static const char *fmu_start(fmu *f, double time)
{
    if (!f)
        return fmu_no_instance;
    if (f->now.phase != FMU_MADE || !fmu_is_finite(time))
        return "an experiment starts once, before the initialisation, at a time that is a number";
    if (time + MODEL_STEP == time)
        return "so late a start that a step of the model would not change the time";
    f->now.start = time;
    return NULL;
}

static double fmu_time(const fmu *f)
{
    return f->now.start + (double)f->now.steps * MODEL_STEP;
}

// ---------------------------------------------------------------- variables

static double fmu_value(const fmu *f, unsigned at)
{
    return at == 0              ? fmu_time(f)
           : at < FMU_STATE     ? f->now.u[at - FMU_INPUT]
           : at < FMU_OUTPUT    ? f->now.x[at - FMU_STATE]
           : at < FMU_PARAMETER ? f->y[at - FMU_OUTPUT]
                                : f->now.p[at - FMU_PARAMETER];
}

static const char *fmu_get(fmu *f, const unsigned *at, size_t n, double *to)
{
    if (!f)
        return fmu_no_instance;
    if (n > 0 && (!at || !to))
        return "no references, or no room for values";
    for (size_t i = 0; i < n; i++)
        if (at[i] >= FMU_END)
            return "there is no such variable";
    if (!f->fresh)
        model_outputs(&f->work.it, f->now.x, f->now.m, f->now.u, f->now.p, f->y);
    f->fresh = 1;
    for (size_t i = 0; i < n; i++)
        if (at[i] >= FMU_STATE && !fmu_is_finite(fmu_value(f, at[i])))
            return "with these inputs, states and parameters a result is not finite";
    for (size_t i = 0; i < n; i++)
        to[i] = fmu_value(f, at[i]);
    return NULL;
}

static const char *fmu_refuses(const fmu *f, unsigned at, double value)
{
    if (at >= FMU_END)
        return "there is no such variable";
    if (f->now.phase == FMU_OVER)
        return "nothing can be set behind the end";
    if (at == 0)
        return "time cannot be set";
    if (at < FMU_STATE) {
        if (at >= FMU_INPUT + MODEL_HELD)
            return NULL; // a sample; NaN: it is missing
    } else if (at < FMU_OUTPUT) {
        if (f->now.phase == FMU_STEPPING)
            return "states can be set only before the first step";
    } else if (at < FMU_PARAMETER)
        return "outputs cannot be set";
    return fmu_is_finite(value) ? model_refuses((int)at, value) : "a number that is not finite";
}

static const char *fmu_set(fmu *f, const unsigned *at, size_t n, const double *from)
{
    if (!f)
        return fmu_no_instance;
    if (n > 0 && (!at || !from))
        return "no references, or no values";
    for (size_t i = 0; i < n; i++) {
        const char *wrong = fmu_refuses(f, at[i], from[i]);
        if (wrong)
            return wrong;
    }
    for (size_t i = 0; i < n; i++)
        *(at[i] < FMU_STATE    ? &f->now.u[at[i] - FMU_INPUT]
          : at[i] < FMU_OUTPUT ? &f->now.x[at[i] - FMU_STATE]
                               : &f->now.p[at[i] - FMU_PARAMETER]) = from[i];
    f->fresh = 0;
    for (size_t i = 0; i < n; i++)
        f->judged = f->judged && at[i] < FMU_PARAMETER;
    return NULL;
}

// ---------------------------------------------------------------- steps

// A communication step from `time`: a whole number of steps of the model. These are counted, so a master that adds its steps
// up, and rounds each time, is understood as long as it is nearer to this step than to any other.
static const char *fmu_count(const fmu *f, double time, double length, int64_t *count)
{
    double now = fmu_time(f), off = time - now, wanted = length / MODEL_STEP;
    double rounding = (now < 0 ? -now : now) * 0x1p-52, slack = 0.5 * MODEL_STEP + rounding;
    double share = 1e-3 + 2 * rounding / MODEL_STEP; // lengths are differences of times
    *count = wanted > 0 && wanted < 1e15 ? (int64_t)(wanted + 0.5) : 0;
    double rest = wanted - (double)*count;
    if (f->now.phase != FMU_STEPPING)
        return "no step before the initialisation, or behind the end";
    if (!(off < slack && -off < slack))
        return "the communication point is not where the last step ended";
    if (*count < 1 || !(rest < share && -rest < share))
        return "the communication step is no whole number of steps of the model";
    return NULL;
}

static const char *fmu_run(fmu *f, int64_t count)
{
    double u[MODEL_INPUTS + 1];
    if (f->now.steps == 0 && model_begin(&f->work.it, f->now.x) != 0)
        return "it cannot start from these states";
    memcpy(u, f->now.u, sizeof u);
    for (int64_t k = 0; k < count; k++) {
        int status = model_step(&f->work.it, f->now.x, f->now.m, u, f->now.p);
        if (status != 0)
            return status == 4 ? "parameters are not what the law requires of them together"
                               : "the step gives a number that is not finite";
        for (int i = MODEL_HELD; i < MODEL_INPUTS; i++) // one sample, however long the communication step is
            u[i] = NAN;
        f->now.steps++;
    }
    return NULL;
}

static const char *fmu_advance(fmu *f, double time, double length)
{
    int64_t count = 0;
    const char *wrong = f ? fmu_count(f, time, length, &count) : fmu_no_instance;
    if (!wrong)
        wrong = fmu_judge(f);
    if (wrong)
        return wrong;
    f->before = f->now;
    f->work_before = f->work;
    wrong = fmu_run(f, count);
    if (wrong) {
        f->now = f->before;
        f->work = f->work_before;
    }
    f->fresh = 0;
    return wrong;
}

// ---------------------------------------------------------------- state

static const char *fmu_save(const fmu *f, void **to)
{
    if (!f || !to)
        return f ? "no place for a state" : fmu_no_instance;
    fmu_state *s = *to ? *to : calloc(1, sizeof *s);
    if (!s)
        return "out of memory";
    memcpy(s->key, MODEL_KEY, sizeof s->key);
    s->now = f->now;
    for (int i = 0; i < FMU_WORDS; i++)
        s->work[i] = f->work.word[i] - f->born.word[i];
    *to = s;
    return NULL;
}

static const char *fmu_restore(fmu *f, const void *from)
{
    const fmu_state *s = from;
    if (!f || !s)
        return f ? "no state" : fmu_no_instance;
    f->now = s->now;
    for (int i = 0; i < FMU_WORDS; i++)
        f->work.word[i] = f->born.word[i] + s->work[i];
    f->fresh = f->judged = 0;
    return NULL;
}

// As bytes: the state, and a sum over it, because bytes that were changed on the way would lead anywhere.
enum { FMU_BYTES = sizeof(fmu_state) + sizeof(uint64_t) };

static uint64_t fmu_sum(const void *state)
{
    const unsigned char *byte = state;
    uint64_t sum = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i < sizeof(fmu_state); i++)
        sum = (sum ^ byte[i]) * 0x100000001b3u;
    return sum;
}

static const char *fmu_measure(size_t *size)
{
    if (!size)
        return "no place for a size";
    *size = FMU_BYTES;
    return NULL;
}

static const char *fmu_pack(const void *state, void *to, size_t size)
{
    if (!state || !to || size < FMU_BYTES)
        return "no state, or no room for it";
    memcpy(to, state, sizeof(fmu_state));
    uint64_t sum = fmu_sum(to);
    memcpy((char *)to + sizeof(fmu_state), &sum, sizeof sum);
    return NULL;
}

static const char *fmu_unpack(const void *from, size_t size, void **to)
{
    uint64_t sum = 0;
    if (!from || !to)
        return "no bytes, or no place for a state";
    if (size == FMU_BYTES)
        memcpy(&sum, (const char *)from + sizeof(fmu_state), sizeof sum);
    if (size != FMU_BYTES || memcmp(from, MODEL_KEY, sizeof MODEL_KEY) != 0 || sum != fmu_sum(from))
        return "these bytes are no state of this model";
    fmu_state *s = malloc(sizeof *s);
    if (!s)
        return "out of memory";
    memcpy(s, from, sizeof *s);
    *to = s;
    return NULL;
}

static void fmu_drop(void **state)
{
    if (!state)
        return;
    free(*state);
    *state = NULL;
}

#endif
