// fmi3.c - a model of bristle as an FMU for co-simulation, FMI 3.0. Declarations after the published standard.
#include "instance.h"

#include <stdbool.h>

// Functions of sources have the identifier of the FMU in front, so that several of them can be linked; a shared object has none:
// there FMI3_OVERRIDE_FUNCTION_PREFIX is defined, and FMI3_ACTUAL_FUNCTION_PREFIX where another one is wanted.
#if !defined(FMI3_OVERRIDE_FUNCTION_PREFIX)
#define FMI3_ACTUAL_FUNCTION_PREFIX MODEL_PREFIX
#elif !defined(FMI3_ACTUAL_FUNCTION_PREFIX)
#define FMI3_ACTUAL_FUNCTION_PREFIX
#endif
#define NAMED(name) FMU_PASTED(FMI3_ACTUAL_FUNCTION_PREFIX, name)

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8, fmi3Byte;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef const fmi3Byte *fmi3Binary;
typedef int fmi3DependencyKind, fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

typedef struct {
    fmu *f;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} instance;

static void tell(fmi3LogMessageCallback log, fmi3InstanceEnvironment environment, const char *wrong)
{
    if (log)
        log(environment, fmi3Error, "logStatusError", wrong);
}

static fmi3Status answer(instance *c, const char *wrong)
{
    if (wrong && c)
        tell(c->log, c->environment, wrong);
    return wrong ? fmi3Error : fmi3OK;
}

static fmu *its(const instance *c)
{
    return c ? c->f : NULL;
}

// ---------------------------------------------------------------- life

FMI_EXPORT const char *NAMED(fmi3GetVersion)(void)
{
    return "3.0";
}

FMI_EXPORT fmi3Status NAMED(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String category[])
{
    (void)c, (void)on, (void)n, (void)category;
    return fmi3OK;
}

FMI_EXPORT fmi3Instance NAMED(fmi3InstantiateCoSimulation)(fmi3String name, fmi3String key, fmi3String resources,
                                                           fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events,
                                                           fmi3Boolean early, const fmi3ValueReference between[],
                                                           size_t n, fmi3InstanceEnvironment environment,
                                                           fmi3LogMessageCallback log,
                                                           fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)events, (void)early, (void)between, (void)n;
    (void)update;
    const char *wrong = "out of memory";
    instance *c = calloc(1, sizeof *c);
    if (c)
        *c = (instance){fmu_make(key, &wrong), environment, log};
    if (c && c->f)
        return c;
    tell(log, environment, wrong);
    free(c);
    return NULL;
}

FMI_EXPORT void NAMED(fmi3FreeInstance)(fmi3Instance of)
{
    instance *c = of;
    if (c)
        free(c->f);
    free(c);
}

FMI_EXPORT fmi3Status NAMED(fmi3EnterInitializationMode)(fmi3Instance of, fmi3Boolean bounded, fmi3Float64 tolerance,
                                                         fmi3Float64 start, fmi3Boolean ends, fmi3Float64 stop)
{
    (void)bounded, (void)tolerance, (void)ends, (void)stop;
    const char *wrong = fmu_start(its(of), start);
    return answer(of, wrong ? wrong : fmu_change(its(of), FMU_MADE, FMU_STARTING));
}

FMI_EXPORT fmi3Status NAMED(fmi3ExitInitializationMode)(fmi3Instance of)
{
    return answer(of, fmu_go(its(of)));
}

FMI_EXPORT fmi3Status NAMED(fmi3Terminate)(fmi3Instance of)
{
    return answer(of, fmu_change(its(of), FMU_STEPPING, FMU_OVER));
}

FMI_EXPORT fmi3Status NAMED(fmi3Reset)(fmi3Instance of)
{
    return answer(of, fmu_begin(its(of)));
}

// ---------------------------------------------------------------- variables

FMI_EXPORT fmi3Status NAMED(fmi3GetFloat64)(fmi3Instance of, const fmi3ValueReference at[], size_t n, fmi3Float64 to[],
                                            size_t room)
{
    return answer(of, room != n ? "room for another number of values" : fmu_get(its(of), at, n, to));
}

FMI_EXPORT fmi3Status NAMED(fmi3SetFloat64)(fmi3Instance of, const fmi3ValueReference at[], size_t n,
                                            const fmi3Float64 from[], size_t count)
{
    return answer(of, count != n ? "another number of values than of references" : fmu_set(its(of), at, n, from));
}

