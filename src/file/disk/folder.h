// folder.h - several files as one folder, all of them or none.                   [host]
#ifndef BR_FILE_DISK_FOLDER_H
#define BR_FILE_DISK_FOLDER_H

#include <bristle/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct br_folder_file {
    const char *name, *text; // a name may have folders in front
    size_t size;
} br_folder_file;

bool br_is_folder(const char *path);
bool br_path_is_taken(const char *path); // by a file, a folder, or a link to nowhere

// A new folder, or files of the same name in one that is there are replaced. BR_NO_FILE: nothing has changed; why says more.
br_status br_folder_write(const br_folder_file *file, int files, const char *folder, br_diag *why) BR_CHECKED;

#endif
