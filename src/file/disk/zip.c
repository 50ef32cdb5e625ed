// zip.c - files as one archive, stored as they are (APPNOTE 6.3, method 0).      [host]
#include "num/base/fp.h"

#include "file/disk/zip.h"

#include <stdint.h>
#include <string.h>

// CRC-32, bit by bit: archives are small.
static uint32_t checksum(const char *text, size_t size)
{
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        c ^= (unsigned char)text[i];
        for (int k = 0; k < 8; k++)
            c = (c >> 1) ^ ((c & 1) ? 0xedb88320u : 0);
    }
    return ~c;
}

// `bytes` bytes, the lowest first.
static void put(br_buffer *b, uint32_t value, int bytes)
{
    char text[4] = {(char)(value & 255), (char)(value >> 8 & 255), (char)(value >> 16 & 255), (char)(value >> 24)};
    br_buffer_add(b, text, (size_t)bytes);
}

// What the header of a file and its line in the list share: version 1.0, no flags, stored, the first day of 1980.
static void put_file(br_buffer *b, uint32_t sum, size_t size, size_t name)
{
    put(b, 10, 2);
    put(b, 0, 2);
    put(b, 0, 2);
    put(b, 0, 2);
    put(b, 0x21, 2);
    put(b, sum, 4);
    put(b, (uint32_t)size, 4);
    put(b, (uint32_t)size, 4);
    put(b, (uint32_t)name, 2);
    put(b, 0, 2);
}

void br_zip_add(br_zip *z, const char *name, const char *text, size_t size)
{
    size_t letters = strlen(name), at = z->out.size;
    if (letters >= 1000 || size > INT32_MAX || at > INT32_MAX || z->files == 65535) {
        z->status = BR_BAD_USAGE;
        return;
    }
    uint32_t sum = checksum(text, size);
    put(&z->out, 0x04034b50, 4);
    put_file(&z->out, sum, size, letters);
    br_buffer_add(&z->out, name, letters);
    br_buffer_add(&z->out, text, size);
    put(&z->list, 0x02014b50, 4);
    put(&z->list, 10, 2);
    put_file(&z->list, sum, size, letters);
    put(&z->list, 0, 2); // comment, disk, kinds
    put(&z->list, 0, 4);
    put(&z->list, 0, 4);
    put(&z->list, (uint32_t)at, 4);
    br_buffer_add(&z->list, name, letters);
    z->files++;
}

br_status br_zip_finish(br_zip *z)
{
    size_t at = z->out.size;
    br_buffer_add(&z->out, z->list.text, z->list.size);
    put(&z->out, 0x06054b50, 4);
    put(&z->out, 0, 4); // disks
    put(&z->out, (uint32_t)z->files, 2);
    put(&z->out, (uint32_t)z->files, 2);
    put(&z->out, (uint32_t)z->list.size, 4);
    put(&z->out, (uint32_t)at, 4);
    put(&z->out, 0, 2);
    return z->status != BR_OK ? z->status : z->list.status != BR_OK ? z->list.status : z->out.status;
}

void br_zip_free(br_zip *z)
{
    br_buffer_free(&z->out);
    br_buffer_free(&z->list);
}
