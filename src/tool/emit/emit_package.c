// emit_package.c - `bristle emit --observer`: an observer as a folder of C.      [host]
#include "num/base/fp.h"

#include "emit/package/package.h"
#include "emit/package/rehearsal.h"
#include "file/disk/whole.h"
#include "tool/kit/command_list.h"
#include "tool/kit/conditions.h"
#include "tool/control/control.h"
#include "tool/kit/deliver.h"
#include "tool/emit/emit.h"
#include "tool/kit/load.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------- arguments

static br_status read_plain(const char *option, const char *text, double low, double high, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    double read = 0;
    if (!text)
        return BR_OK;
    if (!tool_number(option, text, &read, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(read >= low && read <= high))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s '%.60s' is no number from %g to %g", option, text,
                             low, high);
    *value = read;
    return BR_OK;
}

// "1000", "1 kHz"
static br_status read_rate(const char *text, double *rate, br_diag *why)
{
    br_unit unit = br_unit_none(), hertz = br_unit_none();
    double read = 0;
    hertz.power[2] = -12;
    if (!text)
        return BR_OK;
    bool number = tool_number("--rate", text, &read, &unit);
    if (!number || !(br_unit_same(unit, br_unit_none()) || br_unit_same(unit, hertz)) || !(read >= 1e-3 && read <= 1e9))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --rate '%.60s' is no number from 0.001 to 1e9, in Hz",
                             text);
    *rate = read;
    return BR_OK;
}

// A whole number of samples, the nearest one.
static br_status read_every(br_package_options *o, const char *text, br_diag *why)
{
    double time = 0;
    br_status status = tool_time("emit", "--correct-every", text, &time, why);
    double samples = time * o->rate;
    if (status == BR_OK && !(samples >= 1 - 1e-9))
        status =
            tool_complain(why, BR_BAD_USAGE,
                          "bristle emit: --correct-every '%.60s' is shorter than a sample at %.6g Hz", text, o->rate);
    o->observe.correct_every = floor(samples * (1 + 1e-12) + 0.5) / o->rate;
    return status;
}

static br_status read_observer(br_package_options *o, const tool_args *a, br_diag *why)
{
    o->observe = br_observation_defaults();
    if (strcmp(a->observer, "ekf") == 0)
        o->observer = BR_PLAN_EKF;
    else if (strcmp(a->observer, "ukf") == 0) {
        o->observer = BR_PLAN_UKF;
        o->observe.kind = &br_observer_ukf;
    } else if (strcmp(a->observer, "mhe") == 0) {
        double intervals = 20, iterations = 1;
        o->observer = BR_PLAN_MHE;
        br_status status = read_plain("--horizon", a->horizon, 1, 10000, &intervals, why);
        if (status == BR_OK)
            status = read_plain("--iterations", a->iterations, 1, 100, &iterations, why);
        o->observe.horizon =
            (br_observation_horizon){.intervals = (int)intervals, .iterations = (int)iterations, .bounds = a->bounds};
        if (status == BR_OK && a->correct_every)
            status =
                tool_complain(why, BR_BAD_USAGE,
                              "bristle emit: --correct-every goes with --observer ekf and ukf; a horizon has a node "
                              "at every sample: give it a slower --rate, and its work in slices");
        return status;
    } else if (strcmp(a->observer, "ep") == 0) {
        o->observer = BR_PLAN_EP;
    } else
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --observer '%.60s' is none of ekf, ukf, mhe, ep",
                             a->observer);
    if (a->horizon || a->iterations || a->bounds || a->mixed)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s goes with --observer mhe",
                             a->horizon      ? "--horizon"
                             : a->iterations ? "--iterations"
                             : a->bounds     ? "--bounds"
                                             : "--mixed");
    if (a->correct_every && o->observer == BR_PLAN_EP)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --correct-every goes with --observer ekf and ukf");
    return a->correct_every ? read_every(o, a->correct_every, why) : BR_OK;
}

