// instance.h - what FMUs of both versions share: numbers by value reference, time, state and errors.
//
// Value references: 0 is time, then inputs, states, outputs and parameters, each in the order of the model description.
#ifndef FMU_INSTANCE_H
#define FMU_INSTANCE_H

#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    FMU_INPUT = 1,
    FMU_STATE = FMU_INPUT + MODEL_INPUTS,
    FMU_OUTPUT = FMU_STATE + MODEL_STATES,
    FMU_PARAMETER = FMU_OUTPUT + MODEL_OUTPUTS,
    FMU_END = FMU_PARAMETER + MODEL_PARAMETERS
};

typedef enum fmu_phase { FMU_MADE, FMU_STARTING, FMU_STEPPING, FMU_OVER } fmu_phase;

// All that a later run depends on.
typedef struct fmu_numbers {
    double x[MODEL_STATES + 1], u[MODEL_INPUTS + 1], p[MODEL_PARAMETERS + 1], start;
    int64_t steps; // since start
    int m[MODEL_MODES + 1];
} fmu_numbers;

typedef struct fmu {
    fmu_phase phase;
    fmu_numbers now;
    double y[MODEL_STATES + MODEL_OUTPUTS + 1]; // rates, then outputs
    int fresh;                                  // y is that of now
    model work;
} fmu;

static void fmu_begin(fmu *f)
{
    memset(&f->now, 0, sizeof f->now);
    model_first(f->now.x, f->now.m, f->now.u, f->now.p);
    f->phase = FMU_MADE;
    f->fresh = 0;
}

static fmu *fmu_make(void)
{
    fmu *f = calloc(1, sizeof *f);
    if (f && model_init(&f->work) != 0) {
        free(f);
        return NULL;
    }
    if (f)
        fmu_begin(f);
    return f;
}

static double fmu_time(const fmu *f)
{
    return f->now.start + (double)f->now.steps * MODEL_STEP;
}

// Why it cannot be done; NULL: it is done.
static const char *fmu_get(fmu *f, unsigned at, double *to)
{
    if (at >= FMU_END)
        return "there is no such variable";
    if (!f->fresh && at >= FMU_OUTPUT && at < FMU_PARAMETER) {
        model_outputs(f->now.x, f->now.m, f->now.u, f->now.p, f->y);
        f->fresh = 1;
    }
    *to = at == 0              ? fmu_time(f)
          : at < FMU_STATE     ? f->now.u[at - FMU_INPUT]
          : at < FMU_OUTPUT    ? f->now.x[at - FMU_STATE]
          : at < FMU_PARAMETER ? f->y[MODEL_STATES + at - FMU_OUTPUT]
                               : f->now.p[at - FMU_PARAMETER];
    return NULL;
}

static const char *fmu_set(fmu *f, unsigned at, double value)
{
    int state = at >= FMU_STATE && at < FMU_OUTPUT, output = at >= FMU_OUTPUT && at < FMU_PARAMETER;
    if (at >= FMU_END)
        return "there is no such variable";
    if (at == 0 || output)
        return "time and outputs cannot be set";
    if (state && f->phase == FMU_STEPPING)
        return "states can be set only before the first step";
    if (!(value - value == 0))
        return "a number that is not finite";
    *(at < FMU_STATE ? &f->now.u[at - FMU_INPUT]
      : state        ? &f->now.x[at - FMU_STATE]
                     : &f->now.p[at - FMU_PARAMETER]) = value;
    f->fresh = 0;
    return NULL;
}

// A communication step from `time`: a whole number of steps of the model.
static const char *fmu_advance(fmu *f, double time, double length)
{
    double now = fmu_time(f), off = time - now, wanted = length / MODEL_STEP;
    int64_t count = wanted < 1e15 ? (int64_t)(wanted + 0.5) : 0;
    double rest = wanted - (double)count;
    if (!(off < 1e-6 * MODEL_STEP + 1e-12 * now && -off < 1e-6 * MODEL_STEP + 1e-12 * now))
        return "the communication point is not where the last step ended";
    if (count < 1 || !(rest < 1e-6 && -rest < 1e-6))
        return "the communication step is no whole number of steps of the model";
    for (int64_t k = 0; k < count; k++) {
        if (model_step(&f->work, f->now.x, f->now.m, f->now.u, f->now.p) != 0)
            return "the step gives a number that is not finite";
        f->now.steps++;
        f->fresh = 0;
    }
    return NULL;
}

// A state as bytes: the key of this very model, then its numbers.
enum { FMU_BYTES = sizeof MODEL_KEY + sizeof(fmu_numbers) };

static void fmu_pack(const fmu_numbers *s, void *to)
{
    memcpy(to, MODEL_KEY, sizeof MODEL_KEY);
    memcpy((char *)to + sizeof MODEL_KEY, s, sizeof *s);
}

static fmu_numbers *fmu_unpack(const void *from, size_t size)
{
    fmu_numbers *s = size == FMU_BYTES && memcmp(from, MODEL_KEY, sizeof MODEL_KEY) == 0 ? malloc(sizeof *s) : NULL;
    if (s)
        memcpy(s, (const char *)from + sizeof MODEL_KEY, sizeof *s);
    return s;
}

#endif
