// emit.h - `bristle emit`: its kinds of output.                                  [host]
#ifndef BR_TOOL_EMIT_EMIT_H
#define BR_TOOL_EMIT_EMIT_H

#include "emit/package/package.h"
#include "tool/kit/options.h"

#include <bristle/emit.h>

// An observer as a folder of C: with --observer.
br_status emit_package(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
br_status emit_package_options(br_package_options *o, const tool_args *a, br_diag *why) BR_CHECKED;

// A compensator as a folder of C: with --compensator. Options of packages that are not its own are refused.
br_status emit_compensator(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
// The same for `work`, which gets the friction model and the options of the compensator.
typedef br_status emit_work(br_model *m, const br_package_options *o, void *context, br_diag *why);
br_status emit_with_compensator(const tool_args *a, emit_work *work, void *context, br_diag *why) BR_CHECKED;
// Writes the folder of a package made by `make`; --sizes and --force as given.
br_status emit_folder(const tool_args *a, const br_package_options *o, br_buffer *out, br_diag *why,
                      br_status (*make)(br_package *k, const br_package_options *o, void *context, br_diag *why),
                      void *context) BR_CHECKED;
// --prefix, --float and --rate.
br_status emit_read_common(br_package_options *o, const tool_args *a, br_diag *why) BR_CHECKED;

// Compiles a package for two controllers and runs it in QEMU: sizes go to `out` and to its README. BR_NO_FILE: the tools for
// that are missing.
br_status emit_sizes(br_package *k, const br_package_options *o, const tool_args *a, br_buffer *out,
                     br_diag *why) BR_CHECKED;

// Warnings and notes about the output, a line each.
void emit_write_notes(br_buffer *out, bool guessed, const br_buffer *notes);

// The message of the room emit as one of the command; returns `status`.
br_status emit_complain(br_diag *why, br_status status, const br_diag *message);

// Shows the progress of tuning; context: a progress (tool/kit/progress.h).
bool emit_progress(void *bar, double share);

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
