// bounding.h - guaranteed bounds of a plant that sticks and slips, from its problem to its answer; for the files of the C API only.   [host]
//
// A problem is read in this order: the plant with its ranges (by who asks: has_plant), errors, logs one by one, what renews.
#ifndef BR_API_BOUND_BOUNDING_H
#define BR_API_BOUND_BOUNDING_H

#include "api/bound/error_list.h"
#include "api/law/load.h"
#include "bound/search/certificate.h"
#include "bound/search/paper.h"
#include "num/text/number.h"

#include <bristle/bound.h>
#include <stdint.h>

enum { BR_BOUND_LOGS = 64 };

typedef struct br_bound_log {
    const br_loaded_log *file; // lent
    br_interval *u, *q, *y;
    br_spool rows[3]; // where they are
    bool *stands;     // NULL: the log has no signal of rest
} br_bound_log;

// The result that is reported, whether it was searched here or merged from slabs.
typedef struct br_bound_answer {
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
    } log[BR_BOUND_LOGS];
    uint64_t digest;           // of the logs, the ranges and the settings, without the slab
    int part, of;              // of the slab; of 0: the ranges are whole
    char sliced[BR_NAME_SIZE]; // the parameter that slabs cut
    double died;               // s; inconsistent: when the last box was deleted
    br_paving found;
    br_paper paper;                 // by the rules of the paper, beside it
    bool has_paper, paper_left_out; // left out: the search before it was interrupted
    bool checked;                   // a certificate, and
    br_diag unproved;               // what of it 'bristle verify' does not prove; empty: nothing
} br_bound_answer;

typedef struct br_bounding {
    br_bound_speaker says;
    br_loaded_model plant; // with the ranges
    br_bound_log log[BR_BOUND_LOGS];
    br_evidence evidence[BR_BOUND_LOGS];
    int logs;
    br_stick stick;
    br_bound_errors errors;
    br_measured measured; // what is measured besides the position
    br_paving_options options;
    br_paper_options rules;
    br_bound_answer answer;
    br_certificate_draft certificate; // empty: not wanted
    bool has_plant, has_stick, has_found;
} br_bounding;

// All zero before, but for says, and plant with has_plant. Large; must not move once begun. What it holds is freed by
// br_bounding_free, after a failure too. ranged: a range of every parameter is wanted; without, for who wants the rows alone.
br_status br_bounding_begin(br_bounding *w, const char *errors, bool ranged, br_diag *why) BR_CHECKED;
// One more log, which stays until the end. linear: the input varies between rows, instead of being held. On failure nothing
// has changed.
br_status br_bounding_add(br_bounding *w, const br_loaded_log *log, bool linear, br_diag *why) BR_CHECKED;
// Behind the last log: names of what renews (NULL: none), motion, and the digest of all that.
br_status br_bounding_settle(br_bounding *w, const char *renew, br_diag *why) BR_CHECKED;
// Only the part-th of `of` equal parts of the first range that has a width and does not renew.
br_status br_bounding_slab(br_bounding *w, int part, int of, br_diag *why) BR_CHECKED;
void br_bounding_free(br_bounding *w);

// ---- the search

br_status br_bounding_begin_certificate(br_bounding *w, br_diag *why) BR_CHECKED;
// As w->options say, which have who searches and who watches.
br_status br_bounding_search(br_bounding *w, br_diag *why) BR_CHECKED;

// The parameters of the rules of the paper, after 'paper': 'paper, M = 20, v_bar = 0.5 rad/s'.
bool br_bound_is_paper(const char *rules);
br_status br_bounding_rules(br_bounding *w, const char *text, br_diag *why) BR_CHECKED;
// The same search by these rules, behind the other one; not if that was stopped. context: of w->options.go_on.
br_status br_bounding_search_paper(br_bounding *w, void *context, br_diag *why) BR_CHECKED;

// Whether the checker, which has an enclosure of its own, proves the certificate, before anybody relies on that.
br_status br_bounding_check_certificate(br_bounding *w, bool (*go_on)(void *context, double share),
                                        void *context) BR_CHECKED;

// Of the rows as a certificate has them, and (ranged) of plant, ranges and rows together. BR_NEGATIVE: no certificate can be of this plant.
typedef struct br_bound_hash {
    char rows[BR_SHA256_HEX], problem[BR_SHA256_HEX]; // empty: not compared
} br_bound_hash;
br_status br_bounding_hash(const br_bounding *w, bool ranged, br_bound_hash *hash) BR_CHECKED;

// Half widths along a slide that was searched; *to has its arrays.
br_status br_bounding_tube(const br_bounding *w, int slide, br_bound_tube *to) BR_CHECKED;

// ---- in words

extern const char *const br_bound_verdicts[3];

// An end of what is left of a range: one that is the range's own is shown as it was typed.
void br_bound_end_text(char text[BR_NUMBER_SIZE], br_interval range, double end);
void br_bound_show_end(br_buffer *out, br_interval range, double end);
// What a proof speaks of: nothing is claimed about parameters outside.
void br_bound_show_ranges(br_buffer *out, const br_bound_answer *a);
void br_bound_show_verdict(br_buffer *out, const br_bound_answer *a);
void br_bound_show_notes(br_buffer *out, const br_bound_answer *a); // on logs without motion
void br_bound_show_check(br_buffer *out, const br_bound_answer *a); // of a certificate that was wanted
// "slide 2, rows 401 to 800, at rest"
enum { BR_BOUND_SLIDE_SIZE = 80 };
void br_bound_name_slide(char name[BR_BOUND_SLIDE_SIZE], const br_bound_answer *a, int slide);
// A line for each parameter; for one that renews, a line for each slide.
void br_bound_show_intervals(br_buffer *out, const br_bound_answer *a);
void br_bound_show_claim(br_buffer *out, bool inconsistent);

// Begins as BR_FNV64_START.
void br_bound_add_to_digest(uint64_t *sum, const void *bytes, size_t count);
// The part-th of `of` equal parts of a range, part from 1: neighbours compute the end between them alike, so no gap is left.
br_interval br_bound_slab_range(br_interval whole, int part, int of);

#endif
