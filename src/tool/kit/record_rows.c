// record_rows.c - a record of the simulation as the table of a result, for commands that still have one.                [host]
#include "num/base/fp.h"

#include "tool/kit/record_rows.h"

_Static_assert((int)TOOL_TIME == (int)BR_RECORD_TIME && (int)TOOL_INPUT_COLUMN == (int)BR_RECORD_INPUT &&
                   (int)TOOL_STATE == (int)BR_RECORD_STATE && (int)TOOL_OUTPUT_COLUMN == (int)BR_RECORD_OUTPUT &&
                   (int)TOOL_MODE == (int)BR_RECORD_MODE && (int)TOOL_TRUTH == (int)BR_RECORD_TRUTH,
               "roles are the same");

tool_column record_column(const void *record, int c)
{
    const br_record_column *from = &((const br_record *)record)->column[c];
    return (tool_column){from->name, from->unit, (tool_role)from->role, from->v};
}

void record_release(const void *record)
{
    br_record_release(record);
}