br_status emit_read(br_package_options *o, const tool_args *a, br_diag *why)
{
    *o = (br_package_options){.version = BR_VERSION,
                              .prefix = a->prefix        ? a->prefix
                                        : a->compensator ? "compensator"
                                                         : "observer",
                              .single = a->single,
                              .mixed = a->mixed,
                              .rate = 1000};
    if (!br_prefix_ok(o->prefix))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --prefix '%.60s' is no name for C: at most %d letters, digits and _, a "
                             "letter first, no word of C or its library",
                             o->prefix, (int)BR_PREFIX_MOST);
    if (a->single && a->mixed)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --float computes all in float, --mixed only steps of the "
                             "law: one of them");
    double samples = 0;
    br_status status = read_rate(a->rate, &o->rate, why);
    if (status == BR_OK)
        status = read_plain("--samples", a->samples, 10, BR_PACKAGE_ROWS_MOST, &samples, why);
    o->samples = (int)samples;
    return status;
}

br_status emit_package_options(br_package_options *o, const tool_args *a, br_diag *why)
{
    br_status status = emit_read(o, a, why);
    if (status == BR_OK)
        status = read_observer(o, a, why);
    if (status == BR_OK)
        status = read_plain("--gate", a->gate, 0.1, 1e9, &o->observe.gate, why);
    o->measured = a->measured;
    o->observe.tuning.estimate = a->estimate;
    o->observe.tuning.noise = a->noise;
    o->observe.tuning.prior = a->prior;
    o->observe.tuning.most = a->most;
    return status;
}

// ---------------------------------------------------------------- the folder

