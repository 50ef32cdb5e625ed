// read.c - parsing MAT files of versions 4 and 5: elements, arrays, structures, cells. [host]
//
// After "MAT-File Format" of The MathWorks. Nothing is trusted: every size is checked against the bytes that are there.
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/mat/mat_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 32, FIELD_NAME = 256 };

// Classes of arrays in version 5.
enum { CELL = 1, STRUCT, OBJECT, CHAR, SPARSE, DOUBLE, UINT64 = 15, FUNCTION, OPAQUE };

typedef struct reading {
    br_mat *m;
    const uint8_t *base; // where the file, or what was unpacked, starts
    bool packed, big;
    int depth;
    br_diag *why;
} reading;

typedef struct span {
    const uint8_t *at, *end;
} span;

typedef struct element {
    uint32_t type;
    span data;
} element;

static size_t span_size(span s)
{
    return (size_t)(s.end - s.at);
}

static br_status bad_data(const reading *r, const uint8_t *at, const char *format, ...) BR_PRINTF(3, 4);
static br_status bad_data(const reading *r, const uint8_t *at, const char *format, ...)
{
    char message[300];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    return br_table_complain(r->why, BR_BAD_DATA, r->m->name, 0, 0, "byte %zu%s: %s", (size_t)(at - r->base) + 1,
                             r->packed ? " of a compressed variable" : "", message);
}

// A name that can be shown and typed.
static br_status parse_name(const reading *r, span s, char name[FIELD_NAME])
{
    size_t size = 0;
    while (size < span_size(s) && s.at[size])
        size++;
    if (size >= FIELD_NAME)
        return bad_data(r, s.at, "a name of %zu bytes; %d are the most", size, FIELD_NAME - 1);
    for (size_t i = 0; i < size; i++)
        if (s.at[i] <= ' ' || s.at[i] > '~')
            return bad_data(r, s.at, "a name with byte %d in it", s.at[i]);
    memcpy(name, s.at, size);
    name[size] = 0;
    return BR_OK;
}

// a*b, or false where that is no size_t.
static bool checked_product(size_t a, size_t b, size_t *product)
{
    if (a != 0 && b > SIZE_MAX / a)
        return false;
    *product = a * b;
    return true;
}

// ---------------------------------------------------------------- elements of version 5

// The next element of s: a tag and its bytes, which are padded to 8; up to 4 bytes may stand in the tag. Its bytes are not loaded yet.
static br_status next_tag(const reading *r, span *s, element *e)
{
    *e = (element){0};
    if (span_size(*s) < 8)
        return bad_data(r, s->at, "cut off: %zu bytes where an element starts", span_size(*s));
    br_status status = br_mat_load(r->m, s->at, 8, r->why);
    if (status != BR_OK)
        return status;
    uint32_t word = (uint32_t)br_mat_word(s->at, 4, r->big), size = word >> 16;
    if (size > 4)
        return bad_data(r, s->at, "a small element of %u bytes; 4 are the most", (unsigned)size);
    e->type = size ? word & 0xffff : word;
    e->data.at = s->at + (size ? 4 : 8);
    if (size == 0)
        size = (uint32_t)br_mat_word(s->at + 4, 4, r->big);
    if (size > (size_t)(s->end - e->data.at))
        return bad_data(r, s->at, "an element of %u bytes where %zu are left (cut off?)", (unsigned)size,
                        (size_t)(s->end - e->data.at));
    e->data.end = e->data.at + size;
    size_t used = (size_t)(e->data.end - s->at), padded = e->type == BR_MAT_COMPRESSED ? used : (used + 7) / 8 * 8;
    s->at += padded < span_size(*s) ? padded : span_size(*s);
    return BR_OK;
}

// The next element with its bytes, but for an array, which consists of elements itself.
static br_status next_element(const reading *r, span *s, element *e)
{
    br_status status = next_tag(r, s, e);
    if (status == BR_OK && e->type != BR_MAT_MATRIX)
        status = br_mat_load(r->m, e->data.at, span_size(e->data), r->why);
    return status;
}

static br_status expect_element(const reading *r, span *s, uint32_t type, const char *what, element *e)
{
    br_status status = next_element(r, s, e);
    if (status == BR_OK && e->type != type)
        status = bad_data(r, e->data.at, "%s of type %u in place of %u", what, (unsigned)e->type, (unsigned)type);
    return status;
}

// ---------------------------------------------------------------- arrays of version 5

typedef struct array {
    int class;
    bool complex;
    size_t rows, columns, count; // columns: of a matrix; count: of all numbers
    int dimensions;
    char name[FIELD_NAME];
} array;

