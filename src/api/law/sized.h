// sized.h - what calls of the C API share: structures whose first member is their size, lent memory, messages.   [host]
#ifndef BR_API_LAW_SIZED_H
#define BR_API_LAW_SIZED_H

#include "num/text/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A structure grows at its end, and one of an older version is shorter: the least size, of the first version, is that before `member`,
// which was the first to be added.
#define BR_SIZE_BEFORE(type, member) offsetof(type, member)

// Whether a version had that size: all of them are whole numbers of size_t.
static inline bool br_is_sized(size_t size, size_t known, size_t least)
{
    return size >= least && size <= known && size % sizeof size == 0;
}

// Fills a structure of a program with the first `size` bytes of the defaults, whose first member is their size. False: there is no such
// structure.
static inline bool br_sized_fill(void *to, size_t size, const void *defaults, size_t known, size_t least)
{
    if (!to || !br_is_sized(size, known, least))
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
    if (!br_is_sized(size, known, least))
        return false;
    memcpy(to, from, size);
    return true;
}

// Fills one whose size the program has set.
static inline bool br_sized_answer(void *to, const void *is, size_t known, size_t least)
{
    size_t size = 0;
    if (to)
        memcpy(&size, to, sizeof size);
    return br_sized_fill(to, size, is, known, least);
}

// The status of a public call, with a message where memory gave out: all other failures write theirs. Options of the command line in
// messages, "--noise", become members of options, "noise", and why remembers which and where (br_diag_member).
br_status br_said(br_status status, br_diag *why);

// A program that gives a name, as "axis-tool: " (the member `who` of options), has a command line: its messages keep the words of one.
// to: that name, or the usual one; *by_command: which of them.
br_status br_who_read(char *to, size_t size, const char *who, const char *usual, bool *by_command,
                      br_diag *why) BR_CHECKED;
br_status br_said_to(bool by_command, br_status status, br_diag *why);
void br_plain_words(char *text); // the same of other texts; NULL is fine

// Other words of the command line in a message, and what a program has in their place.
typedef const char *const br_wording[2];
void br_replace_words(const br_wording *words, size_t count, br_diag *why);

// What all handles share that are opened with options: their messages and sizes.
typedef struct br_handle_kind {
    const char *call, *who, *of;  // "br_smoothing", "smoother", "a law"
    size_t bytes, options, least; // of the handle; of its options, and of those of the first version
    bool plain;                   // without options it has the defaults
} br_handle_kind;

// A handle of zeros, to be freed by its close, and its options over the defaults that *with holds. NULL and *status: asked is false (something
// to open it of, or a place for it, is missing), the options have no known size, or memory gave out.
void *br_handle_begin(const br_handle_kind *kind, bool asked, const void *options, void *with, br_status *status,
                      br_diag *why);

// So many bytes that what stands behind them is aligned as malloc aligns.
static inline size_t br_bytes_aligned(size_t bytes)
{
    size_t to = sizeof(max_align_t);
    return (bytes + to - 1) / to * to;
}

// Whether lent memory is aligned as malloc aligns.
static inline bool br_is_aligned(const void *memory)
{
    return (uintptr_t)memory % _Alignof(max_align_t) == 0;
}

#endif
