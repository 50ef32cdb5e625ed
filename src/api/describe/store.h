// store.h - what a description and an evaluation answer: texts and structures that stay until they are closed.   [host]
#ifndef BR_API_DESCRIBE_STORE_H
#define BR_API_DESCRIBE_STORE_H

#include "num/text/buffer.h"

#include <bristle/status.h>

#include <stddef.h>

typedef struct br_store { // all zero before
    struct br_stored *first;
    br_status status; // BR_NO_MEMORY: something is missing
} br_store;

void *br_store_bytes(br_store *s, size_t size);                        // zeros; NULL without memory
const char *br_store_text(br_store *s, const char *text, size_t size); // a copy; "" without memory
const char *br_store_words(br_store *s, const char *text);
const char *br_store_buffer(br_store *s, br_buffer *b); // of its text; the buffer is freed
void br_store_free(br_store *s);

typedef struct br_listed { // structures of a store, one by one
    const void **item;
    int count, room;
} br_listed;

// A structure of zeros at the end of the list, whose first member is `size`; bytes: that, and what stands behind it. NULL without memory.
void *br_listed_add(br_listed *list, br_store *s, size_t size, size_t bytes);
const void *br_listed_at(const br_listed *list, int i); // NULL: there is none
void br_listed_free(br_listed *list);

#endif