static br_status parse_array(reading *r, span s, const char *path);

static br_status parse_array_flags(const reading *r, span *s, array *a)
{
    element e;
    br_status status = expect_element(r, s, BR_MAT_UINT32, "array flags", &e);
    if (status == BR_OK && span_size(e.data) != 8)
        status = bad_data(r, e.data.at, "array flags of %zu bytes in place of 8", span_size(e.data));
    if (status != BR_OK)
        return status;
    uint32_t flags = (uint32_t)br_mat_word(e.data.at, 4, r->big);
    a->class = (int)(flags & 0xff);
    a->complex = flags & 0x0800;
    return BR_OK;
}

static br_status parse_dimensions(const reading *r, span *s, array *a)
{
    element e;
    br_status status = expect_element(r, s, BR_MAT_INT32, "dimensions", &e);
    if (status != BR_OK)
        return status;
    size_t n = span_size(e.data) / 4;
    if (n < 2 || n > DIMENSIONS || span_size(e.data) % 4)
        return bad_data(r, e.data.at, "%zu bytes of dimensions; from 2 to %d numbers are right", span_size(e.data),
                        DIMENSIONS);
    a->count = 1;
    for (size_t i = 0; i < n; i++) {
        int32_t size = (int32_t)br_mat_word(e.data.at + 4 * i, 4, r->big);
        if (size < 0)
            return bad_data(r, e.data.at, "a dimension of %d", (int)size);
        if (!checked_product(a->count, (size_t)size, &a->count))
            return bad_data(r, e.data.at, "dimensions whose product no size can hold");
        if (i == 0)
            a->rows = (size_t)size;
        else if (i == 1)
            a->columns = (size_t)size;
        if (size != 1)
            a->dimensions = (int)i + 1;
    }
    return BR_OK;
}

static br_status parse_numbers(reading *r, span *s, const array *a, const char *path)
{
    element e;
    size_t bytes = 0;
    br_status status = next_tag(r, s, &e);
    if (status != BR_OK)
        return status;
    br_mat_numbers n = {.at = e.data.at, .type = (br_mat_type)e.type, .big = r->big};
    int width = br_mat_width(n.type);
    if (width == 0)
        return bad_data(r, e.data.at, "numbers of type %u, which is none of numbers", (unsigned)e.type);
    if (!checked_product(a->count, (size_t)width, &bytes) || bytes != span_size(e.data))
        return bad_data(r, e.data.at, "%zu bytes of numbers for dimensions that have %zu numbers of %d bytes",
                        span_size(e.data), a->count, width);
    if (a->dimensions > 2)
        return br_mat_add_other(r->m, path, "an array of more than 2 dimensions");
    return br_mat_add(r->m, path, n, a->rows, a->columns, r->why);
}

// Text: read where it is a field of the structure `units`.
static br_status parse_text(reading *r, span *s, const array *a, const char *path)
{
    static const char units[] = "units.";
    element e;
    if (r->depth != 1 || strncmp(path, units, sizeof units - 1) != 0 || a->rows > 1 || a->dimensions > 2)
        return br_mat_add_other(r->m, path, "unsupported class: char");
    br_status status = next_element(r, s, &e);
    if (status != BR_OK)
        return status;
    bool wide = e.type == BR_MAT_UINT16 || e.type == BR_MAT_UTF16;
    if (!wide && e.type != BR_MAT_UTF8 && e.type != BR_MAT_INT8 && e.type != BR_MAT_UINT8)
        return br_mat_add_other(r->m, path, "unsupported class: char");
    const br_mat_numbers n = {.at = e.data.at,
                              .type = (br_mat_type)e.type,
                              .big = r->big,
                              .count = span_size(e.data) / (wide ? 2 : 1),
                              .stride = 1};
    return br_mat_add_unit(r->m, path + sizeof units - 1, &n);
}

// An array inside a structure or a cell.
static br_status parse_nested_array(reading *r, span *s, const char *path)
{
    element e;
    br_status status = expect_element(r, s, BR_MAT_MATRIX, "a part", &e);
    if (status != BR_OK)
        return status;
    if (r->depth == BR_MAT_DEPTH)
        return bad_data(r, e.data.at, "structures and cells nested more than %d deep", BR_MAT_DEPTH);
    if (span_size(e.data) == 0)
        return br_mat_add_other(r->m, path, "it is empty");
    r->depth++;
    status = parse_array(r, e.data, path);
    r->depth--;
    return status;
}

static br_status join_name(const reading *r, const uint8_t *at, char to[BR_MAT_NAME], const char *format, ...)
    BR_PRINTF(4, 5);
