// load.c - bytes and numbers of a MAT file, as far as they are looked at.       [host]
//
// The parser sees the whole file as one array, of which chunks are read when a tag, a name or compressed data in them is
// needed. Numbers are read through a window, so that memory does not grow with their count.
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "file/mat/mat_parts.h"
#include "num/base/require.h"

#include <string.h>

static bool is_in_file(const br_mat *m, const uint8_t *at)
{
    return m->file >= 0 && (uintptr_t)at >= (uintptr_t)m->bytes && (uintptr_t)at < (uintptr_t)(m->bytes + m->size);
}

br_status br_mat_load(br_mat *m, const uint8_t *at, size_t size, br_diag *why)
{
    br_status status = BR_OK;
    if (size == 0 || !is_in_file(m, at))
        return BR_OK;
    size_t first = (size_t)(at - m->bytes), last = first + size - 1;
    for (size_t k = first / BR_MAT_CHUNK; k <= last / BR_MAT_CHUNK && status == BR_OK; k++) {
        size_t from = k * BR_MAT_CHUNK, n = m->size - from < BR_MAT_CHUNK ? m->size - from : BR_MAT_CHUNK;
        if (m->loaded[k])
            continue;
        status = br_file_read_at(m->file, m->name, from, m->bytes + from, n, why);
        m->loaded[k] = status == BR_OK;
    }
    return status;
}

int br_mat_width(br_mat_type type)
{
    switch (type) {
    case BR_MAT_INT8:
    case BR_MAT_UINT8: return 1;
    case BR_MAT_INT16:
    case BR_MAT_UINT16: return 2;
    case BR_MAT_INT32:
    case BR_MAT_UINT32:
    case BR_MAT_SINGLE: return 4;
    case BR_MAT_DOUBLE:
    case BR_MAT_INT64:
    case BR_MAT_UINT64: return 8;
    default: return 0;
    }
}

double br_mat_number(const br_mat_numbers *n, size_t i)
{
    BR_REQUIRE(i < n->count && br_mat_width(n->type) > 0);
    int width = br_mat_width(n->type);
    uint64_t w = br_mat_word(n->at + i * n->stride * (size_t)width, width, n->big);
    uint32_t half = (uint32_t)w;
    float f;
    double d;
    switch (n->type) {
    case BR_MAT_INT8: return (int8_t)w;
    case BR_MAT_INT16: return (int16_t)w;
    case BR_MAT_INT32: return (int32_t)w;
    case BR_MAT_INT64: return (double)(int64_t)w;
    case BR_MAT_SINGLE: memcpy(&f, &half, sizeof f); return (double)f;
    case BR_MAT_DOUBLE: memcpy(&d, &w, sizeof d); return d;
    default: return (double)w;
    }
}

br_status br_mat_numbers_from(br_mat *m, const br_mat_numbers *n, size_t from, br_mat_numbers *part, br_diag *why)
{
    size_t width = (size_t)br_mat_width(n->type), apart = n->stride * width;
    *part = *n;
    part->at += from * apart;
    part->count -= from;
    if (part->count == 0 || !is_in_file(m, n->at))
        return BR_OK;
    size_t most = (BR_MAT_WINDOW - width) / apart + 1; // strides are at most BR_MAT_COLUMNS: there is room for one
    if (part->count > most)
        part->count = most;
    size_t place = (size_t)(part->at - m->bytes);
    part->at = m->window;
    return br_file_read_at(m->file, m->name, place, m->window, (part->count - 1) * apart + width, why);
}
