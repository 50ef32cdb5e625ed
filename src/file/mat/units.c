// units.c - units of the columns of a MAT file, from its structure `units`: units.x is 'mm'.   [host]
#include "num/base/fp.h"

#include "file/mat/mat_parts.h"
#include "file/table/column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Appends a character; false: there is no room for it.
static bool put_character(char text[BR_UNIT_SIZE], size_t *size, unsigned c)
{
    bool wide = c >= 0x80 && c < 0x800;
    if (c == 0 || c >= 0x800 || *size + (wide ? 2 : 1) >= BR_UNIT_SIZE)
        return false;
    if (wide)
        text[(*size)++] = (char)(0xC0 | c >> 6);
    text[(*size)++] = (char)(wide ? 0x80 | (c & 0x3F) : c);
    return true;
}

br_status br_mat_add_unit(br_mat *m, const char *name, const br_mat_numbers *n)
{
    br_mat_unit u = {{0}, {0}};
    bool bytes = n->type == BR_MAT_UTF8 || n->type == BR_MAT_INT8 || n->type == BR_MAT_UINT8;
    size_t size = 0;
    for (size_t i = 0; i < n->count; i++) {
        unsigned c = (unsigned)br_mat_word(n->at + i * (bytes ? 1 : 2), bytes ? 1 : 2, n->big);
        bool fits = !bytes ? put_character(u.text, &size, c) : c != 0 && size + 1 < sizeof u.text;
        if (!fits)
            return BR_OK;
        if (bytes) // UTF-8 already
            u.text[size++] = (char)c;
    }
    if (m->units == BR_MAT_COLUMNS)
        return BR_OK;
    snprintf(u.name, sizeof u.name, "%s", name);
    if (m->units % 64 == 0) {
        br_mat_unit *more = realloc(m->unit, ((size_t)m->units + 64) * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        m->unit = more;
    }
    m->unit[m->units++] = u;
    return BR_OK;
}

static int find_column(const br_mat *m, const char *name)
{
    for (int c = 0; c < m->columns; c++)
        if (m->column[c].has_numbers && strcmp(m->column[c].name, name) == 0)
            return c;
    return -1;
}

static br_status set_unit(br_column *c, const br_mat_unit *u, const br_heading *h)
{
    char text[BR_MAT_NAME + BR_UNIT_SIZE + 4];
    snprintf(text, sizeof text, "%s [%s]", c->name, u->text);
    free(c->text);
    free(c->unit_text);
    c->text = malloc(strlen(text) + 1);
    c->unit_text = malloc(strlen(u->text) + 1);
    c->unit = h->is;
    if (!c->text || !c->unit_text)
        return BR_NO_MEMORY;
    memcpy(c->text, text, strlen(text) + 1);
    memcpy(c->unit_text, u->text, strlen(u->text) + 1);
    return BR_OK;
}

br_status br_mat_apply_units(br_mat *m)
{
    br_status status = BR_OK;
    for (int i = 0; i < m->units && status == BR_OK; i++) {
        const br_mat_unit *u = &m->unit[i];
        br_heading h = {0};
        int c = find_column(m, u->name);
        char name[BR_MAT_NAME + 8];
        snprintf(name, sizeof name, "units.%s", u->name);
        if (c >= 0 && br_heading_unit(u->text, strlen(u->text), &h))
            status = set_unit(&m->column[c], u, &h);
        else if (c < 0 || u->text[0])
            status = br_mat_add_other(m, name, "text that is not the unit of a column");
    }
    return status;
}