static br_status join_name(const reading *r, const uint8_t *at, char to[BR_MAT_NAME], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, BR_MAT_NAME, format, list);
    va_end(list);
    return n < BR_MAT_NAME ? BR_OK : bad_data(r, at, "a name of more than %d bytes", BR_MAT_NAME - 1);
}

static br_status parse_cells(reading *r, span *s, const array *a, const char *path)
{
    char name[BR_MAT_NAME];
    br_status status = BR_OK;
    for (size_t i = 0; i < a->count && status == BR_OK; i++) {
        status = join_name(r, s->at, name, "%s{%zu}", path, i + 1);
        if (status == BR_OK)
            status = parse_nested_array(r, s, name);
    }
    return status;
}

// Field names stand in slots of equal length; then all fields of the first element, of the second, ...
static br_status parse_struct_fields(reading *r, span *s, const array *a, const char *path)
{
    element slot, names;
    char name[BR_MAT_NAME], field[FIELD_NAME];
    br_status status = expect_element(r, s, BR_MAT_INT32, "the length of field names", &slot);
    if (status == BR_OK)
        status = expect_element(r, s, BR_MAT_INT8, "field names", &names);
    if (status != BR_OK)
        return status;
    size_t length = span_size(slot.data) == 4 ? (size_t)br_mat_word(slot.data.at, 4, r->big) : 0,
           all = span_size(names.data);
    if (length < 1 || length > FIELD_NAME || all % length)
        return bad_data(r, slot.data.at, "field names of %zu bytes in slots of %zu", all, length);
    size_t fields = all / length;
    for (size_t i = 0; i < a->count && fields > 0 && status == BR_OK; i++)
        for (size_t k = 0; k < fields && status == BR_OK; k++) {
            const uint8_t *at = names.data.at + k * length;
            status = parse_name(r, (span){at, at + length}, field);
            if (status == BR_OK)
                status = a->count == 1 ? join_name(r, s->at, name, "%s.%s", path, field)
                                       : join_name(r, s->at, name, "%s(%zu).%s", path, i + 1, field);
            if (status == BR_OK)
                status = parse_nested_array(r, s, name);
        }
    return status;
}

// What has a class that is not read; NULL: it is read.
static const char *unsupported_class(const array *a)
{
    switch (a->class) {
    case CELL:
    case CHAR:
    case STRUCT: return NULL;
    case OBJECT:
    case OPAQUE: return "unsupported class: object";
    case SPARSE: return "unsupported class: sparse";
    case FUNCTION: return "unsupported class: function handle";
    default: break;
    }
    if (a->class < DOUBLE || a->class > UINT64)
        return "unsupported class: unknown";
    return a->complex ? "unsupported class: complex" : NULL;
}

// path: how it is called from outside; "": by its own name.
static br_status parse_array(reading *r, span s, const char *path)
{
    array a = {.dimensions = 2};
    element e;
    br_status status = parse_array_flags(r, &s, &a);
    if (status == BR_OK && a.class != OPAQUE)
        status = parse_dimensions(r, &s, &a);
    if (status == BR_OK)
        status = next_element(r, &s, &e);
    if (status == BR_OK && e.type != BR_MAT_INT8 && e.type != BR_MAT_UTF8)
        status = bad_data(r, e.data.at, "a name of type %u in place of %d", (unsigned)e.type, BR_MAT_INT8);
    if (status == BR_OK)
        status = parse_name(r, e.data, a.name);
    if (status != BR_OK)
        return status;
    path = *path ? path : a.name;
    const char *why_not = unsupported_class(&a);
    if (!*path) // data of the writing program
        return BR_OK;
    if (why_not)
        return br_mat_add_other(r->m, path, why_not);
    if (a.class == CHAR)
        return parse_text(r, &s, &a, path);
    if (a.class == CELL)
        return parse_cells(r, &s, &a, path);
    if (a.class == STRUCT)
        return parse_struct_fields(r, &s, &a, path);
    return parse_numbers(r, &s, &a, path);
}

// ---------------------------------------------------------------- version 5

static br_status parse_compressed(const reading *outer, span s)
{
    br_mat *m = outer->m;
    reading r = *outer;
    const char *fault = "";
    uint8_t *block = NULL;
    element e;
    size_t got = 0;
    br_status status = br_mat_unpack(s.at, span_size(s), r.big, BR_MAT_BYTES - m->unpacked, &block, &got, &fault);
    if (status == BR_BAD_DATA)
        return bad_data(&r, s.at, "compressed data: %s", fault);
    if (status == BR_OK)
        status = br_mat_keep(m, block);
    if (status != BR_OK)
        return status;
    m->unpacked += got;
    r.base = block;
    r.packed = true;
    span inside = {block, block + got};
    status = expect_element(&r, &inside, BR_MAT_MATRIX, "a variable", &e);
    return status == BR_OK ? parse_array(&r, e.data, "") : status;
}

