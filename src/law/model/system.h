// system.h - a law with its values as a system (br_sys): compiled C, else interpreted. [host]
#ifndef BR_LAW_MODEL_SYSTEM_H
#define BR_LAW_MODEL_SYSTEM_H

#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/eval/tape.h"
#include "num/base/sys.h"

typedef struct br_system {
    br_sys sys;
    br_tape value, full; // without and with derivatives
    br_tape by_states;   // with those by states only
    br_tape updates;     // z+ and F+, when there are any
    br_tape guards;      // of the transitions, when there are any
    br_tape margins;     // of the guards, with derivatives
    br_sys_block *block, *slope, *lie_column;
    br_sys_jump *jump;
    br_builtin code;        // of a built-in law as it stands; code.rate NULL: interpreted
    struct brf_sys *single; // the same in float (law/model/system_float.h); NULL: no print in float
    const br_parsed_law *law;
    int n[BR_MAX_DIMS];
} br_system;

// The model must outlive the system and gets derivative nodes added. One system serves one thread at a time: the
// interpreter works in memory of its own. Every state needs a rate.
br_status br_system_open(br_system *s, br_model *m, br_diag *why) BR_CHECKED;
// The same without printed flows, which packages do not have: the same bits, and the memory of a package.
br_status br_system_open_as_packed(br_system *s, br_model *m, br_diag *why) BR_CHECKED;
void br_system_close(br_system *s);

// The same read in float, whatever the law: a brf_sys that computes the bits of the law printed in float, slowly. NULL: no
// memory. The system becomes one for this alone and must outlive it; free() ends it.
struct brf_sys *br_system_round(br_system *s);

#endif
