// model.h - the header between the model of an FMU and fmu/instance.h.   [template]

// model.h - TITLE as a model that steps. Emitted by bristle.
#ifndef MODEL_H
#define MODEL_H

enum {
    MODEL_INPUTS = INPUTS_ALL,
    MODEL_HELD = INPUTS_HELD, // of them; those behind are samples, NaN where one is missing
    MODEL_STATES = STATES_ALL,
    MODEL_OUTPUTS = OUTPUTS_ALL,
    MODEL_PARAMETERS = PARAMETERS_ALL,
    MODEL_MODES = MODES_ALL
};
#define MODEL_KEY "KEY_TEXT" // of this very model
#define MODEL_STEP STEP_SIZE // s
#define MODEL_PREFIX IDENTIFIER_

#if IS_LAW
// Memory to work in.
typedef struct model {
    union {
        double number;
        void *place;
        unsigned char byte[BYTES];
    } room;
} model;
#else
#include "PACKAGE.h"

typedef struct model {
    PACKAGE it;
} model;
#endif

// INSERT RENAMES

// 0: done.
int model_init(model *o);
void model_first(model *o, double *x, int *m, double *u, double *p); // start values
int model_begin(model *o, const double *x);                          // before the first step, from these states
// x and m after a step from x and m with u.
int model_step(model *o, double *x, int *m, const double *u, const double *p);
void model_outputs(model *o, const double *x, const int *m, const double *u, const double *p, double *y);
// Why a finite value is refused for the variable with this value reference; NULL: it is not.
const char *model_refuses(int at, double value);
// The requirement of the law that these parameters break, as a message; NULL: all hold.
const char *model_requires(const double *p);

#endif
