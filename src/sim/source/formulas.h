// formulas.h - formulas of a list as one small law: named things in, one number per formula out.     [host]
//
// A formula is written in the notation of laws (docs/laws.md). What its names stand for is up to the reader of the list, who
// gives each of them a number among the inputs of the law; the formulas then run over blocks of points. Messages of the
// law's reader are reported with the place in the list.
#ifndef BR_SIM_SOURCE_FORMULAS_H
#define BR_SIM_SOURCE_FORMULAS_H

#include "law/eval/tape.h"
#include "num/text/buffer.h"
#include "sim/source/list.h"

// Where a piece of the law's text comes from: line and column there, place in the list.
typedef struct br_formula_place {
    int line, column;
    const char *source;
} br_formula_place;

typedef struct br_formulas { // starts as all zero; must not move once it is made
    int count;               // formulas so far
    br_buffer rows;          // their equations
    size_t line_start;
    br_formula_place *from;
    int nfrom, room;
    char *text;
    br_parsed_law law;
    br_tape tape; // rows: the formulas; blocks: their slopes by the inputs, if wanted
    bool has_law, has_tape;
    int nodes; // of the law's graph, without those of slopes
} br_formulas;

// What the word at *at stands for: BR_INPUT_NONE if it stays as it is (a function of laws), else an input, from 0; *at moves
// behind all that it stands for. call: an open bracket follows.
enum { BR_INPUT_NONE = -1 };
typedef br_status br_formula_word(void *context, const char **at, const char *end, bool call, int *input);

// Adds the formula in from..end.
br_status br_formulas_add(br_formulas *f, const char *from, const char *end, br_formula_word *word,
                          void *context) BR_CHECKED;

// The law of the formulas that were added, with so many inputs, ready to run.
br_status br_formulas_make(br_formulas *f, const br_list *l, int inputs, bool slopes) BR_CHECKED;
void br_formulas_free(br_formulas *f);

// For `count` points: input j of point k stands at u[j*count + k], formula i at out[i*count + k], block b of the tape at
// slope[b*count + k] (NULL: not wanted). Not from two threads at once.
void br_formulas_run(const br_formulas *f, int count, const double *u, double *out, double *slope);

#endif
