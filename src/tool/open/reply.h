// reply.h - a reply of `bristle open`, sent piece by piece as its client takes it. Nothing here waits.  [host]
#ifndef BR_TOOL_OPEN_REPLY_H
#define BR_TOOL_OPEN_REPLY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct reply {
    int file;               // its body; -1: none
    size_t at, size;        // sent of it, and to be sent
    size_t sent, head_size; // of the head; 0: it has not begun
    char head[700];
} reply;

void reply_with_file(reply *r, const char *path, const char *name, bool body); // name: the type is of its ending
void reply_refuse(reply *r);                                                   // 404
static inline bool reply_has_begun(const reply *r)
{
    return r->head_size > 0;
}

// Sends what the client takes at once, one piece at most: how many bytes. -1: all is sent, the client is gone, or the file was cut off.
long reply_send(reply *r, int to);
void reply_end(reply *r);

#endif
