// emit_package.c - `bristle emit --observer`: an observer as a folder of C.      [host]
#include "num/base/fp.h"

#include "emit/package/package.h"
#include "emit/package/rehearsal.h"
#include "file/disk/folder.h"
#include "tool/kit/conditions.h"
#include "tool/control/control.h"
#include "tool/kit/deliver.h"
#include "tool/emit/emit.h"
#include "tool/kit/load.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static br_status check_folder(const char *folder, bool force, br_diag *why)
{
    if (strcmp(folder, "-") == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: a package is a folder; give its name by -o");
    if (br_path_is_taken(folder) && !(force && br_is_folder(folder)))
        return tool_complain(why, BR_NO_FILE, "%.200s exists already; %s", folder,
                             br_is_folder(folder) ? "--force replaces the files of the package in it"
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

static br_status write_folder(const br_package *k, const char *folder, br_diag *why)
{
    br_folder_file file[BR_PACKAGE_FILES];
    for (int i = 0; i < k->files; i++)
        file[i] = (br_folder_file){k->file[i].name, k->file[i].text.text, k->file[i].text.size};
    return br_folder_write(file, k->files, folder, why);
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
        status = write_folder(&k, a->out, why);
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
