// zip.c - ZIP archives, written uncompressed (APPNOTE 6.3, method 0).          [host]
#include "num/base/fp.h"

#include "file/disk/zip.h"

#include <stdint.h>
#include <string.h>

// CRC-32, bit by bit: archives are small.
static uint32_t crc32_of(const char *text, size_t size)
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
static void put_word(br_buffer *b, uint32_t value, int bytes)
{
    char text[4] = {(char)(value & 255), (char)(value >> 8 & 255), (char)(value >> 16 & 255), (char)(value >> 24)};
    br_buffer_add(b, text, (size_t)bytes);
}

// What the header of a file and its line in the list share: version 1.0, no flags, stored, the first day of 1980.
static void write_entry(br_buffer *b, uint32_t sum, size_t size, size_t name)
{
    put_word(b, 10, 2);
    put_word(b, 0, 2);
    put_word(b, 0, 2);
    put_word(b, 0, 2);
    put_word(b, 0x21, 2);
    put_word(b, sum, 4);
    put_word(b, (uint32_t)size, 4);
    put_word(b, (uint32_t)size, 4);
    put_word(b, (uint32_t)name, 2);
    put_word(b, 0, 2);
}

void br_zip_add(br_zip *z, const char *name, const char *text, size_t size)
{
    size_t letters = strlen(name), at = z->out.size;
    if (letters >= 1000 || size > INT32_MAX || at > INT32_MAX || z->files == 65535) {
        z->status = BR_BAD_USAGE;
        return;
    }
    uint32_t sum = crc32_of(text, size);
    put_word(&z->out, 0x04034b50, 4);
    write_entry(&z->out, sum, size, letters);
    br_buffer_add(&z->out, name, letters);
    br_buffer_add(&z->out, text, size);
    put_word(&z->list, 0x02014b50, 4);
    put_word(&z->list, 10, 2);
    write_entry(&z->list, sum, size, letters);
    put_word(&z->list, 0, 2); // comment, disk, kinds
    put_word(&z->list, 0, 4);
    put_word(&z->list, 0, 4);
    put_word(&z->list, (uint32_t)at, 4);
    br_buffer_add(&z->list, name, letters);
    z->files++;
}

br_status br_zip_finish(br_zip *z)
{
    size_t at = z->out.size;
    br_buffer_add(&z->out, z->list.text, z->list.size);
    put_word(&z->out, 0x06054b50, 4);
    put_word(&z->out, 0, 4); // disks
    put_word(&z->out, (uint32_t)z->files, 2);
    put_word(&z->out, (uint32_t)z->files, 2);
    put_word(&z->out, (uint32_t)z->list.size, 4);
    put_word(&z->out, (uint32_t)at, 4);
    put_word(&z->out, 0, 2);
    return z->status != BR_OK ? z->status : z->list.status != BR_OK ? z->list.status : z->out.status;
}

void br_zip_free(br_zip *z)
{
    br_buffer_free(&z->out);
    br_buffer_free(&z->list);
}
