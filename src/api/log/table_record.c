// table_record.c - the record of a run as a table of the C API.   [host]
#include "num/base/fp.h"

#include "api/log/table_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_status br_table_of_record(br_table **table, const char *name, const br_record *r, br_diag *why)
{
    size_t columns = (size_t)r->columns;
    char(*heading)[sizeof r->column->name + sizeof r->column->unit + 4] = calloc(columns, sizeof *heading);
    const char **at = calloc(columns, sizeof *at);
    const double **v = calloc(columns, sizeof *v);
    br_status status = heading && at && v ? BR_OK : BR_NO_MEMORY;
    for (size_t i = 0; i < columns && status == BR_OK; i++) {
        const br_record_column *c = &r->column[i];
        snprintf(heading[i], sizeof heading[i], strcmp(c->unit, "-") == 0 ? "%s" : "%s [%s]", c->name, c->unit);
        at[i] = heading[i];
        v[i] = c->v;
    }
    if (status == BR_OK)
        status = br_table_lend(table, name, at, v, (int)columns, (size_t)r->rows, NULL, why);
    free((void *)at);
    free((void *)v);
    free(heading);
    return status;
}
