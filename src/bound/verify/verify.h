// verify.h - an independent checker of certificates: shares nothing with the search but arithmetic. [host]
//
// Deliberately written a second time: it shares arithmetic, numbers as text and memory with the search (room num), and nothing
// else, so that a fault of the search cannot hide in it. It reads the plant, the rows
// and the ranges as the certificate states them (bound/search/certificate.h), keeps count of the boxes itself, so that cut boxes and
// what is left of them cover the ranges, and proves again of each deleted box that it cannot explain the rows, by an enclosure
// of its own (verify_replay.c). What holds then is a theorem about
// the plant, the ranges and the rows that stand in the certificate: of the parameters within the ranges, none outside the results
// explains the rows. About parameters outside the ranges it says nothing.
#ifndef BR_BOUND_VERIFY_VERIFY_H
#define BR_BOUND_VERIFY_VERIFY_H

#include "num/interval/interval.h"
#include "num/text/sha256.h"
#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

enum { BR_VERIFY_PARAMS = 16, BR_VERIFY_TERMS = 16, BR_VERIFY_NAME = 96, BR_VERIFY_ROWS = 16 };

// A sum of products of parameters.
typedef struct br_verify_sum {
    int terms;
    double factor[BR_VERIFY_TERMS];
    unsigned of[BR_VERIFY_TERMS];
} br_verify_sum;

typedef struct br_verify_log {
    double h;
    int rows;
    br_interval *u, *q;
    bool *rests;
} br_verify_log;

typedef struct br_verify_slide {
    int log, first, last;
    br_interval p[BR_VERIFY_PARAMS]; // what its rows allow
} br_verify_slide;

typedef struct br_verified {
    int np;
    char name[BR_VERIFY_PARAMS][BR_VERIFY_NAME];
    bool renews[BR_VERIFY_PARAMS];
    br_verify_sum side[2][3]; // forward, backward: a, k, c
    br_interval range[BR_VERIFY_PARAMS], p[BR_VERIFY_PARAMS];
    br_verify_log *log;
    int logs;
    br_verify_slide *slide;
    int slides;
    char rows_hash[BR_SHA256_HEX], problem_hash[BR_SHA256_HEX]; // computed from the rows, and from all of the problem
    bool inconsistent;                                          // proved: no parameters of the ranges explain the rows
    bool stopped;                                               // who watches wanted no more
    long cuts, bounds, dead;                                    // steps that were checked
} br_verified;

// BR_BAD_DATA: no certificate, or a damaged one; BR_NEGATIVE: a step or a result that is not proved; why has the line. The
// answer is freed by the caller in any case.
br_status br_verify(br_verified *v, const char *text, size_t size, const char *name, br_diag *why) BR_CHECKED;
// The same; go_on gets the share that is checked, and returns false to stop: BR_NEGATIVE then.
br_status br_verify_watched(br_verified *v, const char *text, size_t size, const char *name,
                            bool (*go_on)(void *context, double share), void *context, br_diag *why) BR_CHECKED;
// Whether some step deletes or narrows a box. Else the intervals are the ranges, and nothing is proved about the rows.
bool br_verified_proves(const br_verified *v);
void br_verified_free(br_verified *v);

// ---- its parts

typedef struct br_verify_reader {
    const char *text, *at, *end; // the next word starts at or behind `at`
    const char *name;
    int line;
    br_diag *why;
} br_verify_reader;

br_status br_verify_refuse(const br_verify_reader *r, br_status status, const char *message) BR_CHECKED;
bool br_verify_word(br_verify_reader *r, char *word, size_t room); // the next word of this line; false: there is none
bool br_verify_line(br_verify_reader *r); // goes on to the next line; false: words are left, or the end
br_status br_verify_number(br_verify_reader *r, double *value) BR_CHECKED;
br_status br_verify_count(br_verify_reader *r, int most, int *value) BR_CHECKED; // 0 to most
br_status br_verify_parameter(br_verify_reader *r, const br_verified *v, int *i) BR_CHECKED;

// The plant, the ranges and the rows; the reader then stands at the first step.
br_status br_verify_problem(br_verified *v, br_verify_reader *r) BR_CHECKED;

br_interval br_verify_sum_at(const br_verify_sum *s, const br_interval *p, int np);

// Whether no parameters of the box explain the rows from the slide's first to `row`.
bool br_verify_dies(const br_verified *v, const br_verify_slide *s, const br_interval *p, int row);

// Whether all that agree with the rows up to `end` rest until *begin and then slide to one side, *sign. *still: from that row to
// *begin nothing can have moved, between rows neither.
bool br_verify_slides(const br_verified *v, const br_verify_slide *s, const br_interval *p, int end, int *still,
                      int *begin, int *sign);

// One end of a parameter, and the rows with weights that are to prove it.
typedef struct br_verify_bound {
    int parameter;
    bool upper;
    double to;
    int rows, row[BR_VERIFY_ROWS];
    bool above[BR_VERIFY_ROWS];
    double weight[BR_VERIFY_ROWS];
} br_verify_bound;

// Whether all parameters of the box that explain the rows keep to the bound.
bool br_verify_bounded(const br_verified *v, const br_verify_slide *s, const br_interval *p, const br_verify_bound *b);

#endif
