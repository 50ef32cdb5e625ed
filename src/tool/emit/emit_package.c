// emit_package.c - `bristle emit --observer` and `--compensator`: a folder of C.      [host]
#include "num/base/fp.h"

#include "file/disk/folder.h"
#include "tool/emit/emit.h"
#include "tool/kit/deliver.h"

#include <stdio.h>
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

// ---------------------------------------------------------------- files

static br_status copy_files(emit_files *to, const br_emit *made)
{
    for (int i = 0; i < br_emit_files(made) && i < EMIT_FILES; i++) {
        size_t size;
        const char *text = br_emit_text(made, i, &size);
        to->name[i] = br_emit_name(made, i);
        br_buffer_add(&to->text[i], text, size);
        to->count = i + 1;
        if (to->text[i].status != BR_OK)
            return to->text[i].status;
    }
    return BR_OK;
}

static void free_files(emit_files *files)
{
    for (int i = 0; i < files->count; i++)
        br_buffer_free(&files->text[i]);
}

// The command that makes the package, to its README.
static br_status add_command(emit_files *files, const tool_args *a)
{
    static const char *const elsewhere[] = {"-o", "--force", NULL};
    const tool_command c = {.name = "emit", .options = emit_options};
    br_status status = BR_OK;
    for (int i = 0; i < files->count; i++) {
        br_buffer *text = &files->text[i];
        if (strcmp(files->name[i], "README.md") != 0)
            continue;
        br_buffer_put(text, "\n## Made by\n\n    ");
        tool_repeat(&c, a, elsewhere, text);
        br_buffer_put(text, " -o FOLDER\n");
        status = text->status;
    }
    return status;
}

static br_status write_folder(const emit_files *files, const char *folder, br_diag *why)
{
    br_folder_file file[EMIT_FILES];
    for (int i = 0; i < files->count; i++)
        file[i] = (br_folder_file){files->name[i], files->text[i].text, files->text[i].size};
    return br_folder_write(file, files->count, folder, why);
}

// ---------------------------------------------------------------- all of it

static void write_summary(br_buffer *out, const emit_files *files, const emitting *e)
{
    for (int i = 0; i < files->count; i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", files->name[i]);
    br_buffer_put(out, " written to ");
    br_buffer_safe(out, e->a->out, strlen(e->a->out));
    br_buffer_put(out, "\n");
    emit_write_notes(out, e->made);
    if (e->a->correct_every)
        br_buffer_print(out, "correction every %ld samples, %g s\n", e->every, (double)e->every / e->rate);
}

static br_status deliver_folder(const emitting *e, br_buffer *out, br_diag *why)
{
    emit_files files = {.count = 0};
    br_status status = copy_files(&files, e->made);
    if (status == BR_OK)
        status = add_command(&files, e->a);
    if (status == BR_OK && e->a->sizes)
        status = emit_sizes(&files, e, out, why);
    if (status == BR_OK)
        status = write_folder(&files, e->a->out, why);
    if (status == BR_OK)
        write_summary(out, &files, e);
    free_files(&files);
    return status;
}

br_status emit_package(const tool_args *a, br_buffer *out, br_diag *why)
{
    emitting e = {0};
    br_status status = emit_read_common(&e, a, why);
    if (status == BR_OK)
        status = check_folder(a->out, a->force, why);
    if (status == BR_OK)
        status = a->compensator ? emit_make_compensator(&e, why) : emit_make_observer(&e, why);
    if (status == BR_OK)
        status = deliver_folder(&e, out, why);
    emit_close(&e);
    return status;
}
