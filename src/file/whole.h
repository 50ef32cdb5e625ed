// whole.h - files that are read whole, and appear whole or not at all.          [host]
#ifndef BR_FILE_WHOLE_H
#define BR_FILE_WHOLE_H

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

// Reads a regular file of at most `most` bytes into *text (malloc'ed, with a final 0; the caller frees it). A folder, a
// pipe or a device is refused at once: nothing here waits. Fails with BR_NO_FILE or BR_NO_MEMORY and says why.
br_status br_file_read(const char *path, size_t most, char **text, size_t *size, br_diag *why) BR_CHECKED;

// Writes a file beside path, syncs it and renames it to path: a reader sees the old file or the new one. A link is
// followed, a mode that stands is kept. `replace` false: a file that exists is left as it is and BR_NO_FILE says so.
// A device, a pipe, or an open stream under a name such as /dev/stdout is written to directly, wherever it leads.
br_status br_file_write(const char *path, const char *text, size_t size, bool replace, br_diag *why) BR_CHECKED;

#endif
