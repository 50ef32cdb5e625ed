// identify.h - a run of `bristle identify`, and how it is shown.                 [host]
#ifndef BR_TOOL_IDENTIFY_IDENTIFY_H
#define BR_TOOL_IDENTIFY_IDENTIFY_H

#include "file/json/json.h"
#include "fit/identify/bandwidth.h"
#include "fit/identify/identify.h"
#include "fit/curve/masing.h"
#include "fit/curve/steady.h"
#include "fit/curve/stops.h"
#include "file/page/plot.h"
#include "tool/kit/number.h"
#include "tool/kit/load.h"
#include "tool/kit/log.h"
#include "tool/kit/options.h"
#include "tool/kit/progress.h"

#include <stdatomic.h>

enum { IDENTIFY_LAWS = 64, IDENTIFY_ELEMENTS = 6, IDENTIFY_SIMPLER = 8 };

// One law, with or without terms beside those of all others, and what became of it.
typedef struct identified {
    char law[BR_MAX_NAME + 1];
    char variant[60]; // "", "direction", "2 elements": behind the name of the law
    int elements;     // that the log asked for; 0: the law has none
    int asked;        // so many the log asked for, of which not all are identifiable; 0: as many as `elements`
    bool direction;   // with a term in |v|
    bool star;        // it is the best one, and explains the log
    br_loaded_model model;
    bool has_model;
    br_status status; // of the fit; BR_OK: id is there
    br_identified id;
    br_diag why; // why it is not
    double seconds;
    char against[160];                            // why it earns no star; "": nothing
    struct identified *simpler[IDENTIFY_SIMPLER]; // laws that it contains, or itself without a term: fitted first
    int simpler_laws;
    enum { IDENTIFY_WAITING, IDENTIFY_RUNNING, IDENTIFY_DONE } state;
    double weight;       // its share of the work, about
    atomic_int progress; // thousandths of its fit
} identified;

// Measured friction, independent of any law: the force minus the other terms of the best law.
typedef struct identify_map {
    br_steady_map map; // over speed; points 0: too few samples
    bool pieces;       // from segments of constant speed; else from bins
    br_fit_estimate curve;
    br_steady_verdict verdict; // of the Stribeck curve; curve.n 0: none was fitted
    br_masing virgin;          // over displacement; points 0: no loops
} identify_map;

// Rows of a log that have lost a value as a spike.
typedef struct identify_rejected {
    long long *row, count;
} identify_rejected;

// Whether noise of positions biases a fit of forces.
typedef struct identify_noise {
    bool tested;
    int log; // the one it shows in most
    br_bandwidth band;
    double cutoff; // Hz: that of this log
} identify_noise;

typedef struct identifying {
    br_loaded_log log[TOOL_OPERANDS];
    br_axis_log axis[TOOL_OPERANDS];
    br_trace_column column[TOOL_OPERANDS][BR_LOADED_COLUMNS]; // those of axis
    identify_rejected rejected[TOOL_OPERANDS];
    long long outside[TOOL_OPERANDS],
        ends[TOOL_OPERANDS]; // rows before or behind --from and --until; at the ends of the filter
    bool drive_spikes;       // spikes of the drive force are reported
    int logs;
    long long most;                     // rows of a log
    bool drive;                         // y is the drive force, not the friction force
    bool made_a, rotary, estimate_mass; // made_a: accelerations were made from positions
    char force_unit[BR_UNIT_SIZE], speed_unit[BR_UNIT_SIZE], position_unit[BR_UNIT_SIZE];
    double mass;               // known; 0: not
    tool_span span, test_span; // rows that are taken, of logs and of the test log
    double hold_out;           // share; 0: none
    identify_noise noise;
    bool free_choice; // what is fitted, force or motion, follows from the logs
    const char *differentiate;
    br_identify_options options;
    br_stops elements;                 // n 0: none were found
    br_stops fewer[IDENTIFY_ELEMENTS]; // [i] of i + 1 elements, below elements.n
    identified law[IDENTIFY_LAWS];
    int laws, best;                      // best: -1: none
    bool star;                           // the best one earns it: it explains the log
    identified no_friction, own_coulomb; // baselines; status BR_OK: fitted
    identified offsets;                  // Coulomb and viscous friction with an offset of each log; has_model: tried
    const identified *coulomb;     // Coulomb and viscous friction: own_coulomb, or one of law or aid; NULL: not fitted
    identified aid[IDENTIFY_LAWS]; // simpler laws that nobody asked for, fitted as starts of others
    int aids;
    volatile int stopped; // who called, or Ctrl-C, ends the work
    identify_map map;
    bool compare;
    br_buffer notes, warnings, failures; // one a line; failures: why the result cannot be trusted
} identifying;

