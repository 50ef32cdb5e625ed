// tables.c - options of every command that reads a table.                       [host]
#include "num/fp.h"

#include "tool/tables.h"

#include <string.h>

#define PLACE(member) offsetof(tool_args, member)

const tool_option option_delimiter = {
    "--delimiter", "C",  PLACE(delimiter), "what parts columns of the table: , ; | tab or blank; found without it",
    false,         false};
const tool_option option_decimal = {
    "--decimal", "C",  PLACE(decimal), "the sign in decimal numbers of the table: . or ,; found without it",
    false,       false};
const tool_option option_truncated = {
    "--allow-truncated", NULL, PLACE(truncated), "a last line of the table that was cut off is left out", false, false};
const tool_option option_infinite = {
    "--allow-infinite", NULL, PLACE(infinite), "infinite numbers of the table count as missing", false, false};

static char delimiter(const char *word)
{
    if (strcmp(word, "tab") == 0)
        return '\t';
    if (strcmp(word, "blank") == 0)
        return ' ';
    return strlen(word) == 1 && strchr(",;|", word[0]) ? word[0] : 0;
}

br_status tool_table_options(const tool_args *a, const char *command, br_csv_options *o, br_diag *why)
{
    *o = br_csv_defaults();
    o->allow_truncated = a->truncated;
    o->allow_infinite = a->infinite;
    if (a->delimiter)
        o->delimiter = delimiter(a->delimiter);
    if (a->delimiter && !o->delimiter)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --delimiter '%.20s' is none of , ; | tab blank", command,
                             a->delimiter);
    if (a->decimal && strcmp(a->decimal, ".") != 0 && strcmp(a->decimal, ",") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --decimal '%.20s' is neither . nor ,", command,
                             a->decimal);
    o->decimal = a->decimal ? a->decimal[0] : 0;
    if (o->decimal == ',' && o->delimiter == ',')
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: a comma cannot both part columns and stand in numbers",
                             command);
    return BR_OK;
}
