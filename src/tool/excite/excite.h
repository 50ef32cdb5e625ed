// excite.h - `bristle excite`: an excitation signal, its options and its views.              [host]
#ifndef BR_TOOL_EXCITE_EXCITE_H
#define BR_TOOL_EXCITE_EXCITE_H

#include "fit/excite/excite.h"
#include "sim/run/record.h"
#include "tool/kit/load.h"
#include "tool/kit/options.h"

typedef struct excite_measure { // quantity of an option
    const char *what, *unit;    // "speed", "m/s"
} excite_measure;

typedef struct excite_kind_text { // options and texts of a kind
    excite_measure from, to;      // what NULL: it takes none
    excite_measure level;
    bool rests, stays;
    const char *steps;      // what there are --steps of
    const char *identifies; // with its log
} excite_kind_text;

typedef struct excite_scales { // of a law; NaN: it has none
    double FC, FS;             // N
    double vs;                 // m/s
    double length;             // m: where friction has built up to FC
} excite_scales;

enum { EXCITE_LIMITS = 5 };

typedef struct excite_limit {
    const char *name, *unit; // as in --limits
    double most;             // infinite: not given
    double reached;          // NaN: not known for this kind
    bool closest;            // it has the smallest margin
} excite_limit;

typedef struct excite_optimal excite_optimal;

typedef struct exciting {
    br_excite_options o;
    br_excitation made;
    br_record record;
    br_loaded_model model;
    bool has_model;
    excite_scales scale;
    excite_optimal
        *optimal;    // --optimal (tool/excite/excite_optimal.h): a position, o.kind says nothing; NULL: a standard kind
    br_buffer notes; // one a line
    bool interrupted;
    const volatile int *stop; // of the caller; NULL: none
} exciting;

bool excite_is_force(const exciting *w);    // else it is a position
const char *excite_name(const exciting *w); // "ladder", "optimal"
const excite_kind_text *excite_kind_of(br_excite_kind kind);
double *excite_limit_place(br_excite_limits *l, int i);       // limit i, 0 to EXCITE_LIMITS - 1
excite_limit excite_limit_at(const exciting *w, int i);       // with what was reached once there are samples
int excite_closest(const exciting *w);                        // the limit with the smallest margin; -1: none is known
int excite_limit_find(const char *name);                      // -1: there is none
const char *excite_limit_name(const void *nothing, int i);    // NULL behind the last one
double excite_shortest_stay(const br_excite_options *ladder); // s at its largest speed, as the range allows
double excite_slow_speed(const br_excite_options *loops);     // at which the smallest stroke lasts `stay`

// Options as numbers; NULL leaves *value as it is.
br_unit excite_unit(const char *text);
br_status excite_read_measure(const char *option, const char *text, const excite_measure *is, double *value,
                              br_diag *why) BR_CHECKED;
br_status excite_read_whole(const char *option, const char *text, int most, int *value, br_diag *why) BR_CHECKED;
br_status excite_read_time(const char *option, const char *text, double *value, br_diag *why) BR_CHECKED;

// Force, speed and length scales of the law.
br_status excite_scales_of(excite_scales *s, const br_model *m, br_diag *why) BR_CHECKED;

// Sets smallest, largest and level, as far as they are 0, from the scales; what the limits cut off is noted.
void excite_scale(exciting *w);

// --optimal: its options; the search, once limits and law are known, fills w->made; and the end of it.
br_status excite_optimal_read(exciting *w, const tool_args *a, br_diag *why) BR_CHECKED;
br_status excite_optimal_make(exciting *w, const tool_args *a, br_diag *why) BR_CHECKED;
double excite_optimal_force(const excite_optimal *b); // N: the largest one
void excite_optimal_free(exciting *w);

void excite_text(br_buffer *out, const exciting *w);
void excite_json(br_buffer *out, const exciting *w, bool rows);
br_status excite_report(br_buffer *out, const exciting *w) BR_CHECKED;

#endif
