// fmi2.c - a model of bristle as an FMU for co-simulation, FMI 2.0. Declarations after the published standard.
#include "instance.h"

#include <stdio.h>

// Functions of sources have the identifier of the FMU in front, so that several of them can be linked; a shared object has none:
// there FMI2_OVERRIDE_FUNCTION_PREFIX is defined, and FMI2_ACTUAL_FUNCTION_PREFIX where another one is wanted.
#if !defined(FMI2_OVERRIDE_FUNCTION_PREFIX)
#define FMI2_ACTUAL_FUNCTION_PREFIX MODEL_PREFIX
#elif !defined(FMI2_ACTUAL_FUNCTION_PREFIX)
#define FMI2_ACTUAL_FUNCTION_PREFIX
#endif
#define NAMED(name) FMU_PASTED(FMI2_ACTUAL_FUNCTION_PREFIX, name)

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment environment;
} fmi2CallbackFunctions;

typedef struct {
    fmu *f;
    const fmi2CallbackFunctions *calls;
    char name[200];
} component;

static void tell(const fmi2CallbackFunctions *calls, const char *name, const char *wrong)
{
    if (calls && calls->logger)
        calls->logger(calls->environment, name, fmi2Error, "logStatusError", "%s", wrong);
}

static fmi2Status answer(component *c, const char *wrong)
{
    if (wrong && c)
        tell(c->calls, c->name, wrong);
    return wrong ? fmi2Error : fmi2OK;
}

static fmu *its(const component *c)
{
    return c ? c->f : NULL;
}

// ---------------------------------------------------------------- life

FMI_EXPORT const char *NAMED(fmi2GetTypesPlatform)(void)
{
    return "default";
}

FMI_EXPORT const char *NAMED(fmi2GetVersion)(void)
{
    return "2.0";
}

FMI_EXPORT fmi2Status NAMED(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String category[])
{
    (void)c, (void)on, (void)n, (void)category;
    return fmi2OK;
}

FMI_EXPORT fmi2Component NAMED(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String key, fmi2String resources,
                                                const fmi2CallbackFunctions *calls, fmi2Boolean visible,
                                                fmi2Boolean logging)
{
    (void)resources, (void)visible, (void)logging;
    const char *wrong = "out of memory";
    component *c = calloc(1, sizeof *c);
    if (c && type != fmi2CoSimulation)
        wrong = "this FMU is for co-simulation, not for model exchange";
    else if (c)
        c->f = fmu_make(key, &wrong);
    if (c && c->f) {
        c->calls = calls;
        snprintf(c->name, sizeof c->name, "%s", name ? name : "");
        return c;
    }
    tell(calls, name ? name : "", wrong);
    free(c);
    return NULL;
}

FMI_EXPORT void NAMED(fmi2FreeInstance)(fmi2Component of)
{
    component *c = of;
    if (c)
        free(c->f);
    free(c);
}

FMI_EXPORT fmi2Status NAMED(fmi2SetupExperiment)(fmi2Component of, fmi2Boolean bounded, fmi2Real tolerance,
                                                 fmi2Real start, fmi2Boolean ends, fmi2Real stop)
{
    (void)bounded, (void)tolerance, (void)ends, (void)stop;
    return answer(of, fmu_start(its(of), start));
}

FMI_EXPORT fmi2Status NAMED(fmi2EnterInitializationMode)(fmi2Component of)
{
    return answer(of, fmu_change(its(of), FMU_MADE, FMU_STARTING));
}

FMI_EXPORT fmi2Status NAMED(fmi2ExitInitializationMode)(fmi2Component of)
{
    return answer(of, fmu_go(its(of)));
}

FMI_EXPORT fmi2Status NAMED(fmi2Terminate)(fmi2Component of)
{
    return answer(of, fmu_change(its(of), FMU_STEPPING, FMU_OVER));
}

FMI_EXPORT fmi2Status NAMED(fmi2Reset)(fmi2Component of)
{
    return answer(of, fmu_begin(its(of)));
}

// ---------------------------------------------------------------- variables

FMI_EXPORT fmi2Status NAMED(fmi2GetReal)(fmi2Component of, const fmi2ValueReference at[], size_t n, fmi2Real to[])
{
    return answer(of, fmu_get(its(of), at, n, to));
}

FMI_EXPORT fmi2Status NAMED(fmi2SetReal)(fmi2Component of, const fmi2ValueReference at[], size_t n,
                                         const fmi2Real from[])
{
    return answer(of, fmu_set(its(of), at, n, from));
}

// All variables are real: any other type has none.
#define NO_VARIABLES(NAME, TYPE)                                                                                       \
    FMI_EXPORT fmi2Status NAMED(NAME)(fmi2Component c, const fmi2ValueReference at[], size_t n, TYPE v[])              \
    {                                                                                                                  \
        (void)at, (void)v;                                                                                             \
        return n == 0 ? fmi2OK : answer(c, "all variables are real");                                                  \
    }
