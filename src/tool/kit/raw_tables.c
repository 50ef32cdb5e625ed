// raw_tables.c - tables as the rows of the room file, for commands that are no clients of table.h yet.                       [host]
#include "num/base/fp.h"

#include "file/open/table_open.h"
#include "file/table/memory.h"
#include "tool/kit/caller.h"
#include "tool/kit/raw_tables.h"
#include "tool/kit/tables.h"

#include <stdlib.h>
#include <string.h>

static br_status open_lent(br_rows *r, const br_call_table *t, bool infinite, br_diag *why)
{
    br_memory_column *column = calloc((size_t)t->columns, sizeof *column);
    if (!column)
        return BR_NO_MEMORY;
    for (int i = 0; i < t->columns; i++)
        column[i] = (br_memory_column){t->column[i].heading, t->column[i].v};
    br_status status = br_memory_open(r, t->name, column, t->columns, t->rows, infinite, why);
    free(column);
    return status;
}

br_status tool_table_open(br_rows *r, const char *command, const char *name, const tool_args *a, br_diag *why)
{
    br_table_options said;
    br_csv_options o = br_csv_defaults();
    const br_call_table *lent = tool_call_find(a->call, name);
    br_status status = tool_table_options(&said, command, a, why);
    if (status != BR_OK)
        return status;
    o.delimiter = said.delimiter;
    o.decimal = said.decimal;
    o.allow_truncated = said.allow_truncated;
    o.allow_infinite = said.allow_infinite;
    if (lent)
        return open_lent(r, lent, o.allow_infinite, why);
    if (a->call && strcmp(name, "-") == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: a call has no standard input; pass a table", command);
    return br_rows_open(r, name, o, why);
}
