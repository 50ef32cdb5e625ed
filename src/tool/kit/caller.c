// caller.c - what a call from a program lends to a command, and what it keeps.   [host]
#include "num/base/fp.h"

#include "tool/kit/caller.h"

#include <stdlib.h>
#include <string.h>

const br_call_table *tool_call_find(const tool_call *c, const char *name)
{
    for (int i = 0; c && i < c->tables; i++)
        if (strcmp(c->table[i].name, name) == 0)
            return &c->table[i];
    return NULL;
}

const volatile int *tool_call_stop(const tool_call *c)
{
    return c ? c->stop : NULL;
}

// One block each for columns, words and numbers, so that freeing cannot go wrong half-way.
br_status tool_call_keep(const tool_call *c, const tool_rows *r)
{
    size_t columns = (size_t)r->columns, rows = (size_t)r->rows, words = 0;
    for (int i = 0; i < r->columns; i++)
        words += strlen(rows_column(r, i).name) + strlen(rows_column(r, i).unit) + 2;
    br_answer_column *column = calloc(columns + 1, sizeof *column);
    double *v = calloc(columns * rows + 1, sizeof *v);
    char *word = malloc(words + 1);
    if (!column || !v || !word) {
        free(column);
        free(v);
        free(word);
        return BR_NO_MEMORY;
    }
    column[0].name = word; // also where there are no columns
    column[0].v = v;
    for (size_t i = 0; i < columns; i++) {
        tool_column from = rows_column(r, (int)i);
        size_t name = strlen(from.name) + 1, unit = strlen(from.unit) + 1;
        memcpy(word, from.name, name);
        memcpy(word + name, from.unit, unit);
        memcpy(v + i * rows, from.v, rows * sizeof *v);
        column[i] = (br_answer_column){word, word + name, rows_role_name(from.role), v + i * rows};
        word += name + unit;
    }
    c->answer->column = column;
    c->answer->columns = r->columns;
    c->answer->rows = rows;
    return BR_OK;
}
