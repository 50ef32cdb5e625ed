// packing.h - a package being made; for package/ and fmu/.     [host]
#ifndef BR_EMIT_PACKAGE_PACKING_H
#define BR_EMIT_PACKAGE_PACKING_H

#include "emit/package/rehearsal.h"
#include "emit/package/package.h"
#include "emit/source/pieces.h"
#include "emit/source/template.h"
#include "law/model/system.h"
#include "sim/control/compensators.h"
#include "sim/observe/mixed.h"

typedef struct br_packing {
    const br_package_options *o;
    br_model *model;
    br_system system;
    br_rehearsal rehearsal;
    br_observation ob;
    br_bench bench; // of a compensator, its tuning and its run
    br_control_row row;
    br_ready ready;
    bool has_bench;
    br_plan plan;
    br_replay replay;
    br_mixed mixed;               // of mixed precision: what works in float,
    struct brf_sys *single;       // and the law that was made for it, if it has no print
    double *vector_u, *vector_y;  // rows of the replay
    bool *required;               // of every condition of the law: whether packages judge it
    const char *prefix, *capital; // of names, and of enumerators
    br_diag *why;
} br_packing;

// Of mixed precision two sources are made, this one and the one in float, for which `single` is set.
static inline bool br_packing_is_outer(const br_packing *w)
{
    return w->o->mixed && !w->o->single;
}

// In packing.c.
void br_packing_close(br_packing *w);
br_status br_packing_wrong(br_packing *w, br_status status, const char *format, ...) BR_PRINTF(3, 4);
bool br_plan_make_room(br_plan *p);                           // for nx + ne numbers and the others
int br_packing_rows(const br_packing *w);                     // of vectors
bool br_packing_is_guessed(const br_packing *w);              // some noise was not given
const char *br_packing_observer(const br_packing *w);         // "extended Kalman filter"
void br_packing_subject(const br_packing *w, br_buffer *out); // "extended Kalman filter of the law lugre"
const char *br_packing_compensator_kind(const br_packing *w); // as in br_compensate_KIND

// In package_plan.c: course, tuning and plan; and what the library's observer finds. Of an observer, course, tuning and plan alone.
br_status br_packing_plan(br_packing *w) BR_CHECKED;
br_status br_packing_plan_observer(br_packing *w) BR_CHECKED;

// In package_control.c: the same of a compensator.
br_status br_packing_plan_compensator(br_packing *w) BR_CHECKED;

// In package_names.c. A package is written with these names, and gets its own when it is known that nothing else has them:
// BR_BAD_USAGE otherwise.
#define BR_ANY_PREFIX "qprefixq"
#define BR_ANY_CAPITAL "QPREFIXQ"
br_status br_packing_name(br_packing *w, br_package *k) BR_CHECKED;

// In package_text.c.
void br_packing_put(const br_packing *w, br_buffer *out, const char *text); // @ is the prefix, ^ that of enumerators
void br_packing_number(const br_packing *w, br_buffer *out, double value);  // as a constant of the number type
void br_packing_list(const br_packing *w, br_buffer *out, const double *v, int n); // "1.0, 2.0"; of none "0.0"
void br_packing_numbers(const br_packing *w, br_buffer *out, const char *name, const double *v, int n);
// "    AXIS_P_kappa = 2, // N/m, and the 3 behind it: stiffness", a line of an enumeration; and its end
typedef struct br_place {
    const char *what, *name; // P, kappa
    int at, len;
    const char *unit, *words;
    bool taken; // another one before it has this name
} br_place;
void br_packing_place(const br_packing *w, br_buffer *out, const br_place *p);
void br_packing_end_places(br_buffer *out);

