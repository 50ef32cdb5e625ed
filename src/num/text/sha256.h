// sha256.h - SHA-256 (FIPS 180-4): names bytes, so that two programs can say that they speak of the same ones.  [host]
#ifndef BR_NUM_TEXT_SHA256_H
#define BR_NUM_TEXT_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { BR_SHA256_HEX = 65 }; // 64 digits and a final 0

typedef struct br_sha256 {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
} br_sha256;

void br_sha256_init(br_sha256 *s);
void br_sha256_add(br_sha256 *s, const void *bytes, size_t size);
void br_sha256_hex(br_sha256 *s, char hex[BR_SHA256_HEX]); // ends it

#endif
