// folder.c - several files as one folder, all of them or none.                   [host]
#define _POSIX_C_SOURCE 200809L // lstat, pthread_sigmask
#include "num/base/fp.h"

#include "file/disk/folder.h"
#include "file/disk/whole.h"
#include "num/text/buffer.h"
#include "num/text/diag.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static br_status no_folder(const char *path, br_diag *why)
{
    return br_diag_fail(why, BR_NO_FILE, "%.200s: %s", path, strerror(errno));
}

bool br_is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool br_path_is_taken(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

// "folder/name", in a buffer that is used again.
static const char *path_of(br_buffer *path, const char *folder, const char *name, const char *ending)
{
    path->size = 0;
    br_buffer_print(path, "%s/%s%s", folder, name, ending);
    return path->status == BR_OK ? path->text : "";
}

// Room for the paths of all files, so that none is missing when what was begun has to be undone.
static br_status reserve_path(br_buffer *path, const br_folder_file *file, int files, const char *folder)
{
    for (int i = 0; i < files; i++)
        path_of(path, folder, file[i].name, ".old");
    return path->status;
}

// The folders within `folder` that a file stands in: made, outermost first, or removed if they are
// empty. false: one cannot be made.
static bool make_parents(const char *folder, const char *name, br_buffer *path)
{
    bool made = true;
    path_of(path, folder, name, "");
    for (char *end = path->text + strlen(folder) + 1; made && (end = strchr(end, '/')); *end++ = '/') {
        *end = 0;
        made = mkdir(path->text, 0777) == 0 || (errno == EEXIST && br_is_folder(path->text));
    }
    return made;
}

static void drop_parents(const char *folder, const char *name, br_buffer *path)
{
    path_of(path, folder, name, "");
    for (char *end; (end = strrchr(path->text, '/')) && end > path->text + strlen(folder);) {
        *end = 0;
        rmdir(path->text);
    }
}

// Removes a folder with those of the files that are in it.
static void drop_folder(const br_folder_file *file, int files, const char *folder, br_buffer *path)
{
    for (int i = 0; i < files; i++) {
        unlink(path_of(path, folder, file[i].name, ""));
        unlink(path_of(path, folder, file[i].name, ".old"));
    }
    for (int i = 0; i < files; i++)
        drop_parents(folder, file[i].name, path);
    rmdir(folder);
}

// Makes a folder with all files; where that fails, nothing is left of it.
static br_status make_folder(const br_folder_file *file, int files, const char *folder, const char *shown,
                             br_buffer *path, br_diag *why)
{
    br_status status = reserve_path(path, file, files, folder);
    if (status == BR_OK && mkdir(folder, 0777) != 0)
        status = no_folder(shown, why);
    bool made = status == BR_OK;
    for (int i = 0; i < files && status == BR_OK; i++) {
        if (!make_parents(folder, file[i].name, path))
            status = no_folder(shown, why);
        else
            status = br_file_write(path_of(path, folder, file[i].name, ""), file[i].text, file[i].size, false, why);
    }
    if (made && status != BR_OK)
        drop_folder(file, files, folder, path);
    return status;
}

// A folder beside is filled, and then takes the name.
static br_status write_folder(const br_folder_file *file, int files, const char *folder, br_diag *why)
{
    br_buffer beside = {0}, path = {0};
    size_t size = strlen(folder);
    while (size > 1 && folder[size - 1] == '/')
        size--;
    br_buffer_print(&beside, "%.*s.%ld.part", (int)size, folder, (long)getpid());
    br_status status =
        beside.status == BR_OK ? make_folder(file, files, beside.text, folder, &path, why) : beside.status;
    if (status == BR_OK && rename(beside.text, folder) != 0) {
        status = no_folder(folder, why);
        drop_folder(file, files, beside.text, &path);
    }
    br_buffer_free(&path);
    br_buffer_free(&beside);
    return status;
}

// The places of a file while it is replaced, each with room for the paths of all.
typedef struct places {
    br_buffer at, fresh, old;
} places;

// A file of a folder goes into `stage` under another name, and the new one from there takes its place; back: the other way.
static bool swap_file(const br_folder_file *file, const char *folder, const char *stage, places *p, bool back)
{
    const char *name = file->name, *at = path_of(&p->at, folder, name, ""),
               *fresh = path_of(&p->fresh, stage, name, ""), *old = path_of(&p->old, stage, name, ".old");
    if (back)
        return rename(at, fresh) == 0 && (rename(old, at) == 0 || errno == ENOENT);
    return (rename(at, old) == 0 || errno == ENOENT) && rename(fresh, at) == 0;
}

// All files, or none: what has been swapped is swapped back. Signals wait until it is over.
static br_status swap_reserved(const br_folder_file *file, int files, const char *folder, const char *stage, places *p,
                               br_diag *why)
{
    sigset_t all, before;
    br_status status = BR_OK;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int done = 0;
    while (done < files && make_parents(folder, file[done].name, &p->at) &&
           swap_file(&file[done], folder, stage, p, false))
        done++;
    if (done < files) {
        status = no_folder(folder, why);
        for (int i = done; i-- > 0;)
            (void)swap_file(&file[i], folder, stage, p, true);
        for (int i = 0; i <= done; i++)
            drop_parents(folder, file[i].name, &p->at);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static br_status swap_files(const br_folder_file *file, int files, const char *folder, const char *stage, br_diag *why)
{
    places p = {0};
    br_status status = reserve_path(&p.at, file, files, folder);
    if (status == BR_OK)
        status = reserve_path(&p.fresh, file, files, stage);
    if (status == BR_OK)
        status = reserve_path(&p.old, file, files, stage);
    if (status == BR_OK)
        status = swap_reserved(file, files, folder, stage, &p, why);
    br_buffer_free(&p.at);
    br_buffer_free(&p.fresh);
    br_buffer_free(&p.old);
    return status;
}

// A folder in the place of a file cannot be replaced.
static br_status check_files(const br_folder_file *file, int files, const char *folder, br_diag *why)
{
    br_buffer path = {0};
    br_status status = reserve_path(&path, file, files, folder);
    for (int i = 0; i < files && status == BR_OK; i++)
        if (br_is_folder(path_of(&path, folder, file[i].name, "")))
            status = br_diag_fail(why, BR_NO_FILE, "%.200s: is a folder and cannot be replaced by a file; remove it",
                                  path.text);
    br_buffer_free(&path);
    return status;
}

// Into a folder that is there: all files are written before the first one is replaced.
static br_status replace_files(const br_folder_file *file, int files, const char *folder, br_diag *why)
{
    br_buffer stage = {0}, path = {0};
    br_buffer_print(&stage, "%s/%ld.part", folder, (long)getpid());
    br_status status = stage.status == BR_OK ? check_files(file, files, folder, why) : stage.status;
    if (status == BR_OK)
        status = make_folder(file, files, stage.text, folder, &path, why);
    if (status == BR_OK) {
        status = swap_files(file, files, folder, stage.text, why);
        drop_folder(file, files, stage.text, &path);
    }
    br_buffer_free(&path);
    br_buffer_free(&stage);
    return status;
}

br_status br_folder_write(const br_folder_file *file, int files, const char *folder, br_diag *why)
{
    return br_is_folder(folder) ? replace_files(file, files, folder, why) : write_folder(file, files, folder, why);
}
