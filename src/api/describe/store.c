// store.c - texts and structures that stay until a handle is closed.    [host]
#include "num/base/fp.h"

#include "api/describe/store.h"

#include <stdlib.h>
#include <string.h>

typedef struct br_stored {
    struct br_stored *next;
    max_align_t bytes[];
} br_stored;

void *br_store_bytes(br_store *s, size_t size)
{
    br_stored *fresh = calloc(1, offsetof(br_stored, bytes) + size);
    if (!fresh) {
        s->status = BR_NO_MEMORY;
        return NULL;
    }
    fresh->next = s->first;
    s->first = fresh;
    return fresh->bytes;
}

const char *br_store_text(br_store *s, const char *text, size_t size)
{
    char *copy = size > 0 ? br_store_bytes(s, size + 1) : NULL;
    return copy ? memcpy(copy, text, size) : "";
}

const char *br_store_words(br_store *s, const char *text)
{
    return br_store_text(s, text, strlen(text));
}

const char *br_store_buffer(br_store *s, br_buffer *b)
{
    const char *text = br_store_text(s, b->text, b->size);
    if (b->status != BR_OK)
        s->status = b->status;
    br_buffer_free(b);
    return text;
}

void br_store_free(br_store *s)
{
    while (s->first) {
        br_stored *next = s->first->next;
        free(s->first);
        s->first = next;
    }
    s->status = BR_OK;
}

void *br_listed_add(br_listed *list, br_store *s, size_t size, size_t bytes)
{
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 8;
        const void **more = realloc(list->item, (size_t)room * sizeof *more);
        if (!more) {
            s->status = BR_NO_MEMORY;
            return NULL;
        }
        list->item = more;
        list->room = room;
    }
    void *fresh = br_store_bytes(s, bytes);
    if (fresh) {
        memcpy(fresh, &size, sizeof size);
        list->item[list->count++] = fresh;
    }
    return fresh;
}

const void *br_listed_at(const br_listed *list, int i)
{
    return i >= 0 && i < list->count ? list->item[i] : NULL;
}

void br_listed_free(br_listed *list)
{
    free(list->item);
    *list = (br_listed){0};
}
