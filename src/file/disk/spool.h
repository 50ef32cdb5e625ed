// spool.h - arrays that may be larger than memory: small ones on the heap, large ones in a file without a name.    [host]
//
//     br_spool x = {0};
//     status = br_spool_resize(&x, rows * sizeof(double), BR_SPOOL_HEAP); // x.at keeps what it holds
//     double *v = x.at;
//     for (k = 0; k < rows; k++) {
//         v[k] = ...;
//         if (br_spool_due(k))
//             br_spool_release(&x); // its pages leave memory; v stays valid
//     }
//     br_spool_free(&x);
//
// The file is in the folder of temporary files (TMPDIR, else /tmp), and is gone when the spool is freed or the process ends. Its room is
// reserved on disk, so that a full disk is seen in br_spool_resize. Where there is no such file, the array is on the heap.
#ifndef BR_FILE_DISK_SPOOL_H
#define BR_FILE_DISK_SPOOL_H

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

enum { BR_SPOOL_HEAP = 4 << 20 }; // bytes of a column that stay on the heap

typedef struct br_spool {
    void *at;
    size_t bytes;
    int file; // if on_disk
    bool on_disk;
} br_spool;

// Makes room for so many bytes; above `heap` of them in a file. BR_NO_MEMORY: neither disk nor memory has the room, and nothing has changed.
br_status br_spool_resize(br_spool *s, size_t bytes, size_t heap) BR_CHECKED;

// Takes the pages of a file out of memory. Others may read the array meanwhile.
void br_spool_release(const br_spool *s);

void br_spool_free(br_spool *s);

// Is it time to release, in a loop over rows?
static inline bool br_spool_due(long long row)
{
    return (row & 0xffff) == 0xffff;
}

// How rows that others hold are released: call it now and then.
typedef struct br_release {
    void (*call)(const void *of); // NULL: they stay in memory
    const void *of;
} br_release;

static inline void br_release_if_due(br_release r, long long row)
{
    if (r.call && br_spool_due(row))
        r.call(r.of);
}

#endif
