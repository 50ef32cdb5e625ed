// files.c - reading files, file/disk/whole.h, where there are none.                 [host]
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "num/text/diag.h"

bool br_file_exists(const char *path)
{
    (void)path;
    return false;
}

br_status br_file_read(const char *path, size_t most, char **text, size_t *size, br_diag *why)
{
    (void)most;
    (void)text;
    (void)size;
    return br_diag_fail(why, BR_NO_FILE, "%.200s: there are no files here", path);
}
