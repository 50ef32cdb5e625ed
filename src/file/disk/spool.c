// spool.c - arrays that may be larger than memory.                                  [host]
#define _POSIX_C_SOURCE 200809L // posix_fallocate
#include "num/base/fp.h"

#include "file/disk/spool.h"
#include "file/disk/whole.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Maps so many bytes of a file that has them; NULL: not.
static void *map_file(int file, size_t bytes, void *at)
{
    void *map = mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0), file, 0);
    return map == MAP_FAILED ? NULL : map;
}

static bool reserve_room(int file, size_t bytes)
{
    return bytes <= (size_t)LLONG_MAX / 2 && posix_fallocate(file, 0, (off_t)bytes) == 0;
}

static br_status resize_heap(br_spool *s, size_t bytes)
{
    void *at = realloc(s->at, bytes > 0 ? bytes : 1);
    if (!at)
        return BR_NO_MEMORY;
    s->at = at;
    s->bytes = bytes;
    return BR_OK;
}

static br_status resize_file(br_spool *s, size_t bytes)
{
    if (!reserve_room(s->file, bytes))
        return BR_NO_MEMORY;
    void *at = map_file(s->file, bytes, NULL);
    if (!at)
        return BR_NO_MEMORY;
    munmap(s->at, s->bytes);
    s->at = at;
    s->bytes = bytes;
    return BR_OK;
}

// From the heap into a file.
static br_status move_to_file(br_spool *s, size_t bytes)
{
    int file = br_scratch_file();
    void *at = file >= 0 && reserve_room(file, bytes) ? map_file(file, bytes, NULL) : NULL;
    if (!at) {
        if (file >= 0)
            close(file);
        return BR_NO_MEMORY;
    }
    if (s->bytes > 0)
        memcpy(at, s->at, s->bytes < bytes ? s->bytes : bytes);
    free(s->at);
    *s = (br_spool){at, bytes, file, true};
    return BR_OK;
}

br_status br_spool_resize(br_spool *s, size_t bytes, size_t heap)
{
    if (s->on_disk)
        return bytes <= s->bytes ? BR_OK : resize_file(s, bytes);
    if (bytes > heap && move_to_file(s, bytes) == BR_OK)
        return BR_OK;
    return resize_heap(s, bytes);
}

void br_spool_release(const br_spool *s)
{
    if (s->on_disk)
        (void)map_file(s->file, s->bytes, s->at); // the same bytes at the same place, none of them in memory
}

void br_spool_free(br_spool *s)
{
    if (s->on_disk) {
        munmap(s->at, s->bytes);
        close(s->file);
    } else {
        free(s->at);
    }
    memset(s, 0, sizeof *s);
}