br_status br_mat_read_5(br_mat *m, br_diag *why)
{
    reading r = {.m = m, .base = m->bytes, .big = m->bytes[126] == 'M', .why = why};
    span s = {m->bytes + 128, m->bytes + m->size};
    br_status status = BR_OK;
    while (status == BR_OK && s.at < s.end) {
        element e;
        status = next_element(&r, &s, &e);
        if (status == BR_OK && e.type == BR_MAT_COMPRESSED)
            status = parse_compressed(&r, e.data);
        else if (status == BR_OK && e.type == BR_MAT_MATRIX)
            status = parse_array(&r, e.data, "");
        else if (status == BR_OK)
            status = bad_data(&r, e.data.at, "an element of type %u where a variable starts", (unsigned)e.type);
    }
    return status;
}

// ---------------------------------------------------------------- version 4

typedef struct head {
    uint32_t order, kind, precision, content; // the digits of its type: M, O, P, T
    uint32_t rows, columns, imaginary, name;
} head;

static head head_of(const uint8_t *at, bool big)
{
    uint32_t w[5];
    for (int i = 0; i < 5; i++)
        w[i] = (uint32_t)br_mat_word(at + 4 * (size_t)i, 4, big);
    return (head){w[0] / 1000, w[0] / 100 % 10, w[0] / 10 % 10, w[0] % 10, w[1], w[2], w[3], w[4]};
}

static br_status check_head(const reading *r, const uint8_t *at, const head *h)
{
    if (h->order > 1 && h->order < 5)
        return bad_data(r, at, "numbers of a VAX or a Cray");
    if (h->order != (r->big ? 1 : 0) || h->kind != 0 || h->precision > 5 || h->content > 2 || h->imaginary > 1 ||
        h->rows > INT32_MAX || h->columns > INT32_MAX || h->name < 1 || h->name > FIELD_NAME)
        return bad_data(r, at, "no variable of version 4 starts here");
    return BR_OK;
}

static br_status parse_variable(const reading *r, span *s)
{
    static const br_mat_type types[] = {BR_MAT_DOUBLE, BR_MAT_SINGLE, BR_MAT_INT32,
                                        BR_MAT_INT16,  BR_MAT_UINT16, BR_MAT_UINT8};
    char name[FIELD_NAME];
    size_t bytes = 0;
    if (span_size(*s) < 20)
        return bad_data(r, s->at, "cut off: %zu bytes where a variable starts", span_size(*s));
    br_status status = br_mat_load(r->m, s->at, 20, r->why);
    if (status != BR_OK)
        return status;
    head h = head_of(s->at, r->big);
    status = check_head(r, s->at, &h);
    if (status != BR_OK)
        return status;
    br_mat_type type = types[h.precision];
    size_t width = (size_t)br_mat_width(type) * (h.imaginary ? 2 : 1), left = span_size(*s) - 20;
    if (!checked_product(h.rows, h.columns, &bytes) || !checked_product(bytes, width, &bytes) || left < h.name ||
        bytes > left - h.name)
        return bad_data(r, s->at, "a variable of %u*%u numbers of %zu bytes where %zu bytes are left", (unsigned)h.rows,
                        (unsigned)h.columns, width, left);
    s->at += 20;
    status = br_mat_load(r->m, s->at, h.name, r->why);
    if (status == BR_OK)
        status = parse_name(r, (span){s->at, s->at + h.name}, name);
    br_mat_numbers n = {.at = s->at + h.name, .type = type, .big = r->big};
    s->at += h.name + bytes;
    if (status != BR_OK)
        return status;
    if (h.content || h.imaginary)
        return br_mat_add_other(r->m, name,
                                h.content == 1   ? "unsupported class: char"
                                : h.content == 2 ? "unsupported class: sparse"
                                                 : "unsupported class: complex");
    return br_mat_add(r->m, name, n, h.rows, h.columns, r->why);
}

br_status br_mat_read_4(br_mat *m, br_diag *why)
{
    reading r = {.m = m, .base = m->bytes, .big = m->bytes[0] == 0 && (m->bytes[2] || m->bytes[3]), .why = why};
    span s = {m->bytes, m->bytes + m->size};
    br_status status = BR_OK;
    while (status == BR_OK && s.at < s.end)
        status = parse_variable(&r, &s);
    return status;
}
