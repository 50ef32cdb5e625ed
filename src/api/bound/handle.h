// handle.h - guaranteed bounds as their handle holds them; for the files of the C API only.   [host]
#ifndef BR_API_BOUND_HANDLE_H
#define BR_API_BOUND_HANDLE_H

#include "api/bound/bounding.h"
#include "api/bound/set.h"

#include <bristle/bound.h>

struct br_bound {
    br_bounding *stick; // one of both; the other is NULL
    br_bound_set *set;
    br_loaded_log *log[BR_BOUND_LOGS];
    char *name[BR_BOUND_LOGS]; // of them
    int logs;
    char *signals, *renew, *rules; // NULL: none
    int threads, slab, slabs;
    bool linear, ranged, certified;
    long boxes;
    bool settled; // what renews is known, and motion; or merged from slabs
    bool run;
    br_buffer statement, notes, note[3]; // all notes, and those of each kind
    char who[32], search[40], options[48];
    br_bound_speaker says; // these
    bool by_command;
    br_bound_crew crew;
    bool has_crew;
    const br_paving_state *now; // while it runs and its program asks; else NULL
    long boxes_now;
};

// Behind the last log; again: nothing.
br_status br_bound_settle(br_bound *b, br_diag *why) BR_CHECKED;

// The words of what plants that stick and slip have proved.
void br_bound_state(br_bound *b);

// What a program hears of, and may stop.
typedef struct br_bound_watch {
    int (*progress)(void *context, double share); // NULL: nobody
    void *context;
    double from, span; // which part of the whole this is
    br_bound *b;       // NULL: a certificate
} br_bound_watch;
bool br_bound_go_on(void *watch, double share);

#endif