static br_status no_folder(const char *path, br_diag *why)
{
    return tool_complain(why, BR_NO_FILE, "%.200s: %s", path, strerror(errno));
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

// "folder/name", in a buffer that is used again.
static const char *path_of(br_buffer *path, const char *folder, const char *name, const char *ending)
{
    path->size = 0;
    br_buffer_print(path, "%s/%s%s", folder, name, ending);
    return path->status == BR_OK ? path->text : "";
}

// Removes a folder with what of a package is in it.
static void drop_folder(const br_package *k, const char *folder)
{
    br_buffer path = {0};
    for (int i = 0; i < k->files; i++) {
        unlink(path_of(&path, folder, k->file[i].name, ""));
        unlink(path_of(&path, folder, k->file[i].name, ".old"));
    }
    rmdir(folder);
    br_buffer_free(&path);
}

// Makes a folder with all files; where that fails, nothing is left of it.
static br_status make_folder(const br_package *k, const char *folder, const char *shown, br_diag *why)
{
    br_buffer path = {0};
    br_status status = mkdir(folder, 0777) == 0 ? BR_OK : no_folder(shown, why);
    bool made = status == BR_OK;
    for (int i = 0; i < k->files && status == BR_OK; i++) {
        const br_buffer *text = &k->file[i].text;
        status = br_file_write(path_of(&path, folder, k->file[i].name, ""), text->text, text->size, false, why);
    }
    if (made && status != BR_OK)
        drop_folder(k, folder);
    br_buffer_free(&path);
    return status;
}

// A folder beside is filled, and then takes the name.
static br_status write_folder(const br_package *k, const char *folder, br_diag *why)
{
    br_buffer beside = {0};
    size_t size = strlen(folder);
    while (size > 1 && folder[size - 1] == '/')
        size--;
    br_buffer_print(&beside, "%.*s.%ld.part", (int)size, folder, (long)getpid());
    br_status status = beside.status == BR_OK ? make_folder(k, beside.text, folder, why) : beside.status;
    if (status == BR_OK && rename(beside.text, folder) != 0) {
        status = no_folder(folder, why);
        drop_folder(k, beside.text);
    }
    br_buffer_free(&beside);
    return status;
}

// File i of a folder goes into `stage` under another name, and the new one from there takes its place; back: the other way.
static bool swap_file(const br_package *k, int i, const char *folder, const char *stage, bool back)
{
    br_buffer at = {0}, fresh = {0}, old = {0};
    const char *name = k->file[i].name;
    path_of(&at, folder, name, ""), path_of(&fresh, stage, name, ""), path_of(&old, stage, name, ".old");
    bool done = at.status == BR_OK && fresh.status == BR_OK && old.status == BR_OK;
    if (done && back)
        done = rename(at.text, fresh.text) == 0 && (rename(old.text, at.text) == 0 || errno == ENOENT);
    else if (done)
        done = (rename(at.text, old.text) == 0 || errno == ENOENT) && rename(fresh.text, at.text) == 0;
    br_buffer_free(&at);
    br_buffer_free(&fresh);
    br_buffer_free(&old);
    return done;
}

// All files, or none: what has been swapped is swapped back. Signals wait until it is over.
static br_status swap_files(const br_package *k, const char *folder, const char *stage, br_diag *why)
{
    sigset_t all, before;
    br_status status = BR_OK;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int done = 0;
    while (done < k->files && swap_file(k, done, folder, stage, false))
        done++;
    if (done < k->files) {
        status = no_folder(folder, why);
        while (done-- > 0)
            (void)swap_file(k, done, folder, stage, true);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

// A folder in the place of a file cannot be replaced.
static br_status check_files(const br_package *k, const char *folder, br_diag *why)
{
    br_buffer path = {0};
    br_status status = BR_OK;
    for (int i = 0; i < k->files && status == BR_OK; i++)
        if (is_folder(path_of(&path, folder, k->file[i].name, "")))
            status = tool_complain(why, BR_NO_FILE, "%.200s is a folder, and cannot be replaced by a file", path.text);
    br_buffer_free(&path);
    return status;
}

// Into a folder that is there: all files are written before the first one is replaced.
static br_status replace_files(const br_package *k, const char *folder, br_diag *why)
{
    br_buffer stage = {0};
    br_buffer_print(&stage, "%s/%ld.part", folder, (long)getpid());
    br_status status = stage.status == BR_OK ? check_files(k, folder, why) : stage.status;
    if (status == BR_OK)
        status = make_folder(k, stage.text, folder, why);
    if (status == BR_OK) {
        status = swap_files(k, folder, stage.text, why);
        drop_folder(k, stage.text);
    }
    br_buffer_free(&stage);
    return status;
}

static br_status check_folder(const char *folder, bool force, br_diag *why)
{
    struct stat st;
    if (strcmp(folder, "-") == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: a package is a folder: -o needs its name");
    if (lstat(folder, &st) == 0 && !(force && is_folder(folder)))
        return tool_complain(why, BR_NO_FILE, "%.200s exists already; %s", folder,
                             is_folder(folder) ? "--force replaces what a package has there"
                                               : "a package is a folder of its own");
    return BR_OK;
}

// ---------------------------------------------------------------- all of it

bool emit_progress(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status make_observer(br_package *k, const br_package_options *o, void *context, br_diag *why)
{
    const tool_args *a = context;
    tool_model t;
    br_diag words = {0};
    br_status status = tool_model_open(&t, a->operand, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    status = tool_model_complete(&t.model, &t.model.law, false, why);
    if (status == BR_OK)
        status = conditions_must_hold(&t.model, why);
    if (status == BR_OK) {
        br_package_options shown = *o;
        progress bar = progress_open("tuning", a);
        shown.observe.progress = emit_progress, shown.observe.context = &bar;
        status = emit_says(why, br_package_make(k, &t.model, &shown, &words), &words);
        progress_close(&bar);
    }
    tool_model_close(&t);
    return status;
}

// The command that makes it again, in any folder, to its README.
static br_status add_command(br_package *k, const tool_args *a)
{
    static const char *const elsewhere[] = {"-o", "--force", NULL};
    br_status status = BR_OK;
    for (int i = 0; i < k->files; i++) {
        br_buffer *text = &k->file[i].text;
        if (strcmp(k->file[i].name, "README.md") != 0)
            continue;
        br_buffer_put(text, "\n## Made by\n\n    ");
        tool_repeat(&command_emit, a, elsewhere, text);
        br_buffer_put(text, " -o FOLDER\n");
        status = text->status;
    }
    return status;
}

void emit_notes(br_buffer *out, bool guessed, const br_buffer *notes)
{
    if (guessed)
        br_buffer_put(
            out,
            "warning: noise that --noise does not give was found along a run of the model with forces 10 % off, not "
            "on your machine; 'bristle observe' finds it from a log\n");
    control_notes(out, notes);
}

br_status emit_folder(const tool_args *a, const br_package_options *o, br_buffer *out, br_diag *why,
                      br_status (*make)(br_package *k, const br_package_options *o, void *context, br_diag *why),
                      void *context)
{
    br_package k = {.files = 0};
    br_status status = check_folder(a->out, a->force, why);
    if (status == BR_OK)
        status = make(&k, o, context, why);
    if (status == BR_OK)
        status = add_command(&k, a);
    if (status == BR_OK && a->sizes)
        status = emit_sizes(&k, o, out, why);
    if (status == BR_OK)
        status = is_folder(a->out) ? replace_files(&k, a->out, why) : write_folder(&k, a->out, why);
    for (int i = 0; i < k.files && status == BR_OK; i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", k.file[i].name);
    if (status == BR_OK)
        br_buffer_print(out, " written to %s\n", a->out);
    if (status == BR_OK)
        emit_notes(out, k.guessed, &k.notes);
    br_package_free(&k);
    return status;
}

br_status emit_package(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_package_options o;
    tool_args with = *a;
    br_status status = emit_package_options(&o, a, why);
    if (status == BR_OK)
        status = emit_folder(a, &o, out, why, make_observer, &with);
    if (status == BR_OK && o.observe.correct_every > 0)
        br_buffer_print(out, "corrects every %.0f samples, %g s\n", o.observe.correct_every * o.rate,
                        o.observe.correct_every);
    return status;
}

// ---------------------------------------------------------------- options

const tool_option emit_observer =
    OPTION(TOOL_OUTPUT, "--observer", "KIND", observer,
           "a package with an observer of this kind instead of the law alone: ekf, ukf, mhe, ep", NULL);
const tool_option emit_horizon =
    OPTION(TOOL_METHOD, "--horizon", "N", horizon, "intervals of mhe, a sample each", "20");
const tool_option emit_iterations = OPTION(TOOL_METHOD, "--iterations", "N", iterations, "of mhe a sample", "1");
const tool_option emit_mixed = OPTION(
    TOOL_METHOD, "--mixed", NULL, mixed,
    "of mhe: steps of the law and their derivatives in float, all else in double, as observe --precision mixed", NULL);
const tool_option emit_rate = OPTION(TOOL_METHOD, "--rate", "HZ", rate, "samples a second", "1000");
const tool_option emit_prefix =
    OPTION(TOOL_OUTPUT, "--prefix", "NAME", prefix, "of all names of the package", "observer");
const tool_option emit_measured =
    OPTION(TOOL_INPUT, "--measured", "NAMES", measured, "outputs and states that are measured",
           "F of a friction law, x or x1 of a plant, else the first output");
const tool_option emit_estimate =
    OPTION(TOOL_MODEL, "--estimate", "LIST", estimate, "parameters to be estimated, as for observe", NULL);
const tool_option emit_noise =
    OPTION(TOOL_METHOD, "--noise", "LIST", noise, "standard deviations, as for observe", NULL);
const tool_option emit_prior =
    OPTION(TOOL_METHOD, "--prior", "LIST", prior, "standard deviations at the start, as for observe", NULL);
const tool_option emit_gate =
    OPTION(TOOL_METHOD, "--gate", "N", gate, "innovations beyond so many standard deviations are rejected", "1e8");
const tool_option emit_samples =
    OPTION(TOOL_OUTPUT, "--samples", "N", samples, "of the self-test, after which sensors fail in many ways", "200");
const tool_option emit_correct_every =
    OPTION(TOOL_METHOD, "--correct-every", "T", correct_every,
           "of ekf and ukf, the time from one correction to the next, '10 ms'", "every sample");
const tool_option emit_sizes_option = OPTION(TOOL_OUTPUT, "--sizes", NULL, sizes,
                                             "with --observer: flash, memory, stack and instructions of a sample on a "
                                             "Cortex-M4F and M7, by arm-none-eabi-gcc and QEMU",
                                             NULL);
