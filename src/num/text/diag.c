// diag.c - the message of a call that fails.                                    [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "num/text/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Without memory of its own, as memory may be what is missing: what does not fit is cut off.
static void copy_safely(char *to, size_t room, const char *text)
{
    size_t size = strlen(text), used = 0;
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(text + i, size - i, &c), bytes = n > 0 ? n : 1;
        bool safe = n > 0 && !br_utf8_steers(c);
        if (used + (size_t)(safe ? bytes : 4 * bytes) >= room)
            break;
        for (int k = 0; k < bytes; k++, i++)
            if (safe)
                to[used++] = text[i];
            else
                used += (size_t)snprintf(to + used, room - used, "\\x%02x", (unsigned)(unsigned char)text[i]);
    }
    to[used] = 0;
}

br_status br_diag_fail_list(br_diag *why, br_status status, const char *format, va_list list)
{
    char words[sizeof why->text];
    if (!why)
        return status;
    (void)vsnprintf(words, sizeof words, format, list);
    memset(why, 0, sizeof *why);
    copy_safely(why->text, sizeof why->text, words);
    return status;
}

br_status br_diag_fail(br_diag *why, br_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)br_diag_fail_list(why, status, format, list);
    va_end(list);
    return status;
}

// ---------------------------------------------------------------- members of options

// The last bytes of a text, where it leaves them: br_diag keeps the size that programs were compiled with.
typedef struct record {
    uint32_t hash; // of the text
    br_diag_members is;
} record;
enum { RECORD_AT = sizeof((br_diag *)0)->text - sizeof(record) };

// FNV-1a, never 0: bytes that are all zero are no record.
static uint32_t hash_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash ? hash : 1;
}

static bool read_record(const br_diag *why, record *r)
{
    if (!why || !memchr(why->text, 0, RECORD_AT))
        return false;
    memcpy(r, why->text + RECORD_AT, sizeof *r);
    return r->hash == hash_of(why->text) && r->is.count <= BR_DIAG_PLACES && !r->is.name[sizeof r->is.name - 1];
}

void br_diag_set_members(br_diag *why, const br_diag_members *members)
{
    if (!why || !memchr(why->text, 0, RECORD_AT))
        return;
    record r = {.hash = hash_of(why->text), .is = *members};
    memcpy(why->text + RECORD_AT, &r, sizeof r);
}

br_status br_diag_about(br_diag *why, const char *member, br_status status)
{
    br_diag_members m = {0};
    snprintf(m.name, sizeof m.name, "%.*s", (int)sizeof m.name - 1, member);
    br_diag_set_members(why, &m);
    return status;
}

const char *br_diag_member(const br_diag *why)
{
    record r;
    return read_record(why, &r) ? why->text + RECORD_AT + offsetof(record, is) + offsetof(br_diag_members, name) : "";
}

int br_diag_place(const br_diag *why, int i)
{
    record r;
    return i >= 0 && read_record(why, &r) && i < r.is.count ? r.is.at[i] : -1;
}
