// excite_optimal.h - the motion that tells most (`bristle excite --optimal`), beside the standard ones.  [host]
#ifndef BR_TOOL_EXCITE_EXCITE_OPTIMAL_H
#define BR_TOOL_EXCITE_EXCITE_OPTIMAL_H

#include "file/json/json.h"
#include "fit/excite/optimal.h"
#include "tool/excite/excite.h"

enum { EXCITE_STARTS = 8, EXCITE_MOTIONS = 5, EXCITE_NUMBERS = 64 };

// A motion of the machine, and what its log would tell.
typedef struct excite_motion {
    const char *name; // "optimal", "ladder"
    double *x;        // rows of the table; NULL: it cannot be made within the limits and the time
    bool fits;        // within all limits
    br_fisher_criteria is;
    double sd[EXCITE_NUMBERS]; // of every number
} excite_motion;

struct excite_optimal {
    br_optimal_options o;
    int budget, evaluations; // asked for, done
    double noise, mass;      // N, kg; mass 0: not known
    const char *wanted;      // --for; NULL: the usual ones
    br_fisher fisher;
    bool has_informer;
    long long rows;
    excite_motion motion[EXCITE_MOTIONS]; // the first is the one searched for
    int motions, best;                    // best: what the table holds
};

// The number's size, in which its standard deviations are shown: its value, or what would change the force by its rms.
double excite_number_size(const excite_optimal *b, int i);
int excite_best_standard(const excite_optimal *b); // the best one that fits; -1: none does
double excite_share(const excite_optimal *b);      // of its size that the best one has; NaN: there is none

// What a motion tells of the parameters asked for, with the law of m; after the standard motions were made.
br_status excite_informer(const exciting *w, br_model *m, br_fisher *to, br_diag *why) BR_CHECKED;

br_status excite_standards(exciting *w, const tool_args *a, br_diag *why) BR_CHECKED; // in excite_standard.c
br_status excite_search(exciting *w, const tool_args *a, br_diag *why) BR_CHECKED;    // in excite_search.c

// In excite_optimal_show.c: parts of text, JSON and page.
void excite_optimal_head(br_buffer *out, const exciting *w);
void excite_optimal_gain(br_buffer *out, const exciting *w);
void excite_optimal_text(br_buffer *out, const exciting *w);
void excite_optimal_json(br_json *j, const exciting *w);
void excite_optimal_page(br_buffer *out, const exciting *w);

#endif
