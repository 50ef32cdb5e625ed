// input_design.h - inputs of plants that stick and slip, made for guaranteed bounds; for the C API and `bristle excite --criterion`.   [host]
//
// Three inputs of the same basis stand beside each other: the one that only tracks the reference, the paper's (19) and Fisher's
// information. Each is rehearsed on the plant as it is thought to be, and the log of it is bounded.
#ifndef BR_API_EXCITE_INPUT_DESIGN_H
#define BR_API_EXCITE_INPUT_DESIGN_H

#include "api/law/load.h"
#include "bound/search/design.h"
#include "bound/search/rehearse.h"
#include "num/text/buffer.h"
#include "sim/run/record.h"

enum { BR_INPUT_TRACKING, BR_INPUT_PAPER, BR_INPUT_FISHER, BR_INPUT_DESIGNS };
extern const char *const br_input_designs[BR_INPUT_DESIGNS]; // "tracking", "paper", "interval"

typedef struct br_input_path { // where a plant comes to, row by row: the middle and half of its tube
    double *q, *q_half, *w, *w_half;
    double q_most, w_most; // away from 0
    bool moves;
} br_input_path;

typedef struct br_designed_input {
    br_design_options o;
    br_designed made;
    double *torque;
    br_input_path likely, ranged; // as the plant is thought to be; for all parameters of the ranges
    br_paving found;
    bool has_found;
} br_designed_input;

typedef struct br_input_design {
    struct {
        const char *who, *dash; // how messages begin, and what stands before names of options
    } says;
    br_loaded_model plant, ranged; // as it is thought to be; with the ranges
    br_stick stick;
    bool has_plant, has_ranged, has_stick;
    double limit, way, error; // of the input, of the reference, of the position
    double h;
    int rows, all; // all: with a second of rest behind the input
    int wanted;    // number of the input
    bool pieces;   // held, else a Bernstein polynomial
    int coefficients;
    const char *sharpen; // the parameter that (19) sharpens; NULL: the first
    int first;           // its number; -1: there is none of that name
    br_design_options usual;
    br_designed_input input[BR_INPUT_DESIGNS];
    br_interval *u, *q;
    bool *stands;
    bool (*go_on)(void *context, double share);
    void *context;
    double share; // of the work that is done
    bool stopped; // go_on said no
} br_input_design;

// All zero before, but for says, and both models with has_plant and has_ranged. Must not move once begun; freed after a failure, too.
br_status br_input_design_begin(br_input_design *w, br_diag *why) BR_CHECKED;
br_status br_input_design_last(br_input_design *w, double duration, double step, br_diag *why) BR_CHECKED;
// Behind limits, error, times, basis and what is sharpened: parameters that are ranges are looked at.
br_status br_input_design_choose(br_input_design *w, br_diag *why) BR_CHECKED;
// BR_NEGATIVE: there is no input within the limits; or, without a message, go_on said no.
br_status br_input_design_search(br_input_design *w, br_diag *why) BR_CHECKED;
// The table: t and the input that is wanted.
br_status br_input_design_fill_record(const br_input_design *w, br_record *to, br_diag *why) BR_CHECKED;
void br_input_design_free(br_input_design *w);

const br_quantity *br_input_design_quantity(const br_input_design *w, int q);
const char *br_input_design_param(const br_input_design *w, int l);       // of those that are looked at
double br_input_design_width(const br_input_design *w, int input, int l); // expected width of what is left of it
void br_input_design_show_better(br_buffer *out,
                                 const br_input_design *w); // inputs that would leave less of every parameter
void br_input_design_show_reach(br_buffer *out, const br_input_design *w);

#endif
