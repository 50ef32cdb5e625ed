// sized.h - structures of the C API whose first member is their size: programs of before give smaller ones.   [host]
#ifndef BR_API_SIZED_H
#define BR_API_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Fills a structure of a program with the first `size` bytes of the defaults, whose first member is their size. least: that of the
// first version. False: there is no such structure.
static inline bool br_sized_fill(void *to, size_t size, const void *defaults, size_t known, size_t least)
{
    if (!to || size < least || size > known)
        return false;
    memcpy(to, defaults, size);
    memcpy(to, &size, sizeof size);
    return true;
}

// Reads one: what it has over the defaults that *to holds.
static inline bool br_sized_read(void *to, size_t known, size_t least, const void *from)
{
    size_t size = 0;
    if (from)
        memcpy(&size, from, sizeof size);
    if (size < least || size > known)
        return false;
    memcpy(to, from, size);
    return true;
}

#endif
