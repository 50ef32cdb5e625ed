// bound.h - guaranteed bounds: parameters that cannot explain a log are proved to be none; certificates, and their check.   [host]
//
//     br_bound *b;
//     br_bound_options o;
//     br_diag why;
//     br_bound_defaults(&o, sizeof o);
//     o.range = "alpha = 3..6 1/s, TF = 0..1 N*m";          // what is searched: part of the theorem
//     o.error = "x1 = 1 mrad";                              // the largest error of what is measured
//     if (br_bound_open(&b, law, &o, &why) != BR_OK || br_bound_add(b, log, &why) != BR_OK ||
//         br_bound_run(b, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 1;
//     puts(br_bound_statement(b));                          // what is proved, with the searched ranges
//     br_bound_close(b);
//
// A fit says which parameters are likely; this says which are possible, in interval arithmetic that is rounded outward. Every
// parameter of the searched ranges outside the intervals contradicts the log, provided that the law is right, the errors stay
// within their bounds, inputs are held between rows (or `linear`), rows are equidistant, and the plant rests in the first row.
// Nothing is claimed about parameters outside the ranges.
//
// Plants that stick and slip, such as the built-in "drive-train", are searched slide by slide, with a certificate if wanted. Other
// laws without modes of that kind are paved with boxes: outside, inside (all of whose parameters explain the log: the inner
// intervals) and undecided; they take one log and have no certificate. docs/bound.md explains both. The numbers are those of
// `bristle bound` to the bit. A search runs in the thread that calls and, where `threads` says so, in others of its own; a handle serves
// one thread at a time. Long searches are cut into slabs, for several machines (br_bound_merge). No call is for a control loop. NULL in
// place of a handle is BR_BAD_USAGE, or answered by 0, NULL or NaN.
#ifndef BRISTLE_BOUND_H
#define BRISTLE_BOUND_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_bound br_bound;

// Tasks of a search, for a program that spreads them over processes of its own, such as those of MPI, in place of threads. offer puts one at the end
// of a line of at most 64. await returns when the first of the line is done, and takes it away: run(of, i) was called here, or by another
// process that searches the same in step, and `size` bytes of its result were copied here. The result is the same, to the bit.
typedef struct br_bound_task {
    void (*run)(void *of, int i);
    void *of;
    int i;
    void *result;
    size_t size;
} br_bound_task;

typedef struct br_bound_crew {
    void (*offer)(void *context, const br_bound_task *task);
    void (*await)(void *context);
    void *context;
} br_bound_crew;

typedef struct br_bound_options {
    size_t size;       // of this structure, by br_bound_defaults
    const char *range; // searched range of each parameter that is not known exactly: "alpha = 3..6 1/s, TF = 0..1 N*m";
                       // start values too, of other laws. NULL: the rows alone, for br_certificate_check (default)
    const char *error; // error bounds of what is measured, states or outputs, and of inputs: "x1 = 7.7e-4 rad, u = 1e-3
                       // N*m" (required; inputs: 0)
    const char
        *signals; // columns of logs: "t = time, x1 = angle rad, u = torque N*m", and "rest = still" for one that is
                  // above 0 where the plant is known to rest (default: t and those named as in the law)
    const char *renew; // parameters that may change at each rest: "TF" (default: none)
    int linear;        // 1: inputs vary between rows within their values; 0: every row is held (default)
    int passes;        // over the logs, of plants that stick and slip (default 3)
    long long boxes;   // tried at most: for a slide, or for other laws in all (default 4000)
    int certificate;   // 1: every step of the proof is kept (default 0)
    int threads; // 1 to 64 that search; 0: as many as cores (default 1). The result does not depend on it, to the bit
    int slab, slabs; // 3, 8: only the third of eight equal parts of the first range that has a width and does not renew
                     // (default 0, 0: all of it). slabs: 1e6 at most
    const char
        *rules; // "paper": also search by the rules of Rauh et al. 2017, for br_bound_paper_of; their free choices with
                // defaults: "paper, M = 50, M_v = 20, L = 300, v_bar = 1 rad/s, epsilon = 1e-6 N*m, small = 0.003"
    // (default NULL: not). Both are for plants that stick and slip, whose form is w' = -alpha*w + beta*(u - T)
    const br_bound_crew *crew; // who searches, in place of threads (default NULL)
    // Before messages, at most 31 characters: "axis-tool: ". They name options as a command line has them then, "--error", for programs that
    // have one (default: they name members, and br_diag_member does)
    const char *who;
} br_bound_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_bound_defaults(br_bound_options *o, size_t size);