// In package_quote.c: what the law says of one of its numbers, of a number of the tuning, of what is measured; empty: nothing.
const char *br_packing_description(const br_packing *w, br_kind kind, int number);
const char *br_packing_output_description(const br_packing *w, int number);
const char *br_packing_tuned_description(const br_packing *w, int i);
const char *br_packing_measured_description(const br_packing *w, int i);
void br_packing_state_name(const br_packing *w, br_buffer *out, int number); // "fr.z[2]"
const char *br_packing_state_unit(const br_packing *w, int number);
// As a comment of C takes it, in ASCII; and as Markdown does, also in a table. XML takes br_html_text.
void br_text_in_c_comment(br_buffer *out, const char *words);
void br_text_in_markdown(br_buffer *out, const char *words);

// In package_holes.c: what all templates may ask for.
void br_packing_holes(const br_packing *w, br_holes *h);

// "124 * sizeof(void *) + 1976": an object and so many bytes, whatever machine it is compiled for.
void br_packing_object_size(br_buffer *out, br_object_size object, size_t more);

// In package_check.c: parameters that may be changed while it runs, and whether the law has them so.
br_status br_packing_find_required(br_packing *w) BR_CHECKED; // once there is a plan
int br_packing_conditions(const br_packing *w);               // how many are required
void br_packing_bounds(const br_packing *w, br_buffer *out);  // a line for each parameter that is read

// In package_count.c: what an observer counts.
void br_packing_count_places(const br_packing *w, br_buffer *out);
int br_packing_count_members(const br_packing *w, br_buffer *out); // a line each, and how many

// In package_compensate.c: settings, counts, options and start values of a compensator; what its user should know, a line each.
void br_packing_compensator_places(const br_packing *w, br_buffer *out);
void br_packing_compensator_constants(const br_packing *w, br_buffer *out);
void br_packing_compensator_holes(const br_packing *w, br_holes *h);
void br_packing_compensator_notes(const br_packing *w, br_buffer *out);
void br_packing_compensator_readme(const br_packing *w, br_buffer *out);
enum { BR_PACKING_UNIT = 24 }; // characters of a unit, with the final 0
// Setting i as the package begins with it; false: there is none. Allocates nothing.
typedef struct br_packing_setting {
    const char *name, *words;
    char unit[BR_PACKING_UNIT];
    double value;
    bool positive; // it is above 0; else at least 0
    size_t at;     // where it stands in a br_compensate
} br_packing_setting;
bool br_packing_setting_at(const br_packing *w, int i, br_packing_setting *to);

// In package_layout.c: where sources and the self-test stand in the package, "src/", "test/" or ""; manifests; what the README says of them.
br_status br_packing_check_layout(br_packing *w) BR_CHECKED;
bool br_packing_is_laid_out(const br_packing *w); // not as a plain folder
const char *br_packing_sources_at(const br_packing *w);
const char *br_packing_tests_at(const br_packing *w);
void br_packing_lay_out(const br_packing *w, br_package *k);
void br_packing_use(const br_packing *w, br_buffer *out);

// The files, or parts of them, each in the source of its name.
void br_packing_system(const br_packing *w, br_buffer *out); // what stands for num/base/sys.h
void br_packing_calls(const br_packing *w, br_buffer *out);  // the functions of the header
void br_packing_float_header(const br_packing *w,
                             br_buffer *out); // in package_calls.c: the header between both precisions
void br_packing_header(const br_packing *w, br_buffer *out);
void br_packing_vectors(const br_packing *w, br_buffer *out);
void br_packing_selftest(const br_packing *w, br_buffer *out); // in package_vectors.c
void br_packing_readme(const br_packing *w, br_buffer *out);

// Bytes of a saved state that say which package it is of, until the sources are there and package.c knows.
#define BR_PACKING_KEY "0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00"

// In package_source.c: the functions of `calls` with all that they need; and those of the header of a package.
br_status br_packing_assemble(const br_packing *w, const br_buffer *calls, const br_piece_kind *kind, int kinds,
                              br_buffer *out) BR_CHECKED;
br_status br_packing_source(br_packing *w, br_buffer *out) BR_CHECKED;

#endif
