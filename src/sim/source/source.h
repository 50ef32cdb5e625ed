// source.h - inputs of a model as functions of time.   [host]
//
//     v = 1e-3*sin(2*pi*t) m/s, FN = 20 + 2*square(0.5) N, x = 2*position mm
//
// Left stand inputs that the model declares (all elements of an array, or one: u[2]), right a formula of the time t in
// seconds, and behind a blank its unit. Formulas have the operations of laws (docs/laws.md), the shapes of sim/source/wave.h and
// the names of recorded signals, which are numbers in SI; a signal alone brings its unit. An input without a formula takes the
// signal of its name, else its default where that is a formula of other inputs, else the value that the model has for it.
//
// rate(FORMULA) is the slope of a formula. `x = FORMULA m`, or `position = FORMULA m`, for a model that has nothing of that name
// drives its input v, or its only one in m/s, with the rate of the formula.
#ifndef BR_SIM_SOURCE_SOURCE_H
#define BR_SIM_SOURCE_SOURCE_H

#include "law/model/model.h"
#include "sim/source/formulas.h"
#include "sim/source/samples.h"
#include "sim/source/source_default.h"
#include "sim/source/wave.h"

enum { BR_SOURCE_LEADS = 256, BR_SOURCE_TIME = 0 }; // most of them; t is the first input of the formulas, they follow

// A shape, a recorded signal or the rate of a formula, that formulas stand on.
typedef struct br_source_lead {
    br_wave wave;
    int signal; // of the samples; -1: none
    int rate;   // of this formula; -1: none
} br_source_lead;

typedef struct br_source_input {
    char name[BR_NAME_SIZE + 16]; // with its element, for messages
    int formula;                  // -1: none
    double constant;              // without a formula
    bool follows;                 // others, by its default
    double size;                  // of the formula's unit: a divisor if `small`, else a factor
    bool small;
} br_source_input;

typedef struct br_source {
    char origin[80]; // in messages
    br_source_input *input;
    int inputs; // numbers, in the order of the model's u
    br_formulas formulas;
    br_source_lead *lead;
    int leads;
    bool rates; // some lead is the rate of a formula
    const br_samples *samples;
    br_source_defaults defaults;
    double *kink; // where formulas switch: t < 3, abs(t - 1); rising
    int kinks;
    bool unlocated; // formulas may also switch where no break says so: min(sin(t), 0)
    double *work;   // numbers of a time: source_at.c lays them out
} br_source;

// Reads a list for a model; it and samples (NULL: there are none) must outlive the source. BR_BAD_LAW: the list is wrong, or an input
// has no value; why names the place. s must not move; after a failure it is all zero.
br_status br_source_read(br_source *s, const char *list, const char *origin, const br_model *m,
                         const br_samples *samples, br_diag *why) BR_CHECKED;
void br_source_free(br_source *s);

// The inputs u at time t in SI, and their slopes du/dt (NULL: not wanted), both from the right and exact up to
// rounding. BR_NOT_FINITE: an input or a wanted slope is not a finite number (that of an input with rate() in it, or that follows
// others, is not known);
// BR_BAD_USAGE: t is not. Both leave u and slope as they were. Not from two threads at once.
br_status br_source_at(const br_source *s, double t, double *u, double *slope, br_diag *why) BR_CHECKED;

// The first time strictly after t at which an input or its slope may jump, or infinity.
double br_source_break(const br_source *s, double t);

// BR_BAD_LAW: something whose rate drives an input jumps at a break after `from` and up to `to`, so that it has no rate there;
// the first million breaks are looked at.
br_status br_source_no_jump(const br_source *s, double from, double to, br_diag *why) BR_CHECKED;

#endif
