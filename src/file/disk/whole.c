// whole.c - reading whole files, and writing them atomically: whole or not at all. [host]
#define _GNU_SOURCE // realpath, fsync, link, and where there are some, files without a name
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "file/disk/whole.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static br_status file_error(br_diag *why, br_status status, const char *path, const char *what, const char *reason)
{
    if (!why)
        return status;
    br_buffer safe = {0};
    br_buffer_safe(&safe, path, strnlen(path, 200));
    memset(why, 0, sizeof *why);
    snprintf(why->text, sizeof why->text, "%.240s: %s: %s", safe.text ? safe.text : "", what, reason);
    br_buffer_free(&safe);
    return status;
}

// ---------------------------------------------------------------- reading

static br_status read_all(int file, size_t expected, size_t most, char **text, size_t *size, const char **reason)
{
    size_t room = expected + 1, n = 0;
    char *to = malloc(room);
    *reason = "out of memory";
    while (to && n <= most) {
        if (n == room) { // it grew while it was read
            char *more = realloc(to, room *= 2);
            if (!more)
                break;
            to = more;
        }
        ssize_t got = read(file, to + n, room - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            *reason = strerror(errno);
            free(to);
            return BR_NO_FILE;
        }
        if (got == 0) { // there is always one byte of room left here
            to[n] = 0;
            *text = to;
            *size = n;
            return BR_OK;
        }
        n += (size_t)got;
    }
    if (n > most)
        *reason = "it is too large";
    free(to);
    return n > most ? BR_NO_FILE : BR_NO_MEMORY;
}

br_status br_file_open(const char *path, size_t most, int *file, size_t *size, br_diag *why)
{
    const char *reason = NULL;
    struct stat s = {0};
    *file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0 || fstat(*file, &s) != 0)
        reason = strerror(errno);
    else if (S_ISDIR(s.st_mode))
        reason = "it is a folder";
    else if (!S_ISREG(s.st_mode))
        reason = "it is not a regular file";
    else if ((unsigned long long)s.st_size > most)
        reason = "it is too large";
    *size = (size_t)s.st_size;
    if (!reason)
        return BR_OK;
    if (*file >= 0)
        close(*file);
    *file = -1;
    return file_error(why, BR_NO_FILE, path, "cannot be read", reason);
}

bool br_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

br_status br_file_read(const char *path, size_t most, char **text, size_t *size, br_diag *why)
{
    const char *reason = NULL;
    int file;
    size_t expected;
    br_status status = br_file_open(path, most, &file, &expected, why);
    if (status != BR_OK)
        return status;
    status = read_all(file, expected, most, text, size, &reason);
    if (status != BR_OK)
        status = file_error(why, status, path, "cannot be read", reason);
    close(file);
    return status;
}

