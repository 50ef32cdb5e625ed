// unpack.c - decompressing variables of MAT files with zlib, within bounds.    [host]
#include "num/base/fp.h"

#include "file/mat/mat_parts.h"

#include <stdlib.h>

#ifdef BR_ZLIB
#include <zlib.h>

enum { FIRST = 1 << 16 }; // bytes; then twice as many whenever they are full

typedef struct unpacking {
    z_stream z;
    uint8_t *to;
    size_t room, got, limit; // limit: what there may be at all
    bool big, sized;         // sized: the tag was seen
    const char *fault;
} unpacking;

static br_status unpack_error(unpacking *u, const char *message)
{
    u->fault = message;
    return BR_BAD_DATA;
}

// The tag says how many bytes belong to the element: from then on that is the limit.
static br_status read_element_size(unpacking *u)
{
    if (u->sized || u->got < 8)
        return BR_OK;
    if (br_mat_word(u->to, 4, u->big) != BR_MAT_MATRIX)
        return unpack_error(u, "no variable in it");
    size_t size = (size_t)br_mat_word(u->to + 4, 4, u->big);
    if (size > u->limit - 8)
        return unpack_error(u, "it unpacks to more than 1 GiB");
    u->limit = size + 8;
    u->sized = true;
    return BR_OK;
}

static br_status grow_output(unpacking *u)
{
    if (u->got < u->room)
        return BR_OK;
    size_t more = u->room ? 2 * u->room : FIRST;
    uint8_t *to = realloc(u->to, more);
    if (!to)
        return BR_NO_MEMORY;
    u->to = to;
    u->room = more;
    return BR_OK;
}

// One byte more than the limit is asked for, to notice a stream that goes on.
static br_status inflate_all(unpacking *u)
{
    int state = Z_OK;
    while (state == Z_OK) {
        br_status status = grow_output(u);
        if (status != BR_OK)
            return status;
        size_t most = u->sized ? u->limit + 1 : 8, room = (most < u->room ? most : u->room) - u->got;
        u->z.next_out = u->to + u->got;
        u->z.avail_out = (uInt)room;
        state = inflate(&u->z, Z_NO_FLUSH);
        u->got += room - u->z.avail_out;
        status = read_element_size(u);
        if (status != BR_OK)
            return status;
        if (u->sized && u->got > u->limit)
            return unpack_error(u, "it goes on behind the end of its variable");
    }
    if (state == Z_MEM_ERROR)
        return BR_NO_MEMORY;
    if (state != Z_STREAM_END) // Z_BUF_ERROR: no more to read
        return unpack_error(u, state == Z_BUF_ERROR ? "it is cut off" : u->z.msg ? u->z.msg : "broken");
    if (u->z.avail_in > 0)
        return unpack_error(u, "bytes stand behind its end");
    return u->sized && u->got == u->limit ? BR_OK : unpack_error(u, "it ends before its variable does");
}

br_status br_mat_unpack(const uint8_t *from, size_t size, bool big, size_t most, uint8_t **to, size_t *got,
                        const char **fault)
{
    unpacking u = {.limit = most, .big = big};
    if (most < 8) {
        *fault = "all of it unpacks to more than 1 GiB";
        return BR_BAD_DATA;
    }
    u.z.next_in = (z_const Bytef *)from;
    u.z.avail_in = (uInt)size; // of an element: below 2^32
    if (inflateInit(&u.z) != Z_OK)
        return BR_NO_MEMORY;
    br_status status = inflate_all(&u);
    inflateEnd(&u.z);
    *fault = u.fault;
    if (status != BR_OK) {
        free(u.to);
        return status;
    }
    *to = u.to;
    *got = u.got;
    return BR_OK;
}

#else

br_status br_mat_unpack(const uint8_t *from, size_t size, bool big, size_t most, uint8_t **to, size_t *got,
                        const char **fault)
{
    (void)from, (void)size, (void)big, (void)most, (void)to, (void)got;
    *fault = "this bristle was built without zlib (package zlib1g-dev); save -v6 writes it uncompressed";
    return BR_BAD_DATA;
}

#endif
