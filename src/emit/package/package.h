// package.h - an observer of a law, or a compensator, as C for a controller: header, source, vectors, self-test, README.   [host]
//
//     br_package_make(&k, &model, &options, &why);
//     ... k.file[i].name and k.file[i].text, i < k.files
//     br_package_free(&k);
//
// The source is made of the [target] sources of the library and of the printed law (emit/source/pieces.h): it computes the bits
// of `bristle observe`, and of `bristle control`.
#ifndef BR_EMIT_PACKAGE_PACKAGE_H
#define BR_EMIT_PACKAGE_PACKAGE_H

#include "emit/package/plan.h"
#include "law/model/model.h"
#include "num/text/buffer.h"
#include "sim/control/control.h"
#include "sim/observe/observation.h"

enum { BR_PREFIX_MOST = 40, BR_PACKAGE_FILES = 12 };

typedef struct br_package_options {
    const char *version; // of who emits, for the README and for manifests; NULL: not said
    const char *layout;  // br_layout_ok; NULL: a plain folder
    const char *prefix;  // of all names that are seen outside; br_prefix_ok
    bool single;         // float
    bool mixed;          // of a horizon: steps and their derivatives in float, all else in double
    br_plan_observer observer;
    double rate;          // samples a second
    int samples;          // of the self-test; 0: BR_PACKAGE_ROWS (emit/package/rehearsal.h)
    const char *measured; // "F": names of outputs and states; NULL: F of a friction law, else x, x1, the first output
    br_observation_options observe; // tuning, gate, flow, substeps, horizon
    // A compensator instead: the axis, how it is tuned (its step is 1/rate), and the name (sim/control/control.h); NULL: none.
    const char *compensator;
    const br_control_axis *axis;
    const br_control_options *control;
} br_package_options;

typedef struct br_package_file {
    char name[2 * BR_PREFIX_MOST + 32]; // with folders in front
    br_buffer text;
} br_package_file;

typedef struct br_package {
    br_package_file file[BR_PACKAGE_FILES];
    int files;
    bool guessed;    // noise was not given, and was found along a run of the model itself
    br_buffer notes; // what its user should know, a line each; of compensators as `bristle control` says it
} br_package;

// Letters, digits and _, a letter first, at most BR_PREFIX_MOST, no word of C or C++, nothing of the C library or its headers.
// Enumerators have it in capitals; one that has capitals itself is left as it is, or in small letters where it has nothing else:
// no two prefixes share a name.
bool br_prefix_ok(const char *prefix);

// What stands around the sources: "folder", "cmake", "zephyr" and others. And their names, ", " between them.
bool br_layout_ok(const char *layout);
void br_layout_names(br_buffer *out);

// BR_BAD_USAGE: a list or option is wrong, or the package needs a name of its prefix for something else. *k is written on success only.
br_status br_package_make(br_package *k, br_model *m, const br_package_options *o, br_diag *why) BR_CHECKED;
void br_package_free(br_package *k);

#endif