br_status br_file_read_at(int file, const char *name, size_t from, void *to, size_t size, br_diag *why)
{
    for (size_t n = 0; n < size;) {
        ssize_t got = pread(file, (char *)to + n, size - n, (off_t)(from + n));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return file_error(why, BR_NO_FILE, name, "cannot be read",
                              got < 0 ? strerror(errno) : "it was cut off while it was being read");
        n += (size_t)got;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- writing

static bool write_all(int file, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, text, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

// Devices cannot sync, and need not.
static bool sync_file(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

enum { MOST_PATH = 4096, MOST_LINKS = 40 };

// Is the folder, the first `size` bytes of path, the one whose names are the numbers of open streams?
static bool is_stream_folder(const char *path, size_t size)
{
    char folder[MOST_PATH];
    memcpy(folder, path, size);
    folder[size] = 0;
    char *here = realpath(folder, NULL), *streams = realpath("/dev/fd", NULL);
    bool same = here && streams && strcmp(here, streams) == 0;
    free(here);
    free(streams);
    return same;
}

// The open stream that path names, as /dev/stdout, /dev/fd/3 or a link to one do, or -1. Links are followed one by one:
// the whole way leads to the file behind the stream.
static int stream_of(const char *path)
{
    char at[MOST_PATH], to[MOST_PATH];
    size_t size = strlen(path);
    if (size >= sizeof at)
        return -1;
    memcpy(at, path, size + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        const char *slash = strrchr(at, '/');
        size_t folder = slash ? (size_t)(slash + 1 - at) : 0, digits = strspn(at + folder, "0123456789");
        if (digits > 0 && digits < 9 && !at[folder + digits] && is_stream_folder(at, folder))
            return (int)strtol(at + folder, NULL, 10);
        ssize_t n = readlink(at, to, sizeof to);
        folder = n > 0 && to[0] == '/' ? 0 : folder; // else it starts from the folder of the link
        if (n <= 0 || folder + (size_t)n >= sizeof at)
            return -1;
        memcpy(at + folder, to, (size_t)n);
        at[folder + (size_t)n] = 0;
    }
    return -1;
}

enum { TRIES = 100, MOST_STREAM = 40 };

// Calls make(name) with names of files beside path until one is free: what make answered. *name (malloc'ed) is the last one.
typedef int maker(const char *name, int file);
static int make_beside(const char *path, char **name, maker *make, int file)
{
    size_t room = strlen(path) + 40;
    const char *base = strrchr(path, '/');
    int folder = base ? (int)(base + 1 - path) : 0;
    *name = *name ? *name : malloc(room);
    for (int i = 0; *name && i < TRIES; i++) {
        // a short name of its own: the one of a long path could be too long with an ending
        snprintf(*name, room, "%.*s.bristle-%ld-%d.tmp", folder, path, (long)getpid(), i);
        int made = make(*name, file);
        if (made >= 0 || errno != EEXIST)
            return made;
    }
    return -1;
}

static int make_file(const char *name, int file)
{
    (void)file;
    return open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static void stream_path(char to[MOST_STREAM], int file)
{
    snprintf(to, MOST_STREAM, "/proc/self/fd/%d", file);
}

static int link_name(const char *name, int file)
{
    char stream[MOST_STREAM];
    stream_path(stream, file);
    return linkat(AT_FDCWD, stream, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

// A file without a name in the folder of path, that can be given one; -1: the system has none.
static int open_unnamed(const char *path)
{
#ifdef O_TMPFILE
    char folder[MOST_PATH], stream[MOST_STREAM];
    const char *base = strrchr(path, '/');
    size_t size = base ? (size_t)(base + 1 - path) : 0;
    if (size + 2 > sizeof folder)
        return -1;
    memcpy(folder, size > 0 ? path : ".", size > 0 ? size : 1);
    folder[size > 0 ? size : 1] = 0;
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    stream_path(stream, file);
    if (file < 0 || access(stream, F_OK) == 0)
        return file;
    close(file);
#else
    (void)path;
#endif
    return -1;
}

// A new file beside path. *name (malloc'ed) is the one it has, if `named`, or will get.
static int open_beside(const char *path, char **name, bool *named)
{
    int file = open_unnamed(path);
    *named = file < 0;
    if (*named)
        return make_beside(path, name, make_file, -1);
    *name = malloc(strlen(path) + 40);
    if (*name)
        return file;
    close(file);
    return -1;
}

// Opening a pipe without a reader would block.
static int open_device(const char *path, bool pipe)
{
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | (pipe ? O_NONBLOCK : 0));
    if (file >= 0 && pipe)
        (void)fcntl(file, F_SETFL, 0); // from here on it waits
    return file;
}

// Renames, or without `replace` links, so that a file that appeared meanwhile is not overwritten.
static const char *put_in_place(const char *name, const char *path, bool replace)
{
    if (replace)
        return rename(name, path) == 0 ? NULL : strerror(errno);
    if (link(name, path) == 0) {
        unlink(name);
        return NULL;
    }
    if (errno == EEXIST)
        return "it exists already";
    struct stat s; // a file system without links
    if (lstat(path, &s) == 0)
        return "it exists already";
    return rename(name, path) == 0 ? NULL : strerror(errno);
}

static br_status write_failure(const char *path, const char *reason, br_diag *why)
{
    return file_error(why, BR_NO_FILE, path, "cannot be written", reason);
}

static void discard_draft(br_draft *d)
{
    free(d->shown);
    free(d->path);
    free(d->name);
    *d = (br_draft){.file = -1};
}

void br_draft_drop(br_draft *d)
{
    if (d->file >= 0 && d->path)
        close(d->file);
    if (d->name && d->named)
        unlink(d->name);
    discard_draft(d);
}

// Why nothing can be written there, or NULL.
static const char *refusal(const char *path, const struct stat *s, bool exists, bool replace)
{
    struct stat link;
    if (!exists && lstat(path, &link) == 0 && S_ISLNK(link.st_mode)) // else it appeared just now
        return "it is a link to nothing";
    if (exists && S_ISDIR(s->st_mode))
        return "it is a folder";
    if (exists && S_ISREG(s->st_mode) && !replace)
        return "it exists already";
    return exists && S_ISREG(s->st_mode) && access(path, W_OK) != 0 ? strerror(errno) : NULL;
}

br_status br_draft_open(br_draft *d, const char *path, bool replace, br_diag *why)
{
    int stream = stream_of(path);
    if (stream >= 0)
        return br_draft_lend(d, stream, path);
    struct stat s = {0};
    bool exists = stat(path, &s) == 0, device = exists && !S_ISREG(s.st_mode);
    const char *reason = refusal(path, &s, exists, replace);
    if (reason)
        return write_failure(path, reason, why);
    char *shown = strdup(path), *real = exists ? realpath(path, NULL) : NULL, *name = NULL; // a link is followed
    if (!real)
        real = strdup(path);
    bool pipe = device && S_ISFIFO(s.st_mode), named = false;
    int file = !shown || !real ? -1 : device ? open_device(path, pipe) : open_beside(real, &name, &named);
    reason = pipe && errno == ENXIO ? "no process reads this pipe" : strerror(errno);
    br_draft x = {shown, real, name, named, file, exists && !device ? (int)(s.st_mode & 07777) : -1, replace};
    if (file >= 0) {
        *d = x;
        return BR_OK; // cppcheck-suppress memleak // the draft holds them
    }
    bool memory = !shown || !real || (!device && !name);
    discard_draft(&x);
    return memory ? BR_NO_MEMORY : write_failure(path, reason, why); // cppcheck-suppress memleak // they are forgotten
}

br_status br_draft_lend(br_draft *d, int file, const char *name)
{
    char *shown = strdup(name);
    if (!shown)
        return BR_NO_MEMORY;
    *d = (br_draft){.shown = shown, .file = file, .mode = -1};
    return BR_OK;
}

br_status br_draft_add(br_draft *d, const char *text, size_t size, br_diag *why)
{
    return write_all(d->file, text, size) ? BR_OK : write_failure(d->shown, strerror(errno), why);
}

br_status br_draft_finish(br_draft *d, br_diag *why)
{
    const char *reason = NULL;
    if (!sync_file(d->file) || (d->mode >= 0 && fchmod(d->file, (mode_t)d->mode) != 0))
        reason = strerror(errno);
    if (!reason && d->name && !d->named && !(d->named = make_beside(d->path, &d->name, link_name, d->file) == 0))
        reason = strerror(errno);
    if (d->path && close(d->file) != 0 && !reason)
        reason = strerror(errno);
    d->file = -1;
    if (!reason && d->path && d->name)
        reason = put_in_place(d->name, d->path, d->replace);
    br_status status = reason ? write_failure(d->shown, reason, why) : BR_OK;
    if (reason)
        br_draft_drop(d);
    else
        discard_draft(d);
    return status;
}

static br_status scratch_failure(const br_draft *d, br_diag *why)
{
    if (errno == ENOMEM)
        return BR_NO_MEMORY;
    return file_error(why, BR_NO_FILE, d->shown, "no temporary file for its rows", strerror(errno));
}

static int open_scratch(const char *beside)
{
    char *name = NULL;
    bool named = false;
    int file = open_beside(beside, &name, &named);
    if (file >= 0 && named)
        unlink(name);
    if (!name)
        errno = ENOMEM;
    free(name);
    return file;
}

int br_scratch_file(void)
{
    char beside[MOST_PATH];
    const char *folder = getenv("TMPDIR");
    snprintf(beside, sizeof beside, "%s/rows", folder && *folder ? folder : "/tmp");
    return open_scratch(beside);
}

br_status br_scratch_open(const br_draft *d, int *file, br_diag *why)
{
    *file = d->name ? open_scratch(d->path) : br_scratch_file();
    return *file >= 0 ? BR_OK : scratch_failure(d, why);
}

br_status br_scratch_add(const br_draft *d, int file, const void *bytes, size_t size, br_diag *why)
{
    return write_all(file, bytes, size) ? BR_OK : scratch_failure(d, why);
}

br_status br_file_write(const char *path, const char *text, size_t size, bool replace, br_diag *why)
{
    br_draft d;
    br_status status = br_draft_open(&d, path, replace, why);
    if (status != BR_OK)
        return status;
    status = br_draft_add(&d, text, size, why);
    if (status == BR_OK)
        return br_draft_finish(&d, why);
    br_draft_drop(&d);
    return status;
}