NO_VARIABLES(fmi2GetInteger, fmi2Integer)
NO_VARIABLES(fmi2GetBoolean, fmi2Boolean)
NO_VARIABLES(fmi2GetString, fmi2String)
NO_VARIABLES(fmi2SetInteger, const fmi2Integer)
NO_VARIABLES(fmi2SetBoolean, const fmi2Boolean)
NO_VARIABLES(fmi2SetString, const fmi2String)

// ---------------------------------------------------------------- state

FMI_EXPORT fmi2Status NAMED(fmi2GetFMUstate)(fmi2Component of, fmi2FMUstate *to)
{
    return answer(of, fmu_save(its(of), to));
}

FMI_EXPORT fmi2Status NAMED(fmi2SetFMUstate)(fmi2Component of, fmi2FMUstate from)
{
    return answer(of, fmu_restore(its(of), from));
}

FMI_EXPORT fmi2Status NAMED(fmi2FreeFMUstate)(fmi2Component of, fmi2FMUstate *s)
{
    (void)of;
    fmu_drop(s);
    return fmi2OK;
}

FMI_EXPORT fmi2Status NAMED(fmi2SerializedFMUstateSize)(fmi2Component of, fmi2FMUstate s, size_t *size)
{
    (void)s;
    return answer(of, fmu_measure(size));
}

FMI_EXPORT fmi2Status NAMED(fmi2SerializeFMUstate)(fmi2Component of, fmi2FMUstate s, fmi2Byte to[], size_t size)
{
    return answer(of, fmu_pack(s, to, size));
}

FMI_EXPORT fmi2Status NAMED(fmi2DeSerializeFMUstate)(fmi2Component of, const fmi2Byte from[], size_t size,
                                                     fmi2FMUstate *to)
{
    return answer(of, fmu_unpack(from, size, to));
}

// ---------------------------------------------------------------- steps

FMI_EXPORT fmi2Status NAMED(fmi2DoStep)(fmi2Component of, fmi2Real time, fmi2Real length, fmi2Boolean final)
{
    (void) final;
    return answer(of, fmu_advance(its(of), time, length));
}

FMI_EXPORT fmi2Status NAMED(fmi2CancelStep)(fmi2Component c)
{
    return answer(c, "steps do not run in the background");
}

FMI_EXPORT fmi2Status NAMED(fmi2GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference of[], size_t n,
                                                          const fmi2ValueReference by[], size_t m,
                                                          const fmi2Real seed[], fmi2Real to[])
{
    (void)of, (void)n, (void)by, (void)m, (void)seed, (void)to;
    return answer(c, "no directional derivatives, as the model description says");
}

FMI_EXPORT fmi2Status NAMED(fmi2SetRealInputDerivatives)(fmi2Component c, const fmi2ValueReference at[], size_t n,
                                                         const fmi2Integer order[], const fmi2Real from[])
{
    (void)at, (void)n, (void)order, (void)from;
    return answer(c, "inputs are held, as the model description says");
}

FMI_EXPORT fmi2Status NAMED(fmi2GetRealOutputDerivatives)(fmi2Component c, const fmi2ValueReference at[], size_t n,
                                                          const fmi2Integer order[], fmi2Real to[])
{
    (void)at, (void)n, (void)order, (void)to;
    return answer(c, "no derivatives of outputs, as the model description says");
}

FMI_EXPORT fmi2Status NAMED(fmi2GetRealStatus)(fmi2Component of, const fmi2StatusKind kind, fmi2Real *to)
{
    const fmu *f = its(of);
    if (!f || !to)
        return answer(of, f ? "no room for a value" : fmu_no_instance);
    if (kind != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *to = fmu_time(f);
    return fmi2OK;
}

FMI_EXPORT fmi2Status NAMED(fmi2GetBooleanStatus)(fmi2Component of, const fmi2StatusKind kind, fmi2Boolean *to)
{
    if (!to)
        return answer(of, "no room for a value");
    *to = 0;
    return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

#define NO_STATUS(NAME, TYPE)                                                                                          \
    FMI_EXPORT fmi2Status NAMED(NAME)(fmi2Component c, const fmi2StatusKind kind, TYPE *to)                            \
    {                                                                                                                  \
        (void)c, (void)kind, (void)to;                                                                                 \
        return fmi2Discard;                                                                                            \
    }
NO_STATUS(fmi2GetStatus, fmi2Status)
NO_STATUS(fmi2GetIntegerStatus, fmi2Integer)
NO_STATUS(fmi2GetStringStatus, fmi2String)