// 1: a plant that sticks and slips, which is searched slide by slide; 0: other laws.
BR_PUBLIC int br_bound_by_slides(const br_law *law);

// Reads the law again, with its values and the ranges on top. BR_BAD_LAW: parameters are missing, out of bounds, or a list is
// wrong. BR_BAD_USAGE: an option is wrong, or does not suit the law. why (may be NULL) says more; on failure *b is untouched.
// Close what you opened.
BR_PUBLIC br_status br_bound_open(br_bound **b, const br_law *law, const br_bound_options *o, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_bound_close(br_bound *b); // NULL is fine

// Adds a log, which is read to its end and may be closed then; several are logs of one plant, 64 at most. 8 bytes a number and 32
// a row, on disk where it is long. BR_BAD_DATA: rows are not equidistant, or an input is missing. BR_BAD_USAGE: a column that is
// needed is not there, or the search has run. On failure the handle is as before.
BR_PUBLIC br_status br_bound_add(br_bound *b, br_table *log, br_diag *why) BR_CHECKED;

// The search; once. BR_OK: intervals hold. BR_NEGATIVE: inconsistent, nothing in the ranges explains the logs, which is proved
// too: a fault, an error beyond its bound, another plant, or inputs that were not held between rows (linear). BR_BAD_DATA: the logs show nothing. progress (may be NULL) is called
// now and then with the share that is done (and may ask for boxes and intervals so far), and answers 0 to stop there: what is known by then is proved as well, but wider. Time is
// bounded by passes and boxes only. Where a certificate is wanted, it is checked behind the search.
BR_PUBLIC br_status br_bound_run(br_bound *b, int (*progress)(void *context, double share), void *context,
                                 br_diag *why) BR_CHECKED;

// ------- What is proved
// Texts are the handle's own, and stay until it is closed.

typedef enum br_bound_outcome {
    BR_BOUND_NONE,         // not run yet
    BR_BOUND_BOUNDED,      // intervals, as fine as the method goes; of other laws: some parameters do explain the log
    BR_BOUND_UNDECIDED,    // intervals hold, more boxes may narrow them
    BR_BOUND_STOPPED,      // intervals hold, but are wider: progress said stop
    BR_BOUND_INCONSISTENT, // nothing in the ranges explains the logs
} br_bound_outcome;

BR_PUBLIC br_bound_outcome br_bound_outcome_of(const br_bound *b);

// The theorem: searched ranges, verdict, intervals, and what is not claimed; a line each. "" before the run.
BR_PUBLIC const char *br_bound_statement(const br_bound *b);
// What to know about it, a line each; "" for none: logs without motion, a certificate that the check cannot prove.
BR_PUBLIC const char *br_bound_notes(const br_bound *b);

typedef enum br_bound_note_of {
    BR_BOUND_NOTE_LOGS,       // without motion
    BR_BOUND_NOTE_RULES,      // of the paper: they were left out
    BR_BOUND_NOTE_CERTIFICATE // that was not checked, or that the check cannot prove
} br_bound_note_of;

BR_PUBLIC const char *br_bound_note(const br_bound *b, br_bound_note_of what); // those of one kind

// What was found as JSON, the file of `bristle bound --json`. *text is freed by the caller; on failure it is untouched. Allocates.
BR_PUBLIC br_status br_bound_json(const br_bound *b, char **text, br_diag *why) BR_CHECKED;

// A log that was added, or that slabs were of.
typedef struct br_bound_log_of {
    size_t size;
    const char *name;
    long long rows;
    double step; // s, between rows; NaN of other laws
} br_bound_log_of;

BR_PUBLIC br_status br_bound_log_at(const br_bound *b, int i, br_bound_log_of *log) BR_CHECKED;

// A parameter (of other laws: a number that has a range). size: that of the structure, which may grow in later versions.
typedef struct br_bound_interval {
    size_t size;
    char name[112], unit[96];     // "kappa[2]", in SI; - for none, "" of certificates
    double low, high;             // nothing outside explains the logs; NaN: not run, or inconsistent
    double range_low, range_high; // as searched
    double inner_low, inner_high; // for both ends some parameters are proved to explain the log; NaN: none are
    int renews;                   // at each rest: the interval is that over all slides that move
} br_bound_interval;

BR_PUBLIC int br_bound_parameters(const br_bound *b); // before the run of other laws: 0
// BR_BAD_USAGE if there is no such parameter, or no structure of a size that is known.
BR_PUBLIC br_status br_bound_interval_at(const br_bound *b, int i, br_bound_interval *interval) BR_CHECKED;

typedef enum br_bound_count_of {
    BR_BOUND_LOGS_READ,
    BR_BOUND_ROWS,       // of all logs
    BR_BOUND_PASSES,     // done
    BR_BOUND_BOXES,      // tried
    BR_BOUND_BOXES_LEFT, // br_bound_box_at
    BR_BOUND_SLIDES,     // br_bound_slide_at; 0 of other laws
    BR_BOUND_MOMENTS,    // br_bound_moment_at; 0 of other laws
    BR_BOUND_PAPER_ROWS, // br_bound_paper_row_at
    BR_BOUND_SLAB,       // that was searched; 0: all of the ranges, or merged
    BR_BOUND_SLABS       // that this is one of, or is merged from; 0: none
} br_bound_count_of;

BR_PUBLIC long long br_bound_count(const br_bound *b, br_bound_count_of what);

// Inconsistent: the log and row, from 0, at which the last box was deleted. -1: not so.
BR_PUBLIC long long br_bound_died(const br_bound *b, int *log);

// A box that is left, with all parameters; of plants that stick and slip, from the last slide that moves. 1: inside, 0: undecided,
// -1: there is none. low, high: br_bound_parameters numbers each.
BR_PUBLIC int br_bound_box_at(const br_bound *b, long long i, double *low, double *high);

// The parameter whose range slabs cut; "" for none.
BR_PUBLIC const char *br_bound_sliced(const br_bound *b);

// An end of what is left of parameter i as text: one that is an end of its range as it was typed, "0.3". 1: it is such an end; 0: it is none; -1:
// there is no parameter i.
BR_PUBLIC int br_bound_end(const br_bound *b, int i, double end, char text[32]);

// After each slide that was processed, pass by pass, what was left: br_bound_parameters numbers each. BR_BAD_USAGE: there is none of
// that number.
BR_PUBLIC br_status br_bound_moment_at(const br_bound *b, long long i, double *low, double *high) BR_CHECKED;

// Share of the searched range that is not outside (inner 0) or inside (1), of other laws; NaN for others.
BR_PUBLIC double br_bound_share(const br_bound *b, int inner);

// From one rest to the next. size: that of the structure.
typedef struct br_bound_slide {
    size_t size;
    int log;
    long long first, last; // rows, from 0
    int moves;             // 0: may be at rest all the time
    int searched;          // 0: the search was stopped before; intervals are the ranges
} br_bound_slide;

// low, high (may be NULL): what its rows allow, br_bound_parameters numbers each. BR_BAD_USAGE: there is no such slide.
BR_PUBLIC br_status br_bound_slide_at(const br_bound *b, int i, br_bound_slide *slide, double *low,
                                      double *high) BR_CHECKED;

// "slide 2, rows 401 to 800, at rest"; "" where there is none.
BR_PUBLIC void br_bound_slide_name(const br_bound *b, int i, char name[80]);

// How far the position is open along slide i with what is left of the parameters: half widths as predicted from row to row, as measured (NaN: missing), and
// by both. Arrays of last - first numbers each; *rows: how many there are. Its unit stays until the handle is closed. Allocates; takes
// time with the rows.
typedef struct br_bound_tube {
    size_t size;
    double *t, *predicted, *measured, *both; // lent
    long long rows;
    const char *unit;
} br_bound_tube;

BR_PUBLIC br_status br_bound_tube_of(const br_bound *b, int i, br_bound_tube *tube) BR_CHECKED;

// By the rules of the paper, for comparison. size: that of the structure.
typedef struct br_bound_paper {
    size_t size;
    br_bound_outcome outcome; // never BR_BOUND_UNDECIDED
    long long boxes;          // steps of boxes
    int passes;               // done
    int log;                  // inconsistent: the log and row at which the last box was deleted; else -1
    long long row;
} br_bound_paper;

// low, high (may be NULL): br_bound_parameters numbers each, of those that renew as in the last slide; NaN: inconsistent.
// BR_BAD_USAGE: not asked for (`rules`), not run, or the search before it was stopped.
BR_PUBLIC br_status br_bound_paper_of(const br_bound *b, br_bound_paper *paper, double *low, double *high) BR_CHECKED;

// What was left after row i of all rows of all passes: br_bound_parameters numbers each.
BR_PUBLIC br_status br_bound_paper_row_at(const br_bound *b, long long i, double *low, double *high) BR_CHECKED;

// ------- Slabs: a problem in parts, each searched by its own process or machine, with the same logs and options but for `slab`

// What a slab found, as the JSON file of `bristle bound --slab`, which appears whole or not at all. BR_BAD_USAGE: no slab, or not
// run. BR_NO_FILE.
BR_PUBLIC br_status br_bound_write_slab(const br_bound *b, const char *path, br_diag *why) BR_CHECKED;

// All slabs of one problem from their files, in any order, as the result of one search: a handle that has run, without boxes,
// rules of the paper and certificate. Also BR_OK where nothing explains the logs (br_bound_outcome_of). BR_BAD_DATA: a slab is
// missing, is there twice, was changed since it was written, or is of another problem. BR_NO_FILE. On failure *b is untouched.
// Close what you opened.
BR_PUBLIC br_status br_bound_merge(br_bound **b, const char *const *path, int count, br_diag *why) BR_CHECKED;

// ------- Certificates: plant, ranges, rows and every step of the proof, as text

// NULL: not asked for, not run, or stopped by a failure. *size (may be NULL): bytes, without the final 0. Stays until the handle is closed.
BR_PUBLIC const char *br_bound_certificate(const br_bound *b, size_t *size);
// As a file, which appears whole or not at all; `bristle verify` reads it. BR_BAD_USAGE: there is none. BR_NO_FILE.
BR_PUBLIC br_status br_bound_write_certificate(const br_bound *b, const char *path, br_diag *why) BR_CHECKED;

typedef struct br_certificate br_certificate;

// Reads a file of at most 4 GiB, or copies bytes; name stands in messages. Nothing is checked yet. Close what you opened.
BR_PUBLIC br_status br_certificate_open(br_certificate **c, const char *path, br_diag *why) BR_CHECKED;
BR_PUBLIC br_status br_certificate_parse(br_certificate **c, const char *name, const void *bytes, size_t size,
                                         br_diag *why) BR_CHECKED;
BR_PUBLIC void br_certificate_close(br_certificate *c); // NULL is fine

// Proves every step again, with code that shares only its arithmetic with the search. problem: NULL, and the theorem is about rows
// with its hash; else its logs (added, run or not) must be those rows, with these error bounds, and where it has ranges the plant
// and the ranges must be the same, too. BR_OK: proved. BR_NEGATIVE: a step is not proved, nothing is, it is of another problem, or
// progress answered 0. BR_BAD_DATA: no certificate, or one that cannot be read. An edited one that still
// proves its statement is a proof: what is checked are the steps, not their letters. Takes about as long as the search.
BR_PUBLIC br_status br_certificate_check(br_certificate *c, br_bound *problem,
                                         int (*progress)(void *context, double share), void *context,
                                         br_diag *why) BR_CHECKED;

// The rest is about the last check, if it was BR_OK; else 0, "" or BR_BAD_USAGE.
BR_PUBLIC const char *br_certificate_statement(const br_certificate *c); // the theorem, with plant, ranges and hash
BR_PUBLIC const char *br_certificate_rows(const br_certificate *c);      // SHA-256 of the rows
BR_PUBLIC const char *br_certificate_problem(const br_certificate *c);   // and of plant, ranges and rows
BR_PUBLIC int br_certificate_parameters(const br_certificate *c);
BR_PUBLIC br_status br_certificate_interval_at(const br_certificate *c, int i, br_bound_interval *interval) BR_CHECKED;

typedef enum br_certificate_count_of {
    BR_CERTIFICATE_DELETED, // boxes, each proved to contradict the rows
    BR_CERTIFICATE_CUTS,
    BR_CERTIFICATE_BOUNDS,
    BR_CERTIFICATE_ROWS,
    BR_CERTIFICATE_INCONSISTENT // 1: proved that nothing in the ranges explains the rows
} br_certificate_count_of;

BR_PUBLIC long long br_certificate_count(const br_certificate *c, br_certificate_count_of what);

#ifdef __cplusplus
}
#endif
#endif
