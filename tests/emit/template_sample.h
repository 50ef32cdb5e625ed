// template_sample.h - sample values of the holes of src/emit/templates, with which every template compiles by itself.
//
// TEMPLATE_package, TEMPLATE_system, TEMPLATE_model, TEMPLATE_selftest: whose values. Flags are given on the command line.
#ifndef TEMPLATE_SAMPLE_H
#define TEMPLATE_SAMPLE_H

#include <stddef.h>

#ifdef BR_FLOAT
#define REAL float
#define DT 0.001f
#define LARGEST_NUMBER FLT_MAX
#else
#define REAL double
#define DT 0.001
#define LARGEST_NUMBER DBL_MAX
#endif
#define GATE 0
#define COUNT_LIST h->refused
#define SETTING_LIST &inside_of(o)->spare, &c->u
#define ENTRY_LIST                                                                                                     \
    {                                                                                                                  \
        0, 0, 0                                                                                                        \
    }
#define NAME_LIST "z"
#define KEY_LIST 1, 2, 3, 4, 5, 6, 7, 8
#define LEVENBERG 0
#define HUBER 0
enum {
    BYTES = 100000,
    MEMORY = 100,
    LENT = 100,
    DOUBLES = 2000,
    OWN_DOUBLES = 1000,
    EVERY = 1,
    MEASUREMENTS = 1,
    ESTIMATES = 1,
    SUBSTEPS = 2,
    INTERVALS = 20,
    ARRIVAL = 0,
    SHARED = 0,
    NOISE_IN_ARRIVAL = 0,
    ITERATIONS = 1,
    HALVINGS = 0,
    POINTS = 1,
    CURVE = 0,
    CONDITIONS = 1,
    COUNT = 1,
    SETTING = 0,
    NX = 1,
    NN = 1,
    NY = 1,
    EACH = 1,
    NF = 1,
    // of PLACES
    CAPITAL_INPUTS = 1,
    CAPITAL_MEASURED = 1,
    CAPITAL_STATES = 1,
    CAPITAL_NUMBERS = 2,
    CAPITAL_OUTPUTS = 1,
    CAPITAL_PARAMETERS = 2,
    CAPITAL_SAVED = 100000,
    CAPITAL_SLICES = 9
};

#ifdef TEMPLATE_package // what stands in front of the functions of a package
#include "loop/filter/kalman_saved.h"
#include "loop/filter/mixed_precision.h"
#include "loop/filter/sampled.h"
#include "loop/friction/compensate_saved.h"
#include "loop/friction/elasto.h"
#include "loop/horizon/mhe_saved.h"
#include "loop/signal/checked.h"
#include "num/algebra/vector.h"
#include "num/base/count.h"
#include "num/base/fnv.h"

#include "in_float.h"
#include "package.h"

extern const br_real first_x[], first_sd[], first_most[], first_q[], first_r[], first_u[], first_p[], first_low[],
    first_high[], first_k[], first_damping[];
extern const br_estimate first_estimate[];
extern const int first_which[], br_size[];
extern const br_sys br_the_system;
extern const br_integrator_kind br_integrator_FLOW;
extern const br_kalman_kind br_kalman_FILTER;
extern const br_compensate_kind br_compensate_COMPENSATOR;
void br_law_LAW_require(const int *size, const br_real *p, br_real *holds);
#if IS_HORIZON
#define br_KIND br_mhe
#define br_KIND_options br_mhe_options
#define br_KIND_health br_mhe_health
#define br_KIND_defaults br_mhe_defaults
#define br_KIND_init br_mhe_init
#define br_KIND_value br_mhe_value
#define br_KIND_saved br_mhe_saved
#define br_KIND_sd br_mhe_sd
#define br_KIND_value_sd br_mhe_value_sd
#define ESTIMATE x
#define WHICH i
#define OWN m
#else
#define br_KIND br_kalman
#define br_KIND_options br_kalman_options
#define br_KIND_health br_kalman_health
#define br_KIND_defaults br_kalman_defaults
#define br_KIND_init br_kalman_init
#define br_KIND_value br_kalman_value
#define br_KIND_saved br_kalman_saved
#define br_KIND_sd br_kalman_sd
#define br_KIND_value_sd br_kalman_value_sd
#define ESTIMATE gaussian.x
#define WHICH first_which[i]
#define OWN s.observer
#endif
#if IS_COMPENSATOR
#define MEMBER e
#define HEALTH w->c.health
#else
#define MEMBER OWN
#define HEALTH e->health
#endif
#if IS_HORIZON || IS_COMPENSATOR
#define PLACE p
#else
#define PLACE s.p
#endif
#endif

#ifdef TEMPLATE_system // what stands in front of the system, and what it calls
#include "num/base/real.h"
#include <bristle/status.h>
typedef struct br_sys_block br_sys_block;
typedef struct br_sys_jump br_sys_jump;
typedef struct br_integrator br_integrator;
typedef struct br_integrator_options br_integrator_options;
typedef struct br_integrator_kind br_integrator_kind;
struct br_sys_block {
    int at;
};
struct br_sys_jump {
    int at;
};
struct br_integrator_kind {
    int stages;
};
struct br_sys;
static const br_sys_block br_blocks[1], br_slopes[1];
static const br_sys_jump br_jumps[1];
extern const br_integrator_kind br_integrator_FLOW;
void br_sys_margin_jet(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                       const br_real *p, int each, br_real *out, br_real *jet);
void br_sys_margin_alone(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                         const br_real *p, int each, br_real *out);
const br_integrator_kind *br_integrator_choose(const struct br_sys *s);
#endif

#ifdef TEMPLATE_model // of an FMU
#define INPUTS_ALL 1
#define INPUTS_HELD 1
#define STATES_ALL 1
#define OUTPUTS_ALL 1
#define PARAMETERS_ALL 1
#define MODES_ALL 1
#define STEP_SIZE 0.001
#define SIZE_LIST 0
#define PLACE_LIST 0, 0
#define ALL_PARAMETERS 1
#include "loop/flow/integrator.h"
#include "model.h"
extern const double first_x[], first_u[], first_p[];
extern const int first_m[];
extern const br_sys br_the_system;
extern const br_integrator_kind br_integrator_FLOW;
void IDENTIFIER_LAW_require(const int *size, const double *p, double *holds);
#endif

#endif
