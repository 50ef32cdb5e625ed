// emit_package.c - `bristle emit --observer`: an observer as a folder of C.      [host]
#include "num/base/fp.h"

#include "emit/package/package.h"
#include "emit/package/rehearsal.h"
#include "file/disk/whole.h"
#include "tool/kit/conditions.h"
#include "tool/control/control.h"
#include "tool/kit/deliver.h"
#include "tool/emit/emit.h"
#include "tool/kit/load.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
            status = tool_complain(why, BR_NO_FILE, "%.200s: is a folder and cannot be replaced by a file; remove it",
                                   path.text);
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
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: a package is a folder; give its name by -o");
    if (lstat(folder, &st) == 0 && !(force && is_folder(folder)))
        return tool_complain(why, BR_NO_FILE, "%.200s exists already; %s", folder,
                             is_folder(folder) ? "--force replaces the files of the package in it"
                                               : "give the name of a new folder by -o");
    return BR_OK;
}

// ---------------------------------------------------------------- all of it

static br_status make_observer(br_package *k, const br_package_options *o, void *context, br_diag *why)
{
    const tool_args *a = context;
    br_loaded_model t;
    br_diag words = {0};
    br_status status = br_loaded_model_open(&t, a->operand, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    status = tool_model_check(&t.model, NULL, why);
    if (status == BR_OK) {
        br_package_options shown = *o;
        progress bar = progress_open("tuning", a);
        shown.observe.progress = emit_progress, shown.observe.context = &bar;
        status = emit_complain(why, br_package_make(k, &t.model, &shown, &words), &words);
        progress_close(&bar);
        status = progress_result(&bar, status, why);
    }
    br_loaded_model_close(&t);
    return status;
}

// The command that makes the package, to its README.
static br_status add_command(br_package *k, const tool_args *a)
{
    static const char *const elsewhere[] = {"-o", "--force", NULL};
    const tool_command c = {.name = "emit", .options = emit_options};
    br_status status = BR_OK;
    for (int i = 0; i < k->files; i++) {
        br_buffer *text = &k->file[i].text;
        if (strcmp(k->file[i].name, "README.md") != 0)
            continue;
        br_buffer_put(text, "\n## Made by\n\n    ");
        tool_repeat(&c, a, elsewhere, text);
        br_buffer_put(text, " -o FOLDER\n");
        status = text->status;
    }
    return status;
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
        status = emit_sizes(&k, o, a, out, why);
    if (status == BR_OK)
        status = is_folder(a->out) ? replace_files(&k, a->out, why) : write_folder(&k, a->out, why);
    for (int i = 0; i < k.files && status == BR_OK; i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", k.file[i].name);
    if (status == BR_OK) {
        br_buffer_put(out, " written to ");
        br_buffer_safe(out, a->out, strlen(a->out));
        br_buffer_put(out, "\n");
    }
    if (status == BR_OK)
        emit_write_notes(out, k.guessed, &k.notes);
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
        br_buffer_print(out, "correction every %.0f samples, %g s\n", o.observe.correct_every * o.rate,
                        o.observe.correct_every);
    return status;
}
