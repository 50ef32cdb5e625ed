// emit.h - `bristle emit`: its kinds of output.                                  [host]
#ifndef BR_TOOL_EMIT_EMIT_H
#define BR_TOOL_EMIT_EMIT_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"
#include "tool/kit/progress.h"

#include <bristle/emit.h>

// What is emitted, by options that packages and FMUs share.
typedef struct emitting {
    const tool_args *a;
    br_emit_options o;
    double rate; // Hz
    long every;  // samples from one correction to the next
    progress bar;
    br_emit *made;
} emitting;

// An observer or a compensator as a folder of C: with --observer or --compensator.
br_status emit_package(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

// --rate, and what follows of it in all kinds; then that of the kind is made. emit_close in any case.
br_status emit_read_common(emitting *e, const tool_args *a, br_diag *why) BR_CHECKED;
br_status emit_make_observer(emitting *e, br_diag *why) BR_CHECKED;    // --observer
br_status emit_make_compensator(emitting *e, br_diag *why) BR_CHECKED; // --compensator
void emit_close(emitting *e);

// The call of the library that makes it: the bar meanwhile, and its end.
void emit_begin(emitting *e);
br_status emit_end(emitting *e, br_status status, br_diag *why) BR_CHECKED;

// Files of a package: those of the library, which may be changed.
enum { EMIT_FILES = 16 };
typedef struct emit_files {
    const char *name[EMIT_FILES];
    br_buffer text[EMIT_FILES];
    int count;
} emit_files;

// Compiles a package for two controllers and runs it in QEMU: sizes go to `out` and to its README. BR_NO_FILE: the tools for
// that are missing.
br_status emit_sizes(emit_files *files, const emitting *e, br_buffer *out, br_diag *why) BR_CHECKED;

// Warnings and notes about the output, a line each.
void emit_write_notes(br_buffer *out, const br_emit *made);

// To -o; an existing file only with --force.
br_status emit_write_file(const tool_args *a, const br_buffer *text, br_buffer *out, br_diag *why) BR_CHECKED;

// The first file of what the library made; what: named as written.
br_status emit_write_made(const tool_args *a, const br_emit *made, const char *what, br_buffer *out,
                          br_diag *why) BR_CHECKED;

// A law in the notation of another program: with --as.
br_status emit_text(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

// A law, a plant, an observer or a compensator as an FMU: with --fmu.
br_status emit_fmu(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

extern const tool_option *const emit_options[]; // ends with NULL

#endif
