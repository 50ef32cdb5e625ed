// exciting.h - excitation signals within the limits of a machine, standard and optimal; for the C API and `bristle excite`.   [host]
#ifndef BR_API_EXCITE_EXCITING_H
#define BR_API_EXCITE_EXCITING_H

#include "api/law/load.h"
#include "fit/excite/optimal.h"
#include "num/text/buffer.h"
#include "sim/run/record.h"

typedef struct br_exciting_measure { // quantity of an option
    const char *what, *unit;         // "speed", "m/s"; of an axis that turns: br_exciting_unit
} br_exciting_measure;

typedef struct br_exciting_kind_text { // options and texts of a kind
    br_exciting_measure from, to;      // what NULL: it takes none
    br_exciting_measure level;
    bool rests, stays;
    const char *steps;      // what there are --steps of
    const char *identifies; // with its log
} br_exciting_kind_text;

typedef struct br_exciting_scales { // of a law; NaN: it has none
    double FC, FS;                  // N, or N*m
    double vs;                      // m/s, or rad/s
    double length;                  // m, or rad: where friction has built up to FC
} br_exciting_scales;

enum { BR_EXCITING_LIMITS = 5 };

#define BR_EXCITING_STROKE 0.2 // s that the smallest stroke of loops lasts, where nobody says

typedef struct br_exciting_limit {
    const char *name, *unit; // as in --limits
    double most;             // infinite: not given
    double reached;          // NaN: not known for this kind
    bool closest;            // it has the smallest margin
} br_exciting_limit;

typedef struct br_exciting_optimal br_exciting_optimal;

typedef struct br_exciting {
    br_excite_options o;
    br_excite_samples made;
    br_record record;
    br_loaded_model model;
    bool has_model;
    bool turns; // limits, sizes and samples are in rad and N*m, not in m and N
    br_exciting_scales scale;
    br_exciting_optimal *optimal; // a position, o.kind says nothing; NULL: a standard kind
    br_buffer notes;              // one a line
    bool interrupted;
    const volatile int *stop;                   // of the caller; NULL: none
    const char *who;                            // before messages: "bristle excite: ", "excitation: "
    int threads;                                // of a search, at most; 0: one a core
    bool (*go_on)(void *context, double share); // of a search; NULL: always
    void *context;
    // The law again, for searches beside each other; and a mass in that unit with the friction of the law, for motions under a force.
    br_status (*open_law)(const void *of, br_loaded_model *m, br_diag *why);
    br_status (*open_plant)(const void *of, double mass, const char *unit, br_loaded_model *m, br_diag *why);
    const void *of;
} br_exciting;

bool br_exciting_is_force(const br_exciting *w);    // else it is a position
const char *br_exciting_name(const br_exciting *w); // "ladder", "optimal"
const br_exciting_kind_text *br_exciting_kind_of(br_excite_kind kind);
const char *
br_exciting_unit(const br_exciting *w,
                 const char *sliding); // that unit, or of an axis that turns the one in its place: "m/s", "rad/s"
double *br_exciting_limit_place(br_excite_limits *l, int i);         // limit i, 0 to BR_EXCITING_LIMITS - 1
br_exciting_limit br_exciting_limit_at(const br_exciting *w, int i); // with what was reached once there are samples
int br_exciting_limit_find(const char *name);                        // -1: there is none
const char *br_exciting_limit_name(const void *nothing, int i);      // NULL behind the last one
double br_exciting_shortest_stay(const br_excite_options *ladder);   // s at its largest speed, as the range allows
double br_exciting_slow_speed(const br_excite_options *loops);       // at which the smallest stroke lasts `stay`

// Force, speed and length scales of the law in w->model, whose FC must be of an axis as that of the limits.
br_status br_exciting_scales_of(const br_exciting *w, br_exciting_scales *s, br_diag *why) BR_CHECKED;
bool br_exciting_law_turns(const br_model *m); // its FC is in N*m, or its v in rad/s

// Sets smallest, largest and level, as far as they are 0, from the scales; what the limits cut off is noted.
void br_exciting_scale(br_exciting *w);

// No signal is made without the limits of the motion or the drive.
br_status br_exciting_check_limits(const br_exciting *w, br_diag *why) BR_CHECKED;
// What a law, which is in w->model, is for: its scales, and sizes that are not given.
br_status br_exciting_use_law(br_exciting *w, br_diag *why) BR_CHECKED;
// A signal of a standard kind: w->made, with notes.
br_status br_exciting_make(br_exciting *w, br_diag *why) BR_CHECKED;
// The table: t, and x or u.
br_status br_exciting_fill_record(br_exciting *w, br_diag *why) BR_CHECKED;
void br_exciting_free(br_exciting *w);

// ---- an optimal motion, compared with standard ones

enum { BR_EXCITING_STARTS = 8, BR_EXCITING_MOTIONS = 5, BR_EXCITING_PARAMETERS = 64 };

// A motion of the machine, and the information of its log.
typedef struct br_exciting_motion {
    const char *name; // "optimal", "ladder"
    double *x;        // rows of the table; NULL: it cannot be made within the limits and the time
    bool fits;        // within all limits
    br_fisher_criteria is;
    double sd[BR_EXCITING_PARAMETERS]; // of every parameter
} br_exciting_motion;

struct br_exciting_optimal {
    br_optimal_options o;
    int budget, evaluations; // allowed, done
    double noise, mass;      // N, kg, or N*m, kg*m^2; mass 0: not known
    const char *wanted;      // of interest; NULL: the usual ones
    br_fisher fisher;
    bool has_fisher;
    long long rows;
    br_exciting_motion motion[BR_EXCITING_MOTIONS]; // the first is the one searched for
    int motions, best;                              // best: what the table holds
};

// The size that a standard deviation is relative to: the value, or what would change the force by its RMS.
double br_exciting_parameter_size(const br_exciting_optimal *b, int i);
int br_exciting_best_from(const br_exciting_optimal *b,
                          int first); // the best one that fits, from motion `first` on; -1: none does

// Opens the Fisher information of the parameters of interest, with the law of m; after the standard motions were made.
br_status br_exciting_open_fisher(const br_exciting *w, br_model *m, br_fisher *to, br_diag *why) BR_CHECKED;

br_status br_exciting_make_standards(br_exciting *w, br_diag *why) BR_CHECKED; // in standard.c
br_status br_exciting_search(br_exciting *w, br_diag *why) BR_CHECKED;         // in search.c

// A duration in rows of dt, which are 100 to 1e6: sets w->o, and what of w->optimal depends on it.
br_status br_exciting_optimal_last(br_exciting *w, double duration, double dt, br_diag *why) BR_CHECKED;
br_status br_exciting_optimal_make(br_exciting *w, br_diag *why) BR_CHECKED; // fills w->made
double br_exciting_optimal_force(const br_exciting_optimal *b);              // N: the largest one
void br_exciting_optimal_free(br_exciting *w);

#endif
