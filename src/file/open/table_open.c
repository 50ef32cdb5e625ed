// table_open.c - opening the table that a path names: CSV, MAT or standard input. [host]
#define _XOPEN_SOURCE 700 // open, read
#include "num/base/fp.h"

#include "file/mat/mat.h"
#include "file/open/table_open.h"
#include "num/text/spelling.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool br_mat_named(const char *path)
{
    static const char ending[] = ".mat";
    size_t size = strlen(path), n = sizeof ending - 1;
    if (size <= n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (br_letter_lower(path[size - n + i]) != ending[i])
            return false;
    return true;
}

// A file under another name whose first bytes are those of a MAT file.
static bool starts_as_mat(const char *path)
{
    char start[128];
    struct stat s;
    int file = strcmp(path, "-") == 0 ? -1 : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool regular = file >= 0 && fstat(file, &s) == 0 && S_ISREG(s.st_mode);
    bool is = regular && read(file, start, sizeof start) == (ssize_t)sizeof start && br_mat_is(start, sizeof start);
    if (file >= 0)
        close(file);
    return is;
}

br_status br_rows_open(br_rows *r, const char *path, br_csv_options o, br_diag *why)
{
    if (br_mat_named(path) || starts_as_mat(path)) {
        br_mat *m = NULL;
        br_status status = br_mat_open(&m, path, o.allow_infinite, why);
        if (status == BR_OK)
            *r = br_mat_rows(m);
        return status;
    }
    br_csv *t = NULL;
    br_status status = br_csv_open(&t, path, o, why);
    if (status == BR_OK)
        *r = br_csv_rows(t);
    return status;
}
