// fmu.h - a law, a plant, an observer or a compensator as an FMU for co-simulation: a zip of its description and its C.   [host]
//
//     br_fmu_make(&f, &model, &options, &why);
//     ... f.name[i] and f.text[i], i < f.files, go into a zip (file/disk/zip.h)
//     br_fmu_free(&f);
//
// It computes what `bristle simulate` with the same method and step, `bristle observe` or `bristle control` does. The C is made of the [target]
// sources of the library and of the printed law (emit/source/pieces.h), and of the folder fmu/.
#ifndef BR_EMIT_FMU_FMU_H
#define BR_EMIT_FMU_FMU_H

#include "emit/package/package.h"
#include "law/model/model.h"
#include "loop/flow/integrator.h"
#include "num/text/buffer.h"

typedef struct br_fmu_options {
    int version;                       // of FMI: 2 or 3
    const br_integrator_kind *flow;    // NULL: as the law asks for
    double step;                       // s: of the model; a communication step is a whole number of them
    const br_package_options *package; // NULL: the law itself; else an observer or a compensator, whose rate says its
                                       // step; its prefix is not looked at, and it is in double
} br_fmu_options;

enum { BR_FMU_FILES = 9 };

typedef struct br_fmu {
    const char *name[BR_FMU_FILES]; // in the archive: "sources/model.c"
    br_buffer text[BR_FMU_FILES];
    int files;
    char
        identifier[2 * BR_MAX_NAME]; // of the binary: the law and what it is for, with _ for what is no letter or digit
    char method[24];                 // of its steps; empty: there is nothing to integrate
    bool guessed;                    // noise was not given, and was found along a run of the model itself
    br_buffer notes;                 // as those of a package
} br_fmu;

// BR_BAD_USAGE: a flow that does not fit, or what br_package_make refuses. The model is complete; its graph gets nodes added.
// Freed by the caller in any case.
br_status br_fmu_make(br_fmu *f, br_model *m, const br_fmu_options *o, br_diag *why) BR_CHECKED;
void br_fmu_free(br_fmu *f);

#endif
