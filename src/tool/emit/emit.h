// emit.h - packages of `bristle emit`.                                           [host]
#ifndef BR_TOOL_EMIT_EMIT_H
#define BR_TOOL_EMIT_EMIT_H

#include "emit/package/package.h"
#include "tool/kit/options.h"

// An observer as a folder of C: with --observer.
br_status emit_package(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
br_status emit_package_options(br_package_options *o, const tool_args *a, br_diag *why) BR_CHECKED;

// A compensator as a folder of C: with --compensator. Options of packages that are not its own are refused.
br_status emit_compensator(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
// The same for `work`, which gets the model of the friction and all that says which compensator it is.
typedef br_status emit_work(br_model *m, const br_package_options *o, void *context, br_diag *why);
br_status emit_tuned(const tool_args *a, emit_work *work, void *context, br_diag *why) BR_CHECKED;
// Writes the folder of a package that has been made by `make`, with --sizes and --force as given.
br_status emit_folder(const tool_args *a, const br_package_options *o, br_buffer *out, br_diag *why,
                      br_status (*make)(br_package *k, const br_package_options *o, void *context, br_diag *why),
                      void *context) BR_CHECKED;
// --prefix, --float and --rate.
br_status emit_read(br_package_options *o, const tool_args *a, br_diag *why) BR_CHECKED;

// Compiles a package for two controllers and runs it in QEMU: what it takes goes to `out` and behind its README. BR_NO_FILE:
// the tools for that are not there.
br_status emit_sizes(br_package *k, const br_package_options *o, br_buffer *out, br_diag *why) BR_CHECKED;

// What a user should know of what was emitted, a line each.
void emit_notes(br_buffer *out, bool guessed, const br_buffer *notes);

// What the room emit said, in the words of the command; gives `status` back.
br_status emit_says(br_diag *why, br_status status, const br_diag *words);

// Shows the progress of tuning; context: a progress (tool/kit/progress.h).
bool emit_progress(void *bar, double share);

// To -o; a file that exists only with --force.
br_status emit_deliver(const tool_args *a, const br_buffer *text, br_buffer *out, br_diag *why) BR_CHECKED;

// A law in the notation of another program: with --as.
br_status emit_text(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
extern const tool_option emit_as, emit_to;

// A law, a plant, an observer or a compensator as an FMU: with --fmu.
br_status emit_fmu(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
extern const tool_option emit_fmu_option, emit_method, emit_step;

extern const tool_option emit_observer, emit_compensator_option, emit_rate, emit_prefix, emit_measured, emit_estimate,
    emit_noise, emit_prior, emit_gate, emit_horizon, emit_iterations, emit_mixed, emit_correct_every, emit_samples,
    emit_sizes_option;

#endif
