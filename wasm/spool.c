// spool.c - arrays of file/disk/spool.h where there is no disk: all on the heap.    [host]
#include "num/base/fp.h"

#include "file/disk/spool.h"

#include <stdlib.h>
#include <string.h>

br_status br_spool_resize(br_spool *s, size_t bytes, size_t heap)
{
    (void)heap;
    void *at = realloc(s->at, bytes > 0 ? bytes : 1);
    if (!at)
        return BR_NO_MEMORY;
    s->at = at;
    s->bytes = bytes;
    return BR_OK;
}

void br_spool_release(const br_spool *s)
{
    (void)s;
}

void br_spool_free(br_spool *s)
{
    free(s->at);
    memset(s, 0, sizeof *s);
}
