// zip.h - ZIP archives, written uncompressed.                                  [host]
#ifndef BR_FILE_DISK_ZIP_H
#define BR_FILE_DISK_ZIP_H

#include "num/text/buffer.h"

typedef struct br_zip {
    br_buffer out, list; // the archive so far, and the list of its files that stands at its end
    int files;
    br_status status;
} br_zip;

// Starts as all zero. name: a path with /, shorter than 1000 bytes; size below 2^31.
void br_zip_add(br_zip *z, const char *name, const char *text, size_t size);
br_status br_zip_finish(br_zip *z) BR_CHECKED; // then out is the archive
void br_zip_free(br_zip *z);

#endif
