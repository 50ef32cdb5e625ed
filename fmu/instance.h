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
} fmu_numbers;

// A state by itself. The object of the model is kept as the difference to what it was when it was made: so it can be put into
// any instance, because pointers into the object move with it, and pointers to constants do not change.
typedef struct fmu_state {
    char key[sizeof MODEL_KEY];
    fmu_numbers now;
    uintptr_t work[FMU_WORDS];
} fmu_state;

typedef struct fmu {
    fmu_phase phase;
    fmu_numbers now;
    double y[MODEL_OUTPUTS + 1];
    int fresh; // y is that of now
    union {
        model it;
        uintptr_t word[FMU_WORDS];
    } work, born; // as it is, and as it was made
} fmu;

// ---------------------------------------------------------------- life

static void fmu_begin(fmu *f)
{
    f->work = f->born;
    memset(&f->now, 0, sizeof f->now);
    model_first(&f->work.it, f->now.x, f->now.m, f->now.u, f->now.p);
    f->phase = FMU_MADE;
    f->fresh = 0;
}

static fmu *fmu_make(const char *key)
{
    fmu *f = key && strcmp(key, MODEL_KEY) == 0 ? calloc(1, sizeof *f) : NULL;
    if (f && model_init(&f->work.it) != 0) {
        free(f);
        return NULL;
    }
    if (f) {
        f->born = f->work;
        fmu_begin(f);
    }
    return f;
}

static const char *fmu_change(fmu *f, fmu_phase from, fmu_phase to)
{
    if (f->phase != from)
        return "this call does not stand here in the order of calls";
    f->phase = to;
    return NULL;
}

static const char *fmu_start(fmu *f, double time)
{
    if (f->phase != FMU_MADE || !(time - time == 0))
        return "an experiment starts once, before the initialisation, at a time that is a number";
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
    for (size_t i = 0; i < n; i++)
        if (at[i] >= FMU_END)
            return "there is no such variable";
    if (!f->fresh)
        model_outputs(&f->work.it, f->now.x, f->now.m, f->now.u, f->now.p, f->y);
    f->fresh = 1;
    for (size_t i = 0; i < n; i++)
        to[i] = fmu_value(f, at[i]);
    return NULL;
}

static const char *fmu_refuses(const fmu *f, unsigned at, double value)
{
    int state = at >= FMU_STATE && at < FMU_OUTPUT, output = at >= FMU_OUTPUT && at < FMU_PARAMETER;
    int sample = at >= FMU_INPUT + MODEL_HELD && at < FMU_STATE;
    if (at >= FMU_END)
        return "there is no such variable";
    if (at == 0 || output)
        return "time and outputs cannot be set";
    if (state && f->phase != FMU_MADE && f->phase != FMU_STARTING)
        return "states can be set only before the first step";
    return sample || value - value == 0 ? NULL : "a number that is not finite";
}

static const char *fmu_set(fmu *f, const unsigned *at, size_t n, const double *from)
{
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
    return NULL;
}

// ---------------------------------------------------------------- steps

// A communication step from `time`: a whole number of steps of the model.
static const char *fmu_count(const fmu *f, double time, double length, int64_t *count)
{
    double now = fmu_time(f), off = time - now, size = now < 0 ? -now : now, wanted = length / MODEL_STEP;
    double slack = 1e-6 * MODEL_STEP + 1e-12 * size;
    *count = wanted < 1e15 ? (int64_t)(wanted + 0.5) : 0;
    double rest = wanted - (double)*count;
    if (f->phase != FMU_STEPPING)
        return "no step before the initialisation, or behind the end";
    if (!(off < slack && -off < slack))
        return "the communication point is not where the last step ended";
    if (*count < 1 || !(rest < 1e-6 && -rest < 1e-6))
        return "the communication step is no whole number of steps of the model";
    return NULL;
}

static const char *fmu_advance(fmu *f, double time, double length)
{
    int64_t count;
    double u[MODEL_INPUTS + 1];
    const char *wrong = fmu_count(f, time, length, &count);
    if (wrong)
        return wrong;
    if (f->now.steps == 0 && model_begin(&f->work.it, f->now.x) != 0)
        return "it cannot start from these states";
    memcpy(u, f->now.u, sizeof u);
    for (int64_t k = 0; k < count; k++) {
        if (model_step(&f->work.it, f->now.x, f->now.m, u, f->now.p) != 0)
            return "the step gives a number that is not finite";
        for (int i = MODEL_HELD; i < MODEL_INPUTS; i++) // one sample, however long the communication step is
            u[i] = NAN;
        f->now.steps++;
        f->fresh = 0;
    }
    return NULL;
}

// ---------------------------------------------------------------- state

static const char *fmu_save(const fmu *f, void **to)
{
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
    if (!s)
        return "no state";
    f->now = s->now;
    for (int i = 0; i < FMU_WORDS; i++)
        f->work.word[i] = f->born.word[i] + s->work[i];
    f->fresh = 0;
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

static const char *fmu_pack(const void *state, void *to, size_t size)
{
    if (!state || size < FMU_BYTES)
        return "no state, or no room for it";
    memcpy(to, state, sizeof(fmu_state));
    uint64_t sum = fmu_sum(to);
    memcpy((char *)to + sizeof(fmu_state), &sum, sizeof sum);
    return NULL;
}

static const char *fmu_unpack(const void *from, size_t size, void **to)
{
    uint64_t sum = 0;
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
    free(*state);
    *state = NULL;
}

#endif
