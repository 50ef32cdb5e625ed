// fmu_parts.h - an FMU being made; for the files of fmu.c only.                 [host]
#ifndef BR_EMIT_FMU_FMU_PARTS_H
#define BR_EMIT_FMU_FMU_PARTS_H

#include "emit/fmu/fmu.h"
#include "emit/package/packing.h"

typedef enum br_fmu_role { BR_FMU_TIME, BR_FMU_INPUT, BR_FMU_STATE, BR_FMU_OUTPUT, BR_FMU_PARAMETER } br_fmu_role;

// One variable, as the description names it; value references are places in the list. States can be set before the first step.
typedef struct br_fmu_variable {
    br_fmu_role role;
    char name[BR_NAME_SIZE + 48], unit[BR_UNIT_SIZE];
    double start;     // of time and outputs not looked at
    double low, high; // what it may be set to, infinite where there is no bound
    bool low_open, high_open;
    const char *before, *words; // its description in two parts; lent
} br_fmu_variable;

typedef struct br_fmu_making {
    const br_fmu_options *o;
    br_fmu *to;
    br_packing packing; // what its sources have in common with packages
    br_fmu_variable *variable;
    int variables, room;
    int held;  // inputs that are held over a communication step; those behind them are samples
    int modes; // of the model
    char title[BR_MAX_NAME + 60], key[40];
    br_status status; // of adding
} br_fmu_making;

// Variables are added in the order of roles.
void br_fmu_add(br_fmu_making *w, br_fmu_role role, const char *name, const char *ending, const char *unit,
                double start);
void br_fmu_bound(br_fmu_making *w, double low, bool low_open, double high, bool high_open); // the one added last
void br_fmu_describe(br_fmu_making *w, const char *before, const char *words);               // of the one added last
void br_fmu_bound_like(br_fmu_making *w, br_kind kind, int number); // as the law bounds this number of the model
void br_fmu_name(const br_model *m, int q, int i, char to[BR_NAME_SIZE + 16]); // element i of quantity q: "kappa[3]"
// All parameters with values p, but for those that are left out (NULL: none is).
void br_fmu_parameters(br_fmu_making *w, const double *p, const bool *left_out);
int br_fmu_count(const br_fmu_making *w, br_fmu_role role);

br_buffer *br_fmu_file(br_fmu *f, const char *name);   // a new one
void br_fmu_embedded(const char *name, br_buffer *to); // one of the folder fmu
// "static const double first_u[] = {...": start values of a role, for sources that read them
void br_fmu_starts(const br_fmu_making *w, br_buffer *out, const char *name, br_fmu_role role);
void br_fmu_refusals(const br_fmu_making *w, br_buffer *out); // model_refuses
// The header of the package. Its functions, and those of model.h, have the identifier of the FMU in front for the linker: sources of
// several FMUs can be linked together.
void br_fmu_package_header(const br_fmu_making *w, const char *name);
// In fmu_condition.c, once all other sources stand: conditions.c, what the law requires of its parameters together; the key, and
// model.h. bytes: memory of a law, an expression; NULL: the model is a package.
br_status br_fmu_finish(br_fmu_making *w, const char *bytes) BR_CHECKED;
br_status br_fmu_key(br_fmu_making *w) BR_CHECKED;
void br_fmu_header(const br_fmu_making *w, const char *bytes);

// In fmu_law.c, fmu_observer.c and fmu_compensator.c: variables, and the sources. The law's flow is chosen here, if none was.
br_status br_fmu_law(br_fmu_making *w, br_fmu_options *o, br_diag *why) BR_CHECKED;
br_status br_fmu_observer(br_fmu_making *w) BR_CHECKED;
br_status br_fmu_compensator(br_fmu_making *w) BR_CHECKED;

// In fmu_xml.c.
void br_fmu_description(const br_fmu_making *w, br_buffer *out);
void br_fmu_build(const br_fmu_making *w, br_buffer *out); // of FMI 3: how the sources are compiled

#endif
