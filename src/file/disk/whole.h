// whole.h - reading whole files, and writing them atomically: whole or not at all. [host]
#ifndef BR_FILE_DISK_WHOLE_H
#define BR_FILE_DISK_WHOLE_H

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

// Reads a regular file of at most `most` bytes into *text (malloc'ed, with a final 0; the caller frees it). A folder, a
// pipe or a device is refused at once: nothing here waits. Fails with BR_NO_FILE or BR_NO_MEMORY and says why.
br_status br_file_read(const char *path, size_t most, char **text, size_t *size, br_diag *why) BR_CHECKED;

bool br_file_exists(const char *path); // whatever it is

// Opens such a file, to be read piece by piece; the caller closes *file.
br_status br_file_open(const char *path, size_t most, int *file, size_t *size, br_diag *why) BR_CHECKED;
// Reads `size` bytes from byte `from` on, all or none; `name` stands in messages. BR_NO_FILE: there are fewer (it was cut off since), or a
// fault of the disk.
br_status br_file_read_at(int file, const char *name, size_t from, void *to, size_t size, br_diag *why) BR_CHECKED;

// Writes a file beside path, syncs it and renames it to path: a reader sees the old file or the new one. A link is
// followed, a mode that stands is kept. `replace` false: a file that exists is left as it is and BR_NO_FILE says so.
// A device, a pipe that somebody reads, or an open stream under a name such as /dev/stdout is written to directly, wherever it
// leads.
br_status br_file_write(const char *path, const char *text, size_t size, bool replace, br_diag *why) BR_CHECKED;

// A file that is written piece by piece and appears, as above, only when it is finished. Until then it has no name, so that
// nothing stays of it when the process is killed; where the system has no such files it stands beside its path. After br_draft_finish, however it ends, and br_draft_drop the draft is closed.
typedef struct br_draft {
    char *shown; // its path as given
    char *path;  // where it is to appear, links followed; NULL: it is lent
    char *name;  // of the file beside it; NULL: a device or a pipe
    bool named;  // it has this name already
    int file;
    int mode; // to keep; -1: none
    bool replace;
} br_draft;

br_status br_draft_open(br_draft *d, const char *path, bool replace, br_diag *why) BR_CHECKED;
// Writes to a file that is open already, and stays so: standard output of a tool. `name` stands in messages.
br_status br_draft_lend(br_draft *d, int file, const char *name) BR_CHECKED;
br_status br_draft_add(br_draft *d, const char *text, size_t size, br_diag *why) BR_CHECKED;
br_status br_draft_finish(br_draft *d, br_diag *why) BR_CHECKED;
void br_draft_drop(br_draft *d);

// A file without a name, to be written and read back, that is gone when it is closed: in the folder of the draft, or for a device
// or a pipe in that of temporary files (TMPDIR, else /tmp).
br_status br_scratch_open(const br_draft *d, int *file, br_diag *why) BR_CHECKED;
int br_scratch_file(void); // always in that of temporary files; -1: it cannot be made
br_status br_scratch_add(const br_draft *d, int file, const void *bytes, size_t size, br_diag *why) BR_CHECKED;

#endif
