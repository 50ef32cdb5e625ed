// fnv.h - hashes of bytes, FNV-1a: of tables, and to tell data apart; not against forgery.   [target]
//
//     uint64_t sum = br_fnv64(BR_FNV64_START, bytes, count); // and on with it for what follows
#ifndef BR_NUM_BASE_FNV_H
#define BR_NUM_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define BR_FNV64_START 0xcbf29ce484222325u
#define BR_FNV32_START 0x811c9dc5u

static inline uint64_t br_fnv64(uint64_t sum, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return sum;
}

static inline uint32_t br_fnv32(uint32_t sum, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x01000193u;
    return sum;
}

#endif
