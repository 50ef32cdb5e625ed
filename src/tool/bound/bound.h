// bound.h - what `bristle bound` works on, and how it is shown.                  [host]
#ifndef BR_TOOL_BOUND_BOUND_H
#define BR_TOOL_BOUND_BOUND_H

#include "bound/search/certificate.h"
#include "bound/search/paper.h"
#include "file/json/read.h"
#include "tool/bound/bound_error.h"
#include "tool/kit/load.h"

#include <stdint.h>

typedef struct bound_log {
    br_loaded_log file;
    br_interval *u, *q, *y;
    br_spool rows[3]; // where they are
    bool *stands;     // NULL: the log has no signal of rest
} bound_log;

// The result that is reported, whether it was searched here or merged from slabs.
typedef struct bound_answer {
    int np;
    char name[BR_STICK_PARAMS][BR_NAME_SIZE], unit[BR_STICK_PARAMS][BR_UNIT_SIZE];
    bool renews[BR_STICK_PARAMS];
    br_interval range[BR_STICK_PARAMS];    // as asked for
    br_interval searched[BR_STICK_PARAMS]; // of a slab its part of them
    int logs;
    struct {
        char name[256]; // as given, or its beginning
        int rows;
        double h;
        bool moves;      // by more than the error
        bool rests;      // not at all, or by about the error
        char still[200]; // why not, as a message
    } log[TOOL_OPERANDS];
    uint64_t digest;           // of the logs, the ranges and the settings, without the slab
    int part, of;              // of the slab; of 0: the ranges are whole
    char sliced[BR_NAME_SIZE]; // the parameter that slabs cut
    double died;               // s; inconsistent: when the last box was deleted
    br_paving found;
    br_paper paper;                 // by the rules of the paper, beside it
    bool has_paper, paper_left_out; // left out: the search before it was interrupted
    bool checked;                   // a certificate, and
    br_diag unproved;               // what of it 'bristle verify' does not prove; empty: nothing
} bound_answer;

typedef struct bounding {
    bound_log log[TOOL_OPERANDS];
    br_evidence evidence[TOOL_OPERANDS];
    int logs;
    br_loaded_model plant; // with the ranges
    br_stick stick;
    bound_errors errors;
    br_measured measured; // what is measured besides the position
    br_paving_options options;
    br_paper_options rules;
    bound_answer answer;
    br_certificate certificate; // empty: not wanted
    bool has_plant, has_stick, has_found;
} bounding;

// The problem: model, ranges, errors, effort, slab and logs. Without --range no ranges, for who wants the rows alone. What was opened is freed by bound_free after a failure too.
br_status bound_read(bounding *w, const tool_args *a, br_diag *why) BR_CHECKED;
void bound_free(bounding *w);

// The parameters of the rules of the paper, after 'paper' in --rules: 'paper, M = 20, v_bar = 0.5 rad/s'. The plant is open.
br_status bound_rules(bounding *w, const char *text, br_diag *why) BR_CHECKED;

// FNV-1a over bytes.
#define BOUND_DIGEST_START 0xcbf29ce484222325u
void bound_add_to_digest(uint64_t *sum, const void *bytes, size_t count);
// Over everything that the JSON of a slab says but its 'seal', which is this: keys, texts, numbers, in their order.
uint64_t bound_seal(const br_json_tree *t);

// Slabs as their JSON files have them, joined. BR_BAD_DATA: some are missing, or are of different problems.
br_status bound_merge(bound_answer *all, const char *const *file, int files, br_diag *why) BR_CHECKED;

// The part-th of `of` equal parts of a range, part from 1: neighbours compute the end between them alike, so no gap is left.
br_interval bound_slab_range(br_interval whole, int part, int of);

extern const char *const bound_verdicts[3];

void bound_cells(br_buffer *cells, const bound_answer *a); // of tables (tool/kit/fields.h)
void bound_paper_cells(br_buffer *cells, const bound_answer *a);
void bound_text(br_buffer *out, const bound_answer *a, bool tables); // tables: the intervals, too
void bound_json(br_buffer *out, const bound_answer *a);
br_status bound_report(br_buffer *out, const bounding *w) BR_CHECKED;

#endif
