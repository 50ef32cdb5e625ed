// tables.c - options of every command that reads a table.                       [host]
#include "num/base/fp.h"

#include "tool/kit/caller.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const tool_option option_delimiter = OPTION(TOOL_INPUT, "--delimiter", "C", delimiter,
                                            "column separator of the table: , ; | tab or blank", "auto-detected");
const tool_option option_decimal =
    OPTION(TOOL_INPUT, "--decimal", "C", decimal, "decimal sign of the table: . or ,", "auto-detected");
const tool_option option_truncated =
    OPTION(TOOL_INPUT, "--allow-truncated", NULL, truncated, "ignore a last line of the table that is cut off", NULL);
const tool_option option_infinite =
    OPTION(TOOL_INPUT, "--allow-infinite", NULL, infinite, "treat infinite numbers of the table as missing", NULL);

static char read_delimiter(const char *word)
{
    if (strcmp(word, "tab") == 0)
        return '\t';
    if (strcmp(word, "blank") == 0)
        return ' ';
    return strlen(word) == 1 && strchr(",;|", word[0]) ? word[0] : 0;
}

br_status tool_table_options(br_table_options *o, const char *command, const tool_args *a, br_diag *why)
{
    (void)br_table_defaults(o, sizeof *o);
    o->allow_truncated = a->truncated;
    o->allow_infinite = a->infinite;
    if (a->delimiter)
        o->delimiter = read_delimiter(a->delimiter);
    if (a->delimiter && !o->delimiter)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --delimiter '%.20s' is none of , ; | tab blank", command,
                             a->delimiter);
    if (a->decimal && strcmp(a->decimal, ".") != 0 && strcmp(a->decimal, ",") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --decimal '%.20s' is neither . nor ,", command,
                             a->decimal);
    o->decimal = a->decimal ? a->decimal[0] : 0;
    if (o->decimal == ',' && o->delimiter == ',')
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle %s: a comma cannot be both column separator and decimal sign; change --delimiter or --decimal",
            command);
    return BR_OK;
}

static br_status lend_table(br_table **table, const br_call_table *t, const br_table_options *o, br_diag *why)
{
    const char **heading = calloc((size_t)t->columns + 1, sizeof *heading);
    const double **v = calloc((size_t)t->columns + 1, sizeof *v);
    br_status status = heading && v ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < t->columns && status == BR_OK; i++) {
        heading[i] = t->column[i].heading;
        v[i] = t->column[i].v;
    }
    if (status == BR_OK)
        status = br_table_lend(table, t->name, heading, v, t->columns, t->rows, o, why);
    free((void *)heading);
    free((void *)v);
    return status;
}

br_status tool_table_handle(br_table **table, const char *command, const char *name, const tool_args *a, br_diag *why)
{
    br_table_options o;
    const br_call_table *lent = tool_call_find(a->call, name);
    br_status status = tool_table_options(&o, command, a, why);
    if (status != BR_OK)
        return status;
    if (lent)
        return tool_said(lend_table(table, lent, &o, why), why);
    if (a->call && strcmp(name, "-") == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: a call has no standard input; pass a table", command);
    return tool_said(br_table_open(table, name, &o, why), why);
}
