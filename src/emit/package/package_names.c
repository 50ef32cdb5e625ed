// package_names.c - the prefix of a package: what it may be, and that nothing else in the package has a name of it.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "law/print/c_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool begins_with(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

// Names that the sources of a package bring, and files; a file system may not know capitals.
static bool is_ours(const char *prefix)
{
    char small[BR_PREFIX_MOST + 1] = {0};
    for (size_t i = 0; i < BR_PREFIX_MOST && prefix[i]; i++)
        small[i] = (char)tolower((unsigned char)prefix[i]);
    return strcmp(small, "br") == 0 || strcmp(small, "brf") == 0 || begins_with(small, "br_") ||
           begins_with(small, "brf_") || strcmp(small, "selftest") == 0 || strcmp(small, "vectors") == 0 ||
           br_c_header(small);
}

bool br_prefix_ok(const char *prefix)
{
    size_t size = strlen(prefix);
    if (size == 0 || size > BR_PREFIX_MOST || prefix[0] == '_')
        return false;
    for (size_t i = 0; i < size; i++) {
        bool letter = (prefix[i] >= 'a' && prefix[i] <= 'z') || (prefix[i] >= 'A' && prefix[i] <= 'Z');
        if (!letter && prefix[i] != '_' && (i == 0 || prefix[i] < '0' || prefix[i] > '9'))
            return false;
    }
    return !is_ours(prefix) && !br_c_keyword(prefix) && !br_c_of_headers(prefix) && !br_c_grouped(prefix) &&
           !br_c_library(prefix);
}

// axis: AXIS_X_z; Axis: Axis_X_z; AXIS: axis_X_z.
static void enumerators_of(const char *prefix, char to[BR_PREFIX_MOST + 1])
{
    bool small = false, capital = false;
    for (const char *c = prefix; *c; c++) {
        small = small || islower((unsigned char)*c);
        capital = capital || isupper((unsigned char)*c);
    }
    size_t n = 0;
    for (; n < BR_PREFIX_MOST && prefix[n]; n++) {
        int c = (unsigned char)prefix[n];
        to[n] = (char)(!capital ? toupper(c) : !small ? tolower(c) : c);
    }
    to[n] = 0;
}

// ---------------------------------------------------------------- words of the texts

// The next name that is no member: of a structure, or behind . and ->. Comments and texts in quotes have none.
typedef struct reading {
    const char *at, *end;
    int depth, hidden; // braces that are open; those of structures begin there, 0: nowhere
    bool opens;        // a structure may begin here
    char before;
} reading;

static void pass_sign(reading *r, const char *sign)
{
    if (*sign == '{' && ++r->depth && r->opens && !r->hidden)
        r->hidden = r->depth;
    if (*sign == '}' && r->depth-- == r->hidden)
        r->hidden = 0;
    r->opens = false;
    r->before = r->at - sign == 2 ? '.' : *sign;
}

static const char *next_name(reading *r, size_t *size)
{
    while (r->at < r->end) {
        const char *now = r->at;
        br_c_token_kind kind = br_c_token(&r->at, r->end);
        if (kind == BR_C_TOKEN_OTHER)
            pass_sign(r, now);
        if (kind != BR_C_TOKEN_NAME)
            continue;
        bool member = r->before == '.' || r->hidden;
        *size = (size_t)(r->at - now);
        r->opens = r->opens || begins_with(now, "struct ") || begins_with(now, "union ");
        r->before = 'a';
        if (!member)
            return now;
    }
    return NULL;
}

static bool has_word(const br_buffer *text, const char *stem, const char *rest, size_t size)
{
    reading r = {.at = text->text, .end = text->text + text->size};
    size_t all = strlen(stem) + size, n;
    for (const char *name; (name = next_name(&r, &n));)
        if (n == all && begins_with(name, stem) && strncmp(name + strlen(stem), rest, size) == 0)
            return true;
    return false;
}

// Whether a name would be one that a header declares with this prefix.
static bool is_declared(const br_package *k, const char *name, size_t size, const char *any, const char *prefix)
{
    size_t n = strlen(prefix);
    bool may = size >= n && begins_with(name, prefix) && (size == n || name[n] == '_'), is = false;
    for (int i = 0; may && !is && i < k->files; i++)
        is = strstr(k->file[i].name, ".h") && has_word(&k->file[i].text, any, name + n, size - n);
    return is;
}

// ---------------------------------------------------------------- all of it

static br_status refuse_name(br_packing *w, const char *name, size_t size, const char *whose)
{
    return br_packing_wrong(w, BR_BAD_USAGE, "--prefix '%s' gives a name that %s: %.*s", w->o->prefix, whose, (int)size,
                            name);
}

// Names with any prefix become those of this one, and may not be of the C library; others may not be theirs.
static br_status check_name(br_packing *w, const br_package *k, const char *name, size_t size, const char *capital)
{
    const char *prefix = w->o->prefix;
    bool small = begins_with(name, BR_ANY_PREFIX), large = begins_with(name, BR_ANY_CAPITAL);
    if (!small && !large)
        return is_declared(k, name, size, BR_ANY_PREFIX, prefix) || is_declared(k, name, size, BR_ANY_CAPITAL, capital)
                   ? refuse_name(w, name, size, "the package needs for something else")
                   : BR_OK;
    char full[128];
    size_t any = strlen(BR_ANY_PREFIX);
    snprintf(full, sizeof full, "%s%.*s", small ? prefix : capital, (int)(size - any), name + any);
    return br_c_library(full) ? refuse_name(w, full, strlen(full), "the C library has") : BR_OK;
}

static br_status check_names(br_packing *w, const br_package *k, const char *capital)
{
    br_status status = BR_OK;
    for (int i = 0; i < k->files; i++) {
        const char *ending = strrchr(k->file[i].name, '.');
        if (!ending || (strcmp(ending, ".c") != 0 && strcmp(ending, ".h") != 0)) // the README, manifests
            continue;
        reading r = {.at = k->file[i].text.text, .end = k->file[i].text.text + k->file[i].text.size};
        size_t size = 0;
        for (const char *name; status == BR_OK && (name = next_name(&r, &size));)
            status = check_name(w, k, name, size, capital);
    }
    return status;
}

static void put_replaced(const br_buffer *from, const char *prefix, const char *capital, br_buffer *out)
{
    const char *at = from->text, *end = at + from->size;
    for (const char *last = at; at <= end; at++) {
        bool small = at < end && begins_with(at, BR_ANY_PREFIX), large = at < end && begins_with(at, BR_ANY_CAPITAL);
        if (!small && !large && at < end)
            continue;
        br_buffer_add(out, last, (size_t)(at - last));
        br_buffer_put(out, small ? prefix : large ? capital : "");
        last = at + strlen(BR_ANY_PREFIX);
    }
}

br_status br_packing_name(br_packing *w, br_package *k)
{
    char capital[BR_PREFIX_MOST + 1];
    enumerators_of(w->o->prefix, capital);
    br_status status = check_names(w, k, capital);
    for (int i = 0; i < k->files && status == BR_OK; i++) {
        br_buffer named = {0};
        put_replaced(&k->file[i].text, w->o->prefix, capital, &named);
        br_buffer_free(&k->file[i].text);
        k->file[i].text = named;
        status = named.status;
    }
    return status;
}