br_status identify_logs(identifying *w, const tool_args *a, br_diag *why) BR_CHECKED; // in identify_log.c
br_status identify_spikes(identifying *w, int i, br_diag *why) BR_CHECKED;            // in identify_spikes.c: of log i
br_status identify_precheck(identifying *w) BR_CHECKED; // in identify_precheck.c: direction of motion, warnings
br_status identify_laws(identifying *w, const tool_args *a, br_diag *why) BR_CHECKED; // in identify_laws.c

// In identify_terms.c: forces beside the law, as given, and as text; what is reported of them.
br_status identify_terms(identifying *w, const tool_args *a, br_diag *why) BR_CHECKED;
void identify_balance(br_buffer *out, const identifying *w);
void identify_report_terms(identifying *w);

// In identify_pool.c: fits of the laws from `first` on, and of the simpler laws that these start from, several at once.
// false: the work was stopped, in the laws that why names.
// share: of the bar, from and to.
bool identify_fit_from(identifying *w, int first, const tool_args *a, progress *bar, const double share[2],
                       br_diag *why);

// In identify_fit.c: the fit of one law; Maxwell-slip elements of the first log, where laws of several elements start.
void identify_fit_law(const identifying *w, identified *d, const tool_args *a);
br_status identify_elements(identifying *w) BR_CHECKED;

// Laws in order of their hold-out error, or else their fit error; then those that violate a requirement; then those that
// failed.
void identify_order(const identifying *w, int order[IDENTIFY_LAWS]);
double identify_score(const identified *d); // what they are ordered by

// In identify_baseline.c: the simplest models, and whether a law beats them by more than the noise.
br_status identify_baselines(identifying *w) BR_CHECKED;
void identify_baselines_free(identifying *w);
double identify_no_friction_error(const identifying *w);
bool identify_beats_no_friction(const identifying *w, const identified *d);
bool identify_beats_coulomb(const identifying *w, const identified *d);

// In identify_cause.c: a warning where the residuals of the best law follow a column of its table.
br_status identify_cause(identifying *w, const tool_args *a) BR_CHECKED;

void identify_verdict(identifying *w); // in identify_verdict.c: the best one, notes, warnings and failures

// In identify_map.c: friction of the best law at row k of a log, and all of it over speed and displacement.
double identify_friction(const identifying *w, const identified *d, int log, long long k);
br_status identify_map_find(identifying *w) BR_CHECKED;
void identify_map_free(identify_map *m);
void identify_map_text(br_buffer *out, const identifying *w);
void identify_map_json(br_json *j, const identifying *w);
void identify_map_draw(br_plots *all, const identifying *w);
void identify_map_table(br_buffer *out, const identifying *w);

// In identify_delay.c: the delay between force and motion; how many parameters a law has without it.
void identify_delay_text(br_buffer *out, const identified *d); // a line; none where it is given as 0
// Is it one that no drive has: too long, or a force that follows the motion by more than a sample?
bool identify_delay_is_wrong(const br_delay *d);
void identify_delay_json(br_json *j, const identified *d);
int identify_count(const identified *d);

void identify_name(br_buffer *out, const identified *d);     // "coulomb, direction"
void identify_heading(br_buffer *out, const identifying *w); // the logs and the regression
const char *identify_motion(const identifying *w);           // what is simulated: "position" or "velocity"
const char *identify_motion_unit(const identifying *w);

// In identify_count.c: how many rows of every log were read and used, why the others were not, and gaps, as notes.
bool identify_has_counts(const identifying *w); // a law was fitted
void identify_count_cells(br_buffer *cells, const identifying *w);
void identify_count_text(br_buffer *out, const identifying *w);
void identify_count_json(br_json *j, const identifying *w);
void identify_note_gaps(identifying *w, int i);

// Cells of two tables (tool/kit/fields.h): the laws, with notes on their columns, and the parameters of one of them.
void identify_law_cells(br_buffer *cells, const identifying *w);
void identify_law_notes(br_buffer *out, const identifying *w);
void identify_parameter_cells(br_buffer *cells, const identified *d);
bool identify_has_log_errors(const identifying *w); // several logs, or hold-out rows
void identify_log_cells(br_buffer *cells, const identifying *w);

void identify_text(br_buffer *out, const identifying *w);
void identify_json(br_buffer *out, const identifying *w);
br_status identify_report(br_buffer *out, const identifying *w) BR_CHECKED;
br_status identify_params(br_buffer *out, const identifying *w) BR_CHECKED; // of the best law, as a parameter file

#endif