// All variables are Float64: any other type has none.
#define NO_VARIABLES(TYPE)                                                                                             \
    FMI_EXPORT fmi3Status NAMED(fmi3Get##TYPE)(fmi3Instance c, const fmi3ValueReference at[], size_t n,                \
                                               fmi3##TYPE v[], size_t m)                                               \
    {                                                                                                                  \
        (void)at, (void)v, (void)m;                                                                                    \
        return n == 0 ? fmi3OK : answer(c, "all variables are Float64");                                               \
    }                                                                                                                  \
    FMI_EXPORT fmi3Status NAMED(fmi3Set##TYPE)(fmi3Instance c, const fmi3ValueReference at[], size_t n,                \
                                               const fmi3##TYPE v[], size_t m)                                         \
    {                                                                                                                  \
        (void)at, (void)v, (void)m;                                                                                    \
        return n == 0 ? fmi3OK : answer(c, "all variables are Float64");                                               \
    }
NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(Int32)
NO_VARIABLES(UInt32)
NO_VARIABLES(Int64)
NO_VARIABLES(UInt64)
NO_VARIABLES(Boolean)
NO_VARIABLES(String)

// ---------------------------------------------------------------- state

FMI_EXPORT fmi3Status NAMED(fmi3GetFMUState)(fmi3Instance of, fmi3FMUState *to)
{
    return answer(of, fmu_save(its(of), to));
}

FMI_EXPORT fmi3Status NAMED(fmi3SetFMUState)(fmi3Instance of, fmi3FMUState from)
{
    return answer(of, fmu_restore(its(of), from));
}

FMI_EXPORT fmi3Status NAMED(fmi3FreeFMUState)(fmi3Instance of, fmi3FMUState *s)
{
    (void)of;
    fmu_drop(s);
    return fmi3OK;
}

FMI_EXPORT fmi3Status NAMED(fmi3SerializedFMUStateSize)(fmi3Instance of, fmi3FMUState s, size_t *size)
{
    (void)s;
    return answer(of, fmu_measure(size));
}

FMI_EXPORT fmi3Status NAMED(fmi3SerializeFMUState)(fmi3Instance of, fmi3FMUState s, fmi3Byte to[], size_t size)
{
    return answer(of, fmu_pack(s, to, size));
}

FMI_EXPORT fmi3Status NAMED(fmi3DeserializeFMUState)(fmi3Instance of, const fmi3Byte from[], size_t size,
                                                     fmi3FMUState *to)
{
    return answer(of, fmu_unpack(from, size, to));
}

// ---------------------------------------------------------------- steps

FMI_EXPORT fmi3Status NAMED(fmi3DoStep)(fmi3Instance of, fmi3Float64 time, fmi3Float64 length, fmi3Boolean final,
                                        fmi3Boolean *event, fmi3Boolean *end, fmi3Boolean *early, fmi3Float64 *last)
{
    fmu *f = its(of);
    (void) final;
    fmi3Boolean *const never[] = {event, end, early};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (never[i])
            *never[i] = false;
    fmi3Status status = answer(of, fmu_advance(f, time, length));
    if (f && last)
        *last = fmu_time(f);
    return status;
}

// ---------------------------------------------------------------- what the model description does not offer

#define REFUSED(NAME, ...)                                                                                             \
    FMI_EXPORT fmi3Status NAMED(NAME)(fmi3Instance c, __VA_ARGS__);                                                    \
    FMI_EXPORT fmi3Status NAMED(NAME)(fmi3Instance c, __VA_ARGS__)                                                     \
    {                                                                                                                  \
        return answer(c, #NAME " is not offered, as the model description says");                                      \
    }
#define REFUSED_ALONE(NAME)                                                                                            \
    FMI_EXPORT fmi3Status NAMED(NAME)(fmi3Instance c)                                                                  \
    {                                                                                                                  \
        return answer(c, #NAME " is not offered, as the model description says");                                      \
    }
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

FMI_EXPORT fmi3Instance NAMED(fmi3InstantiateModelExchange)(fmi3String name, fmi3String key, fmi3String resources,
                                                            fmi3Boolean visible, fmi3Boolean logging,
                                                            fmi3InstanceEnvironment environment,
                                                            fmi3LogMessageCallback log)
{
    tell(log, environment, "this FMU is for co-simulation, not for model exchange");
    return NULL;
}

FMI_EXPORT fmi3Instance NAMED(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String key, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback clock,
    fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock)
{
    tell(log, environment, "this FMU is for co-simulation, not for scheduled execution");
    return NULL;
}

typedef const fmi3ValueReference *references;
REFUSED_ALONE(fmi3EnterEventMode)
REFUSED_ALONE(fmi3EnterConfigurationMode)
REFUSED_ALONE(fmi3ExitConfigurationMode)
REFUSED_ALONE(fmi3EvaluateDiscreteStates)
REFUSED_ALONE(fmi3EnterContinuousTimeMode)
REFUSED_ALONE(fmi3EnterStepMode)
REFUSED(fmi3GetBinary, references at, size_t n, size_t sizes[], fmi3Binary v[], size_t m)
REFUSED(fmi3SetBinary, references at, size_t n, const size_t sizes[], const fmi3Binary v[], size_t m)
REFUSED(fmi3GetClock, references at, size_t n, fmi3Clock v[])
REFUSED(fmi3SetClock, references at, size_t n, const fmi3Clock v[])
REFUSED(fmi3GetNumberOfVariableDependencies, fmi3ValueReference of, size_t *n)
REFUSED(fmi3GetVariableDependencies, fmi3ValueReference of, size_t rows[], fmi3ValueReference by[], size_t columns[],
        fmi3DependencyKind kind[], size_t n)
REFUSED(fmi3GetDirectionalDerivative, references of, size_t n, references by, size_t m, const fmi3Float64 seed[],
        size_t s, fmi3Float64 v[], size_t w)
REFUSED(fmi3GetAdjointDerivative, references of, size_t n, references by, size_t m, const fmi3Float64 seed[], size_t s,
        fmi3Float64 v[], size_t w)
REFUSED(fmi3GetIntervalDecimal, references at, size_t n, fmi3Float64 v[], fmi3IntervalQualifier q[])
REFUSED(fmi3GetIntervalFraction, references at, size_t n, fmi3UInt64 a[], fmi3UInt64 b[], fmi3IntervalQualifier q[])
REFUSED(fmi3GetShiftDecimal, references at, size_t n, fmi3Float64 v[])
REFUSED(fmi3GetShiftFraction, references at, size_t n, fmi3UInt64 a[], fmi3UInt64 b[])
REFUSED(fmi3SetIntervalDecimal, references at, size_t n, const fmi3Float64 v[])
REFUSED(fmi3SetIntervalFraction, references at, size_t n, const fmi3UInt64 a[], const fmi3UInt64 b[])
REFUSED(fmi3SetShiftDecimal, references at, size_t n, const fmi3Float64 v[])
REFUSED(fmi3SetShiftFraction, references at, size_t n, const fmi3UInt64 a[], const fmi3UInt64 b[])
REFUSED(fmi3UpdateDiscreteStates, fmi3Boolean *a, fmi3Boolean *b, fmi3Boolean *d, fmi3Boolean *e, fmi3Boolean *f,
        fmi3Float64 *t)
REFUSED(fmi3CompletedIntegratorStep, fmi3Boolean a, fmi3Boolean *b, fmi3Boolean *d)
REFUSED(fmi3SetTime, fmi3Float64 t)
REFUSED(fmi3SetContinuousStates, const fmi3Float64 x[], size_t n)
REFUSED(fmi3GetContinuousStateDerivatives, fmi3Float64 x[], size_t n)
REFUSED(fmi3GetEventIndicators, fmi3Float64 x[], size_t n)
REFUSED(fmi3GetContinuousStates, fmi3Float64 x[], size_t n)
REFUSED(fmi3GetNominalsOfContinuousStates, fmi3Float64 x[], size_t n)
REFUSED(fmi3GetNumberOfEventIndicators, size_t *n)
REFUSED(fmi3GetNumberOfContinuousStates, size_t *n)
REFUSED(fmi3GetOutputDerivatives, references at, size_t n, const fmi3Int32 order[], fmi3Float64 v[], size_t m)
REFUSED(fmi3ActivateModelPartition, fmi3ValueReference clock, fmi3Float64 t)
