// fmu_parts.h - an FMU being made; for the files of fmu.c only.                 [host]
#ifndef BR_EMIT_FMU_PARTS_H
#define BR_EMIT_FMU_PARTS_H

#include "emit/fmu.h"
#include "emit/package_parts.h"
#include "sim/record.h"

typedef struct br_fmu_making {
    const br_fmu_options *o;
    br_fmu *to;
    br_packing packing; // what its source has in common with packages
    br_record names;    // of time, inputs, states and outputs
    double *x, *u, *p;  // at the start
    char key[40];
} br_fmu_making;

// In fmu_model.c: model.h and model.c.
void br_fmu_header(const br_fmu_making *w, br_buffer *out);
br_status br_fmu_source(const br_fmu_making *w, br_buffer *out) BR_CHECKED;

// In fmu_xml.c.
void br_fmu_description(const br_fmu_making *w, br_buffer *out);
void br_fmu_build(const br_fmu_making *w, br_buffer *out); // of FMI 3: how the sources are compiled

#endif
