// excite_optimal.h - optimal motion (`bristle excite --optimal`), compared with the standard ones.  [host]
#ifndef BR_TOOL_EXCITE_EXCITE_OPTIMAL_H
#define BR_TOOL_EXCITE_EXCITE_OPTIMAL_H

#include "file/json/json.h"
#include "fit/excite/optimal.h"
#include "tool/excite/excite.h"

enum { EXCITE_STARTS = 8, EXCITE_MOTIONS = 5, EXCITE_PARAMETERS = 64 };

// A motion of the machine, and the information of its log.
typedef struct excite_motion {
    const char *name; // "optimal", "ladder"
    double *x;        // rows of the table; NULL: it cannot be made within the limits and the time
    bool fits;        // within all limits
    br_fisher_criteria is;
    double sd[EXCITE_PARAMETERS]; // of every parameter
} excite_motion;

struct excite_optimal {
    br_optimal_options o;
    int budget, evaluations; // allowed, done
    double noise, mass;      // N, kg; mass 0: not known
    const char *wanted;      // --for; NULL: the usual ones
    br_fisher fisher;
    bool has_fisher;
    long long rows;
    excite_motion motion[EXCITE_MOTIONS]; // the first is the one searched for
    int motions, best;                    // best: what the table holds
};

// The size that a standard deviation is relative to: the value, or what would change the force by its RMS.
double excite_parameter_size(const excite_optimal *b, int i);
int excite_best_from(const excite_optimal *b,
                     int first);                   // the best one that fits, from motion `first` on; -1: none does
int excite_best_standard(const excite_optimal *b); // the best one that fits; -1: none does
double excite_share(const excite_optimal *b);      // of its size that the best one has; NaN: there is none

// Opens the Fisher information of the parameters of interest, with the law of m; after the standard motions were made.
br_status excite_open_fisher(const exciting *w, br_model *m, br_fisher *to, br_diag *why) BR_CHECKED;

br_status excite_make_standards(exciting *w, const tool_args *a, br_diag *why) BR_CHECKED; // in excite_standard.c
br_status excite_search(exciting *w, const tool_args *a, br_diag *why) BR_CHECKED;         // in excite_search.c

// In excite_optimal_show.c: parts of text, JSON and report.
void excite_optimal_heading(br_buffer *out, const exciting *w);
void excite_optimal_gain(br_buffer *out, const exciting *w);
void excite_optimal_text(br_buffer *out, const exciting *w);
void excite_optimal_json(br_json *j, const exciting *w);
void excite_optimal_report(br_buffer *out, const exciting *w);

#endif
